"""Needless anglicisms in Russian texts: found in all their forms, each with what says the same in Russian."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from indagate.flows.report.language.inflection import Form, head_gender, inflect, source_forms

_WORD = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
_SHIELD = re.compile(r"https?://\S+|\[[@#][^\]]*\]|`[^`]*`|\w+[/\\]\S+\.\w+")
_PREFIXES = ("", "за", "по", "про", "от", "пере", "до", "под", "на", "рас", "об", "вы", "с", "у")
_NEAR = 70


@dataclass(frozen=True, slots=True)
class Anglicism:
    """A needless anglicism: the word as it stands, its dictionary form, what to say instead, and where it stands.

    `applied` is the replacement in the right form, empty where a person has to rephrase.
    """

    word: str
    lemma: str
    suggestion: str
    start: int
    end: int
    applied: str = ""


@dataclass(frozen=True, slots=True)
class _Entry:
    lemma: str
    kind: str
    suggestions: tuple[str, ...]
    beside: str
    forms: tuple[Form, ...] = ()
    exact: bool = False


def find_anglicisms(text: str) -> tuple[Anglicism, ...]:
    """Return the needless anglicisms of a Russian text, in their order. Names, tickers and addresses are left alone."""
    shields = [found.span() for found in _SHIELD.finditer(text)]
    listed = _listed()
    found: list[Anglicism] = []
    for match in _WORD.finditer(text):
        word = match[0]
        key = word.lower().replace("ё", "е")
        entries = listed.get(key)
        if entries is None or any(start <= match.start() < end for start, end in shields) or _is_name(text, match):
            continue
        entry = next((one for one in entries if not one.beside or _beside(text, match, one.beside)), None)
        if entry is not None:
            found.append(_told(text, match, entry))
    found += _phrases(text)
    return tuple(sorted(found, key=lambda one: one.start))


def edit_anglicisms(text: str) -> tuple[str, tuple[Anglicism, ...]]:
    """Return the text with those anglicisms replaced that can be without rephrasing, and all that were found."""
    found = find_anglicisms(text)
    for one in reversed(found):
        if one.applied:
            text = text[: one.start] + one.applied + text[one.end :]
    return text, found


def _told(text: str, match: re.Match[str], entry: _Entry) -> Anglicism:
    shown = " / ".join(one.replace("*", "") for one in entry.suggestions)
    applied = _applied(text, match, entry)
    if applied and match[0][0].isupper():
        applied = applied[0].upper() + applied[1:]
    return Anglicism(match[0], entry.lemma, shown, match.start(), match.end(), applied)


def _applied(text: str, match: re.Match[str], entry: _Entry) -> str:
    """Return the replacement in the form of the word, if it is the only one and nothing around must change with it."""
    if entry.kind in ("adv", "0") or (entry.kind.startswith("verb") and entry.exact):
        first = entry.suggestions[0]
        return "" if entry.kind == "0" else first.replace("*", "")
    if entry.kind not in ("m", "ma", "f", "n", "adj"):
        return ""
    if entry.kind == "adj":
        return _adjective_applied(match[0].lower(), entry)
    own = "f" if entry.kind == "f" else "n" if entry.kind == "n" else "m"
    for suggestion in entry.suggestions:
        gender = head_gender(suggestion)
        if gender is None:
            continue
        options = {inflect(suggestion, form, gender, animate=entry.kind == "ma") for form in entry.forms}
        if len(options) != 1:
            continue
        if gender == own or all(_agrees(form, own, gender) for form in entry.forms):
            return options.pop()
    return ""


def _agrees(form: Form, own: str, gender: str) -> bool:
    case, number = form
    return number == 1 or ({own, gender} == {"m", "n"} and case in (1, 2, 4, 5))


def _adjective_applied(word: str, entry: _Entry) -> str:
    lemma = entry.suggestions[0]
    if not lemma.endswith("*"):
        return ""
    stem, ending = entry.lemma[:-2], word[len(entry.lemma) - 2 :]
    target = lemma[:-1]
    if not word.startswith(stem) or target.endswith(("ий", "ой")):
        forms = {inflect(lemma, form, gender) for gender in ("m", "f", "n") for form in entry.forms}
        return forms.pop() if len(forms) == 1 else ""
    return target[:-2] + ending


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether a word is a name or abbreviation: capitals within a sentence, or two capitals and more."""
    word = match[0]
    if sum(sign.isupper() for sign in word) > 1:
        return not word.isupper() or len(word) < 5
    if not word[0].isupper():
        return False
    before = text[: match.start()].rstrip(" \t«»\"'“”„(*—–-•")
    return bool(before) and before[-1] not in ".!?…:\n"


