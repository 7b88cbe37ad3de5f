"""What rows are put together by: the label that "which" asks for, and the groups of "per", "by", "for each"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indagate.flows.task.offline.tables.linked import Linked, Mention, labels
from indagate.flows.task.offline.tables.period import unit_named
from indagate.flows.task.offline.tables.schema import NUMERIC, Column
from indagate.flows.task.offline.word import form_of

_WHICH = re.compile(
    r"(?<!\w)(?:which|what|welche[rsnm]?|как(?:ой|ая|ое|ие|ом|ого|ую|им|их)|name the|find the|nenne (?:die|"
    r"den|das)|назови\w*|"
    r"у как\w+|в как\w+|на как\w+)(?!\w)", re.IGNORECASE,
)  # fmt: skip
_WHO = re.compile(r"(?<!\w)(?:who|whose|wer|wessen|кто|у кого|чь[яеи])(?!\w)", re.IGNORECASE)
_WHOSE = re.compile(r"(?<!\w)(?:whose|wessen|чь[яеи]|чей)(?!\w)", re.IGNORECASE)
_WHEN = re.compile(r"(?<!\w)(?:when|wann|когда)(?!\w)", re.IGNORECASE)
_WHERE = re.compile(r"(?<!\w)(?:where|wo|где)(?!\w)", re.IGNORECASE)
_EACH = re.compile(
    r"(?<!\w)(?P<how>per|for (?:each|every)(?: of the)?|in (?:each|every)|each|every|(?:grouped |"
    r"broken down |split )?by(?: the)?|je|pro|"
    r"(?:aufgeschlüsselt |gruppiert )?nach|für jede[nrs]?|in jede[mr]|jede[nrsm]?|"
    r"(?:в разрезе|по|на|в|за|для) кажд\w+|кажд\w+|в разрезе|по|на одного|на одну|на одно|"
    r"в среднем на)\s+(?P<what>[^\W\d_]+)",
    re.IGNORECASE,
)
_ADVERB = re.compile(
    r"(?<!\w)(?P<what>monthly|yearly|annual|quarterly|weekly|daily|monatlich\w*|jährlich\w*|wöchentlich\w*|"
    r"täglich\w*|"
    r"ежемесячн\w+|ежегодн\w+|ежедневн\w+)(?!\w)",
    re.IGNORECASE,
)
_GRAINS = {"month": "%Y-%m", "year": "%Y", "week": "%G-W%V", "day": "%Y-%m-%d"}


@dataclass(frozen=True, slots=True)
class Label:
    """What tells groups apart: SQL, the names of the columns that it makes use of, whether rows differ in it.

    `rows` says that every row is its own group; `of_time`, that it is a stretch of time.
    """

    sql: str
    columns: tuple[str, ...] = ()
    unique: bool = False
    rows: bool = False
    of_time: bool = False
    column: Column | None = None


NO_SUCH = Label("")
"""Groups that a goal wants and the table cannot make."""


def by_time(linked: Linked, unit: str) -> Label | None:
    """Return the label of a stretch of time; None where the table has no such dates."""
    dated, yearly = linked.dated, linked.yearly
    if unit == "year" and yearly is not None and dated is None:
        return Label(yearly.sql, (yearly.name,), yearly.distinct >= linked.sheet.rows, False, True, yearly)
    if dated is None:
        return None
    order = ("day", "week", "month", "quarter", "year")
    if dated.grain in order and unit in order and order.index(unit) < order.index(dated.grain):
        return None  # finer than the dates are
    if unit == "weekday":
        return Label(f"dayname({dated.sql})", (dated.name,), False, False, True)
    if unit == "quarter":
        sql = f"year({dated.sql}) || '-Q' || quarter({dated.sql})"
    else:
        sql = f"strftime({dated.sql}, '{_GRAINS[unit]}')"
    return Label(sql, (dated.name,), unit == "day" and dated.distinct >= linked.sheet.rows, False, True)


def of_column(linked: Linked, column: Column) -> Label:
    """Return a column as a label."""
    unique = column.distinct >= linked.sheet.rows
    sql = column.sql
    time = column.kind in ("date", "moment") or column.grain == "year"
    if column.kind == "date":
        sql = f"strftime({column.sql}, '{_GRAINS.get(column.grain, '%Y-%m-%d')}')"
    return Label(sql, (column.name,), unique, False, time, column)


def label_of(linked: Linked) -> Label | None:
    """Return what a question for "which" or "who" wants to know; None where it asks for no label."""
    text = linked.text
    named = [
        one
        for one in labels(linked)
        if one.column not in {c.column for c in linked.conditions if c.kind == "value" and not c.out}
    ]
    if (top := linked.wish.mark("top")) is not None and (found := named_after(linked, top.end)) is not None:
        return found
    for asked in _WHICH.finditer(text):
        follow = [token for token in linked.tokens if token.start >= asked.end()][:4]
        for token in follow:
            if unit := unit_named(token.word):
                exact = next((one for one in named if one.at == token.start and one.column.kind == "text"), None)
                if exact is None:
                    return by_time(
                        linked, "weekday" if re.match(r"(?:day )?of the week", text[token.end :].strip()) else unit
                    )
            mention = next((one for one in named if one.at == token.start), None)
            if mention is not None:
                return of_column(linked, mention.column)
            if any(mark.name == "order" and mark.start <= token.start < mark.end for mark in linked.wish.marks):
                continue
            if linked.column_at(token.start) is not None or _in_mark(linked, token.start):
                break  # what is the highest price: no label
            if token.start in linked.own:
                return _own_label(linked)
    if _WHEN.search(text) and linked.dated is not None:
        return of_column(linked, linked.dated)
    if (whose := _WHOSE.search(text)) is not None:
        behind = next((one.column for one in named if 0 <= one.at - whose.end() <= 2), None)
        others = [c for c in linked.sheet.columns if c.kind == "text" and c is not behind]
        return of_column(linked, others[0]) if len(others) == 1 else None
    if _WHO.search(text):
        return of_column(linked, named[0].column) if len(named) == 1 else _person(linked)
    if _WHERE.search(text):
        texts = [c for c in linked.sheet.columns if c.kind == "text"]
        return of_column(linked, texts[0]) if len(texts) == 1 else None
    return None


def _in_mark(linked: Linked, at: int) -> bool:
    return any(mark.start <= at < mark.end for mark in linked.wish.marks if mark.name in ("avg", "total", "nth"))


def _own_label(linked: Linked) -> Label | None:
    """Return the column that names the things a table is of: the first of words in which rows differ, else "
    "the first."""
    texts = [c for c in linked.sheet.columns if c.kind == "text"]
    unique = [c for c in texts if c.distinct >= linked.sheet.rows]
    if len(unique or texts) == 1:
        return of_column(linked, (unique or texts)[0])
    if unique:
        return of_column(linked, unique[0])
    listed = ", ".join(c.sql for c in texts)
    return Label(f"concat_ws(' ', {listed})", tuple(c.name for c in texts)) if texts else None


