"""How the rules put an answer into words, in the goal's language."""

from __future__ import annotations

import re

_DAYS = {
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    "ru": ("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"),
}
_ENGLISH = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MINUTES = re.compile(r"(\d+) min$")


def computed(expression: str, shown: str, language: str) -> str:
    """Return an answer from what was computed and what came of it."""
    value = shown.partition(" (")[0]
    if value in _ENGLISH and language in _DAYS:
        value = f"{_DAYS[language][_ENGLISH.index(value)]} ({value})"
    if expression.startswith(("weekday(", "leap(")):
        return f"{value} ({expression})"
    minutes = _MINUTES.match(value) if expression.endswith("in min") else None
    if minutes:
        hours, rest = divmod(int(minutes[1]), 60)
        value = f"{hours} h {rest} min = {minutes[1]} min"
        return f"{value}: {expression}"
    if value.startswith("≈ "):
        return f"{expression} {value}"
    note = shown.partition(" (")[2].rstrip(")")
    more = f" ({note})" if note and note not in _ENGLISH else ""
    return f"{expression} = {value}{more}"


def number(value: float | int | str | None) -> str:
    """Return a number from a table as people read it, without the dust of binary fractions."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) or float(value).is_integer():
        return str(int(value))
    return f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) >= 1e-4 else f"{value:.6g}"


def left_out(without: int, rows: int, language: str) -> str:
    """Return that rows have no value and were left out."""
    if language == "de":
        return f"{without} von {rows} Zeilen haben keinen Wert und zählen nicht mit."
    if language == "ru":
        return f"Строк без значения: {without} из {rows}; они не учтены."
    return f"{without} of {rows} rows have no value and are left out."


def no_value(expression: str, language: str) -> str:
    """Return that an expression has no value, as it divides by zero."""
    if language == "de":
        return f"{expression} ist nicht definiert: Division durch null."
    if language == "ru":
        return f"{expression} не определено: деление на ноль."
    return f"{expression} is undefined: division by zero."
