"""A report with its claims, each with the source that it rests on; and whether all of it still holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from starlette.responses import Response

from indagate.errors import IndagateError
from indagate.hosting.shown import shown_facts
from indagate.server.door import apart, door, run_of
from indagate.server.page import mission
from indagate.server.page.render import form_of, one, onward, page
from indagate.server.page.run import shown
from indagate.server.problem import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.app import App
    from indagate.flows.mission.record import Mission


async def report(request: Request) -> Response:
    """Show a mission's report."""
    of = run_of(request)
    if of.flow != "mission":
        raise Refused(404, "no_report", f"a run of {of.flow} has no page of claims", hint="Its own page has its files.")
    return await _shown(request, None)


async def verify(request: Request) -> Response:
    """Check a run's evidence again, and show its report with what was found."""
    of, at = run_of(request), door(request)
    await at.written(of)
    return await _shown(request, await apart(at, lambda app: app.verify(of.name)))


async def _shown(request: Request, breaches: Sequence[Any] | None) -> Response:
    of, at = run_of(request), door(request)

    def look(app: App) -> dict[str, Any]:
        record = cast("Mission", app.record(of.name))
        seen = mission.shown(record, breaches or ()) if of.flow == "mission" else {"mission": None}
        return {**seen, "facts": shown_facts(app, of.name)}

    found = await at.look(of, look)
    return page("report", title=f"Report of {of.name}", run=of, breaches=breaches, **found)


async def again(request: Request) -> Response:
    """Ask a finished run's question again."""
    of, at, form = run_of(request), door(request), await form_of(request)
    try:
        started = await at.conductor.again(of.name, key=one(form, "key")[:200])
    except IndagateError as error:
        return await shown(request, error)
    return onward(f"/runs/{started.run}")


async def difference(request: Request) -> Response:
    """Show what is new in a run since the one whose question it asks again."""
    of, at = run_of(request), door(request)
    flow = at.app.find(of.name)[1]
    since = flow.again.since(at.app.record(of.name)) if flow.again is not None else ""
    if not since:
        raise Refused(404, "no_difference", f"{of.name} asks no other run's question again")
    found = await apart(at, lambda app: app.difference(since, of.name))
    return page("difference", title=f"What is new in {of.name}", run=of, found=found)


async def source(request: Request) -> Response:
    """Show an archived source as text, with the quote of a fact marked."""
    of, at = run_of(request), door(request)
    flow = at.app.find(of.name)[1]
    archived = flow.archived
    if archived is None:
        raise Refused(404, "no_source", f"flow {flow.name} archives no sources")
    fact, name = request.query_params.get("fact", ""), request.path_params["source"]
    found = await at.look(of, lambda app: archived(app.record(of.name), app.home.store, name, fact))
    return page("source", title=found.title, run=of, source=found)
