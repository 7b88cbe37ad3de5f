"""PARSE by rule: the things that a note tells, with days and values, and whether they count."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.entry import Item, Why
from indagate.flows.notes.lexicon import Hit, Lexicon, Marked
from indagate.flows.notes.measure import Measure, measures
from indagate.flows.notes.moment import moments, unclear
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.clause import adds, clauses, priced, sentences
from indagate.flows.notes.offline.denial import denies, in_general
from indagate.flows.notes.offline.shift import is_stay, stays
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import content, plain, tokens

_TIME = pattern(r"\s*([01]?\d|2[0-3]):[0-5]\d(\s*(uhr|am|pm))?[\s,:–-]+(?=[\w€$£])")
"""A time of day at the beginning of a note."""
_WEAK = pattern(
    r"\b(after|before|from|to|at|on|during|until|since|despite|for|between|about|после|перед|до|с|на|"
    r"во время|из-за|для|о|"
    r"от|nach|vor|zum|zur|von|während)\s+((my|the|a|моей|моего)\s+)?$"
)
"""What makes the activity that follows a circumstance, unless it has a value."""
IMPLAUSIBLE_DAY = 400


@dataclass(slots=True)
class _Draft:
    """An item on its way: which activities may be meant, and what belongs to it."""

    marks: list[Marked]
    start: int
    end: int
    found: list[Measure]
    why: Why = ""
    who: str = ""
    day: date | None = None
    weak: bool = False
    named: bool = True
    at: int = 0


def parse(text: str, day: date, lexicon: Lexicon) -> tuple[Item, ...]:
    """Return what a note of a day tells, thing by thing."""
    items: list[Item] = []
    carried: Why = "undated" if unclear(text, day) else ""
    clock = None if is_stay(text) else _TIME.match(text)
    if clock and (measures(text[clock.end() :]) or not re.search(r"sle|slept|сон|спал", plain(text))):
        text = " " * clock.end() + text[clock.end() :]
    for sentence, start in sentences(text):
        if text[start + len(sentence) : start + len(sentence) + 1] == "?" or sentence.endswith("?"):
            carried_here: Why = "asked"
        else:
            carried_here = ""
        if re.match(r"\W*(goals?|plans?|todo|to do|цел[ьи]|планы?)\s*:", plain(sentence)):
            carried = "planned"
        items += _sentence(sentence, day, lexicon, carried or carried_here)
    items = [_of_kind_told(item, text, items, lexicon) for item in items]
    return tuple(item for at, item in enumerate(items) if not _repeats(item, items[:at]))


def _of_kind_told(item: Item, text: str, items: list[Item], lexicon: Lexicon) -> Item:
    """Return what was paid with the kind that another sentence of the note names: "doctor: … . Paid 60 €"."""
    if item.kind or not item.unit or any(one.kind for one in items if one.activity == item.activity):
        return item
    named = {
        mark.kind
        for hit in lexicon.hits(text)
        for mark in lexicon.marked(hit)
        if (mark.domain, mark.activity.activity) == (item.domain, item.activity) and mark.kind
    }
    return replace(item, kind=named.pop()) if len(named) == 1 else item


def _repeats(item: Item, before: list[Item]) -> bool:
    """Whether a thing only says again what the note has told: "8 km, 48:40. first time at 8 km!"."""
    return bool(item.values) and any(
        (one.domain, one.activity, one.kind, one.day, one.why, one.unit)
        == (item.domain, item.activity, item.kind, item.day, item.why, item.unit)
        and item.values.items() <= one.values.items()
        and len(item.values) < len(one.values)
        for one in before
    )


def _sentence(text: str, day: date, lexicon: Lexicon, carried: Why) -> list[Item]:
    numbers = priced(text, tuple(one for one in stays(text, measures(text)) if not _dated(one, text, day)))
    hits = [hit for hit in lexicon.hits(text) if lexicon.marked(hit)]
    drafts: list[_Draft] = []
    about = _day_named(text, day) or day
    why, who = carried, ""
    for start, end in clauses(text, numbers):
        piece = plain(text[start:end])
        own = [one for one in numbers if start <= one.start < end]
        here = [hit for hit in hits if start <= hit.start < end]
        named = _day_named(text[start:end], day) or about
        if cues.planned(piece) or named > day:
            why = carried or "planned"
        elif why == "planned" and re.search(
            r"\b(i|я|today|сегодня|did|ended up|only|managed|instead|вышло|получилось|в итоге|сделал\w*)\b", piece
        ):
            why = carried
        other = _who(text, start, end, here)
        who = other or ("" if re.search(r"\b(i|я|my|мой|моя|мои|мы|we)\b", piece) or here else who)
        clause: Why = why or ("other" if who else "")
        fresh = _drafts(text, start, end, here, lexicon, clause, who, named)
        if own and not fresh and drafts and drafts[-1].why == "planned" != clause:  # "wanted to run 16 km but did 9"
            fresh = [_Draft(list(drafts[-1].marks), start, end, [], clause, who, named, at=start)]
        if own and not fresh and drafts and adds(text, start, end, own):
            own = [one for one in own if not _added(drafts[-1], one)]
        if fresh:
            fresh[0].start, fresh[-1].end = drafts[-1].end if drafts else 0, end
            left = _attach(own, fresh, lexicon)
        elif drafts:
            left = _attach(own, drafts, lexicon, back=True)
            if text[start - 1 : start] == "(":  # "(my half of 69 €)"
                left = [one for one in left if not any(_has(draft, one) for draft in drafts)]
            drafts[-1].end = end
        else:
            left = own
        implied = _implied(left, lexicon, clause, who, named, start, end)
        if any(
            one.kind == "money" for draft in implied for one in draft.found
        ):  # "coffee to go 5 €": bought, not drunk
            for draft in fresh:
                draft.weak = True
        fresh += implied
        drafts += fresh
    _give_back(drafts)
    kept = [one for one in drafts if one.found or (one.named and not one.weak and not _general(text, one))]
    return [item for draft in kept for item in _finish(draft, text, day, lexicon)]


def _added(draft: _Draft, one: Measure) -> bool:
    """Add a quantity to the one of its kind that a draft has, if totals of it make sense; return whether it was."""
    for at, other in enumerate(draft.found):
        if other.kind != one.kind or one.kind in {"sets", "reps", "mass", "number", "clock"}:
            continue
        if one.kind == "money" and other.unit != one.unit:
            continue
        fields = [mark.activity.fields.get(_field(mark.activity, other)) for mark in draft.marks]
        if any(item is not None and item.sum for item in fields):
            draft.found[at] = replace(other, value=other.value + one.value, end=max(other.end, one.end))
            return True
    return False


def _dated(one: Measure, text: str, day: date) -> bool:
    return one.kind in {"number", "level"} and any(m.start <= one.start < m.end for m in moments(text, day))


def _day_named(text: str, day: date) -> date | None:
    """Return the day that a text names; "quiet sunday", written on a Sunday, is that day."""
    for one in moments(text, day):
        if one.day and _near(one.first, day):
            said = plain(text[one.start : one.end])
            same = (day - one.first).days == 7 and " " not in said and not any(sign.isdecimal() for sign in said)
            return day if same else one.first
    return None


def _near(about: date, day: date) -> bool:
    return abs((about - day).days) <= IMPLAUSIBLE_DAY


def _who(text: str, start: int, end: int, here: list[Hit]) -> str:
    all_ = tokens(text)
    inside = [n for n, token in enumerate(all_) if start <= token.start < end]
    if not inside:
        return ""
    limit = here[-1].first if here else inside[-1] + 1
    first, last = inside[0], min(inside[-1] + 1, max(limit, inside[0] + 1))
    if here and here[0].first == inside[0] and here[-1].first > here[0].first:
        return ""
    return cues.person(all_, first, last)


def _give_back(drafts: list[_Draft]) -> None:
    """Let money that stands with what it was spent on be a refund where the sentence tells of one."""
    back = next((one for one in drafts if not one.found and _is(one, "refund")), None)
    paid = next((one for one in drafts if _is(one, "spend") and any(m.kind == "money" for m in one.found)), None)
    if back is not None and paid is not None:
        paid.marks = back.marks


def _is(draft: _Draft, activity: str) -> bool:
    return any(mark.activity.activity == activity for mark in draft.marks)


_PLURALS = pattern(
    r"\b(runs|jogs|lifts|workouts|walks|swims|rides|coffees|meals|lunches|dinners|breakfasts|пробежки|пробежек|"
    r"тренировки|"
    r"тренировок|прогулки|прогулок|обеды|ужины|завтраки)\b"
)


def _general(text: str, draft: _Draft) -> bool:
    """Whether something is spoken of in general: "evening runs suit me better"."""
    said = plain(text[draft.start : draft.end])
    return bool(_PLURALS.search(said)) and not re.search(
        r"\d|\b(two|three|four|both|две|три|оба|обе|zwei|drei)\b", said
    )


def _drafts(
    text: str, start: int, end: int, here: list[Hit], lexicon: Lexicon, why: Why, who: str, day: date
) -> list[_Draft]:
    """Return a draft for each activity that a clause names; one that another names further is one thing."""
    found: list[_Draft] = []
    since = start
    for hit in here:
        marks = lexicon.marked(hit)
        denied: Why = why or ("denied" if denies(text, since, hit, end) else "")
        weak = bool(_WEAK.search(plain(text[since : hit.start])))
        since = hit.end
        if found and not _parts(found[-1].marks, marks):
            same = {(mark.domain, mark.activity.activity) for mark in found[-1].marks}
            more = [mark for mark in marks if (mark.domain, mark.activity.activity) in same]
            if any(mark.kind for mark in more):
                found[-1].marks = [mark for mark in more if mark.kind]
            elif more and not any(mark.kind for mark in found[-1].marks):
                found[-1].marks = more
            found[-1].named = found[-1].named or any(not mark.kind for mark in marks)
            found[-1].end, found[-1].why = hit.end, found[-1].why or denied
            continue
        named = any(not mark.kind or mark.activity.kinds_alone for mark in marks) and not in_general(
            text, start, hit, end
        )
        found.append(_Draft(list(marks), hit.start, hit.end, [], denied, who, day, weak, named, hit.start))
    return found


def _parts(one: list[Marked], other: list[Marked]) -> bool:
    """Whether two marks are different things: other activities, or two kinds of one."""
    shared = {(a.domain, a.activity.activity) for a in one} & {(b.domain, b.activity.activity) for b in other}
    if not shared:
        return True
    kinds = {a.kind for a in one if a.kind}, {b.kind for b in other if b.kind}
    return bool(kinds[0] and kinds[1] and kinds[0] != kinds[1])


def _attach(own: list[Measure], drafts: list[_Draft], lexicon: Lexicon, *, back: bool = False) -> list[Measure]:
    """Give each quantity to the nearest draft that has a field for it; return what none takes."""
    left = []
    for one in own:
        fitting = [draft for draft in drafts if any(_field(mark.activity, one) for mark in draft.marks)]
        if back:
            fitting = [draft for draft in fitting if not _has(draft, one) or one.kind == "number"]
        if one.kind == "number" and len(drafts) > 1 and back:
            fitting = [draft for draft in fitting if draft is drafts[-1]]
        fitting = [draft for draft in fitting if not draft.weak] or fitting
        if not fitting:
            left.append(one)
            continue
        before = [draft for draft in fitting if draft.start <= one.start]
        after = [draft for draft in fitting if draft.start > one.start]
        free = [draft for draft in before if not _has(draft, one)]
        chosen = (free or after or before)[-1 if free or not after else 0]
        chosen.found.append(one)
    return left


def _has(draft: _Draft, one: Measure) -> bool:
    return any(other.kind == one.kind for other in draft.found)


def _field(activity: Activity, one: Measure) -> str:
    """Return the field of an activity that a quantity fits, or nothing."""
    for name, item in activity.fields.items():
        value = value_as(item, one)
        if value is None:
            continue
        if item.range and not item.range[0] <= value <= item.range[1]:
            continue
        if value < 0 and item.dimension != "degree":
            continue
        return name
    return ""


def value_as(item: Field, one: Measure) -> float | None:
    """Return a quantity's value as that of a field, or None if it is of another kind."""
    kind = item.dimension
    if one.kind == kind:
        return one.value
    if kind == "time" and one.kind == "clock" and item.clock:
        return one.more if item.clock == "hours" else one.value
    if kind == "mass" and one.kind == "sets" and one.value > 12:
        return one.value  # "95x2": a load and its repetitions
    if kind in {"reps"} and one.kind == "sets":
        return None
    if one.kind == "number" and (item.bare or (kind in {"count", "mass"} and item.range is None)):
        return one.value
    return None


