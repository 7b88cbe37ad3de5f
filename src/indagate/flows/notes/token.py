"""Words, numbers and signs of a text: small enough to be read at the start of every command."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from indagate.flows.notes.pattern import pattern

_TOKEN = pattern(
    r"\d{4}-\d\d-\d\d(?!\d)|\d{1,2}\.\d{1,2}\.\d{4}(?!\d)|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*|[^\s\w]|_"
)


def listed(words: str) -> frozenset[str]:
    """Return the words of a text, for tables of words."""
    return frozenset(words.split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign: `low` is its form for comparing, `start` and `end` its place."""

    text: str
    low: str
    start: int
    end: int

    @property
    def number(self) -> bool:
        """Whether it is a number in digits."""
        return self.text[0].isdecimal()

    @property
    def word(self) -> bool:
        """Whether it is a word."""
        return self.text[0].isalpha()


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text in order."""
    return tuple(Token(m[0], plain(m[0]), m.start(), m.end()) for m in _TOKEN.finditer(text))


def plain(text: str) -> str:
    """Return a text for comparing: lower case, one form of apostrophes, no ё."""
    return text.lower().replace("ё", "е").replace("’", "'")


def cyrillic(text: str) -> bool:
    """Whether most letters of a text are Cyrillic."""
    russian = sum("а" <= sign <= "я" for sign in plain(text))
    return russian * 2 > sum(sign.isalpha() for sign in text)


_ENDINGS = tuple(
    sorted(
        listed("""
    иями ями ами иях ого его ому ему ыми ими ией ость ости остью ешь ете ите ают яют ует ала ила ыла ать ять ить
    еть ах ях ой ей ом ем ев ов ия ие ии ию ья ье ьи ью ый ий ой ая яя ое ее ые ие ых их ую юю ам ям ал ил ыл ел
    ла ло ли ет ит ут ют ат ят а я о е у ю ы и ь й
"""),
        key=lambda ending: (-len(ending), ending),
    )
)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return what forms of a word share, roughly, in Russian, English and German."""
    low = plain(word)
    if low.isdecimal():
        return low
    if "а" <= low[0] <= "я":
        if len(low) > 5 and low.endswith(("ся", "сь")):
            low = low[:-2]
        for ending in _ENDINGS:
            if low.endswith(ending) and len(low) - len(ending) >= 3:
                return low[: -len(ending)]
        return low
    low = low.removesuffix("'s")
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    if len(low) > 5 and low.endswith("ing"):
        return _undoubled(low[:-3])
    if len(low) > 4 and low.endswith("ed"):
        return _undoubled(low[:-2])
    if len(low) > 4 and low.endswith(("sses", "shes", "ches", "xes")):
        return low[:-2]
    if len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "us", "is")):
        low = low[:-1]
    return low.removesuffix("e") if len(low) > 4 else low


def _undoubled(low: str) -> str:
    if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "ls":
        return low[:-1]
    return low.removesuffix("e") if len(low) > 4 else low


_SMALL = listed("""
    чего чему моих моей моего моему моим моем моими нашего наш наши твой мою

    a an the and or but of in on at to for from by with into over about as is are was were be been being am has
    have had do does did will would can could should this that these those it its he she they them i me my mine
    we our us you your what which who whom whose when where why how if than then so there here not no more most
    some any all also just up out between during after before per ever again there's what's don't didn't let's
    please tell show remind much many long far often get got give put say said write wrote written note noted
    log logged s t still yet too very really new notebook notes и в во не на с со что как по из за к ко у о об
    от до для при без под через а но или же ли бы то это этот эта эти том тот та те он она оно они его ее их им
    мы вы я ты мой моя мое мои мне меня мной был была было были быть есть так также только уже еще более менее
    чем если когда где там все всех между после перед свой какой какая какое какие каков сколько раз кто чей чья
    чье покажи скажи напомни записано записал запиши про у der die das den dem des ein eine einen einem einer
    und oder aber nicht kein keine im ins am auf aus bei beim mit nach von vom vor zu zum zur fur für uber über
    ist sind war waren ich mein meine mich mir wie viel viele oft wann was wer wo bin habe hat haben
""")


def content(text: str) -> tuple[str, ...]:
    """Return the stems of the words that carry meaning, each once, in order."""
    found = (token for token in tokens(text) if (token.word and len(token.low) > 1) or token.number)
    return tuple(dict.fromkeys(stem(token.low) for token in found if token.low not in _SMALL))
