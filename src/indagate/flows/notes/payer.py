"""Who pays the writer, as the notebook tells elsewhere: "Timur 13 000 ₽" is income where Timur paid before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from indagate.flows.notes.entry import Fact
from indagate.flows.notes.pattern import pattern

INCOME, SPEND = ("money", "income"), ("money", "spend")
_PAID = pattern(
    r"^\W*(?P<name>[^\W\d][\w-]+) (?:paid|pays|sent|transferred|wired|(?:о|за)платил[аи]?|перев[её]л[аи]?|"
    r"прислал[аи]?|перечислил[аи]?|скинул[аи]?)\b"
)
_ALONE = pattern(r"^\W*(?P<name>[^\W\d][\w-]+)(?:'s)? (?:[€$£₽] ?)?\d")
"""A name with nothing but a sum of money behind it."""


def with_payers(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return activities with what tells which money of theirs came from a known payer."""
    money = {INCOME, SPEND} & set(pairs)
    return list(dict.fromkeys((*pairs, INCOME, SPEND))) if money else list(pairs)


def sorted_out(facts: list[Fact], pairs: Sequence[tuple[str, str]]) -> list[Fact]:
    """Return the facts of some activities; money beside no more than the name of a known payer is income."""
    names = {_name(fact, _PAID) for fact in facts if fact.item.activity == "income"} - {""}
    if names:
        facts = [replace(one, item=replace(one.item, activity="income")) if _from(one, names) else one for one in facts]
    return [one for one in facts if (one.item.domain, one.item.activity) in pairs]


def _from(fact: Fact, names: set[str]) -> bool:
    item = fact.item
    return item.activity == "spend" and not item.kind and not item.why and _name(fact, _ALONE) in names


def _name(fact: Fact, pattern_: re.Pattern[str]) -> str:
    """Return the name, written with a capital, with which the words of a fact begin, or nothing."""
    found = pattern_.search(fact.item.said)
    return found["name"] if found and found["name"][0].isupper() else ""
