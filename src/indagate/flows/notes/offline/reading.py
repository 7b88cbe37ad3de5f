"""A question taken apart: days, numbers and vocabulary; the activities, conditions and periods that it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from indagate.flows.notes.calendarwords import WEEKDAYS
from indagate.flows.notes.domain import Activity
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.measure import UNITS, Measure, measures
from indagate.flows.notes.moment import Moment, moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.draft import value_as
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.moneyin import came_in
from indagate.flows.notes.offline.questionword import joined
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Condition, Op, Period, Subject
from indagate.flows.notes.token import content, plain, stem, tokens

_FOR_IT = pattern(r"\b(pb|pr|record|time|pace|speed|fastest|best|under|within|hour|minutes?)\b")
_HOW_MANY = pattern(r"\b(how many|сколько|wie viele)\s*$")
_AGO = pattern(r"\b(ago|назад|her)$")
"""What makes "days ago" a question and no day."""
_LAST_OF_THEM = pattern(r"\b(?:my|the) (?:last|latest) night$")
"""What asks for the last of many nights, and does not name one."""


@dataclass(frozen=True, slots=True)
class Read:
    """A question taken apart."""

    text: str
    low: str
    hits: tuple[Hit, ...]
    said: tuple[Moment, ...]
    numbers: tuple[Measure, ...]


def read_of(text: str, as_of: date, lexicon: Lexicon) -> Read:
    """Take a question apart."""
    low = plain(text)
    said = tuple(
        one
        for one in moments(text, as_of)
        if not (_HOW_MANY.search(low[: one.start]) and _AGO.search(low, one.start, one.end))
        and not _LAST_OF_THEM.search(low, one.start - 4, one.end)
    )
    numbers = tuple(one for one in measures(text) if not any(m.start <= one.start < m.end for m in said))
    hits = tuple(hit for hit in lexicon.hits(text) if not any(m.start <= hit.start < m.end for m in said))
    hits = tuple(hit for hit in hits if not (hit.near and stem(text[hit.start : hit.end]) in idle()))
    return Read(text, low, hits, said, numbers)


def subjects_of(read: Read, lexicon: Lexicon) -> tuple[Subject, ...]:
    """Return the activities that a question names; of two that one word may mean the one with more words."""
    marked = [(hit, mark) for hit in read.hits for mark in lexicon.marked(hit)]
    if _worked_for(read, lexicon):  # "how many hours did I bill Acme"
        marked = [(hit, mark) for hit, mark in marked if mark.kind or "money" not in mark.activity.needs]
    came = came_in(read.low) and lexicon.activity("money", "income") is not None
    if came and all(mark.domain == "money" and not mark.kind for _, mark in marked):
        return (Subject("money", "income"),)
    if not marked:
        meant = _done_with(read, lexicon) or asked_by(read.text, lexicon) or _implied(read, lexicon)
        meant = meant or _priced(read, lexicon)
        meant = meant or _worked_for(read, lexicon)
        return tuple(Subject(domain, name) for domain, name in meant[:1])
    priced = [key for key in asked_by(read.text, lexicon) if key[1] == "spend"]
    if priced and not any(_costs(mark.activity) for _, mark in marked):
        return (Subject(*priced[0]),)  # "my most expensive dinner" is asked of what was paid
    votes: dict[tuple[str, str], list[str]] = {}
    generic_weight = 0.3 if re.search(r"\b(hours?|time|minutes|how long|часов|времени|долго)\b", read.low) else 1.6
    places: dict[tuple[str, str], dict[int, float]] = {}
    named: dict[tuple[tuple[str, str], int], dict[str, None]] = {}
    for hit, mark in marked:
        key = (mark.domain, mark.activity.activity)
        votes.setdefault(key, [])
        if mark.kind:
            named.setdefault((key, hit.start), {})[mark.kind] = None
        generic = mark.activity.activity in {"spend"} and not mark.kind
        worth = 1.5 if mark.kind else generic_weight if generic else 1.0
        here = places.setdefault(key, {})
        here[hit.start] = max(here.get(hit.start, 0.0), worth * (0.4 if hit.near else 1))
    for key in votes:
        some = [kinds for (own, _), kinds in named.items() if own == key]
        narrow = [kinds for kinds in some if not any(other.keys() < kinds.keys() for other in some)]
        votes[key] = list(dict.fromkeys(kind for kinds in narrow for kind in kinds))  # "food at restaurants"
    weight = {key: sum(here.values()) for key, here in places.items()}
    for key in weight:
        activity = lexicon.activity(*key)
        fields = {word for item in activity.fields.values() for word in item.words} if activity else set()
        weight[key] += 0.6 * len({hit.entry for hit in read.hits if hit.domain == key[0] and hit.entry in fields})
        if activity and activity.needs and key[1] == "spend" and any(one.kind == "money" for one in read.numbers):
            weight[key] += 1
    order = sorted(votes, key=lambda key: -weight[key])
    found: list[Subject] = []
    for key in order:
        if found and weight[key] < weight[order[0]]:
            break
        found.append(Subject(*key, tuple(dict.fromkeys((*votes[key], *_asked_as(read, lexicon.activity(*key)))))))
    if len(found) > 1:  # equally strong: what stands first is asked about
        at = {key: min(h.start for h, m in marked if (m.domain, m.activity.activity) == key) for key in votes}
        found.sort(key=lambda one: at[one.domain, one.activity])
        found = found[:1]
    if found and found[0].activity == "spend" and not found[0].kinds and paid_by_another(read.low):
        found = [Subject(found[0].domain, "income")]
    return tuple(found)


def _costs(activity: Activity) -> bool:
    return any(field.dimension == "money" for field in activity.fields.values())


def _done_with(read: Read, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Return the activities that words mean which name them only beside a value, where one is asked for: bike miles."""
    units = {UNITS[token.low][0] for token in tokens(read.text) if token.low in UNITS and len(token.low) > 1}
    found = [(mark.domain, mark.activity) for hit in read.hits for mark in lexicon.with_value(hit)]
    return [
        (domain, one.activity)
        for domain, one in found
        if (_MEASURED.search(read.low) and not one.needs) or units & {item.dimension for item in one.fields.values()}
    ]


