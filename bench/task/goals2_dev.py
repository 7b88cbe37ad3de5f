"""The goals of the second set that rule writers may see, each with how its answer is worked out."""

from __future__ import annotations

import datetime as dt
import math
import statistics

from worked2 import NO_RATE, UNDEFINED, Goal, de, en, english, german, grouped, known, price, ranked, rows

D = dt.date
FARES, FLEET, TIMES, REPORT = "ferry/fares.md", "ferry/fleet.txt", "ferry/timetable.md", "ferry/report-2025.txt"
CAMP, CANTEEN = "lager/putevki.md", "lager/stolovaya.txt"
MONTH = {"01": "januar", "06": "juni", "07": "juli", "11": "november"}
VISITS, LOANS = "clinic/visits.csv", "library/loans.csv"
YIELD, STOCK, POST = "solar/ertrag.csv", "wein/bestand.csv", "pochta/otpravleniya.csv"


def fees(**only: str) -> list[float]:
    chosen = (row for row in rows(VISITS) if all(row[key] == value for key, value in only.items()))
    return known(english(row["fee"]) for row in chosen)


def loans() -> list[tuple[str, str, float | None]]:
    return [(row["month"], row["branch"], english(row["loans"])) for row in rows(LOANS)]


def total_loans() -> float:
    return sum(known(value for *_, value in loans()))


def months() -> dict[str, float]:
    return grouped((row["Datum"][3:5], german(row["Ertrag_kWh"])) for row in rows(YIELD, ";"))


