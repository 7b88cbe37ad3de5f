"""Answering a query from the notebook: by SQL, by the grammar, or by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from indagate.cells import NotUnderstood, Sql, Tables, query_now
from indagate.cells.grammar import View, periods, read_question
from indagate.cells.grammar.query import spoken
from indagate.cells.grammar.words import STOP, tokens
from indagate.errors import InputError
from indagate.flows.notes.domain import Activity, Domain
from indagate.flows.notes.entry import Note
from indagate.flows.notes.gaps import Reads, gaps_of, reads_of, where
from indagate.flows.notes.index import Index
from indagate.flows.notes.learning import preferred
from indagate.flows.notes.query import Cited, Found, Query
from indagate.flows.notes.tables import EARLIEST, activity_of, name_of, open_tables, thing_rows, views_of

if TYPE_CHECKING:
    from indagate.cells.cell import Cell


MOST_CITED, NEAREST = 200, 5
WIDER = (7, 14, 30, 90)
"""Days before and after a period in which notes are looked for if there are none in it; then in all."""


def answer(index: Index, query: Query, domains: Sequence[Domain], as_of: date) -> Found:
    """Answer a query; whatever it cannot be answered by is told, nothing is guessed."""
    if query.form == "words":
        return look_up(index, query, domains, as_of)
    if query.form == "sql":
        return by_sql(index, query, as_of)
    return by_grammar(index, query, domains, as_of)


# --- SQL ------------------------------------------------------------------------------------------------------------


def by_sql(index: Index, query: Query, as_of: date) -> Found:
    """Answer a SELECT over the tables; one that may not run is declined with the reason."""
    if not index.things(as_of):
        return Found(query, declined=True, reason="no values are noted yet")
    read = set(re.findall(r"\w+", query.text.casefold()))
    named = [what for what in index.things(as_of) if name_of(what) in read]
    with open_tables(index, as_of, named, whole=True) as tables:
        try:
            return _result(query, query.text, f"query: {query.text}", tables, index, as_of)
        except InputError as error:
            hint = f" ({error.hint})" if error.hint else ""
            return Found(query, declined=True, reason=f"{error.message}{hint}")


def measure_sql(
    index: Index, what: str, first: date, last: date, as_of: date, *, total: bool = False, monthly: bool = False
) -> str:
    """Return the SELECT of a measure's sum, or of its values by day or month.

    Raises `InputError` for what is not there.
    """
    thing, _, measure = what.strip().casefold().partition(".")
    thing = next((name for name in index.things(as_of) if name_of(name) == name_of(thing)), "")
    if not thing:
        known = ", ".join(name_of(name) for name in index.things(as_of)) or "nothing yet"
        raise InputError(f"no value of {what!r} is noted", hint=f"There are values of: {known}")
    types = thing_rows(thing, index.told(as_of, [thing]), activity_of(index, thing))[0].types
    measures = [name for name, type_ in types.items() if type_ in ("BIGINT", "DOUBLE")]
    chosen = measure or (measures[0] if len(measures) == 1 else "")
    if chosen not in measures:
        listed = ", ".join(f"{name_of(thing)}.{name}" for name in measures)
        raise InputError(f"which measure of {thing}?", hint=f"There are: {listed}")
    days = [f"date >= DATE '{first}'"] if first != EARLIEST else []
    days += [f"date <= DATE '{last}'"] if last != date.max else []
    where = " AND ".join([*days, f'"{chosen}" IS NOT NULL']) if not total else " AND ".join(days)
    if monthly:
        activity = activity_of(index, thing)
        declared = activity.measures.get(chosen) if activity else None
        word = "avg" if declared is not None and declared.adds == "never" else "sum"
        return (
            f'SELECT date_trunc(\'month\', date) AS month, {word}("{chosen}") FROM "{name_of(thing)}" WHERE {where} '
            "GROUP BY month ORDER BY month"
        )
    shown = f'sum("{chosen}")' if total else f'date, "{chosen}", note'
    order = "" if total else " ORDER BY date"
    return f'SELECT {shown} FROM "{name_of(thing)}"' + (f" WHERE {where}" if where else "") + order


def _result(query: Query, sql: str, said: str, tables: Tables, index: Index, as_of: date) -> Found:
    found = query_now(sql, tables)
    cells = tuple(_in_units(cell, query.units) for cell in found.cells)
    reads = reads_of(found.sql, tables)
    return Found(
        query, found.sql, said, cells, tuple(one.text for one in found.disclosures), gaps_of(reads, tables),
        _cited(reads, tables, index, as_of), tables=found.tables,
    )  # fmt: skip


def _in_units(cell: Cell, units: Sequence[str]) -> Cell:
    """Return a cell in the units that the user prefers."""
    if not units or not cell.unit or isinstance(cell.value, bool) or not isinstance(cell.value, int | float):
        return cell
    value, unit = preferred(cell.value, cell.unit, units)
    return replace(cell, value=value, unit=unit)


def _cited(reads: Sequence[Reads], tables: Tables, index: Index, as_of: date) -> tuple[Cited, ...]:
    """Return the notes that the rows of a query stand in, the latest last."""
    places: dict[str, None] = {}
    for one in reads:
        columns = {column.name for column in tables.table(one.table).columns}
        if "note" not in columns:
            continue
        groups = [(*one.conditions, part) for part in one.filters] or [one.conditions]
        chosen = " OR ".join(f"({where(group, columns)})" for group in groups)
        rows = tables.ask(
            [f'SELECT DISTINCT date, note FROM "{one.table}" WHERE {chosen} ORDER BY date DESC, note DESC']
        )
        places.update({str(row[1]): None for row in rows[0].rows[:MOST_CITED]})
    return cite(index, list(reversed(places)))


def cite(index: Index, places: Sequence[str]) -> tuple[Cited, ...]:
    """Return the notes at some places."""
    found: list[Cited] = []
    days = sorted({place.rpartition(":")[0] for place in places})
    if not days:
        return ()
    wanted = set(places)
    texts: dict[str, Note] = {}
    for iso in days:
        day = date.fromisoformat(iso)
        texts |= {note.place: note for note in index.lines(day) if note.place in wanted}
    for place in places:
        if place in texts:
            found.append(Cited(texts[place].day, texts[place].line, texts[place].text))
    return tuple(found)


# --- the grammar ----------------------------------------------------------------------------------------------------


def by_grammar(index: Index, query: Query, domains: Sequence[Domain], as_of: date) -> Found:
    """Answer a plain question in the words of the notebook, if every word of it is understood."""
    things = index.things(as_of)
    named = _named(query.text, domains, things)
    if named:
        with open_tables(index, as_of, named) as tables:
            readings: dict[str, Sql] = {}
            refused: list[NotUnderstood] = []
            for view in views_of(tables, as_of):
                read = _reading(query.text, view, domains, as_of)
                if isinstance(read, NotUnderstood):
                    refused.append(read)
                else:
                    readings[read.text] = read
            if len(readings) == 1:
                sql = next(iter(readings.values()))
                try:
                    return _result(query, sql.text, sql.said, tables, index, as_of)
                except InputError as error:
                    refused.append(NotUnderstood((), error.message))
        if len(readings) > 1:
            told = "; or: ".join(one.said for one in readings.values())
            return _declined(index, query, domains, as_of, (), f"this has more than one reading: {told}")
        best = min(refused, key=_distance, default=NotUnderstood(()))
        reason = best.reason + (f": {'; or: '.join(best.readings)}" if best.readings else "")
        return _declined(index, query, domains, as_of, best.words, reason)
    words = tuple(t.text for t in tokens(query.text) if t.content and t.word)
    return _declined(index, query, domains, as_of, words, "" if things else "no values are noted yet")


def _reading(text: str, view: View, domains: Sequence[Domain], as_of: date) -> Sql | NotUnderstood:
    """Read a question over the table of a thing that it names; the name itself has so been used.

    It may also count its rows ("how many runs"), or stand for the thing's only measure ("average sleep"). If it is read
    in none of these ways, the one that came nearest says what stands in its way.
    """
    thing = view.table.name
    domain = next((d for d in domains for a in d.log_schema if name_of(a.activity) == thing), None)
    activity = next((a for d in domains for a in d.log_schema if name_of(a.activity) == thing), None)
    said = rewritten(text, domain, activity) if domain is not None and activity is not None else text
    noun = thing.replace("_", " ")
    measures = {spoken(column) for column in view.table.columns if column.kind == "measure"}
    forms = [said, _swapped(said, noun, measures.pop() if len(measures) == 1 else ""), _swapped(said, noun, "")]
    refused: list[NotUnderstood] = []
    for form in dict.fromkeys(forms):
        read = read_question(form, [view], as_of)
        if not isinstance(read, NotUnderstood):
            return read
        written = tuple(word for word in read.words if word in text)
        if not refused or written or read.reason:
            refused.append(replace(read, words=written))
    return min(refused, key=_distance)


def _distance(refused: NotUnderstood) -> tuple[int, bool]:
    """Return how far a question is from being read: the words that are not, and whether nothing more is known."""
    return len(refused.words), not refused.reason


def _swapped(text: str, noun: str, other: str) -> str:
    """Return a text with a noun, singular or plural, replaced by another or left out."""
    stems = [token.stem for token in tokens(noun)]
    row = tokens(text)
    out: list[str] = []
    at = 0
    while at < len(row):
        if [token.stem for token in row[at : at + len(stems)]] == stems:
            out.append(other)
            at += len(stems)
        else:
            out.append(row[at].text)
            at += 1
    return " ".join(part for part in out if part)


def _named(text: str, domains: Sequence[Domain], things: Iterable[str]) -> list[str]:
    """Return the things with entries that a question names, by their own name or a domain's words."""
    from indagate.flows.notes.shortform import lexicon_of

    there = set(things)
    found = lexicon_of(domains).named(text) & there
    stems = {token.stem for token in tokens(text)}
    found |= {what for what in there if {t.stem for t in tokens(what.replace("_", " "))} <= stems}
    return sorted(found)


