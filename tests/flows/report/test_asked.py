"""What a query asks for is what the report answers: counts, growth, evenness, differences, loose relations, cycles."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from indagate.flows.report.files import Aspect, Brief, Preferences, Result, ScopeItem, Task
from indagate.flows.report.layout import layouts
from indagate.flows.report.opening import recommendations, takeaways
from indagate.flows.report.review import coverage, found_in, untold
from indagate.flows.report.study import Job, study
from indagate.flows.report.wish import named_aspects, wish_of
from indagate.tools.tables import Tables, find_data

Told = Callable[..., list[str]]


def shops(chance: random.Random) -> str:
    """Months of three shops, of which the smallest grows most and the middle one least evenly."""
    lines = ["shop,month,price_index_points"]
    for number in range(60):
        month = f"{2019 + number // 12}-{1 + number % 12:02}-01"
        for name, start, rate, noise in (
            ("Big", 900, 1.001, 0.01),
            ("Mid", 300, 1.004, 0.09),
            ("Small", 20, 1.02, 0.03),
        ):
            value = start * rate**number * math.exp(chance.gauss(0, noise) if number not in (0, 59) else 0)
            lines.append(f"{name},{month},{value:.3f}")
    return "\n".join(lines).replace("price_index_points", "price")


def stations() -> str:
    """Stations by county: nothing to measure, but to count."""
    counts = {"Kent": 31, "Essex": 12, "Surrey": 45, "Devon": 7}
    rows = [f"{county[:2]}{at},Stop {county} {at},{county}" for county, n in counts.items() for at in range(n)]
    return "\n".join(["code,name,county", *rows])


def flowers(chance: random.Random) -> str:
    """Two kinds of flower that differ in one measure out of two, whose kind is a number."""
    lines = ["stalk (cm),leaf (cm),class"]
    lines += [f"{10 + 4 * (at % 2) + chance.gauss(0, 1):.2f},{chance.gauss(5, 1):.2f},{at % 2}" for at in range(120)]
    return "\n".join(lines)


def days(chance: random.Random) -> str:
    """Days in which sun and ice cream go together loosely, and neither has to do with mail."""
    lines = ["date,sun_hours,ice_cream,mail"]
    for at in range(300):
        sun = chance.gauss(6, 2)
        ice = 100 + 3 * sun + chance.gauss(0, 24)
        lines.append(f"2023-{1 + at // 28:02}-{1 + at % 28:02},{sun:.2f},{ice:.1f},{chance.gauss(50, 5):.1f}")
    return "\n".join(lines)


def trades(chance: random.Random) -> str:
    """Years of three trades side by side."""
    lines = ["year,farming,mining,teaching"]
    lines += [f"{1990 + at},{900 - 5 * at},{300 + at + chance.gauss(0, 1):.1f},{100 + 9 * at}" for at in range(20)]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """A folder of five tables, one of which holds nothing to tell of."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "data").mkdir()
    chance = random.Random(11)
    texts = {
        "shops": shops(chance), "stations": stations(), "flowers": flowers(chance), "days": days(chance),
        "trades": trades(chance), "names": "name\n" + "\n".join(f"Person {at}" for at in range(40)),
    }  # fmt: skip
    for name, text in texts.items():
        (folder / "data" / f"{name}.csv").write_text(text + "\n")
    return Tables.open(find_data(folder / "data"), folder / "cache")


def studied(tables: Tables, table: str, query: str, language: str = "en") -> list[Result]:
    sides: tuple[Aspect, ...] = ("overview", "series", "compare", "relate", "distribution")
    tasks = [Task(f"d{at}", "data", "s1", side, "", (table,)) for at, side in enumerate(sides)]
    catalog = tables.describe()
    return [study(Job(task, str(tables.database), catalog, query, language)) for task in tasks]  # type: ignore[arg-type]


