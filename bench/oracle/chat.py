"""The inputs of a chat: how each is sorted with the oracle as router, and that by rule none becomes a value."""

from __future__ import annotations

import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.oracle.gold import CASES, rows
from bench.oracle.product import Product
from bench.oracle.runner import Bench, Service

DAY = ("--as-of", "2026-10-20")
EARLIER = "the locksmith took the old key along"
"""A note that is there before each input, so that a command has one to find."""


def run(bench: Bench, service: Service | None) -> dict[str, Any]:
    """Put every input to `chat`; without a service nobody but the rules sorts them. Return the misses by id."""
    inputs = rows(CASES / "notes-chat" / "chat.jsonl")
    with ThreadPoolExecutor(bench.jobs) as pool:
        found = list(pool.map(lambda row: _one(bench, service, row), inputs))
    misses = {row["id"]: why for row, why in zip(inputs, found, strict=True) if why}
    return {"inputs": len(inputs), "right": len(inputs) - len(misses), "misses": misses}


def _one(bench: Bench, service: Service | None, row: dict[str, Any]) -> str:
    with tempfile.TemporaryDirectory(prefix="chat-", dir=bench.folder) as place:
        product = Product(bench.program, Path(place))
        for text in (EARLIER, row.get("before", "")):
            if text:
                product("ask" if text.endswith("?") else "log", text, *DAY)
        model = [] if service is None else ["--role", f"router={service.address(row['id'])}"]
        done = product("chat", "--json", *DAY, *model, stdin=row["text"] + "\n")
        try:
            told = json.loads(done.out)
        except ValueError:
            return f"no answer: {(done.err or done.out)[-200:]}"
        return _wrong(row, told, product, sorted_by_oracle=service is not None)


def _wrong(row: dict[str, Any], told: dict[str, Any], product: Product, *, sorted_by_oracle: bool) -> str:
    """Say what is wrong with what came of an input, or nothing."""
    kept = [entry for entry in told["read"] if not entry["aside"] and entry["value"] is not None]
    if kept and not row["value_kept"]:
        return f"became a value: {kept[0]['what']} {kept[0]['value']}"
    if not sorted_by_oracle:
        return ""
    wanted, noted = row["meaning"]["router"]["type"], told["noted"]
    kind = "CORRECTION" if wanted == "COMMAND" else wanted
    if told["input_type"] != kind:
        return f"sorted as {told['input_type']}, not {kind}"
    if (noted is not None) != (kind in ("LOG", "BOTH", "CORRECTION")):
        return "noted" if noted else "not noted"
    if kind == "CORRECTION":
        word = "deletion" if wanted == "COMMAND" else "correction"
        about = row.get("before") or EARLIER
        listed = json.loads(product("notes", "list", "--json").out)
        ended = [note["text"] for note in listed if note["until"]]
        if not noted["text"].startswith(word) or ended != [about]:
            return f"{noted['text']!r} ends {ended}, not {about!r}"
    return "nothing is asked" if kind in ("QUERY", "BOTH") and not _asked(told) else ""


def _asked(told: dict[str, Any]) -> bool:
    """Whether the question was looked for: a result, or why there is none with the nearest notes."""
    return bool(told["queries"] or told["declined"] or told["nearest"])
