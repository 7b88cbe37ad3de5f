"""What is told side by side: months of the year, courses of measures, groups of unlike times or sizes, their tables."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from statistics import mean

import pytest

from flows.report.runs import Finished
from indagate.flows.report.files import Aspect, FindingKind, Language, Result, Task
from indagate.flows.report.keeping import results_of
from indagate.flows.report.methods import calculate
from indagate.flows.report.opening import headlines, takeaways
from indagate.flows.report.phases import AGGREGATION
from indagate.flows.report.review import Found, found_in
from indagate.flows.report.study import Job, study
from indagate.flows.report.tabling import in_words, with_tables
from indagate.flows.report.text import Claim, Passage, SectionText, TableText
from indagate.flows.report.verify import check
from indagate.storage import Home
from indagate.tools.tables import Tables, find_data
from indagate.tools.tables.table import Rows

SIDES: tuple[Aspect, ...] = ("series", "compare", "relate")


def days(chance: random.Random) -> Iterator[tuple[str, float, float, float]]:
    """Four years of days: warm summers, wind that knows no season, and rain on one day in two of winter only."""
    for at in range(4 * 336):
        year, rest = divmod(at, 336)
        month, day = divmod(rest, 28)
        warm = 10 - 8 * math.cos(2 * math.pi * month / 12)
        rain = chance.uniform(1, 9) if month in (0, 1, 10, 11) and chance.random() < 0.5 else 0.0
        yield f"{2016 + year}-{1 + month:02}-{1 + day:02}", warm + chance.gauss(0, 1), chance.gauss(4, 1), rain


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Weather, a town, shops of which one opened later, and lands of very unlike size."""
    folder = tmp_path_factory.mktemp("survey") / "data"
    folder.mkdir()
    chance = random.Random(4)
    lines = [f"{day},{warm:.2f},{wind:.2f},{rain:.2f}" for day, warm, wind, rain in days(chance)]
    (folder / "weather.csv").write_text("\n".join(["date,temperature,wind,rain", *lines]) + "\n")
    lines = [f"{2000 + at},{100 + 5 * at},{900 - 9 * at},{50 + 2 * at},{7 + at % 3}" for at in range(20)]
    (folder / "town.csv").write_text("\n".join(["year,visitors,farms,shops,unemployment (%)", *lines]) + "\n")
    lines = [f"{2000 + at},{name},{start + slope * at}" for name, start, slope, since in
             (("Old", 100, 5, 0), ("Even", 100, 1, 0), ("New", 10, 10, 8)) for at in range(since, 20)]  # fmt: skip
    (folder / "shares.csv").write_text("\n".join(["year,firm,price", *lines]) + "\n")
    lines = [f"{2000 + at},{name},{people},{life + rise * at}" for name, people, life, rise in
             (("Large", 900, 50, 1), ("Small", 50, 80, 0), ("Tiny", 50, 80, 0)) for at in range(12)]  # fmt: skip
    (folder / "lands.csv").write_text("\n".join(["year,land,population,life expectancy", *lines]) + "\n")
    return Tables.open(find_data(folder), folder.parent / "cache")


def looked(tables: Tables, table: str, query: str) -> tuple[Found, list[Result]]:
    catalog = tables.describe()
    jobs = [Task(f"d{n}", "data", "s1", side, "", (table,)) for n, side in enumerate(SIDES)]
    results = [study(Job(task, str(tables.database), catalog, query, "en")) for task in jobs]
    return found_in(results, catalog, "en", query), results


def first(tables: Tables, table: str, query: str) -> list[str]:
    found, results = looked(tables, table, query)
    return [one.text for one in takeaways(found, results, query, "en")]


def held(tables: Tables, table: str, query: str) -> list[TableText]:
    """Return the tables that stand in the section on a table."""
    found, results = looked(tables, table, query)
    section = with_tables(SectionText("s1", "Section", ()), found, results, "en")
    return [passage.table for passage in section.passages if passage.table is not None]


def test_what_is_asked_over_the_year_is_told_also_where_chance_may_give_it(tables: Tables) -> None:
    """The month that is highest and the lowest one, with their means, and how likely that is by chance."""
    query = "How does wind vary over the year?"
    (told,) = first(tables, "weather", query)
    assert told.startswith("Wind is on average highest in ")
    assert "that cannot be told from chance (probability " in told
    found, _ = looked(tables, "weather", query)
    claim = next(found.claims[one.id] for one in found.findings if one.kind == "months" and one.column == "wind")
    winds: dict[str, list[float]] = {}
    for day, _, wind, _ in days(random.Random(4)):
        winds.setdefault(day[5:7], []).append(round(wind, 2))
    highest = max(mean(values) for values in winds.values())
    assert f"({highest:.2f} on an average day)" in claim.text


