"""A run's page: what it asks of the person, how it stands or stood, what it has found, its rows as they come."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
from indagate.server.door import apart, door, number, run_of
from indagate.server.files import listed
from indagate.server.page.mission import FoundFact, latest_facts
from indagate.server.page.render import form_of, one, onward, page, problem_of
from indagate.server.problem import Refused
from indagate.server.runs import LONG, doing_in, row_item, taken_in
from indagate.server.said import RowItem
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


@dataclass(frozen=True)
class Standing:
    """How a run stands, or stood at a row."""

    facts: dict[str, Any]
    rows: tuple[RowItem, ...]
    last: int
    asked: PendingDecision | None
    found: tuple[FoundFact, ...] = ()
    proof: Any = None
    since: str = ""
    files: tuple[tuple[str, int], ...] = ()
    taken: tuple[tuple[str, str, int], ...] = field(default=())


def standing(app: App, run: Run, at: int | None, places: Mapping[str, str]) -> Standing:
    """Return how a run stands, or stood at a row."""
    last = app.engine.journal.last(run.id)[0]
    row = last if at is None else at
    facts = shown_facts(app, run.name, at=at)
    rows = tuple(row_item(item, places) for item in app.rows(run.name, after=max(-1, row - ROWS), upto=row))
    found = tuple(latest_facts(app, run, at))
    files = tuple(listed(app.home.run_folder(run.name))) if at is None else ()
    asked = app.waiting(run.name) if at is None else None
    flow, record = app.find(run.name)[1], app.record(run.name, at=at)
    since = flow.again.since(record) if flow.again is not None else ""
    return Standing(
        facts, tuple(reversed(rows)), last, asked, found, record if run.flow == "proof" else None, since, files,
        tuple(taken_in(app, run, row)),
    )  # fmt: skip


async def run(request: Request) -> Response:
    """Show a run as it stands, or as it stood at the row `at`."""
    return await shown(request)


async def shown(request: Request, error: Refused | IndagateError | None = None, text: str = "") -> Response:
    """Show a run; with an `error` that what the person said met, and the `text` that was said."""
    of, at = run_of(request), door(request)
    flow = at.app.find(of.name)[1]
    last = at.app.engine.journal.last(of.id)[0]
    row = number(request.query_params, "at", last, most=last) if request.query_params.get("at") else None
    long = last > LONG  # folded in a thread, so that others are answered meanwhile
    look = partial(standing, run=of, at=row, places=at.places)
    found = await apart(at, look) if long else look(at.app)
    asked = found.asked
    status, problem = problem_of(error) if error is not None else (200, None)
    return page(
        "run", status, title=of.name, run=of, flow=flow, facts=found.facts, rows=found.rows, last=found.last, at=row,
        asked=asked, choices=_choices(of, flow, found.facts, asked) if row is None else (),
        doing=doing_in(at, of.name) if row is None else [], found=found.found, proof=found.proof,
        files=_files(found.files), taken=found.taken, problem=problem, text=text,
        chart=chart_of(flow, found.facts["state"], found.taken),
        gathered={name: found.facts[name] for name in GATHERED if found.facts.get(name)},
        key=secrets.token_urlsafe(12), reported=flow.archived is not None and of.flow == "mission", since=found.since,
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


def _files(found: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return a run's files: what it wrote first, what it archived last."""
    return sorted(found, key=lambda item: (item[0].startswith("assets/"), item[0].count("/"), item[0]))


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
