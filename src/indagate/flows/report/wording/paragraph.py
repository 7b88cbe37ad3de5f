"""Sentences put together: what one after the other says of the same measure is not called by its name again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indagate.flows.report.files import Language
from indagate.flows.report.wording.names import headed

_RUSSIAN = re.compile(r"(?P<who>[^:.;]+?)(?:, \d[^:]*)?: (?P<what>.+)", re.DOTALL)
_ACTS = r"(?:also )?(?:rose|fell|reached|tended|went|ran|fluctuated)\b"
_ENGLISH = re.compile(
    rf"(?P<when>From [^,:]+ on, |From [^,:]+ to [^,:]+, )?(?P<who>.+?)(?P<what> {_ACTS}.+)", re.DOTALL
)
_HIGHEST = re.compile(r"(?P<who>.+?): highest value ")


def paragraph(sentences: Sequence[str], language: Language) -> str:
    """Return sentences as one text; where the same measure is spoken of again, it is not named again."""
    parts: list[str] = []
    before = ""
    for sentence in sentences:
        who, shorter = _russian(sentence) if language == "ru" else _english(sentence)
        parts.append(shorter if who and who == before else sentence)
        before = who
    return " ".join(parts)


def _russian(sentence: str) -> tuple[str, str]:
    """Return what a sentence is about and what it says without naming that; empty where it is built otherwise."""
    found = _RUSSIAN.fullmatch(sentence)
    if found is None:
        return "", sentence
    again = re.match(r"[^:.;\d]+: ", sentence) is not None
    return found["who"], headed(found["what"]) if again else sentence


def _english(sentence: str) -> tuple[str, str]:
    found = _ENGLISH.fullmatch(sentence)
    if found is None:
        high = _HIGHEST.match(sentence)
        return (high["who"].casefold(), sentence) if high else ("", sentence)
    last = found["who"].split()[-1]
    word = "they" if len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is")) else "it"
    when = found["when"] or ""
    return found["who"].casefold(), f"{when}{word if when else word.capitalize()}{found['what']}"
