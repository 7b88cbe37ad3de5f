from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from indagate.cells import ColumnNote, Rows, Tables, load, parse_column, query_now
from indagate.cells.loading import connect, load_file
from indagate.errors import InputError, Unreadable


def _columns(tables: Tables, name: str) -> dict[str, tuple[str, str]]:
    return {column.name: (column.type, column.kind) for column in tables.table(name).columns}


DATES = [
    (("Jan 1 2000", "Feb 1 2000", "Mar 1 2000"), "DATE", "2000-02-01"),
    (("2022-W07", "2022-W08", "2022-W09"), "DATE", "2022-02-21"),
    (("13.02.2024", "01.03.2024", "02.03.2024"), "DATE", "2024-03-01"),
    (("Q1 2021", "Q2 2021", "Q3 2021"), "DATE", "2021-04-01"),
    (("2024-01-01 10:00", "2024-01-01 11:30", "2024-01-02 00:15"), "TIMESTAMP", "2024-01-01 11:30:00"),
    (("March 2020", "April 2020", "May 2020"), "DATE", "2020-04-01"),
]


@pytest.mark.parametrize(("texts", "kind", "second"), DATES)
def test_texts_that_are_dates_become_dates(texts: tuple[str, ...], kind: str, second: str) -> None:
    with load([Rows("t", ("when", "n"), tuple((text, 1.5) for text in texts))]) as tables:
        column = tables.table("t").column("when")
        assert (column.type, column.kind) == (kind, "date")
        assert tables.table("t").samples[1][0] == second


def test_decimal_years_become_dates() -> None:
    rows = tuple((1958 + n / 12, 315.0 + n) for n in range(24))
    with load([Rows("co2", ("decimal date", "ppm"), rows)]) as tables:
        assert tables.table("co2").column("decimal_date").type == "DATE"
        assert query_now("select max(decimal_date) from co2", tables).cells[0].value == "1959-12-01"


def test_na_and_nan_are_no_values_and_that_is_said() -> None:
    with load([Rows("t", ("a", "b"), (("NA", 1.5), ("2", float("nan")), ("3", 2.5)))]) as tables:
        assert query_now("select sum(a), sum(b) from t", tables).cells[0].value == 5
        assert {note.column for note in tables.notes} >= {"a", "b"}


def test_a_csv_with_decimal_commas_and_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "umsatz.csv").write_bytes(
        "Datum;Umsatz (€);Ort\n01.02.2024;1.234,50;Köln\n02.02.2024;3,50;Bonn\n".encode("cp1252")
    )
    with load([tmp_path]) as tables:
        assert _columns(tables, "umsatz")["umsatz"] == ("DOUBLE", "measure")
        (cell,) = query_now("select sum(umsatz) from umsatz where ort = 'Köln'", tables)
        assert (cell.value, cell.unit) == (1234.5, "€")


def test_json_sqlite_and_parquet_are_read(tmp_path: Path) -> None:
    import duckdb

    (tmp_path / "a.json").write_text(json.dumps([{"x": 1.5, "in": {"y": "p"}}, {"x": 2.5, "in": {"y": "q"}}]))
    with sqlite3.connect(tmp_path / "b.sqlite") as base:
        base.execute("create table things (name text, weight_kg real)")
        base.execute("insert into things values ('one', 1.5)")
    base.close()
    duckdb.sql(f"copy (select 1.5 as v, date '2020-01-01' as d) to '{tmp_path / 'c.parquet'}'")
    with load([tmp_path]) as tables:
        assert _columns(tables, "a")["in_y"][0] == "VARCHAR"
        assert tables.table("b_things").column("weight_kg").unit == "kg"
        assert _columns(tables, "c")["d"] == ("DATE", "date")


def test_a_wide_table_has_a_long_view(tmp_path: Path) -> None:
    (tmp_path / "pop.csv").write_text("country,2019,2020,2021\nA,10,11,12\nB,20,,22\n")
    with load([tmp_path]) as tables:
        (cell,) = query_now("select sum(value) from pop_long where period = '2021-01-01'", tables)
        assert cell.value == 34


KINDS = [
    ("zip code", ["01234", "99999", "12345"], "code"),
    ("dep_time", [h * 100 + m for h in range(6, 22) for m in range(0, 60, 7)], "clock"),
    ("opened", [1998, 2004, 2011, 1998], "date"),
    ("customer id", ["C1", "C2", "C3", "C4", "C5", "C6"], "id"),
    ("region", ["N", "S", "N", "S", "N", "S"], "category"),
    ("price", [1.5, 2.25, 9.75], "measure"),
]


