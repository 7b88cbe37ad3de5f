"""Many days at once: what an import leaves when the disk refuses a file, and what an index makes of a day that grew."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from indagate.errors import StorageError
from indagate.flows.notes.domain import domains
from indagate.flows.notes.importing import bring_in
from indagate.flows.notes.index import Index
from indagate.flows.notes.notebook import Notebook

DAY = date(2026, 4, 20)


def test_an_import_that_cannot_write_one_day_leaves_all_days_as_they_were(tmp_path: Path) -> None:
    """A day's file that is a folder refuses the import; earlier notes stand, no new ones, and the next try adds all."""
    book = Notebook(tmp_path)
    book.append(DAY, [("ran 5 km", "")])
    before = book.path(DAY).read_bytes()
    bad = book.path(DAY + timedelta(2))
    told = [(DAY + timedelta(n), f"slept {5 + n}h") for n in range(2)] + [(DAY + timedelta(2), "slept 8h")]
    (tmp_path / "in the way").mkdir()
    (tmp_path / "in the way").rename(bad)
    with pytest.raises(StorageError):
        book.append_many({day: [text] for day, text in told})
    assert book.path(DAY).read_bytes() == before
    assert not book.read(DAY + timedelta(1))
    bad.rmdir()
    assert bring_in(book, told) == 3
    assert [line.text for line in book.read(DAY)] == ["ran 5 km", "slept 5h"]


def test_a_day_that_grew_and_was_edited_is_read_as_if_the_index_were_new(tmp_path: Path) -> None:
    """Lines added, changed, moved and deleted by hand, with a correction among them, give what a rebuild gives."""
    with Index(tmp_path, domains()) as index:
        path = index.notebook.path(DAY)
        index.notebook.append(DAY, [("ran 5 km", "N-1"), ("slept 7h", ""), ("lunch 600 kcal", "")])
        versions = [
            "- ran 5 km <!-- N-1 -->\n- slept 7h\n- lunch 600 kcal\n- correction of 2026-04-20 line 1: ran 8 km\n",
            "- ran 5 km <!-- N-1 -->\n- ran 5 km\n- lunch 650 kcal\n- correction of 2026-04-20 line 1: ran 8 km\n",
            "- lunch 650 kcal\n",
            "- dinner 700 kcal\n- lunch 650 kcal\n- lunch 650 kcal\n",
        ]
        for text in versions:
            index.refresh()
            path.write_text(text, "utf-8")
            assert index.refresh() == 1
            grown = (list(index.notes(DAY, DAY)), index.told(DAY), index.search([["lunch"]], DAY, DAY, DAY))
            index.rebuild()
            assert grown == (list(index.notes(DAY, DAY)), index.told(DAY), index.search([["lunch"]], DAY, DAY, DAY))
            assert [note.line for note, _ in index.notes(DAY, DAY)] == list(range(1, text.count("\n") + 1))
