"""Work on manuals, each piece in a process of its own: python -m bench.manual DUTY '{"folder": …, "cache": …, …}'.

The last line of its output is JSON: what the duty took and came to.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from indagate.corpus import Corpus
from indagate.corpus.query import expression

MANUALS = (
    Path("/usr/share/doc/postgresql-doc-15/html"),
    Path("/usr/share/doc/python3.11/html"),
)
"""What Debian's packages postgresql-doc-15 and python3.11-doc install."""
QUESTIONS = (
    "What is the default value of max_connections?",
    "How do I create an index without locking out writes?",
    "Which parameter sets how long a statement may run before it is cancelled?",
    "Can a view be updated?",
    "What is the maximum size of a field in a table?",
    "How many columns can a table have at most?",
    "What does the function string_agg do?",
    "What is the difference between VACUUM and VACUUM FULL?",
    "Which privilege is needed to truncate a table?",
    "How often does the statistics collector write its file?",
    "What happens when a checkpoint takes longer than its timeout?",
    "Which lock does ALTER TABLE take, and for how long?",
    "How is a password of a role encrypted?",
    "What does dict.setdefault return?",
    "Which exception is raised when a key is not found in a mapping?",
    "How do I read a file line by line without loading it into memory?",
    "What is the default encoding of open()?",
    "How many bytes does an integer of type bigint take?",
    "How can a thread wait for several events at the same time?",
    "When was the walrus operator added to the language?",
)
_BATCH = 1_000
_TRIES = 3
_SEED = 20_261_122


