"""What a Markdown or text file says about itself at its top: YAML front matter, or "Key: value" lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from indagate.corpus import dateline
from indagate.corpus.document import Dated
from indagate.corpus.draft import line

KINDS = {
    "official": "official",
    "government": "official",
    "standard": "official",
    "academic": "academic",
    "paper": "academic",
    "study": "academic",
    "journal": "academic",
    "scholarlyarticle": "academic",
    "news": "news",
    "newsarticle": "news",
    "reportagenewsarticle": "news",
    "blog": "blog",
    "blogpost": "blog",
    "blogposting": "blog",
    "industry": "industry",
    "vendor": "industry",
}
_NAMES = {
    "title": ("title",),
    "publisher": ("publisher", "organization", "organisation", "site", "journal"),
    "author": ("author", "authors", "by"),
    "published": ("published", "date", "publication date", "publication_date", "pubdate", "datum", "дата"),
    "url": ("url", "link", "canonical", "permalink", "source"),
    "language": ("language", "lang"),
    "kind": ("kind", "type", "source type", "source_type"),
}
_KNOWN = {name: key for key, names in _NAMES.items() for name in names}
_KEY = re.compile(r"([A-Za-zА-Яа-я][\wА-Яа-я -]{0,30}?)\s*:\s+(\S.*)")
_FENCE = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_GAP = re.compile(r"\n[ \t\r]*\n\s*")
_FRONT_CAP = 1 << 16


@dataclass(frozen=True, slots=True)
class Front:
    """What was stated; None where nothing was."""

    title: str | None = None
    publisher: str | None = None
    author: str | None = None
    published: date | None = None
    dated: Dated | None = None
    url: str | None = None
    language: str | None = None
    kind: str | None = None


def split_yaml(text: str) -> tuple[Front, str, str | None]:
    """The front matter, the text below it, and a warning when the front matter could not be read."""
    found = _FENCE.match(text, 0, _FRONT_CAP)
    if not found:
        return Front(), text, None
    import yaml

    try:
        stated = yaml.safe_load(found[1])
    except (yaml.YAMLError, ValueError, RecursionError):
        return Front(), text[found.end() :], "its front matter is no YAML and was passed over"
    if not isinstance(stated, dict):
        return Front(), text, None
    return front({str(key): value for key, value in stated.items()}), text[found.end() :], None


def split_lines(text: str) -> tuple[Front, str]:
    """The "Key: value" lines at the top, or below a letterhead of a paragraph or two, and the text without them.

    A line alone counts only at the very top and set off by a blank line, so that a sentence with a colon stays text.
    """
    at = 0
    for paragraph in range(3):
        stated, end = _stated(text, at)
        if len(stated) > 1 or (stated and paragraph == 0 and text[end : end + 2].startswith(("\n", "\r\n"))):
            return front(stated), text[:at] + text[end:]
        gap = _GAP.search(text, at, at + 500)
        if not gap:
            break
        at = gap.end()
    return Front(), text


def _stated(text: str, at: int) -> tuple[dict[str, object], int]:
    """The lines from there on that state something known, and where they end."""
    stated: dict[str, object] = {}
    while len(stated) < 20 and at < len(text):
        end = text.find("\n", at, at + 1000)
        end = min(len(text), at + 1000) if end < 0 else end
        found = _KEY.fullmatch(text[at:end].strip())
        if not found or found[1].lower() not in _KNOWN:
            break
        stated.setdefault(found[1], found[2])
        at = end + 1
    return stated, at


def front(stated: Mapping[str, object]) -> Front:
    """What the pairs state, by the names that are known here; values of other shapes are passed over."""
    said: dict[str, object] = {}
    for name, value in stated.items():
        if (key := _KNOWN.get(name.strip().lower())) is not None:
            said.setdefault(key, value)
    when = _when(said.get("published"))
    url = _word(said.get("url"))
    return Front(
        title=_word(said.get("title")),
        publisher=_word(said.get("publisher")),
        author=_word(said.get("author")),
        published=when[0] if when else None,
        dated=when[1] if when else None,
        url=url if url and url.startswith(("http://", "https://")) else None,
        language=_word(said.get("language")),
        kind=kind_of(_word(said.get("kind"))),
    )


def kind_of(said: str | None) -> str | None:
    """The sort of source that a word names, if it names one of the five."""
    return KINDS.get(said.strip().lower().replace(" ", "").replace("-", "")) if said else None


def _word(value: object) -> str | None:
    """A value as a word or two; of a list its plain members only, so that nested aliases cannot blow up."""
    if isinstance(value, dict):
        value = value.get("name")
    elif isinstance(value, list | tuple):
        named = (member.get("name") if isinstance(member, dict) else member for member in value[:50])
        value = ", ".join(member for member in named if isinstance(member, str))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return line(str(value)[:1000]) or None


def _when(value: object) -> tuple[date, Dated] | None:
    if isinstance(value, datetime):
        return value.date(), "day"
    if isinstance(value, date):
        return value, "day"
    return dateline.parse(str(value)) if isinstance(value, str | int) else None
