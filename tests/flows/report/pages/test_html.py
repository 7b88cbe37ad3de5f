"""The page: whole in itself, everything in it escaped, in every style and language; styles of one's own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from flows.report.pages.samples import WORDS, document, figures
from indagate.errors import InputError
from indagate.flows.report.pages import (
    Column,
    DataTable,
    FigureRef,
    Paragraph,
    Section,
    Source,
    TableBlock,
    render_html,
)
from indagate.flows.report.pages.html import MOST_ROWS
from indagate.flows.report.pages.marked import as_html, as_text

STYLES = ("default", "minimal", "academic", "warp")
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)> </style> {{ 31336+1 }} javascript:alert(3)'


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_a_page_holds_everything_and_needs_nothing(style: str, language: str) -> None:
    """All that the document says is there; nothing is loaded from anywhere; the library is in it once."""
    page = render_html(document(language, style), figures())
    text = " ".join(lxml_html.fromstring(page).text_content().split())
    for words in WORDS[language]:
        assert words in text
    assert not re.search(r'(?:src|srcset)="|@import|url\(', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert page.count('id="plotly-packed"') == 1
    assert len(page) < 3_500_000
    assert {"1", "2", "1, 2"} & set(re.findall(r"\[([\d, ]+)\]", text))


@pytest.mark.parametrize("framed", [False, True])
def test_each_figure_is_told_in_words(framed: bool) -> None:
    """Still or moving, a figure says what it shows to who does not see it; wide tables can be reached by keyboard."""
    page = lxml_html.fromstring(render_html(document(framed=framed), figures()))
    for figure in page.xpath("//figure"):
        pictures = figure.xpath(".//*[@role='img'] | .//iframe")
        assert len(pictures) == 3
        assert all(one.get("aria-label") or one.get("title") for one in pictures)
    assert all(one.get("tabindex") == "0" for one in page.xpath("//*[@class='table-scroll']"))


def test_a_page_without_figures_has_no_library() -> None:
    """A report of words only is small."""
    bare = replace(document(), sections=(Section("Words", (Paragraph("Only words."),)),))
    assert len(render_html(bare, ())) < 60_000


@pytest.mark.parametrize("style", STYLES)
def test_nothing_that_comes_from_data_is_markup(style: str) -> None:
    """Titles, names, notes, cells, addresses: all of it is shown as it is."""
    table = DataTable(HOSTILE, (Column(HOSTILE, HOSTILE),), ((HOSTILE,),), HOSTILE)
    made = replace(
        document("en", style), title=HOSTILE, query=HOSTILE, subtitle=HOSTILE, key_takeaways=(HOSTILE,), date=HOSTILE,
        sections=(Section(HOSTILE, (Paragraph(HOSTILE), TableBlock(table, HOSTILE))),), limitations=(HOSTILE,),
        sources=(
            Source("s1", HOSTILE, HOSTILE, HOSTILE, HOSTILE), Source("s2", "a", "javascript:alert(4)"),
            Source("s3", "b", "https://x/" + HOSTILE),
        ),
    )  # fmt: skip
    tree = lxml_html.fromstring(render_html(made, ()))
    assert not tree.xpath("//script | //img")
    assert not tree.xpath("//@onerror | //@onload")
    assert not [link for link in tree.xpath("//@href") if not link.startswith(("#", "https://"))]
    assert "31337" not in tree.text_content()


@given(st.text(max_size=200))
def test_marked_text_is_escaped(text: str) -> None:
    """Whatever stands in a text, the only tags are those of citations, references and strong words."""
    tree = lxml_html.fromstring(f"<div>{as_html(text, {'s1': 1}, {'a': 1}, 'Figure')}</div>")
    assert {node.tag for node in tree.iter()} <= {"div", "sup", "a", "strong", "span"}
    as_text(text, {"s1": 1}, {"a": 1}, "Figure")


def test_marks_become_citations_and_references() -> None:
    """Numbers of sources and figures; what is not there is a question mark."""
    text = "Up **by half** [@s2, s1], see [#price] and [#gone] [@nobody]."
    shown = str(as_html(text, {"s1": 1, "s2": 2}, {"price": 3}, "Figure"))
    assert '<a href="#source-s2">2</a>, <a href="#source-s1">1</a>' in shown
    assert "<strong>by half</strong>" in shown
    assert 'href="#figure-price"' in shown
    assert "Figure\u00a0?" in shown
    assert 'class="missing">?' in shown
    assert as_text(text, {"s1": 1, "s2": 2}, {"price": 3}, "рис.") == "Up by half [2, 1], see рис. 3 and рис. ? [?]."


def test_cells_are_written_in_the_language() -> None:
    """Numbers have the language's separators, dates its words, and what is missing is a dash, not a zero."""
    page = render_html(document("ru"), figures())
    assert "1\u202f234\u202f567,89" in page
    assert "31 янв 2015" in page
    assert "12,50\u00a0%" in page or "12,5\u00a0%" in page
    assert '<td class="num">–</td>' in page


def test_long_tables_are_cut_with_a_word() -> None:
    """The text shows sixty rows and says how many there are."""
    table = DataTable("Long", (Column("a", kind="integer"),), tuple((at,) for at in range(500)))
    page = render_html(replace(document(), sections=(Section("T", (TableBlock(table),)),)), ())
    assert page.count("<tr>") == MOST_ROWS + 1
    assert f"{MOST_ROWS} of 500" in page


def test_a_figure_that_is_not_there_leaves_no_hole() -> None:
    """A place without its figure shows nothing, and numbers stay in order."""
    sections = (Section("S", (FigureRef("gone"), FigureRef("bars"))),)
    page = render_html(replace(document(), sections=sections), figures())
    assert page.count("<figure ") == 1
    assert "Figure 1<" in page


def test_a_folder_is_a_style(tmp_path: Path) -> None:
    """A style.css is enough; a page.html arranges the page anew, and is held to the sandbox."""
    style = tmp_path / "mine"
    style.mkdir()
    (style / "style.css").write_text(":root{--accent:#123abc}")
    assert "--accent:#123abc" in render_html(document(style="mine"), figures(), style_folders=(tmp_path,))
    assert "--accent:#123abc" in render_html(document(style=str(style)), figures())
    (style / "page.html").write_text('{% extends "shared.html" %}{% block headlines %}MINE{{ "<b>" }}{% endblock %}')
    assert "MINE&lt;b&gt;" in render_html(document(style=str(style)), figures())


@pytest.mark.parametrize("wrong", ["{% if %}", "{{ nobody.knows }}"])
def test_a_mistake_in_a_style_is_told_with_its_file_and_line(tmp_path: Path, wrong: str) -> None:
    """What cannot be read, and what a page does not have."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "style.css").write_text("")
    (tmp_path / "mine" / "page.html").write_text(f"<html>\n\n{wrong}\n</html>")
    with pytest.raises(InputError, match=r"style mine, page\.html line 3: "):
        render_html(document(style=str(tmp_path / "mine")), figures())


def test_an_unknown_style_names_those_there_are() -> None:
    """The message helps."""
    with pytest.raises(InputError, match="'fancy'") as raised:
        render_html(document(style="fancy"), figures())
    assert "academic, default, minimal, warp" in str(raised.value)
