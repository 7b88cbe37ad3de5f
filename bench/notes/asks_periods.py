"""Questions about change: trends and comparisons of periods."""

from __future__ import annotations

from ask import Ask, Want, better, trend
from asks_numbers import END
from truth import Truth, days, evidence, mean, month, pace, total


def longer(t: Truth, first: tuple[int, str], second: tuple[int, str], name: str = "distance_km") -> Want:
    """Return which of two months had more of the runs' distance."""
    values = [(total(t.pick("run", month(m)), name), label) for m, label in (first, second)]
    cited = evidence(t.pick("run", month(first[0])) + t.pick("run", month(second[0])))
    return better(values, cited, "km")


def months_of(t: Truth, activity: str, name: str, pairs: tuple[tuple[int, str], ...], unit: str) -> Want:
    """Return which of two months had the higher mean of a value."""
    groups = [(t.pick(activity, month(m)), label) for m, label in pairs]
    return better(
        [(mean(rows, name), label) for rows, label in groups], evidence(r for rows, _ in groups for r in rows), unit
    )


def euros(t: Truth, category: str, pairs: tuple[tuple[int, str], ...]) -> Want:
    """Return in which of two months more euros went to a category."""
    groups = [(t.pick("spend", month(m), category=category, currency="EUR"), label) for m, label in pairs]
    return better(
        [(total(rows, "amount"), label) for rows, label in groups],
        evidence(r for rows, _ in groups for r in rows),
        "EUR",
    )


def gym_days(t: Truth, pairs: tuple[tuple[int, str], ...]) -> Want:
    """Return which of two months had more days with lifting."""
    groups = [(t.pick("strength", month(m)), label) for m, label in pairs]
    return better(
        [(len(days(rows)), label) for rows, label in groups], evidence(r for rows, _ in groups for r in rows), "times"
    )


def best_of(t: Truth, lift: str, pairs: tuple[tuple[int, str], ...]) -> Want:
    """Return in which of two months the heavier weight was lifted."""
    tops = [(max(t.pick(lift, month(m)), key=lambda r: r["weight_kg"]), label) for m, label in pairs]
    return better([(r["weight_kg"], label) for r, label in tops], evidence(r for r, _ in tops), "kg")


def direction(t: Truth, activity: str, name: str, way: str, since: str = "", least: float = 0.0) -> Want:
    """Return a trend, having made sure that the truth goes that way from the first to the last third."""
    rows = [r for r in t.pick(activity, (since, "9999")) if name in r.values]
    third = len(rows) // 3
    change = mean(rows[-third:], name) - mean(rows[:third], name)
    if (change > 0) != (way in {"up", "worse-up"}) or abs(change) < least:
        raise ValueError(f"{activity} {name} does not go {way}: {change:+.2f}")
    return trend(way, [])


def faster(t: Truth, since: str) -> Want:
    """Return that the pace got better, having made sure that it did."""
    rows = [r for r in t.pick("run", (since, "9999")) if "duration_min" in r.values]
    third = len(rows) // 3
    if pace(rows[-third:]) > pace(rows[:third]) - 0.2:
        raise ValueError("the pace did not get better")
    return trend("faster", [])


def less_sleep(t: Truth) -> Want:
    """Return that sleep got worse from September to October, having made sure."""
    if mean(t.pick("sleep", month(10)), "hours") > mean(t.pick("sleep", month(9)), "hours") - 0.4:
        raise ValueError("sleep did not get worse")
    return trend("down", [])


def months_of_meal(t: Truth, pairs: tuple[tuple[int, str], ...]) -> Want:
    """Return in which of two months lunch had more kcal on average."""
    groups = [(t.pick("meal", month(m), meal="lunch"), label) for m, label in pairs]
    return better(
        [(mean(rows, "kcal"), label) for rows, label in groups], evidence(r for rows, _ in groups for r in rows), "kcal"
    )


ASKS = [
    Ask("trend", "en", "Is my bench going up?", END, lambda t: direction(t, "bench", "weight_kg", "up", least=4)),
    Ask("trend", "ru", "Снижается ли мой вес?", END, lambda t: direction(t, "weight", "weight_kg", "down", least=1)),
    Ask("trend", "en", "How has my running pace changed since May?", END, lambda t: faster(t, "2026-05-01")),
    Ask("trend", "en", "Am I sleeping more or less in October compared with September?", END, less_sleep),
    Ask("trend", "ru", "Растёт ли мой присед?", END, lambda t: direction(t, "squat", "weight_kg", "up", least=4)),
    Ask(
        "trend",
        "en",
        "are my deadlifts getting heavier over the months?",
        END,
        lambda t: direction(t, "deadlift", "weight_kg", "up", least=4),
    ),
    Ask(
        "trend",
        "ru",
        "Как менялась длина моих пробежек с августа?",
        END,
        lambda t: direction(t, "run", "distance_km", "up", since="2026-08-01"),
    ),
    Ask(
        "trend",
        "en",
        "What is the trend of my working hours since July?",
        END,
        lambda t: direction(t, "hours", "hours", "up", since="2026-07-01", least=0.3),
    ),
    Ask(
        "compare-periods",
        "en",
        "Did I run farther in September or in August?",
        END,
        lambda t: longer(t, (9, "sept"), (8, "aug")),
    ),
    Ask(
        "compare-periods",
        "en",
        "Compare my running distance in May and June.",
        END,
        lambda t: longer(t, (5, "may"), (6, "jun")),
    ),
    Ask(
        "compare-periods",
        "ru",
        "В каком месяце я больше пробежал: в мае или в октябре?",
        END,
        lambda t: longer(t, (5, "ма[йяе]"), (10, "октябр")),
    ),
    Ask(
        "compare-periods",
        "ru",
        "Когда ушло больше евро на продукты: в июне или в июле?",
        END,
        lambda t: euros(t, "groceries", ((6, "июн"), (7, "июл"))),
    ),
    Ask(
        "compare-periods",
        "en",
        "Which month had more gym days, July or September?",
        END,
        lambda t: gym_days(t, ((7, "jul"), (9, "sept"))),
    ),
    Ask(
        "compare-periods",
        "en",
        "In which month was my best bench heavier, May or October?",
        END,
        lambda t: best_of(t, "bench", ((5, "may"), (10, "oct"))),
    ),
    Ask(
        "compare-periods",
        "en",
        "Did I sleep longer on average in September or in October?",
        END,
        lambda t: months_of(t, "sleep", "hours", ((9, "sept"), (10, "oct")), "h"),
    ),
    Ask(
        "compare-periods",
        "en",
        "Were my work days longer in September or October?",
        END,
        lambda t: months_of(t, "hours", "hours", ((9, "sept"), (10, "oct")), "h"),
    ),
    Ask(
        "compare-periods",
        "ru",
        "Обеды были калорийнее в мае или в августе?",
        END,
        lambda t: months_of_meal(t, ((5, "ма[йяе]"), (8, "август"))),
    ),
    Ask(
        "compare-periods",
        "en",
        "did i spend more euros on transport in may or in july?",
        END,
        lambda t: euros(t, "transport", ((5, "may"), (7, "jul"))),
    ),
]
