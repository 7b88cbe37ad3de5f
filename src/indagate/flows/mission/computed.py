"""Numbers of a report that no source states: computed by code, from numbers of the quotes, with their expression."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from indagate.errors import InputError
from indagate.evidence.holding import missing_numbers
from indagate.tools.calculator import evaluate

_SLOT = re.compile(r"\{([a-z][a-z0-9_]{0,30})\}")
_PLAIN = re.compile(r"\b100\b")
"""What a percentage is made with: the one number that need not stand in a quote."""

_SIGNS = re.compile(r"\s[-+*/×÷−]\s|[()]")
"""What stands between the numbers of an expression; a sign without spaces belongs to a number or a unit."""
_MADE = frozenset({"days", "%"})
"""Units that a calculation may give although its numbers do not have them."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """A value by its name, as it stands in the sentence in braces, and how it comes from numbers of the facts."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,30}$")]
    expression: Annotated[str, Meta(max_length=200, description="such as 31,800 EUR - 17,500 EUR")]


def filled(text: str, given: Sequence[Calculation], quotes: Sequence[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a sentence with its values, and each expression with its value.

    Raises `ValueError` for a slot without an expression, and for an expression that does not come from the quotes.
    """
    found: dict[str, tuple[str, str]] = {one.name: (one.expression, value_of(one.expression, quotes)) for one in given}
    strange = [name for name in _SLOT.findall(text) if name not in found]
    if strange:
        raise ValueError(f"there is no calculation {strange[0]!r} for the slot in: {text[:120]}")
    used = dict.fromkeys(_SLOT.findall(text))
    return _SLOT.sub(lambda slot: found[slot[1]][1], text), tuple(found[name] for name in used)


def value_of(expression: str, quotes: Sequence[str]) -> str:
    """Return what an expression comes to, in its unit, rounded to three significant decimals at most.

    Raises `ValueError` where its numbers are in no quote, or it cannot be computed.
    """
    missing = missing_numbers(_PLAIN.sub(" ", _SIGNS.sub(" ; ", expression)), *quotes)
    if missing:
        raise ValueError(f"no quote holds {', '.join(missing)} of the expression {expression}")
    try:
        result = evaluate(expression)
    except InputError as error:
        raise ValueError(f"{expression} cannot be computed: {error.message}") from None
    if result.unit and result.unit not in expression and result.unit not in _MADE:
        raise ValueError(f"{expression} comes to {result.unit}, a unit that no quote has")
    return " ".join(part for part in (_rounded(result.value), result.unit) if part)


def told(computed: Sequence[tuple[str, str]]) -> str:
    """Return the expressions of a sentence with their values, as a reader checks them."""
    return "; ".join(f"{expression} = {value}" for expression, value in computed)


def _rounded(value: str) -> str:
    if "." not in value:
        return value
    short = f"{float(value):.3g}" if abs(float(value)) < 100 else f"{float(value):.1f}"
    return short if "e" not in short else value
