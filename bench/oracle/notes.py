"""What a perfect model answers over notes and tables: a kind of input, values and their spans, SQL, sentences of slots.

Gold by role: `router` {"type"}; `parser` {"items": [{"what", "measure", "value", "unit", "span"}], "not_read": […]} by
line (`entries.jsonl` of a notebook: {"line", "items", "not_read"}); `planner` {"sql"} | {"words": […]} |
{"nothing": true}; `writer` a template with slots.
"""

from __future__ import annotations

import re
from typing import Any

from bench.oracle.gold import Meaning
from bench.oracle.request import Request
from bench.oracle.shown import Answer, normal

_NAMES = re.compile(r"\b(?:FROM|JOIN)\s+([a-z_][a-z0-9_]*)", re.IGNORECASE)
_WITH = re.compile(r"\b([a-z_][a-z0-9_]*)\s+AS\s*\(", re.IGNORECASE)


def router(request: Request, gold: Meaning) -> Answer:
    return Answer({"type": gold.of("router", {}).get("type", "NOTHING")})


def parser(request: Request, gold: Meaning) -> Answer:
    """The items of the lines that the request shows, each value with its span."""
    lines: list[dict[str, Any]] = []
    spans: list[str] = []
    for entry in gold.of("parser", {}).get("lines") or [gold.of("parser", {})]:
        line = entry.get("line", "")
        if line and normal(line) not in normal(request.text):
            continue
        items = entry.get("items", [])
        spans += [item["span"] for item in items]
        lines.append({"items": items, "not_read": entry.get("not_read", [])})
    return Answer(lines[0] if len(lines) == 1 else {"lines": lines}, tuple(spans))


def planner(request: Request, gold: Meaning) -> Answer:
    """The gold's query, if every table that it reads is shown; else words to search for, or nothing."""
    plan = gold.of("planner", {})
    if plan.get("sql"):
        return Answer({"sql": plan["sql"]}, tables_of(plan["sql"]))
    if plan.get("words"):
        return Answer({"words": plan["words"]})
    return Answer({"nothing": True})


def writer(request: Request, gold: Meaning) -> Answer:
    """The gold's sentence: its slots are for the product to fill."""
    return Answer({"text": gold.of("writer", "")})


def tables_of(sql: str) -> tuple[str, ...]:
    """Return the tables that a query reads, those that it defines itself aside."""
    defined = set(_WITH.findall(sql))
    return tuple(name for name in dict.fromkeys(_NAMES.findall(sql)) if name not in defined)
