"""Marked text turned into HTML or plain text: citations, figures, strong words, how sure it is; all else is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from indagate.flows.report.figures.markup import unbroken
from indagate.render import visible

if TYPE_CHECKING:
    from markupsafe import Markup

_MARK = re.compile(r"\[@([\w.,:/ -]+)\]|\[#([\w.-]+)\]|\*\*(?=\S)(.+?)(?<=\S)\*\*|\[~([123]) ([\w ]+)\]")
DOTS = 3
"""Dots of a mark on how sure something is; those that are full say how much."""

_DAY = re.compile(
    r"\b(\d{1,2}) (?=(?:January|February|March|April|May|June|July|August|September|October|November|December|января|"
    r"февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\b)"
)
"""A day before its month: both stay on one line."""


def as_html(text: str, sources: Mapping[str, int], figures: Mapping[str, int], figure_word: str) -> Markup:
    """Return marked text as HTML; a citation or figure that is not there is shown as a question mark."""
    from markupsafe import Markup, escape

    parts: list[str] = []
    at = 0
    text = _DAY.sub("\\1\u00a0", visible(text))
    for found in _MARK.finditer(text):
        cited, figure, strong, sure, words = found.groups()
        before = text[at : found.start()]
        at = found.end()
        held = cited is not None or sure is not None
        parts.append(str(unbroken(before.rstrip() + "\u2060" if held else before)))  # stays on its line
        if cited is not None:
            parts.append(_citation(cited, sources))
        elif sure is not None:
            parts.append(f'<span class="sure" role="img" aria-label="{words}" title="{words}">{dots(int(sure))}</span>')
        elif figure is not None:
            number = figures.get(figure)
            word = f"{figure_word}\u00a0{number if number else '?'}"
            parts.append(
                f'<a class="ref" href="#figure-{escape(figure)}">{escape(word)}</a>' if number else str(escape(word))
            )
        else:
            parts.append(f"<strong>{as_html(strong, sources, figures, figure_word)}</strong>")
    parts.append(str(unbroken(text[at:])))
    return Markup("".join(parts))  # noqa: S704 - each piece of text in it is escaped above


def dots(sure: int) -> str:
    """Return the dots that say how sure something is."""
    return "●" * sure + "○" * (DOTS - sure)


def _citation(cited: str, sources: Mapping[str, int]) -> str:
    from markupsafe import escape

    links = []
    for key in dict.fromkeys(one.strip() for one in cited.split(",") if one.strip()):
        number = sources.get(key)
        links.append(f'<a href="#source-{escape(key)}">{number}</a>' if number else '<span class="missing">?</span>')
    return f'<sup class="cite">[{", ".join(links)}]</sup>'


def as_text(text: str, sources: Mapping[str, int], figures: Mapping[str, int], figure_word: str) -> str:
    """Return marked text as plain text, citations as numbers in brackets."""

    def plain(found: re.Match[str]) -> str:
        cited, figure, strong, sure, words = found.groups()
        if sure is not None:
            return f"({words})"
        if cited is not None:
            keys = dict.fromkeys(one.strip() for one in cited.split(",") if one.strip())
            return "[" + ", ".join(str(sources.get(key, "?")) for key in keys) + "]"
        if figure is not None:
            return f"{figure_word} {figures.get(figure, '?')}"
        return as_text(strong, sources, figures, figure_word)

    return _MARK.sub(plain, visible(text))
