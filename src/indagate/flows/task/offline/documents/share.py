"""Parts of a whole and percentages of something: shares, what a percentage comes to, a price with some off or on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.asked import Named
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import (
    KIN,
    NEAR,
    SAID,
    Part,
    Reading,
    counts,
    same_kind,
    same_unit,
)
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.documents.value import values, wanted
from indagate.flows.task.offline.documents.worked import Worked
from indagate.flows.task.offline.meaning import is_weak
from indagate.flows.task.offline.word import words_of

_NOT = re.compile(r"\b(?:not|n't|never|without|nicht|keine?[nr]?|ohne|не|без)\b", re.IGNORECASE)
_OF_WHICH = re.compile(
    r"\b(?:of which|of these|of them|of this|of whom|davon|von denen|wovon|darunter|из них|из которых|в том числе)\b",
    re.IGNORECASE,
)
_OUT_OF = re.compile(r"^(?:Of|Out of|Von|Из)\s", re.IGNORECASE)
_OF = re.compile(r"^\s*(?:of|von|vom|des|der|от)\s+(?:the |den |dem |der |das |die )?(?P<what>[^.;]+)", re.IGNORECASE)
_OF_IT = re.compile(
    r"\b(?:of (?:which|this|that|it|these)|davon|wovon|hiervon|из (?:них|которых|этой суммы|этого)|от этой суммы)\b",
    re.IGNORECASE,
)
_OF_ITS = re.compile(r"^\s*(?:of (?:its|their|her|his)|seines|ihres|ihrer|своего|своей|их|его)\b", re.IGNORECASE)
_OFF = re.compile(
    r"\b(?:discount|off|reduction|reduced|less|cheaper|concession\w*|rebate|rabatt|ermäßigung|ermäßigt\w*|"
    r"nachlass|weniger|günstiger|"
    r"below|los(?:es?|t)|shrinks?|verlier\w*|скидк\w+|дешевле|льгот\w+|теря\w+)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\b(?:surcharge|supplement|extra|on top|added|more|increase[sd]?|rise[sn]?|raised|go(?:es)? up|plus|"
    r"zuschlag|aufschlag|zuzüglich|teurer|"
    r"steig(?:t|en)|erhöh\w+|mehr|надбавк\w+|доплат\w+|дороже|повыш\w+|увелич\w+|вырас\w+|наценк\w+)\b",
    re.IGNORECASE,
)
_SAVED = re.compile(
    r"\b(?:save[sd]?|saving|discount|reduction|surcharge|deposit|rabatt|spar\w+|ersparnis|сэконом\w+|скидк\w+ в)\b",
    re.IGNORECASE,
)
_HALF = re.compile(r"\b(?:half(?: the)?(?: price| fare| fee)?|hälfte|halbe[nr]? preis|половин\w+)\b", re.IGNORECASE)
_REST = re.compile(r"\b(?:the rest|remainder|den rest|der rest|rest|остал\w+|остаток)\b", re.IGNORECASE)
_MORE_THAN = re.compile(
    r"(\d+)\s+(?:[^\W\d_]+ )?(?:or more|and more|oder mehr|и более|и больше)|(?:at least|mindestens|ab|от|"
    r"more than|from)\s+(\d+)",
    re.IGNORECASE,
)
_OF_WHOLE = (
    r"(?:of|von|der|des|от|из)\s+(?P<whole>.+?)\s+(?:is|are|was|were|goes?|went|do(?:es)?|did|has|have|had|ist|sind|"
    r"war(?:en)?|wird|werden|entf\w+|составля\w+|прих\w+|пош\w+|занима\w+|это)\b(?P<part>.*)",
    r"(?P<part>.+?)\s+(?:of|von|der|des|am|an|от|из|in|в)\s+(?P<whole>.+)",
)
_GIVEN = re.compile(
    r"(?P<p>\d+(?:\.\d+)?)\s?(?:%|per ?cent|prozent|процент\w*)\s+(?:of|von|der|des|vom|от)\s+(?P<what>[^?]+)",
    re.IGNORECASE,
)


def share(reading: Reading) -> Worked | None:
    """Of 212 complaints 159 were answered: what percentage; or how many were not."""
    asked = reading.asked
    if asked.numbers or asked.has("difference", "grew") or len(asked.years) > 1:
        return None
    wants_rest = asked.target.kind in ("count", "measure", "any") and (
        bool(_NOT.search(asked.text)) or asked.has("left")
    )
    if asked.target.kind != "ratio" and not wants_rest:
        return None
    if asked.has("times"):
        return None
    words = [one for one in asked.words if not _NOT.fullmatch(one.word)]
    found = []
    for whole, part in _wholes(reading, words):
        levels = reading.levels(words, [whole, part])
        score = reading.score(words, levels)
        own = sum(reading.level(one.word, part) for one in words) * 0.2
        own += 0.3 * (whole.place == part.place) + 0.2 * (whole.source == part.source)
        if score:
            value = Fraction(part.amount) / Fraction(whole.amount)
            found.append((score + own, Part("", value, (whole, part), part, levels)))
    best = reading.best(found)
    if best is None:
        return None
    whole, part = (one for one in best[1].facts if isinstance(one, Fact))
    if wants_rest:
        unit = whole.unit if whole.money or known(whole.unit) else ""
        return Worked(f"{whole.number} - {part.number}", unit, (whole, part))
    return Worked(f"{_in_unit(part, whole)} in percent", "", (whole, part))


def _in_unit(part: Fact, whole: Fact) -> str:
    if same_unit(part, whole) or not (known(part.unit) and known(whole.unit)):
        return f"{part.number} / {whole.number}"
    return f"({part.number} {part.unit}) / ({whole.number} {whole.unit})"


def _wholes(reading: Reading, words: Sequence[Named]) -> list[tuple[Fact, Fact]]:
    """Return the pairs of a whole and a part of it: as sentences say them, or of one kind, each named by the goal."""
    near = [fact for fact in reading.about(words, lambda f: not f.percent and bool(f.amount)) if not fact.per]
    found = [(whole, part) for whole, part in _said_wholes(reading) if part in near or whole in near]
    sides = _sides(reading)
    for whole in near:
        for part in near:
            if (
                part is whole
                or part.amount > whole.amount
                or not same_kind(part, whole)
                or (part.place == whole.place and part.row)
            ):
                continue
            alike = part.money or bool(part.unit) or counts(part.nouns, whole.nouns) or not part.nouns
            if (
                alike
                and sides
                and _fits_side(reading, sides[0], part, whole)
                and _fits_side(reading, sides[1], whole, part)
            ):
                found.append((whole, part))
    return list(dict.fromkeys(found))


def _sides(reading: Reading) -> tuple[list[Named], list[Named]] | None:
    """Return the words of the part and those of the whole: what share of A is B; what percentage does B make of A."""
    asked = reading.asked
    for pattern in _OF_WHOLE:
        match = re.search(pattern, asked.text, re.IGNORECASE)
        if match:
            part, whole = asked.words_in(*match.span("part")), asked.words_in(*match.span("whole"))
            if any(one.strong for one in part) and any(one.strong for one in whole):
                return part, whole
    return None


def _fits_side(reading: Reading, words: Sequence[Named], fact: Fact, other: Fact) -> bool:
    strong = [one for one in words if one.strong]
    levels = [reading.level(one.word, fact) for one in strong]
    return bool(levels) and min(levels) > 0 and max(levels) >= SAID


def _said_wholes(reading: Reading) -> list[tuple[Fact, Fact]]:
    """Return the pairs of a whole and a part that sentences say: of 212, 159; 2,350, of which 611; 45 of 48."""
    found = []
    sentences: dict[tuple[str, tuple[int, int, int]], list[Fact]] = {}
    for fact in reading.book.facts:
        if not fact.row and not fact.percent and reading.year_fits(fact):
            sentences.setdefault((fact.source, fact.place), []).append(fact)
    for facts in sentences.values():
        for place, whole in enumerate(facts):
            later = [one for one in facts[place + 1 :] if one.money == whole.money]
            between = whole.tail
            until = re.search(r"\d", between)
            gap = between[: until.start() if until else len(between)]
            if later and re.match(
                r"\s*(?:[^\W\d_]+\s+){0,2}(?:of|out of|von|из)\s+(?:the |den |insgesamt |all )?$", gap, re.IGNORECASE
            ):
                if whole.amount <= later[0].amount:
                    found.append((later[0], whole))
                continue
            if (_OUT_OF.search(whole.sentence) and place == 0) or _OF_WHICH.search(between):
                near = later[:3]
                found += [
                    (whole, part) for part in near if part.amount <= whole.amount and (part.unit in ("", whole.unit))
                ]
    return found


def of_given(reading: Reading) -> Worked | None:
    """N % of something that is looked up; something that goes up or down by the N % of the goal."""
    asked = reading.asked
    percents = [one for one in asked.numbers if one.percent]
    if len(percents) != 1:
        return None
    percent = percents[0]
    others = [one for one in asked.numbers if not one.percent]
    named = _GIVEN.search(asked.text)
    words = asked.words_in(*named.span("what")) if named else list(asked.words)
    target = asked.target if asked.target.kind in ("money", "measure", "count") and not named else Target("any")
    best = reading.best(values(reading, words, others, target))
    if best is None and target.kind != "any":
        best = reading.best(values(reading, words, others, Target("any")))
    if best is None:
        return None
    part, p = best[1], f"{float(percent.value):.12g}%"
    unit = part.unit if part.top.money or known(part.unit) else ""
    if named:
        whole_base = part.expression if re.fullmatch(r"[\d.]+", part.expression) else f"({part.expression})"
        return Worked(f"{p} of {whole_base}", unit, part.facts)
    sign = "-" if _OFF.search(asked.text) or _fell(asked.text) else "+" if _ON.search(asked.text) else ""
    if not sign or _SAVED.search(asked.text):
        return Worked(f"{p} of ({part.expression})", unit, part.facts) if _SAVED.search(asked.text) else None
    return Worked(f"({part.expression}) * (1 {sign} {p})", unit, part.facts)


def _fell(text: str) -> bool:
    return bool(
        re.search(
            r"\b(?:f[ae]ll\w*|drops?|reduced|cut|lowered|sink\w*|gesenkt|сниз\w+|уменьш\w+)\b", text, re.IGNORECASE
        )
    )


def of_said(reading: Reading) -> Worked | None:
    """A motorcycle pays 60 % of a car's fare; a second child gets 15 % off; the county paid two thirds of it."""
    asked = reading.asked
    if asked.target.kind not in ("money", "count", "measure", "any") or asked.has("grew", "percent"):
        return None
    if asked.has("difference") and not _SAVED.search(asked.text):
        return None
    found: list[tuple[float, Part]] = []
    for fact in reading.book.facts:
        if fact.percent and reading.year_fits(fact):
            found += _with_share(reading, fact)
    best = reading.best(found)
    if best is None:
        return _the_rest(reading) if not found and not _says_itself(reading, {}) else None
    part = best[1]
    return (
        None
        if not asked.numbers and _says_itself(reading, part.levels)
        else Worked(part.expression, part.unit, part.facts)
    )


