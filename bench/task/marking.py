"""What an answer to a goal is worth: right, wrong, declined (although there was an answer) or failed."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

HEAD_WORDS = 60
CODES = ("needs_model", "not_found")
MONTHS = {
    name: number
    for names, number in (
        ("january jan januar января", 1),
        ("february feb februar февраля", 2),
        ("march mar märz марта", 3),
        ("april apr апреля", 4),
        ("may mai мая", 5),
        ("june jun juni июня", 6),
        ("july jul juli июля", 7),
        ("august aug августа", 8),
        ("september sep sept сентября", 9),
        ("october oct oktober okt октября", 10),
        ("november nov ноября", 11),
        ("december dec dezember dez декабря", 12),
    )
    for name in names.split()
}
NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
DATE = re.compile(
    r"\b(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)\b"
    r"|\b(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>\d{4})\b"
    rf"|\b(?P<d3>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of )?(?P<n3>{NAME})\.?,? (?P<y3>\d{{4}})\b"
    rf"|\b(?P<n4>{NAME})\.? (?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y4>\d{{4}})\b"
)
NUMBER = re.compile(r"(?<![\w.,])-?\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\d])|(?<![\w.,])-?\d+(?:[.,]\d+)*")
NO_VALUE = re.compile(
    r"\[[^\]]*\]|https?://\S+|\S+\.(?:csv|tsv|md|txt|html|xlsx|json|parquet)\b"
    r"|\b(?:row|line|rows|lines) \d+(?:[-–]\d+)?"
)
NEEDS_MODEL = re.compile(
    r"needs? (a|an) ((large |language )*model|llm)|(language )?model (is )?(needed|required)"
    r"|without a (language )?model"
    r"|needs_model|требует\w* (языков\w+ )?модел|нужна (языков\w+ )?модел|sprachmodell"
)
NOT_FOUND = re.compile(
    r"\b(not|nothing|no answer|no such)\b[^.]{0,40}\b(found|in the (documents|data|tables?|corpus|material))"
    r"|not_found|do(es)? not (say|contain|hold|mention|tell)|\bno (column|table|document|source|data)\b"
    r"|не найден|нет (данных|ответа|сведений|столбца)|ничего не (найден|нашл)|не нашл"
    r"|nicht gefunden|keine? (angabe|antwort|spalte|daten)|nichts (dazu )?gefunden|steht nicht in"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What the product printed."""

    status: str = ""
    answer: str = ""
    error: str = ""
    failure: str = ""


def normal(text: str) -> str:
    """Return text in lower case with single spaces, plain signs, no Markdown marks."""
    text = unicodedata.normalize("NFKC", text).lower()
    text = re.sub(r"[−‐‑]", "-", text).replace("’", "'")
    return " ".join(re.sub(r"[*`_#|]+", " ", text).split())


def dates(text: str) -> list[dt.date]:
    """Return the dates of a normalised text, in order."""
    found = []
    for match in DATE.finditer(text):
        part = {key[0]: value for key, value in match.groupdict().items() if value}
        month = int(part["m"]) if "m" in part else MONTHS[part["n"]]
        try:
            found.append(dt.date(int(part["y"]), month, int(part["d"])))
        except ValueError:
            continue
    return found


def readings(token: str) -> set[float]:
    """Return what a number may mean: 1.234 is read both ways, 1,234.5 one way."""
    token = token.replace(" ", "")
    points, commas = token.count("."), token.count(",")
    if points and commas:
        decimal = max(token.rfind("."), token.rfind(","))
        whole = re.sub(r"[.,]", "", token[:decimal])
        return {float(f"{whole}.{token[decimal + 1 :]}")}
    if points + commas > 1:
        return {float(re.sub(r"[.,]", "", token))}
    if points + commas == 1:
        decimal_reading = float(token.replace(",", "."))
        grouped = re.fullmatch(r"-?[1-9]\d{0,2}[.,]\d{3}", token)
        return {decimal_reading, float(re.sub(r"[.,]", "", token))} if grouped else {decimal_reading}
    return {float(token)}


def numbers(text: str) -> list[set[float]]:
    """Return the numbers of a normalised text in order, dates, citations and names of files left out."""
    text = NO_VALUE.sub(" ", DATE.sub(" ", text))
    return [readings(match[0]) for match in NUMBER.finditer(text)]


def near(reading: set[float], value: float, tolerance: float) -> bool:
    """Return whether a number as written may be this value."""
    return any(abs(one - value) <= tolerance + 1e-9 * max(1.0, abs(value)) for one in reading)


def head(answer: str, goal: str) -> str:
    """Return the first words of an answer, normalised, without headings and an echo of the goal."""
    body = "\n".join(line for line in answer.splitlines() if not line.lstrip().startswith("#"))
    return " ".join(normal(body).replace(normal(goal), " ").split()[:HEAD_WORDS])


def number_outcome(want: dict[str, Any], said: str, goal: str) -> str:
    """Return right if the wanted number is among the first two that the goal lacks, or after the last =."""
    values = [want["number"], *want.get("also", ())]
    given = numbers(normal(goal))

    def wanted(reading: set[float]) -> bool:
        return any(near(reading, value, want["tolerance"]) for value in values)

    fresh = [one for one in numbers(said) if wanted(one) or not any(one & other for other in given)]
    distinct: list[set[float]] = []
    for one in fresh:
        if one not in distinct:
            distinct.append(one)
    leading = distinct[:2] + [one for one in numbers(re.split(r"[=≈]", said)[-1])[:1] if re.search(r"[=≈]", said)]
    for one in leading:
        if wanted(one):
            return "right"
        if any(near(one, value, 1e-6 + want["tolerance"] / 10) for value in want.get("reject", ())):
            return "wrong"
    return "wrong"


def text_outcome(want: dict[str, Any], said: str) -> str:
    """Return right if all wanted patterns are said, and none that is wrong before the first of them."""
    places = [re.search(pattern, said) for pattern in want["accept"]]
    if not all(places):
        return "wrong"
    first = min(place.start() for place in places if place)
    before = [place for pattern in want.get("reject", ()) if (place := re.search(pattern, said))]
    return "wrong" if any(place.start() < first for place in before) else "right"


def declined(told: Told) -> str:
    """Return how an answer declines: needs_model, not_found, or empty."""
    for code in CODES:
        if told.error.startswith(code):
            return code
    said = f"{normal(told.error)} {' '.join(normal(told.answer).split()[:30])}"
    if NEEDS_MODEL.search(said):
        return "needs_model"
    return "not_found" if NOT_FOUND.search(said) else ""


def outcome(row: dict[str, Any], told: Told) -> str:
    """Return what an answer to a goal is worth."""
    if told.failure:
        return "failed"
    want, code = row["want"], declined(told)
    if want.get("decline") == "any":
        said = f"{normal(told.error)} {head(told.answer, row['goal'])}"
        plainly = any(re.search(pattern, said) for pattern in want["accept"])
        return "right" if code or plainly else "wrong" if told.status == "DONE" else "failed"
    if "decline" in want:
        if code == want["decline"]:
            return "right"
        return "declined" if code else "wrong" if told.status == "DONE" else "failed"
    if told.status != "DONE":
        return "declined" if code else "failed"
    said = head(told.answer, row["goal"])
    if "number" in want:
        result = number_outcome(want, said, row["goal"])
    elif "date" in want:
        asked = dates(normal(row["goal"]))
        fresh = [day for day in dates(said) if day not in asked]
        result = "right" if fresh[:1] == [dt.date.fromisoformat(want["date"])] else "wrong"
    else:
        result = text_outcome(want, said)
    return "declined" if code and result == "wrong" else result
