"""Your words: the words of a question that say something, which of them a passage holds, and where they stand in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from indagate.evidence.language import language
from indagate.evidence.word import CJK, STOPS, stem

_TOKEN = re.compile(rf"[{CJK}]|(?:(?![{CJK}])[^\W\d_])+|\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question as they are searched for; a name of several parts is one word."""

    words: tuple[str, ...]
    code: str | None = None

    @classmethod
    def of(cls, question: str) -> Asked:
        """Return the words of a question that say something, each once, in their order."""
        from indagate.corpus.query import terms

        code = "de" if language(question) == "de" else None
        words = dict.fromkeys(word.removesuffix("'s").removesuffix("’s") for word in terms(question))
        found = tuple(word for word in words if _TOKEN.search(word))
        return cls(tuple(word for word in found if word not in STOPS) or found, code)

    def held(self, *texts: str) -> tuple[str, ...]:
        """Return the words that stand in one of the texts, in another form of them too."""
        rows = [[form for form, _, _ in _forms(text, self.code)] for text in texts]
        return tuple(word for word in self.words if any(_found(self._parts(word), row) for row in rows))

    def missing(self, *texts: str) -> tuple[str, ...]:
        """Return the words that stand in none of the texts."""
        held = self.held(*texts)
        return tuple(word for word in self.words if word not in held)

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where the words stand in a text, as spans that neither meet nor overlap."""
        tokens = _forms(text, self.code)
        row = [form for form, _, _ in tokens]
        spans = sorted(
            (tokens[at][1], tokens[at + len(parts) - 1][2])
            for parts in map(self._parts, self.words)
            for at in _found(parts, row)
        )
        merged: list[tuple[int, int]] = []
        for start, end in spans:
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return merged

    def _parts(self, word: str) -> list[str]:
        return [form for form, _, _ in _forms(word, self.code)]


@lru_cache(maxsize=2_048)
def _forms(text: str, code: str | None) -> tuple[tuple[str, int, int], ...]:
    """Return the tokens of a text as they are compared, each with its place."""
    return tuple((stem(found[0], code), found.start(), found.end()) for found in _TOKEN.finditer(text))


def _found(parts: list[str], row: list[str]) -> list[int]:
    """Return where a word's parts stand in a row of forms, one after another."""
    return [at for at in range(len(row) - len(parts) + 1) if row[at : at + len(parts)] == parts]
