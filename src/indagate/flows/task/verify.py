"""Proving a finished task again, offline: its kept texts, and what its checks found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from indagate.errors import Corrupt, IndagateError
from indagate.evidence.check import Violation
from indagate.flows.task.record import Evidence, Task
from indagate.flows.task.supporting import unsupported
from indagate.flows.task.views import render_answer
from indagate.storage import Blobs
from indagate.storage.snapshot import as_kept


def check(task: Task, folder: Path, store: Blobs) -> list[Violation]:
    """Return every breach: evidence that is lost or not as it was kept, an answer that was changed on disk."""
    found = [*_evidence(task, store), *_queries(task, store), *_verdicts(task), *unsupported(task, store)]
    return [*found, *_answer(task, folder)]


def _evidence(task: Task, store: Blobs) -> Iterator[Violation]:
    for item in task.evidence:
        try:
            text = store.get(item.ref).decode("utf-8", "surrogatepass")
        except Corrupt as error:
            yield Violation("archive-changed", item.source, error.message)
            continue
        if item.kind == "DOC" and not text.startswith(item.summary):
            yield Violation("archive-changed", item.source, "the summary is not the beginning of what was kept")


def _queries(task: Task, store: Blobs) -> Iterator[Violation]:
    """Run each query that an answer rests on again, by the same gate, over the tables as kept, or as they are now."""
    asked = [item for item in task.evidence if item.kind == "TOOL" and item.source in ("query", "ask_tables")]
    if not asked:
        return
    try:
        with as_kept(task.input.material.data, task.pins, store) as data:
            yield from _queries_again(asked, data, store)
    except Corrupt as error:
        yield Violation("archive-changed", Path(task.input.material.data).name, error.message)


def _queries_again(asked: Sequence[Evidence], data: Path, store: Blobs) -> Iterator[Violation]:
    from indagate.flows.task import tables

    for item in asked:
        try:
            kept = store.get(item.ref).decode("utf-8", "surrogatepass")
            told = json.loads(item.call if item.source == "query" else kept)
            again = tables.run_query(data, told["sql"]).text if told.get("sql") else ""
        except Corrupt:
            continue  # reported with the evidence
        except IndagateError as error:
            yield Violation("number-not-held", item.source, f"a query cannot be run again: {error.message}")
            continue
        if not str(told.get("text", kept)).endswith(again):
            yield Violation("number-not-held", item.source, f"a query gives other values now: {item.summary[:120]}")


def _verdicts(task: Task) -> Iterator[Violation]:
    for number, attempt in enumerate(task.attempts, 1):
        verdict = attempt.verdict
        if verdict is None:
            continue
        cap = min([1.0, *(finding.cap for finding in verdict.findings if not finding.passed)])
        if verdict.score > cap:
            yield Violation("report-changed", f"attempt {number}", f"a score of {verdict.score} above its cap of {cap}")


def _answer(task: Task, folder: Path) -> Iterator[Violation]:
    if not task.answer:
        return
    try:
        text = (folder / "answer.md").read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Violation("missing-file", "answer.md", f"the answer cannot be read: {error}")
        return
    if text != render_answer(task):
        yield Violation("report-changed", "answer.md", "the answer is not as it was written")
