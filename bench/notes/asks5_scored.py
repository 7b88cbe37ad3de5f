"""Questions of the fifth set, all of them for scoring only: whoever changes a rule does not read them."""

from __future__ import annotations

from ask import Want, fact, nothing, number
from asks2 import best_day, day_count, gone, mean_on, money, most, q, since_last, span
from asks3 import best_pace, gym_visits, heavier_mean, lately, more, noted
from asks4 import latest_of
from asks5 import best_month, close, like, newest, shorter, sum_of
from asks_across import at, sum_beside
from asks_facts import told
from asks_moments import all_days, first, last, lifts_of, listed
from asks_numbers import counted, meant, paced, rate, spent, summed
from asks_periods import direction, euros, gym_days, longer
from truth import day, month, months, week

COUNTS = [
    q(
        "count",
        "en",
        "How many times did I manage to get out for a run this month?",
        lambda t: counted(t.pick("run", month(8))),
        "2026-08-31",
    ),
    q("count", "en", "days with any lifting in july?", lambda t: day_count(t.pick("strength", month(7)))),
    q(
        "count",
        "en",
        "Lena says I live on chili. How many times have I had it for dinner?",
        lambda t: counted(like(t.pick("meal", meal="dinner"), r"\bchili\b")),
    ),
    q(
        "count",
        "en",
        "I was a wreck. How many nights in the second half of October were under 6 hours?",
        lambda t: counted(t.pick("sleep", span("10-16", "10-31"), lambda r: r["hours"] < 6)),
    ),
    q(
        "count",
        "en",
        "How many workouts with squats have I got in so far this month?",
        lambda t: counted(t.pick("squat", month(6))),
        "2026-06-30",
    ),
    q(
        "count",
        "en",
        "How many books did I buy, going by my notes?",
        lambda t: counted(t.pick("spend", category="books")),
    ),
    q(
        "count",
        "ru",
        "сколько раз я в этом месяце тянул становую",
        lambda t: counted(t.pick("deadlift", month(5))),
        "2026-05-31",
    ),
    q(
        "count",
        "ru",
        "Сколько у меня набралось пробежек длиннее десяти километров за сентябрь и октябрь?",
        lambda t: counted(t.pick("run", months(9, 10), lambda r: r["distance_km"] > 10.01)),
    ),
]

SUMS = [
    q(
        "sum",
        "en",
        "What was my mileage last week, in km?",
        lambda t: summed(t.pick("run", week("2026-10-05")), "distance_km", "km"),
        "2026-10-12",
    ),
    q(
        "sum",
        "en",
        "Doing my budget: what did I lay out on groceries in September, all told?",
        lambda t: spent(t, month(9), category="groceries"),
    ),
    q(
        "sum",
        "en",
        "How much did getting around (trains, buses, taxis, petrol) set me back in October?",
        lambda t: spent(t, month(10), category="transport"),
    ),
    q(
        "sum",
        "en",
        "how much sleep did i get this week in total",
        lambda t: summed(t.pick("sleep", week("2026-08-17")), "hours", "h"),
        "2026-08-23",
    ),
    q(
        "sum",
        "en",
        "Hours of focused work I got done last month?",
        lambda t: summed(t.pick("deepwork", month(7)), "hours", "h"),
        "2026-08-03",
    ),
    q(
        "sum",
        "en",
        "Could you add up the rent and the electricity I paid in May?",
        lambda t: sum_of(
            t, [t.pick("spend", month(5), category=one) for one in ("rent", "utilities")], "amount", "EUR"
        ),
    ),
    q(
        "sum",
        "en",
        "What did yesterday's food come to in kcal?",
        lambda t: summed(t.pick("meal", day("05-14")), "kcal", "kcal"),
        "2026-05-15",
    ),
    q(
        "sum",
        "en",
        "How many cups of coffee did I get through in the first ten days of October?",
        lambda t: summed(t.pick("coffee", span("10-01", "10-10")), "cups", "times"),
    ),
    q(
        "sum",
        "en",
        "total spent on taxis",
        lambda t: sum_of(t, [like(t.pick("spend", category="transport"), r"\btaxi\b|такси")], "amount", "EUR"),
    ),
    q(
        "sum",
        "ru",
        "Сколько километров я намотал бегом за первую половину сентября?",
        lambda t: summed(t.pick("run", span("09-01", "09-15")), "distance_km", "km"),
    ),
    q(
        "sum",
        "ru",
        "сколько денег ушло на кофе в прошлом месяце?",
        lambda t: money(t, month(5), "EUR", category="coffee"),
        "2026-06-03",
    ),
    q(
        "sum",
        "ru",
        "Сколько я отдал за продукты с начала июля?",
        lambda t: spent(t, span("07-01", "07-15"), category="groceries"),
        "2026-07-15",
    ),
    q(
        "sum",
        "ru",
        "Посчитай, пожалуйста, во сколько мне обошлись кафе и рестораны за июль.",
        lambda t: spent(t, month(7), category="restaurant"),
    ),
]

