"""Drafts of figures show what a finding says, and tell what they leave out."""

from __future__ import annotations

import math

from indagate.flows.report import figuring
from indagate.flows.report.files import SeriesFile
from indagate.flows.report.layout import Layout, Measure
from indagate.tools.tables.table import Rows

SALES = Measure("sales", "sales", "EUR", "Sales", additive=True, stock=False)
HEAT = Measure("heat", "heat", "°C", "Heat", additive=False, stock=False, scale="interval")
PEOPLE = Measure("people", "people", "", "People", additive=True, stock=True)


def look(rows: int = 40, time: str = "") -> Layout:
    return Layout("shops", "shops", "shops.csv", rows, '"shops"', (SALES,), time=time)


def grown(count: int) -> Rows:
    rows = [(f"shop {at:02}", 100.0, 100.0 + at, "2020", "2024") for at in range(count)]
    return Rows(("name", "one", "other", "since", "until"), (*rows, ("late", 1.0, 900.0, "2023", "2024")))


def series(*values: float | None) -> SeriesFile:
    times = tuple(f"202{at}-01-01" for at in range(len(values)))
    return SeriesFile("s", "sales, north", "EUR", times, values, "q1")


def test_growth_of_many_groups_is_bars_of_both_ends() -> None:
    """Those that grew most and least are shown, it is said of how many, and who came late is not compared."""
    figure = figuring.growth("g", grown(40), SALES, "shop", look(), "en")
    names = figure.series[0].x
    assert figure.kind == "bar"
    assert figure.y.unit == "%"
    assert (names[0], names[-1]) == ("shop 39", "shop 00")
    assert "late" not in names
    assert figure.notes == ("Of 40, the 7 that grew most and the 7 that grew least.",)


def test_degrees_grow_by_degrees() -> None:
    """A measure without a true zero is never told in percent: its growth is a difference in its own unit."""
    figure = figuring.growth("g", grown(3), HEAT, "station", look(), "ru")
    assert figure.y.unit == "°C"
    assert figure.series[0].y == (2.0, 1.0, 0.0)
    lines = figuring.lines("l", [series(20.0, 30.0)], HEAT, "station", look(), "en")
    assert lines.series[0].file == "s.json"


def test_lines_of_groups_begin_together() -> None:
    """Each group is drawn as a percentage of its first value, a gap stays a gap; what is negative stays as it is."""
    figure = figuring.lines("l", [series(None, 50.0, None, 75.0)], SALES, "region", look(), "en")
    assert figure.series[0].y == (None, 100.0, None, 150.0)
    assert figure.series[0].name == "north"
    assert "first value" in figure.subtitle
    assert figuring.lines("l", [series(-1.0, 2.0)], SALES, "region", look(), "en").series[0].file == "s.json"


def test_a_histogram_counts_every_value_and_tells_of_a_sample() -> None:
    """All rows are in a bin, none is left out to save room; what was drawn by lot is said."""
    rows = Rows(("value",), tuple((float(at * at % 997),) for at in range(20_000)))
    whole = figuring.spread_figure("h", rows, SALES, look(20_000), "en")
    assert math.fsum(y or 0 for y in whole.series[0].y) == 20_000
    assert not whole.notes
    part = figuring.spread_figure("h", rows, SALES, look(5_000_000), "en")
    assert part.notes == ("20,000 of 5,000,000 points are drawn, evenly picked.",)


def test_what_bars_and_clouds_leave_out_is_said() -> None:
    """Bars beyond the fifteenth and points beyond some hundreds are not drawn, and a note says how many there are."""
    rows = Rows(("name", "value"), tuple((f"shop {at}", 90.0 - at) for at in range(40)))
    assert figuring.bars("b", rows, SALES, "shop", look(), "en").notes == ("The 15 largest of 40.",)
    pairs = Rows(("one", "other"), tuple((float(at), float(at % 77)) for at in range(6000)))
    cloud = figuring.scatter("s", pairs, SALES, HEAT, "shops.csv", (0, 1), "ru")
    assert len(cloud.series[0].x) == 1500
    assert "6\u202f000" in cloud.notes[0]


def test_a_bar_says_what_it_stands_for() -> None:
    """Sums, means and latest values are told apart in the line under the title."""
    rows = Rows(("name", "value"), (("a", 2.0), ("b", 1.0)))
    assert figuring.bars("b", rows, SALES, "shop", look(), "en").subtitle == "sales, sum by shop"
    assert figuring.bars("b", rows, HEAT, "shop", look(), "en").subtitle == "heat, mean by shop"
    assert figuring.bars("b", rows, PEOPLE, "shop", look(time="day"), "en").subtitle == "people, latest value by shop"


def test_a_measure_of_few_values_groups_the_other_one() -> None:
    """Four, six and eight cylinders are no cloud of points: each gets a box of the other measure, smallest first."""
    cylinders = Measure("cylinders", "cylinders", "", "Cylinders", additive=False, stock=False)
    rows = Rows(("one", "other"), tuple((float(4 + 2 * (at % 3)), float(at)) for at in range(60)))
    figure = figuring.scatter("s", rows, cylinders, SALES, "cars.csv", (0, 1), "en")
    assert (figure.kind, figure.subtitle) == ("box", "sales by cylinders")
    assert [one.name for one in figure.series] == [f"{kind} (n\u00a0=\u00a020)" for kind in ("4", "6", "8")]
    assert figure.y.unit == "EUR"
    swapped = figuring.scatter("s", rows, SALES, cylinders, "cars.csv", (1, 0), "en")
    assert (swapped.kind, swapped.subtitle) == ("box", "sales by cylinders")
