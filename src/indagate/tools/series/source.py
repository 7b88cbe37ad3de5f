"""What a source is: it reads a word, says which addresses to ask, and reads the answers; it never fetches itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Protocol, TypeVar, runtime_checkable

from indagate.errors import EffectFailed
from indagate.storage.typed import json_decoder
from indagate.tools.series.request import SeriesRequest
from indagate.tools.series.series import Parsed

T = TypeVar("T")
_STATUS = {
    401: "it wants a login", 403: "it refuses to answer", 404: "it does not know that", 429: "too many requests",
}  # fmt: skip


@runtime_checkable
class SeriesSource(Protocol):
    """A public source of series. All of it is pure; whoever loads does the asking.

    `takes` and `example` tell a user how a word reads. `base` is its address, `media` the form of answer wanted.
    """

    name: ClassVar[str]
    takes: ClassVar[str]
    example: ClassVar[str]
    base: ClassVar[str]
    media: ClassVar[str]
    licence: ClassVar[str]
    attribution: ClassVar[str]

    def read(self, rest: str) -> SeriesRequest:
        """Read what follows the source's name in a word. Raises `InputError` saying what is wrong."""

    def next_page(self, request: SeriesRequest, bodies: Sequence[bytes]) -> str:
        """Return the address to ask after these answers, empty after the last one. Raises `EffectFailed`."""

    def parse(self, request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
        """Return what the answers say. Raises `EffectFailed` that names the field which is wrong."""

    def explain(self, status: int, body: bytes) -> str:
        """Say what an answer with another status than 200 means."""


def meaning(status: int, said: str = "") -> str:
    """Say what a status means, with the source's own words where it has some."""
    words = _STATUS.get(status) or ("it is broken" if status >= 500 else "it does not take the request")
    own = " ".join(re.sub(r"<[^<>]{0,300}>", " ", said).split())
    own = "".join(letter for letter in own if letter.isprintable())[:200]
    return f"{words} ({status}{f': {own}' if own else ''})"


def decode(name: str, body: bytes, form: type[T], where: str = "") -> T:
    """Read JSON into a form. Raises `EffectFailed` that names the field which has another form."""
    import msgspec

    begin = f"{name}: {where + ': ' if where else ''}"
    text = body.removeprefix(b"\xef\xbb\xbf")
    try:
        return json_decoder(form).decode(text)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at ")
        field = place.strip("`").removeprefix("$").lstrip(".") or "the whole"
        raise EffectFailed(f"{begin}field {field}: {what[0].lower()}{what[1:]}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        start = " ".join(text[:60].decode("utf-8", "replace").split())
        raise EffectFailed(f"{begin}the answer is no JSON ({error}); it begins {start!r}") from None
