"""Reads CSV and TSV: every line a table row under its header."""

from __future__ import annotations

import csv
import io

from indagate.corpus.charset import decode
from indagate.corpus.document import Document
from indagate.corpus.draft import Draft
from indagate.errors import Unreadable

CAP = 50 << 20
"""Bytes of a table that are read."""
ROWS = 50_000
"""Rows of a table that are read."""

_DELIMITERS = ",;\t|"
_COLUMNS = 500


def read(data: bytes, name: str) -> Document:
    """The table as a document of rows; raises Unreadable when it is no table."""
    draft = Draft()
    text, _ = decode(data[:CAP])
    if len(data) > CAP:
        draft.warn(f"only the first {CAP >> 20} MB of it were read")
        text = text[: text.rfind("\n") + 1] or text
    text = text.replace("\0", "").lstrip("\ufeff")
    delimiter = _delimiter(text, name)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header: tuple[str, ...] | None = None
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = tuple(" ".join(cell.split()) for cell in cells[:_COLUMNS]) if _names(cells) else ()
            if len(draft.blocks) > ROWS:
                draft.warn(f"only the first {ROWS:,} rows of it were read")
                break
            draft.row(cells[:_COLUMNS], header)
    except csv.Error as error:
        if not draft.blocks:
            raise Unreadable(f"it cannot be read as a table: {error}") from error
        draft.warn(f"it could not be read beyond line {reader.line_num:,}: {error}")
    return draft.document("text/tab-separated-values" if delimiter == "\t" else "text/csv")


def _delimiter(text: str, name: str) -> str:
    """The delimiter that splits the first lines into the same number of cells, most cells first."""
    lines = [line for line in text[: 1 << 16].split("\n")[:21] if line.strip()][:20]
    best, most = "\t" if name.lower().endswith(".tsv") else ",", (0.0, 0)
    for delimiter in _DELIMITERS:
        try:
            widths = [len(cells) for cells in csv.reader(lines, delimiter=delimiter) if cells]
        except csv.Error:
            continue
        width = max(set(widths), key=widths.count, default=1)
        if width > 1 and (rank := (widths.count(width) / len(widths), width)) > most:
            best, most = delimiter, rank
    return best


def _names(cells: list[str]) -> bool:
    """Whether a first row names its columns: every cell says something, and none is a number."""
    return all(cell.strip() and not _numeric(cell) for cell in cells)


def _numeric(cell: str) -> bool:
    bare = cell.strip().strip("%€$£").replace(" ", "").replace(",", ".").replace("\u00a0", "")
    return bare.replace(".", "").replace("-", "").isdigit() and bool(bare) and not (len(bare) == 4 and bare.isdigit())
