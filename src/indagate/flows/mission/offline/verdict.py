"""Yes or no: what a sentence says to a question that can be answered so, or that it does not settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from indagate.evidence import words
from indagate.evidence.negation import NEGATION
from indagate.evidence.word import STOPS
from indagate.flows.mission.offline.bearing import Sought
from indagate.flows.mission.offline.clue import TELLING
from indagate.flows.mission.offline.lexis import stems
from indagate.flows.mission.offline.term import KIN, Term, bag, strength

MOST, SAID = 0.8, 0.35
"""The least share of the question's weighted words in a clause with what it stands under, and in the clause itself."""

_DENIES = re.compile(
    r"\b(?:not|no|never|neither|cannot|without|unable|fails? to|\w+n['’]t|nicht|kein(?:e[nrsm]?)?|nie|niemals|weder"
    r"|ohne|не|нет|никогда|нельзя|без|невозможно)\b"
)
"""Denials in running text: `None` and "No. 5" are none."""
_JOINED = re.compile(r"\b(?:or|nor|and|oder|noch|und|или|ни|и)\b")
_CLAUSES = re.compile(
    r"(?<=[^\d\s])[;:](?=\s)|,?\s+(?=(?:but|however|although|though|whereas|while|because|since|so that|aber|jedoch"
    r"|obwohl|während|weil|denn|но|однако|хотя|потому что|поскольку)\b)|(?<=[.!?])\s+",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|except|only|when|whenever|where|until|provided|usually|often|sometimes|most|some|might|as long as"
    r"|so long as|wenn|falls|sofern|außer|nur|manche|einige|meist\w*|oft|bis"
    r"|если|кроме|только|при условии|когда|пока|обычно|иногда|часто|некоторы\w+)\b",
    re.IGNORECASE,
)
"""What a sentence says holds in some cases only; where the question names no case, that settles nothing."""
_WHOLLY = re.compile(
    r"\b(?:always|never|ever|every|each|all|only|automatically|any longer|still|both|exactly|immer|jede\w*|alle\w*"
    r"|nur|automatisch|noch|всегда|кажд\w+|все|всех|только|автоматически|ещё|еще)\b",
    re.IGNORECASE,
)
"""How far a question wants something to hold; a sentence must say so too."""
_EACH = frozenset(("every", "each", "all"))
_COMPARES = re.compile(
    r"\b(?:\w{3,}er|more|less|better|worse|weniger|mehr|\w+ее|больше|меньше) (?:than|als|чем)\b"
    r"|\b(?:or|oder|или)\b",
    re.IGNORECASE,
)
"""A question whose sides may stand the other way round in a sentence with the same words, or one of two."""
_DUTY = re.compile(
    r"\b(?:must|required?|necessary|mandatory|obligatory|needs?|have to|has to|muss|müssen|erforderlich|nötig|notwendig"
    r"|должн\w+|обязательн\w+|необходим\w+|нужно|требуется)\b",
    re.IGNORECASE,
)
_MAY = re.compile(
    r"\b(?:may|can|could|optional(?:ly)?|allowed|permitted|possible|kann|können|darf|dürfen|möglich|erlaubt"
    r"|можно|может|могут|возможно|разреш\w+)\b",
    re.IGNORECASE,
)
_NEVER_MIND = re.compile(
    r"\b(?:not only|not necessarily|whether or not|no matter|nicht nur|nicht unbedingt|не только|не обязательно)\b",
    re.IGNORECASE,
)
_OPPOSITES = """
enable enabled activated | disable disabled deactivated
allowed permitted allow permit | forbidden prohibited forbid prohibit disallowed banned
possible | impossible
necessary required mandatory obligatory compulsory | optional unnecessary needless
supported | unsupported
valid legal | invalid illegal
visible shown | invisible hidden
include includes included contain | exclude excludes excluded omit omitted
same equal identical | different distinct
safe | unsafe dangerous
available | unavailable
accepted accept | rejected reject refused
sensitive | insensitive
before | after
first | last
always | never
inside within | outside
aktiviert eingeschaltet | deaktiviert ausgeschaltet abgeschaltet
erlaubt zulässig gestattet | verboten untersagt unzulässig
nötig notwendig erforderlich verpflichtend | unnötig freiwillig optional
möglich | unmöglich
innerhalb | außerhalb
включён включен включена включено | выключен выключена отключён отключен отключена отключено
разрешено разрешается допускается | запрещено запрещается
возможно | невозможно
доступен доступна доступно | недоступен недоступна недоступно
обязательно обязательный обязательна | необязательно необязательный
"""


_ON = re.compile(r"\b(?:switch|turn|set)(?:ed|e?s|ing)?\s+on\b|\b(?<!-)on(?= by default)", re.IGNORECASE)
_OFF = re.compile(r"\b(?:switch|turn|set)(?:ed|e?s|ing)?\s+off\b|\b(?<!-)off(?= by default)", re.IGNORECASE)


def _sides() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    rows = [line.split("|") for line in _OPPOSITES.strip().splitlines()]
    one, other = (
        [frozenset(form for word in row[side].split() for form in stems(word)) for row in rows] for side in (0, 1)
    )
    return tuple(zip(one, other, strict=True))


