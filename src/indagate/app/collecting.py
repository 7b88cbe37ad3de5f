"""Collecting what no run needs: drafts left after kills, files of deleted runs, unreferenced content, caches.

Every name of bytes in the store stands in a row (or in bytes that a row names) before anything relies on it; what was
put or claimed lately, or since the oldest live drive began, may still be on its way into a row and is left. So a
collection beside live runs, or killed in its middle, loses nothing that is referenced.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path

from indagate.engine import lease, removal
from indagate.engine.journal import Journal, Run, span
from indagate.errors import Corrupt
from indagate.frozen import dataclass
from indagate.storage import Home, storage_errors
from indagate.storage.writing import DRAFT, files_below

GRACE = 3600.0
"""Seconds in which what was written may still be on its way into a row; INDAGATE_GC_GRACE overrides it."""
SHA = re.compile(rb"[0-9a-f]{64}")
CACHES = {
    "indexes": (("corpora", "tables"), "indexes of folders and tables, made again at their next use"),
    "pages": (("web",), "pages and series kept from the web, fetched again at their next use"),
}
"""Folders of a home that can be made again, by kind, and what they hold."""


@dataclass(frozen=True, slots=True)
class Garbage:
    """One kind of what can be collected: how many files or rows, how many bytes; `left` says why it is left."""

    kind: str
    what: str
    count: int
    bytes: int
    left: str = ""


@dataclass(frozen=True, slots=True)
class Deleted:
    """What a deletion takes, or took, away: the run and those it started, their rows, the bytes of their folders."""

    runs: tuple[str, ...]
    rows: int
    bytes: int


@dataclass
class _Pile:
    """Files to be removed, all last changed before `before`."""

    kind: str
    what: str
    files: list[tuple[Path, int]] = field(default_factory=list)
    left: str = ""

    def said(self) -> Garbage:
        return Garbage(self.kind, self.what, len(self.files), sum(size for _, size in self.files), self.left)


class Collector:
    """Finds and removes the garbage of one home; `live` are the runs that are being driven."""

    def __init__(self, home: Home, journal: Journal) -> None:
        self.home = home
        self.journal = journal
        self.runs = journal.runs()
        self.live = [run for run in self.runs if _may_be_live(run)]
        began = [self._drive_began(run) for run in self.live]
        self.before = min([time.time(), *began]) - _grace()

    def piles(self) -> list[_Pile]:
        """Return the files that can be removed, by kind."""
        deleted = _Pile("deleted", "files of deleted runs that a kill left behind")
        deleted.files = [
            (folder, weight(folder))
            for name in removal.left_over(self.journal)
            if (folder := self.home.run_folder(name)).exists()
        ]
        return [self._drafts(), deleted, self._archives(), *self._snapshots(), self._content(), *self._caches()]

    def stray(self) -> Garbage:
        """Return what drivers that slept wrote into runs which were deleted meanwhile."""
        rows, size = removal.stray(self.journal)
        return Garbage("rows", "rows of deleted runs", rows, size)

    def free_pages(self) -> Garbage:
        """Return what the journal's file holds of rows that are gone."""
        pages, size = self.journal.free_pages()
        left = self._busy() if pages else ""
        return Garbage("journal", "room of deleted rows in the journal's file", pages, size, left)

    def _busy(self) -> str:
        return f"left while {self.live[0].name} is driven" if self.live else ""

    def _drive_began(self, run: Run) -> float:
        found = self.journal.read(
            "SELECT max(at) FROM rows WHERE id BETWEEN ? AND ? AND kind IN ('born', 'wake')", *span(run.id)
        )
        return (found[0][0] or run.born) / 1000

    def _drafts(self) -> _Pile:
        pile = _Pile("drafts", "drafts left after kills")
        for path, status in files_below(self.home.root):
            match = DRAFT.fullmatch(path.name)
            if match and status.st_mtime < time.time() - _grace() and not _runs(int(match["pid"] or match["other"])):
                pile.files.append((path, status.st_size))
        return pile

    def _archives(self) -> _Pile:
        """What was laid out for follow-ups of runs that are deleted, and that no other run reads."""
        pile = _Pile("archives", "sources laid out for follow-ups on deleted runs")
        known = {run.name for run in self.runs}
        folder = self.home.root / "archives"
        if self.live or self.lost() or not folder.is_dir():
            pile.left = self._busy() or self.lost()
            return pile
        for path in sorted(folder.iterdir()):
            name = path.name.removesuffix(".origin.json")
            used = self.journal.read(
                "SELECT 1 FROM rows WHERE kind = 'born' AND (instr(body, ?) > 0 OR instr(body, ?) > 0) LIMIT 1",
                f"/archives/{name}\"", f"\"follows\":\"{name}\"",
            )  # fmt: skip
            if name not in known and not used and path.stat().st_mtime < self.before:
                pile.files.append((path, weight(path)))
        return pile

    def _snapshots(self) -> Iterator[_Pile]:
        """Yield what was laid out of documents that were pinned by runs which are deleted."""
        pile, folder = _Pile("snapshots", "documents laid out for runs that are deleted"), self.home.root / "snapshots"
        if not folder.is_dir():
            return
        for path in sorted(folder.iterdir()):
            used = self.journal.read(
                "SELECT 1 FROM rows WHERE kind = 'born' AND instr(body, ?) > 0 LIMIT 1", f'"{path.name}"'
            )
            if not used and path.stat().st_ctime < self.before:
                pile.files.append((path, weight(path)))
        yield pile

    def lost(self) -> str:
        """Say so where the home has folders of runs that the journal does not know: its rows may be lost."""
        known = {run.name for run in self.runs} | set(removal.left_over(self.journal))
        folder = self.home.root / "runs"
        unknown = sorted(path.name for path in folder.iterdir() if path.name not in known) if folder.is_dir() else []
        return (
            f"left: runs/{unknown[0]} is not in the journal, which may not be the one of this home" if unknown else ""
        )

    def _content(self) -> _Pile:
        pile = _Pile("content", "archived bytes that no run names")
        pile.left = self.lost()
        there = {held.sha: held.size for held in self.home.store.entries() if held.used < self.before}
        if pile.left or not there:
            return pile
        named, damaged = self._named(there.keys())
        if damaged:  # what such bytes name is not known
            pile.left = f"left: {damaged}"
            return pile
        pile.files = [(Path(sha), size) for sha, size in there.items() if sha not in named]
        return pile

    def _named(self, there: Iterable[str]) -> tuple[set[str], str]:
        """Return the digests that rows name, or bytes that rows name, and which such bytes are damaged, if any.

        Raises `Corrupt` at a damaged row.
        """
        wanted = set(there)
        named: set[str] = set()
        damaged = ""
        rows = (row.body for run in self.runs for row in self.journal.rows(run.id))
        todo = [*_digests((*rows, *self._noted()))]
        while todo:
            sha = todo.pop()
            if sha in named or sha not in wanted:
                continue
            named.add(sha)
            if self.home.store.first(sha) in (b"{", b"[", b'"'):  # only such bytes name others
                try:
                    todo += _digests([self.home.store.get(sha)])
                except Corrupt as error:
                    damaged = error.message
        return named, damaged

    def _noted(self) -> Iterator[bytes]:
        """Yield the home's own notes beside the journal that may name bytes of the store."""
        for name in ("archives", *CACHES["pages"][0]):
            for path, _ in files_below(self.home.root / name):
                if path.suffix == ".json":
                    with contextlib.suppress(OSError):
                        yield path.read_bytes()

    def _caches(self) -> Iterator[_Pile]:
        for kind, (names, what) in CACHES.items():
            pile = _Pile(kind, what)
            groups: dict[Path, list[tuple[Path, os.stat_result]]] = {}
            for name in names:
                for path, status in files_below(self.home.root / name):
                    if path.suffix != ".lock" and not DRAFT.fullmatch(path.name):
                        groups.setdefault(path.with_name(path.name.partition(".")[0]), []).append((path, status))
            for members in groups.values():
                if all(status.st_mtime < self.before for _, status in members):
                    pile.files += [(path, status.st_size) for path, status in members]
            if self.live:
                pile.files, pile.left = [], self._busy()
            yield pile


