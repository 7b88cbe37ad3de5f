"""What a sentence rests on: the sentences of a source that it quotes, else the one that is nearest to it in its words.

Where a model read whole texts, a number or a name of another place in them must not bear a sentence. A quote only
points: what bears the sentence are the source's own words around it. Names may also stand in the source's titles and in
the sentence before, which "it" and "she" point back to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from indagate.evidence.check import LONGEST_QUOTE
from indagate.evidence.quote import locate
from indagate.evidence.sentence import sentences
from indagate.evidence.span import Piece, Span
from indagate.evidence.support import Grounds
from indagate.evidence.word import STOPS, stem, words

QUOTES = 6
"""Places that a sentence may rest on, at most."""
LONG = 200
"""Characters from which on a value of a record is a text of its own."""
_OPEN, _CLOSE = '“„«"', '”“»"'
_MARK = re.compile(
    rf"\[(?P<name>[^\[\]\n{_OPEN}]{{1,200}}?)\s*:\s*(?P<quotes>[{_OPEN}][^\n]*?[{_CLOSE}][.\s]*)\](?!\()"
)
_ITEM = re.compile(r"^[*•–-]|^\d{1,3}[.)]\s|\|")
_NEXT = re.compile(rf"[{_CLOSE}][\s;,.]*[{_OPEN}]")


@dataclass(frozen=True)
class Text:
    """A text that was shown, and what names it: path, title, headings."""

    text: str
    titles: tuple[str, ...] = ()

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Its sentences, and the rows of its tables."""
        return tuple(row for piece in sentences(self.text) for row in _rows(piece))


@dataclass(frozen=True, slots=True)
class Quoting:
    """A text without the quotes that stood in its citations, and these with the places of their citations."""

    text: str
    quotes: tuple[tuple[Span, tuple[str, ...]], ...] = ()

    def within(self, start: int, end: int) -> tuple[str, ...]:
        """Return what is quoted between two places."""
        return tuple(quote for span, found in self.quotes if start <= span.start < end for quote in found)


def quoting(text: str, known: Callable[[str], bool]) -> Quoting:
    """Take the quotes out of the citations of known sources: `[a.md: “its words”]` becomes `[a.md]`."""
    made, found, at = "", [], 0
    for mark in _MARK.finditer(text):
        if not known(mark["name"]):
            continue
        made += text[at : mark.start()]
        cited = f"[{mark['name'].strip()}]"
        quotes = tuple(one.strip(f"{_OPEN}{_CLOSE} .") for one in _NEXT.split(mark["quotes"]))
        found.append((Span(len(made), len(made) + len(cited)), quotes))
        made += cited
        at = mark.end()
    return Quoting(made + text[at:], tuple(found))


def rests_on(sentence: str, quotes: Sequence[str], texts: Sequence[Text], beside: Grounds) -> Grounds:
    """Return the grounds of a sentence: what it quotes, else what is nearest to it, beside what may always bear it.

    A quote of one word, or that stands in none of the texts, points nowhere.
    """
    pointed = dict.fromkeys(place for quote in quotes for text in texts if (place := _around(quote, text)))
    found = list(pointed)[:QUOTES] or _nearest(sentence, texts)
    titles = tuple(dict.fromkeys(title for one in found for title in one.titles))
    quoted = tuple(dict.fromkeys(one.text for one in found))
    return replace(beside, quotes=(*quoted, *beside.quotes), titles=(*titles, *beside.titles))


def _around(quote: str, text: Text) -> Text | None:
    """Return the sentences of a text in which a quote stands, and what names them."""
    if len(quote) > LONGEST_QUOTE or len(words(quote)) < 2 or (span := locate(text.text, quote)) is None:
        return None
    own = [at for at, piece in enumerate(text.pieces) if span.overlaps(Span(piece.start, piece.end))]
    return _told(text, own[0], own[-1]) if own else None


def _told(text: Text, first: int, last: int) -> Text:
    """Return some sentences of a text with what frames them, the head of a table or list, and what names them."""
    pieces = text.pieces
    own = text.text[pieces[first].start : pieces[last].end]
    lead = first
    while lead and _ITEM.search(pieces[lead].text):
        lead -= 1
    if lead == first:
        return Text(own, (*text.titles, *(piece.text for piece in pieces[max(0, first - 1) : first])))
    head = [pieces[lead].text] if pieces[lead].text.endswith(":") else []
    head += [row for piece in pieces[lead:first] if "|" in (row := piece.text)][:1]
    return Text("\n".join((*head, own)), text.titles)


def _rows(piece: Piece) -> Iterator[Piece]:
    """Yield a sentence, or each line of it where it is a table."""
    lines = piece.text.splitlines(keepends=True)
    if not all("|" in line for line in lines):
        lines = [piece.text]
    at = piece.start
    for line in lines:
        yield Piece(line.rstrip(), at, at + len(line.rstrip()))
        at += len(line)


def _nearest(sentence: str, texts: Sequence[Text]) -> list[Text]:
    """Return the sentence that shares most words and numbers with one, the shortest of equals."""
    said = _shared(sentence)
    places = [_told(text, at, at) for text in texts for at in range(len(text.pieces))]
    best = max(places, key=lambda one: (len(said & _shared(one.text)), -len(one.text)), default=None)
    return [best] if best and said & _shared(best.text) else []


def nearest(sentence: str, texts: Sequence[str]) -> str | None:
    """Return the text that shares most words and numbers with a sentence, the shortest of equals; None if none does."""
    said = _shared(sentence)
    best = max(texts, key=lambda one: (len(said & _shared(one)), -len(one)), default="")
    return best if said & _shared(best) else None


@lru_cache(maxsize=8_192)
def _shared(text: str) -> frozenset[str]:
    """Return the stems and numbers of a text, the numbers without their separators."""
    low = (word.text.casefold() for word in words(text))
    return frozenset(re.sub(r"\D", "", one) if one[0].isdigit() else stem(one) for one in low if one not in STOPS)


def texts_in(shown: str, titles: tuple[str, ...] = ()) -> list[Text]:
    """Return the texts that a tool's result holds: of JSON its records and long values, else the text itself."""
    try:
        value = json.loads(shown)
    except ValueError:
        value = shown
    return [text for text in _texts(value, titles) if text.text.strip()]


def _texts(value: Any, titles: tuple[str, ...]) -> Iterator[Text]:
    """Yield a record's short values as one text, named and unnamed; long ones each by itself, named by the short."""
    if isinstance(value, Mapping):
        plain = {name: one for name, one in value.items() if not isinstance(one, Mapping | list) and one is not None}
        short = {name: one for name, one in plain.items() if not _is_long(one)}
        names = (*titles, *(one for one in short.values() if isinstance(one, str) and one))
        yield Text("; ".join(f"{name}: {one}" for name, one in short.items() if one != ""), titles)
        for name, one in value.items():
            yield from _texts(one, names) if name not in short else ()
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, titles)
    elif value is not None:
        yield Text(str(value), titles)


def _is_long(value: object) -> bool:
    return isinstance(value, str) and (len(value) > LONG or len(sentences(value)) > 1)
