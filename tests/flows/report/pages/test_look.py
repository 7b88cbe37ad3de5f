"""Pages looked at by a real browser: every text is readable, nothing is wider than the screen, figures are drawn."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.report.figures import samples
from flows.report.pages.browser import DARK, looked_at
from flows.report.pages.samples import document, figures
from indagate.flows.report.pages import FigureRef, Section, write_html

STYLES = ("default", "minimal", "academic", "warp")
LEAST = 4.5
MEASURE = """
<script>
function parts(text) {
  const found = text.match(/[\\d.]+/g).map(Number);
  return found.length > 3 ? found : [found[0], found[1], found[2], 1];
}
function over(top, under) { return [0, 1, 2].map((at) => top[at] * top[3] + under[at] * (1 - top[3])).concat(1); }
function light(colour) {
  const [r, g, b] = colour.slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function backgroundOf(node, view) {
  const layers = [];
  for (let at = node; at && at.nodeType === 1; at = at.parentElement) {
    layers.push(parts(view.getComputedStyle(at).backgroundColor));
  }
  let colour = [255, 255, 255, 1];
  for (const layer of layers.reverse()) colour = over(layer, colour);
  return colour;
}
function clashesIn(plot, view) {
  const found = [], edge = plot.getBoundingClientRect(), name = plot.closest("figure").id;
  const texts = Array.from(plot.querySelectorAll("text"))
    .filter((one) => one.getClientRects().length && one.textContent.trim() && one.textContent !== "○")
    .filter((one) => view.getComputedStyle(one).opacity !== "0")
    .map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }));
  for (const { words, box } of texts) {
    const out = box.left < edge.left - 2 || box.right > edge.right + 2 || box.bottom > edge.bottom + 4;
    if (out) found.push(`${name}: ${words} is outside`);
  }
  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => {
    const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (wide > 1.5 && high > 4) found.push(`${name}: ${one.words} lies over ${other.words}`);
  }));
  return found;
}
function measure(frame) {
  const view = frame.contentWindow, doc = frame.contentDocument, worst = {};
  const walker = doc.createTreeWalker(doc.body, view.NodeFilter.SHOW_TEXT);
  let count = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim()) continue;
    if (["SCRIPT", "STYLE", "IFRAME", "TITLE"].includes(node.tagName)) continue;
    if (!node.getClientRects().length) continue;
    const style = view.getComputedStyle(node), svg = node.ownerSVGElement;
    let background = backgroundOf(node, view);
    if (svg) {
      const text = node.getBoundingClientRect();
      const x = (text.left + text.right) / 2, y = (text.top + text.bottom) / 2;
      for (const shape of svg.querySelectorAll("rect.ht, rect.tl, rect.br, path.ar")) {
        const box = shape.getBoundingClientRect();
        if (box.left > x || box.right < x || box.top > y || box.bottom < y) continue;
        const look = view.getComputedStyle(shape), fill = parts(look.fill);
        background = over([fill[0], fill[1], fill[2], fill[3] * Number(look.fillOpacity)], background);
      }
    }
    const ink = over(parts(svg ? style.fill : style.color), background);
    const [high, low] = [light(ink), light(background)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const name = node.tagName + "." + (node.getAttribute("class") || "");
    if (!(worst[name] <= ratio)) worst[name] = ratio;
    count += 1;
  }
  const clashes = [];
  for (const plot of doc.querySelectorAll(".plot")) clashes.push(...clashesIn(plot, view));
  const root = doc.documentElement;
  const live = doc.querySelectorAll(".plot.live").length, inner = doc.querySelectorAll("iframe").length;
  const words = {};
  for (const plot of doc.querySelectorAll("figure .plot")) {
    const shown = Array.from(plot.querySelectorAll("text")).filter((one) => one.getClientRects().length);
    words[plot.closest("figure").id] = shown.map((one) => one.textContent);
  }
  const wide = root.scrollWidth, room = root.clientWidth;
  return { worst, count, live, inner, clashes, words, wide, room, drawn: root.dataset.figures || "" };
}
const frames = () => Array.from(document.querySelectorAll("iframe"));
const rootOf = (frame) => frame.contentDocument.documentElement;
function finished() {
  const scripted = frames().filter((frame) => frame.contentDocument.getElementById("plotly-packed"));
  return scripted.every((frame) => rootOf(frame).dataset.figures === "drawn");
}
addEventListener("load", () => {
  const began = Date.now();
  const timer = setInterval(() => {
    if (!finished() && Date.now() - began < 90000) return;
    clearInterval(timer);
    setTimeout(() => {
      const told = {};
      for (const frame of frames()) told[frame.id] = measure(frame);
      fetch("/told", { method: "POST", body: JSON.stringify(told) });
    }, 700);
  }, 200);
});
</script>
"""


def measured(folder: Path, language: str, *flags: str, width: int, scripts: bool) -> dict[str, Any]:
    """Return for each style the worst contrast of each kind of text, how wide the page is, and whether it was drawn."""
    frames = []
    for style in STYLES:
        page = write_html(document(language, style), figures(), folder / style)
        if not scripts:
            page.write_text(re.sub(r"<script.*?</script>", "", page.read_text("utf-8"), flags=re.DOTALL), "utf-8")
        frames.append(f'<iframe id="{style}" src="{style}/report.html" style="width:{width}px;height:900px"></iframe>')
    outer = folder / "outer.html"
    outer.write_text(f"<!doctype html><meta charset=utf-8>{MEASURE}{''.join(frames)}", encoding="utf-8")
    return looked_at(folder, "outer.html", *flags)


@pytest.mark.parametrize("flags", [(), (DARK,)], ids=["light", "dark"])
def test_every_text_can_be_read(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """The contrast of each text to what lies under it is at least 4.5, in every style, by day and by night."""
    told = measured(tmp_path, "ru", *flags, width=1100, scripts=False)
    for style, page in told.items():
        assert page["count"] > 100, style
        bad = {name: round(ratio, 2) for name, ratio in page["worst"].items() if ratio < LEAST}
        assert not bad, f"{style}: {bad}"


def test_nothing_is_wider_than_a_phone_and_figures_are_drawn(tmp_path: Path) -> None:
    """On 390 pixels no style's page scrolls sideways, and the library within the page draws its figures."""
    for style, page in measured(tmp_path, "en", width=390, scripts=True).items():
        assert page["wide"] <= 390, style
        assert page["drawn"] == "drawn", style