def _says_itself(reading: Reading, held: dict[str, float]) -> bool:
    """Whether a number of the kind that is asked for is said of all that the goal names."""
    asked = reading.asked
    for fact in reading.book.facts:
        if fact.amount and wanted(fact, asked.target) and not fact.percent and reading.year_fits(fact):
            levels = reading.levels(asked.words, [fact])
            strong = [levels[one.word] for one in asked.words if one.strong]
            as_near = all(levels[word] >= min(level, SAID) for word, level in held.items() if word in levels)
            if strong and min(strong) > 0 and max(strong) >= 3 and as_near and (held or min(strong) >= NEAR * KIN):
                return True
    return False


def _with_share(reading: Reading, fact: Fact) -> list[tuple[float, Part]]:
    """Return what a percentage or fraction comes to for the goal, by what it is of."""
    asked = reading.asked
    own = [one for one in asked.words if reading.level(one.word, fact) >= SAID]
    alone = sum(one.place == fact.place and one.source == fact.source for one in reading.book.facts) == 1
    held = [one for one in asked.words if reading.level(one.word, fact) >= (SAID if alone else NEAR) * KIN]
    if not any(one.strong or one.beside for one in own) or not _speaks_of(reading, fact):
        return []
    off, on = bool(_OFF.search(fact.sentence)), bool(_ON.search(fact.sentence))
    saved = bool(_SAVED.search(asked.text))
    named = _OF.match(fact.tail)
    bases: list[tuple[float, Part, bool]] = []
    if named and not off and not on:
        words = _phrase(reading, named["what"])
        bases = [(score, part, True) for score, part in values(reading, words, asked.numbers, asked.target)]
    if _OF_ITS.match(fact.tail) and (back := _before(fact, reading)) is not None:
        bases = [(3.0, Part(back.number, Fraction(back.amount), (back,), back, {}, back.unit), not (off or on))]
    if not bases and _OF_IT.search(fact.sentence) and (back := _before(fact, reading)) is not None:
        bases = [(3.0, Part(back.number, Fraction(back.amount), (back,), back, {}, back.unit), True)]
    if fact.part and not bases and not named and not (off or on) and (back := _before(fact, reading)) is not None:
        bases = [(3.0, Part(back.number, Fraction(back.amount), (back,), back, {}, back.unit), True)]
    if not bases and (off or on):
        rest = [one for one in asked.words if one not in held] or list(asked.words)
        target = asked.target if asked.target.kind != "any" else Target("money")
        bases = [(score, part, False) for score, part in values(reading, rest, asked.numbers, target)]
        bases = bases or [
            (score, part, False) for score, part in values(reading, _other_words(reading, fact), asked.numbers, target)
        ]
    found = []
    for score, base, plain in bases:
        facts = tuple(dict.fromkeys([*base.facts, fact]))
        if fact in base.facts or (base.number is not None and base.number.percent):
            continue
        levels = reading.levels(asked.words, facts)
        levels |= {word: max(level, levels.get(word, 0.0)) for word, level in base.levels.items()}
        total = reading.score(asked.words, levels)
        adds = [
            one for one in held if reading.level(one.word, fact) > max(reading.level(one.word, f) for f in base.facts)
        ]
        if not total or not adds or not _threshold(fact, asked.numbers):
            continue
        inner = base.expression if re.fullmatch(r"[\d.]+", base.expression) else f"({base.expression})"
        if plain or saved or not (off or on):
            expression, value = f"{fact.share} * {inner}", base.value * _fraction(fact)
        else:
            sign = "-" if off else "+"
            expression = f"{inner} * (1 {sign} {fact.share})"
            value = base.value * (1 - _fraction(fact) if off else 1 + _fraction(fact))
        unit = base.unit if base.top.money or known(base.unit) else ""
        closeness = 0.3 * (base.facts[0].source == fact.source) + 0.2 * (base.facts[0].place[:2] == fact.place[:2])
        found.append(
            (total + 0.6 * score + closeness + 0.2 * len(held), Part(expression, value, facts, base.top, levels, unit))
        )
    return found


