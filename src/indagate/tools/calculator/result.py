"""What the calculator answers: a value as text, exact where it can be, and what was assumed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from indagate.tools.calculator.quantity import Quantity, shown_units

DIGITS = 12
"""Significant digits of a value that cannot be written exactly."""
SIMPLE = 1000
"""The largest denominator of a fraction that is shown beside its decimals."""
LONGEST = 40
"""Digits up to which an exact decimal is written out."""
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
Value = Quantity | date | datetime | str


@dataclass(frozen=True, slots=True)
class Result:
    """A value: its number (or date) as text, its unit, whether it is exact, and what was assumed."""

    expression: str
    value: str
    unit: str = ""
    exact: bool = True
    note: str = ""

    @property
    def shown(self) -> str:
        """The value with its unit, as a person writes it."""
        about = "" if self.exact else "≈ "
        space = "" if self.unit in ("%", "°", "") else " "
        return f"{about}{self.value}{space}{self.unit}"


def result_of(expression: str, value: Value) -> Result:
    """Return the result that a value is."""
    if isinstance(value, Quantity):
        amount = value.amount * 100 if value.percent else value.amount
        text, exact = decimal_text(amount)
        unit = "%" if value.percent else shown_units(value.units)
        note = "a year is taken as 365 days" if value.assumed else ""
        if not note and not exact and value.exact and value.pure and amount.denominator <= SIMPLE:
            note = f"exactly {amount.numerator}/{amount.denominator}"
        return Result(expression, text, unit, exact and value.exact, note)
    if isinstance(value, datetime):
        return Result(expression, value.isoformat(sep=" ", timespec="minutes"))
    if isinstance(value, date):
        return Result(expression, value.isoformat(), note=_WEEKDAYS[value.weekday()])
    return Result(expression, value)


def weekday(day: date) -> str:
    """Return the name of a day's weekday."""
    return _WEEKDAYS[day.weekday()]


def decimal_text(amount: Fraction) -> tuple[str, bool]:
    """Return a number in decimal, and whether that is exact: it is where the decimals end."""
    twos, fives, rest = 0, 0, amount.denominator
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest == 1 and places + len(str(abs(amount.numerator // amount.denominator))) <= LONGEST:
        whole = amount.numerator * 10**places // amount.denominator
        sign, digits = ("-" if whole < 0 else ""), str(abs(whole)).rjust(places + 1, "0")
        return (f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"), True
    context = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN)
    rounded = context.divide(Decimal(amount.numerator), Decimal(amount.denominator))
    text = f"{rounded:f}" if -7 < rounded.adjusted() < 2 * LONGEST else f"{rounded:E}"
    if "." in text and "E" not in text:
        text = text.rstrip("0").rstrip(".")
    return text, False
