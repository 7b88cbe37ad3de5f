"""Every way in: method, path, handler, and the types of what it takes and gives. Routes and OpenAPI come from here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from indagate.flow.archived import ArchivedText
from indagate.flow.difference import Difference
from indagate.hosting import Started
from indagate.hosting.uploads import UploadedFile
from indagate.server import events, files, flows, notes, runs, said, uploads

Handler = Callable[[Request], Awaitable[Response]]
TEXT, SVG, STREAM, BYTES = "text/plain", "image/svg+xml", "text/event-stream", "application/octet-stream"


@dataclass(frozen=True)
class Endpoint:
    """A way in: `takes` is the type of the body, `gives` that of the answer, or `media` where that is no JSON.

    `query` names the parameters with what they mean; `starts` says that an Idempotency-Key is understood.
    """

    method: str
    path: str
    handler: Handler
    gives: Any = None
    takes: Any = None
    status: int = 200
    media: str = "application/json"
    query: dict[str, str] = field(default_factory=dict)
    starts: bool = False
    errors: tuple[int, ...] = ()

    @property
    def doc(self) -> str:
        """What it does, in a line."""
        return (self.handler.__doc__ or "").strip().split("\n")[0]


_LIST = {
    "flow": "only runs of this flow", "state": "only runs in this state", "limit": "1 to 1000, 100 without",
    "after": "a run's name: the list continues below it", "all": "1: also runs that another run started",
}  # fmt: skip
_RUN = (404,)
TABLE: tuple[Endpoint, ...] = (
    Endpoint("GET", "/healthz", flows.health, said.Health),
    Endpoint("GET", "/api/grants", flows.granted, said.Granted),
    Endpoint("GET", "/api/flows", flows.list_flows, list[said.FlowItem]),
    Endpoint("GET", "/api/flows/{flow}", flows.show_flow, dict[str, Any], errors=(404,)),
    Endpoint("GET", "/api/flows/{flow}/chart.svg", flows.chart, media=SVG, errors=(404,)),
    Endpoint("POST", "/api/runs", runs.start, Started, said.StartRequest, 201, starts=True, errors=(404, 422)),
    Endpoint("GET", "/api/runs", runs.list_runs, said.RunPage, query=_LIST, errors=(404, 422)),
    Endpoint("GET", "/api/runs/{run}", runs.show, said.RunShown, errors=_RUN),
    Endpoint("DELETE", "/api/runs/{run}", runs.delete, status=204, errors=(404, 409)),
    Endpoint(
        "GET", "/api/runs/{run}/record", runs.record, said.RecordShown, errors=(404, 422),
        query={"at": "a row's number, the last without"},
    ),
    Endpoint(
        "GET", "/api/runs/{run}/rows", runs.rows, said.RowPage, errors=(404, 422),
        query={"after": "only rows after this one, -1 without", "limit": "1 to 1000, 100 without"},
    ),
    Endpoint(
        "GET", "/api/runs/{run}/events", events.events, media=STREAM, errors=(404, 422, 429),
        query={"after": "only rows after this one; the header Last-Event-ID goes before"},
    ),
    Endpoint(
        "POST", "/api/runs/{run}/signals", runs.signal, said.Took, said.SignalRequest, 202, errors=(404, 409, 422, 503)
    ),
    Endpoint(
        "POST", "/api/runs/{run}/fork", runs.fork, Started, said.ForkRequest, 201, starts=True, errors=(404, 422, 503)
    ),
    Endpoint("POST", "/api/runs/{run}/again", runs.again, Started, None, 201, starts=True, errors=(404, 422)),
    Endpoint(
        "GET", "/api/runs/{run}/difference", runs.difference, Difference, errors=(404, 422),
        query={"since": "the earlier run"},
    ),
    Endpoint("POST", "/api/runs/{run}/verify", runs.verify, said.Verified, errors=(404, 422)),
    Endpoint("GET", "/api/runs/{run}/files", files.list_files, list[dict[str, Any]], errors=_RUN),
    Endpoint("GET", "/api/runs/{run}/files/{path:path}", files.file, media=BYTES, errors=_RUN),
    Endpoint(
        "GET", "/api/runs/{run}/sources/{source}", files.source, ArchivedText, errors=(404, 422),
        query={"fact": "the fact whose quote is marked"},
    ),
    Endpoint(
        "GET", "/api/runs/{run}/export", files.export, media=BYTES, errors=(404, 422),
        query={"format": "graphml, json, md or html"},
    ),
    Endpoint("GET", "/api/shelves/{shelf}/files", uploads.list_files, list[UploadedFile], errors=_RUN),
    Endpoint(
        "POST", "/api/shelves/{shelf}/files", uploads.give, UploadedFile, bytes, 201, errors=(404, 413, 422),
        query={"name": "what it is called, with its ending"},
    ),
    Endpoint("DELETE", "/api/shelves/{shelf}/files/{file}", uploads.remove, status=204, errors=_RUN),
    Endpoint(
        "GET", "/api/notes", notes.list_notes, said.NotePage, errors=(422,),
        query={"period": "a day or period in words", "limit": "1 to 1000, 100 without"},
    ),
    Endpoint("POST", "/api/notes", notes.tell, said.Noted, said.NoteRequest, 201, starts=True, errors=(422,)),
    Endpoint("POST", "/api/notes/sql", notes.sql, dict[str, Any], said.SqlRequest, errors=(422,)),
    Endpoint("GET", "/api/notes/tables", notes.tables, media=TEXT),
    Endpoint("POST", "/api/critique", notes.critique, dict[str, Any], said.CritiqueRequest, errors=(422,)),
    Endpoint("POST", "/api/prove/check", notes.check, dict[str, Any], said.CheckRequest, errors=(422, 501)),
)  # fmt: skip
