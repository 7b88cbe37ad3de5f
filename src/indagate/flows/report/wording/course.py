"""The course of a series in words: from its first value over its turns to its last one."""

from __future__ import annotations

from itertools import pairwise

from indagate.flows.report.wording.saying import Mates, Saying

MANIFOLD = 900.0
"""Percent from which on a change is told by its two ends instead."""
ONE_WAY = 0.01
"""The probability by chance, were its values independent, below which a series went one way."""
MOSTLY = 0.5
"""By which share of all pairs of values more must go that way than the other."""


def trending(say: Saying) -> str:
    """Tell a trend on whose way the series turned; empty where it did not."""
    if not say.value("turns"):
        return ""
    return _whole(say)


def plain(say: Saying, mates: Mates) -> str:
    """Tell the course of a series without a trend; empty where it did not turn, or turned too often."""
    return _whole(say) if is_told(say, mates) else ""


def _whole(say: Saying) -> str:
    """Tell all points of a course, after its beginning has been told in brief."""
    change = say.change("percent", "change") if round(say.value("window")) == 1 else ""
    aside = "; ".join(one for one in (change, rate(say) if change else "", deepest(say)) if one)
    change = f" ({aside})" if aside else ""
    return f"{say.whose}: {points(say)}{change}." if say.ru else f"{say.whose} went {points(say)}{change}."


def is_told(say: Saying, mates: Mates) -> bool:
    """Whether there is a course to tell, which no trend of the whole series tells already."""
    return say.value("turns") > 0 and ("trend" not in mates.kinds or "regime_change" in mates.kinds)


def has_setbacks(say: Saying) -> bool:
    """Whether a series went one way, though not all the time and not surely enough for a trend."""
    return say.has("ranks") and say.value("ranks") < ONE_WAY and abs(say.value("tau")) >= MOSTLY


def unsteadily(up: bool, say: Saying) -> str:
    """Say that a series rose or fell, but not all the time."""
    same = round(say.value("window")) == 1 and abs(say.value("percent")) < MANIFOLD
    size = say.size("percent", "change") if same else ""
    if say.ru:
        way = f"{'рост' if up else 'снижение'}{f' на {size}' if size else ''}"
        return f"{say.whose}: {way} за {say.span()}, но не всё время"
    way = f"{'rose' if up else 'fell'}{f' by {size}' if size else ''}"
    return f"{say.whose} {way} from {say.span()}, but not all the time"


def fallen(say: Saying) -> str:
    """Tell how far a rising series fell on its way, and when; empty where it did not."""
    if not say.has("fall") or say.value("late") <= say.value("early"):
        return ""
    fall, since, until = say.n("fall", unit="%"), say.date("fall_from"), say.date("fall_to")
    return f"наибольший спад — {fall}, {since} – {until}" if say.ru else f"largest fall: {fall}, {since} to {until}"


def rate(say: Saying) -> str:
    """Tell the mean growth a year of a long series; empty where it is short, or is not told in percent."""
    if not say.has("rate") or say.scale != "ratio":
        return ""
    return f"{say.signed('rate', unit='%')} {'в год' if say.ru else 'a year'}"


def deepest(say: Saying) -> str:
    """Tell how far a series fell at most on its way, in its own unit and in percent, and when; empty if it did not."""
    if not say.has("fall_size"):
        return ""
    size, fall = say.n("fall_size", "first", "last", size=True), say.n("fall", unit="%")
    since, until = say.date("fall_from"), say.date("fall_to")
    if say.ru:
        return f"наибольший спад — на {size}, или {fall}, {since} – {until}"
    return f"largest fall: {size} or {fall}, {since} to {until}"


def ways(say: Saying) -> str:
    """Say which way a series went first, and which way after."""
    up = [after > before for before, after in pairwise(say.value(one) for one in _stops(say))]
    names = ("спад", "рост") if say.ru else ("fell", "rose")
    first, then = names[up[0]], names[not up[0]]
    name, span = say.whose, say.span()
    if say.ru:
        way = f"{first}, затем {then}" if len(up) == 2 else "то рост, то спад"
        return f"{name}: {way}, {span}"
    way = f"first {first}, then {then}" if len(up) == 2 else "rose and fell by turns"
    return f"{name} {way} from {span}"


def points(say: Saying) -> str:
    """Tell the value of a series at its beginning, its turns and its end, each with its date."""
    stops = _stops(say)
    values = [say.n(one, *(other for other in stops if other != one)) for one in stops]
    if say.ru:
        dates = [say.date(one) for one in ("from", *(f"{turn}_at" for turn in stops[1:-1]), "to")]
        return ", ".join(f"{date} — {value}" for date, value in zip(dates, values, strict=True))
    dates = [say.at(one) for one in ("from", *(f"{turn}_at" for turn in stops[1:-1]), "to")]
    told = [
        f"{'up' if say.value(one) > say.value(before) else 'down'} to {value} {date}"
        for (before, one), value, date in zip(pairwise(stops), values[1:], dates[1:], strict=True)
    ]
    return f"from {values[0]} {dates[0]} {', '.join(told[:-1])} and {told[-1]}"


def _stops(say: Saying) -> list[str]:
    """Return the names of the numbers that make a course."""
    return ["first", *(f"turn{number}" for number in range(1, round(say.value("turns")) + 1)), "last"]
