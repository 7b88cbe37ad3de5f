"""Days, numbers and names as people write them, in English and Russian."""

from __future__ import annotations

from datetime import date

from indagate.flows.notes.domain import Activity

_RU_MONTHS = [
    "января", "февраля", "марта", "апреля", "мая", "июня",
    "июля", "августа", "сентября", "октября", "ноября", "декабря",
]  # fmt: skip
_EN_MONTHS = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
]  # fmt: skip


def day_text(day: date, russian: bool) -> str:
    """Return a day as people write it: 3 July 2026, 3 июля 2026 года."""
    if russian:
        return f"{day.day} {_RU_MONTHS[day.month - 1]} {day.year}"
    return f"{day.day} {_EN_MONTHS[day.month - 1]} {day.year}"


_RU_NAMES = [
    "январь", "февраль", "март", "апрель", "май", "июнь",
    "июль", "август", "сентябрь", "октябрь", "ноябрь", "декабрь",
]  # fmt: skip
_EN_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_RU_DAYS = ["понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"]


def span_text(begin: date, unit: str, russian: bool) -> str:
    """Return a month, week or weekday by its first day."""
    if unit == "month":
        return f"{(_RU_NAMES if russian else _EN_MONTHS)[begin.month - 1]} {begin.year}"
    if unit == "weekday":
        return (_RU_DAYS if russian else _EN_DAYS)[begin.weekday()]
    return f"{'неделя с' if russian else 'the week of'} {day_text(begin, russian)}"


_PACES = {"min/km": "мин/км", "min/mi": "мин/миля"}


def number_text(number: float, unit: str, russian: bool) -> str:
    """Return a number with its unit: 82.5 km, 7 h 40 min, 5:12 min/km, 1 250 ₽."""
    if unit == "h":
        hours, minutes = divmod(round(number), 60)
        if russian:
            return f"{hours} ч {minutes:02d} мин" if minutes else f"{hours} ч"
        return f"{hours} h {minutes:02d} min" if minutes else f"{hours} h"
    if unit in _PACES:
        seconds = round(number * 60)
        return f"{seconds // 60}:{seconds % 60:02d} {_PACES[unit] if russian else unit}"
    if unit == "minutes":
        return f"{number:.0f} {'мин' if russian else 'min'}"
    if unit == "min" and number >= 90:
        return number_text(number, "h", russian)
    if unit == "min" and number != round(number):
        minutes, seconds = divmod(round(number * 60), 60)
        return f"{minutes} мин {seconds:02d} с" if russian else f"{minutes} min {seconds:02d} s"
    text = f"{number:.2f}".rstrip("0").rstrip(".") if number < 1000 or unit in "€$£" else f"{number:.0f}"
    if unit == "/10":
        return f"{text}/10"
    names = {
        "km": "км",
        "kg": "кг",
        "kcal": "ккал",
        "g": "г",
        "min": "мин",
        "bpm": "уд/мин",
        "l": "л",
        "steps": "шагов",
        "mi": "миль",
        "m": "м",
        "lb": "фунтов",
        "ml": "мл",
        "km/h": "км/ч",
        "reps": "повторений",
        "sets": "подходов",
    }
    shown = names.get(unit, unit) if russian else unit
    if russian:
        text = text.replace(".", ",")
    return f"{text} {shown}".strip()


def label(activity: Activity | None, count: float, russian: bool) -> str:
    """Return an activity's name for a number of it."""
    labels = activity.labels if activity else {}
    names = (labels.get("ru") if russian else None) or labels.get("en") or ("",)
    if not russian or len(names) < 3:
        return names[0] if count == 1 else names[-1]
    n = int(abs(count))
    if n % 10 == 1 and n % 100 != 11:
        return names[0]
    return names[1] if n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14} else names[2]


def upper(text: str) -> str:
    """Return a text with a capital."""
    return text[:1].upper() + text[1:]


def plural(count: float, one: str, few: str, many: str) -> str:
    """Return the Russian form that goes with a number."""
    n = int(abs(count))
    if n % 10 == 1 and n % 100 != 11:
        return one
    return few if n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14} else many
