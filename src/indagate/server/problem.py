"""Errors as answers: one form for all, code, message, hint."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from indagate.errors import (
    Corrupt,
    DriverGone,
    HasEnded,
    IndagateError,
    InputError,
    JournalError,
    LeaseHeld,
    LimitReached,
    NeedsModel,
    NoSuchFlow,
    NoSuchRun,
    SignalNotAccepted,
    StorageError,
    code_of,
)
from indagate.server.said import Problem

if TYPE_CHECKING:
    from starlette.requests import Request

log = logging.getLogger("indagate.server")
STATUS: tuple[tuple[type[IndagateError], int], ...] = (
    (NoSuchRun, 404), (NoSuchFlow, 404), (HasEnded, 409), (SignalNotAccepted, 409), (LeaseHeld, 409),
    (LimitReached, 429), (InputError, 422), (NeedsModel, 422), (Corrupt, 500), (JournalError, 409),
    (StorageError, 507), (DriverGone, 503),
)  # fmt: skip
"""Which status an error of ours has: that of the first class that it is one of, else 500."""


class Refused(Exception):
    """A request that is answered by a status and a problem."""

    def __init__(
        self, status: int, code: str, message: str, *, hint: str | None = None, takes: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code, message, hint, takes)


class JsonResponse(Response):
    """An answer as JSON, from plain data or our types."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the JSON."""
        return msgspec.json.encode(content, enc_hook=str)


def problem_response(refused: Refused) -> JsonResponse:
    """Return a refusal as an answer."""
    headers = {"www-authenticate": "Bearer"} if refused.status == 401 else {}
    return JsonResponse(refused.problem, refused.status, headers)


def as_refused(error: IndagateError, takes: tuple[str, ...] = ()) -> Refused:
    """Return an error of ours as a refusal."""
    status = next((status for kind, status in STATUS if isinstance(error, kind)), 500)
    return Refused(status, code_of(type(error)), error.message, hint=error.hint, takes=takes)


async def on_error(request: Request, error: Exception) -> Response:
    """Answer an error that a handler raised."""
    if isinstance(error, Refused):
        return problem_response(error)
    if isinstance(error, IndagateError):
        return problem_response(as_refused(error))
    log.error("a bug in %s %s", request.method, request.url.path, exc_info=error)
    return problem_response(Refused(500, "bug", "a bug; the server's log has the traceback", hint="Please report it."))
