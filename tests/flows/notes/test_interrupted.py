"""Many notes, killed on the way: what was brought in or read stays, nothing is lost, and no note is asked for twice."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from flows.notes.model import scripted
from flows.notes.test_crash import DRIVE, kinds, told
from indagate.flows.notes.importing import bring_in
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.reading import AT_ONCE, BATCH, batches
from indagate.flows.notes.readings import KeptReading, path_of, readings
from parts.scripted import Asked, Scripted

NEVER = 1 << 40
FIRST = date(2026, 8, 1)
DIARY = [(FIRST + timedelta(n // 2), f"the kiln took {1000 + n} degrees") for n in range(70)]


def parse_many(asked: Asked) -> Any:
    found = re.findall(r"^Note (\d+), of [\d-]+:\n<data \w+>(the kiln took (\d+) degrees)", asked.text, re.M)
    return {
        "entries": [
            {"note": int(n), "what": "kiln", "said": said, "measure": "temperature", "value": float(value)}
            for n, said, value in found
        ]
    }


def read(home: Path, service: Scripted, kill_at: int = NEVER) -> subprocess.CompletedProcess[str]:
    """Have the model read the notebook, or go on with that; the process kills itself once a row is durable."""
    command = [sys.executable, str(DRIVE), str(home), "read", "read all", "", "-", str(kill_at)]
    environment = {**os.environ, "SCRIPTED": service.model}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


def shown(service: Scripted) -> Counter[str]:
    """How often a model was shown each note."""
    return Counter(
        note for asked in service.of("parser") for note in re.findall(r"kiln took (\d+) degrees", asked.text)
    )


def whole(line: bytes) -> KeptReading | None:
    """Return the row of a line, or nothing where a kill tore it."""
    try:
        return msgspec.json.decode(line, type=KeptReading)
    except msgspec.DecodeError:
        return None


def assert_read(home: Path, times: int = 0) -> None:
    """Each note has its value; at most what was under way stands twice, and a line torn by each of `times` kills.

    The notebook is as it was.
    """
    known = readings(home)
    assert {at: [one.value for one in reading.entries] for at, reading in known.items()} == {
        (day, text): [float(text.split()[3])] for day, text in DIARY
    }
    lines = path_of(home).read_bytes().splitlines()
    rows = [row for row in map(whole, lines) if row is not None]
    assert len(lines) - len(rows) <= times
    assert len(rows) <= len(DIARY) + times * BATCH
    assert {(one.day, one.text) for one in rows} == {*DIARY}
    book = Notebook(home / "notebook")
    assert [(day, line.text) for day in book.days() for line in book.read(day)] == DIARY


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a diary that nobody has read."""
    home = tmp_path_factory.mktemp("diary")
    bring_in(Notebook(home / "notebook"), DIARY)
    return home


@pytest.mark.crash
def test_a_reading_of_many_notes_killed_at_any_row_goes_on_with_the_batches_that_are_missing(
    notebook: Path, tmp_path: Path
) -> None:
    """After rows of several kinds, and twice in one run: at most the batches under way are asked for again."""
    groups = batches(DIARY)
    with scripted(parser=parse_many) as service:
        shutil.copytree(notebook, tmp_path / "calm")
        assert read(tmp_path / "calm", service).stdout.split()[1:] == ["COMPLETE"]
        assert set(shown(service).values()) == {1} and len(service.of("parser")) == len(groups)
        assert_read(tmp_path / "calm")
        rows = told(tmp_path / "calm").rows
    last = rows[-1].seq
    chance = random.Random("interrupted")
    moments = [*kinds(rows)[4::6], chance.randrange(1, last)]
    for number, row in enumerate(dict.fromkeys(moments)):
        home = tmp_path / f"killed-{number}"
        shutil.copytree(notebook, home)
        with scripted(parser=parse_many) as service:
            assert read(home, service, row).returncode == -signal.SIGKILL
            if number == 0:
                read(home, service, row + chance.randrange(3, 9))
            read(home, service)
            again = sum(times - 1 for times in shown(service).values())
            assert again <= AT_ONCE * max(map(len, groups)) * (1 + (number == 0)), f"killed at row {row}"
        assert told(home).rows[-1].stands == "COMPLETE", f"killed at row {row}"
        assert_read(home, 2)


@pytest.mark.crash
def test_an_import_killed_at_any_moment_is_completed_by_the_same_import(tmp_path: Path) -> None:
    """Kill -9 at random moments, then the whole again: every note once, in its order, and all of them listed."""
    told_of = [(FIRST + timedelta(n // 3), f"ran {1 + n % 40} km, lap {n}") for n in range(900)]
    file = tmp_path / "diary.csv"
    file.write_text("date,text\n" + "".join(f'{day},"{text}"\n' for day, text in told_of), encoding="utf-8")
    chance = random.Random("import")
    command = [sys.executable, "-m", "indagate", "notes", "import", str(file)]
    for number in range(2):
        home = tmp_path / f"home-{number}"
        for _ in range(2):
            process = subprocess.Popen(
                [*command, "--home", str(home)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            until = time.monotonic() + 60
            while not any((home / "notebook").glob("*.md")) and process.poll() is None and time.monotonic() < until:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.3))
            process.kill()
            process.wait()
        done = subprocess.run([*command, "--home", str(home)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        book = Notebook(home / "notebook")
        assert [(day, line.text) for day in book.days() for line in book.read(day)] == told_of
        listed = subprocess.run(
            [sys.executable, "-m", "indagate", "notes", "list", "--home", str(home)], capture_output=True, text=True
        )
        assert len(listed.stdout.splitlines()) == len(told_of)
