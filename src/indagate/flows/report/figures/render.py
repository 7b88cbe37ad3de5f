"""Figures as files of their own: a page each, the library beside them once, and still pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from pathlib import Path

from indagate.flows.report.figures.markup import figure_markup, library_text, locale_island, read_part
from indagate.flows.report.figures.numeral import tongue
from indagate.flows.report.figures.plan import plan_figure
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.figures.still import WIDE, draw_svg
from indagate.render import visible
from indagate.storage import write_by_rename

LIBRARY = "plotly.min.js"


def render_charts(
    figures: Sequence[FigureSpec], folder: Path, *, language: str = "en", css: str = ""
) -> tuple[Path, ...]:
    """Write `ID.html` and `ID.svg` for each figure, and Plotly's script once; return all their paths.

    `css` is a style's, with its colours; without one it is the shared one. Raises `InputError` for a figure that
    cannot be drawn, `StorageError`.
    """
    plans = [plan_figure(figure, language) for figure in figures]
    css = css or resources.files("indagate.flows.report").joinpath("styles/shared/base.css").read_text(encoding="utf-8")
    written = []
    for plan in plans:
        page = folder / f"{plan.figure.id}.html"
        look = f"{css}\n{read_part('figure.css')}".replace("</", "<\\/")
        write_by_rename(page, _page(str(figure_markup(plan)), plan.figure.title, tongue(language), look).encode())
        picture = draw_svg(plan, WIDE, style=f"{look}\nsvg{{background:var(--bg)}}")
        still = page.with_suffix(".svg")
        write_by_rename(still, picture.encode())
        written += [page, still]
    if plans:
        write_by_rename(folder / LIBRARY, library_text().encode())
        written.append(folder / LIBRARY)
    return tuple(written)


def _page(body: str, title: str, language: str, css: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(visible(title))}</title>\n"
        f'<style>{css}</style>\n</head>\n<body>\n<main class="sheet">\n{body}\n</main>\n'
        f'<script type="application/json" id="figure-locale">{locale_island(language)}</script>\n'
        f'<script src="{LIBRARY}"></script>\n<script>{read_part("boot.js")}</script>\n</body>\n</html>\n'
    )
