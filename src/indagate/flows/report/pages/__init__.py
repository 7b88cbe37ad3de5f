"""Pages: a report's content (`document`) written as HTML, PDF and a workbook.

To come here: `write_html(document, figures, folder) -> Path` (report.html), `write_pdf(html, target, seconds=…)`,
`write_xlsx(document, target)`, `find_chromium() -> str | None`, `find_styles(folder=None) -> {name: Style}`.
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
    "TableBlock",
    "Term",
]
