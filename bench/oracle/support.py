"""The roles that every flow shares: whether quotes support a sentence, and the probe of `doctor`."""

from __future__ import annotations

import re
from typing import Any

from bench.oracle.gold import Meaning
from bench.oracle.request import Request
from bench.oracle.shown import Answer, normal


def support(request: Request, gold: Meaning) -> Answer:
    """Judge each sentence shown by the gold: false ones are known to the case, all others are supported.

    Gold: `support` {"false": [sentences], "partly": [{"sentence", "supported"}], "lies": true for a judge that says yes
    to everything}.
    """
    known = gold.of("support", {})
    false = {normal(text) for text in known.get("false", [])}
    partly = {normal(item["sentence"]): item["supported"] for item in known.get("partly", [])}
    items: list[dict[str, Any]] = []
    for found in request.data(r"^Sentence (\d+)[^\n]*:\n"):
        sentence = normal(found[2])
        verdict = "yes"
        if not known.get("lies"):
            verdict = "no" if sentence in false else "partly" if sentence in partly else "yes"
        item: dict[str, Any] = {"number": int(found[1]), "verdict": verdict}
        if verdict == "partly":
            item["supported"] = partly[sentence]
        items.append(item)
    return Answer({"verdicts": items})


def probe(request: Request, gold: Meaning) -> Answer:
    """The sum that `doctor` asks for."""
    numbers = re.findall(r"\b\d+\b", request.after("Add"))
    return Answer({"total": sum(map(int, numbers))})
