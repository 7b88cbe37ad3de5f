"""Cases about series over time: changes of level and spread, anomalies, leads, trends, seasons, gaps."""

from __future__ import annotations

import datetime as dt
import math
import random
from typing import Any

from exam import Case, Table
from shapes import days, following, months, scaled, sloped, spiked, stepped, still, walk, waved, widened

YEAR = [math.sin(2 * math.pi * k / 12) for k in range(12)]
WEEK = [-0.6, -0.6, -0.6, -0.6, -0.2, 1.4, 1.2]


def found(kind: str, table: str, column: str, **more: Any) -> dict[str, Any]:
    """Return a finding that a report should make."""
    return {
        "kind": kind,
        "table": table,
        "column": column,
        **{key: str(value) if isinstance(value, dt.date) else value for key, value in more.items()},
    }


def _place(rng: random.Random, n: int) -> int:
    return rng.randint(round(n * 0.35), round(n * 0.65))


def regime_level(rng: random.Random) -> Case:
    n, when = 260, days("2024-03-01", 260)
    at, up = _place(rng, n), rng.choice([True, False])
    one = still(rng, n)
    table = Table(
        "museum",
        {
            "date": when,
            "visitors": scaled(stepped(one, at, 3.2 if up else -3.2), 520, 32, 0),
            "guided_tours": scaled(still(rng, n, [one]), 30, 3, 0),
        },
    )
    change = found("regime_change", "museum", "visitors", at=when[at], within=5, direction="up" if up else "down")
    traps = [{"kind": "regime_change", "table": "museum", "column": "guided_tours"}]
    neutral = [{"kind": "trend", "column": "visitors"}]
    return Case(
        "regime-level", "How did the museum's visitors develop, and what stands out?", [table], [change], traps, neutral
    )


def regime_volatility(rng: random.Random) -> Case:
    n, when = 300, days("2023-01-02", 300)
    at = _place(rng, n)
    one = still(rng, n)
    table = Table(
        "fund",
        {
            "date": when,
            "daily_return_pct": scaled(widened(one, at, 3.6), 0.02, 0.5, 3),
            "orders": scaled(still(rng, n, [one]), 900, 60, 0),
        },
    )
    change = found("volatility_regime", "fund", "daily_return_pct", at=when[at], within=21, direction="up")
    neutral = [{"kind": kind, "column": "daily_return_pct"} for kind in ("anomaly", "regime_change")]
    traps = [{"kind": "volatility_regime", "table": "fund", "column": "orders"}]
    return Case("regime-volatility", "How risky was the fund over time?", [table], [change], traps, neutral)


def anomalies(rng: random.Random) -> Case:
    n, when = 240, days("2025-01-01", 240)
    at, other = rng.randint(40, 110), rng.randint(130, 210)
    one = still(rng, n)
    two = still(rng, n, [one])
    table = Table(
        "pump",
        {
            "date": when,
            "power_kw": scaled(spiked(one, at, 12), 50, 1.2),
            "flow_l_min": scaled(spiked(two, other, -11), 210, 4, 1),
            "water_temp_c": scaled(still(rng, n, [one, two]), 12, 0.6, 1),
        },
    )
    made = [
        found("anomaly", "pump", "power_kw", at=when[at], within=0, direction="up"),
        found("anomaly", "pump", "flow_l_min", at=when[other], within=0, direction="down"),
    ]
    traps = [{"kind": "anomaly", "table": "pump", "column": "water_temp_c"}]
    return Case("anomalies", "Was anything wrong with the pump in 2025?", [table], made, traps)


def lead_lag(rng: random.Random) -> Case:
    n, lag = 130, rng.randint(2, 5)
    lead = still(rng, n)
    noise = still(rng, n, [lead])
    table = Table(
        "campaign",
        {
            "week": days("2022-01-03", n, 7),
            "ad_spend_eur": scaled(lead, 12000, 1800, 0),
            "sales_eur": scaled(following(lead, noise, lag, 0.9), 84000, 6000, 0),
            "staff_hours": scaled(still(rng, n, [lead, noise]), 400, 18, 0),
        },
        form="xlsx",
    )
    made = [found("lead_lag", "campaign", "ad_spend_eur", partner="sales_eur", lag=lag)]
    traps = [
        {"kind": "lead_lag", "column": "staff_hours"},
        {"kind": "correlation", "column": "staff_hours"},
        {"kind": "correlation", "column": "ad_spend_eur", "partner": "sales_eur"},
    ]
    return Case("lead-lag", "Does advertising precede sales, and by how many weeks?", [table], made, traps)


