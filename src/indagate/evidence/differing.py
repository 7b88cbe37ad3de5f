"""Whether two quantities differ beyond ranges, bounds, approximation, rounding and doubtful separators."""

from __future__ import annotations

from decimal import Decimal

from indagate.evidence.quantity import Quantity


def share(one: Quantity, other: Quantity) -> Decimal:
    """By what share of the greater two values differ."""
    greater = max(abs(one.value), abs(other.value))
    return abs(one.value - other.value) / greater if greater else Decimal(0)


def differ(one: Quantity, other: Quantity, limits: bool = False) -> bool:
    """Whether two values cannot both hold; `limits` are compared by their figure, not as the ranges they open."""
    if set(one.readings) & set(other.readings):
        return False
    if not limits and (_ranged(one) or _ranged(other)):
        return _apart(one, other)
    apart = share(one, other)
    if (one.approximate or other.approximate) and apart <= Decimal("0.05"):
        return False
    between = abs(one.value - other.value)
    if between <= max(one.step, other.step) / 2 and one.step != other.step:
        return False
    rounding = max(_zeros(one), _zeros(other))
    return not (between <= rounding / 2 and apart <= Decimal("0.05"))


def _ranged(quantity: Quantity) -> bool:
    return quantity.low is not None or quantity.high is not None


def _ends(quantity: Quantity) -> tuple[Decimal, Decimal]:
    if not _ranged(quantity):
        return quantity.value, quantity.value
    infinity = Decimal("Infinity")
    return (-infinity if quantity.low is None else quantity.low), (infinity if quantity.high is None else quantity.high)


def _apart(one: Quantity, other: Quantity) -> bool:
    (low, high), (other_low, other_high) = _ends(one), _ends(other)
    return high < other_low or other_high < low


def _zeros(quantity: Quantity) -> Decimal:
    """The place value that a round number may have been rounded to (1,200,000: 100,000)."""
    number = (quantity.value / quantity.factor).normalize() if quantity.factor else quantity.value
    exponent = int(number.as_tuple().exponent)
    return Decimal(1).scaleb(exponent) * quantity.factor if exponent >= 1 else Decimal(0)
