"""Questions whose answers are numbers: counts, sums, averages, how often."""

from __future__ import annotations

import datetime as dt
from typing import Any

from ask import Ask, Want, number, numbers, times
from truth import Row, Truth, days, evidence, mean, month, months, pace, total, volume, week

END = "2026-11-01"


def counted(rows: list[Row]) -> Want:
    """Return how many things and, as good, on how many days."""
    return times(len(rows), evidence(rows), also=(len(days(rows)),))


def summed(rows: list[Row], name: str, unit: str) -> Want:
    """Return the sum of a value."""
    return number(total(rows, name), unit, evidence(r for r in rows if name in r.values))


def meant(rows: list[Row], name: str, unit: str, least: float = 0.0) -> Want:
    """Return the mean of a value."""
    have = [r for r in rows if name in r.values]
    return number(mean(have, name), unit, evidence(have), least=least)


def spent(t: Truth, period: tuple[str, str], **tags: Any) -> Want:
    """Return what was spent, each currency for itself."""
    rows = t.pick("spend", period, **tags)
    wanted = []
    for currency in ("EUR", "RUB"):
        of = [r for r in rows if r.tags["currency"] == currency]
        if of:
            wanted.append((total(of, "amount"), currency))
    return numbers(wanted, evidence(rows))


def paced(t: Truth, period: tuple[str, str]) -> Want:
    """Return the pace over a period: time by distance, or the mean of the runs' paces."""
    rows = [r for r in t.pick("run", period) if "duration_min" in r.values]
    each = [r["duration_min"] / r["distance_km"] for r in rows]
    return number(pace(rows), "pace", evidence(rows), least=0.02, also=(sum(each) / len(each),))


def rate(rows: list[Row], length: int) -> Want:
    """Return how often: the count, the days, or so many a week."""
    n = len(rows)
    return times(n, evidence(rows), also=(len(days(rows)), round(n * 7 / length, 1), round(n * 7 / length, 2)))


def over(name: str, least: float) -> dict[str, Any]:
    """Return a filter: more than so much."""
    return {"where": lambda r: r.values.get(name, 0) > least}


def skipped(t: Truth) -> Want:
    """Return on how many days of October it was noted that there was no run."""
    rows = [r for r in t.told if r.why == "negated" and r.domain == "running" and r.note[:7] == "2026-10"]
    return times(len({r.note for r in rows}), evidence(rows))


def since(t: Truth, date: str) -> int:
    """Return the days from a date to the day asked on."""
    return (dt.date.fromisoformat(t.as_of) - dt.date.fromisoformat(date)).days


def ago(t: Truth) -> Want:
    """Return how many days ago the last run was."""
    last = t.pick("run")[-1]
    return numbers([(since(t, last.date), "times")], [last.evidence])


