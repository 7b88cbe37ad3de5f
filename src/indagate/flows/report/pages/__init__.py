"""Pages: a report's content (`document`) written as HTML, PDF and a workbook.

`write_html(document, figures, folder)` makes report.html, `print_pdf(html, target)` report.pdf,
`write_xlsx(document, target, figures)` data_pack.xlsx.
"""

from indagate.flows.report.pages.document import (
    Argument,
    Block,
    Bullets,
    Cell,
    Column,
    ColumnKind,
    DataTable,
    Document,
    FigureRef,
    Headline,
    Paragraph,
    Section,
    Sheet,
    Source,
    TableBlock,
    Term,
)
from indagate.flows.report.pages.html import render_html, write_html
from indagate.flows.report.pages.pdf import find_chromium, print_pdf, write_pdf
from indagate.flows.report.pages.style import Style, find_styles, load_style
from indagate.flows.report.pages.workbook import write_xlsx

__all__ = [
    "Argument",
    "Block",
    "Bullets",
    "Cell",
    "Column",
    "ColumnKind",
    "DataTable",
    "Document",
    "FigureRef",
    "Headline",
    "Paragraph",
    "Section",
    "Sheet",
    "Source",
    "Style",
    "TableBlock",
    "Term",
    "find_chromium",
    "find_styles",
    "load_style",
    "print_pdf",
    "render_html",
    "write_html",
    "write_pdf",
    "write_xlsx",
]
