"""Questions about what was written once: facts, preferences, other people, plans, and what is not there at all."""

from __future__ import annotations

from ask import Ask, Want, fact, nothing, number, yes_or_no
from asks_numbers import END
from truth import Truth, day, month


def told(t: Truth, name: str, unit: str, date: str, activity: str, why: str = "other-person") -> Want:
    """Return a value that the notebook tells of somebody else, or of a plan."""
    (row,) = [
        r for r in t.told if r.note == f"2026-{date}" and r.activity == activity and r.why == why and name in r.values
    ]
    return number(row[name], unit, [row.evidence], least=0.02)


def absent(t: Truth, activity: str, period: tuple[str, str], unit: str) -> Want:
    """Return that there is no data, having made sure that there is none."""
    if t.pick(activity, period):
        raise ValueError(f"there is data on {activity} in {period}")
    return nothing(unit)


ASKS = [
    Ask(
        "lookup-fact",
        "en",
        "What's the code of my bike lock?",
        "2026-07-01",
        lambda t: fact([r"\b3852\b"], "2026-04-20"),
    ),
    Ask(
        "lookup-fact",
        "en",
        "What's the code of my bike lock?",
        END,
        lambda t: fact([r"\b6071\b"], "2026-08-12", reject=[r"^(?!.*6071).*3852"]),
    ),
    Ask("lookup-fact", "en", "wifi password at the dacha?", END, lambda t: fact(["birch-4417"], "2026-04-22")),
    Ask(
        "lookup-fact",
        "en",
        "When does my passport expire?",
        END,
        lambda t: fact([r"12 march 2031|2031-03-12|march 12,? 2031|12\.0?3\.2031"], "2026-04-30"),
    ),
    Ask("lookup-fact", "ru", "Какое давление должно быть в котле?", END, lambda t: fact([r"\b1[.,]4\b"], "2026-05-17")),
    Ask(
        "lookup-fact",
        "en",
        "What tyre pressure does the car need at the back?",
        END,
        lambda t: fact([r"\b2[.,]5\b"], "2026-08-29"),
    ),
    Ask(
        "lookup-fact",
        "en",
        "Which paint did we use for the kitchen?",
        END,
        lambda t: fact([r"ral ?9010"], "2026-10-23"),
    ),
    Ask("lookup-fact", "ru", "Какой номер страховки велосипеда?", END, lambda t: fact(["kx-20931"], "2026-10-18")),
    Ask("lookup-fact", "en", "Who is my manager?", END, lambda t: fact(["ingrid"], "2026-07-01")),
    Ask(
        "lookup-fact",
        "en",
        "When did Project Lighthouse ship?",
        END,
        lambda t: Want(dates=[["2026-09-18"]], evidence=["2026-09-18"]),
    ),
    Ask(
        "lookup-fact",
        "en",
        "When was the Lighthouse kickoff?",
        END,
        lambda t: Want(dates=[["2026-05-04"]], evidence=["2026-05-04"]),
    ),
    Ask(
        "lookup-fact",
        "en",
        "To which date was the Harbor demo moved?",
        END,
        lambda t: fact([r"12 nov|nov(ember)? 12|2026-11-12"], "2026-10-24"),
    ),
    Ask(
        "lookup-fact",
        "en",
        "At what time is the dentist appointment?",
        "2026-06-05",
        lambda t: fact([r"15[:.]00|\b3 ?pm"], "2026-06-03"),
    ),
    Ask(
        "lookup-fact",
        "en",
        "What was my blood pressure at the doctor?",
        END,
        lambda t: fact([r"128 ?(/|over) ?82"], "2026-05-25"),
    ),
    Ask("lookup-fact", "ru", "Какой у меня был пульс покоя?", END, lambda t: fact([r"\b54\b"], "2026-08-31")),
    Ask("lookup-fact", "en", "Which size are my Brooks shoes?", END, lambda t: fact([r"\b43\b"], "2026-06-26")),
    Ask(
        "lookup-fact",
        "en",
        "What did the doctor say about my knee?",
        END,
        lambda t: fact(["runner'?s knee|two weeks"], "2026-07-20"),
    ),
    Ask(
        "lookup-fact",
        "en",
        "What did the electricity meter read in June?",
        END,
        lambda t: fact([r"48 ?213"], "2026-06-24"),
    ),
    Ask(
        "lookup-fact",
        "en",
        "What is my rent now?",
        END,
        lambda t: Want(
            numbers=[{"value": 810, "tolerance": 0, "unit": "EUR", "also": []}],
            evidence=["2026-08-28|2026-09-28|2026-10-28"],
        ),
    ),
    Ask("preference", "en", "Is there a herb I can't stand?", END, lambda t: fact(["cilantro"], "2026-05-07")),
    Ask("preference", "en", "Which milk do I like in my coffee?", END, lambda t: fact([r"\boat"], "2026-06-11")),
    Ask(
        "preference",
        "ru",
        "В какое время дня я люблю бегать?",
        "2026-08-30",
        lambda t: fact(["утр|morning"], "2026-07-05", reject=[r"^\W*(вечер|evening)"]),
    ),
    Ask(
        "preference",
        "en",
        "Do I prefer running in the morning or in the evening?",
        END,
        lambda t: Want(first=[r"\bevenings?\b|вечер", r"\bmornings?\b|утр"], evidence=["2026-09-24"]),
    ),
    Ask(
        "preference",
        "ru",
        "Какое молоко я не люблю?",
        END,
        lambda t: fact([r"\bsoy|соев"], "2026-06-11", reject=[r"^\W*(oat|овсян)"]),
    ),
    Ask(
        "other-person",
        "en",
        "How far did Masha run on 24 April?",
        END,
        lambda t: told(t, "distance_km", "km", "04-24", "run"),
    ),
    Ask("other-person", "ru", "Сколько пожал Дима 9 мая?", END, lambda t: told(t, "weight_kg", "kg", "05-09", "bench")),
    Ask(
        "other-person",
        "en",
        "What was Masha's time in the half marathon?",
        END,
        lambda t: fact([r"1:49|109 ?min|1 ?h(our)? ?49"], "2026-10-11"),
    ),
    Ask(
        "other-person",
        "en",
        "How much did Masha pay for her running shoes?",
        END,
        lambda t: told(t, "amount", "EUR", "09-30", "spend"),
    ),
    Ask(
        "other-person",
        "ru",
        "Сколько спал мой брат 21 октября?",
        END,
        lambda t: told(t, "hours", "h", "10-21", "sleep"),
    ),
    Ask("other-person", "en", "Did I run on 25 July?", END, lambda t: yes_or_no("no")),
    Ask(
        "other-person",
        "en",
        "How much have I spent on shoes so far?",
        END,
        lambda t: number(129, "EUR", ["2026-06-26"]),
    ),
    Ask("other-person", "en", "Have I ever benched 120 kg?", END, lambda t: yes_or_no("no")),
    Ask(
        "other-person",
        "en",
        "How far did I run on 31 October, without Masha's part?",
        END,
        lambda t: number(7, "km", ["2026-10-31"]),
    ),
    Ask("planned", "en", "Did I run on 26 April?", END, lambda t: yes_or_no("no", "2026-04-26")),
    Ask(
        "planned",
        "en",
        "How much do I want to bench next Friday?",
        "2026-10-30",
        lambda t: told(t, "weight_kg", "kg", "10-30", "bench", "planned"),
    ),
    Ask(
        "planned",
        "en",
        "Which goals did I set for this year?",
        END,
        lambda t: fact([r"\b100 ?kg", "half"], "2026-04-20"),
    ),
    Ask("planned", "en", "How far did I actually run on 29 August?", END, lambda t: number(9, "km", ["2026-08-29"])),
    Ask("planned", "en", "Have I benched 100 kg yet?", END, lambda t: yes_or_no("no")),
    Ask("planned", "ru", "Пробежал ли я полумарафон?", "2026-10-06", lambda t: yes_or_no("no")),
    Ask("planned", "en", "did i run the half marathon?", END, lambda t: yes_or_no("yes", "2026-10-11")),
    Ask("planned", "en", "Did I go running on 10 October?", END, lambda t: yes_or_no("no", "2026-10-10")),
    Ask("no-data", "en", "How many kilometres did I cycle in June?", END, lambda t: nothing("km")),
    Ask(
        "no-data",
        "en",
        "How much did I run in March?",
        END,
        lambda t: absent(t, "run", ("2026-03-01", "2026-03-31"), "km"),
    ),
    Ask(
        "no-data",
        "en",
        "How far did I run between 15 and 20 June?",
        END,
        lambda t: absent(t, "run", ("2026-06-15", "2026-06-20"), "km"),
    ),
    Ask("no-data", "en", "When did I last hurt my ankle?", END, lambda t: nothing()),
    Ask("no-data", "en", "What's my cholesterol?", END, lambda t: nothing()),
    Ask("no-data", "en", "How much did I spend on cigarettes?", END, lambda t: nothing("EUR")),
    Ask("no-data", "ru", "Какая у меня группа крови?", END, lambda t: nothing()),
    Ask("no-data", "ru", "Сколько километров я проплыл летом?", END, lambda t: nothing("km")),
    Ask("no-data", "en", "How many steps did I take yesterday?", END, lambda t: nothing("times")),
    Ask("no-data", "ru", "Когда я последний раз был у кардиолога?", END, lambda t: nothing()),
    Ask("no-data", "en", "What's my leg press record?", END, lambda t: nothing("kg")),
    Ask("no-data", "ru", "Какой у меня рекорд в жиме ногами?", END, lambda t: nothing("kg")),
    Ask("no-data", "en", "How long did I sleep on 17 June?", END, lambda t: absent(t, "sleep", day("06-17"), "h")),
    Ask("no-data", "en", "What is my half marathon time?", "2026-09-30", lambda t: nothing("min")),
    Ask("no-data", "en", "What's my best time over 10 km?", "2026-05-20", lambda t: nothing("min")),
    Ask("no-data", "en", "Who is my manager?", "2026-06-20", lambda t: nothing(reject=["ingrid"])),
    Ask(
        "no-data",
        "en",
        "What was my salary in August?",
        END,
        lambda t: absent(t, "income", ("2026-08-01", "2026-08-31"), "EUR"),
    ),
    Ask("no-data", "en", "What is my VO2max?", END, lambda t: nothing()),
    Ask("no-data", "ru", "Сколько я потратил на кино?", END, lambda t: nothing("EUR")),
    Ask("no-data", "en", "How many bicep curls did I do in September?", END, lambda t: nothing("times")),
    Ask("no-data", "en", "What's the phone number of my landlord?", END, lambda t: nothing()),
    Ask("no-data", "ru", "Сколько литров воды я выпил в августе?", END, lambda t: nothing("times")),
    Ask("no-data", "en", "What did Dima weigh in July?", END, lambda t: nothing("kg")),
    Ask("no-data", "en", "How many hours did I meditate this year?", END, lambda t: nothing("h")),
    Ask(
        "no-data", "en", "How many kcal did I eat on 5 August?", END, lambda t: absent(t, "meal", day("08-05"), "kcal")
    ),
    Ask("no-data", "en", "Which movie did I like best?", END, lambda t: nothing()),
    Ask("no-data", "en", "What did I bench on 3 August?", END, lambda t: absent(t, "bench", day("08-03"), "kg")),
    Ask("no-data", "ru", "Сколько я пробежал 17 июня?", END, lambda t: absent(t, "run", day("06-17"), "km")),
    Ask("no-data", "en", "How much did I spend on my car insurance?", END, lambda t: nothing("EUR")),
    Ask("no-data", "en", "How much did I run in May?", "2026-04-30", lambda t: absent(t, "run", month(5), "km")),
    Ask("no-data", "ru", "Какая у меня температура была в июле?", END, lambda t: nothing()),
    Ask("no-data", "ru", "Какой у меня размер куртки?", END, lambda t: nothing()),
    Ask(
        "no-data",
        "en",
        "What did I eat for breakfast on 12 April?",
        END,
        lambda t: absent(t, "meal", day("04-12"), "kcal"),
    ),
]
