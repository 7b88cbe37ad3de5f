"""What a page of a folder shows to nobody is not read; no style sheet, however odd, stands in the way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from indagate.corpus import extract
from indagate.corpus.reader.stylesheet import Sheet
from indagate.corpus.reader.unseen import drop_unseen


@pytest.mark.parametrize(
    "hidden",
    [
        "<p class=h>1666</p>", "<p hidden>1666</p>", '<p style="font-size:0">1666</p>', "<p aria-hidden=true>1666</p>",
        "<table class=h><tr><th>Year<td>1666</table>", "<ul><li>one<li class=h>1666</ul>", "<pre class=h>1666</pre>",
    ],
)  # fmt: skip
def test_what_a_page_shows_to_nobody_is_not_read(hidden: str) -> None:
    """By its style sheet, a style of its own, or an attribute; also in HTML within Markdown."""
    shown = "<p>It moves 412 litres.</p>"
    page = f"<html><head><style>.h{{display:none}}</style></head><body>{shown}{hidden}</body></html>"
    inside = f"# Station\n\n<div><style>.h{{display:none}}</style>{shown}{hidden}</div>\n"
    for text in (extract(page.encode(), "page.html").text, extract(inside.encode(), "page.md").text):
        assert "412 litres" in text
        assert "1666" not in text


@given(st.text(alphabet="{}@;:.#[]()*>+~, abp=\"'/\\-0", max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_style_sheet_is_read(text: str) -> None:
    """Nothing is raised, whatever is in it."""
    root = html.document_fromstring("<html><body><p class='a' id='b'>x</p></body></html>")
    drop_unseen(root)
    for rule in Sheet.of([text]).matching(root.find(".//p"), frozenset(("html", "body"))):
        assert rule.says


@pytest.mark.parametrize("sheet", ["@media screen{" * 5_000, "a " * 100_000 + "{color:red}", "[" * 100_000 + "{"])
def test_a_style_sheet_without_end_hides_nothing_and_holds_nothing_up(sheet: str) -> None:
    """Blocks in blocks in blocks, a selector of a whole page: the rest of the sheet still holds."""
    found = Sheet.of([sheet, "p{display:none}"])
    assert [rule.says for rules in found.by_tag.values() for rule in rules] == [{"display": ("none", False)}]
