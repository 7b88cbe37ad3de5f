"""The commands as a person types them: chat, waits, bad input, the notebook as tables."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import scripted
from parts.scripted import broken

DAY = ("--as-of", "2026-10-20")


def indagate(home: Path, *words: str, typed: str = "", model: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a home, with what is typed into it."""
    command = [sys.executable, "-m", "indagate", *words, "--home", str(home)]
    environment = {**os.environ, **({"INDAGATE_MODEL": model} if model else {})}
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, env=environment)


def ask_which(_: Any) -> Any:
    return {"step": "clarify", "gaps": ["Which race is it for?"]}


def test_chat_notes_asks_and_takes_the_answer_to_its_question(tmp_path: Path) -> None:
    """A question to the user is asked at once; the next line answers it; then talk goes on."""
    with scripted(planner=ask_which) as service:
        typed = "ran 3 km\nwhat pace should I run?\nthe half marathon\nran 4 km\n"
        done = indagate(tmp_path, "chat", *DAY, typed=typed, model=service.model)
    assert done.returncode == 0, done.stderr
    assert "Which race is it for?" in done.stdout
    assert "You said: the half marathon" in done.stdout
    assert done.stdout.count("Noted: ") == 2


def test_a_question_may_be_left_for_later_in_chat(tmp_path: Path) -> None:
    """It is not asked again there, what follows is taken as it is, and the run waits for its answer."""
    with scripted(planner=ask_which) as service:
        typed = "what pace should I run?\nlater\nran 4 km\nran 5 km\n"
        done = indagate(tmp_path, "chat", *DAY, typed=typed, model=service.model)
    assert done.stdout.count("Noted: ") == 2 and done.stdout.count("Which race is it for?") == 1
    said = indagate(tmp_path, "chat", typed="\n").stdout
    assert "waits for an answer" in said
    answer, decline = re.findall(r"indagate ((?:answer|signal) [^\n,]+)", said)
    assert "TEXT" in answer and str(tmp_path) in decline
    environment = {**os.environ, "INDAGATE_HOME": str(tmp_path / "elsewhere")}
    declined = subprocess.run(
        [sys.executable, "-m", "indagate", *shlex.split(decline)], capture_output=True, text=True, env=environment,
        check=False, timeout=60,
    )  # fmt: skip
    assert declined.returncode in (0, 4), declined.stderr
    assert "waits for an answer" not in indagate(tmp_path, "chat", typed="\n").stdout


class Terminal:
    """A command in a pseudo-terminal, as a person sits before it."""

    def __init__(self, home: Path, *words: str, model: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "indagate", *words, "--home", str(home)],
            stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "INDAGATE_MODEL": model}, close_fds=True,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        self.past = 0

    def until(self, text: str, seconds: float = 60) -> None:
        """Read until a text stands behind the one that was waited for last: both may come in one piece."""
        end = time.monotonic() + seconds
        while text not in self.seen[self.past :]:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode("utf-8", "replace")
                except OSError:
                    break
        assert text in self.seen[self.past :], self.seen
        self.past = self.seen.index(text, self.past) + len(text)

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


def test_chat_in_a_terminal_takes_the_answer_and_reopening_takes_the_next_line_as_what_it_is(tmp_path: Path) -> None:
    """The next line answers the question of this talk; one of an earlier talk is named and answered by its command."""
    with scripted(planner=ask_which) as service:
        talk = Terminal(tmp_path, "chat", model=service.model)
        talk.until("> ")
        talk.type("what pace should I run?")
        talk.until("Which race is it for?")
        talk.until("> ")
        talk.type("a half marathon in spring")
        talk.until("You said: a half marathon in spring")
        talk.type("what pace should I run?")
        talk.until("Which race is it for?")
        talk.until("> ")
        talk.process.kill()
        talk.process.wait()
        again = Terminal(tmp_path, "chat", model=service.model)
        again.until("indagate answer N-")
        again.until("> ")
        again.type("ran 3 km")
        again.until("Noted: ")
        again.type("")
        assert again.process.wait(30) == 0


