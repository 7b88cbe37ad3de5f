"""The files of a report's session under the seed's names, all views of the journal; and how it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

import msgspec

from indagate.engine import Links, Log, Page, Row, View
from indagate.flow import Ended
from indagate.flows.report import phases
from indagate.flows.report.chart import ChartsLookedAt, DataOpened, EarlierTaken, Reported, TaskDone
from indagate.flows.report.editing import claims_of
from indagate.flows.report.keeping import as_json
from indagate.flows.report.record import Report
from indagate.render import count

SIGNAL = "<promise>COMPLETE</promise>"
"""What ends the program's output in a pipe when a report is complete, so that a loop around it can stop."""
_STATE = (
    phases.CONTEXT, phases.BRIEF, phases.PLAN, phases.COVERAGE, phases.QUESTIONS, phases.CHARTS, phases.ANALYZED,
    phases.STORY, phases.AGGREGATION, phases.CITATIONS, phases.GLOSSARY,
)  # fmt: skip


def _page(path: str) -> Page:
    def render(report: Report) -> str:
        return as_json(report.files[path])

    return Page(path, render, when=lambda report: path in report.files)


def session(report: Report) -> str:
    """Render session.json."""
    return as_json(report.session)


def links(event: object, report: Report) -> Iterable[tuple[str, str]]:
    """Yield path and digest of archived tables, figures' pages, and the report's files."""
    match event:
        case DataOpened(data):
            for file in data.files:
                suffix = PurePosixPath(file.label).suffix.lower()
                yield f"data/{file.sha256[:16]}{suffix}", file.sha256
        case ChartsLookedAt(_, pages):
            yield from pages
        case EarlierTaken(_, results):
            for kept in results:
                yield from kept.files
        case TaskDone(kept):
            yield from kept.files
        case Reported(files):
            yield from files


def log(row: Row, event: object, report: Report) -> str | None:
    """Return a line of the log: when, which phase, what."""
    if event is None:
        return None
    name = type(event).__name__
    if isinstance(event, TaskDone):
        kept = event.kept
        found = f"{kept.findings} findings, {kept.calculations} calculations"
        return f"{report.state}: {kept.task.id} {'failed: ' + kept.failed if kept.failed else found}"
    return f"{report.state}: {name}"


VIEWS: tuple[View, ...] = (
    Page("session.json", session),
    *(_page(path) for path in _STATE),
    Log("logs/report.log", log),
    Links(links),
)


def summary(report: Report) -> str:
    """Say in a line how the report stands."""
    text = report.aggregation
    if report.state != "complete" or text is None:
        done = len(report.results)
        return f"{report.state}: {done} of {count(len(report.tasks), 'task')} done"
    lines = [claim.text for claim in text.key_takeaways]
    lines += [f"{name} was not written: {why}" for name, why in report.missing]
    if report.unpaid or report.unasked:
        before = []
        if report.unpaid:
            tasks = f"{count(len(report.unpaid), 'task')} of {len(report.tasks)}"
            before.append(f"before {tasks} could be done ({', '.join(report.unpaid)})")
        if report.unasked:
            before.append(
                f"before a model was asked for all: rules, or nobody, answered as {', '.join(report.unasked)}"
            )
        fork = f"fork it (indagate fork {report.run} --at {report.paid_to}) and resume the fork with --budget-…, or "
        way = f"{fork if report.paid_to else ''}ask again"
        lines.append(f"The budget ended {' and '.join(before)}. To go on, {way}.")
    return "\n".join([text.title, *(f"- {line}" for line in lines)])


def outcome(report: Report) -> Ended:
    """Say how a report came out that has ended."""
    return "partial" if report.missing or report.unpaid or report.unasked or report.unfetched else "done"


def details(report: Report) -> Mapping[str, Any]:
    """Return what `--json` says of a report."""
    text, coverage = report.aggregation, report.coverage
    outputs: dict[str, PurePosixPath | None] = {"html": None, "pdf": None, "xlsx": None}
    for path, _ in report.outputs:
        outputs[path.rpartition(".")[2]] = PurePosixPath(path)
    return {
        "query": report.input.query,
        "paid_to": report.paid_to or None,
        "unasked": report.unasked,
        "report": "output/report.html" if report.outputs else None,
        "pdf": outputs["pdf"],
        "xlsx": outputs["xlsx"],
        "coverage": coverage.current if coverage else None,
        "findings": [plain(one) for one in text.findings] if text else [],
        "issues": [msgspec.to_builtins(one) for one in text.issues] if text else [],
        "claims": [
            {
                "text": one.text,
                "where": where,
                "basis": one.basis,
                "by": one.by,
                "supported_by": one.supported_by,
            }
            for where, one in (claims_of(text) if text else ())
        ],
        "left_out": [
            {"text": one.before, "kept": one.after, "why": one.why}
            for one in (text.changes if text else ())
            if one.kind in ("unsupported", "contradiction", "omen")
        ],
        "not_written": dict(report.missing),
    }


def plain(finding: Any) -> dict[str, Any]:
    """Return a finding for programs, without what is empty."""
    found = {key: value for key, value in msgspec.to_builtins(finding).items() if value not in ("", None)}
    if finding.kind not in ("lead_lag", "seasonality"):
        found.pop("lag", None)
    return found


def tree(report: Report) -> Sequence[tuple[int, str]]:
    """Return the lines of the live view: topics with their tasks."""
    lines: list[tuple[int, str]] = []
    brief = report.brief
    for item in brief.scope_items if brief else ():
        lines.append((0, item.title))
        for task in report.tasks.values():
            if task.scope == item.id:
                result = report.results.get(task.id)
                mark = "·" if result is None else "✗" if result.failed else "✓"
                mark = "▸" if result is None and task.id in report.begun else mark
                tail = f": {result.findings} findings" if result and result.findings else ""
                lines.append((1, f"{mark} {task.id} {task.aspect}{tail}"))
    return lines
