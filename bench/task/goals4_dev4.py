"""The goals of the fourth set that rule writers may see, each with how its answer is worked out."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter

from worked2 import Goal, de, en, english, german, grouped, known, price, ranked, rows, told

D = dt.date
CHARGES, SITE, SEASON = "campsite/prices.html", "campsite/rules.txt", "campsite/season-2025.md"
JOINING, MEETING, MACHINES = "makerspace/membership.md", "makerspace/minutes.md", "makerspace/machines.txt"
FEES, SCHOOL = "musikschule/gebuehren.md", "musikschule/jahresbericht.txt"
ICE, ICE_RULES = "katok/ceny.md", "katok/pravila.txt"
INTAKES, CONES, RIDES = "shelter/intakes.csv", "eisdiele/verkauf.csv", "taksi/poezdki.csv"
MONTHS = [dt.date(2025, number, 1).strftime("%B").lower() for number in range(1, 13)]


def pitch(kind: str, season: int) -> float:
    """Return the price of a night, season 1 being the low one."""
    low, high = (en(CHARGES, rf"<td>{kind}[^<]*</td>{cells}£([\d.]+)</td>") for cells in ("<td>", "<td>[^<]+</td><td>"))
    return high if season == 2 else low


def kayak() -> str:
    hourly = en(CHARGES, r"kayak is £(\d+) for the first hour") + 6 * en(CHARGES, r"£(\d+) for every hour after")
    saved = hourly - en(CHARGES, r"for the whole day is £(\d+)")
    return f"the day rate, by £{saved:.0f}"


def surplus() -> float:
    income = ("memberships", "machine time and prints", "courses", "grant from the town")
    spending = ("energy", "insurance", "material for the rack", "repairs")
    came, went = (sum(en(MEETING, rf"\| {one} \| ([\d,]+) \|") for one in some) for some in (income, spending))
    return came - went - 12 * en(MEETING, r"rent of £([\d,]+) for each of the twelve months")


def piano() -> dt.date:
    delivered, years = told(SCHOOL, r"neue wurde am (.+?) geliefert"), told(SCHOOL, r"gibt (\w+) Jahre Garantie")
    return D(2030, 3, 6) if (delivered, years) == ("6. März 2025", "fünf") else D.min


def advent() -> float:
    reduced = de(SCHOOL, r"(\d+) von ihnen zahlten")
    full = de(SCHOOL, r"kamen (\d+) zahlende Gäste") - reduced
    return full * de(SCHOOL, r"vollen von (\d+) €") + reduced * de(SCHOOL, r"Eintritt von (\d+) €")


def pourings() -> float:
    if told(ICE_RULES, r"В обычный день заливок (\w+)") != "шесть":
        raise ValueError("not six")
    return 6 * de(ICE_RULES, r"выливает (\d+) литров")


def animals(column: str, species: str) -> list[float]:
    return known(english(row[column]) for row in rows(INTAKES) if row["species"] == species)


GOALS = [
    Goal(
        "two-step",
        "en",
        "We are two adults and three children of 6, 9 and 13, coming with a large tent for four nights in early June."
        " What do we pay?",
        "campsite",
        work=lambda: 4 * (pitch("Large tent", 1) + 3 * en(CHARGES, r"from 4 to 15: £([\d.]+)")),
        hand=4 * 21.0 + 12 * 4.5,
    ),
    Goal(
        "two-step",
        "en",
        "We want to sleep in a pod for three nights in the middle of August. Once the deposit is paid, how much is"
        " still owed when we get there?",
        "campsite",
        work=lambda: 3 * pitch("Woodland pod", 2) * (1 - en(CHARGES, r"ask for (\d+)&nbsp;%") / 100),
        hand=195 * 0.75,
    ),
    Goal(
        "two-step",
        "en",
        "I'd be out on the water with one kayak for seven hours. Should I pay by the hour or take the day price, and"
        " what do I save?",
        "campsite",
        work=kayak,
        accept=(r"\bday\b|\bdaily\b", r"(?<![\d.,])14(\.00?)?(?![\d,])"),
        hand="the day rate, by £14",
    ),
    Goal(
        "two-step",
        "en",
        "A load of towels needs one wash and then an hour and a quarter in the dryer. What will that come to?",
        "campsite",
        work=lambda: en(SITE, r"wash is £([\d.]+)") + 75 / 15 * en(SITE, r"dryer is £([\d.]+) for every 15"),
        hand=4 + 5.0,
    ),
    Goal(
        "two-step",
        "en",
        "How many litres of water did the wash house use for each guest night in 2025?",
        "campsite",
        work=lambda: en(SEASON, r"counted ([\d.,]+) cubic") * 1000 / en(SEASON, r"sold ([\d,]+) guest nights"),
        hand=1459200 / 18240,
    ),
    Goal(
        "two-step",
        "en",
        "There are four of us. What would an evening in the sauna cost us altogether?",
        "campsite",
        decline="not_found",
        absent=(r"sauna[^.£]{0,80}£", r"£[^.]{0,30}sauna"),
    ),
    Goal(
        "two-step",
        "en",
        "Just my husband and me in our motorhome, a whole week in May. What's the damage?",
        "campsite",
        work=lambda: 6 * pitch("Caravan or motorhome", 1),
        hand=6 * 27.5,
        reject=(192.5,),
    ),
    Goal(
        "two-step",
        "en",
        "Our booking came to £220 and now we have to call it off, three weeks ahead. How much of our money do we see"
        " again?",
        "campsite",
        work=lambda: 220 * en(CHARGES, r"ask for (\d+)&nbsp;%") / 100 - en(CHARGES, r"deposit back less £(\d+)"),
        hand=55 - 10.0,
    ),
    Goal(
        "two-step",
        "en",
        "I'm a student and would like the standard membership, paid by the month. What will the first three months set"
        " me back, including what I pay for joining?",
        "makerspace",
        work=lambda: (
            3 * price(JOINING, "Standard", 1) * (1 - en(JOINING, r"get (\d+) % off what") / 100)
            + en(JOINING, r"joining fee of £(\d+) once")
        ),
        hand=3 * 19.2 + 25,
    ),
    Goal(
        "two-step",
        "en",
        "As a standard member I'll need the laser for nine hours this month and no other machine. What will I be"
        " charged for that?",
        "makerspace",
        work=lambda: (9 - price(JOINING, "Standard", 3)) * price(JOINING, "Laser cutter", 1),
        hand=27.0,
        reject=(81,),
    ),
    Goal(
        "two-step",
        "en",
        "I printed a vase that weighs 145 grams with its supports. What do I owe?",
        "makerspace",
        work=lambda: (
            en(JOINING, r"print is £([\d.]+) for the start") + 145 * en(JOINING, r"(\d+)p for each gram") / 100
        ),
        hand=1.2 + 11.6,
    ),
    Goal(
        "two-step",
        "en",
        "What do a dozen sheets of the thin plywood cost?",
        "makerspace",
        work=lambda: (
            12 * en(JOINING, r"mm: £([\d.]+) a sheet - Acr") * (1 - en(JOINING, r"kind, (\d+) % is taken") / 100)
        ),
        hand=45.6 - 6.84,
    ),
    Goal(
        "two-step",
        "en",
        "How much money did the workshop have left over from 2025 once everything had been paid?",
        "makerspace",
        work=surplus,
        hand=61675 - 19765 - 23400.0,
    ),
    Goal(
        "two-step",
        "en",
        "How much more does a kilo of filament bring in through the charge by weight than the spool costs us?",
        "makerspace",
        work=lambda: 1000 * en(JOINING, r"(\d+)p for each gram") / 100 - en(MACHINES, r"at £(\d+) a spool"),
        hand=80 - 19.0,
    ),
    Goal(
        "two-step",
        "en",
        "What share of the votes cast was in favour of staying open until midnight?",
        "makerspace",
        work=lambda: 100 * en(MEETING, r"cast: (\d+) for") / en(MEETING, r"(\d+) votes were cast"),
        hand=5200 / 71,
    ),
    Goal(
        "two-step",
        "en",
        "I'm a member; what would four hours at the vinyl cutter cost me?",
        "makerspace",
        decline="not_found",
        absent=(r"vinyl",),
    ),
    Goal(
        "two-step",
        "de",
        "Unsere achtjährige Tochter soll Geige lernen, eine halbe Stunde in der Woche allein bei der Lehrerin, und das"
        " Instrument würden wir leihen. Was zahlen wir dann im Monat?",
        "musikschule",
        work=lambda: price(FEES, "Einzelunterricht kurz", 2) + price(FEES, "Geige", 1),
        hand=68 + 11.0,
    ),
    Goal(
        "two-step",
        "de",
        "Ich bin 45 und möchte nur im Chor mitsingen. Was kostet mich das im ganzen Schuljahr,"
        " ohne die Aufnahmegebühr?",
        "musikschule",
        work=lambda: 11 * price(FEES, "Chor", 3) if told(FEES, r"werden (\w+) Monatsbeiträge") == "elf" else 0.0,
        hand=165.0,
        reject=(180,),
    ),
    Goal(
        "two-step",
        "de",
        "Beide Kinder sollen 45 Minuten Einzelunterricht bekommen. Wie hoch ist der Monatsbeitrag für die zwei"
        " zusammen?",
        "musikschule",
        work=lambda: (
            price(FEES, "Einzelunterricht lang", 2) * (2 - de(FEES, r"ermäßigt sich dessen Beitrag um (\d+) %") / 100)
        ),
        hand=96 + 86.4,
        reject=(192,),
    ),
    Goal(
        "two-step",
        "de",
        "Wie viel Geld hat das Adventskonzert allein an Eintritt gebracht?",
        "musikschule",
        work=advent,
        hand=2048 + 310.0,
    ),
    Goal(
        "two-step",
        "de",
        "An welchem Tag läuft die Garantie für den neuen Flügel ab?",
        "musikschule",
        work=piano,
        hand="2030-03-06",
    ),
    Goal(
        "two-step",
        "de",
        "Wir würden gern für ein halbes Jahr ein Saxophon ausleihen. Wie viel Leihgebühr kommt da zusammen?",
        "musikschule",
        decline="not_found",
        absent=(r"saxo[^.|]*€", r"€[^.]*saxo"),
    ),
    Goal(
        "two-step",
        "ru",
        "Мы с женой и двумя детьми, семи и десяти лет, идём на каток в субботу. Коньки нужны всем. Во сколько нам"
        " обойдётся один сеанс?",
        "katok",
        work=lambda: (
            2 * price(ICE, "взрослый", 2)
            + 2 * price(ICE, r"детский \(до 14 лет\)", 2)
            + 4 * de(ICE, r"коньков на сеанс — (\d+) ₽")
        ),
        hand=900 + 600 + 1000.0,
    ),
    Goal(
        "two-step",
        "ru",
        "На сколько рублей дешевле выходит взрослому один сеанс в будний день по абонементу, чем по разовому билету?",
        "katok",
        work=lambda: price(ICE, "взрослый", 1) - de(ICE, r"восемь сеансов, взрослый: ([\d ]+) ₽") / 8,
        hand=350 - 300.0,
    ),
    Goal(
        "two-step",
        "ru",
        "Приведу на каток в среду класс: 24 ребёнка по девять лет. Сколько стоит вход за всех?",
        "katok",
        work=lambda: 24 * price(ICE, r"детский \(до 14 лет\)", 1) * (1 - de(ICE, r"дешевле на (\d+) %") / 100),
        hand=24 * 170.0,
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько литров воды за обычный день уходит на заливку льда?",
        "katok",
        work=pourings,
        hand=3900.0,
    ),
    Goal(
        "table",
        "en",
        "How many cats were brought in as strays?",
        data="shelter",
        work=lambda: float(sum(row["species"] == "cat" and row["reason"] == "stray" for row in rows(INTAKES))),
        sql="select count(*) from {shelter/intakes.csv} where species = 'cat' and reason = 'stray'",
    ),
    Goal(
        "table",
        "en",
        "On average, what did people pay to adopt a dog?",
        data="shelter",
        work=lambda: statistics.mean(animals("adoption_fee", "dog")),
        sql="select avg(en(adoption_fee)) from {shelter/intakes.csv} where species = 'dog'",
    ),
    Goal(
        "table",
        "en",
        "What percentage of all the animals in the list have no adoption date?",
        data="shelter",
        work=lambda: 100 * statistics.mean(not row["adopted_on"] for row in rows(INTAKES)),
        sql="select 100 * avg((given(adopted_on) is null)::int) from {shelter/intakes.csv}",
    ),
    Goal(
        "table",
        "en",
        "Half of the cats that found a home did so within how many days? I mean the median stay.",
        data="shelter",
        work=lambda: statistics.median(animals("days_stayed", "cat")),
        sql="select median(en(days_stayed)) from {shelter/intakes.csv} where species = 'cat'",
    ),
    Goal(
        "table",
        "en",
        "Which species earned the shelter the most in adoption fees altogether?",
        data="shelter",
        work=lambda: ranked(grouped((row["species"], english(row["adoption_fee"])) for row in rows(INTAKES))),
        sql="select species from {shelter/intakes.csv} group by 1 order by sum(en(adoption_fee)) desc nulls last",
        unless=(r"\bcats?\b|rabbit|guinea",),
    ),
    Goal(
        "table",
        "en",
        "How heavy was the heaviest rabbit, in kilograms?",
        data="shelter",
        work=lambda: max(animals("weight_kg", "rabbit")),
        sql="select max(en(weight_kg)) from {shelter/intakes.csv} where species = 'rabbit'",
    ),
    Goal(
        "table",
        "en",
        "In which month of 2025 did the most animals arrive?",
        data="shelter",
        work=lambda: MONTHS[int(ranked(Counter(row["arrived"][5:7] for row in rows(INTAKES)))) - 1],
        sql="""select lower(monthname(cast(arrived as date))) from {shelter/intakes.csv}
            group by 1 order by count(*) desc""",
        accept=(r"\bjune?\b|2025-06",),
        unless=(r"\b(january|march|july|august)\b|2025-0[1378]",),
    ),
    Goal(
        "table",
        "en",
        "What is the mean weight of the dogs that are older than eight?",
        data="shelter",
        work=lambda: statistics.mean(
            known(
                english(row["weight_kg"])
                for row in rows(INTAKES)
                if row["species"] == "dog" and (english(row["age_years"]) or 0) > 8
            )
        ),
        sql="select avg(en(weight_kg)) from {shelter/intakes.csv} where species = 'dog' and en(age_years) > 8",
    ),
    Goal(
        "table",
        "de",
        "Welcher Stand hat über den ganzen Sommer am meisten eingenommen?",
        data="eisdiele",
        work=lambda: ranked(grouped((row["Stand"], german(row["Umsatz_Euro"])) for row in rows(CONES, ";"))),
        sql="select Stand from {eisdiele/verkauf.csv ;} group by 1 order by sum(de(Umsatz_Euro)) desc",
        unless=(r"marktplatz|bahnhof",),
    ),
    Goal(
        "table",
        "de",
        "Wie viele Kugeln gingen an Tagen mit mehr als 25 Grad über den Tresen?",
        data="eisdiele",
        work=lambda: sum(
            known(german(row["Kugeln"]) for row in rows(CONES, ";") if (german(row["Temperatur_C"]) or 0) > 25)
        ),
        sql="select sum(de(Kugeln)) from {eisdiele/verkauf.csv ;} where de(Temperatur_C) > 25",
    ),
    Goal(
        "table",
        "de",
        "Was hat der Stand am Bahnhof im Schnitt pro Tag umgesetzt?",
        data="eisdiele",
        work=lambda: statistics.mean(
            known(german(row["Umsatz_Euro"]) for row in rows(CONES, ";") if row["Stand"] == "Bahnhof")
        ),
        sql="select avg(de(Umsatz_Euro)) from {eisdiele/verkauf.csv ;} where Stand = 'Bahnhof'",
    ),
    Goal(
        "table",
        "ru",
        "Сколько поездок в аэропорт обошлись дороже 1000 рублей?",
        data="taksi",
        work=lambda: float(
            sum(row["Куда"] == "аэропорт" and (german(row["Стоимость"]) or 0) > 1000 for row in rows(RIDES, ";"))
        ),
        sql="select count(*) from {taksi/poezdki.csv ;} where Куда = 'аэропорт' and de(Стоимость) > 1000",
    ),
    Goal(
        "table",
        "ru",
        "Какая средняя оценка у поездок классом «комфорт»?",
        data="taksi",
        work=lambda: statistics.mean(
            known(german(row["Оценка"]) for row in rows(RIDES, ";") if row["Класс"] == "комфорт")
        ),
        sql="select avg(de(Оценка)) from {taksi/poezdki.csv ;} where Класс = 'комфорт'",
    ),
    Goal(
        "table",
        "ru",
        "Сколько всего километров наездили за март?",
        data="taksi",
        work=lambda: sum(
            known(german(row["Километры"]) for row in rows(RIDES, ";") if row["Дата"].endswith(".03.2026"))
        ),
        sql="select sum(de(Километры)) from {taksi/poezdki.csv ;} where month(tag(Дата)) = 3",
    ),
]
