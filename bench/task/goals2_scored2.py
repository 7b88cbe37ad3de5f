"""The goals of the second set for scoring only, each with how its answer is worked out: not for rule writers."""

from __future__ import annotations

import datetime as dt
import math
import statistics

from goals2_dev import CAMP, CANTEEN, FARES, FLEET, LOANS, POST, STOCK, TIMES, VISITS, YIELD
from worked2 import NO_RATE, UNDEFINED, Goal, de, en, english, german, grouped, known, price, ranked, rows, told

D = dt.date
VISITORS, TOOLS, BUDGET = "observatory/visitors.txt", "observatory/instruments.md", "observatory/budget.txt"
HISTORY, HOUSE = "museum/geschichte.txt", "museum/betrieb.txt"
CLASSES = "gym/classes.csv"


def classes(column: str, **only: str) -> list[float]:
    chosen = (row for row in rows(CLASSES) if all(row[key] == value for key, value in only.items()))
    return known(english(row[column]) for row in chosen)


def yields(plant: str = "") -> list[float]:
    return known(german(row["Ertrag_kWh"]) for row in rows(YIELD, ";") if plant in {"", row["Anlage"]})


GOALS = [
    Goal(
        "two-step",
        "en",
        "By how many minutes is the Curlew quicker than the Sandpiper on the crossing?",
        "ferry",
        work=lambda: 65 - en(TIMES, r"Curlew takes (\d+) minutes") if told(TIMES, r"1 (hour) 5 minutes") else 0,
    ),
    Goal(
        "two-step",
        "en",
        "Add up what refitting the two ships has cost.",
        "ferry",
        work=lambda: en(FLEET, r"refitted for £([\d,]+)\.") + en(FLEET, r"winter cost £([\d,]+)\."),
    ),
    Goal(
        "two-step",
        "en",
        "A party of twelve adults travels one way. What is the fare for all of them with the group reduction?",
        "ferry",
        work=lambda: 12 * price(FARES, "adult", 1) * (1 - en(FARES, r"get (\d+) % off") / 100),
        reject=(88.8,),
    ),
    Goal(
        "two-step",
        "de",
        "Wievielmal so viele Bienen hat ein starkes Volk im Juni wie im Winter?",
        "imker",
        work=lambda: (
            de("imker/merkblatt.txt", r"Juni etwa ([\d.]+) Bienen")
            / de("imker/merkblatt.txt", r"noch rund ([\d.]+)\. ")
        ),
    ),
    Goal(
        "two-step",
        "de",
        "Wie viele Jahre lagen zwischen der Eröffnung des Museums und der Einweihung des Neubaus?",
        "museum",
        work=lambda: de(HISTORY, r"22\. September (\d{4})") - de(HISTORY, r"14\. Mai (\d{4})"),
    ),
    Goal(
        "two-step",
        "de",
        "Welcher Prozentsatz der Sammlung ist ausgestellt?",
        "museum",
        work=lambda: de(HISTORY, r"denen ([\d.]+) ausgestellt") / de(HISTORY, r"Sammlung ([\d.]+) Stücke") * 100,
        tolerance=0.051,
    ),
    Goal(
        "two-step",
        "de",
        "Wie viel Euro steuerte der Förderverein zum Umbau von 2019 bei?",
        "museum",
        work=lambda: (
            de(HISTORY, r"kostete ([\d.]+) €")
            * (100 - de(HISTORY, r"das Land (\d+) %") - de(HISTORY, r"die Stadt (\d+) %"))
            / 100
        ),
        reject=(1320000, 720000),
    ),
    Goal(
        "two-step",
        "de",
        "Wie viele Besucher hatte das Museum 2025 im Schnitt je Öffnungstag?",
        "museum",
        work=lambda: de(HOUSE, r"wir ([\d.]+) Besucher") / de(HOUSE, r"an (\d+) Tagen"),
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько всего вожатых нужно лагерю на одну смену?",
        "lager",
        work=lambda: de(CAMP, r"на (\d+) отрядов") * 2 if told(CAMP, r"отряде (два) вожатых") else 0,
    ),
    Goal(
        "two-step",
        "ru",
        "С какой средней скоростью, в км/ч, едет автобус в лагерь?",
        "lager",
        work=lambda: de(CAMP, r"дорога — (\d+) км") / (95 / 60) if told(CAMP, r"(1 час 35) минут") else 0,
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько килограммов хлеба нужно в день, если в лагере заняты все места?",
        "lager",
        work=lambda: de(CAMP, r"принимает (\d+) детей") * de(CANTEEN, r"приходится (\d+) г хлеба") / 1000,
    ),
    Goal(
        "two-step",
        "en",
        "How many visitors came to a public night on average in the season 2024/25?",
        "observatory",
        work=lambda: en(VISITORS, r"with ([\d,]+) visitors;") / en(VISITORS, r"were (\d+) public nights"),
        reject=(38,),
    ),
    Goal(
        "two-step",
        "en",
        "What does the heating oil cost the observatory, in euros?",
        "observatory",
        work=lambda: en(BUDGET, r"takes ([\d,]+) litres") * en(BUDGET, r"oil at €([\d.]+)"),
    ),
    Goal(
        "two-step",
        "en",
        "How many euros of the observatory's income in 2025 came from grants?",
        "observatory",
        work=lambda: (
            en(BUDGET, r"Income is €([\d,]+),")
            - en(BUDGET, r"university gives €([\d,]+),")
            - en(BUDGET, r"the society €([\d,]+),")
        ),
    ),
    Goal(
        "two-step",
        "en",
        "How many feet higher than the village of Kestrel does the observatory stand?",
        "observatory",
        work=lambda: (en(BUDGET, r"stands ([\d,]+) metres") - en(BUDGET, r"of Kestrel (\d+)")) / 0.3048,
    ),
    Goal(
        "two-step",
        "en",
        "Length of the observatory's access road in kilometres?",
        "observatory",
        work=lambda: en(BUDGET, r"road is ([\d.]+) miles") * 1.609344,
    ),
    Goal(
        "two-step",
        "en",
        "What is the ratio of focal length to aperture of the old refractor?",
        "observatory",
        work=lambda: en(TOOLS, r"focal length (\d+) cm, weight") / en(TOOLS, r"Aperture (\d+) cm"),
    ),
    Goal(
        "two-step",
        "en",
        "What do two adults and three students pay for a public night?",
        "observatory",
        work=lambda: 2 * en(VISITORS, r"adult pays €(\d+)") + 3 * en(VISITORS, r"student €(\d+)"),
    ),
    Goal(
        "two-step",
        "en",
        "How many adults have to pay the entrance of a public night before one new coating of the mirror is paid for?",
        "observatory",
        work=lambda: math.ceil(en(TOOLS, r"years, at €([\d,]+)\.") / en(VISITORS, r"adult pays €(\d+)")),
        also=(1690.909091,),
        tolerance=0.011,
    ),
    Goal(
        "two-step",
        "en",
        "How many days passed between the first light of the reflector and the day the weather mast was put up?",
        "observatory",
        work=lambda: (
            (D(2016, 3, 3) - D(2004, 8, 17)).days
            if told(TOOLS, r"on (17 August 2004)\.") and told(TOOLS, r"on (3 March 2016)")
            else 0
        ),
    ),
    Goal(
        "table",
        "en",
        "mean attendance of the yoga classes",
        data="gym",
        work=lambda: statistics.mean(classes("attended", **{"class": "yoga"})),
        sql="select avg(en(attended)) from {gym/classes.csv} where class = 'yoga'",
    ),
    Goal(
        "table",
        "en",
        "Whose classes were attended by the most people in all?",
        data="gym",
        work=lambda: ranked(grouped((row["trainer"], english(row["attended"])) for row in rows(CLASSES))),
        sql="select trainer from {gym/classes.csv} group by 1 order by sum(en(attended)) desc",
        accept=(r"\bines\b",),
        unless=(r"\b(marco|pavel|rike)\b",),
    ),
    Goal(
        "table",
        "en",
        "How many places were booked in November 2025 altogether?",
        data="gym",
        work=lambda: sum(float(row["booked"]) for row in rows(CLASSES) if row["date"].startswith("2025-11")),
        sql="select sum(en(booked)) from {gym/classes.csv} where date >= '2025-11-01' and date < '2025-12-01'",
    ),
    Goal(
        "table",
        "en",
        "What percentage of all booked places were in spinning?",
        data="gym",
        work=lambda: sum(classes("booked", **{"class": "spinning"})) / sum(classes("booked")) * 100,
        sql="select 100 * sum(en(booked)) filter (class = 'spinning') / sum(en(booked)) from {gym/classes.csv}",
    ),
    Goal(
        "table",
        "en",
        "How many yoga classes had at least 15 people booked?",
        data="gym",
        work=lambda: sum(value >= 15 for value in classes("booked", **{"class": "yoga"})),
        sql="select count(*) from {gym/classes.csv} where class = 'yoga' and en(booked) >= 15",
    ),
    Goal(
        "table",
        "en",
        "What is the median of booked for boxing?",
        data="gym",
        work=lambda: statistics.median(classes("booked", **{"class": "boxing"})),
        sql="select median(en(booked)) from {gym/classes.csv} where class = 'boxing'",
    ),
    Goal(
        "table",
        "en",
        "How many people in total attended between 10 and 20 December 2025, both days included?",
        data="gym",
        work=lambda: sum(
            known(english(row["attended"]) for row in rows(CLASSES) if "2025-12-10" <= row["date"] <= "2025-12-20")
        ),
        sql="""select sum(en(attended)) from {gym/classes.csv}
            where cast(date as date) between date '2025-12-10' and date '2025-12-20'""",
    ),
    Goal(
        "table",
        "en",
        "Which doctor had the most visits?",
        data="clinic",
        work=lambda: ranked(grouped((row["doctor"], 1) for row in rows(VISITS))),
        sql="select doctor from {clinic/visits.csv} group by 1 order by count(*) desc",
        unless=(r"\b(amsel|corvin|dorn|esche|fink)\b",),
    ),
    Goal(
        "table",
        "en",
        "Mean fee over all visits except those to the teeth department?",
        data="clinic",
        work=lambda: statistics.mean(known(english(r["fee"]) for r in rows(VISITS) if r["department"] != "teeth")),
        sql="select avg(en(fee)) from {clinic/visits.csv} where department <> 'teeth'",
    ),
    Goal(
        "table",
        "en",
        "Which branch came second in visits over the year?",
        data="library",
        work=lambda: ranked(grouped((row["branch"], english(row["visits"])) for row in rows(LOANS)), 2),
        sql="select branch from {library/loans.csv} group by 1 order by sum(en(visits)) desc offset 1",
        accept=("eastgate",),
        unless=(r"millbrook|northfield",),
    ),
    Goal(
        "table",
        "en",
        "Loans per member of staff at Millbrook in 2025?",
        data="library",
        work=lambda: sum(known(english(row["loans"]) for row in rows(LOANS) if row["branch"] == "Millbrook")) / 5,
        sql="""select sum(en(loans)) / max(en(staff)) from {library/loans.csv} l join {library/branches.csv} b
            on l.branch = b.branch where l.branch = 'Millbrook'""",
    ),
    Goal(
        "table",
        "de",
        "Wie hoch war der mittlere Ertrag von Dach Nord?",
        data="solar",
        work=lambda: statistics.mean(yields("Dach Nord")),
        sql="select avg(de(Ertrag_kWh)) from {solar/ertrag.csv ;} where Anlage = 'Dach Nord'",
    ),
    Goal(
        "table",
        "de",
        "Bei welcher Anlage gab es die meisten Störungen?",
        data="solar",
        work=lambda: ranked(grouped((row["Anlage"], german(row["Störungen"])) for row in rows(YIELD, ";"))),
        sql="select Anlage from {solar/ertrag.csv ;} group by 1 order by sum(de(Störungen)) desc",
        unless=("dach",),
    ),
    Goal(
        "table",
        "de",
        "Welchen Anteil in Prozent am gesamten Ertrag hatte der Carport?",
        data="solar",
        work=lambda: sum(yields("Carport")) / sum(yields()) * 100,
        sql="""select 100 * sum(de(Ertrag_kWh)) filter (Anlage = 'Carport') / sum(de(Ertrag_kWh))
            from {solar/ertrag.csv ;}""",
    ),
    Goal(
        "table",
        "de",
        "Wie viele Flaschen sind es ohne die vom Lindhof?",
        data="wein",
        work=lambda: sum(known(german(r["Flaschen"]) for r in rows(STOCK, ";") if r["Weingut"] != "Lindhof")),
        sql="select sum(de(Flaschen)) from {wein/bestand.csv ;} where Weingut <> 'Lindhof'",
    ),
    Goal(
        "table",
        "ru",
        "Какое отделение заработало больше всего?",
        data="pochta",
        work=lambda: ranked(grouped((r["Отделение"], german(r["Стоимость"])) for r in rows(POST, ";"))),
        sql="select Отделение from {pochta/otpravleniya.csv ;} group by 1 order by sum(de(Стоимость)) desc",
        accept=("центр",),
        unless=("речн|вокзал|завод",),
    ),
    Goal(
        "table",
        "ru",
        "Сколько килограммов весят вместе все бандероли?",
        data="pochta",
        work=lambda: sum(known(german(r["Вес"]) for r in rows(POST, ";") if r["Вид"] == "бандероль")),
        sql="select sum(de(Вес)) from {pochta/otpravleniya.csv ;} where Вид = 'бандероль'",
    ),
    Goal(
        "not-found",
        "en",
        "What does it cost to leave the car in the observatory's car park?",
        "observatory",
        decline="not_found",
        absent=("parking", r"\bcars?\b", r"\bpark\b"),
    ),
    Goal(
        "not-found",
        "en",
        "What was the average price of a spinning class?",
        data="gym",
        decline="not_found",
        absent=("price", r"\bfees?\b", "cost", "£|€"),
    ),
    Goal(
        "not-found",
        "de",
        "Um wie viel Prozent stieg die Besucherzahl von 2022 auf 2025?",
        "museum",
        decline="not_found",
        absent=("2022",),
    ),
    Goal(
        "not-found",
        "ru",
        "Сколько стоит путёвка на зимнюю смену со скидкой для второго ребёнка?",
        "lager",
        decline="not_found",
        absent=("зим",),
    ),
    Goal("trap", "de", "Wie viel sind 80 Schweizer Franken in Euro?", decline="any", accept=(NO_RATE,)),
    Goal("trap", "en", "What is the single fare of an adult in euros?", "ferry", decline="any", accept=(NO_RATE,)),
    Goal("trap", "en", "Compute (18 - 6) / (7 - 7)", decline="any", accept=(UNDEFINED,)),
    Goal("trap", "ru", "Сколько процентов составляет 40 от нуля?", decline="any", accept=(UNDEFINED,)),
]
