"""PLAN by rule: what a question asks: which things, which value, which days, and what about them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.moment import unclear
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.event import between, bounded
from indagate.flows.notes.offline.operation import operation
from indagate.flows.notes.offline.paraphrase import plainer
from indagate.flows.notes.offline.questionword import FILLER, worded
from indagate.flows.notes.offline.reading import Read, alternatives, conditions_of, periods_of, read_of, subjects_of
from indagate.flows.notes.offline.side import divide
from indagate.flows.notes.offline.valued import asks_number, valued
from indagate.flows.notes.offline.whole import operated
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form, Period, Query, Subject
from indagate.flows.notes.token import content, listed, plain, stem, tokens


def understand(text: str, as_of: date, lexicon: Lexicon, about: Subject | None = None) -> Query:
    """Return what a question asks; `about` is what it may mean by "it" or "that"."""
    wrong = unclear(text, as_of)
    if wrong:
        return Query("lookup", text, as_of, unknown=wrong)
    text = plainer(text)
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
    parts = divide(bare, as_of, lexicon)
    main = parts.text
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
    compared = [one for one in read.said if cue.THAN.search(read.low[: one.start])]
    if len(periods) == 1 and compared and subjects and periods[0].last < as_of:
        form, periods = "compare", (Period(periods[0].last + timedelta(1), as_of, _now(low)), periods[0])
    if parts.sides and not periods:
        periods = parts.periods if not parts.sides[0].near else ()
    prefer: Literal["", "like", "dislike"] = (
        "dislike" if cue.DISLIKE.search(low) else "like" if cue.LIKE.search(taste) else ""
    )
    if cue.EITHER.match(low) and not read.numbers and not read.said:
        form, prefer = "lookup", "like"
    if not subjects or cue.NOTES_THAT.search(low):
        told = _notes_that(text, read, periods, as_of, lexicon)
        if told is not None:
            return told, read
    query = Query(
        form, text, as_of, subjects, periods=periods, who=who, by_day=bool(cue.PER_DAY.search(low)),
        mean=bool(cue.MEAN.search(low)) and not _MONTH_OF.search(low), best="min" if cue.LOW.search(low) else "max",
        prefer=prefer,
        sides=parts.sides, contrast=parts.contrast, plans=bool(cue.PLANS.search(low)),
        weekdays=cue.every_days(every) if every else (), bound=bound, ago=ago,
        denied=form in {"often", "count", "last", "first", "list"} and bool(cue.SKIPPED.search(low)),
        per=cue.per(low), group=cue.group(low) if len(periods) < 2 else "",
    )  # fmt: skip
    if query.group and subjects and form in {"record", "often", "list", "value", "sum", "count", "lookup"}:
        query = replace(query, form="record")
    return _narrowed(valued(query, read, lexicon), read, lexicon), read


def _narrowed(query: Query, read: Read, lexicon: Lexicon) -> Query:
    """Return a query with the words that narrow it, or by which it is looked for where nothing else is left."""
    taken = [(m.start, m.end) for m in read.said] + [(one.start, one.end) for one in read.numbers]
    tells = query.form == "lookup" and query.subjects and not query.prefer
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


def _undated(read: Read) -> str:
    """Return a question without the days it names: "the first week of May" asks for nothing that was first."""
    low = read.low
    for one in read.said:
        low = low[: one.start] + "_" * (one.end - one.start) + low[one.end :]
    return low


def _form(read: Read, subjects: tuple[Subject, ...], lexicon: Lexicon) -> Form:
    low = read.low
    several = len([m for m in read.said if not m.coming]) >= 2
    if subjects and several and (cue.COMPARE.search(low) or cue.MORE_THAN.search(low)):
        return "compare"
    undated = _undated(read)
    told = [form for form, pattern in cue.FORMS if pattern.search(undated)]
    found: Form | None = next((form for form in told if subjects or form not in {"trend", "effect"}), None)
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
        if not asks_list and not asks_number(low) and not conditions_of(read, subjects, lexicon):
            return "lookup"
    if found in {None, "list", "verdict"} and cue.DAY_OF.search(undated):
        return "last"
    asks_when = bool(re.match(r"\W*(when|когда|wann)\b", low))
    reached = bool(cue.REACHED.search(low)) and bool(conditions_of(read, subjects, lexicon))
    if found == "trend" and re.search(r"\b(when|когда)\b", low):
        found = next((form for form in told if form in {"first", "last"}), "first" if reached else "last")
    if found == "verdict" and cue.MORE_THAN.search(low) and not read.numbers:
        found = "trend"
    if found is None and cue.CURRENT.search(low):
        return "value"
    if asks_when and found is None and reached:
        return "first"
    return found or ("last" if asks_when else "value" if _asks_value(low) else "list")


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


def _asks_value(low: str) -> bool:
    return bool(re.match(r"\W*(what|how|как\w*|was|wie)\b", low)) or "?" in low


_MONTH_OF = pattern(r"\b(?:bigger|larger|smaller|better|heavier) (?:[\w-]+ )?(?:month|week)\b")
"""What compares all of a month, and not single things."""
_BEFORE_NAME = listed("did does has is was than or and and's did's чем или и как with")
_NO_NAME = listed("mark max mia may rose will mike nick roma sam")


def _who(text: str) -> str:
    """Return about whom else a question asks, if it does."""
    all_ = tokens(text)
    mine = any(token.low in {"i", "я", "ich", "у"} for token in all_)
    for at, token in enumerate(all_):
        low = token.low.removesuffix("'s")
        asked = at > 0 and all_[at - 1].low in _BEFORE_NAME and low not in _NO_NAME
        named = (low in cues.NAMES and (token.text[0].isupper() or asked or token.low.endswith("'s"))) or (
            low in cues.KIN and low not in {"he", "she", "they", "он", "она", "они", "er", "mann"}
        )
        if not named:
            continue
        prior = all_[at - 1].low if at else ""
        if prior in {"my", "мой", "моя", "мои", "моего", "моей", "the"} and at > 1:
            prior = all_[at - 2].low
        after = all_[at + 1].low if at + 1 < len(all_) else ""
        compared = prior in {"or", "than", "или", "чем"} or after in {"or", "или"}
        if prior in cues.WITH or (mine and not compared and not token.low.endswith("'s")):
            continue
        return low
    return ""
