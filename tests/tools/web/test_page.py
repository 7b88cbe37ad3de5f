"""Pages become documents: in the right letters, without what surrounds their words, in a process that can be killed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus import Document
from indagate.errors import Unreadable
from indagate.tools.web import Readers
from indagate.tools.web.page import name_for, respelled
from parts.website import HOSTILE, VALLEY, pdf

RUSSIAN = "Насосная станция открыта в 1987 году и подаёт 412 литров воды в секунду."


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    found = Readers()
    yield found
    found.close()


def read(readers: Readers, data: bytes, media_type: str = "text/html", charset: str = "") -> Document:
    return asyncio.run(readers.read(data, media_type, charset))


def test_a_page_says_its_title_publisher_and_date(readers: Readers) -> None:
    """And its words, without navigation and footer."""
    document = read(readers, VALLEY.encode(), charset="utf-8")
    assert document.title == "The Long Valley pump station"
    assert (document.publisher, document.published) == ("Valley Water Board", date(2026, 3, 2))
    assert "412 litres" in document.text
    assert "About" not in document.text
    assert "Imprint" not in document.text


@pytest.mark.parametrize(
    ("encoding", "header", "meta"),
    [
        ("utf-8", "", ""), ("utf-8", "iso-8859-1", ""), ("utf-8", "windows-1251", "koi8-r"),
        ("windows-1251", "windows-1251", ""),
        ("windows-1251", "", "windows-1251"), ("windows-1251", "utf-8", ""),
        ("windows-1251", "iso-8859-1", "windows-1251"),
        ("koi8-r", "koi8-r", "windows-1251"), ("utf-16", "utf-8", ""), ("utf-8-sig", "koi8-r", ""),
        ("windows-1251", "no-such-charset", ""), ("windows-1251", "rot13", "windows-1251"),
    ],
)  # fmt: skip
def test_the_letters_are_right_whoever_names_them_wrongly(
    readers: Readers, encoding: str, header: str, meta: str
) -> None:
    """The server's word, the page's own, a mark, valid UTF-8, or what the letters themselves look like."""
    said = f'<meta charset="{meta}">' if meta else ""
    page = f"<html><head>{said}<title>Станция</title></head><body><p>{RUSSIAN} {RUSSIAN}</p></body></html>"
    assert RUSSIAN in read(readers, page.encode(encoding), charset=header).text


def test_a_reading_that_is_given_up_leaves_no_process_and_no_place_taken() -> None:
    """Cancelled while it is read or while it waits its turn; the next page is read."""
    deep = b"<html><style>" + b"".join(b".a .b%d{display:none}" % n for n in range(4000)) + b"</style><body>"
    deep += b"".join(b'<div class="a"><p class="b%d">word</p></div>' % (n % 4000) for n in range(60_000))

    async def go() -> Document:
        readers = Readers(1)
        try:
            tasks = [asyncio.create_task(readers.read(deep, "text/html", "")) for _ in range(3)]
            await asyncio.sleep(0.3)
            for task in tasks:
                task.cancel()
            began = time.monotonic()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends)
            document = await readers.read(VALLEY.encode(), "text/html", "")
            assert time.monotonic() - began < 30
            return document
        finally:
            readers.close()

    assert "412 litres" in asyncio.run(go()).text


def test_a_pdf_is_read_whatever_the_server_calls_it(readers: Readers) -> None:
    """Its first bytes decide."""
    for media_type in ("application/pdf", "text/html", "application/octet-stream"):
        document = read(readers, pdf("The pump moved 13 million cubic metres."), media_type)
        assert "13 million cubic metres" in document.text
        assert document.media_type == "application/pdf"


@pytest.mark.parametrize("media_type", ["image/png", "video/mp4", "application/zip"])
def test_what_has_no_words_is_refused_with_its_kind(readers: Readers, media_type: str) -> None:
    """One line."""
    with pytest.raises(Unreadable, match=media_type):
        read(readers, b"\x89PNG....", media_type)


def test_what_a_page_hides_is_not_read(readers: Readers) -> None:
    """Comments, alternative texts of pictures, and what is not displayed."""
    text = read(readers, HOSTILE.encode()).text
    assert "412 litres" in text
    for hidden in ("1666", "PREVIOUS INSTRUCTIONS", "the plan is cancelled"):
        assert hidden not in text


UNSEEN = {
    ".gone{display:none}": '<p class="gone">1666</p>',
    "#gone , b { DISPLAY : none !important }": '<div><p id="gone">1666</p></div>',
    ".gone{visibility:hidden}": '<div class="gone"><p>1666</p></div>',
    "p.gone.now{font-size:0}": '<p class="now gone">1666</p>',
    ".gone{font-size:0.5px}": '<div class="gone"><p style="font-size:80%">1666</p></div>',
    "main > .gone { opacity: 0.0 }": '<p class="gone">1666</p>',
    ".box .gone{position:absolute;left:-9999px}": '<div class="box"><i><b class="gone">1666</b></i></div>',
    ".box + div > #x ~ .gone, i + b ~ u .gone{display:none}": (
        '<div class="box"></div><div><i id="x"></i><p class="gone">1666</p></div>'
    ),
    ".gone{text-indent:-999em}": '<p class="gone">1666</p>',
    ".gone{height:0;overflow:hidden}": '<div class="gone"><p>1666</p></div>',
    ".box{background:#fff}.gone{color:white}": '<div class="box"><p class="gone">1666</p></div>',
    ".gone{color:rgba(0, 0, 0, 0)}": '<p class="gone">1666</p>',
    "@media screen{.gone{display:none}}": '<p class="gone">1666</p>',
    "@media only screen and (min-width: 40em){.gone{display:none}}": '<p class="gone">1666</p>',
    "@layer base{/* x */[data-x^='go']{display:none}}": '<p data-x="gone">1666</p>',
    "p:not(.kept):last-child{display:none}": "<div><p>1666</p></div>",
    "p{color:red}": '<p style="font-size: 0">1666</p><p style="opacity:0">1666</p>',
    ".kept{display:block}.gone{display:none}": '<p class="gone kept">1666</p>',
}
SEEN = {
    ".gone{display:none}.kept{display:block}": '<p class="gone kept">1666</p>',
    "p.kept{display:block}.gone{display:none}": '<p class="gone kept">1666</p>',
    ".gone{display:none}": '<p class="gone" style="display:block">1666</p>',
    ".gone{visibility:hidden}.kept{visibility:visible}": '<div class="gone"><p class="kept">1666</p></div>',
    ".gone{font-size:0}.kept{font-size:16px}": '<div class="gone"><p class="kept">1666</p></div>',
    "@media print{p{display:none}}": "<p>1666</p>",
    "@media (max-width:600px){p{display:none}}": "<p>1666</p>",
    "@media (width < 600px), print{p{display:none}}": "<p>1666</p>",
    ".gone{display:none}@media (min-width :1024px){.lg\\:flex{display:flex}}": '<p class="gone lg:flex">1666</p>',
    "body{opacity:0;visibility:hidden;display:none}": "<p>1666</p>",
    "p:hover,p::after{display:none}": "<p>1666</p>",
    ".box{background:#fff url(x.png)}.kept{color:#fff}": '<div class="box"><p class="kept">1666</p></div>',
    ".gone p{display:none}": '<p class="kept">1666</p>',
}


@pytest.mark.parametrize("sheet", UNSEEN)
def test_what_the_pages_style_sheet_does_not_show_is_not_read(readers: Readers, sheet: str) -> None:
    """By class, id, place, colour, size; what stands around it is."""
    page = f"<html><head><style>{sheet}</style></head><body><main><p class='kept'>It moves 412 litres.</p>"
    text = read(
        readers, f"{page}{UNSEEN[sheet]}<p class='kept'>It was opened in 1987.</p></main></body></html>".encode()
    ).text
    assert "412 litres" in text
    assert "1987" in text
    assert "1666" not in text


@pytest.mark.parametrize("sheet", SEEN)
def test_what_the_page_shows_after_all_is_read(readers: Readers, sheet: str) -> None:
    """The last and the weightier rule wins; what holds on paper or on phones only does not hold."""
    page = f"<html><head><style>{sheet}</style></head><body><main><p class='kept'>It moves 412 litres.</p>"
    assert "1666" in read(readers, f"{page}{SEEN[sheet]}</main></body></html>".encode()).text


def test_teasers_comments_and_share_buttons_are_left_out_but_never_the_page_itself(readers: Readers) -> None:
    """By what their boxes are called and by how much of them is links; a page that is all sidebar stays."""
    words = "The station moves 412 litres a second, and it has done so for many years without a fault. " * 5
    teaser = "In other news a different station was closed for good after a very long dispute about noise. "
    around = (
        f'<div class="related-posts"><p>{teaser}</p></div><div id="comments"><p>{teaser}</p></div>'
        '<ul><li><a href="/a">All our articles about water</a></li><li><a href="/b">Articles about pumps and pipes</a>'
        '</li><li><a href="/c">Articles about many other things</a></li></ul>'
    )
    post = f'<div class="post tag-pumps"><p>{words}</p></div>'
    page = f'<html><body class="no-sidebar category-water">{post}{around}</body></html>'
    text = read(readers, page.encode()).text
    assert "412 litres" in text
    assert "other news" not in text
    assert "many other things" not in text
    assert (
        "412 litres"
        in read(readers, f'<html><body><div class="sidebar"><p>{words}</p></div></body></html>'.encode()).text
    )


def test_a_page_of_nothing_but_boxes_in_boxes_is_answered(readers: Readers) -> None:
    """Deep nesting neither crashes nor hangs, and the next page is read."""
    deep = b"<html><body>" + b"<div><ul><li>" * 20_000 + b"deep words stand here" + b"</body></html>"
    try:
        read(readers, deep)
    except Unreadable as error:
        assert "page" in error.message
    assert "412" in read(readers, VALLEY.encode()).text


@given(st.binary(max_size=200), st.text(max_size=20), st.text(max_size=20))
@settings(max_examples=200, deadline=None)
def test_any_bytes_have_a_name_and_a_spelling_or_are_refused(data: bytes, media_type: str, charset: str) -> None:
    """Nothing else is raised, whatever a server says."""
    try:
        name = name_for(media_type, data)
    except Unreadable:
        return
    assert isinstance(respelled(data, charset, name), bytes)
