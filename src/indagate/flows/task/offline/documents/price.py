"""The one price that a goal means."""

from __future__ import annotations

from indagate.flows.task.offline.documents.asked import asked_for
from indagate.flows.task.offline.documents.fact import Book, Fact
from indagate.flows.task.offline.documents.fit import reading_of
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.documents.value import values
from indagate.flows.task.offline.goal import read_goal


def price_in(book: Book, text: str) -> Fact | None:
    """Return the sum of money that documents say for what a goal names; None where there is none, or several."""
    reading = reading_of(asked_for(read_goal(text), book.heads), book)
    best = reading.best(values(reading, reading.asked.words, (), Target("money")))
    return best[1].number if best else None
