from __future__ import annotations

from pathlib import Path

import pytest

from .program import OWN_FLOW, User


@pytest.fixture
def user(tmp_path: Path) -> User:
    """A person in an empty folder."""
    return User(tmp_path)


@pytest.fixture
def inventory() -> str:
    """How to name the example flow."""
    return f"{OWN_FLOW}:FLOW"