def _speaks_of(reading: Reading, fact: Fact) -> bool:
    """Whether the goal names what a percentage is said to hold for: most of the words before it, and its ordinal."""
    behind = set(words_of(re.split(r"[,;:.]", fact.tail)[0]))
    named = {form for one in reading.asked.words for form in reading.lexicon.of(one.word)}
    if any(_ORDINAL.fullmatch(word) and word not in named for word in fact.near):
        return False
    subject = [
        word
        for word in fact.near
        if word not in behind and not word.isdigit() and not is_weak(word, reading.asked.spoken)
    ]
    subject = [word for word in subject if not _OFF.fullmatch(word) and not _ON.fullmatch(word)]
    spoken = [word for word in fact.said if word not in behind and not is_weak(word, reading.asked.spoken)]
    alone = sum(one.place == fact.place and one.source == fact.source for one in reading.book.facts) == 1
    bound = _MORE_THAN.search(" ".join(fact.near)) is not None and bool(reading.asked.numbers)
    return (
        not (subject or spoken)
        or any(word in named for word in (*subject[:2], *(spoken[:2] if alone or not subject else ())))
        or bound
    )


_ORDINAL = re.compile(
    r"second|third|fourth|further|additional|zweite\w*|dritte\w*|weitere\w*|втор\w+|трет\w+", re.IGNORECASE
)


