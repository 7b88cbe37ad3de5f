"""The short form, function by function: what each kind of number and word of a note is taken for."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from flows.notes.talk import TODAY
from indagate.flows.notes.domain import Activity, Domain, Measure, domains
from indagate.flows.notes.entry import Reading
from indagate.flows.notes.shortform import lexicon_of, numbers, read_note, tokens
from indagate.flows.notes.unit import converted, dimension, factor, is_unit, number, unit_of, units_like

ALL = tuple(domains().values())
Value = tuple[str, str, float | None, str]


def read(text: str, day: date = TODAY) -> Reading:
    return read_note(text, day, ALL)


def values(text: str) -> list[Value]:
    return [(one.what, one.measure, one.value, one.unit) for one in read(text).entries]


RUN, SLEEP = ("run", "distance", 5.0, "km"), ("sleep", "duration", 7.5, "h")


@pytest.mark.parametrize(
    ("text", "found", "unread"),
    [
        ("ran 5 km, slept 7h30", [RUN, SLEEP], ()),
        ("ran 5 km. slept 7h30", [RUN, SLEEP], ()),
        ("ran 5 km (slept 7h30)", [RUN, SLEEP], ()),
        ("ran 5 km & slept 7h30", [RUN, SLEEP], ()),
        ("ran 5 km\nslept 7h30", [RUN, SLEEP], ()),
        ("ran 5 km, 28 min", [RUN, ("run", "duration", 28.0, "min")], ()),
        ("ran, 5 km", [("run", "", None, ""), RUN], ()),
        ("ran 5 km, wow, slept 7h30", [RUN], ("7h30",)),
        ("ran 5 km, Tom 3 km, slept 7h30", [RUN], ("Tom", "3 km", "7h30")),
        ("ran 5 km with Tom. slept 7h30", [SLEEP], ("Tom", "5 km")),
        ("slept 8 h 15", [("sleep", "duration", 8.25, "h")], ()),
        ("slept 450 min", [("sleep", "duration", 7.5, "h")], ()),
        ("ran 5000 m", [RUN], ()),
        ("ran 5,5 km", [("run", "distance", 5.5, "km")], ()),
        ("ran 1.200 km", [], ("1.200 km",)),
        ("ran 5", [], ("5",)),
        ("5 km", [], ("5 km",)),
        ("ran 5 kg", [], ("5 kg",)),
        ("ran 5 km 6 km", [], ("5 km", "6 km")),
        ("tempo 5 km", [RUN], ()),
        ("tempo race 5 km", [], ("5 km",)),
        ("bench squat 80 kg", [], ("80 kg",)),
        ("bench 80 kg 5x5 3x3", [], ("80 kg", "5x5", "3x3")),
        ("bench 5x5 kg", [], ("5x5 kg",)),
        ("mood 7", [("mood", "level", 7.0, "")], ()),
        ("mood 7 8", [], ("7", "8")),
        ("mood level 7", [("mood", "level", 7.0, "")], ()),
        ("ran - 5 km", [], ("-", "5 km")),
        ("run: 5 km", [RUN], ()),
    ],
)
def test_a_part_is_read_if_there_is_one_way_to_take_it(text: str, found: list[Value], unread: tuple[str, ...]) -> None:
    told = read(text)
    assert (values(text), told.unread) == (found, unread)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("coffee 3,50 €", 3.5), ("coffee €3.50", 3.5), ("coffee 3 x 2 €", 6.0), ("lunch 12", 12.0),
        ("rent 1k EUR", 1000.0),
        ("rent 1 k EUR", None), ("rent 1k km", None), ("coffee € much", None), ("coffee 3 x 1.200 €", None),
        ("coffee 3 x 0.333333333 €", 0.999999 + 1e-6),
    ],
)  # fmt: skip
def test_money_is_read_with_its_sign_on_either_side_counted_and_in_thousands(text: str, amount: float | None) -> None:
    assert [one.value for one in read(text).entries] == ([] if amount is None else [amount])


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("slept 23:10-6:40", 450), ("slept 22.30 to 6.00", 450), ("slept 0:00 – 7:30", 450),
        ("slept 23:00 until 23:00", 0),
        ("slept 7h", 420), ("slept 7h05", 425), ("slept 7 h 30 min", 450), ("slept 7h 30m", 450),
    ],
)  # fmt: skip
def test_how_long_it_was_is_read_from_a_range_of_the_clock_or_hours(text: str, minutes: int) -> None:
    assert [round((one.value or 0) * 60) for one in read(text).entries] == [minutes]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("yesterday ran 5 km", TODAY - timedelta(1)), ("ran 5 km on 3 October", date(2026, 10, 3)),
        ("ran 5 km today", TODAY), ("ran 5 km tomorrow", None), ("ran 5 km last week", None),
        ("ran 5 km on 3 October 2024", None), ("yesterday ran 5 km, today 3 km", None), ("ran 5 km?", None),
        ("did I run 5 km? yes", None), ("ran 5 km on 1 November 2025", date(2025, 11, 1)),
    ],
)  # fmt: skip
def test_a_note_tells_of_one_day_that_has_been(text: str, day: date | None) -> None:
    """Of several days, of one to come or of one more than a year ago nothing is read, and the numbers are named."""
    told = read(text)
    assert [one.date for one in told.entries] == ([day] if day else [])
    assert day or any("5" in one for one in told.unread)


def test_what_is_said_and_named_is_kept_with_the_value() -> None:
    """The part's own words, the domain, the kind and the time of day."""
    one, other = read("7:30 tempo 5 km, slept 7h30").entries
    assert (one.said, one.domain, one.kind, one.time, one.date) == (
        "7:30 tempo 5 km",
        "running",
        "tempo",
        "07:30",
        TODAY,
    )
    assert (other.said, other.domain, other.kind, other.time) == ("slept 7h30", "recovery", "", "")


