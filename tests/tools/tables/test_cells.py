"""Cells: numbers and dates in many ways of writing, read back as what they were written from."""

from __future__ import annotations

import datetime

from hypothesis import given
from hypothesis import strategies as st

from indagate.cells.moment import read_date
from indagate.cells.name import safe_name, unique
from indagate.cells.numeral import decide_decimal, decimal_votes, factor_between, read_numeral
from indagate.tools.tables.grid import likeliest_cyrillic
from indagate.tools.tables.heading import split_heading
from indagate.vocabulary import vocabulary

MONTHS = vocabulary("January February March April May June July August September October November December")
MONTHS_RU = vocabulary("января февраля марта апреля мая июня июля августа сентября октября ноября декабря")


@given(
    st.decimals(-(10**9), 10**9, places=2),
    st.sampled_from([(",", "."), (" ", ","), (".", ","), ("\u00a0", ","), ("'", ".")]),
)
def test_a_number_survives_every_way_of_writing_it(number: object, signs: tuple[str, str]) -> None:
    """Thousands in four forms and both decimal signs."""
    thousands, point = signs
    text = f"{number:,.2f}".replace(",", "T").replace(".", point).replace("T", thousands)
    read = read_numeral(text, "," if point == "," else ".")
    assert read is not None
    assert abs(read.value - float(number)) < 1e-6  # type: ignore[arg-type]
    assert decide_decimal(decimal_votes([(text, 1)]), None) == point


@given(st.text(max_size=30))
def test_no_text_breaks_the_readers(text: str) -> None:
    """Whatever a cell holds is read or not read, never an error; a name is always safe."""
    read_numeral(text, ".")
    read_numeral(text, ",")
    read_date(text, "dmy", packed=True)
    read_date(text, "mdy")
    name = safe_name(text, "column")
    assert name.isascii()
    assert name.replace("_", "a").isalnum()
    assert not name[0].isdigit()


@given(st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31)))
def test_a_day_survives_every_way_of_writing_it(day: datetime.date) -> None:
    """ISO, day first, month first, with the month's name in two languages."""
    iso = (day.isoformat(), "day")
    assert read_date(day.isoformat(), "dmy") == iso
    assert read_date(day.strftime("%d.%m.%Y"), "dmy") == iso
    assert read_date(day.strftime("%m/%d/%Y"), "mdy") == iso
    assert read_date(f"{day.day} {MONTHS[day.month - 1]} {day.year}", "mdy") == iso
    assert read_date(f"{MONTHS[day.month - 1][:3]} {day.day}, {day.year}", "dmy") == iso
    assert read_date(f"{day.day} {MONTHS_RU[day.month - 1]} {day.year} г.", "dmy") == iso
    assert read_date(day.strftime("%Y%m%d"), "dmy", packed=True) == iso
    assert read_date(f"{day.year}Q{(day.month + 2) // 3}", "dmy") == (
        f"{day.year}-{(day.month + 2) // 3 * 3 - 2:02}-01",
        "quarter",
    )


def test_what_looks_like_a_number_but_is_none_is_left_alone() -> None:
    """Versions, ranges, telephone numbers and addresses are no numbers."""
    for text in (
        "1.2.3",
        "5-10",
        "10 Downing Street 2",
        "+7 (495) 123-45-67",
        "12:30",
        "1,2,3",
        "2020-01-01",
        "(5",
        "",
    ):
        read = read_numeral(text, ".")
        assert read is None, text


def test_a_number_with_four_decimals_is_no_month_of_an_ancient_year() -> None:
    """A rate of exchange stays a number; a month before its year is still read, with any of its signs."""
    for text in ("1.0389", "1.1960", "9.2020", "10.0389", "12.4711", "1/0389", "0.2020"):
        assert read_date(text, "dmy") is None, text
    for text in ("03.2020", "3/2020", "03-2020", "2020-03", "2020M03"):
        assert read_date(text, "dmy") == ("2020-03-01", "month"), text


def test_units_are_read_from_headings_and_converted_between_each_other() -> None:
    """A heading's bracket is a unit where it is one; grams become kilograms, euros never dollars."""
    assert split_heading("Weight (kg)") == ("Weight", "kg")
    assert split_heading("Выручка, млн руб.") == ("Выручка", "млн руб.")
    assert split_heading("GDP (current US$)") == ("GDP", "current US$")
    assert split_heading("Name (first)") == ("Name (first)", "")
    assert split_heading("body_mass_g") == ("body_mass", "g")
    assert factor_between("г", "кг") == 0.001
    assert factor_between("million $", "thousand $") == 1000
    assert factor_between("EUR", "USD") is None


def test_names_are_unique_and_safe() -> None:
    """Keywords, digits and other alphabets become names that need no quotes."""
    assert safe_name("Выручка, %", "c") == "vyruchka_percent"
    assert safe_name("select", "c") == "select_"
    assert safe_name("1990", "c") == "c_1990"
    taken: set[str] = set()
    assert [unique("a", taken), unique("a", taken), unique("a", taken)] == ["a", "a_2", "a_3"]


@given(
    st.sampled_from(["cp1251", "koi8_r", "cp866"]),
    st.lists(
        st.sampled_from(["Магазин", "Выручка", "Центр", "Север", "Запад", "Цена, руб", "Щёлково"]),
        min_size=3,
        max_size=20,
    ),
)
def test_few_russian_words_are_enough_to_tell_their_encoding(encoding: str, words: list[str]) -> None:
    """Headings alone: decoded as they were written."""
    data = ";".join(words).encode(encoding, "replace")
    assert data.decode(likeliest_cyrillic(data)) == data.decode(encoding)
