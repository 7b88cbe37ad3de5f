"""Patterns that are compiled when they are first used: a command starts faster for those that it does not need."""

from __future__ import annotations

import re
from typing import Any, cast


class _Pattern:
    """Stands for a compiled pattern."""

    __slots__ = ("_flags", "_made", "_text")

    def __init__(self, text: str, flags: re.RegexFlag) -> None:
        self._text, self._flags = text, flags
        self._made: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._made = re.compile(self._text, self._flags)
        return getattr(self._made, name)


def pattern(text: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", _Pattern(text, flags))
