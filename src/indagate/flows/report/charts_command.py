"""The command `indagate charts`: figures drawn from files, without a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from indagate.flows.command import JsonOption

COMMANDS = typer.Typer()


@COMMANDS.command("charts")
def charts(
    chart_data: Annotated[
        Path, typer.Option("--chart-data", metavar="FILE", help="The figures: a chart_data.json.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output-dir", metavar="DIR", help="Where the pages are written.", show_default=False)
    ],
    series: Annotated[
        Path | None, typer.Option("--series-dir", metavar="DIR", help="Where files of series lie.", show_default=False)
    ] = None,
    style: Annotated[
        str, typer.Option("--style", metavar="NAME", help="default, minimal, academic, warp, or a style's folder.")
    ] = "default",
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="How numbers and dates are written.")
    ] = "en",
    json: JsonOption = False,
) -> None:
    """Draw the figures of a chart_data.json: a page and a still picture for each, which open without a network."""
    from indagate.flows.report.figures.files import read_figures
    from indagate.flows.report.figures.render import render_charts
    from indagate.flows.report.pages.style import base_css, load_style

    figures = read_figures(chart_data, series)
    css = base_css() + load_style(style).css
    written = render_charts(figures, output, language=language, css=css)
    pages = [path for path in written if path.suffix == ".html"]
    if json:
        import msgspec

        typer.echo(msgspec.json.encode([str(page) for page in pages]).decode())
        return
    for page in pages:
        typer.echo(str(page))
    if not pages:
        typer.echo(f"{chart_data} has no figures", err=True)
