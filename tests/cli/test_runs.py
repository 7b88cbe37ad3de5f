"""A run from its start to its end, with every command on the way, on the flow that a user wrote."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .program import PATIENCE, User


def listed(user: User, run: str) -> list[str]:
    with (user.home / "runs" / run / "inventory.csv").open() as file:
        return [row["path"] for row in csv.DictReader(file)]


def test_a_run_waits_is_amended_approved_and_ends(user: User, inventory: str) -> None:
    """The whole way of the example: run, show, amend, approve, replay, fork, and each `--json` parses."""
    user.papers("a.txt", "b.tmp")
    begun = user("run", inventory, "papers", "--json")
    assert begun.code == 3
    run = begun.json["run"]
    assert begun.json["state"] == "REVIEW" and begun.json["outcome"] == "waiting"
    assert begun.json["budget"]["calls"] == 3
    assert "→ REVIEW" in begun.err  # progress goes to stderr

    shown = user("show", "last", "--json").json
    assert shown["run"] == run and shown["waits"] == ["REVIEW"] and not shown["finished"]
    assert set(shown["signals"]) == {"approve", "amend", "abort"}
    text = user("show", run).out
    assert f"indagate approve {run}" in text and '"a.txt"' in text

    amended = user("amend", run, "*.tmp", "--json", "-q")
    assert amended.code == 3 and amended.err == "" and amended.json["state"] == "REVIEW"
    assert listed(user, run) == ["a.txt"]

    approved = user("approve", run[-3:], "--json")
    assert approved.code == 0 and approved.json["state"] == "DONE" and approved.json["outcome"] == "done"

    assert [item["state"] for item in user("runs", "--json").json] == ["DONE"]
    assert run in user("runs").out

    replayed = user("replay", run, "--json")
    assert replayed.code == 0 and replayed.json["same"] == ["inventory.csv"]
    (user.home / "runs" / run / "inventory.csv").write_text("changed")
    differs = user("replay", run)
    assert differs.code == 1 and "differs  inventory.csv" in differs.out

    nothing = user("verify", run)
    assert nothing.code == 2 and "nothing to verify" in nothing.err
    assert "nothing to export" in user("export", run).err


def test_events_are_numbered_and_parse(user: User, inventory: str) -> None:
    """Every row is an object a line, in order, from the birth to the last move; `--after` leaves out the first ones."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q", "--yes")
    rows = user.rows()
    assert [row["row"] for row in rows] == list(range(len(rows)))
    assert rows[0]["kind"] == "born" and rows[-1]["state"] == "DONE"
    assert user("events", "last", "--after", str(len(rows) - 2)).out.count("\n") == 1
    assert "file read: a.txt" in user("events", "last").out
    followed = user("events", "last", "--follow", "--json")  # ends because the run has
    assert len(followed.out.splitlines()) == len(rows)


def test_events_that_are_followed_are_listed_to_the_last(user: User) -> None:
    """Who follows a run while it is driven sees the row that ends it."""
    user.papers("a.txt", "b.txt", "c.txt")
    with user.begun("run", user.slow_flow(0.2), "papers", "-q", "--yes") as driven:
        user.wait_for_rows(1, "FileRead")
        followed = user("events", "last", "--follow", "--json").out.splitlines()
        assert driven.wait(PATIENCE) == 0
    assert [json.loads(line) for line in followed] == user.rows()


def test_a_fork_takes_another_way(user: User, inventory: str) -> None:
    """From the row where the run waited, the fork is amended while the first was approved; each has its own file."""
    user.papers("a.txt", "b.tmp")
    run = user("run", inventory, "papers", "--json", "-q").json["run"]
    waiting = user.rows()[-1]["row"]
    user("approve", run, "-q")
    made = user("fork", run, "--at", str(waiting), "--json").json
    assert made["from"] == run and made["state"] == "REVIEW"
    assert user("amend", made["run"], "*.tmp", "-q", "--yes").code == 0
    assert listed(user, made["run"]) == ["a.txt"]
    assert listed(user, run) == ["a.txt", "b.tmp"]
    early = user("show", run, "--at", "0", "--json").json
    assert early["state"] == "GATHERING" and early["row"] == 0


