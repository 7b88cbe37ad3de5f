"""What is to be done with the thing asked about: its value, and whether that is counted, totalled, averaged or ranked.

Every slot is read for itself: the field by the words that ask for it, counting by what stands behind "how many", the
mean, the total and the best by their own words; then what they mean together is worked out here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.attribute import SMALLEST, beside_the_best, currency_named, field_asked
from indagate.flows.notes.offline.reading import Read, conditions_of
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form, Query, Subject
from indagate.flows.notes.token import listed, plain

_MANY = pattern(r"\b(how many|number of|count(?: my)?|tally of|сколько|количество|wie viele)\s+(?=\w)")
_OF_EACH = pattern(r"\b(?:of|for) (?:each|every)\b(?! (?:day|night|week|month|year))|\bкажд(?:ого|ой) (?:из|раз)\b")
_PER_THING = pattern(r"\b(per|each|за одну|за каждую|на каждую|pro)\s+$")
_SESSIONS = pattern(r"\b(sessions?|days?|times|workouts?|entries|тренировок|дней|раз|подходов|sets)\b")
_EVERY = pattern(r"\W*(list|show|give|which|every|all|what|каждую|каждый|все|покажи|какие|перечисли)\b")
_ON_WHAT = pattern(
    r"\b(?:on what|what on|money on|item|на что|list|show)\b|\bon(?=\W*(?:$|in\b|on\b|last\b|this\b|during\b))"
)
_IN_MONEY = pattern(r"\W*(?:(?:the|my|total|all|how many) )*(?:euros?|eur|rubles?|roubles?|dollars?|рубл\w+|евро)\b")
_IN_CURRENCY = pattern(r"\bin (?:euros?|eur|rubles?|roubles?|dollars?)\b|\bв (?:евро|рублях)\b")
_LISTED = pattern(r"\W*(list|show|give|which|what|покажи|какие|перечисли)\b")
_COUNTED = pattern(
    r"\b(number of|how many|how often|count of|times|sessions|сколько раз|количество|как часто|сколько (?:пробежек|"
    r"трениров\w+))\b"
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query on its way, with the activity and the field that it asks for, and the word that asked for the field."""

    query: Query
    read: Read
    activity: Activity
    name: str
    word: str

    @property
    def low(self) -> str:
        return self.read.low

    @property
    def subject(self) -> Subject:
        return self.query.subjects[0]

    @property
    def field(self) -> Field | None:
        return self.activity.fields.get(self.name)

    @property
    def money(self) -> bool:
        return self.field is not None and self.field.dimension == "money"


def valued(query: Query, read: Read, lexicon: Lexicon) -> Query:
    """Fill in the field that is asked for, the conditions, and what the form means for it."""
    if not query.subjects:
        return query
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    if activity is None:
        return query
    conditions = conditions_of(read, query.subjects, lexicon)
    compared = [one for one in read.numbers if _COMPARED.search(read.low[: one.start])]
    if len(conditions) < len(compared):  # "later than 9 in the evening": no value can be held against that
        return replace(query, conditions=conditions, unknown="operation")
    tally = _tallied(query, read, activity)
    if tally:
        form: Form = "sum" if query.form == "count" else query.form
        return replace(query, field=tally, form=form, conditions=conditions)
    name, word = field_asked(read, subject, activity, total=query.form in {"count", "sum", "often", "average"})
    asked = _Asked(query, read, activity, name, word)
    form = _as_number(asked, query.form)
    form = _beside_other_days(asked, form)
    form = _as_total(asked, form)
    if form == "verdict" and not any(one.day for one in query.periods):  # "did I ever run 10 km": or more
        conditions = tuple(
            replace(one, op=">=") if one.op == "~" and activity.fields[one.field].best == "max" else one
            for one in conditions
        )
    if form == "record" and (other := beside_the_best(read.low, activity)):
        best: Literal["max", "min"] = "min" if SMALLEST.search(read.low) else "max"
        return replace(query, form=form, field=other[0], of=other[1], best=best, conditions=conditions)
    unit = next((one.unit for one in read.numbers if one.kind == "money"), "") or currency_named(read.low)
    by_day = query.by_day or bool(query.sides and form == "average" and _daily(asked))
    mean = query.mean or (form == "compare" and _per_thing(asked))
    return replace(
        query, field=name, conditions=conditions, form=form, best=_best(asked, form), unit=unit,
        by_day=by_day, mean=mean,
    )  # fmt: skip


