"""From a page's bytes to a document: its letters, its format, its words; in a process that can be killed."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import json
import threading
from typing import TYPE_CHECKING

from indagate.errors import EffectError, EffectFailed, TimedOut, Unreadable

if TYPE_CHECKING:
    from indagate.corpus import Document
    from indagate.sandbox import Worker

SECONDS = 90.0
MEMORY = 1 << 30
READERS = 2
_NAMES = {
    "text/html": "page.html",
    "application/xhtml+xml": "page.html",
    "application/pdf": "page.pdf",
    "application/x-pdf": "page.pdf",
    "text/markdown": "page.md",
    "text/x-markdown": "page.md",
    "text/csv": "page.csv",
    "text/tab-separated-values": "page.tsv",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "page.docx",
}
_TEXTS = ("text/", "application/json", "application/xml", "application/ld+json", "application/yaml")
_NOT_TEXT = ("image/", "audio/", "video/", "font/")
_WEAK = frozenset({"iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii"})
"""What servers say when they know nothing: the page's own statement counts more."""
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def name_for(media_type: str, data: bytes) -> str:
    """Return the file name by which a page's reader is chosen. Raises `Unreadable` for what has no words."""
    if data[:1024].lstrip().startswith(b"%PDF-"):
        return "page.pdf"
    if media_type in _NAMES:
        return _NAMES[media_type]
    if media_type.startswith(_NOT_TEXT):
        raise Unreadable(f"it is {media_type}, which has no words to read")
    if not media_type or media_type == "application/octet-stream":
        return "page.html" if b"<html" in data[:4096].lower() else "page.txt"
    if media_type.startswith(_TEXTS) or media_type.endswith(("+json", "+xml")):
        return "page.txt"
    raise Unreadable(f"it is {media_type}, which indagate does not read")


def respelled(data: bytes, charset: str, name: str) -> bytes:
    """Return the bytes in UTF-8 where the server's word on its letters is to be believed, else as they are.

    A byte order mark or valid UTF-8 speaks for itself; a server that says Latin-1 usually says nothing.
    """
    if not charset or name in ("page.pdf", "page.docx") or data.startswith(_MARKS):
        return data
    try:
        data.decode("utf-8")
        return data
    except UnicodeDecodeError:
        pass
    if charset.lower() in _WEAK:
        return data
    try:
        known = codecs.lookup(charset)
        if not getattr(known, "_is_text_encoding", True) or known.name == "utf-8":
            return data
        return codecs.BOM_UTF8 + data.decode(known.name, "replace").encode("utf-8", "replace")
    except (LookupError, ValueError):
        return data


def read_packed(request: bytes) -> bytes:
    """Read a page, in a process that can be killed: a line of JSON, the bytes; a packed document back."""
    from indagate.corpus.document import pack
    from indagate.corpus.extract import format_of, read

    head, _, data = request.partition(b"\n")
    said = json.loads(head)
    name = name_for(said["media_type"], data)
    data = respelled(data, said["charset"], name)
    if format_of(data[: 1 << 16], name) == "html":
        return pack(_read_html(data, name))
    return pack(read(data, name))


def _read_html(data: bytes, name: str) -> Document:
    """Read a page without what surrounds its words; all that it shows where nothing else is left."""
    from lxml import html as lxml_html

    from indagate.corpus.reader import html
    from indagate.tools.web.boilerplate import prune

    def spelled() -> bytes:
        return codecs.BOM_UTF8 + bytes(lxml_html.tostring(root, encoding="utf-8"))

    root = html.parse(data[: html.CAP])
    shown = spelled()
    prune(root)
    try:
        document = html.read(spelled(), name)
    except Unreadable:
        return html.read(shown, name)
    return document if any(block.kind != "heading" for block in document.blocks) else html.read(shown, name)


class _Reading:
    """One page on its way: the process that reads it, and whether somebody still waits for it."""

    def __init__(self) -> None:
        self.given_up = False
        self.worker: Worker | None = None

    def refuse(self) -> None:
        if self.given_up:
            raise EffectFailed("it was given up")

    def kill(self) -> None:
        worker = self.worker
        if worker is not None:
            worker.kill()


class Readers:
    """A few processes that read pages, kept for the next one; each serves one caller at a time."""

    def __init__(self, count: int = READERS) -> None:
        self._free = threading.Semaphore(count)
        self._idle: list[Worker] = []
        self._count = count
        self._warmed = False

    async def read(self, data: bytes, media_type: str, charset: str) -> Document:
        """Return the document in a page's bytes. Raises `Unreadable` with the reason."""
        from indagate.corpus.document import unpack

        head = json.dumps({"media_type": media_type, "charset": charset}).encode()
        reading = _Reading()
        thread = asyncio.get_running_loop().run_in_executor(None, self._call, head + b"\n" + data, reading)
        try:
            return unpack(await asyncio.shield(thread))
        except (EffectFailed, TimedOut) as error:
            raise Unreadable(f"the page cannot be read: {error.message}") from None
        except asyncio.CancelledError:
            reading.given_up = True
            while not thread.done():
                reading.kill()
                await asyncio.sleep(0.02)
            thread.exception()
            raise

    def warm(self) -> None:
        """Start the processes, so that the first pages need not wait for them; returns at once."""
        if not self._warmed:
            self._warmed = True
            for _ in range(self._count):
                threading.Thread(target=self._start, name="indagate-reader", daemon=True).start()

    def _start(self) -> None:
        with contextlib.suppress(EffectError, OSError):
            self._call(b'{"media_type": "text/html", "charset": ""}\n<p>Ready.</p>', _Reading())

    def _call(self, request: bytes, reading: _Reading) -> bytes:
        from indagate.sandbox import Worker

        while not self._free.acquire(timeout=0.05):
            reading.refuse()
        try:
            reading.refuse()
            worker = self._idle.pop() if self._idle else Worker("indagate.tools.web.page:read_packed", memory=MEMORY)
            reading.worker = worker
            try:
                answer = worker.call(request, timeout=SECONDS)
            except EffectError:
                worker.close()
                raise
            finally:
                reading.worker = None
            self._idle.append(worker)
            return answer
        finally:
            self._free.release()

    def close(self) -> None:
        """End the processes."""
        while self._idle:
            self._idle.pop().close()
