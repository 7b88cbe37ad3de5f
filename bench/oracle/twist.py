"""The controls' gold: one mutation in each case, or another case's gold.

A mutated gold must come out wrong or refused; if it comes out right, the examination or the product does not look.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

from bench.oracle.gold import Meaning

SEED = 20261122
OTHERS = (
    (" DESC", " ASC"),
    ("sum(", "max("),
    ("avg(", "min("),
    ("max(", "min("),
    ("min(", "max("),
    ("count(*)", "count(*) + 1"),
    (" < ", " >= "),
    (" > ", " <= "),
    (" + ", " - "),
    (" * ", " + "),
)
"""What a query is changed into: the first that occurs in it, once."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def twisted(gold: dict[str, Meaning], how: str) -> dict[str, Meaning]:
    """Return gold with one mutation each (`mutated`), that of the next case of the flow (`other`), or as it is."""
    if how == "mutated":
        return {name: mutated(meaning) for name, meaning in gold.items()}
    if how == "other":
        return _shifted(gold)
    return gold


def _shifted(gold: dict[str, Meaning]) -> dict[str, Meaning]:
    found: dict[str, Meaning] = {}
    for flow in {meaning.flow for meaning in gold.values()}:
        names = [name for name, meaning in gold.items() if meaning.flow == flow]
        random.Random(SEED).shuffle(names)
        for n, name in enumerate(names):
            found[name] = replace(gold[names[(n + 1) % len(names)]], case=name)
    return found


def mutated(meaning: Meaning) -> Meaning:
    """Return a meaning with one thing changed: a quote (a number, a word), a column, a value, a sign, a search."""
    by_role: dict[str, Any] = json.loads(json.dumps(meaning.by_role))
    draw = random.Random(f"{SEED} {meaning.case}")
    for reading in [item for items in (by_role.get("reader") or {}).values() for item in items]:
        reading["quote"] = reading["statement"] = _changed(reading["quote"], draw)
    planner = by_role.get("planner") or {}
    if planner.get("sql"):
        planner["sql"] = _other_query(planner["sql"], draw)
    elif planner.get("words"):
        planner["words"] = [word[::-1] for word in planner["words"]]
    for call in by_role.get("agent") or []:
        arguments = call.get("arguments", {})
        for name in ("sql", "expression", "code"):
            if arguments.get(name):
                arguments[name] = _other_query(arguments[name], draw)
        if call.get("quote"):
            call["quote"] = _changed(call["quote"], draw)
    if by_role.get("answer") and ("```" in by_role["answer"] or by_role == meaning.by_role):
        by_role["answer"] = _other_query(by_role["answer"], draw)
    return replace(meaning, by_role=by_role)


def _changed(text: str, draw: random.Random) -> str:
    """A quote with another number in it, or without one of its words."""
    numbers = list(_NUMBER.finditer(text))
    if numbers:
        found = draw.choice(numbers)
        other = str(int(found[0][-1:]) + 1)[-1:]
        return text[: found.end() - 1] + other + text[found.end() :]
    words = text.split()
    del words[draw.randrange(len(words))]
    return " ".join(words)


def _other_query(text: str, draw: random.Random) -> str:
    for one, other in OTHERS:
        if one in text:
            return text.replace(one, other, 1)
    return _changed(text, draw)
