"""Russian endings: the forms that a borrowed word takes, and the form of the word that replaces it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal

Gender = Literal["m", "f", "n"]
Form = tuple[int, int]
"""Case (nominative 0, genitive, dative, accusative, instrumental, locative 5) and number (singular 0, plural 1)."""

_HUSH = "жшщч"
_BACK = "кгх"
_M_HARD = ("", "а", "у", "", "ом", "е", "ы", "ов", "ам", "ы", "ами", "ах")
_M_SOFT = ("ь", "я", "ю", "ь", "ем", "е", "и", "ей", "ям", "и", "ями", "ях")
_M_J = ("й", "я", "ю", "й", "ем", "е", "и", "ев", "ям", "и", "ями", "ях")
_F_HARD = ("а", "ы", "е", "у", "ой", "е", "ы", "", "ам", "ы", "ами", "ах")
_F_SOFT = ("я", "и", "е", "ю", "ей", "е", "и", "ь", "ям", "и", "ями", "ях")
_F_IA = ("ия", "ии", "ии", "ию", "ией", "ии", "ии", "ий", "иям", "ии", "иями", "иях")
_F_SIGN = ("ь", "и", "и", "ь", "ью", "и", "и", "ей", "ям", "и", "ями", "ях")
_N_O = ("о", "а", "у", "о", "ом", "е", "а", "", "ам", "а", "ами", "ах")
_N_E = ("ие", "ия", "ию", "ие", "ием", "ии", "ия", "ий", "иям", "ия", "иями", "иях")
_CLASSES = (
    ("ия", _F_IA), ("ие", _N_E), ("а", _F_HARD), ("я", _F_SOFT), ("ь", _F_SIGN), ("й", _M_J), ("о", _N_O),
)  # fmt: skip
_ADJECTIVAL = ("ый", "ий", "ой", "ая", "ое", "яя")
_ADJ: dict[Gender, tuple[str, ...]] = {
    "m": ("ый", "ого", "ому", "ый", "ым", "ом", "ые", "ых", "ым", "ые", "ыми", "ых"),
    "f": ("ая", "ой", "ой", "ую", "ой", "ой", "ые", "ых", "ым", "ые", "ыми", "ых"),
    "n": ("ое", "ого", "ому", "ое", "ым", "ом", "ые", "ых", "ым", "ые", "ыми", "ых"),
}


@cache
def _odd() -> dict[str, tuple[str, ...]]:
    lines = resources.files(__package__).joinpath("odd_nouns.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0]: tuple(line.split()) for line in lines if line and not line.startswith("#")}


@cache
def source_forms(word: str, kind: str) -> dict[str, tuple[Form, ...]]:
    """Return every form of a borrowed noun or adjective, with the cases and numbers it may stand for."""
    if kind == "adj":
        forms: dict[str, tuple[Form, ...]] = {}
        for gender in ("m", "f", "n"):
            for place, form in enumerate(_adjective(word, gender)):
                forms[form] = (*forms.get(form, ()), (place % 6, place // 6))
        return forms
    endings = decline(word, animate=kind == "ma")
    found: dict[str, tuple[Form, ...]] = {}
    for place, form in enumerate(endings):
        found[form] = (*found.get(form, ()), (place % 6, place // 6))
    return found


@cache
def decline(word: str, *, animate: bool = False) -> tuple[str, ...]:
    """Return a noun's twelve forms: six cases in the singular, six in the plural."""
    if word in _odd():
        return _odd()[word]
    stem, endings = _class_of(word)
    forms = [stem + ending for ending in endings]
    if stem and stem[-1] in _BACK + _HUSH:
        forms = [stem + ("и" + ending[1:] if ending.startswith("ы") else ending) for ending in endings]
        if stem[-1] in _HUSH and endings is _M_HARD:
            forms[4], forms[7] = stem + "ем", stem + "ей"
    if (
        word.endswith("ка") and len(word) > 3 and word[-3] not in "аеёиоуыэюяьй"
    ):  # повестка: повесток, трубочка: трубочек
        forms[7] = word[:-2] + ("е" if word[-3] in _HUSH else "о") + "к"
    if word.endswith("ц"):
        forms[4], forms[7] = stem + "ем", stem + "ев"
    if animate and gender_of(word) == "m":
        forms[3], forms[9] = forms[1], forms[7]
    return tuple(forms)


def gender_of(word: str) -> Gender:
    """Return a noun's gender by its ending; a soft sign is feminine but for those that are known."""
    if word[-1] in "ая":
        return "f"
    if word[-1] in "ое":
        return "n"
    if word.endswith("ь") and not word.endswith("тель"):
        return "m" if word in ("уровень",) else "f"
    return "m"


def _class_of(word: str) -> tuple[str, tuple[str, ...]]:
    if word.endswith("тель"):
        return word[:-1], _M_SOFT
    for ending, endings in (
        ("ия", _F_IA),
        ("ие", _N_E),
        ("а", _F_HARD),
        ("я", _F_SOFT),
        ("ь", _F_SIGN),
        ("й", _M_J),
        ("о", _N_O),
    ):
        if word.endswith(ending):
            return word[: -len(ending)], endings
    return word, _M_HARD


@cache
def _adjective(word: str, gender: Gender) -> tuple[str, ...]:
    stem, ending = word[:-2], word[-2:]
    forms = [stem + each for each in _ADJ[gender]]
    if ending == "ий" and stem[-1] in _HUSH:  # общий: общего, but общая, общую
        forms = [stem + {"ы": "и", "о": "е"}.get(each[0], each[0]) + each[1:] for each in _ADJ[gender]]
    elif ending == "ий" and stem[-1] not in _BACK:  # средний: среднего, средняя, среднюю
        soft = {"ы": "и", "о": "е", "а": "я", "у": "ю"}
        forms = [stem + ("юю" if each == "ую" else soft[each[0]] + each[1:]) for each in _ADJ[gender]]
    elif stem[-1] in _BACK + _HUSH:
        forms = [stem + ("и" + each[1:] if each[0] == "ы" else each) for each in _ADJ[gender]]
    if ending == "ой":
        forms = [stem + ("ой" if each == "ый" else each) for each in _ADJ[gender]]
    return tuple(forms)


def inflect(phrase: str, form: Form, gender: Gender, *, animate: bool = False) -> str:
    """Return a suggestion in a form: its starred words take it, the others stay; an adjective follows its gender."""
    case, number = form
    place = case + 6 * number
    words = []
    for word in phrase.split():
        if not word.endswith("*"):
            words.append(word)
            continue
        bare = word[:-1]
        if _is_adjective(bare):
            base = bare if bare[-1] == "й" else bare[:-2] + ("ий" if bare[-3] in _BACK or bare.endswith("яя") else "ый")
            chosen = _adjective(base, gender)
            at = place
            if animate and gender == "m" and case == 3:
                at = place - 2
            elif animate and number == 1 and case == 3:
                at = 7
            words.append(chosen[at])
        else:
            words.append(decline(bare, animate=animate)[place])
    return " ".join(words)


def head_gender(phrase: str) -> Gender | None:
    """Return the gender of a suggestion's starred noun, None when no word of it can be inflected."""
    nouns = [word[:-1] for word in phrase.split() if word.endswith("*") and not _is_adjective(word[:-1])]
    return gender_of(nouns[0]) if nouns else None


def _is_adjective(word: str) -> bool:
    return word.endswith(_ADJECTIVAL) and word not in _odd()
