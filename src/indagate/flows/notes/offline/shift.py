"""How long from a time of day to another: "9-17:30 with a 45 min break" is seven hours and three quarters."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.notes.measure import Measure
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain

_SPAN = pattern(
    r"(?<![\d:.,/-])(?P<h>[01]?\d|2[0-4])(?::(?P<m>[0-5]\d))?\s*(?:uhr\s*)?(?:[-–—]|to|till|until|bis|до)\s*"
    r"(?P<th>[01]?\d|2[0-4])(?::(?P<tm>[0-5]\d))?(?![\d:/]|[.,-]\d|\s*(?:/|per\b|min|мин|km|км|k\b|kg|кг))"
)
_REST = pattern(r"\s*(?:(?:lunch|coffee|обеденн\w+|mittags)[\s-]*)?(?:break|pause|rest\b|перерыв|unterbrechung)")
_REST_OF = pattern(r"(?:break|pause|перерыв\w*)\s*(?:of|von|в|на|for|was|:)?\s*$")
_AND = pattern(r"\s*(?:,|\+|and|then|и|потом|und|dann)\s*(?:from\s+|с\s+|von\s+)?")
_SHORTEST = 60
"""Minutes from which two times of day are taken for a stay, and not for a pace that varied."""


def stays(text: str, found: Sequence[Measure]) -> tuple[Measure, ...]:
    """Return the quantities with each stay between two times of day as its length, less the break that is told."""
    low = plain(text)
    result, made = list(found), list[Measure]()
    for match in _SPAN.finditer(low):
        if not (match["m"] or match["tm"]):
            continue  # "3-4": nothing says that these are hours of a day
        if any(int(match[hour]) == 24 and int(match[minute] or 0) for hour, minute in (("h", "m"), ("th", "tm"))):
            continue  # "24:01": no time of day
        since = int(match["h"]) * 60 + int(match["m"] or 0)
        length: float = int(match["th"]) * 60 + int(match["tm"] or 0) - since
        if length <= 0:  # "9-5:30", "23:00-7:00"
            length += 720 if length > -720 and since <= 720 else 1440
        if length < _SHORTEST:
            continue
        rests = [one for one in result if one.kind == "time" and _rest(low, one)]
        length -= round(sum(one.value for one in rests))
        gone = {id(one) for one in rests}
        gone |= {id(one) for one in result if one.start < match.end() and match.start() < one.end}
        result = [one for one in result if id(one) not in gone]
        if length > 0:
            last = next((one for one in made if _AND.fullmatch(low, one.end, match.start())), None)
            begun = match.start()
            if last is not None:  # "9:00-12:00 and 13:00-17:30"
                result.remove(last)
                made.remove(last)
                length, begun = length + last.value, last.start
            made.append(Measure("time", length, begun, match.end(), "h"))
            result.append(made[-1])
    return tuple(sorted(result, key=lambda one: one.start))


def is_stay(text: str) -> bool:
    """Whether a text begins with two times of day, from one to the other."""
    return _SPAN.match(plain(text)) is not None


def _rest(low: str, one: Measure) -> bool:
    """Whether a length of time is that of a break."""
    return bool(_REST.match(low, one.end) or _REST_OF.search(low[max(0, one.start - 16) : one.start]))
