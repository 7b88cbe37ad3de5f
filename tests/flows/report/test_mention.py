"""Where a query names what it asks for, and in which order that is answered."""

from __future__ import annotations

import pytest

from indagate.flows.report.mention import asked_of, place_of
from indagate.flows.report.synonym import called_in
from indagate.flows.report.wish import aspect_places, wish_of


def test_a_thing_is_found_where_it_is_named_first_by_any_of_its_names() -> None:
    """By a word of its heading, by what else it is called; what is not named stands behind everything."""
    query = "How did driving and the price of petrol change?"
    assert query[place_of("driving", query) :].startswith("driving")
    assert query[place_of("gas", query) :].startswith("petrol")
    assert place_of("steel", query) == len(query)


@pytest.mark.parametrize(
    ("query", "only_said_of"),
    [
        ("How did the museum's visitors develop?", True),
        ("How did visitors of the museum develop?", True),
        ("How did the museum and its visitors develop?", False),
        ("How did visitors develop, and how did the museum change?", False),
    ],
)
def test_a_whole_that_is_named_for_its_part_is_told_from_one_that_is_asked_for(
    query: str, *, only_said_of: bool
) -> None:
    """The museum's visitors are asked for, not everything about the museum."""
    assert asked_of("museum", "visitors", query) is only_said_of


def test_sides_are_asked_for_in_the_order_of_their_words() -> None:
    """Which grew most asks who did, not how all developed; by month says how finely, unless nothing changes."""
    places = aspect_places("How did sales change, and which shops grew most?")
    assert places["series"] < places["compare"]
    places = aspect_places("Which shops have the most sales, and how did prices change?")
    assert places["compare"] < places["series"]
    assert "series" not in aspect_places("Which shops grew most?")
    assert not wish_of("How did sales change by month?").seasons
    assert wish_of("What are sales by month?").seasons


@pytest.mark.parametrize(
    ("title", "called"),
    [("gas", "the price of petrol"), ("miles", "driving"), ("CO2", "carbon dioxide"), ("CPI", ""), ("prices", "")],
)
def test_a_terse_heading_is_called_as_the_query_calls_it_unless_it_is_only_near_that(title: str, called: str) -> None:
    """An index of prices is near inflation, but no inflation."""
    query = "How did driving, inflation, carbon dioxide and the price of petrol change, and what of prices?"
    assert called_in(title, query) == called
