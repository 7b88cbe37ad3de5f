"""PARSE by rule: the things that a note tells, with days and values, and whether they count."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from indagate.flows.notes.entry import Item, Why
from indagate.flows.notes.lexicon import Hit, Lexicon, Marked
from indagate.flows.notes.measure import Measure, measures
from indagate.flows.notes.moment import moments, unclear
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.clause import adds, as_far, clauses, priced, sentences
from indagate.flows.notes.offline.denial import denies, in_general
from indagate.flows.notes.offline.draft import Draft, field_of, finish, has, of_kind_told, repeats
from indagate.flows.notes.offline.joining import added, joined, lend
from indagate.flows.notes.offline.payment import given_back, settle
from indagate.flows.notes.offline.shift import is_stay, stays
from indagate.flows.notes.offline.whose import doer, worked_for
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import content, listed, plain, stem

_TIME = pattern(r"\s*([01]?\d|2[0-3]):[0-5]\d(\s*(uhr|am|pm))?[\s,:–-]+(?=[\w€$£])")
"""A time of day at the beginning of a note."""
_WEAK = pattern(
    r"\b(after|before|from|to|at|on|during|until|since|despite|for|between|about|после|перед|до|с|на|"
    r"во время|из-за|для|о|"
    r"от|nach|vor|zum|zur|von|während)\s+((my|the|a|моей|моего)\s+)?$"
)
_GONE = pattern(
    r"\b(?:went|gone|go|going|got|been|out|off|headed|took|managed|squeezed) (?:out |off |back )?"
    r"(?:for|on|to) (?:(?:my|the|a|an|another|some)\s+)?$"
)
"""What makes it the thing done after all: "went for a jog"."""
"""What makes the activity that follows a circumstance, unless it has a value."""
IMPLAUSIBLE_DAY = 400


def parse(text: str, day: date, lexicon: Lexicon) -> tuple[Item, ...]:
    """Return what a note of a day tells, thing by thing."""
    items: list[Item] = []
    carried: Why = "undated" if unclear(text, day) else ""
    clock = None if is_stay(text) else _TIME.match(text)
    if clock and (measures(text[clock.end() :]) or not re.search(r"sle|slept|сон|спал", plain(text))):
        text = " " * clock.end() + text[clock.end() :]
    heads: list[str] = []
    since: int | None = None
    for sentence, start in sentences(text):
        if text[start + len(sentence) : start + len(sentence) + 1] == "?" or sentence.endswith("?"):
            carried_here: Why = "asked"
        else:
            carried_here = ""
        if re.match(r"\W*(goals?|plans?|todo|to do|цел[ьи]|планы?)\s*:", plain(sentence)):
            carried = "planned"
        told = _sentence(sentence, day, lexicon, carried or carried_here)
        if since is not None and not _names_any(sentence, lexicon):  # "1 km in the pool at last! It took 32:40"
            told = _sentence(text[since : start + len(sentence)], day, lexicon, carried or carried_here)
        since = start if not told and not carried_here and _names_place(sentence, lexicon) else None
        if not told and not items and not carried_here:
            heads += content(sentence)
        items += told
    items = [of_kind_told(item, text, items, lexicon) for item in items]
    items = [item for at, item in enumerate(items) if not repeats(item, items[:at], lexicon)]
    return tuple(replace(item, tags=tuple(dict.fromkeys((*item.tags, *heads)))) for item in items)


def _names_any(sentence: str, lexicon: Lexicon) -> bool:
    return any(lexicon.marked(hit) or lexicon.with_value(hit) for hit in lexicon.hits(sentence))


def _names_place(sentence: str, lexicon: Lexicon) -> bool:
    """Whether a sentence has words by which a value, told in the next one, would be that of a thing: in the pool."""
    return any(lexicon.with_value(hit) for hit in lexicon.hits(sentence))


_DONE_AFTER_ALL = pattern(
    r"\b(i|я|today|сегодня|did|ended up|only|managed|instead|вышло|получилось|в итоге|сделал\w*)\b"
)


def _sentence(text: str, day: date, lexicon: Lexicon, carried: Why) -> list[Item]:
    found = tuple(one for one in stays(text, measures(text)) if not _aside(one, text, day))
    numbers = as_far(text, priced(text, found))
    hits = [hit for hit in lexicon.hits(text) if lexicon.marked(hit) or lexicon.with_value(hit)]
    drafts: list[Draft] = []
    about = _day_named(_IN_BRACKETS.sub(lambda aside: " " * len(aside[0]), text), day) or day
    why, who = carried, ""
    for start, end in clauses(text, numbers):
        piece = plain(text[start:end])
        own = [one for one in numbers if start <= one.start < end]
        here = [hit for hit in hits if start <= hit.start < end]
        aside = text[start - 1 : start] == "(" and not here and not own
        named = (None if aside else _day_named(text[start:end], day)) or about
        if (cues.planned(piece) or named > day) and not aside:
            why = carried or "planned"
        elif why == "planned" and _DONE_AFTER_ALL.search(piece):
            why = carried
        other = doer(text, start, end, here, lexicon)
        who = other or ("" if re.search(r"\b(i|я|my|мой|моя|мои|мы|we)\b", piece) or here else who)
        clause: Why = why or ("other" if who else "")
        fresh = _drafts(text, start, end, here, lexicon, clause, who, named)
        same = drafts
        prior = next((one for one in reversed(drafts) if one.who == who), None)
        if own and not fresh and drafts:
            fresh = _again(drafts[-1], start, end, clause, who, named, alone=prior is None)
        if own and not fresh and drafts and adds(text, start, end, own):
            own = [one for one in own if not added(drafts[-1], one)]
        if fresh:
            fresh[0].start, fresh[-1].end = min(fresh[0].start, drafts[-1].end) if drafts else 0, end
            left = _attach(own, fresh, lexicon)
        elif drafts:
            same = [one for one in drafts if one.who == (prior or drafts[-1]).who]
            work = [one for one in own if worked_for(text, one, lexicon)]
            left = work + _attach([one for one in own if one not in work], same, lexicon, back=True)
            if text[start - 1 : start] == "(":  # "(my half of 69 €)"
                left = [one for one in left if not any(has(draft, one) for draft in drafts)]
        else:
            left = own
        told = bool(fresh or drafts)
        left = [one for one in left if one.kind != "mass" or not (told or _beside(text, start, end, one, day))]
        since = start if told else 0  # "second-hand wetsuit, 120 €"
        implied = _implied(left, text, lexicon, clause, who, named, since, end)
        if drafts and not fresh and not (implied and len(left) == len(own)):
            same[-1].end = max(same[-1].end, end)
        bought = any(one.kind == "money" for draft in implied for one in draft.found)
        for draft in fresh if bought else ():  # "coffee to go 5 €": bought, not drunk
            draft.weak = True
        fresh += implied
        drafts += fresh
    drafts = joined(drafts)
    given_back(drafts)
    settle(drafts, text, day, lexicon)
    kept = [one for one in drafts if one.found or (one.named and not one.weak and not _general(text, one))]
    lend(drafts, kept)
    if len(kept) == 1 and any(one.kind == "money" for one in kept[0].found):
        kept[0].start = 0  # "signed up for the turkey trot, $35 entry"
    return [item for draft in kept for item in finish(draft, text, day, lexicon)]


_IN_BRACKETS = pattern(r"\([^()]*\)")


def _aside(one: Measure, text: str, day: date) -> bool:
    """Whether a number is no value of anything done: of a date, a time of day, a height."""
    low = plain(text)
    if _NOT_SO.search(low, 0, one.start) and any(other.kind == one.kind for other in measures(text[: one.start])):
        return True  # "92 €, not 29 €"
    if one.kind == "money":
        return bool(_RATE.match(low, one.end))
    if one.kind == "number" and _OF_DAYS.match(low, one.end):
        return True
    if one.kind == "clock":
        return one.value < 24 and bool(_AT_TIME.search(low, 0, one.start)) and not _LASTED.match(low, one.end)
    if one.kind == "length":
        return bool(_HEIGHT.match(low, one.end))
    return one.kind in {"number", "level"} and any(m.start <= one.start < m.end for m in moments(text, day))


_NOT_SO = pattern(r"\b(?:not|instead of|rather than|а не|вместо|nicht|statt)\s+$")
_AT_TIME = pattern(
    r"\b(?:at|by|until|till|since|from|starts?|starting|opens|closes|um|bis|до|с)\s+(?:around |about )?$"
)
_RATE = pattern(r"\s*(?:/|per|an?|в|pro)\s*(?:h|hr|hour|час|ч|stunde)\b")
"""What makes money a rate, of which nothing was paid."""
_OF_DAYS = pattern(r"\s*(?:-\s*)?(?:days?|weeks?|months?|years?|a\.?m\.?|p\.?m\.?|o'clock|psi|weeks')\b(?! of)")
_LASTED = pattern(r"\s*(?:min|h\b|hours|pace|/|per\b)")
_HEIGHT = pattern(
    r"\s*(?:of )?(?:total )?(?:elevation|climb\w*|ascent|vert\w*|gain\w*|uphill|up\b|deep|tall|high\b|wide|"
    r"набор\w*|высот\w*)"
)


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


_PLURALS = pattern(
    r"\b(runs|jogs|lifts|workouts|walks|swims|rides|coffees|meals|lunches|dinners|breakfasts|пробежки|пробежек|"
    r"тренировки|"
    r"тренировок|прогулки|прогулок|обеды|ужины|завтраки)\b"
)


def _general(text: str, draft: Draft) -> bool:
    """Whether something is spoken of in general: "evening runs suit me better"."""
    said = plain(text[draft.start : draft.end])
    return bool(_PLURALS.search(said)) and not re.search(
        r"\d|\b(two|three|four|both|две|три|оба|обе|zwei|drei)\b", said
    )


def _drafts(
    text: str, start: int, end: int, here: list[Hit], lexicon: Lexicon, why: Why, who: str, day: date
) -> list[Draft]:
    """Return a draft for each activity that a clause names; one that another names further is one thing."""
    found: list[Draft] = []
    since = start
    for hit in here:
        marks = lexicon.marked(hit) or lexicon.with_value(hit)
        denied: Why = why or ("denied" if denies(text, since, hit, end, complaint=_complaint(marks)) else "")
        before = plain(text[since : hit.start])
        weak = bool(_WEAK.search(before)) and not _GONE.search(before)
        since = hit.end
        if found and not _parts(found[-1].marks, marks):
            same = {(mark.domain, mark.activity.activity) for mark in found[-1].marks}
            more = [mark for mark in marks if (mark.domain, mark.activity.activity) in same]
            if any(mark.kind for mark in more):
                found[-1].marks = [mark for mark in more if mark.kind]
            elif more and not any(mark.kind for mark in found[-1].marks):
                found[-1].marks = more
            found[-1].named = found[-1].named or any(not mark.kind and mark.bare for mark in marks)
            found[-1].end, found[-1].why = hit.end, found[-1].why or denied
            continue
        alone = any(mark.bare and (not mark.kind or mark.activity.kinds_alone) for mark in marks)
        no_doing = _GEAR.match(text, hit.end) or _CHEERING.match(text.lower(), hit.start)
        named = alone and not in_general(text, start, hit, end) and not no_doing
        found.append(Draft(list(marks), hit.start, hit.end, [], denied, who, day, weak, named, hit.start))
    return [
        one for one in found if any(mark.bare for mark in one.marks) or not any(_takes(one, other) for other in found)
    ]


def _again(last: Draft, start: int, end: int, why: Why, who: str, day: date, *, alone: bool) -> list[Draft]:
    """Return what was just told once more, where a clause tells what came of a plan, or what another one did."""
    if last.why == "planned" != why:  # "wanted to run 16 km but did 9"
        return [Draft(list(last.marks), start, end, [], why, who, day, at=start)]
    if alone and who:  # "hiked with Theo: he did 11 miles"
        return [Draft(list(last.marks), last.start, end, [], why, who, day, at=start)]
    return []


_GEAR = pattern(
    r" (?:mats?|shoes?|boots?|gear|diapers?|trunks|suits?|goggles|pants|shorts|clothes|bags?|bottles?|socks?|poles?|"
    r"jackets?|belts?|racks?|blocks?|magazines?|books?|apps?|fins|caps?|lanes?|helmets?|rackets?|balls?|equipment|outfits?|towels?|"
    r"plans?|"
    r"playlists?|videos?|instructors?|teachers?|partners?|coach(?:es)?|group chat)\b"
)
"""What makes an activity's word only say what a thing or a person is for: a yoga mat."""


