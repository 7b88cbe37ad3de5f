"""The list of runs, and the form that starts one."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.responses import Response

from indagate.app import find_flow
from indagate.app import flows as known
from indagate.budget import Budget
from indagate.errors import IndagateError
from indagate.server.door import Door, apart, door, number
from indagate.server.page.fields import Field, fields_of
from indagate.server.page.render import Form, form_of, one, onward, page, problem_of
from indagate.server.problem import Refused
from indagate.server.runs import run_page

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.app import App
    from indagate.flow import Flow

PAGE = 50
LIMITS = (
    Field("limit_dollars", "number", least=0),
    Field("limit_tokens", "number", least=1, whole=True),
    Field("limit_calls", "number", least=1, whole=True),
    Field("limit_seconds", "number", least=1),
)
"""What a run may spend, as fields."""
HEADING = 200
"""Signs of what a run is about, in the list."""


def startable() -> list[Flow]:
    """Return the flows that can be started from here."""
    found = []
    for name in sorted(known()):
        try:
            flow = find_flow(name).flow
        except IndagateError:  # a plug-in that cannot be loaded
            continue
        if flow.wire is not None:
            found.append(flow)
    return found


async def runs(request: Request) -> Response:
    """Show the runs, latest first."""
    query, at = request.query_params, door(request)
    flow, state, after = query.get("flow", ""), query.get("state", "").strip().upper(), query.get("after", "")
    limit = number(query, "limit", PAGE, least=1, most=200)
    found = run_page(at, flow=flow, state=state, after=after, limit=limit)
    names = [item.run for item in found.runs]
    about = await apart(at, lambda app: {name: _about(app, name) for name in names})
    more = f"/?{urlencode({'flow': flow, 'state': state, 'after': found.next})}" if found.next else ""
    return page(
        "runs", title="Runs", runs=found.runs, about=about, more=more, flows=startable(), every=sorted(known()),
        flow=flow, state=state, first=not after, uploads=at.grants.uploads,
    )  # fmt: skip


def _about(app: App, name: str) -> str:
    """Return what a run was started with, in a line."""
    try:
        given = next(app.rows(name, upto=0), None)
        return _words(given.body)[:HEADING] if given is not None else ""
    except IndagateError:
        return ""


def _words(body: bytes) -> str:
    import msgspec

    try:
        said: Any = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return ""
    said = said.get("input", said) if isinstance(said, dict) else {}
    texts = (
        [said.get(key) for key in ("question", "query", "goal", "text", "statement")] if isinstance(said, dict) else []
    )
    return " ".join(next((text for text in texts if isinstance(text, str) and text), "").split())


def flow_of(request: Request) -> Flow:
    """Return the flow that a request's path names. Raises `Refused` for one that cannot be started from here."""
    name = request.path_params["flow"]
    found = next((flow for flow in startable() if flow.name == name), None)
    if found is None:
        raise Refused(404, "no_such_flow", f"no flow {name!r} can be started from here")
    return found


async def new(request: Request) -> Response:
    """Show the form that starts a run of a flow."""
    return _form(door(request), flow_of(request), {}, shelf=request.query_params.get("shelf", ""))


def _form(at: Door, flow: Flow, said: Form, error: Refused | IndagateError | None = None, shelf: str = "") -> Response:
    doc, fields = fields_of(flow, tuple(at.grants.shelves))
    status, problem = problem_of(error) if error is not None else (200, None)
    front = [field for field in fields if field.required or (field.kind == "choice" and field.choices[:1] == ("",))]
    shelves = tuple(at.grants.shelves)
    first = next((field.name for field in fields if shelves and field.choices == ("", *shelves)), "")
    return page(
        "new", status, title=f"New: {flow.name}", flow=flow, doc=doc, front=front,
        others=[field for field in fields if field not in front], limits=LIMITS, models=tuple(at.grants.models),
        web=bool(at.grants.providers), said=said, problem=problem, key=one(said, "key") or secrets.token_urlsafe(12),
        preset={first: shelf if shelf in shelves else shelves[0]} if first else {}, uploads=at.grants.uploads,
    )  # fmt: skip


async def start(request: Request) -> Response:
    """Start a run from its form, once however often the form is sent."""
    flow, at, form = flow_of(request), door(request), await form_of(request)
    try:
        _, fields = fields_of(flow, tuple(at.grants.shelves))
        data = {field.name: said for field in fields if (said := field.read(form)) is not None}
        dollars, tokens, calls, seconds = (field.read(form) for field in LIMITS)
        limited = any(limit is not None for limit in (dollars, tokens, calls, seconds))
        started = await at.conductor.start(
            flow.name, data, budget=Budget(tokens, dollars, calls, seconds) if limited else None,
            model=one(form, "model"), key=one(form, "key")[:200],
        )  # fmt: skip
    except (Refused, IndagateError) as error:
        return _form(at, flow, form, error)
    return onward(f"/runs/{started.run}")