def rewritten(text: str, domain: Domain, activity: Activity) -> str:
    """Return a question with a domain's words in place of those that mean the same; a word that is there stays once."""
    swaps: dict[tuple[str, ...], str] = {}
    for name in (activity.activity, *activity.kinds):
        swaps.update({tuple(w.casefold().split()): name.replace("_", " ") for w in domain.vocabulary.get(name, ())})
    for name, measure in activity.measures.items():
        shown = name.replace("_", " ")
        for words in measure.words:
            phrase = tuple(words.casefold().split())
            swaps[phrase] = f"how much {shown}" if phrase[0] == "how" else shown
    row = tokens(text)
    out: list[str] = []
    at = 0
    while at < len(row):
        for length in range(min(4, len(row) - at), 0, -1):
            phrase = tuple(token.low for token in row[at : at + length])
            if phrase in swaps:
                if swaps[phrase] not in out:
                    out.append(swaps[phrase])
                at += length
                break
        else:
            out.append(row[at].text)
            at += 1
    return " ".join(out)


def _declined(
    index: Index, query: Query, domains: Sequence[Domain], as_of: date, words: tuple[str, ...], reason: str
) -> Found:
    near = look_up(index, query, domains, as_of)
    return Found(query, declined=True, words=words, reason=reason, near=near.near, whole=near.whole)


