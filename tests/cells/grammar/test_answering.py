"""Plain questions over three small tables, answered with cells or declined with the words that stood in the way."""

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate import cells
from indagate.cells.grammar import View, read_question
from indagate.cells.grammar.answering import views
from indagate.cells.grammar.words import STOP, stem, tokens
from indagate.vocabulary import vocabulary

TODAY = date(2024, 12, 5)
REGIONS, PRODUCTS = ("North", "South", "East"), ("Desk Lamp", "Chair", "Table")
ORDERS = tuple(
    (
        f"O{number:05}",
        (date(2023, 1, 2) + timedelta(number * number * 5 % 699)).isoformat(),
        REGIONS[number % 3],
        PRODUCTS[number % 5 % 3],
        f"Customer {chr(65 + number % 7)}",
        float(1 + number * 7 % 23),
        float(number * 37 % 400) + 0.5,
        number % 4 == 0,
    )
    for number in range(140)
)
WEATHER = tuple(
    (
        (date(2024, 1, 1) + timedelta(day)).isoformat(),
        round(12 - day * 5 % 31 * 0.7 + day / 40, 1),
        float(day * 11 % 13),
        ("clear", "cloudy", "overcast")[day % 3],
    )
    for day in range(330)
)
COUNTRIES = tuple(
    (name, ("Borealia", "Australis")[place % 2], 1000.0 * (place * 7 % 11 + 1), 10.5 * (place + 1))
    for place, name in enumerate(vocabulary("Norland Sudland Ostia Westia Midia Alpia Betia Gamia"))
)


@pytest.fixture(scope="module")
def tables() -> Iterator[cells.Tables]:
    rows = [
        cells.Rows(
            "orders",
            ("order_id", "order_date", "region", "product", "customer", "quantity", "amount_eur", "cancelled"),
            ORDERS,
        ),
        cells.Rows("weather", ("date", "temperature (°C)", "rainfall (mm)", "sky"), WEATHER),
        cells.Rows("countries", ("country", "continent", "population", "area (km²)"), COUNTRIES),
    ]
    with cells.load(rows) as loaded:
        yield loaded


@pytest.fixture(scope="module")
def seen(tables: cells.Tables) -> tuple[View, ...]:
    return views(tables, TODAY)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def amounts(**where: object) -> list[float]:
    names = ("order_id", "order_date", "region", "product", "customer", "quantity", "amount_eur", "cancelled")
    rows = [dict(zip(names, row, strict=True)) for row in ORDERS]
    return [float(row["amount_eur"]) for row in rows if all(row[name] == value for name, value in where.items())]


