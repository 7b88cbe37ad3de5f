"""Mission: everything that can happen, at a glance."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.engine import Aborted, Broke, Resumed
from indagate.evidence.fact import Conflict, Fact, Resolution
from indagate.evidence.source import Source
from indagate.flow import Unpaid
from indagate.flow.worded import NOTHING, Supporting
from indagate.flows.mission.amendment import Amendment
from indagate.flows.mission.claim import Claim, Table
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.finding import Appraisal, Found, Listed
from indagate.flows.mission.side import Dimension, Outcome, TaskSpec
from indagate.models import RULE
from indagate.statechart import HISTORY, Chart, Final, Wait, Work

# --- events that leave a state --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan stands and waits for approval."""

    core_question: str
    dimensions: tuple[Dimension, ...]
    constraints: Constraints
    tasks: tuple[TaskSpec, ...]
    by: str = RULE


@dataclass(frozen=True, slots=True)
class Approved:
    """The plan was approved, by a person or because nobody was to be asked."""

    text: str = ""
    by: str = "user"


@dataclass(frozen=True, slots=True)
class Amended:
    """A person wants the plan changed; the planner gets the text."""

    text: str


@dataclass(frozen=True, slots=True)
class AllSettled:
    """Every task is completed, failed or skipped."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Iterations or the budget are spent: write with what there is."""

    reason: str


@dataclass(frozen=True, slots=True)
class CheckInDue:
    """The user is to be asked: ten iterations have passed, or a critical task has failed."""

    reason: str
    task: str = ""


@dataclass(frozen=True, slots=True)
class WentOn:
    """A person says to go on, perhaps with a directive."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class WriteNow:
    """A person wants the report now."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class GapsFound:
    """Reflection found gaps or conflicts, and tasks that may close them; `dimensions` are new sides."""

    reason: str
    tasks: tuple[TaskSpec, ...]
    dimensions: tuple[Dimension, ...] = ()


@dataclass(frozen=True, slots=True)
class Complete:
    """Reflection found the evidence complete, or no way to make it so: the caveats say which."""

    reason: str
    caveats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportWritten:
    """The report stands; `by_rule` are roles whose rule answered for want of budget.

    `instead` are roles whose rule answered where their model gave no usable answer. `support` counts the sentences that
    checks and SUPPORT left out; `not_done` are roles that nobody answered.
    """

    claims: int
    cited: tuple[str, ...]
    tokens: int = 0
    by_rule: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    support: Supporting = NOTHING
    not_done: tuple[str, ...] = ()


# --- progress within a state ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What there is to read."""

    documents: int
    passages: int
    listing: tuple[Listed, ...]
    unreadable: tuple[tuple[str, str], ...] = ()
    partly: tuple[tuple[str, str], ...] = ()
    """Documents of which not everything was read, with what was not."""
    embedded: str = ""
    """Which of the passages are also searched by meaning, by which model; empty where that was not asked for."""


@dataclass(frozen=True, slots=True)
class Dispatched:
    """A task began; `attempt` counts from 1."""

    task: str
    agent: str
    parameters: str
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Searched:
    """One round of a search task: the queries, how many passages came, how they were graded.

    `left_out` are documents that came and break a limit of the person's, with how.
    """

    task: str
    round: int
    queries: tuple[str, ...]
    hits: int
    relevant: int
    partial: int
    discarded: int
    left_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesFound:
    """What a search task chose for reading."""

    task: str
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Archived:
    """A source was archived; its bytes and text are in the content store. Its id is given by the fold.

    `path` is what the search named, which may lead elsewhere.
    """

    task: str
    source: Source
    path: str = ""


@dataclass(frozen=True, slots=True)
class ReadThrough:
    """A source was read for a task: the facts that were admitted (ids are given by the fold), why others were not."""

    task: str
    path: str
    facts: tuple[Fact, ...]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """A task ended; `tokens` is what the run has spent on models by then."""

    task: str
    outcome: Outcome
    result: str
    attempts: int = 1
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """An attempt at a task failed and another one follows."""

    task: str
    error: str
    recovery: str


