"""What speaks for a piece of a document answering a question: clues, small numbers that a fitted model weighs."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from indagate.evidence import sentences, words
from indagate.evidence.negation import NEGATION
from indagate.flows.mission.offline.bearing import Sought
from indagate.flows.mission.offline.expected import SOFT, Expected, bent
from indagate.flows.mission.offline.lexis import IMPERATIVE, stems
from indagate.flows.mission.offline.term import KIN, Term, bag, named, strength

NAMES = (
    "near", "title", "missing", "keyed", "keyed_near", "measured", "unmeasured", "called", "defines", "length", "curt",
    "foreign", "term", "signs", "pair", "order", "dense", "unheard", "default", "purpose", "first",
    "bent", "names_kind", "conditional", "denies", "points",
)  # fmt: skip
"""The clues by name, in the order in which `clues` gives them."""

HOW_TO = re.compile(r"^\W*(?:how (?:do|can|to|should|does one)|wie (?:kann|muss|man|\w+t man)|как(?!\w))\b", re.I)
ASKS_ACTION = re.compile(
    r"\b(?:do|should|must|can|need to|has|have) (?:I|you|we|one)\b|\b(?:has|have) to be\b|\bmust be\b"
    r"|\bhow (?:is|are)\b|\b(?:which|what) (?:\w+ )?(?:command|option|key|file|program|tool|menu|button)s?\b"
    r"|\b(?:muss|kann|soll) (?:man|ich)\b|\bwie (?:wird|werden|kann|muss)\b"
    r"|\b(?:welche\w*|mit welche\w*) (?:Befehl|Option|Taste|Datei|Programm)\w*"
    r"|\bкак(?!\w)|\bкак(?:ой|ая|ую|им|ие) (?:команд|опци|клавиш|файл|программ)\w*|\b(?:нужно|надо|следует)\b",
    re.IGNORECASE,
)
"""A question that a sentence which tells its reader what to do may answer."""
_ASKS_DEFAULT = re.compile(
    r"\b(?:defaults?|by default|unless (?:set|changed|told|specified)|standardmäßig\w*|Standardwert\w*"
    r"|Voreinstellung\w*|voreingestellt\w*|Vorgabe\w*|по[ -]умолчанию)\b",
    re.IGNORECASE,
)
_STATES_DEFAULT = re.compile(
    r"\bdefaults?\b[^.;]{0,40}?\b(?:is|are|to|of)\b|\[?default(?:s to|:|=)|\((?:the )?default\)|\bby default\b"
    r"|\bis (?:the|its) default\b|\bif (?:omitted|not (?:given|specified|set|present))\b"
    r"|\b(?:standardmäßig|Standardwert|Voreinstellung|voreingestellt|Vorgabe)\w*|по[ -]умолчанию",
    re.IGNORECASE,
)
_ASKS_PURPOSE = re.compile(
    r"^\W*what (?:is|are) .+ (?:for|good for|used for|about)\W*$"
    r"|^\W*what (?:does|do) .+ (?:do|provide|offer|return|record|contain|hold|give|set|specify|control|mean|represent"
    r"|indicate|determine|store|describe|show)s?\b"
    r"|^\W*(?:wozu|wofür)\b|^\W*was (?:macht|bewirkt|tut|enthält|liefert|bietet)\b"
    r"|^\W*(?:для чего|зачем)\b|^\W*что (?:делает|содержит|хранит|задаёт|задает|возвращает|показывает)\b",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"^\W*(?:this|the) (?:\S+ )?(?:module|package|function|method|command|directive|option|parameter|view|field|tool"
    r"|program|class|table|file|attribute|section|chapter|variable|setting|utility|extension|library)\b"
    r"|^\W*(?:returns?|provides?|sets?|specif\w+|determines?|controls?|records?|contains?|defines?|performs?|displays?)\b"
    r"|^\W*(?:dieses?|diese[rm]?) (?:Modul|Paket|Funktion|Befehl|Option|Datei|Programm)\w*|^\W*эт(?:от|а|о)\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"^\W*(?:if|when|once|unless|until|while|wenn|falls|sobald|sofern|solange|если|когда|пока)\b", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:if|when|once|unless|until|while|before|after|wenn|falls|wann|sobald|если|когда|что будет"
    r"|was geschieht|happens?)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"^\W*(?:\w+,? )?(?:see(?: also)?|refer to|consult|read)\b[^.]*"
    r"\b(?:for|section|chapter|page|manual|documentation|appendix)\b"
    r"|^\W*for (?:more|further|full|additional|complete|detailed)\b[^.]*\b(?:see|refer|consult|read)\b"
    r"|\b(?:this|the (?:next|following|rest of this|remainder of this)|each) "
    r"(?:document|chapter|section|page|manual|appendix|article|tutorial|guide|part|faq|book)\b[^.]{0,30}"
    r"\b(?:explains?|describes?|discuss(?:es)?|covers?|shows?|tells?|deals with|lists?|gives|contains|provides)\b"
    r"|\b(?:is|are|can be found) (?:described|explained|discussed|documented|covered|listed|found) "
    r"(?:in|on|below|above|later|elsewhere|further)\b"
    r"|^\W*(?:siehe|vgl\.|weitere (?:Informationen|Einzelheiten)|mehr (?:dazu|Informationen))\b"
    r"|\b(?:dieses?|das nächste|der nächste|dieser) (?:Kapitel|Abschnitt|Dokument|Handbuch)\b[^.]*"
    r"\b(?:beschreibt|erklärt|behandelt|zeigt|erläutert)\b"
    r"|^\W*(?:см\.|смотрите|подробн\w+[^.]*\bсм)"
    r"|\b(?:эт[аио]\w*|данн\w+|следующ\w+) (?:глав|раздел|документ|руководств)\w*"
    r"[^.]*\b(?:описыва|объясня|рассказыва|посвящ)",
    re.IGNORECASE,
)
"""A sentence that tells where something is told."""
_ASKS_WHERE = re.compile(
    r"\b(?:where|which|what)\b.*\b(?:described|documented|explained|find|found|section|chapter|manual|documentation|read"
    r"|document|cover|page)\w*\b|\b(?:wo|welche\w*)\b.*\b(?:beschrieben|dokumentiert|Kapitel|Abschnitt|Handbuch)\w*"
    r"|\b(?:где|как\w+)\b.*\b(?:описан|раздел|глав|документ)\w*",
    re.IGNORECASE,
)
_CONTEXT_ROW = " | "


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement of a document and what stands around it there: heading path, own context, the document's title."""

    statement: str
    place: str = ""
    context: str = ""
    title: str = ""

    @property
    def inner(self) -> str:
        """The innermost heading or term that it stands under."""
        context = "" if _CONTEXT_ROW in self.context else self.context
        return (context or re.sub(r", pages? [\d–]+$", "", self.place)).rpartition(" › ")[2]

    @property
    def around(self) -> str:
        """All that stands around it; the innermost heading is the last line."""
        return f"{self.title} {self.place} {self.context}\n{self.inner}"


