"""Numbers and dates are written as the language does."""

from __future__ import annotations

import datetime
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.flows.report.figures.numeral import (
    choose_scaling,
    needed_digits,
    separators,
    with_unit,
    write_date,
    write_number,
)


@pytest.mark.parametrize(
    ("value", "language", "digits", "text"),
    [
        (1234567.891, "en", 2, "1,234,567.89"),
        (1234567.891, "ru", 2, "1\u202f234\u202f567,89"),
        (1234567.891, "de", 1, "1.234.567,9"),
        (-0.5, "ru", 1, "\u22120,5"),
        (-0.001, "en", 1, "0.0"),
        (0.0, "en", None, "0"),
        (12.0, "en", None, "12"),
        (0.0123, "en", None, "0.0123"),
        (float("nan"), "en", None, "–"),
    ],
)
def test_numbers_have_the_separators_of_their_language(
    value: float, language: str, digits: int | None, text: str
) -> None:
    """Russian has narrow spaces and a comma, and nothing is ever minus zero."""
    assert write_number(value, language, digits) == text


@given(st.floats(-1e12, 1e12), st.sampled_from(["en", "ru", "de", "zh"]), st.integers(0, 6))
def test_a_written_number_can_be_read_back(value: float, language: str, digits: int) -> None:
    """What is written is the number, rounded to its digits, in every language."""
    point, comma = separators(language)
    text = write_number(value, language, digits)
    if "10^" in text:
        return
    back = float(text.replace(comma, "").replace(point, ".").replace("\u2212", "-"))
    assert math.isclose(back, round(value, digits), abs_tol=10**-digits)


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=9))
def test_digits_are_few(values: list[float]) -> None:
    """Never more than six decimals, none for whole numbers."""
    assert 0 <= needed_digits(tuple(values)) <= 6
    assert needed_digits(tuple(float(round(value)) for value in values)) == 0


def test_large_numbers_are_scaled_with_a_word() -> None:
    """Millions are said in the language's words; small numbers stay as they are."""
    assert choose_scaling([3.2e6, 9e6], "en").word == "million"
    assert choose_scaling([3.2e9], "ru").unit("чел.", "ru") == "млрд чел."
    assert choose_scaling([3.2e8], "zh").unit("元", "zh") == "亿元"
    assert choose_scaling([15_000.0], "en").word == ""
    assert choose_scaling([], "en").factor == 1


def test_units_stand_where_the_language_puts_them() -> None:
    """A percent sign is tight in English and spaced in Russian; a dollar goes before."""
    assert with_unit("12", "%", "en") == "12%"
    assert with_unit("12", "%", "ru") == "12\u00a0%"
    assert with_unit("\u22125", "$", "en") == "\u2212$5"
    assert with_unit("5", "kg", "en") == "5\u00a0kg"


def test_dates_are_worded() -> None:
    """A day is written in the language's order."""
    day = datetime.date(2024, 3, 5)
    assert write_date(day, "en") == "5 Mar 2024"
    assert write_date(day, "ru") == "5 мар 2024"
    assert write_date(day, "zh") == "2024年3月5日"
    assert write_date(day, "en", month_only=True) == "Mar 2024"
