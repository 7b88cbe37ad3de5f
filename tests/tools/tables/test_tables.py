"""A folder of tables, however dirty, becomes tables with kinds, units and notes that answer SELECTs, nothing else."""

from __future__ import annotations

import datetime
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import openpyxl
import pytest

from indagate.errors import InputError, TimedOut
from indagate.tools.tables import Catalog, Table, Tables, find_data

Open = Callable[[], Tables]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def opened(data: Path, tmp_path: Path) -> Iterator[Open]:
    made: list[Tables] = []

    def open_it() -> Tables:
        made.append(Tables.open(find_data(data), tmp_path / "cache"))
        return made[-1]

    yield open_it
    for one in made:
        one.close()


def notes(catalog: Catalog) -> set[tuple[str, str]]:
    return {(note.kind, note.column) for note in catalog.notes}


def kinds(table: Table) -> dict[str, tuple[str, str]]:
    return {column.title: (column.kind, column.unit) for column in table.columns}


def test_a_russian_table_in_cp1251_with_decimal_commas_units_and_twice_the_same_heading(
    data: Path, opened: Open
) -> None:
    """Encoding, delimiter, decimal comma, thousands, units in heading and cells, a repeated heading, odd cells."""
    text = (
        "Регион;Дата;Выручка (млн руб);Вес;Вес\n"
        "Москва;01.02.2023;1 234,5;10 кг;5\nОмск;15.02.2023;99,5;500 г;н/д\nУфа;28.02.2023;н/д;1,5 кг;3\n"
        "Пермь;01.03.2023;12,25;2 кг;x7\nТомск;02.03.2023;1 000,00;3 кг;1\n"
    )
    (data / "Продажи.csv").write_bytes(text.encode("cp1251"))
    tables = opened()
    catalog = tables.describe()
    table = catalog.tables[0]
    assert table.name == "prodazhi"
    assert kinds(table) == {
        "Регион": ("text", ""), "Дата": ("date", ""), "Выручка": ("number", "млн руб"), "Вес": ("number", "кг"),
        "Вес_2": ("integer", ""),
    }  # fmt: skip
    got = tables.query("SELECT data, vyruchka, ves, ves_2 FROM prodazhi")
    assert got.rows[:4] == (
        ("2023-02-01", 1234.5, 10.0, 5), ("2023-02-15", 99.5, 0.5, None), ("2023-02-28", None, 1.5, 3),
        ("2023-03-01", 12.25, 2.0, None),
    )  # fmt: skip
    odd = table.column("ves_2")
    assert (odd.odd_cells, odd.odd[0].row, odd.odd[0].text) == (1, 4, "x7")
    assert {
        ("encoding", ""), ("duplicate-header", ""), ("unit-mix", "ves"), ("odd-cells", "ves_2"),
        ("missing-words", "vyruchka"),
    } <= notes(catalog)  # fmt: skip


def test_german_and_american_numbers_and_dates_are_told_apart(data: Path, opened: Open) -> None:
    """1.234,50 and 1,234.50 are the same number; 13.1. and 1/13 are the same day."""
    (data / "de.csv").write_text("Datum;Umsatz €;Menge\n1.1.2020;1.234,50;1.000\n13.1.2020;2.000,00;2.500\n")
    (data / "us.csv").write_text('date,price,share\n01/02/2020,"$1,234.50",45%\n01/13/2020,$99,50%\n')
    tables = opened()
    assert tables.query("SELECT * FROM de").rows == (("2020-01-01", 1234.5, 1000), ("2020-01-13", 2000.0, 2500))
    assert tables.query("SELECT * FROM us").rows == (("2020-01-02", 1234.5, 45), ("2020-01-13", 99.0, 50))
    assert [column.unit for column in tables.describe().table("us").columns] == ["", "$", "%"]
    assert tables.describe().table("de").column("umsatz").unit == "€"


