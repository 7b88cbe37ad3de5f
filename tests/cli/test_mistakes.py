"""What people who are new get wrong: a clear line, the right exit code, never a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from .program import CORPUS, PATIENCE, PROGRAM, User

READING = ("show", "events", "resume", "approve", "abort", "answer", "pause", "replay", "verify", "export")


@pytest.mark.parametrize("command", READING)
def test_a_home_without_runs_is_said_to_be_one_and_is_not_made(user: User, command: str) -> None:
    """Reading what is not there leaves nothing behind."""
    done = user(command, "last")
    assert done.code == 2
    assert done.out == ""
    assert "no run yet" in done.err and ".indagate" in done.err
    assert not user.home.exists()


def test_no_runs_is_an_empty_list(user: User) -> None:
    """An empty home is no error for `runs`."""
    assert "No runs yet" in user("runs").out
    assert user("runs", "--json").json == []


def test_a_filter_that_nothing_can_match_is_named(user: User) -> None:
    """A typo in the name of a flow or a state is no empty list."""
    wrong = user("runs", "--flow", "missions")
    assert (wrong.code, "no flow 'missions'" in wrong.err, "mission, notes" in wrong.err) == (2, True, True)
    wrong = user("runs", "--state", "nonsense", "--json")
    assert wrong.code == 2 and "COMPLETED" in wrong.err + wrong.out
    assert user("runs", "--flow", "mission", "--state", "COMPLETED").code == 0


def test_runs_whose_journal_is_gone_are_no_empty_home(user: User, inventory: str) -> None:
    """New ones may begin; that there were others is said."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    for file in user.home.glob("journal.db*"):
        file.unlink()
    done = user("runs")
    assert "No runs yet" in done.out and "1 folder" in done.err and "bring it back" in done.err


def test_a_run_that_is_not_there_is_named(user: User, inventory: str) -> None:
    """A typo in a run's name says so, and how to list the names."""
    user.papers("a.txt")
    assert user("run", inventory, "papers", "-q").code == 3
    done = user("show", "nonsense")
    assert done.code == 2
    assert "'nonsense'" in done.err and "indagate runs" in done.err


def test_an_ambiguous_beginning_names_two(user: User, inventory: str) -> None:
    """INV could be either run; its end is unique."""
    user.papers("a.txt")
    for _ in range(2):
        user("run", inventory, "papers", "-q")
    assert "could be" in user("show", "INV").err
    assert user("show", "002").out.split()[0].endswith("-002")


def test_a_signal_that_the_state_does_not_take_says_what_it_takes(user: User, inventory: str) -> None:
    """One clear line, and the words that would do."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    for words in (("answer", "last"), ("steer", "last", "more"), ("signal", "last", "dance"), ("pause", "last")):
        done = user(*words)
        assert done.code == 2, words
        assert done.err.startswith("indagate: "), words
    assert "needs a text" in user("signal", "last", "amend").err
    assert user("approve", "last", "-q").code == 0
    late = user("approve", "last")
    assert late.code == 2 and "has ended" in late.err
    again = user("resume", "last")
    assert again.code == 0 and "has ended" in again.out, "whoever resumes until that succeeds comes to an end"


BROKEN = {
    "syntax.py": ("def broken(:\n", "SyntaxError"),
    "raises.py": ("raise RuntimeError('not today')\n", "not today"),
    "other.py": ("FLOW = 3\n", "not a Flow"),
    "empty.py": ("", "has no FLOW"),
    "chart.py": (
        "from indagate import Chart, Final, Work\nclass Went: ...\n"
        "CHART = Chart('c', version=1, initial='A', states=[Work('A', {Went: 'NOWHERE'}), Final('B')])\n",
        "NOWHERE",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_flow_file_is_explained(user: User, name: str) -> None:
    """Whatever is wrong with the user's own file is said in a line."""
    text, said = BROKEN[name]
    (user.folder / name).write_text(text)
    for words in (("run", f"{name}:FLOW", "x"), ("flows", f"{name}:FLOW")):
        done = user(*words)
        assert done.code in (1, 2) and done.out == ""
        assert said in done.err and done.err.startswith("indagate: ")


