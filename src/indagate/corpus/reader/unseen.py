"""What a page's own style sheets do not show: taken out before it is read, so that it cannot become a fact.

Style sheets in the page and style attributes count, as a wide screen would apply them; those of other addresses are not
fetched. Selectors of names, classes, ids, attributes and places among siblings are understood, others match nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from indagate.corpus.reader.stylesheet import Rule, Sheet, declarations, signs

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_ZERO = re.compile(r"[+-]?(?:0+(?:\.0*)?|\.0+)\s*(?:[a-z]+|%)?")
_TINY = re.compile(r"(?:0?\.\d+|1(?:\.0*)?)px")
_FAR = re.compile(r"-\s*\d{3,}(?:\.\d+)?\s*(?:px|em|rem|%|vw|vh|ch)")
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)")
_NAMED = {"white": "ffffff", "black": "000000", "red": "ff0000", "green": "008000", "blue": "0000ff",
          "yellow": "ffff00", "gray": "808080", "grey": "808080", "silver": "c0c0c0"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Look:
    """How text looks at a place: what an element hands down to those within it."""

    visible: bool = True
    sized: bool = True
    ink: str = ""
    ground: str = ""

    @property
    def seen(self) -> bool:
        return self.visible and self.sized and not (self.ink and self.ink == self.ground) and self.ink != "none"


@dataclass(slots=True)
class _Shown:
    """An element on the way down, how it looks, and its children that are still to be visited."""

    element: HtmlElement
    look: _Look
    left: Iterator[HtmlElement]
    signs: frozenset[str]


def drop_unseen(root: HtmlElement) -> None:
    """Take out of a page's tree what nobody sees, and the style sheets; the page as a whole is never unseen."""
    sheet = Sheet.of(_styles(root))
    stack = [_Shown(root, _Look(), iter(list(root)), frozenset(signs(root)))]
    gone: list[HtmlElement] = []
    while stack:
        here = stack[-1]
        child = next(here.left, None)
        if child is None:
            stack.pop()
            continue
        if not isinstance(child.tag, str) or child.tag in ("script", "style", "template", "noscript", "head"):
            continue
        said = _cascade(child, sheet, here.signs)
        whole = child.tag in ("html", "body")
        if said and not whole and _absent(said):
            gone.append(child)
            continue
        look = _looks(here.look, said, whole=whole) if said else here.look
        if not look.seen:
            child.text = None
            for inner in child:
                inner.tail = None
        if len(child):
            stack.append(_Shown(child, look, iter(list(child)), here.signs.union(signs(child))))
    for element in [*gone, *root.iter("style")]:
        if element.getparent() is not None:
            element.drop_tree()


def _styles(root: HtmlElement) -> Iterable[str]:
    for element in root.iter("style"):
        media = (element.get("media") or "all").lower()
        if "noscript" not in {above.tag for above in element.iterancestors()} and ("all" in media or "screen" in media):
            yield element.text or ""


def _cascade(element: HtmlElement, sheet: Sheet, above: frozenset[str]) -> dict[str, str]:
    """Return the declarations that win for an element."""
    inline = element.get("style")
    rules: list[Rule] = sheet.matching(element, above)
    if inline:
        rules = [*rules, Rule((), (1, 0, 0, 0), 1 << 30, declarations(inline))]
    won: dict[str, tuple[tuple[bool, tuple[int, ...], int], str]] = {}
    for rule in rules:
        for name, (value, important) in rule.says.items():
            weight = (important, rule.weight, rule.order)
            if name not in won or weight >= won[name][0]:
                won[name] = (weight, value)
    return {name: value for name, (_, value) in won.items()}


def _absent(said: dict[str, str]) -> bool:
    """Whether an element and all within it is not there for a reader."""
    if said.get("display") == "none" or said.get("content-visibility") == "hidden":
        return True
    if _ZERO.fullmatch(said.get("opacity", "1")):
        return True
    if said.get("position") in ("absolute", "fixed") and any(_FAR.fullmatch(said.get(s, "")) for s in ("left", "top")):
        return True
    if _FAR.fullmatch(said.get("text-indent", "")):
        return True
    boxed = any(_ZERO.fullmatch(said.get(side, "1")) for side in ("height", "width", "max-height", "max-width"))
    return boxed and said.get("overflow", "").startswith(("hidden", "clip"))


def _looks(above: _Look, said: dict[str, str], *, whole: bool) -> _Look:
    look = above
    visibility, size = said.get("visibility"), said.get("font-size")
    if visibility and visibility != "inherit" and not whole:
        look = replace(look, visible=visibility not in ("hidden", "collapse"))
    if size and not whole:
        relative = size.endswith(("em", "%")) and not size.endswith("rem")
        nothing = bool(_ZERO.fullmatch(size) or _TINY.fullmatch(size))
        look = replace(look, sized=not nothing and (look.sized or not relative))
    ground = _colour(said.get("background-color") or said.get("background", ""))
    if ground and ground != "none":
        look = replace(look, ground=ground)
    elif "url(" in said.get("background", "") + said.get("background-image", ""):
        look = replace(look, ground="")
    ink = _colour(said.get("color", ""))
    return replace(look, ink=ink) if ink else look


def _colour(value: str) -> str:
    """Return a colour in one spelling, `none` for one that is not there, or nothing where it is not known."""
    value = value.strip()
    if value == "transparent":
        return "none"
    if value in _NAMED:
        return _NAMED[value]
    if re.fullmatch(r"#[0-9a-f]{6}", value):
        return value[1:]
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return "".join(sign * 2 for sign in value[1:])
    found = _RGB.fullmatch(value)
    if not found:
        return ""
    if found[4] and _ZERO.fullmatch(found[4]):
        return "none"
    return "".join(f"{min(255, int(part)):02x}" for part in found.groups()[:3])
