"""Every answer worked out anew with plain Python: WORKED maps a goal's id to a function without arguments."""

from __future__ import annotations

import csv
import datetime as dt
import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
MATERIAL = HERE / "material"
Value = float | str | dt.date
MISSING = {"", "NA", "n/a", "-", "k. A.", "н/д"}


def text(name: str) -> str:
    """Return a document with single spaces."""
    return " ".join((MATERIAL / name).read_text("utf-8").split())


def told(name: str, pattern: str) -> float:
    """Return the number that a pattern (English separators) finds once in a document."""
    found = re.findall(pattern, text(name))
    if len(found) != 1:
        raise ValueError(f"{name}: {pattern!r} is found {len(found)} times")
    return float(found[0].replace(",", "").replace(" ", ""))


def told_de(name: str, pattern: str) -> float:
    """Return the number (German or Russian separators) that a pattern finds once in a document."""
    found = re.findall(pattern, text(name))
    if len(found) != 1:
        raise ValueError(f"{name}: {pattern!r} is found {len(found)} times")
    return float(found[0].replace(".", "").replace(" ", "").replace(",", "."))


def cells(name: str, delimiter: str = ",", encoding: str = "utf-8-sig") -> list[list[str]]:
    """Return the cells of a table, the heading first."""
    with (MATERIAL / name).open(encoding=encoding, newline="") as file:
        return list(csv.reader(file, delimiter=delimiter))


def table(name: str, delimiter: str = ",", encoding: str = "utf-8-sig") -> list[dict[str, str]]:
    """Return the rows of a table by heading."""
    head, *rows = cells(name, delimiter, encoding)
    return [dict(zip(head, row, strict=True)) for row in rows]


def english(cell: str) -> float | None:
    """Return an English number, None where it is missing."""
    return None if cell in MISSING else float(cell.replace(",", ""))


def german(cell: str) -> float | None:
    """Return a German or Russian number, None where it is missing."""
    return None if cell in MISSING else float(cell.replace(".", "").replace(" ", "").replace(",", "."))


def known(values: Iterable[float | None]) -> list[float]:
    """Return the values that are there."""
    return [value for value in values if value is not None]


def top(pairs: Iterable[tuple[str, float | None]]) -> str:
    """Return the group with the largest sum; a tie is an error."""
    sums: dict[str, float] = defaultdict(float)
    for group, value in pairs:
        if group and value is not None:
            sums[group] += value
    first, second = sorted(sums, key=lambda group: -sums[group])[:2]
    if math.isclose(sums[first], sums[second]):
        raise ValueError(f"{first} and {second} tie")
    return first


def month_added(day: dt.date, months: int) -> dt.date:
    """Return the day some months later, the last of the month where there is none."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return dt.date(year, month + 1, min(day.day, last))
        except ValueError:
            continue
    raise ValueError(day)


def orders() -> list[dict[str, str]]:
    return table("shop/orders.csv")


def units(product: str = "") -> list[float]:
    return known(english(row["units"]) for row in orders() if product in {"", row["product"]})


def revenue(row: dict[str, str]) -> float | None:
    sold = english(row["units"])
    return None if sold is None else sold * float(row["unit_price"])


def customers() -> list[dict[str, str]]:
    return table("shop/customers.csv")


def takings() -> list[dict[str, str]]:
    return table("kasse/umsatz.csv", ";")


def sold() -> list[dict[str, str]]:
    return table("magazin/prodazhi.csv", ";", "cp1251")


def readings() -> list[list[str]]:
    return cells("sensors/readings.tsv", "\t")[1:]


def kiosk() -> list[dict[str, str]]:
    return table("town/kiosk.csv")


def people(year: int, column: str = "population") -> float:
    return known(english(row[column]) for row in table("town/population.csv") if row["year"] == str(year))[0]


def league() -> list[dict[str, str]]:
    return table("town/league.csv", ";")


def paired(one: str, other: str) -> float:
    """Return the correlation of two columns of the kiosk over the days that have both."""
    pairs = [(english(row[one]), english(row[other])) for row in kiosk()]
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    return statistics.correlation([a for a, _ in both], [b for _, b in both])


def hottest() -> dict[str, str]:
    return max((row for row in kiosk() if row["max_temp_c"]), key=lambda row: float(row["max_temp_c"]))


def bonn() -> tuple[float, float, float]:
    """Return Bonn's takings, the customers of the rows with takings, and all its customers."""
    rows = [(german(row["Umsatz"]), float(row["Kunden"])) for row in takings() if row["Filiale"] == "Bonn"]
    return (
        sum(known(a for a, _ in rows)),
        sum(b for a, b in rows if a is not None),
        sum(b for _, b in rows),
    )


D = dt.date
TARIFFS, RULES, HISTORY = "harbour/tariffs.md", "harbour/rules.md", "harbour/history.txt"
STATUTES, LEAFLET = "imker/satzung.md", "imker/merkblatt.txt"
GARDEN, SEASON = "teplitsa/pravila.md", "teplitsa/otchet.txt"