def test_undo_fix_and_delete_are_taken_in_chat_without_a_model(tmp_path: Path) -> None:
    """Exact words; the line that was noted stays."""
    typed = "ran 3 km\nundo\nslept 7h\nfix 5 slept 8h\nthanks\nnotes.delete 99\ndelete 99\n-\n"
    done = indagate(tmp_path, "chat", *DAY, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "there is no note at 99" in done.stdout + done.stderr and "nothing waits for your answer" in done.stderr
    assert indagate(tmp_path, "notes", "sum", "sleep", *DAY).stdout.splitlines()[1].strip().startswith("8 hr")
    assert "no value of 'run'" in indagate(tmp_path, "notes", "sum", "run", *DAY).stderr


def test_a_command_for_a_note_that_is_not_there_is_refused_and_leaves_no_run(tmp_path: Path) -> None:
    """A line that does not exist, a day that does not, and nothing to undo."""
    for words in ("undo", "delete 99", "fix 2026-02-30:3 slept 8h"):
        done = indagate(tmp_path, "tell", words, *DAY)
        assert (done.returncode, "there is no note" in done.stderr) == (2, True)
    assert json.loads(indagate(tmp_path, "runs", "--json").stdout) == []


def test_a_failing_model_leaves_the_line_in_the_notebook_and_says_what_read_it(tmp_path: Path) -> None:
    """`tell` and `log` with a model that is down: the line stands, the short form is read, exit code 0."""
    with scripted({"*": [broken(always=True)]}) as service:
        for word in ("tell", "log"):
            done = indagate(tmp_path, word, f"ran 5 km {word}", *DAY, model=service.model)
            assert done.returncode == 0, done.stderr
            assert "gave no usable answer, so a rule answered" in done.stdout
    assert [row.split("  ")[1] for row in indagate(tmp_path, "notes", "list").stdout.splitlines()] == [
        "ran 5 km tell", "ran 5 km log",
    ]  # fmt: skip


def test_what_is_not_understood_is_declined_with_the_nearest_notes_and_exit_code_4(tmp_path: Path) -> None:
    """`declined` in JSON, no number, the ways out."""
    indagate(tmp_path, "log", "ran 5 km", *DAY)
    done = indagate(tmp_path, "ask", "how many km did I run uphill?", *DAY, "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 4
    assert (found["outcome"], found["answer"]) == ("needs_model", "")
    assert found["declined"][0]["words"] == ["uphill"]
    assert found["nearest"] == [{"date": "2026-10-20", "line": 3, "text": "ran 5 km"}]


def test_the_notebook_is_asked_in_sql_with_what_is_missing_and_a_bad_query_is_refused(tmp_path: Path) -> None:
    """`notes sql`, `tables`, `sum`, `values`; `verify` runs an answer's query again."""
    for text in ("ran 5 km", "ran 7 km", "ran 3 km with Tom", "slept 7h"):
        indagate(tmp_path, "log", text, *DAY)
    done = indagate(tmp_path, "notes", "sql", "select sum(distance) as d from run", *DAY, "--json")
    found = json.loads(done.stdout)
    assert (found["cells"][0]["value"], found["cells"][0]["unit"]) == (12, "km")
    assert found["gaps"] == ["1 more note names run and could not be read whole: 2026-10-20:5"]
    entry = "select sum(value) from entry where what = 'run' and measure = 'distance'"
    assert json.loads(indagate(tmp_path, "notes", "sql", entry, *DAY, "--json").stdout)["cells"][0]["value"] == 12
    every = indagate(tmp_path, "notes", "sql", "select count(*) as n from entry", *DAY, "--json")
    assert json.loads(every.stdout)["cells"][0]["value"] == 3
    assert 'table "entry"' in indagate(tmp_path, "notes", "tables", *DAY).stdout
    assert "7 km" in indagate(tmp_path, "notes", "values", "run.distance", "October 2026", *DAY).stdout
    refused = indagate(tmp_path, "notes", "sql", "select 42 from run", *DAY)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    asked = json.loads(indagate(tmp_path, "ask", "total distance of runs?", *DAY, "--json").stdout)
    assert indagate(tmp_path, "verify", asked["run"]).returncode == 0
    indagate(tmp_path, "notes", "correct", "2026-10-20:3", "ran 50 km", *DAY)
    assert indagate(tmp_path, "verify", asked["run"]).returncode == 1


def test_notes_in_a_project_are_named_with_the_way_to_move_them(tmp_path: Path) -> None:
    """As older versions kept them; an empty folder is none, and a home that is named is the one meant."""
    own = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}
    own.pop("INDAGATE_HOME", None)
    book = tmp_path / ".indagate" / "notebook"
    book.mkdir(parents=True)

    def told(*words: str) -> str:
        command = [sys.executable, "-m", "indagate", "notes", "list", *words]
        return subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=120).stderr

    assert "there are notes in" not in told()
    (book / "2026-10-20.md").write_text("- ran 5 km\n")
    assert f"there are notes in {book}" in told() and "indagate notes import" in told()
    assert "there are notes in" not in told("--home", str(tmp_path / "other"))