def weight(folder: Path) -> int:
    """Return the bytes of a file, or of all files of a folder."""
    if not folder.is_dir() or folder.is_symlink():
        return folder.lstat().st_size if folder.exists() else 0
    return sum(status.st_size for _, status in files_below(folder))


def drop(home: Home, pile: _Pile, before: float) -> Garbage:
    """Remove a pile's files, and return what was removed. Raises `StorageError`."""
    done: list[tuple[Path, int]] = []
    for path, size in pile.files:
        if pile.kind == "content":
            if home.store.collect(path.name, before):
                done.append((path, size))
        elif remove_whole(path):
            done.append((path, size))
    pile.files = done
    return pile.said()


def remove_whole(path: Path) -> bool:
    """Remove a file or a folder with all in it; say whether it was there. Raises `StorageError`."""
    with storage_errors(path):
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        except FileNotFoundError:
            return False
    return True


def _digests(texts: Iterable[bytes]) -> Iterator[str]:
    for text in texts:
        for sha in SHA.findall(text):
            yield sha.decode()


def _may_be_live(run: Run) -> bool:
    """Whether a driver has a run, also one that has been asleep for less than a day."""
    return bool(run.owner) and (run.held or 0) > lease.now() - 86_400_000 and not lease.gone(run.owner or "")


def _runs(pid: int) -> bool:
    """Whether a process of this number exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _grace() -> float:
    try:
        return max(0.0, float(os.environ.get("INDAGATE_GC_GRACE", GRACE)))
    except ValueError:
        return GRACE
