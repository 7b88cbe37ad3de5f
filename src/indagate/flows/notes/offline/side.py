"""What else a question names: the days on which something else was done, in whatever clause it says so."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline.event import pick_of
from indagate.flows.notes.offline.questionword import worded
from indagate.flows.notes.offline.reading import alternatives, asked_by, conditions_of, periods_of, read_of, subjects_of
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Period, Query, Side, Subject, Words
from indagate.flows.notes.token import plain

_DAYS = (
    r"(?:\b(?:on|in|for|during|over|across|of)\s+)?(?:\b(?:the|those|all|any|my|a|each|every|same|most)\s+)*"
    r"\b(?P<unit>days?|nights?|mornings?|evenings?|weeks?|months?|dates|occasions)\s+"
    r"(?:(?:on|in|during) which\s+i?|when(?: (?:i|my))?\b|(?:that|which)(?: (?:i|also|both|had|have|has|saw|"
    r"included|contained|there was))*\b|where(?: i)?\b|with\b(?! no\b)|"
    r"containing|including|having|involving|of\b|(?P<after>after|following)\b|(?P<before>before|preceding)\b|"
    r"(?:i|we|my)\b|(?=(?:without|with no|over|under|above|below)\b))"
)
_RU_DAYS = (
    r"(?:\b(?:в|во|по|на|за)\s+)?(?:\b(?:те|все|такие|мои|тот же|какие)\s+)*"
    r"\b(?P<ru>дни|дней|дня|день|днях|ночи|ночей|неделю|недели|недель|неделе|месяц|месяцы|месяце),?\s+"
    r"(?:в котор\w+|когда(?: я| у меня)?|где|со?\b|(?P<posle>после)|(?P<pered>перед|до)\b|(?=без\b))"
)
_CLAUSE = pattern(
    rf"{_DAYS}|{_RU_DAYS}"
    r"|\b(?P<when>when|whenever|while|if|wenn)\s+(?:i|i've|my|we|ich)\b|,?\s*\b(?P<ruwhen>когда|если|"
    r"пока|во время)\s+(?:я|у меня|(?<=время )|"
    r"мне|(?=\w+(?:л|ла|ло|ли|лся|лась|лось|аю|яю|ю|лю|ую|ит)\b)|(?=(?:впервые|уже|только|снова|в первый раз|"
    r"первый раз|не)\b))"
    r"|\b(?P<ruday>(?:в день|на момент|в момент|в месяц)\s+(?=(?:мо\w+ )?(?:рекорд|перв|последн|сам)\w*))"
    r"|\b(?:the\s+)?(?P<then>(?:day|night|morning|evening)s?)\s+(?:(?P<dayafter>after|following)|"
    r"(?P<daybefore>before)|of)\b"
    r"|\b(?:(?:right|just|directly|straight|immediately|сразу)\s+)?(?:(?P<later>after|following|после|nach)\b"
    r"(?!noon|\s+(?:all|that)\b)|(?P<earlier>before|followed by|prior to|перед|накануне|vor)\b)"
    r"|\b(?P<weak>with|without|despite|and|but|yet|и|но|с|со|без|mit|ohne|und)\b"
    r"|\ban tagen,? (?:an denen|mit)\b"
)
"""Where a clause begins that names other doings: strong markers, and weak ones that count only beside another thing."""
_END = pattern(
    r"[,:](?!\d)|[?;]|\b(?:how|what|which|did i|do i|have i|had i|am i|was i|was my|is my|were my|are my|does my|"
    r"on average|"
    r"in total|altogether|those days|сколько|что|чем|как\w*|в среднем|всего)\b"
)
"""Where such a clause ends."""
_GROUP = pattern(
    r"[\s-]+(?P<unit>days?|nights?|mornings?|evenings?|дни|дням|днями|днях)\b(?!\s+(?:ago|off|in a row)\b)"
)
_DAYS_ITSELF = pattern(r"(?P<unit>days?|дни|дням|днями)$")
_NEGATED = pattern(r"\b(?:non-?|not |without |no )\s*$")
_BEFORE_GROUP = pattern(
    r"\b(?:(?P<after>after|following|после)|(?P<before>before|перед))\s+(?:(?:a|an|the|my|any)\s+)*$"
)
_RU_GROUP = pattern(r"\b(?:в|во|по)\s+(?:(?:мои|те|все)\s+)?(?:дни|дням|день)\s+$")
_OTHERS = pattern(
    r"\s*\b(?:vs\.?|versus|and|or|than|compared (?:to|with)|against|и|или|чем|по сравнению с)\s+"
    r"(?:(?:on|in|at|the|my|в|во|на|с)\s+)*(?:non-?\s?[\w-]+ days?|rest(?:ing)? days?|(?:all )?other(?:s| days|"
    r" nights)?|days? off|off days?|"
    r"(?:(?:days|nights) )?without(?: (?:it|one|them|any))?(?=\W*$)|остальны\w+(?: дни| днями)?|други\w+(?: дни|"
    r" днями)?|"
    r"обычны\w+ (?:дни|днями)|(?:(?:days|nights) )?(?:when )?i (?:don't|do not|didn't|did not)(?: \w+)?(?=\W*$)|"
    r"без (?:него|нее|них|этого))"
)
_EITHER_WAY = pattern(r"\bwith (?:or|and|vs\.?|versus) without\b")
_WITHOUT = pattern(
    r"\W*(?:(?:i|я|also|у меня|any)\s+)*(don'?t|didn'?t|do not|did not|am not|was not|wasn'?t|haven'?t|never|without|"
    r"with no|no|not|non-?|не|без|ohne)\b"
)
"""What makes the days meant on which something was not done."""
_TOGETHER = pattern(
    r"\b(days?|nights?|same|both|also|still|anyway|then|next|weeks?|ever|дни|дней|день|днях|оба|тоже|обе|"
    r"одновременно)\b"
)
"""What makes "and" join two things on one day."""
_COMPARED = pattern(
    r"\b(or|vs|versus|than(?! [\d.]| an? )|compared?|или|чем|против|сравни\w*|neither|most|total|combined|together)\b"
)
_NEXT_DAY = pattern(
    r"\b(?:the )?(?:next|following) (?:day|morning|evening)|(?:the )?(?:day|morning) after\b|на следующий день\b|"
    r"назавтра\b"
)
_VAGUE = pattern(
    r"\b(badly|poorly|well|good|bad|terribl[ey]|great|enough|late|early|a lot|плох\w+|хорош\w+|поздно|рано|много|"
    r"мало)\b"
)
"""What no value tells: how well, how late."""
_ONE_DAY = pattern(
    r"\b(?:on|in|at)?\s*(?:(?:the )?same day|one day|в один (?:и тот же )?день|в тот же день|am selben tag)\b"
)
_RARE = pattern(r"\b(record|set|hit|first|pr|reached|рекорд\w*|longest|shortest|heaviest|best|fastest|впервые)\b")


@dataclass(frozen=True, slots=True)
class Divided:
    """What is asked, without the clauses that name other doings; those doings; what their clauses say of periods.

    `contrast`: whether those days are set beside all others.
    """

    text: str
    sides: tuple[Side, ...] = ()
    periods: tuple[Period, ...] = ()
    contrast: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    """A clause: where it stands, what it names, and what is to be left in its place."""

    start: int
    end: int
    side: Side
    instead: str = ""
    periods: tuple[Period, ...] = ()


def divide(text: str, as_of: date, lexicon: Lexicon) -> Divided:
    """Divide "how did I sleep on days when I ran" into what is asked and the days that are meant."""
    low = plain(text)
    others = _OTHERS.search(low)
    contrast = bool(others or _EITHER_WAY.search(low))
    bare = text[: others.start()] + " " + text[others.end() :] if others else text
    either = _EITHER_WAY.search(plain(bare))
    bare = bare[: either.start()] + "with" + bare[either.end() :] if either else bare
    found: list[_Found] = []
    whole, bare = bare, _ONE_DAY.sub(" ", bare)
    while len(found) < 3:
        one = _group(bare, as_of, lexicon) or _clause(bare, whole, as_of, lexicon)
        if one is None:
            break
        found.append(one)
        bare = f"{bare[: one.start]} {one.instead} {bare[one.end :]}"
    if not found:
        return _influence(text, as_of, lexicon) or Divided(text)
    sides = _nightly(tuple(one.side for one in found), bare, as_of, lexicon)
    if len(sides) > 1 and _opposed(sides[0], sides[1]):  # "on running days and on non-running days"
        sides, contrast = tuple(one for one in sides if not one.without), True
    periods = tuple(period for one in found for period in one.periods)
    return Divided(bare, sides, periods, contrast)


_DEPENDS = pattern(r"\b(depend\w*|завис\w+)\b")


def _influence(text: str, as_of: date, lexicon: Lexicon) -> Divided | None:
    """Divide "does coffee affect my sleep": what is asked about, on days with the other thing and without."""
    said = _EFFECT.search(plain(text))
    if not said:
        return None
    text = f"{text[: said.start()]} {text[said.end() :]}"
    places = _keys(text, as_of, lexicon)
    two = [(hit, marks) for hit, marks in places if not marks & places[0][1]]
    fields = [hit for hit in lexicon.hits(text) if asked_by(text[hit.start : hit.end], lexicon)]
    if not places or not (two or fields):
        return None
    first, second = places[0][0], two[0][0] if two else fields[0]
    cause, effect = (second, first) if _DEPENDS.search(said[0]) else (first, second)
    side = _side(text[cause.start : cause.end], as_of, lexicon)
    if side is None or cause.start == effect.start:
        return None
    daily = lexicon.activity(side.subject.domain, side.subject.activity)
    if daily is not None and daily.night_before and not side.conditions:
        side = replace(side, words=(Words(("?",), said=text),))  # nobody has days without sleep
    return Divided(f"{text[: cause.start]} {text[cause.end :]}", (side,), (), True)


_EFFECT = pattern(
    r"\b(affect\w*|influenc\w*|impact\w*|hurts?|harm\w*|helps?|ruin\w*|worsen\w*|depend\w*|(?:link|connection|"
    r"relation\w*|"
    r"correlation) between|linked|related|correlat\w*|связ\w+|влия\w+|сказыва\w+|завис\w+)\b"
)


def _nightly(sides: tuple[Side, ...], rest: str, as_of: date, lexicon: Lexicon) -> tuple[Side, ...]:
    """Return the sides without a shift where the night between two days is noted on the day that it leads to."""
    asked = subjects_of(read_of(rest, as_of, lexicon), lexicon)[:1]
    own = lexicon.activity(asked[0].domain, asked[0].activity) if asked else None
    made = []
    for side in sides:
        other = lexicon.activity(side.subject.domain, side.subject.activity)
        led = (side.later > 0 and other is not None and other.night_before) or (
            side.later < 0 and own is not None and own.night_before
        )
        made.append(replace(side, later=0) if led else side)
    return tuple(made)


def _opposed(one: Side, other: Side) -> bool:
    return one.subject == other.subject and one.without is not other.without


def _keys(text: str, as_of: date, lexicon: Lexicon) -> list[tuple[Hit, set[tuple[str, str]]]]:
    """Return what a text names, place by place, with the activities that each may mean."""
    said = moments(text, as_of)
    found: dict[int, tuple[Hit, set[tuple[str, str]]]] = {}
    for hit in lexicon.hits(text):
        marks = {(mark.domain, mark.activity.activity) for mark in lexicon.marked(hit)}
        if marks and not any(one.start <= hit.start < one.end for one in said):
            found.setdefault(hit.start, (hit, set()))[1].update(marks)
    return list(found.values())


def _group(text: str, as_of: date, lexicon: Lexicon) -> _Found | None:
    """Return the last days that are named by what is done on them, "on running days", if something else is asked."""
    places = _keys(text, as_of, lexicon)
    low = plain(text)
    for hit, marks in reversed(places):
        ru = _RU_GROUP.search(low[: hit.start])
        after = _GROUP.match(low, hit.end) or _DAYS_ITSELF.search(low, hit.start, hit.end)
        if not ru and not after:
            continue
        unit = range(after.start(), after.end()) if after else range(0)  # "pizza nights": of no sleep
        others = [other for one, other in places if one is not hit and one.start not in unit]
        if all(marks & other for other in others) and not _asks_of(text, marks, lexicon):
            continue
        start = ru.start() if ru else hit.start
        end = after.end() if after else hit.end
        side = _side(text[hit.start : hit.end], as_of, lexicon)
        if side is None:
            continue
        negated = _NEGATED.search(low[:start])
        shift = _BEFORE_GROUP.search(low[:start])
        if shift:
            side = replace(side, later=1 if shift["after"] else -1)
            start = shift.start()
        if negated:
            side, start = replace(side, without=True), negated.start()
        return _Found(start, end, side, "" if shift or ru else after["unit"] if after else "")
    return None


def _asks_of(text: str, marks: set[tuple[str, str]], lexicon: Lexicon) -> bool:
    """Whether a text asks for a value that only another activity has, by its unit or name: "kcal on run days"."""
    asked = asked_by(_EXTREME.sub(" ", plain(text)), lexicon)
    return bool(asked) and not any(key in marks for key in asked)


_EXTREME = pattern(r"\b(?:long|short|far|fast|slow|quick)\w*|\b(?:length|длин\w+|долг\w+|быстр\w+|медлен\w+)\b")


def _clause(text: str, whole: str, as_of: date, lexicon: Lexicon) -> _Found | None:
    """Return the first clause that names something else than what the rest of the text asks about."""
    low = plain(text)
    for match in _CLAUSE.finditer(low):
        if match["weak"] and not _weak_may(match["weak"], plain(whole)):
            continue
        if match["weak"] and _QUESTION_WORD.match(low, match.end()):
            continue
        if _ASKS_WHEN.match(low, 0, match.end()) and not _THEN_ASKS.search(low, match.end()):
            continue
        leads = not lexicon.hits(text[: match.start()]) and not re.search(
            r"\b(how|what|which|when|сколько|как\w*)\b", low[: match.start()]
        )
        end = _ends(text, match.end(), leads, lexicon)
        clause = text[match.end() : end]
        side = _side(clause, as_of, lexicon)
        rest = f"{text[: match.start()]} {text[end:]}"
        asked = subjects_of(read_of(rest, as_of, lexicon), lexicon)
        if match[0].rstrip().endswith(" of") and not _keys(rest, as_of, lexicon):
            continue  # "the longest night of sleep"
        if side is None or not asked or not _differs(asked[0], side, match):
            continue
        if match["weak"] in {"without", "без", "ohne"}:
            side = replace(side, without=True)
        side = _placed(side, asked[0], match, low[match.start() : end], clause, whole, lexicon)
        unit = match["unit"] or match["ru"] or ""
        if (
            low[: match.start()]
            .rstrip()
            .endswith(("how many", "number of", "сколько", "скольких", "which", "what", "какие"))
        ):
            return _Found(match.start(), end, side, unit, periods_of(read_of(clause, as_of, lexicon), as_of))
        return _Found(match.start(), end, side, "", periods_of(read_of(clause, as_of, lexicon), as_of))
    return None


_QUESTION_WORD = pattern(r"\s*(?:what|which|how|as|сколько|как\w*)\b")
_DAY_OF = pattern(r"\W*(?:on |at )?(?:the )?(?:day|morning|evening) of\b")
_ASKS_WHEN = pattern(r"\W*(?:when|когда)\b")
_THEN_ASKS = pattern(r",\s*(?:how|what|which|did|do|was|is|am|are|сколько|как\w*|что|на сколько|в среднем)\b")
"""What makes a "when" at the beginning a clause, and no question: "when I run, how do I sleep"."""


def _weak_may(word: str, low: str) -> bool:
    """Whether "and" or "with" may join what was done on one day, rather than list or compare."""
    if word in {"and", "but", "yet", "и", "но", "und"}:
        return bool(_TOGETHER.search(low)) and not _COMPARED.search(low)
    return word not in {"с", "со", "mit"} or not _COMPARED.search(low)


def _ends(text: str, start: int, leads: bool, lexicon: Lexicon) -> int:
    """Return where a clause ends that begins at a place: at a comma, where something is asked, or with the text."""
    hits = [hit for hit in lexicon.hits(text) if hit.start >= start and lexicon.marked(hit)]
    first = hits[0].end if hits else start
    for match in _END.finditer(plain(text), first):
        if match[0] == "," and _AND_SO_MUCH.match(plain(text), match.end()):
            continue
        if match[0] in {",", ":", ";"} and not leads and not re.search(r"[^\W\d]", text[match.end() :]):
            continue
        return match.start()
    return len(text)


_AND_SO_MUCH = pattern(r"\s*(?:меньше|больше|менее|более|дольше|короче|less|under|over|more|fewer) (?:than |чем )?\d")
"""What tells more of a clause behind a comma: "when I sleep little, less than 6 hours"."""


def _differs(asked: Subject, side: Side, match: re.Match[str]) -> bool:
    """Whether a clause names something else than what is asked: another activity, or another time of the same."""
    if (asked.domain, asked.activity) != (side.subject.domain, side.subject.activity):
        return True
    if match["weak"]:
        return bool(asked.kinds and side.subject.kinds and not set(asked.kinds) & set(side.subject.kinds))
    moved = any(match[name] for name in ("after", "before", "posle", "pered", "dayafter", "daybefore"))
    narrower = bool(side.subject.kinds) and not asked.kinds
    return (moved or _span(match) != "day") and bool(side.pick or side.conditions or narrower)


def _span(match: re.Match[str]) -> Literal["day", "week", "month"]:
    """Return whether a clause means days, or the weeks or months of days."""
    unit = match["unit"] or match["ru"] or ""
    return "week" if unit.startswith(("week", "недел")) else "month" if unit.startswith(("month", "месяц")) else "day"


def _placed(
    side: Side, asked: Subject, match: re.Match[str], said: str, clause: str, whole: str, lexicon: Lexicon
) -> Side:
    """Return a side with how its days lie to those that are asked about: the day after, near it, in its week."""
    own, other = (
        lexicon.activity(asked.domain, asked.activity),
        lexicon.activity(side.subject.domain, side.subject.activity),
    )
    assert own is not None, "a subject is of a loaded domain"
    assert other is not None, "a side is of a loaded domain"
    later = int(any(match[name] for name in ("after", "posle", "dayafter", "later")))
    later -= int(any(match[name] for name in ("before", "pered", "daybefore", "earlier")))
    if match["weak"] and _NEXT_DAY.search(plain(whole)):  # "slept badly and ran the next day"
        later = -1
    timeless = later < 0 and not own.night_before and not (match["unit"] or match["ru"] or match["then"])
    if timeless:  # "runs before breakfast": entries of one day have no order
        return replace(side, words=(*side.words, Words(("?",), said=said)))
    span = _span(match)
    if span != "day":
        return replace(side, span=span)
    told = (
        match["when"]
        or match["ruwhen"]
        or match["ruday"]
        or match["then"]
        or _DAY_OF.match(said)
        or "when" in said
        or "когда" in said
    )
    near = bool(told) and bool(_RARE.search(plain(clause)))
    if told:  # "what did I weigh when …": a value of another day will do
        near = near or (
            not _TIMES.search(plain(whole))
            and bool(own.main)
            and not own.fields[own.main].sum
            and bool(side.conditions)
        )
    return replace(side, later=later, near=near and later == 0)


_TIMES = pattern(r"\b(?:сколько раз|как часто|how often|how many times|number of)\b")
"""What counts the days on which something was done, and asks for no value near them."""


def _side(text: str, as_of: date, lexicon: Lexicon) -> Side | None:
    """Return the days that a text names by what was done on them, or None."""
    read = read_of(text, as_of, lexicon)
    subjects = (alternatives(read, lexicon) if _EITHER.search(read.low) else ()) or subjects_of(read, lexicon)[:1]
    if not subjects or not read.hits:  # a bare quantity names no doing
        return None
    conditions = conditions_of(read, subjects, lexicon)
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    asked = worded(Query("list", text, as_of, subjects), text, read.low, read.hits, taken, lexicon)
    words = tuple(one for one in asked.words if one.strict)
    without = bool(_WITHOUT.match(_NEXT_DAY.sub(" ", read.low)))
    if _VAGUE.search(read.low) and not conditions:
        words = (*words, Words(("?",), said=text))  # "badly": no entry says so, and no value does
    return Side(
        subjects[0], conditions, periods_of(read, as_of), pick=pick_of(text), without=without, words=words,
        others=subjects[1:],
    )  # fmt: skip


_EITHER = pattern(r"\b(?:or|или|oder)\b")
