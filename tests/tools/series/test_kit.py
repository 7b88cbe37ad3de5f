"""The tool for a flow's step: a series is kept in the home, comes back from there, and is proved again offline.

The answers are written by hand from what is known of the public interfaces (`answers.py`); none was recorded.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "engine"))

from small_flow import Given, Story, Went, engine_at, small

from indagate.errors import Corrupt, EffectFailed
from indagate.flow import Context
from indagate.storage import Home
from indagate.tools.series import HeldPage, HeldSeries, fetch_series, rebuild, recheck
from indagate.tools.tables import DataFile, Tables
from parts.website import Site, website
from tools.series.answers import RATES, ROWS, bank

GDP = "worldbank:NY.GDP.MKTP.CD:DEU,FRA:2001-2003"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("INDAGATE_WEB_INTERVAL", "0")
    with website(furnished=False) as found:
        found.add("/country/DEU;FRA/indicator/NY.GDP.MKTP.CD", bank(ROWS))
        found.add("/1999-01-04..", RATES)
        yield found


def held(site: Site, home: Path, word: str = GDP) -> HeldSeries:
    found, tries = asyncio.run(fetch_series(Home(home), (site.host,), f"{word}@{site.address}"))
    assert tries == 1
    return found


def test_a_step_gets_a_series_that_a_journal_can_hold(site: Site, tmp_path: Path) -> None:
    """Written and read back as the journal does; the bytes lie in the store."""
    found = held(site, tmp_path)
    assert msgspec.json.decode(msgspec.json.encode(found), type=HeldSeries) == found
    assert (found.word, found.count, found.missing, found.first, found.last) == (
        "worldbank:NY.GDP.MKTP.CD:DEU,FRA:2001..2003", 6, 1, "2001-01-01", "2003-01-01",
    )  # fmt: skip
    store = Home(tmp_path).store
    assert store.get(found.pages[0].sha256) == bank(ROWS)
    assert len(store.get(found.table)) == found.size


def test_a_run_asks_for_a_series_once_and_keeps_it_in_its_journal(site: Site, tmp_path: Path) -> None:
    """Two tasks that want the same one; what the step gets is what the journal holds."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        async def one(_: str) -> HeldSeries:
            return await ctx.call(fetch_series, ctx.home, (site.host,), f"{GDP}@{site.address}")

        first, second = await ctx.each(["a", "b"], one, key=str)
        assert first == second
        assert recheck(first, ctx.store) == ()
        return Went(first.attribution)

    async def go() -> str:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(small(working, broke=False), Given())
            await engine.drive(driver)
            assert isinstance(driver.record, Story)
            return driver.record.result

    assert asyncio.run(go()).startswith("Source: The World Bank")
    assert len(site.requests) == 1


def test_the_tables_of_series_can_be_asked_in_sql(site: Site, tmp_path: Path) -> None:
    """Years, countries, values with their unit; a missing value is null."""
    store = Home(tmp_path).store
    both = [held(site, tmp_path), held(site, tmp_path, "frankfurter:EUR/USD")]
    files = [DataFile(one.label, str(store.path(one.table)), one.table, one.size) for one in both]
    with Tables.open(files, tmp_path / "tables") as tables:
        gdp, pair = tables.describe().tables
        year, country, value = gdp.columns
        assert (year.grain, country.kind, value.kind, value.unit, value.nulls) == (
            "year", "text", "number", "current US$", 1,
        )  # fmt: skip
        rows = tables.query(
            f"select {value.name} from {gdp.name} where {country.name} = 'Germany' order by {year.name}"
        )
        assert [row[0] for row in rows.rows] == [1966380933142.16, None, 2534715458178.61]
        assert [(column.kind, column.grain) for column in pair.columns] == [("date", "day"), ("number", "")]
        assert pair.columns[1].unit == "USD per EUR"


def test_a_series_is_proved_from_the_archive_alone(site: Site, tmp_path: Path) -> None:
    """The same series again without a request; what does not follow from the archive is named."""
    found = held(site, tmp_path)
    asked = len(site.requests)
    store = Home(tmp_path).store
    assert recheck(found, store) == ()
    assert len(rebuild(found, store).points) == 6
    assert recheck(replace(found, title="GDP of the moon", missing=0), store) == (
        "worldbank:NY.GDP.MKTP.CD:DEU,FRA:2001..2003: its title does not follow from the archived answers",
        "worldbank:NY.GDP.MKTP.CD:DEU,FRA:2001..2003: its missing does not follow from the archived answers",
    )
    assert len(site.requests) == asked


def test_a_changed_or_lost_archive_is_caught(site: Site, tmp_path: Path) -> None:
    """An answer that was changed on the disk, one that was replaced, one that is gone."""
    found = held(site, tmp_path)
    store = Home(tmp_path).store
    other = store.put(bank([*ROWS[:-1], {**ROWS[-1], "value": 1377657339291.34}]))
    swapped = replace(found, pages=(HeldPage(found.pages[0].url, other, found.pages[0].at),))
    assert [line.rpartition(": ")[2] for line in recheck(swapped, store)] == [
        "its table does not follow from the archived answers"
    ]
    path = store.path(found.pages[0].sha256)
    path.chmod(0o644)
    path.write_bytes(bank(ROWS[::-1]))
    assert "have been changed" in recheck(found, store)[0]
    with pytest.raises(Corrupt):
        rebuild(found, store)
    path.unlink()
    assert "has lost" in recheck(found, store)[0]


def test_a_wrong_word_in_a_step_is_that_tools_failure(site: Site, tmp_path: Path) -> None:
    """With the words for a user, and nothing sent."""
    with pytest.raises(EffectFailed, match="no pair of currencies"):
        held(site, tmp_path, "frankfurter:EURUSD")
    assert not site.requests
