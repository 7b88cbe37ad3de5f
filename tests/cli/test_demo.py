"""`demo` keeps every promise that it names, from an installed wheel too; the README shows what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .program import PROGRAM, ROOT, User

PATIENCE = 300


def plain(line: str) -> str:
    """Return a line without what differs from machine to machine: folders, days in runs' names, counts of events."""
    line = re.sub(r"\S*/(?=runs/)|\S*/?indagate-demo-\S*", "…", line.strip())
    line = re.sub(r'"What does a heat pump[^"]*"', "QUESTION", line)
    line = re.sub(r"\b[A-Z]{2}-\d{8}-(?=\d{3}\b)", "", line)
    return re.sub(r"killed after \d+ events", "killed after N events", line)


@pytest.mark.crash
def test_each_promise_is_kept_and_the_readme_shows_it(user: User) -> None:
    """Steps that need no other program stand in the README as they are printed; none says NOT KEPT."""
    done = subprocess.run(
        [PROGRAM, "demo", "--home", user.home], cwd=user.folder, capture_output=True, text=True, timeout=PATIENCE,
        env=user.environment(INDAGATE_MODEL="openai:never-asked"), check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "NOT KEPT" not in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("✓") >= 6 and "docs/models.md" in done.stdout
    report = next(line.split()[1] for line in done.stdout.splitlines() if line.startswith("report "))
    assert Path(report).is_file()
    block = re.search(r"```text\n(1\. .*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    printed = {plain(line) for line in done.stdout.splitlines()}
    shown = [line for line in block[1].split("\n7. ")[0].splitlines() if line.strip() and "--format" not in line]
    missing = [line for line in shown if plain(line) not in printed and not line.startswith(("home", "report"))]
    assert missing == []


def test_the_wheel_carries_the_example_documents(tmp_path: Path) -> None:
    """Who installed by pip has them: every file of the repository's folder, where `demo` looks."""
    words = ["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT]
    built = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, env=os.environ)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
    there = {path.name for path in (ROOT / "examples" / "heat-pumps").iterdir()}
    assert {f"indagate/examples/heat-pumps/{name}" for name in there} <= names
