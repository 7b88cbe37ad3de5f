"""What an HTML page states about itself: meta elements, JSON-LD, time elements, the title."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from indagate.corpus import dateline
from indagate.corpus.document import Dated
from indagate.corpus.draft import line
from indagate.corpus.frontmatter import Front, kind_of
from indagate.corpus.reader.htmltext import gather

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"^<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_TITLES = ("citation_title", "og:title", "dc.title", "dcterms.title", "twitter:title")
_PUBLISHERS = (
    "citation_publisher",
    "publisher",
    "dc.publisher",
    "dcterms.publisher",
    "og:site_name",
    "citation_journal_title",
)
_AUTHORS = ("citation_author", "author", "dc.creator", "dcterms.creator", "article:author")
_DATES = (
    "article:published_time", "citation_publication_date", "citation_online_date", "datepublished", "dcterms.issued",
    "dc.date.issued", "dcterms.date", "dc.date", "date", "pubdate", "publish-date", "publication_date",
)  # fmt: skip
_JSON_CAP = 1 << 18


def stated_charset(data: bytes) -> str | None:
    """The character set that the page's first bytes name."""
    found = _XML_CHARSET.search(data[:200]) or _CHARSET.search(data[:4096])
    return found[1].decode("ascii") if found else None


def meta(root: HtmlElement) -> Front:
    """The page's statements, the most specific first."""
    said = _pairs(root)
    linked = _linked_data(root)

    def first(*names: str) -> str | None:
        return next((said[name][0] for name in names if name in said), None)

    authors = next((said[name] for name in _AUTHORS if name in said), [])
    when = _published(root, said, linked)
    kind = kind_of(str(linked.get("@type", ""))) or kind_of(first("kind", "source-type"))
    if kind is None and ("citation_journal_title" in said or "citation_doi" in said):
        kind = "academic"
    return Front(
        title=first(*_TITLES[:1]) or _name(linked.get("headline")) or first(*_TITLES[1:]) or _title(root),
        publisher=_name(linked.get("publisher")) or first(*_PUBLISHERS),
        author=", ".join(a for a in authors[:20] if not a.startswith("http")) or _name(linked.get("author")),
        published=when[0] if when else None,
        dated=when[1] if when else None,
        url=_address(root) or first("og:url", "citation_public_url"),
        language=_language(root) or first("og:locale", "dc.language", "content-language"),
        kind=kind,
    )


def _pairs(root: HtmlElement) -> dict[str, list[str]]:
    said: dict[str, list[str]] = {}
    for element in root.iter("meta"):
        name = element.get("name") or element.get("property") or element.get("itemprop") or element.get("http-equiv")
        value = line((element.get("content") or "")[:1000])
        if name and value:
            said.setdefault(name.strip().lower(), []).append(value)
    return said


def _linked_data(root: HtmlElement) -> dict[str, object]:
    """The JSON-LD object that describes the page: the first with a headline or a kind that we know."""
    fallback: dict[str, object] = {}
    for script in [s for s in root.iter("script") if (s.get("type") or "").strip() == "application/ld+json"][:10]:
        text = script.text or ""
        if len(text) > _JSON_CAP:
            continue
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            continue
        for thing in _things(found):
            kinds = thing.get("@type")
            for kind in kinds if isinstance(kinds, list) else [kinds]:
                if isinstance(kind, str) and kind_of(kind):
                    return {**thing, "@type": kind}
            if "headline" in thing or "datePublished" in thing:
                fallback = fallback or {**thing, "@type": ""}
    return fallback


def _things(found: object) -> Iterator[dict[str, object]]:
    for thing in found if isinstance(found, list) else [found]:
        if isinstance(thing, dict):
            yield thing
            graph = thing.get("@graph")
            if isinstance(graph, list):
                yield from (inner for inner in graph if isinstance(inner, dict))


def _name(value: object) -> str | None:
    if isinstance(value, list):
        return (
            ", ".join(name for member in value[:20] if not isinstance(member, list) and (name := _name(member))) or None
        )
    if isinstance(value, dict):
        value = value.get("name")
    return line(value[:1000]) or None if isinstance(value, str) else None


def _published(root: HtmlElement, said: dict[str, list[str]], linked: dict[str, object]) -> tuple[date, Dated] | None:
    candidates = [str(linked.get("datePublished") or "")]
    candidates += [said[name][0] for name in _DATES if name in said]
    times = list(root.iter("time"))[:50]
    marked = [t for t in times if t.get("itemprop") == "datePublished" or "pubdate" in t.attrib]
    # Without a mark, a page's only dated time element is taken for its date; among several it could be anything's.
    dated = [t for t in times if dateline.parse(t.get("datetime") or t.text)]
    for element in marked or (dated if len(dated) == 1 else []):
        candidates.append(element.get("datetime") or element.text or "")
    return next((when for candidate in candidates if (when := dateline.parse(candidate))), None)


def _title(root: HtmlElement) -> str | None:
    for tag in ("title", "h1"):
        for element in root.iter(tag):
            if said := line(gather(element)):
                return said[:500]
    return None


def _address(root: HtmlElement) -> str | None:
    for element in root.iter("link"):
        address = (element.get("href") or "").strip()
        if (element.get("rel") or "").lower() == "canonical" and address.startswith(("http://", "https://")):
            return address
    return None


def _language(root: HtmlElement) -> str | None:
    said = root.get("lang") or root.get("xml:lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang")
    return said.strip() or None if said else None
