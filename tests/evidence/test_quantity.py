"""Quantities and dates, and whether a quote holds them."""

from __future__ import annotations

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.evidence.dated import dates
from indagate.evidence.holding import missing_numbers
from indagate.evidence.quantity import quantities

VALUES = [
    ("it was 1,234.5 in the end", "1234.5", None),
    ("es waren 1.234,5 in der Summe", "1234.5", None),
    ("это было 1 234,5 и всё", "1234.5", None),
    ("1\u202f234\u00a0567 of them", "1234567", None),
    ("the 1'234.50 of it", "1234.50", None),
    ("der Wert 1.234 ist das", "1234", None),
    ("the value 1.234 is it", "1.234", None),
    ("the 12,34,567 of it", "1234567", None),
    ("3 × 10^5 of the", "300000", None),
    ("the 2½ of it", "2.5", None),
    ("twenty-five of the", "25", None),
    ("two hundred and five of the", "205", None),
    ("two and a half million of", "2500000", None),
    ("zweihundertfünfundfünfzig der", "255", None),
    ("сто двадцать три и", "123", None),
    ("двадцать пять тысяч и", "25000", None),
    ("a dozen of the", "12", None),
    ("half a million of the", "500000", None),
    ("1.2 million of the", "1200000", None),
    ("1,2 Mio. Euro in der", "1200000", "EUR"),
    ("3,5 млн руб. и", "3500000", "RUB"),
    ("the $5 billion of", "5000000000", "USD"),
    ("the £1.5m of it", "1500000", "GBP"),
    ("der Preis: 5 Billionen Euro in der", "5000000000000", "EUR"),
    ("5万人", "50000", None),
    ("the 5 % of it", "5", "%"),
    ("five percent of the", "5", "%"),
    ("5 percentage points of", "5", "pp"),
    ("the 10 km of it", "10000", "m"),
    ("the 10-km race", "10000", "m"),
    ("2 h of the", "7200", "s"),
    ("an half-hour: полтора часа", "5400", "s"),
    ("the 16 GiB of it", "17179869184", "B"),
    ("the 5 kB of it", "5000", "B"),
    ("the 3 GWh of it", "10800000000000", "J"),
    ("5 кВт·ч и", "18000000", "J"),
    ("the 2 years of it", "24", "month"),
    ("-5 °C of the", "-5", "°C"),
    ("5 месяцев и", "5", "month"),
    ("о 3 миллионах рублей и", "3000000", "RUB"),
    ("mit 3 Kilometern in der", "3000", "m"),
    ("the 2 Gbit/s of it", "2000000000", "bit/s"),
    ("the 38 квадратных километров и", "38000000", "m2"),
    ("the 33 barns of", "33", None),
    ("the 3 t-shirts of", "3", None),
    ("the 2 terms of", "2", None),
    ("the null value 4 of", "4", None),
]


@pytest.mark.parametrize(("text", "value", "unit"), VALUES)
def test_a_number_is_read_with_its_unit(text: str, value: str, unit: str | None) -> None:
    """Separators, words, magnitudes and units in three languages."""
    last = [item for item in quantities(text) if item.kind != "part"][-1]
    assert (last.value, last.unit) == (Decimal(value), unit)
    assert text[last.span.start : last.span.end].strip() == last.text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("RFC 9110", "id"),
        ("COVID-19", "id"),
        ("see Section 3.2", "id"),
        ("8.16.1", "version"),
        ("192.168.0.1", "version"),
        ("10:30 Uhr", "time"),
        ("21st", "ordinal"),
        ("in 2019", "number"),
        ("the 1990s", "decade"),
        ("12 March 2019", "date"),
    ],
)
def test_what_does_not_count_has_its_own_kind(text: str, kind: str) -> None:
    """Names with digits, times and dates are no numbers."""
    assert [item.kind for item in quantities(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "First, the one of them",
        "1. The list",
        "as shown [12]",
        "https://x.org/5/6",
        "thousands of people",
        "in the first half",
    ],
)
def test_no_number_is_seen_where_none_is(text: str) -> None:
    """Ordinal words, pronouns, list numbers, citation marks, addresses and vague plurals are left alone."""
    assert quantities(text) == []


HELD = [
    ("2 h", "120 minutes"),
    ("5 %", "five percent"),
    ("5 %", "5 Prozent"),
    ("1.2 million", "1,200,000"),
    ("16 km", "10 miles"),
    ("20 °C", "68 °F"),
    ("in March 2019", "on 12.03.2019"),
    ("on 12 March 2019", "2019-03-12"),
    ("2019", "12 марта 2019 г."),
    ("half of it", "50 % of it"),
    ("two thirds of it", "2/3 of it"),
    ("the 12th time", "12 times"),
    ("it is 5 km long", "Length (km): 5"),
    ("5–10 km", "from 5 km to 10 km"),
    ("from 5 to 10 kilometres", "5–10 km"),
    ("zwischen 5 und 10 Millionen Euro", "€5–10 million"),
    ("от 5 до 10 тысяч рублей", "5 тысяч рублей, потом 10 тысяч рублей"),
    ("drei bis fünf Tage", "3–5 Tage"),
    ("90 litres a second", "90 Liter pro Sekunde"),
    ("zweihunderttausend Menschen", "200 000 people"),
    ("two million three hundred thousand", "2,300,000"),
    ("the 1990s", "die 1990er Jahre"),
    ("In 2019 A. Smith left", "A. Smith left in 2019"),
    ("it fell by 5 %", "change: -5 %"),
    ("24 months", "2 years"),
    ("8.16.1", "v8.16.1"),
    ("3.5 million rubles", "3,5 млн руб."),
    ("The 1,234 cities", "die 1.234 Städte in der Welt"),
    ("RFC 9110 defines five methods", "this document defines 5 methods"),
    ("1. The tower has 5 floors", "five floors"),
    ("5, 10 and 15 km", "15 km, 10 km and 5 km"),
    ("12 March 2019", "Annual meeting 2019, held on March 12"),
]


