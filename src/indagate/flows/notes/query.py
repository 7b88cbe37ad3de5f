"""What a question asks of the notes, and what was computed for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

Form = Literal[
    "count", "often", "sum", "average", "value", "record", "last", "first", "trend", "compare", "list", "verdict",
    "lookup", "effect", "gap", "streak", "pause", "share", "rank", "versus",
]  # fmt: skip
"""What is wanted: a number of things, of days, a total, a mean, a value on a day, an extreme, the latest or earliest
time, a direction, two periods side by side, all of it, yes or no, a text, two groups of days side by side, the days
between two events, most days in a row, most days without, how much of all, the kind with the most, two things side by
side."""
Op = Literal[">", ">=", "<", "<=", "~"]


@dataclass(frozen=True, slots=True)
class Subject:
    """An activity of a domain, perhaps only some kinds of it."""

    domain: str
    activity: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """What a field must be: more than, at least, less than, at most, about a value."""

    field: str
    op: Op
    value: float
    bare: bool = False
    """Whether its value was said without a unit, so that it means the unit that a note has."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words of which one must be said with a thing; with `without`, what must be said to be lacking."""

    stems: tuple[str, ...]
    without: bool = False
    strict: bool = True
    said: str = ""


@dataclass(frozen=True, slots=True)
class Period:
    """The days asked about, both included, and how the question calls them."""

    first: date
    last: date
    said: str = ""

    @property
    def day(self) -> bool:
        """Whether it is one day."""
        return self.first == self.last


@dataclass(frozen=True, slots=True)
class Side:
    """The days on which something else happened."""

    subject: Subject
    conditions: tuple[Condition, ...] = ()
    periods: tuple[Period, ...] = ()
    later: int = 0
    near: bool = False
    pick: Literal["", "first", "last", "record"] = ""
    without: bool = False
    """Whether the days are meant on which it was not done."""
    words: tuple[Words, ...] = ()
    others: tuple[Subject, ...] = ()
    """What else makes a day one of those meant: on days when I ran or lifted."""
    span: Literal["day", "week", "month"] = "day"
    """Whether its days are meant, or the weeks or months of its days."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, by which a question names a day: an activity, or words; or a day itself.

    `pick` says which one is meant; without it, the beginning of the latest spell of it.
    """

    text: str
    subject: Subject | None = None
    conditions: tuple[Condition, ...] = ()
    words: tuple[Words, ...] = ()
    pick: Literal["", "first", "last", "record", "next"] = ""
    day: date | None = None
    periods: tuple[Period, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """A period that begins with an event, after it, or ends before it; or the day of it."""

    when: Literal["since", "after", "before", "on"]
    event: Event
    days: int = 0
    """How many days it has, if the question says so: "in the week before the race"."""
    until: Event | None = None
    """The event with which it ends, if another than today."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it was understood."""

    form: Form
    text: str
    as_of: date
    subjects: tuple[Subject, ...] = ()
    field: str = ""
    periods: tuple[Period, ...] = ()
    conditions: tuple[Condition, ...] = ()
    words: tuple[Words, ...] = ()
    best: Literal["max", "min"] = "max"
    who: str = ""
    unit: str = ""
    sides: tuple[Side, ...] = ()
    contrast: bool = False
    """Whether the days of its side are to be set beside all others."""
    by_day: bool = False
    mean: bool = False
    up: bool | None = None
    prefer: Literal["", "like", "dislike"] = ""
    weekdays: tuple[int, ...] = ()
    plans: bool = False
    denied: bool = False
    """Whether it asks what was noted not to have happened."""
    ago: bool = False
    """Whether it asks how long ago something was."""
    per: Literal["", "week", "month"] = ""
    group: Literal["", "week", "month", "weekday"] = ""
    """What is to be totalled before the most or least is picked."""
    bound: Bound | None = None
    events: tuple[Event, ...] = ()
    of: str = ""
    """The field by which the best is picked, where another of its values is asked for: the pace of the longest run."""
    nth: int = 1
    """Which one, counted from the first, the last or the best."""
    top: int = 0
    """How many of the first, the last or the best are wanted, if more than one."""
    median: bool = False
    absent: bool = False
    """Whether the days without it are to be counted."""
    but: tuple[Subject, ...] = ()
    """What is not to be counted in."""
    shown: str = ""
    """The unit in which the answer is wanted, if another than that of the field."""
    totals: tuple[Condition, ...] = ()
    """What the total of a day, week or month must be for it to be counted."""
    least: int = 0
    """On how many days of a week or month something must have been done for it to be counted."""
    distinct: bool = False
    """Whether the different kinds are to be counted."""
    difference: bool = False
    """Whether it asks by how much one of two is more."""
    parts: tuple[Part, ...] = ()
    """What is to be set side by side, or part and whole."""
    whole: bool = False
    """Whether a note must have all of the words to be an answer."""
    kept: Literal["", "whether", "more", "less", "quicker"] = ""
    """Whether it asks if what was planned was done, or more or less than that."""
    agenda: bool = False
    """Whether it asks what is planned for its days."""
    asked: str = ""
    """The question as it was put, where `text` is what was made of it."""
    unknown: str = ""
    """What the question says that cannot be, or that nothing here understands: nothing is looked up then."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of several things that are set side by side: how it is called, and what is asked of it."""

    label: str
    query: Query


@dataclass(frozen=True, slots=True)
class Cited:
    """A note that an answer rests on."""

    date: date
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """A number that was computed: of what (a label, perhaps a day), in which unit, from how many entries."""

    number: float
    unit: str
    label: str = ""
    day: date | None = None
    entries: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What was computed from the entries: numbers, texts, a verdict, and the notes it rests on.

    `found` is false where the notes say nothing; `near` is then a day on which they do, `planned` whether it was only
    planned, `others` whether only other people's doings were found.
    """

    query: Query
    found: bool
    values: tuple[Value, ...] = ()
    texts: tuple[str, ...] = ()
    verdict: bool | None = None
    cited: tuple[Cited, ...] = ()
    near: date | None = None
    planned: bool = False
    others: bool = False
    denied: bool = False
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Attempt:
    """A search: which days, and how much it found."""

    first: date | None
    last: date | None
    found: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What retrieval brought: the result computed from all fitting entries, and the attempts."""

    result: Result
    attempts: tuple[Attempt, ...]
    elsewhere: tuple[str, ...] = ()
    """Domains of the notes found by words."""