def test_a_sure_season_is_told_by_the_means_of_its_months(tables: Tables) -> None:
    """And the table has every month of each measure; of rain also on how many days there is any."""
    query = "How do temperature and rain vary over the year?"
    told = first(tables, "weather", query)[0]
    assert told.startswith("Temperature peaks in July each year and is lowest in January")
    assert told.endswith(" on an average day).")
    (table,) = held(tables, "weather", query)
    assert table.title == "Averages per day by month of the year"
    assert [name for name, _, _ in table.columns] == [
        "Month", "temperature", "wind", "rain", "rain, share of cases with any, %",
    ]  # fmt: skip
    assert len(table.rows) == 12
    assert table.rows[5][3:] == (0.0, 0.0)
    assert 30 < float(table.rows[0][4] or 0) < 70


def test_all_measures_of_a_table_that_is_named_are_told_in_one_sentence(tables: Tables) -> None:
    """In percent, or from where to where for what is a rate; the table has extremes with their dates."""
    query = "How did the town change?"
    assert first(tables, "town", query) == [
        "From 2000 to 2019: visitors +95%, farms −19%, shops +76%, unemployment from 7% to 8% (highest 9%)."
    ]
    (table,) = held(tables, "town", query)
    assert [name for name, _, _ in table.columns] == [
        "Measure", "2000", "2019", "Change", "Lowest", "when", "Highest", "when",
    ]  # fmt: skip
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["farms"][:2] == (900.0, 729.0)
    assert rows["farms"][2] == pytest.approx(-19.0)
    assert rows["farms"][3:] == (729.0, "2019", 900.0, "2000")
    assert rows["unemployment, %"][2] is None
    assert (rows["unemployment, %"][4], rows["unemployment, %"][6]) == ("2000 and later", "2002 and later")


@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("en", "in an average week", "Averages per week by month"),
        ("ru", "в среднем за неделю", "Средние за неделю по месяцам"),
    ],
)
def test_the_mean_of_a_month_is_said_to_be_of_its_weeks(
    tmp_path: Path, language: Language, text: str, title: str
) -> None:
    """In the number that is seen first, in the sentence and over the table, in both languages."""
    chance, monday = random.Random(3), date(2016, 1, 4)
    weeks = [monday + timedelta(weeks=at) for at in range(4 * 52)]
    lines = [
        f"{one},{20 - 9 * math.cos(2 * math.pi * one.timetuple().tm_yday / 365) + chance.gauss(0, 1):.2f}"
        for one in weeks
    ]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "shop.csv").write_text("\n".join(["week,sales", *lines]) + "\n")
    query = "How do sales vary over the year?" if language == "en" else "Как sales меняются в течение года по месяцам?"
    with Tables.open(find_data(tmp_path / "data"), tmp_path / "cache") as tables:
        catalog = tables.describe()
        result = study(
            Job(Task("d1", "data", "s1", "series", "", ("shop",)), str(tables.database), catalog, query, language)
        )
    found = found_in([result], catalog, language, query)
    claims = takeaways(found, [result], query, language)
    (shown, *_) = headlines(found, claims, [result], language)
    assert any(text in one.text for one in claims)
    assert text in shown.note
    section = with_tables(SectionText("s1", "Section", ()), found, [result], language)
    assert any(one.table is not None and one.table.title.startswith(title) for one in section.passages)


def test_a_table_of_all_measures_says_how_many_it_leaves_out(tmp_path: Path) -> None:
    """All are there unless the task has but some of them."""
    trades = ("farms", "mines", "shops", "schools", "banks")
    lines = [f"{2000 + at}," + ",".join(str(100 + k * at) for k in range(1, 6)) for at in range(20)]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "jobs.csv").write_text("\n".join([",".join(("year", *trades)), *lines]) + "\n")
    query = "How did the jobs change?"
    with Tables.open(find_data(tmp_path / "data"), tmp_path / "cache") as tables:
        catalog = tables.describe()
        for measures, title in ((), "All measures"), (tuple(f"jobs.{one}" for one in trades[1:]), "4 of 5 measures"):
            task = Task("d1", "data", "s1", "series", "", ("jobs",), measures)
            result = study(Job(task, str(tables.database), catalog, query, "en"))
            section = with_tables(
                SectionText("s1", "Section", ()), found_in([result], catalog, "en", query), [result], "en"
            )
            assert [one.table.title for one in section.passages if one.table is not None] == [title]


