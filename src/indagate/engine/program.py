"""What the engine needs to know of a flow in order to drive it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Literal

from indagate.engine.event import Aborted, Broke, Resumed, Upcaster, Vocabulary
from indagate.engine.record import Record
from indagate.engine.step_version import version_of
from indagate.engine.view import View
from indagate.errors import ChartError, InputError
from indagate.frozen import dataclass
from indagate.statechart import Chart, check_steps

Step = Callable[..., Coroutine[Any, Any, Any]]


@dataclass(frozen=True)
class Signal:
    """A word by which a person reaches a run, the event it becomes and what it is for.

    `event` is built from the text that came with the signal; one that leaves no state (`steer`) is folded where the run
    stands.
    """

    word: str
    event: type
    doc: str = ""

    def build(self, text: str) -> Any:
        """Return the event for this text; a blank one is none. Raises `InputError` when the text will not do."""
        said = bool(text.strip())
        try:
            return self.event(text) if said else self.event()
        except TypeError:
            need = "takes no text" if said else "needs a text"
            what = f" ({self.doc})" if self.doc else ""
            raise InputError(f"the signal {self.word!r} {need}{what}") from None


def stock_signals(chart: Chart) -> tuple[Signal, ...]:
    """Return the signals that every flow with the stock events takes."""
    words = (("abort", Aborted, "end the run; what it found stays"), ("resume", Resumed, "go on after an error"))
    return tuple(Signal(word, event, doc) for word, event, doc in words if event in chart.events)


@dataclass(frozen=True, kw_only=True)
class Program:
    """A chart, a record, a step for each state, and the ways in and out.

    `emits` are the events that steps emit without leaving a state; `signals` what people may send; `views` the files
    that show the run; `unattended` the event, if any, that answers a wait when nobody is to be asked; `upcasters`
    make what an older version wrote fit an event, by its name; `steps_version` stands for the code of the steps, where
    the author says by himself when a run that began before must not go on (else it is a digest of it); `budget_clock`
    says which seconds a budget counts: those of driving, or those that its programs use of the processor; `prefix` is
    the first letters of its runs' names, `doc` what it is for, in a line.
    """

    chart: Chart
    record: type[Record[Any]]
    input: type
    steps: Mapping[str, Step]
    emits: Sequence[type] = ()
    signals: Sequence[Signal] = ()
    views: Sequence[View] = ()
    unattended: Callable[[Any], Any] | None = None
    upcasters: Mapping[str, Upcaster] = field(default_factory=dict)
    steps_version: str = ""
    budget_clock: Literal["wall", "processor"] = "wall"
    prefix: str = ""
    doc: str = ""

    def __post_init__(self) -> None:
        check_steps(self.chart, self.steps)
        if not (isinstance(self.record, type) and issubclass(self.record, Record)):
            raise ChartError(f"flow {self.chart.name}: its record must be a subclass of Record")
        taken = set(self.chart.events) | set(self.emits)
        for signal in self.signals:
            if signal.event not in taken:
                raise ChartError(
                    f"flow {self.chart.name}: the signal {signal.word!r} makes {signal.event.__name__}, "
                    "which no state takes and `emits` does not list"
                )

    @property
    def name(self) -> str:
        """The flow's name."""
        return self.chart.name

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The flow's event types."""
        return Vocabulary({*self.chart.events, *self.emits, Broke, Aborted, Resumed}, self.upcasters)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the chart and the event schemas, and the version of the steps."""
        both = self.chart.fingerprint() + self.vocabulary.fingerprint()
        return (
            f"{hashlib.sha256(both.encode()).hexdigest()[:16]}-{self.steps_version or version_of(self.steps.values())}"
        )

    @cached_property
    def words(self) -> dict[str, Signal]:
        """All signals by their word, the stock ones included."""
        return {signal.word: signal for signal in (*stock_signals(self.chart), *self.signals)}

    def signal(self, word: str) -> Signal:
        """Return the signal of this word. Raises `InputError` naming those there are."""
        try:
            return self.words[word]
        except KeyError:
            known = ", ".join(sorted(self.words)) or "none"
            raise InputError(f"the flow {self.name} takes no {word!r}; it takes: {known}, pause") from None
