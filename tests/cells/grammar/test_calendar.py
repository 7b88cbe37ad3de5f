"""Days and periods in words, in three languages, as seen from one Sunday."""

from datetime import date

import pytest

from indagate.cells.grammar.calendar import BEGINNING, END, periods

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("on 3 May 2024", "2024-05-03", "2024-05-03"),
        ("May 5th, 2024", "2024-05-05", "2024-05-05"),
        ("in May", "2026-05-01", "2026-05-31"),
        ("in December", "2025-12-01", "2025-12-31"),
        ("from May to July 2024", "2024-05-01", "2024-07-31"),
        ("between 3 and 5 May", "2026-05-03", "2026-05-05"),
        ("October 1 to 7", "2026-10-01", "2026-10-07"),
        ("2019 to 2021", "2019-01-01", "2021-12-31"),
        ("last week", "2026-11-09", "2026-11-15"),
        ("in the past week", "2026-11-16", "2026-11-22"),
        ("the last 10 days", "2026-11-13", "2026-11-22"),
        ("3 days ago", "2026-11-19", "2026-11-19"),
        ("on Tuesday", "2026-11-17", "2026-11-17"),
        ("the third quarter of 2023", "2023-07-01", "2023-09-30"),
        ("the first half of 2024", "2024-01-01", "2024-06-30"),
        ("in summer 2024", "2024-06-01", "2024-08-31"),
        ("the week of 24 August", "2026-08-24", "2026-08-30"),
        ("since the start of September", "2026-09-01", "9999-12-31"),
        ("from April to the end of October 2025", "2025-04-01", "2025-10-31"),
        ("с начала июля", "2026-07-01", "9999-12-31"),
        ("week 23 of 2024", "2024-06-03", "2024-06-09"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("10/25/2026", "2026-10-25", "2026-10-25"),
        ("vor zwei Wochen", "2026-11-08", "2026-11-08"),
        ("im letzten Monat", "2026-10-01", "2026-10-31"),
        ("am 5. Mai 2023", "2023-05-05", "2023-05-05"),
        ("2. Quartal 2023", "2023-04-01", "2023-06-30"),
        ("29.10.", "2026-10-29", "2026-10-29"),
        ("в мае 2023", "2023-05-01", "2023-05-31"),
        ("с 3 по 5 мая", "2026-05-03", "2026-05-05"),
        ("в прошлом месяце", "2026-10-01", "2026-10-31"),
        ("неделю назад", "2026-11-15", "2026-11-15"),
        ("за последние 3 дня", "2026-11-20", "2026-11-22"),
    ],
)
def test_a_period_in_words_is_read_as_its_days(text: str, first: str, last: str) -> None:
    (period,) = periods(text, TODAY)
    assert (str(period.first), str(period.last)) == (first, last)


def test_open_periods_have_one_bound() -> None:
    (since,) = periods("since March 2023", TODAY)
    assert (since.first, since.last) == (date(2023, 3, 1), END)
    (before,) = periods("before 2020", TODAY)
    assert (before.first, before.last) == (BEGINNING, date(2019, 12, 31))


@pytest.mark.parametrize(
    "text",
    [
        "early May",
        "at the end of July",
        "the first half of October",
        "the first ten days of October",
        "the seventeenth of July",
        "next Friday",
        "second of September",
        "двадцать девятого октября",
        "в конце мая",
        "первая половина сентября",
    ],
)
def test_a_part_of_a_period_that_is_not_read_is_not_taken_for_the_whole(text: str) -> None:
    assert periods(text, TODAY) == ()


@pytest.mark.parametrize("text", ["I may sing", "on weekends", "3/4/2026", "31 June 2024"])
def test_what_names_no_day_or_two_is_not_read_as_a_day(text: str) -> None:
    assert not any(period.unit == "day" for period in periods(text, TODAY))
