"""PLAN by rule: what a question asks: which things, which value, which days, and what about them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.measure import Measure, measures
from indagate.flows.notes.moment import Moment, moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.parse import value_as
from indagate.flows.notes.offline.questionword import worded
from indagate.flows.notes.query import Condition, Form, Op, Period, Query, Side, Subject
from indagate.flows.notes.token import listed, plain, tokens


@dataclass(frozen=True, slots=True)
class _Read:
    """A question taken apart."""

    text: str
    low: str
    hits: tuple[Hit, ...]
    said: tuple[Moment, ...]
    numbers: tuple[Measure, ...]


def understand(text: str, as_of: date, lexicon: Lexicon, about: Subject | None = None) -> Query:
    """Return what a question asks; `about` is what it may mean by "it" or "that"."""
    low = plain(text)
    every = cue.EVERY.search(low)
    bare = text[: every.start()] + " " + text[every.end() :] if every else text
    main, side = _divide(bare, plain(bare), as_of, lexicon)
    read = _read(main, as_of, lexicon)
    subjects = _subjects(read, lexicon) or ((about,) if about else ())
    form = _form(read, subjects, lexicon)
    who = _who(main)
    if form in {"verdict", "value", "list"} and (cue.LIKE.search(low) or cue.DISLIKE.search(low)):
        form = "lookup"
    periods = _periods(read, as_of)
    if side and not periods:
        periods = _periods(_read(side[0], as_of, lexicon), as_of) if not side[1].near else ()
    prefer: Literal["", "like", "dislike"] = (
        "dislike" if cue.DISLIKE.search(low) else "like" if cue.LIKE.search(low) else ""
    )
    query = Query(
        form, text, as_of, subjects, periods=periods, who=who, by_day=bool(cue.PER_DAY.search(low)),
        mean=bool(cue.MEAN.search(low)), best="min" if cue.LOW.search(low) else "max", prefer=prefer,
        sides=(side[1],) if side else (), plans=bool(cue.PLANS.search(low)),
        weekdays=cue.EVERY_DAY[every[1] or every[2]] if every else (),
    )  # fmt: skip
    query = _valued(query, read, lexicon)
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    return worded(query, read.text, read.low, read.hits, taken, lexicon)


def _read(text: str, as_of: date, lexicon: Lexicon) -> _Read:
    said = moments(text, as_of)
    low = plain(text)
    numbers = tuple(one for one in measures(text) if not any(m.start <= one.start < m.end for m in said))
    hits = tuple(hit for hit in lexicon.hits(text) if not any(m.start <= hit.start < m.end for m in said))
    return _Read(text, low, hits, said, numbers)


def _divide(text: str, low: str, as_of: date, lexicon: Lexicon) -> tuple[str, tuple[str, Side] | None]:
    """Divide "how did I sleep on days when I ran" into what is asked and the days that are meant."""
    both = re.search(r"\bboth\s+(.*?)\s+and\s+(.*)", low)
    if both:
        first, second = text[: both.end(1)], text[both.start(2) :]
        found = _side(second, as_of, lexicon)
        if found and _subjects(_read(first, as_of, lexicon), lexicon):
            return first, (second, found)
    for match in cue.SPLIT.finditer(low):
        rest = text[match.end() :]
        before = text[: match.start()]
        found = _side(rest, as_of, lexicon)
        head = _read(before, as_of, lexicon)
        if found is None:
            continue
        own = _subjects(head, lexicon)
        if not own and match.start() < 12 and "," in rest:  # "On days when I ran, how long did I sleep?"
            rest, before = rest.split(",", 1)
            found = _side(rest, as_of, lexicon)
            own = _subjects(_read(before, as_of, lexicon), lexicon)
        if (
            not own
            or found is None
            or (own[0].domain, own[0].activity) == (found.subject.domain, found.subject.activity)
        ):
            continue
        later = match["after"] or match["later"] or " after " in match[0] or "после" in match[0]
        near = bool(
            (match["when"] or "day of" in match[0] or "когда" in match[0])
            and re.search(
                r"\b(record|set|hit|first|pr|reached|рекорд|longest|shortest|heaviest|best|fastest)\b", plain(rest)
            )
        )
        activity = lexicon.activity(own[0].domain, own[0].activity)
        if (
            match["when"] or "когда" in match[0] or "day of" in match[0]
        ):  # "what did I weigh when …": a value of another day will do
            near = near or (activity is not None and not activity.fields[activity.main].sum and bool(found.conditions))
        return before, (rest, replace(found, later=int(bool(later)), near=near))
    return text, None


def _side(text: str, as_of: date, lexicon: Lexicon) -> Side | None:
    read = _read(text, as_of, lexicon)
    subjects = _subjects(read, lexicon)
    if not subjects:
        return None
    conditions = _conditions(read, subjects, lexicon)
    return Side(subjects[0], conditions, _periods(read, as_of))


def _subjects(read: _Read, lexicon: Lexicon) -> tuple[Subject, ...]:
    """Return the activities that a question names; of two that one word may mean the one with more words."""
    marked = [(hit, mark) for hit in read.hits for mark in lexicon.marked(hit)]
    if not marked:
        for hit in read.hits:
            for one in lexicon.domains[hit.domain].log_schema:
                if hit.entry in one.asked_by and read.text[hit.start : hit.end].lower() not in {"far", "weit"}:
                    return (Subject(hit.domain, one.activity),)
        return ()
    votes: dict[tuple[str, str], list[str]] = {}
    generic_weight = 0.3 if re.search(r"\b(hours?|time|minutes|часов|времени)\b", read.low) else 1.6
    weight: dict[tuple[str, str], float] = {}
    for _, mark in marked:
        key = (mark.domain, mark.activity.activity)
        votes.setdefault(key, [])
        if mark.kind and mark.kind not in votes[key]:
            votes[key].append(mark.kind)
        generic = mark.activity.activity in {"spend"} and not mark.kind
        weight[key] = weight.get(key, 0) + (1.5 if mark.kind else generic_weight if generic else 1.0)
    for key in weight:
        activity = lexicon.activity(*key)
        fields = {word for item in activity.fields.values() for word in item.words} if activity else set()
        weight[key] += 0.4 * len({hit.entry for hit in read.hits if hit.domain == key[0] and hit.entry in fields})
        if activity and activity.needs and key[1] == "spend" and any(one.kind == "money" for one in read.numbers):
            weight[key] += 1
    order = sorted(votes, key=lambda key: -weight[key])
    found: list[Subject] = []
    for key in order:
        if found and weight[key] < weight[order[0]]:
            break
        found.append(Subject(*key, tuple(votes[key])))
    if len(found) > 1:  # equally strong: what stands first is asked about
        at = {key: min(h.start for h, m in marked if (m.domain, m.activity.activity) == key) for key in votes}
        found.sort(key=lambda one: at[one.domain, one.activity])
        found = found[:1]
    return tuple(found)


def _form(read: _Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> Form:
    low = read.low
    several = len([m for m in read.said if not m.coming]) >= 2
    if subjects and several and (cue.COMPARE.search(low) or cue.MORE_THAN.search(low)):
        return "compare"
    found: Form | None = next((form for form, pattern in cue.FORMS if pattern.search(low)), None)
    if not subjects:
        counted = found == "count" and re.search(r"\b(notes|entries|записей|заметок|einträge)\b", low)
        if counted or (found == "list" and read.said):
            return found or "lookup"
        return found if found in {"last", "first", "often"} else "lookup"
    if found == "list" and re.match(r"\W*what (was|were)\b", low):
        found = "value"
    if found in {None, "verdict", "list"} and cue.TELL.search(low):
        asks_list = found == "list" or re.search(r"\bwhich (exercises|days|meals|runs)|какие (упражн|трат|трен)", low)
        if not asks_list and not _asks_number(low):
            return "lookup"
    if found == "trend" and re.search(r"\b(when|когда)\b", low):
        found = "last"
    if (
        found == "verdict"
        and cue.MORE_THAN.search(low)
        and re.search(r"\b(am i|is my|are my|do i)\b", low)
        and not read.numbers
    ):
        found = "trend"
    return found or ("last" if re.match(r"\W*(when|когда|wann)\b", low) else "value" if _asks_value(low) else "list")


def _asks_number(low: str) -> bool:
    return bool(
        re.search(
            r"\b(how (many|much|far|long)|сколько|wie viel\w*|weigh|weight|cost|вес\w*|pace|темп|time|стоил\w*)\b", low
        )
    )


def _asks_value(low: str) -> bool:
    return bool(re.match(r"\W*(what|how|как\w*|was|wie)\b", low)) or "?" in low


def _periods(read: _Read, as_of: date) -> tuple[Period, ...]:
    found = []
    for one in read.said:
        first = one.first
        if first > as_of and not one.coming:
            continue
        if re.search(r"\b(прошлый|последний|last) раз$|last time$", read.low[: one.end]):
            continue
        found.append(Period(first, one.last, read.text[one.start : one.end]))
    return tuple(found)


def _who(text: str) -> str:
    """Return about whom else a question asks, if it does."""
    all_ = tokens(text)
    mine = any(token.low in {"i", "я", "ich", "у"} for token in all_)
    for at, token in enumerate(all_):
        low = token.low.removesuffix("'s")
        named = (low in cues.NAMES and token.text[0].isupper()) or (
            low in cues.KIN and low not in {"he", "she", "they", "он", "она", "они", "er", "mann"}
        )
        if not named:
            continue
        prior = all_[at - 1].low if at else ""
        if prior in {"my", "мой", "моя", "мои", "моего", "моей", "the"} and at > 1:
            prior = all_[at - 2].low
        if prior in cues.WITH or (mine and not token.low.endswith("'s")):
            continue
        return low
    return ""


def _valued(query: Query, read: _Read, lexicon: Lexicon) -> Query:
    """Fill in the field that is asked for, the conditions, and what the form means for it."""
    if not query.subjects:
        return query
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    if activity is None:
        return query
    field, asked = _field(read, subject, activity)
    conditions = _conditions(read, query.subjects, lexicon)
    form: Form = query.form
    item = activity.fields.get(field)
    if form in {"count", "sum"} and item is not None:
        form = _counted(read, activity, field, asked, item, subject)
    present = bool(
        re.search(r"\b(do i|i (eat|sleep|spend|run|work|drink)|я (ем|сплю|трачу|бегаю|работаю|пью))\b", read.low)
    )
    if query.sides and form in {"trend", "verdict"} and cue.MORE_THAN.search(read.low):
        form = "effect"
    if query.sides and form == "value" and not query.sides[0].near:
        form = "average"
    if query.sides and form == "sum" and present:
        form, query = "average", replace(query, by_day=True)
    if form == "sum" and query.by_day and not (query.periods and query.periods[0].day):
        form = "average"
    if form in {"value", "list"} and item is not None and item.sum and _asks_number(read.low):
        form = "sum"
    if form == "value" and item is not None and item.sum and subject.activity != "spend" and not asked:
        form = "list" if len(query.periods) == 1 else "value"
    if form == "verdict" and query.by_day and asked:
        form = "average"
    best = query.best
    if form == "record" and item is not None:
        if cue.WORST.search(read.low) and item.best == "min":
            best = "max"
        elif re.search(r"\b(pr|pb|best|record|рекорд\w*|лучш\w+|fastest|быстр\w+)\b", read.low) and query.best == "max":
            best = item.best
        elif item.best == "min" and re.search(r"\bfastest\b", read.low):
            best = "min"
    unit = next((one.unit for one in read.numbers if one.kind == "money"), "") or _currency(read.low)
    return replace(query, field=field, conditions=conditions, form=form, best=best, unit=unit)


def _currency(low: str) -> str:
    if re.search(r"\b(in|в) (euros?|eur|евро)\b|€|\bсколько евро\b|how many euros", low):
        return "€"
    return "₽" if re.search(r"\b(in|в) (rubles|roubles|рублях)\b|₽|\bсколько рублей\b|how many roubles", low) else ""


def _counted(read: _Read, activity: Activity, field: str, asked: str, item: Field, subject: Subject) -> Form:
    """Return whether things, days or a total are asked for by "how many" or "how much"."""
    if re.search(r"\b(how much|how far|how long|wie weit|wie lange|total|altogether)\b", read.low) and item.sum:
        return "sum"
    if item.dimension == "count" and item.sum:
        return "sum"
    if asked and item.sum:
        many = re.search(r"\b(how many|сколько|wie viele)\s+((?:\w+\s+)?)", read.low)
        head = read.low[many.end(1) : many.end(1) + 22] if many else ""
        first = next((h for h in read.hits if many and h.start >= many.end(1)), None)
        marks_first = first is not None and first.entry in {*activity.words, *activity.kinds} and bool(head)
        verb = (
            first is not None and re.match(r"\s*(\w+\s+)?я\b", read.low[many.end() - len(many[2]) :]) if many else None
        )
        if marks_first and first is not None and not verb and not _verb(read.low[first.start : first.end]):
            return "count"
        return "sum"
    if not item.sum and re.search(r"\b(how much|how heavy|wie viel)\b", read.low):
        return "value"
    if item.dimension == "money" and "сколько" in read.low:
        many = re.search(r"сколько\s+(?:\w+\s+)?", read.low)
        kinds = [h for h in read.hits if h.entry in activity.kinds and many and h.start <= many.end()]
        return "count" if kinds and re.match(r"сколько\s", read.low[kinds[0].start - 8 :]) else "sum"
    if not item.sum and asked and not re.search(r"\bhow many\b", read.low):
        return "value"
    if not item.sum and re.search(r"\b(how much|сколько)\b", read.low) and not activity.days and not subject.kinds:
        return "value"
    if (
        item.sum
        and re.search(r"\bсколько\b", read.low)
        and any(
            _verb(read.low[h.start : h.end])
            for h in read.hits
            if not any(n.start <= h.start < n.end for n in read.numbers)
        )
    ):
        return "sum"
    return "count"


def _verb(word: str) -> bool:
    """Whether a word is a Russian or English verb form of an activity."""
    return word in _VERBS or (bool(re.search(r"(л|ла|ли|лся|лась|ю|ем|ешь)$", word)) and word != "недел")


_VERBS = listed("""
    run ran slept sleep work worked spend spent eat ate walk walked swim swam meditate meditated
    gelaufen geschlafen gearbeitet ausgegeben
