"""robots.txt is read as RFC 9309 says."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.tools.web import Robots

RULES = """
# a comment
User-Agent: googlebot
Disallow: /

User-agent: *
Disallow: /private/
Allow: /private/open
Disallow: /*.pdf$
Disallow: /a*b*c
Disallow:
Crawl-delay: 2.5
Sitemap: https://example.org/sitemap.xml

user-agent: Indagate # that is us
user-agent: other
disallow: /ours
allow: /ours/but$
disallow: /q?x=
disallow: /caf%c3%a9
"""


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        ("someone", "/", True),
        ("someone", "/private/x", False),
        ("someone", "/private/open/x", True),
        ("someone", "/report.pdf", False),
        ("someone", "/report.pdf?page=2", True),
        ("someone", "/a/b/c", False),
        ("someone", "/ac", True),
        ("someone", "/robots.txt", True),
        ("googlebot", "/x", False),
        ("indagate", "/private/x", True),
        ("indagate", "/ours", False),
        ("indagate", "/ours/but", True),
        ("indagate", "/ours/but/not", False),
        ("indagate", "/q?x=1", False),
        ("indagate", "/q?y=1", True),
        ("indagate", "/café", False),
    ],
)
def test_the_longest_rule_of_our_own_group_decides(agent: str, path: str, allowed: bool) -> None:
    """Groups, wildcards, ends, escapes; our own group replaces everyone's."""
    assert Robots.parse(RULES, agent).allows(f"https://example.org{path}") is allowed


def test_a_delay_is_kept_up_to_a_limit() -> None:
    """Nobody waits an hour between two pages."""
    assert Robots.parse(RULES, "someone").delay == 2.5
    assert Robots.parse("User-agent: *\nCrawl-delay: 3600", "x").delay == 10
    assert Robots.parse("User-agent: *\nCrawl-delay: soon", "x").delay == 0


def test_a_pattern_full_of_stars_takes_no_time() -> None:
    """A hostile file must not stop us."""
    robots = Robots.parse("User-agent: *\nDisallow: /" + "a*" * 2000 + "b$", "x")
    began = time.monotonic()
    assert robots.allows("https://example.org/" + "a" * 4000)
    assert time.monotonic() - began < 2


@settings(deadline=None)
@given(st.text(max_size=300), st.text(max_size=30))
def test_any_text_is_a_robots_txt(text: str, path: str) -> None:
    """Reading it raises nothing, nor does asking."""
    assert Robots.parse(text, "indagate").allows(f"https://example.org/{path}") in (True, False)


@settings(deadline=None)
@given(st.text(alphabet="abc/", max_size=12))
def test_a_plain_rule_is_a_prefix(path: str) -> None:
    """As it always was."""
    assert Robots.parse("User-agent: *\nDisallow: /ab", "x").allows(f"https://e.org/{path}") is not path.startswith(
        "ab"
    )
