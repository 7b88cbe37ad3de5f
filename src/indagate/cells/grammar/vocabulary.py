"""What the words of a question may stand for: function words exactly, names and values of one table by stem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date
from itertools import product
from math import prod
from typing import Any

from indagate.cells.grammar.calendar import Calendar
from indagate.cells.grammar.calendarwords import NUMBERS, UNITS
from indagate.cells.grammar.words import STOP, Token, name_words, tokens
from indagate.cells.table import Table, Value
from indagate.frozen import dataclass

_MOST_READINGS = 48
"""Ways to take the words of a question that are tried for one table."""


@dataclass(frozen=True, slots=True)
class View:
    """A table with what the grammar needs of its rows: the values of columns that name things, the days it spans."""

    table: Table
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    first: date | None = None
    last: date | None = None
    today: date | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """Words that stand for one thing: its sign in patterns, what it is, and the tokens `start` to `end`."""

    sign: str
    of: Any
    start: int
    end: int


def _phrases(text: str) -> dict[tuple[str, ...], tuple[str, str]]:
    """Read lines of a sign, what it stands for, and phrases, an underscore between the words of one."""
    found = {}
    for line in text.strip().splitlines():
        sign, of, *phrases = line.split()
        found.update({tuple(phrase.split("_")): (sign, of) for phrase in phrases})
    return found


FUNCTIONS = _phrases("""
m many how_many
m more how_many_more
u much how_much
u more how_much_more
o often how_often how_many_times
W which which what
H when when
L list list show
L compare compare
? who who whom whose where why
A sum total sum
A avg average mean
A median median
S max highest maximum max largest biggest greatest
S min lowest minimum min smallest
Q max most
Q min fewest least
E min earliest first
E max latest last most_recent
K count number_of count_of number
d distinct different distinct unique
s share share_of percentage_of percent_of proportion_of
D difference difference
T max top
T min bottom
b by by grouped_by broken_down_by
p per per
e each each every
U weekday weekday weekdays day_of_the_week
J day daily
J week weekly
J month monthly
J quarter quarterly
J year yearly annual
c > over above more_than greater_than higher_than larger_than exceeding
c >= at_least
c < under below less_than lower_than fewer_than smaller_than
c <= at_most up_to no_more_than
c = exactly equal_to
w between between
x versus vs versus compared_to compared_with
& and and
| or or
t than than
r relation after before since until through within about if while because but then same such also too as
r others he she his her hers him they them their theirs these those
v is is are was were be been has have had do does did came come comes
N rows rows records entries
""")
"""The words of the grammar; each stands for one thing and matches exactly."""
QUESTION = frozenset("mvuoWHL")
"""Signs of the words that ask: what they ask is checked against the type of the answer."""
_SIGNS = {",": ",", ">": "c", "<": "c", "=": "c", "≥": "c", "≤": "c"}
_COMPARED = {">": ">", "<": "<", "=": "=", "≥": ">=", "≤": "<="}
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}


class Vocabulary:
    """The phrases of one table, and what the tokens of a question stand for in it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.phrases: dict[tuple[str, ...], list[tuple[str, Any]]] = {}
        table = view.table
        words = [token for token in tokens(table.name.replace("_", " ")) if not token.low.isdecimal()]
        nouns = {tuple(token.stem for token in words)}
        if words and words[-1].low != words[-1].stem:
            nouns.add((words[-1].stem,))  # the rows of shop_orders are orders, those of weather_station no stations
        repeated = [name_words(column.name) for column in table.columns if column.distinct < table.rows]
        single = table.grain in ("events", "cross-section") or any(
            column.kind == "id" and column.distinct == table.rows for column in table.columns
        )
        for noun in nouns if single else ():
            if noun not in repeated and (*noun, "id") not in repeated:
                self._learn(noun, "N", table.name)  # else a row is not one of them
        for column in table.columns:
            signs = "M" if column.kind == "measure" and column.numeric else "F" if column.type == "BOOLEAN" else "C"
            signs += "M" if column.kind == "category" and column.numeric else ""
            for name in {name_words(text) for text in (column.name, column.heading, column.title) if text}:
                for sign in signs:
                    self._learn(name, sign, column)
            for value in view.values.get(column.name, ()):
                if isinstance(value, str) and not value.isdecimal():
                    self._learn(name_words(value), "V", (column, value))
        self.longest = max((len(phrase) for phrase in [*self.phrases, *FUNCTIONS]), default=1)
        self.units = {str(column.unit).lower() for column in table.columns if column.unit}

    def _learn(self, phrase: tuple[str, ...], sign: str, of: Any) -> None:
        if phrase and (sign, of) not in self.phrases.setdefault(phrase, []):
            self.phrases[phrase].append((sign, of))

    def readings(self, row: tuple[Token, ...], today: date) -> tuple[list[tuple[Item, ...]], tuple[Token, ...]]:
        """Return the ways to take the tokens, and those of no meaning here; no way where there are too many to try."""
        calendar = Calendar(row, today)
        slots: list[list[Item]] = []
        unknown: list[Token] = []
        at = 0
        while at < len(row):
            items = self._at(row, at, calendar, slots[-1] if slots else [])
            if not items:
                unknown += [row[at]] if row[at].content or row[at].low not in STOP | _SILENT else []
                at += 1
                continue
            slots.append(items)
            at = items[0].end
        if unknown:
            return [], tuple(unknown)
        return (list(product(*slots)) if prod(map(len, slots)) <= _MOST_READINGS else []), ()

    def _at(self, row: tuple[Token, ...], at: int, calendar: Calendar, before: Sequence[Item]) -> list[Item]:
        """Return what the longest words from a token on stand for, after other items."""
        found = [*self._data(row, at, before), *self._function(row, at)]
        measured = any(item.sign == "M" for item in before)
        if (period := calendar.period(at)) is not None and not (measured and _is_numbers(row[at : period[1]])):
            found.append(Item("P", period[0], at, period[1]))
        if (number := self._quantity(row, at)) is not None:
            found.append(number)
        longest = max((item.end for item in found), default=0)
        return [item for item in found if item.end == longest]

    def _data(self, row: tuple[Token, ...], at: int, before: Sequence[Item]) -> Iterator[Item]:
        if not row[at].word:
            return
        columns = [item.of for item in before if item.sign == "C"]
        for length in range(min(self.longest, len(row) - at), 0, -1):
            phrase = tuple(token.stem for token in row[at : at + length])
            for sign, of in self.phrases.get(phrase, ()):
                named = sign == "V" and of[0] in columns  # wind direction N, group A
                if named or length > 1 or (phrase[0] not in STOP and len(phrase[0]) > 1):
                    yield Item(sign, of, at, at + length)

    def _function(self, row: tuple[Token, ...], at: int) -> Iterator[Item]:
        low = row[at].low
        if low in _SIGNS:
            yield Item(_SIGNS[low], _COMPARED.get(low, low), at, at + 1)
        if low in UNITS and low.isascii():
            yield Item("U", UNITS[low], at, at + 1)
        for length in range(min(5, len(row) - at), 0, -1):
            phrase = tuple(token.low for token in row[at : at + length])
            if (function := FUNCTIONS.get(phrase)) is not None:
                yield Item(*function, at, at + length)
                return

    def _quantity(self, row: tuple[Token, ...], at: int) -> Item | None:
        """Read "500", "1,200.50", "-3", "five", "$500", "20 °C", "5 km": a number and its unit, or ""."""
        begin, unit = at, ""
        if row[at].low in _CURRENCIES:
            unit, at = _CURRENCIES[row[at].low], at + 1
        minus = at < len(row) and row[at].low in "-−" and at + 1 < len(row) and row[at + 1].text[0].isdigit()
        at += minus
        if at >= len(row):
            return None
        text = row[at].low.replace(",", "")
        if text.replace(".", "", 1).isdecimal():
            number = float(text)
        elif text in NUMBERS and text.isascii() and text not in ("ein", "eine"):
            number = float(NUMBERS[text])
        else:
            return None
        after = at + 1
        for length in (3, 2, 1):
            spelled = "".join(token.low for token in row[after : after + length])
            if spelled in self.units or (spelled in _CURRENCIES and not unit):
                unit, after = _CURRENCIES.get(spelled, spelled), after + length
                break
        return Item("n", (-number if minus else number, unit.lower()), begin, after)


def _is_numbers(row: tuple[Token, ...]) -> bool:
    """Whether the words of a period after a measure may be its bounds: between 1990 and 2010, over 2000."""
    return row[0].low in ("between", "over") and all(t.text[0].isdecimal() or t.low in STOP for t in row)


_SILENT = frozenset("?.!;:\"“”«»„()'’-–—,")
