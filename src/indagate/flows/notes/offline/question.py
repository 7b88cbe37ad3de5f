"""PLAN by rule: what a question asks: which things, which value, which days, and what about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from indagate.flows.notes.calendarwords import MONTHS, WEEKDAYS
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.moment import unclear
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.aside import without_aside
from indagate.flows.notes.offline.best import timed
from indagate.flows.notes.offline.colloquial import familiar
from indagate.flows.notes.offline.event import between, bounded, pick_of
from indagate.flows.notes.offline.form import by_words_only, form_of
from indagate.flows.notes.offline.holiday import with_holidays
from indagate.flows.notes.offline.intention import intended, intent_of
from indagate.flows.notes.offline.moneyin import from_whom
from indagate.flows.notes.offline.operation import operation
from indagate.flows.notes.offline.paraphrase import plainer
from indagate.flows.notes.offline.questionword import worded
from indagate.flows.notes.offline.reading import Read, alternatives, periods_of, read_of, subjects_of
from indagate.flows.notes.offline.side import Divided, divide
from indagate.flows.notes.offline.slip import corrected
from indagate.flows.notes.offline.sought import told_in_words
from indagate.flows.notes.offline.valued import valued
from indagate.flows.notes.offline.whole import operated
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form, Period, Query, Subject, Words
from indagate.flows.notes.token import Token, content, listed, plain, tokens


def understand(text: str, as_of: date, lexicon: Lexicon, about: Subject | None = None) -> Query:
    """Return what a question asks; `about` is what it may mean by "it" or "that"."""
    wrong = unclear(text, as_of)
    if wrong:
        return Query("lookup", text, as_of, unknown=wrong)
    put = text
    text = with_holidays(corrected(text, lexicon), as_of)
    intent = intent_of(text, as_of)
    text = without_aside(familiar(plainer(intent.bare if intent else text), lexicon), as_of, lexicon)
    done = operation(text)
    query, read = _beneath(done.text, as_of, lexicon, about)
    query = replace(operated(query, done, text, read, lexicon), asked=put)
    if query.subjects and not (query.periods or query.bound or query.sides) and _THAT_TIME.search(plain(text)):
        return replace(query, unknown="operation")
    if intent and intent.want == "value" and not query.subjects:
        bare, intent = query, None
        query, _ = _beneath(without_aside(familiar(plainer(put), lexicon), as_of, lexicon), as_of, lexicon, about)
        query = replace(query, asked=put, plans=True)
        goal = any("#goal" in one.stems for one in query.words)
        if not query.subjects and query.periods and not (goal or any(one.said for one in bare.words)):
            return replace(query, form="lookup", agenda=True)
    return intended(query, intent) if intent else told_in_words(_both_values(query))


_TWO_VALUES = pattern(
    r"\b(?:distance|how far|time|how long|pace|how fast)(?: \w+){0,8}? and (?:in |for )?(?:what |the |how |her |his )?"
    r"(?:time|distance|long|far|fast|pace)\b|\b(?:сколько|расстояни\w+|дистанци\w+)\b.* и за (?:какое время|сколько)\b|"
    r"\b(?:время|за сколько)\b.* и (?:какое расстояние|какая дистанция|сколько км)\b"
)
"""What asks for two values of one thing."""


def _both_values(query: Query) -> Query:
    """Return a question for two values of a thing as one for what was noted of it."""
    if query.subjects and query.form in {"sum", "value", "count"} and _TWO_VALUES.search(plain(query.asked)):
        return replace(query, form="list")
    return query


_THAT_TIME = pattern(r"\b(?:in|on|during|over|for|of) that (?:day|night|week|weekend|month|year|trip|stay|time)\b")
"""What means days that are named elsewhere."""


def _beneath(text: str, as_of: date, lexicon: Lexicon, about: Subject | None) -> tuple[Query, Read]:
    """Return what a question asks when its operations are taken away, and its parts."""
    low = plain(text)
    ends = between(text, as_of, lexicon)
    if ends is not None:
        return Query("gap", text, as_of, events=ends), read_of(text, as_of, lexicon)
    bare, weekdays = _without_weekdays(text)
    ago = bool(cue.AGO.search(low))
    bare, bound = (bare, None) if ago else bounded(bare, as_of, lexicon)
    several = alternatives(read_of(bare, as_of, lexicon), lexicon) if cue.any_of(low) else ()
    parts = Divided(bare) if several else divide(bare, as_of, lexicon)
    read = read_of(parts.text, as_of, lexicon)
    subjects = subjects_of(read, lexicon) or ((about,) if about else ())
    form: Form = form_of(read, subjects, lexicon)
    if bound is not None and bound.when == "after" and form == "last" and not pick_of(parts.text):
        form = "first"  # "после гриппа когда я снова побежал"
    if ago:
        form = "record" if subjects and pick_of(parts.text) == "record" else "last"
    if several or form in {"often", "count", "last", "first"}:
        subjects = alternatives(read, lexicon) or subjects
    form, prefer = _taste(form, low, read)
    form, periods = _with_time_since(form, read, subjects, as_of)
    if parts.sides and not periods:
        periods = parts.periods if not parts.sides[0].near else ()
    if not subjects or cue.NOTES_THAT.search(low):
        told = _notes_that(text, read, periods, as_of, lexicon)
        if told is not None:
            return told, read
    mean = cue.MEAN.search(low) and not _MONTH_OF.search(low) and not cue.TOTAL.search(low)
    skipped = form in {"often", "count", "last", "first", "list"} and not parts.sides and cue.SKIPPED.search(low)
    received = bool(subjects) and subjects[0].activity == "income"  # who pays is said with it; the money is one's own
    query = Query(
        form, text, as_of, subjects, periods=periods, who="" if received else _who(parts.text, lexicon),
        by_day=bool(cue.PER_DAY.search(low)), mean=bool(mean),
        best="min" if cue.LOW.search(low) else "max", prefer=prefer, sides=parts.sides,
        contrast=parts.contrast,
        plans=bool(cue.PLANS.search(low)) or bool(periods and all(one.first > as_of for one in periods)),
        weekdays=weekdays, bound=bound, ago=ago, denied=bool(skipped), per=cue.per(low),
    )  # fmt: skip
    query = _latest(_grouped(query, low), lexicon)
    query = from_whom(_narrowed(valued(query, read, lexicon), read, lexicon), read.low)
    return timed(_told_how(query, read.low), read.low, lexicon), read


def _without_weekdays(text: str) -> tuple[str, tuple[int, ...]]:
    """Return a question without the days of the week that it means, and these: "on Saturdays and Sundays"."""
    groups, bare = list(cue.EVERY.finditer(plain(text))), text
    for found in reversed(groups):
        bare = bare[: found.start()] + " " + bare[found.end() :]
    return bare, tuple(sorted({day for one in groups for day in cue.every_days(one)}))


def _taste(form: Form, low: str, read: Read) -> tuple[Form, Literal["", "like", "dislike"]]:
    """Return the form, which is a search by words where a preference is asked for, and the preference."""
    taste = cue.BE_LIKE.sub(" ", low)
    prefer: Literal["", "like", "dislike"] = ""
    if cue.DISLIKE.search(low):
        prefer = "dislike"
    elif cue.LIKE.search(taste):
        prefer = "like"
    if (
        (form in {"verdict", "value", "list"} and prefer)
        or (form == "trend" and prefer and _OR.search(low))
        or (form in {"last", "first"} and prefer and _WHEN.match(low))
    ):
        form = "lookup"
    if form not in {"trend", "compare"} and _either_liked(low) and not read.numbers and not read.said:
        return "lookup", "like"
    return form, prefer


_WHEN = pattern(r"\W*(?:when|когда)\b")
_OR = pattern(r"\b(?:or|или|oder)\b")
_WHEN_BETTER = pattern(
    r"^(?=.*\b(?:better|prefer|suits?|person|runner|nicer|easier|лучше|приятнее|легче|комфортнее|удобнее)\b)"
    r".*\b(?:mornings?|утром|с утра|по утрам)\b.{0,12}\b(?:or|или)\b.{0,12}\b(?:evenings?|afternoons?|вечером|днем|"
    r"по вечерам)\b"
)
"""What asks at which time of the day something is liked."""


def _either_liked(low: str) -> bool:
    """Whether a question without a verb asks which of two is preferred, and not which of them is more."""
    if _WHEN_BETTER.search(low):
        return True
    return bool(cue.EITHER.match(low)) and not cue.MORE_THAN.search(low)


def _with_time_since(
    form: Form, read: Read, subjects: tuple[Subject, ...], as_of: date
) -> tuple[Form, tuple[Period, ...]]:
    """Return the form and the days asked about; "more than in May" sets May beside the time since."""
    periods = periods_of(read, as_of)
    compared = any(cue.THAN.search(read.low[: one.start]) for one in read.said)
    if len(periods) == 1 and compared and subjects and periods[0].last < as_of:
        since = "с тех пор" if re.search("[а-я]", read.low) else "since then"
        return "compare", (Period(periods[0].last + timedelta(1), as_of, since), periods[0])
    return form, periods


def _grouped(query: Query, low: str) -> Query:
    """Return a query for the week, month or weekday with the most, where that is asked for."""
    months = len(query.periods) > 2 and all(
        one.first.day == 1 and one.last.month == one.first.month for one in query.periods
    )
    if months and query.form == "record":  # "which of May, June and July had the most"
        return replace(query, group="month")
    group = cue.group(low) if len(query.periods) < 2 else ""
    picked = {"record", "often", "list", "value", "sum", "count", "lookup"}
    if group and query.subjects and query.form in picked:
        return replace(query, group=group, form="record")
    return replace(query, group=group)


def _latest(query: Query, lexicon: Lexicon) -> Query:
    """Return a query for the latest value where all before an event are meant, and no total: before a race."""
    if query.bound is None or query.bound.when != "before" or query.bound.days or query.form not in {"list", "value"}:
        return query
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity) if query.subjects else None
    main = activity.fields.get(activity.main) if activity is not None else None
    return replace(query, form="last") if main is not None and not main.sum else query


_HOW_DONE = pattern(r"(?<!how )\b(badly|poorly|terribly|awfully|horribly|плохо|ужасно|отвратительно|хорошо|отлично)\b")
"""How well something was done, which no value tells."""


def _told_how(query: Query, low: str) -> Query:
    """Return a query that only notes meet which say how it was done, where that is asked: "last slept badly"."""
    said = _HOW_DONE.search(low)
    if said is None or not query.subjects or query.form not in {"last", "first", "often", "count", "list", "verdict"}:
        return query
    return replace(query, words=(*query.words, Words(content(said[0]), said=said[0])))


def _narrowed(query: Query, read: Read, lexicon: Lexicon) -> Query:
    """Return a query with the words that narrow it, or by which it is looked for where nothing else is left."""
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    tells = query.form == "lookup" and query.subjects and not query.prefer and not by_words_only(read.low)
    if tells and re.match(r"\W*(what|how|како|каки|как |was )", read.low):
        plainly = worded(replace(query, form="value"), read.text, read.low, read.hits, taken, lexicon)
        if not plainly.words:  # nothing is left that only a note could say in its words
            return valued(plainly, read, lexicon)
    return worded(query, read.text, read.low, read.hits, taken, lexicon)


def _notes_that(text: str, read: Read, periods: tuple[Period, ...], as_of: date, lexicon: Lexicon) -> Query | None:
    """Return the number of notes that have some words, where it is asked for: "how many entries mention my knee"."""
    found = cue.NOTES_THAT.search(read.low)
    if not found or not re.search(r"\b(how many|how often|number of|сколько)\b", read.low):
        return None
    rest = read_of(text[found.end() :], as_of, lexicon)
    taken = [(m.start, m.end) for m in rest.said]
    asked = worded(Query("lookup", text, as_of), rest.text, rest.low, rest.hits, taken, lexicon)
    return replace(asked, form="count", periods=periods) if asked.words else None


def by_words(text: str, as_of: date, lexicon: Lexicon) -> Query:
    """Return a question as a search for a note that has its words."""
    read = read_of(text, as_of, lexicon)
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    return worded(Query("lookup", text, as_of, whole=True, asked=text), text, read.low, read.hits, taken, lexicon)


_MONTH_OF = pattern(r"\b(?:bigger|larger|smaller|better|heavier) (?:[\w-]+ )?(?:month|week)\b")
"""What compares all of a month, and not single things."""
_BEFORE_NAME = listed("did does has is was than or and and's did's чем или и как with")
_NO_NAME = listed("mark max mia may rose will mike nick roma sam")


_COSTING = listed("cost costs charge charged run set take come go")
"""What a shop or a thing does, and nobody's doing that is asked about: "how much did Adobe cost"."""


