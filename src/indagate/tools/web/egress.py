"""What may leave this machine by an address or a query that a model chose, where it has seen private material.

Addresses: only those that were found (the goal names them, a search brought them, a page that was read shows them), as
they were found, and not many of one site: each choice among addresses tells something. Queries: nothing of what the
private material holds and the person did not say, in no spelling that can be undone, nor piece by piece over several
queries; words from elsewhere only within a budget, because a choice of words tells something too; and what is sent are
plain words, each once. The policy is written down in docs/web.md.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import unquote_plus, urldefrag, urlsplit

from indagate.evidence.source import canonical_url
from indagate.evidence.word import STOPS, stem

FREE = 400
"""Characters of words that the person did not say which one agent's queries may hold, all together."""
PAGES = 12
"""Pages of one site that an agent may read."""
_LONGEST = 24  # letters of a word; what is longer is no word of a query
_RUN, _DIGITS = 8, 4  # letters and digits in a row that are taken for the material's, however they are divided
_PIECE, _MORE = 4, 3  # letters of a part of a private word that tell it, and that it must lack
_ADDRESS = re.compile(r"https?://[^\s<>\"'`(){}\[\]|\\^]+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_CHUNK = re.compile(r"[A-Za-z0-9+/=_%.:~-]{6,}")
_YEAR = re.compile(r"(?:1[89]|20)\d\d|\d")
_SWITCH = re.compile(r"(?<=[a-z])[A-Z]")
_DIVIDED = re.compile(r"(?<!\w)\d(?:[\W_]+\d)+(?!\w)")
_NUMERALS = "zero one two three four five six seven eight nine"


def addresses_in(text: str) -> list[str]:
    """Return the web addresses that a text shows, without what a sentence puts behind them."""
    return [found.rstrip(".,;:!?*") for found in _ADDRESS.findall(text)]


def site_of(url: str) -> str:
    """Return what counts as one site: the last two labels of a name, or a whole numeric address, without its port."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    return host if host.replace(".", "").isdigit() or ":" in host else ".".join(host.split(".")[-2:])


@dataclass(frozen=True)
class Known:
    """What an agent has seen: what the person said, private material, and what the web showed.

    `holds` says which words private material has, where `private` is but a part of it, such as some of a folder.
    """

    said: str
    private: str
    public: str = ""
    holds: Callable[[tuple[str, ...]], frozenset[str]] | None = field(default=None, compare=False)

    @cached_property
    def said_words(self) -> frozenset[str]:
        """The stems that the person used."""
        return frozenset((*_stems(self.said), *_stems(_joined(self.said))))

    @cached_property
    def public_words(self) -> frozenset[str]:
        """The stems that the web showed."""
        return frozenset(_stems(self.public))

    @cached_property
    def private_words(self) -> frozenset[str]:
        """The stems of the private material that was seen."""
        return frozenset(_stems(self.private))

    @cached_property
    def private_tokens(self) -> frozenset[str]:
        """The words of the private material that was seen, as they stand there."""
        return frozenset(_WORD.findall(_plain(self.private)))

    @cached_property
    def squeezed(self) -> str:
        """The private material without anything between its letters."""
        return _squeezed(self.private)

    def private_among(self, words: Iterable[str]) -> set[str]:
        """Return the words that private material has, in whatever inflection."""
        asked = frozenset(words)
        if self.holds is not None:
            return set(self.holds(tuple(sorted(asked)))) if asked else set()
        return {word for word in asked if stem(word) in self.private_words}


def may_ask(query: str, known: Known, earlier: Sequence[str] = ()) -> str:
    """Return why a query may not leave, or nothing; `earlier` are those that have left."""
    fresh = fresh_words(query, known)
    carried = known.private_among(fresh) | {word for word in fresh if _is_piece(word, known)}
    if carried:
        return f"it holds words of private material that the goal does not: {', '.join(sorted(carried))}"
    if odd := next((word for word in _WORD.findall(_joined(_clear(query))) if _opaque(word, known)), ""):
        return f"{odd[:40]!r} is no word"
    before = [word for other in earlier for word in fresh_words(other, known)]
    if why := _undone(query, fresh, known) or _spread(before, fresh, known):
        return why
    if sum(map(len, (*before, *fresh))) > FREE:
        return f"queries may hold {FREE} letters of words that the goal does not, and these are used up"
    return ""


def as_sent(query: str) -> str:
    """Return what is sent of a query: its words of content in small letters, each once; all else can tell something."""
    words = dict.fromkeys(_WORD.findall(_plain(query)))
    return " ".join([word for word in words if word not in STOPS] or words)


def odd_signs(text: str) -> bool:
    """Whether a text has signs that nobody sees, or so many beside letters, digits and spaces that they could speak."""
    signs = [sign for sign in text if not (sign.isalnum() or sign.isspace())]
    return text != _clear(text) or len(signs) > 3 + len(text) // 5


def fresh_words(query: str, known: Known) -> list[str]:
    """Return the words of a query that the person did not say, in their order."""
    return [word for word in _WORD.findall(_plain(query)) if stem(word) not in known.said_words and word not in STOPS]


def may_read(url: str, found: Iterable[str], read: Iterable[str]) -> tuple[str, str]:
    """Return the address to fetch, as it was found, and nothing; or nothing and why it may not be fetched."""
    known: dict[str, str] = {}
    for address in found:
        bare = urldefrag(address).url
        known.setdefault(bare, bare)
        known.setdefault(canonical_url(bare), bare)
    bare = urldefrag(url.strip()).url
    to_fetch = known.get(bare) or known.get(canonical_url(bare), "")
    if not to_fetch:
        return "", "this address was not found: no search brought it, no page that was read shows it, nor does the goal"
    site = site_of(to_fetch)
    earlier = {address for address in read if site_of(address) == site}
    if to_fetch not in earlier and len(earlier) >= PAGES:
        return "", f"{PAGES} pages of {site} were read already"
    return to_fetch, ""


def _clear(text: str) -> str:
    """Return a text without signs that nobody sees, and every letter in its usual form."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")


