"""A query in one language finds headings in another, and shortened ones."""

from __future__ import annotations

import pytest

from indagate.flows.report.synonym import alike


@pytest.mark.parametrize(
    ("heading", "query"),
    [
        ("lifeExp", "Как связаны доход и продолжительность жизни?"),
        ("gdpPercap", "Как связаны доход и продолжительность жизни?"),
        ("unemp", "Обзор: рост, инфляция и безработица"),
        ("Население, тыс. чел.", "How did population change?"),
        ("Miles_per_Gallon", "What determines the fuel economy of cars?"),
        ("выручка", "What were the sales?"),
    ],
)
def test_the_same_thing_is_found_by_another_name(heading: str, query: str) -> None:
    """Joined and shortened words, and those of the other language."""
    assert alike(heading, query)


@pytest.mark.parametrize(
    ("heading", "query"),
    [("pop", "Обзор инфляции"), ("popcorn", "How many people?"), ("temp_max", "the price of wind")],
)
def test_different_things_stay_apart(heading: str, query: str) -> None:
    """Nothing is taken for another thing because its letters begin alike."""
    assert not alike(heading, query)