_HOURS_FOR = pattern(
    r"\b(?:hours?|hrs|how (?:long|much time)|часов|времени|stunden)\b.*?\b(?:on|for|to|into|with|bill(?:ed)?|invoiced?|"
    r"на|для|für)\s+(?:the\s+)?(?P<name>[^\W\d][\w&'-]+)"
)


def _worked_for(read: Read, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Return the work that hours are of which something with a name takes: "hours for Tidepool"."""
    if lexicon.activity("work", "work") is None:
        return []
    if _BILLED.search(read.low):
        return [("work", "work")]
    found = _HOURS_FOR.search(read.low)
    if found is None:
        return []
    at, name = found.start("name"), found["name"].removesuffix("'s")
    known = any(hit.start <= at < hit.end for hit in read.hits) or any(one.start <= at < one.end for one in read.said)
    plain_word = stem(name) in idle() or not content(name) or name in cues.KIN or name in cues.NAMES
    return [] if known or plain_word else [("work", "work")]


_BILLED = pattern(r"\bhours?\b.{0,24}\b(?:bill|billed|invoiced|clocked)\b|\b(?:billed|billable|clocked) hours\b")


def paid_by_another(low: str) -> bool:
    """Whether a question asks what somebody else paid, a client and nobody of the writer's own people."""
    found = _PAID_BY.search(low)
    return found is not None and found["name"] not in cues.KIN and found["name"] not in cues.NAMES


_PAID_BY = pattern(
    r"\b(?:did|has|have|had|does|do|will|when|since) (?:the |my )?(?!i\b|we\b|you\b|it\b|that\b|this\b|they\b|he\b|"
    r"she\b|my\b|"
    r"the\b|was\b|were\b|is\b|did\b|have\b|last\b|all\b)(?P<name>[^\W\d][\w&'-]+)(?: (?:last|ever|finally|already|"
    r"actually|"
    r"still|ever))* (?:pay|paid|pays)\b(?! for\b)"
)
_MEASURED = pattern(
    r"\b(?:how (?:far|long|often|many (?:times|days))|distance|time|total|average|longest|furthest|farthest|fastest|"
    r"далеко|долго|как часто|сколько (?:раз|дней)|wie (?:weit|lange|oft))\b"
)


def _asked_as(read: Read, activity: Activity | None) -> tuple[str, ...]:
    """Return the kinds that a question means by words that name something else in notes: what the gym costs."""
    words = {token.low for token in tokens(read.text)}
    return tuple(kind for kind, said in (activity.asked_as if activity else {}).items() if words & set(said))


def _implied(read: Read, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Return the activities that a quantity alone means: "times I went over 10k"."""
    kinds = {one.kind for one in read.numbers}
    kinds |= {UNITS[token.low][0].partition(":")[0] for token in tokens(read.text) if token.low in UNITS} & {"money"}
    return [
        (domain.name, one.activity)
        for domain in lexicon.domains.values()
        for one in domain.log_schema
        if kinds & set(one.meant_by)
    ]


def _priced(read: Read, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Return what money is asked of: "how much was the helmet"."""
    if not _HOW_MUCH_WAS.match(read.low):
        return []
    return [(d.name, one.activity) for d in lexicon.domains.values() for one in d.log_schema if "money" in one.meant_by]


_HOW_MUCH_WAS = pattern(r"\W*(?:and |so )?how much (?:was|were) (?:the|my|our|that|those) [^\W\d]")


def asked_by(text: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Return the activities that a question means which names none, by what it asks of them: pace, calories."""
    return [
        (hit.domain, one.activity)
        for hit in lexicon.hits(text)
        for one in lexicon.domains[hit.domain].log_schema
        if hit.entry in one.asked_by and plain(text[hit.start : hit.end]) not in {"far", "weit"}
    ]


def conditions_of(read: Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> tuple[Condition, ...]:
    """Return what the values must be, from numbers and from words like "half marathon"."""
    if not subjects:
        return ()
    activity = lexicon.activity(subjects[0].domain, subjects[0].activity)
    if activity is None:
        return ()
    found, ranged = _ranges(read, activity)
    for one, other in zip(read.numbers, read.numbers[1:], strict=False):
        if _EITHER.fullmatch(read.low[one.end : other.start]):
            ranged |= {one.start, other.start}  # "was it 105 or 110"
    for one in read.numbers:
        if one.start in ranged:
            continue
        before, after = read.low[: one.start], read.low[one.end :]
        if one.kind == "number" and after[:1].isalpha():
            continue  # "1rm"
        if one.kind == "number" and _SOME_OF.match(after):
            continue  # "at least one of them"
        name, value = next(
            ((n, v) for n, item in activity.fields.items() if (v := value_as(item, one)) is not None), ("", 0.0)
        )
        name, value = _as_pace(one, before, activity) or (name, value)
        if not name and one.kind == "number":
            name, value = _bare(read, one, activity)
        if not name or one.unit == "a":
            continue
        op: Op = "~"
        if cue.BEATEN.search(before):
            op = ">"
        elif cue.ATTAINED.search(before):
            op = ">="
        elif cue.ABOVE.search(before) and not re.search(r"\bне (больше|более)\s*$|no more than\s*$", before):
            for_it = before.rstrip().endswith("over") and _FOR_IT.search(read.low)  # "my best time over 10 km"
            op = ">=" if for_it else ">"
        elif cue.LEAST.search(before) or cue.OR_MORE.match(after):
            op = ">="
        elif cue.BELOW.search(before) and not re.search(r"\bне (меньше|менее)\s*$", before):
            op = "<"
        elif cue.MOST.search(before) or cue.OR_LESS.match(after):
            op = "<="
        elif activity.fields[name].dimension == "mass" and activity.activity != "body_weight":
            op = ">="
        unsaid = one.kind == "number" and activity.fields[name].dimension in {"mass", "length"}
        found.append(Condition(name, op, value, bare=unsaid and value == one.value))
    for hit in read.hits:
        for name, value in activity.means.get(hit.entry, {}).items():
            if not (
                hit.entry == "marathon" and any(h.entry == "half_marathon" and h.start == hit.start for h in read.hits)
            ):
                found.append(Condition(name, ">=", value * 0.99))  # "21 km" is a half marathon
    return tuple(found)


def _as_pace(one: Measure, before: str, activity: Activity) -> tuple[str, float] | None:
    """Return the field and value of a time that a pace is compared with: "faster than 5:30"."""
    if one.kind not in {"time", "clock"} or not _PACED.search(before):
        return None
    return next(((name, one.value) for name, item in activity.fields.items() if item.dimension == "pace"), None)


_PACED = pattern(r"\b(?:(?:faster|slower)(?: than)?|быстрее|медленнее|pace(?: of)?|темп\w*)(?: чем)?(?: за)?\s*$")


def _bare(read: Read, one: Measure, activity: Activity) -> tuple[str, float]:
    """Return the field and value that a number without a unit means after a comparison: "less than 82", "over 7"."""
    field = activity.fields.get(activity.main)
    before, after = read.low[: one.start], read.low[one.end :]
    compares = any(cue_.search(before) for cue_ in (cue.ABOVE, cue.LEAST, cue.BELOW, cue.MOST)) or (
        cue.OR_MORE.match(after) or cue.OR_LESS.match(after)
    )
    things = any(hit.start == one.end + 1 for hit in read.hits) or _THINGS.match(after)
    if field is None or things or (field.dimension == "money" and not before.endswith(" of ")):
        return "", 0.0
    if not compares and field.dimension != "money":  # "the rent of 810" needs no comparison
        return "", 0.0
    return activity.main, one.value * (60 if field.shown == "hours" else 1)


_EITHER = pattern(r"\s*,?\s*(?:or|или|oder)\s*")
_SOME_OF = pattern(r"\s*of\b")
_THINGS = pattern(r"\s*(times|days|nights|weeks|months|sessions|entries|раз|дней|ночей|недел|месяц)")
_RANGE_FROM = pattern(r"\b(between|from|от|между|zwischen|von|с)\s*$")
_RANGE_TO = pattern(r"\s*(and|to|-|–|until|до|и|und|bis)\s*")


def _ranges(read: Read, activity: Activity) -> tuple[list[Condition], set[int]]:
    """Return what "between 5 and 8 km" and "from 60 to 80 kg" ask of a value, and where those numbers stand."""
    found: list[Condition] = []
    places: set[int] = set()
    for one, other in zip(read.numbers, read.numbers[1:], strict=False):
        if not _RANGE_TO.fullmatch(read.low[one.end : other.start]) or not _RANGE_FROM.search(read.low[: one.start]):
            continue
        for name, item in activity.fields.items():
            high = value_as(item, other)
            low = value_as(item, one)
            if one.kind == "number" and other.kind != "number" and high is not None and other.value:
                low = _like(one, other, high)  # "7 and 8 hours": both are hours
            if low is not None and high is not None:
                found += [Condition(name, ">=", low), Condition(name, "<=", high)]
                places |= {one.start, other.start}
                break
    return found, places


def _like(one: Measure, other: Measure, value: float) -> float:
    """Return a bare number's value in the unit of the quantity after it, whose value in its field is `value`."""
    known = UNITS.get(other.unit)
    return one.value * (known[1] if known else 1.0) * value / other.value


def periods_of(read: Read, as_of: date) -> tuple[Period, ...]:
    """Return the days asked about."""
    found = []
    for one in read.said:
        first = one.first
        if first > as_of and not one.coming:
            continue
        if re.search(r"\b(прошлый|последний|last) раз$|last time$", read.low[: one.end]):
            continue
        found.append(Period(first, one.last, read.text[one.start : one.end]))
    return _without_names_of_days(tuple(found))


def _without_names_of_days(found: tuple[Period, ...]) -> tuple[Period, ...]:
    """Return periods without a bare day of the week that only names the one that a date tells: "my Sunday run of 26
    April"."""
    dated = {one.first.weekday() for one in found if one.day and re.search(r"\d", one.said)}
    bare = {one for one in found if re.sub("^(?:on |the )+", "", plain(one.said)) in WEEKDAYS}
    return tuple(one for one in found if not (one in bare and one.first.weekday() in dated))


def alternatives(read: Read, lexicon: Lexicon) -> tuple[Subject, ...]:
    """Return the activities of "run or lift", "running and swimming": those that are named side by side."""
    found: list[Subject] = []
    last: Hit | None = None
    for hit in read.hits:
        marks = [mark for mark in lexicon.marked(hit) if mark.activity.activity != "spend"]
        if not marks:
            continue
        if last is not None and not joined(read.low, last.end, hit.start):
            found = [] if len(found) < 2 else found
            if found:
                break
        mark = marks[0]
        one = Subject(mark.domain, mark.activity.activity, (mark.kind,) if mark.kind else ())
        if one not in found:
            found.append(one)
        last = hit
    return tuple(found) if len({(one.domain, one.activity) for one in found}) > 1 else ()