IN_2024 = [row for row in ORDERS if row[1].startswith("2024")]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many orders were there in 2024?", len(IN_2024)),
        ("How many cancelled orders are there?", len(amounts(cancelled=True))),
        ("What is the total amount in North?", sum(amounts(region="North"))),
        ("average Chair amount in East", mean(amounts(region="East", product="Chair"))),
        ("How many orders have an amount over 300?", len([a for a in amounts() if a > 300])),
        ("how many orders with an amount over €300", len([a for a in amounts() if a > 300])),
        ("How many orders have an amount between 100 and 200.5?", len([a for a in amounts() if 100 <= a <= 200.5])),
        ("What share of orders were cancelled?", 100 * len(amounts(cancelled=True)) / 140),
        (
            "What percentage of orders in North were cancelled?",
            100 * len(amounts(region="North", cancelled=True)) / len(amounts(region="North")),
        ),
        ("What share of total amount came from North?", 100 * sum(amounts(region="North")) / sum(amounts())),
        (
            "difference in total amount between North and South",
            sum(amounts(region="North")) - sum(amounts(region="South")),
        ),
        (
            "How many more orders did North have than South?",
            len(amounts(region="North")) - len(amounts(region="South")),
        ),
        ("How many more orders were there in 2024 than in 2023?", 2 * len(IN_2024) - 140),
        ("How many different customers are there?", 7),
        ("How many countries are there?", 8),
        ("What is the population of Ostia?", 4000.0),
        ("On how many days was the temperature above 20?", len([row for row in WEATHER if row[1] > 20])),
        ("What was the highest temperature in July 2024?", max(row[1] for row in WEATHER if row[0][5:7] == "07")),
        ("What was the rainfall on 5 May 2024?", next(row[2] for row in WEATHER if row[0] == "2024-05-05")),
        (
            "How many orders in the last 30 days?",
            len([row for row in ORDERS if row[1] >= "2024-11-06"]),
        ),
        ("total rainfall since June 2024", sum(row[2] for row in WEATHER if row[0] >= "2024-06-01")),
    ],
)
def test_a_plain_question_is_answered_with_one_cell(tables: cells.Tables, question: str, value: float) -> None:
    answered = asyncio.run(cells.answer(question, tables, TODAY))
    assert isinstance(answered, cells.Cells), str(answered)
    assert [cell.value for cell in answered] == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("total amount by month in 2024", "total amount by month, in orders, where order date in 2024"),
        ("average amount by region and product", "average amount by region, product, in orders"),
        ("Which region has the most orders?", "the region with the highest number of rows, in orders"),
        (
            "Which 2 customers had the highest total amount in North?",
            "the 2 groups by customer with the highest total amount, in orders, where region is North",
        ),
        ("Top 3 products by total quantity", "the 3 groups by product with the highest total quantity, in orders"),
        ("top 5 orders by amount", "the 5 rows with the highest amount, in orders"),
        ("Which country has the lowest area?", "the row with the lowest area, in countries"),
        ("When was the highest temperature?", "the row with the highest temperature, in weather"),
        (
            "Compare total amount of North and South",
            "total amount by region, in orders, where region is North or South",
        ),
        (
            "How many orders in 2023 compared to 2024?",
            "number of rows where order date in 2023, number of rows where order date in 2024, in orders",
        ),
        (
            "Which customers had a total amount over 3000?",
            "total amount by customer, in orders, where total amount is over 3000",
        ),
        (
            "Which countries have a population over 5000?",
            "country, population, in countries, where population is over 5000",
        ),
        (
            "What was the temperature in July 2024?",
            "average temperature, lowest temperature, highest temperature, in weather, where date in July 2024",
        ),
    ],
)
def test_the_query_is_said_back_in_words(tables: cells.Tables, question: str, said: str) -> None:
    found = cells.read(question, tables, TODAY)
    assert isinstance(found, cells.Sql), str(found)
    assert found.said == said
    assert len(cells.query_now(found.text, tables)) > 0


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("total revenue by month", "revenue"),
        ("How many orders are not cancelled?", "not"),
        ("How many purple orders were there?", "purple"),
        ("total amount by region excluding North", "excluding"),
        ("How many orders after O00123?", "after"),
        ("Who placed the most orders?", "placed"),
        ("Did North have more orders than South?", "Did"),
        ("What is the total amount in the North region?", "region"),
        ("How many orders in 2019?", "in 2019"),
    ],
)
def test_the_words_that_were_not_understood_are_named(tables: cells.Tables, question: str, words: str) -> None:
    found = cells.read(question, tables, TODAY)
    assert isinstance(found, cells.NotUnderstood)
    assert words in found.words


def test_the_rows_of_a_table_are_called_by_the_plural_that_ends_its_name() -> None:
    rows = tuple((f"L{n}", ("A", "B", "on")[n % 3], f"2024-0{n % 9 + 1}-11") for n in range(40))
    with cells.load([cells.Rows("library_loans", ("loan_id", "shelf", "borrowed"), rows)]) as tables:
        assert [cell.value for cell in answered("How many loans are there?", tables)] == [40]
        assert [cell.value for cell in answered("How many loans have shelf A?", tables)] == [14]
        assert [cell.value for cell in answered("How many loans have shelf on?", tables)] == [13]
        found = cells.read("How many loans have a shelf?", tables, TODAY)
        assert isinstance(found, cells.NotUnderstood)  # "a" is no value without its column before it


