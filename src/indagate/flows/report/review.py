"""Which findings stand, how much of the brief they cover, and what they are called in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from indagate.flows.report.analysis.measure import false_discovery
from indagate.flows.report.ask import Told
from indagate.flows.report.files import Aspect, Brief, Calculation, Covered, Finding, Language, Result
from indagate.flows.report.layout import Layout, Measure, layouts
from indagate.flows.report.naming import among, plural, weighted_by
from indagate.flows.report.text import Claim
from indagate.flows.report.wording import Mates, Subject, brief, tell
from indagate.tools.tables.table import Catalog

FALSE = 0.02
"""The share of findings that stand which may be false."""
OVER_TIME = ("trend", "regime_change", "volatility_regime", "anomaly", "seasonality", "cycle", "level", "months")
"""Findings on a series."""
CHANCE = 0.01
"""The probability by chance above which no finding stands, however few were tested."""


NAMED_TABLES = 12
"""Tables of which nothing is told that are named one by one."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a report has to tell: standing findings, the heaviest first, each in words.

    `claims` are whole sentences by the findings' ids, `briefs` short ones, `titles` what figures of them are called.
    """

    findings: tuple[Finding, ...]
    claims: Mapping[str, Claim]
    briefs: Mapping[str, Claim]
    titles: Mapping[str, str]
    names: Mapping[tuple[str, str], str]
    subjects: Mapping[tuple[str, str], Subject]

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


def found_in(results: Iterable[Result], data: Catalog, language: Language, query: str) -> Found:
    """Return what stands, in words; what has nothing to tell beside the rest is left out."""
    known = list(results)
    subjects = subjects_in(data, language, query)
    names = {where: one.title for where, one in subjects.items()}
    calculations = {one.id: one for result in known for one in result.calculations}
    standing_ = [one for one in standing(known) if one.stands]
    standing_.sort(key=lambda one: (-one.weight, one.id))
    mates = _mates(standing_, calculations)
    claims: dict[str, Claim] = {}
    briefs: dict[str, Claim] = {}
    titles: dict[str, str] = {}
    for one in standing_:
        subject = subjects.get((one.table, one.column)) or Subject(one.column.replace("_", " ") or one.table)
        partner = names.get((one.table, one.partner)) or next(
            (title for (_, heading), title in names.items() if heading == one.partner), one.partner
        )
        told = (one, calculations[one.calculation], subject, partner, mates[_series(one)], language)
        claim = tell(*told)
        if claim.text:
            short = brief(*told)
            titles[one.id], briefs[one.id] = short or (claim.text, claim)
            claims[one.id] = claim
    return Found(tuple(one for one in standing_ if one.id in claims), claims, briefs, titles, names, subjects)


def _series(finding: Finding) -> tuple[str, str, str]:
    return finding.table, finding.column, finding.group if finding.kind in OVER_TIME else ""


def _mates(
    findings: Iterable[Finding], calculations: Mapping[str, Calculation]
) -> Mapping[tuple[str, str, str], Mates]:
    """Return what stands on each series, and whether it was tested for a trend."""
    tested = {one.query for one in calculations.values() if one.method == "trend" and one.tail is not None}
    found: dict[tuple[str, str, str], Mates] = defaultdict(Mates)
    for one in findings:
        if one.kind in OVER_TIME:
            was = found[_series(one)]
            of_series = was.trend_tested or calculations[one.calculation].query in tested
            found[_series(one)] = Mates(was.kinds | {one.kind}, of_series)
    return found


def subjects_in(data: Catalog, language: Language, query: str) -> dict[tuple[str, str], Subject]:
    """Return what columns are called in texts, by file stem and heading, and what else is said with them."""
    found: dict[tuple[str, str], Subject] = {}
    for look in layouts(data, language, query):
        stem = look.file.rpartition("/")[2].rpartition(".")[0]
        for measure in look.measures:
            whole, united = _united(look, measure, language)
            averaged = bool(look.time) and look.panel is None and not look.one_row_a_time
            found[stem, measure.heading] = Subject(measure.title, measure.scale, whole, united, averaged)
        for group in look.groups:
            found.setdefault((stem, group.heading), Subject(group.title))
        found.setdefault((stem, look.time_heading), Subject(look.time_title))
    return found


def _united(look: Layout, measure: Measure, language: Language) -> tuple[str, str]:
    """Return how a measure's groups are united over time, and the rows of a group, in words; empty where none are."""
    ru = language == "ru"
    how = ("сумма" if ru else "total") if measure.additive else ("среднее" if ru else "average")
    weight = look.weight(measure)
    if measure.counted:
        return "", ""
    one_each = any(group.count == look.rows for group in look.groups) or (
        look.panel is not None and look.latest(measure)
    )
    whole = ""
    if look.panel is not None:
        title = look.panel.title
        whole = f"{how} {among(title, language)}" if ru else f"{how} of all {plural(title)}"
        if weight is not None and ru:
            whole = f"среднее, взвешенное {weighted_by(weight.title)}"
        elif weight is not None:
            whole += f", weighted by {weight.title}"
        elif not measure.additive:
            whole = f"простое {whole}" if ru else f"unweighted {whole}"
    return whole, "" if one_each else how


def coverage(brief: Brief, results: Mapping[str, Result], data: Catalog) -> tuple[float, tuple[Covered, ...]]:
    """Return which share of the topics' questions are answered: by calculations, or by what documents say.

    A side of a topic is answered when a task on it was done and calculated something, or found a quotation. A table
    from which nothing can be told is a question that is not answered.
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
    items += [Covered(name, 1, 0) for name in barren(data)]
    asked = sum(item.asked for item in items)
    return (sum(item.answered for item in items) / asked if asked else 1.0), tuple(items)


def barren(data: Catalog) -> tuple[str, ...]:
    """Return the tables of two rows and more from which nothing can be told: neither measured nor counted by group."""
    known = {look.table for look in layouts(data)}
    return tuple(table.name for table in data.tables if table.rows > 1 and table.name not in known)


def untold(data: Catalog, brief: Brief) -> tuple[str, ...]:
    """Return the remarks on tables of which the report tells nothing: barren ones, and those beyond its topics."""
    ru = brief.preferences.language == "ru"
    bare, told = barren(data), {name for item in brief.scope_items for name in item.tables}
    left = [table.name for table in data.tables if table.rows > 1 and table.name not in told and table.name not in bare]
    remarks = []
    if bare:
        names = ", ".join(bare[:NAMED_TABLES]) + (" …" if len(bare) > NAMED_TABLES else "")
        remarks.append(
            f"Из таблиц ничего не сказано, так как в них нечего ни измерить, ни сосчитать по группам: {names}."
            if ru
            else f"Nothing is told from these tables, as they hold nothing to measure or to count by group: {names}."
        )
    if left:
        names = ", ".join(left[:NAMED_TABLES]) + (" …" if len(left) > NAMED_TABLES else "")
        remarks.append(
            f"Таблиц больше, чем тем у отчёта; не рассмотрены: {names}."
            if ru
            else f"There are more tables than a report has topics; these were not looked into: {names}."
        )
    return tuple(remarks)
