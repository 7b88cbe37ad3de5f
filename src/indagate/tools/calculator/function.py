"""The functions of the calculator, each with its own idea of units and exactness."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Context, Decimal, Overflow, localcontext
from fractions import Fraction
from math import factorial, isqrt

from indagate.errors import InputError
from indagate.tools.calculator.quantity import Quantity

PLACES = 50
"""Digits with which roots, logarithms and the like are computed."""
MOST = 1000
"""The largest number whose factorial is computed."""
PI = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")
E = Fraction("2.71828182845904523536028747135266249775724709369995957496696763")


def irrational(amount: Fraction, work: Callable[[Decimal, Context], Decimal]) -> Fraction:
    """Return what a function of decimals gives, with fifty digits. Raises `InputError` where it is too large."""
    with localcontext(Context(prec=PLACES)) as context:
        try:
            return Fraction(work(Decimal(amount.numerator) / Decimal(amount.denominator), context))
        except (Overflow, ArithmeticError, ValueError, OverflowError):
            raise InputError("a function of this number is too large, or is not defined") from None


def root(value: Quantity, degree: int = 2) -> Quantity:
    """Return a root: exact where it is rational. Raises `InputError` for that of a negative number."""
    if value.amount < 0 and degree % 2 == 0:
        raise InputError("the root of a negative number")
    if any(power % degree for _, power in value.units):
        raise InputError("a root of these units makes no sense")
    units = tuple((name, power // degree) for name, power in value.units)
    amount, sign = abs(value.amount), -1 if value.amount < 0 else 1
    above, below = _whole_root(amount.numerator, degree), _whole_root(amount.denominator, degree)
    if above is not None and below is not None:
        return Quantity(sign * Fraction(above, below), units, value.exact)
    found = irrational(amount, lambda x, c: c.sqrt(x) if degree == 2 else c.power(x, 1 / Decimal(degree)))
    return Quantity(sign * found, units, False)


def _whole_root(number: int, degree: int) -> int | None:
    guess = isqrt(number) if degree == 2 else round(number ** (1 / degree)) if number < 1 << 1000 else 0
    return guess if guess**degree == number else None


def raised(base: Quantity, exponent: Quantity) -> Quantity:
    """Return a power. Raises `InputError` for one with a unit in the exponent."""
    if not exponent.pure:
        raise InputError("an exponent has no unit")
    power = exponent.amount
    if power.denominator == 1:
        if abs(power) > 1 << 20:
            raise InputError("the exponent is too large")
        raised_ = base.power(int(power))
        return Quantity(raised_.amount, raised_.units, base.exact and exponent.exact, assumed=base.assumed)
    if power == Fraction(1, 2) or power == Fraction(1, 3):
        return root(base, power.denominator)
    if not base.pure:
        raise InputError("a broken power of a unit makes no sense")
    if base.amount < 0:
        raise InputError("a broken power of a negative number")
    given = Decimal(power.numerator) / Decimal(power.denominator)
    return Quantity(irrational(base.amount, lambda x, c: c.power(x, given)), (), False)


def _bare(name: str, value: Quantity) -> Fraction:
    if not value.pure:
        raise InputError(f"{name} takes a number without a unit")
    return value.amount


def _transcendent(name: str, work: Callable[[Decimal, Context], Decimal], *, positive: bool = False) -> Function:
    def function(values: Sequence[Quantity]) -> Quantity:
        (value,) = _so_many(name, values, 1, 1)
        amount = _bare(name, value)
        if positive and amount <= 0:
            raise InputError(f"{name} of a number that is not above zero")
        return Quantity(irrational(amount, work), (), False)

    return function


def _angle(name: str, work: Callable[[Decimal], Decimal]) -> Function:
    def function(values: Sequence[Quantity]) -> Quantity:
        (value,) = _so_many(name, values, 1, 1)
        degrees = dict(value.units) == {"°": 1} or (len(value.units) == 1 and value.powers == (("deg", 1),))
        amount = value.amount * PI / 180 if degrees else _bare(name, value)
        turned = amount - 2 * PI * ((amount / (2 * PI)).__floor__())
        found = irrational(turned, lambda x, _: work(x))
        near = Fraction(round(found * 10**40), 10**40)  # a zero that fifty digits of pi leave a trace of
        return Quantity(near, (), False)

    return function


def _sine(x: Decimal) -> Decimal:
    term = total = x
    step = 1
    while abs(term) > Decimal(10) ** -(PLACES + 2):
        term = -term * x * x / ((step + 1) * (step + 2))
        total += term
        step += 2
    return total


def _cosine(x: Decimal) -> Decimal:
    return _sine(x + Decimal(PI.numerator) / Decimal(PI.denominator) / 2)


Function = Callable[[Sequence[Quantity]], Quantity]


def _so_many(name: str, values: Sequence[Quantity], least: int, most: int) -> Sequence[Quantity]:
    if not least <= len(values) <= most:
        raise InputError(f"{name} does not take {len(values)} values")
    return values


def _rounded(name: str, how: Callable[[Fraction], int]) -> Function:
    def function(values: Sequence[Quantity]) -> Quantity:
        value, *more = _so_many(name, values, 1, 2 if name == "round" else 1)
        places = int(_bare(name, more[0])) if more else 0
        if abs(places) > 50:
            raise InputError("rounding to so many places")
        scale = Fraction(10) ** places
        return Quantity(Fraction(how(value.amount * scale)) / scale, value.units, True, value.percent, value.assumed)

    return function


def half_up(amount: Fraction) -> int:
    """Return the nearest whole number; a half goes away from zero, as people round."""
    sign = -1 if amount < 0 else 1
    return sign * ((abs(amount) + Fraction(1, 2)).__floor__())


def _alike(name: str, values: Sequence[Quantity]) -> list[Quantity]:
    first, *rest = _so_many(name, values, 1, 10_000)
    return [first, *(other if other.units == first.units else other.to(first.units) for other in rest)]


def _sum(values: Sequence[Quantity]) -> Quantity:
    first, *rest = _alike("sum", values)
    for other in rest:
        first = first.plus(other)
    return first


def _mean(values: Sequence[Quantity]) -> Quantity:
    return _sum(values).times(Quantity(Fraction(len(values))), -1)


def _median(values: Sequence[Quantity]) -> Quantity:
    ordered = sorted(_alike("median", values), key=lambda value: value.amount)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else _mean(ordered[middle - 1 : middle + 1])


def _stdev(values: Sequence[Quantity]) -> Quantity:
    alike = _alike("stdev", _so_many("stdev", values, 2, 10_000))
    mean = _mean(alike)
    squares = [value.plus(mean, -1).power(2) for value in alike]
    return root(_sum(squares).times(Quantity(Fraction(len(alike) - 1)), -1))


def _extreme(name: str, choose: Callable[..., Quantity]) -> Function:
    return lambda values: choose(_alike(name, values), key=lambda value: value.amount)


def whole(name: str, value: Quantity) -> int:
    """Return a whole number. Raises `InputError` for anything else."""
    amount = _bare(name, value)
    if amount.denominator != 1:
        raise InputError(f"{name} takes whole numbers")
    return int(amount)


def factorial_of(value: Quantity) -> Quantity:
    """Return a factorial. Raises `InputError` for what has none, or too large a one."""
    number = whole("the factorial", value)
    if not 0 <= number <= MOST:
        raise InputError(f"the factorial of {number}")
    return Quantity(Fraction(factorial(number)))


def _common(name: str, values: Sequence[Quantity]) -> Quantity:
    from math import gcd, lcm

    numbers = [whole(name, value) for value in _so_many(name, values, 1, 1000)]
    return Quantity(Fraction(gcd(*numbers) if name == "gcd" else lcm(*numbers)))


def _choose(values: Sequence[Quantity]) -> Quantity:
    from math import comb

    n, k = (whole("choose", value) for value in _so_many("choose", values, 2, 2))
    if not 0 <= k <= n <= 10 * MOST:
        raise InputError(f"choosing {k} of {n}")
    return Quantity(Fraction(comb(n, k)))


def _log(values: Sequence[Quantity]) -> Quantity:
    """The logarithm to base ten, or to a base given second."""
    value, *base = _so_many("log", values, 1, 2)
    amount, to = _bare("log", value), _bare("log", base[0]) if base else Fraction(10)
    if amount <= 0 or to <= 0 or to == 1:
        raise InputError("log of a number that is not above zero")
    exponent, power = 0, Fraction(1)
    while power < amount and exponent < 1000 and to > 1:
        power, exponent = power * to, exponent + 1
    if power == amount:
        return Quantity(Fraction(exponent))
    above = irrational(amount, lambda x, c: c.ln(x))
    return Quantity(above / irrational(to, lambda x, c: c.ln(x)), (), False)


def _absolute(values: Sequence[Quantity]) -> Quantity:
    (value,) = _so_many("abs", values, 1, 1)
    return Quantity(abs(value.amount), value.units, value.exact, value.percent, value.assumed)


FUNCTIONS: dict[str, Function] = {
    "sqrt": lambda values: root(_so_many("sqrt", values, 1, 1)[0]),
    "cbrt": lambda values: root(_so_many("cbrt", values, 1, 1)[0], 3),
    "abs": _absolute, "round": _rounded("round", half_up), "floor": _rounded("floor", lambda x: x.__floor__()),
    "ceil": _rounded("ceil", lambda x: x.__ceil__()), "sum": _sum, "mean": _mean, "average": _mean, "avg": _mean,
    "median": _median, "stdev": _stdev, "min": _extreme("min", min), "max": _extreme("max", max),
    "gcd": lambda values: _common("gcd", values), "lcm": lambda values: _common("lcm", values), "choose": _choose,
    "factorial": lambda values: factorial_of(_so_many("factorial", values, 1, 1)[0]),
    "ln": _transcendent("ln", lambda x, c: c.ln(x), positive=True), "log": _log,
    "exp": _transcendent("exp", lambda x, c: c.exp(x)), "sin": _angle("sin", _sine), "cos": _angle("cos", _cosine),
    "tan": _angle("tan", lambda x: _sine(x) / _cosine(x)),
}  # fmt: skip
