"""Where in its cycle a series is highest and lowest is said of each cycle only where each one agrees."""

from __future__ import annotations

import pytest

from indagate.flows.report.methods import calculate
from indagate.tools.tables.table import Rows

MONTHS = (1.0, 3.0, 8.0, 14.0, 20.0, 25.0, 30.0, 27.0, 20.0, 12.0, 6.0, 2.0)


def years(*changed: tuple[int, int, float], also: tuple[int, float] | None = None) -> Rows:
    """Return six years of months; of some years one month has another value, or in all years one."""
    values = {(year, month): MONTHS[month - 1] + 0.01 * year for year in range(6) for month in range(1, 13)}
    if also is not None:
        values |= {(year, also[0]): also[1] + 0.01 * year for year in range(6)}
    values |= {(year, month): value for year, month, value in changed}
    rows = tuple((f"{2010 + year}-{month:02}-01", value) for (year, month), value in sorted(values.items()))
    return Rows(("x", "y"), rows)


def test_a_peak_of_every_year_is_one_of_each_year() -> None:
    """July is highest and January lowest in all six years."""
    found = calculate("season", years(), {})
    assert found.numbers["each"] == 1.0
    assert (found.labels["high_at"][5:7], found.labels["low_at"][5:7]) == ("07", "01")


def test_one_year_that_peaks_elsewhere_makes_it_an_average() -> None:
    """In one year of six August was highest."""
    found = calculate("season", years((2, 8, 40.0)), {})
    assert found.numbers["each"] == 0.0
    assert found.labels["high_at"][5:7] == "07"


@pytest.mark.parametrize(("august", "both"), [(29.9, True), (28.0, False)])
def test_months_that_are_nearly_level_are_told_together(august: float, both: bool) -> None:
    """August is as high as July within a fiftieth of the range; below that it is not told beside it."""
    found = calculate("season", years(also=(8, august)), {})
    assert found.labels["high_at"][5:7] == "07"
    assert ("high_at2" in found.labels) is both
