"""Which letters the bytes of a text file mean."""

from __future__ import annotations

import codecs

from indagate.corpus import charguess

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSED = [
    "cp1251",
    "koi8_r",
    "cp866",
    "iso8859_5",
    "cp1252",
    "latin_1",
    "iso8859_2",
    "cp1250",
    "mac_cyrillic",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "cp949",
    "iso8859_7",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
]
_CONTROL = bytes((*range(7), *range(14, 27), *range(28, 32)))
_SAMPLE = 1 << 16
_SHORT = 1 << 12


def decode(data: bytes, *, stated: str | None = None) -> tuple[str, str]:
    """The text and the encoding's name: by byte order mark, as stated, UTF-8 if it is that, else the likeliest.

    Bytes that mean nothing in the encoding become U+FFFD. Raises nothing.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace"), name
    if wide := _wide(data):
        return data.decode(wide, "replace"), wide
    try:
        return _utf8(data), "utf-8"
    except UnicodeDecodeError:
        pass
    if stated and (known := _known(stated)):
        return data.decode(known, "replace"), known
    guess = _guess(data)
    return data.decode(guess, "replace"), guess


def is_binary(data: bytes) -> bool:
    """Whether the bytes are no text in any encoding: they hold many control bytes."""
    sample = data[:_SAMPLE]
    if not sample or any(sample.startswith(mark) for mark, _ in _MARKS) or _wide(sample):
        return False
    control = len(sample) - len(sample.translate(None, _CONTROL))
    return control > len(sample) * 0.02


def _utf8(data: bytes) -> str:
    """Decode UTF-8, forgiving a character that was cut in two at the end of a text that holds whole ones."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start >= len(data) - 3 and not data[: error.start].isascii():
            return data[: error.start].decode("utf-8")
        raise


def _wide(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: the zero bytes, of spaces and ASCII, stand all on one side."""
    sample = data[:4096]
    sample = sample[: len(sample) // 2 * 2]
    if len(sample) < 8:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    name = "utf-16-le" if odd and not even else "utf-16-be" if even and not odd else None
    if name is None or max(even, odd) < len(sample) * 0.01:
        return None
    text = sample.decode(name, "replace")
    # ASCII read as UTF-16 looks like Chinese; so only alphabets, which stand below U+0800, count as made out.
    readable = sum(letter < "\u0800" and (letter.isprintable() or letter.isspace()) for letter in text)
    return name if readable >= len(text) * 0.9 else None


def _known(name: str) -> str | None:
    try:
        found = codecs.lookup(name.strip().strip("\"'"))
    except (LookupError, ValueError):
        return None
    # "latin-1" on the web means cp1252; a codec that is no charset (zip, rot13) is refused.
    if found.name in ("iso8859-1", "ascii"):
        return "cp1252"
    return found.name if getattr(found, "_is_text_encoding", True) else None


def _guess(data: bytes) -> str:
    """The likeliest encoding: by the letters of the languages most met with, else by a library that knows more."""
    import logging

    sample = _speaking(data)
    if near := charguess.guess(sample[:_SHORT]):
        return near

    from charset_normalizer import from_bytes

    logging.getLogger("charset_normalizer").setLevel(logging.WARNING)
    best = from_bytes(sample, cp_isolation=_GUESSED, enable_fallback=False).best()
    return best.encoding if best is not None else "cp1252"


def _speaking(data: bytes) -> bytes:
    """A sample from where the bytes beyond ASCII are, since plain ASCII says nothing."""
    first = next((at for at, byte in enumerate(data[: 1 << 22]) if byte > 127), 0)
    return data[max(0, first - 200) : first + _SAMPLE]
