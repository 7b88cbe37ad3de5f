"""The kind of figure follows from the kind of data."""

from __future__ import annotations

import pytest

from indagate.flows.report.figures.choose import Shape, choose_kind, needs_log


@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        (Shape("trend", dated=True, points=60), "line"),
        (Shape("trend", dated=True, points=2), "bar"),
        (Shape("comparison", points=8), "bar"),
        (Shape("comparison", points=12, series=9), "heatmap"),
        (Shape("comparison", dated=True, points=40, series=3), "line"),
        (Shape("composition", parts=4), "stacked"),
        (Shape("composition", parts=5), "stacked"),
        (Shape("composition", parts=6), "treemap"),
        (Shape("composition", parts=9, nested=True), "stacked"),
        (Shape("distribution", points=500), "histogram"),
        (Shape("distribution", points=500, groups=4), "box"),
        (Shape("relation", points=100), "scatter"),
        (Shape("table", series=10, points=10), "heatmap"),
    ],
)
def test_each_kind_of_data_has_its_figure(shape: Shape, kind: str) -> None:
    """Dates are lines, comparisons bars, compositions stacked or treemaps, distributions histograms or boxes."""
    assert choose_kind(shape) == kind


def test_a_scale_is_logarithmic_only_where_ranges_demand_it() -> None:
    """Incomes from 300 to 300,000 need it when most are small; temperatures, and anything with a zero, do not."""
    assert needs_log([300, 400, 500, 800, 1_000, 5_000, 300_000])
    assert not needs_log([12.0, 14.0, 18.0, 22.0, 25.0])
    assert not needs_log([0, 300, 400, 500, 800, 1_000, 300_000])
    assert not needs_log([-5, 1, 10, 1_000, 100_000])
    assert not needs_log([1, 200_000, 210_000, 250_000, 300_000, 320_000])
    assert not needs_log([None, 1, 1000])