_WITHOUT = re.compile(r"\b(?:without|ohne|без)\s+(?:(?:an?|the|any|eine[nrms]?|d(?:ie|as|en))\s+)?(\w+)", re.IGNORECASE)
"""What something is allowed or done without: no denial of it."""
_ONLY = re.compile(r"\b(?:only|nur|только)\b", re.IGNORECASE)
"""What restricts how a thing may be done: so it may be done."""
_ALLOWED = frozenset(form for word in ("allowed", "erlaubt", "разрешено") for form in stems(word))
OPPOSITES = _sides()
"""Stems of words that say the contrary of each other."""


def verdict(aim: Sought, text: str, around: str = "") -> bool | None:
    """What a text says to a question for a yes or a no; None where it does not settle it.

    One of its clauses must say what is asked, unconditionally, nearly every word of it and the telling ones in any
    case; then a denial, or a word that says the contrary, makes a no of it. `around` is what the text stands under;
    what its earlier clauses say counts as such for the later ones.
    """
    question = aim.question
    if NEGATION.search(question) or _COMPARES.search(question) or not aim.terms:
        return None
    found: set[bool] = set()
    for clause in _clauses(text):
        if (said := _said(aim, clause, around)) is not None:
            found.add(said)
        around = f"{around} {clause}"
    return found.pop() if len(found) == 1 else None


def restricts(aim: Sought, text: str) -> bool:
    """Whether a text says how the thing may only be done of which is asked whether it may be: so it may be done."""
    if not _MAY.search(aim.question) or not _ONLY.search(text) or _DENIES.search(_lowered(text)):
        return False
    matter = [term for term in aim.terms if not _ALLOWED & (term.stems | term.synonyms)]
    heavy = max((term.weight for term in matter), default=0.0) * TELLING
    opening = next((stems(word.text.casefold()) for word in words(text) if word.text.casefold() not in STOPS), None)
    return opening is not None and any(strength(term, opening) >= KIN for term in matter if term.weight >= heavy)


def _clauses(text: str) -> Iterator[str]:
    at = 0
    for match in _CLAUSES.finditer(text):
        yield text[at : match.start()]
        at = match.end()
    yield text[at:]


def _said(aim: Sought, clause: str, around: str) -> bool | None:
    if clause.rstrip().endswith("?") or _NEVER_MIND.search(clause):
        return None
    if _CONDITION.search(clause) and not _CONDITION.search(aim.question):
        return None
    denials = [len(_DENIES.findall(_lowered(part))) for part in _JOINED.split(clause)]
    without = [phrase[1] for phrase in _WITHOUT.finditer(clause)]
    if sum(denials) == len(without) == 1:
        if _asks(aim, without[0]):
            return None
        denials = [0]
    if not sum(denials) and _wanted(aim.question) - _wanted(clause):
        return None
    held, near = _bag(clause), _bag(around)
    contrary = sum(_opposed(aim, held, sides) for sides in OPPOSITES)
    asked = [term for term in aim.terms if not _WHOLLY.fullmatch(term.word)]
    total = sum(term.weight for term in asked)
    own = sum(term.weight for term in asked if _says(term, held))
    both = sum(term.weight for term in asked if _says(term, held) or strength(term, near) >= KIN)
    if own < SAID * total or both < MOST * total:
        return None
    if max(denials) > 1:
        return None  # "cannot be done without": what a denial of a denial says is not for rules
    denied = bool(sum(denials)) != bool(contrary % 2)
    if not denied and (_says_less(asked, held, near) or (_DUTY.search(aim.question) and not _DUTY.search(clause))):
        return None
    if denied and _DUTY.search(clause) and not _DUTY.search(aim.question) and not _MAY.search(aim.question):
        return None
    return not denied


def _asks(aim: Sought, text: str) -> bool:
    """Whether a text has a word of the question."""
    held = bag(text)
    return any(strength(term, held) >= KIN for term in aim.terms)


def _bag(text: str) -> frozenset[str]:
    """The stems of a text, "switched on" and "off" as enabled and disabled."""
    return bag(_OFF.sub(" disabled ", _ON.sub(" enabled ", text)))


def _wanted(text: str) -> set[str]:
    """How far a text says that something holds; "each" is as far as "every"."""
    return {"all" if word in _EACH else word for word in map(str.casefold, _WHOLLY.findall(text))}


def _lowered(text: str) -> str:
    """A text whose first letter is small: "No file may" denies, "the value None" does not."""
    bare = text.lstrip()
    return bare[:1].lower() + bare[1:]


def _says_less(asked: Sequence[Term], held: frozenset[str], near: frozenset[str]) -> bool:
    """Whether a text lacks one of the question's words altogether: without it, it may say something else."""
    return any(strength(term, held) < KIN and strength(term, near) < KIN for term in asked)


def _says(term: Term, held: frozenset[str]) -> bool:
    """Whether a text says a word, one that stands for it, or its contrary."""
    if strength(term, held) >= KIN:
        return True
    forms = term.stems | term.synonyms | term.related
    return any((forms & one and held & other) or (forms & other and held & one) for one, other in OPPOSITES)


def _opposed(aim: Sought, held: frozenset[str], sides: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Whether question and text take contrary sides; who asks whether one may asks whether it is allowed."""
    asked = _bag(aim.question) | (_ALLOWED if _MAY.search(aim.question) else frozenset())
    one, other = (bool(asked & side) for side in sides)
    if one == other:
        return False
    here, there = (bool(held & side) for side in sides)
    return here != there and here != one
