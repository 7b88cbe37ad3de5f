"""What a report run knows: its session files, and the one place where events change them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from indagate.engine import Record, Stamp
from indagate.errors import InputError
from indagate.flow import Unpaid
from indagate.flows.report import chart, phases
from indagate.flows.report.files import (
    Brief,
    Coverage,
    CoverageNow,
    Execution,
    InitialContext,
    Kept,
    Plan,
    Preferences,
    QuestionsPlan,
    Session,
    Task,
    is_unpaid,
)
from indagate.flows.report.keeping import results_of
from indagate.flows.report.speech import language_of
from indagate.flows.report.text import Aggregation
from indagate.storage import Blobs
from indagate.tools.series import HeldSeries, SeriesRequest
from indagate.tools.tables.table import Catalog

FORMATS = ("html", "pdf", "xlsx")


@dataclass(frozen=True, slots=True)
class ReportInput:
    """What a report starts from: the query, and absolute paths of a folder of tables and a folder of documents.

    Empty `depth`, `style`, `formats`, `language` are told from the query. `remote` are series of remote sources
    (`worldbank:NY.GDP.MKTP.CD:DEU`), which may be fetched from `allow_hosts` although these are not public.
    `continues` is a finished run, `earlier` the digest of what it found.
    """

    query: str
    data: str = ""
    corpus: str = ""
    formats: tuple[str, ...] = ()
    depth: str = ""
    style: str = ""
    language: str = ""
    remote: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    continues: str = ""
    earlier: str = ""

    def __post_init__(self) -> None:
        if not self.query.strip():
            raise InputError("there is no query", hint='Say what you want to know: indagate report "QUERY" --data DIR')
        if not (self.data or self.corpus or self.remote or self.earlier):
            raise InputError(
                "there is nothing to report on",
                hint="Give a folder of tables (--data DIR), documents (--corpus DIR) or series (--source NAME:SERIES)",
            )
        unknown = set(self.formats) - set(FORMATS)
        if unknown:
            raise InputError(f"no such format: {', '.join(sorted(unknown))}", hint=f"Formats: {', '.join(FORMATS)}")


@dataclass
class Report(Record[ReportInput]):
    """The record of a report run. `files` are the session files by path; results and figures' pages stand apart."""

    files: dict[str, object] = field(default_factory=dict)
    data: Catalog | None = None
    series: dict[str, HeldSeries] = field(default_factory=dict)
    results: dict[str, Kept] = field(default_factory=dict)
    tasks: dict[str, Task] = field(default_factory=dict)
    pending: list[str] = field(default_factory=list)
    begun: set[str] = field(default_factory=set)
    round: int = 0
    pages: tuple[tuple[str, str], ...] = ()
    outputs: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    paid_to: int = 0
    """The row up to which the budget paid: before the first role it did not pay for, or where the round began whose
    tasks it did not; 0 where it paid for all."""
    unasked: list[str] = field(default_factory=list)
    """The roles for which the budget did not pay a model's answer."""
    round_began: int = 0

    def desk(self, phase: str, store: Blobs) -> phases.Desk:
        """Return what a phase may read; results come from the content store. Raises `Corrupt`."""
        known = {**self.files, phases.SESSION: self.session}
        if phases.RESULTS in phases.PHASES[phase].reads:
            known[phases.RESULTS] = results_of(self.results, store)
        return phases.Desk(phase, known)

    @property
    def brief(self) -> Brief | None:
        """The brief, once it stands."""
        found = self.files.get(phases.BRIEF)
        return found if isinstance(found, Brief) else None

    @property
    def aggregation(self) -> Aggregation | None:
        """The text, once it stands."""
        found = self.files.get(phases.AGGREGATION)
        return found if isinstance(found, Aggregation) else None

    @property
    def coverage(self) -> Coverage | None:
        """The coverage, once it was computed."""
        found = self.files.get(phases.COVERAGE)
        return found if isinstance(found, Coverage) else None

    @property
    def context(self) -> InitialContext | None:
        """What the tables and documents hold, once it is known."""
        found = self.files.get(phases.CONTEXT)
        return found if isinstance(found, InitialContext) else None

    @property
    def unpaid(self) -> tuple[str, ...]:
        """The tasks that a spent budget left undone."""
        return tuple(name for name, kept in self.results.items() if is_unpaid(kept.failed))

    @property
    def unfetched(self) -> tuple[str, ...]:
        """The series of remote sources that were asked for and not fetched."""
        fetched = {held.word for held in self.series.values()}
        return tuple(word for word in self.input.remote if SeriesRequest.parse(word).word not in fetched)

    @property
    def today(self) -> str:
        """The day on which the run began."""
        return datetime.fromtimestamp(self.born.at / 1000, UTC).date().isoformat()

    @property
    def session(self) -> Session:
        """The session as session.json shows it."""
        given, brief, coverage, context = self.input, self.brief, self.coverage, self.context
        failed = tuple(name for name, result in self.results.items() if result.failed)
        done = tuple(name for name, result in self.results.items() if not result.failed)
        execution = Execution(self.round, tuple(self.pending), done, failed)
        return Session(
            self.run, given.query, language_of(given.query, given.language), self.state,
            datetime.fromtimestamp(self.born.at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            context.tags if context else (), brief.preferences if brief else Preferences(), execution,
            CoverageNow(coverage.current, coverage.target) if coverage else CoverageNow(0.0, 0.0),
            given.continues, given.data, given.corpus,
        )  # fmt: skip

    def fold(self, event: object, stamp: Stamp) -> None:
        """Take one event in."""
        match event:
            case chart.DataOpened(data):
                self.data = data
            case chart.SeriesFetched(held):
                self.series[held.label] = held
            case chart.EarlierTaken(_, results, data, series):
                self.data = data
                self.series.update({held.label: held for held in series})
                for kept in results:
                    self.results[kept.task.id] = kept
                    self.tasks[kept.task.id] = kept.task
            case chart.ContextGathered(context):
                self.files[phases.CONTEXT] = context
            case chart.Briefed(brief):
                self.files[phases.BRIEF] = brief
            case chart.Planned(plan):
                self.files[phases.PLAN] = plan
                self._add(plan.tasks)
                self.round, self.round_began = 1, stamp.row
            case chart.TasksAdded(tasks):
                self._add(tasks)
            case chart.TaskBegun(task):
                self.begun.add(task)
            case chart.TaskDone(kept):
                if is_unpaid(kept.failed) and not self.paid_to:
                    self.paid_to = self.round_began
                self.results[kept.task.id] = kept
                if kept.task.id in self.pending:
                    self.pending.remove(kept.task.id)
            case Unpaid(role):
                self.paid_to = self.paid_to or stamp.row - 1
                self.unasked += [role] if role not in self.unasked else []
            case _:
                self._fold_later(event, stamp)

    def _fold_later(self, event: object, stamp: Stamp) -> None:
        """Take an event in of the phases after execution."""
        match event:
            case chart.CoverageBelow(coverage, questions):
                self.files[phases.COVERAGE], self.files[phases.QUESTIONS] = coverage, questions
                self._add(questions.tasks)
                self.round, self.round_began = questions.round, stamp.row
            case chart.CoverageReached(coverage, charts) | chart.CoverageReachedDeep(coverage, charts):
                self.files[phases.COVERAGE], self.files[phases.CHARTS] = coverage, charts
            case chart.ChartsLookedAt(analyzed, pages):
                self.files[phases.ANALYZED], self.pages = analyzed, pages
            case chart.StoryLined(story):
                self.files[phases.STORY] = story
            case chart.Aggregated() | chart.AggregatedDeep():
                self.files[phases.AGGREGATION], self.files[phases.CHARTS] = event.aggregation, event.charts
                self.files[phases.CITATIONS], self.files[phases.GLOSSARY] = event.citations, event.glossary
            case chart.Edited(aggregation):
                self.files[phases.AGGREGATION] = aggregation
            case chart.Reported(files, missing):
                self.outputs, self.missing = files, missing

    def _add(self, tasks: tuple[Task, ...]) -> None:
        for task in tasks:
            if task.id not in self.tasks:
                self.tasks[task.id] = task
                self.pending.append(task.id)


__all__ = ["FORMATS", "Plan", "QuestionsPlan", "Report", "ReportInput"]
