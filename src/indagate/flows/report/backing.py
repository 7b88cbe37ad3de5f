"""Numbers in texts: which are backed by a calculation, which are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from indagate.flows.report.figures.numeral import BEFORE, MINUS, separators, with_unit
from indagate.flows.report.files import Calculation, Language
from indagate.flows.report.naming import placed
from indagate.flows.report.speech import number, ways_to_write
from indagate.flows.report.text import Claim, Shown

MARK = re.compile(r"\[[@#][^\]]*\]")
"""A reference to a source or a figure."""
_SIGNED = re.compile(rf"^{MINUS}([{''.join(BEFORE)}])")
"""What stands before an amount below zero: its sign, then that of its currency."""
_NUMERAL = re.compile(rf"[{MINUS}-]?\d[\d.,\u00a0\u202f]*\d|[{MINUS}-]?\d")


def expected(shown: Shown, calculation: Calculation, language: Language) -> str | None:
    """Return how a number or label should stand in a text, written as exactly as it is there; None if it is gone."""
    value = next((one.value for one in calculation.numbers if one.name == shown.name), None)
    label = next((one.text for one in calculation.labels if one.name == shown.name), None)
    if label is not None and (value is None or shown.text == label or not _is_numeral(shown.text)):
        written = [label, *ways_to_write(label, language), placed(label, language)]
        return shown.text if shown.text in written else written[1]
    if value is None:
        return None
    if shown.text.isdigit() and len(shown.text) == 4 and str(round(value * shown.scale)) == shown.text:
        return shown.text  # a year has no separator
    sign = _SIGNED.match(shown.text)
    bare = number(value * shown.scale, language, decimals(shown.text, language))
    return with_unit(bare, sign[1], language) if sign else bare


def _is_numeral(text: str) -> bool:
    return _NUMERAL.fullmatch(_SIGNED.sub(MINUS, text)) is not None


def decimals(text: str, language: Language) -> int:
    """Return with how many decimals a number is written."""
    point, _ = separators(language)
    return len(text.rpartition(point)[2]) if point in text else 0


def value_of(text: str, language: Language) -> float | None:
    """Return the number that a text stands for."""
    point, comma = separators(language)
    plain = _SIGNED.sub(MINUS, text).replace(comma, "").replace("\u00a0", "").replace(point, ".").replace(MINUS, "-")
    try:
        return float(plain)
    except ValueError:
        return None


def unbacked(text: str, shown: Sequence[Shown], names: Iterable[str]) -> list[str]:
    """Return the numbers in a text that neither a calculation backs nor a name holds, whichever capitals it has."""
    left = MARK.sub(" ", text)
    for taken in sorted({one.text for one in shown} | {name for name in names if name}, key=len, reverse=True):
        if any(sign.isdigit() for sign in taken):
            left = re.sub(rf"(?<![\d.,]){re.escape(taken)}(?![\d]|[.,]\d)", " ", left, flags=re.I)
    return _NUMERAL.findall(left)


def backed(text: str, sources: Sequence[Claim]) -> tuple[Shown, ...]:
    """Return the shown numbers of claims that stand in a text made from them."""
    found = [one for claim in sources for one in claim.shown if one.text in text]
    return tuple(dict.fromkeys(found))
