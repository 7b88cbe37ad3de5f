"""Gold's placeholders, filled from the results of tools that a request shows; no computed number stands in gold.

`{k.value}`, `{k.unit}`, `{k.label}`: the first cell of call k's result, counted from 1; `{k.cell[i].value}` and the
like cell i; `{k.rows}` the whole result as a Python literal; `{quote k}` the quote of call k as it came back.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_SLOT = re.compile(
    r"\{(?:quote (?P<quote>\d+)|(?P<call>\d+)\.(?:cell\[(?P<cell>\d+)\](?:\.(?P<of>\w+))?|(?P<field>\w+)))\}"
)
_FIELDS = ("value", "unit", "label")


@dataclass(frozen=True)
class Result:
    """What a tool returned: its text, its cells (value, unit, label) and its rows, where it gave any."""

    text: str
    cells: tuple[dict[str, Any], ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()


class NotShown(ValueError):
    """A slot whose result the request does not show."""


def read_result(text: str) -> Result:
    """Read a tool's result: an object with cells or rows, a bare value, or a text."""
    try:
        given = json.loads(text)
    except ValueError:
        return Result(text, ({"value": text.strip(), "unit": "", "label": ""},))
    if isinstance(given, dict):
        cells = tuple({name: cell.get(name, "") for name in _FIELDS} for cell in given.get("cells") or ())
        rows = tuple(tuple(row) if isinstance(row, list) else (row,) for row in given.get("rows") or ())
        if not cells and "value" in given:
            cells = ({name: given.get(name, "") for name in _FIELDS},)
        if not cells and rows:
            cells = tuple({"value": value, "unit": "", "label": ""} for row in rows for value in row)
        return Result(text, cells, rows)
    return Result(text, ({"value": given, "unit": "", "label": ""},))


def filled(template: str, results: list[Result], quotes: dict[int, str]) -> str:
    """Return a template with its slots filled. Raises `NotShown`."""
    return _SLOT.sub(lambda found: _value(found, results, quotes), template)


def calls_of(template: str) -> set[int]:
    """Return the numbers of the calls that a template needs."""
    return {int(found["quote"] or found["call"]) for found in _SLOT.finditer(template)}


def _value(found: re.Match[str], results: list[Result], quotes: dict[int, str]) -> str:
    number = int(found["quote"] or found["call"])
    if number > len(results):
        raise NotShown(f"the result of call {number}")
    if found["quote"]:
        if number not in quotes:
            raise NotShown(f"the quote of call {number}")
        return quotes[number]
    result = results[number - 1]
    if found["field"] == "rows":
        rows = [row[0] if len(row) == 1 else row for row in result.rows]
        return repr(rows)
    index = int(found["cell"] or 0)
    if index >= len(result.cells):
        raise NotShown(f"cell {index} of call {number}")
    return str(result.cells[index][found["of"] or found["field"] or "value"])
