"""What a run asks of a person, and what the person may say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from indagate.app.standing import why_broken
from indagate.engine import Program, Replay, inbox
from indagate.errors import InputError
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.app.reading import Runs
    from indagate.flow import Flow
    from indagate.models.forecast import Forecast


@dataclass(frozen=True, slots=True)
class SignalChoice:
    """A word that a run takes: whether a text goes with it, and whether it moves the run on."""

    word: str
    doc: str
    text: Literal["none", "optional", "required"]
    moves: bool


@dataclass(frozen=True, slots=True)
class WaitingRun:
    """A run that another one started, and that waits itself: it has to go on first."""

    run: str
    state: str


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """What a run waits for: where it stands, what to read before deciding, what may be said, the likely first.

    `reason` says what it broke of, `expected` what models may take from here on, in words.
    """

    run: str
    state: str
    doc: str
    reason: str
    brief: str
    expected: str
    choices: tuple[SignalChoice, ...]
    within: tuple[WaitingRun, ...] = ()


def text_of(flow: Program, word: str) -> Literal["none", "optional", "required"]:
    """Return whether a signal of a flow comes with a text."""

    def takes(text: str) -> bool:
        try:
            flow.signal(word).build(text)
        except InputError:
            return False
        return True

    return "required" if not takes("") else "optional" if takes("a word") else "none"


def choices_of(flow: Flow, past: Replay, words: list[str]) -> tuple[SignalChoice, ...]:
    """Return the words that a run takes: those that move it first, `abort` last."""
    moving = {event for state in past.configuration.tokens for event in flow.chart.edges[state.state]}
    found = [
        SignalChoice(word, flow.signal(word).doc, text_of(flow, word), flow.signal(word).event in moving)
        for word in words
        if word != inbox.PAUSE
    ]
    return tuple(sorted(found, key=lambda item: (item.word == "abort", not item.moves)))


def decision(runs: Runs, name: str, forecast: Callable[[str], Forecast | None]) -> PendingDecision | None:
    """Return what is asked of the person in a run; None where nothing is. Raises `NoSuchRun`, `Corrupt`.

    `forecast` says what the models of a run that waits are expected to take.
    """
    run, flow = runs.find(name)
    past = runs.latest(run, flow)
    waits = [token.state for token in past.configuration.tokens if token.state in flow.chart.waits]
    within = tuple(_within(runs, run.id))
    if not waits and not within:
        return None
    words = runs.signals(run.name) if waits else []
    expected = forecast(run.name) if waits else None
    return PendingDecision(
        run.name,
        " + ".join(waits) or past.record.state,
        "; ".join(doc for state in waits if (doc := flow.chart.state(state).doc)),
        why_broken(flow, past),
        flow.brief(past.record).strip() if waits and flow.brief is not None else "",
        expected.line if expected else "",
        choices_of(flow, past, words),
        within,
    )


def _within(runs: Runs, run: int) -> list[WaitingRun]:
    journal = runs.engine.journal
    found = []
    for number, name in journal.read("SELECT id, name FROM runs WHERE parent = ?", run):
        state = journal.stands(number)
        if set(state.split(" + ")) & runs.find(name)[1].chart.waits:
            found.append(WaitingRun(name, state))
    return found
