"""A shift of level is told with the level that the values really have, and a steep slump is none."""

from __future__ import annotations

import math
import random
from datetime import date, timedelta
from statistics import mean, median

from indagate.flows.report.methods import calculate
from indagate.tools.tables.table import Rows


def monthly(values: list[float]) -> Rows:
    rows = tuple((f"{2000 + place // 12}-{place % 12 + 1:02}-01", value) for place, value in enumerate(values))
    return Rows(("x", "y"), rows)


def test_the_levels_of_a_shift_are_the_medians_of_what_lies_between_shifts() -> None:
    """Whatever was taken for a shift on the way and dropped again."""
    chance = random.Random(5)
    values = [100 + chance.gauss(0, 2) + (15 if place >= 40 else 0) - (8 if 70 <= place < 84 else 0)
              for place in range(120)]  # fmt: skip
    found = calculate("changes", monthly(values), {})
    places = [round(float(found.labels[f"at{k}"][:4]) - 2000) * 12 + int(found.labels[f"at{k}"][5:7]) - 1
              for k in range(1, int(found.numbers["count"]) + 1)]  # fmt: skip
    assert places
    edges = [0, *places, len(values)]
    for k in range(1, len(places) + 1):
        before, after = values[edges[k - 1] : edges[k]], values[edges[k] : edges[k + 1]]
        assert abs(found.numbers[f"before{k}"] - median(before)) < 1e-6
        assert abs(found.numbers[f"after{k}"] - median(after)) < 1e-6


def test_a_steep_slump_and_its_recovery_are_no_shift_of_level() -> None:
    """It goes down over a year and a half and comes back over years, without a jump."""
    chance = random.Random(3)
    down = [6000 - 30 * place for place in range(18)]
    up = [5460 + 5 * place for place in range(72)]
    values = [5900 + 5.0 * place + chance.gauss(0, 4) for place in range(20)]
    values += [value + chance.gauss(0, 4) for value in (*down, *up)]
    assert calculate("changes", monthly(values), {}).numbers["count"] == 0


def test_a_shift_that_is_taken_back_is_told_until_when_it_held() -> None:
    """The first one lasts until the month before the level jumps back; the second one goes on."""
    chance = random.Random(4)
    values = [100 + chance.gauss(0, 2) + (6 if 40 <= place < 90 else 0) for place in range(200)]
    found = calculate("changes", monthly(values), {})
    assert found.numbers["count"] == 2
    assert (found.labels["at1"], found.labels["until1"]) == ("2003-05-01", "2007-06-01")
    assert "until2" not in found.labels


def weekly(absent: range) -> Rows:
    """Return weeks of nine years that rise by a unit a year beside a wide season; some are absent."""
    first = date(2000, 4, 1)
    rows: list[tuple[str, float]] = []
    for place in range(470):
        day = first + timedelta(weeks=place)
        if place not in absent:
            years = place * 7 / 365.25
            rows.append((day.isoformat(), 100 + years + 8 * math.sin(2 * math.pi * years)))
    return Rows(("x", "y"), tuple(rows))


def test_the_beginning_of_a_series_is_its_first_year_by_the_calendar() -> None:
    """Of 52 weeks without gaps; where weeks are absent, the first calendar year with most of them, not 52 values."""
    whole = calculate("level", weekly(range(0)), {}).numbers
    assert "early_year" not in whole
    assert abs(whole["early"] - 100.5) < 0.2
    gaps = calculate("level", weekly(range(10, 35)), {}).numbers
    assert (gaps["early_year"], gaps["late_year"]) == (2001, 2008)
    assert abs(gaps["early"] - 101.25) < 0.2
    assert abs(gaps["change"] - 7) < 0.2
    assert abs(gaps["yearly"] - 1) < 0.05


def test_where_no_year_is_whole_a_beginning_has_only_what_lies_within_it() -> None:
    """Ten of thirteen weeks are there: the first 52 weeks have 40 values, and no week of the second year is in them."""
    chance = random.Random(6)
    rows = tuple(
        (str(day), float(value or 0) + chance.gauss(0, 4))
        for place, (day, value) in enumerate(weekly(range(0)).rows)
        if place % 13 not in (2, 5, 8)
    )
    numbers = calculate("level", Rows(("x", "y"), rows), {}).numbers
    assert "early_year" not in numbers
    assert numbers["window"] == 52
    assert abs(numbers["early"] - mean([value for day, value in rows if day < "2001-03-31"])) < 1e-9
    assert abs(numbers["late"] - mean([value for day, value in rows if day > "2008-03-29"])) < 1e-9
