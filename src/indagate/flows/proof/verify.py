"""Proving a finished proof again: the lock, the file, and every attack on it by the checker that is here now."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from indagate.evidence.check import Violation
from indagate.flows.proof.judging import judge_locked
from indagate.flows.proof.record import Attempt, Proof
from indagate.flows.proof.statement import Lock
from indagate.flows.proof.verdict import Verdict
from indagate.flows.proof.views import proof_path
from indagate.storage import Blobs


def check(proof: Proof, folder: Path, store: Blobs) -> list[Violation]:
    """Return every breach: a lock that was changed, a proof whose file differs or that no longer stands.

    A run that proved and refuted nothing claims nothing. Raises `NoChecker` where the checker is not installed.
    """
    if proof.lock is None or (attempt := proof.proof) is None:
        return []
    where = str(proof_path(proof))
    if not proof.lock.intact:
        return [Violation("text-changed", "statement.lock.json", "the hash is not that of the locked statement")]
    return [*_file(attempt, folder, where), *_judged(proof, proof.lock, attempt, where)]


def _file(attempt: Attempt, folder: Path, where: str) -> Iterator[Violation]:
    try:
        text = (folder / where).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Violation("missing-file", where, f"the proof cannot be read: {error}")
        return
    if text != attempt.made.text:
        yield Violation("file-changed", where, "the proof is not as it was judged")


def _judged(proof: Proof, lock: Lock, attempt: Attempt, where: str) -> Iterator[Violation]:
    """Judge the proof anew, in a thread of its own: a loop may be running in this one."""

    def judge() -> Verdict:
        return asyncio.run(judge_locked(lock, attempt.made.text, proof.input.seconds, negated=attempt.made.negated))

    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(judge).result()
    recorded = proof.verdict.verdict if proof.verdict is not None else "unjudged"
    if found.verdict != recorded:
        yield Violation("proof-not-held", where, f"it was {recorded}, and is {found.verdict} now: {found.reason}")
