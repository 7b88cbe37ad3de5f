"""How wide a text is when drawn, near enough to lay out a figure without a browser; and how it is broken into lines."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

_WIDTHS = {
    **dict.fromkeys("iljI|.,:;'!", 0.28), **dict.fromkeys("ft()[]/\\ \u00a0-rJ", 0.34), "\u202f": 0.2,
    **dict.fromkeys("mMWw%@—Щщшюжыф", 0.86), **dict.fromkeys("ABCDEGHKNOPQRSUVXYZ&", 0.70),
    **dict.fromkeys("ЖШФЮМЫД", 0.9),
    **dict.fromkeys("гтсузкхч", 0.5),
}  # fmt: skip
_SAFETY = 1.05
_PARTICLE = re.compile(r"[aвоуксия] ")
"""Words of one letter, which are no signs."""


def text_width(text: str, size: float = 12.0) -> float:
    """Return about how wide the text is, in the measure of its size; wide scripts count fully."""
    return sum(_letter_width(sign) for sign in text) * size * _SAFETY


def _letter_width(sign: str) -> float:
    if (width := _WIDTHS.get(sign)) is not None:
        return width
    if sign < "\u0250":
        return 0.56
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    if unicodedata.combining(sign):
        return 0.0
    return 0.7 if sign.isupper() else 0.57


def wrap(text: str, width: float, size: float = 12.0, most: int = 2) -> tuple[str, ...]:
    """Return the text broken into at most `most` lines of this width; what does not fit ends in an ellipsis."""
    lines: list[str] = []
    line = ""
    for word in _pieces(text):
        joined = line + word
        if not line or text_width(joined.rstrip(), size) <= width:
            line = joined
            continue
        lines.append(line.rstrip())
        line = word
    lines.append(line.rstrip())
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple(shorten(line, width, size) for line in lines if line) or ("",)


def shorten(text: str, width: float, size: float = 12.0) -> str:
    """Return the text, cut with an ellipsis if it is wider than that."""
    if text_width(text, size) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip(" ,;:-–(") + "…"


def shorten_apart(names: Sequence[str], width: float, size: float = 12.0) -> dict[str, str]:
    """Return for each name what fits: cut at its end, or in its middle where two cut ones would read the same."""
    cut = {name: shorten(name, width, size) for name in names}
    same = Counter(cut.values())
    return {name: text if same[text] == 1 else _without_middle(name, width, size) for name, text in cut.items()}


def _without_middle(text: str, width: float, size: float) -> str:
    kept = len(text)
    while kept > 2 and text_width(f"{text[: kept // 2]}…{text[-(kept - kept // 2) :]}", size) > width:
        kept -= 1
    return text if kept == len(text) else f"{text[: kept // 2].rstrip()}…{text[-(kept - kept // 2) :].lstrip()}"


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    word = ""
    for sign in " ".join(text.split(" ")):
        wide = unicodedata.east_asian_width(sign) in "WF"
        if wide:
            if word:
                pieces.append(word)
                word = ""
            pieces.append(sign)
        else:
            word += sign
            if sign in " -/":
                pieces.append(word)
                word = ""
    if word:
        pieces.append(word)
    return pieces


def sentence(text: str) -> str:
    """Return a name with a capital first, but for single letters and where capitals mean something: σ, pH."""
    worded = text[1:2].islower() or _PARTICLE.match(text)
    return text[0].upper() + text[1:] if text[:1].islower() and worded else text
