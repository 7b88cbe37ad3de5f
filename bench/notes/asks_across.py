"""Questions across domains, and about entries that were corrected."""

from __future__ import annotations

import datetime as dt
from typing import Any

from ask import Ask, Want, number, times
from asks_numbers import END, summed
from truth import Row, Truth, day, days, evidence, mean, month, quantity, total


def beside(t: Truth, asked: list[Row], marks: list[Row], name: str, unit: str) -> Want:
    """Return the mean of a value on the days of other things."""
    on_days = days(marks)
    rows = [r for r in asked if r.date in on_days and name in r.values]
    return number(mean(rows, name), unit, evidence(rows), least=0.06)


def sum_beside(asked: list[Row], marks: list[Row], name: str, unit: str) -> Want:
    """Return the sum of a value on the days of other things."""
    rows = [r for r in asked if r.date in days(marks) and name in r.values]
    return number(total(rows, name), unit, evidence(rows))


def both(t: Truth, period: tuple[str, str], one: str, other: str) -> Want:
    """Return on how many days there were both."""
    shared = days(t.pick(one, period)) & days(t.pick(other, period))
    rows = [
        r
        for r in t.pick("", period)
        if r.date in shared and (one in {r.domain, r.activity} or other in {r.domain, r.activity})
    ]
    return times(len(shared), evidence(rows))


def trained(t: Truth, period: tuple[str, str]) -> Want:
    """Return on how many days there was a run or lifting."""
    rows = t.pick("run", period) + t.pick("strength", period)
    return times(len(days(rows)), evidence(rows))


def slept_before(t: Truth, activity: str, name: str) -> Want:
    """Return the sleep of the night before the record of an activity."""
    row = max(t.pick(activity), key=lambda r: r[name])
    nights = t.pick("sleep", (row.date, row.date))
    return number(nights[0]["hours"], "h", [nights[0].evidence], least=0.04)


def weeks_between(t: Truth) -> Want:
    """Return how many days passed between the run that hurt the knee and the next one."""
    pain = t.pick("pain", part="left-knee")[0]
    run = t.pick("run", where=lambda r: r.date >= "2026-07-20")[0]
    passed = (dt.date.fromisoformat(run.date) - dt.date.fromisoformat(pain.date)).days
    return Want(numbers=[quantity(passed, "times", share=0, also=(passed - 1,))], evidence=[run.evidence])


def at(t: Truth, activity: str, date: str, name: str, unit: str, **tags: Any) -> Want:
    """Return the one value of a day, corrected by then or not yet, with the correction's own day as evidence."""
    (row,) = t.pick(activity, day(date), **tags)
    return number(row[name], unit, [row.evidence], least=0.02)


ASKS = [
    Ask(
        "cross-domain",
        "en",
        "How many kcal did I log on the days I ran in June?",
        END,
        lambda t: sum_beside(t.pick("meal", month(6)), t.pick("run", month(6)), "kcal", "kcal"),
    ),
    Ask(
        "cross-domain",
        "en",
        "How long did I sleep on average on days when I ran?",
        END,
        lambda t: beside(t, t.pick("sleep"), t.pick("run"), "hours", "h"),
    ),
    Ask(
        "cross-domain",
        "ru",
        "Сколько я в среднем работал в дни, когда спал меньше 6 часов?",
        END,
        lambda t: beside(t, t.pick("hours"), t.pick("sleep", where=lambda r: r["hours"] < 6), "hours", "h"),
    ),
    Ask(
        "cross-domain",
        "en",
        "On how many days in August did I train (run or lift)?",
        END,
        lambda t: trained(t, month(8)),
    ),
    Ask(
        "cross-domain",
        "en",
        "On how many days in October did I both lift weights and note my sleep?",
        END,
        lambda t: both(t, month(10), "sleep", "strength"),
    ),
    Ask(
        "cross-domain",
        "en",
        "How much did the gym and running shoes cost me together?",
        END,
        lambda t: number(
            total(t.pick("spend", category="gym") + t.pick("spend", category="shoes"), "amount"),
            "EUR",
            evidence(t.pick("spend", category="gym") + t.pick("spend", category="shoes")),
        ),
    ),
    Ask(
        "cross-domain",
        "en",
        "How did I sleep the night before my deadlift record?",
        END,
        lambda t: slept_before(t, "deadlift", "weight_kg"),
    ),
    Ask(
        "cross-domain",
        "en",
        "How many km have I run since I had the fever?",
        END,
        lambda t: summed(t.pick("run", ("2026-09-14", END)), "distance_km", "km"),
    ),
    Ask(
        "cross-domain",
        "en",
        "How many days lie between the run that hurt my knee and the next run?",
        END,
        weeks_between,
    ),
    Ask(
        "cross-domain",
        "ru",
        "Сколько кофе я выпил в дни, когда работал больше 8 часов?",
        END,
        lambda t: sum_beside(t.pick("coffee"), t.pick("hours", where=lambda r: r["hours"] > 8), "cups", "times"),
    ),
    Ask(
        "cross-domain",
        "en",
        "What did I weigh when I set the bench record of 90 kg in July?",
        "2026-07-09",
        lambda t: number(t.pick("weight")[-1]["weight_kg"], "kg", [t.pick("weight")[-1].evidence], least=0.02),
    ),
    Ask(
        "correction-aware",
        "en",
        "What did I bench on 4 May?",
        END,
        lambda t: at(t, "bench", "05-04", "weight_kg", "kg"),
    ),
    Ask(
        "correction-aware",
        "en",
        "What did I bench today?",
        "2026-05-04",
        lambda t: at(t, "bench", "05-04", "weight_kg", "kg"),
    ),
    Ask(
        "correction-aware",
        "en",
        "How far did I run on 6 June?",
        END,
        lambda t: at(t, "run", "06-06", "distance_km", "km"),
    ),
    Ask(
        "correction-aware",
        "en",
        "How far did I run on Saturday?",
        "2026-09-14",
        lambda t: at(t, "run", "09-12", "distance_km", "km"),
    ),
    Ask(
        "correction-aware",
        "ru",
        "Сколько калорий было в обеде 14 августа?",
        END,
        lambda t: at(t, "meal", "08-14", "kcal", "kcal", meal="lunch"),
    ),
    Ask(
        "correction-aware",
        "en",
        "What did the headphones cost?",
        END,
        lambda t: at(t, "spend", "08-25", "amount", "EUR", category="electronics"),
    ),
    Ask(
        "correction-aware",
        "en",
        "What did the headphones cost?",
        "2026-08-26",
        lambda t: at(t, "spend", "08-25", "amount", "EUR", category="electronics"),
    ),
    Ask(
        "correction-aware",
        "en",
        "How long did I sleep on 15 October?",
        END,
        lambda t: at(t, "sleep", "10-15", "hours", "h"),
    ),
    Ask(
        "correction-aware",
        "ru",
        "Сколько я пробежал 27 октября?",
        END,
        lambda t: at(t, "run", "10-27", "distance_km", "km"),
    ),
    Ask(
        "correction-aware",
        "ru",
        "Сколько км я пробежал вчера?",
        "2026-10-28",
        lambda t: at(t, "run", "10-27", "distance_km", "km"),
    ),
]
