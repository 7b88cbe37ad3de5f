"""The content words of a question, and which words a text holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from indagate.evidence import words
from indagate.evidence.word import STOPS
from indagate.flows.mission.offline.lexis import FILLERS, SIGNS, SYNONYMS, stems
from indagate.flows.mission.offline.thesaurus import RELATED
from indagate.flows.mission.offline.translation import MEANT

SAME, SYNONYM, KIN, PARTS = 1.0, 0.9, 0.8, 0.6

# The unit in "how many years" is the answer's, not a word that the answer need hold besides.
_COUNTED = re.compile(
    r"\b(?:how many|wie ?viele|сколько) (?:seconds|minutes|hours|days|weeks|months|years|percent|"
    r"Sekunden|Minuten|Stunden|Tage|Wochen|Monate|Jahre|Prozent|секунд|минут|часов|дней|недель|месяцев|лет|"
    r"процентов)\b",
    re.IGNORECASE,
)
# What programs, files, options, settings and addresses are called, as against plain words; % alone is one too.
_NAME = re.compile(
    r"(?<![\w@%./:-])(?:--?[A-Za-z][\w-]*|[@$%][A-Za-z]\w*|/[\w.-]+(?:/[\w.-]+)*/?"
    r"|\w+(?:(?:::|[_./@:-])\w+)*(?:_|::|@|\.(?=[^\W\d]\w))\w+(?:(?:::|[_./@:-])\w+)*"
    r"|[a-zA-Z]+[a-z][A-Z]\w*)|(?<!\S)[%$&#~^*](?=[\s:;,|)]|$)"
)
_SIGN = re.compile(rf"(?<=[\"'“‘«„`])([{re.escape(''.join(SIGNS))}])(?=[\"'”’»“`])")
# The names in a longer one: email.message.EmailMessage.
_DOTTED = re.compile(r"[.:/]+")
_QUOTED = re.compile(r"[\"'“‘«„`’]\w[\"'”’»“`]")
"""A letter in quotation marks, which is the thing itself."""
# "L-07" and "L07" are one name.
_CODE = re.compile(r"\b([^\W\d_]{1,3})-(\d+)\b")
# "last year" tells when, "it lasts" how long.
_LAST_WHEN = re.compile(
    r"\b(?:at last|last(?= (?:year|month|week|quarter|winter|summer|spring|autumn|night|time|few|two|three|four|five|"
    r"\d)))",
    re.IGNORECASE,
)


_LIST = re.compile(r"^\W*(?:please )?list\b(?=\s+\S)", re.IGNORECASE)
"""What asks for a list, and is none."""


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a question with its stems, those that may stand for it, and how much it weighs."""

    word: str
    stems: frozenset[str]
    synonyms: frozenset[str]
    weight: float = 1.0
    related: frozenset[str] = frozenset()
    parts: tuple[frozenset[str], ...] = ()
    """Of a name such as max_connections or --jobs the stems of its parts; a text may have these alone."""


def named(text: str) -> list[tuple[str, int, int]]:
    """The names in a text that are no plain words, lower case, with their places: max_connections, --jobs, @reboot."""
    return [(match[0].casefold().rstrip("/") or "/", match.start(), match.end()) for match in _NAME.finditer(text)]


@lru_cache(maxsize=2_048)
def terms(text: str) -> tuple[Term, ...]:
    """The content words of a question in order, each once; names of more than one part and numbers count as words."""
    text = _LIST.sub(" ", _COUNTED.sub(" ", text))
    found: dict[frozenset[str], Term] = {}
    inside: set[int] = set()
    at: dict[frozenset[str], int] = {}
    for name, start, end in named(text):
        parts = tuple(stems(word.text.casefold()) for word in words(text[start:end]))
        inside.update(range(start, end))
        own = frozenset((name, name.lstrip("-")))
        if found.setdefault(own, Term(text[start:end], own, frozenset(), 1.0, frozenset(), parts)):
            at.setdefault(own, start)
    plain = "".join(" " if place in inside else char for place, char in enumerate(text))
    for word in words(_CODE.sub(r"\1\2 ", plain)):
        low = word.text.casefold()
        lone = len(low) == 1 and low.isascii() and (word.text.islower() or low in "ai")
        lone = lone and not _QUOTED.match(text, word.start - 1)
        if low in STOPS or low in FILLERS or (lone and not low.isdigit()):
            continue
        own = stems(low)
        synonyms: frozenset[str] = frozenset().union(*(SYNONYMS.get(one, frozenset()) for one in own)) - own
        related = frozenset().union(*(table.get(one, frozenset()) for one in own for table in (RELATED, MEANT))) - own
        spelled = text[word.start : word.end + 1] if plain[word.start : word.end] != word.text else word.text
        found.setdefault(own, Term(spelled, own, synonyms, related=related))
        at.setdefault(own, word.start)
    return tuple(found[own] for own in sorted(found, key=lambda own: at[own]))


def telling(text: str) -> list[str]:
    """The content words of a text, lower case, each once."""
    return list(dict.fromkeys(term.word.casefold() for term in terms(text)))


@lru_cache(maxsize=8_192)
def bag(text: str) -> frozenset[str]:
    """The stems of a text's words, of the parts of hyphenated ones, and the names that are no plain words."""
    found: set[str] = set()
    for word in words(_CODE.sub(r"\1\2", _LAST_WHEN.sub(" ", text))):
        low = word.text.casefold()
        found |= stems(low)
        if "'" in low or "’" in low:
            found |= stems(re.split("['’]", low)[0])
    for sign in _SIGN.findall(text):
        found |= SIGNS[sign]
    for name, _, _ in named(text):
        found.update((name, name.lstrip("-"), *_DOTTED.split(name)))
    return frozenset(found)


def strength(term: Term, held: frozenset[str]) -> float:
    """How well a text's stems cover a word: the same word, a synonym, a kindred or compound word, or not at all.

    A name of several parts is half covered by a text that has all its parts but not together.
    """
    if term.stems & held:
        return SAME
    if term.synonyms & held:
        return SYNONYM
    if term.related & held:
        return KIN
    if term.parts:
        return PARTS if len(term.parts) > 1 and all(part & held for part in term.parts) else 0.0
    return KIN if any(kin(own, other) for own in term.stems for other in held) else 0.0


@lru_cache(maxsize=65_536)
def kin(one: str, other: str) -> bool:
    """Whether two stems are of one family: "install" and "installation", "pumpe" and "wärmepumpe"."""
    short, long = sorted((one, other), key=len)
    if len(short) < 5 or not short.isalpha():
        return False
    if not short.isascii() or not long.isascii():
        common = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
        return (common >= 5 and len(short) - common <= 2 and len(long) - common <= 4) or long.endswith(short)
    return (long.startswith(short) and len(long) - len(short) <= 6) or (len(short) >= 6 and long.endswith(short))
