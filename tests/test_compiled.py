"""Compiled templates: kept, compiled again when their text changes, and never in the way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from indagate.cli import precompile
from indagate.compiled import kept_in
from indagate.models import prompt


def shown(folder: Path) -> str:
    environment = Environment(loader=FileSystemLoader(folder), bytecode_cache=kept_in(folder), autoescape=True)
    return environment.get_template("page.html").render(name="<Anna>")


def kept(folder: Path) -> list[Path]:
    return list((folder / "__pycache__").iterdir())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "page.html").write_text("Good day, {{ name }}.")
    return tmp_path


def test_a_template_is_compiled_once_and_again_when_its_text_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept is used as it is, until the text is another one."""
    assert shown(folder) == "Good day, &lt;Anna&gt;."
    [file] = kept(folder)
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
        assert shown(folder) == "Good day, &lt;Anna&gt;."
    (folder / "page.html").write_text("Good night, {{ name }}.")
    assert shown(folder) == "Good night, &lt;Anna&gt;."
    assert kept(folder) == [file]


@pytest.mark.parametrize("content", [b"", b"j2", b"not what Jinja wrote", b"\0" * 4096])
def test_what_was_damaged_is_written_again(folder: Path, content: bytes) -> None:
    """Also where no more than its beginning was written."""
    shown(folder)
    [file] = kept(folder)
    whole = file.read_bytes()
    for damaged in (content, whole[:-20]):
        file.write_bytes(damaged)
        assert shown(folder) == "Good day, &lt;Anna&gt;."
        assert file.read_bytes() == whole


def test_nothing_is_written_where_python_may_not_and_all_is_shown_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file where the folder should be stands for one that nobody may write to."""
    (folder / "__pycache__").write_text("")
    assert shown(folder) == "Good day, &lt;Anna&gt;."
    (folder / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert shown(folder) == "Good day, &lt;Anna&gt;."
    assert not (folder / "__pycache__").exists()


def test_all_that_ships_can_be_compiled_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Afterwards a prompt is loaded without being compiled."""
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)  # main changes it
    assert precompile.main() == 0
    prompts = list(Path(prompt.__file__).parents[1].rglob("prompts/*.md"))
    assert len(prompts) > 20
    prompt.load.cache_clear()
    prompt._environment.cache_clear()
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
    for path in prompts:
        if prompt.DIVIDER in path.read_text(encoding="utf-8"):
            assert prompt.load(path)[0]


def test_a_person_s_own_prompt_leaves_nothing_in_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its text is his: it is compiled in each process, and kept nowhere."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    mine = tmp_path / "planner.md"
    mine.write_text(f"canary-prompt-51\n{prompt.DIVIDER}\nWhat is asked: {{{{ question }}}}", encoding="utf-8")
    prompt.load.cache_clear()
    instructions, request = prompt.load(mine)
    assert "canary-prompt-51" in instructions and request.render(question="Why?") == "What is asked: Why?"
    beside = Path(prompt.__file__).parent / "__pycache__"
    assert not [file for file in beside.iterdir() if b"canary-prompt-51" in file.read_bytes()]
    assert [path.name for path in tmp_path.iterdir()] == ["planner.md"]
