"""A report's numbers as a workbook: Summary, Data, Comparison, Glossary, Sources.

Numbers are numbers, dates dates, and whatever came as text stays text, also where it begins like a formula.
"""

from __future__ import annotations

import datetime
import itertools
import math
import re
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.flows.report.figures.numeral import needed_digits, tongue, write_number
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.pages.cell import as_date, column_digits
from indagate.flows.report.pages.document import Cell, Column, DataTable, Document
from indagate.flows.report.pages.heading import headings
from indagate.flows.report.pages.html import date_text, figure_numbers
from indagate.flows.report.pages.marked import as_text
from indagate.render import visible
from indagate.storage import write_by_rename

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

MOST_ROWS = 1_048_576
MOST_TEXT = 32_767
_SAMPLE = 400
_WIDEST = 60
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")


def write_xlsx(
    document: Document, target: Path, figures: Sequence[FigureSpec] = (), *, most_rows: int = MOST_ROWS
) -> None:
    """Write the workbook; `figures` number the references in its texts. Raises `StorageError`."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="indagate-xlsx-") as scratch:
        draft = Path(scratch, "data_pack.xlsx")
        _Pack(document, figures, draft, most_rows).write()
        write_by_rename(target, draft.read_bytes())


def sheet_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a sheet's name as spreadsheets allow it: 31 signs, none forbidden, no other of that name."""
    plain = " ".join(_FORBIDDEN.sub(" ", visible(wanted)).split()).strip(" '")[:31].strip(" '") or "Sheet"
    used = {name.lower() for name in taken} | {"history"}
    for count in itertools.count(1):
        ending = "" if count == 1 else f" {count}"
        name = plain[: 31 - len(ending)].rstrip() + ending
        if name.lower() not in used:
            return name
    raise AssertionError


