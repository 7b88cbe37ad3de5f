"""Files that a person gives, for runs to read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import Response

from indagate.hosting.uploads import Uploads
from indagate.server.door import door
from indagate.server.problem import JsonResponse, Refused

if TYPE_CHECKING:
    from starlette.requests import Request


def uploads_of(request: Request) -> Uploads:
    """Return the shelf that takes files. Raises `Refused` where none does, or another is named."""
    found = door(request).grants.uploads
    if found is None or request.path_params.get("shelf", found.shelf) != found.shelf:
        raise Refused(404, "no_such_shelf", "no such shelf takes files", hint="The operator names one by --uploads.")
    return found


async def list_files(request: Request) -> Response:
    """List the files that were given."""
    return JsonResponse(tuple(uploads_of(request).files()))


async def give(request: Request) -> Response:
    """Give a file: the body is its content; it is kept under a name made of `name`, and nothing is kept twice."""
    shelf, content = uploads_of(request), await request.body()
    kept = await asyncio.to_thread(shelf.put, request.query_params.get("name", ""), content)
    return JsonResponse(kept, 201 if kept.fresh else 200)


async def remove(request: Request) -> Response:
    """Remove a file that was given."""
    if not uploads_of(request).remove(request.path_params["file"]):
        raise Refused(404, "no_such_file", "the shelf has no such file")
    return Response(status_code=204)
