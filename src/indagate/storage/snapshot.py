"""The documents of a folder as they were at one moment: kept by their digests, laid out again on any machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import msgspec

from indagate.errors import Corrupt, InputError
from indagate.storage.blobs import Blobs
from indagate.storage.typed import json_decoder
from indagate.storage.writing import write_by_rename

Manifest = dict[str, tuple[str, int]]
"""For each file, by its path below the folder: the digest of its bytes, and its time of change in nanoseconds."""

_whole: set[Path] = set()
"""The folders of which this process knows that nothing is lacking."""


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
    """Return a folder of this machine, below `folders`, that holds what was pinned; what it lacks is written.

    Raises `Corrupt` where the store has lost something of it, `StorageError`.
    """
    folder = folders / sha
    if folder in _whole and folder.is_dir():
        return folder
    for name, (digest, changed) in json_decoder(Manifest).decode(store.get(sha)).items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise Corrupt(f"the documents pinned as {sha[:12]}… name a file outside their folder: {name}")
        target = folder / path
        if not target.exists() or target.stat().st_mtime_ns != changed:
            write_by_rename(target, store.get(digest), mode=0o400)
            os.utime(target, ns=(changed, changed))  # last: what a kill left without it is written again
    _whole.add(folder)
    return folder
