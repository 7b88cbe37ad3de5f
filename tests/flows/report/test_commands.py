"""`indagate report` as it is typed: files, signal, JSON, follow-up, a phase again, and mistakes in a line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from flows.report.samples import museum

QUERY = "How did the visitors develop?"


def indagate(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "indagate", *words, "--home", str(home)]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands")
    museum(folder / "data", days=60)
    return folder


@pytest.fixture(scope="module")
def first(place: Path) -> dict:  # type: ignore[type-arg]
    done = indagate(
        "report", QUERY, "--data", str(place / "data"), "--format", "html,xlsx", "--json", home=place / "home"
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_json_says_where_the_files_are_and_what_was_found(first: dict) -> None:  # type: ignore[type-arg]
    """Findings by kind, table and column; paths that are there; and no signal line."""
    assert first["state"] == "complete"
    assert Path(first["report"]).is_file()
    assert Path(first["xlsx"]).is_file()
    assert first["findings"] == [] or {"kind", "table", "column"} <= set(first["findings"][0])


def test_the_output_ends_with_the_signal(first: dict, place: Path) -> None:  # type: ignore[type-arg]
    """The seed's line is the last of what the report says, so that a loop around it stops."""
    done = indagate("report", "And the tours?", "--data", str(place / "data"), "--quiet", home=place / "home")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "<promise>COMPLETE</promise>"


def test_a_follow_up_goes_on_from_a_finished_report(first: dict, place: Path) -> None:  # type: ignore[type-arg]
    """`--continue` makes a run of its own with the earlier results and tasks `c_…`; it verifies too."""
    home = place / "home"
    done = indagate("report", "How are tours distributed?", "--continue", first["run"], "--json", home=home)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["run"] != first["run"]
    session = json.loads((Path(told["folder"]) / "session.json").read_text())
    assert any(name.startswith("c_") for name in session["execution"]["tasks_completed"])
    assert "d1" in session["execution"]["tasks_completed"]
    assert indagate("verify", told["run"], home=home).returncode == 0


def test_a_phase_is_entered_again_by_the_charts_rules(first: dict, place: Path) -> None:  # type: ignore[type-arg]
    """`--set-phase` goes on from where the run entered the phase; one that it never was in is refused."""
    home = place / "home"
    done = indagate("report", "--continue", first["run"], "--set-phase", "aggregation", "--json", home=home)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["state"] == "complete"
    refused = indagate("report", "--continue", first["run"], "--set-phase", "editing", home=home)
    assert refused.returncode == 2
    assert "has never been in editing" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", QUERY], "nothing to report on"),
        (["report", "", "--data", "."], "no query"),
        (["report", QUERY, "--data", "nowhere"], "there is no folder or file nowhere"),
        (["report", QUERY, "--data", ".", "--depth", "bottomless"], "no such depth"),
        (["report", QUERY, "--data", ".", "--language", "de"], "Languages: en, ru"),
        (["report", QUERY, "--data", ".", "--format", ""], "Formats: html, pdf, xlsx"),
        (["report", QUERY, "--data", ".", "--style", "baroque"], "no style"),
        (["report", QUERY, "--data", ".", "--format", "docx"], "no such format"),
        (["report", QUERY, "--source", "nobody:X"], "no source of series"),
        (["report", "--set-phase", "planning"], "needs the run"),
    ],
)
def test_mistakes_are_one_line_and_a_hint(words: list[str], said: str, tmp_path: Path) -> None:
    """Exit code 2, what is wrong, never a traceback."""
    done = indagate(*words, home=tmp_path / "home")
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_where_no_table_can_be_read_there_is_no_report(tmp_path: Path) -> None:
    """Not a report that finds nothing: the reasons, file by file, before there is a run."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "cut.parquet").write_bytes(b"PAR1 and no more")
    (data / "empty.csv").touch()
    done = indagate("report", QUERY, "--data", str(data), home=tmp_path / "home")
    assert done.returncode == 2
    assert "could be read: cut.parquet: it could not be read" in done.stderr
    assert "empty.csv: the file is empty" in done.stderr
    assert "Traceback" not in done.stderr
    assert "SELECT" not in done.stderr