def _fraction(fact: Fact) -> Fraction:
    return Fraction(fact.part) if fact.part else Fraction(fact.amount) / 100


def _phrase(reading: Reading, text: str) -> list[Named]:
    """Return the words of a phrase of a document as those of a goal."""
    from indagate.flows.task.offline.documents.asked import Asked

    until = re.split(r"[,;:(]|\s(?:and|und|и)\s", text, maxsplit=1)[0]
    return list(Asked(reading.asked.goal, until, reading.book.heads).words)


def _other_words(reading: Reading, fact: Fact) -> list[Named]:
    return [one for one in reading.asked.words if not one.strong or reading.level(one.word, fact) < 3]


def _threshold(fact: Fact, numbers: Sequence[Amount]) -> bool:
    """Whether a percentage that is for so many holds for the numbers of the goal."""
    least = _MORE_THAN.search(" ".join(fact.near))
    if least is None:
        return True
    return bool(numbers) and sum(float(one.value) for one in numbers if not one.percent) >= float(least[1] or least[2])


def _before(fact: Fact, reading: Reading) -> Fact | None:
    """Return the number that "of this" points back to: the last one that is no percentage, here or a sentence "
    "before."""
    back = [f for f in reading.book.facts if f.source == fact.source and f.place[:2] == fact.place[:2] and not f.percent
            and (f.place[2] == fact.place[2] - 1 or (f.place == fact.place and len(f.tail) > len(fact.tail)))
            and (f.money or f.unit or f.nouns) and not f.spelled]  # fmt: skip
    return back[-1] if back else None


def _the_rest(reading: Reading) -> Worked | None:
    """55 % the state, 30 % the town, the rest the friends: what is left of it."""
    words = reading.asked.words
    for fact in reading.book.facts:
        if not fact.percent or not _REST.search(fact.tail) or not _OF_IT.search(fact.sentence):
            continue
        tail = re.split(r"\d+(?:\.\d+)?\s?%", fact.tail)[-1].casefold()
        own = [one for one in words if any(form in tail for form in reading.lexicon.of(one.word))]
        shares = [f for f in reading.book.facts if f.percent and f.place == fact.place and f.source == fact.source]
        base = _before(fact, reading)
        if own and base is not None and "%" not in tail:
            levels = reading.levels(words, [fact, base])
            if reading.score(words, levels):
                taken = " + ".join(f.number for f in shares)
                return Worked(f"(100 - ({taken})) / 100 * {base.number}", base.unit, (base, *shares))
    return None
