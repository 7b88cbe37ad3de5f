"""Answers in the services' own formats become points with real dates, or an error that names the field.

The answers are written by hand from what is known of the public interfaces (`answers.py`); none was recorded.
"""

from __future__ import annotations

import datetime
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.errors import EffectFailed
from indagate.tools.series import Received, RemoteSeries, SeriesRequest, assemble, table_csv
from tools.series.answers import (
    FRANCE,
    GERMANY,
    MONTHLY,
    NOTHING,
    RATES,
    ROWS,
    UNKNOWN,
    bank,
    ecb,
    row,
)

BANK = "worldbank:NY.GDP.MKTP.CD:DEU,FRA"


def series(word: str, *bodies: bytes) -> RemoteSeries:
    pages = [Received(f"https://there.example/{number}", body, 1_800_000_000.0) for number, body in enumerate(bodies)]
    return assemble(SeriesRequest.parse(word), pages)


def values(found: RemoteSeries) -> list[tuple[str, str, float | None]]:
    return [(point.entity, point.date.isoformat(), point.value) for point in found.points]


def test_the_world_banks_rows_become_points_by_country_and_date() -> None:
    """Oldest first; what it has no value for stays without one; the unit is in the title."""
    found = series(BANK, bank(ROWS))
    assert values(found)[:3] == [
        ("Germany", "2001-01-01", 1966380933142.16), ("Germany", "2002-01-01", None),
        ("Germany", "2003-01-01", 2534715458178.61),
    ]  # fmt: skip
    assert (found.title, found.unit, found.frequency, found.missing) == ("GDP (current US$)", "current US$", "year", 1)
    assert found.names == (("DEU", "Germany"), ("FRA", "France"))
    assert (found.updated, found.licence) == ("2026-07-13", "CC BY 4.0")
    assert "World Bank" in found.attribution
    assert found.fetched_at == "2027-01-15T08:00:00Z"


def test_pages_are_joined_and_a_mark_of_byte_order_is_passed_over() -> None:
    """The same points as from one page."""
    parts = [bank(ROWS[:4], 1, 2), b"\xef\xbb\xbf" + bank(ROWS[4:], 2, 2)]
    assert values(series(BANK, *parts)) == values(series(BANK, bank(ROWS)))
    pages = [Received("https://there.example/", body, 1_800_000_000.0 - 60 * at) for at, body in enumerate(parts)]
    assert assemble(SeriesRequest.parse(BANK), pages).fetched_at == "2027-01-15T08:00:00Z", "the latest of them"


def test_only_the_times_that_were_asked_for_are_kept() -> None:
    """Whatever the source sends beyond them."""
    assert {when for _, when, _ in values(series(BANK + ":2002..", bank(ROWS)))} == {"2002-01-01", "2003-01-01"}
    days = [when for _, when, _ in values(series("frankfurter:EUR/USD:2025-01-01..2025-01-07", RATES))]
    assert days == ["2025-01-02", "2025-01-03", "2025-01-06", "2025-01-07"]


@pytest.mark.parametrize(
    ("date", "first", "frequency"), [("2003Q2", "04-01", "quarter"), ("2003M05", "05-01", "month")]
)
def test_the_world_banks_quarters_and_months_are_dates(date: str, first: str, frequency: str) -> None:
    """The first day of each."""
    found = series(BANK, bank([row(GERMANY, date, 1.0), row(FRANCE, date, 2.0)]))
    assert (found.points[0].date.isoformat(), found.frequency) == (f"2003-{first}", frequency)


def test_countries_without_data_and_forecasts_are_noted() -> None:
    """A country that is not in the answer, one without a single value, and values that are no measurements."""
    sent = [row(GERMANY, "2003", 1.5, obs_status="F"), row(FRANCE, "2003", None)]
    found = series("worldbank:NY.GDP.MKTP.CD:DEU,FRA,XKX", bank(sent))
    assert [(note.text, note.kind) for note in found.notes] == [
        ("nothing on XKX", "absent"), ("1 value is forecast", "status"), ("France has no value at all", "empty"),
    ]  # fmt: skip


def test_groups_among_all_countries_are_noted() -> None:
    """Who added them up would count everybody several times."""
    sent = [row(GERMANY, "2003", 1.0), row(("1W", "World", "WLD"), "2003", 9.0)]
    (note,) = series("worldbank:NY.GDP.MKTP.CD:all", bank(sent)).notes
    assert "never add them up" in note.text