GOALS = [
    Goal(
        "two-step",
        "en",
        "How much does an adult save by buying a day return instead of two singles?",
        "ferry",
        work=lambda: 2 * price(FARES, "adult", 1) - price(FARES, "adult", 2),
    ),
    Goal(
        "two-step",
        "en",
        "What does each trip come to with a ten-trip card for a car?",
        "ferry",
        work=lambda: price(FARES, "car with driver", 3) / 10,
    ),
    Goal(
        "two-step",
        "en",
        "By what percentage did passenger numbers go up from 2024 to 2025?",
        "ferry",
        work=lambda: (en(REPORT, r"carried ([\d,]+) pass") / en(REPORT, r"\(2024: ([\d,]+)\) and") - 1) * 100,
        reject=(6.799623,),
    ),
    Goal(
        "two-step",
        "en",
        "What was left of the takings in 2025 once all costs were paid?",
        "ferry",
        work=lambda: en(REPORT, r"Takings were £([\d,]+),") - en(REPORT, r"costs £([\d,]+)\."),
    ),
    Goal(
        "two-step",
        "en",
        "How many pounds were spent on diesel in 2025?",
        "ferry",
        work=lambda: en(REPORT, r"burned ([\d,]+) litres") * en(REPORT, r"average of (\d+) pence") / 100,
        reject=(110768000,),
    ),
    Goal(
        "two-step",
        "en",
        "What percentage of the complaints got an answer within a week?",
        "ferry",
        work=lambda: en(REPORT, r", (\d+) were answered") / en(REPORT, r"Of (\d+) complaints") * 100,
    ),
    Goal(
        "two-step",
        "en",
        "For how many days is the summer timetable of 2026 in force, counting both the first and the last one?",
        "ferry",
        work=lambda: (D(2026, 9, 27) - D(2026, 5, 1)).days + 1 if en(TIMES, r"to (27) September 2026") else 0,
        reject=(149,),
    ),
    Goal(
        "two-step",
        "en",
        "How many kilometres is it from Aldermouth to the island?",
        "ferry",
        work=lambda: en(FLEET, r"island is ([\d.]+) nautical miles") * 1.852,
    ),
    Goal(
        "two-step",
        "en",
        "What is the single fare for a motorcycle, in pounds?",
        "ferry",
        work=lambda: price(FARES, "car with driver", 1) * en(FARES, r"pays (\d+) % of") / 100,
        reject=(60,),
    ),
    Goal(
        "two-step",
        "en",
        "Three adults and two children aged eight and ten want day returns. What do they pay together?",
        "ferry",
        work=lambda: 3 * price(FARES, "adult", 2) + 2 * price(FARES, r"child \(5 to 15\)", 2),
    ),
    Goal(
        "two-step",
        "en",
        "How many adult season tickets must be sold to pay for the refit of the Sandpiper? Round up.",
        "ferry",
        work=lambda: math.ceil(en(FLEET, r"winter cost £([\d,]+)\.") / en(FARES, r"adult costs £(\d+)")),
    ),
    Goal(
        "two-step",
        "en",
        "At the average price of 2025, what does the diesel for one crossing of the Curlew cost?",
        "ferry",
        work=lambda: en(FLEET, r"Curlew burns (\d+) litres") * en(REPORT, r"average of (\d+) pence") / 100,
    ),
    Goal(
        "two-step",
        "de",
        "Um wie viele Kilowattstunden ist der Stromverbrauch von 2024 auf 2025 gesunken?",
        "museum",
        work=lambda: de("museum/betrieb.txt", r"2024: ([\d.]+) kWh") - de("museum/betrieb.txt", r"betrug ([\d.]+) kWh"),
    ),
    Goal(
        "two-step",
        "de",
        "Was zahlen eine Klasse mit 24 Kindern und ihre zwei Begleitpersonen im Museum?",
        "museum",
        work=lambda: 24 * de("museum/eintritt.md", r"zahlen ([\d,]+) € je Kind"),
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько рублей стоит путёвка для второго ребёнка?",
        "lager",
        work=lambda: de(CAMP, r"стоит ([\d ]+) рублей\. Смена") * (1 - de(CAMP, r"скидка (\d+) %") / 100),
        reject=(5197.5,),
    ),
    Goal(
        "two-step",
        "ru",
        "По сколько детей в одном отряде?",
        "lager",
        work=lambda: de(CAMP, r"принимает (\d+) детей") / de(CAMP, r"на (\d+) отрядов"),
    ),
    Goal(
        "two-step",
        "ru",
        "Во сколько рублей обходится питание одного ребёнка за всю смену?",
        "lager",
        work=lambda: de(CANTEEN, r"выделяется (\d+) рублей") * de(CAMP, r"длится (\d+) день"),
    ),
    Goal(
        "table",
        "en",
        "Which department earned the most in fees?",
        data="clinic",
        work=lambda: ranked(grouped((row["department"], english(row["fee"])) for row in rows(VISITS))),
        sql="select department from {clinic/visits.csv} group by 1 order by sum(en(fee)) desc",
        unless=(r"\b(eyes|skin)\b",),
    ),
    Goal(
        "table",
        "en",
        "average fee of a visit to the eyes department",
        data="clinic",
        work=lambda: statistics.mean(fees(department="eyes")),
        sql="select avg(en(fee)) from {clinic/visits.csv} where department = 'eyes'",
    ),
    Goal(
        "table",
        "en",
        "What is the second highest fee?",
        data="clinic",
        work=lambda: sorted(set(fees()))[-2],
        sql="select distinct en(fee) f from {clinic/visits.csv} where f is not null order by f desc offset 1",
        reject=(1580,),
    ),
    Goal(
        "table",
        "en",
        "How many visits took more than 45 minutes?",
        data="clinic",
        work=lambda: sum(value > 45 for value in known(english(row["minutes"]) for row in rows(VISITS))),
        sql="select count(*) from {clinic/visits.csv} where en(minutes) > 45",
    ),
    Goal(
        "table",
        "en",
        "What percentage of the visits was paid by insurance?",
        data="clinic",
        work=lambda: sum(row["paid"] == "insurance" for row in rows(VISITS)) / len(rows(VISITS)) * 100,
        sql="select 100 * avg((paid = 'insurance')::int) from {clinic/visits.csv}",
    ),
    Goal(
        "table",
        "en",
        "Add up the fees of all visits between 1 October 2025 and 31 October 2025.",
        data="clinic",
        work=lambda: sum(known(english(row["fee"]) for row in rows(VISITS) if row["date"].startswith("2025-10"))),
        sql="select sum(en(fee)) from {clinic/visits.csv} where date between '2025-10-01' and '2025-10-31'",
    ),
    Goal(
        "table",
        "en",
        "In which month was lending highest, all branches taken together?",
        data="library",
        work=lambda: ranked(grouped((month, value) for month, _, value in loans())),
        sql="select month from {library/loans.csv} group by 1 order by sum(en(loans)) desc",
        accept=(r"2025-11|november|\bnov\b|\b11[/.]2025",),
        unless=(r"2025-(0\d|1[02])|\b(january|february|march|april|june|july|august|september|october|december)\b",),
    ),
    Goal(
        "table",
        "en",
        "How many loans were there in 2025 if you leave out Central?",
        data="library",
        work=lambda: sum(known(value for _, branch, value in loans() if branch != "Central")),
        sql="select sum(en(loans)) from {library/loans.csv} where branch <> 'Central'",
    ),
    Goal(
        "table",
        "en",
        "What share of all loans, in percent, was made at Millbrook?",
        data="library",
        work=lambda: sum(known(value for _, branch, value in loans() if branch == "Millbrook")) / total_loans() * 100,
        sql="select 100 * sum(en(loans)) filter (branch = 'Millbrook') / sum(en(loans)) from {library/loans.csv}",
        reject=(25,),
    ),
    Goal(
        "table",
        "en",
        "median monthly visits at Northfield?",
        data="library",
        work=lambda: statistics.median(float(row["visits"]) for row in rows(LOANS) if row["branch"] == "Northfield"),
        sql="select median(en(visits)) from {library/loans.csv} where branch = 'Northfield'",
    ),
    Goal(
        "table",
        "de",
        "Wie viele kWh hat Dach Süd im ganzen Jahr geliefert?",
        data="solar",
        work=lambda: sum(known(german(row["Ertrag_kWh"]) for row in rows(YIELD, ";") if row["Anlage"] == "Dach Süd")),
        sql="select sum(de(Ertrag_kWh)) from {solar/ertrag.csv ;} where Anlage = 'Dach Süd'",
    ),
    Goal(
        "table",
        "de",
        "In welchem Monat war der Ertrag aller Anlagen zusammen am größten?",
        data="solar",
        work=lambda: MONTH[ranked(months())],
        sql="""select lower(['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August'][month(tag(Datum))])
            from {solar/ertrag.csv ;} group by month(tag(Datum)) order by sum(de(Ertrag_kWh)) desc""",
        accept=(r"juli|\bjuly\b|2025-07|\b0?7[./]2025",),
        unless=(r"2025-(0[1-689]|1\d)|\b(juni|june|august|mai|may)\b",),
    ),
    Goal(
        "table",
        "de",
        "Wie viele Flaschen Riesling sind im Bestand?",
        data="wein",
        work=lambda: sum(known(german(r["Flaschen"]) for r in rows(STOCK, ";") if r["Rebsorte"] == "Riesling")),
        sql="select sum(de(Flaschen)) from {wein/bestand.csv ;} where Rebsorte = 'Riesling'",
    ),
    Goal(
        "table",
        "de",
        "Durchschnittlicher Preis der Weine des Jahrgangs 2023?",
        data="wein",
        work=lambda: statistics.mean(
            known(german(row["Preis"]) for row in rows(STOCK, ";") if row["Jahrgang"] == "2023")
        ),
        sql="select avg(de(Preis)) from {wein/bestand.csv ;} where Jahrgang = '2023'",
    ),
    Goal(
        "table",
        "ru",
        "Какова средняя стоимость отправления вида «посылка»?",
        data="pochta",
        work=lambda: statistics.mean(known(german(r["Стоимость"]) for r in rows(POST, ";") if r["Вид"] == "посылка")),
        sql="select avg(de(Стоимость)) from {pochta/otpravleniya.csv ;} where Вид = 'посылка'",
    ),
    Goal(
        "table",
        "ru",
        "Сколько писем отправили в феврале 2026 года?",
        data="pochta",
        work=lambda: sum(r["Вид"] == "письмо" and r["Дата"].endswith(".02.2026") for r in rows(POST, ";")),
        sql="select count(*) from {pochta/otpravleniya.csv ;} where Вид = 'письмо' and month(tag(Дата)) = 2",
    ),
    Goal(
        "not-found",
        "en",
        "What does it cost to take a dog across on the ferry?",
        "ferry",
        decline="not_found",
        absent=(r"\bdogs?\b", r"\bpets?\b", "animal"),
    ),
    Goal(
        "not-found",
        "en",
        "How much higher were the takings in 2025 than in 2024?",
        "ferry",
        decline="not_found",
        absent=(r"takings[^.]*2024", r"2024[^.]*takings"),
    ),
    Goal(
        "not-found",
        "en",
        "What is the mean weight of the patients?",
        data="clinic",
        decline="not_found",
        absent=("weight", r"\bkg\b", "patient"),
    ),
    Goal("trap", "en", "Convert 250 euros to US dollars.", decline="any", accept=(NO_RATE,)),
    Goal("trap", "en", "What is 144 divided by zero?", decline="any", accept=(UNDEFINED,)),
    Goal("trap", "en", "By how many percent did membership grow from 0 to 35?", decline="any", accept=(UNDEFINED,)),
    Goal(
        "trap",
        "en",
        "What does lifting out a boat on a weekday cost in Swiss francs?",
        "harbour",
        decline="any",
        accept=(NO_RATE,),
    ),
]
