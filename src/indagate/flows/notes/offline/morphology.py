"""Russian words: what part of speech a word is, what it is a form of, and the plainer word that it stands for.

The dictionary (pymorphy3) takes 0.1 s to load. It is asked only for a word of a question that no table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from indagate.flows.notes.token import listed, plain

_JOINING = listed("PREP CONJ PRCL INTJ NPRO COMP")
"""Parts of speech that name nothing: small words, pronouns, comparatives."""
_SAYING_NOTHING = listed("Apro Prnt Ques Dmns Anum")
"""What the dictionary says of pronouns of any part, parentheses, question words and numbers that order."""
_DOING = listed("VERB INFN GRND PRTF PRTS")
_PREFIXES = (
    "недо", "пере", "попо", "пона", "повы", "про", "при", "вы", "до", "за", "из", "ис", "на", "об", "от", "ото", "по",
    "под", "раз", "рас", "со", "с", "у",
)  # fmt: skip
_AWAY = frozenset(("до", "за", "из", "об", "под", "при", "с", "у"))
"""Prefixes with which a verb of motion tells of a way and no more of the sport: забежать в магазин."""
_MOVING = listed("бегать бежать плавать плыть ходить идти ездить ехать")
_SMALL = (
    ("ушка", ("а", "ь", "")), ("юшка", ("я", "ь", "")), ("ышко", ("о",)), ("ечко", ("о", "я")), ("очка", ("а", "ка")),
    ("ечка", ("а", "ка")), ("енька", ("а",)), ("онька", ("а",)), ("ешка", ("а", "е", "")),
    ("ашка", ("а", "")), ("очек", ("ок",)), ("ечек", ("ек",)), ("ишко", ("о", "")), ("ишка", ("а", "")),
    ("чик", ("", "ец")), ("ик", ("",)), ("ок", ("",)), ("ек", ("", "й", "ь", "е")), ("ка", ("а", "ь", "")),
    ("ко", ("о",)), ("ки", ("и",)), ("ец", ("",)), ("ня", ("а", "")),
)  # fmt: skip
"""Endings of diminutives, and what their words may end in without them."""
_SMALL_ADJECTIVES = (
    ("енький", ("ый", "кий", "ий")), ("онький", ("кий", "ий")), ("оватый", ("ый", "ой", "ий")),
    ("ейший", ("ый", "ой")), ("айший", ("кий", "гий", "хий")), ("ущий", ("ый", "ой", "кий")), ("ющий", ("ый", "ой")),
    ("енный", ("ый", "кий")),
)  # fmt: skip
_SOFTENED = {"ж": "г", "ч": "к", "ш": "х"}
_OF_A_THING = tuple(
    (ending, ("", "а", "ы", "о"))
    for ending in ("очный", "ечный", "овский", "овый", "евый", "овой", "евой", "ский", "ной", "ный")
)
"""Endings of adjectives that are made of a thing's name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word may be: the word that it is a form of, its part of speech, and what else the dictionary says."""

    lemma: str
    part: str
    marks: frozenset[str]
    known: bool


@cache
def _dictionary() -> Any:
    import pymorphy3
    import pymorphy3_dicts_ru

    return pymorphy3.MorphAnalyzer(path=pymorphy3_dicts_ru.get_path(), lang="ru")


@lru_cache(maxsize=1024)
def readings(word: str) -> tuple[Reading, ...]:
    """Return what a Russian word may be, the likeliest first; those of less than a tenth are left out."""
    found = [one for one in _dictionary().parse(word) if one.score >= 0.1]
    return tuple(
        Reading(plain(one.normal_form), str(one.tag.POS or ""), frozenset(map(str, one.tag.grammemes)), one.is_known)
        for one in found
    )


def names_nothing(word: str) -> bool:
    """Whether a word only joins, points, asks or compares, or is called out: no note would be found by it."""
    return any(
        one.known and (one.part in _JOINING or (_SAYING_NOTHING & one.marks and one.part not in _DOING))
        for one in readings(word)
    )


def doing(word: str) -> str:
    """Return the infinitive of which a word is a form, or nothing where it is no verb."""
    found = readings(word)
    return found[0].lemma if found and found[0].part in _DOING else ""


def plainer_form(word: str, known: Callable[[str], bool], means: Callable[[str], bool]) -> str:
    """Return the known word for one that is none: another form of it, without its prefix, no diminutive; or nothing.

    `known` tells the words that a question may be read by, `means` those of them that name what is done: only such
    a one stands for a verb.
    """
    wanted = means if doing(word) else known
    return next((one for one in _candidates(word) if len(one) > 1 and wanted(one)), "")


