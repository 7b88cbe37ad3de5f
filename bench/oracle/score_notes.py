"""Whether the answer to a question of a notebook is right: in `--json` and on the terminal, or not at all."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from bench.oracle.gold import Case
from bench.oracle.score import Mark
from bench.oracle.shown import normal

_COUNT = re.compile(r"^(\d+) notes? names? .* (without a value|with other measures only):")


def mark_notes(case: Case, told: dict[str, Any], terminal: str) -> Mark:
    """Mark a question: value, unit, rows and gaps in the cells, the same sentence on the terminal."""
    want, declined = case.expect, bool(told.get("declined"))
    queries = told.get("queries") or []
    if want.get("refused"):
        if queries or not declined:
            return Mark(False, f"answered though the notes hold no answer: {told.get('answer', '')[:120]}")
        said = "not answered" in terminal.casefold()
        return Mark(said, "" if said else "the terminal does not say that it is not answered", declined=True)
    if "quote" in want:
        return _quoted(want, told, terminal)
    if not queries:
        return Mark(False, f"no result: {told.get('declined') or told.get('answer')}"[:200], declined=declined)
    answer = told.get("answer") or ""
    if not answer or normal(answer) not in normal(terminal):
        return Mark(False, "the terminal does not show the answer")
    why = _lacking(want, queries[-1], len(told.get("evidence") or ())) or _gaps(want, told)
    return Mark(not why, why)


def _quoted(want: dict[str, Any], told: dict[str, Any], terminal: str) -> Mark:
    """The note must be the first that is shown, and stand on the terminal."""
    shown = [*told.get("evidence", ()), *told.get("nearest", ())]
    places = [(note["date"], normal(note["text"])) for note in shown]
    if not places or places[0] != (want["date"], normal(want["quote"])):
        return Mark(False, f"not the first note: {want['quote'][:60]}; {places[:2]}")
    there = normal(want["quote"]) in normal(terminal)
    return Mark(there, "" if there else "the note is not on the terminal")


def _lacking(want: dict[str, Any], query: dict[str, Any], notes: int) -> str:
    cells = query["cells"]
    if "date" in want:
        days = [str(cell["value"])[:10] for cell in cells]
        return "" if want["date"] in days[:1] else f"not {want['date']}: {days[:3]}"
    if "value" in want:
        same = [cell for cell in cells if _equal(cell["value"], want["value"], want)]
        if not same:
            return f"not {want['value']}: {[cell['value'] for cell in cells][:4]}"
        if not _unit(want, same[0]["unit"]):
            return f"in {same[0]['unit']!r}, not in {want['unit']!r}"
        rows = want.get("rows")  # of a count of notes: these notes
        return "" if rows in (None, same[0]["n"], notes) else f"on {same[0]['n']} rows, not {rows}"
    found = list(_rows(cells))
    wanted = want["rows"]
    if not want.get("ordered"):
        found.sort(key=str)
        wanted = sorted(wanted, key=str)
    if len(found) != len(wanted) or not all(_same_row(a, b, want) for a, b in zip(found, wanted, strict=True)):
        return f"not {str(wanted)[:120]}: {str(found)[:160]}"
    units = {cell["unit"] for cell in cells if isinstance(cell["value"], int | float)}
    return "" if all(_unit(want, unit) for unit in units) else f"in {units}, not in {want['unit']!r}"


def _rows(cells: list[dict[str, Any]]) -> Iterator[list[Any]]:
    """The rows of a result: the keys of its groups, then the values."""
    rows: list[tuple[Any, list[Any]]] = []
    for cell in cells:
        keys = list((cell.get("keys") or {}).values())
        row = cell.get("row")
        if not rows or rows[-1][0] != (keys, row):
            rows.append(((keys, row), list(keys)))
        if cell["value"] not in keys:
            rows[-1][1].append(cell["value"])
    return iter([row for _, row in rows])


def _same_row(found: list[Any], wanted: list[Any], want: dict[str, Any]) -> bool:
    return len(found) == len(wanted) and all(_equal(a, b, want) for a, b in zip(found, wanted, strict=True))


def _equal(found: Any, wanted: Any, want: dict[str, Any]) -> bool:
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return math.isclose(found, wanted, rel_tol=max(want.get("tolerance", 0), 1e-9), abs_tol=1e-9)
    given, expected = str(found), str(wanted)
    return given[:10] == expected if re.fullmatch(r"\d{4}-\d\d-\d\d", expected) else given == expected


def _unit(want: dict[str, Any], unit: str | None) -> bool:
    """Whether a unit is the expected one; counts and days have none that is compared."""
    return want.get("unit") is None or (unit or "").casefold() == want["unit"].casefold()


def _gaps(want: dict[str, Any], told: dict[str, Any]) -> str:
    """Whether as many notes are said to name the thing without a value as there are; of other measures where named."""
    said = {"without a value": 0, "with other measures only": 0}
    for text in told.get("gaps") or ():
        if found := _COUNT.match(text):
            said[found[2]] += int(found[1])
    wanted, other = want.get("gaps", 0), want.get("gaps_other_measure")
    if wanted and said["without a value"] != wanted:  # more may be said than gold names
        return f"{said['without a value']} gaps, not {wanted}"
    wrong = other is not None and said["with other measures only"] != other
    return f"{said['with other measures only']} gaps of other measures, not {other}" if wrong else ""
