"""From a file's bytes to a document: what kind of file is it, and who reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Literal

from indagate.corpus.charset import is_binary
from indagate.corpus.document import Document, pack, unpack
from indagate.errors import EffectFailed, TimedOut, Unreadable

EXTRACTOR_VERSION = 9
"""Raised whenever reading changes, so that an index knows to read again."""

PDF_SECONDS = 120.0
PDF_MEMORY = 768 << 20

Format = Literal["pdf", "docx", "html", "markdown", "csv", "text"]

SUFFIXES: dict[str, Format] = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".docm": "docx",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    ".rst": "text",
    ".adoc": "text",
    ".asciidoc": "text",
    ".org": "text",
    ".me": "text",
    "": "text",
}
_UNKNOWN = "not a kind indagate reads (it reads PDF, DOCX, HTML, Markdown, CSV, TSV and text)"
_MARKED_UP = (b"{", b"[{", b"%!ps", b"<?xml", b"<svg", b"-----begin ")
"""How text begins that is written for programs alone: JSON, RTF, PostScript, XML, keys."""
_HTML_STARTS = (b"<!doctype html", b"<html", b"<?xml")


def extract(data: bytes, name: str) -> Document:
    """The document in a file's bytes; `name` is its file name or path.

    PDF is read in a process of its own, which is killed at a time and a memory limit.
    Raises Unreadable with the name and the reason.
    """
    from indagate.sandbox import run_killable_sync

    try:
        if format_of(data[: 1 << 16], name) != "pdf":
            return read(data, name)
        argument = PurePath(name).name.encode("utf-8", "replace")[:255]
        answer = run_killable_sync(
            "indagate.corpus.extract:read_packed",
            len(argument).to_bytes(2, "big") + argument + data,
            timeout=PDF_SECONDS,
            memory=PDF_MEMORY + 4 * len(data),
        )
        return unpack(answer)
    except (Unreadable, TimedOut, EffectFailed) as error:
        raise Unreadable(f"{name}: {error.message}") from error


def read(data: bytes, name: str) -> Document:
    """The document in a file's bytes, read in this very process; raises Unreadable with the reason alone."""
    return _reader(format_of(data[: 1 << 16], name))(data, name)


def read_packed(request: bytes) -> bytes:
    """`read` for a killable process: the name's length in two bytes, the name, the data; a packed document back."""
    length = int.from_bytes(request[:2], "big")
    return pack(read(request[2 + length :], request[2 : 2 + length].decode()))


def format_of(head: bytes, name: str) -> Format:
    """The file's format by its first bytes, then by its name; raises Unreadable for what indagate does not read."""
    suffix = PurePath(name).suffix.lower()
    if not head:
        raise Unreadable("it is empty")
    if head[:1024].lstrip().startswith(b"%PDF-"):
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        if SUFFIXES.get(suffix) == "docx" or (suffix not in SUFFIXES and b"word/" in head):
            return "docx"
        raise Unreadable(_UNKNOWN)
    known = SUFFIXES.get(suffix)
    if known in ("pdf", "docx"):
        raise Unreadable(f"it is no {known.upper()}, though its name says so")
    if is_binary(head):
        raise Unreadable(_UNKNOWN if known is None else "it holds no text but binary data")
    start = head[:2048].removeprefix(b"\xef\xbb\xbf").lstrip()[:200].lower()
    if known != "markdown" and start.startswith(_HTML_STARTS) and (known == "html" or b"<html" in head[:4096].lower()):
        return "html"
    if known is None and start.startswith(_MARKED_UP):
        raise Unreadable(_UNKNOWN)
    return known or "text"


def _reader(kind: Format) -> Callable[[bytes, str], Document]:
    from importlib import import_module

    read: Callable[[bytes, str], Document] = import_module(f"indagate.corpus.reader.{kind}").read
    return read
