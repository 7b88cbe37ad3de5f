"""The four kinds of state, and what an event may lead to."""

from __future__ import annotations

import enum
import typing as t
from collections.abc import Mapping
from dataclasses import field

from indagate.frozen import dataclass


class History(enum.Enum):
    """The type of HISTORY, a target that means: back to where an `anywhere` transition left from."""

    HISTORY = "HISTORY"

    def __repr__(self) -> str:
        return "HISTORY"


HISTORY: t.Final = History.HISTORY

Target = str | tuple[str, ...] | History
"""A state, several states (a fork, one token each), or HISTORY."""


@dataclass(frozen=True, slots=True)
class State:
    """A state and the events that leave it; flows declare its four kinds, never this base."""

    name: str
    on: Mapping[type, Target] = field(default_factory=dict)
    doc: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Work(State):
    """A state whose step runs, at most `timeout` seconds."""

    timeout: float | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Wait(State):
    """A state that a person or an outside event moves on."""


@dataclass(frozen=True, slots=True)
class Join(State):
    """A state whose step runs once every live token is in it, at most `timeout` seconds."""

    timeout: float | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Final(State):
    """A state that ends its token."""


def heads(target: Target) -> tuple[str, ...]:
    """The states that a target names: none for HISTORY, several for a fork."""
    if isinstance(target, str):
        return (target,)
    return target if isinstance(target, tuple) else ()


def spoken(name: str) -> str:
    """The name of an event as words: OutOfBudget is "out of budget", PDFWritten is "PDF written"."""
    parts = [""]
    for before, letter, after in zip(" " + name, name, name[1:] + " ", strict=False):
        rises = letter.isupper() and (not before.isupper() or after.islower())
        if letter == "_" or rises or letter.isdigit() != before.isdigit():
            parts.append("")
        parts[-1] += letter.strip("_")
    found = [part if len(part) > 1 and part.isupper() else part.lower() for part in parts if part]
    return " ".join(found) or name
