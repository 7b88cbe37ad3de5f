"""The goals of the third set that rule writers may see, each with how its answer is worked out."""

from __future__ import annotations

import datetime as dt
import math
import statistics
from collections import Counter

from worked2 import Goal, de, en, english, german, german_day, grouped, known, price, ranked, rows, told

D = dt.date
PRICES, BAKEHOUSE, BOOKS = "bakery/prices.md", "bakery/workshop.txt", "bakery/books.md"
SOCIETY, RENTS, WATER = "allotment/society.txt", "allotment/rents.md", "allotment/water.txt"
ENTRY, PLANT, COURSES = "schwimmbad/eintritt.md", "schwimmbad/technik.txt", "schwimmbad/kurse.md"
REPAIRS, YEAR = "velomaster/ceny.md", "velomaster/god.txt"
HIRES, MILK, SHOWS = "bikes/hires.csv", "molkerei/lieferungen.csv", "kino/seansy.csv"


def fees(kind: str) -> list[float]:
    return known(english(row["fee"]) for row in rows(HIRES) if row["bike_type"] == kind)


def milk(column: str, **only: str) -> list[float]:
    chosen = (row for row in rows(MILK, ";") if all(row[key] == value for key, value in only.items()))
    return known(german(row[column]) for row in chosen)


def fewest(groups: list[str]) -> str:
    return ranked({group: -float(count) for group, count in Counter(groups).items()})


def rye_delivered() -> float:
    order = 6 * price(PRICES, "seeded rye", 2)
    return order + (en(PRICES, r"£([\d.]+) a drop") if order <= en(PRICES, r"above £(\d+)") else 0)


def halves_or_full() -> str:
    return f"two half plots, by £{2 * price(RENTS, 'half', 2) - price(RENTS, 'full', 2):.0f}"


def slide() -> dt.date:
    last, months = told(PLANT, r"am (12\. September 2025)"), int(de(PLANT, r"alle (\d+) Monate"))
    return D(2027, 3, 12) if (last, months) == ("12. September 2025", 18) else D.min


def slicer() -> dt.date:
    bought, months = told(BOOKS, r"bought on (.+?) for"), int(en(BOOKS, r"guarantee of (\d+) months"))
    return D(2028, 4, 14) if (bought, months) == ("14 October 2025", 30) else D.min


