"""What one answer is worth: right, wrong, no-data (refused although there was an answer) or failed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from reading import Quantity, dates, normal, quantities

HEAD_WORDS = 80
FAMILY = {"h": ("time", 60.0), "min": ("time", 1.0)}
NONE = re.compile(
    r"\bno (matching |such |relevant |own )?(\w+ )?(data|entry|entries|notes?|records?|information|mentions?|answer)\b"
    r"|\bnothing (is |was )?(about|on|in|logged|noted|recorded|found|for|written|here|there)\b"
    r"|\b(not|never) (been )?(logged|noted|recorded|found|mentioned|written|in (your|the) (notes|log|notebook))\b"
    r"|\b(do|does|did)(n't| not) (have|find|say|mention|contain|know|record|log|note|hold|cover)\b"
    r"|\bno (runs?|sleep|meals?|workouts?|spending|salary|lifts?|sessions?|expenses?) (is |are |was |were )?"
    r"(logged|noted|recorded|found|in)\b"
    r"|\bhave(n't| not) (logged|noted|recorded|written|mentioned)\b"
    r"|\bнет\s+(\w+\s+){0,2}(данн|запис|замет|сведен|информац|упомина)\w*"
    r"|\bничего\s+(\w+\s+){0,3}(не\s+)?(найден|записан|нашл|сказан|отмечен|нет)\w*"
    r"|\bне\s+(записан|найден|указан|упомина|упомян|нашл|отмечен|записыва|содерж)\w*"
    r"|\b(запис|данн|замет|сведен|упомин)\w*\b[^.]{0,60}\b(нет|не найден\w*|не нашл\w*|отсутств\w+)\b"
    r"|\bkeine? (daten|eintr\w+|notiz\w*|angabe\w*)\b"
)
DECLINED = re.compile(
    r"\bneeds? (a |an )?(language )?model|\bwithout a (language )?model|\b(can(not|'t)|could( not|n't)) "
    r"(answer|tell|say|compute|understand)|\b(do(es)? not|don't) understand|\bnot (able|sure) (to|what|which)"
    r"|\bwhich (one|period|of these) do you mean|\bwhat do you mean"
    r"|\bне (понял|понимаю|могу)\b|нужна (языковая )?модель|\?$"
)
NEAREST = re.compile(r"\b(nearest|closest|instead|otherwise|last (one )?before|next|ближайш\w+|зато|следующ\w+)\b")
YES, NO = re.compile(r"^\W*(yes|да)\b"), re.compile(r"^\W*(no|not|nope|нет)\b")
DENIED = re.compile(
    r"\b(did not|didn't|have not|haven't|has not|hasn't|was not|wasn't|never|not yet|no run|не|ни разу)\b"
)
TOTAL = re.compile(
    r"(=|≈|total\w*|altogether|in all|sum|overall|average\w*|mean"
    r"|всего|итого|в сумме|в средн\w+|средн\w+)\W*(\w+\W+){0,4}$"
)
AFTER_TOTAL = re.compile(r"^\W*(in total|altogether|in all|overall|on average|всего|итого|в среднем|в сумме)")
MORE = re.compile(
    r"\b(more|farther|further|longer|heavier|higher|greater|most|больше|дальше|дольше|калорийнее|длиннее|выше)\b"
)
LESS = re.compile(r"\b(less|fewer|shorter|lighter|lower|меньше|короче|ниже)\b")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the product said: its words, what it cites, and why there is nothing if there is nothing."""

    text: str
    cited: tuple[str, ...] = ()
    input_type: str = ""
    domains: tuple[str, ...] = ()
    failure: str = ""
    honest: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """What one answer is worth; `beside` tells whether the evidence (for a route: the domains) is right too."""

    id: str
    set: str
    kind: str
    language: str
    split: str
    outcome: str
    beside: bool
    honest: bool
    seconds: float
    text: str


def head(text: str, question: str) -> str:
    """Return the first words of an answer, normalised, without an echo of the question."""
    said = normal(text).replace(normal(question), " ")
    return " ".join(said.split()[:HEAD_WORDS])


def candidates(all_of: list[Quantity], text: str, unit: str) -> list[Quantity]:
    """Return what an answer gives as its value of a unit: the first one, and those called a total or an average."""
    family = FAMILY.get(unit, (unit, 1.0))[0]
    if family == "times":
        counts = [q for q in all_of if q.family in {"times", "days", "bare"}]
        strict = [q for q in counts if q.family == "times"]
        return [*counts[:1], *strict[:1]]
    same = [q for q in all_of if q.family == family]
    if not same and family == "pace":
        same = [q for q in all_of if q.family == "clock"]
    if not same:
        same = [q for q in all_of if q.family == "bare"]
    first = [q for q in same if q.at == same[0].at]
    called = [q for q in same if TOTAL.search(text[: q.at]) or AFTER_TOTAL.match(text[q.end :])]
    return first + called


def fits(want: dict[str, Any], quantity: Quantity) -> bool:
    """Tell whether a quantity is the expected one."""
    factor = FAMILY.get(want["unit"], ("", 1.0))[1] if quantity.family != "bare" else 1.0
    margin = want["tolerance"] * factor + 1e-6
    return any(abs(quantity.value - value * factor) <= margin for value in (want["value"], *want["also"]))