def test_replay_keeps_its_files_where_it_is_told(user: User, inventory: str) -> None:
    """`--into` renders the run as it was at a row."""
    user.papers("a.txt", "b.txt")
    user("run", inventory, "papers", "-q")
    last = user.rows()[-1]["row"]
    assert user("replay", "last", "--at", str(last - 1), "--into", "then").code == 0
    assert (user.folder / "then" / "inventory.csv").read_text().startswith("path,size,sha256")


def test_the_input_may_come_from_stdin_or_as_text(user: User, inventory: str) -> None:
    """`-` reads it."""
    user.papers("a.txt")
    assert user("run", inventory, "-", "-q", "--yes", stdin="papers").code == 0


def test_a_budget_is_hard(user: User, inventory: str) -> None:
    """Four calls are four calls, and the flow hands over what there is."""
    user.papers(*(f"{n}.txt" for n in range(9)))
    done = user("run", inventory, "papers", "--budget-calls", "4", "--json", "--yes", "-q")
    assert done.code == 0
    assert done.json["budget"]["calls"] == 4 and done.json["budget"]["limits"]["calls"] == 4
    assert len(listed(user, done.json["run"])) == 3


def test_an_error_waits_and_is_resumed(user: User, inventory: str) -> None:
    """A folder that is not there breaks the run; made, the run goes on from where it was."""
    broken = user("run", inventory, "papers", "--json", "-q")
    assert broken.code == 1 and broken.json["outcome"] == "waiting" and "papers" in broken.json["error"]
    shown = user("show", "last").out
    assert "broke " in shown and "indagate resume" in shown
    user.papers("a.txt")
    assert user("resume", "last", "-q", "--yes").code == 0


def test_a_signal_may_be_left_for_later(user: User, inventory: str) -> None:
    """`--no-drive` only leaves it; `resume` takes it in."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    left = user("approve", "last", "--no-drive")
    assert left.code == 0 and "indagate resume" in left.out
    assert user("runs", "--json").json[0]["state"] == "REVIEW"
    assert user("resume", "last", "-q", "--json").json["state"] == "DONE"


def test_leaving_a_signal_asks_for_no_model(user: User, inventory: str) -> None:
    """A model that cannot be asked stops who would drive the run, not who leaves a word for it."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    assert user("approve", "last", "--model", "bogus:xx").code == 2
    assert user("approve", "last", "--no-drive", INDAGATE_MODEL="bogus:xx").code == 0


def test_aborting_ends_a_run_and_keeps_what_it_found(user: User, inventory: str) -> None:
    """ABORTED is an end; the file stays."""
    user.papers("a.txt")
    run = user("run", inventory, "papers", "--json", "-q").json["run"]
    done = user("abort", run, "--json", "-q")
    assert done.code == 0 and done.json["state"] == "ABORTED"
    assert listed(user, run) == ["a.txt"]


def test_a_run_that_is_killed_goes_on_without_repeating_anything(user: User) -> None:
    """kill -9 amid twelve slow files: the resumed run ends like an undisturbed one and reads each file once."""
    user.papers(*(f"{n:02}.txt" for n in range(12)))
    flow = user.slow_flow(0.2)
    with user.begun("run", flow, "papers", "-q") as process:
        user.wait_for_rows(3, "FileRead")
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=PATIENCE)
    before = user.rows()
    assert 3 <= sum(row["name"] == "FileRead" for row in before) < 12
    done = user("resume", "last", "--json", "--yes", "-q")
    assert done.code == 0 and done.json["state"] == "DONE"
    after = user.rows()
    assert after[: len(before)] == before
    reads = [row["key"] for row in after if row["kind"] == "done" and row["name"] == "read_file"]
    emitted = [row["body"]["path"] for row in after if row["name"] == "FileRead"]
    assert len(set(reads)) == len(reads) == 12
    assert sorted(emitted) == listed(user, done.json["run"]) == [f"{n:02}.txt" for n in range(12)]


