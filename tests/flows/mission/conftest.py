"""A finished mission on the example corpus, made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from flows.mission.runs import Finished, research


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    return research(tmp_path_factory.mktemp("finished"))


@pytest.fixture
def own(finished: Finished, tmp_path: Path) -> Finished:
    """A copy of the finished mission that a test may damage."""
    home = tmp_path / "home"
    shutil.copytree(finished.home, home)
    return Finished(home, finished.name, home / "runs" / finished.name, finished.record)
