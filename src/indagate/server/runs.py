"""Runs: started, listed, shown as they stand or stood, steered, forked, verified, deleted."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from indagate.app.standing import iso
from indagate.engine import Row, encode, lease
from indagate.engine.journal import span
from indagate.errors import HasEnded, SignalNotAccepted
from indagate.hosting import Started
from indagate.hosting.shown import placeless, shown_facts
from indagate.server.door import MOST, PAGE, Door, apart, door, key_of, number, run_of, said
from indagate.server.files import listed
from indagate.server.plain import plain
from indagate.server.problem import JsonResponse, Refused, as_refused
from indagate.server.said import (
    ForkRequest,
    RecordShown,
    RowItem,
    RowPage,
    RunPage,
    RunShown,
    SignalRequest,
    StartRequest,
    Took,
    Verified,
)

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.app import App
    from indagate.engine import Run


async def start(request: Request) -> Response:
    """Start a run."""
    wanted, key = await said(request, StartRequest), key_of(request)
    started = await door(request).conductor.start(
        wanted.flow, wanted.input, approve=wanted.approve, budget=wanted.budget.budget if wanted.budget else None,
        model=wanted.model, key=key,
    )  # fmt: skip
    return _started(started)


def _started(found: Started) -> Response:
    return JsonResponse(found, 201 if found.fresh else 200, {"location": f"/api/runs/{found.run}"})


async def list_runs(request: Request) -> Response:
    """List runs, latest first."""
    query = request.query_params
    limit = number(query, "limit", PAGE, least=1, most=MOST)
    named = {"flow": query.get("flow", ""), "state": query.get("state", ""), "after": query.get("after", "")}
    return JsonResponse(run_page(door(request), **named, limit=limit, top=query.get("all", "") not in ("1", "true")))


def run_page(at: Door, *, flow: str, state: str, after: str, limit: int, top: bool = True) -> RunPage:
    """Return runs, latest first, and the name below which the list continues."""
    found = at.app.list(flow=flow, state=state, before=after, limit=limit + 1, top=top)
    page = tuple(reversed(found))[:limit]
    return RunPage(page, page[-1].run if len(found) > limit else "")


async def show(request: Request) -> Response:
    """Show how a run stands."""
    run, at = run_of(request), door(request)
    doing = tuple(doing_in(at, run.name))

    def look(app: App) -> RunShown:
        files = tuple(name for name, _ in listed(app.folder(run.name)))
        facts, asked = shown_facts(app, run.name), app.waiting(run.name)
        return RunShown(run.name, facts, asked, doing, tuple(taken_in(app, run)), files)

    return JsonResponse(await at.look(run, look))


def doing_in(at: Door, name: str) -> list[tuple[str, float]]:
    """Return what is under way in a run that this server drives, the longest first, with its age in seconds."""
    now = time.monotonic()
    return [(what, round(max(0.0, now - began), 1)) for what, began in at.conductor.driven.under_way(name)]


def taken_in(app: App, run: Run, upto: int | None = None) -> list[tuple[str, str, int]]:
    """Return how often each arrow of the chart was taken, or had been up to a row."""
    stood, times = "", Counter[tuple[str, str]]()
    first, last = span(run.id)
    rows = app.engine.journal.read(
        "SELECT stands FROM rows WHERE id BETWEEN ? AND ? AND stands IS NOT NULL ORDER BY id",
        first, last if upto is None else first + upto,
    )  # fmt: skip
    for (stands,) in rows:
        if stood:
            times[stood, stands] += 1
        stood = stands
    return [(before, after, count) for (before, after), count in times.items()]


async def record(request: Request) -> Response:
    """Show what a run knew at a row."""
    run, at = run_of(request), door(request)
    last = at.app.engine.journal.last(run.id)[0]
    row = number(request.query_params, "at", last, most=last)

    def look(app: App) -> RecordShown:
        known = placeless(encode(plain(app.record(run.name, at=row))).decode(), at.places)
        return RecordShown(run.name, row, shown_facts(app, run.name, at=row), msgspec.Raw(known.encode()))

    return JsonResponse(await at.look(run, look))


async def rows(request: Request) -> Response:
    """List the rows of a run."""
    run, at, query = run_of(request), door(request), request.query_params
    after = number(query, "after", -1, least=-1)
    limit = number(query, "limit", PAGE, least=1, most=MOST)
    found = tuple(row_item(row, at.places) for row in at.app.rows(run.name, after=after, upto=after + limit))
    return JsonResponse(RowPage(found, at.app.engine.journal.last(run.id)[0]))


def row_item(row: Row, places: Mapping[str, str]) -> RowItem:
    """Return a row for programs; folders of this machine are told by their names."""
    text = placeless(row.body.decode(errors="replace"), places)
    try:
        body = json.loads(text)
    except ValueError:
        body = text
    return RowItem(row.seq, row.kind, row.name, row.key, iso(row.at), row.stands, body)


async def signal(request: Request) -> Response:
    """Leave a signal for a run; it is driven on here where nobody drives it."""
    run, at, wanted = run_of(request), door(request), await said(request, SignalRequest)
    try:
        await at.conductor.signal(run.name, wanted.word, wanted.text)
    except (SignalNotAccepted, HasEnded) as error:
        error.hint = placeless(error.hint, at.places) if error.hint else None
        raise as_refused(error, tuple(at.app.signals(run.name))) from None
    return JsonResponse(Took(run.name, wanted.word, at.app.engine.journal.stands(run.id)), 202)


async def fork(request: Request) -> Response:
    """Branch off at a row."""
    run, at, wanted = run_of(request), door(request), await said(request, ForkRequest)
    made = await at.conductor.fork(run.name, wanted.at, drive=wanted.drive, key=key_of(request))
    return _started(made)


async def again(request: Request) -> Response:
    """Ask a finished run's question again, in a new run."""
    run, at = run_of(request), door(request)
    return _started(await at.conductor.again(run.name, key=key_of(request)))


async def difference(request: Request) -> Response:
    """Say what is new in a run since an earlier one that asked the same, with both quotes."""
    run, at, since = run_of(request), door(request), request.query_params.get("since", "")
    if not since:
        raise Refused(422, "input_error", "since names the earlier run")
    earlier = at.app.engine.journal.run(since).name
    return JsonResponse(await apart(at, lambda app: app.difference(earlier, run.name)))


async def verify(request: Request) -> Response:
    """Check a run's evidence again."""
    run, at = run_of(request), door(request)
    await at.written(run)
    breaches = await apart(at, lambda app: app.verify(run.name))
    return JsonResponse(Verified(run.name, not breaches, tuple(breaches), at.app.lagging(run.name, breaches)))


async def delete(request: Request) -> Response:
    """Delete a run with all that it started."""
    run, at = run_of(request), door(request)
    if lease.driven(run):
        raise Refused(409, "lease_held", f"run {run.name} is being driven", hint="Pause or abort it first.")
    await at.app.housekeeping.delete(run.name)
    return Response(status_code=204)