_CHEERING = pattern(r"боле(?:л[аи]?|ю|ет|ем|ют|ть) за (?!ух|глаз|груд)")
"""What is no illness: to root for somebody, which Russian calls by the same word."""


def _complaint(marks: list[Marked]) -> bool:
    return any(mark.activity.spells for mark in marks)


def _takes(one: Draft, other: Draft) -> bool:
    """Whether another thing, that its own word names, would have the value that the one needs to be there at all."""
    kinds = {mark.activity.fields[mark.activity.main].dimension for mark in one.marks if mark.activity.main}
    return any(mark.bare and kinds & {item.dimension for item in mark.activity.fields.values()} for mark in other.marks)


def _parts(one: list[Marked], other: list[Marked]) -> bool:
    """Whether two marks are different things: other activities, or two kinds of one."""
    shared = {(a.domain, a.activity.activity) for a in one} & {(b.domain, b.activity.activity) for b in other}
    if not shared:
        return True
    kinds = {a.kind for a in one if a.kind}, {b.kind for b in other if b.kind}
    return bool(kinds[0] and kinds[1] and kinds[0] != kinds[1])


def _attach(own: list[Measure], drafts: list[Draft], lexicon: Lexicon, *, back: bool = False) -> list[Measure]:
    """Give each quantity to the nearest draft that has a field for it; return what none takes."""
    left = []
    for one in own:
        fitting = [draft for draft in drafts if any(field_of(mark.activity, one) for mark in draft.marks)]
        if back:
            fitting = [draft for draft in fitting if not has(draft, one) or one.kind == "number"]
        if one.kind == "number" and len(drafts) > 1 and back:
            fitting = [draft for draft in fitting if draft is drafts[-1]]
        fitting = [draft for draft in fitting if not draft.weak] or fitting
        fitting = [draft for draft in fitting if _is_its_own(draft, one)] or fitting
        if not fitting:
            left.append(one)
            continue
        before = [draft for draft in fitting if draft.start <= one.start]
        after = [draft for draft in fitting if draft.start > one.start]
        free = [draft for draft in before if not has(draft, one)]
        chosen = (free or after or before)[-1 if free or not after else 0]
        chosen.found.append(one)
    return left


