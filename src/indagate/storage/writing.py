"""Files written so that a crash leaves the old one or the new one, never half of either."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from indagate.errors import StorageError
from indagate.storage.private import users_mode

FREE = "Free some space. Nothing recorded was lost: a run that had begun goes on with `indagate resume`."
"""What to do about a full disk."""
DRAFT = re.compile(r"\..+\.(?P<pid>\d+)-[0-9a-f]+\.(?:draft|link)|[^.].*\.(?P<other>\d+)\.\d+\.draft")
"""The names of drafts, with the process that was writing them."""
_REASONS = {
    errno.ENOSPC: ("the disk is full", FREE),
    errno.EDQUOT: ("the disk quota is used up", FREE),
    errno.EROFS: ("the file system is read-only", "Point INDAGATE_HOME at a folder that can be written."),
    errno.EACCES: ("permission denied", "Point INDAGATE_HOME at a folder that you may write."),
    errno.EPERM: ("permission denied", "Point INDAGATE_HOME at a folder that you may write."),
}


@contextlib.contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn the operating system's refusals to write `path` into a `StorageError` that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno not in _REASONS:
            raise StorageError(f"cannot write {path}: {error.strerror or error}") from error
        reason, hint = _REASONS[error.errno]
        raise StorageError(f"cannot write {path}: {reason}", hint=hint) from error


def sync_folder(folder: Path) -> None:
    """Make a rename or a new file in `folder` survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def draft_beside(path: Path, kind: str) -> Path:
    """Return a name beside `path` that no other thread or process uses now, short enough for any file system."""
    name = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16] if len(os.fsencode(path.name)) > 200 else path.name
    return path.with_name(f".{name}.{os.getpid()}-{threading.get_ident():x}.{kind}")


def write_by_rename(
    path: Path,
    content: bytes,
    *,
    sync: bool = False,
    mode: int | None = None,
    guard: Callable[[], None] = lambda: None,
) -> None:
    """Replace the file at `path` by `content` in one step; with `sync`, durably. Raises `StorageError`.

    `guard` is called last before the replacement, which does not happen if it raises.
    """
    with storage_errors(path):
        fresh = [folder for folder in path.parents if not folder.exists()] if sync else []
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = draft_beside(path, "draft")
        try:
            draft.unlink(missing_ok=True)  # what a process of the same number left when it was killed
            with draft.open("wb") as file:
                file.write(content)
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
            if mode is not None:
                draft.chmod(mode)
            guard()
            draft.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise
        if sync:
            for folder in (path.parent, *(folder.parent for folder in fresh)):
                sync_folder(folder)


def write_for_user(path: Path, content: bytes) -> None:
    """Write a file at a place that the user named, with the permissions that his files have. Raises `StorageError`."""
    write_by_rename(path, content, mode=users_mode())


def files_below(root: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the regular files under a folder; what vanishes meanwhile, as drafts of others do, is passed over."""
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder, name)
            with contextlib.suppress(OSError):
                status = path.lstat()
                if stat.S_ISREG(status.st_mode):
                    yield path, status
