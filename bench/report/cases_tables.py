"""Cases about tables: correlation, parts of a whole, rankings, and everything that is wrong with files."""

from __future__ import annotations

import random
from typing import Any

from cases_series import YEAR, found
from exam import Case, Table
from shapes import days, following, months, scaled, sloped, spiked, stepped, still, waved


def correlations(rng: random.Random) -> Case:
    n = 140
    area = still(rng, n)
    price = still(rng, n, [area])
    noise, more = still(rng, n, [area, price]), still(rng, n, [area, price])
    table = Table(
        "stores",
        {
            "store": [f"S{k + 1:03}" for k in range(n)],
            "area_m2": scaled(area, 420, 70, 0),
            "revenue_keur": scaled(following(area, noise, 0, 0.88), 900, 120, 1),
            "mean_price_eur": scaled(price, 14, 1.5),
            "units": scaled(following([-one for one in price], more, 0, 0.86), 3000, 350, 0),
            "age_years": scaled(still(rng, n, [area, price, noise, more]), 17, 4, 0),
        },
    )
    made = [
        found("correlation", "stores", "area_m2", partner="revenue_keur", direction="up"),
        found("correlation", "stores", "mean_price_eur", partner="units", direction="down"),
    ]
    traps = [{"kind": "correlation", "column": "age_years"}]
    return Case("correlations", "What goes with a store's revenue and units?", [table], made, traps)


def mixed_units(rng: random.Random) -> Case:
    names = [
        "Heron Loop",
        "Mill Path",
        "Ridge Way",
        "Old Quarry",
        "Lake Round",
        "Abbey Walk",
        "North Cliff",
        "Fern Dale",
    ]
    rng.shuffle(names)
    km = [round(rng.uniform(4, 13), 1) for _ in names]
    miles = {1, 4, 6}
    km[4], km[0] = 1.609344 * 11.2, 15.6
    told = [f"{one / 1.609344:.1f} mi" if k in miles else f"{one:.1f} km" for k, one in enumerate(km)]
    table = Table("hikes", {"route": list(names), "distance": told, "climb_m": [rng.randint(80, 900) for _ in names]})
    made = [found("ranking", "hikes", "distance", group=names[4], partner="route")]
    issues = [{"issue": "mixed_units", "table": "hikes", "column": "distance"}]
    traps = [{"kind": "ranking", "column": "distance", "group": names[0]}]
    return Case("mixed-units", "Which hike is the longest?", [table], made, traps, [], issues)


def german_decimals(rng: random.Random) -> Case:
    n = 40
    when, branch, told = [], [], []
    shares = {"Ulm": 0.58, "Trier": 0.24, "Jena": 0.18}
    noises = {name: scaled(still(rng, n), 20000 * part, 900 * part) for name, part in shares.items()}
    for k, month in enumerate(months("2021-01-01", n)):
        for name, series in noises.items():
            when.append(month)
            branch.append(name)
            told.append(series[k])
    table = Table(
        "umsatz",
        {"Monat": when, "Filiale": branch, "Umsatz": told},
        encoding="utf-8-sig",
        delimiter=";",
        decimal=",",
        german=True,
    )
    share = 100 * sum(noises["Ulm"]) / sum(told)
    made = [
        found("composition", "umsatz", "Umsatz", partner="Filiale", group="Ulm", value=round(share, 1), tolerance=2.5),
        found("ranking", "umsatz", "Umsatz", partner="Filiale", group="Ulm"),
    ]
    traps: list[dict[str, Any]] = [{"kind": kind, "column": "Umsatz"} for kind in ("trend", "anomaly", "seasonality")]
    query = "Wie verteilt sich der Umsatz auf die Filialen?"
    return Case("german-decimals", query, [table], made, traps, language="de")


def stubs(rng: random.Random) -> Case:
    n, when = 120, days("2025-05-01", 120)
    at = rng.randint(20, 100)
    table = Table("meter", {"date": when, "kwh": scaled(spiked(still(rng, n), at, 12), 9, 0.5)})
    single = Table("tariff", {"valid_from": when[:1], "eur_per_kwh": [0.31]})
    made = [found("anomaly", "meter", "kwh", at=when[at], within=0, direction="up")]
    issues = [
        {"issue": "one_row", "table": "tariff"},
        {"issue": "empty_file", "table": "notes"},
        {"issue": "no_rows", "table": "tenants"},
    ]
    case = Case("stubs", "What is unusual about the power used?", [table, single], made, [], [], issues)
    case.files = {"notes.csv": b"", "tenants.csv": b"name,flat,since\n"}
    return case


def encodings(rng: random.Random) -> Case:
    n = 90
    one = still(rng, n)
    table = Table(
        "baeume",
        {"Monat": months("2017-01-01", n), "Bäume": scaled(sloped(one, 9), 4000, 60, 0)},
        encoding="utf-16",
    )
    other = Table(
        "gaerten",
        {"Monat": months("2017-01-01", n), "Gärten": scaled(still(rng, n, [one]), 310, 12, 0)},
        encoding="latin-1",
        delimiter=";",
    )
    made = [found("trend", "baeume", "Bäume", direction="up")]
    traps = [{"kind": "trend", "column": "Gärten"}]
    neutral = [{"kind": "regime_change", "column": "Bäume"}]
    issues = [{"issue": "unreadable", "table": "scan"}]
    case = Case("encodings", "How do trees and gardens develop?", [table, other], made, traps, neutral, issues)
    case.files = {"scan.csv": b"\x89PNG\r\n\x1a\n" + bytes(rng.randrange(256) for _ in range(900))}
    return case