def test_every_kind_of_file_is_read(data: Path, opened: Open) -> None:
    """JSON, JSON lines, XLSX with two sheets, SQLite, Parquet, TSV in UTF-16: all become tables."""
    (data / "a.json").write_text(json.dumps([{"x": 1, "deep": {"y": None}}, {"x": 2.5, "deep": {"y": "z"}}]))
    (data / "b.jsonl").write_text('{"k": "one", "v": 1}\n{"k": "two", "v": null}\n')
    (data / "c.tsv").write_text("Name\tWert\nÄ\t1,5\nÖ\t2,5\n", encoding="utf-16")
    base = sqlite3.connect(data / "d.db")
    base.execute('CREATE TABLE t(id INTEGER, "select" TEXT)')
    base.executemany("INSERT INTO t VALUES (?, ?)", [(1, "p"), (2, "q")])
    base.commit()
    base.close()
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "One"
    for row in (
        ["Report of 2020"],
        [],
        ["day", "value"],
        [datetime.date(2020, 1, 1), 1.5],
        [datetime.date(2020, 1, 2), 2],
    ):
        first.append(row)
    second = book.create_sheet("Two")
    for row in (["period", "n"], ["2020 Q1", 1], ["Q2 2020", 2]):
        second.append(row)
    book.save(data / "e.xlsx")
    duckdb.sql(f"COPY (SELECT 1 AS id, 'NaN'::DOUBLE AS v, DATE '2021-05-06' AS d) TO '{data / 'f.parquet'}'")
    tables = opened()
    asked = {table.name: tables.query(f"SELECT * FROM {table.name}").rows for table in tables.describe().tables}
    assert asked == {
        "a": ((1.0, None), (2.5, "z")), "b": (("one", 1), ("two", None)), "c": (("Ä", 1.5), ("Ö", 2.5)),
        "d": ((1, "p"), (2, "q")), "e_one": (("2020-01-01", 1.5), ("2020-01-02", 2.0)),
        "e_two": (("2020-01-01", 1), ("2020-04-01", 2)), "f": ((1, None, "2021-05-06"),),
    }  # fmt: skip
    assert tables.describe().table("e_two").columns[0].grain == "quarter"


def test_what_cannot_be_read_is_a_note_and_the_rest_is_read(data: Path, opened: Open) -> None:
    """Empty files, headings alone, one row, broken JSON, a false workbook, bytes that are no text: notes, no crash."""
    (data / "empty.csv").write_text("")
    (data / "headings.csv").write_text("a,b\n")
    (data / "one.csv").write_text("a,b\n1,2\n")
    (data / "broken.json").write_text('{"a":')
    (data / "fake.xlsx").write_text("no workbook")
    (data / "fake.parquet").write_text("no parquet")
    (data / "bytes.csv").write_bytes(bytes(range(256)) * 20)
    (data / "good.csv").write_text("a,b\n1,2\n3,4\n")
    catalog = opened().describe()
    assert [table.name for table in catalog.tables] == ["good", "headings", "one"]
    found = {(note.kind, note.file) for note in catalog.notes}
    assert found == {
        ("empty-file", "empty.csv"), ("no-rows", "headings.csv"), ("one-row", "one.csv"), ("unreadable", "broken.json"),
        ("unreadable", "fake.xlsx"), ("unreadable", "fake.parquet"), ("unreadable", "bytes.csv"),
    }  # fmt: skip


def test_a_folder_without_any_table_opens_too(data: Path, opened: Open) -> None:
    """Nothing to read is an empty catalogue, and a query says so in words."""
    tables = opened()
    assert tables.describe().tables == ()
    assert tables.query("SELECT 1 AS one").rows == ((1,),)


def test_lines_above_and_below_a_table_are_no_rows(data: Path, opened: Open) -> None:
    """The World Bank's preamble and a source line under the table are skipped, and said to be."""
    text = (
        '"Data Source","World Development Indicators",\n\n"Last Updated Date","2023-01-01",\n\n'
        '"Country Name","Country Code","1990","1991"\n"Germany","DEU","1.5","2.5"\n"France","FRA","","2.2"\n'
        "Source: the World Bank\n"
    )
    (data / "wb.csv").write_text(text)
    tables = opened()
    assert tables.query("SELECT * FROM wb").rows == (("Germany", "DEU", 1.5, 2.5), ("France", "FRA", None, 2.2))
    assert {("preamble", ""), ("footer", "")} <= notes(tables.describe())


def test_codes_with_leading_zeros_stay_text(data: Path, opened: Open) -> None:
    """A postcode is no number: its zeros count."""
    (data / "codes.csv").write_text("postcode,n\n01234,1\n98765,2\n00007,3\n")
    assert opened().query("SELECT postcode FROM codes ORDER BY 1").values("postcode") == ("00007", "01234", "98765")