AVERAGES = [
    q(
        "average",
        "en",
        "On average, how many calories were there in my August dinners?",
        lambda t: meant(t.pick("meal", month(8), meal="dinner"), "kcal", "kcal", 1),
    ),
    q(
        "average",
        "en",
        "What was the average length of my working day in May?",
        lambda t: meant(t.pick("hours", month(5)), "hours", "h", 0.06),
        "2026-06-20",
    ),
    q(
        "average",
        "en",
        "my avg body weight this month",
        lambda t: close(meant(t.pick("weight", month(6)), "weight_kg", "kg"), 0.06),
        "2026-06-30",
    ),
    q("average", "en", "How fast was I running on average in September, in min per km?", lambda t: paced(t, month(9))),
    q(
        "average",
        "en",
        "How many hours a night have I averaged over the last seven days?",
        lambda t: lately(t, 7, lambda p: meant(t.pick("sleep", p), "hours", "h", 0.06)),
        "2026-09-06",
    ),
    q(
        "average",
        "en",
        "When I do note protein for breakfast, how many grams is it on average?",
        lambda t: meant(t.pick("meal", meal="breakfast"), "protein_g", "g", 0.6),
    ),
    q(
        "average",
        "ru",
        "Во сколько евро мне в среднем обходился поход за продуктами в октябре?",
        lambda t: meant(t.pick("spend", month(10), category="groceries", currency="EUR"), "amount", "EUR", 0.06),
    ),
    q(
        "average",
        "ru",
        "средняя дистанция пробежки за прошлый месяц?",
        lambda t: meant(t.pick("run", month(7)), "distance_km", "km", 0.06),
        "2026-08-05",
    ),
]

OFTEN = [
    q(
        "how-often",
        "en",
        "What's my lifting frequency for June?",
        lambda t: gym_visits(t.pick("strength", month(6)), 30),
    ),
    q(
        "how-often",
        "en",
        "How often did I note my weight in September and October?",
        lambda t: rate(t.pick("weight", months(9, 10)), 61),
    ),
    q(
        "how-often",
        "en",
        "how often have I done overhead presses this month",
        lambda t: rate(t.pick("ohp", month(9)), 30),
        "2026-09-30",
    ),
    q(
        "how-often",
        "en",
        "How frequently did I pay for a coffee in September?",
        lambda t: rate(t.pick("spend", month(9), category="coffee"), 30),
    ),
    q(
        "how-often",
        "ru",
        "С какой частотой я жал лёжа в октябре?",
        lambda t: rate(t.pick("bench", month(10)), 31),
    ),
    q(
        "how-often",
        "ru",
        "Как часто я бегал за последние 30 дней?",
        lambda t: lately(t, 30, lambda p: rate(t.pick("run", p), 30)),
        "2026-09-13",
    ),
]

TRENDS = [
    q(
        "trend",
        "en",
        "Am I making any progress on the overhead press, or is it stuck?",
        lambda t: direction(t, "ohp", "weight_kg", "up", least=4),
    ),
    q(
        "trend",
        "en",
        "Where has my weight been heading over the past three months?",
        lambda t: direction(t, "weight", "weight_kg", "down", since="2026-08-01", least=1),
    ),
    q(
        "trend",
        "en",
        "How did the length of my nights change from August to October?",
        lambda t: shorter(t, "sleep", "hours", 8, 10, 0.5),
    ),
    q(
        "trend",
        "ru",
        "Прибавляю ли я в тяге в наклоне?",
        lambda t: direction(t, "row", "weight_kg", "up", least=4),
    ),
]

