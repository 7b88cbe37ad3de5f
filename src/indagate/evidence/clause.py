"""Clauses of a statement: hedges, conditions and asides cut away, with the words that carry meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from indagate.evidence import scope
from indagate.evidence.negation import EASILY, negated
from indagate.evidence.quantity import Quantity
from indagate.evidence.sentence import sentences
from indagate.evidence.vocabulary import vocabulary
from indagate.evidence.word import STOPS, words

_HEDGE = re.compile(
    r",?\s*\b(?:as far as (?:I|we) (?:know|can tell|remember)|"
    r"(?:I|we) (?:think|believe|guess|suppose|heard|read|reckon)(?: that)?|"
    r"(?:I|we) (?:was|were) told(?: that)?|if (?:I|we) remember (?:rightly|correctly|right)|"
    r"apparently|"
    r"reportedly|supposedly|allegedly|in my opinion|probably|perhaps|it is said that|they say(?: that)?|"
    r"soweit (?:ich weiß|ich weiss|wir wissen|mir bekannt(?: ist)?)|meines Wissens|"
    r"(?:ich|wir) (?:glaube|denke|glauben|denken)(?:, dass)?|angeblich|uns wurde gesagt(?:, dass)?|"
    r"vermutlich|wahrscheinlich|"
    r"насколько (?:я знаю|мы знаем|мне известно|нам известно|я помню)|по-моему|кажется|нам сказали(?:, что)?|"
    r"говорят(?:, что)?|вроде бы|вероятно|наверное|якобы)\b,?",
    re.IGNORECASE,
)
_MET = re.compile(
    r"\b(?:took|cost|lasted|gave|showed|charged) (?:us|me)\b|\bmine (?:did|was|has|had|is|gives?|takes?|lasted|took)\b"
    r"|\b(?:we|I) (?:paid|saw|waited|measured|needed|got|counted)\b"
    r"|\b(?:dauerte|kostete|brauchte) (?:uns|mich|bei uns|bei mir)\b"
    r"|\b(?:wir|ich) (?:zahlten|zahlte|warteten|wartete|brauchten|brauchte|sahen|sah|maßen)\b"
    r"|\b(?:мы|я) (?:заплатил|ждал|видел|измерил|потратил)\w*|\b(?:у нас|у меня|нам|мне) (?:заняло|стоило|обошл\w+)\b",
    re.IGNORECASE,
)
"""What a writer met, once: hearsay against what a source states in general."""
_CONDITION = re.compile(
    r",?\s*\b(?:if|unless|provided(?: that)?|except(?: for)?|wenn|falls|sofern|es sei denn|außer|"
    r"если|кроме|при условии)\b[^,;.]*[,.]?",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"[(;:]\s|(?<!\([A-Z])\)\s|\s[–—]\s|,\s*(?:so|but|while|whereas|although|though|because|since|"
    r"which|of which|who|where|"
    r"aber|sondern|während|obwohl|weil|da|denn|wobei|davon|also|но|а|хотя|потому что|так как|поэтому|"
    r"котор\w+|из них)\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"\s*(?:with|given|assuming|mit|bei|при|с)\s[^,\d]*\d[^,]*(?:,\d[^,]*)*,(?!\d)", re.IGNORECASE)
"""What a sentence takes as given before it says something with another figure."""
_APPOSED = re.compile(
    r"\b(?:[Tt]he|[Aa]n?|[Oo]ur|[Dd](?:er|ie|as)|[Ee]ine?) (?:[^\W\d_]+ ){0,2}[^\W\d_]+, "
    r"(?=(?:the |d(?:er|ie|as) )?[*_]{0,2}[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)*[*_]{0,2}, )"
)
"""What something is, before its name: "the new ferry, the Marten, was launched"."""
_EASILY = re.compile(EASILY, re.IGNORECASE)
_ASIDE = re.compile(r"\((?![A-Z]\))[^()]*\)")
_LEANING = re.compile(
    r"(?:it|they|this|these|those|he|she|er|sie|es|dies|diese[rs]?|он|она|оно|они|это|эти)\b", re.IGNORECASE
)
_FORBID = re.compile(
    r"\b(?:prohibited|forbidden|banned|verboten|untersagt|unzulässig|запрещ\w+|воспрещ\w+)\b", re.IGNORECASE
)
_FORBIDDEN = re.compile(r"prohibit|forbid\w*|ban|verbot\w*|untersagt?|unzulassig|запрещ\w*|воспрещ\w*")
_MODAL = re.compile(
    r"\b(?:may|must|can|cannot|could|allow\w*|permi(?:t|ts|tted|ssible)|prohibited|forbidden|banned|darf|dürfen|kann|können|"
    r"muss|müssen|erlaubt|zulässig|gestattet|verboten|untersagt|unzulässig|можно|нельзя|может|могут|разреш\w+|запрещ\w+|"
    r"допускается)\b",
    re.IGNORECASE,
)
_PREPOSITIONS = frozenset(
    vocabulary(
        """
