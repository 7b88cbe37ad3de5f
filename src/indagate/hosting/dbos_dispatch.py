"""Due runs are brought by DBOS, on the same Postgres: for rates, priorities and schedules, and for its console.

A job is *drive this run*, named by the run and the epoch in which nobody drives it; so it is entered once, however many
workers see that the run is due, and comes too late once somebody has taken the run. What a job came to says nothing of
its run. That a worker is dead or frozen is seen by our lease, never by DBOS: the run is due in a new epoch, and has a
new job. A job that a dead worker had taken out of the queue, but not yet the run, is put back into the queue.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from dbos import DBOS, DBOSClient, DBOSConfig, DBOSPortableJSONSerializer
from sqlalchemy.exc import SQLAlchemyError

from indagate.engine import Run, dispatch
from indagate.errors import NoSuchRun, StorageError
from indagate.hosting.dispatch import AGAIN
from indagate.storage.address import without_password

if TYPE_CHECKING:
    from dbos import EnqueueOptions

    from indagate.app import App
    from indagate.hosting.dispatch import Drive

APPLICATION = "indagate"
"""Whose jobs, queues and schedules they are in DBOS's tables, which other applications may use, too."""
QUEUE = "indagate"
JOB = "indagate.drive"
SCHEDULED = "indagate.again"
VERSION = "1"
"""Of what a job means, not of this package: which runs a worker can drive, it finds out itself."""
POLL = 0.2
"""Seconds between two looks of a worker into the queue."""
PAUSE = 2.0
"""Seconds for which a run that is due is left to its job, before that is looked at."""
MANY = 200
"""How many runs are looked at in one go."""
_IN_QUEUE = ("ENQUEUED", "DELAYED")


def client(address: str) -> DBOSClient:
    """Return what jobs are entered and looked up with. It does not wait for a server that is away."""
    return DBOSClient(
        system_database_url=address, system_database_pool_size=2, serializer=DBOSPortableJSONSerializer(),
        application_name=APPLICATION, lazy=True, retry_connection_errors=False,
    )  # fmt: skip