def test_a_group_that_comes_under_another_code_is_not_called_absent() -> None:
    """High income is asked for as HIC and comes as XD with no code of three letters."""
    group = ("XD", "High income", "")
    assert series("worldbank:NY.GDP.MKTP.CD:HIC", bank([row(group, "2003", 1.0)])).notes == ()
    found = series("worldbank:NY.GDP.MKTP.CD:HIC,XKX,DEU", bank([row(group, "2003", 1.0), row(GERMANY, "2003", 1.0)]))
    assert [note.text for note in found.notes] == ["nothing on 1 of the 3 that were asked for"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (UNKNOWN, r"“Invalid value: The provided parameter value is not valid” \(code 120\)"),
        (NOTHING, "no observations"),
        (bank([]), "no observations"),
        (bank([row(GERMANY, "2003", None)]), "1 dates and not one value"),
        (b"<html><title>Maintenance</title></html>", "page 1: the answer is no JSON .* begins '<html>"),
        (bank(ROWS)[:200], "page 1: the answer is no JSON"),
        (b"", "no JSON"),
        (b"[]", "empty list"),
        (b"{}", "field the whole: expected `array`"),
        (b"[7, []]", "page 1, head: field the whole: expected `object`"),
        (b'[{"page": "one", "pages": "many", "total": 0}, []]', "the head of a page counts 'many'"),
        (bank([row(GERMANY, "2003", "1.5")]), r"page 1, rows: field \[0\]\.value: expected `float \| null`, got `str`"),  # type: ignore[arg-type]
        (bank([row(GERMANY, "2003", 1.0), row(GERMANY, "soon", 1.0)]), "row 2: field date: 'soon' is no date"),
        (bank([row(GERMANY, "2003", 1.0, indicator={"id": "SP.POP.TOTL"})]), "field indicator.id: .*'SP.POP.TOTL'"),
        (bank([{"date": "2003"}]), r"field \[0\]: object missing required field `indicator`"),
        (bank([row(GERMANY, "2003", 1.0), row(GERMANY, "2003", 2.0)]), "2003-01-01 of Germany has two values"),
        (bank([row(GERMANY, "2003", 1.0), row(GERMANY, "2003Q1", 2.0)]), "quarter and year are mixed"),
        (bank(ROWS, total=9), "announces 9 rows and sends 6"),
    ],
)  # fmt: skip
def test_a_bad_answer_of_the_world_bank_names_what_is_wrong(body: bytes, told: str) -> None:
    """Its own message, or the page, the row and the field."""
    with pytest.raises(EffectFailed, match=told):
        series(BANK, body)


def test_a_row_that_comes_twice_counts_once() -> None:
    """As it happens where rows move between two pages."""
    assert len(series(BANK, bank([*ROWS, ROWS[0]])).points) == 6


def test_reference_rates_become_points_on_working_days() -> None:
    """What one euro costs in dollars."""
    found = series("frankfurter:EUR/USD", RATES)
    assert values(found)[0] == ("", "2024-12-31", 1.0389)
    assert (found.title, found.unit, found.frequency) == ("EUR/USD reference rate", "USD per EUR", "workday")


def rates(**change: object) -> bytes:
    return json.dumps({**json.loads(RATES), **change}).encode()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (rates(base="USD"), "field base: it is 'USD', not EUR"),
        (rates(amount=100), "field amount: the rates are for 100"),
        (rates(rates={}), "no observations"),
        (rates(rates={"2025-01-02": {"USD": "1.03"}}), "field rates.2025-01-02.USD: '1.03' is no number"),
        (rates(rates={"2025-01-02": {"GBP": 0.8}}), "field rates.2025-01-02: USD is not in it"),
        (rates(rates={"2025-02-30": {"USD": 1.0}}), "field rates: '2025-02-30' is no date"),
        (b'{"message":"not found"}', "missing required field `base`"),
        (RATES[:99], "no JSON"),
    ],
)
def test_a_bad_answer_of_frankfurter_names_what_is_wrong(body: bytes, told: str) -> None:
    """Field by field."""
    with pytest.raises(EffectFailed, match=told):
        series("frankfurter:EUR/USD", body)


