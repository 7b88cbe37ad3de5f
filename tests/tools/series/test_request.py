"""A word is read whole before anything is fetched; a wrong one says what is wrong and how a right one reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.errors import InputError
from indagate.tools.series import Period, SeriesRequest, read_period


@pytest.mark.parametrize(
    ("word", "series", "entities", "span"),
    [
        ("worldbank:NY.GDP.MKTP.CD:DEU,FRA", "NY.GDP.MKTP.CD", ("DEU", "FRA"), ""),
        ("worldbank:ny.gdp.mktp.cd:deu; fra:2000-2024", "NY.GDP.MKTP.CD", ("DEU", "FRA"), "2000..2024"),
        ("worldbank:SP.POP.TOTL:all:2020", "SP.POP.TOTL", ("all",), "2020..2020"),
        ("worldbank:DPANUSSPB:CHL:2012M01..2012M08", "DPANUSSPB", ("CHL",), "2012-01..2012-08"),
        ("frankfurter:EUR/USD", "EUR/USD", (), ""),
        ("Frankfurter:eur/usd:2015-01-01..", "EUR/USD", (), "2015-01-01.."),
        ("ecb:EXR.M.USD.EUR.SP00.A:..2020-Q4", "EXR.M.USD.EUR.SP00.A", (), "..2020-Q4"),
    ],
)
def test_a_word_is_read_into_its_parts(word: str, series: str, entities: tuple[str, ...], span: str) -> None:
    """Whatever its spelling; read again from its one spelling it is the same."""
    found = SeriesRequest.parse(word)
    assert (found.series, found.entities, found.span) == (series, entities, span)
    assert SeriesRequest.parse(found.word) == found


@pytest.mark.parametrize(
    ("word", "wrong", "right"),
    [
        ("", "begins with the name of its source", "ecb, frankfurter, worldbank"),
        ("imf:NGDP:DEU", "no source of series 'imf'", "ecb, frankfurter, worldbank"),
        ("worldbank", "names no series", "worldbank:INDICATOR:COUNTRY"),
        ("worldbank:NY.GDP.MKTP.CD", "names no country", "worldbank:NY.GDP.MKTP.CD:DEU,FRA:2000-2024"),
        ("worldbank:NY.GDP.MKTP.CD:Germany", "'GERMANY' is no country's code", "DEU,FRA"),
        ("worldbank:NY.GDP.MKTP.CD:DEU,:2000", "'' is no country's code", "DEU,FRA"),
        ("worldbank:GDP in dollars:DEU", "no indicator", "NY.GDP.MKTP.CD"),
        ("worldbank:NY.GDP.MKTP.CD:DEU:2024-2000", "ends before it begins", "2000-2024"),
        ("worldbank:NY.GDP.MKTP.CD:DEU:soon", "'soon' in 'soon' is no year", "2015-Q1.."),
        ("worldbank:NY.GDP.MKTP.CD:DEU:2000-01-01..", "takes years, quarters or months", "2000-2024"),
        ("worldbank:NY.GDP.MKTP.CD:DEU:2000:2001", "4 parts", "DEU,FRA:2000-2024"),
        ("frankfurter:EURUSD", "no pair of currencies", "EUR/USD"),
        ("frankfurter:EUR/EUR", "same currency twice", "EUR/USD"),
        ("frankfurter:EUR/USD:2015-02-30..", "'2015-02-30' in", "..2020-12-31"),
        ("frankfurter:EUR/USD:..", "names no time", "2015-Q1.."),
        ("ecb:EXR.D..EUR.SP00.A", "several series", "one series a word"),
        ("ecb:EXR", "no key", "EXR.M.USD.EUR.SP00.A"),
        ("frankfurter:EUR/USD@ftp://there", "plain http or https address", "Leave it out"),
        ("frankfurter:EUR/USD@http://me:secret@there", "plain http or https address", "Leave it out"),
    ],
)
def test_a_wrong_word_says_what_is_wrong_and_how_a_right_one_reads(word: str, wrong: str, right: str) -> None:
    """Both in words, as an error of the user's input."""
    with pytest.raises(InputError) as caught:
        SeriesRequest.parse(word)
    assert wrong in caught.value.message
    assert right in (caught.value.hint or "")


def test_an_address_can_stand_in_for_the_source() -> None:
    """For a gateway; it is no part of what the series is called."""
    found = SeriesRequest.parse("frankfurter:EUR/USD:2020@http://127.0.0.1:8080/v1/")
    assert found.base == "http://127.0.0.1:8080/v1"
    assert found.word == "frankfurter:EUR/USD:2020..2020"


@given(st.text(max_size=60), st.sampled_from(["", "worldbank:", "frankfurter:", "ecb:", "worldbank:NY.GDP.MKTP.CD:"]))
def test_any_word_is_read_or_refused(rest: str, begin: str) -> None:
    """Never another error, and what is read is the same when it is read again."""
    try:
        found = SeriesRequest.parse(begin + rest)
    except InputError:
        return
    assert SeriesRequest.parse(found.word).word == found.word


@pytest.mark.parametrize(
    ("text", "first", "last", "grain"),
    [
        ("2024", "2024-01-01", "2024-12-31", "year"),
        ("2024S2", "2024-07-01", "2024-12-31", "half-year"),
        ("2024-Q4", "2024-10-01", "2024-12-31", "quarter"),
        ("2024M02", "2024-02-01", "2024-02-29", "month"),
        ("2024-12", "2024-12-01", "2024-12-31", "month"),
        ("2020-W53", "2020-12-28", "2021-01-03", "week"),
        ("2024-02-29", "2024-02-29", "2024-02-29", "day"),
    ],
)
def test_a_period_has_its_first_and_last_day(text: str, first: str, last: str, grain: str) -> None:
    """As the sources and people write it."""
    found = read_period(text)
    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat(), found.grain) == (first, last, grain)


@pytest.mark.parametrize(
    "text", ["", "24", "2024-13", "2024Q5", "2023-02-29", "2024-W60", "0000", "2024-1", "２０２４"]
)
def test_what_is_no_period_is_none(text: str) -> None:
    """No guess is made."""
    assert read_period(text) is None


@given(st.dates(), st.sampled_from(["year", "half-year", "quarter", "month", "week", "day"]))
def test_a_period_is_read_back_from_its_text(day: object, grain: str) -> None:
    """Whatever its grain."""
    import datetime

    assert isinstance(day, datetime.date)
    found = read_period(Period(day, day, grain).text)  # type: ignore[arg-type]
    if found is None:
        assert grain == "week", "only the weeks at the ends of the calendar cannot be told"
        return
    assert found.first <= day <= found.last
    assert (found.grain, read_period(found.text)) == (grain, found)
