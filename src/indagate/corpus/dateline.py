"""Dates as documents state them."""

from __future__ import annotations

import re
from datetime import date

from indagate.corpus.document import Dated
from indagate.vocabulary import MONTHS

_ISO = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?=$|[T\s,;Z+])")
_COMPACT = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})(?=$|\d{2}|[TZ])")
_DAY_FIRST = re.compile(r"(?:[^\W\d]+,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?\s+([^\W\d]+)\.?,?\s+(\d{4})\b")
_MONTH_FIRST = re.compile(r"(?:[^\W\d]+,\s+)?([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_MONTH_ONLY = re.compile(r"([^\W\d]+)\.?,?\s+(\d{4})\b")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


_MADE = (
    r"(?:(?:adopted|approved|published|issued|dated|printed|revised|updated|effective"
    r"|valid|decided|last (?:updated|modified|changed|revised)|in force|as (?:of|at)|version|edition"
    r"|date(?: of (?:issue|publication))?"
    r"|Stand|Datum|Ausgabe|Fassung|beschlossen|erlassen|veröffentlicht|gedruckt|geändert|gültig|in Kraft"
    r"|дата|издание|издан[оаы]?|утвержд\w+|принят\w*|опубликован\w*|редакция|действует|обновлен\w*)\b"
    r"(?:[\s:,]|\b(?:on|in|from|since|as of|am|vom|von|seit|ab|im|der|от|с|в)\b){0,6})(?=[^\W_])"
)
_IMPRINT = (
    r"(?:[^\W\d]+ ){0,2}(?:edition|version|revision|issue|release|Auflage|Ausgabe|Fassung|издание|редакция|версия)\b"
    r"[^.,\n]{0,30}, "
)
"""How an imprint may begin before it says when: "Official edition 3, issued on"."""
_STATES = re.compile(rf"(?:^|\n|(?<=[.;|·—–(] ))\W{{0,3}}(?:{_IMPRINT})?{_MADE}", re.IGNORECASE)
_YEAR_LAST = re.compile(r"(?<=[^\W\d]), (?=\d{4}$)")
_ENDING = re.compile(rf"(?<=\s){_MADE}(?=.{{0,30}}$)", re.IGNORECASE)
_TITLE = 120
"""Characters that a title has at most."""


def stated(text: str, *, opening: bool = True) -> tuple[date, Dated] | None:
    """The date that a text gives for itself in so many words, "Adopted on 12 March 2024"; the first of them.

    The words begin a line or a sentence; or they end a short text that is no sentence, as a title's last words do.
    In the `opening` of a document that may be the year alone ("Leaflet for visitors, 2016"); at its end such a line is
    more likely a reference to something else.
    """
    found = [match.end() for match in _STATES.finditer(text)]
    if not found and len(text) <= _TITLE and not text.rstrip().endswith((".", "!", "?")):
        patterns = (_ENDING, _YEAR_LAST) if opening else (_ENDING,)
        found = [match.end() for pattern in patterns for match in pattern.finditer(text)]
    return next((when for at in found if (when := parse(text[at:])) is not None), None)


def parse(said: str | None) -> tuple[date, Dated] | None:
    """The date that was said first, and how exact it is; None for what is no date or could be two (03/04/2024)."""
    said = (said or "").strip()[:100]
    if found := _ISO.match(said):
        return _date(found[1], found[2], found[3])
    if found := _COMPACT.match(said):
        return _date(found[1], found[2], found[3])
    if found := _DOTTED.match(said):
        return _date(found[3], found[2], found[1])
    if (found := _DAY_FIRST.match(said)) and (month := MONTHS.get(found[2].lower())):
        return _date(found[3], str(month), found[1])
    if (found := _MONTH_FIRST.match(said)) and (month := MONTHS.get(found[1].lower())):
        return _date(found[3], str(month), found[2])
    if (found := _MONTH_ONLY.match(said)) and (month := MONTHS.get(found[1].lower())):
        return _date(found[2], str(month), None)
    return None


def _date(year: str, month: str | None, day: str | None) -> tuple[date, Dated] | None:
    exact: Dated = "day" if day else "month" if month else "year"
    if not 1000 <= int(year) <= 2200:
        return None
    try:
        return date(int(year), int(month or 1), int(day or 1)), exact
    except ValueError:
        return None
