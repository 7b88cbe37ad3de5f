"""A person's edits of a page: compared with the page as it was rendered at the row it shows, and taken in as events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from indagate.engine.journal import Journal, Run
from indagate.engine.lease import now
from indagate.engine.past import Past, refold
from indagate.engine.program import Program
from indagate.engine.record import Stamp
from indagate.engine.row import Note, encode
from indagate.engine.view import Page, Showing
from indagate.errors import PageRejected

if TYPE_CHECKING:
    from indagate.engine.driver import Driver


def edits(journal: Journal, program: Program, run: Run, past: Past, page: Page, text: str) -> Sequence[Any]:
    """Return the events that an edited page stands for. Raises `PageRejected` naming the line that stands for none."""
    if page.read is None or page.rev is None:
        return ()
    rev = page.rev(text)
    if not 0 <= rev <= past.last.seq:
        raise PageRejected(f"{page.path}: `rev: {rev}` names no row of this run; leave that line as it is")
    base = page.render(refold(program, run.name, journal.rows(run.id, upto=rev)).record)
    return () if text == base else page.read(past.record, base, text)


def take_in(driver: Driver, page: Page) -> Sequence[Any]:
    """Return the events that an edited page stands for; a page that cannot be taken in is set aside and restored."""
    scribe = driver.scribe
    showing = scribe.showing
    text = showing.edited(page) if showing and page.read else None
    if showing is None or text is None:
        return ()
    showing.guard()  # else it may be the page of whoever took over, and no edit
    try:
        events = edits(driver.journal, driver.program, scribe.run, scribe.past, page, text)
    except PageRejected as error:
        kept = showing.set_aside(page, text, Stamp(scribe.past.last.seq, now()))
        remark = f"{error.message}; your version is kept as {kept.name}, and the page was restored"
        scribe.write("note", "page rejected", page.path, encode(Note(remark)))
        events = ()
    showing.settle_edit(page)
    return events


def refuse_broken(journal: Journal, program: Program, run: Run, past: Past, showing: Showing) -> None:
    """Raise `PageRejected` for an edited page of a run that nobody drives; the page is set aside and restored first."""
    for page in showing.pages:
        text = showing.edited(page) if page.read else None
        if text is None:
            continue
        try:
            edits(journal, program, run, past, page, text)
        except PageRejected as error:
            kept = showing.set_aside(page, text, Stamp(past.last.seq, now()))
            showing.restore(page, past.record)
            hint = f"The page was restored and your version kept: {kept}. Mend the line, copy it back, and try again."
            raise PageRejected(error.message, hint=hint) from None
