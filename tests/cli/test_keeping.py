"""A home is kept tidy: runs deleted, garbage collected, long lists filtered; no kill loses what a run names."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indagate.storage import Home, digest
from parts.scripted import Scripted

from .program import CORPUS, PATIENCE, PROGRAM, User
from .test_terminal import terminal

NOW = {"INDAGATE_GC_GRACE": "0"}
"""What was written a moment ago may be collected too: no run is under way in these tests unless they say so."""
QUESTION = "What is the noise limit at night?"
KILLED = """
import os, signal, sys
name, text, left = sys.argv.pop(1), sys.argv.pop(1), int(sys.argv.pop(1))
def hear(event, arguments):
    global left
    if event == name and any(text in str(argument) for argument in arguments):
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hear)
from indagate.cli import main
main()
"""
"""The program, killed at the N-th audit event of a name with an argument that holds a text."""


def researched(user: User) -> str:
    run: str = user("research", QUESTION, "--corpus", CORPUS, "--yes", "-q", "--json").json["run"]
    return run


def killed(user: User, event: str, text: str, nth: int, *words: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, event, text, str(nth), *words], cwd=user.folder, capture_output=True,
        env=user.environment(**NOW), timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode


def entry(user: User, kind: str, *, yes: bool = False) -> dict[str, object]:
    found = user("gc", "--json", *(["--yes"] if yes else []), **NOW).json
    return next(item for item in found["garbage"] if item["kind"] == kind)


def in_store(user: User) -> set[str]:
    return {path.name for path in (user.home / "store").glob("??/*")}


def test_a_run_is_deleted_with_its_files_and_its_bytes_are_collected(user: User) -> None:
    """Asked for, then gone from every list; bytes that another run names stay, and that run verifies."""
    first, second = researched(user), researched(user)
    refused = user("delete", first)
    assert refused.code == 2 and "--yes" in refused.err and user("show", first).code == 0
    gone = user("delete", first, "--yes", "--json").json
    assert gone["deleted"] == [first] and gone["rows"] > 20 and gone["bytes"] > 10_000
    assert user("show", first).code == 2 and not (user.home / "runs" / first).exists()
    assert [item["run"] for item in user("runs", "--json").json] == [second]
    before = in_store(user)
    listed = user("gc", **NOW)
    assert "indexes" in listed.out and "gc --yes" in listed.out and in_store(user) == before  # only listed
    user("gc", "--yes", **NOW)
    assert user("verify", second).code == 0 and in_store(user)
    user("delete", second, "-y")
    assert in_store(user) and entry(user, "content", yes=True)["count"]
    assert not in_store(user) and user("gc", **NOW).out.startswith("Nothing to collect; ")


def test_a_deleted_name_and_number_never_come_again(user: User, inventory: str) -> None:
    """Who still knows a deleted run by its number must not meet another one."""
    user.papers("a.txt")
    first = user("run", inventory, "papers", "--json", "-q", "--yes").json["run"]
    number = query(user, "SELECT max(id) FROM runs")
    user("delete", first, "--yes")
    second = user("run", inventory, "papers", "--json", "-q", "--yes").json["run"]
    assert second != first and query(user, "SELECT max(id) FROM runs") > number


def query(user: User, sql: str) -> int:
    with contextlib.closing(sqlite3.connect(user.home / "journal.db")) as connection:
        return int(connection.execute(sql).fetchone()[0])


def test_a_live_run_is_refused_with_the_way_out(user: User) -> None:
    """It goes on undisturbed; paused, it can be deleted."""
    user.papers(*(f"{n}.txt" for n in range(9)))
    with user.begun("run", user.slow_flow(1.5), "papers", "-q", "--yes") as driven:
        user.wait_for_rows(2, "FileRead")
        refused = user("delete", "last", "--yes")
        assert refused.code == 2 and "is being driven by" in refused.err and "indagate pause" in refused.err
        assert user("pause", "last").code == 0
        driven.wait(PATIENCE)
    assert user("delete", "last", "--yes").code == 0


def test_a_run_goes_with_those_that_it_started_and_none_of_them_alone(user: User) -> None:
    """A part is refused; the whole goes, unless a fork goes on from what a part found."""
    goal = "How loud may a heat pump be at night in a general residential area?"
    assert user("task", goal, "--corpus", CORPUS, "-q").code in (0, 4)  # 4: the answer needs a model
    runs = user("runs", "--all", "--json").json
    parent, child = runs[0]["run"], next(item["run"] for item in runs if item["parent"])
    refused = user("delete", child, "--yes")
    assert refused.code == 2 and parent in refused.err
    used = max(row["row"] for row in user.rows(parent) if row["kind"] == "done" and row["name"].startswith("run "))
    fork = user("fork", parent, "--at", str(used), "--json").json["run"]
    needed = user("delete", parent, "--yes")
    assert needed.code == 2 and fork in needed.err
    assert user("delete", fork, "--yes").code == 0 == user("delete", parent, "--yes").code
    assert user("runs", "--all", "--json").json == [] and query(user, "SELECT count(*) FROM rows") == 0


def test_a_person_is_asked_and_what_was_typed_before_is_no_answer(user: User, inventory: str) -> None:
    """Enter keeps the run; y deletes it; a y typed while the program starts is none."""
    user.papers("a.txt")
    run = user("run", inventory, "papers", "--json", "-q", "--yes").json["run"]
    with terminal(user, "delete", run) as shown:
        shown.type("y")  # before the question
        shown.until("[y/N] >")
        shown.type("")
        assert shown.end() == 1 and "is kept" in shown.seen
    with terminal(user, "delete", run) as shown:
        shown.until("[y/N] >")
        shown.type("y")
        assert shown.end() == 0 and f"deleted {run}" in shown.seen


@pytest.mark.crash
@pytest.mark.parametrize(
    ("event", "text", "nth"),
    [("sqlite3.connect", "journal", 2), ("shutil.rmtree", "runs", 1), ("os.remove", "report", 1), ("os.rmdir", "", 1)],
)
def test_a_deletion_killed_anywhere_is_whole_after_gc(user: User, event: str, text: str, nth: int) -> None:
    """Either the run is there in whole, or it is gone and gc takes what is left; the other run verifies."""
    gone, kept = researched(user), researched(user)
    assert killed(user, event, text, nth, "delete", gone, "--yes") == -signal.SIGKILL
    if user("show", gone).code == 0:
        assert user("verify", gone).code == 0
        user("delete", gone, "--yes")
    user("gc", "--yes", **NOW)
    assert not (user.home / "runs" / gone).exists()
    assert user("verify", kept).code == 0 and user("gc", **NOW).out.startswith("Nothing to collect; ")


@pytest.mark.parametrize("lacking", ["report.md", "report.html"])
def test_a_run_killed_when_its_end_is_journaled_names_what_writes_its_files(user: User, lacking: str) -> None:
    """Its last row stands, the page does not: `show` and `verify` say so, and the line that they print writes it."""
    words = ("research", QUESTION, "--corpus", str(CORPUS), "--yes", "-q")
    assert killed(user, "os.rename", f"/{lacking}", 1, *words) == -signal.SIGKILL
    shown = user("show", "last")
    run, line = shown.out.split()[0], "indagate resume"
    assert "COMPLETED" in shown.out and lacking in shown.out and f"{line} {run} writes them" in shown.out
    proved = user("verify", run)
    assert proved.code == 1 and f"{line} {run} writes them" in proved.out
    assert user("resume", run).code == 0 == user("verify", run).code
    assert "not there" not in user("show", run).out


def test_a_driver_that_sleeps_behind_the_last_row_is_named_and_not_written_beside(user: User) -> None:
    """`verify` and `resume` say which process has the files to write; let go on, it writes them."""
    stopped = KILLED.replace("SIGKILL", "SIGSTOP")
    words = (sys.executable, "-c", stopped, "os.rename", "/report.md", "1", "research", QUESTION, "--corpus")
    with subprocess.Popen(
        [*words, str(CORPUS), "--yes", "-q"], cwd=user.folder, env=user.environment(INDAGATE_LEASE="1"),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        time.sleep(1.2)
        proved, resumed = user("verify", "last"), user("resume", "last")
        for said in (proved.out, resumed.out + resumed.err):
            assert f"kill -CONT {process.pid}" in said, said
        assert proved.code == 1 and "indagate resume" not in proved.out and "up to date" not in resumed.out
        process.send_signal(signal.SIGCONT)
    assert user("verify", "last").code == 0


def test_a_file_of_an_ended_run_that_is_gone_is_named_with_what_writes_it(user: User) -> None:
    """Deleted by hand: `show` and `verify` say so, and the line that they print writes it again."""
    run = researched(user)
    (user.home / "runs" / run / "report.html").unlink()
    shown, proved, line = user("show", run), user("verify", run), f"indagate resume {run} writes"
    assert "report.html" in shown.out and line in shown.out
    assert proved.code == 1 and line in proved.out
    assert user("resume", run).code == 0 == user("verify", run).code
    assert "not there" not in user("show", run).out


@pytest.mark.crash
@pytest.mark.parametrize("nth", [1, 2, 4, 6])
def test_a_collection_killed_anywhere_loses_nothing_that_is_named(user: User, nth: int) -> None:
    """The run that stays verifies after a kill at the N-th removal, and the next gc finishes."""
    gone, kept = researched(user), researched(user)
    other = user.papers("x.txt", "y.txt")
    user("research", "What is in x?", "--corpus", other, "--yes", "-q")
    user("delete", "last", "--yes")
    user("delete", gone, "--yes")
    assert killed(user, "os.remove", str(user.home), nth, "gc", "--yes") == -signal.SIGKILL
    assert user("verify", kept).code == 0
    user("gc", "--yes", **NOW)
    assert user("verify", kept).code == 0 and user("gc", **NOW).out.startswith("Nothing to collect; ")


def test_gc_beside_a_live_run_takes_nothing_that_it_will_name(user: User) -> None:
    """Again and again while a model works on it, with no grace at all: it ends and verifies; caches are left."""
    with (
        Scripted(latency=0.5) as service,
        user.begun("research", QUESTION, "--corpus", CORPUS, "--model", service.model, "--yes", "-q") as driven,
    ):
        user.wait_for_rows(1, "mission")
        seen = []
        while driven.poll() is None:
            seen.append(user("gc", "--yes", "--json", **NOW))
        assert all(done.code == 0 for done in seen)
        assert driven.returncode == 0
    assert sum("is driven" in done.out for done in seen) > 1
    assert user("verify", "last").code == 0


def test_bytes_that_are_put_again_are_not_collected_under_their_hands(user: User) -> None:
    """What is in the store already, old and named by nobody, is claimed by the put that finds it there."""
    store = Home(user.home).store
    sha = store.put(b"old and unnamed")
    os.utime(store.path(sha), (0, 0))
    began = time.time() - 1
    assert store.put(b"old and unnamed") == sha and not store.collect(sha, began)
    assert store.get(sha) == b"old and unnamed"
    os.utime(store.path(sha), (0, 0))
    assert store.collect(sha, began) and not store.claim(sha)


def test_a_draft_of_a_dead_process_goes_and_one_of_a_live_process_stays(user: User, inventory: str) -> None:
    """Drafts are told by the process in their names."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q", "--yes")
    folder = user.home / "store" / "ab"
    folder.mkdir(parents=True)
    dead = subprocess.run(["true"], check=True) and subprocess.Popen(["true"])
    dead.wait()
    left, live = folder / f".{'ab' * 32}.{dead.pid}-7f.draft", folder / f".{'ab' * 32}.{os.getpid()}-7f.draft"
    for path in (left, live):
        path.write_bytes(b"half")
    assert entry(user, "drafts", yes=True)["count"] == 1
    assert not left.exists() and live.exists()