def mixed_types(rng: random.Random) -> Case:
    n, when = 150, days("2024-09-01", 150)
    at = rng.randint(55, 95)
    one = still(rng, n)
    amounts: list[Any] = list(scaled(still(rng, n, [one]), 75, 6))
    for place, odd in zip(
        rng.sample(range(5, n), 6), ["n/a", "error", "12 (est.)", "2024-10-01", "see note", "?"], strict=True
    ):
        amounts[place] = odd
    table = Table("ledger", {"date": when, "amount": amounts, "bookings": scaled(stepped(one, at, -3.4), 140, 8, 0)})
    made = [found("regime_change", "ledger", "bookings", at=when[at], within=5, direction="down")]
    issues = [{"issue": "mixed_types", "table": "ledger", "column": "amount"}]
    traps = [{"kind": kind, "column": "amount"} for kind in ("trend", "regime_change", "anomaly")]
    neutral = [{"kind": "trend", "column": "bookings"}, {"kind": "missing", "column": "amount"}]
    return Case("mixed-types", "What happened in the ledger?", [table], made, traps, neutral, issues)


def composition(rng: random.Random) -> Case:
    parts = dict(
        zip(["wind", "solar", "hydro", "biogas", "gas", "other"], [0.5, 0.19, 0.13, 0.09, 0.06, 0.03], strict=True)
    )
    year, source, told = [], [], []
    for when in range(2019, 2025):
        for name, part in parts.items():
            year.append(when)
            source.append(name)
            told.append(round(240 * part * rng.uniform(0.96, 1.04), 2))
    table = Table("power", {"year": year, "source": source, "twh": told}, form="json")
    share = 100 * sum(v for v, name in zip(told, source, strict=True) if name == "wind") / sum(told)
    made = [
        found("composition", "power", "twh", partner="source", group="wind", value=round(share, 1), tolerance=2.5),
        found("ranking", "power", "twh", partner="source", group="wind"),
    ]
    traps = [{"kind": kind, "column": "twh"} for kind in ("trend", "correlation", "seasonality")]
    return Case("composition", "What is the power mix made of?", [table], made, traps, [{"kind": "anomaly"}])


def ranking(rng: random.Random) -> Case:
    cities = ["Arlby", "Brough", "Corwen", "Dunster", "Esk", "Frome", "Goole", "Hythe"]
    rng.shuffle(cities)
    weights = [19, 12, 11, 10, 9, 8, 7, 6]
    rows = [
        (city, round(weight * rng.uniform(9.5, 10.5), 1))
        for city, weight in zip(cities, weights, strict=True)
        for _ in range(12)
    ]
    rng.shuffle(rows)
    table = Table("sales", {"city": [one for one, _ in rows], "revenue": [value for _, value in rows]}, form="sqlite")
    made = [found("ranking", "sales", "revenue", partner="city", group=cities[0])]
    traps = [{"kind": "ranking", "column": "revenue", "group": city} for city in cities[1:]]
    return Case(
        "ranking", "Which city sells most?", [table], made, traps, [{"kind": "composition"}, {"kind": "anomaly"}]
    )


def noise_tiny(rng: random.Random) -> Case:
    n = 6
    columns: dict[str, list[Any]] = {"sample": [f"P{k + 1}" for k in range(n)]}
    for name, level in (("ph", 7), ("iron_mg", 3), ("zinc_mg", 12), ("hardness", 9)):
        columns[name] = [round(level * (1 + rng.gauss(0, 0.1)), 2) for _ in range(n)]
    traps = [{"kind": kind} for kind in ("correlation", "trend", "anomaly", "lead_lag")]
    return Case("noise-tiny", "What is related to what in these samples?", [Table("samples", columns)], [], traps)


def many_forms(rng: random.Random) -> Case:
    n, when = 144, days("2025-01-01", 144)
    at, place = rng.randint(50, 90), rng.randint(20, 120)
    a, b, c, d, e = (still(rng, n) for _ in range(5))
    month = months("2013-01-01", n)
    tables = [
        Table("letters", {"month": month, "letters_sent": scaled(sloped(a, -9), 9000, 150, 0)}),
        Table("queue", {"date": when, "wait_min": scaled(stepped(b, at, 3.4), 14, 0.9)}, form="xlsx"),
        Table("boiler", {"date": when, "pressure_bar": scaled(spiked(c, place, -12), 2.1, 0.05, 3)}, form="sqlite"),
        Table("swimmers", {"month": month, "swimmers": scaled(waved(d, YEAR, 5), 3000, 110, 0)}, form="json"),
        Table("parcels", {"date": when, "parcels": scaled(e, 700, 40, 0)}, form="parquet"),
    ]
    made = [
        found("trend", "letters", "letters_sent", direction="down"),
        found("regime_change", "queue", "wait_min", at=when[at], within=5, direction="up"),
        found("anomaly", "boiler", "pressure_bar", at=when[place], within=0, direction="down"),
        found("seasonality", "swimmers", "swimmers", lag=12),
    ]
    traps = [{"kind": kind, "column": "parcels"} for kind in ("trend", "regime_change", "anomaly", "seasonality")]
    neutral: list[dict[str, Any]] = [
        {"kind": "regime_change", "column": "letters_sent"},
        {"kind": "trend", "column": "wait_min"},
    ]
    return Case("many-forms", "What stands out in the town's services?", tables, made, traps, neutral)


TABLES = (
    correlations,
    mixed_units,
    german_decimals,
    stubs,
    encodings,
    mixed_types,
    composition,
    ranking,
    noise_tiny,
    many_forms,
)
