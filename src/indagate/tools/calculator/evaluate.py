"""Reading and computing an expression in one go, by precedence."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from indagate.errors import InputError
from indagate.evidence.numeral import scale
from indagate.tools.calculator.date import OF_DATES, OF_TWO_DATES, between, shifted
from indagate.tools.calculator.dimension import measure
from indagate.tools.calculator.function import FUNCTIONS, PI, E, factorial_of, raised, root
from indagate.tools.calculator.quantity import Quantity, Units
from indagate.tools.calculator.result import Result, Value, result_of
from indagate.tools.calculator.token import Token, tokens
from indagate.unit import is_currency, lookup

DEEPEST = 60
"""Parentheses within parentheses."""
_TWO_WORDS = ("nautical mile", "nautical miles", "square metre", "square metres", "square meter", "square meters",
              "square kilometres", "square kilometers", "square feet", "square foot", "square mile", "square miles",
              "cubic metre", "cubic metres", "cubic meter", "cubic meters", "degrees Celsius", "degree Celsius",
              "degrees Fahrenheit", "degree Fahrenheit", "metric ton", "metric tons")  # fmt: skip


def evaluate(expression: str, today: date | None = None) -> Result:
    """Return what an expression is; `today` is what that word means. Raises `InputError`, saying what is wrong where.

    `0.1 + 0.2`, `15% of 80`, `200 + 19%`, `5 miles in km`, `$12.50 * 3`, `2024-03-01 - 2024-02-01`, `today + 90 days`,
    `round(100 / 7, 2)`, `mean(3, 4, 8)`, `weekday(1969-07-20)`.
    """
    return result_of(expression.strip(), value_of(expression, today))


def value_of(expression: str, today: date | None = None) -> Value:
    """Return the value of an expression. Raises `InputError`."""
    reading = _Reading(tokens(expression), today)
    try:
        value = reading.whole()
    except (OverflowError, RecursionError):
        raise InputError("a value on the way is too large") from None
    return value


class _Reading:
    """One pass over the tokens: each method reads one level of precedence and returns its value."""

    def __init__(self, found: list[Token], today: date | None) -> None:
        self._tokens = found
        self._at = 0
        self._depth = 0
        self._today = today

    def whole(self) -> Value:
        value = self.conversion()
        if self._next.kind != "end":
            raise InputError(f"{self._next.text!r} is not expected here (at {self._next.at + 1})")
        return value

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self, *texts: str) -> str:
        if self._next.kind in ("sign", "word") and self._next.text.casefold() in texts:
            self._at += 1
            return self._tokens[self._at - 1].text.casefold()
        return ""

    def conversion(self) -> Value:
        value = self.sums()
        while self._take("in", "to", "as", "into"):
            if self._take("percent", "%"):
                value = Quantity(_number(value, "percent").amount, (), True, True)
                continue
            mark = self._next
            units = self._units()
            if not units:
                raise InputError(f"{mark.text or 'the end'!r} is no unit that is known here (at {mark.at + 1})")
            value = _number(value, "a conversion").to(units)
        return value

    def sums(self) -> Value:
        value = self.products()
        while sign := self._take("+", "-", "−", "–", "plus", "minus"):
            value = _added(value, self.products(), 1 if sign in ("+", "plus") else -1)
        return value

    def products(self) -> Value:
        value = self.signed()
        while True:
            if sign := self._take("*", "×", "·", "⋅", "times", "of"):
                value = _number(value, sign).times(_number(self.signed(), sign))
            elif sign := self._take("/", "÷", "per", "over"):
                value = _number(value, sign).times(_number(self.signed(), sign), -1)
            elif sign := self._take("mod", "%", "//"):
                one, other = _number(value, sign), _number(self.signed(), sign)
                value = _whole_part(one, other) if sign == "//" else _remainder(one, other)
            elif isinstance(value, Quantity) and self._multiplies():
                value = value.times(_number(self.powers(), "a product"))
            else:
                return value

    def _multiplies(self) -> bool:
        """Whether what comes next stands beside a value without a sign: `2 (3 + 4)`, `3 pi`, `5 ft`."""
        found = self._next
        if found.kind == "sign" and found.text in ("(", "√"):
            return True
        if found.kind == "word" and found.text.casefold() not in ("in", "to", "as", "into", "mod"):
            return found.text.casefold() in ("pi", "e") or found.text.casefold() in FUNCTIONS or bool(self._unit_here())
        return False

    def signed(self) -> Value:
        if self._take("-", "−", "–"):
            return _number(self.signed(), "a minus").times(Quantity(Fraction(-1)))
        if self._take("+"):
            return self.signed()
        return self.powers()

    def powers(self) -> Value:
        value = self.marked()
        if self._take("^", "**"):
            return raised(_number(value, "a power"), _number(self.signed(), "a power"))
        return value

    def marked(self) -> Value:
        """A value with what stands right behind it: units, percent, a factorial."""
        value = self.plain()
        while isinstance(value, Quantity):
            if self._next.text in ("%", "percent") and not self._starts_value(1):
                self._at += 1
                value = Quantity(value.amount / 100, value.units, value.exact, True)
            elif self._take("‰"):
                value = Quantity(value.amount / 1000, value.units, value.exact)
            elif self._take("!"):
                value = factorial_of(value)
            elif self._take("²"):
                value = value.power(2)
            elif self._take("³"):
                value = value.power(3)
            elif self._take("squared"):
                value = value.power(2)
            elif self._take("cubed"):
                value = value.power(3)
            elif units := self._unit_behind(value):
                value = value.times(Quantity(Fraction(1), units)) if value.units else Quantity(value.amount, units)
                value = self._and_parts(self._per(value))
            else:
                return value
        return value

    def _starts_value(self, ahead: int) -> bool:
        found = self._tokens[min(self._at + ahead, len(self._tokens) - 1)]
        return found.kind == "number" or (found.kind == "sign" and found.text == "(")

    def plain(self) -> Value:
        token = self._next
        self._at += 1
        if token.kind == "number":
            return Quantity(Fraction(token.text) * self._magnitude())
        if token.kind == "date":
            assert token.day is not None
            return token.day
        if token.kind == "sign" and token.text == "(":
            return self._within()[0]
        if token.kind == "sign" and token.text == "√":
            return root(_number(self.marked(), "a root"))
        if token.kind == "word":
            return self._between(token.text.casefold()) or self._named(token)
        what = "the expression ends too early" if token.kind == "end" else f"{token.text!r} is not expected here"
        raise InputError(f"{what} (at {token.at + 1})")

    def _magnitude(self) -> Fraction:
        """Take the word that multiplies a number, if one stands behind it that is no unit; return by how much."""
        size = scale(self._next.text.casefold()) if self._next.kind == "word" and not self._unit_here() else None
        self._at += size is not None
        return Fraction(size or 1)

    def _within(self, *, several: bool = False) -> list[Value]:
        """The value within an open parenthesis, or the values, to where it is closed."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise InputError("too many parentheses within each other")
        values = [self.conversion()]
        while several and self._take(",", ";"):
            values.append(self.conversion())
        if not self._take(")"):
            raise InputError(f"a parenthesis is not closed (at {self._next.at + 1})")
        self._depth -= 1
        return values

    def _between(self, word: str) -> Value | None:
        """A function of two dates said in words: `days from 2025-02-14 to 2025-11-02`, `workdays between … and …`."""
        if word not in OF_TWO_DATES or self._next.text.casefold() not in ("from", "between"):
            return None
        joined = ("to", "until") if self._next.text.casefold() == "from" else ("and",)
        self._at += 1
        first = self.plain()
        if not self._take(*joined):
            raise InputError(f"{joined[0]!r} and a date are expected here (at {self._next.at + 1})")
        return OF_DATES[word]([first, self.plain()])

    def _named(self, token: Token) -> Value:
        word = token.text.casefold()
        if self._next.text == "(" and (word in FUNCTIONS or word in OF_DATES):
            self._at += 1
            return self._call(word)
        if word in ("pi", "π"):
            return Quantity(PI, (), False)
        if word == "e":
            return Quantity(E, (), False)
        if word in ("today", "now"):
            if self._today is None:
                raise InputError("what day is today is not known here")
            return self._today
        money = self._next.kind == "number" and lookup(token.text)
        if money and is_currency(money.canonical):
            self._at += 1
            return Quantity(Fraction(self._tokens[self._at - 1].text) * self._magnitude(), ((token.text, 1),))
        self._at -= 1
        units = self._unit_here()
        if units:
            self._at += len(units[0][0].split())
            return Quantity(Fraction(1), self._powered(units))
        raise InputError(f"{token.text!r} is neither a unit nor a function that is known here (at {token.at + 1})")

    def _call(self, word: str) -> Value:
        values = self._within(several=True)
        if word in OF_DATES:
            return OF_DATES[word](values)
        return FUNCTIONS[word]([_number(value, word) for value in values])

    def _unit_here(self) -> Units:
        """Return the unit that the next word or two words are, without taking it."""
        if self._next.kind != "word" and self._next.text != "°":
            return ()
        text = self._next.text
        follows = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else self._next
        for name in (f"{text} {follows.text}", f"{text.casefold()} {follows.text}"):
            if follows.kind == "word" and name in _TWO_WORDS and measure(name):
                return ((name, 1),)
        for name in (text, text.casefold()):
            if name not in ("in", "to", "as", "of", "a") and (
                measure(name) or (name[-1] in "²³" and measure(name[:-1]))
            ):
                return ((name, 1),)
        return ()

    def _unit_behind(self, value: Quantity) -> Units:
        """Take the unit that stands right behind a number, if one does, with its power."""
        if value.percent or (value.units and self._next.kind != "word"):
            return ()
        units = self._unit_here()
        if not units and self._next.text.casefold() == "in":
            follows = self._tokens[self._at + 1].text.casefold()
            units = (("inch", 1),) if follows in ("", ")", "*", "/", "+", "-", "^", "in", "to") else ()
        if not units:
            return ()
        self._at += len(units[0][0].split())
        return self._powered(units)

    def _per(self, value: Quantity) -> Quantity:
        """Take the unit below, if one stands there without a number: `10 Mbit/s` is one quantity, also as a divisor."""
        while self._next.text.casefold() in ("/", "per") and self._tokens[self._at + 1].kind == "word":
            self._at += 1
            units = self._unit_here()
            if not units:
                self._at -= 1
                break
            self._at += len(units[0][0].split())
            value = value.times(Quantity(Fraction(1), self._powered(units)), -1)
        return value

    def _and_parts(self, value: Quantity) -> Quantity:
        """Add smaller parts that stand beside a quantity without a sign: `1 h 30 min`, `6 ft 2 in`."""
        while self._next.kind == "number" and self._tokens[self._at + 1].kind == "word":
            at, number = self._at, self._next
            self._at += 1
            part = Quantity(Fraction(number.text))
            units = self._unit_behind(part)
            if not units or Quantity(Fraction(1), units).powers != value.powers:
                self._at = at
                break
            value = value.plus(Quantity(part.amount, units))
        return value

    def _powered(self, units: Units) -> Units:
        name = units[0][0]
        if name[-1] in "²³23" and measure(name[:-1]):
            return ((name[:-1], 2 if name[-1] in "²2" else 3),)
        if self._take("²", "squared"):
            return ((units[0][0], 2),)
        if self._take("³", "cubed"):
            return ((units[0][0], 3),)
        if self._next.text in ("^", "**") and self._tokens[self._at + 1].kind == "number":
            raised_to = self._tokens[self._at + 1].text
            if raised_to.isdigit() and int(raised_to) < 10:
                self._at += 2
                return ((name, int(raised_to)),)
        return units

    def _units(self) -> Units:
        """Take the units of a conversion: km, m/s, kWh per year."""
        total = Quantity(Fraction(1))
        sign = 1
        while units := self._unit_here() or ((("inch", 1),) if self._next.text in ("in", "inches") else ()):
            self._at += len(units[0][0].split()) if units != (("inch", 1),) else 1
            for name, power in self._powered(units):
                total = Quantity(total.amount, (*total.units, (name, sign * power)))
            if self._take("/", "per"):
                sign = -1
            elif not self._take("*", "·", "⋅"):
                break
        return total.units


def _number(value: Value, what: str) -> Quantity:
    if not isinstance(value, Quantity):
        raise InputError(f"a date cannot be used for {what}")
    return value


def _remainder(one: Quantity, other: Quantity) -> Quantity:
    part = _whole_part(one, other)
    return one.plus(other.times(part), -1)


def _whole_part(one: Quantity, other: Quantity) -> Quantity:
    return Quantity(Fraction(one.times(other.to(one.units) if one.units else other, -1).amount.__floor__()))


def _added(value: Value, other: Value, sign: int) -> Value:
    """Return a sum or difference, of dates too."""
    if isinstance(value, str) or isinstance(other, str):
        raise InputError("a name cannot be added to anything")
    if isinstance(value, Quantity) and isinstance(other, Quantity):
        return value.plus(other, sign)
    if isinstance(value, Quantity):
        if sign < 0 or isinstance(other, Quantity):
            raise InputError("a date cannot be taken away from a number")
        return shifted(other, value, 1)
    if isinstance(other, Quantity):
        return shifted(value, other, sign)
    if sign > 0:
        raise InputError("two dates cannot be added")
    return between(other, value)
