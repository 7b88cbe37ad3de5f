"""Which figures a report shows: those of the heaviest findings, of different kinds, titled and marked by them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from indagate.flows.report.figures.spec import FigureSpec, Mark
from indagate.flows.report.files import Finding, Label, Language, Result, SeriesFile
from indagate.flows.report.speech import day
from indagate.flows.report.times import grid_of

SAME = 0.6
"""By what a figure's weight is multiplied for each of its kind and measure that is shown already."""
KIND = 0.85
"""The same for each of its kind."""
TOPIC = 0.8
"""The same for each of its topic: none is to be without a figure because another has much to show."""
MARKS = 3
"""Events that are marked in a figure at most, and points."""
TITLE = 150
"""Signs of a title at most."""
FEW = 5
"""Values of a series from which on equal steps are no chance."""
_CLAUSE = re.compile(r"(?:[,;:]| —| –| \()(?= ?\S)")
"""Where a sentence may end as a title: before a comma, a dash or a bracket that something follows."""


def gallery(
    results: Sequence[Result], findings: Sequence[Finding], sayings: Mapping[str, str], language: Language, most: int,
    first: Sequence[str] = (),
) -> tuple[FigureSpec, ...]:  # fmt: skip
    """Return at most so many figures of the findings that stand; `sayings` are what findings come to, by their ids.

    `first` names the findings that the report tells first: theirs are shown whatever they weigh.
    """
    marked = [
        replace(result, findings=tuple(one for one in findings if one.task == result.task.id)) for result in results
    ]
    drawn = list(finished(marked, {name: _headed(text) for name, text in sayings.items()}, language))
    told = [one.figure for name in first for one in findings if one.id == name]
    kept = [chart for name in dict.fromkeys(told) for chart in drawn if chart.id == name][:most]
    drawn = [chart for chart in drawn if chart not in kept]
    while drawn and len(kept) < most:
        chosen = max(drawn, key=lambda chart: _worth(chart, kept, findings))
        drawn.remove(chosen)
        alone = all(_topic(one.id, findings) != _topic(chosen.id, findings) for one in kept)
        if len(kept) < 2 or alone or not _plain(chosen.id, findings):
            kept.append(chosen)
    return tuple(kept)


def _worth(chart: FigureSpec, kept: Sequence[FigureSpec], findings: Sequence[Finding]) -> float:
    """Return the weight of a figure beside those that are kept: the more alike they are, the less."""
    alike = sum(_likeness(one) == _likeness(chart) for one in kept)
    kind = sum(one.kind == chart.kind for one in kept)
    topic = sum(_topic(one.id, findings) == _topic(chart.id, findings) for one in kept)
    return weight_of(chart.id, findings) * SAME**alike * KIND**kind * TOPIC**topic


def _topic(figure: str, findings: Sequence[Finding]) -> str:
    """Return the topic that a figure belongs to: that of the first finding that it shows."""
    return next((one.scope for one in findings if one.figure == figure), "")


def _likeness(chart: FigureSpec) -> tuple[str, str, bool]:
    """Return what figures that show much the same have in common."""
    return chart.kind, chart.y.label.partition(", ")[0], len(chart.series) > 1


def _plain(figure: str, findings: Sequence[Finding]) -> bool:
    """Whether a figure only shows from where to where a series went: a sentence tells that as well."""
    return all(one.kind == "level" for one in findings if one.figure == figure and one.stands)


