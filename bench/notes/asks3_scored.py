"""The questions of the third set for scoring only: not for rule writers."""

from __future__ import annotations

from ask import fact, nothing
from asks2 import best_day, between, gone, mean_on, money, most, one, q, since_last, span
from asks3 import changed, gym_visits, heavier_mean, lately, latest, more, noted, oftener, weekends, written
from asks_across import slept_before
from asks_facts import told
from asks_moments import fastest, first, last, lifts_of, listed
from asks_numbers import counted, meant, rate, spent, summed
from asks_periods import direction, euros
from truth import day, month, months, week

COUNTS = [
    q(
        "count",
        "ru",
        "сколько раз за лето я ел вне дома, в ресторане или кафе?",
        lambda t: counted(t.pick("spend", months(6, 8), category="restaurant")),
    ),
    q(
        "count",
        "en",
        "squat sessions April through June, total count",
        lambda t: counted(t.pick("squat", months(4, 6))),
    ),
    q(
        "count",
        "en",
        "Long ones, 12 km and up: how many of those have I run this autumn?",
        lambda t: counted(t.pick("run", span("09-01", "11-01"), lambda r: r["distance_km"] >= 12)),
    ),
    q(
        "count",
        "ru",
        "Ночей короче семи часов в мае было сколько?",
        lambda t: counted(t.pick("sleep", month(5), lambda r: r["hours"] < 6.99)),
    ),
    q(
        "count",
        "en",
        "How many weigh-ins do I have for June, July and August combined",
        lambda t: counted(t.pick("weight", months(6, 8))),
    ),
    q(
        "how-often",
        "en",
        "may - how often did I make it to the gym?",
        lambda t: gym_visits(t.pick("strength", month(5)), 31),
    ),
    q(
        "how-often",
        "ru",
        "Сколько дней назад я последний раз жал лёжа?",
        lambda t: since_last(t, "bench"),
        "2026-10-09",
    ),
    q(
        "how-often",
        "en",
        "How often did I go further than 9 km in September?",
        lambda t: rate(t.pick("run", month(9), lambda r: r["distance_km"] > 9), 30),
    ),
    q("how-often", "ru", "как часто я пил кофе в октябре", lambda t: rate(t.pick("coffee", month(10)), 31)),
]
SUMS = [
    q(
        "sum",
        "en",
        "supermarket spending in august, whatever the currency",
        lambda t: spent(t, month(8), category="groceries"),
    ),
    q(
        "sum",
        "ru",
        "Сколько всего часов я проработал в июле?",
        lambda t: summed(t.pick("hours", month(7)), "hours", "h"),
    ),
    q(
        "sum",
        "en",
        "How many kilos am I down since the start of June?",
        lambda t: changed(t, "weight", "weight_kg", "kg", span("06-01", "11-01")),
    ),
    q(
        "sum",
        "ru",
        "сколько километров я пробежал по выходным в октябре",
        lambda t: summed(weekends(t.pick("run", month(10))), "distance_km", "km"),
    ),
    q(
        "sum",
        "en",
        "calories for the whole of October 31st",
        lambda t: summed(t.pick("meal", day("10-31")), "kcal", "kcal"),
    ),
    q(
        "sum",
        "ru",
        "Какой у меня километраж за последние 14 дней?",
        lambda t: lately(t, 14, lambda p: summed(t.pick("run", p), "distance_km", "km")),
        "2026-10-26",
    ),
    q(
        "sum",
        "en",
        "Since the start of August, how much deep work have I clocked, in hours?",
        lambda t: summed(t.pick("deepwork", span("08-01", "11-01")), "hours", "h"),
    ),
    q("sum", "ru", "на книги в рублях сколько вышло всего", lambda t: money(t, ("", "9999"), "RUB", category="books")),
    q(
        "sum",
        "en",
        "how many minutes did I run last week all told?",
        lambda t: summed(t.pick("run", week("2026-10-05")), "duration_min", "min"),
        "2026-10-12",
    ),
    q(
        "sum",
        "en",
        "So what's the damage for dining out in September?",
        lambda t: spent(t, month(9), category="restaurant"),
    ),
]
AVERAGES = [
    q(
        "average",
        "en",
        "grams of protein in my breakfast on average, going by those where I noted it",
        lambda t: meant(t.pick("meal", meal="breakfast"), "protein_g", "g", 0.6),
    ),
    q(
        "average",
        "ru",
        "Сколько я в среднем сплю по субботам и воскресеньям?",
        lambda t: meant(weekends(t.pick("sleep")), "hours", "h", 0.06),
    ),
    q(
        "average",
        "en",
        "What does a restaurant visit cost me on average, May to July, in EUR?",
        lambda t: meant(t.pick("spend", months(5, 7), category="restaurant", currency="EUR"), "amount", "EUR", 0.06),
    ),
    q(
        "average",
        "ru",
        "средняя дистанция октябрьской пробежки",
        lambda t: meant(t.pick("run", month(10)), "distance_km", "km", 0.06),
    ),
    q(
        "average",
        "ru",
        "Если я пью кофе, то сколько чашек за день в среднем?",
        lambda t: meant(t.pick("coffee"), "cups", "times", 0.06),
    ),
]
CHANGES = [
    q(
        "trend",
        "ru",
        "худею ли я, если смотреть с июля",
        lambda t: direction(t, "weight", "weight_kg", "down", "2026-07-01", 0.5),
    ),
    q(
        "trend",
        "en",
        "squat since august: going anywhere?",
        lambda t: direction(t, "squat", "weight_kg", "up", "2026-08-01", 4),
    ),
    q(
        "trend",
        "en",
        "Are my work days getting longer since June?",
        lambda t: direction(t, "hours", "hours", "up", "2026-06-01", 0.3),
    ),
    q(
        "compare-periods",
        "en",
        "nights on average: longer in May or in September?",
        lambda t: heavier_mean("hours", "h", (t.pick("sleep", month(5)), "may"), (t.pick("sleep", month(9)), "sept")),
    ),
    q(
        "compare-periods",
        "ru",
        "Где ужин в среднем сытнее по калориям, в июне или сентябре",
        lambda t: heavier_mean(
            "kcal",
            "kcal",
            (t.pick("meal", month(6), meal="dinner"), "июн"),
            (t.pick("meal", month(9), meal="dinner"), "сентябр"),
        ),
    ),
    q(
        "compare-periods",
        "en",
        "Groceries paid in euros, September or July: which cost me more?",
        lambda t: euros(t, "groceries", ((9, "sept"), (7, "jul"))),
    ),
    q(
        "compare-periods",
        "ru",
        "в каком месяце больше пробежек по числу: июнь, октябрь?",
        lambda t: oftener((t.pick("run", month(6)), "июн"), (t.pick("run", month(10)), "октябр")),
    ),
    q(
        "compare-periods",
        "en",
        "more km last week or the week before that?",
        lambda t: more(
            "distance_km",
            "km",
            (t.pick("run", week("2026-10-12")), r"last week|\b12(th)? oct|oct(ober)? 12|2026-10-12"),
            (t.pick("run", week("2026-10-05")), r"week before|previous week|\b5(th)? oct|oct(ober)? 5|2026-10-05"),
        ),
        "2026-10-19",
    ),
]
MOMENTS = [
    q("last", "en", "barbell rows - when did I do those last?", lambda t: last(t, "row")),
    q("last", "ru", "Когда я последний раз тратил деньги на кофе?", lambda t: last(t, "spend", category="coffee")),
    q(
        "last",
        "en",
        "how heavy was the bar the last time I benched",
        lambda t: latest(t, "bench", "weight_kg", "kg"),
        "2026-09-20",
    ),
    q(
        "last",
        "ru",
        "сколько часов длилась последняя записанная ночь?",
        lambda t: latest(t, "sleep", "hours", "h"),
        "2026-10-25",
    ),
    q(
        "last",
        "en",
        "When was I last under six hours of sleep?",
        lambda t: last(t, "sleep", lambda r: r["hours"] < 5.99),
    ),
    q(
        "last",
        "en",
        "date of the latest 5x5 squat",
        lambda t: last(t, "squat", lambda r: r["sets"] == 5 and r["reps"] == 5),
    ),
    q(
        "first",
        "ru",
        "Какого числа я впервые потянул 130 кг или больше в становой?",
        lambda t: first(t, "deadlift", lambda r: r["weight_kg"] >= 130),
    ),
    q(
        "first",
        "en",
        "What day did I first run for more than an hour?",
        lambda t: first(t, "run", lambda r: r.values.get("duration_min", 0) > 60),
    ),
    q(
        "first",
        "en",
        "when did i dip below 83 kg for the first time",
        lambda t: first(t, "weight", lambda r: r["weight_kg"] < 83),
    ),
    q(
        "record",
        "ru",
        "самый долгий сон за всё время, сколько часов?",
        lambda t: most(t, "sleep", "hours", "h", ("", "9999")),
    ),
    q("record", "en", "my quickest 8 km, what was the time?", lambda t: fastest(t, 8)),
    q("record", "en", "Which day did I put in the most hours at work?", lambda t: best_day(t, "hours", "hours")),
    q(
        "record",
        "ru",
        "Мой максимум в жиме стоя?",
        lambda t: most(t, "ohp", "weight_kg", "kg", ("", "9999")),
    ),
    q(
        "record",
        "en",
        "Biggest distance in a single June run",
        lambda t: most(t, "run", "distance_km", "km", month(6)),
    ),
    q("list", "ru", "Что я делал в зале 28 октября?", lambda t: lifts_of(t, "2026-10-28")),
    q(
        "list",
        "en",
        "give me every weigh-in of May with its number",
        lambda t: listed(t, "weight", month(5), "weight_kg", "kg"),
    ),
]
ACROSS = [
    q(
        "cross-domain",
        "en",
        "how many hours did I sleep the night before the half marathon",
        lambda t: slept_before(t, "run", "distance_km"),
    ),
    q(
        "cross-domain",
        "ru",
        "Сколько калорий в среднем в моём обеде в те дни, когда я хожу в зал?",
        lambda t: mean_on(t.pick("meal", meal="lunch"), t.pick("strength"), "kcal", "kcal"),
    ),
    q(
        "cross-domain",
        "en",
        "On running days, what's the average number of hours I work?",
        lambda t: mean_on(t.pick("hours"), t.pick("run"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "ru",
        "сколько дней прошло между температурой и первой пробежкой после неё",
        lambda t: between(t.pick("illness"), t.pick("run", (t.pick("illness")[0].date, t.as_of))),
    ),
]
WORDS = [
    q("lookup-fact", "en", "what was my dentist called?", lambda t: fact(["haas"], noted(t, "dentist"))),
    q("lookup-fact", "ru", "Кто теперь мой начальник?", lambda t: fact(["ingrid|ингрид"], noted(t, "manager"))),
    q(
        "lookup-fact",
        "en",
        "How high did the fever get?",
        lambda t: written(t.pick("illness")[0], "temp_c"),
    ),
    q("lookup-fact", "ru", "напомни пароль от вайфая на даче", lambda t: fact(["birch-4417"], noted(t, "wifi"))),
    q("preference", "ru", "С каким молоком я пью кофе?", lambda t: fact([r"\boat|овсян"], noted(t, "milk"))),
    q(
        "other-person",
        "en",
        "what time did Masha run over 10 km on May 30",
        lambda t: told(t, "duration_min", "min", "05-30", "run"),
    ),
    q(
        "correction-aware",
        "ru",
        "Какой вес был в приседе 2 сентября?",
        lambda t: one(t, "squat", "09-02", "weight_kg", "kg"),
    ),
]
ABSENT = [
    q(
        "no-data",
        "en",
        "how far have I swum since April, altogether",
        lambda t: gone(t.pick("swim"), nothing("km")),
    ),
    q("no-data", "ru", "Сколько часов я проспал 19 июня?", lambda t: gone(t.pick("sleep", day("06-19")), nothing("h"))),
    q("no-data", "en", "What was my max heart rate in the half?", lambda t: nothing()),
    q("no-data", "en", "cups of coffee on 17 June", lambda t: gone(t.pick("coffee", day("06-17")), nothing("times"))),
    q(
        "no-data",
        "ru",
        "во сколько мне обошёлся ветеринар для кошки",
        lambda t: gone(t.pick("spend", category="vet"), nothing("EUR")),
    ),
    q("no-data", "en", "Salary for September?", lambda t: gone(t.pick("income", month(9)), nothing("EUR"))),
    q(
        "no-data",
        "ru",
        "За сколько я пробежал полный марафон?",
        lambda t: gone(t.pick("run", where=lambda r: r["distance_km"] > 40), nothing("min")),
    ),
    q("no-data", "en", "what's my locker number at the gym", lambda t: nothing()),
    q("no-data", "ru", "сколько км набежал в феврале", lambda t: gone(t.pick("run", month(2)), nothing("km"))),
    q("no-data", "en", "How many plank minutes in July?", lambda t: nothing("min")),
    q(
        "no-data",
        "en",
        "squats today, which weight?",
        lambda t: gone(t.pick("squat", day("08-05")), nothing("kg")),
        "2026-08-05",
    ),
]
ASKS = [*COUNTS, *SUMS, *AVERAGES, *CHANGES, *MOMENTS, *ACROSS, *WORDS, *ABSENT]
