"""Sentences of a text: abbreviations, decimals, versions, initials and ordinals do not end one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.evidence.language import STOP_WORDS, language
from indagate.evidence.vocabulary import vocabulary
from indagate.evidence.word import CJK

# Abbreviations that something always follows.
_LEADING = frozenset(
    vocabulary(
        """
mr mrs ms dr prof st mt gen col capt lt sgt rev hon sen rep gov pres messrs vs cf fig figs eq eqs sec sect ch chap
vol no nos pp p art arts para approx est ca e.g i.e viz resp ref refs op ed eds nr bzw vgl ggf evtl inkl exkl zzgl
abs abb tab kap bd hrsg sog str ebd dipl ing mag geb gest lfd bspw insb max min z.b d.h u.a o.ä u.ä z.t v.a i.d.r
m.e т.е т.н т.к см ср рис табл стр гл проф акад доц напр им ул просп пр пер св ст п пп ок яп англ нем фр лат греч
"""
    )
)
# Abbreviations that are words too: a number must follow.
_BEFORE_NUMBER = frozenset(
    vocabulary(
        """
no nos art sec max min mag ref refs fig figs abs st gest ed tab bd п
"""
    )
)
# Abbreviations that may also stand last in a sentence.
_TRAILING = frozenset(
    vocabulary(
        """
etc inc ltd co corp llc jr sr dept univ assn bros al a.m p.m u.s u.k u.n ph.d b.c a.d jan feb mar apr jun jul aug
sep sept oct nov dec usw etc mio mrd tsd std sek dgl jh jhd okt dez г гг др руб коп тыс млн млрд трлн долл чел экз
обл р-н в вв н.э т.д т.п тел кв сек мин янв февр апр авг сент окт нояб дек
"""
    )
)
# Spaced forms, looked for before the stop.
_SPACED = re.compile(
    r"(?:^|[\s(])(?:z\. ?B|d\. ?h|u\. ?a|o\. ?ä|u\. ?ä|z\. ?T|v\. ?a|i\. ?d\. ?R|"
    r"m\. ?E|e\. ?g|i\. ?e|т\. ?е|т\. ?к|т\. ?н|a\. ?k\. ?a)$"
)
_OPENERS = (
    STOP_WORDS["en"]
    | STOP_WORDS["de"]
    | STOP_WORDS["ru"]
    | frozenset(("however", "moreover", "thus", "doch", "однако"))
) - {
    "von",
    "де",
}
_ORDINAL_BEFORE = frozenset(
    vocabulary(
        """
am im der die das den dem des vom zum zur beim bis ab seit und ein eine einem einen einer ihr ihre sein seine rund
"""
    )
)
_MONTHS = re.compile(r"(?:Jan|Feb|Mär|Maer|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jahrhundert|Jh|Jahrtausend)")
_STOP = re.compile(
    r"(?P<break>\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*•–][ \t]|#{1,6}[ \t]|\d{1,3}[.)][ \t]|\|)))"
    r"|(?P<cjk>[。！？｡]+[”’」』）)\"]*)"
    r"|(?P<end>(?:[.!?…]+|\.)[\"'”’»«“)\]]*)(?=\s|$)(?:(?:\[[\d, ]{1,9}\]|\[\^[\w-]{1,20}\]))*"
    r"|(?P<heading>^[ \t]*#{1,6}[ \t][^\n]*\n)",
    re.MULTILINE,
)
_NEXT = re.compile(rf"\s*[\"'“”„«‘’(\[¿¡]*([^\W\d_]+|\d+|[{CJK}]|\S)?(\.)?")
_MEASURE = re.compile(r"(?:[/°][^\W\d_]|\d[ \u00a0]?[^\W\d_A-ZА-Я])$")
"""A unit of one letter: km/h, °C, 5 m."""
_BEFORE = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,4}$|[^\W_]+(?:-[^\W_]+)?$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, trimmed, with its place in the text."""

    text: str
    start: int
    end: int


def sentences(text: str) -> list[Sentence]:
    """The sentences of `text` in order; blank lines, list items and headings end one too."""
    german = language(text) == "de"
    found: list[Sentence] = []
    begin = 0
    for match in _STOP.finditer(text):
        if match.lastgroup == "end" and not _ends(text, begin, match, german):
            continue
        found.extend(_trimmed(text, begin, match.end()))
        begin = match.end()
    found.extend(_trimmed(text, begin, len(text)))
    return found


def _trimmed(text: str, start: int, end: int) -> list[Sentence]:
    piece = text[start:end]
    bare = piece.strip()
    if not bare:
        return []
    start += len(piece) - len(piece.lstrip())
    return [Sentence(bare, start, start + len(bare))]


def _ends(text: str, begin: int, match: re.Match[str], german: bool) -> bool:
    """Whether a stop followed by white space ends a sentence that began at `begin`."""
    after = _NEXT.match(text, match.end())
    following = after.group(1) if after and after.group(1) else ""
    if not following:
        return True
    if following[0].islower():
        return False
    if match.group("end")[0] != ".":
        return True
    if match.group("end").startswith("..."):
        return True
    before = _BEFORE.search(text, max(begin, match.start() - 24), match.start())
    if before is None:
        return True
    word = before.group().lower()
    opens = following.lower() in _OPENERS and not (after and after.group(2) and len(following) == 1)
    if word.isdigit():
        return _number_ends(text, begin, before, following, german)
    if word in _BEFORE_NUMBER:
        return not (following[0].isdigit() or word == "st")
    if word in _LEADING or _SPACED.search(text, max(begin, match.start() - 12), match.start()):
        return False
    if word in _TRAILING or ("." in word and len(word) <= 9):
        return opens
    if len(word) == 1 and _MEASURE.search(text, max(begin, before.start() - 3), before.end()):
        return True
    if len(word) == 1 and not ("\u3040" <= word <= "\u9fff"):
        # An initial ("J. Smith"), unless a small word opens the next sentence ("vitamin C. The ...").
        return opens
    return True


def _number_ends(text: str, begin: int, before: re.Match[str], following: str, german: bool) -> bool:
    if not text[begin : before.start()].strip(" \t\n\r*-•#("):
        return False  # a list number: "1. Introduction"
    if len(before.group()) > 2 or text[before.start() - 1] in ".,":
        return True
    if _MONTHS.match(following):
        return False
    if not german:
        return True
    previous = re.search(r"([^\W\d_]+)\s+$", text[max(begin, before.start() - 20) : before.start()])
    return not (previous and previous.group(1).lower() in _ORDINAL_BEFORE)