def test_a_flow_that_is_not_there(user: User) -> None:
    """No such flow, no such file: both say so."""
    assert "no flow 'nonsense'" in user("run", "nonsense", "x").err
    assert "no file" in user("run", "gone.py:FLOW", "x").err


def test_a_flow_file_that_has_gone_is_named_when_its_run_is_shown(user: User) -> None:
    """A run needs its flow's file where it was; listing runs does not."""
    user.papers("a.txt")
    assert user("run", user.slow_flow(0), "papers", "-q").code == 3
    (user.folder / "slow.py").unlink()
    done = user("show", "last")
    assert done.code == 2 and "slow.py" in done.err
    assert "INV-" in user("runs").out


def test_a_home_that_is_a_file(user: User, inventory: str) -> None:
    """INDAGATE_HOME names a file: said, with what to do."""
    (user.folder / "file").write_text("")
    for words in (("runs",), ("run", inventory, "."), ("doctor",)):
        done = user(*words, INDAGATE_HOME=str(user.folder / "file"))
        assert done.code == 2 and "is a file" in done.err


def test_an_archive_that_cannot_be_written_is_read(user: User) -> None:
    """Every command that only reads works on a home of a read-only mount; one that writes says why it cannot."""
    user("research", "How loud may a heat pump be at night?", "--corpus", CORPUS, "-q")
    alone = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    mounted = f"mount --bind -o ro {user.home} {user.home}"
    if subprocess.run([*alone, mounted], capture_output=True, check=False).returncode:
        pytest.skip("a read-only mount cannot be made here: no user namespaces")

    def archived(words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*alone, f"{mounted} && {PROGRAM} {words}"], cwd=user.folder, capture_output=True, text=True,
            timeout=PATIENCE, env=user.environment(), check=False,
        )  # fmt: skip

    for words in ("runs", "show last", "events last", "export last", "replay last", "verify last"):
        done = archived(words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout == user(*words.split()).out
    assert "journal.db: 1 run" in archived("doctor").stdout
    refused = archived("fork last --at 3")
    assert refused.returncode == 2 and "read-only" in refused.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere, so a read-only folder cannot be tried as root")
def test_a_home_that_cannot_be_written(user: User, inventory: str) -> None:
    """A read-only folder: said, with what to do."""
    place = user.folder / "locked"
    place.mkdir(mode=0o500)
    done = user("run", inventory, ".", "--home", place / "home")
    assert done.code == 2 and "permission denied" in done.err


def test_a_home_below_a_file_cannot_be_made(user: User, inventory: str) -> None:
    """The operating system's refusal becomes a line."""
    (user.folder / "file").write_text("")
    done = user("run", inventory, ".", "--home", user.folder / "file" / "home")
    assert done.code == 2 and done.err.startswith("indagate: ")


def test_a_damaged_journal_is_named(user: User) -> None:
    """A journal that is no database is reported with its path, by `runs` and by `doctor`."""
    user.home.mkdir()
    (user.home / "journal.db").write_text("this is no database, and longer than a page header " * 50)
    done = user("runs")
    assert done.code == 2 and "journal.db" in done.err
    sick = user("doctor", "--json")
    assert sick.code == 1
    assert next(item for item in sick.json if item["name"] == "journal")["ok"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("research", "  ", "--corpus", "."), "no question"),
        (("research", "What?", "--corpus", "nowhere"), "not there"),
        (("research", "What?"), "nothing to read"),
        (("research", "What?", "--corpus", ".", "--max-iterations", "0"), "1 or more"),
        (("research", "What?", "--corpus", ".", "--budget-calls", "-1"), "above zero"),
        (("run", "mission", "{not json"), "does not fit"),
        (("run", "mission", '{"nonsense": 1}'), "It takes"),
        (("flows", "--svg"), "which flow"),
    ],
)
def test_input_that_cannot_be_used_makes_no_run(user: User, words: tuple[str, ...], said: str) -> None:
    """Refused before anything is recorded."""
    done = user(*words)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""
    assert user("runs", "--json").json == []


