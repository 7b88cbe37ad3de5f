"""A real Chromium, or a loud skip."""

from __future__ import annotations

import html
import os
import subprocess
from pathlib import Path

import pytest

from indagate.flows.report.pages import find_chromium

DARK = "--blink-settings=preferredColorScheme=0"


def chromium() -> str:
    """Return the browser; without one the test is skipped, or fails where real parts are required."""
    found = find_chromium()
    if found is None:
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail("there is no Chromium, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip("SKIPPED: there is no Chromium on this machine, so no page is looked at")
    return found


def looked_at(page: Path, profile: Path, *flags: str, size: str = "1280,900") -> str:
    """Return the page's text as it is after its scripts have run."""
    command = [
        chromium(), "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={profile}",
        f"--window-size={size}",
        "--virtual-time-budget=15000", "--allow-file-access-from-files", *flags, "--dump-dom", page.as_uri(),
    ]  # fmt: skip
    if os.geteuid() == 0:
        command.insert(1, "--no-sandbox")
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    return html.unescape(done.stdout.decode("utf-8", "replace"))
