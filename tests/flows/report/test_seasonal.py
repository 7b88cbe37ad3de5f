"""How measures go together is told within the seasons too, where the whole year hides it."""

from __future__ import annotations

import datetime
import math
import random

import pytest

from indagate.flows.report.files import Calculation, Finding, Label, Language, Number
from indagate.flows.report.methods import calculate
from indagate.flows.report.wording import Mates, Subject, brief
from indagate.tools.tables.table import Rows


def days(inside: float, winter: float, wet: float = 3.0) -> Rows:
    """Return four years of days of a warm and a wet season, and how much of one day's warmth is in its rain."""
    chance = random.Random(8)
    rows = []
    for number in range(1461):
        day = datetime.date(2012, 1, 1) + datetime.timedelta(days=number)
        season, noise = -math.cos(2 * math.pi * number / 365.25), chance.gauss(0, 1)
        share = winter if day.month in (12, 1, 2) else inside
        rows.append(
            (day.isoformat(), 15 + 8 * season + 2 * noise, 5 - wet * season + share * noise + chance.gauss(0, 1))
        )
    return Rows(("x", "one", "other"), tuple(rows))


def told(rows: Rows, language: Language) -> str:
    found = calculate("relation", rows, {"order": "time"})
    numbers = tuple(Number(name, value, "") for name, value in found.numbers.items())
    labels = tuple(Label(name, text) for name, text in found.labels.items())
    done = Calculation("c1", "relation", "q1", (("order", "time"),), numbers, labels, None)
    way = "up" if found.numbers["coefficient"] > 0 else "down"
    finding = Finding("f1", "relation", "d1", "s1", "town", "warmth", "c1", 1.0, None, "high", "", "rain", "", way, 0)
    short = brief(finding, done, Subject("warmth"), "rain", Mates(), language)
    assert short is not None
    return short[1].text


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "; but high and low together in December to February ("), ("ru", "; но прямая: декабрь – февраль (")],
)
def test_a_relation_that_is_the_other_way_in_a_season_is_told_so(language: Language, text: str) -> None:
    """Warm is dry over the year, and mild winter days are wet."""
    assert text in told(days(-0.5, 0.8), language)


def test_what_only_the_common_season_makes_is_told_beside_what_is_within_months() -> None:
    """Within a month warmth and rain have nothing to do with each other."""
    assert "; within a month of the year " in told(days(0.0, 0.0), "en")


def test_seasons_of_both_ways_are_told_where_the_year_has_none() -> None:
    """One of them alone would make the other seasons look as if there were nothing in them."""
    text = told(days(-0.3, 0.9, wet=0.0), "en")
    assert text.startswith("No relation of ")
    assert "; but high and low together in December to February (" in text
    assert "; opposite ways in March to May (" in text


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "; but not to be told from chance in December to February ("), ("ru", "; но от случайной не отличить: ")],
)
def test_a_season_in_which_a_sure_relation_is_not_there_is_told(language: Language, text: str) -> None:
    """They go together in the rest of the year only."""
    assert text in told(days(0.8, 0.0, wet=0.0), language)
