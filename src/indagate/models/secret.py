"""Keeping secrets out of messages: whatever a provider or a library says passes here first."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

HIDDEN = "[hidden]"
_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH", re.IGNORECASE)
_SHAPES = (
    re.compile(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=-]{6,}"),
    re.compile(r"\b(?:sk|pk|rk|xai|gsk|hf|AIza|ghp|glpat)[-_][\w-]{6,}|\bAIza[\w-]{10,}"),
    re.compile(r"(?i)(?<=[?&;])(?:[\w-]*(?:key|token|secret|signature|password)[\w-]*)=[^&\s\"']+"),
    re.compile(r"(?i)\b(?:x-)?api[-_]?key[\"']?\s*[:=]\s*[\"']?[\w.~+/=-]{4,}"),
    re.compile(r"(?<=://)[^/\s@\"']+(?=@)"),
)
_SHORTEST = 6
LONGEST = 300
"""Characters of a provider's own words that a message quotes."""


def mask(text: str, known: tuple[str, ...] = (), environment: Mapping[str, str] | None = None) -> str:
    """Return `text` without secrets: those in the environment, `known` ones and what has their shape."""
    environment = os.environ if environment is None else environment
    secrets = {value for name, value in environment.items() if _NAMES.search(name)} | set(known)
    for secret in sorted((value for value in secrets if len(value) >= _SHORTEST), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    for shape in _SHAPES:
        text = shape.sub(HIDDEN, text)
    return text


def redact(text: str, known: tuple[str, ...] = (), environment: Mapping[str, str] | None = None) -> str:
    """Return `text` on one line, not too long, without secrets: those in the environment, `known` ones and the like."""
    text = " ".join(mask(text, known, environment).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