COMPARISONS = [
    q(
        "compare-periods",
        "en",
        "Which was the bigger running month by distance, June or July?",
        lambda t: longer(t, (6, "jun"), (7, "jul")),
    ),
    q(
        "compare-periods",
        "en",
        "coffee cups september vs october",
        lambda t: more("cups", "times", (t.pick("coffee", month(9)), "sep"), (t.pick("coffee", month(10)), "oct")),
    ),
    q(
        "compare-periods",
        "en",
        "May or June, where did more of my money go on restaurants?",
        lambda t: euros(t, "restaurant", ((5, "may"), (6, "jun"))),
        "2026-07-20",
    ),
    q(
        "compare-periods",
        "en",
        "Compare my average sleep from 20 to 26 July with that from 3 to 9 August.",
        lambda t: heavier_mean(
            "hours",
            "h",
            (t.pick("sleep", span("07-20", "07-26")), r"jul|07-2"),
            (t.pick("sleep", span("08-03", "08-09")), r"aug|08-0"),
        ),
    ),
    q(
        "compare-periods",
        "en",
        "was i at the gym on more days in april or in may",
        lambda t: gym_days(t, ((4, "apr"), (5, "may"))),
        "2026-05-31",
    ),
    q(
        "compare-periods",
        "ru",
        "Август или сентябрь: в каком месяце на транспорт ушло больше денег?",
        lambda t: euros(t, "transport", ((8, "август"), (9, "сентябр"))),
    ),
    q(
        "compare-periods",
        "ru",
        "Когда у меня вышло больше часов сосредоточенной работы, в июле или в сентябре?",
        lambda t: more("hours", "h", (t.pick("deepwork", month(7)), "июл"), (t.pick("deepwork", month(9)), "сентябр")),
    ),
]

LAST = [
    q("last", "en", "Date of my latest overhead press session?", lambda t: last(t, "ohp")),
    q(
        "last",
        "en",
        "Remind me, when did I last get some deep work in?",
        lambda t: last(t, "deepwork"),
        "2026-10-10",
    ),
    q(
        "last",
        "en",
        "last taxi I took?",
        lambda t: newest(like(t.pick("spend", category="transport"), r"\btaxi\b|такси")),
    ),
    q(
        "last",
        "en",
        "When was my most recent run of more than 10 km?",
        lambda t: last(t, "run", lambda r: r["distance_km"] > 10.01),
        "2026-09-30",
    ),
    q(
        "last",
        "en",
        "What did the scales show the last time I stood on them?",
        lambda t: close(latest_of(t.pick("weight"), "weight_kg", "kg"), 0.02),
        "2026-09-20",
    ),
    q(
        "last",
        "ru",
        "Когда мы с Димой в последний раз ели пиццу?",
        lambda t: newest(like(t.pick("spend", category="restaurant"), r"pizza with dima")),
    ),
    q("last", "ru", "когда мне последний раз приходила зарплата", lambda t: last(t, "income"), "2026-09-20"),
    q("last", "ru", "Сколько дней прошло с последних приседаний?", lambda t: since_last(t, "squat")),
]

FIRST = [
    q(
        "first",
        "en",
        "When did I squat 100 kilos for the first time?",
        lambda t: first(t, "squat", lambda r: r["weight_kg"] >= 100),
    ),
    q(
        "first",
        "en",
        "When did my shoulder start acting up?",
        lambda t: first(t, "pain", part="right-shoulder"),
    ),
    q(
        "first",
        "en",
        "On what date did my weight first drop below 83 kg?",
        lambda t: first(t, "weight", lambda r: r["weight_kg"] < 83),
        "2026-08-05",
    ),
    q(
        "first",
        "en",
        "which was the first night i got more than 8 hours?",
        lambda t: first(t, "sleep", lambda r: r["hours"] > 8),
        "2026-07-20",
    ),
    q("first", "ru", "Какого числа я впервые записал жим стоя?", lambda t: first(t, "ohp")),
]

RECORDS = [
    q(
        "record",
        "en",
        "What's the heaviest I've pressed overhead?",
        lambda t: most(t, "ohp", "weight_kg", "kg", ("", "9999")),
    ),
    q("record", "en", "Best pace I have ever run at, min/km?", best_pace),
    q(
        "record",
        "en",
        "what's the biggest deadlift i've pulled up to now?",
        lambda t: most(t, "deadlift", "weight_kg", "kg", ("", "9999")),
        "2026-09-10",
    ),
    q(
        "record",
        "en",
        "How many kilometres did I run in my best month?",
        lambda t: best_month(t, "run", "distance_km", "km"),
    ),
    q(
        "record",
        "en",
        "Most I've spent on groceries in one go, in euros?",
        lambda t: most(t, "spend", "amount", "EUR", ("", "9999"), category="groceries", currency="EUR"),
    ),
    q(
        "record",
        "ru",
        "Сколько длился мой самый долгий сон?",
        lambda t: most(t, "sleep", "hours", "h", ("", "9999")),
    ),
    q("record", "ru", "Какого числа у меня был самый длинный рабочий день?", lambda t: best_day(t, "hours", "hours")),
]