""")


def _field(read: _Read, subject: Subject, activity: Activity) -> tuple[str, str]:
    """Return the field that a question asks for, and the word that asked for it, if one did."""
    within = [(m.start, m.end) for m in read.numbers]
    for name, item in activity.fields.items():
        if name == activity.main and len(activity.fields) > 1:
            continue
        for hit in read.hits:
            if (
                hit.domain == subject.domain
                and hit.entry in item.words
                and not any(a <= hit.start < b for a, b in within)
            ):
                if name == "duration" and re.search(r"\b(longest|длинн\w+)\b", read.low):
                    continue
                return name, hit.entry
    main = activity.fields.get(activity.main)
    if main is not None:
        for hit in read.hits:
            if hit.entry in main.words and not any(a <= hit.start < b for a, b in within):
                return activity.main, hit.entry
    return activity.main, ""


def _conditions(read: _Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> tuple[Condition, ...]:
    """Return what the values must be, from numbers and from words like "half marathon"."""
    if not subjects:
        return ()
    activity = lexicon.activity(subjects[0].domain, subjects[0].activity)
    if activity is None:
        return ()
    found = []
    for one in read.numbers:
        before, after = read.low[: one.start], read.low[one.end :]
        name, value = next(
            ((n, v) for n, item in activity.fields.items() if (v := value_as(item, one)) is not None), ("", 0.0)
        )
        if not name or one.unit == "a":
            continue
        op: Op = "~"
        if cue.ABOVE.search(before) and not re.search(r"\bне (больше|более)\s*$|no more than\s*$", before):
            op = ">"
        elif cue.LEAST.search(before) or cue.OR_MORE.match(after):
            op = ">="
        elif cue.BELOW.search(before) and not re.search(r"\bне (меньше|менее)\s*$", before):
            op = "<"
        elif cue.MOST.search(before) or cue.OR_LESS.match(after):
            op = "<="
        elif activity.fields[name].dimension == "mass" and activity.activity != "body_weight":
            op = ">="
        found.append(Condition(name, op, value))
    for hit in read.hits:
        for name, value in activity.means.get(hit.entry, {}).items():
            if not (
                hit.entry == "marathon" and any(h.entry == "half_marathon" and h.start == hit.start for h in read.hits)
            ):
                found.append(Condition(name, ">=", value))
    return tuple(found)