def _headed(text: str) -> str:
    """Return a sentence as a figure's title: its first clause, without the full stop."""
    first = re.split(r"\. |; ", text)[0].rstrip(".")
    first += ")" * (first.count("(") - first.count(")"))
    if len(first) <= TITLE:
        return first
    ends = [found.start() for found in _CLAUSE.finditer(first, TITLE // 3, TITLE + 1)]
    ends = [end for end in ends if first.count("(", 0, end) == first.count(")", 0, end)]
    return first[: ends[-1]] if ends else f"{first[: TITLE - 3].rsplit(' ', 1)[0]}…"


def finished(results: Sequence[Result], sayings: Mapping[str, str], language: Language) -> tuple[FigureSpec, ...]:
    """Return the figures that standing findings refer to, titled by the heaviest, with events and points marked."""
    by_figure: dict[str, list[Finding]] = {}
    for result in results:
        for finding in result.findings:
            if finding.stands and finding.figure:
                by_figure.setdefault(finding.figure, []).append(finding)
    files = {file.id: file for result in results for file in result.series}
    steps = {name: _step(file) for name, file in files.items()}
    known = periods(results, language)
    relative = {done.id for result in results for done in result.calculations if Label("by", "percent") in done.labels}
    drawn = []
    seen: set[str] = set()
    for result in results:
        for draft in result.charts:
            found = sorted(by_figure.get(draft.id, ()), key=lambda one: -one.weight)
            if not found or draft.id in seen or (draft.id in files and _counts(files[draft.id])):
                continue
            seen.add(draft.id)
            title = sayings.get(found[0].id) or draft.title
            marks = _few([mark for one in found for mark in _marks(one, steps.get(draft.id, ""), language)])
            # on a logarithmic axis equal percentages are equally high
            log = any(one.kind == "volatility_regime" and one.calculation in relative for one in found)
            axis = replace(draft.y, log=True) if log else draft.y
            subtitle = draft.subtitle or f"{draft.title}{', ' + draft.y.unit if draft.y.unit else ''}"
            period = known.get(found[0].table, "")
            source = f"{draft.source}, {period}" if draft.source and period else draft.source
            drawn.append(replace(draft, title=title, subtitle=subtitle, y=axis, marks=marks, source=source))
    return tuple(drawn)


def _few(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return the first marks of each kind: more would hide what they point out."""
    return tuple(mark for kind in ("event", "point") for mark in [one for one in marks if one.kind == kind][:MARKS])


def weight_of(figure: str, findings: Sequence[Finding]) -> float:
    """Return the weight of the heaviest standing finding that a figure shows."""
    return max((one.weight for one in findings if one.figure == figure and one.stands), default=0.0)


def _counts(file: SeriesFile) -> bool:
    """Whether a series only counts: equal steps all along, as the number of a row or a year has, or none."""
    known = [y for y in file.y if y is not None]
    if len(known) < FEW or len(known) < len(file.y):
        return False
    steps = [b - a for a, b in pairwise(known)]
    return max(steps) - min(steps) <= 1e-9 * max(1.0, *map(abs, known))


def _step(file: SeriesFile) -> str:
    """Return how exactly a series' times are told; of an irregular one, by whether all are firsts of a month."""
    grid = grid_of([x if isinstance(x, int) else str(x) for x in file.x if x is not None])
    if grid.step in ("month", "quarter", "year"):
        return grid.step
    return "month" if not grid.step and all(time.endswith("-01") for time in grid.times) else "day"


def periods(results: Sequence[Result], language: Language) -> dict[str, str]:
    """Return of each table the time that its rows are from, as the overview counted it."""
    told: dict[str, str] = {}
    for result in results:
        counted = {one.id: one for one in result.calculations}
        for finding in result.findings:
            if finding.kind != "summary" or finding.calculation not in counted:
                continue
            labels = {one.name: one.text for one in counted[finding.calculation].labels}
            numbers = {one.name: one.value for one in counted[finding.calculation].numbers}
            ends: tuple[str, str] | None = None
            if {"first", "last"} <= set(labels):
                both = labels["first"], labels["last"]
                firsts = [all(one.endswith(end) for one in both) for end in ("-01-01", "-01")]
                plain = "year" if firsts[0] else "month" if firsts[1] else "day"
                grain = "quarter" if labels.get("step") == "quarter" else plain
                ends = day(labels["first"], language, grain), day(labels["last"], language, grain)
            elif {"first", "last"} <= set(numbers):
                ends = f"{numbers['first']:.0f}", f"{numbers['last']:.0f}"
            if ends is not None:
                told.setdefault(finding.table, " – ".join(dict.fromkeys(ends)))
    return told


def _marks(finding: Finding, step: str, language: Language) -> list[Mark]:
    """Return what a finding points out in its figure: when, and in two words what began then."""
    at = day(finding.at, language, step or "day")
    up = finding.direction == "up"
    match finding.kind, language:
        case "regime_change", "ru":
            what = "уровень выше" if up else "уровень ниже"
        case "regime_change", _:
            what = "higher level" if up else "lower level"
        case "volatility_regime", "ru":
            what = "колебания сильнее" if up else "колебания слабее"
        case "volatility_regime", _:
            what = "wider swings" if up else "smaller swings"
        case "anomaly", _:
            return [Mark("point", at, x=finding.at, y=finding.value)]
        case _:
            return []
    return [Mark("event", f"{at}: {what}", x=finding.at)]
