"""What can be started, and with what."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from starlette.responses import Response

from indagate.app import describe, find_flow
from indagate.app import flows as known
from indagate.errors import IndagateError
from indagate.server.door import door
from indagate.server.problem import JsonResponse, Refused
from indagate.server.said import FlowItem, Granted, Health
from indagate.statechart import draw

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.flow import Flow


async def health(request: Request) -> Response:
    """Say whether the journal can be read."""
    app = door(request).app
    app.engine.journal.read("SELECT 1 FROM runs LIMIT 1")
    return JsonResponse(Health(ok=True, live=len(door(request).conductor.driven.names)))


async def granted(request: Request) -> Response:
    """List what may be used, by name."""
    grants = door(request).grants
    return JsonResponse(
        Granted(
            tuple(grants.shelves), tuple(grants.models), bool(grants.providers), tuple(grants.allow),
            version("indagate"),
        )
    )  # fmt: skip


async def list_flows(request: Request) -> Response:
    """List the flows."""
    found = []
    for name in sorted(known()):
        try:
            flow = find_flow(name).flow
        except IndagateError:  # a plug-in that cannot be loaded
            continue
        found.append(FlowItem(flow.name, flow.doc, flow.wire is not None))
    return JsonResponse(found)


async def show_flow(request: Request) -> Response:
    """Describe a flow: its chart, its signals, what it takes."""
    return JsonResponse(describe(_flow(request)))


async def chart(request: Request) -> Response:
    """Draw a flow's chart."""
    return Response(draw.svg(_flow(request).chart), media_type="image/svg+xml")


def _flow(request: Request) -> Flow:
    name = request.path_params["flow"]
    if name not in known():  # the registry also takes files
        raise Refused(404, "no_such_flow", f"there is no flow {name!r}", hint="GET /api/flows lists them.")
    return find_flow(name).flow