def answered(question: str, tables: cells.Tables) -> cells.Cells:
    found = cells.answer_now(question, tables, TODAY)
    assert isinstance(found, cells.Cells), str(found)
    return found


def test_a_redundant_word_declines_and_the_query_without_it_is_offered(tables: cells.Tables) -> None:
    found = cells.read("What is the total amount in the North region?", tables, TODAY)
    assert isinstance(found, cells.NotUnderstood) and found.closest is not None
    assert found.closest == cells.read("What is the total amount in North?", tables, TODAY)


def test_two_readings_decline_and_both_are_named(tables: cells.Tables) -> None:
    found = cells.read("total amount of North and South", tables, TODAY)
    assert isinstance(found, cells.NotUnderstood)
    assert len(found.readings) == 2


@pytest.mark.parametrize(
    "question",
    [
        "What share of orders were cancelled in North?",
        "total temperature in May 2024",
        "Which month had the highest temperature?",
        "What was the average amount per day?",
    ],
)
def test_a_sum_or_rank_that_the_measure_does_not_allow_is_not_made(tables: cells.Tables, question: str) -> None:
    found = cells.read(question, tables, TODAY)
    assert isinstance(found, cells.NotUnderstood)
    assert found.reason


def test_a_count_of_things_that_have_several_rows_asks_which_is_meant() -> None:
    visits = tuple((f"P{number % 5}", f"2024-01-{number + 1:02}", number * 1.5) for number in range(20))
    with cells.load([cells.Rows("patients", ("patient_id", "date", "weight_kg"), visits)]) as tables:
        assert isinstance(cells.read("How many patients are there?", tables, TODAY), cells.NotUnderstood)


QUESTIONS = (
    "How many orders were there in May 2024?",
    "What is the total amount in North?",
    "What is the average amount per region in 2024?",
    "Which region had the highest total amount in 2023?",
    "Top 3 products by total quantity",
    "What share of orders in North were cancelled?",
    "How many more orders did North have than South?",
    "On how many days was the temperature above 20?",
    "Which countries have a population over 5000?",
    "Compare total amount of North and South",
    "total rainfall in June 2024 compared with July 2024",
    "Which customers had a total amount over 3000?",
)
OTHERS = vocabulary(
    "purple revenue not only total average highest lowest most region product customer amount quantity temperature "
    "rainfall sky North Chair clear cancelled 2023 7 month week top share different each by between before after "
    "yesterday Borealia country orders weekday median than or and per other total sum Customer placed"
)


def sql(question: str, seen: tuple[View, ...]) -> str:
    found = read_question(question, seen, TODAY)
    return found.text if isinstance(found, cells.Sql) else ""


@settings(max_examples=300, deadline=None)
@given(question=st.sampled_from(QUESTIONS), word=st.sampled_from(OTHERS), place=st.integers(0, 12))
def test_a_word_put_in_changes_the_query_or_declines(
    seen: tuple[View, ...], question: str, word: str, place: int
) -> None:
    words = question.split()
    mutated = " ".join([*words[:place], word, *words[place:]])
    if stem(word) not in STOP:
        assert sql(mutated, seen) != sql(question, seen)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_word_taken_out_changes_the_query_or_declines(seen: tuple[View, ...], question: str) -> None:
    whole = sql(question, seen)
    assert whole
    for token in tokens(question):
        if token.content and token.low not in ("many", "2024", "2023", "may"):
            without = question[: token.start] + question[token.end :]
            assert sql(without, seen) != whole, without


@settings(max_examples=200, deadline=None)
@given(text=st.lists(st.sampled_from([*" ".join(QUESTIONS).split(), *OTHERS, "?", "-", "€", "5%"]), max_size=14))
def test_any_words_are_read_or_declined(seen: tuple[View, ...], text: list[str]) -> None:
    found = read_question(" ".join(text), seen, TODAY)
    assert isinstance(found, cells.Sql | cells.NotUnderstood)
    assert str(found)
