"""What a run knows: the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from indagate.statechart import Configuration

Given = TypeVar("Given")


class Stamp(msgspec.Struct, frozen=True):
    """Where and when an event was recorded: its row and milliseconds since 1970."""

    row: int
    at: int


@dataclass
class Record(Generic[Given]):
    """The base of every flow's record. Only `fold` may change one, and only from what it is given.

    `input` is what the run was started with, `run` its name, `born` its birth and `rev` the row of the last event
    folded, `standing` where it stands, `pins` which folders and files were kept at its birth, by path and digest.
    """

    input: Given
    run: str = field(default="", kw_only=True)
    born: Stamp = field(default=Stamp(0, 0), kw_only=True)
    pins: dict[str, str] = field(default_factory=dict, kw_only=True)
    rev: int = field(default=0, kw_only=True)
    standing: Configuration = field(default=Configuration((), 0, 0), kw_only=True)

    @property
    def state(self) -> str:
        """The name of the state (or states, joined by +) where the run stands."""
        return str(self.standing)

    def fold(self, event: Any, stamp: Stamp) -> None:
        """Take one event in. Flows override this; it must depend on nothing else."""
