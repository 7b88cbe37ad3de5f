"""A file of passages' vectors: a header, then records of a passage's key and its vector, appended and memory-mapped.

A cache: a torn or foreign file is made again. Readers map what was there when they opened it; a writer only appends,
or puts another file in its place by renaming, so that nothing is taken from under a reader.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.errors import StorageError

if TYPE_CHECKING:
    import numpy as np

    from indagate.corpus.embedder import Floats

MAGIC = b"indagate vectors 1\n"
KEY = 16
"""Bytes of a passage's key."""
_HEADER = struct.Struct("<19s16sI25x")
_LARGEST = 65_536
_SLACK = 1e-2
"""How far a vector's length may be from 1 before its record counts as torn."""


@dataclass(frozen=True)
class Stored:
    """What a file holds: keys and vectors, record by record; which of them are whole; and which file this was."""

    keys: np.ndarray[Any, Any]
    vectors: Floats
    whole: np.ndarray[Any, Any]
    dimensions: int
    stamp: tuple[int, int]


def path_for(index: Path, identity: str) -> Path:
    """Return where the vectors of an index's passages by one model are kept."""
    return index.with_name(f"{index.stem}.{_digest(identity).hex()[:12]}.vec")


def stamp_of(path: Path) -> tuple[int, int]:
    """Return what changes when the file does: its inode and size; zeros where it is not there."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_ino, status.st_size


def read(path: Path, identity: str) -> Stored | None:
    """Map a file's vectors; None where there are none of this model."""
    import numpy as np

    try:
        with path.open("rb") as file:
            dimensions = _dimensions(file.read(_HEADER.size), identity)
            status = os.fstat(file.fileno())
            count = (status.st_size - _HEADER.size) // (KEY + 4 * dimensions) if dimensions else 0
            if count < 1:
                return None
            records = np.memmap(file, _record(dimensions), "r", _HEADER.size, (count,))
    except OSError:
        return None
    vectors = records["vector"]
    with np.errstate(all="ignore"):
        length = np.einsum("ij,ij->i", vectors, vectors)
    whole = np.abs(length - 1.0) < _SLACK  # false for what is no number, too
    return Stored(records["key"], vectors, whole, dimensions, (status.st_ino, status.st_size))


def add(path: Path, identity: str, keys: Sequence[bytes], vectors: Floats) -> None:
    """Append vectors, durably; a file with vectors of another length is replaced. Call it within `exclusive`."""
    dimensions = int(vectors.shape[1])
    if not 0 < dimensions < _LARGEST:
        raise ValueError(f"vectors of {dimensions} numbers")
    body = _records(keys, vectors)
    try:
        if _whole_length(path, identity, dimensions) is None:
            _replace(path, _header(identity, dimensions) + body)
            return
        with path.open("r+b") as file:
            end = _whole_length(path, identity, dimensions)
            assert end is not None
            file.truncate(end)  # a record that a killed process left unfinished; no reader has mapped it
            file.seek(end)
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(f"{path}: the vectors cannot be kept there: {error.strerror}") from error


def keep(path: Path, identity: str, stored: Stored, rows: np.ndarray[Any, Any]) -> None:
    """Put a file in its place that holds these rows only. Call it within `exclusive`."""
    body = _records([bytes(key) for key in stored.keys[rows]], stored.vectors[rows])
    try:
        _replace(path, _header(identity, stored.dimensions) + body)
    except OSError as error:
        raise StorageError(f"{path}: the vectors cannot be kept there: {error.strerror}") from error


class Lock:
    """The right to write a file, of one process at a time; a killed one lets go by itself."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_suffix(".veclock")
        self._file: int | None = None

    def taken(self) -> bool:
        """Take it if nobody has it, and say whether it is ours now."""
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            return False
        except OSError as error:
            self.release()
            raise StorageError(f"{self._path}: the vectors cannot be kept there: {error.strerror}") from error
        return True

    def release(self) -> None:
        """Let go of it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _digest(identity: str) -> bytes:
    return hashlib.blake2b(identity.encode(), digest_size=16).digest()


def _header(identity: str, dimensions: int) -> bytes:
    return _HEADER.pack(MAGIC, _digest(identity), dimensions)


def _dimensions(head: bytes, identity: str) -> int:
    """Return the length of the vectors of a file that begins so; 0 where it is none of this model."""
    if len(head) < _HEADER.size:
        return 0
    magic, model, dimensions = _HEADER.unpack(head)
    return dimensions if magic == MAGIC and model == _digest(identity) and 0 < dimensions < _LARGEST else 0


def _whole_length(path: Path, identity: str, dimensions: int) -> int | None:
    """Return up to which byte a file holds whole records of such vectors; None where it must be made again."""
    try:
        with path.open("rb") as file:
            if _dimensions(file.read(_HEADER.size), identity) != dimensions:
                return None
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return None
    record = KEY + 4 * dimensions
    return _HEADER.size + (size - _HEADER.size) // record * record


def _record(dimensions: int) -> np.dtype[Any]:
    import numpy as np

    return np.dtype([("key", f"V{KEY}"), ("vector", "<f4", (dimensions,))])


def _records(keys: Sequence[bytes], vectors: Floats) -> bytes:
    import numpy as np

    made = np.zeros(len(keys), _record(int(vectors.shape[1])))
    made["key"] = np.frombuffer(b"".join(keys), f"V{KEY}")
    made["vector"] = vectors
    body: bytes = made.tobytes()
    return body


def _replace(path: Path, content: bytes) -> None:
    draft = path.with_name(f"{path.name}.draft")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
