"""Axes begin and end where they should, and their ticks stand at round values that do not touch."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from indagate.flows.report.figures.lettering import shorten, shorten_apart, text_width, wrap
from indagate.flows.report.figures.moment import read_moment, write_iso
from indagate.flows.report.figures.scale import date_scale, number_scale
from indagate.flows.report.figures.thin import spread, thin

NUMBERS = st.lists(st.floats(-1e9, 1e9).map(lambda value: round(value, 4)), min_size=1, max_size=30)


@given(NUMBERS, st.booleans(), st.integers(3, 8))
def test_every_number_lies_on_its_axis(values: list[float], zero: bool, count: int) -> None:
    """All values are between the ends, ticks rise, and zero is there when asked for."""
    scale = number_scale(values, language="en", zero=zero, count=count)
    assert all(-1e-6 <= scale.place(value) <= 1 + 1e-6 for value in values)
    ticks = [at for at, _ in scale.ticks]
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= 4 * count
    assert len({text for _, text in scale.ticks}) == len(ticks)
    assert not zero or scale.low <= 0 <= scale.high


@given(st.lists(st.floats(1e-6, 1e12), min_size=2, max_size=30))
def test_a_logarithmic_axis_holds_all_that_is_positive(values: list[float]) -> None:
    """Powers of ten are its ticks, and every value lies on it."""
    scale = number_scale(values, language="en", log=True)
    assert scale.log
    assert all(-1e-6 <= scale.place(value) <= 1 + 1e-6 for value in values)


@given(
    st.integers(-4_000_000_000, 6_000_000_000), st.integers(0, 40_000_000_000), st.integers(120, 900),
    st.sampled_from(["en", "ru", "zh"]),
)  # fmt: skip
def test_dates_never_touch(start: int, length: int, width: int, language: str) -> None:
    """Whatever the span, an hour or a millennium, the labels fit into the axis' width."""
    scale = date_scale([float(start), float(start + length)], language=language, width=width, measure=text_width)
    assert len(scale.ticks) >= 2
    if len(scale.ticks) > 2:
        assert sum(text_width(text) for _, text in scale.ticks) <= width
    assert [at for at, _ in scale.ticks] == sorted(at for at, _ in scale.ticks)


def test_dates_are_read_in_the_forms_that_data_have() -> None:
    """Years, months, quarters, days and times are places on one axis; nonsense is none."""
    assert read_moment("1970-01-02") == 86400
    assert read_moment("1970-01-01T01:00") == 3600
    assert read_moment("2020-Q2") == read_moment("2020-04") == read_moment("2020-04-01")
    assert read_moment(2020) == read_moment("2020") == read_moment("2020-01-01")
    assert read_moment("2020-13") is read_moment("yesterday") is read_moment(None) is None
    assert write_iso(read_moment("2020-02-29") or 0) == "2020-02-29"


@given(st.text(max_size=80), st.integers(20, 400), st.integers(1, 3))
def test_wrapped_lines_fit(text: str, width: int, most: int) -> None:
    """No line is wider than asked for, nor are there more of them."""
    lines = wrap(text, width, 12, most)
    assert len(lines) <= most
    assert all(text_width(line) <= width for line in lines if len(line) > 1)
    assert text_width(shorten(text, width)) <= max(width, text_width("…"))


@given(st.lists(st.one_of(st.none(), st.floats(-1e6, 1e6)), min_size=1, max_size=4000))
def test_a_thinned_line_keeps_ends_extremes_and_gaps(values: list[float | None]) -> None:
    """What is drawn is shorter, and lies about neither the highest, the lowest, nor that something is missing."""
    kept = thin(values, 100)
    assert kept == sorted(set(kept))
    assert kept[0] == 0
    assert kept[-1] == len(values) - 1
    known = [value for value in values if value is not None]
    shown = [value for at in kept if (value := values[at]) is not None]
    if known:
        assert max(shown) == max(known)
        assert min(shown) == min(known)
    assert (None in values) == (None in [values[at] for at in kept])
    assert len(kept) <= max(len(values) if len(values) <= 100 else 0, 175)


def test_a_cloud_is_sampled_evenly() -> None:
    """Of a million points, as many as can be seen, from all over."""
    kept = spread(1_000_000, 1500)
    assert len(kept) == 1500
    assert math.isclose(kept[750], 500_000, rel_tol=0.01)


@given(st.lists(st.floats(-200, 200).map(lambda value: round(value, 2)), min_size=2, max_size=9), st.integers(3, 8))
def test_what_is_written_at_a_tick_is_its_value(values: list[float], count: int) -> None:
    """A tick at 117.5 is not called 118."""
    for at, text in number_scale(values, language="en", count=count).ticks:
        if "10^" not in text and abs(at) >= 1e-6:
            assert math.isclose(float(text.replace(",", "").replace("\u2212", "-")), at, rel_tol=1e-6, abs_tol=1e-8)


@given(st.integers(1, 10**6), st.integers(2, 9))
def test_what_is_counted_has_whole_ticks(most: int, count: int) -> None:
    """No tick of a histogram's counts stands between two whole numbers."""
    scale = number_scale([0.0, float(most)], language="en", zero=True, count=count, whole=True)
    assert all(tick == int(tick) for tick, _ in scale.ticks)
    assert len(scale.ticks) >= 2


def test_shortened_names_can_be_told_apart() -> None:
    """Names that begin alike are cut in their middle, others at their end; one that fits is left alone."""
    town = "North shop of the old town, number"
    names = [f"{town} 31", f"{town} 9", "Harbour, the long quay", "Inn"]
    short = shorten_apart(names, 90)
    assert len(set(short.values())) == 4
    assert short[names[0]].endswith("31")
    assert short[names[1]].endswith("9")
    assert short["Harbour, the long quay"].endswith("…")
    assert short["Inn"] == "Inn"
    assert all(text_width(text) <= 90 for text in short.values())


def test_a_logarithmic_scale_of_less_than_a_decade_has_ticks_enough() -> None:
    """From 55 to 132 not only 100 is named, from 16 to 40 not only 20."""
    for values, least in (([55.0, 132.0], 5), ([15.8, 39.8], 3)):
        assert len(number_scale(values, language="en", log=True).ticks) >= least
