"""A figure as it stands in a page: its finding, legend, still and moving picture, notes and source."""

from __future__ import annotations

import base64
import gzip
import json
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from indagate.flows.report.figures.lettering import sentence
from indagate.flows.report.figures.moving import locale_of, moving_figure
from indagate.flows.report.figures.numeral import tongue
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.still import PHONE, WIDE, draw_svg
from indagate.flows.report.figures.strokes import named_at_ends
from indagate.flows.report.figures.word import WORDS
from indagate.render import visible

if TYPE_CHECKING:
    from markupsafe import Markup


@cache
def read_part(name: str) -> str:
    """Return a file that figures are shown with: `figure.css`, `boot.js`."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def library_text() -> str:
    """Return Plotly's script, whole."""
    return resources.files("plotly").joinpath("package_data", "plotly.min.js").read_text(encoding="utf-8")


@cache
def packed_library() -> str:
    """Return Plotly's script, compressed and in letters that a page can hold."""
    return base64.b64encode(gzip.compress(library_text().encode(), 9, mtime=0)).decode("ascii")


def json_island(content: Any) -> str:
    """Return JSON that can stand in a page's script element."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def locale_island(language: str) -> str:
    """Return how dates and numbers are written, for the moving figures."""
    return json_island(locale_of(language))


def figure_markup(
    plan: Plan, number: int = 0, *, framed: bool = False, heading: bool = True, stretch: float = 1.0
) -> Markup:
    """Return a figure's HTML: it shows the still picture, and the moving one where scripts run.

    The wide still picture, which is printed, is `stretch` times as high as usual.
    """
    from markupsafe import Markup, escape

    figure = plan.figure
    words = WORDS.get(tongue(plan.language), WORDS["en"])
    island = json_island({"wide": moving_figure(plan, WIDE), "narrow": moving_figure(plan, PHONE)})
    title, shown = escape(visible(figure.title)), unbroken(visible(figure.title))
    parts = [f'<figure class="figure" id="figure-{escape(figure.id)}">']
    if heading:
        count = f'<span class="figure-number">{words["figure"]} {number}</span> ' if number else ""
        under = sentence(visible(figure.subtitle))
        said = under.lower()
        told = said and said != figure.title.lower() and not f"{plan.y_title.lower()}, ".startswith(f"{said}, ")
        sub = f'<span class="figure-sub">{escape(under)}</span>' if told else ""
        parts.append(f'<figcaption>{count}<span class="figure-title">{shown}</span> {sub}</figcaption>')
    parts.append(_legend(plan))
    inner = escape(str(f"<!doctype html><title>{title}</title>"))  # escaped twice: a page within an attribute
    frame = f'<iframe title="{title}" srcdoc="{inner}"></iframe>'
    alt = escape(visible(figure.alt or figure.title))
    role = "" if framed else f' role="img" aria-label="{alt}"'  # the still picture, which says it, is not shown then
    parts.append(
        f'<div class="plot"><div class="still wide">{draw_svg(plan, WIDE, stretch=stretch)}</div>'
        f'<div class="still narrow">{draw_svg(plan, PHONE)}</div>'
        f'<div class="moving"{role}>{frame if framed else ""}</div>'
        f'<script type="application/json">{island}</script></div>'
    )
    notes = [*plan.notes, words["boxes"]] if figure.kind == "box" else list(plan.notes)
    if notes:
        parts.append(f'<p class="figure-note">{escape(visible(" ".join(notes)))}</p>')
    if figure.source:
        source = visible(figure.source).removeprefix(f"{words['source']}: ")
        parts.append(f'<p class="figure-source">{words["source"]}: {escape(source)}</p>')
    parts.append("</figure>")
    return Markup("".join(parts))  # noqa: S704 - each text in it is escaped above


def unbroken(text: str) -> Markup:
    """Return a text as HTML in which spans of years stay on one line, and no line begins with a dash."""
    from markupsafe import Markup, escape

    text = str(escape(text)).replace(" — ", "\u00a0— ")
    held = re.sub(r"\b\d{4}–\d{4}\b", r'<span class="held">\g<0></span>', text)
    return Markup(held)  # noqa: S704 - the text in it is escaped above


def _legend(plan: Plan) -> str:
    from markupsafe import escape

    if len(plan.series) < 2 or plan.figure.kind in ("box", "heatmap", "treemap", "histogram"):
        return ""
    chips = []
    for one in plan.series:
        dash = f' stroke-dasharray="{one.dash}"' if one.dash and plan.figure.kind == "line" else ""
        mark = (
            f'<svg class="fig chip s{one.colour}" width="18" height="10" aria-hidden="true">'
            f'<line class="ln s{one.colour}" x1="1" y1="5" x2="17" y2="5"{dash}/></svg>'
            if plan.figure.kind == "line"
            else f'<svg class="fig chip" width="11" height="10" aria-hidden="true">'
            f'<rect class="br s{one.colour}" width="10" height="10" rx="2"/></svg>'
        )
        chips.append(f"<li>{mark}{escape(visible(one.name))}</li>")
    direct = " direct" if named_at_ends(plan) else ""
    return f'<ul class="legend{direct}">{"".join(chips)}</ul>'
