"""A content-addressed store, shared by all runs of a home: bytes are kept once, under their sha256."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from indagate.errors import Corrupt
from indagate.storage.blobs import Held
from indagate.storage.writing import draft_beside, storage_errors, write_by_rename

DIGITS = 64
"""Characters of a digest."""


def digest(content: bytes) -> str:
    """Return the sha256 of `content`, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


class ContentStore:
    """Bytes by their sha256 in a folder, written and, if they are to be `durable`, synced before anything names them.

    What is not durable are copies, which may go at any time.
    """

    def __init__(self, root: Path, *, durable: bool = True) -> None:
        self.root = root
        self._durable = durable

    def path(self, sha: str) -> Path:
        """Return where the bytes with this digest are, or would be."""
        return self.root / sha[:2] / sha

    def put(self, content: bytes) -> str:
        """Keep `content` durably, also where it is there but damaged; return its digest. Raises `StorageError`."""
        sha = digest(content)
        target = self.path(sha)
        if not (self.claim(sha) and _holds(target, content)):
            write_by_rename(target, content, sync=self._durable, mode=0o400)
        return sha

    def claim(self, sha: str) -> bool:
        """Keep what is there under `sha` from being collected until a row can name it; say whether it is there."""
        target = self.path(sha)
        if not target.exists():
            return False
        try:
            with locked(target.parent, fcntl.LOCK_SH):
                # Only the time of the last use: files of runs are hard links to these bytes and keep their date.
                os.utime(target, ns=(time.time_ns(), target.stat().st_mtime_ns))
        except FileNotFoundError:
            return False
        except OSError:  # a store that is only read collects nothing
            return target.exists()
        return True

    def collect(self, sha: str, before: float) -> bool:
        """Remove what is kept under `sha` unless it was put or claimed since `before` (seconds since 1970).

        Raises `StorageError`.
        """
        target = self.path(sha)
        with storage_errors(target), locked(target.parent, fcntl.LOCK_EX):
            try:
                if last_used(target.stat()) >= before:
                    return False
                target.unlink()
            except FileNotFoundError:
                return False
        return True

    def drop(self, sha: str) -> None:
        """Remove what is kept under `sha`, if anything is. Raises `StorageError`."""
        with storage_errors(self.path(sha)):
            self.path(sha).unlink(missing_ok=True)

    def shrink(self, most: int, before: float) -> None:
        """Remove what was used longest ago, not since `before`, until at most so many bytes are kept."""
        held = sorted(self.entries(), key=lambda entry: entry.used)
        total = sum(entry.size for entry in held)
        for entry in held:
            if total <= most or entry.used >= before:
                return
            self.drop(entry.sha)
            total -= entry.size

    def entries(self) -> Iterator[Held]:
        """Yield what is kept."""
        for folder in sorted(self.root.glob("[0-9a-f][0-9a-f]")):
            for entry in os.scandir(folder):
                if len(entry.name) == DIGITS and not entry.name.startswith("."):
                    with contextlib.suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        yield Held(entry.name, status.st_size, last_used(status))

    def get(self, sha: str) -> bytes:
        """Return the bytes kept under `sha`. Raises `Corrupt` when they are missing or have been changed."""
        try:
            content = self.path(sha).read_bytes()
        except FileNotFoundError:
            raise Corrupt(f"the content store has lost {sha[:12]}… ({self.path(sha)})") from None
        if digest(content) != sha:
            raise Corrupt(f"the bytes kept as {sha[:12]}… have been changed ({self.path(sha)})")
        return content

    def local(self, sha: str) -> Path:
        """Return the file with the bytes kept under `sha`, not to be changed. Raises `Corrupt` where it is missing."""
        path = self.path(sha)
        if not path.exists():
            raise Corrupt(f"the content store has lost {sha[:12]}… ({path})")
        return path

    def first(self, sha: str) -> bytes:
        """Return the first byte kept under `sha`; nothing where there is none."""
        try:
            with self.path(sha).open("rb") as file:
                return file.read(1)
        except OSError:
            return b""

    def require(self) -> None:
        """A folder is there, or is made at the first write."""

    def untrusting(self) -> ContentStore:
        """Return this store: what it reads is what is kept."""
        return self

    def link(self, sha: str, target: Path) -> None:
        """Make `target` show the bytes kept under `sha`: a hard link where the file system has them, else a copy."""
        source = self.local(sha)
        with storage_errors(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            draft = draft_beside(target, "link")
            try:
                with contextlib.suppress(FileNotFoundError):
                    draft.unlink()
                try:
                    os.link(source, draft)
                except OSError:
                    shutil.copyfile(source, draft)
                draft.replace(target)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    draft.unlink()  # a rename onto the same file leaves the draft behind


def last_used(status: os.stat_result) -> float:
    """Return when bytes of the store were put or claimed last, in seconds since 1970."""
    return max(status.st_mtime, status.st_atime)


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file is there and holds exactly this."""
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


@contextlib.contextmanager
def locked(folder: Path, kind: int) -> Iterator[None]:
    """Hold a lock on a folder of the store, which a killed process lets go by itself."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, kind)
        yield
    finally:
        os.close(handle)
