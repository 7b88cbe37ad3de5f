"""How high a printed report's figures are, so that its pages are full: lower to fit the rest of one, or higher."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

PAGE = 262.0 * 96 / 25.4
"""The height of a page's text in pixels: A4 without its margins, which are those of the shared style."""
WIDTH = 178.0 * 96 / 25.4
HIGHEST = 1.9
"""By what a figure's picture may be made higher."""
ALONE = 0.25
"""Which part of a last page is too little to stand there."""
LINE = 22.0
FEWEST = 3
"""Lines of a paragraph that stay together at a page's end and beginning."""
SPARE = 10.0
"""Pixels left free: the printed page is not measured to the pixel."""
_MEASURE = """
const all = [...document.querySelectorAll(
  '.head,.headlines,.takeaways,.contents,h2,h3,p,li,.figure,.table.short,tr,.argument,dl>div,.foot')];
const heads = 'h2,h3,.table-title,thead tr,tbody tr:nth-child(-n+2)';
const held = '.head,.headlines,.takeaways,.contents,.figure,.table.short,.argument';
const list = all.filter((node) => !node.parentElement.closest(held) && node.getClientRects().length).map((node) => {
  const box = node.getBoundingClientRect(), picture = node.querySelector(':scope .still.wide svg');
  return {kind: node.matches('.figure') ? 'figure' : node.matches(heads) ? 'heading'
      : node.matches('p.lead') ? 'lead' : node.matches('p,li') ? 'text' : 'block',
    figure: node.matches('.figure') ? node.id.slice(7) : '', top: box.top, bottom: box.bottom,
    picture: node.matches('.figure') && picture ? picture.getBoundingClientRect().height : 0};
});
document.documentElement.textContent = JSON.stringify(list);
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page from top to bottom: its kind, and of a figure its id and how high its picture is.

    A `lead` is a paragraph that stays with the figure below it, as a heading does with what it heads.
    """

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


def fitted(blocks: Sequence[Block], bendable: Mapping[str, float]) -> Mapping[str, float]:
    """Return by what the pictures of figures are stretched so that pages are filled.

    Only `bendable` ones are, which holds by figures' ids how low they may be. A figure that is a little too high for
    what is left of a page is made lower. Where it goes to the next page all the same, those that are on the page are
    made higher. What would stand alone on a last page is taken onto the page before, where its figures can be lower.
    """
    flow = _Flow(bendable)
    for at in range(len(blocks)):
        flow.add(blocks[at:])
    flow.end()
    return {name: round(factor, 3) for name, factor in flow.factors.items() if abs(factor - 1) > 0.01}


class _Flow:
    """A page being filled."""

    def __init__(self, bendable: Mapping[str, float]) -> None:
        self.factors: dict[str, float] = {}
        self._bendable = bendable
        self._used = 0.0
        self._figures: list[Block] = []
        self._before: tuple[list[Block], float] = ([], 0.0)

    def add(self, blocks: Sequence[Block]) -> None:
        """Take the first of these pieces in, with what lies between it and the next one."""
        block, step = blocks[0], _step(blocks)
        height, left = block.bottom - block.top, PAGE - self._used
        if block.kind == "figure" and height > left and self._bends(block):
            lower = min(height - left + SPARE, self._gives(block))
            if height - lower <= left:
                self.factors[block.figure] = 1 - lower / block.picture
                height, step = height - lower, step - lower
        if block.kind == "text" and height > left:
            first = int(left / LINE)
            if first >= FEWEST and height - first * LINE >= FEWEST * LINE - 1:
                self._before, self._figures, self._used = (self._figures, 0.0), [], step - first * LINE
                return
        if (height if block.kind == "figure" else self._least(blocks)) > left:
            self._turn(left)
        self._used += step
        if block.kind == "figure" and self._bends(block):
            self._figures.append(replace(block, picture=block.picture * self.factors.get(block.figure, 1.0)))

    def _bends(self, block: Block) -> bool:
        return block.figure in self._bendable and block.picture > 0

    def _gives(self, block: Block) -> float:
        """Return by how many pixels a figure as it stands can be made lower."""
        whole = block.picture / self.factors.get(block.figure, 1.0)
        return max(0.0, block.picture - whole * self._bendable[block.figure])

    def _least(self, blocks: Sequence[Block]) -> float:
        """Return what must stand on one page of the first of these pieces and of those that stay with it."""
        block, height = blocks[0], blocks[0].bottom - blocks[0].top
        if block.kind in ("heading", "lead") and len(blocks) > 1:
            below, whole = blocks[1], blocks[1].bottom - blocks[1].top
            return _step(blocks) + (min(whole, FEWEST * LINE) if below.kind == "text" else self._least(blocks[1:]))
        return height - (self._gives(block) if self._bends(block) else 0.0)

    def _turn(self, left: float) -> None:
        """Begin a new page, and let the figures of the one that ends fill what is left of it."""
        spare, whole = left - SPARE, sum(one.picture for one in self._figures)
        self._before = (self._figures, left)
        if whole > 0 and spare > LINE:
            self._scale(self._figures, 1 + min(spare / whole, HIGHEST - 1))
        self._figures, self._used = [], 0.0

    def _scale(self, figures: Sequence[Block], factor: float) -> None:
        """Give figures their height on the page, times a factor."""
        for one in figures:
            self.factors[one.figure] = self.factors.get(one.figure, 1.0) * factor

    def end(self) -> None:
        """Take a last page with little on it onto the one before, if its figures give way."""
        figures, left = self._before
        if not figures or self._used > ALONE * PAGE:
            return
        grown = 1 + min(max(0.0, left - SPARE) / sum(one.picture for one in figures), HIGHEST - 1)
        if left - SPARE > LINE:
            self._scale(figures, 1 / grown)
        lower, give = self._used - left + SPARE, [self._gives(one) for one in figures]
        if 0 < lower <= sum(give):
            for one, each in zip(figures, give, strict=True):
                self.factors[one.figure] = self.factors.get(one.figure, 1.0) * (
                    1 - lower * each / sum(give) / one.picture
                )
        elif left - SPARE > LINE:
            self._scale(figures, grown)


def _step(blocks: Sequence[Block]) -> float:
    """Return how far it is from the top of the first of these pieces to the next one, or to its end."""
    return (blocks[1].top if len(blocks) > 1 else blocks[0].bottom) - blocks[0].top
