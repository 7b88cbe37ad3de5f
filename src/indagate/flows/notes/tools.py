"""What the steps of the notes flow do in the world: append, keep, search, weigh, remember."""

from __future__ import annotations

from datetime import date

from indagate.errors import InputError
from indagate.flows.notes import context
from indagate.flows.notes.amendment import Amendment, command_of, line_of, place_of
from indagate.flows.notes.chart import Kept, Stored
from indagate.flows.notes.context import Remembered
from indagate.flows.notes.domain import Significant, usable
from indagate.flows.notes.entry import Note, Reading
from indagate.flows.notes.index import Index, Told
from indagate.flows.notes.notebook import Notebook, one_line
from indagate.flows.notes.query import Found, Query
from indagate.flows.notes.readings import KeptReading, keep
from indagate.flows.notes.record import NotesInput
from indagate.flows.notes.roles.observer import Learnt
from indagate.storage import Home
from indagate.tools import tool

ENOUGH = 3
"""Earlier values from which a greater one is a record."""


def opened(home: Home) -> Index:
    """Return the index of a home, up to date, with the domain modules that can be read. Close it."""
    index = Index(home.root, usable(home.root)[0])
    index.refresh()
    return index


@tool(writes=True)
def append_note(home: Home, day: date, text: str, mark: str) -> Kept:
    """Append a note to its day's file, once: a note that bears this mark is not written again."""
    line = Notebook(home.root / "notebook").append(day, [(text, mark)])[0]
    return Kept(day, line.line, line.text)


@tool(writes=True)
def keep_reading(home: Home, day: date, line: int, text: str, by: str, reading: Reading) -> Stored:
    """Keep what a model (`by`) read in a note beside the notebook; the latest reading of a text counts."""
    keep(home.root, KeptReading(day, one_line(text), by, reading))
    return Stored(day, line, text)


@tool
def latest_notes(home: Home, as_of: date, count: int) -> list[Note]:
    """Return the notes that were written last, the latest first."""
    with opened(home) as index:
        return index.latest(as_of, count)


@tool
def amending_line(home: Home, place: str, text: str, as_of: date) -> str:
    """Return the line that replaces a note by a text, or deletes it. Raises `InputError` where there is none."""
    with opened(home) as index:
        if not place:
            latest = index.latest(as_of)
            if not latest:
                raise InputError("there is no note to undo", hint="indagate notes list shows the notes")
            return line_of(Amendment(latest[0].day, latest[0].line, text))
        found = place_of(place, as_of)
        if found is None or not any(note.line == found[1] for note in index.lines(found[0])):
            raise InputError(
                f"there is no note at {place}", hint="indagate notes list shows the notes with day and line"
            )
        return line_of(Amendment(*found, text))


def refuse_nowhere(given: NotesInput, home: Home) -> None:
    """Raise `InputError` for a command such as `delete 9` that names no note."""
    command = command_of(given.text) if given.mode == "tell" else None
    if command is not None:
        amending_line.function(home, command.place, command.text, given.as_of)


@tool
def search_notes(home: Home, query: Query, domains: list[str], as_of: date) -> Found:
    """Find what the notes answer to a query, with the words of some domains."""
    from indagate.flows.notes.search import answer  # a note that is only kept starts faster without

    with opened(home) as index:
        return answer(index, query, [index.domains[name] for name in domains if name in index.domains], as_of)


@tool
def described_tables(home: Home, as_of: date) -> str:
    """Return what tables the notes make: columns with kinds and units, a few rows of each."""
    from indagate.flows.notes.tables import described

    with opened(home) as index:
        return described(index, as_of)


@tool
def weigh_note(home: Home, day: date, line: int) -> list[str]:
    """Return what is significant about a note: a record, the first of its kind, an event that its domain names."""
    found: list[str] = []
    with opened(home) as index:
        for one in index.told(date.max, place=(day, line)):
            domain = index.domains.get(one.entry.domain)
            for rule in domain.significant if domain else ():
                if rule.activity == one.entry.what:
                    found += _significant(one, rule, index)
    return list(dict.fromkeys(found))


def _significant(told: Told, rule: Significant, index: Index) -> list[str]:
    entry = told.entry
    name = (entry.kind or entry.what).replace("_", " ")
    earlier, values, least, most = index.earlier(told)
    found = []
    if rule.event:
        found.append(f"{rule.event}: {entry.said} ({entry.date})")
    if rule.first and not earlier:
        found.append(f"first {name}: {entry.said} ({entry.date})")
    if rule.record and rule.measure == entry.measure and entry.value is not None and values >= ENOUGH:
        assert least is not None and most is not None
        if entry.value > most if rule.record == "max" else entry.value < least:
            found.append(f"record {name} {rule.measure}: {entry.said} ({entry.date})")
    return found


@tool(writes=True)
def remember(home: Home, run: str, learnt: list[Learnt]) -> Remembered:
    """Take what was learnt into the global context, once a run."""
    return context.learn(home.root, run, tuple(learnt))


@tool(writes=True)
def forget(home: Home, source: str, day: date) -> None:
    """Let what was learnt of a note hold no more from a day on."""
    context.end(home.root, source, day)
