"""What a report says first: the plain answer to the query, before what merely weighs most."""

from __future__ import annotations

import math
import random

import pytest

from indagate.flows.report.compose import phrase
from indagate.flows.report.files import Aspect, Result, Task
from indagate.flows.report.opening import headlines, recommendations, takeaways, too_short
from indagate.flows.report.review import Found, found_in
from indagate.flows.report.study import Job, study
from indagate.tools.tables import Tables, find_data
from indagate.tools.tables.table import Catalog


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Months of a town: its visitors rise, its temperature has a season, its rain is noise."""
    folder = tmp_path_factory.mktemp("opening")
    (folder / "data").mkdir()
    chance = random.Random(2)
    lines = ["month,visitors,temp_avg,rain"]
    for number in range(96):
        warm = 10 - 9 * math.cos(2 * math.pi * number / 12)
        values = (1000 + 8 * number + chance.gauss(0, 20), warm + chance.gauss(0, 1), 50 + chance.gauss(0, 9))
        lines.append(f"{2015 + number // 12}-{1 + number % 12:02}-01," + ",".join(f"{one:.1f}" for one in values))
    (folder / "data" / "town.csv").write_text("\n".join(lines) + "\n")
    return Tables.open(find_data(folder / "data"), folder / "cache")


def looked(tables: Tables, query: str) -> tuple[Found, list[Result], Catalog]:
    catalog = tables.describe()
    sides: tuple[Aspect, ...] = ("overview", "series", "relate")
    jobs = [Task(f"d{n}", "data", "s1", side, "", ("town",)) for n, side in enumerate(sides)]
    results = [study(Job(task, str(tables.database), catalog, query, "en")) for task in jobs]
    return found_in(results, catalog, "en", query), results, catalog


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("How did the number of visitors develop?", "Visitors rose by "),
        ("How does the temperature change through the year?", "Average temperature is on average highest in July"),
        ("How did rain develop?", "No lasting trend in rain from 2015 to 2022 ("),
        ("What leads what?", phrase("no_lead", "en")),
    ],
)
def test_the_answer_to_what_is_asked_comes_first(tables: Tables, query: str, first: str) -> None:
    """Whatever weighs more in the data; where there is nothing to find, that is the answer."""
    found, results, _ = looked(tables, query)
    told = takeaways(found, results, query, "en")
    assert told[0].text.startswith(first)
    assert len({one.text for one in told}) == len(told)


def test_every_measure_that_is_named_is_answered(tables: Tables) -> None:
    """Two measures in the query, two answers, before anything else."""
    query = "How did visitors and rain develop?"
    found, results, _ = looked(tables, query)
    first = [one.text for one in takeaways(found, results, query, "en")[:2]]
    assert [("visitors" in one.lower(), "rain" in one) for one in first] == [(True, False), (False, True)]


def test_no_percentage_of_a_temperature_is_given_anywhere(tables: Tables) -> None:
    """Neither in sentences nor in the numbers shown first."""
    query = "How did the average temperature change?"
    found, results, _ = looked(tables, query)
    about = [found.claims[one.id].text for one in found.findings if one.column == "temp_avg"]
    assert about
    assert not any("(+" in text and "%)" in text for text in about)
    shown = headlines(found, takeaways(found, results, query, "en"), results, "en")
    assert not any(one.value.endswith("%") for one in shown if "temperature" in one.label)


def test_advice_is_drawn_from_what_is_told_first(tables: Tables) -> None:
    """It names the measure and the end of its period."""
    query = "How did the number of visitors develop?"
    found, results, _ = looked(tables, query)
    advice = [one.text for one in recommendations(found, takeaways(found, results, query, "en"), results, "en")]
    assert "Do not extend the trend of visitors beyond December 2022 without knowing what drives it." in advice


def test_less_than_two_years_cannot_tell_a_season_from_a_shift(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The limitations say so where a trend or shift is told; longer tables have no such remark."""
    folder = tmp_path_factory.mktemp("short")
    (folder / "data").mkdir()
    lines = [f"2024-{1 + day // 28:02}-{1 + day % 28:02},{500 + day + day % 5}" for day in range(200)]
    (folder / "data" / "shop.csv").write_text("\n".join(["day,sales", *lines]) + "\n")
    with Tables.open(find_data(folder / "data"), folder / "cache") as opened:
        catalog, query = opened.describe(), "How did sales develop?"
        sides: tuple[Aspect, ...] = ("overview", "series")
        jobs = [Task(f"d{n}", "data", "s1", side, "", ("shop",)) for n, side in enumerate(sides)]
        results = [study(Job(task, str(opened.database), catalog, query, "en")) for task in jobs]
    found = found_in(results, catalog, "en", query)
    (claim,) = too_short(found, results, "en")
    assert claim.text.startswith("The table shop spans less than two years")
