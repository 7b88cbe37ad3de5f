"""Questions about moments: when last, when first, records, lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ask import Ask, Want, number, numbers, on
from asks_numbers import END
from truth import Row, Truth, day, days, evidence, month, week


def last(t: Truth, activity: str, where: Callable[[Row], bool] = lambda row: True, **tags: Any) -> Want:
    """Return the day of the last such thing."""
    row = t.pick(activity, where=where, **tags)[-1]
    return on([row.evidence], row.date)


def first(t: Truth, activity: str, where: Callable[[Row], bool] = lambda row: True, **tags: Any) -> Want:
    """Return the day of the first such thing."""
    row = t.pick(activity, where=where, **tags)[0]
    return on([row.evidence], row.date)


def extreme(t: Truth, activity: str, name: str, unit: str, least: bool = False, **tags: Any) -> Want:
    """Return the greatest (or least) value, which only one entry may hold, or all of them are evidence."""
    rows = [r for r in t.pick(activity, **tags) if name in r.values]
    value = (min if least else max)(r[name] for r in rows)
    same = [r for r in rows if abs(r[name] - value) < 1e-6]
    tolerance = 0.04 if unit == "h" else 0.02
    return number(
        value, unit, ["|".join(sorted({day for r in same for day in r.evidence.split("|")}))], least=tolerance
    )


def fastest(t: Truth, km: float) -> Want:
    """Return the shortest time over a distance."""
    row = min(
        (r for r in t.pick("run", where=lambda r: abs(r["distance_km"] - km) < 0.05) if "duration_min" in r.values),
        key=lambda r: r["duration_min"],
    )
    return number(row["duration_min"], "min", [row.evidence], least=0.02)


def listed(t: Truth, activity: str, period: tuple[str, str], name: str, unit: str) -> Want:
    """Return every value of a period, all of them wanted."""
    rows = t.pick(activity, period)
    return numbers([(r[name], unit) for r in rows], evidence(rows))


def all_days(t: Truth, activity: str, period: tuple[str, str], **tags: Any) -> Want:
    """Return every day of a period with such a thing."""
    rows = t.pick(activity, period, **tags)
    if len(rows) < 2:
        raise ValueError("a list of one is a question of another kind")
    return Want(dates=[[one] for one in sorted(days(rows))], evidence=evidence(rows))


def also(want: Want, *patterns: str) -> Want:
    """Return what is wanted with words beside it."""
    return replace(want, accept=[*want.accept, *patterns])


def lifts_of(t: Truth, date: str) -> Want:
    """Return the exercises of a day by their names."""
    names = {
        "bench": "bench|жим( л[её]жа)?",
        "squat": "squat|присед",
        "deadlift": r"deadlift|\bdl\b|становая",
        "ohp": r"overhead|\bohp\b|жим стоя",
        "row": r"\brow|тяга в наклоне",
        "pullups": "pull-?ups?|подтяг",
    }
    rows = t.pick("strength", (date, date))
    return Want(accept=[names[one] for one in sorted({r.activity for r in rows})], evidence=evidence(rows))


ASKS = [
    Ask("last", "en", "When did I last deadlift?", END, lambda t: last(t, "deadlift")),
    Ask("last", "en", "when was the last time i squatted?", "2026-07-29", lambda t: last(t, "squat")),
    Ask("last", "ru", "Когда я последний раз бегал?", "2026-10-24", lambda t: last(t, "run")),
    Ask("last", "ru", "Когда я последний раз платил за спортзал?", END, lambda t: last(t, "spend", category="gym")),
    Ask("last", "en", "When did I last buy running shoes?", END, lambda t: last(t, "spend", category="shoes")),
    Ask(
        "last",
        "en",
        "When did I last sleep 8 hours or more?",
        END,
        lambda t: last(t, "sleep", lambda r: r["hours"] >= 8),
    ),
    Ask("last", "en", "When did I last do pull-ups?", END, lambda t: last(t, "pullups")),
    Ask(
        "last",
        "ru",
        "Когда у меня в последний раз болело колено?",
        END,
        lambda t: on(["2026-07-30|2026-07-25"], "2026-07-30", "2026-07-25"),
    ),
    Ask(
        "last",
        "en",
        "When did I last run more than 15 km?",
        END,
        lambda t: last(t, "run", lambda r: r["distance_km"] > 15),
    ),
    Ask("last", "en", "When did I last take a run before the flu?", "2026-09-19", lambda t: last(t, "run")),
    Ask("last", "en", "last time I ate out?", END, lambda t: last(t, "spend", category="restaurant")),
    Ask("last", "ru", "Когда я последний раз взвешивался?", "2026-08-31", lambda t: last(t, "weight")),
    Ask(
        "first",
        "en",
        "When did I first run 10 km or more?",
        END,
        lambda t: first(t, "run", lambda r: r["distance_km"] >= 10),
    ),
    Ask("first", "en", "When was my first run after the knee injury?", END, lambda t: on(["2026-08-01"], "2026-08-01")),
    Ask("first", "ru", "Когда я впервые подтянулся без резинки?", END, lambda t: first(t, "pullups")),
    Ask(
        "first",
        "en",
        "When did I bench 90 kg for the first time?",
        END,
        lambda t: first(t, "bench", lambda r: r["weight_kg"] >= 90),
    ),
    Ask(
        "first",
        "en",
        "first time I deadlifted 140 kg or more?",
        END,
        lambda t: first(t, "deadlift", lambda r: r["weight_kg"] >= 140),
    ),
    Ask(
        "first",
        "ru",
        "Когда была первая пробежка длиннее 15 км?",
        END,
        lambda t: first(t, "run", lambda r: r["distance_km"] > 15),
    ),
    Ask(
        "first", "en", "When did I first get under an hour over 10 km?", END, lambda t: on(["2026-05-30"], "2026-05-30")
    ),
    Ask("record", "en", "What is my bench PR?", END, lambda t: extreme(t, "bench", "weight_kg", "kg")),
    Ask(
        "record",
        "en",
        "What's the most I've ever benched?",
        "2026-10-01",
        lambda t: extreme(t, "bench", "weight_kg", "kg"),
    ),
    Ask(
        "record", "ru", "Какой у меня рекорд в становой тяге?", END, lambda t: extreme(t, "deadlift", "weight_kg", "kg")
    ),
    Ask("record", "en", "What is my longest run?", END, lambda t: extreme(t, "run", "distance_km", "km")),
    Ask(
        "record",
        "ru",
        "Какая моя самая длинная пробежка?",
        "2026-09-30",
        lambda t: extreme(t, "run", "distance_km", "km"),
    ),
    Ask("record", "en", "What is my fastest 10 km?", END, lambda t: fastest(t, 10)),
    Ask(
        "record", "en", "How short was my shortest night?", END, lambda t: extreme(t, "sleep", "hours", "h", least=True)
    ),
    Ask(
        "record",
        "ru",
        "Какой был мой минимальный вес тела?",
        END,
        lambda t: extreme(t, "weight", "weight_kg", "kg", least=True),
    ),
    Ask("record", "ru", "Какой приём пищи был самым калорийным?", END, lambda t: extreme(t, "meal", "kcal", "kcal")),
    Ask("record", "en", "heaviest squat so far", END, lambda t: extreme(t, "squat", "weight_kg", "kg")),
    Ask(
        "record",
        "en",
        "How long was my longest stretch of deep work in a day?",
        END,
        lambda t: extreme(t, "deepwork", "hours", "h"),
    ),
    Ask("record", "en", "What was my worst knee pain?", END, lambda t: also(Want(evidence=["2026-07-16"]), r"\b6\b")),
    Ask(
        "list",
        "en",
        "List my runs in the week of 7 September.",
        END,
        lambda t: listed(t, "run", week("2026-09-07"), "distance_km", "km"),
    ),
    Ask(
        "list",
        "ru",
        "Какие у меня были пробежки на прошлой неделе?",
        "2026-10-07",
        lambda t: listed(t, "run", week("2026-09-28"), "distance_km", "km"),
    ),
    Ask("list", "en", "Which exercises did I do on 2 September 2026?", END, lambda t: lifts_of(t, "2026-09-02")),
    Ask(
        "list",
        "en",
        "What did I spend money on on 5 May?",
        END,
        lambda t: listed(t, "spend", day("05-05"), "amount", "EUR"),
    ),
    Ask(
        "list",
        "en",
        "On which days in July did my knee hurt?",
        END,
        lambda t: all_days(t, "pain", month(7), part="left-knee"),
    ),
    Ask("list", "ru", "В какие дни октября я делал становую тягу?", END, lambda t: all_days(t, "deadlift", month(10))),
]
