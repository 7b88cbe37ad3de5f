"""A report's content, apart from how it looks: what the pages, the PDF and the workbook are written from.

Texts are plain, with four marks: `[@s1]` or `[@s1,s2]` cites sources, `[#price]` refers to the figure of that id,
`**words**` are strong, and `[~3 high confidence]` shows how sure a sentence is. All else is shown as it is written.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Cell = str | int | float | bool | datetime.date | datetime.datetime | None
ColumnKind = Literal["text", "number", "integer", "percent", "date", "measure"]
Sheet = Literal["data", "comparison"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, unit, kind, and decimals (None: as many as the values need).

    In a column of kind `measure` each row is of a measure of its own, and as exact as that needs.
    Percents are given as shown: 12.5 is 12.5 %. In a column of dates a text such as 2024-03-05 is that day.
    """

    name: str
    unit: str = ""
    kind: ColumnKind = "text"
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table; `rows` may be read only once and be very many. `sheet` is where the workbook puts it."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[tuple[Cell, ...]]
    note: str = ""
    sheet: Sheet = "data"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of marked text."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of marked texts."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureRef:
    """The place where the figure of this id stands."""

    figure: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A small table in the text: at most some dozens of rows, the source line under it."""

    table: DataTable
    source: str = ""


Block = Paragraph | Bullets | FigureRef | TableBlock


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Headline:
    """A number to be seen first: the value as it is shown ("+12.4 %"), what it is, and a note (when, of what)."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """A claim with both its sides, in marked text."""

    claim: str
    pro: tuple[str, ...] = ()
    con: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where something comes from: the id that texts cite, its title, a path or address, its date, a note."""

    id: str
    title: str
    where: str = ""
    date: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary."""

    term: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report: `style` names a style, `date` is ISO, `framed` gives figures frames of their own (deep dive)."""

    title: str
    query: str
    language: str = "en"
    style: str = "default"
    date: str = ""
    subtitle: str = ""
    headlines: tuple[Headline, ...] = ()
    key_takeaways: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    arguments: tuple[Argument, ...] = ()
    recommendations: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    glossary: tuple[Term, ...] = ()
    tables: tuple[DataTable, ...] = ()
    framed: bool = False
