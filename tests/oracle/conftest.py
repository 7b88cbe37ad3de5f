from __future__ import annotations

from pathlib import Path

import pytest
from bench.oracle.gold import CASES
from bench.oracle.product import install
from bench.oracle.runner import Bench
from bench.oracle.server import load


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The wheel, built and installed, with all gold."""
    folder: Path = tmp_path_factory.mktemp("oracle")
    return Bench(install(folder), load([CASES]), folder)
