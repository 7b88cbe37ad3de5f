"""What happens to one file of a corpus, in a worker process: hashed, read, cut and made ready for the index."""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path, PurePosixPath

from indagate.corpus.document import Document, Kind, pack
from indagate.corpus.extract import format_of, read
from indagate.corpus.passage import Passage, cut, weigh
from indagate.corpus.query import indexed
from indagate.errors import Unreadable

FUNCTION = "indagate.corpus.reading:read_file"

_CHUNK = 1 << 20
_LARGEST = 100 << 20
"""No reader takes more bytes of a file than these (one more byte is read, to know that there were more)."""


@dataclass(frozen=True, slots=True)
class Job:
    """A file to look at; `known` is the hash it had, for which nothing need be done."""

    folder: str
    path: str
    size: int
    mtime_ns: int
    known: str | None = None
    attempts: int = 0
    """How often its worker was killed or died over it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage ready for the index; `heading` and `body` are as it takes them in, `body` None for the text itself."""

    digest: bytes
    kind: Kind
    text: str
    start: int
    end: int
    path: tuple[str, ...]
    place: str | None
    context: str | None
    heading: str
    body: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: the same as before, unreadable for a reason, or a document with its pieces."""

    path: str
    size: int = -1
    mtime_ns: int = -1
    read_ns: int = 0
    sha256: str = ""
    same: bool = False
    reason: str | None = None
    attempts: int = 0
    bare: Document | None = None
    """The document without text and blocks."""
    words: int = 0
    packed: bytes = b""
    title: str = ""
    pieces: tuple[Piece, ...] = ()


def read_file(request: bytes) -> bytes:
    """An encoded Job to an encoded Outcome."""
    import msgspec

    from indagate.storage.typed import packed_decoder

    return msgspec.msgpack.encode(look_at(packed_decoder(Job).decode(request)))


def look_at(job: Job) -> Outcome:
    """Hash the file and, if its content is not the known one, read it."""
    began = time.time_ns()
    try:
        with (Path(job.folder) / job.path).open("rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            data, digest = _take(file, status.st_size)
    except OSError as error:
        return Outcome(job.path, reason=f"it cannot be opened: {error.strerror}")
    outcome = Outcome(job.path, status.st_size, status.st_mtime_ns, began, digest)
    if digest == job.known:
        return replace(outcome, same=True)
    name = PurePosixPath(job.path).name
    try:
        format_of(data[: 1 << 16], name)
        document = read(data, name)
    except Unreadable as error:
        return replace(outcome, reason=error.message)
    del data
    pieces = tuple(_piece(passage) for passage in cut(document, job.path))
    return replace(
        outcome,
        bare=replace(document, text="", blocks=()),
        words=weigh(document.text),
        packed=pack(document),
        title=title_words(document.title, job.path),
        pieces=pieces,
    )


def title_words(title: str | None, path: str) -> str:
    """What the index takes in as a document's title: its own, and the name of its file."""
    return indexed(f"{title or ''} {PurePosixPath(path).stem}".strip())


def heading_words(path: tuple[str, ...], context: str | None) -> str:
    """What the index takes in as a passage's heading."""
    return indexed("\n".join((*path, context or "")).strip())


def _take(file: FileIO, size: int) -> tuple[bytes, str]:
    """The file's first bytes, as many as any reader takes, and the hash of all of them; it may have grown."""
    data = file.read(min(size, _LARGEST) + 1)
    digest = hashlib.sha256(data)
    parts = [data]
    taken = len(data)
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
        if taken <= _LARGEST:
            parts.append(chunk)
            taken += len(chunk)
    return data if len(parts) == 1 else b"".join(parts), digest.hexdigest()


def _piece(passage: Passage) -> Piece:
    said = "\0".join((passage.kind, passage.text, passage.context or ""))
    body = indexed(passage.text)
    return Piece(
        digest=hashlib.sha256(said.encode("utf-8", "replace")).digest()[:16],
        kind=passage.kind,
        text=passage.text,
        start=passage.start,
        end=passage.end,
        path=passage.path,
        place=passage.place,
        context=passage.context,
        heading=heading_words(passage.path, passage.context),
        body=None if body == passage.text else body,
    )
