"""`--home postgres://…`: the same commands, from any process that reaches the server."""

from __future__ import annotations

import contextlib
import json
import signal
import time
from collections.abc import Iterator

import pytest

from parts.postgres import Cluster, running

from .program import CORPUS, PATIENCE, User

QUESTION = "What is the noise limit at night?"


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with running() as made:
        yield made


def wait_for_rows(server: Cluster, address: str, count: int, name: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(Exception), contextlib.closing(server.connect(address.rpartition("/")[2])) as look:
            found = look.execute("SELECT count(*) FROM indagate.rows WHERE name = %s", (name,)).fetchone()
            if found[0] >= count:
                return
        time.sleep(0.02)
    raise AssertionError(f"never saw {count} rows {name}")


def test_a_run_killed_in_one_process_is_resumed_shown_verified_and_forked_from_others(
    server: Cluster, user: User
) -> None:
    """Everything by the address alone; the files of runs are in the folder that it names."""
    address = server.database()
    home = ("--home", f"{address}?blobs={user.folder / 'shared'}")
    user.papers(*(f"{number:02}.txt" for number in range(12)))
    with user.begun("run", user.slow_flow(0.2), "papers", "-q", *home) as process:
        wait_for_rows(server, address, 3, "FileRead")
        process.send_signal(signal.SIGKILL)
        process.wait()
    (run,) = user("runs", "--json", *home).json
    done = user("resume", "last", "--yes", "--json", "-q", *home)
    assert done.code == 0, done.err
    assert done.json["state"] == "DONE"
    rows = [json.loads(line) for line in user("events", "last", "--json", *home).out.splitlines()]
    reads = [row["key"] for row in rows if row["kind"] == "done" and row["name"] == "read_file"]
    assert len(set(reads)) == len(reads) == 12
    assert user("show", "last", "--json", *home).json["finished"]
    assert (user.folder / "shared" / "runs" / run["run"]).is_dir()
    fork = user("fork", "last", "--at", "4", *home)
    assert fork.code == 0, fork.err
    assert [item["rows"] for item in user("runs", "--json", *home).json] == [len(rows), 6]
    assert not (user.folder / ".indagate").exists()


def test_a_mission_is_verified_from_the_server_and_no_hint_shows_the_password(server: Cluster, user: User) -> None:
    """A mission with its archive; the home by INDAGATE_HOME; the hints name the home without its password."""
    address = server.database().replace("indagate@", "indagate:secret@")
    named = {"INDAGATE_HOME": address, "INDAGATE_BLOBS": str(user.folder / "shared")}
    run = user("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json", **named).json["run"]
    verified = user("verify", run, **named)
    assert verified.code == 0, verified.out + verified.err
    asked = user("research", QUESTION, "--corpus", CORPUS, "-q", "--home", address)
    assert f"--home {address.replace(':secret', '')}" in asked.out + asked.err
    assert "secret" not in asked.out + asked.err
    assert user("gc", **named).code == 0
    assert user("doctor", **named).out.count("secret") == 0


def test_a_server_that_is_not_there_is_one_line_and_exit_code_2(user: User) -> None:
    """No traceback, no password, and what to do."""
    pytest.importorskip("psycopg")
    done = user("runs", "--home", "postgres://indagate:secret@127.0.0.1:1/none")
    assert done.code == 2
    assert "127.0.0.1" in done.err
    assert "secret" not in done.err


def test_a_home_is_moved_to_a_server_and_back_with_every_row_the_same(server: Cluster, user: User) -> None:
    """A mission with its archive: moved, verified there, gone on with by a new run, moved back, verified again."""
    run = user("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json").json["run"]
    address = f"{server.database()}?blobs={user.folder / 'shared'}"
    moved = user("move", ".indagate", address, "--json")
    assert moved.code == 0, moved.err
    assert moved.json["runs"] == 1 and moved.json["rows"] == len(user.rows(run))
    assert user("verify", run, "--home", address).code == 0
    second = user("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json", "--home", address)
    assert second.json["run"] != run
    assert user("move", ".indagate", address).code == 2, "it has runs already"
    back = user("move", address, "back", "--json")
    assert back.json["runs"] == 2
    assert user("verify", second.json["run"], "--home", "back").code == 0
    assert user("verify", run, "--home", "back").code == 0
