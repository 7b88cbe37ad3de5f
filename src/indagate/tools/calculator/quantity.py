"""Quantities: exact numbers with the units they were given in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from indagate.errors import InputError
from indagate.tools.calculator.dimension import Measure, Powers, combined, measure, without_months

Units = tuple[tuple[str, int], ...]
"""Unit names with their exponents, in the order in which they were named."""
BITS = 4096
"""Bits that a numerator or denominator may have."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of units; `exact` unless a root, a logarithm or the like was taken. `percent`: it was written so."""

    amount: Fraction
    units: Units = ()
    exact: bool = True
    percent: bool = False
    assumed: bool = False
    """Whether a year was taken as 365 days on the way."""

    def __post_init__(self) -> None:
        if self.amount.numerator.bit_length() > BITS or self.amount.denominator.bit_length() > BITS:
            raise InputError("a number on the way has more than a thousand digits")

    @property
    def powers(self) -> Powers:
        """What it measures."""
        total: Powers = ()
        for name, power in self.units:
            own = _measure(name).powers
            total = combined(total, tuple((base, n * power) for base, n in own))
        return total

    @property
    def factor(self) -> Fraction:
        """How many base units one of its units is."""
        total = Fraction(1)
        for name, power in self.units:
            total *= _measure(name).factor ** power
        return total

    @property
    def pure(self) -> bool:
        """Whether it is a number without a unit."""
        return not self.units

    def to(self, units: Units) -> Quantity:
        """Return the same in other units. Raises `InputError` where they measure something else."""
        target = Quantity(Fraction(1), units)
        one, other = _offset(self), _offset(target)
        if one is not None and other is not None:
            canonical = self.amount * one.factor + one.offset
            return Quantity((canonical - other.offset) / other.factor, units, self.exact)
        assumed, scale = self.assumed, Fraction(1)
        if self.powers != target.powers:
            (here, ours), (there, theirs) = without_months(self.powers), without_months(target.powers)
            if here != there:
                raise InputError(f"{shown_units(self.units) or 'a number'} is not {shown_units(units) or 'a number'}")
            scale, assumed = ours / theirs, True
        return Quantity(self.amount * self.factor * scale / target.factor, units, self.exact, assumed=assumed)

    def plus(self, other: Quantity, sign: int = 1) -> Quantity:
        """Return the sum; a percentage is added as that share of this. Raises `InputError` for unlike units."""
        if other.percent and not self.percent:
            return self.times(Quantity(1 + sign * other.amount, exact=other.exact))
        if self.units != other.units:
            if not self.amount and self.pure:
                return Quantity(sign * other.amount, other.units, other.exact)
            if not other.amount and other.pure:
                return self
            one, difference = _offset(self), _offset(other)
            if one is not None and difference is not None:  # what is added to a temperature is a difference of such
                other = Quantity(other.amount * difference.factor / one.factor, self.units, other.exact)
            else:
                other = other.to(self.units)
        exact, assumed = self.exact and other.exact, self.assumed or other.assumed
        percent = self.percent and other.percent
        return Quantity(self.amount + sign * other.amount, self.units, exact, percent, assumed)

    def times(self, other: Quantity, sign: int = 1) -> Quantity:
        """Return the product, or with `sign` -1 the quotient; units that measure the same are put together."""
        if sign < 0 and not other.amount:
            raise InputError("division by zero")
        amount = self.amount * other.amount**sign
        units = dict(self.units)
        for name, power in other.units:
            alike = next((one for one in units if _measure(one).powers == _measure(name).powers), name)
            amount *= (_measure(name).factor / _measure(alike).factor) ** (sign * power)
            units[alike] = units.get(alike, 0) + sign * power
        left = tuple((name, power) for name, power in units.items() if power)
        return Quantity(amount, left, self.exact and other.exact, assumed=self.assumed or other.assumed)

    def power(self, exponent: int) -> Quantity:
        """Return a whole power. Raises `InputError` where it would be too large, or zero is to be divided by."""
        if abs(exponent) * max(self.amount.numerator.bit_length(), self.amount.denominator.bit_length()) > BITS:
            raise InputError("a power on the way has more than a thousand digits")
        if exponent < 0 and not self.amount:
            raise InputError("division by zero")
        units = tuple((name, power * exponent) for name, power in self.units) if exponent else ()
        return Quantity(self.amount**exponent, units, self.exact, assumed=self.assumed)


def _measure(name: str) -> Measure:
    found = measure(name)
    if found is None:
        raise InputError(f"{name} is no unit that is known here")
    return found


def _offset(quantity: Quantity) -> Measure | None:
    """Return the unit of a plain temperature."""
    if len(quantity.units) == 1 and quantity.units[0][1] == 1:
        found = _measure(quantity.units[0][0])
        return found if found.powers == (("°C", 1),) else None
    return None


def shown_units(units: Units) -> str:
    """Return units as they are written: km/h, kW·h, m²."""
    above = "·".join(name + _raised(power) for name, power in units if power > 0)
    below = "·".join(name + _raised(-power) for name, power in units if power < 0)
    if not below:
        return above
    return f"{above or '1'}/{below if '·' not in below else f'({below})'}"


def _raised(power: int) -> str:
    return "" if power == 1 else str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