_COMPARED = pattern(
    rf"\b(?:{cue.RU_MORE}|позже|раньше|позднее|(?:later|earlier|[a-z]{{3,}}er|more|less) than)(?: чем)?(?: на| в|"
    rf" за)?\s*$"
)
"""What stands before a number that a value is to be held against."""


def _daily(asked: _Asked) -> bool:
    """Whether a value of a whole day is meant where days are spoken of: what was eaten, spent, drunk."""
    field = asked.field
    return field is not None and field.sum and field.dimension != "time" and bool(cue.PRESENT.search(asked.low))


def _tallied(query: Query, read: Read, activity: Activity) -> str:
    """Return the field whose total "how many push-ups" asks for, if the kind asked about has one."""
    tallies = {activity.tallied.get(kind) for kind in query.subjects[0].kinds}
    counted = query.form == "count" or (query.form == "compare" and cue.MORE_THAN.search(read.low))
    if not counted or len(tallies) != 1 or None in tallies or _SESSIONS.search(read.low):
        return ""
    return tallies.pop() or ""


def _as_number(asked: _Asked, form: Form) -> Form:
    """Return whether "how many" and "how much" want things counted or a value."""
    field = asked.field
    tallied = field is not None and field.dimension == "count"
    counts = bool(_COUNTED.search(asked.low)) and not asked.word and form in {"average", "count", "sum"}
    if asked.query.per and counts and not tallied and not asked.query.sides:
        return "often"  # "the number of runs per week"
    if form in {"count", "sum"} and field is not None and _ASKS_AMOUNT.search(asked.low):
        form = _counted(asked, field)
    if field is not None and field.sum and form != "compare" and _per_thing(asked):
        form = "list" if asked.query.periods and _OF_EACH.search(asked.low) else "average"
    whole = bool(asked.query.periods) and not asked.query.periods[0].day
    if form == "value" and field is not None and field.ratio and whole:
        form = "average"  # "what pace did I run at in July"
    if asked.query.per and form in {"value", "list"} and field is not None and field.sum:
        form = "average"
    return form


_ASKS_AMOUNT = pattern("|".join(words.pattern for form, words in cue.FORMS if form in {"count", "sum"}))
"""What asks for a number of things, or an amount; without it a total is only guessed."""


def _per_thing(asked: _Asked) -> bool:
    """Whether a value is asked for per thing: "km per run"."""
    return any(
        hit.entry in asked.activity.words for hit in asked.read.hits if _PER_THING.search(asked.low[: hit.start])
    )


_SPENT = pattern(r"\b(?:spent|paid|потратил\w*|заплатил\w*|потрачено)\b")


def _beside_other_days(asked: _Asked, form: Form) -> Form:
    """Return what is wanted of a value on days with something else."""
    query, field, low = asked.query, asked.field, asked.low
    if not query.sides:
        return form
    if query.contrast or form == "trend" or (form == "verdict" and cue.MORE_THAN.search(low)):
        return "effect"
    total = bool(cue.TOTAL.search(low))
    if form == "sum" and field is not None and field.mean and field.dimension == "time" and not total:
        return "average"
    listed = form == "list" and field is not None and field.mean and not _LISTED.match(low)
    if (form == "value" or listed) and not query.sides[0].near:
        return "sum" if asked.money and _SPENT.search(low) else "average"
    if form == "sum" and cue.PRESENT.search(low) and not total:
        return "average"
    if form == "lookup" and field is not None and not query.prefer:
        return "average"
    return form


def _as_total(asked: _Asked, form: Form) -> Form:
    """Return whether a value, a list or a mean is meant as a total, or the other way round."""
    query, field, low = asked.query, asked.field, asked.low
    if field is None:
        return form
    now = asked.money and bool(asked.subject.kinds) and not query.periods and cue.COSTS.search(low) and not query.per
    if form in {"sum", "value"} and now and not cue.TOTAL.search(low):
        return "value"
    if form == "list" and _EACH_TIME.search(low):
        return form
    days = form == "list" and cue.WHICH_DAYS.search(low)
    if (
        form in {"value", "list", "count", "last"}
        and field.sum
        and not (query.ago or days)
        and _is_total(asked, form, field)
    ):
        form = "sum"
    whole = not (query.periods and query.periods[0].day)
    if form == "sum" and query.by_day and whole and not cue.TOTAL.search(low):
        form = "average"
    if form == "sum" and _TAKES.search(low) and field.dimension == "time" and whole:
        return "average"  # "сколько времени уходит на 10 км"
    habit = bool(cue.PRESENT.search(low)) and not cue.TOTAL.search(low) and not query.periods
    if (
        form == "sum"
        and habit
        and (query.weekdays or (field.mean and field.dimension == "time") or (asked.word and field.dimension == "mass"))
    ):
        return "average"  # "how long do I sleep"
    if not field.sum:
        return form
    if form == "list" and cue.LISTS_VALUES.match(low):
        return form
    if form in {"value", "list"} and (asks_number(low) or (field.dimension == "count" and not _LISTED.match(low))):
        return "sum"  # also "coffees this week"
    if form == "value" and not asked.money and not asked.word:
        return "list" if len(query.periods) == 1 else "value"
    if form == "value" and asked.word and (query.periods or query.bound):
        return "sum"
    if form == "list" and _leads(asked):
        return "sum"  # "protein in September"
    if form == "verdict" and query.by_day and asked.word:
        return "average"
    return form