class DbosDispatch:
    """Enters a job for every run that is due, and brings the runs whose jobs DBOS gives to this worker.

    `rate` is how many runs may be begun in how many seconds, by all workers together; None leaves what was set before.
    `at_once` is kept with the queue: the worker that started last sets it for all.
    """

    def __init__(self, app: App, at_once: int, grace: float, rate: tuple[int, float] | None = None) -> None:
        self._app = app
        self._journal = app.engine.journal
        self._address = app.home.address
        self._at_once = at_once
        self._grace = grace
        self._rate = rate
        self._client = client(self._address)
        self._drive: Drive | None = None
        self._said: dict[str, float] = {}
        """The jobs that were looked at, and until when they are left alone."""
        self._refused: dict[int, int] = {}
        """How often each run could not be driven here."""
        self._closing: asyncio.Future[None] | None = None

    async def open(self, drive: Drive) -> None:
        """Begin to take jobs. Raises `StorageError`."""
        from indagate.hosting.schedule import begin

        self._drive = drive
        loop = asyncio.get_running_loop()

        async def job(run: int, epoch: int) -> str:
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._bring(run, epoch), loop))

        async def scheduled(at: datetime, kept: dict[str, Any]) -> str:
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(begin(self._app, at, kept), loop))

        config = DBOSConfig(
            name=APPLICATION, system_database_url=self._address, application_version=VERSION,
            executor_id=self._app.engine.owner, serializer=DBOSPortableJSONSerializer(), log_level="ERROR",
            sys_db_pool_size=5, scheduler_polling_interval_sec=1.0,
        )  # fmt: skip
        DBOS(config=config)
        DBOS.workflow(name=JOB)(job)
        DBOS.workflow(name=SCHEDULED)(scheduled)
        DBOS.listen_queues([QUEUE])
        try:
            await asyncio.to_thread(self._launch)
        except SQLAlchemyError as error:
            raise self._explained(error) from error

    def _launch(self) -> None:
        DBOS.launch()
        known = DBOS.retrieve_queue(QUEUE)
        limiter = known.limiter if known is not None else None
        if self._rate is not None:
            limiter = {"limit": self._rate[0], "period": self._rate[1]} if self._rate[0] else None
        DBOS.register_queue(
            QUEUE, worker_concurrency=self._at_once, limiter=limiter, polling_interval_sec=POLL,
            on_conflict="always_update",
        )  # fmt: skip

    async def look(self) -> None:
        """See that every run which is due has a job that will be done. Raises `StorageError`."""
        if self._closing is not None:
            return
        now = time.monotonic()
        self._said = {job: until for job, until in self._said.items() if until > now}
        waiting = dispatch.due(self._journal, MANY, said=self._said)
        if not waiting:
            return
        alive = {item.owner for item in dispatch.at_work(self._journal) if item.seen < dispatch.SEEN}
        try:
            over = await asyncio.to_thread(self._say, waiting, alive)
        except SQLAlchemyError as error:
            raise self._explained(error) from error
        self._said.update({item.job: now + PAUSE * random.uniform(0.8, 1.2) for item in waiting})
        for run in over:
            await self._again(run, 0)

    def _say(self, waiting: Sequence[dispatch.Waiting], alive: set[str]) -> list[Run]:
        """Enter the jobs that are missing and put back those of dead workers; return runs whose job is over in vain."""
        found = self._client.list_workflows(
            workflow_ids=[item.job for item in waiting], load_input=False, load_output=False
        )
        known, over = {job.workflow_id: job for job in found}, []
        for item in waiting:
            job = known.get(item.job)
            if job is None:
                self._submit(item)
            elif job.status == "PENDING":
                if job.executor_id not in alive:
                    self._client.resume_workflow(item.job, queue_name=QUEUE)
            elif job.status not in _IN_QUEUE:
                over.append(item.run)
        return over

    def _submit(self, item: dispatch.Waiting) -> None:
        run = item.run
        options: EnqueueOptions = {
            "workflow_name": JOB, "queue_name": QUEUE, "workflow_id": item.job, "app_version": VERSION,
        }  # fmt: skip
        if item.priority:
            options["priority"] = item.priority
        if run.owner is not None:  # its driver is gone, and with it that job
            self._client.cancel_workflow(f"{run.name}@{run.epoch - 1}")
        self._client.enqueue(options, run.id, run.epoch)

    async def _bring(self, number: int, epoch: int) -> str:
        """Drive the run of a job, unless somebody has taken it since; return what came of the job, for people."""
        try:
            run = self._journal.by_id(number)
        except NoSuchRun:
            return "the run was deleted"
        if run.epoch != epoch or self._drive is None:
            return "somebody else took the run"
        if await self._drive(run):
            self._refused.pop(number, None)
            return "driven until it rested"
        if self._closing is not None:
            await self._again(run, 0)
            return "this worker was stopped"
        times = self._refused[number] = self._refused.get(number, 0) + 1
        await self._again(run, min(AGAIN, 2.0 ** (times - 1)) * random.uniform(0.5, 1.0))
        return "this worker cannot drive the run"

    async def _again(self, run: Run, after: float) -> None:
        await self._journal.change(partial(dispatch.postpone, run=run, after=round(after * 1000)))

    async def stop(self) -> None:
        """Take no job any more; those that were taken have as long as what is in flight, and a moment."""
        destroy = partial(DBOS.destroy, workflow_completion_timeout_sec=math.ceil(self._grace) + 1)
        self._closing = asyncio.ensure_future(asyncio.to_thread(destroy))

    async def close(self) -> None:
        """Wait until the last job's end is known, then disconnect."""
        if self._closing is not None:
            await self._closing
        await asyncio.to_thread(self._client.destroy)

    def _explained(self, error: SQLAlchemyError) -> StorageError:
        said = str(error.__cause__ or error).strip().partition("\n")[0]
        return StorageError(f"DBOS cannot use {without_password(self._address)}: {said}")
