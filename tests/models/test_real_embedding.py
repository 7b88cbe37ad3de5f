"""Search by meaning with a real small model, computed here."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.program import User

pytestmark = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("numpy", "tokenizers", "all_minilm_l6_v2")),
    reason="the real embedding model is not installed: make real-embedding (87 MB) runs these tests",
)


def test_the_vectors_are_those_of_the_model() -> None:
    """The first numbers are those that are known of this model; what means alike is near."""
    from indagate.models.embedding import embedder_of

    texts = ["This is an example sentence", "What does the machine cost?", "Its price is 300 euros.", "Cats sleep."]
    vectors = asyncio.run(embedder_of("local").embed(texts))
    assert [round(float(number), 4) for number in vectors[0][:4]] == [0.0677, 0.0635, 0.0487, 0.0793]
    assert float(vectors[1] @ vectors[2]) > float(vectors[1] @ vectors[3])


def test_research_finds_what_shares_no_word_with_the_question(tmp_path: Path) -> None:
    """The index has no word of the question, yet the passage comes first; nothing leaves the machine."""
    from indagate.corpus import Corpus
    from indagate.models.embedding import embedder_of

    user, docs, question = User(tmp_path), tmp_path / "docs", "Where do dogs get tethered?"
    docs.mkdir()
    (docs / "a.md").write_text("# Pets\n\nHounds must be kept on a leash in parks.\n")
    for number in range(20):
        (docs / f"{number}.md").write_text(f"# Note {number}\n\nThe archive holds folder {number} of the year.\n")
    done = user("research", question, "--corpus", docs, "--yes", "--embed", "local")
    assert done.code in (0, 4), done
    assert "computed on this machine" in done.err
    shown = user("show", "last", "--json").json
    assert "21 of 21 passages are searched by meaning" in Path(shown["report"]).read_text()
    asked = embedder_of("local")
    corpus = Corpus.open(docs, user.home / "corpora")
    (vector,) = asyncio.run(asked.embed([question]))
    assert corpus.search(question) == []
    assert corpus.search_both(question, vector, corpus.vectors(asked.identity), 3)[0].path == "a.md"
