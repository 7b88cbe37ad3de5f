"""Files that a person gives over the wire: into one folder, under names that are made here."""

from __future__ import annotations

import os
import re
import secrets
import threading
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from indagate.errors import InputError, LimitReached
from indagate.storage import storage_errors
from indagate.storage.private import FILE

MEGABYTE = 1_000_000
FILES = 500
"""The most files that the folder holds."""
TOTAL = 1_000 * MEGABYTE
"""The most bytes that the folder holds."""


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file of the shelf; `fresh` is false where it was there already."""

    file: str
    bytes: int
    fresh: bool = True


def file_name(said: str) -> str:
    """Return a file's name of letters, digits, - and _ with an ending, whatever it was called. Raises `InputError`."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", said))[-1]
    found = re.fullmatch(r"(.*)\.([A-Za-z0-9]{1,8})", last, re.DOTALL)
    if found is None:
        raise InputError(f"{said[:80]!r} has no ending that says what it is", hint="Call it report.pdf, table.csv …")
    kept = re.sub(r"[^\w-]+", "-", found[1]).encode()[:120].decode(errors="ignore").strip("-_")
    return f"{kept or 'file'}.{found[2].lower()}"


@dataclass(frozen=True)
class Uploads:
    """The shelf that takes files: its name, its folder, and the most bytes of one."""

    shelf: str
    folder: Path
    largest: int = 25 * MEGABYTE
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def files(self) -> Iterator[UploadedFile]:
        """Yield the files, by name."""
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
                yield UploadedFile(path.name, path.stat().st_size, fresh=False)

    def put(self, said: str, content: bytes) -> UploadedFile:
        """Keep a file, and nothing twice; no file is written over. Raises `InputError`, `LimitReached`."""
        name = file_name(said)
        if not content:
            raise InputError(f"{name} is empty")
        if len(content) > self.largest:
            raise InputError(f"{name} has {len(content):,} bytes; at most {self.largest:,} are taken")
        with self.lock, storage_errors(self.folder):
            there = {item.file: item.bytes for item in self.files()}
            stem, _, ending = name.rpartition(".")
            for number in range(1, FILES + 1):
                own = name if number == 1 else f"{stem}-{number}.{ending}"
                if own not in there:
                    break
                if there[own] == len(content) and (self.folder / own).read_bytes() == content:
                    return UploadedFile(own, len(content), fresh=False)
            if len(there) >= FILES or sum(there.values()) + len(content) > TOTAL:
                raise LimitReached(
                    f"the shelf {self.shelf} is full: {FILES} files and {TOTAL:,} bytes are the most",
                    hint="Remove some files.",
                )
            self._write(own, content)
        return UploadedFile(own, len(content))

    def _write(self, name: str, content: bytes) -> None:
        """Write a file that is there whole, or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = self.folder / f".{secrets.token_hex(8)}.part"
        try:
            with os.fdopen(os.open(begun, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE), "wb") as stream:
                stream.write(content)
            os.link(begun, self.folder / name)
        finally:
            begun.unlink(missing_ok=True)

    def remove(self, name: str) -> bool:
        """Remove a file; say whether it was there."""
        with self.lock, storage_errors(self.folder):
            if name not in {item.file for item in self.files()}:
                return False
            (self.folder / name).unlink()
        return True