GOALS = [
    Goal(
        "two-step",
        "en",
        "I'd like six large seeded ryes brought to my door. What will that come to?",
        "bakery",
        work=rye_delivered,
        reject=(27.6,),
    ),
    Goal(
        "two-step",
        "en",
        "When does the warranty on the slicing machine run out?",
        "bakery",
        work=slicer,
    ),
    Goal(
        "two-step",
        "en",
        "How heavy, in grams, is a large sourdough once it is baked?",
        "bakery",
        work=lambda: en(BAKEHOUSE, r"from (\d+) g of dough") * (1 - en(BAKEHOUSE, r"loses (\d+) %") / 100),
        reject=(126,),
    ),
    Goal(
        "two-step",
        "en",
        "What did the bakery spend on flour in 2025?",
        "bakery",
        work=lambda: en(BOOKS, r"£([\d.]+) a sack") * en(BOOKS, r"used ([\d,]+) sacks"),
    ),
    Goal(
        "two-step",
        "en",
        "By how many percent did turnover grow between 2024 and 2025?",
        "bakery",
        work=lambda: (en(BOOKS, r"£([\d,]+) in 2025") / en(BOOKS, r"£([\d,]+) in 2024") - 1) * 100,
        reject=(7.737030,),
    ),
    Goal(
        "two-step",
        "en",
        "Average price of the three large loaves on the list?",
        "bakery",
        work=lambda: statistics.mean(price(PRICES, loaf, 2) for loaf in ("farmhouse white", "seeded rye", "sourdough")),
    ),
    Goal(
        "two-step",
        "en",
        "How much does the firewood for a single firing of the brick oven cost, in pounds?",
        "bakery",
        work=lambda: (
            en(BAKEHOUSE, r"burns (\d+) kg of beech")
            / en(BOOKS, r"metre weighs (\d+) kg")
            * en(BOOKS, r"costs £(\d+) per cubic")
        ),
    ),
    Goal(
        "two-step",
        "en",
        "If I buy thirteen cinnamon buns as a baker's dozen, what do I hand over?",
        "bakery",
        work=lambda: (
            11 * en(PRICES, r"Cinnamon bun : £([\d.]+)\. A baker's dozen is thirteen buns for the price of eleven")
        ),
        reject=(21.45,),
    ),
    Goal(
        "two-step",
        "en",
        "How many cubic metres of water did the gardeners use from April to the end of October 2025?",
        "allotment",
        work=lambda: en(WATER, r"showed ([\d,]+)\.") - en(WATER, r"stood at ([\d,]+) cubic"),
    ),
    Goal(
        "two-step",
        "en",
        "For how many dry weeks do the tanks hold out if they are full at the start?",
        "allotment",
        work=lambda: 6 * en(WATER, r"Six rain tanks hold ([\d,]+) litres") / en(WATER, r"draw ([\d,]+) litres"),
        reject=(0.625,),
    ),
    Goal(
        "two-step",
        "en",
        "How many of the Larkfield plots are let at the moment?",
        "allotment",
        work=lambda: en(SOCIETY, r"There are (\d+) plots") - en(SOCIETY, r"; (\d+) of them have no tenant"),
    ),
    Goal(
        "two-step",
        "en",
        "I need the rotavator for four days running. What's the hire charge?",
        "allotment",
        work=lambda: en(RENTS, r"£(\d+) for the first day") + 3 * en(RENTS, r"£(\d+) for each further day"),
        reject=(56, 36, 50),
    ),
    Goal(
        "two-step",
        "en",
        "A pensioner takes over a half plot: what must she bring to pay the first year's rent and the key deposit?",
        "allotment",
        work=lambda: price(RENTS, "half", 3) + en(SOCIETY, r"key deposit of £(\d+)"),
        reject=(75,),
    ),
    Goal(
        "two-step",
        "en",
        "Which is dearer, renting one full plot or renting two half plots (no pensioners), and by how much?",
        "allotment",
        work=halves_or_full,
        accept=(r"\bhal(f|ves)\b", r"(?<![\d.,])12(\.00?)?(?![\d,])"),
    ),
    Goal(
        "two-step",
        "en",
        "What rent per square metre, in pence, does a starter plot cost when the tenant isn't a pensioner?",
        "allotment",
        work=lambda: price(RENTS, "starter", 2) / en(RENTS, r"starter \| (\d+) m²") * 100,
        reject=(30,),
    ),
    Goal(
        "two-step",
        "de",
        "Wie viel günstiger ist die Zehnerkarte für Erwachsene als zehn einzelne Eintritte?",
        "schwimmbad",
        work=lambda: 10 * price(ENTRY, "Einzelkarte", 1) - price(ENTRY, "Zehnerkarte", 1),
        reject=(43.2,),
    ),
    Goal(
        "two-step",
        "de",
        "Wie lange dauert es, bis das Wasser des großen Beckens einmal ganz umgewälzt ist (in Stunden)?",
        "schwimmbad",
        work=lambda: de(PLANT, r"fasst ([\d.]+) Kubikmeter") / de(PLANT, r"Stunde (\d+) Kubikmeter um"),
    ),
    Goal(
        "two-step",
        "de",
        "Wie viel Euro hat das Bad 2025 fürs Heizen ausgegeben?",
        "schwimmbad",
        work=lambda: de(PLANT, r"genau ([\d.]+) kWh") * de(PLANT, r"kostete ([\d,]+) Cent") / 100,
        reject=(11780000,),
    ),
    Goal(
        "two-step",
        "de",
        "Wann ist die nächste Prüfung der Rutsche fällig?",
        "schwimmbad",
        work=slide,
    ),
    Goal(
        "two-step",
        "de",
        "Ab dem wievielten Besuch im Jahr kommt ein Erwachsener mit der Jahreskarte billiger weg als mit Einzelkarten?",
        "schwimmbad",
        work=lambda: float(math.floor(price(ENTRY, "Jahreskarte", 1) / price(ENTRY, "Einzelkarte", 1)) + 1),
    ),
    Goal(
        "two-step",
        "de",
        "Was kostet eine einzelne Stunde im Kraulkurs?",
        "schwimmbad",
        work=lambda: de(COURSES, r"60 Minuten, (\d+) €") / de(COURSES, r"Kraulen\*\* – (\d+) Stunden"),
    ),
    Goal(
        "two-step",
        "ru",
        "Во сколько обойдётся прокат велосипеда на пять часов, если не считать залога?",
        "velomaster",
        work=lambda: de(REPAIRS, r"час — (\d+) рублей") + 4 * de(REPAIRS, r"следующий — (\d+) рублей"),
        reject=(1250, 750, 1000),
    ),
    Goal(
        "two-step",
        "ru",
        "Какую прибыль мастерская получила за 2025 год?",
        "velomaster",
        work=lambda: de(YEAR, r"составила ([\d ]+) рублей") - de(YEAR, r"расходы — ([\d ]+) рублей"),
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько придётся отдать за срочное полное обслуживание электровелосипеда?",
        "velomaster",
        work=lambda: price(REPAIRS, "полное обслуживание", 2) * (1 + de(REPAIRS, r"повышается на (\d+) %") / 100),
        reject=(1470, 4160),
    ),
    Goal(
        "table",
        "en",
        "From which station did people hire the most bikes?",
        data="bikes",
        work=lambda: ranked(Counter(row["station"] for row in rows(HIRES))),
        sql="select station from {bikes/hires.csv} group by 1 order by count(*) desc",
        unless=(r"market square|university|north gate",),
    ),
    Goal(
        "table",
        "en",
        "How many electric bikes were rented by members?",
        data="bikes",
        work=lambda: float(sum(row["bike_type"] == "electric" and row["member"] == "yes" for row in rows(HIRES))),
        sql="select count(*) from {bikes/hires.csv} where bike_type = 'electric' and member = 'yes'",
    ),
    Goal(
        "table",
        "en",
        "What was the total of the fees in July 2025?",
        data="bikes",
        work=lambda: sum(known(english(row["fee"]) for row in rows(HIRES) if row["start_date"].startswith("2025-07"))),
        sql="select sum(en(fee)) from {bikes/hires.csv} where start_date like '2025-07-%'",
    ),
    Goal(
        "table",
        "en",
        "For how many hires is the distance not known?",
        data="bikes",
        work=lambda: float(sum(english(row["distance_km"]) is None for row in rows(HIRES))),
        sql="select count(*) from {bikes/hires.csv} where given(distance_km) is null",
    ),
    Goal(
        "table",
        "en",
        "By how much is the mean fee for a cargo bike above the mean fee for a city bike?",
        data="bikes",
        work=lambda: statistics.mean(fees("cargo")) - statistics.mean(fees("city")),
        sql="""select avg(en(fee)) filter (bike_type = 'cargo') - avg(en(fee)) filter (bike_type = 'city')
            from {bikes/hires.csv}""",
    ),
    Goal(
        "table",
        "en",
        "Median number of minutes for hires that began at Harbour?",
        data="bikes",
        work=lambda: statistics.median(float(row["minutes"]) for row in rows(HIRES) if row["station"] == "Harbour"),
        sql="select median(en(minutes)) from {bikes/hires.csv} where station = 'Harbour'",
    ),
    Goal(
        "table",
        "en",
        "What percentage of the hires lasted longer than an hour?",
        data="bikes",
        work=lambda: statistics.mean(float(row["minutes"]) > 60 for row in rows(HIRES)) * 100,
        sql="select 100 * avg((en(minutes) > 60)::int) from {bikes/hires.csv}",
    ),
    Goal(
        "table",
        "en",
        "Add up the kilometres of the five longest rides.",
        data="bikes",
        work=lambda: sum(sorted(known(english(row["distance_km"]) for row in rows(HIRES)))[-5:]),
        sql="""select sum(km) from (select en(distance_km) km from {bikes/hires.csv}
            where given(distance_km) is not null order by km desc limit 5)""",
    ),
    Goal(
        "table",
        "en",
        "Which type of bike has the greatest average distance?",
        data="bikes",
        work=lambda: ranked(
            {
                kind: statistics.mean(
                    known(english(row["distance_km"]) for row in rows(HIRES) if row["bike_type"] == kind)
                )
                for kind in ("city", "cargo", "electric")
            }
        ),
        sql="select bike_type from {bikes/hires.csv} group by 1 order by avg(en(distance_km)) desc",
        unless=(r"\bcargo\b|\belectric\b",),
    ),
    Goal(
        "table",
        "de",
        "Welcher Hof hat insgesamt die meiste Milch geliefert?",
        data="molkerei",
        work=lambda: ranked(grouped((row["Hof"], german(row["Menge_l"])) for row in rows(MILK, ";"))),
        sql="select Hof from {molkerei/lieferungen.csv ;} group by 1 order by sum(de(Menge_l)) desc",
        unless=(r"lindenhof|moorhof|petersen",),
    ),
    Goal(
        "table",
        "de",
        "Wie viele Liter Biomilch (Sorte Bio) kamen im ersten Quartal 2025 an?",
        data="molkerei",
        work=lambda: sum(
            known(
                german(row["Menge_l"])
                for row in rows(MILK, ";")
                if row["Sorte"] == "Bio" and german_day(row["Lieferdatum"]) < D(2025, 4, 1)
            )
        ),
        sql="""select sum(de(Menge_l)) from {molkerei/lieferungen.csv ;}
            where Sorte = 'Bio' and quarter(tag(Lieferdatum)) = 1 and year(tag(Lieferdatum)) = 2025""",
    ),
    Goal(
        "table",
        "de",
        "durchschnittlicher Fettgehalt der Heumilch in Prozent",
        data="molkerei",
        work=lambda: statistics.mean(milk("Fett_Prozent", Sorte="Heumilch")),
        sql="select avg(de(Fett_Prozent)) from {molkerei/lieferungen.csv ;} where Sorte = 'Heumilch'",
        tolerance=0.0051,
    ),
    Goal(
        "table",
        "de",
        "Bei wie vielen Lieferungen vom Lindenhof lag der Preis über 50 Cent je Liter?",
        data="molkerei",
        work=lambda: float(sum(value > 50 for value in milk("Preis_Cent_je_l", Hof="Lindenhof"))),
        sql="select count(*) from {molkerei/lieferungen.csv ;} where Hof = 'Lindenhof' and de(Preis_Cent_je_l) > 50",
    ),
    Goal(
        "table",
        "ru",
        "Сколько билетов продано на фильм «Снегири»?",
        data="kino",
        work=lambda: sum(float(row["Билеты"]) for row in rows(SHOWS, ";") if row["Фильм"] == "Снегири"),
        sql="select sum(de(Билеты)) from {kino/seansy.csv ;} where Фильм = 'Снегири'",
    ),
    Goal(
        "table",
        "ru",
        "Какая доля сеансов, в процентах, прошла в формате 3D?",
        data="kino",
        work=lambda: statistics.mean(row["Формат"] == "3D" for row in rows(SHOWS, ";")) * 100,
        sql="select 100 * avg((Формат = '3D')::int) from {kino/seansy.csv ;}",
    ),
    Goal(
        "table",
        "ru",
        "Какой фильм показывали реже всего?",
        data="kino",
        work=lambda: fewest([row["Фильм"] for row in rows(SHOWS, ";")]),
        sql="select Фильм from {kino/seansy.csv ;} group by 1 order by count(*)",
        unless=(r"белый шум|последний трамвай|снегири",),
    ),
]
