"""The figures of a report are of different kinds, and say when and where their data are from."""

from __future__ import annotations

from dataclasses import replace

from indagate.flows.report.figures.spec import Axis, FigureSpec, Kind, Series
from indagate.flows.report.files import Calculation, Finding, FindingKind, Label, Result, SeriesFile, Task
from indagate.flows.report.gallery import gallery

TASK = Task("d1", "data", "s1", "series", "")


def draft(name: str, kind: Kind = "line", measure: str = "sales") -> FigureSpec:
    dated = Axis("", "", "date") if kind == "line" else Axis("shop", "", "category")
    return FigureSpec(name, kind, measure, "", dated, Axis(measure), (Series(name),), source="Source: shops.csv")


def finding(name: str, weight: float, figure: str, kind: FindingKind = "trend", **more: str) -> Finding:
    return Finding(name, kind, "d1", "s1", "shops", "sales", "c1", weight, figure=figure, **more)  # type: ignore[arg-type]


def result(charts: list[FigureSpec], findings: list[Finding], times: tuple[str, ...] = ()) -> Result:
    counted = Calculation("c1", "cells", "q1", (), (), (Label("first", "2020-01-01"), Label("last", "2024-12-31")))
    values = tuple(float(at * at % 7) for at in range(len(times)))
    files = tuple(SeriesFile(one.id, "sales", "", times, values, "q1") for one in charts)
    summary = finding("f0", 0.1, "", "summary")
    return Result(TASK, (), (counted,), (summary, *findings), files if times else (), tuple(charts))


def shown(one: Result, most: int, language: str = "en") -> list[FigureSpec]:
    sayings = {each.id: f"What {each.id} says. The evidence is moderate." for each in one.findings}
    return list(gallery([one], one.findings, sayings, "ru" if language == "ru" else "en", most))


def test_figures_of_other_kinds_come_before_more_of_the_same() -> None:
    """Beside a line of sales, a bar of somewhat less weight is told before a second and third line of sales."""
    charts = [draft("one"), draft("two"), draft("three"), draft("bar", "bar")]
    found = [finding(f"f{at}", 1.0 - at / 10, chart.id) for at, chart in enumerate(charts, 1)]
    assert [one.id for one in shown(result(charts, found), 3)] == ["one", "bar", "two"]


def test_a_line_that_only_went_from_here_to_there_is_no_figure_of_its_own() -> None:
    """Where others are shown, a figure that bears a plain description alone is left out."""
    charts = [draft("one"), draft("two", measure="costs"), draft("three", measure="staff")]
    found = [finding("f1", 0.9, "one"), finding("f2", 0.8, "two"), finding("f3", 0.9, "three", "level")]
    assert [one.id for one in shown(result(charts, found[:2] + found[2:]), 9)][:2] == ["one", "three"]
    found[2] = finding("f3", 0.1, "three", "level")
    assert [one.id for one in shown(result(charts, found), 9)] == ["one", "two"]


def test_each_topic_has_a_figure() -> None:
    """Beside many figures of one topic, the only one of another is shown, be it ever so plain."""
    charts = [draft(f"c{at}", measure=f"m{at}") for at in range(9)]
    found = [finding(f"f{at}", 0.9 - at / 100, f"c{at}") for at in range(8)]
    found.append(replace(finding("f8", 0.35, "c8", "level"), scope="s2"))
    assert "c8" in [one.id for one in shown(result(charts, found), 8)]


def test_titles_tell_the_finding_and_sources_the_time() -> None:
    """A title is the heaviest finding's first clause; beneath stand the file and from when its rows are."""
    figure = shown(result([draft("one")], [finding("f1", 0.9, "one")]), 1)[0]
    assert figure.title == "What f1 says"
    assert figure.source == "Source: shops.csv, 1 January 2020 – 31 December 2024"


def test_marks_say_what_began() -> None:
    """A dashed line has its date and two words; the first day of a month in daily data is that day, not the month."""
    days = tuple(f"2024-03-{day:02}" for day in range(1, 30))
    found = [
        finding("f1", 0.9, "one", "regime_change", at="2024-03-01", direction="up"),
        finding("f2", 0.8, "one", "volatility_regime", at="2024-03-09", direction="down"),
    ]
    daily = shown(result([draft("one")], found, days), 1)[0]
    assert [mark.label for mark in daily.marks] == ["1 March 2024: higher level", "9 March 2024: smaller swings"]
    months = tuple(f"2024-{month:02}-01" for month in range(1, 13))
    monthly = shown(result([draft("one")], found[:1], months), 1, "ru")[0]
    assert [mark.label for mark in monthly.marks] == ["март 2024: уровень выше"]


def test_swings_of_percentages_are_drawn_on_a_logarithmic_axis() -> None:
    """There equal percentages are equally high: what is told of them is what is to be seen."""
    calm = replace(finding("f1", 0.9, "one", "volatility_regime", at="2024-03-09", direction="down"), calculation="c2")
    one = result([draft("one")], [calm])
    done = Calculation("c2", "volatility", "q1", (), (), (Label("by", "percent"),))
    assert shown(replace(one, calculations=(*one.calculations, done)), 1)[0].y.log
    assert not shown(replace(one, calculations=(*one.calculations, replace(done, labels=()))), 1)[0].y.log


def test_a_series_that_only_counts_is_not_drawn() -> None:
    """The number of a row goes up by one each year: a figure of it shows nothing."""
    years = tuple(f"20{at:02}-01-01" for at in range(9))
    found = [finding("f1", 0.9, "one")]
    drawn = result([draft("one")], found, years)
    assert len(shown(drawn, 1)) == 1
    counter = replace(drawn, series=tuple(replace(file, y=tuple(map(float, range(9)))) for file in drawn.series))
    assert shown(counter, 1) == []


def test_a_long_title_ends_with_a_clause() -> None:
    """Of a sentence that is too long for a title whole clauses stay; no number or bracket is cut through."""
    head = "Output (sum over all sources, from 2001 to 2017): the first place is held by Fossil Fuels with 620,129"
    head = f"{head}, 278% above the second place"
    long = f"{head} (Renewables, which grew most of all in the same years)."
    one = result([draft("one")], [finding("f1", 0.9, "one")])
    assert gallery([one], one.findings, {"f1": long, "f0": ""}, "en", 1)[0].title == head


def test_what_is_told_first_has_its_figure() -> None:
    """The figure of the answer is shown first, be it plain and others heavier."""
    charts = [draft(f"c{at}", measure=f"m{at}") for at in range(5)]
    found = [finding(f"f{at}", 0.9, f"c{at}") for at in range(4)] + [finding("f4", 0.1, "c4", "level")]
    one = result(charts, found)
    names = [each.id for each in gallery([one], one.findings, {}, "en", 3, ("f4", "f2"))]
    assert names[:2] == ["c4", "c2"]
    assert len(names) == 3
