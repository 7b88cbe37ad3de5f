"""The small doors: notes, the critic, the proof checker."""

from __future__ import annotations

import asyncio
import json
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from indagate.errors import InputError
from indagate.hosting.shown import shown_facts
from indagate.server.door import MOST, PAGE, Door, apart, door, key_of, number, said
from indagate.server.problem import JsonResponse, Refused
from indagate.server.said import CheckRequest, CritiqueRequest, Noted, NotePage, NoteRequest, SqlRequest

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.app import App
    from indagate.flows.notes.index import Index

PATIENCE = 25.0
"""Seconds for which an answer is waited for; then the run is named, to be followed."""


async def tell(request: Request) -> Response:
    """Note or ask something, and wait for the answer."""
    wanted, at = await said(request, NoteRequest), door(request)
    data = {"text": wanted.text, "mode": wanted.mode, "as_of": wanted.as_of}
    started = await at.conductor.start("notes", data, model=wanted.model, key=key_of(request))
    try:
        async with asyncio.timeout(PATIENCE):
            await at.conductor.driven.rested(started.run)
    except TimeoutError:
        return JsonResponse(_noted(at, started.run), 202, {"location": f"/api/runs/{started.run}"})
    return JsonResponse(_noted(at, started.run), 201 if started.fresh else 200)


def _noted(at: Door, name: str) -> Noted:
    return Noted(name, shown_facts(at.app, name), at.app.waiting(name))


def _index(app: App) -> Index:
    from indagate.flows.notes.domain import usable
    from indagate.flows.notes.index import Index

    index = Index(app.home.root, usable(app.home.root)[0])
    index.refresh()
    return index


async def list_notes(request: Request) -> Response:
    """List notes of a period, latest first, with what was read of each and what was not."""
    query = request.query_params
    period, limit = query.get("period", ""), number(query, "limit", PAGE, least=1, most=MOST)
    return JsonResponse(NotePage(tuple(await apart(door(request), lambda app: notes_of(app, period, limit)))))


def notes_of(app: App, period: str, limit: int) -> list[dict[str, Any]]:
    """Return the notes of a period, or all, latest first. Raises `Refused` for words that are no period."""
    from indagate.cells.grammar import periods

    found = periods(period, datetime.now().astimezone().date()) if period else []
    if period and not found:
        raise Refused(422, "input_error", f"no day can be read in {period!r}", hint="Say 2026-10-03, last week, …")
    first, last = (found[0].first, found[0].last) if found else (date.min, date.max)
    with _index(app) as index:
        there = list(index.notes(first, last))[-limit:]
    return [_note(note, reading) for note, reading in reversed(there)]


def _note(note: Any, reading: Any) -> dict[str, Any]:
    found = {"date": note.day.isoformat(), "line": note.line, "text": note.text, "run": note.mark or None}
    found["until"] = note.until.isoformat() if note.until else None
    return {**found, "entries": msgspec.to_builtins(list(reading.entries)), "unread": list(reading.unread)}


async def sql(request: Request) -> Response:
    """Ask the notebook in SQL."""
    from indagate.flows.notes.query import Query
    from indagate.flows.notes.search import by_sql
    from indagate.flows.notes.views import query_json

    wanted = await said(request, SqlRequest)
    today = wanted.as_of or datetime.now().astimezone().date()

    def look(app: App) -> dict[str, Any]:
        with _index(app) as index:
            found = by_sql(index, Query("sql", wanted.select), today)
        if found.declined:
            raise InputError(f"the query cannot be answered: {found.reason}", hint="GET /api/notes/tables")
        return {**query_json(found), "evidence": [f"{one.date}:{one.line}" for one in found.cited]}

    return JsonResponse(await apart(door(request), look))


async def tables(request: Request) -> Response:
    """Describe the tables that SQL asks."""
    from indagate.flows.notes.tables import described

    def look(app: App) -> str:
        with _index(app) as index:
            return described(index, datetime.now().astimezone().date())

    return Response(await apart(door(request), look), media_type="text/plain; charset=utf-8")


async def critique(request: Request) -> Response:
    """Judge an answer, whoever wrote it."""
    from indagate.flows.task.criteria import AcceptanceCriteria
    from indagate.flows.task.gate import as_json, verdict_of
    from indagate.models import ModelOptions

    wanted = await said(request, CritiqueRequest)
    criteria = AcceptanceCriteria(wanted.min_score, wanted.required, wanted.prohibited)
    options = ModelOptions(model=door(request).grants.model(wanted.model))
    verdict = await verdict_of(wanted.goal, wanted.answer, criteria, {}, options)
    return JsonResponse(json.loads(as_json(verdict)))


async def check(request: Request) -> Response:
    """Judge a proof, whoever wrote it."""
    from indagate.flows.proof.judging import NoChecker, as_json, judge_text

    wanted = await said(request, CheckRequest)
    try:
        lock, probe, verdict = await judge_text(
            wanted.statement, wanted.attempt, wanted.language, wanted.axioms, wanted.seconds
        )
    except NoChecker as missing:
        raise Refused(501, "no_checker", missing.message) from None
    return JsonResponse(json.loads(as_json(lock, probe, verdict)))
