"""A flow of one working state, for tests that bring their own step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flows_for_tests import make_context
from places import home_at

from indagate.engine import Aborted, Broke, Engine, Record, Resumed, Signal, inbox
from indagate.flow import Flow
from indagate.statechart import HISTORY, Chart, Final, Wait, Work


@dataclass(frozen=True)
class Given:
    text: str = ""


@dataclass(frozen=True)
class Went:
    result: str = ""


@dataclass(frozen=True)
class Said:
    text: str


@dataclass(frozen=True)
class Steered:
    text: str


@dataclass
class Story(Record[Given]):
    said: list[str] = field(default_factory=list)
    result: str = ""

    def fold(self, event: Any, stamp: Any) -> None:
        if isinstance(event, Said | Steered):
            self.said.append(event.text)
        elif isinstance(event, Went):
            self.result = event.result


def small(step: Callable[..., Any], *, timeout: float | None = None, broke: bool = True, **more: Any) -> Flow:
    """A flow of one step: WORKING, then END."""
    anywhere: dict[type, str] = {Aborted: "ABORTED", **({Broke: "ERROR"} if broke else {})}
    states = [Work("WORKING", {Went: "END"}, timeout=timeout), Final("END"), Final("ABORTED")]
    if broke:
        states.append(Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}))
    chart = Chart("small", 1, "WORKING", states, anywhere=anywhere)
    settings: dict[str, Any] = {
        "chart": chart, "record": Story, "input": Given, "steps": {"working": step}, "emits": [Said, Steered],
        "signals": [Signal("steer", Steered)],
    }  # fmt: skip
    return Flow(**(settings | more))


def engine_at(path: Path) -> Engine:
    return Engine(home_at(path), make_context, lambda name, origin: None)  # type: ignore[arg-type, return-value]


async def post(engine: Engine, run: int, word: str, text: str = "") -> int:
    return await engine.journal.change(lambda c: inbox.post(c, run, word, text))


async def revive(engine: Engine, flow: Flow, run: int = 1, *, accept: bool = False) -> Any:
    """Wake a run of this home."""
    return await engine.wake(engine.journal.by_id(run), flow, accept=accept)
