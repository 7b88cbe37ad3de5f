"""Citations in an answer: each leads to a source, and the words quoted before it stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from indagate.evidence.quote import locate, whole
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import split_blocks, unhidden

DANGLING = 0.3
"""The most that an answer scores whose citations do not hold."""
_MARK = re.compile(
    r"(?<![\w\])!])\[(?P<name>[^\[\]\n]{1,200})\](?![(:\[])|(?<=\])\[(?P<next>[^\[\]\n]{1,200})\](?![(:])"
)
_GAP = re.compile(r"\s*(?:\[\s*(?:…|\.{2,})\s*\]|\(\s*(?:…|\.{2,})\s*\)|…|\.{3,}|\[[^\]]{0,60}\])\s*")
_QUOTE = re.compile(
    r"“([^“”]+)[”“]|„([^“”„\"]+)[“”\"]|«([^«»]+)»|»([^«»]+)«|‹([^‹›]+)›|「([^「」]+)」|『([^『』]+)』"
    r"|\"([^\"]+)\"|(?<!\w)‘([^‘]+?)’(?!\w)|(?<!\w)‚([^‘’]+?)[‘’]|(?<!\w)'([^'\n]+?(?:'(?=\w)[^'\n]*?)*)'(?!\w)"
)
_NO_NAME = re.compile(r"[\s….xX✓✔!?-]*|sic\.?!?|[-−\d.\s]+[,;][-−\d.,;\s]+|\w+\s*=.*", re.IGNORECASE)
"""What may stand in brackets and is no citation: an ellipsis, a ticked box, `sic`, an interval."""
_SPARE = " \t\n.,;:!?–—-"


def citation(answer: str, told: Mapping[str, Any], sources: Mapping[str, str]) -> list[Finding]:
    """Return whether there is a citation where one is required, whether each resolves, and its quotes are there."""
    known = {_plain(name): text for name, text in sources.items()}
    cited = list(_cited(answer, known))
    names = [name for named, _ in cited for name in named]
    missing = [name for name in names if _resolved(name, known) is None]
    found = []
    if told.get("require_citation"):
        good = len(names) > len(missing)
        found.append(Finding("citation", good, "there are citations" if good else "no source is cited", DANGLING))
    if names:
        lost = f"no source has the name {missing[0]!r}" if missing else "each citation leads to a source"
        found.append(Finding("citation resolves", not missing, lost, DANGLING))
    wrong = [quote for named, before in cited for quote in _quotes(before) if not _held(quote, named, known)]
    if cited:
        told_of = f"not in the source: {wrong[0][:120]!r}" if wrong else "each quote stands in its source"
        found.append(Finding("quotes", not wrong, told_of, DANGLING))
    return found


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _resolved(name: str, known: Mapping[str, str]) -> str | None:
    """Return the text of the source that a citation names, perhaps with a place in it: `[a.md, p. 3]`."""
    for tried in (name, re.split(r"[,;:#§]|\s(?:p|pp|S|с|line|Z)\.?\s", name)[0], name.lstrip("^@")):
        if _plain(tried) in known:
            return known[_plain(tried)]
    return None


def _cited(answer: str, known: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield citations that stand together, and the text since those before."""
    prose, _ = split_blocks(unhidden(answer))
    prose = re.sub(r"`[^`\n]*`", lambda span: " " * len(span[0]), prose)
    group: list[str] = []
    start = at = before = 0
    for mark in _MARK.finditer(prose):
        name = (mark["name"] or mark["next"]).strip()
        if not _is_citation(name, prose, mark.start(), known):
            continue
        if group and re.fullmatch(r"[\s,;]*", prose[at : mark.start()]):
            group += _names(name, known)
        else:
            if group:
                yield tuple(group), prose[start:before]
                start = at
            group, before = _names(name, known), mark.start()
        at = mark.end()
    if group:
        yield tuple(group), prose[start:before]


def _is_citation(name: str, prose: str, at: int, known: Mapping[str, str]) -> bool:
    if _resolved(name, known) is not None:
        return True
    return not _NO_NAME.fullmatch(name) and not _inside_quote(prose, at)


def _inside_quote(prose: str, at: int) -> bool:
    """Whether a place lies within quotation marks: brackets there are the writer's own words."""
    line = prose.rfind("\n\n", 0, at) + 1
    return any(found.start() + line < at < found.end() + line for found in _QUOTE.finditer(prose[line : at + 400]))


def _names(name: str, known: Mapping[str, str]) -> list[str]:
    """Return the sources that one pair of brackets names: `[a.md; b.md]`."""
    if _resolved(name, known) is not None and not re.search(r";", name):
        parts = re.split(r"\s*,\s*", name)
        return parts if len(parts) > 1 and all(_plain(part) in known for part in parts) else [name]
    parts = [part for part in re.split(r"\s*;\s*", name) if part]
    return parts if len(parts) > 1 else [name]


def _quotes(text: str) -> list[str]:
    return [quote for found in _QUOTE.finditer(text) if (quote := next(g for g in found.groups() if g)).strip(_SPARE)]


def _held(quote: str, names: tuple[str, ...], known: Mapping[str, str]) -> bool:
    """Whether one of the sources has a quote; a citation that leads nowhere is told of elsewhere."""
    texts = [text for name in names if (text := _resolved(name, known)) is not None]
    return not texts or any(_stands(quote, text) for text in texts)


def _stands(quote: str, text: str) -> bool:
    """Whether the parts of a quote stand in a text, in their order."""
    at = 0
    for part in _GAP.split(quote):
        sought = part.strip(_SPARE)
        if not sought:
            continue
        end = _found(sought, text, at)
        if end is None:
            return False
        at = end
    return True


def _found(sought: str, text: str, at: int) -> int | None:
    for first in (sought[0], sought[0].upper(), sought[0].lower()):
        rest = text[at:]
        offset = 0
        while (span := locate(rest[offset:], first + sought[1:])) is not None:
            begin, end = span.start + offset, span.end + offset
            if whole(rest, type(span)(begin, end)):
                return at + end
            offset = begin + 1
    return None
