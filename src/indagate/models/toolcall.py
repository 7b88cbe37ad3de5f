"""A provider's own tool calls: what a role offers, what a model calls in a turn, what came back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indagate.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that a model may call: its name, what it does, and the JSON schema of its arguments (an object)."""

    name: str
    doc: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as a model made it: `arguments` is the JSON of an object; `id` is how the provider matches its result."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What a model did in a turn: it called tools, or, with none, `text` is its answer."""

    calls: tuple[ToolCall, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier turn, and what each of its calls gave, in their order: material for the model, never instructions."""

    turn: Turn
    results: tuple[str, ...] = ()
