"""What a report's session files hold; each file is one of these, written as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from indagate.flows.report.figures.spec import FigureSpec
from indagate.tools.tables.table import Catalog, Cell

Depth = Literal["executive", "standard", "thorough", "deep_dive"]
Style = str
Language = Literal["en", "ru"]
Aspect = Literal["overview", "series", "compare", "relate", "distribution", "documents"]
"""What a task looks into: what there is, change over time, groups, relations, spread, documents."""
FindingKind = Literal[
    "trend", "regime_change", "volatility_regime", "anomaly", "lead_lag", "correlation", "seasonality", "composition",
    "ranking", "growth", "level", "mix", "distribution", "outlier", "missing", "summary",
]  # fmt: skip
Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a depth allows: tasks per scope item and round, rounds, and the coverage (0–1) at which it is enough."""

    tasks: int
    rounds: int
    target: float


DEPTHS: dict[Depth, Limits] = {
    "executive": Limits(1, 1, 0.70),
    "standard": Limits(2, 2, 0.80),
    "thorough": Limits(3, 3, 0.90),
    "deep_dive": Limits(4, 4, 0.95),
}


# --- initial_research, brief_builder, planning ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that the query or the data are about."""

    name: str
    kind: Literal["table", "measure", "group", "document", "word"]


@dataclass(frozen=True, slots=True)
class InitialContext:
    """state/initial_context.json: what the tables and documents hold."""

    query: str
    language: Language
    key_facts: tuple[str, ...]
    entities: tuple[Entity, ...]
    tags: tuple[str, ...]
    preliminary_questions: tuple[str, ...]
    data: Catalog
    documents: int = 0
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the report should be: its style, depth, files, tone and language."""

    style: Style = "default"
    depth: Depth = "standard"
    formats: tuple[str, ...] = ("html",)
    tone: str = "neutral"
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class ScopeItem:
    """A topic of the report: the question it answers, the tables and measures it looks into, and from which sides.

    `measures` are "table.column" in SQL names; empty for documents.
    """

    id: str
    title: str
    question: str
    aspects: tuple[Aspect, ...]
    tables: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """state/brief.json: the goal, the preferences, the topics and the limits."""

    goal: str
    preferences: Preferences
    scope_items: tuple[ScopeItem, ...]
    constraints: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    charts: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """A task: `o1` overview, `d1` data, `r1` research; `c_d1` in a follow-up."""

    id: str
    kind: Literal["overview", "data", "research"]
    scope: str
    aspect: Aspect
    description: str
    tables: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """state/plan.json: the tasks by kind."""

    overview_tasks: tuple[Task, ...]
    data_tasks: tuple[Task, ...]
    research_tasks: tuple[Task, ...]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, in their order."""
        return (*self.overview_tasks, *self.data_tasks, *self.research_tasks)


# --- execution ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Query:
    """A query over the archived tables."""

    id: str
    sql: str
    params: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """A number that was calculated, by its name and with its unit."""

    name: str
    value: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A date or name that was calculated."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Calculation:
    """Numbers from a query by a method; what `verify` does again. `tail` is the probability by chance, if tested."""

    id: str
    method: str
    query: str
    options: tuple[tuple[str, Cell], ...]
    numbers: tuple[Number, ...]
    labels: tuple[Label, ...] = ()
    tail: float | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that stands out, or a plain description: what, where, from which calculations.

    `table` is the file's name without its ending, `column` the heading as in the file; `at` a date, `lag` in periods.
    `weight` orders findings, the heaviest first. `stands` is whether it survives the correction for many tests.
    """

    id: str
    kind: FindingKind
    task: str
    scope: str
    table: str
    column: str
    calculation: str
    weight: float
    tail: float | None = None
    confidence: Confidence = "high"
    group: str = ""
    partner: str = ""
    at: str = ""
    direction: Literal["", "up", "down"] = ""
    lag: int = 0
    value: float | None = None
    unit: str = ""
    figure: str = ""
    stands: bool = True


@dataclass(frozen=True, slots=True)
class SeriesFile:
    """results/series/*.json: a series with real dates; a missing value is null."""

    id: str
    title: str
    unit: str
    x: tuple[Cell, ...]
    y: tuple[float | None, ...]
    query: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence from the documents, with what it rests on."""

    text: str
    quote: str
    source: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A source: a file of the data folder, a document, or an address."""

    id: str
    title: str
    where: str
    sha256: str = ""
    date: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """results/{overview,data,research}_N.json: what a task found."""

    task: Task
    queries: tuple[Query, ...] = ()
    calculations: tuple[Calculation, ...] = ()
    findings: tuple[Finding, ...] = ()
    series: tuple[SeriesFile, ...] = ()
    charts: tuple[FigureSpec, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    sources: tuple[Cited, ...] = ()
    notes: tuple[str, ...] = ()
    failed: str = ""
    run: str = ""

    def calculation(self, name: str) -> Calculation:
        """Return the calculation of this id. Raises `KeyError`."""
        for one in self.calculations:
            if one.id == name:
                return one
        raise KeyError(name)


# --- questions_review -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Covered:
    """How much of a scope item is answered: aspects asked, answered, and those still open."""

    scope: str
    asked: int
    answered: int
    open: tuple[Aspect, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """state/coverage.json: the share of questions that are answered, the target, and the round."""

    current: float
    target: float
    round: int
    items: tuple[Covered, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class QuestionsPlan:
    """state/questions_plan.json: tasks for what is still open."""

    round: int
    reason: str
    tasks: tuple[Task, ...]


# --- charts, story, aggregation -------------------------------------------------------------------------------------


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
    """A sentence or two: its findings and sources, and every number in it with where it comes from."""

    text: str
    findings: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()


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

    kind: Literal["number", "contradiction", "citation", "chart", "wording", "omen"]
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


# --- the session ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Execution:
    """Where the tasks stand."""

    iteration: int
    tasks_pending: tuple[str, ...]
    tasks_completed: tuple[str, ...]
    tasks_failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverageNow:
    """Coverage in short."""

    current: float
    target: float


@dataclass(frozen=True, slots=True)
class Session:
    """session.json."""

    id: str
    query: str
    language: Language
    phase: str
    created: str
    tags: tuple[str, ...]
    preferences: Preferences
    execution: Execution
    coverage: CoverageNow
    continues: str = ""
    data: str = ""
    corpus: str = ""