def _somebody(all_: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a name that no list has does, or has, what is asked about: "what does Dervla weigh", "Dervla's run"."""
    token = all_[at]
    if not token.word or not token.text[0].isupper() or token.low in _NO_NAME or lexicon.knows(token.low):
        return False
    if not token.low.removesuffix("'s") or token.low.removesuffix("'s") in {*WEEKDAYS, *MONTHS}:
        return False
    after = all_[at + 1].low if at + 1 < len(all_) else ""
    does = all_[at - 1].low in {"does", "did", "has", "had"} and after not in _COSTING
    does = does or (
        after in {"did", "does", "has"} and bool(content(token.low)) and all_[at - 1].word
    )  # "the longest hike Theo did"
    return does or (token.low.endswith("'s") and not any(one.low in {"i", "my"} for one in all_))


_MINE = pattern(r"\b(?:i|ich|я(?! (?:\w+ )?(?:запис|отмеч|отмет|внос|внес|помеч))|у (?:меня|нас))\b")
"""What makes oneself the one who does, and not only the one who notes it."""
_AT_SOMEBODYS = pattern(r"\b(?:был[аи]?|в гостях|гост\w+|ночев\w+|ужин\w*|обед\w*|купил\w*|занял\w*|взял\w*)\b")


def _who(text: str, lexicon: Lexicon) -> str:
    """Return about whom else a question asks, if it does."""
    all_ = tokens(text)
    mine = bool(_MINE.search(plain(text)))
    known = [(hit.start, hit.end) for hit in lexicon.hits(text) if hit.after - hit.first > 1]
    for at, token in enumerate(all_):
        low = token.low.removesuffix("'s")
        if any(a <= token.start < b for a, b in known):
            continue  # Trader Joe's
        asked = at > 0 and all_[at - 1].low in _BEFORE_NAME and low not in _NO_NAME
        named = (low in cues.NAMES and (token.text[0].isupper() or asked or token.low.endswith("'s"))) or (
            low in cues.KIN and low not in {"he", "she", "they", "он", "она", "они", "er", "mann"}
        )
        named = named or (at > 0 and _somebody(all_, at, lexicon))
        if not named:
            continue
        prior = all_[at - 1].low if at else ""
        if prior in {"my", "мой", "моя", "мои", "моего", "моей", "the"} and at > 1:
            prior = all_[at - 2].low
        after = all_[at + 1].low if at + 1 < len(all_) else ""
        compared = prior in {"or", "than", "или", "чем"} or after in {"or", "или"}
        if prior == "у" and not mine and not _AT_SOMEBODYS.search(plain(text)):
            return low
        if prior in cues.WITH or (mine and not compared and not token.low.endswith("'s")):
            continue
        return low
    return ""
