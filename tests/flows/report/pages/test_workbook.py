"""The workbook: numbers are numbers, dates dates, texts texts, and nothing from data is a formula."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import openpyxl
from hypothesis import example, given
from hypothesis import strategies as st

from flows.report.pages.samples import document, figures, table
from indagate.flows.report.pages import Column, DataTable, write_xlsx
from indagate.flows.report.pages.workbook import sheet_name


def opened(folder: Path, *tables: DataTable, **options: int) -> openpyxl.Workbook:
    path = folder / "data_pack.xlsx"
    write_xlsx(replace(document(), tables=tables or document().tables), path, figures(), **options)
    return openpyxl.load_workbook(path)


def test_the_sheets_are_those_that_were_promised(tmp_path: Path) -> None:
    """Summary, Data, Comparison, Glossary, Sources, also when one of them has nothing to hold."""
    assert opened(tmp_path).sheetnames == ["Summary", "Data", "Comparison", "Glossary", "Sources"]
    assert opened(tmp_path, table()).sheetnames == ["Summary", "Data", "Comparison", "Glossary", "Sources"]
    assert opened(tmp_path, table(), table()).sheetnames[:3] == ["Summary", "Data", "Data 2"]


def test_each_cell_has_its_type(tmp_path: Path) -> None:
    """Numbers with formats, dates as dates; a number too long for a spreadsheet and a date before 1900 stay whole."""
    sheet = opened(tmp_path)["Data"]
    assert [cell.value for cell in sheet[1]] == ["Region", "Since", "Sales, USD", "Shops", "Change, %"]
    north, odd, bare = sheet[2], sheet[3], sheet[4]
    assert north[1].value == datetime.datetime(2015, 1, 31)
    assert north[1].is_date
    assert (north[2].value, north[2].number_format) == (1234567.891, "#,##0.00")
    assert (north[3].value, north[4].value) == (12, 12.5)
    assert north[4].number_format.endswith('"%"')
    assert odd[1].value == "1899-05-01"
    assert odd[3].value == "100000000000000000"
    assert odd[4].value is None
    assert bare[2].value is None


def test_texts_in_a_column_of_dates_are_dates(tmp_path: Path) -> None:
    """A whole date becomes one; a year or a month, which has no day, stays what it is."""
    rows = (("2020-02-29",), ("2020-02-29T10:30",), ("2020-02",), ("2020",), ("soon",))
    sheet = opened(tmp_path, DataTable("Dates", (Column("Time", kind="date"),), rows))["Data"]
    day = datetime.datetime(2020, 2, 29)
    assert [sheet.cell(at, 1).value for at in range(2, 7)] == [
        day, day.replace(hour=10, minute=30), "2020-02", "2020", "soon",
    ]  # fmt: skip


def test_nothing_from_data_is_a_formula(tmp_path: Path) -> None:
    """Cells, headings and names that begin with = + - @ are texts."""
    bad = '=HYPERLINK("http://x")'
    rows = tuple((start + "1+1",) for start in ("=", "+", "-", "@", "\t=", "{="))
    made = replace(document(), title=bad, query=bad, tables=(DataTable(bad, (Column(bad),), rows, bad),))
    path = tmp_path / "data_pack.xlsx"
    write_xlsx(made, path)
    book = openpyxl.load_workbook(path)
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d", "b"}
    assert [row[0].value.strip()[-4:] for row in book["Data"].iter_rows(min_row=2)] == [row[0][-4:] for row in rows]


def test_odd_values_are_kept_or_left_empty(tmp_path: Path) -> None:
    """No value is invented for one that is missing, and a text that is too long says that it was cut."""
    rows = ((float("nan"), "x" * 40_000), (float("inf"), "\x00\x0bbad"), (True, "line\nbreak"))
    sheet = opened(tmp_path, DataTable("Odd", (Column("a", kind="number"), Column("b")), rows))["Data"]
    assert sheet["A2"].value is None
    assert sheet["A3"].value == "inf"
    assert sheet["A4"].value is True
    assert len(sheet["B2"].value) <= 32_767
    assert "32,767" in sheet["B2"].value


def test_more_rows_than_a_sheet_holds_are_cut_with_a_note(tmp_path: Path) -> None:
    """The last row says so; as many rows as fit are all there; rows are taken one by one."""
    column = (Column("n", kind="integer"),)
    sheet = opened(tmp_path, DataTable("n", column, ((at,) for at in range(10**6))), most_rows=20)["Data"]
    assert sheet.max_row == 20
    assert "18" in str(sheet["A20"].value)
    full = opened(tmp_path, DataTable("n", column, ((at,) for at in range(19))), most_rows=20)["Data"]
    assert [row[0].value for row in full.iter_rows(min_row=2)] == list(range(19))


def test_citations_are_numbers_in_the_summary(tmp_path: Path) -> None:
    """Texts in cells carry no marks."""
    cells = [str(cell.value) for row in opened(tmp_path)["Summary"].iter_rows() for cell in row]
    assert "All regions grew [1]" in cells
    assert not any("[@" in cell for cell in cells)


@given(st.text(max_size=60), st.lists(st.text(max_size=31), max_size=4))
@example("\n", [])
@example("' '", [])
def test_sheet_names_are_allowed_and_new(wanted: str, taken: list[str]) -> None:
    """At most 31 signs, none forbidden, not empty, none twice."""
    name = sheet_name(wanted, taken)
    assert 1 <= len(name) <= 31
    assert not set(name) & set("[]:*?/\\")
    assert name.lower() not in {one.lower() for one in taken}
    assert name.strip("'") == name


def test_small_numbers_are_seen_and_sheets_are_reached(tmp_path: Path) -> None:
    """Beside thousands a thousandth is not shown as zero; the summary's list of sheets leads to each of them."""
    rows = ((12_345.6,), (0.0012,), (0.0,))
    book = opened(tmp_path, DataTable("It's mixed", (Column("v", kind="number"),), rows))
    assert [cell.number_format for cell in book["Data"]["A"][1:]] == ["#,##0", "0.0000", "#,##0"]
    links = [cell.hyperlink.location for row in book["Summary"].iter_rows() for cell in row if cell.hyperlink]
    assert links == ["'Data'!A1", "'Comparison'!A1"]
    assert all(sheet.page_setup.orientation == "landscape" for sheet in book)


def test_two_hundred_tables_are_two_hundred_sheets(tmp_path: Path) -> None:
    """Each table has a sheet of its own whatever its name is, and the summary names them all."""
    names = ("a[b]:c*d?e/f" * 4, "x" * 60, "History", "", "=1")
    tables = [DataTable(names[at % 5], (Column("n", kind="integer"),), ((at,),)) for at in range(200)]
    book = opened(tmp_path, *tables)
    data = [name for name in book.sheetnames if name.startswith("Data")]
    assert len(data) == 200
    assert [book[name]["A2"].value for name in data] == list(range(200))
    assert max(map(len, book.sheetnames)) <= 31
