"""Proving a finished task again, offline: its kept texts, and what its checks found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from indagate.errors import Corrupt
from indagate.evidence import Breach
from indagate.flows.task.record import Task
from indagate.flows.task.views import render_answer
from indagate.store import ContentStore


def check(task: Task, folder: Path, store: ContentStore) -> list[Breach]:
    """Return every breach: evidence that is lost or not as it was kept, an answer that was changed on disk."""
    return [*_evidence(task, store), *_verdicts(task), *_answer(task, folder)]


def _evidence(task: Task, store: ContentStore) -> Iterator[Breach]:
    for item in task.evidence:
        try:
            text = store.get(item.ref).decode("utf-8", "surrogatepass")
        except Corrupt as error:
            yield Breach("archive-changed", item.source, error.message)
            continue
        if item.kind == "DOC" and not text.startswith(item.summary):
            yield Breach("archive-changed", item.source, "the summary is not the beginning of what was kept")


def _verdicts(task: Task) -> Iterator[Breach]:
    for number, attempt in enumerate(task.attempts, 1):
        verdict = attempt.verdict
        if verdict is None:
            continue
        cap = min([1.0, *(finding.cap for finding in verdict.findings if not finding.passed)])
        if verdict.score > cap:
            yield Breach("report-changed", f"attempt {number}", f"a score of {verdict.score} above its cap of {cap}")


def _answer(task: Task, folder: Path) -> Iterator[Breach]:
    if not task.answer:
        return
    try:
        text = (folder / "answer.md").read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Breach("missing-file", "answer.md", f"the answer cannot be read: {error}")
        return
    if text != render_answer(task):
        yield Breach("report-changed", "answer.md", "the answer is not as it was written")
