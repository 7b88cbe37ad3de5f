"""Dates that documents give for themselves."""

from __future__ import annotations

from datetime import date

import pytest

from indagate.corpus import dateline
from indagate.corpus.extract import extract


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Adopted on 12 March 2024", date(2024, 3, 12)),
        ("Last updated: 2023-05-01", date(2023, 5, 1)),
        ("Printed in May 2019", date(2019, 5, 1)),
        ("Fassung vom 3. Mai 2021", date(2021, 5, 3)),
        ("Stand: 12.03.2024", date(2024, 3, 12)),
        ("Издание: 3 мая 2023 года", date(2023, 5, 3)),
        ("Утверждено от 1 июня 2020", date(2020, 6, 1)),
        ("Издан 3 мая 2023 года", date(2023, 5, 3)),
        ("Second edition, printed in May 2019", date(2019, 5, 1)),
    ],
)
def test_a_document_says_when_it_was_made(line: str, expected: date) -> None:
    """In its first lines or its last, in any of the languages."""
    found = dateline.stated(line)
    assert found is not None
    assert found[0] == expected
    for text in (
        f"Minutes of the board\n{line}\n\nThe board met.",
        f"Minutes of the board\n\nThe board met.\n\n{line}\n",
    ):
        assert extract(text.encode(), "minutes.txt").published == expected


@pytest.mark.parametrize(
    "line",
    [
        "The Marten was launched on 6 June 2022.",
        "Version 15.20 of the program",
        "It was adopted by 12 members.",
        "The bridge was closed, issued on 2 July 2024.",
        "It was so in the years 2016, 2017.",
        "Update",
    ],
)
def test_other_dates_are_not_the_documents(line: str) -> None:
    """What happened on a day does not date the page that tells of it."""
    assert extract(f"{line}\n\nMore words follow here.".encode(), "a.txt").published is None


def test_a_year_that_ends_a_title_dates_a_document_and_one_that_ends_a_reference_does_not() -> None:
    """The first lines speak of the document, its last ones of what it leans on."""
    title, reference = "Harbour office, guide for guests, 2017", "Havn and Sand, Tides of the sound, 1998"
    told = "\n\n".join(f"The ferry runs on day {day}." for day in range(1, 30))
    assert extract(f"{title}\n\n{told}".encode(), "a.txt").published == date(2017, 1, 1)
    assert extract(f"Guide for guests\n\n{told}\n\n{reference}".encode(), "a.txt").published is None


def test_a_date_in_the_front_matter_goes_before() -> None:
    """What is stated apart is meant."""
    text = "---\ndate: 2025-02-03\n---\nAdopted on 12 March 2024\n"
    assert extract(text.encode(), "a.md").published == date(2025, 2, 3)
