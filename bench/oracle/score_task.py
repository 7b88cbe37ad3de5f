"""Whether a task's outcome is right: in `--json` and in answer.md, or not at all.

A number counts with its unit and tolerance, money also to the cent. Where an answer shows cells, as those of the rules
do, its first cell is the answer; in an answer in words the number has to stand there in the unit that was asked for.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.oracle import dialect
from bench.oracle.gold import Case
from bench.oracle.score import Mark
from bench.oracle.shown import normal

REFUSES = re.compile(
    r"cannot be answered|нельзя ответить|lässt sich nicht beantworten|does not answer this", re.IGNORECASE
)
SECONDS = 20
_CELL = re.compile(r"^c[0-9a-f]{6}: .*$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.,])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.,])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_UNIT = re.compile(r"\s?([^\W\d_]+(?:/[^\W\d_]+)?|%|°[CF]|€|\$)")
_UNITS = {
    "eur": "eur €", "km": "km kilometre kilometres", "kg": "kg kilo кг", "l": "l litre litres liter литр литра литров",
    "%": "% percent",
    "day": "day days tag tage", "mile": "mile miles mi", "gallon": "gallon gallons gal", "cm": "cm", "m/s": "m/s",
    "km/h": "km/h", "°c": "°c c", "€": "eur €",
}  # fmt: skip
"""How the units of the cases are written: by their spelling in `expect`."""
_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def mark_task(case: Case, told: dict[str, Any], folder: Path, rows: Sequence[dict[str, Any]] = ()) -> Mark:
    """Mark a task by what `--json` says and by answer.md; `rows` are its journal's, for the rows of a query."""
    given = told.get("answer") if told.get("outcome") == "done" else None
    file = folder / "answer.md"
    if not given:
        why = f"{told.get('state', '')}: {told.get('error') or 'no answer'}"
        return Mark(bool(case.expect.get("refused")) and told.get("outcome") == "needs_model", why, declined=True)
    if not file.is_file():
        return Mark(False, "no answer.md")
    for name, text in (("--json", str(given)), ("answer.md", file.read_text(encoding="utf-8"))):
        why = _lacking(case.expect, text)
        if why:
            return Mark(False, f"{name}: {why}", declined=bool(REFUSES.search(text)))
    return _on_rows(case, rows)


def _lacking(want: dict[str, Any], text: str) -> str:
    """Return what an answer lacks, or nothing."""
    cells = _CELL.findall(text)
    said = normal(cells[0] if cells else text)
    if want.get("refused"):
        return "" if REFUSES.search(text) else f"answered though there is no answer: {said[:120]}"
    if "tests" in want:
        return _untested(text, want["tests"])
    if "quotes" in want or "quote" in want:
        quotes = [want["quote"]] if "quote" in want else [item["quote"] for item in want["quotes"]]
        missing = next((quote for quote in quotes if normal(quote) not in normal(text)), "")
        return missing and f"not there: {missing[:80]}"
    if "value" in want:
        return _wrong_number(want, said)
    if "rows" in want:
        return _wrong_ranking(want, cells or [normal(text)])
    wanted = want.get("text") or want.get("date") or ""
    there = re.search(rf"(?<!\w){re.escape(wanted.casefold())}(?!\w)", said.casefold())
    return "" if there else f"not there: {wanted}; {said[:120]}"


def _wrong_number(want: dict[str, Any], said: str) -> str:
    near = []
    for found in _NUMBER.finditer(re.sub(r"^c[0-9a-f]{6}: ", "", said)):
        after = _UNIT.match(re.sub(r"^c[0-9a-f]{6}: ", "", said), found.end())
        value, unit = found[0].replace(",", ""), (after[1] if after else "").casefold()
        if _same(want, value):
            known = _UNITS.get(want.get("unit", "").casefold(), "").split()
            if not known or unit in known:
                return ""
            near.append(f"{found[0]} in {unit or 'nothing'}, not in {want['unit']}")
    return near[0] if near else f"not there: {want['value']}; {said[:120]}"


def _same(want: dict[str, Any], text: str) -> bool:
    """Whether a number is the expected one; an integer has to be exact, money may be rounded to the cent."""
    wanted = want["value"]
    if isinstance(wanted, int) and want.get("tolerance", 0) == 0:
        return float(text).is_integer() and (int(text) if text.lstrip("-").isdigit() else int(float(text))) == wanted
    cent = 0.005 + 1e-9 if want.get("unit") == "EUR" else 1e-12
    return math.isclose(float(text), wanted, rel_tol=max(want.get("tolerance", 0), 1e-11), abs_tol=cent)


def _wrong_ranking(want: dict[str, Any], lines: Sequence[str]) -> str:
    """Whether each name stands with its value, in the order that is asked for."""
    text, at = " ".join(lines), 0
    for name, value in want["rows"]:
        pair = re.compile(rf"{re.escape(name)}\W[^\d]*?{value}\b|(?<!\d){value}\b(?!\.\d)[^;]*?\b{re.escape(name)}\b")
        line = re.compile(rf"(?<![\d.]){value}(?![\d.]).*{re.escape(name)}")
        found = pair.search(text, at if want.get("ordered") else 0)
        if found is None and not any(line.search(each) for each in lines):
            return f"not there: {name} {value}"
        at = found.end() if found else at
    return ""


def _untested(text: str, tests: Sequence[str]) -> str:
    """Run each test after the answer's code in a process of its own; return the first that fails."""
    code = "\n\n".join(_FENCE.findall(text))
    if not code:
        return "no program"
    for test in tests:
        command = [sys.executable, "-I", "-c", f"{code}\n\n{test}\nprint('passed to the end')"]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        if ran.returncode or not ran.stdout.endswith("passed to the end\n"):
            return f"a test fails: {test[:80]}"
    return ""


def _on_rows(case: Case, rows: Sequence[dict[str, Any]]) -> Mark:
    """Whether a query of the run rests on the rows that the case names."""
    wanted = case.expect.get("rows")
    if not isinstance(wanted, int):
        return Mark(True)
    counts = {n for text in _queried(rows) for n in dialect.counted(text)}
    if counts and wanted not in counts:
        return Mark(False, f"on {', '.join(map(str, sorted(counts)))} rows, not {wanted}")
    return Mark(True)


def _queried(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        body = row.get("body") or {}
        if row.get("name") == "ToolUsed" and body.get("status") == "SUCCESS":
            text = str(body.get("text", ""))
            if body.get("tool") == "ask_tables":
                text = str(json.loads(text).get("text", ""))
            if body.get("tool") in ("query", "ask_tables"):
                yield text