in on at with by from to for of over under near without within into im am mit bei vom von zum zur für über unter auf
aus в на с со у под над при из для от до без
"""
    )
)
_DETERMINERS = frozenset(
    vocabulary(
        """
a an the der die das den dem des ein eine einen einem einer this our my your unser mein
"""
    )
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word that carries meaning, with the concepts it stands for; an adjunct follows a preposition."""

    forms: tuple[str, ...]
    text: str
    start: int
    end: int
    adjunct: bool

    def touches(self, following: Token) -> bool:
        """Whether nothing but a space or hyphen parts it from the next word."""
        return following.start - self.end <= 1 and not following.adjunct


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a statement that says one thing; `before` are the words of what it leans on."""

    text: str
    before: str
    condition: str
    hedge: str
    denied: bool
    modal: bool


@lru_cache(maxsize=16_384)
def _tokens(text: str, language: str | None, holes: tuple[tuple[int, int], ...]) -> tuple[Token, ...]:
    for start, end in holes:
        text = text[:start] + " " * (end - start) + text[end:]
    found: list[Token] = []
    adjunct = False
    for word in words(text):
        low = word.text.casefold()
        if low in _PREPOSITIONS:
            adjunct = True
        elif low in _DETERMINERS:
            continue
        elif low in STOPS or low[0].isdigit() or (len(low) == 1 and low.isascii()):
            adjunct = False
        else:
            chained = bool(found) and found[-1].adjunct and word.start - found[-1].end <= 1
            found.append(Token(scope.forms(low, language), word.text, word.start, word.end, adjunct or chained))
            adjunct = False
    return tuple(found)


def tokens(text: str, language: str | None = None, without: Iterable[Quantity] = ()) -> list[Token]:
    """The meaningful words of `text` outside of the quantities given."""
    return list(_tokens(text, language, tuple((item.span.start, item.span.end) for item in without)))


def forbids(word: str) -> bool:
    """Whether a word (or its stem) says that something is not allowed: a denial, no part of the subject."""
    return bool(_FORBID.match(word) or _FORBIDDEN.fullmatch(word))


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def clauses(statement: str, language: str | None) -> Iterator[Clause]:
    """The clauses of a statement, in order; a sentence that begins with a pronoun leans on the one before it."""
    previous = ""
    for sentence in sentences(statement):
        text = sentence.text
        hedge = _HEDGE.search(text) or _MET.search(text)
        for match in _HEDGE.finditer(text):
            text = _blank(text, *match.span())
        condition = _CONDITION.search(text)
        if condition:
            text = _blank(text, *condition.span())
        given = _GIVEN.match(text)
        if given and re.search(r"\d", text[given.end() :]):
            condition = condition or given
            text = _blank(text, *given.span())
        for match in (*_ASIDE.finditer(text), *_EASILY.finditer(text), *_APPOSED.finditer(text)):
            text = _blank(text, *match.span())
        before = previous if _LEANING.match(text.strip()) else ""
        subject = ""
        for part in _parts(text):
            bare = not any(not _carries_nothing(token) for token in _until_value(part, language))
            yield Clause(
                part, subject if bare and subject else before,
                condition.group().strip(" ,.") if condition else "", hedge.group().strip(" ,") if hedge else "",
                negated(part) != bool(_FORBID.search(part)), bool(_MODAL.search(part)),
            )  # fmt: skip
            if not subject:
                subject = _lead(part)
        previous = sentence.text


def _parts(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    for match in _STRONG.finditer(text):
        # "Term: what it is" keeps its term.
        if match.group().startswith(":"):
            continue
        found.append(text[start : match.start()])
        start = match.end()
    found.append(text[start:])
    return [part.strip() for part in found if part.strip()]


def _lead(part: str) -> str:
    """What stands before the first figure of a part: the subject that shortened clauses go on with."""
    match = re.search(r"\d", part)
    return re.sub(r"(?:EUR|USD|GBP|[$€£])\s*$", "", part[: match.start()]) if match else part


def _until_value(part: str, language: str | None) -> list[Token]:
    return tokens(_lead(part), language)


def _carries_nothing(token: Token) -> bool:
    return all(scope.light(form) or scope.caps(form) or scope.floors(form) for form in token.forms)
