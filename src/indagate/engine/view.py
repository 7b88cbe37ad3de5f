"""The files that show a run: pages rewritten by rename, logs appended, archived bytes linked.

Views are pure: what they hold follows from the rows, so that `replay` renders the same bytes again.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from indagate.engine.record import Record, Stamp
from indagate.engine.row import Row
from indagate.errors import Corrupt, StorageError
from indagate.frozen import dataclass
from indagate.storage import Blobs, storage_errors, write_by_rename

Reader = Callable[[Any, str, str], Sequence[Any]]
"""What takes a person's edits in: (record, the page as it was rendered at its rev, the page as edited) → events.

Raises `PageRejected` for a line that cannot be taken in.
"""


@dataclass(frozen=True)
class Page:
    """A file that shows the record as it is; `when` says from when on it exists.

    With `read`, a person may edit it while the run lives; `rev` finds, in an edited page, the row that it showed.
    """

    path: str
    render: Callable[[Any], str]
    when: Callable[[Any], bool] | None = None
    read: Reader | None = None
    rev: Callable[[str], int] | None = None

    def exists(self, record: Any) -> bool:
        """Whether a record has this page."""
        return self.when is None or self.when(record)


@dataclass(frozen=True)
class Log:
    """A file that grows: `line` makes the text of a row (without line end), or None; its row number is put in front."""

    path: str
    line: Callable[[Row, Any, Any], str | None]


@dataclass(frozen=True)
class Links:
    """Archived bytes shown in the run's folder: `of` names path and digest for an event."""

    of: Callable[[Any, Any], Iterable[tuple[str, str]]]


View = Page | Log | Links


def _append(file: io.FileIO, text: bytes) -> None:
    """Append everything, or leave the file as it was."""
    size = file.seek(0, os.SEEK_END)
    rest = memoryview(text)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(size)
        raise


def log_line(row: Row, text: str) -> bytes:
    """Return a log's line: the row number, a tab, the text on one line."""
    return f"{row.seq}\t{' '.join(text.splitlines())}\n".encode()


def last_logged(path: Path, *, cut: bool = True) -> int:
    """Return the row of a log's last whole line (-1 if none), cutting a torn tail off. Raises `StorageError`."""
    if not path.exists():
        return -1
    with storage_errors(path), path.open("rb+" if cut else "rb") as file:
        end = start = file.seek(0, os.SEEK_END)
        tail, line = b"", b""
        while start and not line:  # as far back as the last whole line begins
            start = max(0, start - (1 << 16))
            file.seek(start)
            tail = file.read(end - start)
            whole = tail.rfind(b"\n") + 1
            lines = tail[:whole].splitlines()
            line = lines[-1] if len(lines) > 1 or (lines and not start) else b""
        whole = tail.rfind(b"\n") + 1
        if cut and start + whole < end:
            file.truncate(start + whole)
    number = line.split(b"\t", 1)[0]
    if number.isdigit():
        return int(number)
    if line:
        raise Corrupt(f"{path} is no log of indagate: its last line carries no row number")
    return -1


class ViewRenderer:
    """Keeps the files of one run in step with its journal.

    `guard` is called before anything of a driven run is written: it raises `LeaseLost` when another driver has the run.
    What is opened before, or drafted, is left to it by `open(afresh=True)`, so a driver that sleeps between asking
    and writing does no harm.
    """

    def __init__(self, views: Sequence[View], folder: Path, store: Blobs) -> None:
        self.folder = folder
        self.guard: Callable[[], None] = lambda: None
        self._store = store
        self.pages = [view for view in views if isinstance(view, Page)]
        self._logs = [(view, folder / view.path) for view in views if isinstance(view, Log)]
        self._links = [view for view in views if isinstance(view, Links)]
        self._logged: dict[Path, int] = {}
        self._waiting: dict[Path, list[tuple[int, bytes]]] = {}
        self.shown: dict[str, bytes] = {}
        self._found: dict[str, bytes] = {}

    def look(self) -> None:
        """Find how far the logs got, and change nothing: another driver may have the run."""
        for _, path in self._logs:
            self._logged[path] = last_logged(path, cut=False)

    def open(self, *, afresh: bool = False) -> None:
        """Find how far the logs got and mend what a crash left. Rows already logged are passed over.

        With `afresh`, the logs become new files, and a driver that may still be asleep keeps the old ones.
        """
        for _, path in self._logs:
            last = self._logged[path] = last_logged(path)
            if afresh and path.exists():
                write_by_rename(path, path.read_bytes())
            if path in self._waiting:
                self._waiting[path] = [line for line in self._waiting[path] if line[0] > last]
        for folder in {(self.folder / page.path).parent for page in self.pages}:
            for draft in folder.glob(".*.draft"):
                with storage_errors(draft):
                    draft.unlink(missing_ok=True)

    def note(self, row: Row, event: Any, record: Record[Any]) -> None:
        """Take a row in: its log lines wait for `flush_logs`, its archived bytes are linked."""
        for view, path in self._logs:
            if row.seq > self._logged.get(path, -1):
                text = view.line(row, event, record)
                if text is not None:
                    self._waiting.setdefault(path, []).append((row.seq, log_line(row, text)))
        if event is not None:
            for links in self._links:
                for name, sha in links.of(event, record):
                    target = self.folder / name
                    if not target.exists():
                        self._store.link(sha, target)

    @property
    def behind(self) -> bool:
        """Whether the files on disk lack what was noted."""
        return any(self._waiting.values()) or not self.folder.exists()

    def flush_logs(self) -> None:
        """Append what waits. Raises `StorageError` or `LeaseLost`."""
        for path in list(self._waiting):
            lines = self._waiting[path]
            if lines:
                with storage_errors(path):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    with path.open("ab", buffering=0) as file:
                        self.guard()
                        _append(file, b"".join(line for _, line in lines))
            del self._waiting[path]

    def flush_pages(self, record: Record[Any]) -> None:
        """Rewrite the pages whose content changed. Raises `StorageError` or `LeaseLost`."""
        for page in self.pages:
            if page.exists(record):
                content = page.render(record).encode()
                path = self.folder / page.path
                if self.shown.get(page.path) != content or not path.exists():
                    try:
                        write_by_rename(path, content, guard=self.guard)
                    except StorageError:
                        self.guard()  # whoever took over clears drafts away
                        raise
                    self.shown[page.path] = content

    def restore(self, page: Page, record: Record[Any]) -> None:
        """Rewrite one page from the record. Raises `StorageError` or `LeaseLost`."""
        self.shown[page.path] = page.render(record).encode()
        write_by_rename(self.folder / page.path, self.shown[page.path], guard=self.guard)

    def edited(self, page: Page) -> str | None:
        """Return the text of a page that is not as it was last shown, or None."""
        path = self.folder / page.path
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        if content == self.shown.get(page.path):
            return None
        self._found[page.path] = content
        return content.decode(errors="replace")

    def settle_edit(self, page: Page) -> None:
        """Take the page as `edited` last found it for the one shown, so that it is looked at once."""
        self.shown[page.path] = self._found[page.path]

    def set_aside(self, page: Page, text: str, stamp: Stamp) -> Path:
        """Keep an edited page that could not be taken in beside the page, and return where."""
        target = self.folder / f"{page.path}.rejected-{stamp.at}"
        write_by_rename(target, text.encode(), guard=self.guard)
        return target