def answered(tables: Tables, table: str, query: str, language: str = "en") -> list[str]:
    """Return what the report says first."""
    results, catalog = studied(tables, table, query, language), tables.describe()
    found = found_in(results, catalog, language, query)  # type: ignore[arg-type]
    return [one.text for one in takeaways(found, results, query, language)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("table", "query", "first"),
    [
        (
            "stations",
            "Which counties have the most stations?",
            "Surrey has the highest number of stations (45, followed",
        ),
        ("shops", "Which of these shops did best?", "Small grew most in price: +222% from 2019 to 2023 (+26.8% a year"),
        ("shops", "Rank the shops by growth of the price", "Small grew most in price: +222%"),
        (
            "shops",
            "How evenly did the prices of the shops move?",
            "Big moved most evenly, Mid least (standard deviation",
        ),
        ("trades", "Which trades grew the most?", "Teaching grew most: +171% from 1990 to 2009"),
        ("flowers", "How do the flowers differ by class?", "In flowers, 1 of 2 measures differ by class, most of all"),
        ("days", "How does sun go together with ice cream?", "Sun hours and ice cream tend to be high and low"),
        ("days", "How does sun go together with mail?", "No relation of sun hours and mail can be told from chance"),
    ],
)
def test_what_is_asked_is_answered_first(tables: Tables, table: str, query: str, first: str) -> None:
    """With the figure that the data hold, whatever else weighs more."""
    told = answered(tables, table, query)
    assert told[0].startswith(first), told


@pytest.mark.parametrize(
    ("table", "query", "first"),
    [
        ("shops", "Какой магазин вырос сильнее всех по цене?", "Цена: наибольший рост — «Small», +222"),
        ("trades", "Какие отрасли росли быстрее всего?", "Наибольший рост — «teaching», +171"),
        ("stations", "В каких графствах больше всего станций (stations)?", "Число строк: впереди «Surrey» ("),
        ("flowers", "Чем отличаются виды цветов?", "Группы «class» (flowers) различаются по 1 из 2 показателей"),
    ],
)
def test_russian_questions_are_answered_first_too(tables: Tables, table: str, query: str, first: str) -> None:
    """The same answers in the language of the question."""
    told = answered(tables, table, query, "ru")
    assert told[0].startswith(first), told


def test_a_loose_relation_comes_with_its_coefficient_and_interval(tables: Tables) -> None:
    """A reader sees how loose it is, and between what bounds."""
    told = answered(tables, "days", "How does sun go together with ice cream?")[0]
    assert "95% interval" in told
    assert "weak relation" in told


def test_a_table_of_which_nothing_can_be_told_is_named_and_lowers_the_coverage(tables: Tables) -> None:
    """It is neither measured nor counted by group; the report says so."""
    catalog = tables.describe()
    assert "names" not in {look.table for look in layouts(catalog)}
    items = (ScopeItem("s1", "Stations", "?", ("compare",), ("stations",)),)
    brief = Brief("?", Preferences(), items)
    done = Result(Task("d1", "data", "s1", "compare", ""), calculations=())
    share, covered = coverage(brief, {"d1": done}, catalog)
    assert share == 0.0
    assert covered[-1].scope == "names"
    assert any("names" in text for text in untold(catalog, brief))


def test_advice_follows_only_what_is_told(tables: Tables) -> None:
    """A finding that stands nowhere in the text is advised on nowhere."""
    query = "Which of these shops did best?"
    results, catalog = studied(tables, "shops", query), tables.describe()
    found = found_in(results, catalog, "en", query)
    first = takeaways(found, results, query, "en")[:1]
    told = {name for claim in first for name in claim.findings}
    assert all(set(one.findings) <= told for one in recommendations(found, first, results, "en"))


@pytest.mark.parametrize(
    ("query", "asked", "aspect"),
    [
        ("Which sectors grew the fastest?", "growth", "compare"),
        ("Какие отрасли выросли сильнее всего?", "growth", "compare"),
        ("Чем отличаются сорта вина?", "difference", "compare"),
        ("How steadily did sales rise?", "evenness", "series"),
        ("Насколько стабильны продажи?", "evenness", "series"),
        ("How does rain vary over the year?", "seasons", "series"),
        ("Is there a cycle in sunspots?", "cycles", "series"),
        ("What sets fuel-efficient cars apart?", "difference", "relate"),
    ],
)
def test_a_wish_is_told_from_the_words_of_a_query(query: str, asked: str, aspect: Aspect) -> None:
    """In English and Russian, and the sides of the matter follow from it."""
    assert getattr(wish_of(query), asked)
    assert aspect in named_aspects(query)


def test_a_plain_question_wishes_for_nothing_special() -> None:
    """How something developed asks neither for growth of groups nor for differences."""
    wish = wish_of("How did the number of visitors develop?")
    assert not (wish.growth or wish.evenness or wish.difference or wish.together)
