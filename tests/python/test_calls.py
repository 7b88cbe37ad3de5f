"""The Python face: the page that describes it runs, results hold, what came from outside is escaped."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import shutil
from pathlib import Path

import pytest

import indagate
import indagate.python as face
from indagate.engine.journal import Journal
from indagate.errors import InputError, NotFinished
from indagate.python import Cited, NotesAnswer

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with documents, which is the working folder, and a home of its own."""
    shutil.copytree(ROOT / "examples" / "heat-pumps", tmp_path / "papers")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INDAGATE_HOME", raising=False)
    monkeypatch.delenv("INDAGATE_MODEL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_the_page_runs(place: Path) -> None:
    """Every example of docs/python.md, in order, as a notebook would run it."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) >= 4
    names: dict[str, object] = {"folder": str(place / "papers")}
    for block in blocks:
        code = compile(block, str(PAGE), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        made = eval(code, names)
        if inspect.iscoroutine(made):
            asyncio.run(made)
    shown = names["report"]._repr_html_()  # type: ignore[attr-defined]
    assert "<blockquote>" in shown and "<script" not in shown


def test_a_correction_of_no_note_is_refused_and_leaves_no_run(place: Path) -> None:
    """As on the command line."""
    indagate.tell("ran 5 km", home=place / "home").run()
    for text in ("delete 99", "fix 2026-02-30:3 slept 8h"):
        with pytest.raises(InputError, match="there is no note at"):
            indagate.tell(text, home=place / "home").run()
    indagate.tell("undo", home=place / "home").run()
    with pytest.raises(InputError, match="no note to undo"):
        indagate.tell("undo", home=place / "home").run()
    journal = Journal.open(place / "home" / "journal.db")
    assert len(list(journal.runs())) == 2
    journal.close()


def test_every_public_name_is_on_the_page() -> None:
    """The page names all that can be imported."""
    text = PAGE.read_text()
    for name in (*indagate.__all__, *face.__all__):
        assert f"`{name}`" in text, name


def test_what_cannot_be_used_is_said(place: Path) -> None:
    """No folder, no source, an unknown model: an error that says what to do, and no run."""
    with pytest.raises(InputError, match="no folder"):
        indagate.research("Why?", corpus="nowhere").run()
    with pytest.raises(InputError, match="nothing to read"):
        indagate.research("Why?").run()
    with pytest.raises(InputError):
        indagate.task("12 * 2", model="nobody:none").run()
    assert not (place / ".indagate" / "journal.db").exists()


def test_a_run_that_needs_a_person_is_named_with_the_way_on(place: Path) -> None:
    """Where nothing answers at the model's address the run waits, and can be resumed."""
    pending = indagate.task("Name three rivers.", model="openai:none@http://127.0.0.1:9/v1")
    with pytest.raises(NotFinished) as found:
        pending.run()
    assert re.search(r"run TASK-\d+-001 is ERROR", found.value.message)
    assert "indagate resume TASK-" in (found.value.hint or "")


def test_run_works_where_a_loop_runs_already(place: Path) -> None:
    """As in a notebook."""

    async def cell() -> str:
        return indagate.task("2 + 3").run().answer

    assert asyncio.run(cell()) == "2 + 3 = 5"


def test_what_came_from_outside_is_escaped(place: Path) -> None:
    """A note with a script shows as text."""
    evil = "<script>alert(1)</script>"
    answer = NotesAnswer(
        "N-1", "COMPLETE", "done", evil, place, place, {}, {}, text=evil, gaps=(evil,),
        cited=(Cited(__import__("datetime").date(2026, 1, 1), 1, evil),),
    )  # fmt: skip
    assert "<script" not in answer._repr_html_()
