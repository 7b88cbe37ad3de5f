"""What models read in notes, kept beside the notebook: it stands in place of what the short form would read.

A line of JSON for each note, by its day and text; a note that was edited by hand since is read anew. The file is only
appended to, and lies apart from the index, which can be deleted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec

from indagate.flows.notes.entry import Reading
from indagate.frozen import dataclass
from indagate.storage import storage_errors


@dataclass(frozen=True, slots=True)
class KeptReading:
    """What a model (`by`) read in the note of a day."""

    day: date
    text: str
    by: str
    reading: Reading


def path_of(home: Path) -> Path:
    """Return the file of a home's readings."""
    return home / "notes" / "readings.jsonl"


def keep(home: Path, kept: KeptReading) -> None:
    """Append a reading durably. Raises `StorageError`."""
    keep_all(home, [kept])


def keep_all(home: Path, kept: Sequence[KeptReading]) -> None:
    """Append readings durably, with one wait for the disk. Raises `StorageError`."""
    path = path_of(home)
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(size - 1)
            torn = size and file.read(1) != b"\n"
            rows = b"".join(msgspec.json.encode(one) + b"\n" for one in kept)
            file.write((b"\n" if torn else b"") + rows)
            file.flush()
            os.fsync(file.fileno())


def stamp(home: Path) -> tuple[int, int]:
    """Return when the file of readings changed last (ns), and its size; zeros where there is none."""
    try:
        found = path_of(home).stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def readings(home: Path) -> dict[tuple[date, str], Reading]:
    """Return what models read, by day and text; the latest counts, and a torn or foreign line says nothing."""
    try:
        rows = path_of(home).read_bytes().splitlines()
    except OSError:
        return {}
    found: dict[tuple[date, str], Reading] = {}
    decoder = msgspec.json.Decoder(KeptReading)
    for row in rows:
        try:
            one = decoder.decode(row)
        except msgspec.MsgspecError:
            continue
        found[one.day, one.text] = one.reading
    return found
