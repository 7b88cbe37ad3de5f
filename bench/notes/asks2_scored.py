"""The questions of the second set for scoring only: not for rule writers."""

from __future__ import annotations

from ask import Want, fact, nothing, number, times
from asks2 import best_day, between, day_count, gone, mean_on, money, most, one, q, since_last, span
from asks_across import both, sum_beside
from asks_facts import told
from asks_moments import all_days, first, last, listed
from asks_numbers import counted, meant, paced, rate, summed
from asks_periods import best_of, direction, euros, gym_days, longer, months_of, months_of_meal
from truth import Truth, day, evidence, month, months, total, week

ALL = span("04-20", "11-01")


def recent_pulls(t: Truth) -> Want:
    """Return the deadlift sessions of the last 30 days; one day more or less also counts."""
    rows = t.pick("deadlift", span("10-03", "11-01"))
    near = [len(t.pick("deadlift", span(f"10-{n:02}", "11-01"))) for n in (2, 4)]
    return times(len(rows), evidence(rows), also=tuple(float(n) for n in near))


def quickest(t: Truth) -> Want:
    """Return the best pace of a run."""
    row = min(
        (r for r in t.pick("run") if "duration_min" in r.values), key=lambda r: r["duration_min"] / r["distance_km"]
    )
    return number(row["duration_min"] / row["distance_km"], "pace", [row.evidence], least=0.02)


def health_and_gym(t: Truth) -> Want:
    """Return what health and the gym cost in euros."""
    rows = [r for c in ("health", "gym") for r in t.pick("spend", category=c, currency="EUR")]
    return number(total(rows, "amount"), "EUR", evidence(rows))


def lighthouse(t: Truth) -> Want:
    """Return the days from the kickoff to the shipping."""
    kickoff, shipped = (t.pick("fact", span(d, d), topic="lighthouse") for d in ("05-04", "09-18"))
    return between(kickoff, shipped)


