"""The floor: a critic of plain substring tests. critic.py --function naive:judge (run in this folder)."""

from __future__ import annotations

import ast
import re
from typing import Any


def judge(goal: str, answer: str, criteria: dict[str, Any], sources: dict[str, str]) -> bool:
    """Return whether an answer passes what one would write in ten minutes."""
    seen, checks = answer.lower(), criteria["domain_specific_checks"]
    if not answer.strip() or any(one.lower() not in seen for one in criteria["required_elements"]):
        return False
    if any(one.lower() in seen for one in criteria["prohibited_elements"]):
        return False
    if "code_quality" in checks and not _runs(answer, checks["code_quality"].get("tests", "")):
        return False
    if "math" in checks and not _holds(answer):
        return False
    return "citation" not in checks or _cited(answer, sources)


def _runs(answer: str, tests: str) -> bool:
    blocks = re.findall(r"```\w*\n(.*?)```", answer, re.S)
    try:
        ast.parse("\n".join(blocks) + "\n" + tests)
    except SyntaxError:
        return False
    return bool(blocks)


def _holds(answer: str) -> bool:
    found = re.findall(r"([\d.]+) ([-+*/×·]) ([\d.]+) = ([\d.]+\d)", answer.replace(",", ""))
    sums = {"+": float.__add__, "-": float.__sub__, "*": float.__mul__, "/": float.__truediv__}
    sums |= {"×": float.__mul__, "·": float.__mul__}
    return "=" in answer and all(abs(sums[sign](float(a), float(b)) - float(c)) < 0.01 for a, sign, b, c in found)


def _cited(answer: str, sources: dict[str, str]) -> bool:
    names = re.findall(r"\[([^\]]+)\]", answer)
    quotes = re.findall(r"[\"“„«]([^\"”“»]+)[\"”“»]", answer)
    held = all(any(quote in text for text in sources.values()) for quote in quotes)
    return bool(names) and all(name in sources for name in names) and held
