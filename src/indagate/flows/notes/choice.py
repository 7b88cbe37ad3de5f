"""Which entries a query means: kinds, words, values, whose doing, days, and days on which something else was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import MILE, POUND
from indagate.flows.notes.query import Condition, Period, Query, Side, Words
from indagate.flows.notes.settling import LB, MI
from indagate.flows.notes.token import plain, tokens
from indagate.flows.notes.valuation import extreme, value_of

SPELL = 14
"""Notes of a thing that lie no more days apart belong to one spell of it, where its domain says nothing else."""
NEAR = timedelta(10)
"""How far a value may lie from the day that another thing names."""


def fits(fact: Fact, query: Query, activity: Activity) -> bool:
    """Whether a fact is of the kinds, values and words that are asked for, whoever did it."""
    item = fact.item
    kinds = query.subjects[0].kinds
    if kinds and item.kind not in kinds and not any(f"#{kind}" in item.tags for kind in kinds):
        return False
    if any(item.kind in one.kinds for one in query.but):
        return False
    if query.unit and item.unit != query.unit:
        return False
    if query.form not in {"verdict"} and not all(meets(fact, one, activity) for one in query.conditions):
        return False
    return all(said(fact, words) for words in query.words if words.strict)


def said(fact: Fact, words: Words) -> bool:
    """Whether one of some words is said with a fact; or, with `without`, said to be lacking."""
    has = bool(set(words.stems) & set(fact.item.tags))
    if not words.without or not has:
        return has
    low = [token.low for token in tokens(plain(fact.item.said))]
    return any(word in {"without", "no", "без", "ohne", "unassisted"} for word in low)


def counts(fact: Fact, query: Query) -> bool:
    """Whether a fact counts for a query: the doing of the one asked about, done and not only planned."""
    if query.who:
        return bool(fact.item.who) and same_person(fact.item.who, query.who)
    if query.plans:
        return fact.item.why == "planned"
    if query.denied:
        return fact.item.why == "denied"
    return not fact.item.why


_CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_LATIN = "a b v g d e e zh z i y k l m n o p r s t u f h c ch sh sh - y - e yu ya"
_LETTERS = dict(zip(_CYRILLIC, _LATIN.replace("-", "").split(" "), strict=True))
_BACK = {latin: sign for sign, latin in reversed(_LETTERS.items()) if len(latin) == 1}
_KIN = """
    brother брат bruder; sister сестр schwester; wife жен frau; husband муж mann; mother mom mum мам мать mutter;
    father dad пап отец отц vater; friend друг друз freund; boss начальник шеф chef; colleague коллег kolleg;
    coach trainer тренер; neighbour neighbor сосед nachbar; son сын sohn; daughter доч tochter
"""


def same_person(one: str, other: str) -> bool:
    """Whether two names mean the same person: Masha, Маши; brother, брат."""
    for group in _KIN.split(";"):
        roots = group.split()
        if any(one.startswith(root) for root in roots) and any(other.startswith(root) for root in roots):
            return True
    a, b = ("".join(_LETTERS.get(sign, sign) for sign in name) for name in (one, other))
    size = max(3, min(len(a), len(b)) - 1)
    return a[:size] == b[:size]


def spellings(name: str) -> tuple[str, ...]:
    """Return a name in the letters of the other language, as it is mostly written: ингрид, ingrid."""
    if "а" <= name[0] <= "я":
        return ("".join(_LETTERS.get(sign, sign) for sign in name),)
    return ("".join(_BACK.get(sign, sign) for sign in name),)


def meets(fact: Fact, condition: Condition, activity: Activity) -> bool:
    """Whether a fact's value is what a condition wants."""
    value = value_of(fact, condition.field, activity)
    if value is not None and condition.bare:
        value /= POUND if LB in fact.item.tags else MILE if MI in fact.item.tags else 1
    return value is not None and holds(value, condition)


