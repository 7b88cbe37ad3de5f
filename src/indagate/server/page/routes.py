"""The ways to the pages; forms answer by a way to the page that shows what came of them."""

from __future__ import annotations

from starlette.routing import Route

from indagate.server.page import giving, listing, notes, report, run

ROUTES = [
    Route("/", listing.runs, methods=["GET"]),
    Route("/new/{flow}", listing.new, methods=["GET"]),
    Route("/new/{flow}", listing.start, methods=["POST"]),
    Route("/runs/{run}", run.run, methods=["GET"]),
    Route("/runs/{run}/signals", run.signal, methods=["POST"]),
    Route("/runs/{run}/fork", run.fork, methods=["POST"]),
    Route("/runs/{run}/report", report.report, methods=["GET"]),
    Route("/runs/{run}/verify", report.verify, methods=["POST"]),
    Route("/runs/{run}/again", report.again, methods=["POST"]),
    Route("/runs/{run}/difference", report.difference, methods=["GET"]),
    Route("/runs/{run}/sources/{source}", report.source, methods=["GET"]),
    Route("/files", giving.files, methods=["GET"]),
    Route("/files", giving.give, methods=["POST"]),
    Route("/files/remove", giving.remove, methods=["POST"]),
    Route("/notes", notes.notes, methods=["GET"]),
    Route("/notes", notes.tell, methods=["POST"]),
]
