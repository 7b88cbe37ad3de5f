"""What a report says, from its figures to the whole text: what its writing phases leave in the session's files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from indagate.flow.worded import Basis
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.files import Cited, Finding
from indagate.models import RULE
from indagate.tools.tables.table import Cell


@dataclass(frozen=True, slots=True)
class ChartData:
    """state/chart_data.json: the figures; a series with a `file` is read from results/series."""

    charts: tuple[FigureSpec, ...]


@dataclass(frozen=True, slots=True)
class Insight:
    """What a figure shows, and the findings that bear it."""

    chart: str
    text: str
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChartsAnalyzed:
    """state/charts_analyzed.json."""

    insights: tuple[Insight, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A number or label in a text: as it stands there, and from which calculation; the number is value · scale."""

    text: str
    calculation: str
    name: str
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence or two: its findings and sources, and every number in it with where it comes from.

    `basis` says what it is, `by` who worded it, `supported_by` who judged that its findings say so, if anybody did.
    """

    text: str
    findings: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()
    basis: Basis = "cell"
    by: str = RULE
    supported_by: str = ""


@dataclass(frozen=True, slots=True)
class Thesis:
    """The main question and its answer."""

    question: str
    answer: Claim


@dataclass(frozen=True, slots=True)
class NarrativeArc:
    """How the story goes."""

    hook: Claim
    context: Claim
    development: tuple[Claim, ...]
    climax: Claim


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a figure stands."""

    chart: str
    section: str


@dataclass(frozen=True, slots=True)
class Story:
    """state/story.json: the outline that aggregation fills."""

    thesis: Thesis
    narrative_arc: NarrativeArc
    chart_placements: tuple[Placement, ...]
    section_order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableText:
    """A small table in the text; its columns are (heading, unit, kind)."""

    title: str
    columns: tuple[tuple[str, str, str], ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    calculations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a section: a paragraph of claims, a list of them, a figure, or a table."""

    kind: Literal["paragraph", "bullets", "chart", "table"]
    claims: tuple[Claim, ...] = ()
    chart: str = ""
    table: TableText | None = None


@dataclass(frozen=True, slots=True)
class SectionText:
    """A section."""

    id: str
    title: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Headline:
    """A number to be seen first."""

    value: str
    label: str
    note: str
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What editing changed or struck out, and why."""

    kind: Literal["number", "contradiction", "citation", "chart", "wording", "omen", "unsupported"]
    where: str
    before: str
    after: str
    why: str


@dataclass(frozen=True, slots=True)
class Issue:
    """Something wrong with the data: in which table and column."""

    issue: str
    table: str
    column: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Aggregation:
    """state/aggregation.json: the whole text, and the log of what editing changed."""

    title: str
    subtitle: str
    key_takeaways: tuple[Claim, ...]
    headlines: tuple[Headline, ...]
    sections: tuple[SectionText, ...]
    recommendations: tuple[Claim, ...]
    limitations: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    issues: tuple[Issue, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Citations:
    """state/citations.json."""

    sources: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A word and what it means here."""

    term: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Glossary:
    """state/glossary.json."""

    entries: tuple[Entry, ...]