def test_a_journal_that_is_not_this_homes_collects_no_content(user: User) -> None:
    """With the journal lost and a new one begun, no bytes of the runs' folders are taken."""
    run = researched(user)
    for path in user.home.glob("journal.db*"):
        path.unlink()
    user.papers("a.txt")
    user("research", "What is in a?", "--corpus", "papers", "--yes", "-q")
    before = in_store(user)
    left = entry(user, "content", yes=True)
    assert run in str(left["left"]) and left["count"] == 0 and in_store(user) == before


def test_ten_thousand_runs_are_listed_and_filtered_quickly(user: User, inventory: str) -> None:
    """By flow, state, time and number, where they lie; the whole command in a second."""
    user.papers("a.txt")
    run = user("run", inventory, "papers", "--json", "-q", "--yes").json["run"]
    with contextlib.closing(sqlite3.connect(user.home / "journal.db")) as connection:
        copy_runs(connection, 10_000)
    began = time.monotonic()
    assert [item["run"] for item in user("runs", "--limit", "2", "--json").json] == ["COPY-09999", "COPY-10000"]
    assert time.monotonic() - began < 2.0
    began = time.monotonic()
    assert len(user("runs", "--flow", "other", "--json").json) == 100
    assert time.monotonic() - began < 2.0
    assert len(user("runs", "--state", "review", "--json").json) == 10
    assert [item["run"] for item in user("runs", "--since", "1h", "--json").json] == [run]
    assert user("runs", "--flow", "report").out.startswith("No runs like that")
    assert user("runs", "--flow", "nothing").code == 2
    assert user("runs", "--since", "soon").code == 2
    began = time.monotonic()
    assert len(user("runs", "--json").json) == 10_001
    assert time.monotonic() - began < 3.0


