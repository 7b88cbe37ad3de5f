"""The hard check of a sentence that a model wrote: its numbers, names, addresses and sources stand in what it rests on.

Nothing here reads for meaning. Paraphrase, translation, negation, direction and whose predicate it is are judged by the
role SUPPORT, which also gets the warnings: names that code may not refuse. A name is a token with a capital or a digit
inside, or with a capital that does not begin the sentence, in a language that does not capitalise nouns. It is compared
after NFKC, case folding, diacritics and stemming, in the same script. In German, and where a quote is in another
language than the sentence, a name that does not stand there is a warning.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from indagate.evidence import unit as units
from indagate.evidence.holding import missing_numbers
from indagate.evidence.identifier import identifiers
from indagate.evidence.language import language
from indagate.evidence.name import CAPITAL_BY_RULE
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.sentence import sentences
from indagate.evidence.word import STOPS, stem

Trouble = Literal["number-not-held", "name-not-held", "address-not-held", "source-not-held", "not-a-sentence"]
_TOKEN = re.compile(r"\w+(?:[-‐‑'’&./+]\w+)*")
_PART = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_ADDRESSES = re.compile(
    r"[a-z][a-z0-9+.-]{1,15}://\S+|\bwww\.\S+|\b(?:mailto|tel|data|javascript):\S+"
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
_RATE = re.compile(
    r"\s*(?:/|\b(?:per|pro|je|an?|each|every|im|am|in der|в|за|на|с)\b)|\s+[^\W\d_]+\s+(?:per|pro|je)\b", re.IGNORECASE
)
_SCRIPTS = {"latin": re.compile(r"[A-Za-zÀ-ɏ]"), "cyrillic": re.compile(r"[\u0400-\u04ff]")}
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

    @property
    def numbered(self) -> tuple[str, ...]:
        """The texts whose numbers the sentence may give."""
        return (*self.quotes, *self.cells)

    @property
    def everything(self) -> tuple[str, ...]:
        """The texts whose names the sentence may give."""
        return (*self.quotes, *self.titles, *self.asked, *self.cells)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a sentence holds that its grounds do not: of what sort, and as written."""

    sort: Trouble
    text: str

    @property
    def message(self) -> str:
        """Say what is wrong."""
        return self.said_of("the quotes")

    def said_of(self, grounds: str) -> str:
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
    known = [_folded(text) for text in grounds.everything]
    if not _LETTER.search(sentence) and not (sentence.strip(" .…") and _stands(sentence, known)):
        return Checked((Doubt("not-a-sentence", sentence[:60] or "it is empty"),))
    refused = [Doubt("not-a-sentence", found[:100]) for found in _structure(sentence, known)]
    strange = [*_strange(sentence, known), *_authored(sentence, grounds)]
    refused += strange
    covered = " ".join(doubt.text for doubt in strange)
    missing = [text for text in missing_numbers(sentence, *grounds.numbered) if text not in covered]
    open_ = _left_to_judgement(sentence, missing, grounds)
    refused += [Doubt("number-not-held", text) for text in missing if text not in open_]
    refused += [Doubt("number-not-held", text) for text in _strange_series(sentence, grounds) if text not in covered]
    refused += [Doubt("number-not-held", text) for text in _strange_rates(sentence, grounds.numbered)]
    names = [Doubt("name-not-held", name) for name in missing_name_tokens(sentence, grounds) if name not in covered]
    if _names_are_hard(sentence, grounds.quotes):
        refused += names
        names, warned = [], _openings(sentence, grounds)
    else:
        warned = ()
    told = [*warned, *names, *(Doubt("number-not-held", text) for text in open_)]
    return Checked(tuple(dict.fromkeys(refused)), tuple(dict.fromkeys(told)))


def _left_to_judgement(sentence: str, missing: Sequence[str], grounds: Grounds) -> list[str]:
    """Return those missing numbers that code may not refuse: of the question, and words that count, up to ten.

    "Three gaps", "the other two": what is counted so need not be counted in a quote; with a unit it is a figure.
    """
    if not missing:
        return []
    elsewhere = missing_numbers(sentence, *grounds.numbered, *grounds.asked)
    counting = {
        number.text for number in quantities(sentence)
        if number.unit is None and number.kind == "number" and number.value <= _COUNTED
    }  # fmt: skip
    return [
        text for text in missing
        if text not in elsewhere or (text in counting and not any(sign.isdigit() for sign in text))
    ]  # fmt: skip


