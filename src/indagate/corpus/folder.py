"""Which files of a folder are a corpus's: no hidden ones, no junk, nothing outside the folder."""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from indagate.errors import Unreadable


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_JUNK = frozenset(
    {"__pycache__", "node_modules", "__MACOSX", "$RECYCLE.BIN", "System Volume Information", "Thumbs.db", "desktop.ini"}
)
_MEDIA = _listed("""
    .png .jpg .jpeg .gif .webp .svg .ico .bmp .tif .tiff .heic .avif .mp3 .mp4 .m4a .mov .avi .mkv .webm .wav .ogg
    .flac .css .scss .js .mjs .map .woff .woff2 .ttf .otf .eot
""")
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Found:
    """A file: its path below the folder with forward slashes, its size in bytes, its time of change."""

    path: str
    size: int
    mtime_ns: int


@dataclass(slots=True)
class Listing:
    """What is in a folder."""

    files: list[Found] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Files, folders and links that are not read, with the reason."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """How many pictures, sounds, styles and scripts there are, by suffix; they are no documents."""


def listing(folder: Path, *, without: Path | None = None) -> Listing:
    """The files of a resolved folder in the order of their paths; `without` is left out with all below it.

    Raises Unreadable when the folder itself cannot be read.
    """
    found = Listing()
    left_out = os.fspath(without) if without is not None else None
    stack: list[tuple[str, str, int]] = [(os.fspath(folder), "", 0)]
    while stack:
        where, prefix, depth = stack.pop()
        try:
            with os.scandir(where) as entries:
                listed = list(entries)
        except OSError as error:
            if not prefix:
                raise Unreadable(f"{folder}: the folder cannot be read: {error.strerror}") from error
            found.refused.append((_shown(prefix), f"the folder cannot be read: {error.strerror}"))
            continue
        for entry in listed:
            if entry.name.startswith((".", "~$")) or entry.name.endswith("~") or entry.name in _JUNK:
                continue
            if entry.path == left_out:
                continue
            path = f"{prefix}{entry.name}"
            if not _take(found, entry, path, folder):
                continue
            if depth < _DEEPEST:
                stack.append((entry.path, f"{path}/", depth + 1))
            else:
                found.refused.append((_shown(path), f"it lies below {_DEEPEST} folders; indagate looks no deeper"))
    found.files.sort(key=lambda file: file.path)
    found.refused.sort()
    return found


def _take(found: Listing, entry: os.DirEntry[str], path: str, folder: Path) -> bool:
    """Note a file; True for a folder to look into. A link counts when it leads to a file inside the folder."""
    try:
        if entry.is_dir(follow_symlinks=False):
            return True
        if (suffix := entry.name[entry.name.rfind(".") :].lower()) in _MEDIA:
            found.passed_over[suffix] += 1
            return False
        inside = not entry.is_symlink() or Path(entry.path).resolve(strict=True).is_relative_to(folder)
        status = entry.stat()
    except (OSError, RuntimeError):
        found.refused.append((_shown(path), "it is a link that leads nowhere" if entry.is_symlink() else "it has gone"))
        return False
    if not inside:
        found.refused.append((_shown(path), "it is a link that leads out of the folder; such links are not followed"))
    elif not stat.S_ISREG(status.st_mode):
        # What a link to a folder of this folder leads to is read where it lies.
        if not stat.S_ISDIR(status.st_mode):
            found.refused.append((_shown(path), "it is no file but a pipe, a socket or a device"))
    elif not _writable_name(path):
        found.refused.append((_shown(path), "its name is no valid UTF-8; rename it"))
    else:
        found.files.append(Found(path, status.st_size, status.st_mtime_ns))
    return False


def _writable_name(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: str) -> str:
    return os.fsencode(path).decode("utf-8", "backslashreplace").rstrip("/")