def test_no_page_scrolls_sideways_beside_a_scrollbar(tmp_path: Path) -> None:
    """On a desktop the bar that scrolls down takes room of its own: a head as wide as the window is too wide."""
    for style, page in measured(tmp_path, "en", width=1280, scripts=False).items():
        assert page["wide"] <= page["room"] < 1280, style


def test_framed_figures_are_drawn_in_their_frames(tmp_path: Path) -> None:
    """In a deep dive each figure has a frame of its own, and the moving one replaces the still."""
    write_html(document("en", "default", framed=True), figures(), tmp_path)
    frame = '<iframe id="page" src="report.html" style="width:1100px;height:900px"></iframe>'
    (tmp_path / "outer.html").write_text(f"<!doctype html><meta charset=utf-8>{MEASURE}{frame}", encoding="utf-8")
    page = looked_at(tmp_path, "outer.html")["page"]
    assert page["drawn"] == "drawn"
    assert page["live"] == page["inner"] == len(figures())


@pytest.mark.parametrize("scripts", [False, True], ids=["still", "moving"])
def test_no_text_of_a_figure_lies_over_another_or_outside(tmp_path: Path, scripts: bool) -> None:
    """Each kind of figure, wide and on a phone: names, values, dates and what is pointed out leave each other room."""
    drawn = [*samples.every_figure(), samples.losses(), samples.numbered()]
    blocks = tuple(FigureRef(one.id) for one in drawn)
    made = replace(document("ru"), sections=(Section("Всё", blocks),))
    page = write_html(made, drawn, tmp_path)
    if not scripts:
        page.write_text(re.sub(r"<script.*?</script>", "", page.read_text("utf-8"), flags=re.DOTALL), "utf-8")
    frames = [
        f'<iframe id="w{width}" src="report.html" style="width:{width}px;height:900px"></iframe>'
        for width in (1100, 390)
    ]
    (tmp_path / "outer.html").write_text(f"<!doctype html><meta charset=utf-8>{MEASURE}{''.join(frames)}", "utf-8")
    for name, told in looked_at(tmp_path, "outer.html").items():
        assert told["live"] == (len(drawn) if scripts else 0), name
        assert not told["clashes"], name
        assert {"3", "4", "6", "8"} <= set(told["words"]["figure-numbered"]), name
