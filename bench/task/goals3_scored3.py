"""The goals of the third set for scoring only, each with how its answer is worked out: not for rule writers."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter

from worked2 import Goal, de, en, english, german, german_day, grouped, known, price, ranked, rows, told

WELCOME, RATES, FIGURES = "hostel/welcome.txt", "hostel/rates.md", "hostel/figures.md"
YARD, COURSE = "pottery/workshop.md", "pottery/courses.txt"
LIST, HOUSE = "druckerei/preisliste.md", "druckerei/haus.txt"
TICKETS, THEATRE = "kukly/bilety.md", "kukly/teatr.txt"
PICKS, JOBS, CIRCLES = "orchard/picks.csv", "garage/auftraege.csv", "kruzhki/zanyatiya.csv"
AUTUMN = ("сентябр", "октябр", "ноябр")


def picked(column: str, **only: str) -> list[float]:
    chosen = (row for row in rows(PICKS) if all(row[key] == value for key, value in only.items()))
    return known(english(row[column]) for row in chosen)


def jobs(column: str, **only: str) -> list[float]:
    chosen = (row for row in rows(JOBS, ";") if all(row[key] == value for key, value in only.items()))
    return known(german(row[column]) for row in chosen)


def dormitory_or_twin() -> str:
    return f"two dormitory beds, by £{price(RATES, 'twin room', 1) - 2 * price(RATES, 'bed in the dormitory', 1):.0f}"


def last_evening() -> dt.date:
    start = dt.datetime.strptime(told(COURSE, r"Tuesday, (\d+ January 2026), and meets every Tuesday"), "%d %B %Y")
    return start.date() + dt.timedelta(weeks=9 if "ten times in all" in told(COURSE, r"(ten times in all)") else 0)


def busiest_month() -> str:
    sums = grouped((row["Дата"][3:5], german(row["Дети"])) for row in rows(CIRCLES, ";"))
    return AUTUMN[int(ranked(sums)) - 9]


GOALS = [
    Goal(
        "two-step",
        "en",
        "I'm staying four nights in July in the dormitory and want breakfast every morning. What will it cost me?",
        "hostel",
        work=lambda: 4 * (price(RATES, "bed in the dormitory", 2) + en(RATES, r"£([\d.]+) a head and morning")),
        reject=(104, 102),
    ),
    Goal(
        "two-step",
        "en",
        "After how many years will the solar panels have paid for themselves?",
        "hostel",
        work=lambda: en(FIGURES, r"2023 for £([\d,]+);") / en(FIGURES, r"save us £([\d,]+) every"),
    ),
    Goal(
        "two-step",
        "en",
        "How far is the walk from Carrick in kilometres?",
        "hostel",
        work=lambda: en(WELCOME, r"Carrick is ([\d.]+) miles") * 1.609344,
    ),
    Goal(
        "two-step",
        "en",
        "How many nights did the hostel sell per bed in 2025?",
        "hostel",
        work=lambda: en(FIGURES, r"([\d,]+) in 2025 and") / en(WELCOME, r"rooms and (\d+) beds"),
    ),
    Goal(
        "two-step",
        "en",
        "What was the percentage increase in nights sold from 2024 to 2025?",
        "hostel",
        work=lambda: (en(FIGURES, r"([\d,]+) in 2025 and") / en(FIGURES, r"and ([\d,]+) in 2024") - 1) * 100,
        reject=(11.111111,),
    ),
    Goal(
        "two-step",
        "en",
        "We're two people in low season. Which is cheaper for one night, a twin room or two beds in the dormitory, "
        "and by how much?",
        "hostel",
        work=dormitory_or_twin,
        accept=(r"\bdorm|\bbeds\b", r"(?<![\d.,])14(\.00?)?(?![\d,])"),
        unless=(r"twin (room )?(is|would be|comes) cheaper",),
    ),
    Goal(
        "two-step",
        "en",
        "What do you pay for a family room in March if you stay eight nights, with the reduction for longer stays?",
        "hostel",
        work=lambda: 8 * price(RATES, "family room", 1) * (1 - en(RATES, r"take (\d+) % off") / 100),
        reject=(672, 806.4),
    ),
    Goal(
        "two-step",
        "en",
        "What does the electricity for a biscuit firing and a glaze firing come to, taken together, in pounds?",
        "pottery",
        work=lambda: (
            (en(YARD, r"biscuit firing uses (\d+) kWh") + en(YARD, r"glaze firing (\d+) kWh"))
            * en(YARD, r"costs (\d+) pence")
            / 100
        ),
        reject=(3159,),
    ),
    Goal(
        "two-step",
        "en",
        "On what date is the last evening of the beginners' course?",
        "pottery",
        work=last_evening,
    ),
    Goal(
        "two-step",
        "en",
        "How many mugs, at most, can be made out of a single bag of clay?",
        "pottery",
        work=lambda: float(en(YARD, r"bags of ([\d.]+) kg") * 1000 // en(YARD, r"A mug takes (\d+) g")),
    ),
    Goal(
        "two-step",
        "en",
        "How many hours of tuition does somebody get who comes to every evening of the beginners' course?",
        "pottery",
        work=lambda: 10 * en(COURSE, r"ten times in all, .*Each evening lasts (\d+) minutes") / 60,
    ),
    Goal(
        "two-step",
        "en",
        "What was left from the Christmas market's sales after the stall had been paid?",
        "pottery",
        work=lambda: (
            en(COURSE, r"sold (\d+) mugs") * en(COURSE, r"mugs at £(\d+)")
            + en(COURSE, r"and (\d+) bowls") * en(COURSE, r"bowls at £(\d+)")
            - en(COURSE, r"stall cost £(\d+)")
        ),
        reject=(4696,),
    ),
    Goal(
        "two-step",
        "en",
        "How many places on the courses stayed empty in 2025?",
        "pottery",
        work=lambda: 9 * en(COURSE, r"are (\d+) places on each") - en(COURSE, r"nine courses, with (\d+) participants"),
    ),
    Goal(
        "two-step",
        "en",
        "For how many hours at the wheel must somebody come in a year before the membership fee is earned back?",
        "pottery",
        work=lambda: (
            en(YARD, r"£(\d+) a year") / (price(YARD, "hour at the wheel", 2) - price(YARD, "hour at the wheel", 1))
        ),
    ),
    Goal(
        "two-step",
        "de",
        "Was kosten 500 Plakate, wenn sie in zwei Tagen fertig sein müssen (ohne Versand)?",
        "druckerei",
        work=lambda: price(LIST, "500", 2) * (1 + de(LIST, r"Aufschlag (\d+) %") / 100),
        reject=(260, 65),
    ),
    Goal(
        "two-step",
        "de",
        "Wie hoch ist die jährliche Abschreibung der Offsetmaschine in Euro?",
        "druckerei",
        work=lambda: de(HOUSE, r"2024 für ([\d.]+) € angeschafft; sie wird über acht Jahre in gleichen Teilen") / 8,
    ),
    Goal(
        "two-step",
        "de",
        "Welcher Anteil der bedruckten Bogen war 2025 Ausschuss, also Makulatur, in Prozent?",
        "druckerei",
        work=lambda: de(HOUSE, r"Davon waren ([\d.]+) Makulatur") / de(HOUSE, r"wir ([\d.]+) Bogen bedruckt") * 100,
    ),
    Goal(
        "two-step",
        "de",
        "Wie viele Stunden braucht die alte Maschine, um eine ganze Palette Papier zu bedrucken?",
        "druckerei",
        work=lambda: de(HOUSE, r"trägt ([\d.]+) Bogen") / de(HOUSE, r"1967 druckt ([\d.]+) Bogen"),
        reject=(0.909091,),
    ),
    Goal(
        "two-step",
        "de",
        "Was kommt auf mich zu für 1.000 Faltblätter und drei Stunden Gestaltung?",
        "druckerei",
        work=lambda: price(LIST, r"1\.000", 1) + 3 * de(LIST, r"(\d+) € je angefangene Stunde"),
        reject=(233,),
    ),
    Goal(
        "two-step",
        "de",
        "Um wie viele Cent je Stück sind Postkarten bei einer Auflage von 500 billiger als bei 100?",
        "druckerei",
        work=lambda: 100 * (price(LIST, "100", 3) / 100 - price(LIST, "500", 3) / 500),
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько зрителей в среднем приходило на один спектакль?",
        "kukly",
        work=lambda: de(THEATRE, r"посмотрели ([\d ]+) зрителей") / de(THEATRE, r"сыграно (\d+) спектаклей"),
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько мест на балконе театра?",
        "kukly",
        work=lambda: de(THEATRE, r"В зале (\d+) мест") - de(THEATRE, r"(\d+) в партере, остальные на балконе"),
    ),
    Goal(
        "two-step",
        "ru",
        "Двое взрослых идут с тремя детьми и хотят сидеть в партере. Сколько они заплатят за билеты?",
        "kukly",
        work=lambda: 2 * price(TICKETS, "партер", 1) + 3 * price(TICKETS, "партер", 2),
        reject=(1500, 2500),
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько рублей стоит ткань для одной куклы?",
        "kukly",
        work=lambda: de(THEATRE, r"уходит ([\d,]+) метра") * de(THEATRE, r"по (\d+) рублей за метр"),
    ),
    Goal(
        "table",
        "en",
        "Which picker brought in the largest number of crates?",
        data="orchard",
        work=lambda: ranked(grouped((row["picker"], english(row["crates"])) for row in rows(PICKS))),
        sql="select picker from {orchard/picks.csv} group by 1 order by sum(en(crates)) desc",
        accept=(r"\bben\b",),
        unless=(r"\b(anouk|carys|dewi|elin)\b",),
    ),
    Goal(
        "table",
        "en",
        "How many kilograms of Bramley came from the brook block?",
        data="orchard",
        work=lambda: sum(picked("kg", variety="Bramley", block="brook")),
        sql="select sum(en(kg)) from {orchard/picks.csv} where variety = 'Bramley' and block = 'brook'",
    ),
    Goal(
        "table",
        "en",
        "What share of all crates, as a percentage, was picked on the hill?",
        data="orchard",
        work=lambda: sum(picked("crates", block="hill")) / sum(picked("crates")) * 100,
        sql="select 100 * sum(en(crates)) filter (block = 'hill') / sum(en(crates)) from {orchard/picks.csv}",
    ),
    Goal(
        "table",
        "en",
        "How many crates were picked in September?",
        data="orchard",
        work=lambda: sum(float(row["crates"]) for row in rows(PICKS) if row["date"][5:7] == "09"),
        sql="select sum(en(crates)) from {orchard/picks.csv} where month(date::date) = 9",
    ),
    Goal(
        "table",
        "en",
        "In how many rows is the weight of the bruised fruit missing?",
        data="orchard",
        work=lambda: float(sum(english(row["bruised_kg"]) is None for row in rows(PICKS))),
        sql="select count(*) from {orchard/picks.csv} where given(bruised_kg) is null",
    ),
    Goal(
        "table",
        "en",
        "median of the crates Dewi picked",
        data="orchard",
        work=lambda: statistics.median(picked("crates", picker="Dewi")),
        sql="select median(en(crates)) from {orchard/picks.csv} where picker = 'Dewi'",
    ),
    Goal(
        "table",
        "en",
        "How many more crates of Discovery than of Worcester were there?",
        data="orchard",
        work=lambda: sum(picked("crates", variety="Discovery")) - sum(picked("crates", variety="Worcester")),
        sql="""select sum(en(crates)) filter (variety = 'Discovery') - sum(en(crates)) filter (variety = 'Worcester')
            from {orchard/picks.csv}""",
    ),
    Goal(
        "table",
        "en",
        "How often were more than 60 crates picked from the lane block?",
        data="orchard",
        work=lambda: float(sum(value > 60 for value in picked("crates", block="lane"))),
        sql="select count(*) from {orchard/picks.csv} where block = 'lane' and en(crates) > 60",
    ),
    Goal(
        "table",
        "en",
        "What was the third largest weight in kg recorded?",
        data="orchard",
        work=lambda: sorted(set(picked("kg")))[-3],
        sql="select distinct en(kg) w from {orchard/picks.csv} where w is not null order by w desc offset 2",
    ),
    Goal(
        "table",
        "de",
        "Welcher Meister hat die meisten Stunden gearbeitet?",
        data="garage",
        work=lambda: ranked(grouped((row["Meister"], german(row["Stunden"])) for row in rows(JOBS, ";"))),
        sql="select Meister from {garage/auftraege.csv ;} group by 1 order by sum(de(Stunden)) desc",
        unless=(r"yildiz|kramer",),
    ),
    Goal(
        "table",
        "de",
        "Wie viel Euro stehen noch aus, also: Summe der Rechnungen, die nicht bezahlt sind?",
        data="garage",
        work=lambda: sum(jobs("Rechnung_EUR", bezahlt="nein")),
        sql="select sum(de(Rechnung_EUR)) from {garage/auftraege.csv ;} where bezahlt = 'nein'",
    ),
    Goal(
        "table",
        "de",
        "Wie viele Aufträge gingen im zweiten Quartal 2025 ein?",
        data="garage",
        work=lambda: float(sum(4 <= german_day(row["Eingang"]).month <= 6 for row in rows(JOBS, ";"))),
        sql="select count(*) from {garage/auftraege.csv ;} where quarter(tag(Eingang)) = 2",
    ),
    Goal(
        "table",
        "de",
        "Was kostet das Material bei der Art Bremsen im Durchschnitt?",
        data="garage",
        work=lambda: statistics.mean(jobs("Material_EUR", Art="Bremsen")),
        sql="select avg(de(Material_EUR)) from {garage/auftraege.csv ;} where Art = 'Bremsen'",
    ),
    Goal(
        "table",
        "ru",
        "Сколько занятий провела Орлова?",
        data="kruzhki",
        work=lambda: float(Counter(row["Педагог"] for row in rows(CIRCLES, ";"))["Орлова"]),
        sql="select count(*) from {kruzhki/zanyatiya.csv ;} where Педагог = 'Орлова'",
    ),
    Goal(
        "table",
        "ru",
        "Каков общий сбор кружка «Лепка»?",
        data="kruzhki",
        work=lambda: sum(known(german(row["Сбор"]) for row in rows(CIRCLES, ";") if row["Кружок"] == "Лепка")),
        sql="select sum(de(Сбор)) from {kruzhki/zanyatiya.csv ;} where Кружок = 'Лепка'",
    ),
    Goal(
        "table",
        "ru",
        "В каком месяце на занятия пришло больше всего детей?",
        data="kruzhki",
        work=busiest_month,
        sql="""select ['сентябр', 'октябр', 'ноябр'][month(tag(Дата)) - 8] from {kruzhki/zanyatiya.csv ;}
            group by month(tag(Дата)) order by sum(de(Дети)) desc""",
        accept=(r"сентябр|september|2025-09|\b0?9[./]2025",),
        unless=(r"октябр|ноябр|october|november|2025-1[01]|\b1[01][./]2025",),
    ),
]