WORKED: dict[str, Callable[[], Value]] = {
    "arithmetic-01": lambda: 348 * 27 + 1250,
    "arithmetic-02": lambda: (17.5 - 3.25) / 0.75,
    "arithmetic-03": lambda: 2**20,
    "arithmetic-04": lambda: math.isqrt(1764),
    "arithmetic-05": lambda: 1250.5 * 8,
    "arithmetic-06": lambda: 1296 / 36 + 15,
    "arithmetic-07": lambda: math.factorial(7) / math.factorial(5),
    "arithmetic-08": lambda: round(1000 / 7, 2),
    "arithmetic-09": lambda: 2025 % 32,
    "arithmetic-10": lambda: -15 + 4 * (6 - 9),
    "arithmetic-11": lambda: statistics.mean([12, 15, 22, 31]),
    "percent-01": lambda: 640 * 0.175,
    "percent-02": lambda: 85 * 0.7,
    "percent-03": lambda: (80 / 64 - 1) * 100,
    "percent-04": lambda: 45 / 180 * 100,
    "percent-05": lambda: 238 / 1.19,
    "percent-06": lambda: 4500 * 0.12,
    "percent-07": lambda: 1200 * 1.05**3,
    "percent-08": lambda: 60 / 0.8,
    "percent-09": lambda: 250 * 1.08,
    "units-01": lambda: 26.2 * 1.609344,
    "units-02": lambda: 12 * 3.785411784,
    "units-03": lambda: (98.6 - 32) * 5 / 9,
    "units-04": lambda: 10000 / 3600,
    "units-05": lambda: 3.5 * 10000,
    "units-06": lambda: 2.75 * 1000,
    "units-07": lambda: 90 / 3.6,
    "units-08": lambda: (6 * 12 + 2) * 2.54,
    "units-09": lambda: 150 * 0.45359237,
    "units-10": lambda: 3.2 * 1024,
    "units-11": lambda: 1852,
    "dates-01": lambda: (D(2024, 3, 9) - D(2024, 2, 14)).days,
    "dates-02": lambda: f"{D(1969, 7, 20):%A}",
    "dates-03": lambda: D(2025, 12, 1) + dt.timedelta(days=90),
    "dates-04": lambda: month_added(D(2023, 1, 31), 1),
    "dates-05": lambda: (D(2025, 3, 31) - D(2025, 1, 6)).days / 7,
    "dates-06": lambda: f"{D(2026, 12, 24):%A}",
    "dates-07": lambda: (D(2025, 3, 1) - D(2024, 3, 1)).days,
    "dates-08": lambda: "no" if 1900 % 400 and not 1900 % 100 else "yes",
    "dates-09": lambda: month_added(D(2024, 8, 15), -18),
    "dates-10": lambda: D(2025, 3, 10) - dt.timedelta(days=45),
    "dates-11": lambda: 2021 - 2000 - ((2, 28) < (2, 29)),
    "dates-12": lambda: (D(2101, 1, 1) - D(2100, 1, 1)).days,
    "dates-13": lambda: D(2025, 2, 23) + dt.timedelta(days=100),
    "dates-14": lambda: (17 * 60 + 20) - (9 * 60 + 45),
    "corpus-01": lambda: told(RULES, r"inside the breakwater is (\d+) knots"),
    "corpus-02": lambda: "Thackray",
    "corpus-03": lambda: told(HISTORY, r"begun in 1868 and finished in (\d+)"),
    "corpus-04": lambda: "forbidden",
    "corpus-05": lambda: told(TARIFFS, r"key card is replaced for £(\d+)"),
    "corpus-06": lambda: "Josiah Oldroyd",
    "corpus-07": lambda: told("harbour/staff.txt", r"emergency call VHF channel (\d+)"),
    "corpus-08": lambda: told(TARIFFS, r"and £(\d+) at weekends"),
    "corpus-09": lambda: told_de(STATUTES, r"Jahresbeitrag beträgt ([\d,]+) €"),
    "corpus-10": lambda: "drei Vierteln",
    "corpus-11": lambda: "20:00",
    "corpus-12": lambda: "Кривцова",
    "corpus-13": lambda: "09:00",
    "corpus-14": lambda: "paraffin",
    "corpus-15": lambda: told_de(LEAFLET, r"Herbst rechnet man (\d+) kg"),
    "table-01": lambda: statistics.mean(units()),
    "table-02": lambda: statistics.median(units()),
    "table-03": lambda: sum(units("desk")),
    "table-04": lambda: top((row["region"], 1) for row in orders()),
    "table-05": lambda: sum(row["date"].startswith("2025-03") for row in orders()),
    "table-06": lambda: sum(row["units"] in MISSING for row in orders()),
    "table-07": lambda: sum(row["region"] == "West" for row in orders()) / len(orders()) * 100,
    "table-08": lambda: top((row["product"], revenue(row)) for row in orders()),
    "table-09": lambda: sum(known(revenue(row) for row in orders())),
    "table-10": lambda: sum(known(english(row["credit_limit"]) for row in customers())),
    "table-11": lambda: sum(row["active"] == "yes" for row in customers()),
    "table-12": lambda: top((row["customer"], english(row["credit_limit"])) for row in customers()),
    "table-13": lambda: sum(row["city"] == "Leeds" for row in customers()),
    "table-14": lambda: sum(known(german(row["Umsatz"]) for row in takings())),
    "table-15": lambda: statistics.mean(known(german(row["Umsatz"]) for row in takings())),
    "table-16": lambda: top((row["Filiale"], german(row["Umsatz"])) for row in takings()),
    "table-17": lambda: sum(int(row["Kunden"]) for row in takings() if row["Filiale"] == "Köln"),
    "table-18": lambda: sum(known(german(row["Umsatz"]) for row in takings() if row["Datum"].endswith("03.2024"))),
    "table-19": lambda: statistics.median(int(row["Kunden"]) for row in takings()),
    "table-20": lambda: sum(known(german(row["Сумма"]) for row in sold())),
    "table-21": lambda: top((row["Город"], german(row["Количество"])) for row in sold()),
    "table-22": lambda: sum(row["Сумма"] in MISSING for row in sold()),
    "table-23": lambda: statistics.mean(known(german(row["Сумма"]) for row in sold() if row["Товар"] == "кофе")),
    "table-24": lambda: statistics.mean(known(english(row[3]) for row in readings())),
    "table-25": lambda: sum(row[4] == "fault" for row in readings()),
    "table-26": lambda: max(float(row[2]) for row in readings()),
    "table-27": lambda: paired("max_temp_c", "ice_creams_sold"),
    "table-28": lambda: (people(2024) / people(2010) - 1) * 100,
    "table-29": lambda: min((people(year), year) for year in range(2010, 2025))[1],
    "table-30": lambda: sum(float(row["rain_mm"]) > 2 for row in kiosk()),
    "table-31": lambda: statistics.stdev(float(row["rain_mm"]) for row in kiosk()),
    "table-32": lambda: top((row["team"], english(row["points"])) for row in league()),
    "table-33": lambda: paired("ice_creams_sold", "umbrellas_sold"),
    "table-34": lambda: int(hottest()["umbrellas_sold"]),
    "table-35": lambda: sum(known(english(row["paid_fee_gbp"]) for row in league())),
    "table-36": lambda: Counter(row["city"] for row in customers() if row["active"] == "yes")["Hull"],
    "two-step-01": lambda: told(TARIFFS, r"\| up to 8 m \| £[\d.]+ \| £(\d+)") * 7,
    "two-step-02": lambda: told(TARIFFS, r"costs (\d+) pence per kilowatt") * 250 / 100,
    "two-step-03": lambda: (
        told(HISTORY, r"1981 with (\d+) berths")
        + told(HISTORY, r"added (\d+) berths")
        + told(HISTORY, r"pontoon of 2012 another (\d+)")
    ),
    "two-step-04": lambda: told(HISTORY, r"finished in (\d+)") - told(HISTORY, r"begun in (\d+)"),
    "two-step-05": lambda: told(HISTORY, r"cost £([\d,]+)") * 2 / 3,
    "two-step-06": lambda: told(HISTORY, r"lighthouse is (\d+) metres") / 0.3048,
    "two-step-07": lambda: told(HISTORY, r"(\d+) nautical miles") * 1.852,
    "two-step-08": lambda: (D(2026, 3, 31) - D(2025, 10, 15)).days,
    "two-step-09": lambda: (
        told_de(LEAFLET, r"zusammen ([\d.]+) kg Honig") / told_de(LEAFLET, r"unsere (\d+) Mitglieder")
    ),
    "two-step-10": lambda: told_de(STATUTES, r"Jahresbeitrag beträgt ([\d,]+) €") / 2 * 5,
    "two-step-11": lambda: told_de(LEAFLET, r"für ([\d,]+) € verkauft") * 12,
    "two-step-12": lambda: (
        told_de(GARDEN, r"грядки — ([\d ]+) рублей") * (1 - told_de(GARDEN, r"скидка (\d+) %") / 100)
    ),
    "two-step-13": lambda: told_de(SEASON, r"электричества — ([\d ]+) кВт") * told_de(SEASON, r"по ([\d,]+) рубля"),
    "two-step-14": lambda: told_de(SEASON, r"томаты — ([\d ]+) кг") / told_de(SEASON, r"собрано ([\d ]+) кг") * 100,
    "two-step-15": lambda: told_de(GARDEN, r"составляет (\d+) квадратных") * told_de(GARDEN, r"теплице (\d+) грядок"),
    "two-step-16": lambda: people(2024, "households") * told(TARIFFS, r"key card is replaced for £(\d+)"),
    "two-step-17": lambda: (
        known(english(r["paid_fee_gbp"]) for r in league())[0] // told(TARIFFS, r"costs £(\d+) per launch")
    ),
    "two-step-18": lambda: max(units()) - min(units()),
    "two-step-19": lambda: sum(units()) * 0.15,
    "two-step-20": lambda: people(2024) / people(2024, "households"),
    "two-step-21": lambda: bonn()[0] / bonn()[1],
    "two-step-22": lambda: people(2024) * 1.015,
}
