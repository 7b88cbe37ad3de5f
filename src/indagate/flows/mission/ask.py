"""What the questions and answers of a mission's roles have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from indagate.render import visible

Line = Annotated[str, Meta(max_length=400, description="one line")]
Short = Annotated[str, Meta(max_length=120, description="a few words")]
PROMPTS = Path(__file__).with_name("prompts")
IDS = r"\b(?:Fact-\d+|S\d{2,})\b"
"""The names of facts and sources, which depend on what was read first."""


def one_line(text: str) -> str:
    """Return a text as one line, without signs that cannot be seen."""
    return " ".join(visible(text).split())