def test_money_in_two_currencies_is_never_one_sum(tmp_path: Path) -> None:
    """A question names both readings as they can be asked, and each can be summed by its column."""
    for text in ("spent 12.50 EUR on lunch", "spent 20 USD on a book", "spent 9 EUR on coffee"):
        indagate(tmp_path, "log", text, *DAY)
    asked = indagate(tmp_path, "ask", "how much did I spend in October 2026", *DAY)
    assert asked.returncode == 4
    assert 'sum("amount")' in asked.stdout and 'sum("amount_usd")' in asked.stdout
    refused = indagate(tmp_path, "notes", "sum", "spending", *DAY)
    assert (refused.returncode, "spending.amount, spending.amount_usd" in refused.stderr) == (2, True)
    for column, total in (("amount", "21.5 EUR"), ("amount_usd", "20 USD")):
        told = indagate(tmp_path, "notes", "sum", f"spending.{column}", *DAY).stdout
        assert told.splitlines()[1].strip().replace("\u00a0", " ").startswith(total) and "nobody has said" not in told


def test_a_note_is_kept_and_read_where_a_domain_module_is_broken_and_the_fault_is_told(tmp_path: Path) -> None:
    """A question is refused with path and line (exit code 2); a note is noted at once, with a warning."""
    (tmp_path / "domains").mkdir()
    bad = tmp_path / "domains" / "go.yaml"
    bad.write_text("name: go\ndescription: x\nvocabulary: [\n")
    asked = indagate(tmp_path, "ask", "how far did I run?")
    assert asked.returncode == 2
    assert "go.yaml:" in asked.stderr.splitlines()[0]
    told = indagate(tmp_path, "log", "ran 4 km")
    assert told.returncode == 0
    assert "4 km" in told.stdout
    assert "A domain module is not used: " in told.stdout
    assert "go.yaml:4: " in told.stdout
    bad.unlink()
    assert "4 km" in indagate(tmp_path, "ask", "how far did I run today?").stdout


def test_a_damaged_context_is_put_aside_and_what_is_told_is_noted(tmp_path: Path) -> None:
    """Nothing is lost: the note stands, the damaged file has another name, and a new one is begun."""
    (tmp_path / "notes").mkdir()
    kept = tmp_path / "notes" / "context.json"
    kept.write_text("{garbage")
    told = indagate(tmp_path, "log", "bench 80 kg")
    assert told.returncode == 0
    assert "context.json was damaged and put aside" in told.stdout
    assert (tmp_path / "notes" / "context-damaged-1.json").read_text() == "{garbage"
    assert "first bench" in kept.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("log", ""), ("ask", "x", "--as-of", "soon"), ("notes", "list", "blah"),
        ("notes", "correct", "2026-01-01:1", "x"), ("notes", "delete", "2026-01-01:1"), ("notes", "sum", "x"),
        ("notes", "sql", "select"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    """No traceback, and what to do instead."""
    done = indagate(tmp_path, *words)
    assert done.returncode == 2
    assert done.stderr.startswith("indagate: ")
    assert len(done.stderr.strip().splitlines()) <= 2