_EACH_TIME = pattern(r"\b(?:each|every) (?:single )?time\b|\bкаждый раз\b")


def _is_total(asked: _Asked, form: Form, field: Field) -> bool:
    """Whether a question's words ask for all of it together."""
    query, low, kinds = asked.query, asked.low, asked.subject.kinds
    counts_things = form == "count" and not asked.word
    if cue.TOTAL.search(low) and not counts_things and form != "last":
        return True
    if field.product:
        return True
    if form not in {"value", "list"}:
        return False
    all_spent = asked.money and cue.SPENT.search(low) and not _ON_WHAT.search(low)
    if all_spent and query.periods and not query.periods[0].day:
        return True  # "what have I spent this week"
    if bool(cue.WHAT_FIELD.search(low)):
        return True
    whole = bool(query.periods) and not query.periods[0].day
    past = (form == "value" and (whole or cue.SO_FAR.search(low) or cue.SPENT.search(low))) or bool(
        query.periods and cue.PAID.search(low)
    )
    return asked.money and ((bool(kinds) and bool(past)) or (len(kinds) > 1 and form == "value"))


def _best(asked: _Asked, form: Form) -> Literal["max", "min"]:
    """Return which end of a value is asked for."""
    query, field, low = asked.query, asked.field, asked.low
    if form != "record" or field is None:
        return query.best
    timed = field.dimension == "time" and any(one.ratio for one in asked.activity.fields.values())
    if timed and cue.QUICK.search(low):
        return "min"
    if field.dimension == "level" and _STRONGEST.search(low):
        return "max"
    if cue.WORST.search(low):
        return "max" if field.best == "min" else "min"
    return field.best if _PRAISED.search(low) else query.best


_STRONGEST = pattern(r"\b(strongest|worst|how bad|highest|peak|most|сильн\w+|хуже)\b")
_PRAISED = pattern(r"\b(pr|pb|1rm|best|record|strongest|рекорд\w*|лучш\w+|fastest|quickest|быстр\w+)\b")


def _counted(asked: _Asked, field: Field) -> Form:
    """Return whether things, days or a total are asked for by "how many" or "how much"."""
    low, hits, word = asked.low, asked.read.hits, asked.word
    many = _MANY.search(low)
    lead = next((hit for hit in hits if many and hit.start >= many.end() and _marks(asked, hit)), None)
    first = lead is not None and many is not None and lead.start == many.end()
    compound = lead is not None and any(
        hit.entry == word and 0 < hit.start - lead.end < 2 and not re.fullmatch(cue.RU_MORE, low[hit.start : hit.end])
        for hit in hits
    )
    things = first and lead is not None and not _verb(low[lead.start : lead.end])
    labels = {plain(name) for names in asked.activity.labels.values() for name in names}
    name = low[lead.start : lead.end] if lead is not None else ""
    mass = things and field.sum and name not in labels and _MASS.fullmatch(name)
    if field.sum and _LEFT_OPEN.search(low):
        plural = {plain(name) for names in asked.activity.labels.values() for name in names[-1:]}
        return "count" if any(low[hit.start : hit.end] in plural for hit in hits) else "sum"
    if things and not compound and not mass and field.dimension not in {"count", "money"}:
        return "count"
    if compound and field.sum:
        return "sum"  # "squat sets"
    if asked.money and _PURCHASES.search(low):
        return "count"
    if mass:
        return "sum"  # "сколько глубокой работы"
    if things and asked.money and lead is not None and lead.entry in asked.activity.kinds and not currency_named(low):
        return "count"  # "how many books in total"
    if field.sum and (cue.MUCH.search(low) or (asked.money and currency_named(low))):
        return "sum"
    if field.sum and (field.dimension == "count" or (word and not _names_first(asked, many, lead))):
        return "sum"
    if word and field.sum:
        return "count"
    if not field.sum:
        return _single(asked)
    if field.sum and _I_HOW_MUCH.search(low) and not any(low[hit.start : hit.end] in labels for hit in hits):
        return "sum"
    if asked.money and "сколько" in low:
        return "count" if first and lead is not None and lead.entry in asked.activity.kinds else "sum"
    said = [hit for hit in hits if not any(one.start <= hit.start < one.end for one in asked.read.numbers)]
    if "сколько" in low and any(_verb(low[hit.start : hit.end]) for hit in said):
        return "sum"
    return "count"


