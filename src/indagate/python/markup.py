"""Results as a notebook shows them. Everything that came from outside is escaped; nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.python.results import (
        Cited,
        DataReport,
        NotesAnswer,
        ProofResult,
        ReportClaim,
        ResearchReport,
        Result,
        TaskAnswer,
    )

HEIGHT = 640
"""Pixels of a report in a frame."""


def card(result: Result, parts: Iterable[str]) -> str:
    """Return a result with its parts, as HTML."""
    head = f"<code>{escape(result.run)}</code> {escape(result.state)}, {escape(result.outcome)}"
    body = "".join(parts) or f"<p>{escape(result.summary)}</p>"
    return f'<section style="max-width:48em"><small>{head}</small>{body}</section>'


def research(report: ResearchReport) -> str:
    """Return a mission's report: each claim with its quotes below it."""
    parts = [f"<h3>{escape(report.question)}</h3>", *map(_claim, report.bottom_line)]
    for name, claims in report.sections.items():
        parts += [f"<h4>{escape(name)}</h4>", *map(_claim, claims)]
    return card(report, parts)


def _claim(claim: ReportClaim) -> str:
    mark = "" if claim.basis == "verbatim" else f" <small>({escape(claim.basis)}, {escape(claim.by)})</small>"
    quotes = "".join(
        f"<blockquote>{escape(quote.text)}<br><small>{escape(quote.source.title)}, {escape(quote.source.file)}</small>"
        "</blockquote>"
        for quote in claim.quotes
    )
    return f"<details><summary>{escape(claim.text)}{mark}</summary>{quotes}</details>"


def notes(answer: NotesAnswer) -> str:
    """Return an answer from notes, with the notes behind it."""
    parts = [f"<p>{escape(line)}</p>" for line in (answer.text or answer.summary).splitlines() if line.strip()]
    parts += [f"<p><small>{escape(gap)}</small></p>" for gap in answer.gaps]
    return card(answer, [*parts, _lines(answer.cited or answer.nearest)])


def _lines(cited: Iterable[Cited]) -> str:
    rows = "".join(f"<li><small>{one.date}:{one.line}</small> {escape(one.text)}</li>" for one in cited)
    return f"<ul>{rows}</ul>" if rows else ""


def task(answer: TaskAnswer) -> str:
    """Return a task's answer and the critic's word."""
    score = "not scored" if answer.score is None else f"score {answer.score:.2f}"
    judge = "judged" if answer.judged else "no model judged it"
    text = f"<pre>{escape(answer.answer or answer.error)}</pre><p><small>{score}, {judge}. "
    return card(answer, [f"{text}{escape(answer.feedback)}</small></p>"])


def proof(result: ProofResult) -> str:
    """Return a proof that stands, or how far it has come."""
    parts = [f"<p>{escape(result.summary)}</p>"]
    return card(result, [*parts, *([f"<pre>{escape(result.proof)}</pre>"] if result.proof else [])])


def data_report(report: DataReport) -> str:
    """Return a report on tables as its page, in a frame of its own that reaches neither the notebook nor the web."""
    path = report.files.get("html")
    if path is None:
        return card(report, [])
    page = escape(path.read_text(encoding="utf-8"), quote=True)
    frame = f'<iframe sandbox="allow-scripts" style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{page}"></iframe>'
    return f"<div>{frame}</div>"