@pytest.mark.parametrize(("statement", "quote"), HELD)
def test_a_number_is_held_in_other_words_and_units(statement: str, quote: str) -> None:
    """Normalisation raises no false alarm."""
    assert missing_numbers(statement, quote) == []


MISSING = [
    ("5 %", "5"),
    ("5", "5 %"),
    ("5 % of them", "15 % of them"),
    ("5 people", "50 people"),
    ("17 km", "10 miles"),
    ("5 km", "5 miles"),
    ("5 MB", "5 GB"),
    ("$5", "€5"),
    ("1.2 million", "1.2 billion"),
    ("12 March 2019", "March 2019"),
    ("2019", "2018"),
    ("the 1990s", "1990"),
    ("8.16.1", "8.16.0"),
    ("RFC 9110", "RFC 9112"),
    ("GPT-4 has it", "GPT-3 has it"),
    ("5–10 km", "5 km and 11 km"),
    ("5–10 km", "5–10 miles"),
    ("5 to 10 million", "5 to 10 billion"),
    ("90 litres a minute", "90 litres a second"),
    ("one year", "one month"),
    ("up to 2000 kg", "up to 2000 km"),
    ("it rose by 5 %", "change: -5 %"),
    ("seven", "eight"),
    ("10:30", "11:30"),
    ("der Wert ist 1.234 in der Stadt", "the value is 1.234 in the city"),
    ("5,10,15", "5,10,16"),
    ("5 percentage points", "5 %"),
]


@pytest.mark.parametrize(("statement", "quote"), MISSING)
def test_a_number_that_differs_is_missing(statement: str, quote: str) -> None:
    """What the quote does not say is named."""
    assert missing_numbers(statement, quote)


@given(
    st.decimals(min_value=0, max_value=10**9, places=2, allow_nan=False),
    st.sampled_from(
        [
            ("the total is {} of the", ",", "."),
            ("die Summe ist {} in der", ".", ","),
            ("сумма была {} и это", "\u00a0", ","),
        ]
    ),
)
def test_any_number_survives_being_written(value: Decimal, style: tuple[str, str, str]) -> None:
    """A decimal written in a language's convention is read back."""
    sentence, group, point = style
    written = f"{value:,.2f}".replace(",", "\0").replace(".", point).replace("\0", group)
    (item,) = quantities(sentence.format(written))
    assert item.value == value


@given(st.integers(min_value=0, max_value=10**6), st.integers(min_value=0, max_value=10**6))
def test_a_number_is_held_by_itself_alone(one: int, other: int) -> None:
    """Two counts agree when they are equal only, however they are grouped."""
    assert bool(missing_numbers(f"there were {one:,} ships", f"there were {other} ships")) == (one != other)


@given(st.text(max_size=80))
def test_any_text_holds_its_own_numbers(text: str) -> None:
    """Whatever is read as a number is found again in the same text."""
    assert missing_numbers(text, text) == []


@given(st.text(alphabet="0123456789.,:/-–% $€kmMhs°CFeE×^ ½\n年月日", max_size=40))
def test_strange_digits_never_break_the_reader(text: str) -> None:
    """Quantities come in order, inside the text, without overlap."""
    found = quantities(text)
    assert all(0 <= item.span.start < item.span.end <= len(text) for item in found)
    assert all(one.span.end <= other.span.start for one, other in itertools.pairwise(found))


@pytest.mark.parametrize(
    "text",
    [
        "2019-03-12",
        "12.03.2019",
        "12 March 2019",
        "March 12, 2019",
        "12. März 2019",
        "12 марта 2019 г.",
        "2019年3月12日",
        "12th of March, 2019",
    ],
)
def test_a_date_is_read_in_every_form(text: str) -> None:
    """One day, eight spellings."""
    assert [(item.year, item.month, item.day) for item in dates(f"({text})")] == [(2019, 3, 12)]


def test_partial_and_impossible_dates() -> None:
    """A month stays partial, a year alone is a number, a day that no calendar has is no date, slashes are swapped."""
    assert [(item.year, item.month, item.day) for item in dates("in May 2020 and in 1999")] == [(2020, 5, None)]
    assert dates("31.02.2019") == []
    assert dates("2000 people may 5 times") == []
    assert dates("03/12/2019")[0].swapped


@pytest.mark.parametrize("start", ["in 2024", "In 2024", "costs 2024", "2024"])
def test_the_currency_after_a_year_belongs_to_the_amount_behind_it(start: str) -> None:
    """However the year is introduced, and however many amounts follow."""
    for amounts in ("EUR 5,000", "EUR 5,000 EUR 6,000", "€ 5,000"):
        year, *paid = quantities(f"{start} {amounts} was due.")
        assert (year.value, year.unit) == (2024, None)
        assert [item.unit for item in paid] == ["EUR"] * len(paid)
        assert paid[0].value == 5000


@pytest.mark.parametrize(
    "text", ["up to 2000 EUR", "Up to 2000 EUR", "bis 2000 Euro", "2000 EUR 2100 EUR", "до 2000 руб."]
)
def test_an_amount_that_could_be_a_year_is_an_amount(text: str) -> None:
    """Where its currency follows, also after a word that stands before years."""
    assert {item.kind for item in quantities(text)} == {"money"}