def clues(aim: Sought, piece: Piece) -> tuple[float, ...]:
    """What speaks for a piece and against it, in the order of `NAMES`; most are between 0 and 1."""
    said = piece.statement
    parts = sentences(said)
    own = parts[-1].text if len(parts) > 1 else said
    held, near = aim.held(said), aim.held(piece.around)
    total = sum(term.weight for term in aim.terms) or 1.0
    heavy = max(aim.terms, key=lambda term: term.weight, default=None)

    def share(bagged: frozenset[str]) -> float:
        return sum(term.weight * strength(term, bagged) for term in aim.terms) / total

    both = held | near
    missing = [term for term in aim.terms if strength(term, both) < KIN]
    soft = aim.expected in SOFT or aim.expected is Expected.DECISION
    answered = aim.expected is not Expected.ANYTHING and aim.answered(own)
    heaviest = heavy.weight if heavy else 1.0
    heard = sum(term.weight / heaviest for term in aim.terms if strength(term, held) >= KIN)
    size = len(words(said))
    return (
        aim.coverage(said, piece.around),
        share(bag(piece.title)),
        max((term.weight for term in missing), default=0.0) / heaviest,
        float(heavy is not None and strength(heavy, held) >= KIN),
        float(heavy is not None and strength(heavy, both) >= KIN),
        float(answered and (not soft or aim.expected is Expected.AMOUNT)),
        float(not answered and not soft),
        float(answered and aim.expected is Expected.NAME),
        aim.defines(said),
        max(0.0, math.log((size + 1) / 12)),
        float(size < 6),
        float(foreign(aim, piece)),
        _termed(aim, piece.inner, said),
        _signs(said),
        _adjacent(aim.terms, said),
        float(bool(IMPERATIVE.match(own))) * (1.0 if HOW_TO.search(aim.question) else -1.0),
        min(1.0, 5 * heard / max(4, len(held))),
        sum(term.weight for term in missing) / total,
        _default(aim.question, own),
        _purpose(aim, piece),
        share(aim.held(parts[0].text)) if len(parts) > 1 else 0.0,
        bent(aim.question, own),
        float(answered and aim.names_kind(f"{said} {piece.place} {piece.context}")),
        float(bool(_CONDITIONAL.match(own)) and not _CONDITION.search(aim.question)),
        float(aim.expected is Expected.DECISION and bool(NEGATION.search(own))),
        float(bool(_POINTS.search(own)) and not _ASKS_WHERE.search(aim.question)),
    )


