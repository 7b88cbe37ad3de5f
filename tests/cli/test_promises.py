"""What the package promises from outside: its names, its speed, its documented commands, its errors."""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import indagate
from indagate.cli.mounting import MODULES, commands_of
from indagate.cli.program import build

from .program import ROOT, User

EVERYTHING: dict[str, Any] = typer.main.get_command(build()).everything()  # type: ignore[attr-defined]
ASKED_FOR = {
    "research", "ask-run", "runs", "show", "events", "resume", "approve", "amend", "answer", "steer", "pause", "abort",
    "fork", "replay", "verify", "export", "flows", "doctor", "run",
}  # fmt: skip


def test_exports_equal_all() -> None:
    """Every public name is there, is listed, and comes from the module that it is said to come from."""
    assert sorted(indagate.__all__) == sorted(indagate._HOMES)
    for name in indagate.__all__:
        assert getattr(indagate, name) is getattr(importlib.import_module(f"indagate.{indagate._HOMES[name]}"), name)
    assert 10 <= len(indagate.__all__) <= 20
    assert set(indagate.__all__) <= set(dir(indagate))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = indagate.no_such_name


def loaded_by(*words: str, **environment: str) -> set[str]:
    """The modules that the program has loaded when a command has ended."""
    show = "import atexit, sys; atexit.register(lambda: sys.stderr.write('\\n'.join(sys.modules)))"
    probe = f"{show}; sys.argv[1:] = {list(words)}; from indagate.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return set(done.stderr.split())


def test_importing_the_package_loads_none_of_its_modules() -> None:
    """`import indagate` is a table of names; how long it takes is row 5 of the bench."""
    show = "import sys, indagate; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if name.startswith("indagate.")] == []


def test_help_loads_no_flow_and_no_engine() -> None:
    """`indagate --help` reads the commands' texts alone; how long it takes is row 5 of the bench."""
    loaded = loaded_by("--help")
    assert "indagate.flows.mission.commands" in loaded
    heavy = {
        "msgspec",
        "lxml",
        "jinja2",
        "rich",
        "sqlite3",
        "asyncio",
        "indagate.engine",
        "indagate.flows.mission.flow",
    }
    assert sorted(heavy & loaded) == []


def test_a_command_loads_no_other_flow(user: User) -> None:
    """Who notes something waits for neither the other flows, nor plug-ins, nor a library that types options."""
    flows = {f"indagate.flows.{flow}.commands" for flow in ("mission", "proof", "report", "task")}
    heavy = flows | {"pydantic", "pydantic_core", "importlib.metadata", "rich"}
    loaded = loaded_by("log", "ran 5 km", "--home", str(user.home))
    assert "indagate.flows.notes.steps" in loaded
    assert sorted(loaded & heavy) == []


def test_each_command_is_where_it_is_looked_for() -> None:
    """The table of commands names exactly those that the modules declare."""
    for module, names in MODULES.items():
        assert tuple(commands_of(importlib.import_module(module).COMMANDS)) == names


def test_every_command_asked_for_is_there() -> None:
    """None of the promised commands is missing."""
    assert set(EVERYTHING) >= ASKED_FOR


@pytest.mark.parametrize("name", sorted(EVERYTHING))
def test_each_command_has_help_and_is_in_the_reference(name: str) -> None:
    """A command that is not documented does not exist."""
    command = EVERYTHING[name]
    assert command.help
    assert f"## indagate {name}\n" in (ROOT / "docs" / "cli.md").read_text()
    for parameter in command.params:
        assert getattr(parameter, "help", None), f"{name} {parameter.name} has no help"


def test_the_generated_pages_are_current() -> None:
    """`make docs` would change nothing."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path, text in module.files().items():
        assert Path(path).read_text() == text, f"{path} is not current: run `make docs`"


def test_no_arguments_show_the_help(user: User) -> None:
    """Who types only the name learns what there is."""
    done = user()
    assert "Research:" in done.out + done.err


def test_python_m_is_the_same_program(user: User) -> None:
    """`python -m indagate` works where the script is not on PATH."""
    done = subprocess.run([sys.executable, "-m", "indagate", "--version"], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout == user("--version").out
    assert done.stdout.startswith("indagate ")
