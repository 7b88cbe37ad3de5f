"""Plain English questions over typed tables as SQL, or the words that were not understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from indagate.cells.grammar.query import Query, spoken
from indagate.cells.grammar.sentence import Declined, phrases
from indagate.cells.grammar.skeleton import queries
from indagate.cells.grammar.vocabulary import QUESTION, Item, View, Vocabulary
from indagate.cells.grammar.words import STOP, Token, tokens
from indagate.cells.table import Column
from indagate.vocabulary import vocabulary

_YES_OR_NO = frozenset(vocabulary("is are was were do does did has have had am can could will would should may might"))
_LONGEST = 40
"""Tokens of a question; a longer text is no plain question."""


@dataclass(frozen=True, slots=True)
class Sql:
    """A question as a query: the SQL, the query in words, and its table."""

    text: str
    said: str
    table: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Why a question has no query: the words that found no place or changed nothing, and what would help.

    `readings` are the queries in words where there are two, or the one without the words that change nothing;
    `nearest` are names and values of the tables like the words. `closest` is the query without the words that change
    nothing; who shows its result says which words it leaves out.
    """

    words: tuple[str, ...]
    reason: str = ""
    readings: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    closest: Sql | None = None

    def __str__(self) -> str:
        """Return it as a sentence or two."""
        parts = [f"not understood: {', '.join(self.words)}"] if self.words else []
        parts += [self.reason] if self.reason else []
        parts += [f"it may mean: {'; or: '.join(self.readings)}"] if self.readings else []
        parts += [f"the tables have: {', '.join(self.nearest)}"] if self.nearest else []
        return ". ".join(parts) or "not understood"


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What one table makes of a row of tokens: queries, with the items of each, or the words without a place."""

    queries: dict[str, tuple[Query, tuple[Item, ...]]]
    lost: tuple[str, ...] = ()
    reason: str = ""
    unknown: bool = False


def read_question(words: str, views: Sequence[View], today: date) -> Sql | NotUnderstood:
    """Read a question over tables: the one reading that uses every word, or what stands in its way."""
    row = tokens(words)
    if not row or len(row) > _LONGEST:
        return NotUnderstood((), "this is no plain question" if row else "nothing is asked")
    if row[0].low in _YES_OR_NO and not (len(row) > 1 and row[1].low == "you"):
        return NotUnderstood(
            (row[0].text,), "questions of yes or no are not read: ask how many, how much, which or when"
        )
    vocabularies = [Vocabulary(view) for view in views if not view.table.long_of]
    attempts = [_attempt(vocabulary, row, today) for vocabulary in vocabularies]
    found: dict[str, Query] = {}
    idle: list[tuple[tuple[str, ...], Query]] = []
    for attempt in attempts:
        for text, (query, items) in attempt.queries.items():
            unused = _unused(vocabularies, row, items, text, today)
            if unused:
                idle.append((unused, query))
            else:
                found[text] = query
    if len(found) == 1:
        text, query = next(iter(found.items()))
        return Sql(text, query.say(), query.table)
    if found:
        return NotUnderstood((), "this has more than one reading", _apart(list(found.values())))
    if idle:
        unused, query = min(idle, key=lambda pair: len(pair[0]))
        closest = Sql(query.sql(), query.say(), query.table)
        return NotUnderstood(unused, "without these words the question is the same", (closest.said,), (), closest)
    if not attempts:
        return NotUnderstood((), "there are no tables")
    best = min(attempts, key=lambda attempt: (attempt.unknown, len(attempt.lost), not attempt.reason))
    return NotUnderstood(best.lost, best.reason, (), _nearest(best.lost, views) if best.unknown else ())


def _apart(queries: Sequence[Query]) -> tuple[str, ...]:
    """Return queries in words, and as SQL where two sound the same."""
    told = [query.say() for query in queries]
    return tuple(
        f"{one}: {query.sql()}" if told.count(one) > 1 else one for one, query in zip(told, queries, strict=True)
    )


def _attempt(vocabulary: Vocabulary, row: tuple[Token, ...], today: date) -> _Attempt:
    """Return what one table makes of the tokens."""
    readings, unknown = vocabulary.readings(row, today)
    if unknown:
        return _Attempt({}, tuple(token.text for token in unknown), unknown=True)
    if not readings:
        return _Attempt({}, (), "these words may be taken in too many ways")
    found: dict[str, tuple[Query, tuple[Item, ...]]] = {}
    declined: list[Declined] = []
    for items in readings:
        for column in _date_columns(vocabulary.view, items):
            try:
                for query in queries(phrases(vocabulary.view, items, column)):
                    found.setdefault(query.sql(), (query, items))
            except Declined as reason:
                declined.append(reason)
    if found or not declined:
        return _Attempt(found)
    best = min(declined, key=lambda reason: (not reason.reason, len(reason.items)))
    lost = tuple(" ".join(token.text for token in row[item.start : item.end]) for item in best.items)
    return _Attempt({}, lost, best.reason)


def _date_columns(view: View, items: Sequence[Item]) -> list[Column | None]:
    """Return the columns that the periods of a question may speak of."""
    dates: list[Column | None] = [column for column in view.table.columns if column.kind == "date"]
    if len(dates) > 1 and not any(item.sign in "PUJH" for item in items):
        return dates[:1]
    return dates or [None]


def _unused(
    vocabularies: Sequence[Vocabulary], row: tuple[Token, ...], items: Sequence[Item], text: str, today: date
) -> tuple[str, ...]:
    """Return the words without which the reading is the same; question words and stop words are exempt."""
    unused = []
    for item in items:
        whole = item.sign in "Pn"
        places = [range(item.start, item.end)] if whole else [range(at, at + 1) for at in range(item.start, item.end)]
        for place in places:
            words = row[place.start : place.stop]
            if item.sign in QUESTION or all(not word.word or word.low in STOP for word in words):
                continue
            without = row[: place.start] + row[place.stop :]
            if {sql for vocabulary in vocabularies for sql in _attempt(vocabulary, without, today).queries} == {text}:
                unused.append(" ".join(word.text for word in words))
    return tuple(unused)


def _nearest(words: Sequence[str], views: Sequence[View]) -> tuple[str, ...]:
    """Return names and values of the tables that are spelled like some words, or else the names of the columns."""
    names: dict[str, str] = {}
    for view in views:
        for column in view.table.columns:
            names[spoken(column).lower()] = spoken(column)
        for values in view.values.values():
            names.update({str(value).lower(): str(value) for value in values})
    near = [name for word in words for name in get_close_matches(word.lower(), names, n=2, cutoff=0.75)]
    if not near:
        near = [spoken(column).lower() for view in views[:3] for column in view.table.columns][:12]
    return tuple(dict.fromkeys(names[name] for name in near))
