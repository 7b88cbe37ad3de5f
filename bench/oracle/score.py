"""Whether an outcome is right: in `--json` and in the files that a user opens, or not at all."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.oracle.gold import Case, Meaning
from bench.oracle.shown import normal

FIRST = 60
"""Words of a report in which the answer must stand."""
_FOOTNOTE = re.compile(r"\[\^[^\]]*\]|<sup\b.*?</sup>|\\(?=[^\w\s])", re.DOTALL)
_NOT_FOUND = re.compile(
    r"not found|no answer|nicht gefunden|keine antwort|не найден|нет ответа|cannot be answered|non trouv", re.IGNORECASE
)


@dataclass(frozen=True)
class Mark:
    """How a case came out: right, wrong or declined, and why it is not right."""

    right: bool
    why: str = ""
    declined: bool = False


def mark_report(case: Case, meaning: Meaning, told: dict[str, Any], folder: Path) -> Mark:
    """Mark a research, in the JSON and in report.md and report.html.

    Right is an answer whose sentences stand in the first words of both files and whose quotes are all there, or a plain
    refusal. Nothing may come from a file that the user excluded; both sides of a contradiction are in the report.
    """
    files = {name: folder / name for name in ("report.md", "report.html")}
    absent = [name for name, path in files.items() if not path.is_file()]
    if absent:
        return Mark(False, f"no {absent[0]}", declined=True)
    declined = told.get("answered") is False
    heads = {name: _head(path) for name, path in files.items()}
    if case.expect.get("refused"):
        if not declined:
            return Mark(False, "answered though the documents hold no answer")
        silent = [name for name, text in heads.items() if not _NOT_FOUND.search(text)]
        return Mark(not silent, f"{silent[0]} does not say that it is not found" if silent else "", declined)
    why = _lacking(case, meaning, told, files, heads)
    return Mark(not why and not declined, why or ("said to be not answered" if declined else ""), declined)


def _lacking(case: Case, meaning: Meaning, told: dict[str, Any], files: dict[str, Path], heads: dict[str, str]) -> str:
    """Return what an answer lacks, or nothing."""
    wanted = [case.expect["quote"]] if "quote" in case.expect else [item["quote"] for item in case.expect["quotes"]]
    sides = [quote for pair in case.expect.get("contradiction", ()) for quote in pair]
    spoken, whole = normal(" ".join(_leaves(told))), {name: _whole(path) for name, path in files.items()}
    said = normal((meaning.of("bottom_line") or [{"text": wanted[0]}])[0]["text"])
    for name, text in heads.items():
        if " ".join(said.split()[:FIRST]) not in text:
            return f"not in the first words of {name}: {said[:80]}"
    if said not in spoken:
        return f"not in --json: {said[:80]}"
    for quote in map(normal, wanted):
        if quote not in spoken:
            return f"not in --json: {quote[:80]}"
        for name, text in whole.items():
            if quote not in text:
                return f"not in {name}: {quote[:80]}"
    for quote in map(normal, sides):
        if quote not in whole["report.md"]:
            return f"a side of the contradiction is not in report.md: {quote[:80]}"
    excluded = {Path(path).name for path in case.expect.get("not_from", ())}
    cited = {
        Path(quote["file"]).name for claim in told.get("claims", ()) for quote in claim["quotes"] if quote.get("file")
    }
    return f"cites {', '.join(sorted(cited & excluded))}" if cited & excluded else ""


def mark_value(case: Case, value: Any, unit: str | None, rows: int | None = None) -> Mark:
    """Mark a number by value, unit and the rows that it rests on, as far as the case names them."""
    want = case.expect
    if not isinstance(value, int | float) or not math.isfinite(value):
        return Mark(False, "no number", declined=True)
    tolerance = want.get("tolerance", 1e-9)
    if not math.isclose(value, want["value"], rel_tol=max(tolerance, 1e-12), abs_tol=1e-12):
        return Mark(False, f"{value}, not {want['value']}")
    if want.get("unit") and unit is not None and unit.casefold() != want["unit"].casefold():
        return Mark(False, f"in {unit or 'nothing'}, not in {want['unit']}")
    if "rows" in want and rows is not None and rows != want["rows"]:
        return Mark(False, f"{rows} rows, not {want['rows']}")
    return Mark(True)


def texts_of(folder: Path) -> Iterator[tuple[str, str]]:
    """The text files of a run's folder, archived sources aside: name and content."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "assets" not in path.relative_to(folder).parts:
            yield str(path.relative_to(folder)), _whole(path)


def _whole(path: Path) -> str:
    text = path.read_text(encoding="utf-8", errors="replace")
    return normal(_plain(text) if path.suffix == ".html" else _FOOTNOTE.sub("", text))


def _head(path: Path) -> str:
    """The first words of a report's body: what follows its title and the heading of its bottom line."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".html":
        body = re.split(r"</h2>", text, maxsplit=1)[-1] if "</h2>" in text else text
        return " ".join(normal(_plain(body)).split()[:FIRST])
    body = re.split(r"^## .*$", text, maxsplit=1, flags=re.MULTILINE)[-1]
    return " ".join(normal(_FOOTNOTE.sub("", body)).split()[:FIRST])


def _plain(text: str) -> str:
    """A page's words, footnote marks aside; a block ends a word."""
    from lxml import html

    page = html.fromstring(text) if text.strip() else html.Element("p")
    for node in page.xpath("//style | //script | //sup"):
        node.drop_tree()
    for node in page.xpath("//p | //div | //li | //h1 | //h2 | //h3 | //td | //th | //br"):
        node.tail = f" {node.tail or ''}"
    return str(page.text_content()).replace("\xa0", " ")


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, str):
        yield value
    elif value is not None:
        yield json.dumps(value)