def test_a_column_of_half_numbers_stays_text_with_a_note(data: Path, opened: Open) -> None:
    """Nothing is thrown away where too much would be."""
    (data / "mix.csv").write_text("k,v\n" + "".join(f"a{n},{n if n % 2 else 'word'}\n" for n in range(20)))
    catalog = opened().describe()
    assert catalog.tables[0].column("v").kind == "text"
    assert ("mixed", "v") in notes(catalog)


def test_a_query_reaches_the_tables_and_nothing_else(data: Path, opened: Open, tmp_path: Path) -> None:
    """No file, no network, no change, no second statement."""
    (data / "t.csv").write_text("a,b\n1,2\n3,4\n")
    tables = opened()
    target = tmp_path / "out.csv"
    for sql in (
        "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM 'http://127.0.0.1:1/x.csv'", "DROP TABLE t",
        "SELECT 1; SELECT 2", f"COPY t TO '{target}'", f"ATTACH '{target}'", "SELECT * FROM glob('/*')",
        "INSERT INTO t VALUES (1, 2)", "SET memory_limit='100GB'", "SELECT nonsense FROM t",
    ):  # fmt: skip
        with pytest.raises(InputError):
            tables.query(sql)
    assert not target.exists()
    assert tables.query("SELECT a FROM t WHERE b = ?", [4]).rows == ((3,),)


def test_a_query_that_never_ends_is_stopped_and_the_next_one_is_answered(data: Path, opened: Open) -> None:
    """The process is killed at the limit, and a new one answers."""
    (data / "t.csv").write_text("a,b\n1,2\n3,4\n")
    tables = opened()
    with pytest.raises(TimedOut):
        tables.query("SELECT count(*) FROM range(1000000000) a, range(1000000000) b", timeout=1)
    assert tables.query("SELECT sum(a) FROM t").rows == ((4,),)


def test_rows_beyond_the_limit_are_cut_and_said_to_be(data: Path, opened: Open) -> None:
    """Who asks for everything gets the first rows, and knows it."""
    (data / "t.csv").write_text("a,b\n" + "1,2\n" * 50)
    got = opened().query("SELECT * FROM t", limit=10)
    assert (len(got.rows), got.cut) == (10, True)


def test_the_same_bytes_are_read_once(data: Path, tmp_path: Path) -> None:
    """A second opening takes the database that is there; a changed file makes another."""
    (data / "t.csv").write_text("a,b\n1,2\n3,4\n")
    seen: list[str] = []
    for text in ("a,b\n1,2\n3,4\n", "a,b\n1,2\n3,5\n"):
        (data / "t.csv").write_text(text)
        for _ in range(2):
            with Tables.open(find_data(data), tmp_path / "cache", lambda done, of, name: seen.append(name)) as tables:
                assert tables.query("SELECT max(b) FROM t").rows == ((int(text[-2]),),)
    assert seen == ["t.csv", "", "t.csv", ""]


def test_a_file_that_was_not_read_in_time_is_tried_again(data: Path, tmp_path: Path) -> None:
    """A busy machine spoils no later opening."""
    (data / "t.csv").write_text("a,b\n1,2\n3,4\n")
    with Tables.open(find_data(data), tmp_path / "cache", patience=0.001) as tables:
        assert ("unreadable", "") in notes(tables.describe())
    with Tables.open(find_data(data), tmp_path / "cache") as tables:
        assert tables.query("SELECT max(b) FROM t").rows == ((4,),)


def test_a_heading_with_more_cells_than_the_rows_have_is_read(data: Path, opened: Open) -> None:
    """A comma too many at the end of the headings alone."""
    (data / "t.csv").write_text(
        "Series Id: A\n\nid,year,value,\n" + "".join(f"A,{y},{y}.5\n" for y in range(1990, 1996))
    )
    (table,) = opened().describe().tables
    assert ([one.title for one in table.columns], table.rows) == (["id", "year", "value"], 6)


def test_a_first_line_of_counts_and_kinds_is_no_heading(data: Path, opened: Open) -> None:
    """As machine-learning tables begin: how many rows and columns, then what the numbers in the last column mean."""
    rows = "".join(f"{5 + at / 10:.1f},{at % 7},{at % 2}\n" for at in range(30))
    (data / "flowers.csv").write_text("30,2,rose,tulip\n" + rows)
    (data / "years.csv").write_text("2019,2,a,b\n" + "".join(f"{at},{at},1,2\n" for at in range(30)))
    tables = opened()
    told = "SELECT class, count(*), min(column_1) FROM flowers GROUP BY 1 ORDER BY 1"
    assert tables.query(told).rows == (("rose", 15, 5.0), ("tulip", 15, 5.1))
    assert ("preamble", "") in notes(tables.describe())
    assert tables.query("SELECT count(*) FROM years").rows == ((31,),)