class _Pack:
    """The workbook being written."""

    def __init__(self, document: Document, figures: Sequence[FigureSpec], path: Path, most_rows: int) -> None:
        import xlsxwriter

        self.document = document
        self.words = headings(document.language)
        self.most_rows = most_rows
        self.numbers = figure_numbers(document, figures)
        self.sources = {source.id: at for at, source in enumerate(document.sources, 1)}
        options = {
            "constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
            "strings_to_numbers": False,
            "tmpdir": str(path.parent), "remove_timezone": True,
        }  # fmt: skip
        self.book: Workbook = xlsxwriter.Workbook(str(path), options)
        self.book.set_properties({"title": visible(document.title)[:255], "comments": visible(document.query)[:255]})
        font = {"font_name": "Arial", "font_size": 10, "valign": "top"}
        self.plain = self.book.add_format(font | {"text_wrap": True})
        self.text = self.book.add_format(font)
        self.head = self.book.add_format(font | {"bold": True, "bottom": 1, "text_wrap": True, "bg_color": "#EEF1F4"})
        self.title = self.book.add_format(font | {"bold": True, "font_size": 15, "text_wrap": True})
        self.topic = self.book.add_format(font | {"bold": True, "font_size": 11})
        self.faint = self.book.add_format(font | {"font_color": "#57606A", "text_wrap": True})
        self.link = self.book.add_format(font | {"font_color": "#0B62A3", "underline": 1})
        self.font = font
        self.formats: dict[str, Format] = {}

    def write(self) -> None:
        """Write all sheets. The summary's index of sheets is known before any row is read."""
        tables = [table for table in self.document.tables if table.sheet == "data"]
        compared = [table for table in self.document.tables if table.sheet == "comparison"]
        names: list[str] = ["Summary", "Glossary", "Sources"]
        placed: list[tuple[str, DataTable | None]] = []
        for beginning, group in (("Data", tables), ("Comparison", compared)):
            for at, table in enumerate(group or [None]):
                name = sheet_name(beginning if at == 0 else f"{beginning} {at + 1}", names)
                names.append(name)
                placed.append((name, table))
        self._summary(placed)
        for name, table in placed:
            self._table(self.book.add_worksheet(name), table)
        self._glossary()
        self._sources()
        for sheet in self.book.worksheets():
            sheet.set_landscape()
            sheet.set_paper(9)  # A4
            sheet.fit_to_pages(1, 0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.book.close()

    def _said(self, text: str) -> str:
        return as_text(text, self.sources, self.numbers, self.words["figure_in_text"])

    def _summary(self, placed: Sequence[tuple[str, DataTable | None]]) -> None:
        sheet = self.book.add_worksheet("Summary")
        sheet.hide_gridlines(2)
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 1, 78)
        sheet.set_column(2, 2, 34)
        row = _Row(sheet)
        document, words = self.document, self.words
        row.put((document.title, self.title))
        for label, value in ((words["question"], document.query), (words["date"], date_text(document))):
            if value:
                row.put((label, self.faint), (value, self.plain))
        if document.headlines:
            row.skip()
            row.put((words["headlines"], self.topic))
            for one in document.headlines:
                row.put((one.label, self.plain), (one.value, self.plain), (one.note, self.faint))
        lists = {
            "takeaways": document.key_takeaways,
            "recommendations": document.recommendations,
            "limitations": document.limitations,
        }
        for key, items in lists.items():
            if items:
                row.skip()
                row.put((words[key], self.topic))
                for at, item in enumerate(items, 1):
                    row.put((str(at), self.faint), (self._said(item), self.plain))
        row.skip()
        row.put((words["contents"], self.topic))
        for name, table in placed:
            place = name.replace("'", "''")
            sheet.write_url(row.at, 0, f"internal:'{place}'!A1", self.link, string=name)
            row.put(
                ("", None),
                (table.name if table else words["empty"], self.plain),
                (table.note if table else "", self.faint),
            )

    def _table(self, sheet: Worksheet, table: DataTable | None) -> None:
        if table is None:
            put_text(sheet, 0, 0, self.words["empty"], self.faint)
            sheet.set_column(0, 0, 50)
            return
        rows = iter(table.rows)
        sample = list(itertools.islice(rows, _SAMPLE))
        formats = [
            self._format(column, [row[at] for row in sample if at < len(row)])
            for at, column in enumerate(table.columns)
        ]
        for at, column in enumerate(table.columns):
            sheet.set_column(at, at, _width(column, [row[at] for row in sample if at < len(row)]))
            put_text(sheet, 0, at, f"{column.name}, {column.unit}" if column.unit else column.name, self.head)
        sheet.freeze_panes(1, 0)
        written = 0
        for row in itertools.chain(sample, rows):
            if written + 1 >= self.most_rows - 1 and self._more(row, rows, sheet, written):
                break
            written += 1
            for at, (cell, column) in enumerate(zip(row, table.columns, strict=False)):
                self._put(sheet, written, at, as_date(cell, column), formats[at])
        if table.columns and written:
            sheet.autofilter(0, 0, written, len(table.columns) - 1)

    def _more(self, row: tuple[Cell, ...], rows: Iterable[tuple[Cell, ...]], sheet: Worksheet, written: int) -> bool:
        """Write the note that the sheet is full in its last row, unless this row is the very last and fits there."""
        if written + 1 == self.most_rows - 1 and next(iter(rows), None) is None:
            return False
        text = self.words["cut_open"].format(shown=write_number(written, self.document.language))
        put_text(sheet, written + 1, 0, text, self.faint)
        return True

    def _put(self, sheet: Worksheet, row: int, at: int, cell: Cell, form: Format) -> None:
        if cell is None or (isinstance(cell, float) and math.isnan(cell)):
            return
        if isinstance(cell, bool):
            sheet.write_boolean(row, at, cell, self.text)
        elif isinstance(cell, int | float):
            if math.isinf(cell) or (isinstance(cell, int) and abs(cell) >= 10**15):
                put_text(sheet, row, at, str(cell), self.text)  # a spreadsheet would round it
            else:
                sheet.write_number(row, at, cell, self._fine(cell) if _hidden(cell, form) else form)
        elif isinstance(cell, datetime.date):
            if cell.year < 1900 or (cell.year == 1900 and cell.month < 3):
                put_text(sheet, row, at, cell.isoformat(), self.text)  # before a spreadsheet's calendar begins
            else:
                sheet.write_datetime(row, at, cell, self._date(isinstance(cell, datetime.datetime)))
        else:
            text = cell if len(cell) <= MOST_TEXT else cell[: MOST_TEXT - 60] + "… " + self.words["cut_text"]
            put_text(sheet, row, at, text, self.plain if len(cell) > _WIDEST else self.text)

    def _date(self, timed: bool) -> Format:
        form = "dd.mm.yyyy" if tongue(self.document.language) in ("ru", "de") else "yyyy-mm-dd"
        return self._number(form + " hh:mm" if timed else form, align="left")

    def _format(self, column: Column, values: Sequence[Cell]) -> Format:
        if column.kind == "percent":
            digits = column_digits(column, values)
            return self._number("0" + ("." + "0" * digits if digits else "") + '"%"')
        if column.kind in ("number", "integer", "measure"):
            digits = column_digits(column, values)
            years = all(isinstance(v, int) and 1000 <= v <= 2200 for v in values if v is not None) and values
            return self._number("0" if years else "#,##0" + ("." + "0" * digits if digits else ""))
        return self.text

    def _fine(self, value: float) -> Format:
        """Return the form of a value so small that its column's form would show it as nothing."""
        return self._number("0." + "0" * max(1, needed_digits((value,))))

    def _number(self, form: str, align: str = "right") -> Format:
        if form not in self.formats:
            self.formats[form] = self.book.add_format(self.font | {"num_format": form, "align": align})
        return self.formats[form]

    def _glossary(self) -> None:
        sheet = self.book.add_worksheet("Glossary")
        sheet.set_column(0, 0, 32)
        sheet.set_column(1, 1, 90)
        row = _Row(sheet)
        row.put((self.words["term"], self.head), (self.words["meaning"], self.head))
        for one in self.document.glossary:
            row.put((one.term, self.plain), (self._said(one.meaning), self.plain))

    def _sources(self) -> None:
        sheet = self.book.add_worksheet("Sources")
        for at, width in enumerate((6, 50, 60, 16, 40)):
            sheet.set_column(at, at, width)
        row = _Row(sheet)
        row.put(*((self.words[key], self.head) for key in ("number", "title", "where", "date", "note")))
        for at, one in enumerate(self.document.sources, 1):
            sheet.write_number(row.at, 0, at, self.text)
            row.put(
                ("", None),
                (one.title, self.plain),
                (one.where, self.plain),
                (one.date, self.plain),
                (one.note, self.plain),
            )


