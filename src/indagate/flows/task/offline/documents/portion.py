"""Parts of a whole, other units, stretches of time: what a sentence says of itself in other terms."""

from __future__ import annotations

import re

from indagate.flows.task.offline.documents.fact import Book, Dated, Fact
from indagate.flows.task.offline.documents.lookup import content_of, names, score_of
from indagate.flows.task.offline.documents.worked import Asked, Worked
from indagate.tools.calculator.dimension import Measure, measure

_SHARE = re.compile(
    r"\b(?:(?:what|which) (?:percentage|share|proportion|fraction)|how many per ?cent|per ?cent\w* of|"
    r"wie ?viel prozent|"
    r"welche[rn]? anteil|какая доля|какой процент|сколько процентов|какую долю)\b", re.IGNORECASE,
)  # fmt: skip
_NOT = re.compile(r"\b(?:not|n't|without|unused|left|other|nicht|keine?|ohne|übrig|не|без|остал\w+)\b", re.IGNORECASE)
_OF_WHICH = re.compile(
    r"(?:\bof which|\bof these|\bof them|\bof this|\bdavon|\bvon denen|\bwovon|\bдa?rvon|"
    r"из них|из которых)\b",
    re.IGNORECASE,
)
_OF_FIRST = re.compile(r"^(?:Of|Out of|Von|Из)\s", re.IGNORECASE)
_UNIT_ASKED = re.compile(
    r"\b(?:how many|how much|wie ?viele?|сколько)\s+(?P<unit>[^\W\d_]+(?: [^\W\d_]+)?)", re.IGNORECASE
)
_IN_UNIT = re.compile(
    r",?\s+(?:in|expressed in|umgerechnet in|gemessen in|"
    r"в)\s+(?P<unit>[^\s,?]+(?: [^\s,?]+)?)\s*[?.]*$",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"\b(?:how many|for how many|wie ?viele?|сколько)\s+(?:whole |full |ganze |полных )?(?P<unit>days?|"
    r"weeks?|months?|years?|tage|wochen|monate|"
    r"jahre|дней|недель|месяцев|лет)\b|\b(?:how long|wie lange|как долго)\b",
    re.IGNORECASE,
)
_INCLUSIVE = re.compile(
    r"counting both|including (?:both|the first|the last)|both (?:days )?included|inclusive|"
    r"first and (?:the )?last|einschließlich|"
    r"mitgezählt|mitgerechnet|beide tage|erste[nr]? und letzte|включая|включительно|считая", re.IGNORECASE,
)  # fmt: skip
_UNITS = {"day": "days", "tag": "days", "дне": "days", "wee": "weeks", "woc": "weeks", "нед": "weeks", "mon": "months",
          "мес": "months", "yea": "years", "jah": "years", "лет": "years"}  # fmt: skip
_SINCE = re.compile(
    r"\b(?:how many years|wie ?viele jahre|сколько лет|через сколько лет)\b.*\b(?:after|before|between|"
    r"passed|later|took|take|lagen|nach|vor|"
    r"vergingen|später|dauerte|после|до|между|прошло|спустя)\b", re.IGNORECASE,
)  # fmt: skip


def share(asked: Asked, book: Book) -> Worked | None:
    """Of 212 complaints 159 were answered: what percentage; or how many were not."""
    wants_share = bool(_SHARE.search(asked.text))
    wants_rest = bool(_NOT.search(asked.text)) and bool(
        re.search(
            r"\b(?:how many|how much|wie ?viele?|"
            r"сколько)\b",
            asked.text,
            re.IGNORECASE,
        )
    )
    if asked.counts or not (wants_share or wants_rest):
        return None
    words = content_of(book, _NOT.sub(" ", _SHARE.sub(" ", asked.text)))
    found: list[tuple[Fact, Fact]] = []
    for whole, part in _wholes(book):
        held = (*part.said, *part.about, *whole.said, *whole.near)
        if words and all(names(word, held) for word in words) and (not asked.years or part.year in ("", *asked.years)):
            own = [word for word in words if names(word, part.near)]
            if own:
                found.append((whole, part))
    best = max((sum(names(word, part.near) for word in words) for _, part in found), default=0)
    found = [pair for pair in found if sum(names(word, pair[1].near) for word in words) == best]
    if len({(whole.amount, part.amount) for whole, part in found}) != 1:
        return None
    whole, part = found[0]
    if wants_share:
        return Worked(f"{part.number} / {whole.number} in percent", "", (whole, part))
    return Worked(
        f"{whole.number} - {part.number}", whole.unit if whole.money or measure(whole.unit) else "", (whole, part)
    )


def _wholes(book: Book) -> list[tuple[Fact, Fact]]:
    """Return the pairs of a whole and a part of it that sentences say."""
    found = []
    sentences: dict[tuple[str, tuple[int, int, int]], list[Fact]] = {}
    for fact in book.facts:
        if not fact.row and not fact.percent:
            sentences.setdefault((fact.source, fact.place), []).append(fact)
    for facts in sentences.values():
        for place, whole in enumerate(facts):
            later = facts[place + 1 :]
            between = whole.tail
            out_of = re.match(
                r"\s*(?:[^\W\d_]+\s+)?(?:of|out of|von|из)\s+(?:the |den |insgesamt |all )?$",
                between[: _next(between)],
                re.IGNORECASE,
            )
            if out_of and later and whole.amount <= later[0].amount and whole.money == later[0].money:
                found.append((later[0], whole))
                continue
            if _OF_FIRST.search(whole.sentence) and place == 0:
                found += [(whole, part) for part in later if part.amount <= whole.amount and part.money == whole.money]
            elif later and _OF_WHICH.search(between):
                near = [part for part in later[:2] if part.amount <= whole.amount and part.money == whole.money]
                found += [
                    (whole, part)
                    for part in near
                    if not part.unit or part.unit == whole.unit or part.money or not measure(part.unit)
                ]
    return found