def _implied(
    left: list[Measure], lexicon: Lexicon, why: Why, who: str, day: date, start: int, end: int
) -> list[_Draft]:
    """Return drafts for quantities that mean an activity by themselves: kilometres a run, euros an expense."""
    found: list[_Draft] = []
    for one in left:
        for domain in lexicon.domains.values():
            marks = [Marked(domain.name, a, "") for a in domain.log_schema if one.kind in a.implied_by]
            if one.kind == "length" and one.unit in {"m", "м", "метров", "метра", "meters", "metres"}:
                marks = []
            if marks and not any(other.marks[0].activity is marks[0].activity for other in found):
                found.append(_Draft(marks, start, end, [one], why, who, day))
                break
        else:
            for draft in found:
                if any(_field(mark.activity, one) for mark in draft.marks):
                    draft.found.append(one)
    return found


def _needed(activity: Activity, draft: _Draft) -> bool:
    return not activity.needs or any(one.kind in activity.needs for one in draft.found)


def said_of(draft: _Draft, text: str) -> str:
    """Return the words of a note that tell a thing."""
    return text[draft.start : draft.end].strip(" ,;:-–—+.")


_DONE = pattern(r"\b(ran|run|finished|completed|did|raced|пробежал\w*|финишировал\w*|закончил\w*|lief|gelaufen)\b")


