"""One figure of each kind and many odd ones, made from plain arithmetic."""

from __future__ import annotations

import math

from indagate.flows.report.figures import Axis, FigureSpec, Mark, Series

MONTHS = tuple(f"{year}-{month:02d}" for year in range(2015, 2020) for month in range(1, 13))
NAMES = (
    "North",
    "South",
    "East of the river and beyond the old harbour",
    "West",
    "Centre",
    "Überseegebiet",
    "Дальний Восток",
    "深圳",
)
DATE = Axis(kind="date")
CATEGORY = Axis(kind="category")


def wave(phase: float, size: float = 100.0) -> tuple[float, ...]:
    return tuple(size * (1 + 0.4 * math.sin(at / 6 + phase) + at / 80) for at in range(60))


def lines(count: int = 5) -> FigureSpec:
    series = tuple(Series(f"{NAMES[at % 8]} {at}", MONTHS, wave(at / 20)) for at in range(count))
    return FigureSpec("lines", "line", "All five rose", "Monthly", DATE, Axis("Sales", "USD"), series, source="made up")


def marked() -> FigureSpec:
    marks = (
        Mark("event", "A law was passed", "2016-03-01"), Mark("event", "And repealed soon after", "2016-05-01"),
        Mark("event", "An event at the very end", "2019-12"), Mark("band", "Recession", "2018-01", "2018-09"),
        Mark("level", "Average 120", y=120.0), Mark("point", "Peak", "2017-09", y=180.0),
    )  # fmt: skip
    return FigureSpec(
        "marked", "line", "A law came and went", x=DATE, y=Axis("Sales", "USD"),
        series=(Series("Sales", MONTHS, wave(0)),), marks=marks,
    )  # fmt: skip


def gaps() -> FigureSpec:
    values = tuple(None if 20 <= at < 26 else value for at, value in enumerate(wave(0)))
    return FigureSpec("gaps", "line", "Half a year is missing", x=DATE, series=(Series("a", MONTHS, values),))


def bars(count: int = 8) -> FigureSpec:
    values = tuple(float(at * at + 1) for at in range(count))
    names = tuple(f"{NAMES[at % 8]} {at // 8 or ''}".strip() for at in range(count))
    return FigureSpec(
        "bars", "bar", "Shenzhen leads", x=CATEGORY, y=Axis("Output", "t"), series=(Series("t", names, values),)
    )


def grouped() -> FigureSpec:
    names = ("Jan", "Feb", "Mar", "Apr")
    series = tuple(Series(str(year), names, (1.5 * year, 2.0, None, -400.0)) for year in (2020, 2021, 2022))
    return FigureSpec("grouped", "bar", "April was bad", x=CATEGORY, y=Axis("Profit", "%"), series=series)


def stacked() -> FigureSpec:
    series = tuple(Series(name, MONTHS, wave(at)) for at, name in enumerate(NAMES[:4]))
    return FigureSpec("stacked", "stacked", "All grow", x=DATE, y=Axis("Power", "GWh"), series=series)


def parts() -> FigureSpec:
    series = tuple(
        Series(name, ("2001", "2011", "2021"), (50.0 - at * 9, 30.0, 20.0 + at)) for at, name in enumerate(NAMES[:4])
    )
    return FigureSpec("parts", "stacked", "Coal falls", x=CATEGORY, y=Axis("Share", "%"), series=series)


def treemap() -> FigureSpec:
    names = tuple(f"Country {at}" for at in range(60))
    return FigureSpec(
        "treemap", "treemap", "Two hold half", x=CATEGORY, y=Axis("People", "people"),
        series=(Series("people", names, tuple(1e9 / (at + 1) ** 1.5 for at in range(60))),),
    )  # fmt: skip


def histogram() -> FigureSpec:
    values = tuple(50 + 15 * math.sin(at * 1.7) + at % 7 for at in range(500))
    return FigureSpec(
        "histogram",
        "histogram",
        "Most are about 50",
        x=Axis("Weight", "kg"),
        y=Axis("Animals"),
        series=(Series("w", (), values),),
    )


def boxes() -> FigureSpec:
    series = tuple(
        Series(name, (), tuple(float((at * 7919) % 101 + shift) for at in range(90)))
        for shift, name in enumerate(NAMES)
    )
    return FigureSpec("boxes", "box", "All alike", y=Axis("Weight", "kg"), series=series)


def scatter(count: int = 40) -> FigureSpec:
    xs = tuple(10 ** (1 + 4 * at / count) for at in range(count))
    ys = tuple(40 + 10 * math.log10(x) + (at * 37) % 11 for at, x in enumerate(xs))
    labels = tuple(f"Place {at}" for at in range(count))
    return FigureSpec(
        "scatter", "scatter", "More goes with more", x=Axis("Income", "USD", log=True), y=Axis("Years"),
        series=(Series("a", xs[::2], ys[::2], labels[::2]), Series("b", xs[1::2], ys[1::2], labels[1::2])),
    )  # fmt: skip


def heatmap() -> FigureSpec:
    rows = tuple(
        Series(
            name, NAMES, tuple(1.0 if row == at else None if row + at == 3 else math.sin(row + at) for at in range(8))
        )
        for row, name in enumerate(NAMES)
    )
    return FigureSpec("heatmap", "heatmap", "East goes with west", x=CATEGORY, y=Axis("Correlation"), series=rows)


def long_line() -> FigureSpec:
    dates = tuple(f"{2000 + at // 336}-{at // 28 % 12 + 1:02d}-{at % 28 + 1:02d}" for at in range(5000))
    values = tuple(999.0 if at == 1234 else None if at == 4000 else math.sin(at / 90) * 100 for at in range(5000))
    return FigureSpec(
        "long", "line", "One day stood out", x=DATE, y=Axis("Load", "MW"), series=(Series("load", dates, values),)
    )


def losses() -> FigureSpec:
    names = ("Oman", "Yemen, Rep.", "Saudi Arabia", "South Africa", "Swaziland", "Zimbabwe")
    return FigureSpec(
        "losses", "bar", "Life became longer nearly everywhere", x=CATEGORY, y=Axis("Change", "%"),
        series=(Series("change", names, (101.3, 92.6, 82.5, 9.6, -4.3, -10.2)),),
    )  # fmt: skip


def numbered() -> FigureSpec:
    cylinders = ("3", "4", "5", "6", "8")
    return FigureSpec(
        "numbered", "box", "Four go farthest", x=CATEGORY, y=Axis("Miles per gallon"),
        series=tuple(Series(name, (), tuple(float(3 * turn) for turn in range(9))) for name in cylinders),
    )  # fmt: skip


def every_figure() -> list[FigureSpec]:
    return [
        lines(), marked(), gaps(), bars(), grouped(), stacked(), parts(), treemap(), histogram(), boxes(), scatter(),
        heatmap(), long_line(),
    ]  # fmt: skip
