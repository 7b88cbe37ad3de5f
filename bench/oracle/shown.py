"""The barrier: an answer may hold nothing that its request did not show.

Every id, column, table, quote, file, goal and number (outside SQL and code) that an answer is made of must stand in the
text of that very request; else the server answers "nothing" and logs what was not shown. So it cannot know what the
product did not show it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bench.oracle.request import Request

UNCHECKED = frozenset({"sql", "code", "expression", "weight", "facts_wanted"})
"""Fields whose numbers need not be shown: queries and programs, and what a form asks for beside meaning."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """What the server answers, and the texts that it rests on; with `nothing` it had no gold for what was asked.

    `value` is the object of the form asked for, `call` a tool's name and arguments in its place, `raw` a text that is
    sent as it is. `evidence` names the pieces of gold that the request showed.
    """

    value: Any = None
    rests_on: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    leaks: tuple[str, ...] = ()
    call: tuple[str, dict[str, Any]] | None = None
    raw: str | None = None


def normal(text: str) -> str:
    """Return a text with one form of each character and single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


class Shown:
    """Everything that a request shows, read once."""

    def __init__(self, request: Request) -> None:
        parts = [request.text, *(text for result in request.results for text in _leaves(_parsed(result)))]
        self.text = normal("\n".join(parts))
        self._values = {value for number in set(_NUMBER.findall(self.text)) for value in _values(number)}

    def holds(self, text: str) -> bool:
        return normal(text) in self.text

    def missing(self, answer: Answer) -> list[str]:
        """Return what an answer is made of that the request does not show."""
        found = [text for text in answer.rests_on if not self.holds(text)]
        values = answer.call[1] if answer.call else answer.value
        for text in _checked(values):
            found += [number for number in _NUMBER.findall(normal(text)) if not self._has(number)]
        return list(dict.fromkeys(found))

    def _has(self, number: str) -> bool:
        return bool(_values(number) & self._values) or number in self.text


def _values(number: str) -> set[Decimal]:
    """Return what a number may be in one language or another: "4,0" is "4.0", "1,200" may be 1200."""
    parts = re.split(r"[.,]", number)
    found = {Decimal(f"{''.join(parts[:-1])}.{parts[-1]}") if len(parts) > 1 else Decimal(number)}
    if all(len(part) == 3 for part in parts[1:]):
        found.add(Decimal("".join(parts)))
    return found


def _checked(value: Any) -> Iterator[str]:
    """The texts of an answer whose numbers must have been shown; a program in it is an answer, no computed number."""
    if isinstance(value, str):
        yield _CODE.sub("", value)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name == "arguments" and isinstance(item, str):
                yield from _checked(_parsed(item))
            elif name not in UNCHECKED:
                yield from _checked(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _checked(item)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield str(name)
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif value is not None:
        yield str(value)
