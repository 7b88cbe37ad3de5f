"""At a terminal: the plan is shown and decided on, the screen left clean. A pseudo-terminal is the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .program import CORPUS, PATIENCE, PROGRAM, User

QUESTION = "What is the noise limit at night?"


class Terminal:
    """A pseudo-terminal with a command in it."""

    def __init__(self, user: User, width: int, extra: dict[str, str], *words: str | Path) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        self.process = subprocess.Popen(
            [PROGRAM, *map(str, words)], cwd=user.folder, stdin=theirs, stdout=theirs, stderr=theirs,
            env=user.environment(TERM="xterm-256color", **extra), start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""
        self.past = 0

    def until(self, text: str) -> str:
        """Read until a text stands behind the one waited for last; return what stands between, and this one."""
        before = self.past
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen[before:]:
            assert time.monotonic() < deadline, f"never saw {text!r} in:\n{self.seen}"
            assert self._read(), f"ended without {text!r}:\n{self.seen}"
        self.past = self.seen.index(text, before) + len(text)
        return self.seen[before : self.past]

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self._read():
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], PATIENCE)
        assert ready, f"nothing more came after:\n{self.seen}"
        try:
            came = os.read(self._ours, 1 << 16)
        except OSError:  # the other side has gone
            return False
        self.seen += came.decode(errors="replace").replace("\r\n", "\n")
        return bool(came)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=PATIENCE)
        os.close(self._ours)


@contextmanager
def terminal(
    user: User, *words: str | Path, width: int = 100, extra: dict[str, str] | None = None
) -> Iterator[Terminal]:
    shown = Terminal(user, width, extra or {}, *words)
    try:
        yield shown
    finally:
        shown.close()


def test_a_plan_is_shown_amended_and_approved(user: User) -> None:
    """The mission prints its dimensions, weights and tasks, takes an amendment into the next plan, and then runs."""
    with terminal(user, "research", QUESTION, "--corpus", CORPUS) as shown:
        plan = shown.until("leave it waiting")
        assert "AWAITING_APPROVAL" in plan and "100%" in plan and "S-1" in plan and "amend TEXT" in plan
        shown.type("amend Add the waiting time")
        assert "waiting time" in shown.until("leave it waiting").lower()
        shown.type("approve")
        assert shown.end() == 4  # there is no answer without a model
    assert "COMPLETED" in shown.seen and "report.md" in shown.seen and "indagate verify DR-" in shown.seen
    assert "Excerpts, no answer." in shown.seen
    events = [row["name"] for row in user.rows()]
    assert events.count("Planned") == 2 and "Amended" in events and "Approved" in events


def test_a_plan_can_be_aborted(user: User) -> None:
    """`abort` ends it, and no report is written."""
    with terminal(user, "research", QUESTION, "--corpus", CORPUS) as shown:
        shown.until("leave it waiting")
        shown.type("ab not now")
        assert shown.end() == 0
    assert user("runs", "--json").json[0]["state"] == "ABORTED"
    assert not list(user.home.glob("runs/*/report.md"))


def test_enter_leaves_a_run_waiting_and_a_typo_is_asked_again(user: User, inventory: str) -> None:
    """Nothing is decided by a slip; Enter leaves, with the commands that lead on."""
    user.papers("a.txt")
    with terminal(user, "run", inventory, "papers") as shown:
        shown.until("leave it waiting")
        shown.type("yes please")
        shown.until("is none of: approve, amend, abort")
        shown.type("amend")
        shown.until("needs a text")
        shown.type("")
        assert shown.end() == 3
    assert "indagate approve INV-" in shown.seen
    assert user("runs", "--json").json[0]["driven_by"] is None


def test_what_is_typed_during_the_live_view_is_no_answer(user: User) -> None:
    """Enter, or even a word, meant for the screen as it was does not decide what is asked afterwards."""
    user.papers("a.txt", "b.txt", "c.txt", "d.txt")
    with terminal(user, "run", user.slow_flow(0.3), "papers") as shown:
        shown.until("GATHERING")
        shown.type("")
        shown.type("abort")
        asked = shown.until("leave it waiting")
        assert "ABORTED" not in asked
        shown.type("approve")
        assert shown.end() == 0
    assert user("runs", "--json").json[0]["state"] == "DONE"


def test_a_question_ends_when_somebody_else_answers(user: User, inventory: str) -> None:
    """`approve` from another terminal takes the prompt away and ends the run here."""
    user.papers("a.txt")
    with terminal(user, "run", inventory, "papers") as shown:
        shown.until("leave it waiting")
        answered = user("approve", "last")
        assert answered.code == 0 and "DONE" in answered.out
        assert shown.end() == 0


def test_ctrl_c_at_the_question_leaves_the_run_waiting(user: User, inventory: str) -> None:
    """130, and the commands that lead on."""
    user.papers("a.txt")
    with terminal(user, "run", inventory, "papers") as shown:
        shown.until("leave it waiting")
        shown.process.send_signal(signal.SIGINT)
        assert shown.end() == 130
    assert "indagate approve INV-" in shown.seen


def test_the_live_view_says_which_model_is_asked_what_and_for_how_long(user: User) -> None:
    """A model that never answers: the role that it is asked in, its name and the seconds stand there and grow."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        model = f"openai:silent@http://127.0.0.1:{silent.getsockname()[1]}/v1"
        words = ("research", QUESTION, "--corpus", CORPUS, "--model", model)
        with terminal(user, *words, extra={"OPENAI_API_KEY": "none"}) as shown:
            asked = re.compile(r"asking \S*silent\S*: [a-z_ ]+, (\d) s")
            shown.until(", 3 s")
            assert {found[1] for found in asked.finditer(shown.seen)} >= {"1", "2", "3"}


def test_the_live_view_says_which_tool_is_waited_for(user: User) -> None:
    """A slow tool is named, with its seconds; nothing is said of what takes no time."""
    user.papers("a.txt", "b.txt")
    with terminal(user, "run", user.slow_flow(2.2), "papers", "--yes") as shown:
        assert re.search(r"waiting for: \S+.*, 2 s", shown.until(", 2 s"))
        assert shown.end() == 0


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_live_view_fits_and_leaves_a_clean_screen(user: User, width: int) -> None:
    """No drawn line is wider than the terminal, and the cursor that was hidden is shown again."""
    user.papers(*(f"a-rather-long-name-{n}-of-a-paper-that-nobody-will-ever-read-to-its-end.txt" for n in range(6)))
    with terminal(user, "run", user.slow_flow(0.2), "papers", "--yes", width=width) as shown:
        assert shown.end() == 0
    drawn, _, after = shown.seen.rpartition("\x1b[?25h")
    assert drawn.count("\x1b[?25l") == shown.seen.count("\x1b[?25h") >= 1
    frames = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn[drawn.index("\x1b[?25l") :])
    lines = [line for part in frames.split("\r") for line in part.split("\n")]
    assert max(len(line) for line in lines) <= width
    assert any("GATHERING" in line for line in lines)
    assert "DONE" in after