@pytest.mark.parametrize(("name", "values", "kind"), KINDS)
def test_values_decide_the_kind(name: str, values: list[str | int | float], kind: str) -> None:
    with load([Rows("t", (name, "other"), tuple((value, n * 1.7) for n, value in enumerate(values)))]) as tables:
        assert tables.tables[0].columns[0].kind == kind


def test_what_may_be_two_units_is_unknown_and_said() -> None:
    with load([Rows("t", ("peak_mw", "cost (EUR)", "speed, km/h"), ((1.5, 2.5, 3.5), (2.5, 3.5, 4.5)))]) as tables:
        units = [column.unit for column in tables.tables[0].columns]
        assert units == [None, "EUR", "km/h"]
        assert any("peak_mw" in note.text for note in tables.notes)


def test_what_a_person_says_is_taken_and_checked() -> None:
    rows = Rows("t", ("day", "stock", "town"), tuple((f"2024-01-{n:02d}", 100.0 + n, "A") for n in range(1, 20)))
    with load([rows], [parse_column("stock:stock:kg"), ColumnNote("town", kind="measure")]) as tables:
        assert tables.table("t").column("stock").adds == "groups"
        assert any("said to be a measure" in note.text for note in tables.notes)
        with pytest.raises(InputError, match="one date only"):
            query_now("select sum(stock) from t", tables)
        assert query_now("select sum(stock) from t where day = '2024-01-03'", tables).cells[0].unit == "kg"


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="no column"):
        load([Rows("t", ("a",), ((1.5,), (2.5,)))], [parse_column("b:amount")])


def test_columns_yaml_beside_the_data(tmp_path: Path) -> None:
    (tmp_path / "shop.csv").write_text("when,takings\n2024-01-01,5.5\n2024-01-02,6.5\n")
    (tmp_path / "columns.yaml").write_text("takings: {is: amount, unit: EUR}\n")
    with load([tmp_path]) as tables:
        (cell,) = query_now("select sum(takings) from shop", tables)
        assert cell.unit == "EUR"


def test_nothing_to_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"")
    with pytest.raises(Unreadable, match="empty"):
        load([tmp_path])


def test_thousands_beside_decimal_commas_are_thousands(tmp_path: Path) -> None:
    """Bottles as `1.075` in a file whose prices are `6,90`: a cast to whole numbers would make one of them."""
    (tmp_path / "bestand.csv").write_text(
        "Wein;Flaschen;Preis\nRiesling;1.075;6,90\nSilvaner;720;9,90\nMüller;-;8,20\nTraminer;2.305;14,00\n",
        encoding="utf-8",
    )
    with load([tmp_path]) as tables:
        assert _columns(tables, "bestand")["flaschen"] == ("BIGINT", "measure")
        (cell,) = query_now("select sum(flaschen) from bestand", tables)
        assert (cell.value, cell.n, cell.missing) == (4100, 4, 1)


@pytest.mark.parametrize(("late", "total", "odd"), [("2.5", 1_200, 1), ("1.000", 1_200, 1), ("7", 1_207, 0)])
def test_a_fraction_that_the_sample_did_not_see_is_never_rounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: str, total: int, odd: int
) -> None:
    """A column is whole by what was looked at; what does not fit it later has no value, and that is said."""
    monkeypatch.setattr("indagate.cells.typed.SAMPLE", 10)
    numbers = ["1"] * 600 + [late] + ["1"] * 600
    (tmp_path / "t.csv").write_text("".join(f"{number},x\n" for number in ["n", *numbers]))
    with connect(":memory:") as base:
        found = load_file(base, tmp_path / "t.csv", "t.csv", set())
        assert base.execute("select sum(n) from t").fetchone() == (total,)
    (table,) = found.tables
    assert table.column("n").odd == odd
    assert any("no BIGINT" in note.text for note in found.notes) == bool(odd)


@pytest.mark.parametrize(
    ("heading", "unit"),
    [("Ertrag_kWh", "kWh"), ("power_kW", "kW"), ("bodyMassKg", "kg"), ("Vergütung_je_kWh", None), ("peak_mw", None)],
)
def test_units_in_headings(heading: str, unit: str | None) -> None:
    """A unit of two letters with a capital inside is one word; what is divided by is no unit."""
    rows = tuple((n * 1.7, f"p{n}") for n in range(30))
    with load([Rows("t", (heading, "who"), rows)]) as tables:
        assert tables.table("t").columns[0].unit == unit
