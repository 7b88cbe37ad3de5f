"""What the steps of the notes flow do in the world: search, append, weigh, remember."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from indagate.flows.notes import context
from indagate.flows.notes.ask import Learnt
from indagate.flows.notes.chart import Stored
from indagate.flows.notes.context import Remembered
from indagate.flows.notes.domain import Activity, Significant, usable
from indagate.flows.notes.entry import Fact, Item
from indagate.flows.notes.index import Index
from indagate.flows.notes.lexicon import Lexicon, lexicon_of
from indagate.flows.notes.notebook import Notebook, one_line
from indagate.flows.notes.parsed import Reading, keep
from indagate.flows.notes.query import Answered, Query
from indagate.flows.notes.valuation import value_in
from indagate.tools import tool


@tool
def search_notes(home: str, query: Query) -> Answered:
    """Find what the notes answer to a query."""
    from indagate.flows.notes.retrieval import answer  # a note that is only kept starts faster without

    return answer(query, Path(home))


@tool(writes=True)
def append_note(home: str, day: date, text: str, mark: str, mind: str, items: list[Item]) -> Stored:
    """Append a note to its day's file, once: a note that bears this mark is not written again.

    What a model (`mind`) read in it is kept beside the notebook first; what the rules read they read again.
    """
    if mind != "offline":
        keep(Path(home), Reading(mark, one_line(text), mind, tuple(items)))
    line = Notebook(Path(home) / "notebook").append(day, [(text, mark)])[0]
    return Stored(day, line.line, line.text)


@tool
def weigh_note(home: str, day: date, line: int) -> list[str]:
    """Return what is significant about a note: a record, the first of its kind, an event that its domain names."""
    lexicon = lexicon_of(usable(Path(home))[0].values())
    with Index(Path(home), lexicon) as index:
        index.refresh()
        found: list[str] = []
        for fact in index.of_notes([(day, line)], day):
            if not fact.item.why:
                found += _significant(fact, index, lexicon)
    return list(dict.fromkeys(found))


def _significant(fact: Fact, index: Index, lexicon: Lexicon) -> list[str]:
    item = fact.item
    domain = lexicon.domains[item.domain]
    activity = domain.activity(item.activity)
    rules = [one for one in domain.significant if one.activity == item.activity]
    if activity is None or not rules:
        return []
    name = f"{item.kind or item.activity}".replace("_", " ")
    found = []
    for rule in rules:
        if rule.event and rule.event != "preference":
            found.append(f"{rule.event}: {item.said} ({item.day})")
        if rule.first and next(_earlier(fact, index), None) is None:
            found.append(f"first {name}: {item.said} ({item.day})")
        if rule.record and _is_record(fact, rule, index, activity):
            found.append(f"record {name} {rule.field}: {item.said} ({item.day})")
    return found


def _earlier(fact: Fact, index: Index) -> Iterator[Item]:
    return (other for other in index.earlier(fact) if not other.why and other.kind == fact.item.kind)


def _is_record(fact: Fact, rule: Significant, index: Index, activity: Activity) -> bool:
    """Whether a value goes beyond at least three earlier ones; the first that it does not ends the search."""
    mine, known = value_in(fact.item.values, rule.field, activity), 0
    if mine is None:
        return False
    for other in _earlier(fact, index):
        value = value_in(other.values, rule.field, activity) if other.unit == fact.item.unit else None
        if value is None:
            continue
        known += 1
        if not (mine > value if rule.record == "max" else mine < value):
            return False
    return known >= 3


@tool(writes=True)
def remember(home: str, run: str, learnt: list[Learnt]) -> Remembered:
    """Take what was learnt into the global context, once a run."""
    return context.learn(Path(home), run, tuple(learnt))
