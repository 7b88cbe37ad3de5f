"""Report: everything that can happen, at a glance. The phases and their names are the seed's."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.engine import Aborted, Broke, Resumed
from indagate.flow import Unpaid
from indagate.flows.report.files import Brief, Coverage, InitialContext, Kept, Plan, QuestionsPlan, Task
from indagate.flows.report.text import Aggregation, ChartData, ChartsAnalyzed, Citations, Glossary, Story
from indagate.statechart import HISTORY, Chart, Final, Wait, Work
from indagate.tools.series import HeldSeries
from indagate.tools.tables.table import Catalog

# --- events that leave a phase --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContextGathered:
    """What the tables and documents hold is known."""

    context: InitialContext


@dataclass(frozen=True, slots=True)
class Briefed:
    """The brief stands."""

    brief: Brief


@dataclass(frozen=True, slots=True)
class Planned:
    """The tasks stand."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class AllTasksDone:
    """Every task that was pending is done, one way or another."""


@dataclass(frozen=True, slots=True)
class CoverageBelow:
    """Questions are open, and tasks that may close them are planned."""

    coverage: Coverage
    questions: QuestionsPlan


@dataclass(frozen=True, slots=True)
class CoverageReached:
    """Enough is answered, or no more can be."""

    coverage: Coverage
    charts: ChartData


@dataclass(frozen=True, slots=True)
class CoverageReachedDeep:
    """The same in a deep dive: the figures are looked at first."""

    coverage: Coverage
    charts: ChartData


@dataclass(frozen=True, slots=True)
class ChartsLookedAt:
    """The figures are drawn and read: their pages (path and digest) and what they show."""

    analyzed: ChartsAnalyzed
    pages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StoryLined:
    """The outline stands."""

    story: Story


@dataclass(frozen=True, slots=True)
class Aggregated:
    """The text stands."""

    aggregation: Aggregation
    charts: ChartData
    citations: Citations
    glossary: Glossary


@dataclass(frozen=True, slots=True)
class AggregatedDeep:
    """The text stands, and is edited next."""

    aggregation: Aggregation
    charts: ChartData
    citations: Citations
    glossary: Glossary


@dataclass(frozen=True, slots=True)
class Edited:
    """Every number, citation and figure was checked again; what was changed is logged in it."""

    aggregation: Aggregation


@dataclass(frozen=True, slots=True)
class Reported:
    """The report's files are written: paths below the run's folder and digests; and what could not be written, why."""

    files: tuple[tuple[str, str], ...]
    missing: tuple[tuple[str, str], ...] = ()


# --- progress within a phase ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DataOpened:
    """The tables were read; their files are in the content store."""

    data: Catalog
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SeriesFetched:
    """A series of a remote source was fetched; its answers and its table are in the content store."""

    held: HeldSeries


@dataclass(frozen=True, slots=True)
class EarlierTaken:
    """A finished run's plan and results were taken over."""

    run: str
    results: tuple[Kept, ...]
    data: Catalog
    series: tuple[HeldSeries, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskBegun:
    """A task began."""

    task: str


@dataclass(frozen=True, slots=True)
class TaskDone:
    """A task is done, one way or another; what it found is in the content store."""

    kept: Kept


@dataclass(frozen=True, slots=True)
class TasksAdded:
    """Tasks were added to those pending."""

    tasks: tuple[Task, ...]


EMITS = (DataOpened, SeriesFetched, EarlierTaken, TaskBegun, TaskDone, TasksAdded, Unpaid)

CHART = Chart(
    "report",
    version=1,
    initial="initial_research",
    states=[
        Work("initial_research", {ContextGathered: "brief_builder"}, doc="what the tables and documents hold"),
        Work("brief_builder", {Briefed: "planning"}, doc="goal, style, depth, files and topics"),
        Work("planning", {Planned: "execution"}, doc="overview, data and research tasks"),
        Work("execution", {AllTasksDone: "questions_review"}, doc="do every pending task, in parallel"),
        Work(
            "questions_review",
            {CoverageBelow: "execution", CoverageReachedDeep: "chart_analysis", CoverageReached: "aggregation"},
            doc="compute the coverage; is it enough?",
        ),
        Work("chart_analysis", {ChartsLookedAt: "story_lining"}, doc="draw the figures and read them (deep dive)"),
        Work("story_lining", {StoryLined: "aggregation"}, doc="thesis, arc and outline (deep dive)"),
        Work("aggregation", {AggregatedDeep: "editing", Aggregated: "reporting"}, doc="from findings to sections"),
        Work("editing", {Edited: "reporting"}, doc="recompute and cross-check everything (deep dive)"),
        Work("reporting", {Reported: "complete"}, doc="write HTML, PDF and XLSX"),
        Final("complete"),
        Final("ABORTED"),
        Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="could not go on; a person decides"),
    ],
    anywhere={Broke: "ERROR", Aborted: "ABORTED"},
)
