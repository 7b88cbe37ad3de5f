"""No test reads the settings of the person who runs the tests."""

from __future__ import annotations

import os
import tempfile

import pytest

_EMPTY = tempfile.TemporaryDirectory(prefix="indagate-settings-")


def pytest_configure() -> None:
    os.environ["XDG_CONFIG_HOME"] = _EMPTY.name


def pytest_unconfigure(config: pytest.Config) -> None:
    _EMPTY.cleanup()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was tried once more: a test that hangs on load or luck must not go unseen."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"RERUN {report.nodeid}")
