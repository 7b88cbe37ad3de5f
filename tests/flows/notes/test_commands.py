"""The commands as a person types them: chat, waits, bad input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def indagate(home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a home, with what is typed into it."""
    command = [sys.executable, "-m", "indagate", *words, "--home", str(home)]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120)


def test_chat_notes_asks_and_takes_the_answer_to_its_question(tmp_path: Path) -> None:
    """A question to the user is asked at once; the next line answers it; then talk goes on."""
    typed = "ran 3 km\nwhat pace should I run next sunday?\na half marathon\nhow far did I run today?\n"
    done = indagate(tmp_path, "chat", typed=typed)
    assert done.returncode == 0
    assert "What is the run for?" in done.stdout
    assert "You said: a half marathon" in done.stdout
    assert "3 km on " in done.stdout


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
    assert "(run 4 km)" in told.stdout
    assert "A domain module is not used: " in told.stdout
    assert "go.yaml:4: " in told.stdout
    bad.unlink()
    assert indagate(tmp_path, "ask", "how far did I run today?").stdout.startswith("4 km on ")


def test_a_damaged_context_is_put_aside_and_what_is_told_is_noted_and_remembered(tmp_path: Path) -> None:
    """Nothing is lost: the note stands, the damaged file has another name, and the preference begins a new one."""
    (tmp_path / "notes").mkdir()
    kept = tmp_path / "notes" / "context.json"
    kept.write_text("{garbage")
    told = indagate(tmp_path, "log", "I prefer trail runs")
    assert told.returncode == 0
    assert "context.json was damaged and put aside" in told.stdout
    assert (tmp_path / "notes" / "context-damaged-1.json").read_text() == "{garbage"
    assert "I prefer trail runs" in kept.read_text()
    assert "I prefer trail runs" in next((tmp_path / "notebook").glob("*.md")).read_text()


def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    """No traceback, and what to do instead."""
    for words in (
        ("log", ""),
        ("ask", "x", "--as-of", "soon"),
        ("notes", "list", "blah"),
        ("notes", "correct", "2026-01-01:1", "x"),
    ):
        done = indagate(tmp_path, *words)
        assert done.returncode == 2, words
        assert done.stderr.startswith("indagate: ")
        assert len(done.stderr.strip().splitlines()) <= 2
