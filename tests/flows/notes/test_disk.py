"""A disk that is really full while a note is stored: nothing is lost, and nothing is written twice."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.notes.test_commands import indagate


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    place = tmp_path / "home" / "notebook"
    place.mkdir(parents=True)
    made = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], check=False, capture_output=True
    ).returncode == 0  # fmt: skip
    if not made:
        pytest.skip("NOT TESTED: a full disk needs the right to mount a tmpfs; a file-size limit is tested elsewhere")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_note_that_a_full_disk_refuses_waits_in_its_run_and_is_stored_once_when_there_is_space(
    small_disk: Path,
) -> None:
    """STORE fails with a name, the day's file is as it was, and `resume` stores the note after all."""
    home = small_disk.parent
    assert indagate(home, "log", "ran 5 km", "--as-of", "2026-10-20").returncode == 0
    file = small_disk / "2026-10-20.md"
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as out:
        try:
            while out.write(b"x" * 4096):
                pass
        except OSError:
            pass
    before = file.read_bytes()
    long = "slept 7h, " + "and dreamt of running " * 300
    refused = indagate(home, "log", long, "--as-of", "2026-10-20")
    assert refused.returncode == 1
    assert "indagate resume" in refused.stdout + refused.stderr
    assert file.read_bytes() == before
    ballast.unlink()
    assert indagate(home, "resume", "last").returncode == 0
    assert file.read_text().count("slept 7h") == 1
