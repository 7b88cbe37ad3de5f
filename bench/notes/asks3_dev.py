"""Questions of the third set that rule writers may see; a fresh notebook is asked these too."""

from __future__ import annotations

from ask import fact, nothing, on, yes_or_no
from asks2 import best_day, day_count, gone, mean_on, money, most, one, q, since_last, span
from asks3 import best_pace, heavier_mean, lately, latest, more, noted
from asks_across import both
from asks_moments import all_days, first, last, lifts_of
from asks_numbers import counted, meant, paced, rate, spent, summed
from asks_periods import direction, euros, gym_days
from truth import day, month, months, week

COUNTS = [
    q(
        "count",
        "en",
        "times i went running so far this month",
        lambda t: counted(t.pick("run", span("09-01", "09-13"))),
        "2026-09-13",
    ),
    q(
        "count",
        "en",
        "How many nights of eight hours or longer did I get in August?",
        lambda t: counted(t.pick("sleep", month(8), lambda r: r["hours"] >= 8)),
    ),
    q("count", "ru", "В июле я сколько дней занимался в зале?", lambda t: day_count(t.pick("strength", month(7)))),
    q(
        "count",
        "ru",
        "сколько у меня набралось пробежек от десяти километров, считая с 1 сентября",
        lambda t: counted(t.pick("run", span("09-01", "11-01"), lambda r: r["distance_km"] >= 10)),
    ),
    q(
        "count",
        "en",
        "runs shorter than 6k since the beginning of august?",
        lambda t: counted(t.pick("run", span("08-01", "11-01"), lambda r: r["distance_km"] < 6)),
    ),
    q(
        "how-often",
        "en",
        "In October, how often was a night below six and a half hours?",
        lambda t: rate(t.pick("sleep", month(10), lambda r: r["hours"] < 6.5), 31),
    ),
    q("how-often", "ru", "Как часто я выбирался побегать в августе", lambda t: rate(t.pick("run", month(8)), 31)),
    q(
        "how-often",
        "en",
        "how long since I stood on the scales, in days?",
        lambda t: since_last(t, "weight"),
        "2026-09-20",
    ),
    q("how-often", "ru", "Сколько дней прошло без становой?", lambda t: since_last(t, "deadlift"), "2026-10-05"),
]
SUMS = [
    q("sum", "en", "What have I spent this week?", lambda t: spent(t, span("10-05", "10-08")), "2026-10-08"),
    q(
        "sum",
        "en",
        "kilometres from 1 Sept until today, the lot",
        lambda t: summed(t.pick("run", span("09-01", "10-11")), "distance_km", "km"),
        "2026-10-11",
    ),
    q(
        "sum",
        "ru",
        "За октябрь выпито сколько чашек кофе?",
        lambda t: summed(t.pick("coffee", month(10)), "cups", "times"),
    ),
    q(
        "sum",
        "ru",
        "сколько евро я оставил в кафе и ресторанах с мая по июль",
        lambda t: money(t, months(5, 7), "EUR", category="restaurant"),
    ),
    q(
        "sum",
        "en",
        "hrs worked last week",
        lambda t: summed(t.pick("hours", week("2026-07-13")), "hours", "h"),
        "2026-07-20",
    ),
    q(
        "sum",
        "en",
        "Adding up taxis, trains, petrol and all other transport in May, how many euros do I get?",
        lambda t: money(t, month(5), "EUR", category="transport"),
    ),
    q("sum", "ru", "Сколько часов я вчера проспал?", lambda t: one(t, "sleep", "08-05", "hours", "h"), "2026-08-06"),
    q(
        "sum",
        "en",
        "km over the last 7 days?",
        lambda t: lately(t, 7, lambda p: summed(t.pick("run", p), "distance_km", "km")),
        "2026-08-29",
    ),
    q(
        "sum",
        "ru",
        "Какой километраж вышел с 28 сентября по 4 октября?",
        lambda t: summed(t.pick("run", week("2026-09-28")), "distance_km", "km"),
    ),
    q("sum", "en", "what has the gym set me back so far", lambda t: spent(t, ("", "9999"), category="gym")),
]
AVERAGES = [
    q("average", "en", "avg weight august?", lambda t: meant(t.pick("weight", month(8)), "weight_kg", "kg", 0.06)),
    q(
        "average",
        "en",
        "Over the summer, how long was a typical run of mine in km?",
        lambda t: meant(t.pick("run", months(6, 8)), "distance_km", "km", 0.06),
    ),
    q(
        "average",
        "ru",
        "Сколько часов в среднем длится мой рабочий день, если брать с начала сентября?",
        lambda t: meant(t.pick("hours", span("09-01", "11-01")), "hours", "h", 0.06),
    ),
    q(
        "average",
        "ru",
        "средняя калорийность октябрьских ужинов",
        lambda t: meant(t.pick("meal", month(10), meal="dinner"), "kcal", "kcal", 1),
    ),
    q("average", "en", "mean pace, June and July together", lambda t: paced(t, months(6, 7))),
]
CHANGES = [
    q(
        "trend",
        "en",
        "since September, is my sleep getting longer or shorter?",
        lambda t: direction(t, "sleep", "hours", "down", "2026-09-01", 0.4),
    ),
    q(
        "trend",
        "ru",
        "Прибавляю ли я в жиме стоя?",
        lambda t: direction(t, "ohp", "weight_kg", "up", least=4),
    ),
    q(
        "trend",
        "en",
        "Have my runs gotten longer these last few months?",
        lambda t: direction(t, "run", "distance_km", "up", "2026-08-01", 1),
    ),
    q(
        "compare-periods",
        "en",
        "which was the bigger running month, May or August",
        lambda t: more("distance_km", "km", (t.pick("run", month(5)), "may"), (t.pick("run", month(8)), "aug")),
    ),
    q(
        "compare-periods",
        "en",
        "More gym days in June, or was that May?",
        lambda t: gym_days(t, ((6, "jun"), (5, "may"))),
    ),
    q(
        "compare-periods",
        "ru",
        "на транспорт больше евро ушло в сентябре или всё-таки в октябре",
        lambda t: euros(t, "transport", ((9, "сентябр"), (10, "октябр"))),
    ),
    q(
        "compare-periods",
        "ru",
        "На этой неделе я пробежал больше, чем на прошлой?",
        lambda t: more(
            "distance_km",
            "km",
            (t.pick("run", week("2026-09-28")), r"эт[ау] недел|этой недел|28 сентября|28\.09|2026-09-28"),
            (t.pick("run", week("2026-09-21")), r"прошл[оау][йяю] недел|21 сентября|21\.09|2026-09-21"),
        ),
        "2026-10-04",
    ),
    q(
        "compare-periods",
        "en",
        "How do my working days compare, July against October - where were the hours longer on average?",
        lambda t: heavier_mean("hours", "h", (t.pick("hours", month(7)), "jul"), (t.pick("hours", month(10)), "oct")),
    ),
]
MOMENTS = [
    q(
        "last",
        "en",
        "when was my latest run of ten k or beyond",
        lambda t: last(t, "run", lambda r: r["distance_km"] >= 10),
        "2026-07-10",
    ),
    q(
        "last",
        "ru",
        "Когда в последний раз я платил за продукты рублями?",
        lambda t: last(t, "spend", category="groceries", currency="RUB"),
    ),
    q("last", "en", "Most recent weigh-in: how many kilos?", lambda t: latest(t, "weight", "weight_kg", "kg")),
    q(
        "last",
        "ru",
        "сколько км было в последней пробежке",
        lambda t: latest(t, "run", "distance_km", "km"),
        "2026-09-07",
    ),
    q(
        "last",
        "en",
        "my last night with over eight hours was when?",
        lambda t: last(t, "sleep", lambda r: r["hours"] > 8.01),
    ),
    q(
        "last",
        "ru",
        "Когда я последний раз съел больше 900 ккал за один приём?",
        lambda t: last(t, "meal", lambda r: r["kcal"] > 900),
    ),
    q(
        "first",
        "en",
        "on what day did the scale first show less than 82",
        lambda t: first(t, "weight", lambda r: r["weight_kg"] < 82),
    ),
    q(
        "first",
        "ru",
        "Когда я впервые присел больше 100 кг?",
        lambda t: first(t, "squat", lambda r: r["weight_kg"] > 100.01),
    ),
    q("first", "en", "First day I made 14 km or further?", lambda t: first(t, "run", lambda r: r["distance_km"] >= 14)),
    q(
        "record",
        "en",
        "heaviest deadlift I'd done before September",
        lambda t: most(t, "deadlift", "weight_kg", "kg", span("04-20", "08-31")),
    ),
    q("record", "ru", "Какой у меня самый быстрый темп за пробежку?", best_pace),
    q("record", "en", "Which day was I at my lightest?", lambda t: best_day(t, "weight", "weight_kg", least=True)),
    q(
        "record",
        "ru",
        "сколько максимум часов за день я отработал в августе",
        lambda t: most(t, "hours", "hours", "h", month(8)),
    ),
    q(
        "record",
        "en",
        "biggest grocery bill paid in rubles - how much was it?",
        lambda t: most(t, "spend", "amount", "RUB", ("", "9999"), category="groceries", currency="RUB"),
    ),
    q("list", "en", "What did I lift on the 9th of September?", lambda t: lifts_of(t, "2026-09-09")),
    q("list", "ru", "Перечисли дни сентября, когда я бегал", lambda t: all_days(t, "run", month(9))),
]
ACROSS = [
    q(
        "cross-domain",
        "ru",
        "сколько я сплю в среднем в те дни, когда работаю?",
        lambda t: mean_on(t.pick("sleep"), t.pick("hours"), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "On days with 4 coffees or more, what was my average sleep?",
        lambda t: mean_on(t.pick("sleep"), t.pick("coffee", where=lambda r: r["cups"] >= 4), "hours", "h"),
    ),
    q(
        "cross-domain",
        "en",
        "how many days in October had both a run and work hours logged",
        lambda t: both(t, month(10), "run", "hours"),
    ),
    q(
        "cross-domain",
        "ru",
        "Сколько километров набегал с тех пор, как купил новые кроссовки?",
        lambda t: summed(t.pick("run", (t.pick("spend", category="shoes")[0].date, t.as_of)), "distance_km", "km"),
    ),
]
WORDS = [
    q("lookup-fact", "en", "new bike lock number?", lambda t: fact([r"\b6071\b"], noted(t, "bike-lock"))),
    q("lookup-fact", "ru", "Где я отдыхал в августе?", lambda t: fact(["riga|риг[аеу]"], noted(t, "riga"))),
    q(
        "lookup-fact",
        "en",
        "when's Masha's birthday again",
        lambda t: on([noted(t, "masha-birthday")], noted(t, "masha-birthday")),
    ),
    q(
        "lookup-fact",
        "ru",
        "на сколько недель врач запретил бегать из-за колена",
        lambda t: fact(["two weeks|(2|две) недели"], noted(t, "knee-diagnosis")),
    ),
    q("preference", "ru", "Какую зелень я терпеть не могу?", lambda t: fact(["cilantro|кинз"], noted(t, "cilantro"))),
    q("planned", "en", "Those 16 km on August 29 - did I make them?", lambda t: yes_or_no("no", "2026-08-29")),
    q(
        "correction-aware",
        "ru",
        "Во сколько мне обошёлся зубной 9 июня?",
        lambda t: one(t, "spend", "06-09", "amount", "EUR", category="health"),
    ),
]
ABSENT = [
    q(
        "no-data",
        "en",
        "how many push-ups did I manage in August",
        lambda t: gone([r for r in t.told if r.activity == "pushups"], nothing("times")),
    ),
    q("no-data", "en", "Weight on May 20th?", lambda t: gone(t.pick("weight", day("05-20")), nothing("kg"))),
    q(
        "no-data",
        "ru",
        "сколько денег ушло на подарки в октябре",
        lambda t: gone(t.pick("spend", month(10), category="gifts"), nothing("RUB")),
    ),
    q(
        "no-data",
        "en",
        "distance run between July 16 and July 31?",
        lambda t: gone(t.pick("run", span("07-16", "07-31")), nothing("km")),
    ),
    q("no-data", "ru", "Какой телефон у стоматолога?", lambda t: nothing()),
    q("no-data", "en", "how did I sleep on September 3", lambda t: gone(t.pick("sleep", day("09-03")), nothing("h"))),
    q(
        "no-data",
        "ru",
        "Сколько раз за лето я сходил на йогу?",
        lambda t: gone([r for r in t.told if r.activity == "yoga"], nothing("times")),
    ),
    q("no-data", "en", "My best front squat?", lambda t: nothing("kg")),
    q(
        "no-data",
        "ru",
        "какой у меня был вес в марте",
        lambda t: gone(t.pick("weight", month(3)), nothing("kg")),
    ),
    q(
        "no-data",
        "en",
        "What did the hotel in Riga cost per night?",
        lambda t: gone(t.pick("spend", category="hotel"), nothing("EUR")),
    ),
    q(
        "no-data",
        "en",
        "how far did I run yesterday",
        lambda t: gone(t.pick("run", day("07-09")), nothing("km")),
        "2026-07-10",
    ),
]
ASKS = [*COUNTS, *SUMS, *AVERAGES, *CHANGES, *MOMENTS, *ACROSS, *WORDS, *ABSENT]
