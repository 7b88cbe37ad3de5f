"""A report as one HTML page that needs nothing beside it: figures, their library and the styles are within."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.flows.report.figures.lettering import sentence
from indagate.flows.report.figures.markup import figure_markup, locale_island, packed_library, read_part
from indagate.flows.report.figures.moment import moment_of, read_moment
from indagate.flows.report.figures.numeral import write_date
from indagate.flows.report.figures.plan import plan_figure
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.figures.still import WIDE, lowest
from indagate.flows.report.pages.cell import column_digits, is_numeric, row_digits, write_cell
from indagate.flows.report.pages.document import (
    Bullets,
    Column,
    DataTable,
    Document,
    FigureRef,
    Paragraph,
    TableBlock,
)
from indagate.flows.report.pages.fitting import Block, fitted
from indagate.flows.report.pages.heading import headings
from indagate.flows.report.pages.marked import as_html
from indagate.flows.report.pages.style import base_css, load_style, rendered
from indagate.flows.report.speech import day
from indagate.render import visible
from indagate.storage import write_by_rename

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_ROWS = 60
"""More rows of a table in the text are left to the workbook."""


def write_html(
    document: Document, figures: Sequence[FigureSpec], folder: Path, *, style_folders: Sequence[Path] = ()
) -> Path:
    """Write `report.html` into the folder and return its path.

    Raises `InputError` for a style that is not there or a figure that cannot be drawn, `StorageError`.
    """
    target = folder / "report.html"
    write_by_rename(target, render_html(document, figures, style_folders=style_folders).encode())
    return target


def refitting(
    document: Document, figures: Sequence[FigureSpec], *, style_folders: Sequence[Path] = ()
) -> Callable[[Sequence[Block]], str]:
    """Return what makes the page to be printed from the pieces of the page as it was measured."""

    def again(blocks: Sequence[Block]) -> str:
        plans = (plan_figure(figure, document.language) for figure in figures)
        bendable = {plan.figure.id: low for plan in plans if (low := lowest(plan, WIDE)) is not None}
        stretched = fitted(blocks, bendable)
        return render_html(document, figures, style_folders=style_folders, stretched=stretched)

    return again


def render_html(
    document: Document, figures: Sequence[FigureSpec], *, style_folders: Sequence[Path] = (),
    stretched: Mapping[str, float] | None = None,
) -> str:  # fmt: skip
    """Return the report's page; `stretched` says by figures' ids how much higher than usual some are."""
    from markupsafe import Markup

    style = load_style(document.style, style_folders)
    numbers = figure_numbers(document, figures)
    placed = {figure.id: figure for figure in figures}
    source_numbers = {source.id: at for at, source in enumerate(document.sources, 1)}
    words = headings(document.language)

    def marked(text: str) -> Markup:
        return as_html(text, source_numbers, numbers, words["figure_in_text"])

    def figure(name: str) -> Markup:
        if name not in placed:
            return Markup()
        plan = plan_figure(placed[name], document.language)
        stretch = (stretched or {}).get(name, 1.0)
        return figure_markup(plan, numbers[name], framed=document.framed, stretch=stretch)

    css = "\n".join((base_css(), read_part("figure.css"), style.css)).replace("</", "<\\/")
    return rendered(
        style,
        document=document, words=words, style=style.name, marked=marked, figure=figure, date=date_text(document),
        table=lambda table: table_view(table, document.language), kind=lambda block: KINDS[type(block)],
        shown=visible, named=lambda text: sentence(visible(text)),
        bare=lambda text: text.removeprefix(f"{words['source']}: "), css=Markup(css),  # noqa: S704 - our own files
        library=Markup(packed_library()) if numbers else "",  # noqa: S704 - our own files
        boot=Markup(read_part("boot.js")), locale=Markup(locale_island(document.language)),  # noqa: S704 - our own files
    )  # fmt: skip


KINDS = {Paragraph: "paragraph", Bullets: "bullets", FigureRef: "figure", TableBlock: "table"}


def figure_numbers(document: Document, figures: Sequence[FigureSpec]) -> dict[str, int]:
    """Return the figures that stand in the document, numbered from 1 in their order there."""
    known = {figure.id for figure in figures}
    order = [
        block.figure
        for section in document.sections
        for block in section.blocks
        if isinstance(block, FigureRef) and block.figure in known
    ]
    return {name: at for at, name in enumerate(dict.fromkeys(order), 1)}


def date_text(document: Document) -> str:
    """Return the document's date as its language writes it; what is no date stays as it is."""
    seconds = read_moment(document.date)
    if seconds is None or len(document.date) < 10:
        return document.date
    if document.language in ("en", "ru"):
        return day(document.date[:10], "ru" if document.language == "ru" else "en")
    return write_date(moment_of(seconds).date(), document.language)


def table_view(table: DataTable, language: str) -> dict[str, Any]:
    """Return a table as a template shows it: headings, numeric columns, rows of texts, how many; no empty column."""
    rows = list(table.rows)
    held = [at for at in range(len(table.columns)) if not rows or any(row[at] not in (None, "") for row in rows)]
    columns, rows = tuple(table.columns[at] for at in held), [tuple(row[at] for at in held) for row in rows]
    shown = rows[:MOST_ROWS]
    digits = [column_digits(column, [row[at] for row in shown]) for at, column in enumerate(columns)]
    texts = [
        [
            visible(write_cell(cell, column, own if column.kind == "measure" else places, language))
            for cell, column, places in zip(row, columns, digits, strict=False)
        ]
        for row, own in ((row, row_digits(columns, row)) for row in shown)
    ]
    return {
        "name": table.name,
        "heads": [_head(column) for column in columns],
        "looks": ["num" if is_numeric(column) else "when" if column.kind == "date" else "" for column in columns],
        "rows": texts,
        "note": table.note,
        "shown": len(shown),
        "all": len(rows),
    }


def _head(column: Column) -> str:
    in_cells = column.kind == "percent" and column.unit == "%"
    return f"{column.name}, {column.unit}" if column.unit and not in_cells else column.name
