"""Questions of the fourth set that are for scoring only: whoever changes a rule does not read them."""

from __future__ import annotations

from ask import fact, nothing, number, yes_or_no
from asks2 import between, day_count, gone, mean_on, money, most, one, q, since_last, span
from asks3 import heavier_mean, lately, more, noted
from asks4 import latest_of, quickest
from asks_across import sum_beside
from asks_facts import told
from asks_moments import all_days, first, last, lifts_of
from asks_numbers import counted, meant, paced, rate, spent, summed
from asks_periods import direction, euros, faster
from truth import day, evidence, mean, month, months, week

COUNTS = [
    q(
        "count",
        "en",
        "I'm curious: on how many days did I step on the scales this summer?",
        lambda t: day_count(t.pick("weight", months(6, 8))),
    ),
    q(
        "count",
        "en",
        "How many times did I eat out in June?",
        lambda t: counted(t.pick("spend", month(6), category="restaurant")),
    ),
    q(
        "count",
        "en",
        "Can you tell me how many runs I logged in the whole of May?",
        lambda t: counted(t.pick("run", month(5))),
    ),
    q(
        "count",
        "en",
        "How many lunches above 750 kcal did I note in July and August?",
        lambda t: counted(t.pick("meal", months(7, 8), lambda r: r["kcal"] > 750, meal="lunch")),
    ),
    q(
        "count",
        "en",
        "So how many runs is it this week?",
        lambda t: counted(t.pick("run", span("10-05", "10-08"))),
        "2026-10-08",
    ),
    q("count", "ru", "подскажи, сколько всего тренировок было с подтягиваниями", lambda t: counted(t.pick("pullups"))),
    q("how-often", "en", "runs per week in October?", lambda t: rate(t.pick("run", month(10)), 31)),
    q(
        "how-often",
        "en",
        "how regularly have i been weighing myself from the start of july on? how many times",
        lambda t: rate(t.pick("weight", span("07-01", "11-01")), 124),
    ),
    q(
        "how-often",
        "en",
        "In September, how often did I get eight hours of sleep or more?",
        lambda t: rate(t.pick("sleep", month(9), lambda r: r["hours"] >= 8), 30),
    ),
    q("how-often", "en", "How many days ago did I last squat?", lambda t: since_last(t, "squat"), "2026-10-20"),
    q(
        "how-often",
        "ru",
        "Сколько дней назад я взвешивался в последний раз?",
        lambda t: since_last(t, "weight"),
        "2026-10-15",
    ),
]
SUMS = [
    q(
        "sum",
        "en",
        "over the past 14 days, how far have I run?",
        lambda t: lately(t, 14, lambda p: summed(t.pick("run", p), "distance_km", "km")),
        "2026-09-12",
    ),
    q(
        "sum",
        "en",
        "How much rent have I handed over since July?",
        lambda t: money(t, span("07-01", "11-01"), "EUR", category="rent"),
    ),
    q(
        "sum",
        "en",
        "How much time did I spend running in September, all the runs together?",
        lambda t: summed(t.pick("run", month(9)), "duration_min", "min"),
    ),
    q(
        "sum",
        "en",
        "Cups of coffee last week, total?",
        lambda t: summed(t.pick("coffee", week("2026-10-05")), "cups", "times"),
        "2026-10-12",
    ),
    q(
        "sum",
        "en",
        "What did the food shopping come to in the week of August 31?",
        lambda t: spent(t, week("2026-08-31"), category="groceries"),
    ),
    q(
        "sum",
        "en",
        "Dentist, doctor, massage: what have I paid for my health altogether?",
        lambda t: spent(t, ("", "9999"), category="health"),
    ),
    q("sum", "en", "What did coffee cost me in June?", lambda t: spent(t, month(6), category="coffee")),
    q(
        "sum",
        "ru",
        "прошлая неделя: сколько часов работы набралось?",
        lambda t: summed(t.pick("hours", week("2026-09-07")), "hours", "h"),
        "2026-09-14",
    ),
    q(
        "sum",
        "ru",
        "сколько км набежало за первую половину мая",
        lambda t: summed(t.pick("run", span("05-01", "05-15")), "distance_km", "km"),
    ),
]
AVERAGES = [
    q(
        "average",
        "en",
        "When I note my coffees for a day, how many cups is it on average?",
        lambda t: number(mean(t.pick("coffee"), "cups"), "times", evidence(t.pick("coffee")), least=0.06),
    ),
    q(
        "average",
        "en",
        "Taking all the weigh-ins of June, what's the average?",
        lambda t: meant(t.pick("weight", month(6)), "weight_kg", "kg", 0.06),
    ),
    q(
        "average",
        "en",
        "I keep feeling tired. How long did I sleep on average last month?",
        lambda t: meant(t.pick("sleep", month(7)), "hours", "h", 0.06),
        "2026-08-15",
    ),
    q("average", "en", "Typical pace of the runs I did in September?", lambda t: paced(t, month(9))),
    q(
        "average",
        "ru",
        "Сколько в среднем калорий было в сентябрьском обеде?",
        lambda t: meant(t.pick("meal", month(9), meal="lunch"), "kcal", "kcal", 1),
    ),
    q(
        "average",
        "ru",
        "Какой у меня был средний вес за май?",
        lambda t: meant(t.pick("weight", month(5)), "weight_kg", "kg", 0.06),
    ),
]
CHANGES = [
    q(
        "trend",
        "en",
        "Am I putting in longer hours at work than I did in July?",
        lambda t: direction(t, "hours", "hours", "up", "2026-07-01", 0.5),
    ),
    q(
        "trend",
        "en",
        "Would you say my weight is on its way down?",
        lambda t: direction(t, "weight", "weight_kg", "down", least=2),
    ),
    q("trend", "ru", "Темп на пробежках у меня улучшается?", lambda t: faster(t, "2026-04-20")),
    q(
        "compare-periods",
        "en",
        "june vs september, in which one did I run more kilometres",
        lambda t: more("distance_km", "km", (t.pick("run", month(6)), "jun"), (t.pick("run", month(9)), "sep")),
    ),
    q(
        "compare-periods",
        "en",
        "Where did more euros go to the supermarket, July or September?",
        lambda t: euros(t, "groceries", ((7, "jul"), (9, "sep"))),
    ),
    q(
        "compare-periods",
        "en",
        "Was I lighter in October than in August, going by the average?",
        lambda t: heavier_mean(
            "weight_kg", "kg", (t.pick("weight", month(8)), "aug"), (t.pick("weight", month(10)), "oct")
        ),
    ),
    q(
        "compare-periods",
        "ru",
        "Спал ли я в августе в среднем дольше, чем в октябре?",
        lambda t: heavier_mean(
            "hours", "h", (t.pick("sleep", month(8)), "август"), (t.pick("sleep", month(10)), "октябр")
        ),
    ),
    q(
        "compare-periods",
        "ru",
        "На продукты я больше евро потратил в июле или в августе?",
        lambda t: euros(t, "groceries", ((7, "июл"), (8, "август"))),
    ),
]
MOMENTS = [
    q(
        "last",
        "en",
        "What did my latest book cost?",
        lambda t: latest_of(t.pick("spend", category="books"), "amount", "EUR"),
    ),
    q(
        "last",
        "en",
        "weight on the bar the last time I benched",
        lambda t: latest_of(t.pick("bench"), "weight_kg", "kg"),
    ),
    q(
        "last",
        "en",
        "most recent night with less than six hours?",
        lambda t: last(t, "sleep", lambda r: r["hours"] < 6),
    ),
    q("last", "en", "When was the gym membership paid the last time?", lambda t: last(t, "spend", category="gym")),
    q(
        "last",
        "ru",
        "Когда я в последний раз был в ресторане или кафе?",
        lambda t: last(t, "spend", category="restaurant"),
    ),
    q(
        "last",
        "ru",
        "Когда я последний раз выпил за день четыре чашки кофе?",
        lambda t: last(t, "coffee", lambda r: r["cups"] == 4),
    ),
    q(
        "first",
        "en",
        "What date did my weight first dip under 83?",
        lambda t: first(t, "weight", lambda r: r["weight_kg"] < 83),
    ),
    q(
        "first",
        "en",
        "The first night of eight hours or more that I wrote down was when?",
        lambda t: first(t, "sleep", lambda r: r["hours"] >= 8),
    ),
    q(
        "first",
        "en",
        "first deadlift of 140 or more - date?",
        lambda t: first(t, "deadlift", lambda r: r["weight_kg"] >= 140),
    ),
    q("first", "ru", "Когда я впервые сделал подтягивания?", lambda t: first(t, "pullups")),
    q("record", "en", "Of the runs of 10 km and longer, what was my quickest pace?", lambda t: quickest(t, 10)),
    q("record", "en", "biggest single meal in kcal?", lambda t: most(t, "meal", "kcal", "kcal", ("", "9999"))),
    q(
        "record",
        "en",
        "my longest night, how many hours was it",
        lambda t: most(t, "sleep", "hours", "h", ("", "9999")),
    ),
    q(
        "record",
        "ru",
        "Какой самый большой вес в становой я взял за лето?",
        lambda t: most(t, "deadlift", "weight_kg", "kg", months(6, 8)),
    ),
    q("record", "ru", "мой лучший результат в жиме лёжа?", lambda t: most(t, "bench", "weight_kg", "kg", ("", "9999"))),
    q("list", "en", "Give me the dates I weighed myself in June.", lambda t: all_days(t, "weight", month(6))),
    q("list", "en", "Which exercises did I do at the gym on October 7?", lambda t: lifts_of(t, "2026-10-07")),
    q("list", "ru", "По каким дням я ходил в зал в июле?", lambda t: all_days(t, "strength", month(7))),
]
ACROSS = [
    q(
        "cross-domain",
        "en",
        "average lunch calories on gym days",
        lambda t: mean_on(t.pick("meal", meal="lunch"), t.pick("strength"), "kcal", "kcal"),
    ),
    q(
        "cross-domain",
        "en",
        "On days that I go running, how much sleep have I had on average?",
        lambda t: mean_on(t.pick("sleep"), t.pick("run"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "How many days were there from the day I had a fever of 38.4 to my next run?",
        lambda t: between(t.pick("illness"), t.pick("run", where=lambda r: r.date > t.pick("illness")[0].date)),
    ),
    q(
        "cross-domain",
        "en",
        "euros spent in october on the days I ran",
        lambda t: sum_beside(t.pick("spend", month(10), currency="EUR"), t.pick("run", month(10)), "amount", "EUR"),
    ),
]
WORDS = [
    q("lookup-fact", "en", "how much air do the front tyres need", lambda t: fact([r"\b2[.,]3\b"], noted(t, "tyres"))),
    q(
        "lookup-fact",
        "en",
        "What was wrong with my knee, according to the doctor?",
        lambda t: fact(["runner'?s knee"], noted(t, "knee-diagnosis")),
    ),
    q(
        "lookup-fact",
        "en",
        "Until when is my passport good?",
        lambda t: fact([r"12 mar(ch)? 2031|mar(ch)? 12,? 2031|2031-03-12|12\.03\.2031"], noted(t, "passport")),
    ),
    q(
        "lookup-fact",
        "en",
        "I'm at the dacha and can't get online, what's the Wi-Fi code again?",
        lambda t: fact(["birch-4417"], noted(t, "wifi")),
    ),
    q(
        "lookup-fact",
        "ru",
        "Напомни код от велозамка, пожалуйста",
        lambda t: fact([r"\b6071\b"], noted(t, "bike-lock")),
    ),
    q(
        "preference",
        "ru",
        "Какое молоко в кофе мне не нравится?",
        lambda t: fact(["soy|сое[вй]|соя"], noted(t, "milk")),
    ),
    q(
        "other-person",
        "en",
        "Masha got herself running shoes, for how much money?",
        lambda t: told(t, "amount", "EUR", "09-30", "spend"),
    ),
    q(
        "planned",
        "en",
        "My goal was a half marathon under two hours. Did I manage it?",
        lambda t: yes_or_no("yes", "2026-10-11"),
    ),
    q(
        "planned",
        "en",
        "how far had I wanted to run on august 29?",
        lambda t: told(t, "distance_km", "km", "08-29", "run", "planned"),
    ),
    q("planned", "ru", "Я собирался бежать десятку 26 апреля. Пробежал?", lambda t: yes_or_no("no", "2026-04-26")),
    q(
        "correction-aware",
        "en",
        "how many kilos did I bench on May 4",
        lambda t: one(t, "bench", "05-04", "weight_kg", "kg"),
    ),
    q(
        "correction-aware",
        "ru",
        "Сколько я на самом деле спал 15 октября?",
        lambda t: one(t, "sleep", "10-15", "hours", "h"),
    ),
]
ABSENT = [
    q(
        "no-data",
        "en",
        "how far did I run today?",
        lambda t: gone(t.pick("run", day("10-02")), nothing("km")),
        "2026-10-02",
    ),
    q(
        "no-data",
        "en",
        "clothes in October, how much?",
        lambda t: gone(t.pick("spend", month(10), category="clothes"), nothing("EUR")),
    ),
    q(
        "no-data",
        "en",
        "How much was the electricity bill in August?",
        lambda t: gone(t.pick("spend", month(8), category="utilities"), nothing("EUR")),
    ),
    q("no-data", "en", "lunch calories on oct 3?", lambda t: gone(t.pick("meal", day("10-03")), nothing("kcal"))),
    q(
        "no-data",
        "en",
        "Sleep on 15 September, how many hours?",
        lambda t: gone(t.pick("sleep", day("09-15")), nothing("h")),
    ),
    q("no-data", "en", "When is Lena's birthday?", lambda t: nothing()),
    q(
        "no-data",
        "en",
        "What was my average heart rate during the half marathon?",
        lambda t: gone(t.pick("heart-rate"), nothing()),
    ),
    q(
        "no-data",
        "en",
        "What did I pay for my phone plan in August?",
        lambda t: gone(t.pick("spend", month(8), category="phone"), nothing("EUR")),
    ),
    q("no-data", "en", "where does dr haas have his practice", lambda t: nothing()),
    q(
        "no-data",
        "ru",
        "Сколько евро я заплатил за интернет в сентябре?",
        lambda t: gone(t.pick("spend", month(9), category="internet"), nothing("EUR")),
    ),
    q("no-data", "ru", "какое у меня было давление в октябре", lambda t: nothing()),
    q("no-data", "ru", "как зовут мою сестру", lambda t: nothing()),
]
ASKS = [*COUNTS, *SUMS, *AVERAGES, *CHANGES, *MOMENTS, *ACROSS, *WORDS, *ABSENT]
