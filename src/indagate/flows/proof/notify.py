"""Telling people of a breakthrough: a file in the home always, a GitHub issue where one is configured."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

LABEL = "loom:breakthrough"
REPOSITORY = "INDAGATE_GH_REPO"
"""The environment variable that names the repository (owner/name) in which `gh` opens an issue."""


def notify(home: Path, run: str, title: str, body: str) -> str:
    """Tell of a breakthrough; return how. The file is written first, so that a failing service loses nothing."""
    from indagate.storage import write_by_rename

    path = home / "notices" / f"{run}.md"
    write_by_rename(path, f"# {title}\n\n{body}\n".encode())
    repository = os.environ.get(REPOSITORY)
    if not repository or shutil.which("gh") is None:
        return f"file {path.name}"
    command = ["gh", "issue", "create", "--repo", repository, "--title", title, "--body", body, "--label", LABEL]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"file {path.name}; gh failed: {error}"
    told = done.stdout.strip() if done.returncode == 0 else f"gh failed: {done.stderr.strip()[:200]}"
    return f"file {path.name}; {told}"
