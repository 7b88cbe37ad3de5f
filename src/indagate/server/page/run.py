"""A run's page: what it asks of the person, how it stands or stood, what it has found, its rows as they come."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import Response

from indagate.app import PendingDecision, SignalChoice
from indagate.app.deciding import text_of
from indagate.engine import lease
from indagate.errors import IndagateError
from indagate.hosting.shown import shown_facts
from indagate.server.door import door, number, run_of
from indagate.server.files import listed
from indagate.server.page.render import form_of, one, onward, page, problem_of
from indagate.server.problem import Refused
from indagate.server.runs import doing_in, row_item, taken_in
from indagate.statechart import draw

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.app import App
    from indagate.engine import Run
    from indagate.flow import Flow

ROWS = 40
"""Rows that are shown of a run; the latest ones, or those up to the row that is looked at."""
DOCS = {"pause": "stop at the next boundary; nothing is lost", "resume": "go on"}
GATHERED = ("answer", "error", "feedback", "verdict", "gaps", "unread", "sentences")
"""Facts of flows that are shown as they are, where they are there."""


def standing(app: App, run: Run, at: int | None, places: Mapping[str, str]) -> dict[str, Any]:
    """Return what the template shows of a run as it stands, or stood at a row."""
    last, flow, record = app.engine.journal.last(run.id)[0], app.find(run.name)[1], app.record(run.name, at=at)
    row = last if at is None else at
    facts, taken = shown_facts(app, run.name, at=at), tuple(taken_in(app, run, row))
    rows = [row_item(item, places) for item in app.rows(run.name, after=max(-1, row - ROWS), upto=row)]
    files = listed(app.folder(run.name)) if at is None else []
    return {
        "run": run, "flow": flow, "at": at, "last": last, "facts": facts, "rows": rows[::-1], "taken": taken,
        "asked": app.waiting(run.name) if at is None else None, "record": record,
        "chart": chart_of(flow, facts["state"], taken), "files": sorted(files, key=_place),
        "gathered": {name: facts[name] for name in GATHERED if facts.get(name)},
        "since": flow.again.since(record) if flow.again is not None else "",
    }  # fmt: skip


def _place(file: tuple[str, int]) -> tuple[bool, int, str]:
    """What a run wrote stands first, what it archived last."""
    return file[0].startswith("assets/"), file[0].count("/"), file[0]


async def run(request: Request) -> Response:
    """Show a run as it stands, or as it stood at the row `at`."""
    return await shown(request)


async def shown(request: Request, error: Refused | IndagateError | None = None, text: str = "") -> Response:
    """Show a run; with an `error` that what the person said met, and the `text` that was said."""
    of, at = run_of(request), door(request)
    last = at.app.engine.journal.last(of.id)[0]
    row = number(request.query_params, "at", last, most=last) if request.query_params.get("at") else None
    found = await at.look(of, partial(standing, run=of, at=row, places=at.places))
    status, problem = problem_of(error) if error is not None else (200, None)
    return page(
        "run", status, title=of.name, problem=problem, text=text, key=secrets.token_urlsafe(12), **found,
        choices=_choices(of, found["flow"], found["facts"], found["asked"]) if row is None else (),
        doing=doing_in(at, of.name) if row is None else [],
    )  # fmt: skip


def _choices(of: Run, flow: Flow, facts: dict[str, Any], asked: PendingDecision | None) -> tuple[SignalChoice, ...]:
    """Return what may be said to a run now."""
    if asked is not None and asked.choices:
        return asked.choices
    if facts["finished"]:
        return ()
    words = facts["signals"]
    going = lease.driven(of)
    found = [SignalChoice("resume", DOCS["resume"], "none", True)] if not going else []
    for word in sorted(set(words) - {"resume"}, key=lambda word: (word == "abort", word)):
        kind = "none" if word == "pause" else text_of(flow, word)
        found.append(SignalChoice(word, DOCS.get(word) or flow.signal(word).doc, kind, False))
    return tuple(found)


def chart_of(flow: Flow, state: str, taken: Iterable[tuple[str, str, int]]) -> Markup:
    """Return a flow's chart as SVG, with the states where tokens stand, and those that were left, marked."""
    stands = set(state.split(" + "))
    been = {name for before, _, _ in taken for name in before.split(" + ")}
    drawn = draw.svg(flow.chart)
    for name in flow.chart.edges:
        mark = "stands" if name in stands else "been" if name in been else ""
        if mark:
            end = f">{re.escape(name)}</text></g>"
            drawn = re.sub(rf"^<g>(?=.*{end}$)", f'<g class="{mark}">', drawn, count=1, flags=re.MULTILINE)
    return Markup(drawn)  # noqa: S704  drawn by us; names in it are escaped


async def signal(request: Request) -> Response:
    """Say a word to a run."""
    of, at, form = run_of(request), door(request), await form_of(request)
    word, text = one(form, "word"), one(form, "text")
    try:
        if not re.fullmatch(r"[a-z][a-z_-]{0,31}", word) or len(text) > 20_000:
            raise Refused(422, "input_error", "that word, or a text of that length, is none that a run takes")
        await at.conductor.signal(of.name, word, text)
    except (Refused, IndagateError) as error:
        return await shown(request, error, text)
    return onward(f"/runs/{quote(of.name)}")


async def fork(request: Request) -> Response:
    """Branch off at a row."""
    of, at, form = run_of(request), door(request), await form_of(request)
    try:
        row = number({"row": one(form, "at")}, "row", 0)
        made = await at.conductor.fork(of.name, row, drive=bool(one(form, "drive")), key=one(form, "key")[:200])
    except (Refused, IndagateError) as error:
        return await shown(request, error)
    return onward(f"/runs/{quote(made.run)}")
