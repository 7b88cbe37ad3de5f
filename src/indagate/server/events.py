"""A run's rows as server-sent events: the id is the row's number, and a client goes on where it was cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response, StreamingResponse

from indagate.server.door import Door, door, number, run_of
from indagate.server.problem import Refused
from indagate.server.runs import row_item

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.engine import Row, Run

HEARTBEAT = 15.0
"""Seconds of silence after which a comment shows that the line is up."""
BEHIND = 2_000
"""Rows that a listener may be behind; beyond, it is told which it lacks, to be fetched by pages."""
RETRY = 500
"""Milliseconds after which a client that was cut comes back."""
LISTENERS = 400
"""The most who listen at once."""


async def events(request: Request) -> Response:
    """Follow a run: `event: row` with each row, `event: gap` with rows to be fetched by pages, `event: end`."""
    run, at = run_of(request), door(request)
    said = request.headers.get("last-event-id", "")
    after = number(request.query_params, "after", -1, least=-1)
    if said:
        after = number({"last-event-id": said}, "last-event-id", -1, least=-1)
    app = at.app
    chart = app.find(run.name)[1].chart
    last = app.engine.journal.last(run.id)[0]
    ended = set(app.engine.journal.stands(run.id).split(" + ")) <= chart.finals
    if said and ended and after >= last:  # an EventSource comes back after the end, unless it is told not to
        return Response(status_code=204)
    if at.listeners >= LISTENERS:
        raise Refused(429, "too_many_listeners", "too many listen already", hint="Close some.")
    return StreamingResponse(_stream(at, run, min(after, last)), media_type="text/event-stream")


async def _stream(at: Door, run: Run, after: int) -> AsyncIterator[bytes]:
    at.listeners += 1
    closing = asyncio.ensure_future(at.closing.wait())
    try:
        yield f"retry: {RETRY}\n\n".encode()
        last = after
        while not at.closing.is_set():
            behind = at.app.engine.journal.last(run.id)[0] - BEHIND
            if last < behind:
                yield _event("gap", {"after": last, "upto": behind}, behind)
                last = behind
            async for chunk, row in _until_behind(at, run, last, closing):
                last = row if row is not None else last
                yield chunk
            if at.app.engine.journal.last(run.id)[0] - last <= BEHIND:
                break
        if not at.closing.is_set():
            yield _event("end", {"state": at.app.engine.journal.stands(run.id), "last": last}, last)
    finally:
        at.listeners -= 1
        closing.cancel()


async def _until_behind(
    at: Door, run: Run, after: int, closing: asyncio.Future[Any]
) -> AsyncIterator[tuple[bytes, int | None]]:
    """Yield events and heartbeats until the run has ended, the server stops, or the listener is too far behind."""
    rows = at.app.follow(run.name, after)
    following: asyncio.Future[Row] | None = None
    try:
        while True:
            following = following or asyncio.ensure_future(anext(rows))
            await asyncio.wait({following, closing}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if closing.done():
                return
            if not following.done():
                yield b": here\n\n", None
                continue
            try:
                row = following.result()
            except StopAsyncIteration:
                return
            following = None
            yield _event("row", row_item(row, at.places), row.seq), row.seq
            if row.seq % 256 == 0 and at.app.engine.journal.last(run.id)[0] - row.seq > BEHIND:
                return
    finally:
        if following is not None:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        await rows.aclose()  # type: ignore[attr-defined]


def _event(kind: str, data: Any, row: int) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (row, kind.encode(), msgspec.json.encode(data, enc_hook=str))