def test_the_ecbs_rows_become_points() -> None:
    """NaN and nothing are no value; what is provisional is noted; an exchange rate has both currencies as its unit."""
    found = series("ecb:EXR.M.USD.EUR.SP00.A", MONTHLY)
    assert values(found) == [("", "2025-01-01", 1.03535), ("", "2025-02-01", None), ("", "2025-03-01", 1.0807)]
    assert found.title == "ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)"
    assert (found.unit, found.frequency) == ("USD per EUR", "month")
    assert [note.text for note in found.notes] == ["1 value is provisional"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "no observations"),
        (ecb(), "no observations"),
        (ecb(("2025-01", "", "A"), ("2025-02", "NaN", "A")), "2 dates and not one value"),
        (ecb(("2025-01", "much", "A")), "line 2: column OBS_VALUE: 'much' is no number"),
        (ecb(("2025-01", "inf", "A")), "the value of 2025-01-01 is not finite"),
        (ecb(("2025-01", "1", "A"), ("Spring", "1", "A")), "line 3: column TIME_PERIOD: 'Spring' is no date"),
        (MONTHLY.replace(b"EXR.M.USD", b"EXR.M.GBP"), "line 2: column KEY: it is 'EXR.M.GBP"),
        (MONTHLY[:-60], "line 4: unexpected end of data"),
        (MONTHLY[: MONTHLY.rindex(b",P,F")], "line 4: 8 columns of 32"),
        (b"<html><body>Service unavailable</body></html>", "no column KEY, TIME_PERIOD, OBS_VALUE; it begins '<html>"),
        (b"KEY\xff", "not UTF-8"),
    ],
)
def test_a_bad_answer_of_the_ecb_names_what_is_wrong(body: bytes, told: str) -> None:
    """The line and the column."""
    with pytest.raises(EffectFailed, match=told):
        series("ecb:EXR.M.USD.EUR.SP00.A", body)


@pytest.mark.parametrize(
    ("word", "body"), [(BANK, bank(ROWS)), ("frankfurter:EUR/USD", RATES), ("ecb:EXR.M.USD.EUR.SP00.A", MONTHLY)]
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_answer_is_read_or_refused(data: st.DataObject, word: str, body: bytes) -> None:
    """Whatever bytes are changed, cut off or put in."""
    at = data.draw(st.integers(0, len(body)))
    cut = data.draw(st.integers(0, 20))
    damaged = body[:at] + data.draw(st.binary(max_size=12)) + body[at + cut :]
    try:
        found = series(word, damaged)
    except EffectFailed as failure:
        assert failure.message.strip()
        return
    assert all(isinstance(point.date, datetime.date) for point in found.points)


def test_a_series_is_a_table_with_its_unit_and_empty_cells() -> None:
    """One row a point; periods as they are called."""
    lines = table_csv(series(BANK, bank(ROWS))).decode().splitlines()
    assert lines[:3] == ["year,country,GDP (current US$)", "2001,Germany,1966380933142.16", "2002,Germany,"]
    lines = table_csv(series("ecb:EXR.M.USD.EUR.SP00.A", MONTHLY)).decode().splitlines()
    assert lines[1:3] == ["2025-01,1.03535", "2025-02,"]
    assert table_csv(series("frankfurter:EUR/USD", RATES)).decode().splitlines()[:2] == [
        "date,EUR/USD reference rate (USD per EUR)", "2024-12-31,1.03890",
    ]  # fmt: skip


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_in_a_table_reads_back_as_the_same(value: float) -> None:
    """To the last bit."""
    line = (
        table_csv(series("frankfurter:EUR/USD", rates(rates={"2025-01-02": {"USD": value}}))).decode().splitlines()[1]
    )
    assert float(line.partition(",")[2]) == value


def test_two_requests_have_tables_of_two_names() -> None:
    """Readable ones, also where the countries are too many to be named."""
    many = ["DEU", "FRA", "ITA", "ESP", "POL"]
    sent = [row((code[:2], code.title(), code), "2003", 1.0) for code in many]
    words = [BANK, BANK + ":2003", *(f"worldbank:NY.GDP.MKTP.CD:{','.join(some)}" for some in (many, many[::-1]))]
    labels = [series(word, bank(sent)).label for word in words]
    assert labels[:2] == [
        "GDP (current US$), Deu, Fra (worldbank).csv", "GDP (current US$), Deu, Fra, 2003 (worldbank).csv",
    ]  # fmt: skip
    assert len(set(labels)) == 4
    spans = [series(BANK + span, bank(ROWS)).label for span in (":2001-2003", ":2001..", ":..2003")]
    assert spans == [
        f"GDP (current US$), Germany, France, {told} (worldbank).csv" for told in ("2001–2003", "from 2001", "to 2003")
    ]
    assert series("frankfurter:EUR/USD", RATES).label == "EUR-USD reference rate (frankfurter).csv"
