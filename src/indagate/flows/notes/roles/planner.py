"""The planner: what is looked for, in SQL or by words; what else is needed. Without a model, the grammar."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from indagate.flows.notes.chart import Failing
from indagate.flows.notes.domain import Domain
from indagate.flows.notes.query import Query
from indagate.flows.notes.roles.parser import day_named
from indagate.flows.notes.roles.router import needed
from indagate.frozen import dataclass
from indagate.models import Role


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """What is to be looked for, given what was tried, found, told by the user and found wanting?

    `loaded` are the domains at hand, `others` those that could be loaded; `note` is what came with the question.
    `tables` describes the tables, `found` what is known so far, in words. `before` is the question before it,
    answered by `before_sql`.
    """

    text: str
    note: str
    as_of: date
    loaded: tuple[Domain, ...]
    others: tuple[Domain, ...]
    tables: str = ""
    tried: tuple[Query, ...] = ()
    found: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    failing: tuple[Failing, ...] = ()
    clarified: int = 0
    context: str = ""
    before: str = ""
    before_sql: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do next: retrieve these queries, load that domain, ask the user of these gaps, or write."""

    step: Literal["retrieve", "expand", "clarify", "write"]
    queries: tuple[Query, ...] = ()
    domain: str = ""
    gaps: tuple[str, ...] = ()
    reason: str = ""


class Search(Struct, frozen=True):
    """One search: a SELECT in `sql`, or `words` to look for, perhaps only between two days."""

    sql: Annotated[str, Meta(max_length=8000)] = ""
    words: Annotated[str, Meta(max_length=400)] = ""
    first: str = ""
    last: str = ""


class PlanAnswer(Struct, frozen=True):
    """A model's plan."""

    step: Literal["retrieve", "expand", "clarify", "write"]
    searches: Annotated[tuple[Search, ...], Meta(max_length=4)] = ()
    domain: str = ""
    gaps: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    reason: str = ""


def to_plan(asked: PlanQuestion, given: PlanAnswer) -> Plan:
    """Return the plan with its searches as queries. Raises `ValueError` for what does not exist."""
    if given.step == "expand" and given.domain not in {domain.name for domain in asked.others}:
        raise ValueError(f"{given.domain!r} is no domain that could be loaded")
    if given.step == "clarify" and not any(gap.strip() for gap in given.gaps):
        raise ValueError("name in gaps what only the person can know")
    queries = tuple(dict.fromkeys(_query(one) for one in given.searches)) if given.step == "retrieve" else ()
    if given.step == "retrieve" and not queries:
        raise ValueError("a plan to retrieve needs searches")
    return Plan(given.step, queries, given.domain if given.step == "expand" else "", given.gaps, given.reason)


def _query(one: Search) -> Query:
    if bool(one.sql.strip()) == bool(one.words.strip()):
        raise ValueError("a search has either sql or words")
    if one.sql.strip():
        return Query("sql", one.sql.strip())
    days = [day_named(one.first), day_named(one.last)]
    if days[0] and days[1] and days[0] > days[1]:
        raise ValueError(f"{one.first} is after {one.last}")
    return Query("words", one.words.strip(), days[0], days[1])


def plan(asked: PlanQuestion) -> Plan:
    """Return the plan without a model: the domains whose words are used, then the question as the grammar reads it."""
    missing = [name for name in needed(asked.text, asked.others) if name in {domain.name for domain in asked.others}]
    if missing and missing != ["general"]:
        return Plan("expand", domain=missing[0], reason=f"the question uses words of {missing[0]}")
    query = Query("plain", asked.text)
    return Plan("write") if query in asked.tried else Plan("retrieve", (query,))


PLANNER: Role[PlanQuestion, Plan] = Role(
    "planner",
    Plan,
    plan,
    fallback_when_over_budget=True,
    optional=True,
    doc="what is to be looked for",
    prompt=Path(__file__).with_name("planner.md"),
    max_tokens=1500,
    answer=PlanAnswer,
    to_output=to_plan,
)
