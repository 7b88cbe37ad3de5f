"""Holidays by which a question names a day: "since Labor Day" is since the first Monday of September."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from indagate.flows.notes.pattern import pattern

_NAMES = (
    r"labor day|labour day|memorial day|thanksgiving(?: day)?|halloween|christmas(?: day)?|christmas eve|xmas|"
    r"boxing day|new year'?s(?: day| eve)?|independence day|(?:the )?(?:fourth|4th) of july|valentine'?s(?: day)?|"
    r"st\.? patrick'?s day|easter(?: sunday| monday)?|good friday|martin luther king day|mlk day|presidents'? day|"
    r"juneteenth|columbus day|veterans'? day|canada day|guy fawkes night|bonfire night"
)
_NAMED = pattern(
    rf"\b(?P<lead>(?:on|since|before|after|until|till|by|from|at|over|around|between|and|to|than) (?:the )?)"
    rf"(?P<name>{_NAMES})(?! (?:weekend|gifts?|presents?|shopping|dinner|party|costume|candy|cookies|tree))\b"
)


def with_holidays(text: str, as_of: date) -> str:
    """Return a question with the days of the holidays that it names, the latest that is not to come."""
    made, at = [], 0
    for match in _NAMED.finditer(text.lower()):
        day = _day(match["name"], as_of)
        made += [text[at : match.end("lead")], f"{day:%B} {day.day}, {day.year}"]
        at = match.end()
    return "".join([*made, text[at:]]) if made else text


def _day(name: str, as_of: date) -> date:
    """Return the latest day of a holiday up to a day."""
    key = name.removeprefix("the ").replace("'", "").replace(".", "").removesuffix(" day")
    find = next(find for start, find in _DAYS if key.startswith(start))
    days = [find(as_of.year), find(as_of.year - 1)]
    return days[0] if days[0] <= as_of else days[1]


def _on(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _weekday(month: int, weekday: int, nth: int) -> Callable[[int], date]:
    """Return what gives the nth weekday (Monday is 0) of a month, or the last one where `nth` is 0."""

    def find(year: int) -> date:
        if not nth:
            last = (date(year, month, 28) + timedelta(4)).replace(day=1) - timedelta(1)
            return last - timedelta((last.weekday() - weekday) % 7)
        first = date(year, month, 1)
        return first + timedelta((weekday - first.weekday()) % 7 + 7 * (nth - 1))

    return find


def _easter(days: int) -> Callable[[int], date]:
    """Return what gives the day so many days after Easter Sunday of the western churches (Gauss's rule)."""

    def find(year: int) -> date:
        century = year // 100
        moon = (15 + century - century // 4 - (13 + 8 * century) // 25) % 30
        age = (19 * (year % 19) + moon) % 30
        limit = age - (age + year % 19 // 11) // 29
        sunday = 7 - (year + year // 4 + 2 - century + century // 4) % 7
        full = 21 + limit
        return date(year, 3, 1) + timedelta(full + 7 - (full - sunday) % 7 - 1 + days)

    return find


_DAYS: tuple[tuple[str, Callable[[int], date]], ...] = (
    ("labo", _weekday(9, 0, 1)), ("memorial", _weekday(5, 0, 0)), ("thanksgiving", _weekday(11, 3, 4)),
    ("halloween", _on(10, 31)), ("christmas eve", _on(12, 24)), ("christmas", _on(12, 25)), ("xmas", _on(12, 25)),
    ("boxing", _on(12, 26)), ("new years eve", _on(12, 31)), ("new year", _on(1, 1)), ("independence", _on(7, 4)),
    ("fourth", _on(7, 4)), ("4th", _on(7, 4)), ("valentine", _on(2, 14)), ("st patrick", _on(3, 17)),
    ("easter monday", _easter(1)), ("easter", _easter(0)), ("good friday", _easter(-2)),
    ("martin luther", _weekday(1, 0, 3)), ("mlk", _weekday(1, 0, 3)), ("president", _weekday(2, 0, 3)),
    ("juneteenth", _on(6, 19)), ("columbus", _weekday(10, 0, 2)), ("veteran", _on(11, 11)), ("canada", _on(7, 1)),
    ("guy", _on(11, 5)), ("bonfire", _on(11, 5)),
)  # fmt: skip
