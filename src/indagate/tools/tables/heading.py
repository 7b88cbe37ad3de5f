"""Where a table begins and what its columns are called: preambles, headings, and units within headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.cells import numeral
from indagate.cells.moment import read_date
from indagate.vocabulary import vocabulary

Row = list[str]
_BRACKETS = re.compile(r"^(.*\S)\s*[(\[{]\s*([^()\[\]{}]{1,24}?)\s*[)\]}]\s*$")
_COMMA = re.compile(r"^(.*\S),\s*([^,]{1,16})$")
_AGAIN = re.compile(r"^(.*\D)(_\d+)$")
_WORDS = {
    word.lower(): word
    for word in vocabulary(
        """
USD EUR GBP RUB JPY CNY CHF kg g mg km cm mm kWh MWh GWh TWh kW MW GW ms °C °F mpg hp ft lb lbs ha inches acres
"""
    )
} | {"pct": "%", "percent": "%", "celsius": "°C", "fahrenheit": "°F", "kelvin": "K"}


@dataclass(frozen=True, slots=True)
class Start:
    """Where the heading stands among the first rows (-1: there is none), and how wide the table is."""

    at: int
    width: int


def find_start(rows: Sequence[Row]) -> Start:
    """Return where a table's heading is, from its first rows (empty ones included)."""
    full = [row for row in rows if any(row)]
    if not full:
        return Start(-1, 0)
    width = _width(full)
    for place, row in enumerate(rows):
        filled = sum(1 for cell in row if cell)
        if filled * 2 > width or (filled and filled == width - 1 and not row[0]):
            below = [other for other in rows[place + 1 :] if any(other)]
            return Start(place, max(width, _length(row))) if _is_heading(row, below) else Start(-1 - place, width)
    return Start(-1, width)


def _width(rows: Sequence[Row]) -> int:
    widths = Counter(_length(row) for row in rows)
    often = max(widths.values())
    return max(width for width, count in widths.items() if count == often or (count > 1 and count * 2 >= often))


def _length(row: Row) -> int:
    """Return how many cells a row has up to the last filled one."""
    return max((place + 1 for place, cell in enumerate(row) if cell), default=0)


def _is_heading(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row names the columns rather than being one of their rows."""
    if not below:
        return not any(_is_value(cell) for cell in row if cell)
    for_heading = against = 0
    for place, cell in enumerate(row):
        values = [other[place] for other in below if place < len(other) and other[place]]
        if not cell or not values:
            continue
        told = sum(_is_value(value) for value in values) / len(values)
        if told >= 0.8:
            if _is_value(cell):
                against += 1
            else:
                for_heading += 1
        elif cell in values:
            against += 1
    if _are_periods([cell for cell in row if _is_value(cell)]) and not _are_periods(
        [cell for cell in below[0] if _is_value(cell)]
    ):
        return True
    return against == 0 or for_heading > against


def _are_periods(cells: Sequence[str]) -> bool:
    """Whether cells are years or dates in a row, as headings of a wide table are."""
    if len(cells) < 2 or len(set(cells)) < len(cells):
        return False
    years = [int(cell) for cell in cells if re.fullmatch(r"[12]\d{3}", cell)]
    if len(years) == len(cells):
        return years in (sorted(years), sorted(years, reverse=True)) and 1500 <= min(years) <= max(years) <= 2200
    return all(read_date(cell, "dmy") for cell in cells)


def _is_value(cell: str) -> bool:
    return (
        numeral.read_numeral(cell, ".") is not None
        or numeral.read_numeral(cell, ",") is not None
        or read_date(cell, "dmy") is not None
    )


def split_heading(heading: str) -> tuple[str, str]:
    """Return a heading without its unit, and the unit, empty where it has none that is known: "Weight (kg)".

    The number of a heading that occurs again stays: "Weight (kg)_2" is "Weight_2" in kg.
    """
    if again := _AGAIN.match(heading):
        title, known = split_heading(again[1])
        return (f"{title}{again[2]}", known) if known else (heading, "")
    found = _BRACKETS.match(heading)
    if found and _tells_unit(found[2]):
        return found[1], found[2]
    found = _COMMA.match(heading)
    if found and numeral.known_unit(found[2].strip()):
        return found[1], found[2].strip()
    head, _, tail = heading.rpartition(" ")
    if head and not tail.isalnum() and numeral.known_unit(tail):
        return head, tail
    head, _, tail = heading.rpartition("_")
    if head and (unit := _WORDS.get(tail.lower())):
        return head, unit
    return heading, ""


def _tells_unit(text: str) -> bool:
    """Whether the text in a heading's brackets is a unit, perhaps with a word more: "current US$", "USD bn"."""
    if numeral.known_unit(text) or numeral.known_unit(text.rstrip(".")):
        return True
    words = text.split()
    return len(words) > 1 and any(numeral.known_unit(word) for word in words if len(word) > 1 or not word.isalpha())
