"""PLAN by rule: what a question asks: which things, which value, which days, and what about them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.moment import unclear
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.event import between, bounded
from indagate.flows.notes.offline.operation import operation
from indagate.flows.notes.offline.questionword import FILLER, worded
from indagate.flows.notes.offline.reading import Read, alternatives, conditions_of, periods_of, read_of, subjects_of
from indagate.flows.notes.offline.side import divide
from indagate.flows.notes.offline.whole import operated
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form, Period, Query, Subject
from indagate.flows.notes.token import content, listed, plain, stem, tokens


def understand(text: str, as_of: date, lexicon: Lexicon, about: Subject | None = None) -> Query:
    """Return what a question asks; `about` is what it may mean by "it" or "that"."""
    wrong = unclear(text, as_of)
    if wrong:
        return Query("lookup", text, as_of, unknown=wrong)
    done = operation(text)
    query, read = _beneath(done.text, as_of, lexicon, about)
    return operated(query, done, text, read, lexicon)


def _beneath(text: str, as_of: date, lexicon: Lexicon, about: Subject | None) -> tuple[Query, Read]:
    """Return what a question asks when its operations are taken away, and its parts."""
    low = plain(text)
    ends = between(text, as_of, lexicon)
    if ends is not None:
        return Query("gap", text, as_of, events=ends), read_of(text, as_of, lexicon)
    groups = list(cue.EVERY.finditer(low))
    every = groups[0] if groups else None
    bare = text
    for found in reversed(groups):
        bare = bare[: found.start()] + " " + bare[found.end() :]
    ago = bool(cue.AGO.search(low))
    bare, bound = (bare, None) if ago else bounded(bare, as_of, lexicon)
    main, side = divide(bare, plain(bare), as_of, lexicon)
    read = read_of(main, as_of, lexicon)
    subjects = subjects_of(read, lexicon) or ((about,) if about else ())
    form: Form = "last" if ago else _form(read, subjects, lexicon)
    if form in {"often", "count", "last", "first"}:
        subjects = alternatives(read, lexicon) or subjects
    who = _who(main)
    taste = cue.BE_LIKE.sub(" ", low)
    if form in {"verdict", "value", "list"} and (cue.LIKE.search(taste) or cue.DISLIKE.search(taste)):
        form = "lookup"
    periods = periods_of(read, as_of)
    if len(periods) == 1 and cue.THAN_IN.search(low) and subjects and periods[0].last < as_of:
        form, periods = "compare", (Period(periods[0].last + timedelta(1), as_of, _now(low)), periods[0])
    if side and not periods:
        periods = periods_of(read_of(side[0], as_of, lexicon), as_of) if not side[1].near else ()
    prefer: Literal["", "like", "dislike"] = (
        "dislike" if cue.DISLIKE.search(low) else "like" if cue.LIKE.search(taste) else ""
    )
    if cue.EITHER.match(low) and not read.numbers and not read.said:
        form, prefer = "lookup", "like"
    query = Query(
        form, text, as_of, subjects, periods=periods, who=who, by_day=bool(cue.PER_DAY.search(low)),
        mean=bool(cue.MEAN.search(low)), best="min" if cue.LOW.search(low) else "max", prefer=prefer,
        sides=(side[1],) if side else (), plans=bool(cue.PLANS.search(low)),
        weekdays=cue.every_days(every) if every else (), bound=bound, ago=ago,
        denied=form in {"often", "count", "last", "first", "list"} and bool(cue.SKIPPED.search(low)),
        per=cue.per(low), group=cue.group(low) if len(periods) < 2 else "",
    )  # fmt: skip
    if query.group and subjects and form in {"record", "often", "list", "value", "sum", "count", "lookup"}:
        query = replace(query, form="record")
    query = _valued(query, read, lexicon)
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    if (
        query.form == "lookup"
        and subjects
        and not query.prefer
        and re.match(r"\W*(what|how|како|каки|как |was )", read.low)
    ):
        plainly = worded(replace(query, form="value"), read.text, read.low, read.hits, taken, lexicon)
        if not plainly.words:  # nothing is left that only a note could say in its words
            return _valued(plainly, read, lexicon), read
    return worded(query, read.text, read.low, read.hits, taken, lexicon), read


def _form(read: Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> Form:
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
    attribute = _ATTRIBUTE.match(low)
    if found in {None, "verdict", "list"} and attribute and not _known(read, attribute.start(1), subjects, lexicon):
        return "lookup"
    if found in {None, "verdict", "list"} and cue.PLANS.search(low) and cue.TELL.search(low):
        return "value"
    if found in {None, "verdict", "list"} and cue.TELL.search(low):
        asks_list = found == "list" or re.search(r"\bwhich (exercises|days|meals|runs)|какие (упражн|трат|трен)", low)
        if not asks_list and not _asks_number(low):
            return "lookup"
    if found == "trend" and re.search(r"\b(when|когда)\b", low):
        found = "last"
    if found == "verdict" and cue.MORE_THAN.search(low) and not read.numbers:
        found = "trend"
    return found or ("last" if re.match(r"\W*(when|когда|wann)\b", low) else "value" if _asks_value(low) else "list")


_ATTRIBUTE = pattern(
    r"\W*(?:what|which|како[йе]|какая|какие|welche\w*) ([^\W\d]+) "
    r"(?:is|are|was|were|did|do|does|у|был\w*|я|мо\w+)\b"
)
"""What is asked of a thing by a word of its own: "what size are my shoes"."""


def _known(read: Read, at: int, subjects: tuple[Subject, ...], lexicon: Lexicon) -> bool:
    """Whether the word at a place names the thing that is asked about, or a value of it, or nothing."""
    word = tokens(read.text[at:])[0].low
    if stem(word) in FILLER or not content(word):
        return True
    activity = lexicon.activity(subjects[0].domain, subjects[0].activity)
    if activity is None:
        return True
    own = {*activity.words, *activity.kinds, *(name for item in activity.fields.values() for name in item.words)}
    return any(hit.start <= at < hit.end and hit.domain == subjects[0].domain and hit.entry in own for hit in read.hits)


def _now(low: str) -> str:
    """Return the name of the days after a period that they are compared with."""
    return "с тех пор" if re.search("[а-я]", low) else "since then"


def by_words(text: str, as_of: date, lexicon: Lexicon) -> Query:
    """Return a question as a search for a note that has its words."""
    read = read_of(text, as_of, lexicon)
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    return worded(Query("lookup", text, as_of, whole=True), text, read.low, read.hits, taken, lexicon)


def _asks_number(low: str) -> bool:
    return bool(
        re.search(
            r"\b(how (many|much|far|long)|сколько|wie viel\w*|weigh|weight|cost|вес\w*|pace|темп|time|стоил\w*|"
            r"volume|tonnage|тоннаж\w*|объ[её]м\w*)\b",
            low,
        )
    )


def _asks_value(low: str) -> bool:
    return bool(re.match(r"\W*(what|how|как\w*|was|wie)\b", low)) or "?" in low


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


def _valued(query: Query, read: Read, lexicon: Lexicon) -> Query:
    """Fill in the field that is asked for, the conditions, and what the form means for it."""
    if not query.subjects:
        return query
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    if activity is None:
        return query
    field, asked = _field(read, subject, activity, total=query.form in {"count", "sum", "often", "average"})
    tallies = {activity.tallied.get(kind) for kind in subject.kinds}
    if query.form == "count" and len(tallies) == 1 and None not in tallies and not _SESSIONS.search(read.low):
        return replace(
            query, field=tallies.pop() or "", form="sum", conditions=conditions_of(read, query.subjects, lexicon)
        )
    conditions = conditions_of(read, query.subjects, lexicon)
    form: Form = query.form
    item = activity.fields.get(field)
    if form in {"count", "sum"} and item is not None:
        form = _counted(read, activity, field, asked, item, subject)
    if form == "verdict" and not any(one.day for one in query.periods):  # "did I ever run 10 km": or more
        conditions = tuple(
            replace(one, op=">=") if one.op == "~" and activity.fields[one.field].best == "max" else one
            for one in conditions
        )
    if (
        item is not None
        and item.sum
        and any(h.entry in activity.words for h in read.hits if _PER.search(read.low[: h.start]))
    ):
        form = "average"
    present = bool(cue.PRESENT.search(read.low))
    if query.sides and form in {"trend", "verdict"} and (form == "trend" or cue.MORE_THAN.search(read.low)):
        form = "effect"
    if form in {"value", "list", "count", "last"} and item is not None and item.sum and not query.ago:
        total = bool(cue.TOTAL.search(read.low)) and not (form == "count" and not asked and item.dimension != "money")
        whole = bool(query.periods) and not query.periods[0].day
        paid = (
            item.dimension == "money"
            and bool(subject.kinds)
            and ((form == "value" and whole) or bool(query.periods and cue.PAID.search(read.low)))
        )
        paid = paid or (item.dimension == "money" and len(subject.kinds) > 1 and form == "value")
        asks_all = form in {"value", "list"} and (paid or bool(cue.WHAT_FIELD.search(read.low)))
        if (total and form != "last") or item.product or asks_all:
            form = "sum"
    if query.sides and form == "sum" and item is not None and item.mean and item.dimension == "time":
        form = "average"
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
    if form == "value" and item is not None and item.sum and asked and query.periods:
        form = "sum"
    if form == "list" and item is not None and item.sum and _leads(asked, activity, read):
        form = "sum"  # "protein in September"
    if form == "verdict" and query.by_day and asked:
        form = "average"
    if query.sides and form == "lookup" and item is not None and not query.prefer:
        form = "average"
    best = query.best
    timed = item is not None and item.dimension == "time" and any(one.ratio for one in activity.fields.values())
    if form == "record" and timed and cue.QUICK.search(read.low):
        best = "min"
    elif form == "record" and item is not None:
        if cue.WORST.search(read.low):
            best = "max" if item.best == "min" else "min"
        elif re.search(r"\b(pr|pb|best|record|рекорд\w*|лучш\w+|fastest|быстр\w+)\b", read.low) and query.best == "max":
            best = item.best
        elif item.best == "min" and re.search(r"\bfastest\b", read.low):
            best = "min"
    unit = next((one.unit for one in read.numbers if one.kind == "money"), "") or _currency(read.low)
    return replace(query, field=field, conditions=conditions, form=form, best=best, unit=unit)


_CURRENCIES = {
    "€": pattern(r"\b(euros?|eur|евро)\b|€"), "₽": pattern(r"\b(rubles?|roubles?|rub|rubel|рубл\w+|руб)\b|₽"),
    "$": pattern(r"\b(dollars?|usd|доллар\w*|bucks)\b|\$"), "£": pattern(r"\b(gbp|pounds sterling|british pounds)\b|£"),
}  # fmt: skip


def _currency(low: str) -> str:
    """Return the currency that a question names; of two, none."""
    named = [unit for unit, words in _CURRENCIES.items() if words.search(low)]
    return named[0] if len(named) == 1 else ""


def _counted(read: Read, activity: Activity, field: str, asked: str, item: Field, subject: Subject) -> Form:
    """Return whether things, days or a total are asked for by "how many" or "how much"."""
    many = re.search(r"\b(how many|number of|count(?: my)?|сколько|wie viele)\s+(?=\w)", read.low)
    lead = next((hit for hit in read.hits if many and hit.start == many.end()), None)
    named = lead is not None and lead.entry in {*activity.words, *activity.kinds}
    if (
        named
        and lead is not None
        and item.dimension not in {"count", "money"}
        and not _verb(read.low[lead.start : lead.end])
    ):
        return "count"
    if item.sum and (cue.MUCH.search(read.low) or (item.dimension == "money" and _currency(read.low))):
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
    if (
        not item.sum
        and subject.kinds
        and re.search(
            r"\bсколько (?:\w+ )?(?:я )?(?:по|при)?\w*(?:жал|сел|"
            r"тянул)\w*",
            read.low,
        )
    ):
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


def _leads(asked: str, activity: Activity, read: Read) -> bool:
    """Whether a question begins with the value it wants, and not with the things: "protein in September"."""
    marks = [hit.start for hit in read.hits if hit.entry in {*activity.words, *activity.kinds}]
    words = [hit.start for hit in read.hits if hit.entry == asked]
    return bool(words) and (not marks or words[0] < marks[0]) and not _EVERY.match(read.low)


_EVERY = pattern(r"\W*(list|show|give|which|every|all|what|каждую|каждый|все|покажи|какие|перечисли)\b")
_PER = pattern(r"\b(per|each|за одну|за каждую|на каждую|pro)\s+$")
_SESSIONS = pattern(r"\b(sessions?|days?|times|workouts?|entries|тренировок|дней|раз|подходов|sets)\b")


def _field(read: Read, subject: Subject, activity: Activity, *, total: bool) -> tuple[str, str]:
    """Return the field that a question asks for, and the word that asked for it, if one did."""
    within = [(m.start, m.end) for m in read.numbers]
    if total:
        for name, item in activity.fields.items():
            for hit in read.hits if item.product else ():
                if hit.domain == subject.domain and hit.entry in item.words:
                    return name, hit.entry
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
