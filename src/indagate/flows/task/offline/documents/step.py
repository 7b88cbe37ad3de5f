"""The steps of an agent that follows rules and has documents, where something has to be computed: search, "
"read, compute."""

from __future__ import annotations

from typing import Any

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.documents.fact import Dated, Fact
from indagate.flows.task.offline.documents.read import read_texts
from indagate.flows.task.offline.documents.work import work_out
from indagate.flows.task.offline.documents.worked import Worked
from indagate.flows.task.offline.goal import Goal
from indagate.flows.task.offline.move import result_of, seen_of, use
from indagate.flows.task.offline.synonym import synonyms
from indagate.flows.task.offline.word import words_of
from indagate.flows.task.offline.wording import computed

PASSAGES, DOCUMENTS, BEFORE = 8, 4, 6_000
"""Passages looked for, documents read for them, and characters that are read before a passage."""
TOOLS = frozenset({"search_documents", "read_document", "calculate"})


def step(goal: Goal, asked: ThinkQuestion) -> Thinking | None:
    """Return the next step towards what can be computed from documents; None where nothing can."""
    if not searchable(asked):
        return None
    found = read_for(goal, asked)
    if isinstance(found, Thinking):
        return found
    worked = work_out(goal, read_texts(found))
    return _computed(goal, worked, asked) if worked is not None else None


def searchable(asked: ThinkQuestion) -> bool:
    """Whether there are documents to be searched and read."""
    return asked.names >= TOOLS


def read_for(goal: Goal, asked: ThinkQuestion) -> list[dict[str, str]] | Thinking:
    """Return the texts that may hold what a goal needs, or the next step towards them."""
    query: dict[str, object] = {"query": searched(goal), "limit": PASSAGES}
    found = seen_of(asked, "search_documents", query)
    if found is None:
        return use("The documents may hold its parts.", "search_documents", **query)
    texts = []
    for path, start in _places(result_of(found)):
        place: dict[str, object] = {"path": path, "start": start}
        seen = seen_of(asked, "read_document", place)
        if seen is None:
            return use("Read where they may stand.", "read_document", **place)
        text = result_of(seen)
        if text:
            texts.append(text)
    return texts


def searched(goal: Goal) -> str:
    """Return what documents are searched for: the goal, and words of its language that mean the same as its own."""
    more = [other for word in dict.fromkeys(words_of(goal.text)) for other in synonyms(word, goal.language)]
    return f"{goal.text[:300]} {' '.join(dict.fromkeys(more))}"[:400].rstrip()


def _places(passages: Any) -> list[tuple[str, int]]:
    """Return the documents that passages are of, the best first, and from where each is read."""
    first: dict[str, int] = {}
    for passage in passages or []:
        if passage["path"] not in first and len(first) == DOCUMENTS:
            continue
        first[passage["path"]] = min(first.get(passage["path"], 1 << 40), passage["start"])
    return [(path, max(0, start - BEFORE)) for path, start in first.items()]


def _computed(goal: Goal, worked: Worked, asked: ThinkQuestion) -> Thinking | None:
    seen = seen_of(asked, "calculate", {"expression": worked.expression})
    if seen is None:
        return use("What is asked can be computed from that.", "calculate", expression=worked.expression)
    if seen.status != "SUCCESS":
        return None
    value = seen.text.partition(" (")[0].removeprefix("≈ ")
    unit = f" {worked.unit}" if worked.unit and "percent" not in worked.expression else ""
    note = f" ({worked.note})" if worked.note else ""
    steps = f"{computed(worked.expression, seen.text, goal.language)}{unit}"
    lead = f"{worked.lead}: " if worked.lead else ""
    quotes = dict.fromkeys(f"“{_quote(fact)}” [{fact.source}]" for fact in worked.facts)
    return Thinking("The documents give its parts.", answer="\n\n".join([f"{lead}{value}{unit}{note}", steps, *quotes]))


def _quote(fact: Fact | Dated) -> str:
    return fact.sentence[:300]
