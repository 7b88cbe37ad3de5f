"""What the tests of the proof flow need: Coq, or a loud skip; a failure where real tools are required."""

from __future__ import annotations

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def coq() -> None:
    """Skip where Coq is not installed; fail where INDAGATE_REQUIRE_REAL asks for real tools."""
    if shutil.which("coqc") is None:
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail("coqc is not installed, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip("COQ IS NOT INSTALLED: nothing of the Coq checker was tested (apt install coq)")
