"""Runs as OpenTelemetry traces: one more view of the journal, off unless the environment asks for it.

A run is one trace, however many processes drive it: its id comes from the run's name. States and effects are spans,
with the times that the journal has; what was asked and answered is not in them.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indagate.engine import Record
from indagate.engine.journal import Run
from indagate.engine.row import Done, Fail, Row, decode

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

Ended = Callable[[Run, Record[Any]], bool]
_ASKING = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER")
_MS = 1_000_000


def wanted() -> bool:
    """Whether the environment asks for traces, by the variables that OpenTelemetry itself knows."""
    off = os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    none = os.environ.get("OTEL_TRACES_EXPORTER", "").strip().lower() == "none"
    return not off and not none and any(os.environ.get(name, "").strip() for name in _ASKING)


def from_environment(ended: Ended) -> Tracing | None:
    """Return what traces to where the environment says, or None: nobody asked, or the libraries are not there."""
    if not wanted():
        return None
    try:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter

        exporter: SpanExporter
        if os.environ.get("OTEL_TRACES_EXPORTER", "").strip().lower() == "console":
            import sys

            exporter = ConsoleSpanExporter(out=sys.stderr)
        else:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # type: ignore[import-not-found,unused-ignore]
                OTLPSpanExporter,
            )

            exporter = OTLPSpanExporter()
    except ImportError:
        logging.getLogger("indagate").warning("no traces: they need pip install 'indagate[tracing]'")
        return None
    provider = TracerProvider(resource=Resource.create({"service.name": "indagate"}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return Tracing(provider, ended)


class Tracing:
    """Watches the rows that runs write, and makes spans of them; `ended` says whether a run stands at its end."""

    def __init__(self, provider: TracerProvider, ended: Ended) -> None:
        self._provider = provider
        self._ended = ended
        self._tracer = provider.get_tracer("indagate")
        self._runs: dict[int, Span] = {}
        self._states: dict[int, Span] = {}

    def note(self, run: Run, row: Row, event: Any, record: Record[Any]) -> None:
        """Take a row in, just after it was written."""
        if run.id not in self._runs:
            self._open(run, row, record)
        if row.kind == "move":
            self._move(run, row, record)
        elif row.kind in ("done", "fail"):
            self._effect(run, row)
        elif row.kind in ("emit", "signal", "note"):
            self._states[run.id].add_event(row.name, {"indagate.row": row.seq}, timestamp=row.at * _MS)

    def close(self) -> None:
        """End what is open, and send everything off."""
        for span in (*self._states.values(), *self._runs.values()):
            span.end()
        self._states.clear()
        self._runs.clear()
        self._provider.shutdown()

    def _open(self, run: Run, row: Row, record: Record[Any]) -> None:
        above = self._states.get(run.parent) if run.parent is not None else None
        span = self._tracer.start_span(
            f"run {run.flow}", _within(above) if above is not None else _trace_of(run.name),
            attributes={"indagate.run": run.name, "indagate.flow": run.flow}, start_time=row.at * _MS,
        )  # fmt: skip
        self._runs[run.id] = span
        self._begin(run, record.state if row.kind != "move" else "where it stood", row)

    def _begin(self, run: Run, state: str, row: Row) -> None:
        self._states[run.id] = self._tracer.start_span(
            state, _within(self._runs[run.id]), start_time=row.at * _MS,
            attributes={"indagate.run": run.name, "indagate.state": state, "indagate.row": row.seq},
        )  # fmt: skip

    def _move(self, run: Run, row: Row, record: Record[Any]) -> None:
        state = self._states[run.id]
        state.set_attribute("indagate.event", row.name)
        state.end(row.at * _MS)
        self._begin(run, row.stands or "", row)
        if self._ended(run, record):
            self._states.pop(run.id).end(row.at * _MS)
            self._runs.pop(run.id).end(row.at * _MS)

    def _effect(self, run: Run, row: Row) -> None:
        from opentelemetry.trace import SpanKind, Status, StatusCode

        body: Done | Fail = decode(row.body, Done if row.kind == "done" else Fail)
        said: dict[str, Any] = {"indagate.run": run.name, "indagate.key": row.key, "indagate.row": row.seq}
        if body.spent:
            said |= {"indagate.tokens": body.spent.tokens, "indagate.dollars": body.spent.dollars}
        if body.usage is not None:
            said |= {
                "gen_ai.request.model": body.usage.model, "gen_ai.usage.input_tokens": body.usage.input,
                "gen_ai.usage.output_tokens": body.usage.output, "indagate.prompt": body.usage.prompt,
            }  # fmt: skip
        kind = SpanKind.CLIENT if body.usage is not None else SpanKind.INTERNAL
        span = self._tracer.start_span(
            row.name, _within(self._states[run.id]), kind, said, start_time=(row.at - body.took) * _MS
        )
        if isinstance(body, Fail):
            span.set_attribute("error.type", body.error)
            span.set_status(Status(StatusCode.ERROR, body.error))
        span.end(row.at * _MS)


def _within(span: Span) -> Context:
    from opentelemetry.trace import set_span_in_context

    return set_span_in_context(span)


def _trace_of(name: str) -> Context:
    """Return the context of a run's trace, the same in every process that drives it."""
    from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context

    found = hashlib.sha256(name.encode()).digest()
    trace, span = int.from_bytes(found[:16], "big") or 1, int.from_bytes(found[16:24], "big") or 1
    return set_span_in_context(NonRecordingSpan(SpanContext(trace, span, True, TraceFlags(TraceFlags.SAMPLED))))