TELLING = 0.6
"""The share of the heaviest word's weight from which a name is what a question is about: PostgreSQL is not, there."""


def names_of(terms: Sequence[Term]) -> list[frozenset[str]]:
    """The names among a question's words that say what it is about, such as max_connections or --jobs."""
    heaviest = max((term.weight for term in terms), default=0.0)
    return [term.stems for term in terms if term.parts and term.weight >= TELLING * heaviest]


def foreign(aim: Sought, piece: Piece) -> bool:
    """Whether a piece stands under the term of something else of the kind that the question names.

    What is said of superuser_reserved_connections is no answer to a question about max_connections, even where it
    mentions it. A question for a name is answered by another's term.
    """
    asked = names_of(aim.terms)
    if not asked or aim.expected is Expected.NAME:
        return False
    theirs = _own_names(piece.inner) or _own_names(piece.statement.partition(": ")[0])
    return bool(theirs) and not any(_same(one, theirs) for one in asked)


def _own_names(head: str) -> tuple[str, ...]:
    return tuple(name for name, _, _ in named(head)) if len(head) <= 120 else ()


def _same(asked: frozenset[str], theirs: Sequence[str]) -> bool:
    """Whether a name is one of these, or begins or ends one of them: os.path.join and join, CAN_RAW and CAN_RAW_FD."""
    for one in asked:
        for other in theirs:
            short, long = sorted((one.strip("-("), other.strip("-(")), key=len)
            if re.match(rf"(?:.*[.:/])?{re.escape(one.strip('-('))}[_-]", other.strip("-(")):
                return True
            if short and (long == short or re.search(rf"(?:^|[.:/]){re.escape(short)}(?:$|[.:/(])", long)):
                return True
    return False


def _termed(aim: Sought, inner: str, said: str) -> float:
    """How much of what the question is about is the term or heading that the piece stands under, 0-1."""
    asked = names_of(aim.terms)
    if asked:
        theirs = _own_names(inner) or _own_names(said.partition(": ")[0])
        return float(any(_same(one, theirs) for one in asked))
    held = bag(inner)
    return float(bool(held) and len(held) <= 8 and aim.keyed(inner))


def _signs(text: str) -> float:
    """How much of a text are signs rather than letters, 0-1: code and tables run together."""
    plain = sum(char.isalpha() or char.isspace() for char in text)
    return 1.0 - plain / max(1, len(text))


def _adjacent(terms: Sequence[Term], text: str) -> float:
    """The share of neighbouring words of the question that stand near each other in a text too."""
    pairs = list(pairwise(terms))
    if not pairs:
        return 0.0
    places = _places(text)

    def spots(term: Term) -> list[int]:
        return [at for one in term.stems for at in places.get(one, ())]

    near = sum(any(abs(one - other) <= 3 for one in spots(first) for other in spots(second)) for first, second in pairs)
    return near / len(pairs)


@lru_cache(maxsize=4_096)
def _places(text: str) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for at, word in enumerate(words(text)):
        for one in stems(word.text.casefold()):
            found[one] = (*found.get(one, ()), at)
    return found


def _default(question: str, said: str) -> float:
    """Whether a text states a default where one is asked for, 1; or states none though it is, -1."""
    if not _ASKS_DEFAULT.search(question):
        return 0.0
    return 1.0 if _STATES_DEFAULT.search(said) else -1.0


def _purpose(aim: Sought, piece: Piece) -> float:
    """Whether a text says what something is for or does, where that is asked: under its heading, or after its name."""
    if not _ASKS_PURPOSE.search(aim.question):
        return 0.0
    first = piece.statement
    head, colon, rest = first.partition(": ")
    if colon and len(head) <= 120 and aim.keyed(head):
        return 1.0 if _THIS.match(rest) else 0.8
    if _THIS.match(first) and aim.keyed(piece.inner):
        return 1.0
    opening = " ".join(first.split()[:6])
    return 0.5 if aim.keyed(opening) else 0.0
