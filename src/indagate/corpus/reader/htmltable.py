"""HTML tables that hold data, as rows with their header cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.corpus.draft import Draft, clean, line
from indagate.corpus.reader.htmltext import gather, passed_over

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_COLUMNS = 200
_ROWSPAN = 1000
_INSIDE = frozenset({"table", "h1", "h2", "h3", "h4"})


def holds_data(table: HtmlElement) -> bool:
    """Whether a table is one, and no means of layout: no tables or headings inside, and more than one cell."""
    if table.get("role") in ("presentation", "none"):
        return False
    cells = headers = widest = 0
    for element in table.iter("table", "h1", "h2", "h3", "h4", "tr", "td", "th"):
        if element is table:
            continue
        if element.tag in _INSIDE:
            return False
        if element.tag == "tr":
            widest = max(widest, sum(child.tag in ("td", "th") for child in element))
        else:
            cells += 1
            headers += element.tag == "th"
    return cells > 1 and (widest > 1 or headers > 0)


def add_rows(draft: Draft, table: HtmlElement, under: tuple[str, ...]) -> None:
    """Add the table's caption and rows to the draft."""
    caption = table.find("caption")
    if caption is not None:
        draft.add("paragraph", gather(caption), under=under)
    rows = [row for row in table.iter("tr") if not passed_over(row)]
    grid = _grid(rows)
    heads = _header_rows(rows)
    header = _header(grid[:heads])
    for at, cells in enumerate(grid):
        if at < heads - 1:
            continue
        if heads and at == heads - 1:
            draft.row(list(header), header, under=under)
        else:
            draft.row(cells, header, under=under)


def _grid(rows: list[HtmlElement]) -> list[list[str]]:
    """The cells by column; a cell over several columns or header rows stands in each of them."""
    grid: list[list[str]] = []
    pending: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []

        def carry(cells: list[str] = cells) -> None:
            while len(cells) in pending:
                left, text = pending.pop(len(cells))
                if left > 1:
                    pending[len(cells)] = (left - 1, text)
                cells.append(text)

        for cell in row:
            if cell.tag not in ("td", "th") or passed_over(cell):
                continue
            carry()
            text = clean(gather(cell))
            wide, tall = _span(cell.get("colspan"), _COLUMNS), _span(cell.get("rowspan"), _ROWSPAN)
            for offset in range(wide):
                if len(cells) >= _COLUMNS:
                    break
                shown = text if offset == 0 or cell.tag == "th" else ""
                if tall > 1:
                    pending[len(cells)] = (tall - 1, shown)
                cells.append(shown)
        carry()
        grid.append(cells)
    return grid


def _span(said: str | None, most: int) -> int:
    try:
        return min(max(1, int(said or 1)), most)
    except ValueError:
        return 1


def _header_rows(rows: list[HtmlElement]) -> int:
    """How many rows at the top name the columns."""
    count = 0
    for row in rows:
        parent = row.getparent()
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        if not cells:
            break
        in_head = parent is not None and parent.tag == "thead"
        if in_head or all(cell.tag == "th" or (count == 0 and _bold(cell)) for cell in cells):
            count += 1
        else:
            break
    return count if count < len(rows) else 0


def _bold(cell: HtmlElement) -> bool:
    """Whether all a cell says is in bold."""
    inner = list(cell)
    return len(inner) == 1 and inner[0].tag in ("b", "strong") and not (cell.text or inner[0].tail or "").strip()


def _header(rows: list[list[str]]) -> tuple[str, ...]:
    """One name a column, from all header rows."""
    width = max(map(len, rows), default=0)
    names = []
    for column in range(width):
        said: list[str] = []
        for row in rows:
            word = line(row[column]) if column < len(row) else ""
            if word and word not in said:
                said.append(word)
        names.append(" ".join(said))
    return tuple(names)
