"""The notebook: plain Markdown, one file a day, the user's own; it is appended to and never rewritten."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from indagate.errors import StorageError
from indagate.frozen import dataclass
from indagate.storage import storage_errors

_NAME = re.compile(r"(\d{4}-\d\d-\d\d)\.md")
_MARK = re.compile(r"\s*<!--\s*([^\s>]+)\s*-->\s*$")
_HEADING = re.compile(r"#{1,6}(?:\s|$)")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")

YEARS = range(1900, 2201)
"""The years of which there can be notes: far from where the calendar ends, so that last and next are days too."""

_SYNCING = 16
"""So many files wait for the disk side by side, which a file system takes in few steps."""


@dataclass(frozen=True, slots=True)
class Line:
    """A note as it stands in a day's file: its line number, its text, and the run that wrote it, if one did."""

    line: int
    text: str
    mark: str = ""


class Notebook:
    """The files of a notebook's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, day: date) -> Path:
        """Return the file of a day."""
        return self.folder / f"{day.isoformat()}.md"

    def days(self) -> dict[date, tuple[int, int]]:
        """Return the days that have a file, with modification time (ns) and size."""
        return {date.fromisoformat(day): stamp for day, stamp in sorted(self.stamps().items())}

    def stamps(self) -> dict[str, tuple[int, int]]:
        """Return what `days` does by the days' names, in no order: every command asks for it, so it is quick."""
        found: dict[str, tuple[int, int]] = {}
        named = _NAME.fullmatch
        with contextlib.suppress(FileNotFoundError), os.scandir(self.folder) as entries:
            for entry in entries:
                if not named(entry.name):
                    continue
                day = entry.name[:-3]
                try:
                    if date.fromisoformat(day).year in YEARS and entry.is_file():
                        stat = entry.stat()
                        found[day] = (stat.st_mtime_ns, stat.st_size)
                except (ValueError, FileNotFoundError):
                    continue
        return found

    def read(self, day: date) -> list[Line]:
        """Return the notes of a day, in order. Raises `StorageError`."""
        try:
            return read_lines(self.path(day).read_text("utf-8-sig", errors="replace"))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(f"cannot read {self.path(day)}: {error.strerror or error}") from None

    def append(self, day: date, notes: Sequence[tuple[str, str]]) -> list[Line]:
        """Append notes (text and mark) durably, and return them with their lines.

        A note whose mark is already there is not written again. Others may write at the same time. Raises
        `StorageError`, and the file is then as it was.
        """
        path = self.path(day)
        with self.locked():
            there = self.read(day)
            marks = {line.mark for line in there if line.mark}
            fresh = [(text, mark) for text, mark in notes if not mark or mark not in marks]
            if fresh:
                self._write(path, day, fresh)
            after = self.read(day)
        wanted = [mark for _, mark in notes]
        if all(wanted):
            by_mark = {line.mark: line for line in after}
            return [by_mark[mark] for mark in wanted]
        return after[len(there) :]

    def append_many(self, days: Mapping[date, Sequence[str]]) -> None:
        """Append unmarked notes to many days durably, all or none, with one wait for the disk at the end.

        Raises `StorageError`, and the files are then as they were.
        """
        from concurrent.futures import ThreadPoolExecutor

        spans: list[tuple[Path, int, int]] = []
        with self.locked(), storage_errors(self.folder):
            try:
                for day, texts in days.items():
                    path = self.path(day)
                    spans.append((path, *self._write(path, day, [(text, "") for text in texts], sync=False)))
                with ThreadPoolExecutor(_SYNCING) as pool:
                    list(pool.map(_sync, [path for path, _, _ in spans]))
                _sync(self.folder)
            except BaseException:
                for path, start, end in spans:
                    with contextlib.suppress(OSError):
                        if path.stat().st_size == end:  # else someone has written on
                            os.truncate(path, start)
                raise

    def _write(self, path: Path, day: date, notes: Sequence[tuple[str, str]], sync: bool = True) -> tuple[int, int]:
        """Append notes to a file; return where what was written begins and ends."""
        lines = [f"- {one_line(text)}{f' <!-- {mark} -->' if mark else ''}\n" for text, mark in notes]
        with storage_errors(path):
            handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                size = os.fstat(handle).st_size
                head = "" if size else f"# {day.isoformat()}\n\n"
                if size and os.pread(handle, 1, size - 1) != b"\n":
                    head = "\n"
                whole = (head + "".join(lines)).encode()
                rest = memoryview(whole)
                try:
                    while rest:
                        rest = rest[os.write(handle, rest) :]
                    if sync:
                        os.fsync(handle)
                except OSError:
                    with contextlib.suppress(OSError):
                        os.ftruncate(handle, size)
                    raise
            finally:
                os.close(handle)
            if sync and not size:
                _sync(self.folder)
        return size, size + len(whole)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes of ours from writing. Raises `StorageError`."""
        with storage_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def read_lines(text: str) -> list[Line]:
    """Return the notes of a day's Markdown: list items and plain lines; an indented line continues the one before."""
    found: list[Line] = []
    rows = text.splitlines()
    fenced = bool(rows) and rows[0] == "---" and any(row.strip() == "---" for row in rows[1:])
    for number, row in enumerate(rows, 1):
        if fenced:
            fenced = number == 1 or row.strip() != "---"
            continue
        mark = _MARK.search(row)
        body = row[: mark.start()] if mark else row
        bare = _BULLET.sub("", body, count=1).strip()
        if not bare or _HEADING.match(row) or bare.startswith("<!--") or (not mark and set(bare) <= set("-*_=")):
            continue
        on = row[:1].isspace() and not _BULLET.match(body) and found and found[-1].line == number - 1
        if on:
            last = found.pop()
            found.append(Line(last.line, f"{last.text} {bare}", mark[1] if mark else last.mark))
        else:
            found.append(Line(number, bare, mark[1] if mark else ""))
    return found


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def one_line(text: str) -> str:
    """Return a text on one line that reads back as it is."""
    return " ".join(text.split()).replace("<!--", "< !--")
