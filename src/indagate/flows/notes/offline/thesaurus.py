"""Words of everyday life that mean the same, in two languages, read from `thesaurus.txt`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from indagate.flows.notes.token import Token, stem, tokens


@dataclass(frozen=True, slots=True)
class Said:
    """Words of a text that the thesaurus knows: the groups that they belong to, and their place."""

    groups: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word of an entry: `star` where any ending will do, 0 where any number will, else its stem is compared."""

    low: str
    stem: str
    star: bool

    def fits(self, token: Token, stemmed: str) -> bool:
        if self.star:
            return token.low.startswith(self.low)
        if self.low == "0":
            return token.number
        return self.low == token.low or (self.stem == stemmed and len(stemmed) > (2 if stemmed.isascii() else 3))


class Thesaurus:
    """Groups of words that mean the same, each under the heading of its section."""

    def __init__(self, text: str) -> None:
        self.sections: dict[str, str] = {}
        self._of: dict[str, tuple[str, ...]] = {}
        self._entries: dict[str, list[tuple[str, str]]] = {}
        section = ""
        for line in text.splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.startswith("#"):
                name, _, words = line.partition(": ")
                self.sections[name] = section
                self._of[name] = tuple(words.split(", "))
                for word in self._of[name]:
                    self._entries.setdefault(word.split()[0][:3].rstrip("*!"), []).append((name, word))

    def said(self, text: str) -> list[Said]:
        """Return what a text says of the groups, in order; of words that overlap the longest phrase, and all groups
        that have it."""
        all_ = tokens(text)
        stems = [stem(token.low) if token.word else token.low for token in all_]
        found: list[Said] = []
        at = 0
        while at < len(all_):
            fits = [
                (len(pieces), group)
                for group, word in self._near(all_[at].low)
                if _fit(pieces := _pieces(word), all_, stems, at)
            ]
            fits = [one for one in fits if one[0] > 1 or self._has(one[1], all_[at].low)] or fits
            size = max((length for length, _ in fits), default=0)
            if size:
                groups = tuple(dict.fromkeys(group for length, group in fits if length == size))
                found.append(Said(groups, all_[at].start, all_[at + size - 1].end))
            at += max(size, 1)
        return found

    def _has(self, group: str, low: str) -> bool:
        """Whether a group lists a word itself, or what it begins with."""
        return any(low == word or (word.endswith("*") and low.startswith(word[:-1])) for word in self._of[group])

    def _near(self, low: str) -> list[tuple[str, str]]:
        """Return the entries that may begin with a word."""
        keys = {low[:3], low[:2], "0" if low[0].isdecimal() else low[:3]}
        return [entry for key in keys for entry in self._entries.get(key, ())]

    def stems(self, group: str) -> tuple[str, ...]:
        """Return the stems by which notes of a group are found, a star behind those with any ending."""
        last = [max(_pieces(word), key=lambda piece: len(piece.low)) for word in self._of[group]]
        return tuple(dict.fromkeys(f"{one.stem}*" if one.star else one.stem or stem(one.low) for one in last))

    def excludes(self, group: str) -> str:
        """Return the section of which a thing has only one, if the group is of such a section."""
        section = self.sections.get(group, "")
        return section if section.startswith("one of ") else ""


@lru_cache(maxsize=8192)
def _pieces(word: str) -> tuple[_Piece, ...]:
    found = []
    for part in word.split():
        for token in tokens(part.rstrip("*!")):
            found.append(_Piece(token.low, stem(token.low) if token.word else token.low, False))
        if part.endswith("!"):
            found[-1] = _Piece(found[-1].low, "", False)
        if part.endswith("*"):
            found[-1] = _Piece(found[-1].low, found[-1].stem, True)
    return tuple(found)


def _fit(pieces: tuple[_Piece, ...], all_: tuple[Token, ...], stems: list[str], at: int) -> bool:
    if at + len(pieces) > len(all_):
        return False
    return all(piece.fits(all_[at + n], stems[at + n]) for n, piece in enumerate(pieces))


@cache
def thesaurus() -> Thesaurus:
    """Return the thesaurus that is shipped."""
    return Thesaurus(Path(__file__).with_name("thesaurus.txt").read_text("utf-8"))
