"""Workers of a home in Postgres, as a user starts them, and what the journal holds."""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from typing import Any

from parts.postgres import Cluster

from .program import PATIENCE, PROGRAM, User


class Team:
    """Workers of one home, and what its journal holds."""

    def __init__(self, server: Cluster, user: User, engine: str) -> None:
        self.engine = engine
        self.address = server.database()
        self.user = user
        self.home = ("--home", f"{self.address}?blobs={user.folder / 'shared'}")
        self._server = server
        self.workers: list[subprocess.Popen[str]] = []

    def worker(self, *options: str, **extra: str) -> subprocess.Popen[str]:
        environment = self.user.environment(**extra)
        log = (self.user.folder / f"worker-{len(self.workers)}.log").open("w")
        process = subprocess.Popen(
            [PROGRAM, "worker", "--queue-engine", self.engine, *options, *self.home],
            cwd=self.user.folder, env=environment, text=True, stderr=log,
        )  # fmt: skip
        self.workers.append(process)
        return process

    def log(self, number: int) -> str:
        return (self.user.folder / f"worker-{number}.log").read_text()

    def look(self, sql: str, *values: Any) -> list[Any]:
        with (
            contextlib.suppress(Exception),
            contextlib.closing(self._server.connect(self.address.rpartition("/")[2])) as connection,
        ):
            return connection.execute(sql, values).fetchall()
        return []

    def wait(self, sql: str, *values: Any) -> list[Any]:
        """Wait until a query finds something."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := self.look(sql, *values):
                return found
            time.sleep(0.02)
        raise AssertionError(f"never: {sql} {values}")

    def two(self, seconds: float = 0.3) -> tuple[subprocess.Popen[str], subprocess.Popen[str]]:
        """Two workers, and a run under way: who drives it, and the other."""
        both = self.worker(), self.worker()
        self.wait("SELECT 1 FROM indagate.workers HAVING count(*) = 2")
        self.queued(seconds)
        self.wait("SELECT 1 FROM indagate.rows WHERE name = 'FileRead' AND seq > 6")
        (pid,) = self.wait("SELECT split_part(owner, '|', 2) FROM indagate.runs WHERE owner IS NOT NULL")[0]
        return both if pid == str(both[0].pid) else both[::-1]

    def queued(self, seconds: float, *options: str) -> str:
        """Leave a run over twelve slow files to the workers."""
        self.user.papers(*(f"{number:02}.txt" for number in range(12)))
        done = self.user("run", self.user.slow_flow(seconds), "papers", "--queue", "--json", *options, *self.home)
        assert done.code == 0, done.err
        return str(done.json["run"])

    def done(self) -> list[dict[str, Any]]:
        """Approve the one run where it waits, and wait for its end; no file was read to its end twice."""
        self.wait("SELECT 1 FROM indagate.rows WHERE stands = 'REVIEW'")
        assert self.user("approve", "last", "--no-drive", *self.home).code == 0
        self.wait("SELECT 1 FROM indagate.rows WHERE stands = 'DONE'")
        rows = [json.loads(line) for line in self.user("events", "last", "--json", *self.home).out.splitlines()]
        reads = [row["key"] for row in rows if row["kind"] == "done" and row["name"] == "read_file"]
        assert len(set(reads)) == len(reads) == 12
        return rows

    def close(self) -> None:
        for process in self.workers:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()
