"""DBOS on Postgres: workflows in a queue of DBOS's own, which a crew of executors works off.

A step is one DBOS step that takes its time and returns a fact: its fastest way. A workflow has its own event loop's
tasks, so one executor has as many at once as its share of the runs.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from dbos import DBOS, DBOSClient

from bench.crew import asked, hold
from bench.work import Work, fact

QUEUE = "bench"
POLL = 0.1


@DBOS.step()
async def find(number: int, pause: float) -> str:
    """Find a fact, which takes a while."""
    await asyncio.sleep(pause)
    return fact(number)


@DBOS.workflow(name="gather")
async def gather(steps: int, pause: float) -> int:
    """Find all facts, one after another."""
    facts = [await find(number, pause) for number in range(steps)]
    return len(facts)


def _config(work: Work) -> Any:
    return {
        "name": "bench", "system_database_url": work.setting, "application_version": "bench", "log_level": "ERROR",
        "executor_id": str(work.number),
    }  # fmt: skip


def prepare(work: Work) -> None:
    """Make the tables and the queue, and enter all workflows."""
    DBOS(config={**_config(work), "executor_id": "none"})
    DBOS.listen_queues([])
    DBOS.launch()
    share = -(-work.runs // work.crew)
    DBOS.register_queue(QUEUE, worker_concurrency=share, polling_interval_sec=POLL, on_conflict="always_update")
    DBOS.destroy()
    client = DBOSClient(system_database_url=work.setting, application_name="bench")
    for run in range(work.runs):
        client.enqueue(
            {"workflow_name": "gather", "queue_name": QUEUE, "workflow_id": str(run), "app_version": "bench"},
            work.steps, work.pause,
        )  # fmt: skip
    client.destroy()


def serve(work: Work) -> None:
    """Work off the queue until this process is killed."""
    DBOS(config=_config(work))
    DBOS.listen_queues([QUEUE])
    hold()
    DBOS.launch()
    threading.Event().wait()


def ended(work: Work) -> int:
    """Return how many workflows have succeeded."""
    return asked(work, "SELECT count(*) FROM dbos.workflow_status WHERE status = 'SUCCESS'")


def kept(work: Work) -> int:
    """Return how many steps' outcomes are there."""
    return asked(work, "SELECT count(*) FROM dbos.operation_outputs WHERE error IS NULL")