def _is_its_own(draft: Draft, one: Measure) -> bool:
    """Whether a quantity is one that a draft may be told by: any for what a word names, else that which it is for."""
    return any(mark.bare or field_of(mark.activity, one) == mark.activity.main for mark in draft.marks)


_AS_A_WEIGHING = frozenset(
    stem(word)
    for word in listed("""
    start morning today evening tonight now waking woke fasted wake-up naked first thing weekly check
    утро утром сегодня вечером старт натощак
""")
)


def _beside(text: str, start: int, end: int, one: Measure, day: date) -> bool:
    """Whether a clause says more than a mass and when it was: "181 lb this morning" is a body's weight."""
    bare = text[start : one.start] + " " + text[one.end : end]
    for moment in reversed(moments(bare, day)):
        bare = bare[: moment.start] + bare[moment.end :]
    return not all(word in _AS_A_WEIGHING for word in content(bare))


def _implied(
    left: list[Measure], text: str, lexicon: Lexicon, why: Why, who: str, day: date, start: int, end: int
) -> list[Draft]:
    """Return drafts for quantities that mean an activity by themselves: kilometres a run, euros an expense."""
    found: list[Draft] = []
    for one in left:
        marks = _meaning(one, lexicon)
        if not marks and worked_for(text, one, lexicon):
            marks = _activity(lexicon, "work", "work")
        if not marks and _is_loaded(one, left, text):
            marks = _activity(lexicon, "strength", "lift")
        if marks and not any(other.marks[0].activity is marks[0].activity for other in found):
            guessed = one.kind == "length"
            found.append(Draft(marks, start, end, [one], why, who, day, guessed=guessed))
            continue
        for draft in found:
            if any(field_of(mark.activity, one) for mark in draft.marks):
                draft.found.append(one)
    return found


