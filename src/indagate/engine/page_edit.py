"""A person's edits of a page: compared with the page as it was rendered at the row it shows, and taken in as events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from indagate.engine.journal import Journal, Run
from indagate.engine.lease import now
from indagate.engine.program import Program
from indagate.engine.record import Stamp
from indagate.engine.replay import Replay, replay
from indagate.engine.row import Note, encode
from indagate.engine.view import Page, ViewRenderer
from indagate.errors import PageRejected

if TYPE_CHECKING:
    from indagate.engine.driver import Driver


def edits(journal: Journal, program: Program, run: Run, replayed: Replay, page: Page, text: str) -> Sequence[Any]:
    """Return the events that an edited page stands for. Raises `PageRejected` naming the line that stands for none."""
    if page.read is None or page.rev is None:
        return ()
    rev = page.rev(text)
    if not 0 <= rev <= replayed.last.seq:
        raise PageRejected(f"{page.path}: `rev: {rev}` names no row of this run; leave that line as it is")
    base = page.render(replay(program, run.name, journal.rows(run.id, upto=rev)).record)
    return () if text == base else page.read(replayed.record, base, text)


def take_in(driver: Driver, page: Page) -> Sequence[Any]:
    """Return the events that an edited page stands for; a page that cannot be taken in is set aside and restored."""
    run_writer = driver.run_writer
    renderer = run_writer.renderer
    text = renderer.edited(page) if renderer and page.read else None
    if renderer is None or text is None:
        return ()
    renderer.guard()  # else it may be the page of whoever took over, and no edit
    try:
        events = edits(driver.journal, driver.program, run_writer.run, run_writer.replayed, page, text)
    except PageRejected as error:
        kept = renderer.set_aside(page, text, Stamp(run_writer.replayed.last.seq, now()))
        remark = f"{error.message}; your version is kept as {kept.name}, and the page was restored"
        run_writer.write("note", "page rejected", page.path, encode(Note(remark)))
        events = ()
    renderer.settle_edit(page)
    return events


def refuse_broken(journal: Journal, program: Program, run: Run, replayed: Replay, renderer: ViewRenderer) -> None:
    """Raise `PageRejected` for an edited page of a run that nobody drives; the page is set aside and restored first."""
    for page in renderer.pages:
        text = renderer.edited(page) if page.read else None
        if text is None:
            continue
        try:
            edits(journal, program, run, replayed, page, text)
        except PageRejected as error:
            kept = renderer.set_aside(page, text, Stamp(replayed.last.seq, now()))
            renderer.restore(page, replayed.record)
            hint = f"The page was restored and your version kept: {kept}. Mend the line, copy it back, and try again."
            raise PageRejected(error.message, hint=hint) from None
