"""Workers to whom DBOS brings runs: what it says twice, late or never changes nothing of a run."""

from __future__ import annotations

import contextlib
import itertools
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from parts.postgres import Cluster, running

from .program import PATIENCE, User
from .team import Team

pytest.importorskip("dbos", reason="DBOS is not installed: pip install 'indagate[dbos]'")
pytestmark = pytest.mark.crash
JOB = "SELECT status FROM dbos.workflow_status WHERE workflow_uuid = %s"


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


@pytest.fixture
def team(server: Cluster, user: User) -> Iterator[Team]:
    made = Team(server, user, "dbos")
    yield made
    made.close()


def enter(team: Team, name: str, *, run: int, epoch: int) -> None:
    """Enter a job as any program that reaches the server may."""
    from indagate.hosting.dbos_dispatch import JOB, QUEUE, client

    entering = client(team.address)
    entering.enqueue({"workflow_name": JOB, "queue_name": QUEUE, "workflow_id": name, "app_version": "1"}, run, epoch)
    entering.destroy()


def entry(team: Team) -> tuple[int, str, int]:
    """The id, name and epoch of the one run."""
    return team.wait("SELECT id, name, epoch FROM indagate.runs")[0]


def stop(team: Team, worker: subprocess.Popen[str]) -> None:
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0


def ready(team: Team) -> subprocess.Popen[str]:
    worker = team.worker()
    team.wait("SELECT 1 FROM dbos.queues WHERE name = 'indagate'")
    team.wait("SELECT 1 FROM indagate.workers")
    return worker


def test_a_job_that_is_said_twice_drives_its_run_once(team: Team) -> None:
    """One at the same time, one while the run is driven, one after it rests: all come too late."""
    ready(team)
    team.queued(0.1)
    run, name, epoch = entry(team)
    enter(team, "the same", run=run, epoch=epoch)
    team.wait("SELECT 1 FROM indagate.rows WHERE name = 'FileRead'")
    enter(team, "while driven", run=run, epoch=epoch)
    team.wait("SELECT 1 FROM indagate.rows WHERE stands = 'REVIEW'")
    enter(team, "after", run=run, epoch=epoch)
    enter(team, "of no run", run=99, epoch=1)
    team.wait("SELECT 1 FROM dbos.workflow_status WHERE status = 'SUCCESS' AND name = 'indagate.drive' "
              "HAVING count(*) = 5")  # fmt: skip
    assert team.look("SELECT count(*) FROM indagate.rows WHERE kind = 'wake'") == [(1,)]
    assert team.look(JOB, f"{name}@{epoch}") == [("SUCCESS",)]
    team.done()


def test_what_becomes_of_a_job_says_nothing_of_its_run(team: Team) -> None:
    """One was cancelled in DBOS, one was with a worker that died before it took the run: both runs are driven."""
    stop(team, ready(team))
    for lost in ("CANCELLED", "PENDING"):
        name = team.queued(0.01)
        run, epoch = team.look("SELECT id, epoch FROM indagate.runs WHERE name = %s", name)[0]
        enter(team, f"{name}@{epoch}", run=run, epoch=epoch)
        team.look("UPDATE dbos.workflow_status SET status = %s, executor_id = 'a dead one', owner_xid = 'its claim' "
                  "WHERE workflow_uuid = %s RETURNING 1", lost, f"{name}@{epoch}")  # fmt: skip
    team.worker()
    team.wait("SELECT 1 FROM indagate.rows WHERE stands = 'REVIEW' HAVING count(*) = 2")
    jobs = dict(team.look("SELECT split_part(workflow_uuid, '@', 1), string_agg(status, ' ' ORDER BY created_at) "
                          "FROM dbos.workflow_status WHERE name = 'indagate.drive' GROUP BY 1"))  # fmt: skip
    assert sorted(jobs.values()) == ["CANCELLED SUCCESS", "SUCCESS"]
    assert team.look("SELECT count(*) FROM indagate.rows WHERE kind = 'wake'") == [(2,)]


def test_the_return_of_a_frozen_worker_does_not_end_the_job_of_the_live_one(team: Team) -> None:
    """Its own job is over when another has the run; the other's job lasts until that one's drive does."""
    first, second = team.two(1.0)
    _, name, epoch = entry(team)
    first.send_signal(signal.SIGSTOP)
    team.wait("SELECT 1 FROM indagate.runs WHERE split_part(owner, '|', 2) = %s", str(second.pid))
    old, new = f"{name}@{epoch - 1}", f"{name}@{epoch}"
    assert team.look(JOB, old) == [("CANCELLED",)]
    first.send_signal(signal.SIGCONT)
    frozen, until = team.workers.index(first), time.monotonic() + PATIENCE
    while "another driver has taken" not in team.log(frozen):
        assert time.monotonic() < until, team.log(frozen)
        time.sleep(0.05)
    time.sleep(0.5)
    assert team.look(JOB, new) == [("PENDING",)], "the live one still drives"
    assert str(second.pid) in team.look("SELECT owner FROM indagate.runs")[0][0]
    team.done()
    assert team.look(JOB, old) == [("CANCELLED",)]
    team.wait("SELECT 1 FROM dbos.workflow_status WHERE workflow_uuid = %s AND status = 'SUCCESS'", new)


def test_a_rate_holds_for_all_workers_together_until_it_is_lifted(team: Team) -> None:
    """Two workers, one run in three seconds; who starts without a word of it leaves it as it is."""
    first = team.worker("--rate", "1/3")
    team.wait("SELECT 1 FROM dbos.queues WHERE rate_limit_max = 1")
    team.worker()
    team.wait("SELECT 1 FROM indagate.workers HAVING count(*) = 2")
    for _ in range(3):
        team.queued(0.01)
    team.wait("SELECT 1 FROM indagate.rows WHERE stands = 'REVIEW' HAVING count(*) = 3")
    taken = [at for (at,) in team.look("SELECT at FROM indagate.rows WHERE kind = 'wake' ORDER BY at")]
    assert len(taken) == 3 and all(later - sooner > 2500 for sooner, later in itertools.pairwise(taken))
    stop(team, first)
    team.worker("--rate", "0")
    team.wait("SELECT 1 FROM dbos.queues WHERE name = 'indagate' AND rate_limit_max IS NULL")


@pytest.mark.parametrize("words", [("--rate", "3/60"), ("--queue-engine", "dbos", "--rate", "3/0"),
                                   ("--queue-engine", "dbos", "--rate", "many")])  # fmt: skip
def test_a_rate_that_cannot_be_held_is_refused(user: User, words: tuple[str, ...]) -> None:
    done = user("worker", *words)
    assert done.code == 2 and "--rate" in done.err
    with contextlib.suppress(FileNotFoundError):
        assert not (user.home / "journal.db").exists()
