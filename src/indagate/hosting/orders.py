"""What is said between a server and the process that drives its runs: a line of JSON each, over the child's pipes."""

from __future__ import annotations

from typing import Literal

import msgspec

from indagate import errors
from indagate.errors import IndagateError

UnderWay = tuple[str, float]
"""An effect that is being done, and since when (`time.monotonic`, which all processes of a machine share)."""


class Opening(msgspec.Struct, frozen=True):
    """The first line to the child: the home, and how many runs it may drive at once."""

    home: str
    most: int


class Order(msgspec.Struct, frozen=True):
    """A line to the child: `take` a run that was handed over, `drive` one, or `stop`; answered under its number."""

    number: int
    what: Literal["take", "drive", "stop"]
    run: str = ""
    ending: bool = False


class Failure(msgspec.Struct, frozen=True):
    """An error of ours, by the name of its class."""

    kind: str
    message: str
    hint: str | None = None

    @classmethod
    def of(cls, error: IndagateError) -> Failure:
        """Return an error as it is said: a class that is declared elsewhere as the one above it."""
        kind = next(kind for kind in type(error).__mro__ if kind.__module__ == errors.__name__)
        return cls(kind.__name__, error.message, error.hint)

    @property
    def error(self) -> IndagateError:
        """The error itself."""
        made: IndagateError = getattr(errors, self.kind)(self.message, hint=self.hint)
        return made


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line from the child: its `owner` once, what is under way in each run that it drives, or an answer."""

    owner: str = ""
    runs: dict[str, list[UnderWay]] | None = None
    answers: int = 0
    failure: Failure | None = None
