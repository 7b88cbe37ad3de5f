"""Two looked-up numbers and what a goal wants done with them; nothing where an operand or the deed is not clear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from indagate.flows.task.offline.cover import covers, spans_of
from indagate.flows.task.offline.goal import Goal, plain_numbers, spoken_in
from indagate.flows.task.offline.parts import Found, numbers_in
from indagate.flows.task.offline.spare import SPARE, says_nothing
from indagate.flows.task.offline.word import form_of, words_of
from indagate.tools.calculator.dimension import measure

# Tried from the top: the more particular first.
_DEEDS: tuple[tuple[str, str], ...] = (
    ("mean", r"average|mean|durchschnitt\w*|mittelwert\w*|im schnitt|средн\w+|в среднем"),
    ("since", r"how many years (?:after|before|passed|lie|later)|wie ?viele jahre (?:nach|vor|lagen|liegen|später)|"
              r"через сколько лет|за сколько лет|сколько лет (?:прошло|спустя)"),
    ("percent", r"(?:by )?(?:what|how many) per ?cent(?:age)?\b(?=.*\b(?:grow|grew|increase|rise|rose|change|fall|fell|"
                r"decrease|drop|more|less|fewer))|um wie ?viel prozent|на сколько процентов"),
    ("share", r"(?:what|which) (?:percentage|share|proportion|fraction)|how many per ?cent|wie ?viel prozent|"
              r"welcher anteil|какая доля|какой процент|сколько процентов"),
    ("rest", r"left|left over|remain\w*|unused|unspent|not used|übrig\w*|verblei\w+|остал\w+|оста[её]тся"),
    ("ratio", r"how many times|wie ?viel ?mal|во сколько раз|per|pro|приходится на"),
    ("difference", r"how (?:much|many) (?:more|less|fewer|longer|higher|cheaper|dearer|heavier|larger|bigger|older)|"
                   r"difference|(?:by how (?:much|many).*"
                   r"(?:grow|grew|increase|rise|rose|change|fall|fell|decrease|drop))|"
                   r"um wie ?viele?|wie ?viele? (?:mehr|weniger|teurer|billiger|größer|höher|länger|schwerer)|"
                   r"unterschied|на сколько|насколько|разниц\w+"),
    ("sum", r"in all|altogether|in total|total|together|combined|insgesamt|zusammen|всего|вместе|в сумме"),
)  # fmt: skip
_PAIR = re.compile(r"\s(?:and|than|und|als|и|чем|plus)\s", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.]\d|\d)")
_NAMED_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_OPERATION = re.compile(
    r"\b(?:by|more|less|fewer|than|average|mean|difference|years?|after|before|many|much|left|remain\w*|percent\w*|grow\w*|"
    r"grew|rose|rise|rises|fell|fall|increase\w*|change\w*|number|together|stieg|sank|wuchs|zahl|mehr|weniger|teurer|billiger|"
    r"übrig|blieb|nach|später|durchschnitt\w*|больше|меньше|дороже|дешевле|лет|после|через|остал\w+|средн\w+|приходится|"
    r"прошло|процентов|процент)\b",
    re.IGNORECASE,
)


def deed_of(goal: Goal) -> str:
    """Return what a goal wants done with two numbers, by name; nothing if no word of it says so."""
    return next((name for name, words in _DEEDS if re.search(rf"\b(?:{words})\b", goal.plain, re.IGNORECASE)), "")


def combined(goal: Goal, text: str) -> tuple[str, str]:
    """Return what to compute from a passage and the sentences that give the operands, or nothing twice."""
    deed = deed_of(goal)
    thing = replace(goal, text=_OPERATION.sub(" ", _YEAR.sub(" ", goal.text)))
    if not deed or not covers(thing, text):
        return "", ""
    given = [one for one in numbers_in(goal.plain) if not _NAMED_YEAR.fullmatch(one.amount)]
    if given:
        return "", ""  # a third number: it is not known what it is for
    for said in spans_of(text):
        plain = plain_numbers(said, spoken_in(said))
        if not covers(thing, said, half=True):
            continue
        expression = _of_years(goal, plain, deed) or _since(thing, plain, deed)
        expression = expression or _of_pair(goal, plain, deed) or _rest(thing, plain, deed)
        if expression:
            return expression, said
    return "", ""


def _written(deed: str, first: Found, then: Found) -> str:
    one, other = first.amount, then.amount
    if deed == "sum":
        return f"{one} + {other}"
    if deed == "mean":
        return f"({one} + {other}) / 2"
    if deed == "percent":
        return f"({other} - {one}) / {one} in percent"
    low, high = sorted((first, then), key=lambda found: float(found.amount))
    if deed == "difference":
        unit = high.unit if high.unit == low.unit and (high.money or measure(high.unit)) else ""
        return f"{high.amount} {unit} - {low.amount} {unit}" if unit else f"{high.amount} - {low.amount}"
    return f"{one} / {other}" if deed == "ratio" else ""


def _counted(said: str) -> list[Found]:
    return [one for one in numbers_in(said) if not _NAMED_YEAR.fullmatch(one.amount)]


def _of_years(goal: Goal, said: str, deed: str) -> str:
    """18 t in 2022, 21 t in 2023: how much more, by how many percent, on average?"""
    asked = list(dict.fromkeys(_YEAR.findall(goal.plain)))
    if len(asked) != 2 or deed not in ("sum", "mean", "percent", "difference"):
        return ""
    years, counted = _YEAR.findall(said), _counted(said)
    if sorted(years) != sorted(asked) or len(counted) != 2 or "%" in said:
        return ""
    if counted[0].money != counted[1].money or not _alike(counted[0], counted[1]):
        return ""
    first, then = (counted[years.index(year)] for year in sorted(asked))
    return _written(deed, first, then)


def _alike(one: Found, other: Found) -> bool:
    a, b = measure(one.unit), measure(other.unit)
    if one.money or a or b:
        return one.unit.casefold() == other.unit.casefold()
    return True


def _since(thing: Goal, said: str, deed: str) -> str:
    """Planted in 1932, built in 1951: how many years after?"""
    years = _YEAR.findall(said)
    if deed != "since" or len(years) != 2 or years[0] == years[1] or not covers(thing, said, half=True):
        return ""
    return f"{max(years)} - {min(years)}"


def _of_pair(goal: Goal, said: str, deed: str) -> str:
    """320 apple trees and 145 pear trees: how many in all, how many more, how many of one for each of the other?"""
    if deed not in ("sum", "difference", "ratio") or _YEAR.search(goal.plain):
        return ""
    if deed == "ratio":
        split = re.split(r"\s(?:per|pro|на (?:одного|одну|одно|каждого))\s", goal.plain, maxsplit=1)
    else:
        split = _PAIR.split(goal.plain)
    if len(split) != 2:
        return ""
    nouns = (
        {word.casefold() for word in re.findall(r"(?<=\s)[A-ZÄÖÜ]\w+", goal.text)} if goal.language == "de" else set()
    )
    sides = [[w for w in words_of(side) if (w in nouns and w not in SPARE) or not says_nothing(w)] for side in split]
    ends = (sides[0][-2:], sides[1][:2])
    own = [[word for word in end if not _among(word, other)] for end, other in zip(ends, reversed(ends), strict=True)]
    found = [_meant(words, said) for words in own]
    if len(found[0]) != 1 or len(found[1]) != 1 or found[0] == found[1]:
        return ""
    first, then = found[0][0], found[1][0]
    if first.money != then.money or (deed != "ratio" and not _alike(first, then)):
        return ""
    return _written(deed, first, then)


def _meant(words: list[str], said: str) -> list[Found]:
    """Return the numbers that one of some words points to; a word that points to several tells nothing."""
    hits = [list(_of([word], said)) for word in words]
    return list(dict.fromkeys(found[0] for found in hits if len(found) == 1))


def _among(word: str, words: list[str]) -> bool:
    return any(form_of(word, one) for one in words)


def _of(words: list[str], said: str) -> Iterator[Found]:
    """Yield the numbers that are of one of some words: those right behind it, or of its subject where it is a price."""
    counted = _counted(said)
    for at, found in enumerate(counted):
        if found.money:
            start = counted[at - 1].end if at else 0
            near = re.split(r"[.;]\s", said[start : found.start])[-1]
        else:
            end = counted[at + 1].start if at + 1 < len(counted) else len(said)
            near = " ".join(re.split(r"[,.;:]|\s(?:and|und|и|in|im|в)\s", said[found.start : end])[0].split()[1:4])
        if any(_among(word, words) for word in words_of(near)):
            yield found


def _rest(thing: Goal, said: str, deed: str) -> str:
    """90,000 were granted, 72,500 of it spent: how much is left?"""
    counted = _counted(said)
    if deed not in ("rest", "share") or len(counted) != 2 or not _of_whole(said) or not covers(thing, said):
        return ""
    whole, part = counted
    if whole.money != part.money or float(part.amount) >= float(whole.amount) or "%" in said:
        return ""
    return f"{whole.amount} - {part.amount}" if deed == "rest" else f"{part.amount} / {whole.amount} in percent"


def _of_whole(said: str) -> bool:
    return bool(
        re.search(
            r"\b(?:of which|of (?:this|it|that|these|them)|spent|used|davon|wovon|ausgegeben|verbraucht|"
            r"из (?:них|которых|этой суммы)|потра\w+|израсходова\w+)\b",
            said,
            re.IGNORECASE,
        )
    )
