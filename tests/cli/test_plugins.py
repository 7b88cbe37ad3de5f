"""Plug-ins that are broken, and systems that are not supported: the program stays usable, and says why."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .program import CORPUS, User

BROKEN = {
    "syntax": "def broken(:\n",
    "raises": "raise RuntimeError('not today')\n",
    "leaves": "raise SystemExit(9)\n",
    "no typer": "COMMANDS = 3\nFLOW = 3\n",
}


@pytest.fixture
def plugged(user: User) -> str:
    """A folder on the path with an installed plug-in."""
    meta = user.folder / "site" / "plugin_of_tests-1.0.dist-info"
    meta.mkdir(parents=True)
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-of-tests\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text(
        "[indagate.commands]\nodd = plugin_of_tests:COMMANDS\n[indagate.flows]\nodd = plugin_of_tests:FLOW\n"
    )
    return str(user.folder / "site")


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_plug_in_takes_no_command_away(user: User, plugged: str, fault: str) -> None:
    """Help, our commands and the list of flows are there; the plug-in is named on stderr with its fault."""
    (Path(plugged) / "plugin_of_tests.py").write_text(BROKEN[fault])
    shown = user("--help", PYTHONPATH=plugged)
    assert shown.code == 0 and "research" in shown.out
    assert shown.err.count("the plug-in odd (plugin_of_tests:COMMANDS) has no commands") == 1
    listed = user("flows", PYTHONPATH=plugged)
    assert listed.code == 0 and "mission" in listed.out
    wrong = user("run", "odd", "x", PYTHONPATH=plugged)
    assert wrong.code == 2 and "plugin_of_tests" in wrong.err
    looked = user("doctor", PYTHONPATH=plugged)
    assert "absent   flow odd: " in looked.out and "Mend the plug-in" in looked.out


def test_where_less_memory_is_allowed_than_a_reader_asks_for_documents_are_read_all_the_same(user: User) -> None:
    """As on macOS, the system refuses the limit: the reader does without, rather than not at all."""
    lower = (
        f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, ({900 << 20}, {900 << 20})); "
        "sys.argv[0] = 'indagate'; from indagate.cli import main; main()"
    )
    words = ["research", "What does a heat pump cost to run?", "--corpus", str(CORPUS), "--yes", "-q"]
    done = subprocess.run(
        ["setpriv", "--bounding-set=-all", "--inh-caps=-all", sys.executable, "-c", lower, *words], cwd=user.folder,
        capture_output=True, text=True, env=user.environment(), timeout=120, check=False,
    )  # fmt: skip
    assert "could not be read" not in done.stdout + done.stderr
    assert done.returncode == 4, done.stderr


def test_windows_is_refused_in_words(user: User) -> None:
    """Not an ImportError of a module that only Linux and macOS have."""
    text = "import sys; sys.platform = 'win32'; sys.argv = ['indagate', 'runs']; from indagate.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", text], cwd=user.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "Windows is not supported" in done.stderr and "WSL" in done.stderr
    assert "Traceback" not in done.stderr