def trends(rng: random.Random) -> Case:
    n = 84
    one = still(rng, n)
    two = still(rng, n, [one])
    table = Table(
        "club",
        {
            "month": months("2018-01-01", n),
            "members": scaled(sloped(one, 9), 800, 25, 0),
            "complaints": scaled(two, 40, 4, 0),
            "paper_kg": scaled(sloped(still(rng, n, [one, two]), -8), 300, 12, 1),
        },
    )
    made = [
        found("trend", "club", "members", direction="up"),
        found("trend", "club", "paper_kg", direction="down"),
    ]
    traps = [
        {"kind": "trend", "column": "complaints"},
        {"kind": "correlation", "column": "members", "partner": "paper_kg"},
    ]
    neutral = [{"kind": "regime_change", "column": column} for column in ("members", "paper_kg")]
    return Case("trends", "Which figures of the club rise, which fall?", [table], made, traps, neutral)


def seasons_of_year(rng: random.Random) -> Case:
    n = 108
    one = still(rng, n)
    table = Table(
        "hotel",
        {
            "month": months("2016-01-01", n),
            "nights": scaled(waved(one, YEAR, 5), 5200, 180, 0),
            "repairs_eur": scaled(still(rng, n, [one]), 900, 90, 0),
        },
        form="parquet",
    )
    made = [found("seasonality", "hotel", "nights", lag=12)]
    traps = [{"kind": "trend", "column": "nights"}, {"kind": "seasonality", "column": "repairs_eur"}]
    return Case("seasons-of-year", "When is the hotel full?", [table], made, traps)


def seasons_of_week(rng: random.Random) -> Case:
    n = 210
    one = still(rng, n)
    table = Table(
        "bikes",
        {
            "day": days("2024-01-01", n),
            "rides": scaled(waved(one, WEEK, 3.5), 1400, 70, 0),
            "flat_tyres": scaled(still(rng, n, [one]), 30, 3, 0),
        },
        form="sqlite",
    )
    made = [found("seasonality", "bikes", "rides", lag=7)]
    traps = [{"kind": "trend", "column": "rides"}, {"kind": "anomaly", "column": "rides"}]
    return Case("seasons-of-week", "How does the use of the bikes vary?", [table], made, traps)


def nulls(rng: random.Random) -> Case:
    n = 200
    one = still(rng, n)
    gone = set(rng.sample(range(n), rng.randint(18, 26)))
    ozone = [None if k in gone else value for k, value in enumerate(scaled(one, 61, 5, 1))]
    table = Table(
        "air",
        {"date": days("2025-02-01", n), "ozone_ug": ozone, "no2_ug": scaled(still(rng, n, [one]), 24, 2, 1)},
    )
    made = [found("missing", "air", "ozone_ug", value=len(gone))]
    traps = [
        {"kind": "anomaly", "column": "ozone_ug"},
        {"kind": "regime_change", "column": "ozone_ug"},
        {"kind": "missing", "column": "no2_ug"},
    ]
    return Case("nulls", "How good is the air?", [table], made, traps)


def date_gaps(rng: random.Random) -> Case:
    n = 190
    whole = days("2024-05-01", n)
    first, second = rng.randint(40, 60), rng.randint(110, 140)
    gone = {*range(first, first + 9), *range(second, second + 3)}
    kept = [k for k in range(n) if k not in gone]
    one = still(rng, n)
    table = Table(
        "river",
        {
            "date": [whole[k] for k in kept],
            "level_cm": [v for k, v in enumerate(scaled(one, 210, 12, 0)) if k not in gone],
            "clarity_m": [v for k, v in enumerate(scaled(still(rng, n, [one]), 3, 0.2)) if k not in gone],
        },
    )
    made = [found("missing", "river", "date", value=len(gone), at=whole[first], within=8)]
    traps = [{"kind": "regime_change", "column": "level_cm"}, {"kind": "anomaly", "column": "level_cm"}]
    issues = [{"issue": "date_gap", "table": "river", "column": "date"}]
    return Case("date-gaps", "What do the readings of the river show?", [table], made, traps, [], issues)