ASKS = [
    q("count", "en", "bench days in june and july together?", lambda t: counted(t.pick("bench", months(6, 7)))),
    q(
        "count",
        "en",
        "Runs of 10 km and up from the start of August to the end of October: how many?",
        lambda t: counted(t.pick("run", months(8, 10), lambda r: r["distance_km"] >= 9.999)),
    ),
    q("count", "ru", "Сколько пробежек вышло у меня за октябрь?", lambda t: counted(t.pick("run", month(10)))),
    q(
        "count",
        "en",
        "8 hour nights (or longer) in August, how many were there",
        lambda t: counted(t.pick("sleep", month(8), lambda r: r["hours"] >= 8)),
    ),
    q("count", "en", "deadlift workouts over the last 30 days", recent_pulls),
    q("count", "en", "breakfasts I wrote down in May?", lambda t: counted(t.pick("meal", month(5), meal="breakfast"))),
    q("count", "en", "Days in September with some lifting on them?", lambda t: day_count(t.pick("strength", month(9)))),
    q(
        "sum",
        "en",
        "october running time, summed up",
        lambda t: summed(t.pick("run", month(10)), "duration_min", "min"),
    ),
    q(
        "sum",
        "en",
        "How far have I run altogether since this notebook began?",
        lambda t: summed(t.pick("run"), "distance_km", "km"),
    ),
    q(
        "sum",
        "en",
        "Restaurant bills over the summer months, in euros please",
        lambda t: money(t, months(6, 8), "EUR", category="restaurant"),
    ),
    q(
        "sum",
        "ru",
        "Сколько рублей ушло на продукты в июне?",
        lambda t: money(t, month(6), "RUB", category="groceries"),
    ),
    q("sum", "ru", "Общий километраж бега за май?", lambda t: summed(t.pick("run", month(5)), "distance_km", "km")),
    q(
        "sum",
        "en",
        "what went on rent from June through September",
        lambda t: money(t, months(6, 9), "EUR", category="rent"),
    ),
    q(
        "sum",
        "en",
        "cups of coffee in August, all in all",
        lambda t: summed(t.pick("coffee", month(8)), "cups", "times"),
    ),
    q("sum", "en", "kcal written down for 5 June?", lambda t: summed(t.pick("meal", day("06-05")), "kcal", "kcal")),
    q(
        "sum",
        "en",
        "number of meetings over September and October",
        lambda t: summed(t.pick("meetings", months(9, 10)), "count", "times"),
    ),
    q("sum", "en", "deep work hours for October?", lambda t: summed(t.pick("deepwork", month(10)), "hours", "h")),
    q(
        "sum",
        "en",
        "Add up my working hours from the 1st to the 15th of October.",
        lambda t: summed(t.pick("hours", span("10-01", "10-15")), "hours", "h"),
    ),
    q(
        "sum",
        "en",
        "kms run last month?",
        lambda t: summed(t.pick("run", month(8)), "distance_km", "km"),
        "2026-09-10",
    ),
    q(
        "sum",
        "ru",
        "Сколько часов я отработал на прошлой неделе?",
        lambda t: summed(t.pick("hours", week("2026-10-12")), "hours", "h"),
        "2026-10-21",
    ),
    q(
        "average",
        "en",
        "A snack of mine has how many kcal on average?",
        lambda t: meant(t.pick("meal", ALL, meal="snack"), "kcal", "kcal"),
    ),
    q("average", "en", "avg bench weight in September", lambda t: meant(t.pick("bench", month(9)), "weight_kg", "kg")),
    q("average", "en", "mean pace, July runs", lambda t: paced(t, month(7))),
    q(
        "average",
        "en",
        "mean length of the runs I did in June",
        lambda t: meant(t.pick("run", month(6)), "distance_km", "km"),
    ),
    q(
        "average",
        "ru",
        "Сколько в среднем длился мой сон летом?",
        lambda t: meant(t.pick("sleep", months(6, 8)), "hours", "h"),
    ),
    q(
        "average",
        "ru",
        "Средняя калорийность моих завтраков за всё время?",
        lambda t: meant(t.pick("meal", ALL, meal="breakfast"), "kcal", "kcal"),
    ),
    q(
        "average",
        "en",
        "mean reading of the scale in September",
        lambda t: meant(t.pick("weight", month(9)), "weight_kg", "kg"),
    ),
    q("average", "en", "August working days: average hours?", lambda t: meant(t.pick("hours", month(8)), "hours", "h")),
    q(
        "average",
        "en",
        "protein per meal on average, for the ones where I noted it",
        lambda t: meant(t.pick("meal"), "protein_g", "g", least=0.06),
    ),
    q(
        "how-often",
        "en",
        "how regularly did I get a run in during August?",
        lambda t: rate(t.pick("run", month(8)), 31),
    ),
    q(
        "how-often",
        "en",
        "ate at a restaurant how often in October",
        lambda t: rate(t.pick("spend", month(10), category="restaurant"), 31),
    ),
    q("how-often", "ru", "Становую делал последний раз сколько дней назад?", lambda t: since_last(t, "deadlift")),
    q("how-often", "en", "squat frequency for September?", lambda t: rate(t.pick("squat", month(9)), 30)),
    q(
        "how-often",
        "en",
        "On how many different days have I recorded knee pain?",
        lambda t: day_count(t.pick("pain", part="left-knee")),
    ),
    q(
        "trend",
        "en",
        "overhead press: any progress over the months?",
        lambda t: direction(t, "ohp", "weight_kg", "up", "", 1),
    ),
    q(
        "trend",
        "en",
        "Since August, are my nights getting shorter?",
        lambda t: direction(t, "sleep", "hours", "down", "2026-08-01", 0.4),
    ),
    q(
        "trend",
        "en",
        "do my runs get longer as the year goes on?",
        lambda t: direction(t, "run", "distance_km", "up", "", 1),
    ),
    q(
        "trend",
        "ru",
        "Становая прогрессирует или стоит на месте?",
        lambda t: direction(t, "deadlift", "weight_kg", "up", "", 5),
    ),
    q(
        "trend",
        "en",
        "trying to lose weight - in which direction do the numbers go?",
        lambda t: direction(t, "weight", "weight_kg", "down", "", 1),
    ),
    q("trend", "en", "How is my barbell row developing?", lambda t: direction(t, "row", "weight_kg", "up", "", 2)),
    q(
        "compare-periods",
        "en",
        "more sleep per night in May or in October?",
        lambda t: months_of(t, "sleep", "hours", ((5, "may"), (10, "oct")), "h"),
    ),
    q(
        "compare-periods",
        "en",
        "June or September: when did eating out cost me more euros?",
        lambda t: euros(t, "restaurant", ((6, "june"), (9, "sept"))),
    ),
    q(
        "compare-periods",
        "en",
        "Longer total distance run: June or August?",
        lambda t: longer(t, (6, "june"), (8, "aug")),
    ),
    q(
        "compare-periods",
        "en",
        "more days at the gym - june or october",
        lambda t: gym_days(t, ((6, "june"), (10, "oct"))),
    ),
    q(
        "compare-periods",
        "en",
        "Heavier top squat, June's or September's?",
        lambda t: best_of(t, "squat", ((6, "june"), (9, "sept"))),
    ),
    q(
        "compare-periods",
        "ru",
        "В июле или в сентябре я набегал больше километров?",
        lambda t: longer(t, (7, "июл"), (9, "сент")),
    ),
    q(
        "compare-periods",
        "en",
        "Which month had the longer working days on average, July or October?",
        lambda t: months_of(t, "hours", "hours", ((7, "july"), (10, "oct")), "h"),
    ),
    q(
        "compare-periods",
        "en",
        "bigger lunches (kcal, on average): July or October?",
        lambda t: months_of_meal(t, ((7, "july"), (10, "oct"))),
    ),
    q(
        "compare-periods",
        "en",
        "groceries June vs September, which was dearer in euros",
        lambda t: euros(t, "groceries", ((6, "june"), (9, "sept"))),
    ),
    q("last", "en", "bench, most recent time?", lambda t: last(t, "bench")),
    q(
        "last",
        "en",
        "My most recent run beyond 12 km was when?",
        lambda t: last(t, "run", lambda r: r["distance_km"] > 12.01),
    ),
    q("last", "ru", "Дата последних приседаний?", lambda t: last(t, "squat")),
    q("last", "ru", "За продуктами я в последний раз когда ходил?", lambda t: last(t, "spend", category="groceries")),
    q(
        "last",
        "en",
        "latest night with less than 5.5 hours of sleep - which day?",
        lambda t: last(t, "sleep", lambda r: r["hours"] < 5.5),
    ),
    q("last", "en", "When did rent last go out?", lambda t: last(t, "spend", category="rent")),
    q("last", "en", "most recent deadlift?", lambda t: last(t, "deadlift"), "2026-08-20"),
    q("last", "en", "Which day was the last one with a number of meetings noted?", lambda t: last(t, "meetings")),
    q(
        "first",
        "en",
        "When did a squat of 105 kg or more first happen?",
        lambda t: first(t, "squat", lambda r: r["weight_kg"] >= 104.99),
    ),
    q("first", "en", "first run over 13 km - date?", lambda t: first(t, "run", lambda r: r["distance_km"] > 13.01)),
    q(
        "first",
        "ru",
        "Какого числа я в первый раз пробежал 9 км или больше?",
        lambda t: first(t, "run", lambda r: r["distance_km"] >= 8.999),
    ),
    q(
        "first",
        "en",
        "what day did I first pull 130 or heavier on deadlift",
        lambda t: first(t, "deadlift", lambda r: r["weight_kg"] >= 129.99),
    ),
    q(
        "first",
        "en",
        "The scale showed less than 82 kg for the first time on...?",
        lambda t: first(t, "weight", lambda r: r["weight_kg"] < 82),
    ),
    q("record", "en", "top overhead press weight?", lambda t: most(t, "ohp", "weight_kg", "kg", ALL)),
    q("record", "en", "Best barbell row so far, in kg", lambda t: most(t, "row", "weight_kg", "kg", ALL)),
    q("record", "en", "lowest weigh-in of October", lambda t: most(t, "weight", "weight_kg", "kg", month(10), True)),
    q(
        "record",
        "en",
        "longest night since September began?",
        lambda t: most(t, "sleep", "hours", "h", span("09-01", "11-01")),
    ),
    q("record", "ru", "Самая длинная ночь в июне - сколько часов?", lambda t: most(t, "sleep", "hours", "h", month(6))),
    q("record", "en", "On what day was my longest run?", lambda t: best_day(t, "run", "distance_km")),
    q("record", "en", "quickest pace in any run?", quickest),
    q(
        "record",
        "en",
        "biggest single expense ever, in euros",
        lambda t: most(t, "spend", "amount", "EUR", ALL, currency="EUR"),
    ),
    q("record", "en", "most kcal in one lunch?", lambda t: most(t, "meal", "kcal", "kcal", ALL, meal="lunch")),
    q("list", "en", "dates with pull-ups in October", lambda t: all_days(t, "pullups", month(10))),
    q("list", "en", "all my squat weights from May please", lambda t: listed(t, "squat", month(5), "weight_kg", "kg")),
    q(
        "list",
        "en",
        "On which dates did rent go out over the summer?",
        lambda t: all_days(t, "spend", months(6, 8), category="rent"),
    ),
    q(
        "list",
        "en",
        "distances run from 1 to 7 October?",
        lambda t: listed(t, "run", span("10-01", "10-07"), "distance_km", "km"),
    ),
    q(
        "cross-domain",
        "en",
        "avg sleep on days that had deep work",
        lambda t: mean_on(t.pick("sleep"), t.pick("deepwork"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "July days with squats: total kcal logged on them?",
        lambda t: sum_beside(t.pick("meal", month(7)), t.pick("squat", month(7)), "kcal", "kcal"),
    ),
    q(
        "cross-domain",
        "en",
        "mean hours worked on days which also had a run",
        lambda t: mean_on(t.pick("hours"), t.pick("run"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "On how many October days did I note working hours as well as a run?",
        lambda t: both(t, month(10), "run", "hours"),
    ),
    q("cross-domain", "en", "from kickoff to shipping, Lighthouse took how many days?", lighthouse),
    q("cross-domain", "en", "health costs plus the gym, euros altogether?", health_and_gym),
    q("lookup-fact", "en", "name of my boss these days?", lambda t: fact(["ingrid"], "2026-07-01")),
    q(
        "lookup-fact",
        "ru",
        "Чем красили кухню, какой цвет по RAL?",
        lambda t: fact([r"ral ?9010|\b9010\b"], "2026-10-23"),
    ),
    q("lookup-fact", "en", "insurance no. of my bicycle", lambda t: fact(["kx-20931"], "2026-10-18")),
    q(
        "lookup-fact",
        "en",
        "passport valid until?",
        lambda t: fact([r"12 march 2031|2031-03-12|march 12,? 2031|12\.0?3\.2031"], "2026-04-30"),
    ),
    q("lookup-fact", "en", "boiler: what pressure did the plumber want", lambda t: fact([r"\b1[.,]4\b"], "2026-05-17")),
    q("lookup-fact", "en", "my running shoe size?", lambda t: fact([r"\b43\b"], "2026-06-26")),
    q("lookup-fact", "en", "number on the power meter", lambda t: fact([r"\b48 ?213\b|48,213"], "2026-06-24")),
    q("preference", "en", "soy or oat - what goes in my coffee?", lambda t: fact([r"\boat\b"], "2026-06-11")),
    q("no-data", "en", "how far did I swim in September?", lambda t: gone(t.pick("swim"), nothing("km"))),
    q("no-data", "en", "blood sugar value?", lambda t: nothing()),
    q("no-data", "en", "salary paid in September?", lambda t: gone(t.pick("income", month(9)), nothing("EUR"))),
    q("no-data", "en", "km run in February", lambda t: gone(t.pick("run", span("02-01", "02-28")), nothing("km"))),
    q("no-data", "ru", "Сколько я проехал на велосипеде в июле?", lambda t: gone(t.pick("cycle"), nothing("km"))),
    q("no-data", "ru", "Какой у меня рост?", lambda t: nothing()),
    q(
        "no-data",
        "ru",
        "Во сколько мне обошлись лекарства в мае?",
        lambda t: gone(t.pick("spend", month(5), category="health"), nothing("EUR")),
    ),
    q("no-data", "en", "front squat max?", lambda t: gone(t.pick("front-squat"), nothing("kg"))),
    q(
        "no-data",
        "en",
        "slept how long on the 19th of June?",
        lambda t: gone(t.pick("sleep", day("06-19")), nothing("h")),
    ),
    q(
        "no-data",
        "en",
        "full marathon finish time?",
        lambda t: gone(t.pick("run", where=lambda r: r["distance_km"] > 40), nothing("min")),
    ),
    q("no-data", "en", "cigarettes smoked in October", lambda t: gone(t.pick("smoking"), nothing("times"))),
    q("no-data", "en", "what's the landlord called?", lambda t: nothing()),
    q(
        "no-data",
        "en",
        "Water bill, how much in total?",
        lambda t: gone(t.pick("spend", category="water"), nothing("EUR")),
    ),
    q(
        "no-data",
        "en",
        "my 5k time from back in March",
        lambda t: gone(t.pick("run", span("03-01", "03-31")), nothing("min")),
    ),
    q("no-data", "en", "body weight on 3 April?", lambda t: gone(t.pick("weight", day("04-03")), nothing("kg"))),
    q(
        "no-data",
        "en",
        "Lena's birthday is when?",
        lambda t: nothing(reject=[r"14 sept|sept\w* 14|2026-09-14|22 july|july 22|2026-07-22"]),
    ),
    q(
        "no-data",
        "en",
        "price of the flights to Riga",
        lambda t: gone(t.pick("spend", category="flights"), nothing("EUR")),
    ),
    q("no-data", "en", "Yoga sessions in August?", lambda t: gone(t.pick("yoga"), nothing("times"))),
    q(
        "other-person",
        "en",
        "Lena's squat at the end of June, kg",
        lambda t: told(t, "weight_kg", "kg", "06-29", "squat"),
    ),
    q(
        "planned",
        "en",
        "which time was I hoping for in the half?",
        lambda t: fact([r"\b2 ?h|two hours|2:00|120 min"], "2026-10-05"),
    ),
    q("correction-aware", "en", "squat weight on Sep 2?", lambda t: one(t, "squat", "09-02", "weight_kg", "kg")),
]
