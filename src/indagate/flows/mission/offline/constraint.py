"""What a question asks the research to keep to: time, place, language, sources, and what to leave out."""

from __future__ import annotations

import re

from indagate.flows.mission.chart import Constraints
from indagate.flows.mission.offline.lexis import listed
from indagate.flows.mission.offline.term import terms

_PLACE = re.compile(
    r"\b(?:in|within|across|throughout|in der|im|innerhalb|в|во|на территории)\s+((?:the\s+|der\s+|"
    r"den\s+)?[A-ZÄÖÜА-ЯЁ][\w’'-]+(?:\s+(?:of\s+|de\s+)?[A-ZÄÖÜА-ЯЁ][\w’'-]+)*)"
)
_NO_PLACE = listed(
    "English German Russian January February March April May June July August September October November December "
    "Januar "
    "Februar März Mai Juni Juli Oktober Dezember Section Chapter Table Figure Kapitel Abschnitt Tabelle Python Java "
    "Rust "
    "PostgreSQL SQL HTML Excel Windows Linux"
)
_TIME = re.compile(
    r"\b(?:between|from|zwischen|von|между|с)\s+(?:1[89]|20)\d\d\s*(?:and|to|und|bis|и|до|по|-|–)\s*(?:1[89]|"
    r"20)\d\d(?:\s*год\w*)?\b"
    r"|\b(?:since|after|before|until|by|as of|in|during|for|seit|nach|vor|bis|im Jahre?|von|ab|с|после|до|в|к|"
    r"за)\s+(?:the year\s+)?(?:1[89]|20)\d\d(?:\s*(?:г\.|год\w*))?(?![\d.,]\d)"
    r"|\b(?:in|over|during|within) the (?:last|past) (?:\w+ )?(?:years?|months?|decades?|weeks?)\b"
    r"|\b(?:in den|der) (?:letzten|vergangenen) (?:\w+ )?(?:Jahren?|Monaten?)\b|\bза последни\w+ (?:\w+ )?(?:год\w*|"
    r"лет|месяц\w*)",
    re.IGNORECASE,
)
_SOURCES = re.compile(
    r"[,;(]?\s*\b(?:(?:only|just)?\s*(?:use|from|using|with)?\s*(?:only\s+)?(?:official|primary|academic|scientific|"
    r"peer-reviewed|government|independent)\s+"
    r"(?:sources?|documents?|publications?|papers?)(?:\s+only)?"
    r"|(?:nur|ausschließlich)\s+(?:aus\s+|mit\s+)?(?:amtliche\w*|offizielle\w*|wissenschaftliche\w*|"
    r"unabhängige\w*)\s+(?:Quellen|Dokumente\w*|Veröffentlichungen)"
    r"|(?:только|исключительно)\s+(?:по\s+|из\s+)?(?:официальн\w+|научн\w+|независим\w+|первичн\w+)\s+(?:источник\w*|"
    r"документ\w*|публикаци\w*)"
    r"|(?:по\s+)?(?:официальн\w+|научн\w+)\s+источник\w+)\s*\)?",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r"[,;(]?\s*\b(?:except(?: for)?|excluding|excludes?|apart from|other than|but not|not counting|außer|ausgenommen|"
    r"abgesehen von|"
    r"кроме|исключая|за исключением|не считая)\s+(?P<what>[^,;.?!)]+)\)?",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"[,;(]?\s*\b(?:(?:answer|report|write|sources?|documents?)\s+(?:only\s+)?in (?:English|German|Russian|French)|"
    r"only in (?:English|German|Russian)|"
    r"(?:English|German|Russian)(?:-language)? sources only|only (?:English|German|Russian)(?:-language)? sources|"
    r"(?:nur )?(?:auf|in) (?:Deutsch|Englisch|Russisch)|nur (?:deutsch|englisch|russisch)(?:sprachige)?e? Quellen|"
    r"(?:только )?на (?:русском|английском|немецком)(?: языке)?)\)?",
    re.IGNORECASE,
)


def tidy(text: str) -> str:
    """A text on one line, single-spaced."""
    return " ".join(text.split())


def constraints(question: str) -> tuple[Constraints, str]:
    """What a question asks the research to keep to, and the question without what is no part of its matter."""
    place = next((m.group(1) for m in _PLACE.finditer(question) if m.group(1).split()[0] not in _NO_PLACE), "")
    when = ", ".join(dict.fromkeys(tidy(match.group()) for match in _TIME.finditer(question)))
    found: dict[str, str] = {}
    rest = question
    for field, pattern in (("sources", _SOURCES), ("exclusions", _EXCEPT), ("language", _LANGUAGE)):
        matches = list(pattern.finditer(rest))
        found[field] = ", ".join(
            tidy(m.group("what") if field == "exclusions" else m.group().strip(" ,;()")) for m in matches
        )
        for match in reversed(matches):
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    rest = re.sub(r"\s+([,;.?!])", r"\1", tidy(rest)).strip(" ,;")
    kept = Constraints(when, place, found["language"], found["sources"], found["exclusions"])
    return (kept, rest) if terms(rest) else (kept, tidy(question))
