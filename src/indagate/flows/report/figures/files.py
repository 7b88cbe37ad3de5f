"""Figures in files: `chart_data.json` names the figures, files of the series folder hold their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from indagate.errors import InputError
from indagate.flows.report.figures.spec import FigureSpec, Series, Value

_MOST_BYTES = 256 << 20
_HINT = "docs/report-styles.md shows how figures are written."


def figures_text(figures: Sequence[FigureSpec]) -> str:
    """Return `chart_data.json`; of a series that has a file, its values are left to that file."""
    import msgspec

    kept = [
        replace(figure, series=tuple(replace(one, x=(), y=()) if one.file else one for one in figure.series))
        for figure in figures
    ]
    return msgspec.json.format(msgspec.json.encode({"charts": kept}), indent=1).decode() + "\n"


def series_text(series: Series) -> str:
    """Return a file of the series folder."""
    import msgspec

    return msgspec.json.encode({"name": series.name, "x": series.x, "y": series.y}).decode() + "\n"


def read_figures(chart_data: Path, series_folder: Path | None = None) -> tuple[FigureSpec, ...]:
    """Return the figures of a `chart_data.json`, with the values of their files.

    Raises `InputError`, which names the file and the place in it.
    """
    import msgspec

    raw = _load(chart_data)
    charts = raw.get("charts") if isinstance(raw, dict) else raw
    if not isinstance(charts, list):
        raise InputError(f'{chart_data} has no list of figures under "charts"', hint=_HINT)
    try:
        figures = msgspec.convert(charts, tuple[FigureSpec, ...])
    except msgspec.ValidationError as error:
        raise InputError(f"{chart_data}: {str(error).replace('`$[', '`charts[')}", hint=_HINT) from error
    ids = [figure.id for figure in figures]
    twice = next((name for name in ids if ids.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"{chart_data}: two figures are named {twice!r}", hint="Give each figure an id of its own.")
    return tuple(
        replace(figure, series=tuple(_filled(one, figure.id, series_folder) for one in figure.series))
        for figure in figures
    )


def _filled(series: Series, figure: str, folder: Path | None) -> Series:
    if not series.file or series.y:
        return series
    if folder is None:
        raise InputError(f"figure {figure}: series {series.name!r} is in a file", hint="Say where with --series-dir.")
    path = folder / (series.file if series.file.endswith(".json") else series.file + ".json")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise InputError(f"figure {figure}: {series.file!r} lies outside the series folder {folder}")
    raw = _load(path)
    xs, ys = _columns(raw, path)
    return replace(series, x=xs, y=ys)


def _columns(raw: Any, path: Path) -> tuple[tuple[Value, ...], tuple[float | None, ...]]:
    """Return x and y of a series file: lists `x` and `y`, or `points` as pairs or as objects of a date and a value."""
    import msgspec

    points = raw.get("points", raw.get("data")) if isinstance(raw, dict) else raw
    if isinstance(raw, dict) and "y" in raw:
        columns: Any = (raw.get("x", ()), raw["y"])
    elif isinstance(points, list) and all(isinstance(point, dict) for point in points):
        columns = ([_x_of(point) for point in points], [point.get("value", point.get("y")) for point in points])
    elif isinstance(points, list) and all(isinstance(point, list) and len(point) == 2 for point in points):
        columns = ([point[0] for point in points], [point[1] for point in points])
    else:
        raise InputError(
            f"{path} holds no series", hint='A series is {"x": […], "y": […]}, or {"points": [[x, y], …]}.'
        )
    try:
        return msgspec.convert(columns[0], tuple[Value, ...]), msgspec.convert(columns[1], tuple[float | None, ...])
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: {error}", hint="Values are numbers or null; places are numbers or texts.") from error


def _x_of(point: dict[str, Any]) -> Any:
    return next((point[name] for name in ("x", "date", "time", "period", "year") if name in point), None)


def _load(path: Path) -> Any:
    import msgspec

    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"{path} is larger than 256 MiB", hint="Draw fewer points: a figure shows some hundreds.")
        return msgspec.json.decode(path.read_bytes())
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path} is no JSON: {error}") from error