_TAKES = pattern(r"\b(?:уходит|занимает|нужно|надо|does it take|do i take|does .{1,24} take)\b")
"""What asks how long something takes as a rule."""
_I_HOW_MUCH = pattern(r"\bсколько (?:\w+ )?я (?!раз\b)|\bсколько всего (?:я )?\w+л[аи]?\b")
"""What asks for an amount of one's own doing: "сколько я всего отмотал бегом"."""
_LEFT_OPEN = pattern(r"[^\W\d] сколько(?: было| вышло| получилось)?\W*$")
"""What asks for an amount behind the thing: "сон сегодня ночью сколько"."""
_PURCHASES = pattern(r"\bсколько (?:\w+ ){0,2}?(?:покупок|трат|платежей|чеков|поездок|визитов|посещений)\b")
_MASS = pattern(r"[а-я -]+[аяыиуюое]")
"""A Russian word in the singular, behind "сколько": an amount, and no number of things."""


def _marks(asked: _Asked, hit: Hit) -> bool:
    return hit.entry in {*asked.activity.words, *asked.activity.kinds}


def _names_first(asked: _Asked, many: re.Match[str] | None, lead: Hit | None) -> bool:
    """Whether the things, and not their value, come first after "how many": "how many 10 km runs"."""
    if many is None or lead is None or _verb(asked.low[lead.start : lead.end]):
        return False
    words = [hit.start for hit in asked.read.hits if hit.entry == asked.word and hit.start >= many.end()]
    return (
        lead.start - many.end() < 22
        and not re.match(r"(\w+\s+)?я\b", asked.low[many.end() :])
        and not (words and words[0] < lead.start)
    )


def _single(asked: _Asked) -> Form:
    """Return what is wanted of a value that is never totalled: the value, or how many of the things there are."""
    low = asked.low
    if re.search(r"\b(how much|how heavy|wie viel)\b", low) or asked.query.plans:
        return "value"
    lifted = re.search(r"\bсколько (?:\w+ )?(?:я )?(?:\w+ )?\w*(?:жал|жм[еуё]|жать|сел|седа|тян[еу]|тягал)\w*", low)
    if asked.subject.kinds and lifted:
        return "value"
    if asked.word and not re.search(r"\bhow many\b", low):
        return "value"
    bare = not asked.activity.days and not asked.subject.kinds
    return "value" if bare and re.search(r"\bсколько\b", low) else "count"


def _verb(word: str) -> bool:
    """Whether a word is a Russian or English verb form of an activity."""
    return word in _VERBS or (bool(re.search(r"(л|дрых|ла|ли|лся|лась|ю|ем|ешь|ть|ться)$", word)) and word != "недел")


_VERBS = listed("""
    run ran slept sleep work worked spend spent eat ate walk walked swim swam meditate meditated
    gelaufen geschlafen gearbeitet ausgegeben
""")


def _leads(asked: _Asked) -> bool:
    """Whether a question begins with the value it wants, and not with the things: "protein in September"."""
    marks = [hit.start for hit in asked.read.hits if _marks(asked, hit)]
    words = [hit.start for hit in asked.read.hits if hit.entry == asked.word]
    every = _LISTED if asked.money else _EVERY
    if asked.money and (_IN_MONEY.match(asked.low) or _IN_CURRENCY.search(asked.low)) and not every.match(asked.low):
        return True  # "euros for electronics", "restaurants in euros"
    return bool(words) and (not marks or words[0] <= marks[0]) and not every.match(asked.low)


def asks_number(low: str) -> bool:
    """Whether a question asks for a number by its first words or by what it names."""
    return bool(_NUMBER.search(low))


_NUMBER = pattern(
    r"\b(how (many|much|far|long)|сколько|wie viel\w*|weigh|weight|cost|вес\w*|pace|темп|time|стоил\w*|"
    r"volume|tonnage|тоннаж\w*|объ[её]м\w*)\b"
)
