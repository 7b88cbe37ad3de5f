"""Gold's tool calls in the product's forms: names of columns, arguments, and reading what its tools return.

Gold names columns by the specification's rule (every character that is no letter of a to z or digit is an underscore)
and documents by file and place. Nothing is made up here: a name that the request does not show stays as it is, and the
barrier stops it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bench.oracle import slots
from bench.oracle.request import Request
from bench.oracle.slots import Result

_WORD = re.compile(r"[^\W\d]\w*")
_TEXT = re.compile(r"'((?:[^']|'')*)'")
_DATE = re.compile(r"\d{4}-\d\d-\d\d.*")
_ALIAS = re.compile(r"\bAS\s+\"?(\w+)\"?", re.IGNORECASE)
_CALLED = re.compile(r"\b(\w+)\s*\(")
_SQL = frozenset({
    "select", "from", "where", "and", "or", "not", "null", "is", "as", "by", "group", "order", "limit", "desc", "asc",
    "distinct", "filter", "date", "timestamp", "case", "when", "then", "else", "end", "in", "between", "like", "having",
    "join", "on", "left", "using", "with",
})  # fmt: skip
_CELL = re.compile(
    r"^c\w+: (?P<value>.+?) = (?P<label>.*?)(?: \((?P<scope>.*)\))?; (?P<n>[\d,]+) rows?"
    r"(?:, (?P<missing>\d+) of them without a value)?$"
)
_NUMBER = re.compile(r"^(?P<value>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?) ?(?P<unit>.*)$")
_FRACTION = re.compile(r"exactly (\d+/\d+)")


def arguments(call: dict[str, Any], filled: dict[str, Any], request: Request) -> dict[str, Any]:
    """Return a gold call's arguments as the product's tool takes them."""
    if call["tool"] == "read_document" and "file" in filled:
        return {"path": path_shown(filled["file"], request) or filled["file"]}
    if call["tool"] == "query":
        return {"sql": columns(filled["sql"], request)}
    return filled


def columns(sql: str, request: Request) -> str:
    """Return a query with its columns named as the request shows them."""
    shown = {_plain(word): word for word in _WORD.findall(request.text)}
    parts = re.split(r"('(?:[^']|'')*')", sql)

    def named(found: re.Match[str]) -> str:
        word = found[0]
        real = shown.get(word, word)
        return word if real.casefold() == word.casefold() or word in request.text else f'"{real}"'

    return "".join(part if part.startswith("'") else _WORD.sub(named, part) for part in parts)


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "_", word.casefold())


def names_of(sql: str) -> tuple[str, ...]:
    """Return what a query names and a model has to be shown: tables, columns and values, dates aside."""
    values = [text.replace("''", "'") for text in _TEXT.findall(sql)]
    bare = _TEXT.sub(" ", sql)
    own = {name.casefold() for name in (*_ALIAS.findall(bare), *_CALLED.findall(bare))} | _SQL
    words = [word for word in _WORD.findall(bare) if word.casefold() not in own]
    return tuple(dict.fromkeys([*words, *(value for value in values if not _DATE.fullmatch(value))]))


def path_shown(file: str, request: Request) -> str:
    """Return the path of a document if the request names it."""
    return file if file and file in request.text else ""


def result(tool: str, text: str, arguments: str = "{}") -> Result:
    """Read what a tool returned; of a calculation with whole numbers alone the exact fraction, where it is shown."""
    if tool == "query":
        return _cells(text)
    if tool == "calculate":
        return _calculated(text, whole="." not in json.loads(arguments).get("expression", ""))
    if tool == "python":
        given = json.loads(text)
        return Result(text, ({"value": given["out"].strip(), "unit": "", "label": ""},))
    return slots.read_result(text)


def counted(text: str) -> set[int]:
    """Return on how many rows with a value each cell of a query's result rests."""
    found = [cell for line in text.splitlines() if (cell := _CELL.match(line))]
    return {int(cell["n"].replace(",", "")) - int(cell["missing"] or 0) for cell in found}


def _cells(text: str) -> Result:
    cells: list[dict[str, Any]] = []
    rows: list[tuple[tuple[str, ...], list[Any]]] = []
    for line in text.splitlines():
        found = _CELL.match(line)
        if found is None:
            continue
        keys = [part.split(": ", 1) for part in (found["scope"] or "").split("; ") if ": " in part]
        number = None if _DATE.fullmatch(found["value"]) else _NUMBER.match(found["value"])
        value = number["value"] if number else found["value"]
        group = tuple(key for _, key in keys)
        cells.append({"value": value, "unit": number["unit"] if number else "", "label": group[-1] if group else ""})
        if not rows or rows[-1][0] != group or not group:
            rows.append((group, []))
        if not (group and value == group[-1]):
            rows[-1][1].append(_literal(value) if number else value)
    return Result(text, tuple(cells), tuple((*group, *values) for group, values in rows))


def _literal(value: str) -> int | float:
    return float(value) if "." in value or "e" in value.casefold() else int(value)


def _calculated(text: str, *, whole: bool) -> Result:
    """A value, its unit, and perhaps a remark in brackets."""
    bare = re.sub(r" \([^()]*\)$", "", text).removeprefix("≈ ")
    fraction = _FRACTION.search(text)
    number = None if _DATE.fullmatch(bare) else _NUMBER.match(bare)
    if number is None:
        return Result(text, ({"value": bare, "unit": "", "label": ""},))
    value = fraction[1] if fraction and whole else number["value"]
    return Result(text, ({"value": value, "unit": number["unit"], "label": ""},))