def test_asking_a_run_of_another_flow_or_an_unfinished_one(user: User, inventory: str) -> None:
    """`ask-run` needs a mission that has ended."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    done = user("ask-run", "last", "What?")
    assert done.code == 2 and "run of inventory" in done.err


def test_a_row_that_is_not_there(user: User, inventory: str) -> None:
    """`--at` beyond the end says which rows there are."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    for words in (("show", "last", "--at", "999"), ("fork", "last", "--at", "999"), ("replay", "last", "--at", "999")):
        done = user(*words)
        assert done.code == 2 and "no row 999" in done.err


def test_replay_never_writes_into_a_folder_that_holds_something(user: User, inventory: str) -> None:
    """Nothing of the user's is overwritten."""
    papers = user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    for place in (papers, papers / "a.txt"):
        done = user("replay", "last", "--into", place)
        assert done.code == 2 and "no empty folder" in done.err
    assert [path.name for path in papers.iterdir()] == ["a.txt"]


def test_a_reader_who_leaves_is_no_error(user: User, inventory: str) -> None:
    """A reader who is gone ends a command without a word, with the code of what SIGPIPE ends; a run goes on."""
    user.papers(*(f"{n}.txt" for n in range(40)))
    user("run", inventory, "papers", "-q")
    for words in ("events last --json", f"research loud? --corpus {CORPUS} 2>&1"):
        reader, writer = os.pipe()
        os.close(reader)  # who reads has left before the first word, so that nothing hangs on who is quicker
        try:
            done = subprocess.run(
                ["bash", "-c", f"indagate {words}; exit $?"], cwd=user.folder, env=user.environment(),
                stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (141, "")
    assert user("show", "last", "--json").json["finished"] and len(user("runs", "--json").json) == 2


def test_a_checker_that_is_missing_is_no_verdict(user: User) -> None:
    """`prove check` without Lean is a mistake of the machine, not a rejection; each line of the hint is indented."""
    (user.folder / "t.lean").write_text("theorem target : 1 + 1 = 2 := by decide\n")
    done = user("prove", "check", "t.lean", "t.lean", PATH=str(user.folder))
    first, *hint = done.err.splitlines()
    assert (done.code, first) == (2, "indagate: the checker lean is not installed")
    assert len(hint) > 1 and all(line.startswith("  ") for line in hint)


def test_a_bug_is_a_line_and_a_file(user: User, tmp_path: Path) -> None:
    """An error that nobody foresaw exits with 70, and its traceback is kept where the line says."""
    flow = user.slow_flow(0)
    user.papers("a.txt")
    text = (user.folder / "slow.py").read_text()
    (user.folder / "slow.py").write_text(
        text.replace('summary=lambda inventory: f"files', 'summary=lambda inventory: 1 / 0 or f"files')
    )
    done = user("run", flow, "papers", "-q")
    assert done.code == 70
    assert "ZeroDivisionError" in done.err and "crash-" in done.err
    kept = list(user.home.glob("crash-*.txt"))
    assert len(kept) == 1 and "Traceback" in kept[0].read_text()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (None, b"", "there are no files in it"),
        ("scan.pdf", b"%PDF-1.4\nbroken", "scan.pdf: it is damaged"),
        ("junk.bin", bytes(range(256)) * 64, "not a kind indagate reads"),
    ],
)
def test_a_folder_with_nothing_to_read_makes_no_run(user: User, name: str | None, content: bytes, said: str) -> None:
    """An empty folder, an unreadable PDF, binary junk: one line that names it, and no run is left behind."""
    papers = user.papers()
    if name:
        (papers / name).write_bytes(content)
    done = user("research", "What is in it?", "--corpus", "papers", "--yes")
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert user("runs", "--json").json == []


