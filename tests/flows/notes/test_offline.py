"""The offline rules, by tables of sentences: dates, quantities, what a note tells, what an input is."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.flows.notes.ask import RouteQuestion
from indagate.flows.notes.domain import domains
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import measures
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.offline.question import understand
from indagate.flows.notes.offline.route import route
from indagate.flows.notes.offline.shift import stays

TODAY = date(2026, 11, 1)  # a Sunday
LEXICON = Lexicon(domains().values())


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("yesterday", "2026-10-31", "2026-10-31"),
        ("позавчера", "2026-10-30", "2026-10-30"),
        ("last Tuesday", "2026-10-27", "2026-10-27"),
        ("в прошлую субботу", "2026-10-31", "2026-10-31"),
        ("on Sunday", "2026-10-25", "2026-10-25"),
        ("next Sunday", "2026-11-08", "2026-11-08"),
        ("3 Nov", "2025-11-03", "2025-11-03"),
        ("5–7 мая", "2026-05-05", "2026-05-07"),
        ("с 3 по 5 мая", "2026-05-03", "2026-05-05"),
        ("between 1 and 15 June", "2026-06-01", "2026-06-15"),
        ("два дня назад", "2026-10-30", "2026-10-30"),
        ("vor zwei Wochen", "2026-10-18", "2026-10-18"),
        ("in the second week of May", "2026-05-08", "2026-05-14"),
        ("the week of 14 October", "2026-10-12", "2026-10-18"),
        ("this month", "2026-11-01", "2026-11-01"),
        ("the last 3 days", "2026-10-30", "2026-11-01"),
        ("since July", "2026-07-01", "2026-11-01"),
        ("летом", "2026-06-01", "2026-08-31"),
        ("Q2 2026", "2026-04-01", "2026-06-30"),
    ],
)
def test_days_and_periods_in_words(text: str, first: str, last: str) -> None:
    """Three languages, seen from a Sunday."""
    found = moments(text, TODAY)
    assert [(str(one.first), str(one.last)) for one in found] == [(first, last)]


@pytest.mark.parametrize("text", ["I may run", "ran 5 km", "she sat down", "29.10 eur", "3x5", "a fast second half"])
def test_what_is_no_date(text: str) -> None:
    """Words that only look like parts of a calendar."""
    assert moments(text, TODAY) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bench 3x5 80kg", [("sets", 3), ("mass", 80)]),
        ("7h40", [("time", 460)]),
        ("полтора часа", [("time", 90)]),
        ("42 € groceries", [("money", 42)]),
        ("1 250 ₽", [("money", 1250)]),
        ("5/10", [("level", 5)]),
        ("3 miles", [("length", 4.828)]),
        ("5:12 min/km", [("pace", 5.2)]),
        ("6,5 ч", [("time", 390)]),
    ],
)
def test_quantities(text: str, expected: list[tuple[str, float]]) -> None:
    """Values come in the canonical unit of their dimension."""
    assert [(one.kind, round(one.value, 3)) for one in measures(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bench 3x5 80kg, squat 3x5 100kg", [("bench", "", 80), ("squat", "", 100)]),
        ("ran 10k in 52:30", [("run", "", 10)]),
        ("slept 6.5h; lunch: 650 kcal", [("sleep", "", 390), ("lunch", "", 650)]),
        ("Дима пожал 120 кг", [("bench", "other", 120)]),
        ("ran 7 km with Dima", [("run", "", 7)]),
        ("завтра пробегу 12 км", [("run", "planned", 12)]),
        ("no run today", [("run", "denied", None)]),
        ("колено болит, 5/10", [("knee", "", 5)]),
        ("coffee to go 4 €", [("spend", "", 4)]),
        ("long run 8 km, 48:40. first time at 8 km!", [("run", "", 8)]),
    ],
)
def test_what_a_note_tells(text: str, expected: list[tuple[str, str, float | None]]) -> None:
    """Activity or kind, why it does not count, and the main value."""
    told = [
        (item.kind or item.activity, item.why, next(iter(_main(item.domain, item.activity, item.values)), None))
        for item in parse(text, TODAY, LEXICON)
    ]
    assert told == expected


def _main(domain: str, activity: str, values: dict[str, float]) -> list[float]:
    found = LEXICON.activity(domain, activity)
    return [values[found.main]] if found and found.main in values else []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what a day! 12 km", "LOG"),
        ("when the rain stopped we ran 5 km", "LOG"),
        ("remind me what the gate code is", "QUERY"),
        ("покажи траты за май", "QUERY"),
        ("lunch 800 kcal, how much is that today?", "BOTH"),
        ("ужин 600 ккал. сколько всего за день?", "BOTH"),
        ("correction: slept 6h, not 7", "CORRECTION"),
        ("ой, пробежал 8 км, а не 7", "CORRECTION"),
        ("sorry, no training today", "LOG"),
    ],
)
def test_what_an_input_is(text: str, expected: str) -> None:
    """A question, a note, both or a correction; what is ambiguous is a note."""
    assert route(RouteQuestion(text, "tell", TODAY, tuple(domains().values()))).input_type == expected


@settings(deadline=None)
@given(st.text(max_size=120))
def test_no_text_upsets_the_rules(text: str) -> None:
    """Whatever is typed is read without a failure, and places lie within it."""
    for item in parse(text, TODAY, LEXICON):
        assert item.said in text or not item.said
    for one in measures(text):
        assert 0 <= one.start <= one.end <= len(text)
    for moment in moments(text, TODAY):
        assert moment.first <= moment.last
    understand(text, TODAY, LEXICON)
    if text.strip():
        assert route(RouteQuestion(text, "tell", TODAY, tuple(domains().values()))).input_type


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1 250,50 ₽ на такси", 1250.5, "₽"),
        ("1.250,50 € Miete", 1250.5, "€"),
        ("rent $1,234.56", 1234.56, "$"),
        ("€12.5k bonus", 12500, "€"),
        ("12 500 ₽ аренда", 12500, "₽"),
    ],
)
def test_an_amount_is_the_same_however_its_thousands_are_written(text: str, value: float, unit: str) -> None:
    """Thousands by a space, a point, a comma or k, and cents after them."""
    assert [(one.kind, one.value, one.unit) for one in measures(text)] == [("money", value, unit)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("did 3 sets of 10 pushups", "LOG"),
        ("Did 5x5 squats at 100kg", "LOG"),
        ("did a 5k in 26:00", "LOG"),
        ("did I run yesterday", "QUERY"),
        ("did Masha run yesterday", "QUERY"),
    ],
)
def test_who_tells_what_they_did_asks_nothing(text: str, expected: str) -> None:
    """A note that begins with "did" is kept."""
    assert route(RouteQuestion(text, "tell", TODAY, tuple(domains().values()))).input_type == expected


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("worked 9-17:30 with a 45 min break", 465),
        ("worked 9:00-17:30", 510),
        ("worked from 9:15 to 18", 525),
        ("worked 9-5:30", 510),
        ("9:00-17:30 work, lunch break of 30 min", 480),
        ("worked 9:00-12:00 and 13:00-17:30", 450),
        ("slept 23:00-7:00", 480),
        ("gearbeitet 9-17:30, Pause 45 min", 465),
        ("работал 9-17:30 с перерывом 45 мин", 465),
        ("worked 8:30", 510),
    ],
)
def test_from_a_time_of_day_to_another_is_a_length_of_time(text: str, minutes: int) -> None:
    """Less the break that is told; the end alone is no length."""
    (item,) = [item for item in parse(text, TODAY, LEXICON) if not item.why and "duration" in item.values]
    assert item.values["duration"] == minutes


@settings(deadline=None)
@given(st.integers(0, 24), st.integers(0, 59), st.integers(0, 24), st.integers(0, 59), st.integers(0, 120))
def test_a_stay_is_never_longer_than_a_day(h: int, m: int, th: int, tm: int, rest: int) -> None:
    """Whatever the times are, and never less than nothing."""
    text = f"worked {h}:{m:02d}-{th}:{tm:02d} with a {rest} min break"
    assert all(0 < one.value <= 1440 for one in stays(text, measures(text)) if one.kind == "time" and one.unit == "h")
