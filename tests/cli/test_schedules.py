"""Runs that workers ask again every so often: said by one command, listed and cancelled by another."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from indagate.errors import InputError
from parts.postgres import running

from .program import CORPUS, User
from .team import Team
from .test_again import QUESTION

pytest.importorskip("dbos", reason="DBOS is not installed: pip install 'indagate[dbos]'")


@pytest.fixture
def team(user: User) -> Iterator[Team]:
    with running() as server:
        made = Team(server, user, "dbos")
        yield made
        made.close()


@pytest.mark.crash
def test_a_worker_asks_a_run_again_until_that_is_cancelled(team: Team) -> None:
    """Before the first worker there is, and while one works: each time a run of its own, which says what is new."""
    user, home = team.user, team.home
    shutil.copytree(CORPUS, user.folder / "papers")
    run = user("research", QUESTION, "--corpus", "papers", "--json", *home).json["run"]
    said = user("again", run, "--every", "many", *home)
    assert said.code == 2 and "neither an interval nor a cron line" in said.err
    assert user("again", run, "--every", "9w", "--json", *home).json["every"] == "9w"
    assert user("again", run, "--every", "2s", "--json", *home).json["run"] == run
    (listed,) = user("schedules", "--json", *home).json
    assert (listed["run"], listed["every"], listed["last"]) == (run, "2s", None), "the later word took the place"
    team.worker("--at-once", "2")
    team.wait("SELECT 1 FROM indagate.rows WHERE stands = 'COMPLETED' HAVING count(*) >= 3")
    assert "every 2s" in user("schedules", *home).out
    assert user("schedules", "--cancel", run, "--json", *home).json == []
    assert user("schedules", "--cancel", run, *home).code == 2
    team.wait("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING'))")
    count = team.look("SELECT count(*) FROM indagate.runs WHERE parent IS NULL")
    time.sleep(5)
    assert team.look("SELECT count(*) FROM indagate.runs WHERE parent IS NULL") == count
    started = [name for (name,) in team.look("SELECT name FROM indagate.runs WHERE parent IS NULL") if name != run]
    fired = team.look("SELECT count(*) FROM dbos.workflow_status WHERE schedule_name = %s", run)[0][0]
    assert 2 <= len(started) <= fired, "no time started two"
    told = [user.folder / "shared" / "runs" / name / "again.md" for name in started]
    assert all(run in path.read_text() for path in told)


def test_a_schedule_needs_a_home_with_workers(user: User) -> None:
    """A folder has none; a timer does it there."""
    shutil.copytree(CORPUS, user.folder / "papers")
    run = user("research", QUESTION, "--corpus", "papers", "--json").json["run"]
    said = user("again", run, "--every", "7d")
    assert said.code == 2 and "Postgres" in said.err and "--schedule weekly" in said.err
    assert user("schedules").code == 2


NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@pytest.mark.parametrize(("every", "cron"), [
    ("1s", "*/1 * * * * *"), ("2s", "*/2 * * * * *"), ("90s", "*/30 * * * * *"), ("7m", "7 */1 * * * *"),
    ("90m", "7 */30 * * * *"), ("12h", "7 6 */12 * * *"), ("5h", "7 6 */1 * * *"), ("7d", "7 6 5 * * *"),
    ("10d", "7 6 5 * * *"), ("2w", "7 6 5 * * *"),
])  # fmt: skip
def test_an_interval_fires_once_in_each_period(every: str, cron: str) -> None:
    """Whatever cron can say of it: over ten periods ten times, the first not before one has passed."""
    from croniter import croniter

    from indagate.hosting.schedule import Rhythm

    rhythm = Rhythm.of(every, NOW)
    assert rhythm.cron == cron
    times = croniter(cron, NOW, second_at_beginning=True)
    last = NOW + timedelta(seconds=rhythm.seconds * 11 - 1)
    fired = []
    while (at := times.get_next(datetime)) <= last:
        if rhythm.fires(at, NOW):
            fired.append((at - NOW).total_seconds() / rhythm.seconds)
    assert [int(periods) for periods in fired] == list(range(1, 11))


def test_an_interval_of_nothing_is_refused() -> None:
    from indagate.hosting.schedule import Rhythm

    with pytest.raises(InputError, match="no interval"):
        Rhythm.of("0d", NOW)