def _names_are_hard(sentence: str, quotes: Sequence[str]) -> bool:
    """Whether letters alone can tell that a name is missing: one script, one language, no capitalised nouns."""
    own = language(sentence)
    theirs = {language(quote) for quote in quotes} - {None}
    if own == _CAPITALISED_NOUNS or (own is None and _CAPITALISED_NOUNS in theirs):
        return False
    script = _script(sentence)
    if script is None or any(_script(quote) not in (None, script) for quote in quotes):
        return False
    return own is None or not theirs - {own}


def _script(text: str) -> str | None:
    """Return the script that most letters of a text are in, or None where it is one without capitals."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    script = max(counts, key=lambda name: counts[name])
    letters = len(_LETTER.findall(text))
    return script if letters and counts[script] * 2 >= letters else None


# --- addresses, sources, structure ----------------------------------------------------------------------------------


def _structure(sentence: str, known: Sequence[str]) -> Iterator[str]:
    """Yield what belongs to the form of an answer, a page or a program and is not quoted."""
    for match in _STRUCTURE.finditer(sentence):
        if not _stands(match.group(), known):
            yield match.group()


def _strange(sentence: str, known: Sequence[str]) -> Iterator[Doubt]:
    """Yield addresses and references to sources that stand in nothing that the sentence rests on."""
    for match in _ADDRESSES.finditer(sentence):
        text = match.group().rstrip(".,;:!?*")
        if not _stands(text, known):
            yield Doubt("address-not-held", text[:100])
    for match in _SOURCES.finditer(sentence):
        if not _stands(match.group(), known):
            yield Doubt("source-not-held", match.group()[:100])


def _authored(sentence: str, grounds: Grounds) -> Iterator[Doubt]:
    """Yield references by author and year whose author stands in nothing that the sentence rests on."""
    held = _Held.of(grounds)
    for match in _AUTHORED.finditer(sentence):
        parts = [part for part in _PART.findall(match.group()) if part[0].isupper() and part.casefold() not in STOPS]
        if not all(held.name(part) for part in parts):
            yield Doubt("source-not-held", match.group()[:100])


def _stands(text: str, known: Sequence[str]) -> bool:
    folded = _folded(text).strip("()[]. ")
    return any(folded in one for one in known)


def _strange_series(sentence: str, grounds: Grounds) -> Iterator[str]:
    """Yield names with a number ("§ 14", "RFC 9110") whose number stands in nothing that the sentence rests on."""
    texts = [_folded(text) for text in grounds.everything]
    for found in identifiers(sentence):
        literal = found.span.of(sentence)
        digits = re.findall(r"\d+", literal)
        if found.sort in ("id", "version") and not all(_digits_stand(part, texts) for part in digits):
            yield literal


def _strange_rates(sentence: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield numbers that are counted by another period or size than the same number of the quotes: "per minute"."""
    held = [(number, _rate(text, number)) for text in texts for number in quantities(text)]
    for number in quantities(sentence):
        rate = _rate(sentence, number)
        theirs = [other for found, other in held if other and found.unit == number.unit and _equal(found, number)]
        if rate and theirs and rate[:2] not in [other[:2] for other in theirs]:
            yield f"{number.text} {rate[2]}"


def _rate(text: str, number: Quantity) -> tuple[str, Decimal, str] | None:
    """Return by what a number is counted, as unit, its size, and as written; None where nothing says so."""
    match = _RATE.match(text, number.span.end)
    found = units.after(text, match.end()) if match else None
    if match is None or found is None:
        return None
    return found[0].canonical, found[0].factor, text[match.start() : found[1]].strip()


def _equal(one: Quantity, other: Quantity) -> bool:
    return bool({*one.readings, *one.upper} & {*other.readings, *other.upper})


def _digits_stand(digits: str, texts: Iterable[str]) -> bool:
    return any(re.search(rf"(?<!\d){digits}(?!\d)", text) for text in texts)


# --- names ----------------------------------------------------------------------------------------------------------