def undiminished(word: str, known: Mapping[str, Callable[[str], bool]]) -> str:
    """Return the known word of which one is a diminutive, in its case and number; or nothing.

    `known` tells them apart, for each part of speech.
    """
    for one in _dictionary().parse(word)[:3]:
        part = str(one.tag.POS or "")
        if part in known:
            endings = _SMALL if part == "NOUN" else _SMALL_ADJECTIVES
            small = (_inflected(base, one) for base in _cut(plain(one.normal_form), endings))
            found = next((base for base in small if len(base) > 2 and known[part](base)), "")
            if found:
                return found
    return ""


def respelt(word: str, known: Callable[[str], bool]) -> str:
    """Return the known word that one stands for which no dictionary has, but for a slip of the fingers; or nothing."""
    has = _dictionary().word_is_known
    if len(word) < _LONG or has(word):
        return ""
    parts = [(word[:n], word[n:]) for n in range(1, len(word) + 1)]
    slips = [
        *(a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1),
        *(a + b[1:] for a, b in parts if b),
        *(a + letter + b for a, b in parts for letter in _LETTERS),
        *(a + letter + b[1:] for a, b in parts if b for letter in _LETTERS),
    ]
    return next((one for one in slips if has(one) and known(one)), "")


_LONG = 6
"""How many letters a word has at least that may be misspelt: among shorter ones too many differ by one."""
_LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"


def forms_of(word: str) -> tuple[str, ...]:
    """Return all forms of the word that one most likely is."""
    found = _dictionary().parse(word)
    return tuple(plain(form.word) for form in found[0].lexeme[:40]) if found else ()


def _candidates(word: str) -> Iterator[str]:
    """Return the words for which one may stand, the nearest first."""
    for one in _dictionary().parse(word)[:3]:
        part = str(one.tag.POS or "")
        forms = [plain(form.word) for form in one.lexeme[:40] if part not in _DOING or _verbal(form, one.normal_form)]
        yield from forms
        if part in _DOING:
            yield from _without_prefix(word, plain(one.normal_form))
        elif part == "NOUN":
            yield from (_inflected(base, one) for base in _cut(plain(one.normal_form), _SMALL))
        elif part in {"ADJF", "ADJS"}:
            lemma = plain(one.normal_form)
            yield from (_inflected(base, one) for base in _cut(lemma, _SMALL_ADJECTIVES))
            yield from _cut(lemma, _OF_A_THING)


def _verbal(form: Any, infinitive: str) -> bool:
    """Whether a form of a verb is first of all its own, and no noun's or other verb's: еду, стоит."""
    return form.tag.POS in {"VERB", "INFN"} and len(form.word) > 3 and doing(plain(form.word)) == plain(infinitive)


def _without_prefix(word: str, infinitive: str) -> Iterator[str]:
    """Return a verb without its prefixes, in its own form and in that which a table may list."""
    for prefix in _PREFIXES:
        bare, base = word.removeprefix(prefix), infinitive.removeprefix(prefix)
        elsewhere = prefix in _AWAY and base in _MOVING
        if word.startswith(prefix) and infinitive.startswith(prefix) and len(base) > 3 and not elsewhere:
            yield bare
            bare, base = bare.removesuffix("ся").removesuffix("сь"), base.removesuffix("ся").removesuffix("сь")
            yield bare
            yield base
            for one in _dictionary().parse(bare)[:2]:
                if str(one.tag.POS) in _DOING:
                    yield from (plain(form.word) for form in one.lexeme[:12] if _verbal(form, one.normal_form))


def _cut(lemma: str, endings: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[str]:
    """Return the words of which one may be a diminutive."""
    for ending, instead in endings:
        root = lemma.removesuffix(ending)
        if root == lemma or len(root) < 2:
            continue
        roots = (root, root[:-1] + _SOFTENED[root[-1]]) if root[-1] in _SOFTENED else (root,)
        yield from (one + end for one in roots for end in instead)


def _inflected(base: str, like: Any) -> str:
    """Return a word in the case and number of another, or as it is where it has no such form."""
    found = _dictionary().parse(base)
    same = next((one for one in found if one.is_known and one.tag.POS == like.tag.POS), None)
    if same is None:
        return ""
    own = (like.tag.case, like.tag.number, like.tag.gender if str(like.tag.POS) == "ADJF" else None)
    wanted = {str(one) for one in own if one}
    made = same.inflect(wanted)
    return plain(made.word) if made is not None else base


def of_many(word: str) -> str:
    """Return the form of a noun that stands behind "сколько", or nothing where it is no noun."""
    for one in _dictionary().parse(word):
        if str(one.tag.POS) == "NOUN" and (made := one.inflect({"gent", "plur"})):
            return plain(made.word)
    return ""


def told_as_past(word: str) -> str:
    """Return the past tense, as a man says it, of the verb of which a word is a gerund; or nothing."""
    for one in _dictionary().parse(word):
        if str(one.tag.POS) == "GRND":
            past = (form for form in one.lexeme if {"VERB", "past", "masc"} <= set(map(str, form.tag.grammemes)))
            return next((plain(form.word) for form in past), "")
    return ""
