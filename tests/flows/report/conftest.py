"""Finished reports on sample data, made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from flows.report.runs import Finished, write
from flows.report.samples import museum, shops

QUERY = "How did the museum's visitors develop, and what stands out?"
DEEP = "Подробно: как менялась выручка магазинов, какова структура? 3-4 графика"


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A report of standard depth in English."""
    place = tmp_path_factory.mktemp("plain")
    return write(place / "home", QUERY, data=str(museum(place / "data")), formats=("html", "xlsx"))


@pytest.fixture(scope="session")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A deep dive in Russian."""
    place = tmp_path_factory.mktemp("deep")
    return write(place / "home", DEEP, data=str(shops(place / "data")))


@pytest.fixture
def own(plain: Finished, tmp_path: Path) -> Finished:
    """A copy of the plain report that a test may damage."""
    home = tmp_path / "home"
    shutil.copytree(plain.home, home)
    return Finished(home, plain.name, home / "runs" / plain.name, plain.record)