def missing_name_tokens(sentence: str, grounds: Grounds) -> list[str]:
    """Return the names of a sentence that stand in none of its grounds, each once, as written."""
    held = _Held.of(grounds)
    numbers = quantities(sentence)
    found = [token for token, opens in _tokens(sentence, numbers) if _is_name(token, opens=opens)]
    return [token for token in dict.fromkeys(found) if not held.name(token)]


def _openings(sentence: str, grounds: Grounds) -> tuple[Doubt, ...]:
    """Return the words that begin a sentence with their capital and stand nowhere: they may be names."""
    held = _Held.of(grounds)
    found = [token for token, opens in _tokens(sentence, quantities(sentence)) if opens and token[0].isupper()]
    return tuple(
        Doubt("name-not-held", token)
        for token in dict.fromkeys(found)
        if token.casefold() not in STOPS and not _is_name(token, opens=True) and not held.name(token)
    )


def _tokens(text: str, numbers: Sequence[Quantity]) -> Iterator[tuple[str, bool]]:
    """Yield the tokens that are no numbers, dates or units, each with whether it begins a sentence."""
    spans = [number.span for number in numbers if number.kind != "id"]
    for sentence in sentences(text):
        opens = True
        for match in _TOKEN.finditer(sentence.text):
            start, end = sentence.start + match.start(), sentence.start + match.end()
            if not any(span.start < end and start < span.end for span in spans):
                yield match.group(), opens
            opens = False


def _is_name(token: str, *, opens: bool) -> bool:
    """Whether a token counts as a name by its capitals and digits alone."""
    if not _LETTER.search(token) or token.casefold() in CAPITAL_BY_RULE:
        return False
    inside = any(char.isupper() or char.isdigit() for part in _PART.findall(token) for char in part[1:])
    compound = any(part[0].isupper() for part in _PART.findall(token)[1:])
    if token.casefold() in STOPS and not inside:
        return False
    return inside or compound or (token[0].isupper() and not opens)


@dataclass(frozen=True, slots=True)
class _Held:
    """The words of the grounds, in the forms in which names are compared."""

    texts: tuple[str, ...]
    forms: frozenset[str]
    initials: tuple[str, ...]

    @classmethod
    def of(cls, grounds: Grounds) -> _Held:
        """Return the words of a sentence's grounds."""
        return _held(grounds.everything)

    def name(self, token: str) -> bool:
        """Whether a name stands there, whole or in all of its capitalised parts."""
        parts = _PART.findall(unicodedata.normalize("NFKC", token))
        bearing = [part for part in parts if any(char.isupper() or char.isdigit() for char in part)]
        if all(_forms(part) & self.forms for part in bearing):
            return True
        runs = [run for part in parts for run in re.findall(r"\d+|[^\W\d_]+", _folded(part))]
        if any(char.isdigit() for char in token):
            loose = r"[\s\-‐‑–./]?".join(map(re.escape, runs))
            return any(re.search(rf"(?<!\w){loose}(?!\w)", text) for text in self.texts)
        letters = "".join(char for char in token if char.isalpha())
        return len(letters) >= 2 and letters.isupper() and any(letters.casefold() in row for row in self.initials)


@lru_cache(maxsize=256)
def _held(texts: tuple[str, ...]) -> _Held:
    forms = frozenset(form for text in texts for part in _PART.findall(_plain(text)) for form in _forms(part))
    rows = tuple(_folded("".join(part[0] for part in _PART.findall(text) if part[0].isupper())) for text in texts)
    return _Held(tuple(_folded(text) for text in texts), forms, rows)


@lru_cache(maxsize=8_192)
def _forms(word: str) -> frozenset[str]:
    """Return a word folded, and its stem."""
    low = _folded(word)
    return frozenset((low, stem(low)))


def _plain(text: str) -> str:
    """Return a text in compatibility form, without signs that cannot be seen."""
    return "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")


@lru_cache(maxsize=1_024)
def _folded(text: str) -> str:
    """Return a text in compatibility form, case folded, without diacritics."""
    parts = (char if char == "й" else unicodedata.normalize("NFD", char) for char in _plain(text).casefold())
    return "".join(sign for part in parts for sign in part if not unicodedata.combining(sign))
