"""What goes together with one measure, in one sentence: with which others it is high, and with which low."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.report.files import Finding, Language
from indagate.flows.report.layout import NAMED, relevance
from indagate.flows.report.naming import cited
from indagate.flows.report.review import Found
from indagate.flows.report.text import Claim, Shown
from indagate.flows.report.wording.names import headed

SEVERAL = 3
"""Relations of one measure from which on they are told in one sentence."""
MOST = 6
"""Relations that are told in it at most."""


def joint(found: Found, query: str, language: Language) -> Claim | None:
    """Return how the measure that a query names goes together with others; None where that is little, or loose."""
    by_anchor: dict[tuple[str, str], list[tuple[Finding, str, Shown]]] = {}
    for one in found.findings:
        strength = next((shown for shown in found.claims[one.id].shown if shown.name == "spearman"), None)
        if one.kind == "correlation" and strength is not None:
            for anchor, other in ((one.column, one.partner), (one.partner, one.column)):
                by_anchor.setdefault((one.table, anchor), []).append((one, other, strength))
    near = {where: relevance(found.names.get(where, where[1]), query) for where in by_anchor}
    best = max(by_anchor, key=lambda where: (near[where], len(by_anchor[where])), default=None)
    if best is None or near[best] < NAMED or len(by_anchor[best]) < SEVERAL:
        return None
    told = sorted(by_anchor[best], key=lambda pair: -abs(pair[0].value or 0.0))[:MOST]
    return _claim(best, told, found, language)


def _claim(
    anchor: tuple[str, str], told: Sequence[tuple[Finding, str, Shown]], found: Found, language: Language
) -> Claim:
    """Write the sentence: the measures that go the other way and those that go along, the closest first."""
    ru, table = language == "ru", anchor[0]
    sides = []
    for way, english, russian in (("down", "lower", "ниже"), ("up", "higher", "выше")):
        listed = [
            f"{cited(found.names.get((table, other), other), language)} ({strength.text})"
            for one, other, strength in told
            if one.direction == way
        ]
        if listed:
            sides.append((abs(next(one.value or 0.0 for one, _, _ in told if one.direction == way)), listed,
                          russian if ru else english))  # fmt: skip
    sides.sort(key=lambda side: -side[0])
    title = found.names.get(anchor, anchor[1])
    if ru:
        text = "; чем ".join(f"{word} {', '.join(listed)}" for _, listed, word in sides)
        text = f"{cited(title, 'ru')} тем выше, чем {text[:-1]}; ранговые корреляции)."
    else:
        text = ", and with ".join(f"{word} {_and(listed)}" for _, listed, word in sides)
        text = f"{title} is higher with {text[:-1]}; rank correlations)."
    return Claim(headed(text), tuple(one.id for one, _, _ in told), (), tuple(shown for _, _, shown in told))


def _and(listed: Sequence[str]) -> str:
    return f"{', '.join(listed[:-1])} and {listed[-1]}" if len(listed) > 1 else listed[0]
