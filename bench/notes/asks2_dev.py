"""Questions of the second set that rule writers may see; a fresh notebook is asked these."""

from __future__ import annotations

from ask import fact, nothing, yes_or_no
from asks2 import gone, mean_on, money, most, one, q, since_last, span
from asks_across import sum_beside
from asks_moments import first, last, listed
from asks_numbers import counted, meant, rate, summed
from asks_periods import direction, faster, longer, months_of
from truth import day, month, months, week

ASKS = [
    q("count", "en", "number of runs in july pls", lambda t: counted(t.pick("run", month(7)))),
    q(
        "count",
        "en",
        "nights with under 6 hours sleep since the 1st of September?",
        lambda t: counted(t.pick("sleep", span("09-01", "11-01"), lambda r: r["hours"] < 6)),
    ),
    q("count", "ru", "Сколько тренировок с приседом было летом?", lambda t: counted(t.pick("squat", months(6, 8)))),
    q("sum", "en", "what's my october mileage", lambda t: summed(t.pick("run", month(10)), "distance_km", "km")),
    q(
        "sum",
        "en",
        "euros gone on groceries from 1 to 15 June?",
        lambda t: money(t, span("06-01", "06-15"), "EUR", category="groceries"),
    ),
    q(
        "sum",
        "ru",
        "На такси, метро и прочий транспорт в сентябре ушло сколько евро?",
        lambda t: money(t, month(9), "EUR", category="transport"),
    ),
    q(
        "average",
        "en",
        "In May, how long were my nights on average?",
        lambda t: meant(t.pick("sleep", month(5)), "hours", "h"),
    ),
    q(
        "average",
        "en",
        "mean calories of dinner over june july august",
        lambda t: meant(t.pick("meal", months(6, 8), meal="dinner"), "kcal", "kcal"),
    ),
    q(
        "how-often",
        "en",
        "how frequently did i step on the scale in July?",
        lambda t: rate(t.pick("weight", month(7)), 31),
    ),
    q("how-often", "en", "it's been how many days since my last squats?", lambda t: since_last(t, "squat")),
    q(
        "trend",
        "en",
        "Body weight since May - which way is it heading?",
        lambda t: direction(t, "weight", "weight_kg", "down", "2026-05-01", 0.5),
    ),
    q("trend", "en", "am I getting any quicker on my runs?", lambda t: faster(t, "2026-04-20")),
    q("compare-periods", "en", "July vs October: more km run in which?", lambda t: longer(t, (7, "jul"), (10, "oct"))),
    q(
        "compare-periods",
        "ru",
        "Где ночи были в среднем длиннее, в июле или в октябре?",
        lambda t: months_of(t, "sleep", "hours", ((7, "июл"), (10, "октябр")), "h"),
    ),
    q("last", "en", "latest day I did overhead press?", lambda t: last(t, "ohp")),
    q("last", "ru", "Когда я покупал книгу в последний раз?", lambda t: last(t, "spend", category="books")),
    q(
        "first",
        "en",
        "Which day did I first lift 85 kilos or more on bench?",
        lambda t: first(t, "bench", lambda r: r["weight_kg"] >= 85),
    ),
    q(
        "record",
        "en",
        "farthest I got in one go running in July",
        lambda t: most(t, "run", "distance_km", "km", month(7)),
    ),
    q(
        "record",
        "en",
        "priciest single grocery shop, in euros?",
        lambda t: most(t, "spend", "amount", "EUR", span("04-20", "11-01"), category="groceries", currency="EUR"),
    ),
    q(
        "list",
        "en",
        "Runs in the week starting 24 August, with their distances",
        lambda t: listed(t, "run", week("2026-08-24"), "distance_km", "km"),
    ),
    q(
        "cross-domain",
        "en",
        "avg sleep on the days I lifted",
        lambda t: mean_on(t.pick("sleep"), t.pick("strength"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "After 8 hours of sleep or more, how many km did I run those days, summed up?",
        lambda t: sum_beside(t.pick("run"), t.pick("sleep", where=lambda r: r["hours"] >= 8), "distance_km", "km"),
    ),
    q(
        "lookup-fact",
        "en",
        "front tyres of the car, how many bar again?",
        lambda t: fact([r"\b2[.,]3\b"], "2026-08-29"),
    ),
    q(
        "correction-aware",
        "en",
        "kcal of lunch, Aug 14",
        lambda t: one(t, "meal", "08-14", "kcal", "kcal", meal="lunch"),
    ),
    q("planned", "en", "That 100 kilo bench - did it ever happen?", lambda t: yes_or_no("no")),
    q(
        "no-data",
        "en",
        "km on the bike in August?",
        lambda t: gone([r for r in t.told if r.activity == "cycle"], nothing("km")),
    ),
    q("no-data", "en", "sleep on June 16th?", lambda t: gone(t.pick("sleep", day("06-16")), nothing("h"))),
    q("no-data", "ru", "Сколько пива я выпил в мае?", lambda t: gone(t.pick("alcohol", month(5)), nothing("times"))),
    q("no-data", "en", "How much money do I still owe Dima?", lambda t: nothing("EUR")),
    q(
        "no-data",
        "en",
        "what did the whole rowing machine thing cost me",
        lambda t: gone(t.pick("spend", category="rowing"), nothing("EUR")),
    ),
]