ASKS = [
    Ask("count", "en", "How many times did I run in May?", END, lambda t: counted(t.pick("run", month(5)))),
    Ask("count", "en", "How many runs did I do in September 2026?", END, lambda t: counted(t.pick("run", month(9)))),
    Ask("count", "ru", "Сколько раз я бегал в июне?", END, lambda t: counted(t.pick("run", month(6)))),
    Ask("count", "ru", "сколько раз делал становую в июле", END, lambda t: counted(t.pick("deadlift", month(7)))),
    Ask("count", "en", "how many bench sessions in october?", END, lambda t: counted(t.pick("bench", month(10)))),
    Ask(
        "count",
        "en",
        "On how many days in August did I lift weights?",
        END,
        lambda t: times(len(days(t.pick("strength", month(8)))), evidence(t.pick("strength", month(8)))),
    ),
    Ask(
        "count",
        "en",
        "How many of my runs were longer than 12 km?",
        END,
        lambda t: counted(t.pick("run", **over("distance_km", 12.01))),
    ),
    Ask(
        "count",
        "ru",
        "Сколько ночей в октябре я спал меньше 6 часов?",
        END,
        lambda t: counted(t.pick("sleep", month(10), lambda r: r["hours"] < 6)),
    ),
    Ask(
        "count",
        "en",
        "How many times did I run last week?",
        "2026-06-03",
        lambda t: counted(t.pick("run", week("2026-05-25"))),
    ),
    Ask(
        "count",
        "en",
        "How many meals above 800 kcal did I log in September?",
        END,
        lambda t: counted(t.pick("meal", month(9), lambda r: r.values.get("kcal", 0) > 800)),
    ),
    Ask(
        "sum",
        "en",
        "How many coffees did I drink in May?",
        END,
        lambda t: summed(t.pick("coffee", month(5)), "cups", "times"),
    ),
    Ask(
        "sum",
        "en",
        "How many meetings did I have in October?",
        END,
        lambda t: summed(t.pick("meetings", month(10)), "count", "times"),
    ),
    Ask(
        "sum",
        "en",
        "How many km did I run in June?",
        END,
        lambda t: summed(t.pick("run", month(6)), "distance_km", "km"),
    ),
    Ask(
        "sum",
        "ru",
        "Сколько километров я пробежал в августе?",
        END,
        lambda t: summed(t.pick("run", month(8)), "distance_km", "km"),
    ),
    Ask(
        "sum",
        "en",
        "Total distance I ran in July, in miles?",
        END,
        lambda t: summed(t.pick("run", month(7)), "distance_km", "km"),
    ),
    Ask(
        "sum",
        "en",
        "How much did I spend on groceries in October?",
        END,
        lambda t: spent(t, month(10), category="groceries"),
    ),
    Ask("sum", "ru", "Сколько я потратил на продукты в мае?", END, lambda t: spent(t, month(5), category="groceries")),
    Ask(
        "sum",
        "en",
        "How much rent have I paid since the beginning of May?",
        END,
        lambda t: spent(t, ("2026-05-01", END), category="rent"),
    ),
    Ask("sum", "en", "what have i spent on books altogether", END, lambda t: spent(t, ("", "9999"), category="books")),
    Ask("sum", "ru", "Сколько рублей я потратил в октябре?", END, lambda t: spent(t, month(10), currency="RUB")),
    Ask(
        "sum",
        "en",
        "How many hours did I work in the week of 5 October?",
        END,
        lambda t: summed(t.pick("hours", week("2026-10-05")), "hours", "h"),
    ),
    Ask(
        "sum",
        "en",
        "How much time did I spend running in May?",
        END,
        lambda t: summed(t.pick("run", month(5)), "duration_min", "min"),
    ),
    Ask(
        "sum",
        "ru",
        "Сколько часов глубокой работы у меня было в сентябре?",
        END,
        lambda t: summed(t.pick("deepwork", month(9)), "hours", "h"),
    ),
    Ask(
        "sum",
        "en",
        "What did the doctor, the dentist and the massage cost me together?",
        END,
        lambda t: spent(t, ("", "9999"), category="health"),
    ),
    Ask(
        "sum",
        "en",
        "What was my bench volume (sets x reps x weight) in June?",
        END,
        lambda t: number(volume(t.pick("bench", month(6))), "kg", evidence(t.pick("bench", month(6)))),
    ),
    Ask(
        "sum",
        "en",
        "How far did I run this week?",
        "2026-09-13",
        lambda t: summed(t.pick("run", week("2026-09-07")), "distance_km", "km"),
    ),
    Ask(
        "sum",
        "ru",
        "сколько км набегал за всё лето?",
        END,
        lambda t: summed(t.pick("run", months(6, 8)), "distance_km", "km"),
    ),
    Ask(
        "average",
        "en",
        "Average sleep in October?",
        END,
        lambda t: meant(t.pick("sleep", month(10)), "hours", "h", 0.06),
    ),
    Ask(
        "average",
        "ru",
        "Сколько я в среднем спал в сентябре?",
        END,
        lambda t: meant(t.pick("sleep", month(9)), "hours", "h", 0.06),
    ),
    Ask(
        "average",
        "en",
        "How many kcal does my lunch have on average?",
        END,
        lambda t: meant(t.pick("meal", meal="lunch"), "kcal", "kcal", 3),
    ),
    Ask("average", "en", "What was my average running pace in October?", END, lambda t: paced(t, month(10))),
    Ask("average", "ru", "Средний темп бега в мае?", END, lambda t: paced(t, month(5))),
    Ask(
        "average",
        "en",
        "How many hours a day did I work on average in October?",
        END,
        lambda t: meant(t.pick("hours", month(10)), "hours", "h", 0.06),
    ),
    Ask(
        "average",
        "en",
        "average distance per run in september",
        END,
        lambda t: meant(t.pick("run", month(9)), "distance_km", "km", 0.06),
    ),
    Ask(
        "average",
        "ru",
        "Какой у меня был средний вес тела в июле?",
        END,
        lambda t: meant(t.pick("weight", month(7)), "weight_kg", "kg", 0.06),
    ),
    Ask(
        "average",
        "en",
        "Average breakfast calories in June?",
        END,
        lambda t: meant(t.pick("meal", month(6), meal="breakfast"), "kcal", "kcal", 1),
    ),
    Ask(
        "average",
        "ru",
        "Сколько белка в среднем было в ужинах, где он записан?",
        END,
        lambda t: meant(t.pick("meal", meal="dinner"), "protein_g", "g", 0.6),
    ),
    Ask(
        "average",
        "en",
        "How much do I spend on average when I eat out, in euros?",
        END,
        lambda t: meant(t.pick("spend", category="restaurant", currency="EUR"), "amount", "EUR", 0.06),
    ),
    Ask("how-often", "en", "How often did I run in May?", END, lambda t: rate(t.pick("run", month(5)), 31)),
    Ask(
        "how-often",
        "en",
        "How often was I at the gym in September?",
        END,
        lambda t: times(
            len(days(t.pick("strength", month(9)))),
            evidence(t.pick("strength", month(9))),
            also=(round(len(days(t.pick("strength", month(9)))) * 7 / 30, 1),),
        ),
    ),
    Ask(
        "how-often",
        "ru",
        "Как часто я спал больше 8 часов?",
        END,
        lambda t: times(len(t.pick("sleep", **over("hours", 8))), evidence(t.pick("sleep", **over("hours", 8)))),
    ),
    Ask(
        "how-often",
        "en",
        "How often did I eat out in August?",
        END,
        lambda t: rate(t.pick("spend", month(8), category="restaurant"), 31),
    ),
    Ask(
        "how-often",
        "ru",
        "Как часто я подтягивался за сентябрь и октябрь?",
        END,
        lambda t: rate(t.pick("pullups", months(9, 10)), 61),
    ),
    Ask("how-often", "en", "On how many days in October did I note that I did not run?", END, skipped),
    Ask("how-often", "ru", "как часто взвешивался в мае?", END, lambda t: rate(t.pick("weight", month(5)), 31)),
    Ask("how-often", "en", "how many days ago was my last run?", "2026-10-30", ago),
]
