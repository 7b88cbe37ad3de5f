"""Both sides of what a report says first: which of its other findings speak for it, and which against it."""

from __future__ import annotations

from collections.abc import Iterator

from indagate.flows.report.files import Finding
from indagate.flows.report.pages import document as pages
from indagate.flows.report.text import Aggregation, Claim

MOST = 4
"""Arguments that are laid out."""
_BESIDE = 3
"""Other findings that are named on each side."""
_WAYS = ("trend", "regime_change")
"""Findings that have a direction over time."""
_UNSURE = ("volatility_regime",)
"""What makes any finding on the same values less sure; a single odd value, or a few missing ones, do not."""
_PAIRED = ("correlation", "lead_lag")


def arguments(text: Aggregation) -> tuple[pages.Argument, ...]:
    """Return the first takeaways against which other findings speak; those that nothing speaks against have no sides.

    For a takeaway speaks what bears it, too. Nothing is said that the report does not say elsewhere.
    """
    known = {one.id: one for one in text.findings}
    told = {name: claim for claim in _claims(text) for name in claim.findings if len(claim.findings) == 1}
    found: list[pages.Argument] = []
    for claim in text.key_takeaways:
        finding = next((known[name] for name in claim.findings if name in known), None)
        if finding is None or len(found) == MOST:
            continue
        others = [one for one in text.findings if one.id != finding.id and one.id in told]
        pro = [told[one.id].text for one in others if _backs(one, finding)][:_BESIDE]
        con = [told[one.id].text for one in others if _doubts(one, finding)][:_BESIDE]
        if con:
            own = [told[finding.id].text] if told[finding.id].text != claim.text else []
            found.append(pages.Argument(claim.text, (*own, *pro), tuple(con)))
    return tuple(found)


def _claims(text: Aggregation) -> Iterator[Claim]:
    yield from text.key_takeaways
    for section in text.sections:
        for passage in section.passages:
            yield from passage.claims


def _backs(one: Finding, finding: Finding) -> bool:
    """Whether a finding points the same way: on the same values, or on another group of the same measure."""
    if not _of_measure(one, finding) or one.kind not in _WAYS or finding.kind not in _WAYS:
        return _tied(one, finding) and one.direction == finding.direction and one.partner == finding.partner
    return one.direction == finding.direction and (one.group == finding.group or one.kind == finding.kind)


def _doubts(one: Finding, finding: Finding) -> bool:
    """Whether a finding points the other way, or says that the values swing more than before."""
    if not _of_measure(one, finding):
        return False
    if one.kind in _UNSURE:
        return one.direction != "down" and one.group == finding.group and one.kind != finding.kind
    opposite = {one.direction, finding.direction} == {"up", "down"}
    return opposite and one.kind in _WAYS and finding.kind in _WAYS


def _of_measure(one: Finding, other: Finding) -> bool:
    return (one.table, one.column) == (other.table, other.column)


def _tied(one: Finding, other: Finding) -> bool:
    """Whether both relate a measure to the same other one: over rows, over time, or one before the other."""
    return one.table == other.table and one.kind in _PAIRED and other.kind in _PAIRED and one.kind != other.kind
