"""Keeping secrets out of messages: whatever a provider or a library says passes here first."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

HIDDEN = "[hidden]"
_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH", re.IGNORECASE)
_SHAPES = (
    (("bearer", "basic"), re.compile(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=-]{6,}")),
    (
        ("sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "xai", "hf-", "hf_", "aiza", "ghp", "glpat"),
        re.compile(r"\b(?:sk|pk|rk|xai|gsk|hf|AIza|ghp|glpat)[-_][\w-]{6,}|\bAIza[\w-]{10,}"),
    ),
    (("=",), re.compile(r"(?i)(?<=[?&;])(?:[\w-]*(?:key|token|secret|signature|password)[\w-]*)=[^&\s\"']+")),
    (("api",), re.compile(r"(?i)\b(?:x-)?api[-_]?key[\"']?\s*[:=]\s*[\"']?[\w.~+/=-]{4,}")),
    (("@",), re.compile(r"(?<=://)[^/\s@\"']+(?=@)")),
)
"""Shapes of secrets, each with texts of which one stands wherever it does, case aside: most texts have none."""
_SHORTEST = 6
LONGEST = 300
"""Characters of a provider's own words that a message quotes."""


def secrets(known: tuple[str, ...] = (), environment: Mapping[str, str] | None = None) -> list[str]:
    """Return the secrets of the environment and the `known` ones, the longest first."""
    environment = os.environ if environment is None else environment
    found = {value for name, value in environment.items() if _NAMES.search(name)} | set(known)
    return sorted((value for value in found if len(value) >= _SHORTEST), key=len, reverse=True)


def mask(text: str, hidden: Iterable[str]) -> str:
    """Return `text` without the secrets in `hidden`, nor what has the shape of one."""
    for secret in hidden:
        text = text.replace(secret, HIDDEN)
    folded = text.casefold()
    for marks, shape in _SHAPES:
        if any(mark in folded for mark in marks):
            text = shape.sub(HIDDEN, text)
    return text


def redact(text: str, known: tuple[str, ...] = (), environment: Mapping[str, str] | None = None) -> str:
    """Return `text` on one line, not too long, without secrets: those in the environment, `known` ones and the like."""
    text = " ".join(mask(text, secrets(known, environment)).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
