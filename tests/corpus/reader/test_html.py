"""Reading HTML."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.reader import html

from ..samples import holds, told

PAGE = b"""<!doctype html><html lang="en"><head><title>Heat pumps - Site</title>
<meta property="og:title" content="Heat pumps"><meta name="author" content="A. Meyer">
<meta property="og:site_name" content="Energy Agency"><link rel="canonical" href="https://example.org/hp">
<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2023-04-05T10:00:00Z"}</script>
<script>var nothing = "<p>never</p>";</script><style>p {}</style></head><body>
<nav><a href="/">Home</a></nav><header>Menu</header>
<main><h1>Heat pumps</h1><p>A heat pump <b>moves</b> heat.<!-- a secret --></p>
<h2>Cost</h2><p>About 10<sup>6</sup> kWh<sup><a href="#n1">1</a></sup>.</p><img alt="never said" src="x.png">
<p hidden>unseen</p><p style="display: none">unseen</p>
<ul><li>air source<ul><li>inner</li></ul></li><li>ground source</li></ul>
<pre>  COP = Q / W
    indented</pre><blockquote><p>They work.</p></blockquote></main><footer>(c)</footer></body></html>"""


def test_a_page_gives_its_words_and_what_it_states_about_itself() -> None:
    """Navigation, scripts, comments, hidden elements and alternative texts are no words of the page."""
    document = html.read(PAGE, "p.html")
    holds(document)
    assert told(document) == [
        ("heading", "Heat pumps"),
        ("paragraph", "A heat pump moves heat."),
        ("heading", "Cost"),
        ("paragraph", "About 10⁶ kWh."),
        ("item", "air source"),
        ("item", "inner"),
        ("item", "ground source"),
        ("code", "  COP = Q / W\n    indented"),
        ("quote", "They work."),
    ]
    assert [b.level for b in document.blocks if b.kind == "item"] == [0, 1, 0]
    assert document.blocks[3].path == ("Heat pumps", "Cost")
    assert (document.title, document.author, document.publisher) == ("Heat pumps", "A. Meyer", "Energy Agency")
    assert (document.published, document.dated, document.kind) == (date(2023, 4, 5), "day", "news")
    assert (document.url, document.language) == ("https://example.org/hp", "en")


def test_what_is_not_stated_is_none() -> None:
    """Nothing is invented."""
    document = html.read(b"<p>Words.</p>", "p.html")
    stated = (document.title, document.publisher, document.author, document.published, document.url, document.kind)
    assert stated == (None,) * 6


def test_table_rows_carry_their_header_cells_over_spans() -> None:
    """A header cell over two columns names both, a cell over two rows stands in both."""
    document = html.read(
        b"<table><caption>Sales</caption><thead><tr><th rowspan=2>Year</th><th colspan=2>Units</th></tr>"
        b"<tr><th>EU</th><th>US</th></tr></thead><tr><td rowspan=2>2022</td><td>5</td><td>7</td></tr>"
        b"<tr><td>6</td><td>8</td></tr></table>",
        "t.html",
    )
    holds(document)
    header = ("Year", "Units EU", "Units US")
    assert [(b.text, b.header) for b in document.blocks[1:]] == [
        ("Year | Units EU | Units US", header),
        ("2022 | 5 | 7", header),
        ("2022 | 6 | 8", header),
    ]


def test_definitions_keep_term_and_description_together() -> None:
    """What follows in a description stands under its term; the next term does not."""
    document = html.read(
        b"<h1>Settings</h1><dl><dt>work_mem (int)</dt><dd><p>Memory per sort.</p><p>Default 4MB.</p></dd>"
        b"<dt>a</dt><dt>b</dt><dd>Both.</dd><dt>bare</dt></dl><p>After.</p>",
        "d.html",
    )
    holds(document)
    assert [(b.kind, b.text, b.term, b.path[1:]) for b in document.blocks[1:]] == [
        ("definition", "work_mem (int)\nMemory per sort.", "work_mem (int)", ()),
        ("paragraph", "Default 4MB.", None, ("work_mem (int)",)),
        ("definition", "a; b\nBoth.", "a; b", ()),
        ("definition", "bare", "bare", ()),
        ("paragraph", "After.", None, ()),
    ]


def test_a_notes_heading_reaches_no_further_than_its_box() -> None:
    """After the box the section goes on."""
    document = html.read(
        b"<h2>Vacuum</h2><p>One.</p><div class=note><h3>Note</h3><p>Two.</p></div><p>Three.</p>", "n.html"
    )
    paths = {b.text: b.path for b in document.blocks}
    assert paths["Two."] == ("Vacuum", "Note")
    assert paths["Three."] == ("Vacuum",)


def test_a_page_of_navigation_alone_is_taken_whole() -> None:
    """Better an index page's words than none; nothing of it is lost, so there is no warning."""
    document = html.read(b"<h1>Contents</h1><div class=toc><p>Chapter one</p></div>", "c.html")
    assert ("paragraph", "Chapter one") in told(document)
    assert not document.warnings


def test_the_stated_character_set_is_believed_when_it_is_not_utf8() -> None:
    """Cyrillic in cp1251 reads as such."""
    source = '<meta charset="windows-1251"><p>Тепловой насос</p>'.encode("cp1251")
    assert told(html.read(source, "r.html")) == [("paragraph", "Тепловой насос")]


def test_tables_nested_five_hundred_deep_are_read() -> None:
    """Depth costs no recursion."""
    source = b"<table><tr><td>" * 500 + b"core" + b"</td></tr></table>" * 500
    document = html.read(source, "deep.html")
    holds(document)
    assert "core" in document.text


def test_broken_html_is_read_as_far_as_it_goes() -> None:
    """Unclosed, crossed and stray tags are no obstacle."""
    document = html.read(
        b"<p>one <b>two <p>three</b></p></div><td>four <unknown>five</p>&nbsp;\0six &bogus; <", "b.html"
    )
    holds(document)
    assert "three" in document.text and "five" in document.text and "\0" not in document.text


TAGS = (
    "<p>,</p>,<table>,<tr>,<td colspan=3>,<th rowspan=9>,</table>,<dl>,<dt>,<dd>,</dl>,<li>,<ul>,</ul>,<h1>,<h3>,</h1>,"
    "<pre>,</pre>,<sup>,2,</sup>,<br>,<div class=note>,</div>,<!--,-->,word,&amp;,\u0301,\ud800,\0,<blockquote>,<a>,"
    "<header>,</header>,<aside>,</aside>"
)
PIECES = st.sampled_from(TAGS.split(","))


@settings(deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_any_soup_of_tags_keeps_spans_exact(pieces: list[str]) -> None:
    """Whatever the tags, text[start:end] is the block's text, or the page is refused."""
    from indagate.errors import Unreadable

    try:
        document = html.read(" ".join(pieces).encode("utf-8", "surrogatepass"), "s.html")
    except Unreadable:
        return
    holds(document)


def test_a_box_of_prose_beside_the_text_is_read_and_one_of_links_is_not() -> None:
    """Books call their boxes sidebars, sites their navigation."""
    prose = "A router is a device that joins several networks. It knows which of them leads where, and passes data on."
    links = "".join(
        f'<li><a href="{at}">Chapter {at} of the manual, with a title of its own.</a></li>' for at in range(9)
    )
    page = (
        f'<html><body><p>Text of the page.</p><div class="sidebar"><p>{prose}</p></div>'
        f'<div class="sidebar"><ul>{links}</ul></div></body></html>'
    )
    text = html.read(page.encode(), "p.html").text
    assert prose in text
    assert "Chapter 3" not in text
