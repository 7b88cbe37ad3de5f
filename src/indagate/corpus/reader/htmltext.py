"""Words of HTML elements: which elements are passed over, and the text inside one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


BLOCKS = _listed("""
    address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary
    table tbody td tfoot th thead title tr ul
""")
_NEVER = _listed("""
    script style template noscript svg iframe object embed applet canvas audio video picture map button select input
    textarea datalist head meta link noframes
""")
_FURNITURE = frozenset({"nav", "footer", "header", "menu"})
_ROLES = frozenset({"navigation", "contentinfo", "search", "menu", "menubar", "toolbar", "doc-toc"})
_CLASSES = _listed("""
    nav navbar navigation navheader navfooter navlinks breadcrumb breadcrumbs toc sidebar site-header site-footer
    page-footer footer related skip-link skip-to-content cookie-banner cookie-notice headerlink id_link permalink
    anchor-link mw-editsection mw-jump-link printfooter catlinks sphinxsidebar share-buttons
""")
_BODIES = frozenset({"html", "body", "main", "article"})
_PROSE = 80
"""Characters that a box of prose has at least."""
_HIDDEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_SUPERSCRIPTS = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_RAISED = re.compile(r"[0-9+\-−=()n]{1,12}")


def passed_over(element: HtmlElement, *, lenient: bool = False) -> bool:
    """Whether an element holds nothing a reader came for; `lenient` passes over only what is never shown."""
    tag = element.tag
    if not isinstance(tag, str) or tag in _NEVER:
        return True
    if tag in _FURNITURE and not lenient and not (tag == "header" and _heads_article(element)):
        return True
    attributes = element.attrib
    if not attributes:
        return False
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    style = attributes.get("style")
    if style and _HIDDEN.search(style):
        return True
    if lenient or tag in _BODIES:
        return False
    if attributes.get("role") in _ROLES:
        return True
    classes = attributes.get("class")
    if classes and not _CLASSES.isdisjoint(classes.split()):
        # Books have sidebars too: boxes of prose beside the text.
        return _CLASSES.intersection(classes.split()) != {"sidebar"} or not _holds_prose(element)
    return attributes.get("id") in _CLASSES


def _holds_prose(element: HtmlElement) -> bool:
    """Whether most of what an element says are sentences rather than links."""
    said = " ".join(element.text_content().split())
    linked = sum(len(" ".join(link.text_content().split())) for link in element.iter("a"))
    return len(said) >= _PROSE and 3 * linked < len(said) and "." in said


def _heads_article(element: HtmlElement) -> bool:
    if element.find(".//h1") is not None:
        return True
    return any(ancestor.tag in ("article", "main") for ancestor in element.iterancestors())


def gather(element: HtmlElement, *, verbatim: bool = False) -> str:
    """All words inside an element; inner blocks start new lines; `verbatim` keeps white space."""
    from lxml import etree

    words: list[str] = []
    walker = etree.iterwalk(element, events=("start", "end"))
    passed = None

    def say(text: str | None) -> None:
        if text:
            words.append(text if verbatim else text.replace("\n", " "))

    for event, inner in walker:
        if event == "start":
            if inner is not element and passed_over(inner):
                passed = inner
                walker.skip_subtree()
            elif inner.tag == "sup" and (said := spoken_superscript(inner)) is not None:
                words.append(said)
                passed = inner
                walker.skip_subtree()
            else:
                if inner.tag == "br" or (inner.tag in BLOCKS and not verbatim):
                    words.append("\n")
                say(inner.text)
        elif inner is not element:
            if inner is not passed and inner.tag in BLOCKS and not verbatim:
                words.append("\n")
            passed = None
            say(inner.tail)
    return "".join(words)


def spoken_superscript(element: HtmlElement) -> str | None:
    """What a superscript says in plain text: 10<sup>6</sup> is 10⁶, never 106; a note's mark says nothing.

    None when its words are to be taken as they are.
    """
    if element.find(".//a") is not None:
        return ""
    said = "".join(element.itertext()).strip()
    return said.translate(_SUPERSCRIPTS) if _RAISED.fullmatch(said) else None
