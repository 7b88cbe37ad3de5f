"""What requests and answers hold: the types of which the OpenAPI document is made."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from indagate.app import Listed, PendingDecision
from indagate.budget import Budget
from indagate.evidence.check import Violation
from indagate.flow.wire import NAME, Text, Words

Word = Annotated[str, Meta(pattern=r"^[a-z][a-z_-]{0,31}$", description="a signal's word")]
FlowName = Annotated[str, Meta(pattern=NAME, max_length=64)]
ModelName = Annotated[str, Meta(pattern=rf"^$|{NAME}", max_length=64, description="a name in the server's settings")]


class RunLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run may spend; what the operator allows is the most."""

    tokens: Annotated[int, Meta(gt=0)] | None = None
    dollars: Annotated[float, Meta(gt=0)] | None = None
    calls: Annotated[int, Meta(gt=0)] | None = None
    seconds: Annotated[float, Meta(gt=0)] | None = None

    @property
    def budget(self) -> Budget:
        """The budget that they make."""
        return Budget(self.tokens, self.dollars, self.calls, self.seconds)


class StartRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run to be started: the flow, its input as `GET /api/flows/{flow}` says under `wire`.

    `approve` lets a plan pass without asking.
    """

    flow: FlowName
    input: dict[str, Any]
    approve: bool = False
    budget: RunLimits | None = None
    model: ModelName = ""


class SignalRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word for a run, one of those that it takes now, perhaps with a text."""

    word: Word
    text: Words = ""


class ForkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last row that both runs share; with `drive` the new run goes on at once."""

    at: Annotated[int, Meta(ge=0)]
    drive: bool = False


class NoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note or a question; `as_of` is the day that is meant by today."""

    text: Text
    mode: Literal["tell", "log", "ask"] = "tell"
    as_of: date | None = None
    model: ModelName = ""


class SqlRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One SELECT over the tables of the notebook."""

    select: Text
    as_of: date | None = None


class CritiqueRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to be judged, whoever wrote it."""

    goal: Text
    answer: Annotated[str, Meta(min_length=1, max_length=500_000)]
    required: Annotated[tuple[Words, ...], Meta(max_length=50)] = ()
    prohibited: Annotated[tuple[Words, ...], Meta(max_length=50)] = ()
    min_score: Annotated[float, Meta(ge=0, le=1)] = 0.7
    model: ModelName = ""


class CheckRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement and a complete file that proves `target`, both as text."""

    statement: Text
    attempt: Annotated[str, Meta(min_length=1, max_length=500_000)]
    language: Literal["coq", "lean"] = "coq"
    axioms: Annotated[tuple[Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_.']*$")], ...], Meta(max_length=20)] = ()
    seconds: Annotated[float, Meta(ge=1, le=300)] = 40.0


class Problem(msgspec.Struct, frozen=True):
    """Every error: a code, what happened, what to do next; `takes` are the words that a run takes now."""

    code: str
    message: str
    hint: str | None = None
    takes: tuple[str, ...] = ()


class RunPage(msgspec.Struct, frozen=True):
    """Runs, latest first; `next` continues the list as `after`, empty at its end."""

    runs: tuple[Listed, ...]
    next: str = ""


class RunShown(msgspec.Struct, frozen=True):
    """A run as it stands: `facts` as `indagate show --json` prints them, `asked` what a person is to decide.

    `doing` is what is under way here right now, with its age in seconds; `taken` how often each arrow of the chart
    was taken, as [state before, state after, times]; `files` what can be downloaded.
    """

    run: str
    facts: dict[str, Any]
    asked: PendingDecision | None
    doing: tuple[tuple[str, float], ...]
    taken: tuple[tuple[str, str, int], ...]
    files: tuple[str, ...]


class RowItem(msgspec.Struct, frozen=True):
    """A row of a run: what happened, where the run stands after it, in words and as data."""

    row: int
    kind: str
    name: str
    key: str
    at: str
    state: str | None
    body: Any


class RowPage(msgspec.Struct, frozen=True):
    """Rows in their order; `last` is the number of the run's last row."""

    rows: tuple[RowItem, ...]
    last: int


class RecordShown(msgspec.Struct, frozen=True):
    """What a run knew at a row: `facts` for reading, `record` everything."""

    run: str
    row: int
    facts: dict[str, Any]
    record: Any


class Took(msgspec.Struct, frozen=True):
    """A signal that was left for a run."""

    run: str
    word: str
    state: str


class Verified(msgspec.Struct, frozen=True):
    """Whether a run's files and evidence hold, every breach, and why files may lag behind the run, if they may."""

    run: str
    ok: bool
    breaches: tuple[Violation, ...]
    hint: str = ""


class FlowItem(msgspec.Struct, frozen=True):
    """A flow that can be started from here, or not."""

    flow: str
    doc: str
    startable: bool


class Granted(msgspec.Struct, frozen=True):
    """What the operator lets be used, by name."""

    shelves: tuple[str, ...]
    models: tuple[str, ...]
    web: bool
    tools: tuple[str, ...]
    version: str


class Health(msgspec.Struct, frozen=True):
    """The server is up, and can read its journal."""

    ok: bool
    live: int


class NotePage(msgspec.Struct, frozen=True):
    """Notes with what was read of each, and what was not."""

    notes: tuple[dict[str, Any], ...]


class Noted(msgspec.Struct, frozen=True):
    """What became of a note or question: `facts` as `--json` prints them; `asked` where it asks back."""

    run: str
    facts: dict[str, Any]
    asked: PendingDecision | None = None
