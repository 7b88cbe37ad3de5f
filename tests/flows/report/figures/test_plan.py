"""A figure is made ready honestly: sorted, scaled, cut with a note, refused where it cannot be drawn."""

from __future__ import annotations

import datetime
import math
from dataclasses import replace

import pytest

from flows.report.figures.samples import CATEGORY, bars, gaps, long_line, scatter, treemap
from indagate.errors import InputError
from indagate.flows.report.figures import Axis, FigureSpec, Series
from indagate.flows.report.figures.plan import plan_figure
from indagate.flows.report.figures.summary import bin_values, box_of
from indagate.flows.report.figures.tile import tile


def test_bars_are_sorted_and_months_are_not() -> None:
    """The largest comes first, but January stays before February."""
    assert plan_figure(bars(5)).series[0].y == (17.0, 10.0, 5.0, 2.0, 1.0)
    months = FigureSpec("m", "bar", "t", x=CATEGORY, series=(Series("s", ("Jan", "Feb", "Mar"), (1.0, 9.0, 5.0)),))
    assert plan_figure(months).categories == ("Jan", "Feb", "Mar")


def test_what_is_left_out_is_said() -> None:
    """Forty bars are cut to the largest, 5,000 points are thinned, and gaps are named: each with a note."""
    assert "24 largest of 40" in " ".join(plan_figure(bars(40)).notes)
    assert "24 largest of 60" in " ".join(plan_figure(treemap()).notes)
    thinned = plan_figure(long_line(), "ru")
    assert "5\u202f000" in " ".join(thinned.notes)
    assert 999.0 in thinned.series[0].y
    assert None in thinned.series[0].y
    assert plan_figure(gaps()).notes == ("Gaps: no data.",)


@pytest.mark.parametrize(("language", "others"), [("en", "36 others"), ("ru", "остальные (36)")])
def test_the_shares_of_a_treemap_are_of_all_its_parts(language: str, others: str) -> None:
    """What is too small for a tile of its own is in one tile with the rest."""
    planned = plan_figure(treemap(), language)
    assert planned.categories[-1] == others
    assert len(planned.categories) == 25
    drawn, given = (sum(y or 0.0 for y in one.y) for one in (planned.series[0], treemap().series[0]))
    assert drawn * planned.y_scaling.factor == pytest.approx(given)


def test_a_zero_forbids_a_logarithmic_axis() -> None:
    """Nothing is dropped from the data to make a scale possible."""
    figure = scatter()
    zero = replace(figure, series=(*figure.series, Series("z", (0.0,), (50.0,))))
    assert plan_figure(figure).figure.x.log
    assert not plan_figure(zero).figure.x.log


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (FigureSpec("a", "line", "t", series=(Series("s", (1.0,), (None,)),)), "no value"),
        (FigureSpec("a", "line", "t"), "no value"),
        (FigureSpec("a", "line", "t", series=(Series("s", (1.0, 2.0), (1.0,)),)), "2 x and 1 y"),
        (FigureSpec("a", "line", "t", x=Axis(kind="date"), series=(Series("s", ("soon",), (1.0,)),)), "'soon'"),
        (FigureSpec("../a", "line", "t", series=(Series("s", (1.0,), (1.0,)),)), "cannot name a figure"),
        (FigureSpec("a" * 201, "line", "t", series=(Series("s", (1.0,), (1.0,)),)), "200 at most"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_reason(figure: FigureSpec, words: str) -> None:
    """A figure without a value, with broken columns or a name that is a path says so."""
    with pytest.raises(InputError) as caught:
        plan_figure(figure)
    assert words in f"{caught.value.message} {caught.value.hint}"


def test_a_box_is_the_one_that_statisticians_draw() -> None:
    """Quartiles, whiskers within one and a half heights, the rest beyond; also from five numbers."""
    box = box_of([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 100.0, None])
    assert box is not None
    assert (box.q1, box.median, box.q3, box.low, box.high, box.beyond) == (3.0, 5.0, 7.0, 1.0, 8.0, (100.0,))
    given = box_of([1.0, 2.0, 3.0, 4.0, 5.0, 99.0], ("low", "q1", "median", "q3", "high", "out"))
    assert given is not None
    assert (given.low, given.median, given.beyond) == (1.0, 3.0, (99.0,))
    assert box_of([None]) is None


def test_bins_hold_every_value_once() -> None:
    """A histogram's counts add up, whatever the values."""
    for values in (
        [1.0],
        [3.0, 3.0, 3.0],
        [float(at % 37) for at in range(900)],
        [math.exp(at / 30) for at in range(300)],
    ):
        edges, counts = bin_values(values)
        assert sum(counts) == len(values)
        assert len(edges) == len(counts) + 1
        assert edges[0] <= min(values)
        assert edges[-1] >= max(values)


def test_tiles_have_the_areas_of_their_sizes() -> None:
    """Rectangles are in proportion, inside, and none covers another."""
    sizes = [50.0, 30.0, 10.0, 5.0, 4.0, 1.0]
    places = tile(sizes, 600, 400)
    for size, (left, top, width, height) in zip(sizes, places, strict=True):
        assert math.isclose(width * height, size * 2400, rel_tol=1e-6)
        assert left >= -1e-6
        assert left + width <= 600 + 1e-6
        assert top + height <= 400 + 1e-6
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
            down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
            assert across < 1e-6 or down < 1e-6


def dated(*times: str) -> FigureSpec:
    ys = tuple(float(at) for at in range(len(times)))
    return FigureSpec("f", "line", "t", x=Axis("", "", "date"), series=(Series("s", times, ys),))


def test_a_line_breaks_where_rows_are_absent() -> None:
    """A year without a row is a gap, which is said; weekends, months of 28 days and irregular times are none."""
    years = plan_figure(dated(*(f"{year}-01-01" for year in range(1970, 1983) if year != 1981)))
    assert years.series[0].y.count(None) == 1
    assert "Gaps: no data." in years.notes
    days = [datetime.date(2024, 1, 1) + datetime.timedelta(at) for at in range(60)]
    for times in (
        [day.isoformat() for day in days if day.weekday() < 5],
        [f"{2020 + at // 12}-{at % 12 + 1:02}-01" for at in range(40)],
        ["2020-01-01", "2020-01-02", "2020-03-01", "2021-01-01", "2023-01-05"],
        ["1952", "1957", "1962", "1967", "1972"],
    ):
        assert None not in plan_figure(dated(*times)).series[0].y


def test_a_small_value_is_not_shown_as_nothing() -> None:
    """Beside 386 a bar of 0.004 says 0.004, and one of zero 0; so the reader sees which is which."""
    figure = FigureSpec("f", "bar", "t", x=CATEGORY, series=(Series("s", ("a", "b", "c"), (386.4, 0.004, 0.0)),))
    plan = plan_figure(figure)
    assert [plan.value_text(y) for y in plan.series[0].y if y is not None] == ["386.4", "0.004", "0.0"]


def test_a_line_that_ends_early_has_no_gap() -> None:
    """Values missing before the first and after the last known one are no break in the line, so none is named."""
    figure = dated("2020", "2021", "2022", "2023")
    ends = replace(figure, series=(replace(figure.series[0], y=(None, 1.0, 2.0, None)),))
    assert not plan_figure(ends).notes
