"""How high a printed report's figures are, so that its pages are full: lower to fit the rest of one, or higher."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

PAGE = 262.0 * 96 / 25.4
"""The height of a page's text in pixels: A4 without its margins, which are those of the shared style."""
WIDTH = 178.0 * 96 / 25.4
LOWEST, HIGHEST = 0.55, 1.6
"""By what a figure's picture may be made lower or higher."""
LINE = 22.0
FEWEST = 3
"""Lines of a paragraph that stay together at a page's end and beginning."""
SPARE = 10.0
"""Pixels left free: the printed page is not measured to the pixel."""
_MEASURE = """
const all = [...document.querySelectorAll(
  '.head,.headlines,.takeaways,.contents,h2,h3,p,li,.figure,.table,.argument,dl>div,.foot')];
const held = '.headlines,.takeaways,.contents,.figure,.table,.argument';
const list = all.filter((node) => !node.parentElement.closest(held) && node.getClientRects().length).map((node) => {
  const box = node.getBoundingClientRect(), picture = node.querySelector(':scope .still.wide svg');
  return {kind: node.matches('.figure') ? 'figure' : /^H/.test(node.tagName) ? 'heading'
      : node.matches('p,li') ? 'text' : 'block',
    figure: node.matches('.figure') ? node.id.slice(7) : '', top: box.top, bottom: box.bottom,
    picture: node.matches('.figure') && picture ? picture.getBoundingClientRect().height : 0};
});
document.documentElement.textContent = JSON.stringify(list);
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page from top to bottom: its kind, and of a figure its id and how high its picture is."""

    kind: str
    top: float
    bottom: float
    figure: str = ""
    picture: float = 0.0


def measuring(page: str) -> str:
    """Return a page without scripts of its own that looks as in print and tells how high its pieces are."""
    shown = page.replace("@media print{", "@media all{").replace("@media screen and (", "@media (max-width:0px) and (")
    shown = shown.replace("</head>", f"<style>body{{width:{WIDTH:.1f}px}}</style></head>", 1)
    return shown.replace("</body>", f'<script nonce="measure">{_MEASURE}</script></body>', 1)


def measured(dumped: str) -> list[Block]:
    """Return the pieces of a page from what the browser told of it; none where it told nothing."""
    found = re.search(r"<html[^>]*>(\[.*\])</html>", dumped, re.DOTALL)
    try:
        rows = json.loads(found[1]) if found else []
    except ValueError:
        return []
    blocks = [
        Block(row["kind"], row["top"], row["bottom"], row["figure"].replace("&amp;", "&"), row["picture"])
        for row in rows
    ]
    return sorted(blocks, key=lambda one: one.top)


def fitted(blocks: Sequence[Block], bendable: Sequence[str]) -> Mapping[str, float]:
    """Return by what the pictures of figures are stretched so that pages are filled; only `bendable` ones are.

    A figure that is a little too high for what is left of a page is made lower. Where it goes to the next page all
    the same, those that are on the page are made higher.
    """
    flow = _Flow(set(bendable))
    for at, block in enumerate(blocks):
        after = blocks[at + 1] if at + 1 < len(blocks) else None
        step = after.top - block.top if after else block.bottom - block.top
        flow.add(block, step, after)
    return {name: round(factor, 3) for name, factor in flow.factors.items() if abs(factor - 1) > 0.01}


class _Flow:
    """A page being filled."""

    def __init__(self, bendable: set[str]) -> None:
        self.factors: dict[str, float] = {}
        self._bendable = bendable
        self._used = 0.0
        self._figures: list[Block] = []

    def add(self, block: Block, step: float, after: Block | None) -> None:
        """Take a piece in, with what lies between it and the next one."""
        height, left = block.bottom - block.top, PAGE - self._used
        if block.kind == "figure" and height > left and self._bends(block):
            lower = min(height - left + SPARE, block.picture * (1 - LOWEST))
            if height - lower <= left:
                self.factors[block.figure] = 1 - lower / block.picture
                height, step = height - lower, step - lower
        if block.kind == "text" and height > left:
            first = int(left / LINE)
            if first >= FEWEST and height - first * LINE >= FEWEST * LINE - 1:
                self._figures, self._used = [], step - first * LINE
                return
        needed = height + (self._least(after) + step - height if block.kind == "heading" and after else 0.0)
        if needed > left:
            self._turn(left)
        self._used += step
        if block.kind == "figure" and self._bends(block):
            self._figures.append(replace(block, picture=block.picture * self.factors.get(block.figure, 1.0)))

    def _bends(self, block: Block) -> bool:
        return block.figure in self._bendable and block.picture > 0

    def _least(self, block: Block) -> float:
        """Return what of a piece must stand on the page of its heading."""
        height = block.bottom - block.top
        if block.kind == "text":
            return min(height, FEWEST * LINE)
        return height - (block.picture * (1 - LOWEST) if self._bends(block) else 0.0)

    def _turn(self, left: float) -> None:
        """Begin a new page, and let the figures of the one that ends fill what is left of it."""
        spare, whole = left - SPARE, sum(one.picture for one in self._figures)
        if whole > 0 and spare > LINE:
            more = 1 + min(spare / whole, HIGHEST - 1)
            for one in self._figures:
                self.factors[one.figure] = self.factors.get(one.figure, 1.0) * more
        self._figures, self._used = [], 0.0
