"""Turns of phrase, read from `paraphrases.txt`, and a question with the plain words in their place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_WORD = r"[^\W_]+(?:['’-][^\W_]+)*"
_BLANK = r"[ ,]+"
_FEW = rf"(?:{_WORD} ){{0,2}}{_WORD}"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of phrase: its pattern, words of which one must be there for it, and what is read instead."""

    pattern: str
    needs: tuple[str, ...]
    instead: str

    def reworded(self, text: str, low: str) -> str:
        """Return a text, and `low` is it in lower case, with the turn replaced by what it means."""
        if not any(word in low for word in self.needs):
            return text
        return re.sub(self.pattern, self._meant, text, flags=re.IGNORECASE)

    def _meant(self, match: re.Match[str]) -> str:
        made = re.sub(r"\$(\d+)", lambda number: match[int(number[1])] or "", self.instead)
        return " ".join(made.split())


def reworded(text: str) -> str:
    """Return a question with its turns of phrase as plain words."""
    for turn in _turns():
        text = turn.reworded(text, text.lower())
    return text


@cache
def _turns() -> tuple[Turn, ...]:
    lines = Path(__file__).with_name("paraphrases.txt").read_text("utf-8").splitlines()
    return tuple(_turn(line) for line in lines if line.strip() and not line.startswith("#"))


def _turn(line: str) -> Turn:
    """Read a line of the file."""
    left, _, right = line.partition("=>")
    words = left.split()
    needed = max((word for word in words if word[0] not in "[_."), key=lambda word: min(map(len, word.split("/"))))
    return Turn(rf"(?<![\w'-]){_pieces(words)}(?![\w'])", tuple(_stems(needed)), right.strip())


def _stems(word: str) -> list[str]:
    """Return what must be in a text for one of the words to be in it."""
    return [re.split(r"[*\[]", one)[0] for one in word.lower().split("/")]


def _pieces(words: list[str]) -> str:
    """Return the pattern of the words of a line, each a group of its own."""
    made, begun = "", False
    for word in words:
        ways = {"_": _WORD, "...": _FEW}.get(word) or "|".join(
            one.replace("*", r"[\w'-]*") for one in word.strip("[]").split("/")
        )
        if word.startswith("["):
            made += rf"(?:{_BLANK}({ways}))?" if begun else rf"(?:({ways}){_BLANK})?"
        else:
            made += rf"{_BLANK if begun else ''}({ways})"
            begun = True
    return made
