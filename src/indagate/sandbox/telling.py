"""How a function in a killable process says how far it has come."""

from __future__ import annotations

from typing import BinaryIO

from indagate.sandbox.frame import WORD, pack

_lines: list[BinaryIO] = []
"""The way to a parent who listens; none while nobody does."""


def tell(word: str) -> None:
    """Say a word to the parent on the way to the answer; nothing happens where nobody listens."""
    for line in _lines:
        line.write(pack(WORD, word.encode("utf-8", "replace")))
        line.flush()


def listened(line: BinaryIO | None) -> None:
    """From now on words go down this line; None: nowhere."""
    _lines[:] = [] if line is None else [line]
