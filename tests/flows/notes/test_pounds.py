"""A notebook in pounds and miles of somebody who works for clients: units, other people's values, hours, payments."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said
from indagate.flows.notes.measure import POUND
from indagate.flows.notes.offline.holiday import with_holidays

TODAY = date(2026, 10, 21)  # a Wednesday
DIARY = """
2026-07-03 201.5 lb to start; bench 3x5 155 lb
2026-07-06 Bench 3x5 @ 160; hex bar pulls 3x5 @ 185
2026-07-08 invoiced Larkspur $1,900; 3.5h on Larkspur
2026-07-11 hiked Stone Ridge with my cousin Ray: he did 9 miles, I turned around at 4.5
2026-07-13 ran 2 miles in 20:00; billed 2 hours to Larkspur
2026-07-20 Larkspur paid the $1,900
2026-07-24 vet: Waffles weighs 48 lb, shots $95
2026-08-03 199.0 on the scale; bench 2x3 170 lb
2026-08-07 Fennel & Co: 4 h; Ray benched 225
2026-08-12 filled up the truck $61.40; diner, lunch with Ray, $22
2026-08-19 Fennel & Co paid $750
2026-08-24 went to bed with a cold, no run
2026-08-25 still sick
2026-09-01 ran 3.1 mi in 29:30, first one after the cold
2026-09-05 correction: the run on Tuesday was 3 miles, not 3.1
2026-09-07 196.2 lb this morning; slept 8h
2026-09-14 goal for November: bench 185
2026-09-21 Rosie has a fever of 102
2026-10-05 gas $40; 5k with the kids, 3.1 mi in 31:10
2026-10-12 194.4 lbs this morning; bench 1x1 180
2026-10-14 signed up for the pumpkin dash on Nov 7, $25 entry; returned the yoga mat, got $20 back
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with the diary."""
    return keep(tmp_path_factory.mktemp("pounds"), DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What is my best bench?", "180 lb on 12 October 2026"),
        ("When did I first bench 165 or more?", "The first time was 3 August 2026"),
        ("What's the lightest I've been?", "194.4 lb on 12 October 2026"),
        ("Am I losing weight?", "Yes, down"),
        ("How often did I weigh myself in September?", "1 time"),
        ("How many days did I lift in July?", "2 times"),
    ],
)
def test_a_load_without_a_unit_is_in_that_of_its_like_and_answers_are_told_in_it(
    home: Path, question: str, begins: str
) -> None:
    """Who writes pounds is answered in pounds; a dog's weight is nobody else's."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What's my longest hike?", "4.5 mi on 11 July 2026"),
        ("What was the longest hike Ray did?", "Of Ray, in your notes: 9 mi"),
        ("How much does Waffles weigh?", "Of Waffles, in your notes: 48 lb"),
        ("How much did Ray bench?", "Of Ray, in your notes: 225 lb"),
        ("What was my pace on July 13?", "10:00 min/mi"),
        ("How far did I run on September 1?", "3 mi"),
        ("My quickest 3 miles?", "29 min 30 s"),
        ("How many times did I do yoga?", "No data"),
        ("When was I last ill?", "The last time was 25 August 2026"),
    ],
)
def test_what_others_did_in_the_same_line_is_theirs_and_distances_are_in_miles(
    home: Path, question: str, begins: str
) -> None:
    """One who turned around earlier walked less than the one he walked with."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How many hours have I put into Larkspur?", "5 h 30 min"),
        ("How many hours did I bill in July?", "5 h 30 min"),
        ("How much have my clients paid me?", "2650 $"),
        ("When did Larkspur last pay me?", "The last time was 20 July 2026"),
        ("How much did Larkspur pay me in October?", "No data"),
        ("How much have I invoiced so far?", "1900 $"),
        ("When I fill up the truck, what does it cost on average?", "50.7 $"),
        ("How much did I pay for the pumpkin dash?", "25 $"),
        ("What did I spend on eating out in August?", "22 $"),
    ],
)
def test_clients_are_worked_for_and_pay_and_an_invoice_is_no_expense(home: Path, question: str, begins: str) -> None:
    """Hours with a name are work for it; money that somebody else paid for an invoice is income."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("I had a cold in August. What day did I go running again?", "The first time was 1 September 2026"),
        ("What did I weigh on Labor Day?", "196.2 lb"),
        ("How many runs have I done since Labor Day?", "1 run"),
        ("What bench am I going for in November?", "185 lb"),
        ("How much did I spend on days I ran or lifted?", "40 $"),
        ("where is my bench headed", "up, rising"),
    ],
)
def test_events_and_holidays_name_days_and_what_one_goes_for_is_a_plan(home: Path, question: str, begins: str) -> None:
    """An aside tells after what it was; a holiday is a day of the calendar."""
    assert said(home, question, TODAY).startswith(begins)


def test_a_holiday_is_the_latest_one_that_is_not_to_come() -> None:
    """Thanksgiving asked for in October is last year's; Easter moves."""
    told = with_holidays("since Easter and before Thanksgiving, for Halloween", TODAY)
    assert told == "since April 5, 2026 and before November 27, 2025, for Halloween"


def test_a_correction_without_units_changes_the_value_in_its_own_unit(tmp_path: Path) -> None:
    """Of a lift in pounds 145 instead of 150 is in pounds."""
    home = keep(tmp_path, "2026-10-12 bench 1x3 150 lb\n2026-10-13 correction: yesterday's bench was 145, not 150")
    assert said(home, "How much did I bench on October 12?", TODAY).startswith("145 lb")


def test_loads_without_any_unit_stay_as_they_are_where_nothing_speaks_for_pounds(tmp_path: Path) -> None:
    """In a notebook in kilograms a bare load is one of kilograms."""
    home = keep(tmp_path, "2026-10-10 squat 3x5 80 kg\n2026-10-13 squat 3x5 @ 85")
    assert said(home, "What is my best squat?", TODAY).startswith("85 kg")
    assert not said(home, "What is my best squat?", TODAY).startswith(f"{85 * POUND:.2f}")
