"""Coq source as text: comments and strings found as Coq finds them, sentences, and words that give an attempt away."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.errors import InputError

_OPENING = re.compile(r"\(\*|\*\)|\"")
_END = re.compile(r"(?<!\.)\.(?=\s|\Z)")
_WORD = r"(?<![\w'.]){}(?![\w'])"

TRICKS: tuple[tuple[str, str], ...] = tuple(
    (_WORD.format(f"(?:{pattern})"), why)
    for pattern, why in (
        (r"Admitted|admit|give_up|Admit\s+Obligations", "a hole: {}"),
        (r"bypass_check", "a check is switched off: {}"),
        (r"(?:Unset|Set)\s+(?:Guard|Positivity|Universe)\s+Checking", "a check is switched off: {}"),
        (r"(?:Unset|Set)\s+Definitional\s+UIP", "the theory is changed: {}"),
        (r"Declare\s+ML\s+Module", "it loads a plug-in: {}"),
        (r"Add\s+(?:Rec\s+)?(?:LoadPath|ML\s+Path)|Remove\s+LoadPath", "it changes where files are looked for: {}"),
        (r"(?:Separate|Recursive)?\s*Extraction\s+(?:Library|\")", "it writes files: {}"),
    )
)
"""Words that no honest attempt needs, and why each is turned down before anything is run."""


_ENDS = re.compile(r"(?:(?<!\.)\.|\.\.\.)(?=\s|\Z)")
_BEFORE = re.compile(
    r"(?:\s|[-+*{}]|#\[[^\]]*\]|(?:\w+|!|\[[^\]]*\]|\d+(?:\s*-\s*\d+)?(?:\s*,\s*\d+)*)\s*:(?![=:])"
    r"|(?:Time|Fail|Succeed|Instructions|Local|Global|Timeout\s+\d+|Profile)\b)*"
)
"""What may stand before a command: bullets, braces, attributes, selectors of goals, commands about commands."""
COMMANDS = {
    "Load": "it brings in another file: {}", "Cd": "it reaches outside its folder: {}",
    "Redirect": "it reaches outside its folder: {}", "Drop": "it reaches outside its folder: {}",
}  # fmt: skip
"""Commands that no honest attempt needs; a constructor may have such a name."""


def blanked(text: str, *, strings: bool = True) -> str:
    """Return the text with comments (and the inside of strings) replaced by blanks, every place kept.

    Raises `InputError` for a comment or string without an end.
    """
    out = list(text)
    at, depth = 0, 0
    while found := _OPENING.search(text, at):
        begin, end, sign = found.start(), found.end(), found.group()
        if sign == '"':
            end = _string_end(text, begin)
        if depth:
            _blank(out, at, end)
        elif sign == "(*":
            _blank(out, begin, end)
        elif sign == '"' and strings:
            _blank(out, begin + 1, end - 1)
        depth += {"(*": 1, "*)": -1 if depth else 0}.get(sign, 0)
        at = end
    if depth:
        raise InputError("a comment is opened and never closed")
    return "".join(out)


def _string_end(text: str, begin: int) -> int:
    end = text.find('"', begin + 1)
    if end < 0:
        raise InputError("a string is opened and never closed")
    return end + 1


def _blank(out: list[str], begin: int, end: int) -> None:
    for place in range(begin, end):
        if out[place] != "\n":
            out[place] = " "


@dataclass(frozen=True, slots=True)
class Sentence:
    """A command of a source file: its text without comments, and where it ends in the file."""

    text: str
    end: int

    @property
    def squeezed(self) -> str:
        """The text with every run of white space as one blank."""
        return " ".join(self.text.split())


def sentences(text: str) -> list[Sentence]:
    """Return the commands of a source file, as far as full stops tell. Raises `InputError` like `blanked`."""
    bare, shown = blanked(text), blanked(text, strings=False)
    found, begin = [], 0
    for stop in _END.finditer(bare):
        found.append(Sentence(shown[begin : stop.end()].strip(), stop.end()))
        begin = stop.end()
    if shown[begin:].strip():
        found.append(Sentence(shown[begin:].strip(), len(text)))
    return found


def trick(text: str) -> str:
    """Return why the text is turned down at sight, or nothing. Raises `InputError` like `blanked`."""
    bare = blanked(text)
    for pattern, why in TRICKS:
        if found := re.search(pattern, bare):
            line = bare.count("\n", 0, found.start()) + 1
            return f"line {line}: " + why.format(" ".join(found.group().split()))
    begin = 0
    for end in (*(stop.end() for stop in _ENDS.finditer(bare)), len(bare)):
        before = _BEFORE.match(bare, begin, end)
        word = re.compile(r"\w*").match(bare, before.end() if before else begin, end)
        if word is not None and word[0] in COMMANDS:
            return f"line {bare.count(chr(10), 0, word.start()) + 1}: " + COMMANDS[word[0]].format(word[0])
        begin = end
    return ""
