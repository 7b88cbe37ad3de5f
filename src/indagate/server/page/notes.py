"""The notebook's page: write, see what was read and what was not, undo, ask with the rows behind the answer."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.responses import Response

from indagate.errors import IndagateError
from indagate.hosting.shown import shown_facts
from indagate.server.door import apart, door
from indagate.server.notes import PATIENCE, notes_of
from indagate.server.page.render import form_of, one, onward, page, problem_of
from indagate.server.problem import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

LATEST = 50
"""Notes that the page shows."""


async def notes(request: Request) -> Response:
    """Show the latest notes, or those of a period; with `run` what came of what was told."""
    return await _shown(request)


async def _shown(request: Request, error: Refused | IndagateError | None = None, said: str = "") -> Response:
    at, query = door(request), request.query_params
    period, name = query.get("period", ""), query.get("run", "")
    told: dict[str, Any] | None = None
    try:
        told = shown_facts(at.app, name) if name and at.app.find(name)[0].flow == "notes" else None
        found = await apart(at, lambda app: notes_of(app, period, LATEST))
    except (Refused, IndagateError) as wrong:
        error, found = error or wrong, []
    status, problem = problem_of(error) if error is not None else (200, None)
    return page(
        "notes", status, title="Notes", notes=found, told=told, period=period, problem=problem, said=said,
        key=secrets.token_urlsafe(12),
    )  # fmt: skip


async def tell(request: Request) -> Response:
    """Note or ask something, once however often the form is sent; then show what came of it."""
    at, form = door(request), await form_of(request)
    text = one(form, "text")
    try:
        data = {"text": text, "mode": one(form, "mode") or "tell"}
        started = await at.conductor.start("notes", data, key=one(form, "key")[:200])
    except (Refused, IndagateError) as error:
        return await _shown(request, error, text)
    try:
        async with asyncio.timeout(PATIENCE):
            await at.conductor.driven.rested(started.run)
    except TimeoutError:
        return onward(f"/runs/{started.run}")
    if at.app.waiting(started.run) is not None:
        return onward(f"/runs/{started.run}")
    return onward(f"/notes?{urlencode({'run': started.run})}")
