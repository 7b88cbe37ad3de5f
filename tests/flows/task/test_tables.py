"""Questions to tables, without a model: what is asked of the rows, put together as one SELECT, and what is declined."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from indagate.flows.task.offline.goal import read_goal
from indagate.flows.task.offline.tables.schema import read_schema, values_query
from indagate.flows.task.offline.tables.step import best_query
from indagate.tools.tables import Tables, find_data

RENTALS = """day,station,bike,minutes,fare,member
2026-03-02,Harbour,city,30,4.50,yes
2026-03-02,Castle,cargo,60,12.00,no
2026-03-03,Harbour,city,,3.00,yes
2026-03-10,Market,cargo,90,18.00,no
2026-03-14,Castle,city,20,n/a,yes
2026-04-01,Market,city,45,6.00,no
2026-04-04,Harbour,cargo,120,24.00,no
2026-04-05,Castle,cargo,75,15.00,yes
2026-05-11,Market,city,15,2.50,yes
2026-05-12,Harbour,city,25,4.00,no
"""
STAFF = "station,opened,mechanics\nHarbour,2014-05-01,4\nCastle,2011-03-01,2\nMarket,2019-09-01,3\n"
ERNTE = """Datum;Hof;Obst;Menge_kg;Preis_je_kg
05.09.2025;Lindenhof;Äpfel;1.250,5;0,80
12.09.2025;Lindenhof;Birnen;430,0;1,20
19.09.2025;Bergerhof;Äpfel;980,0;0,85
03.10.2025;Bergerhof;Quitten;;2,10
10.10.2025;Lindenhof;Äpfel;760,5;0,90
17.10.2025;Bergerhof;Birnen;k. A.;1,10
"""
ZAKAZY = """дата;город;товар;количество;сумма
02.02.2026;Псков;книга;12;4 800,00
09.02.2026;Псков;атлас;3;2 700,00
16.02.2026;Луга;книга;5;2 000,00
02.03.2026;Луга;атлас;7;6 300,00
09.03.2026;Псков;книга;;1 200,00
"""


def rounded(value: object) -> object:
    """A figure to three places."""
    return round(value, 3) if isinstance(value, float) else value


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], object]]:
    """Return what a question to a folder gives: the first value, all of a list, or why nothing."""
    home = tmp_path_factory.mktemp("tables")
    files = {
        "bikes": {"rentals.csv": RENTALS, "stations.csv": STAFF},
        "ernte": {"ernte.csv": ERNTE},
        "shop": {"zakazy.csv": ZAKAZY},
    }
    opened: dict[str, tuple[Tables, tuple[object, ...]]] = {}
    for folder, contents in files.items():
        (home / folder).mkdir()
        for name, text in contents.items():
            (home / folder / name).write_text(text)
        tables = Tables.open(find_data(home / folder), home / "cache")
        catalog = msgspec.to_builtins(tables.describe())
        values = msgspec.to_builtins(tables.query(values_query(catalog)))
        opened[folder] = (tables, read_schema(catalog, values))

    def answer(folder: str, goal: str) -> object:
        tables, sheets = opened[folder]
        query, named = best_query(read_goal(goal), sheets)  # type: ignore[arg-type]
        if query is None:
            return "declined" if named else "not there"
        rows = tables.query(query.sql).rows
        if query.kind == "single" and rows[0][1] != 1:
            return "declined"
        if query.kind == "list" or query.top > 1:
            return [tuple(map(rounded, row)) if len(row) > 1 else row[0] for row in rows]
        return rounded(rows[0][0])

    yield answer
    for tables, _ in opened.values():
        tables.close()


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("By how much is the mean fare for a cargo bike above the mean fare for a city bike?", 13.25),
        ("How many cargo bikes were rented by members?", 1),
        ("Add up the minutes of the three longest rentals.", 285),
        ("What is the average fare?", 9.889),
        ("What is the mean fare per station?", [("Castle", 13.5), ("Harbour", 8.875), ("Market", 8.833)]),
        ("Show the total fare by bike", [("cargo", 69.0), ("city", 20.0)]),
        ("How many rentals were there in each month?", [("2026-03", 5), ("2026-04", 3), ("2026-05", 2)]),
        ("What is the average fare per minute of cargo bikes?", 0.2),
        ("What share of total fares came from Harbour?", 39.888),
        ("What percentage of the rentals were cargo?", 40),
        ("What share of the fares at Castle was paid by members?", 55.556),
        ("What is the second highest fare?", 18),
        ("What is the third lowest fare?", 4),
        ("Which station had the second most rentals?", "Castle"),
        ("Which station earned the most in fares?", "Harbour"),
        ("What are the top 2 stations by fare?", [("Harbour", 35.5), ("Castle", 27.0)]),
        ("How many rentals were there excluding Harbour?", 6),
        ("What is the total fare except Harbour and Market?", 27),
        ("How many rentals took more than 60 minutes?", 3),
        ("How many rentals took between 20 and 30 minutes?", 3),
        ("How many rentals have a fare of at least 12 pounds?", 4),
        ("What was the total fare between 2 March 2026 and 10 March 2026?", 37.5),
        ("How many rentals were there since April 2026?", 5),
        ("What was the total fare in March 2026?", 37.5),
        ("How many rentals have no fare?", 1),
        ("For how many rentals are the minutes missing?", 1),
        ("How many different bikes are there?", 2),
        ("What is the difference between the highest and the lowest fare?", 21.5),
        ("What is the range of minutes?", 105),
        ("What is the median number of minutes?", 45),
        ("How much higher was the total fare in Harbour than in Castle?", 8.5),
        ("By what percentage did fares grow from March to April 2026?", 20),
        ("By what percentage did fares fall from April to May 2026?", 85.556),
        ("Which station opened first?", "Castle"),
        ("How many mechanics are there at the Market?", 3),
        ("How many mechanics are there in total?", 9),
        ("In which month were fares highest?", "2026-04"),
        ("On which day was the fare highest?", "2026-04-04"),
        ("How many rentals were on a weekend?", 3),
        ("What was the average fare of members?", 6.25),
        ("How many rentals were not made by members?", 5),
        ("What is the correlation between minutes and fare?", 0.993),
        ("What is the average total fare per month?", 29.667),
    ],
)  # fmt: skip
def test_questions_about_rentals(goal: str, value: object, ask: Callable[[str, str], object]) -> None:
    """Groups, shares, ranks, exclusions, comparisons, stretches of time, missing cells, growth, two tables."""
    assert ask("bikes", goal) == value


@pytest.mark.parametrize(
    ("folder", "goal", "value"),
    [
        ("ernte", "Wie viele kg Äpfel wurden insgesamt geerntet?", 2991),
        ("ernte", "Wie hoch ist die durchschnittliche Menge je Hof?",
         [("Bergerhof", 980.0), ("Lindenhof", 813.667)]),
        ("ernte", "Welchen Anteil an der Gesamtmenge hatte der Lindenhof?", 71.353),
        ("ernte", "Wie hoch war der Umsatz?", 3033.85),
        ("ernte", "Welches Obst hat den zweithöchsten Preis?", "Birnen"),
        ("ernte", "Wie viel kg wurden ohne Birnen geerntet?", 2991),
        ("ernte", "Wie viele Zeilen haben keine Menge?", 2),
        ("ernte", "Um wie viel Prozent ist die Menge von September bis Oktober 2025 gesunken?", 71.415),
        ("ernte", "Wie hoch war der Preis der Quitten?", 2.1),
        ("shop", "Какова средняя сумма по городам?", [("Луга", 4150.0), ("Псков", 2900.0)]),
        ("shop", "Какую долю суммы дал Псков?", 51.176),
        ("shop", "Сколько книг продано в феврале 2026 года?", 17),
        ("shop", "В каком городе самая большая сумма?", "Псков"),
        ("shop", "На сколько сумма в Пскове больше, чем в Луге?", 400),
        ("shop", "Сколько заказов без количества?", 1),
    ],
)  # fmt: skip
def test_questions_in_german_and_russian(
    folder: str, goal: str, value: object, ask: Callable[[str, str], object]
) -> None:
    """Semicolons, decimal commas, words for missing values, compounds, cases."""
    assert ask(folder, goal) == value


@pytest.mark.parametrize(
    "goal",
    [
        "What is the average weight of a bike?", "What is the average fare of tandems?",
        "How many rentals were there in Paris?", "By how many percent did Harbour beat Castle?",
        "What is the running total of fares?", "What is the weighted average fare?", "How many helmets were rented?",
        "What is the average fare per rider?", "Which rider paid the most?",
        "How many rentals per mechanic were there at Harbour?", "What was the fare?",
        "What is the third quartile of the fare?",
        "What is the mean amount by station?", "What is the median by station?",
        "Which station has the lowest share of members?", "What is the longest gap between two rentals?",
    ],
)  # fmt: skip
def test_what_a_rule_does_not_understand_is_declined(goal: str, ask: Callable[[str, str], object]) -> None:
    """A word that names nothing, or an operation that no rule knows: no figure is given in its place."""
    assert ask("bikes", goal) in ("declined", "not there")
