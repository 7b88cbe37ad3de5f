"""Names in a statement and whether a quote holds them: a soft check that forgives inflection, case and short forms."""

from __future__ import annotations

import re

from indagate.evidence.language import STOP_WORDS, language
from indagate.evidence.sentence import sentences
from indagate.evidence.vocabulary import vocabulary
from indagate.evidence.word import STOPS, stem

_TOKEN = re.compile(r"[^\W\d_](?:[\w]|[-'’&](?=\w)|\.(?=[^\W\d_]\.?))*")
_LINKS = frozenset(
    vocabulary(
        """
of de la du von van der den del di da the
"""
    )
)
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_LATIN = re.compile("[A-Za-zÀ-ɏ]")
CAPITAL_BY_RULE = frozenset(
    vocabulary(
        """
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
september october november december i internet
"""
    )
)


def names(text: str) -> list[str]:
    """The names of `text`, each once: capitalised runs that sentence beginnings or German spelling do not explain."""
    german = language(text) == "de"
    found: dict[str, None] = {}
    for sentence in sentences(text):
        for run in _runs(sentence.text):
            name = _name(run, german)
            if name:
                found.setdefault(name)
    return list(found)


def _runs(text: str) -> list[list[tuple[str, bool]]]:
    """Runs of capitalised words, linked by small ones; each word with whether it opens the sentence."""
    runs: list[list[tuple[str, bool]]] = []
    current: list[tuple[str, bool]] = []
    previous = 0
    opened = False
    for match in _TOKEN.finditer(text):
        word = match.group()
        gap = text[previous : match.start()]
        capital = word[0].isupper()
        if current and (gap.strip(" \u00a0") or not (capital or word.lower() in _LINKS)):
            runs.append(current)
            current = []
        if capital or current:
            current.append((word, not opened))
        opened = True
        previous = match.end()
    return [*runs, current] if current else runs


def _name(run: list[tuple[str, bool]], german: bool) -> str | None:
    while run and run[-1][0].lower() in _LINKS and not run[-1][0][0].isupper():
        run = run[:-1]
    while run and run[0][0].lower() in STOPS and not _shouting(run[0][0]):
        run = run[1:]
    if not run:
        return None
    words = [word for word, _ in run]
    capitals = [word for word in words if word[0].isupper() and word.lower() not in CAPITAL_BY_RULE]
    if not capitals:
        return None
    marked = any(
        _shouting(word) or any(char.isupper() for char in word[1:]) or any(c.isdigit() for c in word)
        for word in capitals
    )
    if not marked and len(capitals) < 2 and (german or run[0][1]):
        return None
    return " ".join(words)


def _shouting(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    return len(letters) >= 2 and all(char.isupper() for char in letters)


def missing_names(statement: str, quote: str) -> list[str]:
    """The names of `statement` of which `quote` has no part, initials and inflected forms included.

    Nothing is missing from a quote in another script: that cannot be judged letter by letter.
    """
    if bool(_CYRILLIC.search(statement)) != bool(_CYRILLIC.search(quote)) and bool(_LATIN.search(statement)) != bool(
        _LATIN.search(quote)
    ):
        return []
    tokens = [match.group() for match in _TOKEN.finditer(quote)]
    held = {token.casefold() for token in tokens} | {part for token in tokens for part in token.casefold().split("-")}
    stems = {stem(token, "de" if language(quote) == "de" else None) for token in held}
    initials = _initials(tokens)
    return [name for name in names(statement) if not _held(name, held, stems, initials)]


def _initials(tokens: list[str]) -> str:
    return "".join(
        token[0].casefold() for token in tokens if token.lower() not in STOP_WORDS["en"] or token[0].isupper()
    )


def _held(name: str, held: set[str], stems: set[str], initials: str) -> bool:
    words = [word.casefold() for word in name.split() if word[0].isupper()]
    if len(words) > 1 and "".join(word[0] for word in words) in held:
        return True
    for word in words:
        short = word.replace(".", "")
        if short in held or word in held or stem(word) in stems:
            return True
        if 2 <= len(short) <= 6 and _shouting(name) and short in initials:
            return True
        if len(word) >= 4 and any(_kin(word, other) for other in held):
            return True
    return False


def _kin(one: str, other: str) -> bool:
    """Whether two words share all but an ending of at most three letters."""
    least = max(3, min(len(one), len(other)) - 2)
    return one[:least] == other[:least] and abs(len(one) - len(other)) <= 3