class _Row:
    """Where the next row of texts goes."""

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.at = 0

    def put(self, *cells: tuple[str, Format | None]) -> None:
        """Write a row of texts."""
        for column, (text, form) in enumerate(cells):
            if form is not None:
                put_text(self.sheet, self.at, column, text, form)
        self.at += 1

    def skip(self) -> None:
        """Leave a row empty."""
        self.at += 1


def _hidden(value: float, form: Format) -> bool:
    """Whether a number that is not zero is shown as zero in this form; a percent keeps its sign and its form."""
    shown = str(form.num_format)
    digits = len(shown.rpartition(".")[2]) if "." in shown else 0
    return bool(value) and "%" not in shown and shown != "General" and abs(value) < 0.5 * 10**-digits


def put_text(sheet: Worksheet, row: int, column: int, text: str, form: Format) -> None:
    """Write a text as a text, whatever it begins with."""
    sheet.write_string(row, column, visible(text)[:MOST_TEXT], form)


def _width(column: Column, values: Sequence[Cell]) -> float:
    head = len(column.name) + (len(column.unit) + 2 if column.unit else 0)
    longest = max(
        (len(str(value)) if not isinstance(value, float) else 12 for value in values if value is not None), default=0
    )
    return float(min(_WIDEST, max(9, min(head, 26) + 3, longest + 2)))
