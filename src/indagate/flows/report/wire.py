"""What may be said of a report over a network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from indagate.errors import InputError
from indagate.flow.wire import NAME, Granted, ShelfName, Text
from indagate.flows.report.record import ReportInput

StyleName = Annotated[str, Meta(pattern=rf"^$|{NAME}", max_length=64)]


@dataclass(frozen=True, slots=True)
class ReportWire:
    """A question to the tables of a shelf, perhaps with the documents of another.

    Depth, style and language are told from the query where they are empty.
    """

    query: Text
    data: ShelfName = ""
    corpus: ShelfName = ""
    formats: Annotated[tuple[Literal["html", "pdf", "xlsx"], ...], Meta(min_length=1, max_length=3)] = ("html",)
    depth: Literal["", "executive", "standard", "thorough", "deep_dive"] = ""
    style: StyleName = ""
    language: Literal["", "en", "ru"] = ""

    def given(self, granted: Granted) -> ReportInput:
        """Return the report's input. Raises `InputError`."""
        from indagate.flows.report.pages.style import find_styles

        if self.style and self.style not in (known := find_styles()):
            raise InputError(f"no style {self.style!r}", hint=f"Styles: {', '.join(sorted(known))}.")
        return ReportInput(
            self.query,
            granted.folder(self.data),
            granted.folder(self.corpus),
            self.formats,
            self.depth,
            self.style,
            self.language,
        )