def holds(value: float, condition: Condition) -> bool:
    """Whether a value is what a condition wants."""
    limit, slack = condition.value, 1e-6 * max(1.0, abs(condition.value))
    if condition.op == "~":
        return abs(value - limit) <= 0.03 * abs(limit) + slack
    if condition.op in {">", ">="}:
        return value > limit + slack if condition.op == ">" else value >= limit - slack
    return value < limit - slack if condition.op == "<" else value <= limit + slack


def latest_spell(facts: Sequence[Fact], days: int) -> list[Fact]:
    """Return the facts, in order of their days, of the latest spell of a thing, without so many days between two."""
    at = len(facts) - 1
    while at > 0 and facts[at].item.day - facts[at - 1].item.day <= timedelta(days or SPELL):
        at -= 1
    return list(facts[max(at, 0) :])


def within(day: date, periods: Sequence[Period]) -> bool:
    """Whether a day lies in one of some periods; with none, every day does."""
    return not periods or any(one.first <= day <= one.last for one in periods)


def beside(wanted: list[Fact], sides: Sequence[Side], facts: Sequence[Sequence[Fact]], lexicon: Lexicon) -> list[Fact]:
    """Return the facts on the days of the sides; for `near`, those closest before."""
    for side, others in zip(sides, facts, strict=True):
        if not side.near:
            days = days_of(side, others, lexicon)
            wanted = [fact for fact in wanted if on_side(fact.item.day, side, days)]
            continue
        best = record_day(side, others, lexicon)
        close = [fact for fact in wanted if best and abs(fact.item.day - best) <= NEAR]
        if best is not None and close:
            top = min(abs(fact.item.day - best) for fact in close)
            wanted = [fact for fact in close if abs(fact.item.day - best) == top][:1]
        else:
            wanted = []
    return wanted


def days_of(side: Side, facts: Sequence[Fact], lexicon: Lexicon) -> set[date]:
    """Return the days that a side means, or the first days of its weeks or months."""
    return {_mark(fact.item.day + timedelta(side.later), side) for fact in of_side(side, facts, lexicon)}


def on_side(day: date, side: Side, days: set[date]) -> bool:
    """Whether a day is one of those that a side means, which `days_of` gives."""
    return (_mark(day, side) in days) is not side.without


def _mark(day: date, side: Side) -> date:
    """Return what stands for a day: itself, or the first day of its week or month."""
    if side.span == "month":
        return day.replace(day=1)
    return day - timedelta(day.weekday()) if side.span == "week" else day


def of_side(side: Side, facts: Sequence[Fact], lexicon: Lexicon) -> list[Fact]:
    """Return the facts that a side means."""
    if side.others:
        each = [replace(side, subject=one, others=()) for one in (side.subject, *side.others)]
        return [fact for one in each for fact in of_side(one, facts, lexicon)]
    activity = lexicon.activity(side.subject.domain, side.subject.activity)
    own = [
        fact
        for fact in facts
        if not fact.item.why
        and (fact.item.domain, fact.item.activity) == (side.subject.domain, side.subject.activity)
        and (not side.subject.kinds or fact.item.kind in side.subject.kinds)
        and within(fact.item.day, side.periods)
        and activity is not None
        and all(meets(fact, one, activity) for one in side.conditions)
        and all(said(fact, one) for one in side.words)
    ]
    if not own or not side.pick or activity is None:
        return own
    if side.pick == "record":
        return [extreme(own, activity.main, activity, activity.fields[activity.main].best)] if activity.main else own
    return [own[0] if side.pick == "first" else own[-1]]


def record_day(side: Side, facts: Sequence[Fact], lexicon: Lexicon) -> date | None:
    """Return the day of the best value that a side means."""
    activity = lexicon.activity(side.subject.domain, side.subject.activity)
    own = of_side(side, facts, lexicon)
    if activity is None or not own:
        return None
    return extreme(own, activity.main, activity, activity.fields[activity.main].best).item.day
