"""Style sheets, as far as needed to know what a page shows: rules, simple selectors, and which elements they match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

LONGEST = 1 << 20
"""Characters of style sheets that are read."""
MOST = 5_000
"""Rules that are kept."""
DEEPEST = 20
"""Blocks within blocks; what lies deeper is passed over."""
ENDLESS = 1_000
"""Characters beyond which a selector is not understood."""
WIDE = 1280
"""Pixels of the screen on which a page is taken to be shown."""
PATIENCE = 300_000
"""Times that a rule is tried on an element of one page: some three seconds."""
LOOKED_AT = frozenset({
    "display", "visibility", "content-visibility", "opacity", "position", "left", "top", "text-indent", "height",
    "width", "max-height", "max-width", "overflow", "font-size", "color", "background", "background-color",
    "background-image",
})  # fmt: skip
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_NAME = r"(?:[A-Za-z0-9_-]|\\.|[^\x00-\x7f])+"
_PART = re.compile(
    rf"""(?P<tag>^(?:{_NAME}|\*)) | \#(?P<id>{_NAME}) | \.(?P<class>{_NAME})
      | \[\s*(?P<attribute>{_NAME})\s*(?:(?P<how>[~|^$*]?=)\s*(?P<value>"[^"]*"|'[^']*'|[^\]\s]+)\s*[is]?\s*)?\]
      | :(?P<pseudo>[a-z-]+)(?:\((?P<given>[^()]*)\))?""",
    re.VERBOSE,
)
_COMBINED = re.compile(r"\s*([>+~])\s*|\s+")
_WIDTH = re.compile(r"\(\s*(?:(min-width:|max-width:)|width\s*([<>]=?))\s*([\d.]+)(px|em|rem)\s*\)")
_NESTED = ("@media", "@supports", "@layer", "@container")

Weight = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Compound:
    """What one element must be: a name, ids, classes, attributes, and other conditions."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str, str], ...] = ()
    pseudos: tuple[tuple[str, tuple[Compound, ...], str], ...] = ()

    def matches(self, element: HtmlElement) -> bool:
        """Whether an element is like this."""
        if (self.tag and element.tag != self.tag) or any(element.get("id") != name for name in self.ids):
            return False
        if self.classes and not set(self.classes) <= set((element.get("class") or "").split()):
            return False
        if not all(_has(element, *one) for one in self.attributes):
            return False
        return all(_stands(element, *one) for one in self.pseudos)


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector from its end to its beginning, each with what joins it to the one after; what it says; its weight.

    `needs` are tags, `#ids` and `.classes` without which above an element it cannot hold.
    """

    selector: tuple[tuple[str, Compound], ...]
    weight: Weight
    order: int
    says: Mapping[str, tuple[str, bool]]
    needs: frozenset[str] = frozenset()

    def matches(self, element: HtmlElement) -> bool:
        """Whether an element, with those above and before it, is what the selector names."""
        return self.selector[0][1].matches(element) and _joined(element, self.selector, 1)


def _joined(element: HtmlElement, selector: tuple[tuple[str, Compound], ...], at: int) -> bool:
    if at == len(selector):
        return True
    joint, wanted = selector[at - 1][0], selector[at][1]
    if joint in (">", "+"):
        other = element.getparent() if joint == ">" else element.getprevious()
        return other is not None and wanted.matches(other) and _joined(other, selector, at + 1)
    far = all(joint == " " for joint, _ in selector[at - 1 : -1])
    for other in element.iterancestors() if joint == " " else element.itersiblings(preceding=True):
        if wanted.matches(other):
            if _joined(other, selector, at + 1):
                return True
            if far:
                return False  # the nearest leaves most to those above; so this takes no longer than the page is deep
    return False


@dataclass(slots=True)
class Sheet:
    """The rules of a page, found by what their last element must be."""

    by_id: dict[str, list[Rule]] = field(default_factory=dict)
    by_class: dict[str, list[Rule]] = field(default_factory=dict)
    by_tag: dict[str, list[Rule]] = field(default_factory=dict)
    tried: int = 0

    @classmethod
    def of(cls, texts: Iterable[str]) -> Sheet:
        """Read style sheets. Raises nothing, whatever is in them."""
        made, left, count = cls(), LONGEST, 0
        for text in texts:
            for selectors, body in _blocks(_COMMENT.sub(" ", text[:left])):
                says = declarations(body)
                if not says:
                    continue
                for selector in _split(selectors, ","):
                    if count < MOST and (rule := _rule(selector, count, says)) is not None:
                        made._keep(rule)
                        count += 1
            left = max(0, left - len(text))
        return made

    def _keep(self, rule: Rule) -> None:
        last = rule.selector[0][1]
        if last.ids:
            self.by_id.setdefault(last.ids[0], []).append(rule)
        elif last.classes:
            self.by_class.setdefault(last.classes[0], []).append(rule)
        else:
            self.by_tag.setdefault(last.tag, []).append(rule)

    def matching(self, element: HtmlElement, above: frozenset[str]) -> list[Rule]:
        """Return the rules that hold for an element; none any more once too many were tried.

        `above` are the signs (see `signs`) of what the element stands in.
        """
        if self.tried > PATIENCE:
            return []
        found = [*self.by_tag.get(str(element.tag), ()), *self.by_tag.get("", ())]
        if self.by_id and element.get("id"):
            found += self.by_id.get(element.get("id") or "", ())
        if self.by_class and element.get("class"):
            found += [
                rule for name in set((element.get("class") or "").split()) for rule in self.by_class.get(name, ())
            ]
        found = [rule for rule in found if rule.needs <= above]
        self.tried += len(found)
        return [rule for rule in found if rule.matches(element)]


def signs(element: HtmlElement) -> list[str]:
    """Return an element's tag, its id and its classes, as rules need them."""
    return [
        str(element.tag), *(f".{name}" for name in (element.get("class") or "").split()),
        *([f"#{element.get('id')}"] if element.get("id") else []),
    ]  # fmt: skip


def declarations(text: str) -> dict[str, tuple[str, bool]]:
    """Return the declarations that matter: name → value in small letters, and whether it is important."""
    found: dict[str, tuple[str, bool]] = {}
    for line in text.split(";"):
        name, colon, value = line.partition(":")
        name, value = name.strip().lower(), " ".join(value.lower().split())
        if colon and name in LOOKED_AT:
            important = value.endswith(("!important", "! important"))
            value = value.rpartition("!")[0].strip() if important else value
            if important or not found.get(name, ("", False))[1]:
                found[name] = (value, important)
    return found


def _blocks(text: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield selectors and bodies of the rules that a wide screen applies."""
    at = 0
    while (opening := text.find("{", at)) >= 0:
        head = text[at:opening].rpartition(";")[2].rpartition("}")[2].strip()
        closing = _closing(text, opening)
        body = text[opening + 1 : closing]
        if head.startswith("@"):
            nested = depth < DEEPEST and head.lower().startswith(_NESTED)
            if nested and _applies(re.sub(r"\s*:\s*", ":", head.lower())):
                yield from _blocks(body, depth + 1)
        else:
            yield head, body.partition("{")[0] if "{" in body else body
        at = closing + 1


def _closing(text: str, opening: int) -> int:
    depth = 0
    for found in _BRACE.finditer(text, opening):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.start()
    return len(text)


def _applies(head: str) -> bool:
    """Whether a wide screen without a person's wishes applies what stands in such a block."""
    if not head.startswith("@media"):
        return not head.startswith("@container")
    return any(_asks_for_us(one.strip()) for one in head.removeprefix("@media").split(","))


def _asks_for_us(query: str) -> bool:
    parts = [part.strip() for part in re.split(r"\band\b", query)]
    return bool(query) and all(part in ("screen", "all", "only screen") or _is_wide(part) for part in parts)


def _is_wide(condition: str) -> bool:
    found = _WIDTH.fullmatch(condition)
    if not found:
        return False
    pixels = float(found[3]) * (16 if found[4] in ("em", "rem") else 1)
    least = found[1] == "min-width:" or (found[2] or "").startswith(">")
    return pixels <= WIDE if least else pixels >= WIDE


def _rule(selector: str, order: int, says: Mapping[str, tuple[str, bool]]) -> Rule | None:
    """Return a rule, or None for a selector that is not understood."""
    if len(selector) > ENDLESS:
        return None
    compounds: list[tuple[str, Compound]] = []
    joints = [(found[1] or " ").strip() or " " for found in _outside(selector.strip())]
    parts = _pieces(selector.strip())
    for number, part in enumerate(parts):
        compound = _compound(part)
        if compound is None:
            return None
        joint = joints[number - 1] if number else ""
        compounds.append((joint, compound))
    if not compounds:
        return None
    each = [compound for _, compound in compounds]
    weight = (
        0, sum(len(one.ids) for one in each),
        sum(len(one.classes) + len(one.attributes) + len(one.pseudos) for one in each),
        sum(bool(one.tag) for one in each),
    )  # fmt: skip
    backwards = tuple(reversed(compounds))
    return Rule(backwards, weight, order, says, _needed(backwards))


def _needed(selector: tuple[tuple[str, Compound], ...]) -> frozenset[str]:
    """Return what must stand above an element: what is joined by a place beside it need not."""
    needed: set[str] = set()
    for number, (_, compound) in enumerate(selector[1:]):
        if selector[number][0] in (" ", ">"):
            needed |= {f"#{name}" for name in compound.ids} | {f".{name}" for name in compound.classes}
            needed |= {compound.tag} if compound.tag else set()
    return frozenset(needed)


def _outside(selector: str) -> list[re.Match[str]]:
    """Return what joins the parts of a selector, outside of brackets."""
    return [
        found
        for found in _COMBINED.finditer(selector)
        if selector.count("[", 0, found.start()) == selector.count("]", 0, found.start())
        and selector.count("(", 0, found.start()) == selector.count(")", 0, found.start())
    ]


def _pieces(selector: str) -> list[str]:
    pieces, at = [], 0
    for found in _outside(selector):
        pieces.append(selector[at : found.start()])
        at = found.end()
    return [*pieces, selector[at:]] if selector else []


def _split(text: str, by: str) -> list[str]:
    """Split outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if sign == by and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _compound(text: str) -> Compound | None:
    tag, ids, classes = "", [], []
    attributes: list[tuple[str, str, str]] = []
    pseudos: list[tuple[str, tuple[Compound, ...], str]] = []
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None or found.end() == at:
            return None
        at = found.end()
        if found["tag"]:
            tag = "" if found["tag"] == "*" else found["tag"].lower()
        elif found["id"]:
            ids.append(_plain(found["id"]))
        elif found["class"]:
            classes.append(_plain(found["class"]))
        elif found["attribute"]:
            attributes.append((found["attribute"].lower(), found["how"] or "", (found["value"] or "").strip("\"'")))
        else:
            inner = _inner(found["pseudo"], found["given"] or "")
            if inner is None:
                return None
            pseudos.append(inner)
    return Compound(tag, tuple(ids), tuple(classes), tuple(attributes), tuple(pseudos)) if text else None


def _inner(name: str, given: str) -> tuple[str, tuple[Compound, ...], str] | None:
    if name in ("not", "is", "where", "matches"):
        compounds = [_compound(part.strip()) for part in _split(given, ",")]
        whole = tuple(one for one in compounds if one is not None)
        return (name, whole, "") if len(whole) == len(compounds) else None
    known = ("root", "first-child", "last-child", "only-child", "nth-child", "first-of-type", "last-of-type")
    return (name, (), given.strip()) if name in known else None


def _plain(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def _has(element: HtmlElement, name: str, how: str, value: str) -> bool:
    there = element.get(name)
    if there is None:
        return False
    holds = {
        "": True, "=": there == value, "~=": value in there.split(), "^=": bool(value) and there.startswith(value),
        "$=": bool(value) and there.endswith(value), "*=": bool(value) and value in there,
        "|=": there == value or there.startswith(f"{value}-"),
    }  # fmt: skip
    return bool(holds[how])


def _stands(element: HtmlElement, name: str, inner: tuple[Compound, ...], given: str) -> bool:
    if inner:
        return any(one.matches(element) for one in inner) != (name == "not")
    before, after = element.getprevious(), element.getnext()
    if name == "nth-child":
        place = 1 + sum(1 for _ in islice(element.itersiblings(preceding=True), 1000))
        return {"odd": place % 2 == 1, "even": place % 2 == 0, "n": True}.get(given, given == str(place))
    if name in ("first-of-type", "last-of-type"):
        return next(element.itersiblings(element.tag, preceding=name == "first-of-type"), None) is None
    return {
        "root": element.getparent() is None, "first-child": before is None, "last-child": after is None,
        "only-child": before is None and after is None,
    }.get(name, False)  # fmt: skip