def noise_white(rng: random.Random) -> Case:
    n = 180
    made: dict[str, list[Any]] = {"date": days("2025-01-01", n)}
    drawn: list[list[float]] = []
    for name, level in (("alpha", 100), ("beta", 20), ("gamma", 7), ("delta", 1500)):
        drawn.append(still(rng, n, drawn))
        made[name] = scaled(drawn[-1], level, level / 12)
    traps = [{"kind": kind} for kind in ("trend", "anomaly", "correlation", "lead_lag", "seasonality", "regime_change")]
    return Case("noise-white", "What patterns are in these measurements?", [Table("noise", made)], [], traps)


def noise_walks(rng: random.Random) -> Case:
    n = 250
    made: dict[str, list[Any]] = {"date": days("2024-01-01", n)}
    for name, level in (("index_a", 1000), ("index_b", 250), ("index_c", 80)):
        made[name] = [round(level * (1 + 0.008 * step), 2) for step in walk(rng, n)]
    traps = [{"kind": kind} for kind in ("correlation", "lead_lag", "seasonality")]
    neutral = [{"kind": kind} for kind in ("trend", "regime_change", "volatility_regime", "anomaly")]
    return Case(
        "noise-walks", "Which of the three indices drives the others?", [Table("indices", made)], [], traps, neutral
    )


def two_trends(rng: random.Random) -> Case:
    n = 96
    one = still(rng, n)
    two = still(rng, n, [one])
    table = Table(
        "village",
        {
            "month": months("2016-01-01", n),
            "storks": scaled(sloped(one, 8), 40, 2, 0),
            "broadband_lines": scaled(sloped(two, 10), 900, 40, 0),
        },
    )
    made = [found("trend", "village", name, direction="up") for name in ("storks", "broadband_lines")]
    traps = [{"kind": kind, "column": "storks", "partner": "broadband_lines"} for kind in ("correlation", "lead_lag")]
    neutral = [{"kind": "regime_change"}]
    return Case("two-trends", "Do storks and broadband have to do with each other?", [table], made, traps, neutral)


def cp1251(rng: random.Random) -> Case:
    n, when = 150, days("2024-01-01", 150)
    at = _place(rng, n)
    one = still(rng, n)
    revenue, guests = "Выручка, тыс. руб.", "Посетители"
    table = Table(
        "кафе",
        {
            "Дата": when,
            revenue: scaled(stepped(one, at, 3.4), 1480, 45),
            guests: scaled(still(rng, n, [one]), 96, 7, 0),
        },
        encoding="cp1251",
        delimiter=";",
        decimal=",",
        german=True,
    )
    made = [found("regime_change", "кафе", revenue, at=when[at], within=5, direction="up")]
    traps = [{"kind": "regime_change", "column": guests}]
    neutral = [{"kind": "trend", "column": revenue}]
    query = "Как менялась выручка кафе и что заметно в данных?"
    return Case("cp1251", query, [table], made, traps, neutral, language="ru")


def duplicate_headers(rng: random.Random) -> Case:
    n, when = 160, days("2025-03-01", 160)
    at = rng.randint(30, 130)
    one = still(rng, n)
    table = Table(
        "scale",
        {
            "date": when,
            "weight": scaled(spiked(one, at, 12), 80, 0.6),
            "weight_2": scaled(sloped(still(rng, n, [one]), 7), 60, 0.8),
        },
        header=["date", "weight", "weight"],
    )
    second = ["weight_2", "weight_1", "weight.1", "weight 2", "weight (2)", "weight_3"]
    made = [
        {**found("anomaly", "scale", "weight", at=when[at], within=0, direction="up")},
        {**found("trend", "scale", "weight_2", direction="up"), "columns": second},
    ]
    issues = [{"issue": "duplicate_header", "table": "scale", "column": "weight"}]
    traps = [{"kind": "trend", "column": "weight"}]
    neutral = [{"kind": "regime_change", "column": name} for name in second]
    return Case("duplicate-headers", "What do the two scales say?", [table], made, traps, neutral, issues)


SERIES = (
    regime_level,
    regime_volatility,
    anomalies,
    lead_lag,
    trends,
    seasons_of_year,
    seasons_of_week,
    nulls,
    date_gaps,
    noise_white,
    noise_walks,
    two_trends,
    cp1251,
    duplicate_headers,
)
