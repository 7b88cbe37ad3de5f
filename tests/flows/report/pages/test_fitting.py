"""The pages of a PDF are full: figures are made lower or higher so that none leaves half a page empty."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as some
from pypdf import PdfReader

from flows.report.pages.browser import chromium
from flows.report.pages.samples import document, figures
from indagate.flows.report.pages import write_html, write_pdf
from indagate.flows.report.pages.fitting import HIGHEST, PAGE, Block, fitted, measured
from indagate.flows.report.pages.html import refitting


def stacked(*heights: tuple[str, float]) -> list[Block]:
    """Return pieces one under the other; what begins with `fig` is a figure, of which sixty pixels are words."""
    found, top = [], 0.0
    for kind, height in heights:
        figure = kind.startswith("fig")
        found.append(
            Block("figure" if figure else kind, top, top + height, kind if figure else "", height - 60 if figure else 0)
        )
        top += height + 10
    return found


def test_a_figure_that_is_a_little_too_high_is_made_lower() -> None:
    """It stays on the page on which it is spoken of."""
    blocks = stacked(("text", PAGE - 320), ("fig-a", 360.0))
    factor = fitted(blocks, {"fig-a": 0.6})["fig-a"]
    assert 0.6 <= factor < 1
    assert blocks[0].bottom + 10 + 60 + 300 * factor <= PAGE


def test_what_is_left_of_a_page_is_filled_by_its_figures() -> None:
    """Where the next one is far too high for it."""
    blocks = stacked(("text", 400.0), ("fig-a", 380.0), ("fig-b", 380.0))
    factors = fitted(blocks, {"fig-a": 0.6, "fig-b": 0.6})
    assert 1 < factors["fig-a"] <= HIGHEST
    assert "fig-b" not in factors


def test_little_is_not_left_alone_on_a_last_page() -> None:
    """The sources alone on a sheet of paper are taken onto the page before."""
    blocks = stacked(("text", 400.0), ("fig-a", 360.0), ("block", 190.0), ("block", 90.0))
    factors = fitted(blocks, {"fig-a": 0.6})
    assert blocks[-1].bottom - 300 * (1 - factors["fig-a"]) <= PAGE


def test_a_figure_takes_the_sentence_that_speaks_of_it_to_its_page() -> None:
    """What is left without it is filled by the figure before."""
    low = {"fig-a": 0.6, "fig-b": 0.6}
    blocks = stacked(("text", 500.0), ("fig-a", 330.0), ("lead", 44.0), ("fig-b", 380.0))
    beside = stacked(("text", 500.0), ("fig-a", 330.0), ("text", 44.0), ("fig-b", 380.0))
    assert fitted(blocks, low)["fig-a"] > fitted(beside, low)["fig-a"]


def test_what_does_not_bend_stays_as_it_is() -> None:
    """A list of bars has its height."""
    assert fitted(stacked(("text", 700.0), ("fig-a", 360.0), ("fig-b", 380.0)), {}) == {}


@given(
    some.lists(
        some.tuples(some.sampled_from(["text", "lead", "heading", "block", "fig"]), some.floats(70, 900)), max_size=30
    )
)
def test_no_figure_becomes_too_low_or_too_high(pieces: list[tuple[str, float]]) -> None:
    """Whatever the pieces are."""
    named = [(f"fig-{at}" if kind == "fig" else kind, height) for at, (kind, height) in enumerate(pieces)]
    factors = fitted(stacked(*named), {kind: 0.6 for kind, _ in named if kind.startswith("fig")})
    assert all(0.6 - 0.01 <= factor <= HIGHEST + 0.01 for factor in factors.values())


def test_a_browser_that_tells_nothing_changes_nothing() -> None:
    """The page is printed as it is."""
    assert measured("") == measured("<html></html>") == measured("<html>[oh</html>") == []


def test_the_printed_page_is_measured_by_a_real_browser(tmp_path: Path) -> None:
    """Every figure is found with the height of its picture, and all of them are printed."""
    chromium()
    asked, drawn = document("en", "default"), figures()
    seen: list[Block] = []
    refit = refitting(asked, drawn)

    def noted(blocks: Sequence[Block]) -> str:
        seen.extend(blocks)
        return refit(blocks)

    target = tmp_path / "report.pdf"
    write_pdf(write_html(asked, drawn, tmp_path), target, refit=noted)
    shown = [one for one in seen if one.kind == "figure"]
    assert len(shown) == len({one.figure for one in shown}) == 3
    assert all(100 < one.picture < one.bottom - one.top for one in shown)
    text = " ".join(page.extract_text() for page in PdfReader(target).pages)
    assert all(f"Figure {number}" in text for number in range(1, len(shown) + 1))