def test_groups_of_unlike_times_are_compared_over_the_time_that_all_have(tables: Tables) -> None:
    """Who came later is told beside the ranking, and all over the common time."""
    told = first(tables, "shares", "Which of these firms did best?")[0]
    assert told.startswith("Old grew most in price: +95% from 2000 to 2019")
    assert "since 2008, when all are there, New +122%, Old +39.3%" in told
    (table,) = held(tables, "shares", "Which of these firms did best?")
    assert [row[0] for row in table.rows] == ["Old", "Even", "New"]
    *without, common = table.rows[2][1:]
    assert without == [None, None, None, None]
    assert common == pytest.approx(100 * (200 / 90 - 1))


def test_a_mean_over_lands_is_weighted_by_their_people(tables: Tables) -> None:
    """Nine of ten people live where life is short: a plain mean would say 70 years, not 53."""
    told = next(one for one in first(tables, "lands", "How did life expectancy develop?") if "weighted" in one)
    assert "average of all lands, weighted by population) rose by 9.9" in told
    assert "(from 53.0 to 62.9)" in told


def test_medians_that_a_table_holds_are_not_told_one_by_one(tables: Tables) -> None:
    """Unless a figure shows them; what is told first comes first."""
    found, _ = looked(tables, "town", "How did the town change?")
    findings = found.of("s1")
    last = Claim("", (findings[-1].id,))
    assert in_words(findings, (), [last])[0] == findings[-1]
    both: tuple[FindingKind, ...] = ("differences", "difference")
    kinds = [replace(one, kind=kind, partner="by", figure=kind) for one, kind in zip(findings, both, strict=False)]
    assert [one.kind for one in in_words(kinds, ("differences",), ())] == [both[0]]
    assert len(in_words(kinds, ("difference",), ())) == len(both)


def test_a_number_in_a_table_that_is_calculated_nowhere_is_caught(own: Finished) -> None:
    """Whatever was written into a table of the text is held against the calculations that the table names."""
    record, store = own.record, Home(own.home).store
    text = record.aggregation
    assert text is not None
    results = results_of(record.results, store).values()
    calculation = next(one for result in results for one in result.calculations if one.numbers)
    right = TableText("Table", (("Value", "", "number"),), ((calculation.numbers[0].value,),), "", (calculation.id,))
    wrong = replace(right, rows=((calculation.numbers[0].value * 1.01 + 1,),))
    for table, codes in ((right, []), (wrong, ["number-not-held"])):
        added = SectionText("s9", "More", (Passage("table", table=table),))
        record.files[AGGREGATION] = replace(text, sections=(*text.sections, added))
        try:
            found = [breach.code for breach in check(record, own.folder, store) if breach.where == "s9"]
        finally:
            record.files[AGGREGATION] = text
        assert found == codes


def test_a_rate_without_a_beginning_is_told_by_its_extremes(tmp_path: Path) -> None:
    """Inflation has no value in the first year, where a nought stands in the file."""
    lines = ["year,prices,wages,jobs,inflation"]
    lines += [
        f"{2000 + at},{50 + 2 * at},{300 + 9 * at},{80 + at},{0 if at == 0 else 2 + (at * 7) % 5}" for at in range(12)
    ]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "land.csv").write_text("\n".join(lines) + "\n")
    with Tables.open(find_data(tmp_path / "data"), tmp_path / "cache") as tables:
        (told, *_) = first(tables, "land", "How did the land change?")
    assert "inflation lowest 2" in told
    assert told.endswith(", at last 4.")
    assert "inflation from 0" not in told


def test_a_rate_that_begins_with_a_nought_of_its_own_does_not_begin_there() -> None:
    """Nothing was there to take the first change from; a count that begins with none does begin with it."""
    rates, counts = (0.0, 2.5, 3.0, 1.5), (0, 3, 9, 12)
    rows = Rows(("x", "one", "other"), tuple((2000 + at, rates[at], counts[at]) for at in range(4)))
    found = calculate("courses", rows, {"each": "%\tinterval\n\tratio"})
    assert "first1" not in found.numbers
    assert (found.numbers["low1"], found.numbers["high1"], found.numbers["last1"]) == (1.5, 3.0, 1.5)
    assert (found.numbers["first2"], found.numbers["last2"]) == (0.0, 12.0)