def _meaning(one: Measure, lexicon: Lexicon) -> list[Marked]:
    """Return the activities that a quantity alone may mean, the likeliest first."""
    for domain in lexicon.domains.values():
        marks = [Marked(domain.name, a, "") for a in domain.log_schema if one.kind in a.implied_by]
        if marks and one.kind == "length":
            moving = [Marked(d.name, a, "") for d in lexicon.domains.values() for a in d.log_schema if a.speed]
            short = one.unit in _SHORT
            marks += [mark for mark in moving if mark.activity is not marks[0].activity]
            marks.sort(key=lambda mark: mark.activity.reach is not None and (mark.activity.reach[0] < 0.2) is not short)
        if marks:
            return marks
    return []


def _activity(lexicon: Lexicon, domain: str, name: str) -> list[Marked]:
    found = lexicon.activity(domain, name)
    return [Marked(domain, found, "")] if found is not None else []


def _is_loaded(one: Measure, others: list[Measure], text: str) -> bool:
    """Whether sets have a load with them, so that they are of a lift whatever it is called: "cable flies 3x12 @ 30"."""
    loads = (other.kind == "mass" or text[: other.start].rstrip().endswith("@") for other in others)
    return one.kind == "sets" and one.value <= _MOST_SETS and one.more <= _MOST_REPS and any(loads)


_MOST_SETS, _MOST_REPS = 12, 30


_SHORT = listed("m м метров метра метрах meters metres meter metre yards yard yds yd")
"""Units in which a swim is told, rather than a run or a ride."""
