"""How a fact is told: as a sentence, with its columns' names, whole or as much of it as answers and has room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indagate.evidence import Fact, Word, missing_numbers, quantities, sentences, words
from indagate.flows.mission.offline.bearing import Sought
from indagate.flows.mission.offline.clue import Piece
from indagate.flows.mission.offline.expected import Expected, fits
from indagate.flows.mission.offline.odds import odds
from indagate.flows.mission.offline.unit import row_cells

SLACK = 10
"""Words by which what is told may be longer than its share."""
NEARLY = 1.5
"""How far below the best of a fact's sentences those may be that are told for being short enough."""
_COLUMNS = 4
"""Columns beyond which only those that bear on the question are said."""
_ITEM = re.compile(r"^(?:[-*•–]|\(?\d{1,2}[.)]|\([a-z]\))\s+(?=\S+\s)")
"""What begins an item of a list."""
_TERM = re.compile(r"^[^.:;!?]{1,120}: (?=\S)")


def answer_of(fact: Fact, aim: Sought, most: int, title: str = "") -> str:
    """As much of a fact as so many words hold: all of it, or those of its sentences that answer best.

    Sentences left out before them are marked by "…"; the term of a definition stays.
    """
    text = sentence_of(fact, aim)
    term = match[0] if (match := _TERM.match(text)) else ""
    parts = sentences(text[len(term) :])
    if len(parts) < 2 or len(words(text)) <= most:
        return clipped(text, most, aim.expected)
    bare = text[len(term) :]

    def score(said: str) -> float:
        return odds(aim, Piece(said, fact.place, fact.context, title)).score

    windows: list[tuple[int, float, str]] = []
    for first in range(len(parts)):
        for last in range(first, len(parts)):
            told = bare[parts[first].start : parts[last].end]
            said = f"{term}{'… ' if first else ''}{told}"
            if not missing_numbers(said, text):
                windows.append((len(words(said)), score(term + told), said))
    best = max(windows, key=lambda window: (window[1], window[0]), default=(0, 0.0, text))
    fitting = [window for window in windows if window[0] <= most + SLACK and window[1] >= best[1] - NEARLY]
    if fitting:
        return max(fitting, key=lambda window: (window[1], window[0]))[2]
    return clipped(best[2], most, aim.expected)


def sentence_of(fact: Fact, aim: Sought | None = None) -> str:
    """A fact's statement as a sentence; a row's cells get their columns' names where those hold no numbers."""
    text = _ITEM.sub("", " ".join(fact.statement.split()))
    columns = fact.context.rsplit(" › ", 1)[-1].split(" | ") if " | " in fact.context else []
    cells = row_cells(fact.quote)
    if len(columns) == len(cells) > 1 and not any(quantities(column) for column in columns):
        pairs = list(zip(columns[1:], cells[1:], strict=True))
        if aim is not None and len(pairs) > _COLUMNS:
            bearing = [pair for pair in pairs if aim.touches(pair[0].replace("_", " "))]
            pairs = bearing or pairs
        text = f"{cells[0]} – " + "; ".join(f"{name.replace('_', ' ')}: {cell}" for name, cell in pairs)
    opening = re.match(r"[^\W\d_]+(?=[\s,])", text)
    if opening and text[0].islower() and ": " not in text[:80]:
        large = text[0].upper() + text[1:]
        text = text if missing_numbers(large, fact.quote, fact.statement) else large
    return (
        text
        if text.endswith((".", "!", "?", "…", "”", '"', "»", ".)", "。", "！", "？"))
        else f"{text.rstrip(' ,;:')}."
    )


def clipped(text: str, most: int, kind: Expected) -> str:
    """At most so many words of a sentence: its beginning, or what stands around the answer, the cut marked."""
    found = words(text)
    most = max(most, 12)
    if len(found) <= most + SLACK:
        return text
    answer = next((item for item in quantities(text) if fits(kind, item)), None)
    last = most - 1
    if answer is not None:
        at = next((index for index, word in enumerate(found) if word.end >= answer.span.end), 0)
        last = max(last, min(len(found) - 1, at + 4))
    first = max(0, last - most + 1)
    cut = _cut(text, found, first, last)
    while missing_numbers(cut, text):  # a number was cut off from what it belongs to
        if first == 0 and last == len(found) - 1:
            return text
        first, last = max(0, first - 1), min(len(found) - 1, last + 1)
        cut = _cut(text, found, first, last)
    return cut


def _cut(text: str, found: Sequence[Word], first: int, last: int) -> str:
    """The text from its word `first` to its word `last`, the cut marked."""
    end = found[last].end
    tail = text[end : end + 4]
    closing = re.match(r"[)%\]”\"]+", tail)
    end += closing.end() if closing else 0
    return ("… " if first else "") + text[found[first].start : end] + (" …" if last < len(found) - 1 else text[end:])
