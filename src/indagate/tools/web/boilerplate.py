"""What surrounds the words of a web page: menus, teasers, share buttons, comments; taken out before it is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_AROUND = re.compile(
    r"""(?:^|[-_\s])(?:
        (?:side|top|bottom|left|right|main|site|page|sub|nav|menu|tool|author)?-?_?(?:bar|nav|navi|menu|footer|foot)
        |sidebar\w*|aside|widget\w*|footer\w*|breadcrumbs?|navigation|pagination|pager|paging|paginat\w+
        |related\w*|recommend\w*|teasers?|promo\w*|popular|most-?read|trending|mehr|more-?(?:posts|stories|articles|news)
        |shar(?:e|ing|er|edaddy|re)\w*|social\w*|follow\w*|addtoany|facebook|twitter|whatsapp|like-?box
        |comments?|comment-?(?:list|form|area|respond)|commentlist|respond|disqus\w*|replies|trackbacks?|pingbacks?
        |cookies?\w*|consent|gdpr|newsletter\w*|subscri\w+|sign-?up|login|paywall|banner|advert\w*|ads?|sponsor\w*
        |tagcloud|tag-?(?:list|links|cloud)|post-?(?:meta|tags)|entry-?(?:meta|utility|footer|tags)|byline
        |copyright|imprint|legal|skip\w*|screen-?reader-?text|sr-only|visually-?hidden|print-?only|archives?|blogroll
        |jp-relatedposts|author-?(?:box|info|bio)|about-?author|search\w*|popup|modal|overlay|toolbar|dropdown\w*
    )(?:$|[-_\s])""",
    re.IGNORECASE | re.VERBOSE,
)
_WHOLE = frozenset({"tag", "tags", "category", "categories", "meta", "metadata"})
_ABOUT_OTHERS = re.compile(
    r"(?:no|has|with|without|is|have|post|type|format|status|hentry|page|single|js|col|row|elementor|wp)-"
    r"|.*(?:content|article-?body|sidebar__?main)",
    re.IGNORECASE,
)
"""How the names of classes begin that tell what a box has beside it, or how its theme sorts it."""
_NEVER = frozenset({"html", "body", "main", "article", "h1", "h2", "p", "table", "tbody", "tr", "td", "pre", "code"})
_BOXES = ("div", "ul", "ol", "section", "aside", "p", "dl", "table", "td")
_MOST = 0.2
"""The share of a page's prose above which what looks like its surroundings is the page itself."""
_SENTENCE = 60
"""Characters from which a stretch of text counts as prose."""


def prune(root: HtmlElement) -> None:
    """Take the surroundings out of a page's tree, as far as its own words stay."""
    body = root.find("body")
    if body is None:
        return
    for element in list(body.iter("script", "style", "noscript", "template")):
        if element.get("type") != "application/ld+json":
            element.drop_tree()
    whole = _prose(body)
    for element in list(body.iter("aside", "form", "nav", "footer", *_BOXES, "span", "a", "header", "h3", "h4")):
        if _detached(element, body):
            continue
        if (_looks_around(element) or _is_links(element)) and _prose(element) <= whole * _MOST:
            element.drop_tree()


def _prose(element: HtmlElement) -> int:
    """Characters of an element's longer stretches of text."""
    return sum(len(text) for text in map(str.strip, element.itertext()) if len(text) > _SENTENCE)


def _looks_around(element: HtmlElement) -> bool:
    if element.tag in _NEVER:
        return False
    if element.tag in ("aside", "nav", "footer", "form"):
        return element.tag != "form" or len(element.findall(".//p")) < 3
    names = f"{element.get('class') or ''} {element.get('id') or ''}".split()[:30]
    around = any(
        name.lower() in _WHOLE or (not _ABOUT_OTHERS.match(name) and _AROUND.search(name[:80])) for name in names
    )
    return around and element.find(".//h1") is None


def _is_links(element: HtmlElement) -> bool:
    """Whether nearly all that it says is links, and several of them."""
    if element.tag not in _BOXES or element.tag == "td":
        return False
    links = list(element.iter("a"))
    if len(links) < 3:
        return False
    linked = sum(_words(link) for link in links)
    return linked > 0.75 * _words(element) and _words(element) < 60 * len(links)


def _words(element: HtmlElement) -> int:
    return sum(len(text) - text.count(" ") for text in element.itertext() if text.strip())


def _detached(element: HtmlElement, body: HtmlElement) -> bool:
    return next((False for ancestor in element.iterancestors() if ancestor is body), True)