def test_a_killed_run_goes_on_though_nobody_has_waited_for_its_process(user: User) -> None:
    """What is left of it is a number in the process table, as in a container whose first process waits for nobody."""
    user.papers(*(f"{n:02}.txt" for n in range(4)))
    with user.begun("run", user.slow_flow(0.2), "papers", "-q") as process:
        user.wait_for_rows(1, "FileRead")
        process.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        done = user("resume", "last", "--json", "--yes", "-q")
        os.kill(process.pid, 0)  # its number is still there
    assert done.code == 0 and done.json["state"] == "DONE"


def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(user: User) -> None:
    """One SIGINT: what is under way is recorded, the exit code is 130, the last words are the command that goes on."""
    user.papers(*(f"{n:02}.txt" for n in range(12)))
    with user.begun("run", user.slow_flow(0.1), "papers") as process:
        user.wait_for_rows(2, "FileRead")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130, err
    assert "(stopped)" in out and "indagate resume INV-" in out
    assert "Stopping" in err
    rows = user.rows()
    started = {row["key"] for row in rows if row["kind"] == "start"}
    assert started <= {row["key"] for row in rows if row["kind"] in ("done", "fail")}
    assert user("runs", "--json").json[0]["driven_by"] is None
    assert user("resume", "last", "-q", "--yes").code == 0


def test_a_second_ctrl_c_leaves_at_once(user: User) -> None:
    """Amid a call of a minute the first SIGINT waits; the second does not."""
    user.papers("a.txt")
    with user.begun("run", user.slow_flow(60), "papers") as process:
        user.wait_for_rows(1, "list_files")
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        while "Stopping" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=15) == 130


def test_a_live_run_is_reached_from_another_process(user: User) -> None:
    """While one process drives, others see who does, cannot take it over, and can pause or abort it."""
    user.papers(*(f"{n:03}.txt" for n in range(200)))  # so many that it never ends by itself
    flow = user.slow_flow(0.3)
    with user.begun("run", flow, "papers", "--json", "-q") as process:
        user.wait_for_rows(1, "FileRead")
        assert user("runs", "--json").json[0]["driven_by"]
        held = user("resume", "last")
        assert held.code == 2 and "being driven by" in held.err
        paused = user("pause", "last", "--json")
        assert paused.code == 0 and paused.json["became"] == "taken"
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 3 and json.loads(out)["outcome"] == "waiting"
    assert user("runs", "--json").json[0]["paused"] is True
    with user.begun("resume", "last", "-q") as process:
        user.wait_for_rows(1, "wake")
        aborted = user("abort", "last")
        assert aborted.code == 0 and "ABORTED" in aborted.out
        assert process.wait(timeout=PATIENCE) == 0


def test_home_can_be_named_and_is_repeated_in_the_advice(user: User, inventory: str, tmp_path: Path) -> None:
    """`--home DIR` works everywhere, and the printed commands carry it."""
    user.papers("a.txt")
    other = tmp_path / "other home"
    done = user("run", inventory, "papers", "-q", "--home", other)
    assert f"--home '{other}'" in done.out
    assert user("show", "last", "--home", other).code == 0
    assert user("runs", INDAGATE_HOME=str(other)).out.count("INV-") == 1
    assert not user.home.exists()


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not say who holds a lock")
def test_a_process_that_is_stopped_while_it_writes_is_named(user: User, inventory: str) -> None:
    """SIGSTOP within a commit: another run says after seconds who holds the journal; let go on, it works again."""
    user.papers("a.txt")
    assert user("run", inventory, "papers", "-q", "--yes").code == 0
    program = (
        "import os, signal, sqlite3, sys\nconnection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('BEGIN IMMEDIATE')\nprint('holds', flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)\n"
    )
    words = [sys.executable, "-c", program, str(user.home / "journal.db")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "holds\n"
        began = time.monotonic()
        refused = user("run", inventory, "papers", "-q", "--yes")
        took = time.monotonic() - began
        assert user("runs", "--json").code == 0, "reading goes on"
        holder.send_signal(signal.SIGCONT)
    assert refused.code == 2 and f"process {holder.pid}, which was stopped" in refused.err
    assert f"kill -CONT {holder.pid}" in refused.err and took < 25
    assert user("run", inventory, "papers", "-q", "--yes").code == 0
