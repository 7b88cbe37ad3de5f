"""What a perfect model answers over notes: a kind of input, values and their spans, SQL, sentences of slots.

Gold by role: `router` {"type"}; `parser` {"lines": […]}, the lines of the notebook's `entries.jsonl` ({"date", "text",
"items": [{"what", "measure", "value", "unit", "span"}], "not_read"}); `planner` {"sql"} | {"words": […]} |
{"nothing": true}; `writer` a template with slots of the cells c1, c2, … in the order of the result.
"""

from __future__ import annotations

import re
from typing import Any

from bench.oracle.gold import Meaning
from bench.oracle.request import Request
from bench.oracle.shown import Answer, normal

_NAMES = re.compile(r"\b(?:FROM|JOIN)\s+([a-z_][a-z0-9_]*)", re.IGNORECASE)
_WITH = re.compile(r"\b([a-z_][a-z0-9_]*)\s+AS\s*\(", re.IGNORECASE)
_NOTE = r"^Note (\d+), of ([\d-]+):\n"
_CELL = re.compile(r"^\{(\w+)\.value\} = (.*?) = .*$", re.MULTILINE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_KEYED = re.compile(rf": {_DATE.pattern}")
"""A date that names a cell; one in its filters stands behind no colon."""
_SLOT = re.compile(r"\{c(\d+)\.(value|label|unit)\}")
_PLACED = re.compile(r"^([\d-]+:\d+): <data", re.MULTILINE)
SAID = "The person says:\n"


def router(request: Request, gold: Meaning) -> Answer:
    """The kind of the input; what corrects or deletes does so to the note that shares most words, else the latest."""
    meant = gold.of("router", {})
    kind = meant.get("type", "LOG")
    if kind not in ("CORRECTION", "COMMAND"):
        return Answer({"input_type": kind, "domains": [], **_parts(request, kind)})
    notes = request.data(r"^([\d-]+:\d+): ")
    said = _said(request)
    if not notes:
        return Answer()
    words = set(re.findall(r"\w{4,}", said.casefold())) - {"note", "about", "remove"}
    best = max(notes, key=lambda note: len(words & set(re.findall(r"\w{4,}", note[2].casefold()))))
    return Answer({"input_type": "CORRECTION", "place": best[1], "note": said if kind == "CORRECTION" else ""})


def _said(request: Request) -> str:
    found = request.data(SAID)
    return found[-1][1] if found else ""


def _parts(request: Request, kind: str) -> dict[str, str]:
    """The parts of a note with a question: the question is the last clause."""
    if kind != "BOTH":
        return {}
    parts = re.split(r"(?<=[.,–])\s+", _said(request))
    return {"note": " ".join(parts[:-1]).rstrip(" ,–"), "question": parts[-1]}


def parser(request: Request, gold: Meaning) -> Answer:
    """The items of the notes that the request shows, each value with its span."""
    known = {(line["date"], normal(line["text"])): line["items"] for line in gold.of("parser", {}).get("lines", ())}
    entries: list[dict[str, Any]] = []
    for note in request.data(_NOTE):
        for item in known.get((note[2], normal(note[3])), ()):
            value = {} if item["value"] is None else {"measure": item["measure"], "value": item["value"]}
            entries.append({
                "note": int(note[1]), "what": item["what"], "said": item["span"], **value, "unit": item["unit"] or "",
            })  # fmt: skip
    spans = tuple(dict.fromkeys(entry["said"] for entry in entries))
    return Answer({"entries": entries}, spans)


def planner(request: Request, gold: Meaning) -> Answer:
    """The gold's query, if every table that it reads is shown; else words to search for, or nothing."""
    plan, elsewhere = gold.of("planner", {}), gold.of("elsewhere", "")
    if elsewhere and "\nFound:\n" not in request.text:
        return Answer(
            {"step": "retrieve", "searches": [{"words": " ".join(plan["words"])}, {"words": elsewhere[:400]}]}
        )
    if elsewhere:
        return Answer({"step": "write", "gaps": [elsewhere]})
    if "\nFound:\n" in request.text:
        return Answer({"step": "write"})
    if plan.get("sql"):
        search = {"sql": plan["sql"]}
        return Answer({"step": "retrieve", "searches": [search]}, tables_of(plan["sql"]), evidence=("query",))
    if plan.get("words"):
        return Answer({"step": "retrieve", "searches": [{"words": " ".join(plan["words"])}]}, evidence=("query",))
    return Answer({"step": "write", "gaps": ["the notes do not hold it"]}, evidence=("query",))


def analyst(_: Request, gold: Meaning) -> Answer:
    gaps = [{"text": text} for text in [gold.of("elsewhere")] if text]
    return Answer({"verdict": "SUFFICIENT", "gaps": gaps} if gaps else {"verdict": "SUFFICIENT"})


def evaluator(_: Request, gold: Meaning) -> Answer:
    return Answer({"failing": [{"dimension": "completeness", "reason": t[:500]} for t in [gold.of("elsewhere")] if t]})


def observer(_: Request, gold: Meaning) -> Answer:
    said = [text for text in [gold.of("elsewhere")] if text]
    return Answer({"learnt": [{"kind": "pattern", "topic": text[:80], "text": text[:300]} for text in said]})


def writer(request: Request, gold: Meaning) -> Answer:
    """The gold's sentence with slots of the cells that the request shows; without one, whether there are notes."""
    if gold.of("says") is not None:
        return Answer({"sentences": gold.of("says")}, raw=gold.of("raw"))
    template = gold.of("writer", "")
    if not template:
        near = any(line.startswith("near: ") for line in request.text.splitlines())
        return Answer({"sentences": ["These notes have the words." if near else "The notes do not hold it."]})
    cells = [(cell[1], cell[2], cell[0]) for cell in _CELL.finditer(request.text)]
    values = [cell for cell in cells if not _label(cell[1])] or cells
    if int(max((slot[1] for slot in _SLOT.finditer(template)), key=int, default="0")) > len(values):
        return Answer({"sentences": [template]}, ("as many cells as gold has",))

    def named(slot: re.Match[str]) -> str:
        name, _, line = values[int(slot[1]) - 1]
        if slot[2] == "label":
            return f"{{{name}.{'period' if _KEYED.search(line) else 'scope'}}}"
        return "" if slot[2] == "unit" else f"{{{name}.value}}"

    text = re.sub(r"\s+(?=[.;,])", "", _SLOT.sub(named, template))
    return Answer({"sentences": [" ".join(text.split())]}, evidence=("cells",))


def _label(value: str) -> bool:
    """Whether a cell is no number: a date or a name."""
    return not re.match(r"-?\d+(\.\d+)?(e[+-]?\d+)?( \S+)*$", value) or bool(_DATE.match(value))


def tables_of(sql: str) -> tuple[str, ...]:
    """Return the tables that a query reads, those that it defines itself aside."""
    defined = set(_WITH.findall(sql))
    return tuple(name for name in dict.fromkeys(_NAMES.findall(sql)) if name not in defined)
