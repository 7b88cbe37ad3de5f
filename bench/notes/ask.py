"""A question to the notebook, and what a right answer to it holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from truth import Truth, quantity

KINDS = (
    "count",
    "sum",
    "average",
    "how-often",
    "trend",
    "compare-periods",
    "last",
    "first",
    "record",
    "list",
    "cross-domain",
    "lookup-fact",
    "preference",
    "no-data",
    "other-person",
    "planned",
    "correction-aware",
)


@dataclass(frozen=True, slots=True)
class Want:
    """What a right answer holds: all that is given here must be met."""

    numbers: list[Any] = field(default_factory=list)
    dates: list[list[str]] = field(default_factory=list)
    accept: list[str] = field(default_factory=list)
    reject: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    verdict: str = ""
    none: bool = False
    unit: str = ""
    evidence: list[str] = field(default_factory=list)

    def shown(self) -> dict[str, Any]:
        """Return the fields that say something."""
        return {name: value for name, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class Ask:
    """One question as a person types it on a day, and how its answer is computed from the truth."""

    kind: str
    language: str
    text: str
    as_of: str
    answer: Callable[[Truth], Want]


def number(value: float, unit: str, cited: Sequence[str], least: float = 0.0, also: tuple[float, ...] = ()) -> Want:
    """Return one number."""
    return Want(numbers=[quantity(value, unit, least=least, also=also)], evidence=list(cited))


def numbers(values: Sequence[tuple[float, str]], cited: Sequence[str]) -> Want:
    """Return several numbers, all of them wanted."""
    if not values:
        raise ValueError("nothing to expect")
    return Want(numbers=[quantity(value, unit) for value, unit in values], evidence=list(cited))


def times(count: float, cited: Sequence[str], also: tuple[float, ...] = ()) -> Want:
    """Return a count, exactly."""
    if not count:
        raise ValueError("a count of nothing is a question of another kind")
    others = tuple(sorted({value for value in also if value != count}))
    return Want(numbers=[quantity(count, "times", share=0, also=others)], evidence=list(cited))


def on(cited: Sequence[str], *days: str) -> Want:
    """Return a day, or one of several that are as good."""
    return Want(dates=[list(days)], evidence=list(cited))


def better(values: Sequence[tuple[float, str]], cited: Sequence[str], unit: str) -> Want:
    """Return which of two is more: both values, and the winner named as such."""
    (first, one), (second, other) = values
    if abs(first - second) < 0.02 * max(first, second):
        raise ValueError(f"{one} and {other} are too close: {first:.2f} and {second:.2f}")
    winner, loser = (one, other) if first > second else (other, one)
    return Want(
        numbers=[quantity(value, unit, least=0.06) for value, _ in values], first=[winner, loser], evidence=list(cited)
    )


WAYS = {
    "up": (
        r"\b(up|upwards?|ris\w+|rose|increas\w+|grow\w*|grew|gain\w*|higher|heavier|longer|more|improv\w+|climb\w*)\b"
        r"|раст[её]т|вырос\w*|рост\b|увелич\w+|прибав\w+|длиннее|больше|повы[шс]\w+|выше",
        r"\b(down|fall\w*|fell|decreas\w+|declin\w+|drop\w*|lower|lighter|shorter|less|flat|stable|unchanged)\b"
        r"|сниж\w+|пада\w+|упал\w*|уменьш\w+|короче|меньше|не растёт|ниже",
    ),
    "down": (
        r"\b(down|fall\w*|fell|decreas\w+|declin\w+|drop\w*|lower|lighter|shorter|less|fewer|worse\w*)\b"
        r"|сниж\w+|пада\w+|упал\w*|уменьш\w+|меньше|хуже|ниже|похуд\w+",
        r"\b(up|ris\w+|rose|increas\w+|grow\w*|grew|gain\w*|higher|heavier|longer|more|better|flat|stable|unchanged)\b"
        r"|раст[её]т|вырос\w*|увелич\w+|прибав\w+|не сниж\w+|больше|лучше|выше",
    ),
    "faster": (
        r"\b(faster|quicker|improv\w+|better|down|dropped|decreas\w+|fell|fallen|falling|lower\w*)\b|быстрее|улучш\w+|сниз\w+",
        r"\b(slower|worse\w*|increas\w+|up|rose|ris\w+|flat|stable|unchanged)\b|медленнее|ухудш\w+",
    ),
}


def trend(way: str, cited: Sequence[str]) -> Want:
    """Return a direction: its words come before those of the other one."""
    return Want(first=list(WAYS[way]), evidence=list(cited))


def fact(accept: Sequence[str], *cited: str, reject: Sequence[str] = ()) -> Want:
    """Return a fact by its words."""
    return Want(accept=list(accept), reject=list(reject), evidence=list(cited))


def yes_or_no(verdict: str, *cited: str, accept: Sequence[str] = ()) -> Want:
    """Return a yes or a no."""
    return Want(verdict=verdict, accept=list(accept), evidence=list(cited))


def nothing(unit: str = "", reject: Sequence[str] = ()) -> Want:
    """Return that there is no data for that: said so, with no value (of this unit) beside it."""
    return Want(none=True, unit=unit, reject=list(reject))
