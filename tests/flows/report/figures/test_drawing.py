"""Figures are drawn whole: no text over another or outside, no markup from data, the same in both renderings."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from lxml import etree

from flows.report.figures import samples
from indagate.flows.report.figures import Axis, FigureSpec, Mark, Series
from indagate.flows.report.figures.canvas import spread_labels
from indagate.flows.report.figures.lettering import text_width
from indagate.flows.report.figures.markup import figure_markup, json_island
from indagate.flows.report.figures.moving import moving_figure
from indagate.flows.report.figures.plan import plan_figure
from indagate.flows.report.figures.still import PHONE, WIDE, draw_svg

FIGURES = samples.every_figure()
HOSTILE = '<script>alert("x")</script> & </svg>'


def texts(svg: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return each text of a picture with the box it takes."""
    found = []
    for node in etree.fromstring(svg.encode()).iter("{*}text"):
        words = node.text or ""
        size = 11.0 if "nm" in (node.get("class") or "") else 12.0
        width = text_width(words, size) / 1.05
        left = float(node.get("x", 0)) - {"middle": width / 2, "end": width}.get(node.get("text-anchor", ""), 0.0)
        base = float(node.get("y", 0))
        found.append((words, (left, base - size * 0.78, left + width, base + size * 0.2)))
    return found


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
@pytest.mark.parametrize("width", [WIDE, PHONE])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_text_lies_over_another_or_outside(figure: FigureSpec, width: int, language: str) -> None:
    """On a wide page and on a phone, each label has its own place within the picture."""
    svg = draw_svg(plan_figure(figure, language), width)
    height = float(etree.fromstring(svg.encode()).get("height"))
    placed = texts(svg)
    assert placed
    for words, (left, top, right, bottom) in placed:
        assert left >= -2, words
        assert right <= width + 2, words
        assert top >= -2, words
        assert bottom <= height + 2, words
    for at, (words, one) in enumerate(placed):
        for others, other in placed[at + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 1 or down <= 1, f"{words!r} over {others!r}"


@pytest.mark.parametrize("count", [2, 5, 8, 12])
def test_twelve_lines_are_named_without_overlap(count: int) -> None:
    """The names at the lines' ends are moved apart."""
    placed = texts(draw_svg(plan_figure(samples.lines(count)), WIDE))
    names = [box for words, box in placed if re.match(r".* \d+$", words) and box[0] > 400]
    assert len(names) >= count
    tops = sorted(box[1] for box in names)
    assert all(b - a >= 12 for a, b in itertools.pairwise(tops))


def test_labels_are_spread_about_their_places() -> None:
    """Crowded labels make room for each other on both sides and stay between the ends."""
    moved = spread_labels([50.0, 51.0, 52.0, 200.0], [16.0] * 4, 0.0, 300.0)
    assert moved[3] == 200.0
    assert moved[0] < 50 < moved[2]
    assert moved[1] - moved[0] == moved[2] - moved[1] == 16.0
    assert spread_labels([299.0, 299.0], [16.0, 16.0], 0.0, 300.0) == [276.0, 292.0]


def test_a_gap_breaks_the_line() -> None:
    """A missing value is drawn as nothing: neither a zero nor a bridge."""
    plan = plan_figure(samples.gaps())
    assert draw_svg(plan).count('class="ln') == 2
    trace = moving_figure(plan)["data"][0]
    assert None in trace["y"]
    assert trace["connectgaps"] is False


def test_hostile_names_are_words() -> None:
    """Whatever a column is called, it is shown and never acts."""
    figure = FigureSpec(
        "h", "line", HOSTILE, HOSTILE, Axis(HOSTILE, HOSTILE, "date"), Axis(HOSTILE, HOSTILE),
        (Series(HOSTILE, ("2020", "2021"), (1.0, 2.0)), Series("b", ("2020", "2021"), (1.0, 3.0))),
        (Mark("event", HOSTILE, "2020-06"),), HOSTILE, HOSTILE, (HOSTILE,),
    )  # fmt: skip
    for kind in ("line", "bar", "scatter"):
        xs = {"line": ("2020", "2021"), "bar": (HOSTILE, "b"), "scatter": (1.0, 2.0)}[kind]
        axis = replace(figure.x, kind={"line": "date", "bar": "category", "scatter": "number"}[kind])
        series = tuple(replace(one, x=xs) for one in figure.series)
        made = replace(figure, kind=kind, x=axis, series=series, marks=figure.marks if kind == "line" else ())
        for framed in (False, True):
            page = str(figure_markup(plan_figure(made), 1, framed=framed))
            assert "<script>alert" not in page
            assert page.count("<script") == 1
            assert "alert(&#34;x&#34;)" in page or "alert(&quot;x&quot;)" in page
    etree.fromstring(draw_svg(plan_figure(figure)).encode())
    shown = json.dumps(moving_figure(plan_figure(figure)))
    assert "<script>" not in shown


def test_json_cannot_leave_its_element() -> None:
    """An island of data holds no tag that a browser would close it by."""
    island = json_island({"a": "</script><!--"})
    assert "<" not in island
    assert json.loads(island) == {"a": "</script><!--"}


def coloured(value: Any) -> Any:
    """Return a moving figure with any colour in place of the page's."""
    if isinstance(value, dict):
        return {key: coloured(one) for key, one in value.items()}
    if isinstance(value, list):
        return [coloured(one) for one in value]
    if isinstance(value, str) and value == "@figure-font":
        return "Arial"
    return "#123456" if isinstance(value, str) and value.startswith("@") else value


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_plotly_takes_each_moving_figure(figure: FigureSpec) -> None:
    """Every option that we set is one that Plotly knows, on both widths."""
    import plotly.graph_objects as go

    for width in (WIDE, PHONE):
        made = moving_figure(plan_figure(figure, "ru"), width)
        go.Figure(coloured({"data": made["data"], "layout": made["layout"]}))
        assert made["layout"]["height"] > 60


def test_the_moving_figure_shows_the_same_values() -> None:
    """Bars in the browser have the values and the order of those in print."""
    trace = moving_figure(plan_figure(samples.bars(8)))["data"][0]
    assert sorted(trace["x"], reverse=True) == trace["x"]
    heat = moving_figure(plan_figure(samples.heatmap()))["data"][0]
    assert heat["z"][0][0] == 1.0
    assert heat["z"][0][3] is None


def test_crowded_points_are_named_only_where_there_is_room() -> None:
    """Neighbouring points keep their dots; a name that would cover another, or a dot, is left out in both pictures."""
    marks = tuple(Mark("point", f"Year {year} was odd", f"{year}", y=100.0 + year % 3) for year in range(2000, 2010))
    years = tuple(str(year) for year in range(1980, 2012))
    figure = FigureSpec(
        "odd", "line", "Ten odd years", x=Axis(kind="date"), y=Axis("Sales"),
        series=(Series("s", years, tuple(float(at) * 3 for at in range(32))),), marks=marks,
    )  # fmt: skip
    plan = plan_figure(figure)
    svg = draw_svg(plan)
    named = [box for words, box in texts(svg) if words.endswith("was odd")]
    assert svg.count('class="pt"') == 10
    assert 2 <= len(named) < 10
    for at, one in enumerate(named):
        for other in named[at + 1 :]:
            assert (
                min(one[2], other[2]) - max(one[0], other[0]) <= 1 or min(one[3], other[3]) - max(one[1], other[1]) <= 1
            )
    layout = moving_figure(plan)["layout"]
    assert [shape["type"] for shape in layout["shapes"]].count("circle") == 10
    assert len([note for note in layout["annotations"] if note["text"].endswith("was odd")]) == len(named)


def test_no_line_of_an_event_goes_through_a_label_of_another() -> None:
    """Labels stand beside their lines, each line ends at its own label, and none crosses one on its way up."""
    for width in (720, 344):
        for first in range(1981, 2009):
            marks = tuple(Mark("event", f"June {first + at}: lower level", f"{first + at}") for at in (0, 1, 3))
            years = tuple(str(year) for year in range(1980, 2012))
            series = (Series("s", years, tuple(float(at) for at in range(32))),)
            figure = FigureSpec(
                "odd", "line", "Events", x=Axis(kind="date"), y=Axis("Sales"), series=series, marks=marks
            )
            svg = draw_svg(plan_figure(figure), width)
            labels = [box for words, box in texts(svg) if words.startswith("June")]
            lines = re.findall(r'<line class="ev" x1="([\d.]+)" y1="([\d.]+)" x2="[\d.]+" y2="([\d.]+)"', svg)
            assert len(labels) == len(lines) == 3
            for x, top, bottom in (map(float, one) for one in lines):
                crossed = [box for box in labels if box[0] < x < box[2] and top < box[3] and box[1] < bottom]
                assert crossed == [], (width, first)


def test_ticks_stand_at_the_years_that_have_values() -> None:
    """A census each fifth year is not marked between two of its years."""
    years = tuple(str(year) for year in range(1952, 2008, 5))
    figure = FigureSpec(
        "five", "line", "Each fifth year", x=Axis(kind="date"), y=Axis("Sales"),
        series=(Series("s", years, tuple(float(at) for at in range(12))),),
    )  # fmt: skip
    for width in (720, 344):
        shown = [words for words, _ in texts(draw_svg(plan_figure(figure), width)) if re.fullmatch(r"\d{4}", words)]
        assert shown
        assert set(shown) <= set(years)
        assert shown[-1] == "2007"


def test_long_names_of_bars_are_shown_whole_on_a_phone() -> None:
    """In two lines, one over the other, in both pictures; names that are too long even so are cut apart."""
    names = (
        "goods of long duration",
        "goods of short duration",
        "education and health care",
        "leisure",
        "trade",
        "mining",
    )
    values = tuple(float(at) for at in range(6, 0, -1))
    figure = FigureSpec("names", "bar", "t", "", Axis("", "", "category"), Axis("s"), (Series("s", names, values),))
    plan = plan_figure(figure)
    shown = " ".join(words for words, _ in texts(draw_svg(plan, PHONE)))
    assert all(name in shown for name in names)
    assert "…" not in shown
    ticks = moving_figure(plan, PHONE)["layout"]["yaxis"]["ticktext"]
    assert sorted(tick.replace("<br>", " ") for tick in ticks) == sorted(names)
