"""Names: what counts as one by its capitals and digits, and whether the texts that a sentence rests on hold it.

A name is a token with a capital or a digit inside, or with a capital that does not begin the sentence. It is compared
after NFKC, case folding, diacritics and stemming.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from indagate.evidence.sentence import sentences
from indagate.evidence.span import Span
from indagate.evidence.word import STOPS, stem
from indagate.vocabulary import vocabulary

PART = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_TOKEN = re.compile(r"\w+(?:[-‐‑'’&./+]\w+)*")
_LETTER = re.compile(r"[^\W\d_]")
_CAPITAL_BY_RULE = vocabulary("""
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december i internet
""")


def name_tokens(text: str, apart: Sequence[Span]) -> Iterator[tuple[str, bool]]:
    """Yield the tokens of a text outside of some spans, each with whether it begins a sentence."""
    for sentence in sentences(text):
        opens = True
        for match in _TOKEN.finditer(sentence.text):
            place = Span(sentence.start + match.start(), sentence.start + match.end())
            if not any(place.overlaps(span) for span in apart):
                yield match.group(), opens
            opens = False


def is_name(token: str, *, opens: bool) -> bool:
    """Whether a token counts as a name; `opens` says that it begins its sentence."""
    if not _LETTER.search(token) or token.casefold() in _CAPITAL_BY_RULE:
        return False
    parts = PART.findall(token)
    if any(char.isupper() or char.isdigit() for part in parts for char in part[1:]):
        return True
    named = any(part[0].isupper() for part in parts[1:]) or (token[0].isupper() and not opens)
    return named and token.casefold() not in STOPS


class Held:
    """The words of some texts, in the forms in which names are compared."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = tuple(folded(text) for text in texts)
        self.forms = frozenset(form for text in texts for part in PART.findall(_plain(text)) for form in _forms(part))
        self.initials = tuple(
            folded("".join(part[0] for part in PART.findall(text) if part[0].isupper())) for text in texts
        )

    def stands(self, text: str) -> bool:
        """Whether a text stands there as it is, but for case and brackets around it."""
        sought = folded(text).strip("()[]. ")
        return bool(sought) and any(sought in known for known in self.texts)

    def name(self, token: str) -> bool:
        """Whether a name stands there, whole, in all of its capitalised parts, or as initials."""
        parts = PART.findall(unicodedata.normalize("NFKC", token))
        if all(_forms(part) & self.forms for part in parts if any(char.isupper() or char.isdigit() for char in part)):
            return True
        if any(char.isdigit() for char in token):
            runs = [re.escape(run) for part in parts for run in re.findall(r"\d+|[^\W\d_]+", folded(part))]
            loose = re.compile(r"(?<!\w)" + r"[\s\-‐‑–./]?".join(runs) + r"(?!\w)")
            return any(loose.search(text) for text in self.texts)
        letters = "".join(char for char in token if char.isalpha())
        return len(letters) >= 2 and letters.isupper() and any(letters.casefold() in row for row in self.initials)


@lru_cache(maxsize=256)
def held(texts: tuple[str, ...]) -> Held:
    """Return the words of some texts, read once."""
    return Held(texts)


@lru_cache(maxsize=8_192)
def _forms(word: str) -> frozenset[str]:
    """Return a word folded, and its stem."""
    low = folded(word)
    return frozenset((low, stem(low)))


def _plain(text: str) -> str:
    """Return a text in compatibility form, without signs that cannot be seen."""
    return "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")


@lru_cache(maxsize=1_024)
def folded(text: str) -> str:
    """Return a text in compatibility form, case folded, without diacritics."""
    parts = (char if char == "й" else unicodedata.normalize("NFD", char) for char in _plain(text).casefold())
    return "".join(sign for part in parts for sign in part if not unicodedata.combining(sign))