# --- words ----------------------------------------------------------------------------------------------------------


def look_up(index: Index, query: Query, domains: Sequence[Domain], as_of: date) -> Found:
    """Return the notes that are nearest by their words; a period without any is widened, and that is told."""
    asked = periods(query.text, as_of) if query.first is None and query.last is None else ()
    first = query.first or (asked[0].first if asked else EARLIEST)
    last = query.last or (asked[0].last if asked else date.max)
    groups = _groups(query.text, domains, asked)
    attempts: list[str] = []
    found: list[tuple[Note, int]] = []
    for days in (0, *WIDER, None):
        since, until = _widened(first, last, days)
        found = index.search(groups, since, until, as_of)
        attempts.append("all notes" if since == EARLIEST and until == date.max else f"{since} to {until}")
        if found or (since == EARLIEST and until == date.max):
            break
    most = max((count for _, count in found), default=0)
    whole = bool(groups) and most == len(groups)
    best = [note for note, count in found if count == most] if whole else [note for note, _ in found]
    near = tuple(Cited(note.day, note.line, note.text) for note in best[: MOST_CITED if whole else NEAREST])
    return Found(query, near=near, whole=whole, attempts=tuple(attempts))


def _widened(first: date, last: date, days: int | None) -> tuple[date, date]:
    if days is None:
        return EARLIEST, date.max
    low = first if first == EARLIEST else first - timedelta(days)
    return low, last if last == date.max else last + timedelta(days)


def _groups(text: str, domains: Sequence[Domain], asked: Sequence[Any]) -> list[list[str]]:
    """Return the content words of a text, each with the words of the domains that mean the same."""
    groups = []
    for token in tokens(text):
        inside = any(period.start <= token.start < period.end for period in asked)
        if inside or not token.content or not token.word or token.low in STOP:
            continue
        same = [token.low]
        for domain in domains:
            for name, words in domain.vocabulary.items():
                family = [name.replace("_", " "), *words]
                if token.low in family or token.stem in family:
                    same += family
        groups.append(list(dict.fromkeys(same)))
    return groups
