"""Workers of a home in Postgres: they take up what is due, and take over what a killed or frozen one drove."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from parts.postgres import Cluster, running

from .program import PATIENCE, User
from .team import Team

pytestmark = pytest.mark.crash


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


@pytest.fixture(params=["postgres", "dbos"])
def team(server: Cluster, user: User, request: pytest.FixtureRequest) -> Iterator[Team]:
    """What brings runs to workers changes nothing that is promised of them."""
    made = Team(server, user, request.param)
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


def test_a_run_of_a_lower_number_goes_first_and_a_later_one_waits(team: Team) -> None:
    """`--priority`, `--delay`: whatever brings the runs, and in whichever order they were left."""
    ordinary = team.queued(0.01, "--priority", "7")
    urgent = team.queued(0.01)
    later = team.queued(0.01, "--delay", "15")
    listed = {item["run"]: item for item in team.user("queue", "--json", *team.home).json}
    assert list(listed) == [urgent, later, ordinary] and listed[ordinary]["priority"] == 7
    assert listed[later]["since"] > listed[urgent]["since"]
    team.worker("--at-once", "1")
    team.wait("SELECT 1 FROM indagate.rows WHERE stands = 'REVIEW' HAVING count(*) = 3")
    taken = team.look("SELECT name, min(at) - min(born) FROM indagate.runs JOIN (SELECT run, at FROM indagate.rows "
                      "WHERE kind = 'wake') AS woken ON run = runs.id GROUP BY name ORDER BY min(at)")  # fmt: skip
    assert [name for name, _ in taken] == [urgent, ordinary, later]
    assert taken[-1][1] >= 15000


def test_priority_and_delay_are_for_workers(user: User) -> None:
    """Said before anything is begun."""
    user.papers("a.txt")
    for options in (("--priority", "3"), ("--delay", "5"), ("--queue", "--delay", "-1")):
        done = user("run", user.slow_flow(0), "papers", *options)
        assert done.code == 2 and "--priority and --delay" in done.err
    assert user("runs", "--json").json == []


def test_queue_needs_a_home_with_workers(user: User) -> None:
    """A folder has none: said before anything is begun."""
    user.papers("a.txt")
    done = user("run", user.slow_flow(0), "papers", "--queue")
    assert done.code == 2 and "Postgres" in done.err
    assert user("runs", "--json").json == []