def named_after(linked: Linked, at: int) -> Label | None:
    """Return the label that is named within the next two words: the hottest day, the top 3 products."""
    for token in [one for one in linked.tokens if one.start >= at][:2]:
        mention = next((one for one in labels(linked) if one.at == token.start), None)
        if mention is not None and not (mention.column.kind in ("date", "moment") and unit_named(token.word)):
            return of_column(linked, mention.column)
        if unit := unit_named(token.word):
            return by_time(linked, unit)
        if token.start in linked.own:
            return _own_label(linked)
    return None


def _person(linked: Linked) -> Label | None:
    texts = [c for c in linked.sheet.columns if c.kind == "text"]
    unique = [c for c in texts if c.distinct >= linked.sheet.rows]
    chosen = unique if len(unique) == 1 else texts if len(texts) == 1 else []
    return of_column(linked, chosen[0]) if chosen else None


def group_of(linked: Linked) -> Label | None:
    """Return the groups that a goal wants a figure for each of; None where it wants none."""
    found = [label for label in _groups(linked) if label is not NO_SUCH]
    if len(found) != len(list(_groups(linked))):
        return NO_SUCH
    told = {label.sql: label for label in found if not label.rows}
    if len(told) > 1:
        return NO_SUCH
    return next(iter([*told.values(), *found]), None)


def _groups(linked: Linked) -> Iterator[Label]:
    text = linked.text
    for found in [*_EACH.finditer(text), *_ADVERB.finditer(text)]:
        word, at = found["what"], found.start("what")
        mention = next((one for one in linked.mentions if one.at == at), None)
        if mention is None and (close := _behind(linked, at)) is not None:
            mention = close
        if mention is not None and not unit_named(word):
            yield _of_mention(linked, mention)
            continue
        unit = unit_named(word)
        if unit:
            label = by_time(linked, unit)
            if label is not None:
                grain = linked.dated.grain if linked.dated else "year"
                finest = linked.dated is not None and linked.dated.distinct >= linked.sheet.rows and grain == unit
                yield Label(label.sql, label.columns, label.unique, finest, True, label.column)
            else:
                yield NO_SUCH
            continue
        if any(one == at for one in linked.own):
            yield Label("", (), True, True)


def _of_mention(linked: Linked, mention: Mention) -> Label:
    column = mention.column
    if column.kind in NUMERIC and column.grain != "year":
        return Label(column.sql, (column.name,), column=column)
    label = of_column(linked, column)
    rows = column.distinct >= linked.sheet.rows and any(
        form_of(word, own) for word in column.words for own in linked.sheet.words
    )
    return Label(label.sql, label.columns, label.unique, rows or label.unique, label.of_time, column)


def _behind(linked: Linked, at: int) -> Mention | None:
    """Return the column that is named by the second word behind "per": per product group."""
    follow = [token.start for token in linked.tokens if token.start > at][:1]
    own = next((token for token in linked.tokens if token.start == at), None)
    if own is None:
        return None
    return next((one for one in linked.mentions if one.at in follow and own.word in one.column.words), None)