def test_pieces_stand_where_they_are_and_those_with_digits_are_numbers() -> None:
    found = tokens("ran 5 km, 7:30")
    assert [(one.kind, one.text) for one in found] == [
        ("word", "ran"), ("number", "5"), ("word", "km"), ("stop", ","), ("clock", "7:30")
    ]  # fmt: skip
    assert all("ran 5 km, 7:30"[one.start : one.end] == one.text for one in found)
    assert [one.text for one in numbers("ran 5 km, 7:30")] == ["5", "7:30"]


DOMAIN = Domain(
    "garden", "", {"water": ("watering can", "watered"), "hose": ("garden hose",)},
    (
        Activity("water", ("hose",), {"volume": Measure("L"), "cans": Measure(words=("can of",), bare=True)}),
        Activity("pest_control", (), {"count": Measure(bare=True)}),
    ),
)  # fmt: skip


def test_the_longest_phrase_that_is_known_is_taken() -> None:
    known = lexicon_of([DOMAIN])
    assert known.at(["watering", "can", "x"], 0)[0] == 2 and known.at(["x", "watered"], 1)[0] == 1
    assert known.at(["watering"], 0) == (0, []) and known.at([], 0) == (0, [])
    assert known.named("I watered by garden hose, then pest control") == {"water", "pest_control"}
    assert known.named("the watering of a can") == frozenset()
    assert known.longest == 2 and {one[2] for one in known.at(["garden", "hose"], 0)[1]} == {"hose"}
    assert known.measures[("can", "of")] == {("water", "cans")}


def test_only_words_that_mean_something_else_are_read_again() -> None:
    before, after = lexicon_of([DOMAIN]), lexicon_of([DOMAIN, ALL[0]])
    assert before.changed(before) == set()
    assert before.changed(after) == after.changed(before) != set()
    assert not {"watered", "water", "garden"} & before.changed(after)
    assert "can" in before.changed(lexicon_of([])) and "watering" in before.changed(lexicon_of([]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("watered 12 L", [("water", "volume", 12.0, "L")]), ("hose 3", [("water", "cans", 3.0, "")]),
        ("watered can of 3", [("water", "cans", 3.0, "")]), ("watered volume 3", []), ("can of 3", []),
        ("watered can of", []), ("watered can of 12 L", []), ("watered 500 ml", [("water", "volume", 0.5, "L")]),
        ("watered 3k L", []), ("watered 2k", [("water", "cans", 2000.0, "")]),
        ("pest control 3", [("pest_control", "count", 3.0, "")]),
        ("watered", [("water", "", None, "")]), ("watered pest control 3", []), ("watered can of count 3", []),
    ],
)  # fmt: skip
def test_a_value_is_of_the_measure_that_its_unit_or_word_names(text: str, found: list[Value]) -> None:
    told = read_note(text, TODAY, [DOMAIN])
    assert [(one.what, one.measure, one.value, one.unit) for one in told.entries] == found
    assert bool(told.unread) is (not found and any(map(str.isdigit, text)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,200", 1200), ("1,5", 1.5), ("12.50", 12.5), ("1.200", None), ("0.123", 0.123), ("1,234,567.8", 1234567.8),
        ("12,34,56", None), ("1234567890123456", None), ("123456789012345", 123456789012345), ("12,345", 12345),
        ("1,2345", None), ("7", 7),
    ],
)  # fmt: skip
def test_a_number_that_may_be_two_is_none(text: str, value: float | None) -> None:
    assert number(text) == value


def test_units_have_one_spelling_measure_one_thing_and_are_converted_within_it() -> None:
    assert [unit_of(word) for word in ("Miles", "min.", "€", "Std", "zł", "km", "parrots")] == [
        "mi", "min", "EUR", "h", "PLN", "km", ""
    ]  # fmt: skip
    assert [dimension(unit) for unit in ("km", "EUR", "money", "h", "bpm", "mites", "")] == [
        "length", "money", "money", "time", "pulse", "mites", ""
    ]  # fmt: skip
    assert (is_unit("money"), is_unit("km"), is_unit("parrots")) == (True, True, False)
    assert units_like("km") == ("km", "mi", "m", "cm") and units_like("parrots") == ()
    assert factor("h", "min") == 60 and factor("h", "km") is None and factor("x", "x") is None
    assert (converted(2, "h", "min"), converted(2, "h", "km"), converted(3, "x", "x")) == (120, 2, 3)
    assert converted(1, "mi", "km") == 1.609344 and converted(5, "km", "m") == 5000
