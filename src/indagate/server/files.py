"""What a run has written, and what it has archived: nothing of it can act as the server's own page."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import FileResponse, Response

from indagate.server.door import door, run_of
from indagate.server.problem import JsonResponse, Refused
from indagate.storage.writing import DRAFT, files_below

if TYPE_CHECKING:
    from starlette.requests import Request

SANDBOX = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)
"""The policy of pages that a run wrote: an origin of their own, scripts of their own, no way out."""
BARE = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
"""The policy of pictures and texts: no script at all."""
TEXTS = {".md", ".txt", ".log", ".csv", ".json", ".jsonl", ".yaml", ".v", ".lean", ".py", ".sql", ".dot"}
PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".svg": "image/svg+xml"}
PAGES = ("report.html", "output/", "figures/", "charts/")
"""The HTML that runs write themselves; any other, such as archived pages, is only downloaded."""
EXPORTS = {
    "graphml": "application/graphml+xml", "json": "application/json", "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}  # fmt: skip


def listed(folder: Path) -> list[tuple[str, int]]:
    """Return the files of a run with their sizes, by their paths."""
    return sorted(
        (path.relative_to(folder).as_posix(), status.st_size)
        for path, status in files_below(folder)
        if not DRAFT.fullmatch(path.name)
    )


async def _folder(request: Request) -> Path:
    run, at = run_of(request), door(request)
    await at.written(run)
    return at.app.folder(run.name)


async def list_files(request: Request) -> Response:
    """List the files of a run."""
    folder = await _folder(request)
    return JsonResponse([{"path": path, "bytes": size} for path, size in listed(folder)])


async def file(request: Request) -> Response:
    """Give a file of a run."""
    folder = await _folder(request)
    said = PurePosixPath(request.path_params["path"])
    path = folder / said
    inside = not said.is_absolute() and ".." not in said.parts and "\0" not in str(said)
    if not inside or not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
        raise Refused(404, "no_such_file", "the run has no such file", hint="GET …/files lists them.")
    headers = {"content-security-policy": BARE, "x-frame-options": "SAMEORIGIN"}
    kind = path.suffix.lower()
    if kind == ".html" and str(said).startswith(PAGES):
        headers["content-security-policy"] = SANDBOX
        return FileResponse(path, media_type="text/html; charset=utf-8", headers=headers)
    if kind in TEXTS:
        return FileResponse(path, media_type="text/plain; charset=utf-8", headers=headers)
    if kind in PICTURES:
        return FileResponse(path, media_type=PICTURES[kind], headers=headers)
    headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(said.name, safe='')}"
    return FileResponse(path, media_type="application/octet-stream", headers=headers)


async def source(request: Request) -> Response:
    """Give an archived source as text, and where in it a fact's quote stands."""
    run, at = run_of(request), door(request)
    flow = at.app.find(run.name)[1]
    if flow.archived is None:
        raise Refused(404, "no_source", f"flow {flow.name} archives no sources")
    fact = request.query_params.get("fact", "")
    found = flow.archived(at.app.record(run.name), at.app.home.store, request.path_params["source"], fact)
    return JsonResponse(found)


async def export(request: Request) -> Response:
    """Give what a run found: as a graph, or as its report."""
    run, at = run_of(request), door(request)
    flow, form = at.app.find(run.name)[1], request.query_params.get("format", "json")
    if form not in EXPORTS or form not in flow.graph:
        known = ", ".join(flow.graph) or "none"
        raise Refused(422, "input_error", f"flow {flow.name} has no such export", hint=f"Formats: {known}.")
    headers = {"content-disposition": f'attachment; filename="{run.name}.{form}"'}
    return Response(flow.graph[form](at.app.record(run.name)), media_type=EXPORTS[form], headers=headers)
