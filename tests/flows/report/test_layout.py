"""How tables are laid out: times in headings or in two columns, names in words, scales of measures."""

from __future__ import annotations

import pytest

from indagate.flows.report.layout import Layout, layouts
from indagate.flows.report.naming import plural, spoken
from indagate.flows.report.scale import is_additive, scale_of
from indagate.tools.tables import Tables, find_data

MONTHS = "JAN,FEB,MAR,APR,MAY,JUN,JUL,AUG,SEP,OCT,NOV,DEC"
FILES = {
    "sea.csv": f"YEAR,{MONTHS}\n"
    + "".join(f"{y}," + ",".join(f"{y - 1990 + m}.5" for m in range(12)) + "\n" for y in (1990, 1991)),
    "people.csv": "country,2000,2001,2002\nA,1,2,3\nB,4,,6\n",
    "homes.csv": "city,2020-01-31,2020-02-29,2020-03-31\nX,1.5,2.5,3.5\nY,2.5,3.5,4.5\n",
    "output.csv": "year,quarter,gdp\n" + "".join(f"{y},{q},{y + q}\n" for y in (2000, 2001) for q in (1, 2, 3, 4)),
    "jobless.csv": "Series Id: LNS\n\nAge: 16 years\n\nSeries id,Year,Period,Value,\n"
    + "".join(f"LNS,{y},Q0{q},{q}.5\n" for y in (1960, 1961, 1962) for q in (1, 2, 3, 4)),
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """All the files in one folder, opened."""
    folder = tmp_path_factory.mktemp("wide")
    (folder / "data").mkdir()
    for name, text in FILES.items():
        (folder / "data" / name).write_text(text)
    return Tables.open(find_data(folder / "data"), folder / "cache")


def look(tables: Tables, table: str, query: str = "") -> Layout:
    return next(one for one in layouts(tables.describe(), "en", query) if one.table == table)


@pytest.mark.parametrize(
    ("table", "grain", "first", "count"),
    [
        ("sea", "month", ("1990-01-01", 0.5), 24), ("people", "year", (2000, 1.0), 5),
        ("homes", "day", ("2020-01-31", 1.5), 6), ("output", "quarter", ("2000-01-01", 2001), 8),
        ("jobless", "quarter", ("1960-01-01", 1.5), 12),
    ],
)  # fmt: skip
def test_times_in_headings_and_in_two_columns_become_one_column(
    tables: Tables, table: str, grain: str, first: tuple[object, object], count: int
) -> None:
    """Months, years and dates as columns are turned; a year beside a quarter is joined; an empty cell gives no row."""
    found = look(tables, table)
    measure = found.measures[0]
    sql = f'SELECT "{found.time}", "{measure.name}" FROM {found.source} ORDER BY 1, 2'
    rows = tables.query(sql).rows
    assert (found.grain, len(rows), rows[0]) == (grain, count, first)


def test_what_is_merely_called_a_value_bears_the_name_of_its_table(tables: Tables) -> None:
    """The preamble of a file of one series is skipped, and its measure is not called `value`."""
    assert look(tables, "jobless").measures[0].title == "jobless"


def test_the_scale_of_what_no_heading_names_is_told_by_the_query(tables: Tables) -> None:
    """A table turned by its months may hold temperatures: differences are told, not percentages."""
    assert look(tables, "sea").measures[0].scale == "ratio"
    assert look(tables, "sea", "How did the temperature of the sea change?").measures[0].scale == "interval"


@pytest.mark.parametrize(
    ("heading", "english", "russian"),
    [
        ("lifeExp", "life expectancy", "ожидаемая продолжительность жизни"),
        ("gdpPercap", "GDP per capita", "ВВП на душу населения"),
        ("Miles_per_Gallon", "miles per gallon", "пробег на галлоне"),
        ("Net Sales", "net sales", "net sales"), ("US exports", "US exports", "US exports"),
        ("avg_speed", "average speed", "average speed"), ("Выручка", "Выручка", "Выручка"), ("pm2.5", "pm2.5", "pm2.5"),
        ("gdp.per.capita", "GDP per capita", "ВВП на душу населения"),
        ("Rate at 2.15 pm (C.E.T.)", "rate at 2.15 pm (C.E.T.)", "rate at 2.15 pm (C.E.T.)"),
    ],
)  # fmt: skip
def test_headings_are_read_as_words(heading: str, english: str, russian: str) -> None:
    """Known headings have names in both languages; others lose their underscores and capitals."""
    assert (spoken(heading, "en"), spoken(heading, "ru")) == (english, russian)


@pytest.mark.parametrize(
    ("title", "unit", "scale"),
    [
        ("temp_max", "", "interval"), ("Temperature", "°C", "interval"), ("log income", "", "interval"),
        ("confidence index", "", "interval"), ("consumer price index", "", "ratio"), ("unemployment rate", "", "share"),
        ("share", "%", "share"), ("revenue", "EUR", "ratio"), ("Температура воздуха", "", "interval"),
        ("Цена", "руб", "ratio"), ("EUR/USD reference rate", "USD per EUR", "ratio"), ("exchange rate", "", "ratio"),
    ],
)  # fmt: skip
def test_how_changes_are_told_depends_on_the_scale(title: str, unit: str, scale: str) -> None:
    """A temperature has no percentage, a rate changes by points; but a rate of exchange is a price."""
    assert scale_of(title, unit) == scale


@pytest.mark.parametrize(
    ("one", "many"), [("country", "countries"), ("day", "days"), ("box", "boxes"), ("species", "species")]
)
def test_plurals(one: str, many: str) -> None:
    """As well as a rule can tell."""
    assert plural(one) == many


@pytest.mark.parametrize(
    ("title", "unit", "summed"),
    [
        ("production", "t/year", True),
        ("sales", "EUR", True),
        ("lead concentration", "", False),
        ("consumption", "l/100km", False),
        ("nitrate emission", "mg/l", False),
        ("population density", "", False),
        ("цена продаж", "", False),
    ],
)
def test_only_amounts_are_summed_up_over_groups(title: str, unit: str, summed: bool) -> None:
    """What is a property of each, by its name or unit, is averaged."""
    assert is_additive(title, unit) is summed
