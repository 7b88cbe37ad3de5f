"""A run is a trace: states and effects are its spans, however many processes drive it; off unless it is asked for."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from indagate.app import App
from indagate.engine import Aborted, Broke, Record, Resumed, Signal, inbox
from indagate.errors import EffectFailed
from indagate.flow import Context, Flow
from indagate.statechart import HISTORY, Chart, Final, Wait, Work, finished
from indagate.tools import tool
from indagate.tools.tracing import Tracing, wanted


@dataclass(frozen=True)
class Given:
    """What the flow starts from."""


@dataclass(frozen=True)
class Prepared:
    """It was prepared."""


@dataclass(frozen=True)
class Approved:
    """A person approved it."""


@dataclass(frozen=True)
class Went:
    """It went."""


@dataclass
class Story(Record[Given]):
    """What happened."""

    seen: list[str] = field(default_factory=list)

    def fold(self, event: Any, stamp: Any) -> None:
        self.seen.append(type(event).__name__)


@tool
async def look(secret: str) -> str:
    """Look for a while."""
    await asyncio.sleep(0.05)
    return f"the answer to {secret}"


@tool
async def stumble() -> str:
    """Fail."""
    raise ValueError("a secret reason")


async def preparing(record: Story, ctx: Context[Story]) -> Prepared:
    """Look, and stumble."""
    await ctx.call(look, "a very private question")
    try:
        await ctx.call(stumble)
    except EffectFailed:
        return Prepared()
    raise AssertionError


async def going(record: Story, ctx: Context[Story]) -> Went:
    """Look again."""
    await ctx.call(look, "another one")
    return Went()


FLOW = Flow(
    chart=Chart(
        "traced", 1, "PREPARING",
        [Work("PREPARING", {Prepared: "WAITING"}), Wait("WAITING", {Approved: "GOING"}), Work("GOING", {Went: "DONE"}),
         Final("DONE"), Final("ABORTED"), Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"})],
        anywhere={Broke: "ERROR", Aborted: "ABORTED"},
    ),
    record=Story, input=Given, steps={"preparing": preparing, "going": going},
    signals=[Signal("approve", Approved)],
)  # fmt: skip


def traced(act: Any) -> list[ReadableSpan]:
    """Do something with an app, as one process would, and return the spans that ended in it."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracing = Tracing(provider, lambda run, record: finished(FLOW.chart, record.standing))

    async def go() -> None:
        async with act.app as app:
            app.engine.watchers.append(tracing.note)
            await act(app)
            tracing.close()

    asyncio.run(go())
    return list(kept.get_finished_spans())


class Starting:
    """Start the run and drive it to where it waits; or approve it and drive it to its end."""

    def __init__(self, home: Path, approve: bool) -> None:
        self.app = App(home)
        self.approve = approve

    async def __call__(self, app: App) -> None:
        handle = await app.start(FLOW, Given())
        assert await handle.drive() == "waiting"
        if self.approve:
            run = handle.driver.run_writer.run
            await app.engine.journal.change(lambda c: inbox.post(c, run.id, "approve", ""))
            handle.driver.drain()
            assert await handle.drive() == "finished"


def test_states_and_effects_are_spans_with_the_journals_times(tmp_path: Path) -> None:
    """Each effect within its state, each state within its run; failures are marked."""
    spans = traced(Starting(tmp_path, approve=True))
    named = {span.name: span for span in spans}
    assert {"run traced", "PREPARING", "WAITING", "GOING", "DONE", "look", "stumble"} <= set(named)
    assert len({span.context.trace_id for span in spans}) == 1
    run, state, effect = named["run traced"], named["PREPARING"], named["stumble"]
    assert state.parent is not None
    assert effect.parent is not None
    assert state.parent.span_id == run.context.span_id
    assert effect.parent.span_id == state.context.span_id
    assert effect.status.status_code is StatusCode.ERROR
    looks = [span for span in spans if span.name == "look"]
    assert all((span.end_time or 0) - (span.start_time or 0) >= 40_000_000 for span in looks)
    assert state.attributes is not None
    assert state.attributes["indagate.event"] == "Prepared"


def test_what_was_asked_and_answered_is_in_no_span(tmp_path: Path) -> None:
    """Traces go to other people's servers."""
    said = "".join(span.to_json() for span in traced(Starting(tmp_path, approve=True)))
    for private in ("private", "another one", "secret reason", "answer to"):
        assert private not in said


def test_two_processes_that_drive_a_run_write_into_one_trace(tmp_path: Path) -> None:
    """Its id comes from the run's name."""
    first = traced(Starting(tmp_path / "a", approve=False))
    second = traced(Starting(tmp_path / "b", approve=False))
    assert first[0].context.trace_id == second[0].context.trace_id, "both homes have the same first name"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_TRACES_EXPORTER": "console"}, True),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, False),
        ({"OTEL_TRACES_EXPORTER": "console", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_the_environment_decides(environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By OpenTelemetry's own variables."""
    for name in [name for name in os.environ if name.startswith("OTEL_")]:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wanted() is expected


def test_an_app_traces_where_the_environment_asks_and_imports_nothing_where_not(tmp_path: Path) -> None:
    """A whole process: spans on stderr with the console's exporter, no OpenTelemetry without."""
    script = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom indagate.app import App\n"
        "async def go():\n    async with App(Path(sys.argv[1])): pass\n"
        "asyncio.run(go())\nprint(any(name.startswith('opentelemetry.sdk') for name in sys.modules))\n"
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    for environment, expected in ((plain, "False"), ({**plain, "OTEL_TRACES_EXPORTER": "console"}, "True")):
        done = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)], env=environment, capture_output=True, text=True, timeout=60
        )
        assert done.stdout.strip() == expected, done.stderr
