"""Which findings stand, how much of the brief they cover, and what they are called in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from indagate.flows.report.analysis.measure import false_discovery
from indagate.flows.report.ask import Told
from indagate.flows.report.files import Aspect, Brief, Covered, Finding, Language, Result
from indagate.flows.report.layout import layouts
from indagate.flows.report.text import Claim
from indagate.flows.report.wording import sure, tell
from indagate.tools.tables.table import Catalog

FALSE = 0.02
"""The share of findings that stand which may be false."""
CHANCE = 0.01
"""The probability by chance above which no finding stands, however few were tested."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a report has to tell: standing findings, the heaviest first, each in words, and all calculations."""

    findings: tuple[Finding, ...]
    claims: Mapping[str, Claim]
    names: Mapping[tuple[str, str], str]

    def of(self, scope: str) -> list[Finding]:
        """Return a topic's findings, the heaviest first."""
        return [one for one in self.findings if one.scope == scope]

    def told(self, findings: Iterable[Finding]) -> tuple[Told, ...]:
        """Return findings as roles are shown them."""
        return tuple(
            Told(one.id, one.scope, one.kind, self.claims[one.id].text, one.weight, one.figure) for one in findings
        )


def standing(results: Iterable[Result]) -> tuple[Finding, ...]:
    """Return all findings, marked as standing or not, corrected for how many were tested (Benjamini, Hochberg)."""
    known = list(results)
    tails = {one.id: one.tail for result in known for one in result.calculations if one.tail is not None}
    passed = dict(zip(tails, false_discovery(list(tails.values()), FALSE), strict=True))
    marked = []
    for result in known:
        for finding in result.findings:
            stands = finding.tail is None or (passed.get(finding.calculation, True) and finding.tail <= CHANCE)
            marked.append(replace(finding, stands=stands))
    return tuple(marked)


def found_in(results: Iterable[Result], data: Catalog, language: Language) -> Found:
    """Return what stands, in words."""
    known = list(results)
    names = names_in(data, language)
    calculations = {one.id: one for result in known for one in result.calculations}
    kept = [one for one in standing(known) if one.stands]
    kept.sort(key=lambda one: (-one.weight, one.id))
    claims = {}
    for one in kept:
        partner = names.get((one.table, one.partner)) or next(
            (title for (_, heading), title in names.items() if heading == one.partner), one.partner
        )
        spoken = replace(one, partner=partner) if one.kind not in ("missing", "trend") else one
        title = names.get((one.table, one.column), one.column.replace("_", " ") or one.table)
        claim = tell(spoken, calculations[one.calculation], title, language)
        doubt = sure(one, language)
        claims[one.id] = replace(claim, text=f"{claim.text} {doubt}".strip())
    return Found(tuple(kept), claims, names)


def names_in(data: Catalog, language: Language) -> dict[tuple[str, str], str]:
    """Return what columns are called in texts, by file stem and heading."""
    found: dict[tuple[str, str], str] = {}
    for look in layouts(data, language):
        stem = look.file.rpartition("/")[2].rpartition(".")[0]
        for measure in look.measures:
            found[stem, measure.heading] = measure.title
        for group in look.groups:
            found[stem, group.heading] = group.title
        found.setdefault((stem, look.time_heading), look.time_title)
    return found


def coverage(brief: Brief, results: Mapping[str, Result]) -> tuple[float, tuple[Covered, ...]]:
    """Return which share of the topics' questions are answered: by calculations, or by what documents say.

    A side of a topic is answered when a task on it was done and calculated something, or found a quotation.
    """
    items = []
    for item in brief.scope_items:
        answered = {
            result.task.aspect
            for result in results.values()
            if result.task.scope == item.id and not result.failed and (result.calculations or result.quoted)
        }
        missing: tuple[Aspect, ...] = tuple(aspect for aspect in item.aspects if aspect not in answered)
        items.append(Covered(item.id, len(item.aspects), len(item.aspects) - len(missing), missing))
    asked = sum(item.asked for item in items)
    return (sum(item.answered for item in items) / asked if asked else 1.0), tuple(items)
