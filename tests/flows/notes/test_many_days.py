"""Many days at once: what an import leaves when the disk refuses a file, and what an index makes of a day that grew."""

from __future__ import annotations

import tempfile
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.errors import StorageError
from indagate.flows.notes.domain import domains, usable
from indagate.flows.notes.importing import bring_in
from indagate.flows.notes.index import Index
from indagate.flows.notes.notebook import Notebook

DAY = date(2026, 4, 20)
LEARNT = """
name: mine
description: What I had learnt
vocabulary:
  steam: [SAUNA, Dampf-Bad, баня]
  run: [jogged for fun]
log_schema:
  - {activity: steam, measures: {duration: {unit: min, words: [how hot]}}}
  - {activity: run, measures: {distance: {unit: km}}}
"""


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


@given(st.lists(st.lists(st.sampled_from(
    ["Sauna", "dampf-bad", "БАНЯ", "steam", "jogged", "for fun", "how hot", "ran", "slept", "20 min", "5 km", ",", "7h"]
), min_size=1, max_size=4).map(" ".join), min_size=1, max_size=6))  # fmt: skip
@settings(deadline=None, max_examples=25)
def test_what_is_learnt_or_forgotten_leaves_the_index_as_one_made_anew(texts: list[str]) -> None:
    """Only the days with a word that means something else are read again; nothing else may differ."""

    def told(index: Index) -> object:
        index.refresh()
        names = sorted(index.lexicon.senses)
        every = list(index.notes(date.min, date.max)), index.told(DAY)
        return every, index.mentions(DAY, {one[1].activity for name in names for one in index.lexicon.senses[name]})

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for place, text in enumerate(texts):
            Notebook(home / "notebook").append(DAY - timedelta(place), [(text, f"N-{place}")])
        (home / "domains").mkdir()
        Index(home, usable(home)[0]).refresh()
        for learnt in (LEARNT, "name: mine\ndescription: All is forgotten\nvocabulary: {}\n"):
            (home / "domains" / "mine.yaml").write_text(learnt, "utf-8")
            domains.cache_clear()
            with Index(home, usable(home)[0]) as index:
                found = told(index)
                index.rebuild()
                assert found == told(index)
