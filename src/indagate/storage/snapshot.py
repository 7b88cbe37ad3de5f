"""The files of a folder as they were at one moment: kept by their digests, laid out again on any machine."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import msgspec

from indagate.errors import Corrupt, InputError
from indagate.storage.blobs import Blobs
from indagate.storage.typed import json_decoder
from indagate.storage.writing import storage_errors, write_by_rename

Manifest = dict[str, tuple[str, int]]
"""For each file, by its path below the folder: the digest of its bytes, and its time of change in nanoseconds."""
ALONE = "./"
"""How the path of a file begins that was given alone, without its folder."""

_whole: dict[Path, Path] = {}
"""The folders of which this process knows that nothing is lacking, each with the folder or file that stands for it."""


def pin(folder: Path, paths: Iterable[str], store: Blobs) -> str:
    """Keep files of a folder, and what they are; return the digest under which that is kept.

    Raises `InputError` for a file that cannot be read, `StorageError`.
    """
    manifest: Manifest = {}
    for path in sorted(paths):
        try:
            changed, content = (folder / path).stat().st_mtime_ns, (folder / path).read_bytes()
        except OSError as error:
            hint = "Take it out of the folder, or let it be read: other machines are to read what this one does."
            raise InputError(f"{folder / path} cannot be read: {error.strerror}", hint=hint) from None
        manifest[path] = store.put(content), changed
    return store.put(msgspec.json.encode(manifest))


def lay_out(sha: str, store: Blobs, folders: Path) -> Path:
    """Return a folder of this machine, below `folders`, that holds what was pinned, or the file that was pinned alone.

    What it lacks is written.

    Raises `Corrupt` where the store has lost something of it, `StorageError`.
    """
    folder = folders / sha
    if folder in _whole and folder.is_dir():
        return _whole[folder]
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    manifest = json_decoder(Manifest).decode(store.get(sha))
    for name, (digest, changed) in manifest.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise Corrupt(f"the documents pinned as {sha[:12]}… name a file outside their folder: {name}")
        target = folder / path
        if not target.exists() or target.stat().st_mtime_ns != changed:
            write_by_rename(target, store.get(digest), mode=0o400)
            os.utime(target, ns=(changed, changed))  # last: what a kill left without it is written again
    alone = [name for name in manifest if name.startswith(ALONE)]
    _whole[folder] = folder / alone[0] if alone else folder
    return _whole[folder]


@contextmanager
def as_kept(name: str, pins: Mapping[str, str], store: Blobs) -> Iterator[Path]:
    """Yield a folder or file as a run with these pins read it, fresh from the store; itself where it is not pinned.

    Raises `Corrupt` where the store has lost something of it, `StorageError`.
    """
    if name not in pins:
        yield Path(name)
        return
    with tempfile.TemporaryDirectory(prefix="kept-") as scratch:
        yield lay_out(pins[name], store, Path(scratch))
