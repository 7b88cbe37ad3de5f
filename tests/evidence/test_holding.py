"""Numbers of a statement against quotes: what holds them, also in texts of thousands of numbers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from indagate.evidence.holding import missing_numbers
from indagate.evidence.quantity import quantities

MANY = 5_000


@pytest.mark.parametrize(
    ("statement", "quote", "missing"),
    [
        ("It is 5 km long.", "Its length is 5000 m.", []),
        ("It is 5 km long.", "Its length is 5001 m.", []),
        ("It is 5.0 km long.", "Its length is 5060 m.", ["5.0 km"]),
        ("It is 25 %.", "A quarter of it.", []),
        ("A quarter of it.", "It is 25 %.", []),
        ("A quarter of it.", "It is 26 %.", ["A quarter"]),
        ("It fell by 5 %.", "The change was -5 %.", []),
        ("It rose by 5 %.", "The change was -5 %.", ["5 %"]),
        ("It takes 52 minutes, from 71 before.", "It takes 71 minutes; 52 minutes now.", []),
        ("It takes 52 minutes, from 71 before.", "It takes 71 km. 52 minutes now.", ["71"]),
        ("Of 33 villages 5 km apart.", "There are 33 km and 5 km.", ["33"]),
        ("Laubbäume schon bei 60 statt bei 80 cm.", "Erst ab 80 cm, nun ab 60 cm.", []),
        ("Im Jahr stieg die Dauer auf 71 gegenüber zuvor 52 Minuten.", "71 Minuten, 52 Minuten", []),
        ("In 33 kleinen Dörfern sind es 5 km.", "Es sind 33 km und 5 km.", ["33"]),
        ("In 33 kleinen und großen Dörfern sind es 5 km.", "Es sind 33 km und 5 km.", ["33"]),
        ("In 33 alten, kleinen Dörfern sind es 5 km.", "Es sind 33 km und 5 km.", ["33"]),
        ("Die Dauer fiel auf 52 Minuten, von 71 im Mai.", "71 Minuten, 52 Minuten", []),
        ("Die 33 Dörfer liegen 5 km entfernt.", "Es sind 33 km und 5 km.", ["33"]),
        ("It costs 3 million EUR.", "From 2 to 3 million EUR.", []),
        ("It is 40 km/h.", "It is 40 km a day.", ["40 km/h"]),
        ("It opens at 10:30.", "Open from 10:30 to 12:00.", []),
        ("It opens at 10:31.", "Open from 10:30.", ["10:31"]),
        ("By RFC 9110.", "By RFC 9112.", ["RFC 9110"]),
        ("By RFC 9110.", "By the law.", []),
        ("On 12 March 2019.", "In 2019, on March 12.", []),
        ("On 12 March 2019.", "On 12 March 2018.", ["12 March 2019"]),
        ("In the 5th year.", "After 5 years; the 5.", []),
        ("In 2019.", "On 12 March 2019.", []),
    ],
)
def test_numbers_are_held_in_other_words_units_and_places(statement: str, quote: str, missing: list[str]) -> None:
    """In one quote, or with a quote beside it that says nothing of the matter."""
    assert missing_numbers(statement, quote) == missing
    assert missing_numbers(statement, "Nothing.", quote) == missing


def bare(draw: random.Random) -> str:
    return "\n".join(f"{draw.randint(0, 99_999) / 100}" for _ in range(MANY))


def row(draw: random.Random) -> str:
    return " ".join(str(draw.randint(0, 99_999)) for _ in range(MANY)) + "."


def prose(draw: random.Random) -> str:
    told = (f"Pump {n} moved {draw.randint(1, 9999)} l in {draw.randint(1, 99)} min." for n in range(MANY // 2))
    return " ".join(told)


def dated(draw: random.Random) -> str:
    return "\n".join(f"2025-01-{n % 28 + 1:02d},{draw.randint(0, 99_999) / 100}" for n in range(MANY // 2))


def mixed(draw: random.Random) -> str:
    return ", ".join(f"{draw.randint(1, 999)} {'km' if n % 2 else ''}" for n in range(MANY))


@pytest.mark.parametrize("text", [bare, row, prose, dated, mixed])
def test_thousands_of_numbers_are_read_and_compared_in_seconds(text: Callable[[random.Random], str]) -> None:
    """Each with each would take a minute of processor time; what was changed in one place of the thousands is found."""
    told = text(random.Random(7))
    began = time.process_time()
    found = quantities(told)
    assert len(found) > MANY / 2
    assert missing_numbers(told, told) == []
    number = found[len(found) * 2 // 3].text
    assert missing_numbers(told.replace(number, "1234567.5", 1), told) != []
    assert time.process_time() - began < 8
