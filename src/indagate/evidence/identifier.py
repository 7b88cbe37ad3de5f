"""Digits that name something rather than count: ids, versions, clock times, citation marks, list numbers, addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from indagate.evidence.span import Span

Sort = Literal["id", "version", "time", "ordinal", "mark"]

# Words and signs after which a number is a name. Acronyms stand as written; words in lower case or capitalised.
_ACRONYMS = (
    "RFC|ISO/IEC|ISO|DIN|EN|IEC|IEEE|CVE|PEP|CWE|ISBN|ISSN|DOI|arXiv|ГОСТ Р|ГОСТ|СНиП|СП|ECMA|ANSI|ASTM|VDE|BGBl"
)
_WORDS = (
    "section|sections|sec\\.|chapter|ch\\.|figure|fig\\.|table|tab\\.|article|art\\.|page|pages|pp\\.|p\\.|step|appendix|annex|equation|"
    "eq\\.|no\\.|nos\\.|footnote|tabelle|abbildung|abb\\.|kapitel|kap\\.|abschnitt|artikel|seite|schritt|anhang|nr\\.|absatz|abs\\.|"
    "рис\\.|рисунок|табл\\.|таблица|таблице|таблицы|стр\\.|страница|странице|п\\.|пункт|гл\\.|глава|главе|раздел|разделе|ст\\.|статья|статье|шаг"
)
_PATTERN = re.compile(
    rf"(?P<mark>https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.]+"
    rf"|\[\^?[\w-]*\d+(?:\s?[,–-]\s?\d+)*\](?!\()|^[ \t>]*\(?\d{{1,2}}[.)](?=\s))"
    rf"|(?P<time>(?<![\w:.,])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])"
    r"(?:\s?(?P<half>[AaPp])\.?[Mm]\b\.?|\s?Uhr\b)?)"
    rf"|(?P<ordinal>(?<![\w.,])(?P<rank>\d+)(?:st|nd|rd|th|-(?:й|я|е|го|му|м|ю|х|ой|ый|ий|ая|ое|ого|ом|ую))(?!\w))"
    rf"|(?P<version>(?<![\w.])[vV]?(?!\d{{1,3}}(?:\.\d{{3}})+(?![.\w]))(?:\d+\.){{2,}}\d+(?:[-+.]?(?:rc|alpha|beta|a|b|dev|post|p)\.?\d*)?(?!\w))"
    rf"|(?P<id>(?:(?<![\w])(?:{_ACRONYMS}|(?i:{_WORDS}))|§§?|№|(?<!\w)#)[ \u00a0\u2009\u202f-]?\d[\w.:/-]*(?<![.:/-]))"
    rf"|(?P<glued>(?<![\w$€£])(?!(?:USD|EUR|GBP|RUB|CHF|JPY|CNY|INR)\d)(?:(?![vV]\d)[^\W\d_]+|(?:[^\W\d_]*[A-ZА-ЯÄÖÜ][^\W\d_]*)-)\d+(?:[-./]?\w+)*)",
    re.MULTILINE,
)
_LETTERS = re.compile(r"^[^\d]*")


@dataclass(frozen=True, slots=True)
class Identifier:
    """A name with digits: its sort, its normal form, and for times minutes, for ordinals the rank as `value`."""

    sort: Sort
    name: str
    prefix: str
    value: int | None
    span: Span


def identifiers(text: str) -> list[Identifier]:
    """The identifiers of `text`, left to right."""
    return [_read(match) for match in _PATTERN.finditer(text)]


def _read(match: re.Match[str]) -> Identifier:
    span = Span(*match.span())
    literal = match.group()
    if match["mark"]:
        return Identifier("mark", literal, "", None, span)
    if match["time"]:
        hour = int(match["hour"])
        if match["half"]:
            hour = hour % 12 + (12 if match["half"] in "Pp" else 0)
        return Identifier("time", literal, "", hour * 60 + int(match["minute"]), span)
    if match["ordinal"]:
        return Identifier("ordinal", literal, "", int(match["rank"]), span)
    if match["version"]:
        return Identifier("version", literal.lstrip("vV").lower(), "", None, span)
    name = re.sub(r"[\s\u00a0\u2009\u202f-]", "", literal).casefold()
    prefix = _LETTERS.match(name)
    return Identifier("id", name, prefix.group() if prefix else "", None, span)