def _beside(text: str, match: re.Match[str], pattern: str) -> bool:
    near = text[max(0, match.start() - _NEAR) : match.start()] + " " + text[match.end() : match.end() + _NEAR]
    return re.search(pattern, near.lower()) is not None


_PHRASES = (
    (re.compile(r"\bпо дефолту\b", re.IGNORECASE), "по дефолту", "по умолчанию"),
    (re.compile(r"\bбест[ -]практис\w*", re.IGNORECASE), "бест практис", "передовой опыт"),
    (re.compile(r"\bкей[ -]тейкэве\w*", re.IGNORECASE), "кей-тейкэвей", "главный вывод"),
    (re.compile(r"\bчёрн(?:а|у|ом|е)? рейт\w*", re.IGNORECASE), "чёрн-рейт", "отток"),
    (re.compile(r"\bфул[л]?[ -]тайм\b", re.IGNORECASE), "фул-тайм", "полный рабочий день"),
)
_LATIN = {
    "insight": "вывод", "insights": "выводы", "feedback": "отзыв", "deadline": "срок", "performance": "результат",
    "update": "обновление", "upside": "потенциал роста", "downside": "риск снижения", "growth": "рост",
    "summary": "сводка", "case": "случай", "cases": "случаи", "driver": "фактор", "drivers": "факторы",
    "benchmark": "ориентир", "outlook": "прогноз", "overview": "обзор", "target": "цель", "impact": "влияние",
    "pipeline": "очередь", "roadmap": "план работ", "stakeholders": "участники", "dashboard": "панель показателей",
    "dataset": "набор данных", "pattern": "закономерность", "challenge": "вызов", "report": "отчёт",
    "highlights": "главное", "takeaways": "выводы", "outperform": "опережать", "guidance": "прогноз компании",
}  # fmt: skip
_LATIN_WORD = re.compile(r"(?<![\w@#/.\-])[a-z]+(?![\w@#/\-]|\.\w)")


def _phrases(text: str) -> list[Anglicism]:
    shields = [found.span() for found in _SHIELD.finditer(text)]
    found = [
        Anglicism(match[0], lemma, instead, match.start(), match.end(), instead if lemma == "по дефолту" else "")
        for pattern, lemma, instead in _PHRASES
        for match in pattern.finditer(text)
    ]
    for match in _LATIN_WORD.finditer(text):
        shielded = any(start <= match.start() < end for start, end in shields)
        if match[0] in _LATIN and not shielded and _among_russian(text, match):
            found.append(Anglicism(match[0], match[0], _LATIN[match[0]], match.start(), match.end()))
    return found


def _among_russian(text: str, match: re.Match[str]) -> bool:
    """Whether the neighbours of a word in Latin letters are Russian: a quoted English phrase is left alone."""
    before = re.search(r"(\w+)\W*$", text[: match.start()])
    after = re.match(r"\W*(\w+)", text[match.end() :])
    near = [found[1] for found in (before, after) if found]
    return bool(near) and all(re.match(r"[а-яё\d]", word.lower()) for word in near)


@cache
def _listed() -> dict[str, tuple[_Entry, ...]]:
    found: dict[str, list[_Entry]] = {}
    for line in _read("anglicisms.txt"):
        fields = [field.strip() for field in line.split("|", 3)]
        lemma, kind = fields[0], fields[1]
        suggestions = tuple(one.strip() for one in fields[2].split("/"))
        beside = fields[3] if len(fields) > 3 else ""
        for form, forms in _forms(lemma, kind).items():
            exact = form == lemma
            found.setdefault(form.replace("ё", "е"), []).append(_Entry(lemma, kind, suggestions, beside, forms, exact))
    return {form: tuple(entries) for form, entries in found.items()}


def _forms(lemma: str, kind: str) -> dict[str, tuple[Form, ...]]:
    if kind in ("0", "adv"):
        return {lemma: ()}
    if not kind.startswith("verb"):
        return source_forms(lemma, kind)
    reflexive = lemma.endswith("ся")
    bare = lemma.removesuffix("ся")
    endings = next(row for row in _verb_endings() if bare.endswith(row[0]))
    stem = bare.removesuffix(endings[0])
    prefixes = _PREFIXES if kind.endswith("+") else ("",)
    forms = [prefix + stem + each for prefix in prefixes for each in endings]
    if reflexive:
        forms = [form + ("сь" if form[-1] in "аеёиоуыэюя" else "ся") for form in forms]
    return dict.fromkeys(forms, ())


@cache
def _verb_endings() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in _read("verb_endings.txt"))


def _read(name: str) -> list[str]:
    lines = resources.files(__package__).joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]
