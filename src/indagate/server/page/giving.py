"""The page of the files that a person gave, and the form that gives them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from email.message import Message
from typing import TYPE_CHECKING

from starlette.responses import Response

from indagate.errors import IndagateError
from indagate.server.page.render import form_of, one, onward, page, problem_of
from indagate.server.problem import Refused
from indagate.server.uploads import uploads_of

if TYPE_CHECKING:
    from starlette.requests import Request

AT_ONCE = 50
"""Files that are given at once."""


async def files(request: Request, error: Refused | IndagateError | None = None) -> Response:
    """Show the files."""
    shelf = uploads_of(request)
    status, problem = problem_of(error) if error is not None else (200, None)
    return page("files", status, title="Files", shelf=shelf, files=tuple(shelf.files()), problem=problem)


async def give(request: Request) -> Response:
    """Keep the files that were chosen."""
    shelf = uploads_of(request)
    try:
        for name, content in sent(request.headers.get("content-type", ""), await request.body()):
            await asyncio.to_thread(shelf.put, name, content)
    except (Refused, IndagateError) as error:
        return await files(request, error)
    return onward("/files")


async def remove(request: Request) -> Response:
    """Remove a file."""
    uploads_of(request).remove(one(await form_of(request), "file"))
    return onward("/files")


def sent(media: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of a form (multipart/form-data). Raises `Refused`."""
    kind = Message()
    kind["content-type"] = media
    boundary = kind.get_boundary()
    if kind.get_content_type() != "multipart/form-data" or not boundary:
        raise Refused(415, "not_a_form", "this takes a form with files")
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary.encode("latin-1", "replace"))[1:]
    if not parts or not parts[-1].startswith(b"--") or len(parts) > AT_ONCE + 1:
        raise Refused(400, "not_a_form", f"the form cannot be read, or has more than {AT_ONCE} files")
    for part in parts[:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = re.search(r'(?i)\r\ncontent-disposition:[^\r]*;\s*filename="([^"\r]*)"', head.decode(errors="replace"))
        if name is not None and (name[1] or content):
            yield name[1], content