def make(folder: str, cache: str, passages: int) -> dict[str, Any]:
    """Lay out pages of the installed manuals, drawn at random, until they hold so many passages; more than there are
    by copies whose paragraphs, items and cells say of which copy they are."""
    pages: list[tuple[Path, int]] = []
    for manual in MANUALS:
        if manual.is_dir():
            corpus = Corpus.open(manual, Path(cache))
            corpus.refresh()
            pages += [(manual / entry.path, entry.passages) for entry in corpus.documents()]
    random.Random(_SEED).shuffle(pages)
    held = files = 0
    for copy in range(1 + passages // max(1, sum(count for _, count in pages))):
        for page, count in pages:
            if held >= passages:
                break
            target = Path(folder, str(copy), f"{files % 97:02}", f"{files:05}-{page.name}")
            target.parent.mkdir(parents=True, exist_ok=True)
            text = page.read_bytes()
            for tag in (b"<p>", b"<li>", b"<dd>", b"<td>", b"<pre>"):
                text = text.replace(tag, b"%sCopy %d. " % (tag, copy)) if copy else text
            target.write_bytes(text)
            os.utime(target, (1_700_000_000, 1_700_000_000))
            held, files = held + count, files + 1
    return {"files": files, "missing": not pages}


def index(folder: str, cache: str) -> dict[str, Any]:
    """Bring an index up to date."""
    with _clock() as took:
        done = Corpus.open(Path(folder), Path(cache)).refresh()
    return {
        **took(), "passages": done.passages, "read": done.extracted, "hashed": done.hashed,
        "unchanged": done.unchanged, "unreadable": len(done.unreadable),
    }  # fmt: skip


def texts(folder: str, cache: str, into: str) -> dict[str, Any]:
    """Keep the texts of an index's passages, for the bare insertion."""
    corpus = Corpus.open(Path(folder), Path(cache))
    with Path(into).open("w") as file:
        for entry in corpus.documents():
            for passage in corpus.passages(entry.path):
                file.write(json.dumps([" ".join(passage.path), passage.text]) + "\n")
    return {}


def bare(source: str, cache: str) -> dict[str, Any]:
    """Insert the same texts into an FTS5 table, nothing else: no reading, no cutting, no places."""
    rows = [tuple(json.loads(line)) for line in Path(source).read_text().splitlines()]
    with _clock() as took:
        db = _bare(cache)
        db.execute('CREATE VIRTUAL TABLE words USING fts5(heading, body, tokenize = "porter unicode61")')
        for at in range(0, len(rows), _BATCH):
            db.execute("BEGIN")
            db.executemany("INSERT INTO words VALUES(?, ?)", rows[at : at + _BATCH])
            db.execute("COMMIT")
    return took()


def ask(folder: str, cache: str, plain: str) -> dict[str, Any]:
    """Search for each question, twenty hits with their places; and for all its telling words in the bare table."""
    corpus, db = Corpus.open(Path(folder), Path(cache)), _bare(plain)
    ours, spent, theirs = [], [], []
    for question in QUESTIONS:
        query = ("SELECT rowid, body FROM words WHERE words MATCH ? ORDER BY rank LIMIT 20", (expression(question),))
        began = time.process_time()
        ours.append(_least(lambda question=question: corpus.search(question, 20)))  # type: ignore[misc]
        spent.append((time.process_time() - began) * 1_000 / _TRIES)
        theirs.append(_least(lambda query=query: db.execute(*query).fetchall()))  # type: ignore[misc]
    return {"ours": ours, "cpu": spent, "bare": theirs}


def change(folder: str, count: int) -> dict[str, Any]:
    """Write something new into a few files of a folder."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    for path in random.Random(time.time_ns()).sample(files, count):
        path.write_bytes(path.read_bytes() + b"\n<p>One more sentence, written at %d.</p>\n" % time.time_ns())
    return {}


def pdf(source: str, into: str, pages: int, image: int) -> dict[str, Any]:
    """Write a PDF of so many pages of the passages' text, each with an image of so many bytes, unless that is 0."""
    said = (
        line
        for text in Path(source).read_text().splitlines()
        for line in json.loads(text)[1].splitlines()
        if line.isascii()
    )
    with Path(into).open("wb") as file:
        at, kids, number = [0] * 4, [], 5

        def put(name: int, body: bytes, stream: bytes | None = None) -> None:
            at.extend([0] * (name - len(at)))
            at[name - 1] = file.tell()
            tail = b"" if stream is None else b"\nstream\n" + stream + b"\nendstream"
            file.write(b"%d 0 obj\n%s%s\nendobj\n" % (name, body, tail))

        file.write(b"%PDF-1.5\n")
        for _ in range(pages):
            lines = [next(said, "")[:110].translate({40: "[", 41: "]", 92: "/"}).encode() for _ in range(50)]
            text = zlib.compress(
                b"BT /F1 9 Tf 50 800 Td 12 TL\n%s ET" % b"".join(b"(%s) Tj T*\n" % one for one in lines)
            )
            shown = b""
            if image:
                shape = b"/Width 1000 /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8" % (image // 3_000)
                put(number, b"<</Type /XObject /Subtype /Image %s /Length %d>>" % (shape, image), os.urandom(image))
                shown, number = b"/XObject <</I %d 0 R>>" % number, number + 1
            put(number, b"<</Length %d /Filter /FlateDecode>>" % len(text), text)
            drawn = b"/Contents %d 0 R /Resources <</Font <</F1 4 0 R>>%s>>" % (number, shown)
            put(number + 1, b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] %s>>" % drawn)
            kids.append(number + 1)
            number += 2
        put(1, b"<</Type /Catalog /Pages 2 0 R>>")
        put(2, b"<</Type /Pages /Count %d /Kids [%s]>>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids)))
        put(3, b"<</Title (Pages of manuals)>>")
        put(4, b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>")
        start = file.tell()
        file.write(
            b"xref\n0 %d\n0000000000 65535 f \n" % (len(at) + 1) + b"".join(b"%010d 00000 n \n" % one for one in at)
        )
        file.write(b"trailer <</Size %d /Root 1 0 R /Info 3 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(at) + 1, start))
    return {"bytes": Path(into).stat().st_size}


def notes(source: str, into: str, count: int) -> dict[str, Any]:
    """Write so many small files of two passages each."""
    said = Path(source).read_text().splitlines()
    for number in range(count):
        path = Path(into, f"{number // 500:03}", f"note-{number:05}.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        picked = [json.loads(said[(2 * number + one) % len(said)])[1] for one in (0, 1)]
        path.write_text(f"# Note {number}\n\n{picked[0]}\n\n{picked[1]}\n")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return {"files": count}


def _bare(cache: str) -> sqlite3.Connection:
    db = sqlite3.connect(Path(cache) / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    return db


def _least(work: Callable[[], object]) -> float:
    """Milliseconds of the quickest of some tries."""
    took = []
    for _ in range(_TRIES):
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1_000)
    return min(took)


class _clock:  # noqa: N801 - reads as a word where it is used
    """Wall and processor seconds of a block, its children included, and the memory that it took at most."""

    def __enter__(self) -> Callable[[], dict[str, Any]]:
        self._began, self._spent = time.perf_counter(), _spent()
        return lambda: {"seconds": self._wall, "cpu": self._cpu, "peak": _peak()}

    def __exit__(self, *_: object) -> None:
        self._wall, self._cpu = time.perf_counter() - self._began, _spent() - self._spent


def _usages() -> Iterator[resource.struct_rusage]:
    yield from (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def _spent() -> float:
    return sum(usage.ru_utime + usage.ru_stime for usage in _usages())


def _peak() -> int:
    """Bytes at most: the largest child as often as there are workers, and this process."""
    own, child = (usage.ru_maxrss * 1024 for usage in _usages())
    return own + child * min(4, len(os.sched_getaffinity(0)))


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](**json.loads(sys.argv[2]))))
