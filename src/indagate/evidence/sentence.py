"""Sentences of a text: abbreviations, decimals, versions, initials and ordinals do not end one."""

from __future__ import annotations

import re

from indagate.evidence.language import language
from indagate.evidence.span import Piece
from indagate.evidence.word import CJK, STOPS
from indagate.vocabulary import word_lists

# Abbreviations that something always follows; that are words too, so that a number must; that may also stand last.
_ABBREVIATIONS = word_lists("""
leading mr mrs ms dr prof st mt gen col capt lt sgt rev hon sen rep gov pres messrs vs cf fig figs eq eqs sec sect ch
leading chap vol no nos pp p art arts para approx est ca e.g i.e viz resp ref refs op ed eds nr bzw vgl ggf evtl inkl
leading exkl zzgl abs abb tab kap bd hrsg sog str ebd dipl ing mag geb gest lfd bspw insb max min z.b d.h u.a o.ä u.ä
leading z.t v.a i.d.r m.e т.е т.н т.к см ср рис табл стр гл проф акад доц напр им ул просп пр пер св ст п пп ок яп англ
leading нем фр
number no nos art sec max min mag ref refs fig figs abs st gest ed tab bd п
trailing etc inc ltd co corp llc jr sr dept univ assn bros al a.m p.m u.s u.k u.n ph.d b.c a.d jan feb mar apr jun jul
trailing aug sep sept oct nov dec usw mio mrd tsd std sek dgl jh jhd okt dez г гг др руб коп тыс млн млрд трлн долл чел
trailing экз обл р-н в вв н.э т.д т.п тел кв сек мин янв февр апр авг сент окт нояб дек
""")
# Spaced forms, looked for before the stop.
_SPACED = re.compile(
    r"(?:^|[\s(])(?:z\. ?B|d\. ?h|u\. ?a|o\. ?ä|u\. ?ä|z\. ?T|v\. ?a|i\. ?d\. ?R|"
    r"m\. ?E|e\. ?g|i\. ?e|т\. ?е|т\. ?к|т\. ?н|a\. ?k\. ?a)$"
)
_OPENERS = (STOPS | {"however", "moreover", "thus", "doch", "однако"}) - {"von"}
_ORDINAL_BEFORE = re.compile(
    r"\b(?:[ai]m|d(?:er|ie|as|en|em|es)|vom|zu[mr]|beim|bis|ab|seit|und|(?:ein|ihr|sein)(?:e[nmr]?)?|rund)\s+$", re.I
)
_MONTHS = re.compile(r"(?:Jan|Feb|Mär|Maer|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jahrhundert|Jh|Jahrtausend)")
_STOP = re.compile(
    rf"(?P<break>\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*•–][ \t]|#{{1,6}}[ \t]|\d{{1,3}}[.)][ \t](?!{_MONTHS.pattern})|\|)))"
    r"|(?P<cjk>[。！？｡]+[”’」』）)\"]*)"
    r"|(?P<end>(?:[.!?…]+|\.)[\"'”’»«“)\]]*)(?=\s|$)(?:(?:\[[\d, ]{1,9}\]|\[\^[\w-]{1,20}\]))*"
    r"|(?P<heading>^[ \t]*#{1,6}[ \t][^\n]*\n)",
    re.MULTILINE,
)
_NEXT = re.compile(rf"\s*[\"'“”„«‘’(\[¿¡]*([^\W\d_]+|\d+|[{CJK}]|\S)?(\.)?")
_MEASURE = re.compile(r"(?:[/°][^\W\d_]|\d[ \u00a0]?[^\W\d_A-ZА-Я])$")
"""A unit of one letter: km/h, °C, 5 m."""
_BEFORE = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,4}$|[^\W_]+(?:-[^\W_]+)?$")


def sentences(text: str) -> list[Piece]:
    """Return the sentences of a text in order; blank lines, list items and headings end one too."""
    german = language(text) == "de"
    found: list[Piece] = []
    begin = 0
    for match in (*_STOP.finditer(text), None):
        if match and match.lastgroup == "end" and not _ends(text, begin, match, german):
            continue
        piece = text[begin : match.end() if match else len(text)]
        if bare := piece.strip():
            start = begin + len(piece) - len(piece.lstrip())
            found.append(Piece(bare, start, start + len(bare)))
        begin += len(piece)
    return found


def _ends(text: str, begin: int, match: re.Match[str], german: bool) -> bool:
    """Whether a stop followed by white space ends a sentence that began at `begin`."""
    after = _NEXT.match(text, match.end())
    following = after[1] if after and after[1] else ""
    before = _BEFORE.search(text, max(begin, match.start() - 24), match.start())
    if following[:1].islower():
        return False
    if not following or match["end"][0] != "." or match["end"].startswith("...") or before is None:
        return True
    word = before.group().lower()
    opens = following.lower() in _OPENERS and not (after and after[2] and len(following) == 1)
    if word.isdigit():
        if not text[begin : before.start()].strip(" \t\n\r*-•#("):
            return False  # a list number: "1. Introduction"
        ordinal = german and _ORDINAL_BEFORE.search(text, max(begin, before.start() - 20), before.start())
        return len(word) > 2 or text[before.start() - 1] in ".," or not (_MONTHS.match(following) or ordinal)
    if word in _ABBREVIATIONS["number"]:
        return not (following[0].isdigit() or word == "st")
    if word in _ABBREVIATIONS["leading"] or _SPACED.search(text, max(begin, match.start() - 12), match.start()):
        return False
    # An initial ("J. Smith") or a unit ("5 m."); a small word opens the next sentence ("vitamin C. The ...").
    initial = len(word) == 1 and not "\u3040" <= word <= "\u9fff"
    unit = initial and _MEASURE.search(text, max(begin, before.start() - 3), before.end())
    last = initial or word in _ABBREVIATIONS["trailing"] or ("." in word and len(word) <= 9)
    return opens or not last or (bool(unit) and word not in _ABBREVIATIONS["trailing"])
