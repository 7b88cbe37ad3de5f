"""A small shop: events with money, a panel of towns and months, a table to join."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from indagate.cells import Rows, Tables, load


def _orders() -> Rows:
    start = datetime.date(2023, 1, 1)
    rows = []
    for number in range(1200):
        day = start + datetime.timedelta(days=(number * 7) % 360)
        region = ("North", "South", "East")[number % 3]
        amount = None if number % 50 == 0 else round(20 + (number * 37 % 400) / 4, 2)
        rows.append((f"O{number:05d}", day.isoformat(), region, amount, 1 + number % 7 * 0.5, f"{number % 90:05d}"))
    headings = ("order id", "Order date", "Region", "Amount (EUR)", "Weight, kg", "zip")
    return Rows("orders", headings, tuple(rows))


def _towns() -> Rows:
    rows = []
    for month in range(36):
        for place, town in enumerate(("Aix", "Bonn", "Cork")):
            day = datetime.date(2020 + month // 12, month % 12 + 1, 1)
            rows.append((day.strftime("%b %Y"), town, 10_000 * (place + 1) + month * 13, 5 + month % 12 - 3.5 * place))
    return Rows("towns", ("Month", "Town", "population", "temperature (°C)"), tuple(rows))


@pytest.fixture(scope="session")
def shop() -> Iterator[Tables]:
    managers = Rows("managers", ("region", "manager"), (("North", "Ann"), ("South", "Bob"), ("East", "Cho")))
    with load([_orders(), _towns(), managers]) as tables:
        yield tables
