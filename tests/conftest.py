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