LISTS = [
    q("list", "en", "On which days in September did I squat?", lambda t: all_days(t, "squat", month(9))),
    q(
        "list",
        "en",
        "show me this week's runs",
        lambda t: listed(t, "run", week("2026-05-04"), "distance_km", "km"),
        "2026-05-10",
    ),
    q(
        "list",
        "en",
        "Give me all my weigh-ins from July.",
        lambda t: close(listed(t, "weight", month(7), "weight_kg", "kg"), 0.02),
    ),
    q("list", "ru", "Перечисли упражнения, которые я делал 26 августа.", lambda t: lifts_of(t, "2026-08-26")),
]

ACROSS = [
    q(
        "cross-domain",
        "en",
        "What's my average sleep on the days I lift?",
        lambda t: mean_on(t.pick("sleep"), t.pick("strength"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "On the days when I'd slept less than 6 hours, how many coffees did I have altogether?",
        lambda t: sum_beside(t.pick("coffee"), t.pick("sleep", where=lambda r: r["hours"] < 6), "cups", "times"),
    ),
    q(
        "cross-domain",
        "en",
        "How many km did I run between the doctor's visit about my knee and coming down with that fever in September?",
        lambda t: summed(t.pick("run", span("07-20", "09-14")), "distance_km", "km"),
    ),
    q(
        "cross-domain",
        "en",
        "How far did I run in the fortnight leading up to the half marathon?",
        lambda t: summed(t.pick("run", span("09-27", "10-10")), "distance_km", "km"),
    ),
    q(
        "cross-domain",
        "ru",
        "Что показали весы сразу после августовского отпуска?",
        lambda t: close(at(t, "weight", "08-10", "weight_kg", "kg"), 0.02),
    ),
    q(
        "cross-domain",
        "ru",
        "Сколько часов я поспал в ночь перед полумарафоном?",
        lambda t: at(t, "sleep", "10-11", "hours", "h"),
        "2026-10-20",
    ),
]

FACTS = [
    q(
        "lookup-fact",
        "en",
        "The power company is asking for a reading, what did I write down from the meter?",
        lambda t: fact([r"\b48[ ,.]?213\b"], noted(t, "meter")),
        "2026-07-03",
    ),
    q(
        "lookup-fact",
        "en",
        "At the petrol station: how much air goes in the front tyres?",
        lambda t: fact([r"\b2[.,]3\b"], noted(t, "tyres")),
        "2026-09-12",
    ),
    q(
        "lookup-fact",
        "en",
        "For how long was I told to stay off running because of the knee?",
        lambda t: fact([r"\b(two|2)[ -]weeks?|\b14 days|(две|2) недели"], noted(t, "knee-diagnosis")),
    ),
    q("lookup-fact", "en", "what's my boss called?", lambda t: fact(["ingrid"], noted(t, "manager")), "2026-08-01"),
    q("lookup-fact", "en", "How high was my fever in September?", lambda t: fact([r"\b38[.,]4\b"], "2026-09-14")),
    q(
        "lookup-fact",
        "ru",
        "Стою в магазине: какая краска нужна для кухни?",
        lambda t: fact([r"ral ?9010"], noted(t, "paint")),
        "2026-10-25",
    ),
    q(
        "lookup-fact",
        "ru",
        "Какого числа и во сколько мне к зубному?",
        lambda t: fact(
            [r"\b9(th)? (of )?june|june 9|\b9(-го)? июня|2026-06-09|0?9\.06", r"15[:.]00|\b3 ?pm|в 15\b"],
            noted(t, "dentist"),
        ),
        "2026-06-07",
    ),
]

PREFERENCES = [
    q(
        "preference",
        "en",
        "The barista wants to know: oat milk or soy for me?",
        lambda t: Want(first=[r"\boat|овсян", r"\bsoy|соев"], evidence=[noted(t, "milk")]),
    ),
]

ABSENT = [
    q("no-data", "en", "How much did the plumber charge me?", lambda t: nothing("EUR")),
    q("no-data", "en", "How old did Masha turn on her birthday?", lambda t: nothing("times")),
    q(
        "no-data",
        "en",
        "What did I weigh on 3 September?",
        lambda t: gone(t.pick("weight", day("09-03")), nothing("kg")),
    ),
    q("no-data", "en", "How many push-ups can I do in one go?", lambda t: nothing("times")),
    q("no-data", "en", "Do I have Dr Haas's phone number somewhere?", lambda t: nothing()),
    q(
        "no-data",
        "en",
        "what did I spend on clothes in october",
        lambda t: gone(t.pick("spend", month(10), category="shoes"), nothing("EUR")),
    ),
    q(
        "no-data",
        "en",
        "What's my resting heart rate?",
        lambda t: gone(t.pick("rhr"), nothing(reject=[r"\b54\b"])),
        "2026-07-31",
    ),
    q("no-data", "en", "How many hours of piano practice did I put in over August?", lambda t: nothing("h")),
    q("no-data", "en", "My time at the October parkrun, please?", lambda t: nothing("min")),
    q(
        "no-data",
        "en",
        "How many meetings was I in during June?",
        lambda t: gone(t.pick("meetings", month(6)), nothing("times")),
    ),
    q(
        "no-data",
        "en",
        "When is the Harbor demo?",
        lambda t: gone([r for r in t.told if r.tags.get("topic") == "harbor-demo"], nothing(reject=["nov"])),
        "2026-10-20",
    ),
    q("no-data", "en", "the licence plate of my car?", lambda t: nothing()),
    q("no-data", "ru", "Какой у нас дома пароль от вайфая?", lambda t: nothing()),
    q("no-data", "ru", "Сколько раз я ходил на йогу в августе?", lambda t: nothing("times")),
    q(
        "no-data",
        "ru",
        "сколько я пробежал сегодня?",
        lambda t: gone(t.pick("run", day("06-19")), nothing("km")),
        "2026-06-19",
    ),
    q("no-data", "ru", "Сколько стоили билеты в Ригу?", lambda t: nothing("EUR"), "2026-08-20"),
    q("no-data", "ru", "А сколько Лена жмёт лёжа?", lambda t: nothing("kg")),
]

OTHERS = [
    q(
        "other-person",
        "en",
        "How much was it my sister spent on plants in August?",
        lambda t: number(150, "EUR", ["2026-08-22"]),
    ),
    q(
        "other-person",
        "en",
        "How many minutes did Masha need for her 10 km in May?",
        lambda t: told(t, "duration_min", "min", "05-30", "run"),
        "2026-07-10",
    ),
    q(
        "other-person",
        "ru",
        "Вчера мы бегали вместе, а сколько пробежала Маша?",
        lambda t: told(t, "distance_km", "km", "10-31", "run"),
    ),
]

PLANS = [
    q(
        "planned",
        "en",
        "What weight is planned for tomorrow's squats?",
        lambda t: fact([r"\b113\b"], "2026-07-12|2026-07-13"),
        "2026-07-12",
    ),
    q(
        "planned",
        "en",
        "What's my budget for the jacket?",
        lambda t: number(110, "EUR", ["2026-06-02|2026-06-03"]),
        "2026-06-02",
    ),
    q(
        "planned",
        "ru",
        "Сколько километров я собирался пробежать завтра?",
        lambda t: number(11, "km", ["2026-08-31|2026-09-01"]),
        "2026-08-31",
    ),
]

CORRECTED = [
    q(
        "correction-aware",
        "en",
        "How much did the dentist cost me in the end?",
        lambda t: at(t, "spend", "06-09", "amount", "EUR", category="health"),
    ),
    q(
        "correction-aware",
        "en",
        "how heavy did i squat on september 2nd",
        lambda t: at(t, "squat", "09-02", "weight_kg", "kg"),
    ),
    q(
        "correction-aware",
        "ru",
        "За какое время я пробежал 12 км 11 июля?",
        lambda t: at(t, "run", "07-11", "duration_min", "min"),
    ),
]

ASKS = [
    *(*COUNTS, *SUMS, *AVERAGES, *OFTEN, *TRENDS, *COMPARISONS, *LAST, *FIRST, *RECORDS, *LISTS, *ACROSS),
    *(*FACTS, *PREFERENCES, *ABSENT, *OTHERS, *PLANS, *CORRECTED),
]
