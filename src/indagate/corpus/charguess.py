"""Which encoding bytes beyond ASCII are in, by how likely the letters are that they would mean."""

from __future__ import annotations

from collections import Counter
from math import log

_RUSSIAN = {
    "о": 10.9, "е": 8.5, "а": 8.0, "и": 7.4, "н": 6.7, "т": 6.3, "с": 5.5, "р": 4.7, "в": 4.5, "л": 4.4, "к": 3.5,
    "м": 3.2, "д": 3.0, "п": 2.8, "у": 2.6, "я": 2.0, "ы": 1.9, "ь": 1.7, "г": 1.7, "з": 1.65, "б": 1.6, "ч": 1.4,
    "й": 1.2, "х": 0.97, "ж": 0.94, "ш": 0.73, "ю": 0.64, "ц": 0.48, "щ": 0.36, "э": 0.32, "ф": 0.26, "ъ": 0.04,
    "ё": 0.1,
}  # fmt: skip
"""Shares of the letters in Russian, in hundredths."""
_LANGUAGES = (
    _RUSSIAN,
    _RUSSIAN | dict.fromkeys("іїєґўјљњћђџѓќѕ", 2.0),
    *(
        dict.fromkeys(letters, 95.0 / len(letters))
        for letters in (
            "äöüß", "éèêàçùâîôûëïœ", "áéíóúñü", "áéíóúãõâêôàç", "èéàìòù", "åäöéæø", "áéíóúýěřžščůňťď", "ąęółśżźćń",
            "áéíóúöüőű", "áäčďéíĺľňóôŕšťúýž", "čšžćđ", "ăâîșțşţ", "çğıöşü", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ",
            "אבגדהוזחטיכךלמםנןסעפףצץקרשת", "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىأإآءئؤ",
        )
    ),
)  # fmt: skip
"""Shares of the letters beyond ASCII, in hundredths, by language or by neighbours that share an alphabet."""
_SIGNS = "–—“”„«»’‘…№§°€£µ±×·•\u00a0²³½¿¡"
_SIGN = log(1.0 / 100)
_SURE = -5.0
"""Mean odds (natural logarithm) of a byte below which no guess of ours is worth giving."""
_RARE = log(0.01 / 100)
_ABSURD = log(0.0002 / 100)
_STRANGE = 3.0
"""What it costs a letter to be in a case, or beside a letter, that it hardly ever is."""
_CAPITAL = 0.7
_CAPITALS = 0.25
"""What the first capital of a word costs, and each that follows it."""

ALPHABETS = {
    "cp1251": 0.0, "koi8_r": -0.5, "cp866": -0.5, "iso8859_5": -1.0, "mac_cyrillic": -2.0, "cp1252": 0.0,
    "iso8859_15": -0.5, "cp1250": -1.0, "iso8859_2": -2.5, "cp1253": -3.0, "cp1255": -3.0, "cp1256": -3.0,
}  # fmt: skip
"""Encodings of a byte a letter, with the odds of meeting them."""
_WIDE: dict[str, tuple[tuple[range, float], ...]] = {
    "gb18030": ((range(0xB0, 0xD8), 0.93), (range(0xA1, 0xA4), 0.06)),
    "big5": ((range(0xA4, 0xC7), 0.93), (range(0xA1, 0xA4), 0.06)),
    "shift_jis": ((range(0x82, 0x84), 0.6), (range(0x88, 0x98), 0.33), (range(0x81, 0x82), 0.06)),
    "euc_jp": ((range(0xA4, 0xA6), 0.6), (range(0xB0, 0xD0), 0.33), (range(0xA1, 0xA2), 0.06)),
    "euc_kr": ((range(0xB0, 0xC9), 0.93), (range(0xA1, 0xA4), 0.06)),
}
"""Encodings of two bytes a sign: the first bytes of the common ones, and what share of a text these make up."""
_ROW = 94
_SELDOM = -3.0
"""The odds of meeting one of two bytes a sign."""


def guess(data: bytes) -> str | None:
    """The likeliest encoding of bytes that are no UTF-8; None when none of those known here is likely."""
    count = sum(byte > 127 for byte in data)
    if not count:
        return None
    odds = {name: _alphabetic(data, name) for name in ALPHABETS} | {name: _wide(data, name) for name in _WIDE}
    best = max(odds, key=lambda name: odds[name])
    return best if odds[best] / count > _SURE else None


def _alphabetic(data: bytes, name: str) -> float:
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return float("-inf")
    odds = ALPHABETS[name]
    before = " "
    for at, letter in enumerate(text):
        if letter > "\x7f":
            odds -= _STRANGE * _is_strange(before, letter, text[at + 1 : at + 2])
            if letter.isupper():
                odds -= _CAPITALS if before.isupper() else _CAPITAL
        before = letter
    counts = Counter(letter for letter in text.lower() if letter > "\x7f")
    return odds + max(
        sum(count * _letter(letter, language) for letter, count in counts.items()) for language in _LANGUAGES
    )


def _letter(letter: str, language: dict[str, float]) -> float:
    """How likely a sign is in a language, among its signs beyond ASCII."""
    if share := language.get(letter):
        return log(share / 100)
    return _SIGN if letter in _SIGNS else _RARE if letter.isalpha() else _ABSURD


def _is_strange(before: str, letter: str, after: str) -> bool:
    """A capital after a small letter, a small one between capitals, two alphabets or a sign within a word."""
    if not letter.isalpha():
        return before.isalpha() and after.isalpha() and letter not in "’–—\u00a0"
    if (letter.isupper() and before.islower()) or (letter.islower() and before.isupper() and after.isupper()):
        return True
    if letter < "\u0250":
        return before.isalpha() and before > "\x7f" and letter != "ß"  # accents seldom follow each other
    return any(beside.isalpha() and beside.isascii() for beside in (before, after))


def _wide(data: bytes, name: str) -> float:
    """The odds of bytes of which each two mean a sign."""
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return float("-inf")
    odds = _SELDOM
    for letter in text:
        if letter > "\x7f":
            spelled = letter.encode(name)
            share = next((share / (_ROW * len(first)) for first, share in _WIDE[name] if spelled[0] in first), None)
            odds += log(share) if share and len(spelled) == 2 else _ABSURD
    return odds
