"""A content-addressed store, shared by all runs of a home: bytes are kept once, under their sha256."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from pathlib import Path

from indagate.errors import Corrupt
from indagate.store.writing import draft_beside, storage_errors, write_by_rename


def digest(content: bytes) -> str:
    """Return the sha256 of `content`, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


class ContentStore:
    """Bytes by their sha256, written and synced before anything names them."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, sha: str) -> Path:
        """Return where the bytes with this digest are, or would be."""
        return self.root / sha[:2] / sha

    def put(self, content: bytes) -> str:
        """Keep `content` durably, also where it is there but damaged; return its digest. Raises `StorageError`."""
        sha = digest(content)
        target = self.path(sha)
        if not _holds(target, content):
            write_by_rename(target, content, sync=True, mode=0o444)
        return sha

    def get(self, sha: str) -> bytes:
        """Return the bytes kept under `sha`. Raises `Corrupt` when they are missing or have been changed."""
        try:
            content = self.path(sha).read_bytes()
        except FileNotFoundError:
            raise Corrupt(f"the content store has lost {sha[:12]}… ({self.path(sha)})") from None
        if digest(content) != sha:
            raise Corrupt(f"the bytes kept as {sha[:12]}… have been changed ({self.path(sha)})")
        return content

    def link(self, sha: str, target: Path) -> None:
        """Make `target` show the bytes kept under `sha`: a hard link where the file system has them, else a copy."""
        source = self.path(sha)
        if not source.exists():
            raise Corrupt(f"the content store has lost {sha[:12]}… ({source})")
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


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file is there and holds exactly this."""
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
