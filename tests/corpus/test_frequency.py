"""What a query leaves out of a large index."""

from __future__ import annotations

from pathlib import Path

from pytest import MonkeyPatch

from indagate.corpus import Corpus, frequency
from indagate.corpus.query import by_word


def folder(tmp_path: Path) -> Corpus:
    """A corpus of twenty notes about lamps, one of which names a lantern and its wick."""
    home = tmp_path / "notes"
    home.mkdir()
    for number in range(20):
        told = "the lantern has a wick" if number == 7 else "the lamp is lit"
        (home / f"{number:02}.txt").write_text(f"Note {number}: here {told} every evening.\n", "utf-8")
    corpus = Corpus.open(home, tmp_path / "cache")
    corpus.refresh()
    return corpus


def test_a_large_index_is_asked_for_the_rarest_words(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """Common ones are left out where rarer ones remain; a query of common ones only keeps two."""
    monkeypatch.setattr(frequency, "LARGE", 10)
    corpus = folder(tmp_path)
    assert [hit.path for hit in corpus.search("lantern wick evening lamp note")] == ["07.txt"]
    assert len(corpus.search("evening note lamp", limit=30)) == 20


def test_a_small_index_is_asked_for_every_word(tmp_path: Path) -> None:
    """There is nothing to be gained by leaving any out."""
    assert len(folder(tmp_path).search("lantern wick evening", limit=30)) == 20


def test_a_query_is_taken_word_by_word() -> None:
    """Each with its own forms, none twice."""
    found = by_word("Welche Lampen und Lampe brennen?")
    assert list(found) == ["lampen", "brennen"]
    said = [form for expression in found.values() for form in expression.split(" OR ")]
    assert len(said) == len(set(said))