@dataclass(frozen=True, slots=True)
class TasksAdded:
    """Tasks were added to the DAG, and sides that they are for."""

    tasks: tuple[TaskSpec, ...]
    by: str
    reason: str
    dimensions: tuple[Dimension, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskEdited:
    """A person reworded a task that had not begun; without a description, cancelled one that had not ended."""

    task: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class DirectiveChanged:
    """A person changed a directive in task.md: the core question, a dimension, or a constraint."""

    core_question: str = ""
    dimensions: tuple[Dimension, ...] = ()
    constraints: Constraints | None = None


@dataclass(frozen=True, slots=True)
class Steered:
    """A person added a directive while the run goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class Redirected:
    """What a directive was understood to say, by whom, the sides and tasks it adds; else why it changes nothing."""

    text: str
    amendments: tuple[Amendment, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    tasks: tuple[TaskSpec, ...] = ()
    by: str = RULE
    why: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A source that was opened and breaks a limit of the person's: nothing of it is kept."""

    task: str
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Placed:
    """In an archived source, by its locator, these places were looked for, and those of them are named."""

    path: str
    places: tuple[str, ...]
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Appraised:
    """A source was appraised."""

    source: str
    appraisal: Appraisal


@dataclass(frozen=True, slots=True)
class Considered:
    """What the reflector made of the evidence: enough or not, sides that need no more, open questions."""

    enough: bool
    stop: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    by: str = RULE


@dataclass(frozen=True, slots=True)
class ConflictsFound:
    """Facts that contradict each other; ids are given by the fold."""

    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class ConflictResolved:
    """What became of a conflict."""

    conflict: str
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Reflected:
    """The quality of the evidence, 0–10, its five parts, each 0–1, and the coverage of each dimension."""

    quality: float
    parts: tuple[tuple[str, float], ...]
    coverage: tuple[tuple[str, int, int], ...]
    decision: str


@dataclass(frozen=True, slots=True)
class SectionWritten:
    """A section of the report: `name` is a dimension, or empty for the bottom line; `by` is who wrote it."""

    name: str
    claims: tuple[Claim, ...]
    answered: bool = True
    by: str = RULE
    table: Table | None = None

    @property
    def answers(self) -> bool:
        """Whether the question is answered by what is left of it; all that a model wrote may have been left out."""
        return self.answered and bool(self.claims or self.name)


EMITS = (
    Surveyed, Dispatched, Searched, SourcesFound, Archived, ReadThrough, Settled, TaskFailed, TasksAdded,
    TaskEdited, DirectiveChanged, Steered, Redirected, LeftOut, Placed, Appraised,
    Considered, ConflictsFound, ConflictResolved, Reflected, SectionWritten, Unpaid,
)  # fmt: skip

AT_REST = (AllSettled, Spent, CheckInDue, Aborted)
"""Events at which no task runs, so that what the tasks brought can be numbered for good."""

CHART = Chart(
    "mission",
    version=1,
    initial="PLANNING",
    states=[
        Work("PLANNING", {Planned: "AWAITING_APPROVAL"}, doc="survey the sources, decompose the question"),
        Wait(
            "AWAITING_APPROVAL",
            {Approved: "RESEARCHING", Amended: "PLANNING", Aborted: "ABORTED"},
            doc="the plan waits for a person",
        ),
        Work(
            "RESEARCHING",
            {AllSettled: "REFLECTING", Spent: "SYNTHESIZING", CheckInDue: "AWAITING_USER"},
            doc="search, read and resolve, in parallel",
        ),
        Wait(
            "AWAITING_USER",
            {WentOn: "RESEARCHING", WriteNow: "SYNTHESIZING", Aborted: "ABORTED"},
            doc="a check-in, or a critical task has failed",
        ),
        Work("REFLECTING", {GapsFound: "RESEARCHING", Complete: "SYNTHESIZING"}, doc="is the evidence enough?"),
        Work("SYNTHESIZING", {ReportWritten: "COMPLETED"}, doc="write from the recorded facts only"),
        Final("COMPLETED"),
        Final("ABORTED"),
        Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="could not go on; a person decides"),
    ],
    anywhere={Broke: "ERROR", Aborted: "ABORTED"},
)