def _meant(activity: Activity, said: str, lexicon: Lexicon, valued: bool) -> list[tuple[str, float]]:
    """Return the values that a word stands for where a thing was done: a half marathon is 21.0975 km."""
    if not activity.means or not (valued or _DONE.search(plain(said))):
        return []
    entries = [hit.entry for hit in lexicon.hits(said) if hit.entry in activity.means]
    return list(activity.means[entries[0]].items()) if entries else []


def _finish(draft: _Draft, text: str, day: date, lexicon: Lexicon) -> list[Item]:
    mark = next((one for one in draft.marks if draft.found and _field(one.activity, draft.found[0])), draft.marks[0])
    activity = mark.activity
    if not _needed(activity, draft):
        return []
    values: dict[str, float] = {}
    unit = ""
    for one in draft.found:
        name = _field(activity, one)
        if not name or (name in values and name != "weight"):
            continue
        value = value_as(activity.fields[name], one) or 0.0
        if one.kind == "number" and name == "weight" and "reps" in activity.fields and one.start < draft.at:
            name = "reps"  # "5 pull-ups"
        if name in values and value <= values[name]:
            continue
        values[name] = round(value, 4)
        if one.kind == "money":
            unit = one.unit
        if "reps" in activity.fields:
            if one.kind == "sets" and one.more:
                values |= {"reps": one.more} if one.value > 12 else {"sets": one.value, "reps": one.more}
            elif one.more:
                values["reps"] = one.more
    for name, value in _meant(activity, said_of(draft, text), lexicon, bool(values) and not draft.why):
        values.setdefault(name, value)
    if "sets" in values and values["sets"] > 12:
        del values["sets"]
    said = said_of(draft, text)
    why = draft.why
    if not why and activity.activity == "pain" and "level" in values and values["level"] == 0:
        why = "denied"
    entries = (f"#{hit.entry}" for hit in lexicon.hits(said))
    tags = tuple(dict.fromkeys([*content(said), *entries]))
    item = Item(draft.day or day, mark.domain, activity.activity, mark.kind, values, unit, tags, why, draft.who, said)
    if "money" in activity.needs and unit in _CURRENCIES:
        item = replace(item, unit=_CURRENCIES[unit])
    return [item]


_CURRENCIES = {"eur": "€", "euro": "€", "euros": "€"}
