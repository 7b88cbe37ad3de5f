"""One spelling for each page."""

from __future__ import annotations

import pytest

from indagate.tools.web.spelling import canonical_url


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Www.Example.com:80/a/./b/../c/?utm_source=x&b=2&a=1#frag", "http://www.example.com/a/c?a=1&b=2"),
        ("https://user:pw@ex.com", "https://ex.com/"),
        ("https://münchen.de/ä", "https://xn--mnchen-3ya.de/%C3%A4"),
        ("https://x.org/a%2Fb/%7eme", "https://x.org/a%2Fb/~me"),
        ("https://ex.com:99999/", "https://ex.com:99999/"),
        ("notes/a b.pdf", "notes/a b.pdf"),
    ],
)
def test_a_page_has_one_url(url: str, canonical: str) -> None:
    """Spelling, tracking and credentials go; a second time changes nothing."""
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical
