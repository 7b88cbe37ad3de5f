"""A person's edits of a page: compared with the page as it was rendered at the row it shows, and taken in as events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from indagate.engine.lease import now
from indagate.engine.past import refold
from indagate.engine.record import Stamp
from indagate.engine.row import Note, encode
from indagate.engine.view import Page
from indagate.errors import PageRejected

if TYPE_CHECKING:
    from indagate.engine.driver import Driver


def take_in(driver: Driver, page: Page) -> Sequence[Any]:
    """Return the events that an edited page stands for; a page that cannot be taken in is set aside and restored."""
    showing = driver.scribe.showing
    if showing is None or page.read is None or page.rev is None:
        return ()
    text = showing.edited(page)
    if text is None:
        return ()
    showing.guard()  # else it may be the page of whoever took over, and no edit
    scribe = driver.scribe
    try:
        rev = page.rev(text)
        if not 0 <= rev <= scribe.past.last.seq:
            raise PageRejected(f"{page.path}: `rev: {rev}` names no row of this run; leave that line as it is")
        then = refold(driver.program, scribe.run.name, driver.journal.rows(scribe.run.id, upto=rev)).record
        base = page.render(then)
        events = () if text == base else page.read(scribe.record, base, text)
    except PageRejected as error:
        kept = showing.set_aside(page, text, Stamp(scribe.past.last.seq, now()))
        remark = f"{error.message}; your version is kept as {kept.name}, and the page was restored"
        scribe.write("note", "page rejected", page.path, encode(Note(remark)))
        showing.settle_edit(page)
        return ()
    showing.settle_edit(page)
    return events