def test_a_broken_page_is_named_kept_and_restored_before_anything_goes_on(user: User) -> None:
    """A task.md that cannot be taken in stops `resume` with its line; the version is kept, and the run is untouched."""
    question = "How loud may a heat pump be at night?"
    assert user("research", question, "--corpus", CORPUS, "--max-iterations", "1", "-q").code == 4
    (user.folder / "wait.py").write_text(WAITING)
    run = user("run", "wait.py:FLOW", json.dumps({"question": question, "corpus": str(CORPUS)}), "-q", "--json").json
    assert run["state"] == "AWAITING_APPROVAL"
    page = Path(run["folder"]) / "task.md"
    good = page.read_text()
    page.write_text(good.replace('status: "AWAITING_APPROVAL"', 'status: "DONE"'))
    done = user("resume", run["run"], "-q")
    assert done.code == 2
    assert "task.md line 4" in done.err and "expected" in done.err
    assert page.read_text() == good
    kept = list(page.parent.glob("task.md.rejected-*"))
    assert len(kept) == 1 and 'status: "DONE"' in kept[0].read_text()
    assert user("show", run["run"], "--json").json["state"] == "AWAITING_APPROVAL"


WAITING = "from indagate.flows.mission import FLOW\n"


@pytest.mark.parametrize("words", [("research", b"bad \xff?"), ("steer", "last", b"\x80"), ("show", b"x\xff")])
def test_a_word_that_is_not_valid_text_is_refused(user: User, words: tuple[str | bytes, ...]) -> None:
    """Bytes that are no UTF-8 are one clear line, not a crash when they are recorded."""
    done = subprocess.run(
        [PROGRAM, *words], cwd=user.folder, capture_output=True, text=True, timeout=PATIENCE,
        env=user.environment(), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "is not valid text" in done.stderr and "Traceback" not in done.stderr
    assert not user.home.exists()


@pytest.mark.parametrize(("where", "code"), [(">&-", 4), ("2>&-", 4), ("<&- >&- 2>&-", 4), (">/dev/full", 2)])
def test_a_run_ends_also_where_nothing_can_be_shown(user: User, where: str, code: int) -> None:
    """Closed or full streams lose what would be shown, never the run."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" research "What does a heat pump cost?" --corpus "$1" --yes {where}', PROGRAM, CORPUS],
        cwd=user.folder, capture_output=True, text=True, timeout=PATIENCE, env=user.environment(), check=False,
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr, "a bug" in done.stderr) == (code, False, False)
    assert [run["state"] for run in user("runs", "--json").json] == ["COMPLETED"]


def test_a_run_after_a_lost_journal_leaves_the_old_folders_alone(user: User) -> None:
    """Names begin anew with the journal, but a folder that stands is never written over."""
    research = ("research", "What does a heat pump cost?", "--corpus", CORPUS, "--yes", "-q")
    user(*research)
    old = next((user.home / "runs").iterdir())
    before = {path: path.stat().st_mtime_ns for path in old.rglob("*")}
    for file in user.home.glob("journal.db*"):
        file.unlink()
    assert user(*research).code == 4
    assert {path: path.stat().st_mtime_ns for path in old.rglob("*")} == before
    assert len(list((user.home / "runs").iterdir())) == 2


OLDER = {
    "other columns": "CREATE TABLE runs(name TEXT); CREATE TABLE rows(run INTEGER, seq INTEGER); PRAGMA user_version=1",
    "no version": "CREATE TABLE runs(name TEXT)",
}


@pytest.mark.parametrize("schema", OLDER)
def test_a_journal_of_another_version_is_said_to_be_one(user: User, schema: str) -> None:
    """Not damage; what to do is said, and the journal stays as it is."""
    user.home.mkdir()
    with contextlib.closing(sqlite3.connect(user.home / "journal.db")) as connection:
        connection.executescript(OLDER[schema])
    for words in (("runs",), ("show", "last"), ("task", "What is 2 + 2?")):
        done = user(*words)
        assert done.code == 2
        assert "another version of indagate" in done.err and "--home" in done.err
        assert "damaged" not in done.err


@pytest.mark.parametrize("words", [("task", "What is 2 + 2?"), ("run", "mission", "What?"), ("tell", "Hello")])
@pytest.mark.parametrize("model", ["bogus:xx", "openai:gpt-5", "bogus"])
def test_a_model_that_cannot_be_asked_is_refused_before_a_run(user: User, words: tuple[str, ...], model: str) -> None:
    """An unknown provider, or one without a key: exit code 2, and no run was made."""
    given = {"INDAGATE_MODEL": model}
    done = user(*words, **given) if words[0] == "tell" else user(*words, "--model", model)
    assert done.code == 2, done.out
    assert model in done.err
    assert user("runs", "--json").json == []


@pytest.mark.parametrize("words", [("research", "What?", "--corpus"), ("report", "What?", "--data")])
def test_a_model_or_budget_that_cannot_be_used_is_refused_before_anything_is_read(
    user: User, words: tuple[str, ...]
) -> None:
    """The folder has nothing to read, which would be told only then."""
    (user.folder / "empty").mkdir()
    assert "bogus" in user(*words, "empty", "--model", "bogus:xx").err
    assert "budget" in user(*words, "empty", "--budget-calls", "-1").err
    assert "empty" in user(*words, "empty").err


def test_the_next_model_of_a_chain_may_stand_in(user: User) -> None:
    """Where one of them can be asked, the run begins."""
    done = user("task", "What is 2 + 2?", "--model", "bogus:xx,openai:m@http://127.0.0.1:9/v1", "--json", "-q")
    assert done.json["run"].startswith("TASK-")


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("show", "DR-1", "--json"), "no_such_run", 2),
        (("research", "", "--json"), "input_error", 2),
        (("flows", "nowhere.py:X", "--json"), "no_such_flow", 2),
        (("show", "last", "--json", "--nonsense"), "input_error", 2),
        (("show", "--json"), "input_error", 2),
    ],
)  # fmt: skip
def test_a_mistake_is_one_object_where_json_is_asked_for(
    user: User, words: tuple[str, ...], code: str, exit_code: int
) -> None:
    """`{code, message, hint}` on stdout, and the exit code as without `--json`."""
    done = user(*words)
    assert done.code == exit_code == user(*(word for word in words if word != "--json")).code
    assert set(done.json) == {"code", "message", "hint"}
    assert done.json["code"] == code and done.json["message"] and done.err == ""


def test_a_statement_that_cannot_be_used_is_one_clear_error_and_no_run(user: User) -> None:
    """Another name than `target`, or a text that does not compile: said once, before there is a run."""
    (user.folder / "named.v").write_text("Theorem t : 1 + 1 = 2.\n")
    done = user("prove", "run", "named.v")
    assert done.code == 2 and done.out == ""
    assert done.err.count("'t'") == 1 and "Theorem target" in done.err
    assert not user.home.exists()
    if shutil.which("coqc"):
        (user.folder / "wrong.v").write_text("forall n : nat, n = nonsense\n")
        done = user("prove", "run", "wrong.v")
        assert done.code == 2 and done.err.count("nonsense") == 1 and not user.home.exists()


def test_a_proof_without_its_checker_waits(user: User) -> None:
    """BLOCKED is a wait for a person who installs it, not a failure: exit code 3."""
    (user.folder / "t.lean").write_text("theorem target : 1 + 1 = 2 := by decide\n")
    done = user("prove", "run", "t.lean", "-q", PATH=str(user.folder))
    assert done.code == 3 and "BLOCKED" in done.out and "elan" in done.out
    assert user("resume", "last", "-q", PATH=str(user.folder)).code == 3