def numbers_right(wanted: list[dict[str, Any]], text: str, question: str) -> bool:
    """Tell whether the expected numbers are there: one must come first of its unit, of several all must occur."""
    asked = {(q.family, round(q.value, 4)) for q in quantities(normal(question))}
    found = quantities(text)
    fresh = [q for q in found if (q.family, round(q.value, 4)) not in asked or any(fits(want, q) for want in wanted)]
    units = [want["unit"] for want in wanted]
    for want in wanted:
        family = FAMILY.get(want["unit"], (want["unit"], 1.0))[0]
        if units.count(want["unit"]) == 1:
            pool = candidates(fresh, text, want["unit"])
        else:
            kinds = {family, "bare"} | ({"days"} if family == "times" else set())
            pool = [q for q in fresh if q.family in kinds]
        if not any(fits(want, q) for q in pool):
            return False
    return True


def dates_right(wanted: list[list[str]], text: str, as_of: str) -> bool:
    """Tell whether the expected day comes first, or, of several, whether exactly those are named."""
    named = dates(text, as_of)
    if len(wanted) == 1:
        first = next((day for day in named if day != as_of or as_of in wanted[0]), "")
        return first in wanted[0]
    return all(any(day in named for day in ways) for ways in wanted) and len(set(named)) <= len(wanted) + 1


def nearest(text: str, at: int, one: str, other: str) -> str:
    """Return which of two patterns occurs closest to a place."""
    gaps = [(min((abs(m.start() - at) for m in re.finditer(p, text)), default=10**6), p) for p in (one, other)]
    return min(gaps)[1]


def first_right(pair: list[str], text: str, compared: bool) -> bool:
    """Tell whether the right one of two is said first, or, of two periods, is the one that has more."""
    better, worse = re.search(pair[0], text), re.search(pair[1], text)
    if better is None:
        return False
    leads = worse is None or better.start() < worse.start()
    if not compared:
        return leads
    more, less = MORE.search(text), LESS.search(text)
    if more:
        return leads or nearest(text, more.start(), pair[0], pair[1]) == pair[0]
    if less:
        return nearest(text, less.start(), pair[0], pair[1]) == pair[1] or not leads
    return leads


def verdict_right(want: dict[str, Any], text: str, as_of: str) -> bool:
    """Tell whether a yes or a no is the right one."""
    start = " ".join(text.split()[:25])
    denied = bool(NO.search(start) or (DENIED.search(start) and not YES.search(start)))
    if want["verdict"] == "no":
        return denied
    shown = bool(set(want.get("evidence", [])) & set(dates(text, as_of)))
    return not denied and not NONE.search(start) and (bool(YES.search(start)) or shown)


def absent_right(want: dict[str, Any], text: str, question: str) -> bool:
    """Tell whether an answer says plainly that there is no data, and gives no value beside it."""
    if not NONE.search(text) or YES.search(text):
        return False
    family = FAMILY.get(want.get("unit", ""), (want.get("unit", ""), 1.0))[0]
    asked = {(q.family, round(q.value, 4)) for q in quantities(normal(question))}
    given = [
        q for q in quantities(text) if q.family == family and q.value and (q.family, round(q.value, 4)) not in asked
    ]
    return not given or bool(NEAREST.search(text))


def outcome(row: dict[str, Any], answer: Answer) -> str:
    """Return what an answer to a question is worth."""
    if answer.failure or not answer.text.strip():
        return "failed"
    want, text = row["want"], head(answer.text, row["text"])
    if any(day > row["as_of"] for day in answer.cited) or any(re.search(p, text) for p in want.get("reject", [])):
        return "wrong"
    if want.get("none"):
        return "right" if absent_right(want, text, row["text"]) else "wrong"
    good = (
        ("numbers" not in want or numbers_right(want["numbers"], text, row["text"]))
        and ("dates" not in want or dates_right(want["dates"], text, row["as_of"]))
        and all(re.search(pattern, text) for pattern in want.get("accept", []))
        and ("first" not in want or first_right(want["first"], text, row["kind"] == "compare-periods"))
        and ("verdict" not in want or verdict_right(want, text, row["as_of"]))
    )
    if good:
        return "right"
    return "no-data" if NONE.search(text) else "wrong"


def declined(row: dict[str, Any], answer: Answer) -> bool:
    """Tell whether an answer that is not right says that it cannot answer, or asks back."""
    return bool(DECLINED.search(head(answer.text, row["text"])))


def cited_well(expected: list[str], cited: tuple[str, ...]) -> bool:
    """Tell whether the evidence names the notes an answer rests on: all of up to three, four fifths of more."""
    met = sum(bool(set(ways.split("|")) & set(cited)) for ways in expected)
    return met == len(expected) if len(expected) <= 3 else met >= 0.8 * len(expected)


def route_outcome(row: dict[str, Any], answer: Answer) -> tuple[str, bool]:
    """Return whether an input was taken for what it is, and whether its domains are right."""
    if answer.failure or not answer.input_type:
        return "failed", False
    given, must = set(answer.domains), set(row["domains"])
    domains = must <= given and given <= must | set(row.get("may", [])) | {"general"}
    return "right" if answer.input_type.casefold() == row["type"].casefold() else "wrong", domains
