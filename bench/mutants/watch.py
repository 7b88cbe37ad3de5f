"""Which lines of a package each test runs, in its own process and in those that it starts.

Loaded by Python itself (as `sitecustomize`) in every process of the tests, and by pytest as a plugin. It also runs a
list of tests in their order (`MUTANTS_TESTS`), whatever their names hold.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WATCHED, SEEN, TESTS = "MUTANTS_WATCHED", "MUTANTS_SEEN", "MUTANTS_TESTS"
_lines: dict[str, set[tuple[str, int]]] = {}
_now = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
_seconds: dict[str, float] = {}


def _trace(frame: Any, event: str, arg: object) -> Any:
    path = frame.f_code.co_filename
    if not path.startswith(os.environ[WATCHED]):
        return None
    seen = _lines.setdefault(_now, set())

    def line(frame: Any, event: str, arg: object) -> Any:
        seen.add((path, frame.f_lineno))
        return line

    return line(frame, event, arg)


def begin() -> None:
    """Watch this process from here on, if that is asked for."""
    if WATCHED in os.environ and SEEN in os.environ:
        threading.settrace(_trace)
        sys.settrace(_trace)
        atexit.register(_write)


def _write() -> None:
    sys.settrace(None)
    found = {name: sorted(lines) for name, lines in list(_lines.items())}
    told = json.dumps({"lines": found, "seconds": _seconds})
    path = Path(os.environ[SEEN]) / f"{os.getpid()}-{time.time_ns()}.json"
    path.with_suffix(".part").write_text(told, encoding="utf-8")
    path.with_suffix(".part").rename(path)  # a process that is killed while it writes has told nothing


def pytest_runtest_protocol(item: Any) -> None:
    """Remember which test runs."""
    global _now  # noqa: PLW0603
    _now = item.nodeid
    _lines.setdefault(_now, set())


def pytest_runtest_logreport(report: Any) -> None:
    """Remember how long it took."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Keep the tests that are asked for, in their order."""
    if TESTS in os.environ:
        wanted = {name: n for n, name in enumerate(json.loads(Path(os.environ[TESTS]).read_text(encoding="utf-8")))}
        items[:] = sorted((item for item in items if item.nodeid in wanted), key=lambda item: wanted[item.nodeid])


def read(folder: Path) -> tuple[dict[str, set[tuple[str, int]]], dict[str, float]]:
    """Return the lines of each test and how long it took, of all processes; under no name those run while importing."""
    lines: dict[str, set[tuple[str, int]]] = {}
    seconds: dict[str, float] = {}
    for told in _told(folder):
        for name, found in told["lines"].items():
            lines.setdefault(name, set()).update((path, line) for path, line in found)
        seconds.update(told["seconds"])
    return lines, seconds


def _told(folder: Path) -> Iterator[dict[str, Any]]:
    for path in folder.glob("*.json"):
        yield json.loads(path.read_text(encoding="utf-8"))
