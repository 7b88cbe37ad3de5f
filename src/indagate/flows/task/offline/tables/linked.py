"""A goal on a table, as far as it is understood: its words, conditions, the columns that it names, what is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from indagate.flows.task.offline.tables.figure import Wish
from indagate.flows.task.offline.tables.period import Period
from indagate.flows.task.offline.tables.schema import NUMERIC, Column, Sheet

NOT = frozenset({"not", "nicht", "не", "no", "non", "kein", "keine", "never", "nie"})
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the goal and where it stands."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on rows: its SQL, where the goal says it, on which column. `out` leaves its rows out."""

    kind: Literal["value", "flag", "compare", "period", "missing"]
    sql: str
    at: int
    column: Column | None = None
    value: str = ""
    out: bool = False
    period: Period | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A column that a goal names, where, and whether by its own word or by one that means the same."""

    column: Column
    at: int
    direct: bool


@dataclass(slots=True)
class Linked:
    """A goal on a table."""

    sheet: Sheet
    text: str
    wish: Wish
    tokens: list[Token]
    conditions: list[Condition] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    worth: bool = False
    claimed: set[int] = field(default_factory=set)
    left: list[str] = field(default_factory=list)

    @property
    def dated(self) -> Column | None:
        """The column of dates, the one that is named if there are several."""
        named = [one.column for one in self.mentions if one.column.kind in ("date", "moment")]
        return next(iter([*named, *(c for c in self.sheet.columns if c.kind in ("date", "moment"))]), None)

    @property
    def yearly(self) -> Column | None:
        """The column of years."""
        return next((c for c in self.sheet.columns if c.grain == "year" and c.kind in NUMERIC), None)

    def column_at(self, position: int) -> Column | None:
        """The column that is named at a place of the goal."""
        return next((one.column for one in self.mentions if one.at == position), None)


def tokens_of(text: str) -> list[Token]:
    """Return the words of a goal; what is joined by a hyphen is several."""
    found = []
    for match in _WORD.finditer(text):
        for part in re.finditer(r"[^\W_]+(?:[.,]\d+)*(?:['’][^\W_]+)*", match[0]):
            found.append(Token(part[0].casefold(), match.start() + part.start(), match.start() + part.end()))
    return found


def labels(linked: Linked) -> Iterator[Mention]:
    """Yield the named columns that rows can be told apart by: words, dates, years."""
    for mention in linked.mentions:
        if mention.column.kind not in NUMERIC or mention.column.grain == "year":
            yield mention


def joined(conditions: list[Condition]) -> list[list[Condition]]:
    """Return conditions that hold together: values of one column are alternatives."""
    found: dict[tuple[str, bool, str], list[Condition]] = {}
    for number, one in enumerate(conditions):
        apart = "" if one.kind == "value" else str(number)
        if one.kind == "period" and one.period is not None and not one.period.ends:
            apart = f"period {one.period.kind}"
        found.setdefault((one.column.sql if one.column else "", one.out, apart), []).append(one)
    return list(found.values())


def sql_of(alike: list[Condition]) -> str:
    """Return conditions on one column as one: values are alternatives, those left out are all left out."""
    one = alike[0]
    if one.out:
        return " AND ".join(f"{part.sql.replace(' = ', ' <> ', 1)}" for part in alike)
    if len(alike) == 1:
        return one.sql
    return f"({' OR '.join(f'({part.sql})' if ' AND ' in part.sql else part.sql for part in alike)})"
