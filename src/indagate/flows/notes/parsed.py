"""What a model read in notes, kept beside the notebook: the index takes it in place of what the rules would read.

A line of JSON for each note, by the run that wrote it and by its text; a note that was edited by hand since is read by
the rules again. The file is only appended to, and lies apart from the index, which can be deleted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from indagate.flows.notes.entry import Item
from indagate.store import storage_errors


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model (`mind`) read in the note that bears a run's mark."""

    mark: str
    text: str
    mind: str
    items: tuple[Item, ...]


def path_of(home: Path) -> Path:
    """Return the file of a home's readings."""
    return home / "notes" / "parsed.jsonl"


def keep(home: Path, reading: Reading) -> None:
    """Append a reading durably. Raises `StorageError`."""
    path = path_of(home)
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            torn = file.tell() and not path.read_bytes().endswith(b"\n")
            file.write((b"\n" if torn else b"") + msgspec.json.encode(reading) + b"\n")
            file.flush()
            os.fsync(file.fileno())


def readings(home: Path) -> dict[tuple[str, str], tuple[Item, ...]]:
    """Return what models read, by mark and text; the latest counts, and a torn or foreign line says nothing."""
    try:
        rows = path_of(home).read_bytes().splitlines()
    except OSError:
        return {}
    found: dict[tuple[str, str], tuple[Item, ...]] = {}
    decoder = msgspec.json.Decoder(Reading)
    for row in rows:
        try:
            one = decoder.decode(row)
        except msgspec.MsgspecError:
            continue
        found[one.mark, one.text] = one.items
    return found


def known_items(home: Path, marks: Sequence[str]) -> dict[tuple[str, str], tuple[Item, ...]]:
    """Return what models read in the notes that bear some marks; nothing is opened where no note bears one."""
    return readings(home) if any(marks) else {}
