"""The calculator: exact, with units, percent and dates; it never runs anything and never hangs."""

from __future__ import annotations

import time
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.errors import IndagateError, InputError
from indagate.tools.calculator import calculator, evaluate
from indagate.tools.router import Router

TODAY = date(2026, 3, 1)
SAID = [
    ("0.1 + 0.2", "0.3"),
    ("1,234.5 * 2", "2469"),
    ("1 000 000 / 8".replace(" 000", "_000"), "125000"),
    ("2 + 3 * 4 ^ 2 ^ 0", "14"),
    ("-2^2", "-4"),
    ("7 mod 3", "1"),
    ("17 // 5", "3"),
    ("2 (3 + 4)", "14"),
    ("15% of 80", "12"),
    ("200 + 19%", "238"),
    ("200 - 5%", "190"),
    ("50% + 20%", "70%"),
    ("(150 - 120) / 120 in percent", "25%"),
    ("$12.50 * 3", "37.5 $"),
    ("12 EUR/kg * 3 kg", "36 EUR"),
    ("EUR 2,500 + EUR 100", "2600 EUR"),
    ("2 * USD 5.25 - USD 0.5", "10 USD"),
    ("$3.5 million - $500 thousand", "3000000 $"),
    ("2 billion / 4 million", "500"),
    ("3 Mio EUR + 2 dozen EUR", "3000024 EUR"),
    ("20 K + 1 K", "21 K"),
    ("5 miles in km", "8.04672 km"),
    ("5 in in cm", "12.7 cm"),
    ("212 °F in °C", "100 °C"),
    ("20 °C in K", "293.15 K"),
    ("5 °C + 3 K", "8 °C"),
    ("120 km / 1.5 h", "80 km/h"),
    ("36 km/h in m/s", "10 m/s"),
    ("100 km / 50 km/h", "2 h"),
    ("3 kW * 2 h in kWh", "6 kWh"),
    ("3 m * 50 cm", "1.5 m²"),
    ("100 m² / 5 m", "20 m"),
    ("1 GB / 10 Mbit/s", "800 s"),
    ("9.81 m/s^2 * 2 kg in N", "19.62 N"),
    ("25 l / 400 km * 100 km", "6.25 l"),
    ("2024-03-01 - 2024-02-01", "29 days"),
    ("31 January 2024 + 1 month", "2024-02-29"),
    ("today + 90 days", "2026-05-30"),
    ("weekday(1969-07-20)", "Sunday"),
    ("workdays(2024-01-01, 2024-01-15)", "10 days"),
    ("2024-01-01 12:30 - 2024-01-01 08:00", "4.5 hours"),
    ("mean(3, 4, 8)", "5"),
    ("median(3, 4, 8, 100)", "6"),
    ("stdev(2, 4, 4, 4, 5, 5, 7, 9) ^ 2 * 7", "32"),
    ("round(2.5)", "3"),
    ("round(100 / 7, 2)", "14.29"),
    ("sqrt(16 m^2)", "4 m"),
    ("log(1000)", "3"),
    ("5!", "120"),
    ("choose(49, 6)", "13983816"),
]
REFUSED = [
    "", "3 +", "1/0", "0 ^ -1", "2 ** 99999999", "9 ^ 9 ^ 9 ^ 9", "5000!", "sqrt(-4)", "ln(0)", "5 kg + 3 m", "price",
    "__import__('os')", "2024-02-30", "2024-01-01 + 2024-01-02", "(" * 500, "9999-12-31 + 1 day", "x" * 5000,
    "round(1, 9999)", "1e999999999", "today * 2", "5 kg in m", "3 5", "choose(1e9, 5)", "2024-01-31 + 0.5 months",
]  # fmt: skip


@pytest.mark.parametrize(("expression", "value"), SAID)
def test_what_can_be_computed_is_exact(expression: str, value: str) -> None:
    """Numbers, percent, money, units, dates: as a person with time would write the result."""
    found = evaluate(expression, TODAY)
    assert found.shown.removeprefix("≈ ") == value
    assert found.exact == (not expression.startswith("stdev"))


def test_two_dates_are_taken_in_words_and_a_simple_fraction_is_shown_exactly() -> None:
    assert evaluate("days from 2025-02-14 to 2025-11-02", TODAY).shown == "261 days"
    assert evaluate("workdays between 2025-02-14 and 2025-02-18", TODAY).shown == "2 days"
    assert evaluate("3/8 + 5/12", TODAY).note == "exactly 19/24"
    assert evaluate("1/4", TODAY).note == evaluate("2 ** 0.5", TODAY).note == ""
    with pytest.raises(InputError):
        evaluate("days from 2025-02-14 of 2025-11-02", TODAY)


@pytest.mark.parametrize("expression", REFUSED)
def test_what_cannot_is_refused_with_a_reason_at_once(expression: str) -> None:
    """No endless computing, no other kind of error, and the message says something."""
    began = time.monotonic()
    with pytest.raises(InputError) as refused:
        evaluate(expression, TODAY)
    assert refused.value.message
    assert time.monotonic() - began < 1


@given(st.text(alphabet="0123456789.+-*/^%!() ,emkghcsincoqrt°$²", max_size=40))
def test_any_text_gives_a_value_or_a_named_refusal(text: str) -> None:
    """Whatever is typed."""
    try:
        assert evaluate(text, TODAY).value
    except IndagateError as error:
        assert error.message


@given(st.fractions(max_denominator=10**6), st.fractions(max_denominator=10**6))
def test_sums_and_products_are_those_of_fractions(one: Fraction, other: Fraction) -> None:
    """Nothing is rounded on the way: what is written equals the fraction wherever its decimals end."""
    for sign, expected in (("+", one + other), ("*", one * other), ("-", one - other)):
        found = evaluate(f"({one}) {sign} ({other})")
        if found.exact:
            assert Fraction(found.value) == expected
        else:
            assert abs(Fraction(found.value) - expected) <= abs(expected) * Fraction(1, 10**11)


@given(st.dates(min_value=date(1600, 1, 1), max_value=date(2400, 1, 1)), st.integers(-5000, 5000))
def test_moving_a_date_there_and_back(day: date, count: int) -> None:
    """A date moved by days and then subtracted gives those days."""
    sign = "+" if count >= 0 else "-"
    there = evaluate(f"{day} {sign} {abs(count)} days").value
    assert evaluate(f"{there} - {day}").value == str(count)


async def _use(expression: str) -> str:
    used = await Router([calculator(TODAY)]).use("calculate", {"expression": expression})
    return f"{used.status} {used.value.shown if used.value else used.error}"


def test_an_agent_gets_the_value_or_the_reason() -> None:
    """Through the router: SUCCESS with the value, FAILED with what is wrong."""
    import asyncio

    assert asyncio.run(_use("40% of 90 EUR")) == "SUCCESS 36 EUR"
    assert asyncio.run(_use("40% von 90")).startswith("FAILED")
