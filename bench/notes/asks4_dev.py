"""Questions of the fourth set that rule writers may see; a fresh notebook is asked these too."""

from __future__ import annotations

from ask import fact, nothing, yes_or_no
from asks2 import best_day, gone, money, most, one, q, span
from asks3 import gym_visits, heavier_mean, noted, oftener
from asks4 import days_since, latest_of, weeks_against
from asks_across import both, slept_before
from asks_facts import told
from asks_moments import first, last, listed
from asks_numbers import counted, meant, rate, spent, summed
from asks_periods import best_of, direction
from truth import day, month, months

COUNTS = [
    q(
        "count",
        "en",
        "What's the number of bench sessions I had up to the end of June?",
        lambda t: counted(t.pick("bench", span("04-20", "06-30"))),
    ),
    q(
        "count",
        "en",
        "nights under six hours, october only please",
        lambda t: counted(t.pick("sleep", month(10), lambda r: r["hours"] < 6)),
    ),
    q(
        "count",
        "en",
        "how many books did I buy since I started this notebook?",
        lambda t: counted(t.pick("spend", category="books")),
    ),
    q(
        "count",
        "en",
        "workouts with deadlifts in them since july, how many",
        lambda t: counted(t.pick("deadlift", span("07-01", "11-01"))),
    ),
    q(
        "count",
        "ru",
        "Сколько пробежек длиннее 8 км у меня вышло в июле?",
        lambda t: counted(t.pick("run", month(7), lambda r: r["distance_km"] > 8)),
    ),
    q(
        "how-often",
        "en",
        "I haven't bought a book in a while. How many days is it now?",
        lambda t: days_since(t, t.pick("spend", category="books")),
    ),
    q(
        "how-often",
        "en",
        "August at the gym: how often was I there?",
        lambda t: gym_visits(t.pick("strength", month(8)), 31),
    ),
    q("how-often", "ru", "как часто я делал становую летом", lambda t: rate(t.pick("deadlift", months(6, 8)), 92)),
]
SUMS = [
    q(
        "sum",
        "en",
        "Please add up what I've paid for books, euros and rubles apart",
        lambda t: spent(t, ("", "9999"), category="books"),
    ),
    q(
        "sum",
        "en",
        "I need the hours I put in at work between 5 and 11 October",
        lambda t: summed(t.pick("hours", span("10-05", "10-11")), "hours", "h"),
    ),
    q(
        "sum",
        "en",
        "what was my running mileage for october, in kilometres",
        lambda t: summed(t.pick("run", month(10)), "distance_km", "km"),
    ),
    q(
        "sum",
        "en",
        "how many meetings did i sit through in july",
        lambda t: summed(t.pick("meetings", month(7)), "count", "times"),
    ),
    q("sum", "en", "What did I spend yesterday?", lambda t: spent(t, day("10-06")), "2026-10-07"),
    q(
        "sum",
        "en",
        "What do my meals of 6 October come to in calories?",
        lambda t: summed(t.pick("meal", day("10-06")), "kcal", "kcal"),
    ),
    q(
        "sum",
        "en",
        "grams of protein on october 9, added up",
        lambda t: summed(t.pick("meal", day("10-09")), "protein_g", "g"),
    ),
    q(
        "sum",
        "ru",
        "Сколько рублей я за лето отдал за продукты?",
        lambda t: money(t, months(6, 8), "RUB", category="groceries"),
    ),
    q(
        "sum",
        "ru",
        "Скажи, пожалуйста, сколько евро я проездил в июне на всём транспорте",
        lambda t: money(t, month(6), "EUR", category="transport"),
    ),
]
AVERAGES = [
    q(
        "average",
        "en",
        "average grocery bill in euros for august",
        lambda t: meant(t.pick("spend", month(8), category="groceries", currency="EUR"), "amount", "EUR", 0.06),
    ),
    q(
        "average",
        "en",
        "mean distance of my october runs",
        lambda t: meant(t.pick("run", month(10)), "distance_km", "km", 0.06),
    ),
    q(
        "average",
        "en",
        "What does one of my breakfasts come to in calories, on average, since September?",
        lambda t: meant(t.pick("meal", span("09-01", "11-01"), meal="breakfast"), "kcal", "kcal", 1),
    ),
    q(
        "average",
        "ru",
        "сколько я в среднем сплю с начала октября",
        lambda t: meant(t.pick("sleep", span("10-01", "11-01")), "hours", "h", 0.06),
    ),
]
CHANGES = [
    q(
        "trend",
        "en",
        "Which way has my sleep been heading since mid-August?",
        lambda t: direction(t, "sleep", "hours", "down", "2026-08-16", 0.4),
    ),
    q(
        "trend",
        "en",
        "how has my deadlift developed since spring",
        lambda t: direction(t, "deadlift", "weight_kg", "up", least=10),
    ),
    q(
        "trend",
        "ru",
        "становятся ли мои пробежки длиннее, если смотреть с начала лета",
        lambda t: direction(t, "run", "distance_km", "up", "2026-06-01", 1),
    ),
    q(
        "compare-periods",
        "en",
        "did I run further this week than last week",
        lambda t: weeks_against(
            t,
            ("2026-10-19", r"this week|oct\w* 19|\b19(th)?( oct| ?(-|–|to))|10-19"),
            ("2026-10-12", r"last week|previous week|week before|oct\w* 12|\b12(th)?( oct| ?(-|–|to))|10-12"),
        ),
        "2026-10-25",
    ),
    q(
        "compare-periods",
        "en",
        "Did I sleep longer on average in May or in September?",
        lambda t: heavier_mean("hours", "h", (t.pick("sleep", month(5)), "may"), (t.pick("sleep", month(9)), "sep")),
    ),
    q(
        "compare-periods",
        "en",
        "heavier top squat: August or October?",
        lambda t: best_of(t, "squat", ((8, "aug"), (10, "oct"))),
    ),
    q(
        "compare-periods",
        "en",
        "Which month saw more runs, August or October?",
        lambda t: oftener((t.pick("run", month(8)), "aug"), (t.pick("run", month(10)), "oct")),
    ),
    q(
        "compare-periods",
        "ru",
        "когда у меня рабочий день в среднем был длиннее, в июне или в октябре",
        lambda t: heavier_mean(
            "hours", "h", (t.pick("hours", month(6)), "июн"), (t.pick("hours", month(10)), "октябр")
        ),
    ),
]
MOMENTS = [
    q("last", "en", "When did I last do overhead presses?", lambda t: last(t, "ohp")),
    q("last", "en", "On which day did I pay the rent most recently?", lambda t: last(t, "spend", category="rent")),
    q(
        "last",
        "en",
        "last time I ran over 12 km, when was that",
        lambda t: last(t, "run", lambda r: r["distance_km"] > 12.05),
    ),
    q(
        "last",
        "en",
        "Remind me what I weighed at the last weigh-in before October.",
        lambda t: latest_of(t.pick("weight", span("04-20", "09-30")), "weight_kg", "kg"),
    ),
    q("last", "ru", "какого числа я последний раз подтягивался", lambda t: last(t, "pullups")),
    q(
        "first",
        "en",
        "When did I make it to 10 km for the first time?",
        lambda t: first(t, "run", lambda r: r["distance_km"] >= 10),
    ),
    q(
        "first",
        "en",
        "After the flu, which day did I run again for the first time?",
        lambda t: first(t, "run", lambda r: r.date > t.pick("illness")[0].date),
    ),
    q("first", "en", "when did i first bench 90 kilos", lambda t: first(t, "bench", lambda r: r["weight_kg"] >= 90)),
    q(
        "record",
        "en",
        "What's the most I have ever squatted?",
        lambda t: most(t, "squat", "weight_kg", "kg", ("", "9999")),
    ),
    q(
        "record",
        "en",
        "What's the most I've paid in a restaurant, in euros?",
        lambda t: most(t, "spend", "amount", "EUR", ("", "9999"), category="restaurant", currency="EUR"),
    ),
    q("record", "en", "How long was my longest day at work?", lambda t: most(t, "hours", "hours", "h", ("", "9999"))),
    q("record", "en", "what date is my longest run from", lambda t: best_day(t, "run", "distance_km")),
    q(
        "record",
        "ru",
        "Сколько часов я спал в самую короткую ночь?",
        lambda t: most(t, "sleep", "hours", "h", ("", "9999"), least=True),
    ),
    q(
        "list",
        "en",
        "What were the distances of my runs from October 1 to 7?",
        lambda t: listed(t, "run", span("10-01", "10-07"), "distance_km", "km"),
    ),
    q("list", "en", "september deadlifts, which weights", lambda t: listed(t, "deadlift", month(9), "weight_kg", "kg")),
    q("list", "ru", "выпиши все мои взвешивания за август", lambda t: listed(t, "weight", month(8), "weight_kg", "kg")),
]
ACROSS = [
    q(
        "cross-domain",
        "en",
        "In September, on how many days did I both run and note working hours?",
        lambda t: both(t, month(9), "run", "hours"),
    ),
    q(
        "cross-domain",
        "en",
        "how many km did I run between the Lighthouse kickoff and the day it shipped?",
        lambda t: summed(t.pick("run", span("05-04", "09-18")), "distance_km", "km"),
    ),
    q(
        "cross-domain",
        "en",
        "Before the half marathon, what was my night like, in hours of sleep?",
        lambda t: slept_before(t, "run", "distance_km"),
    ),
    q(
        "cross-domain",
        "ru",
        "Сколько часов я спал в ночь перед рекордом в становой?",
        lambda t: slept_before(t, "deadlift", "weight_kg"),
    ),
]
WORDS = [
    q("lookup-fact", "en", "Who am I doing Project Harbor with?", lambda t: fact(["ingrid"], noted(t, "harbor"))),
    q(
        "lookup-fact",
        "en",
        "what was my temperature when I came down with the flu",
        lambda t: fact([r"38[.,]4"], t.pick("illness")[0].evidence),
    ),
    q(
        "lookup-fact",
        "ru",
        "на какое число я записан к стоматологу",
        lambda t: fact([r"9 июн|9 june|june 9|2026-06-09|0?9\.06"], noted(t, "dentist")),
        "2026-06-05",
    ),
    q(
        "preference",
        "en",
        "What time of day do I like best for a run?",
        lambda t: fact(["morning|утр"], noted(t, "time-of-day")),
        "2026-08-15",
    ),
    q(
        "other-person",
        "en",
        "What time did Masha run the half marathon in?",
        lambda t: told(t, "duration_min", "min", "10-11", "run"),
    ),
    q(
        "other-person",
        "ru",
        "сколько удалось поспать моему брату 21 октября",
        lambda t: told(t, "hours", "h", "10-21", "sleep"),
    ),
    q("planned", "en", "Did I run the day before the race?", lambda t: yes_or_no("no", "2026-10-10")),
    q(
        "correction-aware",
        "en",
        "How far was Saturday's run?",
        lambda t: one(t, "run", "09-12", "distance_km", "km"),
        "2026-09-14",
    ),
    q(
        "correction-aware",
        "en",
        "the headphones, what was the real price in the end?",
        lambda t: one(t, "spend", "08-25", "amount", "EUR", category="electronics"),
    ),
]
ABSENT = [
    q(
        "no-data",
        "en",
        "How many hours did I work on the 23rd of September?",
        lambda t: gone(t.pick("hours", day("09-23")), nothing("h")),
    ),
    q(
        "no-data",
        "en",
        "How many beers did I drink in July?",
        lambda t: gone(t.pick("alcohol", month(7)), nothing("times")),
    ),
    q(
        "no-data",
        "en",
        "Could you look up what I weighed between 10 and 25 September?",
        lambda t: gone(t.pick("weight", span("09-10", "09-25")), nothing("kg")),
    ),
    q(
        "no-data",
        "en",
        "When did I last go skiing?",
        lambda t: gone([r for r in t.told if r.activity == "ski"], nothing()),
    ),
    q(
        "no-data",
        "en",
        "What's my best leg press?",
        lambda t: gone([r for r in t.told if r.activity == "leg-press"], nothing("kg")),
    ),
    q("no-data", "en", "my weight on the 1st of July?", lambda t: gone(t.pick("weight", day("07-01")), nothing("kg"))),
    q(
        "no-data",
        "en",
        "what was the price of the flight in May",
        lambda t: gone(t.pick("spend", month(5), category="flight"), nothing("EUR")),
    ),
    q(
        "no-data",
        "en",
        "What weight did I deadlift on September 30?",
        lambda t: gone(t.pick("deadlift", day("09-30")), nothing("kg")),
    ),
    q("no-data", "en", "how many km did I run in March", lambda t: gone(t.pick("run", month(3)), nothing("km"))),
    q("no-data", "ru", "Сколько я проплыл в июле?", lambda t: gone(t.pick("swim"), nothing("km"))),
    q("no-data", "ru", "сколько минут я медитировал в августе?", lambda t: nothing("min")),
    q("no-data", "ru", "Сколько шагов я прошёл в понедельник?", lambda t: nothing("times")),
]
ASKS = [*COUNTS, *SUMS, *AVERAGES, *CHANGES, *MOMENTS, *ACROSS, *WORDS, *ABSENT]
