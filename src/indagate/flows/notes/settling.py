"""What only the notebook as a whole tells of a value: the unit of a bare number, and whether it can be the writer's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log

from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Fact, Item
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import POUND, UNITS, Measure
from indagate.flows.notes.query import Condition, Subject

BARE, KG, LB, KM, MI = "=bare", "=kg", "=lb", "=km", "=mi"
"""Tags of an entry that say in which unit its mass or its length was written; `BARE`: in none."""
_REACH = 1.1
"""How far above all that was done a question may ask for."""
_NEIGHBOURS = 4
"""So many other values, at least, tell what is usual for one person."""
_UNUSUAL = 1.45
"""From how many times as much, or as little, a steady value is somebody else's."""


def meant(
    conditions: tuple[Condition, ...], subjects: Sequence[Subject], facts: Sequence[Fact]
) -> tuple[Condition, ...]:
    """Return conditions with bare numbers in kilograms or kilometres where values noted in these come up to them."""
    kinds = {kind for one in subjects for kind in one.kinds}
    some = [fact for fact in facts if not kinds or fact.item.kind in kinds]
    own, foreign = ([fact for fact in some if bool({LB, MI} & {*fact.item.tags}) is there] for there in (False, True))
    made = []
    for one in conditions:
        reach = max((fact.item.values.get(one.field, 0.0) for fact in own), default=0.0) * _REACH
        made.append(replace(one, bare=one.bare and bool(foreign) and one.value > reach))
    return tuple(made)


def unit_tag(one: Measure) -> str:
    """Return the tag that says in which unit a quantity was written, or nothing where that does not matter."""
    if one.kind == "mass":
        return LB if UNITS.get(one.unit, ("", 0.0))[1] == POUND else KG if one.unit else BARE
    if one.kind == "length":
        return MI if one.unit.startswith(("mi", "ми", "mei")) else KM
    return BARE if one.kind in {"number", "sets"} else ""


def settled(facts: list[Fact], lexicon: Lexicon, pounds: Callable[[], bool]) -> list[Fact]:
    """Return the facts of some activities with bare loads in the unit of their like, and without other people's values.

    `pounds` is asked only where nothing like a bare load has a unit: whether the notebook tells masses in pounds.
    """
    made = facts
    if any(BARE in fact.item.tags and "weight" in fact.item.values for fact in facts):
        made = [_with_unit(fact, facts, pounds) for fact in facts]
    for domain, name in {(fact.item.domain, fact.item.activity) for fact in made}:
        activity = lexicon.activity(domain, name)
        if activity is not None and activity.main and activity.fields[activity.main].steady:
            made = _own(made, activity)
    return made


def _with_unit(fact: Fact, facts: Sequence[Fact], pounds: Callable[[], bool]) -> Fact:
    """Return a fact whose load has no unit with that of the loads of its kind, or else of its activity."""
    item = fact.item
    if BARE not in item.tags or "weight" not in item.values:
        return fact
    alike = [one.item for one in facts if one.item.activity == item.activity and {KG, LB} & set(one.item.tags)]
    alike = [one for one in alike if "weight" in one.values]
    alike = [one for one in alike if one.kind == item.kind] or alike
    if not (_in_pounds(item, alike) if alike else pounds()):
        return fact
    tags = (*(tag for tag in item.tags if tag != BARE), LB)
    return replace(fact, item=replace(item, values={**item.values, "weight": _pounds(item)}, tags=tags))


def _pounds(item: Item) -> float:
    return round(item.values["weight"] * POUND, 4)


def _in_pounds(item: Item, alike: Sequence[Item]) -> bool:
    """Whether a bare load is in pounds as its like are; where both units occur, by which it lies nearer to them."""
    units = {tag for one in alike for tag in one.tags if tag in {KG, LB}}
    if len(units) == 1:
        return units == {LB}
    usual = _median([one.values["weight"] for one in alike]) or 1.0
    return abs(log(max(_pounds(item), 0.1) / usual)) < abs(log(max(item.values["weight"], 0.1) / usual))


def _own(facts: list[Fact], activity: Activity) -> list[Fact]:
    """Return the facts; those whose value lies far from what is usual for the writer are somebody else's."""
    name = activity.main
    own = [f.item.values[name] for f in facts if f.item.activity == activity.activity and _counts(f, name)]
    if len(own) < _NEIGHBOURS + 1:
        return facts
    usual = _median(own)

    def strange(fact: Fact) -> bool:
        value = fact.item.values.get(name)
        mine = fact.item.activity == activity.activity and _counts(fact, name)
        return mine and value is not None and not usual / _UNUSUAL < value < usual * _UNUSUAL

    return [replace(f, item=replace(f.item, why="other")) if strange(f) else f for f in facts]


def _median(values: Sequence[float]) -> float:
    from statistics import median  # a note that is only kept starts faster without

    return median(values)


def _counts(fact: Fact, name: str) -> bool:
    return not fact.item.why and name in fact.item.values
