"""What a report's session files hold, the text apart; each file is one of these, written as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from indagate.flow.worded import Basis
from indagate.flows.report.figures.spec import FigureSpec
from indagate.models import RULE
from indagate.tools.tables.table import Catalog, Cell

Depth = Literal["executive", "standard", "thorough", "deep_dive"]
Style = str
Language = Literal["en", "ru"]
SPENT = ("the budget is spent", "бюджет исчерпан")
"""The reason of a task that was not done since the budget was spent, by language."""


def is_unpaid(failed: str) -> bool:
    """Whether a task was not done since the budget was spent, by the reason that is kept of it."""
    return failed in SPENT


LANGUAGES: tuple[Language, ...] = ("en", "ru")
"""The languages in which reports are written."""
Aspect = Literal["overview", "series", "compare", "relate", "distribution", "documents"]
"""What a task looks into: what there is, change over time, groups, relations, spread, documents."""
FindingKind = Literal[
    "trend", "regime_change", "volatility_regime", "anomaly", "lead_lag", "correlation", "seasonality", "composition",
    "ranking", "growth", "steadiness", "difference", "differences", "relation", "cycle", "level", "mix",
    "distribution", "outlier", "missing", "summary", "months", "courses",
]  # fmt: skip
SURVEYED: tuple[FindingKind, ...] = ("months", "courses")
"""Kinds of findings that say how things are side by side."""
Confidence = Literal["high", "medium", "low"]
Scale = Literal["ratio", "interval", "share"]
"""How a measure's changes are told: in percent, as differences, or in points."""


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
    scale: Scale = "ratio"


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence from the documents, with what it rests on, who worded and who judged it."""

    text: str
    quote: str
    source: str
    basis: Basis = "verbatim"
    by: str = RULE
    supported_by: str = ""


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


@dataclass(frozen=True, slots=True)
class Kept:
    """A task's result in the content store: the files that show it, the result first, then its series.

    A file is its path below the run's folder and its digest; `findings` and `calculations` are how many it holds. A
    task that `failed` says why; `run` is a run that it started.
    """

    task: Task
    files: tuple[tuple[str, str], ...]
    findings: int = 0
    calculations: int = 0
    failed: str = ""
    run: str = ""


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
