"""What keeps bytes by their sha256: the same for a folder and for a bucket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol


class Held(NamedTuple):
    """What is kept under a digest: its size in bytes, and when it was put or claimed last, in seconds since 1970."""

    sha: str
    size: int
    used: float


class Blobs(Protocol):
    """Bytes by their sha256, kept durably before anything names them."""

    def put(self, content: bytes) -> str:
        """Keep `content` durably, also where it is there but damaged; return its digest. Raises `StorageError`."""
        ...

    def get(self, sha: str) -> bytes:
        """Return the bytes kept under `sha`. Raises `Corrupt` when they are missing or have been changed."""
        ...

    def local(self, sha: str) -> Path:
        """Return a file of this machine, not to be changed, with the bytes kept under `sha`. Raises `Corrupt`."""
        ...

    def link(self, sha: str, target: Path) -> None:
        """Make `target` show the bytes kept under `sha`: a hard link where the file system has them, else a copy."""
        ...

    def first(self, sha: str) -> bytes:
        """Return the first byte kept under `sha`; nothing where there is none."""
        ...

    def claim(self, sha: str) -> bool:
        """Keep what is there under `sha` from being collected until a row can name it; say whether it is there."""
        ...

    def collect(self, sha: str, before: float) -> bool:
        """Remove what is kept under `sha` unless it was put or claimed since `before` (seconds since 1970).

        Say whether its room is free now. Raises `StorageError`.
        """
        ...

    def entries(self) -> Iterator[Held]:
        """Yield what is kept."""
        ...

    def untrusting(self) -> Blobs:
        """Return the same bytes, for proof: a copy on this machine does not stand for what is kept."""
        ...

    def require(self) -> None:
        """Raise `StorageError` where nothing can be read; asked before anything relies on it."""
        ...