def test_very_long_numbers_are_read_and_those_that_identify_stay_text(data: Path, opened: Open) -> None:
    """Sums of sixteen digits and more are numbers, with a note; codes of one length are not, which is said too."""
    profits = [17 * 10**n + 10**15 for n in range(14, 20)]
    rows = [f"A,{profit},{-profit},{184467440737095516 + 7919 * n},{10**17 + n}" for n, profit in enumerate(profits)]
    (data / "long.csv").write_text("\n".join(["shop,profit,change,tweet,order id", *rows]) + "\n")
    tables = opened()
    catalog = tables.describe()
    found = kinds(catalog.table("long"))
    assert found["profit"] == found["change"] == ("number", "")
    assert found["tweet"] == found["order id"] == ("text", "")
    assert notes(catalog) >= {("long-numbers", "profit"), ("long-numbers", "change"), ("codes", "tweet")}
    assert ("codes", "order_id") not in notes(catalog)
    assert tables.query("SELECT max(profit), min(change) FROM long").rows == ((1.70001e20, -1.70001e20),)


def test_cells_are_on_one_line_whatever_the_file(data: Path, opened: Open) -> None:
    """Line breaks and gaps within a text become one space; a column of others keeps its rows."""
    (data / "shops.csv").write_bytes(b'shop,sold\r\n"North\nend",1\r\n"South  end",2\r\nEast,3\r\n')
    duckdb.sql("SELECT 'North' || chr(10) || 'end' AS shop, 1 AS sold").write_parquet(str(data / "kept.parquet"))
    tables = opened()
    assert tables.query("SELECT shop FROM shops ORDER BY sold").rows == (("North end",), ("South end",), ("East",))
    assert tables.query("SELECT shop FROM kept").rows == (("North end",),)


def test_why_a_file_cannot_be_read_names_no_place_of_the_machine(data: Path, opened: Open) -> None:
    """The message is about the file as it is called in its folder."""
    (data / "fake.parquet").write_bytes(b"this is no such file at all")
    text = opened().describe().notes[0].text
    assert "fake.parquet" in text
    assert str(data) not in text


def test_sums_are_the_same_each_time(data: Path, opened: Open) -> None:
    """Fractions are added up in one order, so that even the last digit stays."""
    rows = "SELECT i % 97 AS day, (i * 7919 % 1000003) / 7919.0 AS price FROM range(600000) AS t(i)"
    duckdb.sql(rows).write_parquet(str(data / "sold.parquet"))
    tables = opened()
    asked = "SELECT day, sum(price), avg(price) FROM sold GROUP BY 1 ORDER BY 1"
    first = tables.query(asked).rows
    assert all(tables.query(asked).rows == first for _ in range(8))


def test_a_table_of_many_columns_is_read_and_one_of_too_many_refused_at_once(data: Path, opened: Open) -> None:
    """Hundreds are read in parts, each cell in its row; thousands are refused with how many are read."""
    for name, width in (("wide", 150), ("wider", 3000)):
        rows = [[f"m{n}" for n in range(width)], *([str(10 * row + n % 7) for n in range(width)] for row in range(5))]
        (data / f"{name}.csv").write_text("\n".join(map(",".join, rows)) + "\n")
    tables = opened()
    catalog = tables.describe()
    assert [(table.name, len(table.columns)) for table in catalog.tables] == [("wide", 150)]
    assert tables.query("SELECT m0, m100, m149 FROM wide").rows == tuple(
        (10 * n, 10 * n + 2, 10 * n + 2) for n in range(5)
    )
    told = next(note.text for note in catalog.notes if note.file == "wider.csv")
    assert "3,000 columns" in told
    assert "1,000" in told


def test_values_nested_too_deeply_are_told_in_words(data: Path, opened: Open) -> None:
    """A file of thousands of brackets is a note, not the name of an error."""
    (data / "deep.json").write_text('[{"a":' * 100_000 + "1" + "}]" * 100_000)
    (note,) = opened().describe().notes
    assert "nested too deeply" in note.text
    assert "Recursion" not in note.text
