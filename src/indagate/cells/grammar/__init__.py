"""The one grammar: plain English questions over typed tables as the SQL that a model would write."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.cells.grammar.answering import answer, answer_now, read
    from indagate.cells.grammar.calendar import periods
    from indagate.cells.grammar.reading import NotUnderstood, Sql, read_question
    from indagate.cells.grammar.vocabulary import View

__all__ = ["NotUnderstood", "Sql", "View", "answer", "answer_now", "periods", "read", "read_question"]
_HOMES = {
    "answer": "answering", "answer_now": "answering", "read": "answering", "periods": "calendar",
    "NotUnderstood": "reading", "Sql": "reading", "read_question": "reading", "View": "vocabulary",
}  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