def _plain(text: str) -> str:
    return _clear(text).casefold()


def _stems(text: str) -> Iterator[str]:
    for word in _WORD.findall(_plain(text)):
        yield stem(word)


def _squeezed(text: str) -> str:
    return "".join(_WORD.findall(_plain(text)))


def _joined(text: str) -> str:
    """Return a text in which digits that stand apart are one number."""
    return _DIVIDED.sub(lambda found: "".join(filter(str.isdigit, found[0])), text)


def _is_piece(word: str, known: Known) -> bool:
    """Whether a word is the beginning or end of a longer private one that the person did not say."""
    least = len(word) + _MORE
    return len(word) >= _PIECE and any(
        len(whole) >= least and (whole.startswith(word) or whole.endswith(word)) and stem(whole) not in known.said_words
        for whole in known.private_tokens
    )


def _opaque(word: str, known: Known) -> bool:
    """Whether a word could be a code: too long or short, digits among letters, a number, two scripts, odd capitals."""
    low = word.casefold()
    if stem(low) in known.said_words or stem(low) in known.public_words:
        return False
    digits = sum(sign.isdigit() for sign in low)
    if low not in STOPS and low.isascii() and low.isalpha() and len(low) < _PIECE:
        return True
    if len(low) > _LONGEST or (digits and (digits != len(low) or not _YEAR.fullmatch(low))):
        return True
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in low if sign.isalpha()}
    return len(scripts) > 1 or len(_SWITCH.findall(word)) > 1


def _undone(query: str, fresh: list[str], known: Known) -> str:
    """Return why a query carries private material in another spelling, or nothing."""
    letters = "".join(fresh)
    numerals = {word: str(n) for n, word in enumerate(_NUMERALS.split())}
    digits = "".join(numerals.get(word, "") for word in _WORD.findall(_plain(query)))
    firsts, lasts = "".join(word[0] for word in fresh), "".join(word[-1] for word in fresh)
    readings = ((letters, "in a row"), (digits, "spelled"), (firsts, "by first letters"), (lasts, "by last letters"))
    for reading, how in (*readings, *_turned(letters)):
        if part := _shared(reading, known):
            return f"it holds {part!r} of private material, {how}"
    for chunk in _CHUNK.findall(_clear(query)):
        for text in _decoded(chunk):
            if part := _shared(_squeezed(text), known):
                return f"it holds {part!r} of private material, encoded"
    backwards = {word[::-1] for word in fresh if len(word) > 2}
    if known.private_among({word for word in backwards - STOPS if stem(word) not in known.said_words}):
        return "it holds words of private material, backwards"
    return ""


def _spread(before: list[str], fresh: list[str], known: Known) -> str:
    """Return why a query carries on what earlier ones began, or nothing."""
    tail = "".join(before)[1 - _RUN :]
    for reading in (tail + "".join(fresh), "".join(fresh)[::-1] + tail[::-1]):
        if part := _shared(reading, known):
            return f"it holds {part!r} of private material, together with an earlier query"
    return ""


def _turned(letters: str) -> Iterator[tuple[str, str]]:
    yield letters[::-1], "backwards"
    for shift in range(1, 26):
        turned = "".join(chr((ord(s) - 97 + shift) % 26 + 97) if "a" <= s <= "z" else s for s in letters)
        yield turned, "shifted in the alphabet"


def _shared(reading: str, known: Known) -> str:
    """Return the first piece of a text that private material has in a row and the person did not say, or nothing."""
    said = _squeezed(known.said)
    for place in range(len(reading)):
        for size in (_RUN, _DIGITS):
            piece = reading[place : place + size]
            if (
                len(piece) == size
                and (size == _RUN or piece.isdigit())
                and piece in known.squeezed
                and piece not in said
            ):
                return piece
    return ""


def _decoded(chunk: str) -> Iterator[str]:
    """Yield what a piece of text may stand for: percent signs, base64, base32, base85 or hexadecimal digits."""
    if "%" in chunk:
        yield unquote_plus(chunk)
    bare = re.sub(r"[^A-Za-z0-9+/_-]", "", chunk)
    padded = bare.replace("-", "+").replace("_", "/")
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: bytes.fromhex(bare[: len(bare) // 2 * 2]),
        lambda: base64.b64decode(padded[: len(padded) // 4 * 4]),
        lambda: base64.b64decode(padded + "=" * (-len(padded) % 4)),
        lambda: base64.b32decode(bare.upper()[: len(bare) // 8 * 8]),
        lambda: base64.b85decode(chunk),
    )
    for way in ways:
        try:
            yield way().decode("utf-8", "ignore")
        except (ValueError, binascii.Error):
            continue
