"""The hard check of a sentence that a model wrote: its numbers, names, addresses and sources stand in what it rests on.

Nothing here reads for meaning. Paraphrase, translation, negation, direction and whose predicate it is are judged by the
role SUPPORT, which also gets the warnings: in German, in a script without capitals, and where a quote is in another
language than the sentence, a name that does not stand there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from indagate.evidence.holding import missing_numbers
from indagate.evidence.language import LETTERS, language
from indagate.evidence.name import PART, Held, held, is_name, name_tokens
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.word import STOPS
from indagate.unit import lookup

Trouble = Literal["number-not-held", "name-not-held", "address-not-held", "source-not-held", "not-a-sentence"]
_LINK = r"(?:[a-z][a-z0-9+.-]{1,15}://|\bwww\.|\b(?:mailto|tel|data|javascript):)"
_ADDRESSES = re.compile(
    rf"{_LINK}\S+"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w.@])(?:[^\W_][\w-]*\.)+[^\W\d_]{2,}(?![\w.]*\w)(?:/\S*)?"
    r"|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])"
    r"|\w+\s*[\[({]\s*(?:dot|punkt|точка)\s*[\])}]\s*\w+",
    re.IGNORECASE,
)
_SOURCES = re.compile(
    r"\b(?:S\d{2,}|Fact[-\s]?\d+)\b"
    r"|\[\^?[^\[\]\n]*\d[^\[\]\n]*\]|【[^】]*】"
    r"|\b(?:doi:?\s*|https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+|\barxiv:?\s*\d{4}\.\d{4,5}\S*"
    r"|\b[^\W\d_][\w'’-]*,?\s+et\s+al\b\.?",
    re.IGNORECASE,
)
_YEAR = r"(?:1[6-9]|20)\d\d[a-z]?"
_AUTHORED = re.compile(
    rf"\((?:[^\W\d_]+\.?:?\s+){{0,2}}[^\W\d_a-zа-я][^()\n]*?[,;\s]\s*{_YEAR}(?:[,:;][^()\n]*)?\)"
    rf"|[^\W\d_a-zа-я][\w'’-]+(?:\s+(?:[^\W\d_]{{1,3}}|&)\s+[^\W\d_a-zа-я][\w'’-]+)?\s+\({_YEAR}(?:[,:;][^()\n]*)?\)"
)
"""A reference by author and year: "(Farrant, 2019)", "Farrant and Hale (2019)"."""
_STRUCTURE = re.compile(
    r"```|~~~|\{\s*\"|\"\s*:\s*[\"\[{\d]|</?[a-z][^<>]*>|<!--|!?\[[^\]]*\]\([^)]*\)"
    r"|(?:^|[\n:.!?])\s*>\s+(?=[^\W\d_])",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_CAPITALISED_NOUNS = "de"
_COUNTED = 10
"""Up to here a number in words may count what a sentence tells of."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a sentence may rest on: quotes with their places, the sources' titles, the words of who asked, cells."""

    quotes: tuple[str, ...]
    titles: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    """Values, units, periods and labels of the cells that the sentence cites, as they are shown."""
    beside: tuple[str, ...] = ()
    """How results came about: who judges sees it, and no number or name may rest on it."""
    known: tuple[str, ...] = ()
    """What holds beside the quotes; in which language it is told says nothing of the names of a sentence."""

    @property
    def numbered(self) -> tuple[str, ...]:
        """The texts whose numbers the sentence may give."""
        return (*self.quotes, *self.known, *self.cells)

    @property
    def everything(self) -> tuple[str, ...]:
        """The texts whose names the sentence may give."""
        return (*self.quotes, *self.known, *self.titles, *self.asked, *self.cells)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a sentence holds that its grounds do not: of what sort, and as written."""

    sort: Trouble
    text: str

    def said_of(self, grounds: str = "the quotes") -> str:
        """Say what is wrong, the grounds called by a name."""
        if self.sort == "not-a-sentence":
            return f"this is no sentence: {self.text}"
        if self.sort == "number-not-held":
            return f"{grounds} do not hold {self.text}"
        return f"no quote holds the {self.sort.partition('-')[0]} {self.text}"


@dataclass(frozen=True, slots=True)
class Checked:
    """What the hard check found: `refused` must not be shown, `warnings` are for SUPPORT to judge."""

    refused: tuple[Doubt, ...] = ()
    warnings: tuple[Doubt, ...] = ()


def check_sentence(sentence: str, grounds: Grounds) -> Checked:
    """Check a sentence against all that it rests on, taken together."""
    known = held(grounds.everything)
    if not _LETTER.search(sentence) and not (sentence.strip(" .…") and known.stands(sentence)):
        return Checked((Doubt("not-a-sentence", sentence[:60] or "it is empty"),))
    structure = [match.group() for match in _STRUCTURE.finditer(sentence) if not known.stands(match.group())]
    refused = [Doubt("not-a-sentence", found[:100]) for found in structure]
    strange = list(_strange(sentence, known))
    covered = " ".join(doubt.text for doubt in strange)
    missing = [text for text in missing_numbers(sentence, *grounds.numbered) if text not in covered]
    open_ = left_to_judgement(sentence, missing, grounds)
    series = (
        one.text for one in quantities(sentence) if one.kind in ("id", "version") and not _told_in(one.text, known)
    )
    missing = [text for text in (*missing, *series) if text not in covered]
    refused += strange + [Doubt("number-not-held", text) for text in missing if text not in open_]
    names, openings = _missing_names(sentence, known)
    hard = _names_are_hard(sentence, grounds.quotes)
    doubts = [Doubt("name-not-held", name) for name in names if name not in covered]
    told = [Doubt("name-not-held", name) for name in openings] if hard else doubts
    told += [Doubt("number-not-held", text) for text in open_]
    return Checked(tuple(dict.fromkeys(refused + (doubts if hard else []))), tuple(dict.fromkeys(told)))


def left_to_judgement(sentence: str, missing: Sequence[str], grounds: Grounds) -> list[str]:
    """Return those missing numbers that code may not refuse: of the question, and words that count, up to ten.

    "Three gaps", "the other two": what is counted so need not be counted in a quote; with a unit it is a figure. So is
    one that stands in the grounds without a unit, where the question or its line names the unit that it is given in.
    """
    elsewhere = missing_numbers(sentence, *grounds.numbered, *grounds.asked) if missing else []
    small = [one for one in quantities(sentence) if one.unit is None and one.kind == "number" and one.value <= _COUNTED]
    counting = {number.text for number in small if not re.search(r"\d", number.text)}
    open_ = counting | {one.text for one in quantities(sentence) if one.text in missing and _named(one, grounds)}
    return [text for text in missing if text not in elsewhere or text in open_]


def _named(stated: Quantity, grounds: Grounds) -> bool:
    """Whether a number stands without a unit in a line that names the unit it is stated in, or the question does."""
    if stated.unit is None:
        return False
    lines = (line for text in grounds.numbered for line in text.splitlines())
    for line in lines:
        found = quantities(line)
        bare = (one for one in found if one.unit is None and one.kind == "number")
        if any(one.value * stated.factor == stated.value for one in bare):
            edges = [0, *(edge for one in found for edge in (one.span.start, one.span.end)), len(line)]
            apart = (line[begin:end] for begin, end in zip(edges[::2], edges[1::2], strict=True))  # between the numbers
            units = map(lookup, re.findall(r"[^\W\d_]+", " ".join((*apart, *grounds.asked))))
            if any(unit and (unit.canonical, unit.factor) == (stated.unit, stated.factor) for unit in units):
                return True
    return False


def _names_are_hard(sentence: str, quotes: Sequence[str]) -> bool:
    """Whether letters alone can tell that a name is missing: one script, one language, no capitalised nouns."""
    own, script = language(sentence), _script(sentence)
    theirs = {language(quote) for quote in quotes} - {None}
    if own == _CAPITALISED_NOUNS or (own is None and _CAPITALISED_NOUNS in theirs):
        return False
    alike = script is not None and all(_script(quote) in (None, script) for quote in quotes)
    return alike and (own is None or theirs <= {own})


def _script(text: str) -> str | None:
    """Return the script that most letters of a text are in, or None where it is one without capitals."""
    counts = {name: len(pattern.findall(text)) for name, pattern in LETTERS.items()}
    script = max(counts, key=lambda name: counts[name])
    letters = len(_LETTER.findall(text))
    return script if letters and counts[script] * 2 >= letters else None


def _strange(sentence: str, known: Held) -> Iterator[Doubt]:
    """Yield addresses and references to sources that stand in nothing that the sentence rests on."""
    for match in _ADDRESSES.finditer(sentence):
        if not known.stands(text := match.group().rstrip(".,;:!?*")):
            yield Doubt("address-not-held", text[:100])
    for match in _SOURCES.finditer(sentence):
        if not known.stands(text := match.group()):
            yield Doubt("source-not-held", text[:100])
    for match in _AUTHORED.finditer(sentence):
        parts = [part for part in PART.findall(match.group()) if part[0].isupper() and part.casefold() not in STOPS]
        if not all(known.name(part) for part in parts):
            yield Doubt("source-not-held", match.group()[:100])


def _told_in(name: str, known: Held) -> bool:
    """Whether all numbers of a name ("§ 14", "RFC 9110") stand in what the sentence rests on."""
    patterns = [re.compile(rf"(?<!\d){digits}(?!\d)") for digits in re.findall(r"\d+", name)]
    return all(any(map(pattern.search, known.texts)) for pattern in patterns)


def _missing_names(sentence: str, known: Held) -> tuple[list[str], list[str]]:
    """Return the names that stand nowhere, and the words that begin a sentence, stand nowhere and may be names."""
    numbers = [number.span for number in quantities(sentence) if number.kind != "id"]
    tokens = dict.fromkeys(name_tokens(sentence, numbers))
    missing = [(token, is_name(token, opens=opens)) for token, opens in tokens if not known.name(token)]
    openings = [token for token, name in missing if not name and token[0].isupper() and token.casefold() not in STOPS]
    return list(dict.fromkeys(token for token, name in missing if name)), openings


def strange_addresses(text: str, known: Iterable[str]) -> list[str]:
    """Return the addresses in a text, spelled out as such, that stand in none of the texts it rests on."""
    links = re.findall(rf"{_LINK}[^\s<>\"'`()\[\]{{}}|\\^]*", text, re.IGNORECASE)
    texts = [one.casefold() for one in known]
    found = dict.fromkeys(link.rstrip(".,;:!?*") for link in links)
    return [link for link in found if not any(link.casefold() in one for one in texts)]


def without_strange_addresses(text: str, known: Iterable[str]) -> str:
    """Return a text without the addresses that stand in none of the texts it rests on."""
    for address in strange_addresses(text, known):
        text = text.replace(address, "")
    return " ".join(text.split())
