"""Cutting documents into passages."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.passage import LARGE, Passage, cut, weigh
from indagate.corpus.reader import csv, html, markdown, text


def _cut(source: str) -> list[Passage]:
    return cut(markdown.read(source.encode(), "x.md"), "x.md")


def test_a_short_section_stays_together_and_never_joins_the_next() -> None:
    """The heading is in the path, not in the text."""
    passages = _cut("# A\n\nOne.\n\n- two\n- three\n\n## B\n\nFour.")
    assert [(p.path, p.text) for p in passages] == [(("A",), "One.\n\ntwo\nthree"), (("A", "B"), "Four.")]


def test_a_long_section_is_cut_between_blocks_and_a_long_block_between_sentences() -> None:
    """Passages have a readable size and lose no word."""
    sentence = "This sentence has exactly seven words now. "
    document = text.read((sentence * 200 + "\n\n" + (sentence * 8 + "\n\n") * 6).encode(), "x.txt")
    passages = cut(document, "x.txt")
    assert all(weigh(p.text) <= LARGE for p in passages)
    assert sum(weigh(p.text) for p in passages) == weigh(document.text)
    assert all(p.text.endswith("now.") for p in passages)


def test_rows_keep_their_header_as_context() -> None:
    """Every passage of a long table says what its columns are."""
    data = "name,price in EUR\n" + "".join(f"thing number {n} of many,{n}\n" for n in range(200))
    passages = cut(csv.read(data.encode(), "t.csv"), "t.csv")
    assert len(passages) > 3
    assert passages[0].text.startswith("name | price in EUR\n")
    assert all(p.context == "name | price in EUR" for p in passages[1:])


def test_code_stays_with_the_sentence_that_leads_to_it() -> None:
    """Also when there is much text before."""
    passages = _cut("# A\n\nTo start it, type:\n\n```\nrun --now\n```")
    assert [p.text for p in passages] == ["To start it, type:\n\nrun --now"]


def test_a_definition_of_some_length_is_a_passage_under_its_term() -> None:
    """Its further paragraphs stay with it, the next term begins anew."""
    document = html.read(
        b"<h1>S</h1><dl><dt>work_mem</dt><dd><p>Memory a sort may use, "
        + b"and more " * 20
        + b".</p><p>Default 4MB.</p></dd><dt>fsync</dt><dd><p>Waits for the disk.</p></dd></dl>",
        "s.html",
    )
    passages = cut(document, "s.html")
    assert [p.path for p in passages] == [("S", "work_mem"), ("S", "fsync")]
    assert passages[0].text.endswith("Default 4MB.")


def test_a_document_of_headings_alone_can_be_found() -> None:
    """A heading with nothing under it is a passage itself."""
    assert [p.text for p in _cut("# A\n\n## B\n\n## C\n\nWords.")] == ["B", "Words."]


def test_chinese_is_cut_by_its_signs() -> None:
    """No spaces are needed."""
    passages = cut(text.read(("热泵将热量从冷处转移到热处。" * 200).encode(), "c.txt"), "c.txt")
    assert len(passages) > 5
    assert all(p.text.endswith("。") for p in passages)


BLOCKS = st.sampled_from(
    ["# H\n\n", "### Deep\n\n", "Words stand here.\n\n", "- item\n", "T\n: def\n\n", "```\ncode\n```\n\n", "> said\n\n",
     "| a | b |\n|---|---|\n| 1 | 2 |\n\n", "long sentence of words. " * 90 + "\n\n", "x" * 5000 + "\n\n"]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(BLOCKS, max_size=12))
def test_passages_are_exact_in_order_and_lose_nothing(parts: list[str]) -> None:
    """Every block but headings is covered; spans are exact and apart."""
    document = markdown.read("".join(parts).encode(), "x.md")
    passages = cut(document, "x.md")
    covered = bytearray(len(document.text))
    at = 0
    for ordinal, passage in enumerate(passages):
        assert passage.ordinal == ordinal
        assert document.text[passage.start : passage.end] == passage.text
        assert passage.start >= at
        assert len(passage.text) <= 5000
        at = passage.end
        covered[passage.start : passage.end] = b"\1" * (passage.end - passage.start)
    for block in document.blocks:
        if block.kind != "heading":
            missed = [document.text[n] for n in range(block.start, block.end) if not covered[n]]
            assert not "".join(missed).strip()
