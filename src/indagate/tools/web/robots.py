"""What a site's robots.txt lets us fetch (RFC 9309)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes, urlsplit

LARGEST = 512 << 10
"""Bytes of a robots.txt that are read."""
PATIENCE = 10.0
"""Seconds of a crawl delay that we keep to; a longer one counts as this."""
_RULES = 10_000
_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?")


@dataclass(frozen=True, slots=True)
class Rule:
    """A path pattern that is allowed or not."""

    allow: bool
    pattern: str


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules that hold for us at one site."""

    rules: tuple[Rule, ...] = ()
    delay: float = 0.0

    @classmethod
    def parse(cls, text: str, agent: str) -> Robots:
        """Read a robots.txt: the groups that name `agent`, else those for everyone. Raises nothing."""
        named: list[tuple[str, str]] = []
        general: list[tuple[str, str]] = []
        ours = everyones = found = False
        heading = False
        for line in text.lstrip("\ufeff").splitlines():
            name, colon, value = line.partition("#")[0].partition(":")
            name, value = name.strip().lower(), value.strip()
            if not colon:
                continue
            if name == "user-agent":
                if not heading:
                    ours = everyones = False
                heading = True
                product = re.match(r"[A-Za-z_-]*", value)
                ours |= product is not None and product[0].lower() == agent.lower()
                everyones |= value == "*"
                found |= ours
            elif name in ("allow", "disallow", "crawl-delay"):
                heading = False
                if ours:
                    named.append((name, value))
                if everyones:
                    general.append((name, value))
        return cls._of((named if found else general)[:_RULES])

    @classmethod
    def _of(cls, lines: list[tuple[str, str]]) -> Robots:
        rules = tuple(Rule(name == "allow", _plain(value)) for name, value in lines if name != "crawl-delay" and value)
        delays = [value for name, value in lines if name == "crawl-delay" and _NUMBER.fullmatch(value)]
        return cls(rules, min(PATIENCE, float(delays[0])) if delays else 0.0)

    def allows(self, url: str) -> bool:
        """Whether a page may be fetched: the longest rule that matches decides, of equal ones the kinder."""
        parts = urlsplit(url)
        path = _plain((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        if path == "/robots.txt":
            return True
        matching = [(len(rule.pattern), rule.allow) for rule in self.rules if _matches(rule.pattern, path)]
        return max(matching, default=(0, True))[1]


NOTHING = Robots((Rule(False, "/"),))
"""Where a site's rules cannot be had because it is broken, nothing of it is fetched."""


def _matches(pattern: str, path: str) -> bool:
    """Match a prefix with `*` for anything and `$` for the end, in time linear in the path for each `*`."""
    ends = pattern.endswith("$")
    pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(pieces[0]):
        return False
    at = len(pieces[0])
    if len(pieces) == 1:
        return not ends or at == len(path)
    for piece in pieces[1:-1]:
        at = path.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    last = pieces[-1]
    if ends:
        return len(path) - len(last) >= at and path.endswith(last)
    return path.find(last, at) >= 0


def _plain(path: str) -> str:
    """One spelling of a path: escapes that need none are undone, the others are in upper case."""
    return quote(unquote_to_bytes(path.replace("%2F", "%252F").replace("%2f", "%252F")), safe="!$&'()*+,;=:@/?~-._%")