def _next(text: str) -> int:
    """Return where the next number of a text begins."""
    found = re.search(r"\d", text)
    return found.start() if found else len(text)


def other_unit(asked: Asked, book: Book) -> Worked | None:
    """9.5 nautical miles: how many kilometres."""
    found = _IN_UNIT.search(asked.text) or _UNIT_ASKED.search(asked.text)
    if found is None or asked.counts:
        return None
    named = found["unit"].split()
    unit = next((u for u in (found["unit"], named[0]) if measure(u) or measure(u.casefold())), "")
    target = measure(unit) or measure(unit.casefold()) if unit else None
    if target is None:
        return None
    words = content_of(
        book, asked.text[: found.start()] + " " + asked.text[found.end() :] + " " + " ".join(named[len(unit.split()) :])
    )
    words = [word for word in words if not measure(word)]
    scored = []
    for fact in book.facts:
        own, name = _measure_of(fact)
        if own is None or own.powers != target.powers or own.factor == target.factor or not words:
            continue
        if asked.years and fact.year not in ("", *asked.years):
            continue
        held = [word for word in words if names(word, (*fact.said, *fact.about))]
        if len(held) == len(words):
            scored.append((score_of(words, fact) or 0.1, fact, name))
    if not scored or any(_same(fact, target) and score_of(words, fact) for fact in book.facts):
        return None
    scored.sort(key=lambda one: -one[0])
    if len({one[1].amount for one in scored if one[0] > scored[0][0] - 0.01}) > 1:
        return None
    _, fact, name = scored[0]
    return Worked(f"{fact.number} {name} in {unit}", "", (fact,))


def _measure_of(fact: Fact) -> tuple[Measure | None, str]:
    """Return what a number's unit measures, where that is one or two words, and its name."""
    two = re.match(r"\s+([^\W\d_]+)", fact.tail)
    for name in ([f"{fact.unit} {two[1]}"] if two and fact.unit else []) + [fact.unit]:
        if name and (found := measure(name) or measure(name.casefold())):
            return found, name
    return None, ""


def _same(fact: Fact, target: Measure) -> bool:
    own, _ = _measure_of(fact)
    return bool(own and own.powers == target.powers and own.factor == target.factor)


def stretch(asked: Asked, book: Book) -> Worked | None:
    """In force from one day to another: for how many days."""
    found = _DAYS.search(asked.text)
    if found is None or asked.counts:
        return None
    unit = _UNITS[(found["unit"] or "days")[:3].casefold()]
    words = content_of(book, _DAYS.sub(" ", _INCLUSIVE.sub(" ", asked.text)))
    by_sentence: dict[str, list[Dated]] = {}
    for one in book.dates:
        held = (*one.near, *one.about)  # not what another clause says: on all other days
        if words and all(names(word, held) for word in words) and any(names(word, one.near) for word in words):
            by_sentence.setdefault(one.sentence, []).append(one)
    spans = {
        (days[0].date, days[1].date): days
        for sentence, days in by_sentence.items()
        if len({one.date for one in days}) == 2 and len(days[0].date) == len(days[1].date) == 10
        and re.search(r"\b(?:from|between|until|to|vom|von|bis|zwischen|с|по|до)\b", sentence, re.IGNORECASE)
    }  # fmt: skip
    if len(spans) != 1:
        return None
    (first, last), days = next(iter(spans.items()))
    if unit == "years":
        return Worked(f"years({first}, {last})", "", tuple(days))
    if unit == "months":
        return None
    both = _INCLUSIVE.search(asked.text)
    if both:
        return Worked(f"({last} - {first} + 1 day) in {unit}", "", tuple(days))
    return Worked(f"({last} - {first}) in {unit}", "", tuple(days), note="the first day is not counted")


def years_between(asked: Asked, book: Book) -> Worked | None:
    """Opened in 1897, the new building in 1963: how many years after."""
    if not _SINCE.search(asked.text) or asked.counts or asked.years:
        return None
    sides = re.split(r"\s(?:after|before|and|nach|vor|und|после|до|и|между|between|zwischen)\s", asked.text)
    if len(sides) == 2:
        sides = [sides[0], *re.split(r"\s(?:was|were|did|is|wurden?|war|был[аио]?)\s", sides[1], maxsplit=1)]
    bare = [content_of(book, _SINCE.sub(" ", side)) for side in sides]
    bare = [words for words in bare if words][-2:]
    found: list[Dated] = []
    for place, words in enumerate(bare if len(bare) == 2 else []):
        deed = bare[1 - place][-1:]  # "after the mill was the barn built": both were built
        for tried in (words, [*words, *deed]):
            scored = sorted(((score_of(tried, one), one) for one in book.dates), key=lambda pair: -pair[0])
            scored = [pair for pair in scored if pair[0]]
            if scored:
                break
        if not scored or len({one.date[:4] for score, one in scored if score > scored[0][0] - 0.01}) > 1:
            return None
        found.append(scored[0][1])
    if len(found) != 2 or found[0].date[:4] == found[1].date[:4]:
        return None
    later, earlier = sorted((found[0].date, found[1].date), reverse=True)
    if len(later) == len(earlier) == 10:
        return Worked(f"years({earlier}, {later})", "", tuple(found))
    return Worked(f"{later[:4]} - {earlier[:4]}", "", tuple(found))
