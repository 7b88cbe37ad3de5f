"""The files of a run: rendered again from its journal, compared, brought up to date."""

from __future__ import annotations

import hashlib
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.engine import Links, Log, Page, Record, Row, Run, Stamp, lease, replay
from indagate.engine.journal import Journal
from indagate.engine.view import ViewRenderer, log_line
from indagate.errors import InputError, LeaseLost, PageRejected
from indagate.flow import Flow
from indagate.frozen import dataclass
from indagate.statechart import finished
from indagate.storage import Home, digest

if TYPE_CHECKING:
    from indagate.evidence.check import Violation


@dataclass(frozen=True, slots=True)
class Replayed:
    """What replaying a run showed: where the files were rendered, which are the same as on disk, which differ."""

    folder: Path
    same: tuple[str, ...]
    different: tuple[str, ...]
    missing: tuple[str, ...]


def showing(home: Home, run: Run, flow: Flow) -> ViewRenderer:
    """Return what shows a run in its folder."""
    return ViewRenderer(flow.views, home.run_folder(run.name), home.store)


def render_again(home: Home, journal: Journal, run: Run, flow: Flow, at: int | None, into: Path | None) -> Replayed:
    """Render a run's files into a new folder, as they were at a row, and compare them with those on disk.

    Raises `InputError` for a folder that is not empty; without one the files are thrown away again.
    """
    live = home.run_folder(run.name)
    with tempfile.TemporaryDirectory(prefix=f"{run.name}-") as scratch:
        folder = into or Path(scratch)
        if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
            raise InputError(f"{folder} is no empty folder", hint="Give a new one: nothing of yours is overwritten.")
        shown = ViewRenderer(flow.views, folder, home.store)
        shown.open()
        past = replay(flow, run.name, journal.rows(run.id, upto=at), shown.note)
        shown.flush_logs()
        shown.flush_pages(past.record)
        return Replayed(into or live, *_compare(folder, live))


def changed_files(folder: Path, journal: Journal, run: Run, flow: Flow) -> Iterator[Violation]:
    """Yield a breach for each file of a run that is gone or not as its journal has it; pages people edit are theirs."""
    from indagate.evidence.check import Violation

    for name, sha in _written(journal, run, flow).items():
        try:
            content = (folder / name).read_bytes()
        except OSError as error:
            yield Violation("missing-file", name, f"{name}, which the run wrote, cannot be read: {error.strerror}")
            continue
        if digest(content) != sha:
            yield Violation(
                "file-changed", name, f"{name} is not as this version of indagate writes it from the journal"
            )


def _written(journal: Journal, run: Run, flow: Flow) -> dict[str, str]:
    """Return the digests of the files that a run's journal leads to, by their paths."""
    logs: defaultdict[str, Any] = defaultdict(hashlib.sha256)
    linked: dict[str, str] = {}

    def note(row: Row, event: Any, record: Record[Any]) -> None:
        for view in flow.views:
            if isinstance(view, Log) and (text := view.line(row, event, record)) is not None:
                logs[view.path].update(log_line(row, text))
            elif isinstance(view, Links) and event is not None:
                for name, sha in view.of(event, record):
                    linked.setdefault(name, sha)

    record = replay(flow, run.name, journal.rows(run.id), note).record
    pages = {
        view.path: digest(view.render(record).encode())
        for view in flow.views
        if isinstance(view, Page) and view.read is None and view.exists(record)
    }
    return linked | pages | {path: log.hexdigest() for path, log in logs.items()}


def bring_up_to_date(home: Home, journal: Journal, run: Run, flow: Flow, *, if_behind: bool = False) -> None:
    """Write what the files of a run lack of its journal; a page edited since is kept beside.

    Edits of a run that has not ended are left to whoever drives it on. With `if_behind` nothing is written where the
    logs lack nothing: what else differs was changed by hand. Raises `StorageError`, `LeaseLost` where somebody took
    the run over meanwhile.
    """

    def guard() -> None:
        if journal.by_id(run.id).owner != run.owner:
            raise LeaseLost(f"another driver has taken run {run.name} over", hint="It writes the files of the run.")

    shown = showing(home, run, flow)
    shown.guard = guard
    guard()
    shown.open()
    past = replay(flow, run.name, journal.rows(run.id), shown.note)
    if if_behind and not shown.behind:
        return
    shown.flush_logs()
    ended = finished(flow.chart, past.configuration)
    for page in [page for page in shown.pages if page.read]:
        text = shown.edited(page)
        if text is None or _as_rendered(journal, run, flow, page, text):
            continue
        if ended:
            shown.set_aside(page, text, Stamp(past.last.seq, lease.now()))
        else:
            shown.pages.remove(page)
    shown.flush_pages(past.record)


def pinned(home: Home, flow: Flow, given: Any) -> dict[str, str]:
    """Keep the documents and tables that a run with this input is to read; return their digests by folder or file.

    Raises `Unreadable` or `InputError` for what cannot be read, `StorageError`.
    """
    from indagate.cells.opening import read_by
    from indagate.corpus.folder import listing
    from indagate.storage.snapshot import ALONE, pin

    home.store.require()
    found = {}
    for name in flow.folders(given) if flow.folders is not None else ():
        folder = Path(name).resolve()
        paths = [file.path for file in listing(folder, without=home.corpora).files]
        if not paths:
            raise InputError(f"{folder}: there are no files in it", hint="The run would have nothing to read.")
        found[name] = pin(folder, paths, home.store)
    for name in flow.tables(given) if flow.tables is not None else ():
        place = Path(name).absolute()
        root = place.parent if place.is_file() else place
        read = {path.relative_to(root).as_posix() for path in read_by(place)}
        alone = {place.name} if place.is_file() else set()
        found[name] = pin(root, [*(read - alone), *(f"{ALONE}{one}" for one in alone)], home.store)
    return found


def _as_rendered(journal: Journal, run: Run, flow: Flow, page: Page, text: str) -> bool:
    """Whether a page's text is as it was rendered at the row that it shows."""
    try:
        rev = page.rev(text) if page.rev else -1
    except PageRejected:
        return False
    last, _ = journal.last(run.id)
    return 0 <= rev <= last and page.render(replay(flow, run.name, journal.rows(run.id, upto=rev)).record) == text


def _compare(rendered: Path, live: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    same, different, missing = [], [], []
    for file in sorted(path for path in rendered.rglob("*") if path.is_file()):
        name = file.relative_to(rendered).as_posix()
        other = live / name
        if not other.is_file():
            missing.append(name)
        elif other.read_bytes() == file.read_bytes():
            same.append(name)
        else:
            different.append(name)
    return tuple(same), tuple(different), tuple(missing)
