"""Answers made from what is wanted, to try the marking: a perfect one, a wrong one, a refusal."""

from __future__ import annotations

import re
from typing import Any

from worth import Answer

UNIT = {
    "km": "km",
    "kg": "kg",
    "kcal": "kcal",
    "EUR": "€",
    "RUB": "₽",
    "USD": "$",
    "h": "h",
    "min": "min",
    "g": "g",
    "times": "times",
    "pace": "min/km",
}
REFUSAL = {"en": "There is no data on that in your notes.", "ru": "В заметках нет данных об этом."}


def cited(row: dict[str, Any]) -> tuple[str, ...]:
    """Return the days that a well cited answer names."""
    return tuple(ways.split("|")[0] for ways in row["want"].get("evidence", []))


def shown(number: dict[str, Any], scale: float = 1.0) -> str:
    """Return an expected number as an answer would write it."""
    value = number["value"] * scale
    exact = number["unit"] == "times" or value == round(value)
    return f"{value:.0f} {UNIT[number['unit']]}" if exact else f"{value:.2f} {UNIT[number['unit']]}"


def word(pattern: str) -> str:
    """Return a word that a simple pattern matches."""
    return re.sub(r"\[(.)[^\]]*\]", r"\1", pattern)


def perfect(row: dict[str, Any], notes: dict[str, str]) -> Answer:
    """Return an answer that must be right: the values, or the note itself, with all evidence."""
    want = row["want"]
    days = cited(row)
    if want.get("none"):
        return Answer(REFUSAL[row["language"]])
    if "verdict" in want:
        return Answer({"no": "No.", "yes": "Yes, you did."}[want["verdict"]], days)
    if row["kind"] == "trend":
        way = next(w for w in ("faster", "going up", "going down") if re.search(want["first"][0], w))
        return Answer(f"It is {way}.", days)
    if row["kind"] == "compare-periods":
        one, other = want["numbers"]
        high, low = sorted((one, other), key=lambda n: -n["value"])
        winner, loser = (word(p) for p in want["first"])
        return Answer(f"More in {winner} ({shown(high)}) than in {loser} ({shown(low)}).", days)
    parts = [shown(number) for number in want.get("numbers", [])]
    parts += [ways[0] for ways in want.get("dates", [])]
    if want.get("accept") or want.get("first"):
        parts += [notes.get(day, "") for day in days]
    return Answer(", ".join(parts), days)


def wrong(row: dict[str, Any]) -> Answer | None:
    """Return an answer that must not be right: other values, other days, the other verdict, or a made-up fact."""
    want = row["want"]
    if want.get("none"):
        return Answer("It was 12 km on 2026-05-03, 7 h and 45 €.", ("2026-05-03",))
    if "verdict" in want:
        return Answer({"no": "Yes, on 2026-05-03.", "yes": "No, never."}[want["verdict"]])
    if row["kind"] == "trend":
        way = "going up" if not re.search(want["first"][0], "going up") else "going down"
        return Answer("It is slower." if re.search(want["first"][0], "faster") else f"It is {way}.")
    if row["kind"] == "compare-periods":
        one, other = sorted(want["numbers"], key=lambda n: -n["value"])
        winner, loser = (word(p) for p in want["first"])
        return Answer(f"More in {loser} ({shown(one)}) than in {winner} ({shown(other)}).")
    if want.get("numbers"):
        return Answer(", ".join(shown(number, 3.0) for number in want["numbers"]))
    if want.get("dates"):
        return Answer("On 2026-04-21.")
    return Answer("It was green, I think.")
