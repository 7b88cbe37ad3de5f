"""Many files read at once, each in a worker process that may crash or be killed without harm to the others."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from indagate.corpus.reading import FUNCTION, Job, Outcome
from indagate.errors import EffectFailed, TimedOut
from indagate.sandbox import Worker
from indagate.sandbox.stopping import Abandoned

MEMORY = 1 << 30
"""Bytes of address space that a worker may take."""
SECONDS = 90.0
"""Seconds that a file may take, and a second more for every megabyte; anew with every word of how far it has come."""

_HANDFUL = 8
_LARGE = 4 << 20


@dataclass(frozen=True, slots=True)
class Word:
    """How far the reading of a large file has come."""

    path: str
    said: str


def harvest(jobs: list[Job]) -> Iterator[Outcome | Word]:
    """The outcomes of all jobs, in the order in which they come; closing the iterator stops the workers.

    In between come words on files that take long.

    Raises `Abandoned` when nobody waits for them any more.
    """
    if not jobs:
        return
    todo: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in jobs:
        todo.put(job)
    crew = _Crew(todo, 1 if len(jobs) <= _HANDFUL else min(4, _cores()))
    try:
        left = len(jobs)
        while left:
            outcome = crew.outcomes.get()
            if outcome is None:
                raise Abandoned("the reading was given up")
            left -= isinstance(outcome, Outcome)
            yield outcome
    finally:
        crew.stop()


def _cores() -> int:
    """How many processors this process may use; not every system says."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Crew:
    """Threads that each drive a worker process."""

    def __init__(self, todo: queue.SimpleQueue[Job], count: int) -> None:
        self.outcomes: queue.Queue[Outcome | Word | None] = queue.Queue(maxsize=32)
        self._todo = todo
        self._stopping = threading.Event()
        self._large = threading.Lock()
        self._workers = [Worker(FUNCTION, memory=MEMORY) for _ in range(count)]
        self._threads = [threading.Thread(target=self._drive, args=(worker,), daemon=True) for worker in self._workers]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Kill the workers and wait for the threads."""
        self._stopping.set()
        for worker, thread in zip(self._workers, self._threads, strict=True):
            while thread.is_alive():
                worker.kill()
                while not self.outcomes.empty():
                    self.outcomes.get_nowait()
                thread.join(0.02)
            worker.close()

    def _drive(self, worker: Worker) -> None:
        while not self._stopping.is_set():
            try:
                job = self._todo.get_nowait()
            except queue.Empty:
                return
            if job.size > _LARGE:
                # Large files one at a time, for the sake of memory.
                with self._large:
                    outcome = self._outcome(worker, job)
                    worker.close()
            else:
                outcome = self._outcome(worker, job)
            self.outcomes.put(outcome)

    def _outcome(self, worker: Worker, job: Job) -> Outcome | None:
        def heard(said: str) -> None:
            with contextlib.suppress(queue.Full):
                self.outcomes.put_nowait(Word(job.path, said))

        return _outcome(worker, job, heard)


def _outcome(worker: Worker, job: Job, heard: Callable[[str], None]) -> Outcome | None:
    """Return what came of a job; None when nobody waits for it any more: that is nothing against the file."""
    import msgspec

    from indagate.storage.typed import packed_decoder

    request = msgspec.msgpack.encode(job)
    try:
        answer = worker.call(request, timeout=SECONDS + job.size / (1 << 20), heard=heard)
    except Abandoned:
        return None
    except (TimedOut, EffectFailed) as error:
        reason = f"reading it failed: {error.message}"
        return Outcome(job.path, job.size, job.mtime_ns, time.time_ns(), reason=reason, attempts=job.attempts + 1)
    return packed_decoder(Outcome).decode(answer)