def copy_runs(connection: sqlite3.Connection, count: int) -> None:
    """Copy the one run so many times, old; one in a hundred is of another flow, ten of them wait for review."""
    random.seed(1)
    base = connection.execute("SELECT id, origin, born FROM runs").fetchone()
    rows = connection.execute("SELECT seq, kind, name, key, stands, body, crc FROM rows ORDER BY id").fetchall()
    for number in range(1, count + 1):
        at, flow = number * 1000, "other" if number % 100 == 0 else "inventory"
        connection.execute(
            "INSERT INTO runs(id, name, flow, origin, born) VALUES (?, ?, ?, ?, ?)",
            (base[0] + number, f"COPY-{number:05}", flow, base[1], at),
        )
        own = [row for row in rows if row[4] != "DONE"] if number % 1000 == 0 else rows
        connection.executemany(
            "INSERT INTO rows(id, kind, name, key, at, stands, body, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (((base[0] + number) << 32) + seq, kind, name, key, at, stands, body, crc)
                for seq, kind, name, key, stands, body, crc in own
            ],
        )
    connection.commit()


def test_the_store_names_what_it_holds(tmp_path: Path) -> None:
    """Entries are digests and sizes, never drafts."""
    store = Home(tmp_path).store
    sha = store.put(b"content")
    (tmp_path / "store" / sha[:2] / f".{sha}.1-7f.draft").write_bytes(b"half")
    assert [(held.sha, held.size) for held in store.entries()] == [(sha, 7)]
    assert sha == digest(b"content") and PROGRAM.exists()
