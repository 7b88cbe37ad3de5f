"""Workers of a home in Postgres: they take up what is due, and take over what a killed or frozen one drove."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parts.postgres import Cluster, running

from .program import PATIENCE, PROGRAM, User

pytestmark = pytest.mark.crash


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


class Team:
    """Workers of one home, and what its journal holds."""

    def __init__(self, server: Cluster, user: User) -> None:
        self.address = server.database()
        self.user = user
        self.home = ("--home", f"{self.address}?blobs={user.folder / 'shared'}")
        self._server = server
        self._all: list[subprocess.Popen[str]] = []

    def worker(self, *options: str, **extra: str) -> subprocess.Popen[str]:
        environment = self.user.environment(**extra)
        log = (self.user.folder / f"worker-{len(self._all)}.log").open("w")
        process = subprocess.Popen(
            [PROGRAM, "worker", *options, *self.home], cwd=self.user.folder, env=environment, text=True, stderr=log
        )
        self._all.append(process)
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

    def two(self) -> tuple[subprocess.Popen[str], subprocess.Popen[str]]:
        """Two workers, and a run under way: who drives it, and the other."""
        both = self.worker(), self.worker()
        self.wait("SELECT 1 FROM indagate.workers HAVING count(*) = 2")
        self.queued(0.3)
        self.wait("SELECT 1 FROM indagate.rows WHERE name = 'FileRead' AND seq > 6")
        (pid,) = self.wait("SELECT split_part(owner, '|', 2) FROM indagate.runs WHERE owner IS NOT NULL")[0]
        return both if pid == str(both[0].pid) else both[::-1]

    def queued(self, seconds: float) -> str:
        """Leave a run over twelve slow files to the workers."""
        self.user.papers(*(f"{number:02}.txt" for number in range(12)))
        done = self.user("run", self.user.slow_flow(seconds), "papers", "--queue", "--json", *self.home)
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
        for process in self._all:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()


@pytest.fixture
def team(server: Cluster, user: User) -> Iterator[Team]:
    made = Team(server, user)
    yield made
    made.close()


def test_a_run_that_is_left_to_workers_waits_in_the_queue_until_one_drives_it(team: Team) -> None:
    """`--queue`, `queue`, `workers`, and a signal that a worker takes in."""
    run = team.queued(0.05)
    assert [item["run"] for item in team.user("queue", "--json", *team.home).json] == [run]
    assert team.user("workers", "--json", *team.home).json == []
    working = team.worker()
    team.wait("SELECT 1 FROM indagate.workers")
    (listed,) = team.user("workers", "--json", *team.home).json
    assert listed["worker"].startswith(f"process {working.pid} on ")
    team.done()
    assert team.user("queue", "--json", *team.home).json == []
    working.send_signal(signal.SIGTERM)
    assert working.wait(PATIENCE) == 0
    assert team.user("workers", "--json", *team.home).json == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
def test_another_worker_takes_over_and_the_first_ones_return_changes_nothing(team: Team, how: int) -> None:
    """Nothing completed is done again; a frozen worker that comes back is refused by the journal."""
    first, second = team.two()
    first.send_signal(how)
    began = time.monotonic()
    team.wait("SELECT 1 FROM indagate.runs WHERE split_part(owner, '|', 2) = %s", str(second.pid))
    took = time.monotonic() - began
    assert took < 6, f"it took {took:.1f} s"
    if how == signal.SIGSTOP:
        first.send_signal(signal.SIGCONT)
    rows = team.done()
    epochs = [row for (row,) in team.look("SELECT epoch FROM indagate.rows ORDER BY id")]
    assert epochs == sorted(epochs)
    assert len({row["body"].get("driver") for row in rows if row["kind"] == "wake"}) == 2
    if how == signal.SIGSTOP:
        assert first.poll() is None, "it goes on with other runs"


def test_a_worker_that_is_told_to_stop_hands_its_runs_over_at_once(team: Team) -> None:
    """SIGTERM: what is in flight is journaled, the run is due, the other has it before any lease could run out."""
    first, second = team.two()
    first.send_signal(signal.SIGTERM)
    assert first.wait(PATIENCE) == 0
    team.wait("SELECT 1 FROM indagate.runs WHERE split_part(owner, '|', 2) = %s", str(second.pid))
    rows = team.done()
    started = [row["key"] for row in rows if row["kind"] == "start"]
    assert len(started) == len(set(started)), "nothing was begun twice"


def test_a_worker_without_what_a_run_needs_leaves_it_alone(team: Team, tmp_path: Path) -> None:
    """No Coq: proofs wait for another. No such flow here: the run is left as it is."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("python3", "sh", "env"):
        (programs / name).symlink_to(str(shutil.which(name)))
    made = team.user("prove", "init", "s.v", "forall n : nat, n = n")
    if made.code != 0 and not os.environ.get("INDAGATE_REQUIRE_REAL"):
        pytest.skip("there is no Coq here to write a statement with")
    proof = team.user("prove", "run", "s.v", "--queue", *team.home)
    assert proof.code == 0, proof.err
    run = team.queued(0.05)
    (team.user.folder / "slow.py").unlink()
    team.worker(PATH=str(programs))
    until = time.monotonic() + PATIENCE
    while team.log(0).count("is left to others") < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert "it needs coqc" in team.log(0)
    assert run in team.log(0)
    assert team.look("SELECT count(*) FROM indagate.rows WHERE kind = 'wake'") == [(0,)]
    assert len(team.user("queue", "--json", *team.home).json) == 2


def test_queue_needs_a_home_with_workers(user: User) -> None:
    """A folder has none: said before anything is begun."""
    user.papers("a.txt")
    done = user("run", user.slow_flow(0), "papers", "--queue")
    assert done.code == 2 and "Postgres" in done.err
    assert user("runs", "--json").json == []
