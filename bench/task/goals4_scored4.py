"""The goals of the fourth set that are for scoring only, each with how its answer is worked out."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter

from worked2 import Goal, de, en, english, german, grouped, known, price, ranked, rows, told

D = dt.date
STABLES, YARD, HORSES = "stables/prices.html", "stables/yard.txt", "stables/year-2025.md"
ROOMS, VANS, PACKING = "storage/units.md", "storage/vans.md", "storage/packing.txt"
STALLS, MARKET, COUNT = "wochenmarkt/standgeld.md", "wochenmarkt/ordnung.txt", "wochenmarkt/bericht.txt"
LAUNDRY, ABOUT = "prachechnaya/ceny.md", "prachechnaya/o-nas.txt"
TICKETS, RUN, PUMPS = "helpdesk/tickets.csv", "volkslauf/ergebnisse.csv", "zapravka/prodazhi.csv"


def ride(kind: str, column: int) -> float:
    """Return the price in the first or the second column of a table of the stables."""
    before = "<td>[^<]+</td>" * (column - 1)
    return en(STABLES, rf"<td>{kind}[^<]*</td>{before}<td>£([\d.]+)</td>")


def shoeing() -> dt.date:
    last, weeks = told(YARD, r"here last on (.+?)\."), told(YARD, r"comes every (\w+) weeks")
    return D(2026, 5, 5) + dt.timedelta(weeks=7) if (last, weeks) == ("5 May 2026", "seven") else D.min


def party() -> float:
    if told(STABLES, r"for up to (\w+) children") != "eight":
        raise ValueError("not eight")
    return en(STABLES, r"£(\d+) for up to eight") + 3 * en(STABLES, r"£(\d+) for each child more")


def twenty_weeks() -> float:
    if told(ROOMS, r"half price for the first (\w+) weeks") != "four":
        raise ValueError("not four")
    return (4 / 2 + 16) * price(ROOMS, "50 sq ft", 1)


def rooms() -> str:
    return f"a single 50 sq ft room, by £{2 * price(ROOMS, '25 sq ft', 1) - price(ROOMS, '50 sq ft', 1):.0f}"


def luton() -> float:
    further = 180 - 2 * price(VANS, "Luton with tail lift", 3)
    return 2 * price(VANS, "Luton with tail lift", 1) + further * en(VANS, r"18 m³ \| 60 \| (\d+)p") / 100


def scales() -> dt.date:
    last, months = told(MARKET, r"geschah das am (.+? 2025)\."), told(MARKET, r"alle (\d+) Monate geeicht")
    return D(2027, 5, 14) if (last, months) == ("14. Mai 2025", "24") else D.min


def tickets(column: str, **only: str) -> list[float]:
    chosen = (row for row in rows(TICKETS) if all(row[key] == value for key, value in only.items()))
    return known(english(row[column]) for row in chosen)


GOALS = [
    Goal(
        "two-step",
        "en",
        "My daughter is twelve. If I buy her the card for half-hour lessons on her own, what does each lesson cost me?",
        "stables",
        work=lambda: 9 * ride("Private, 30 minutes", 1) / 10,
        hand=306 / 10,
    ),
    Goal(
        "two-step",
        "en",
        "My son turns ten and wants to celebrate with the ponies, eleven children in all. What will I be billed?",
        "stables",
        work=party,
        hand=160 + 42.0,
    ),
    Goal(
        "two-step",
        "en",
        "Three of us, all grown up, fancy the two-hour ride over the moor this Saturday. None of us owns a hat. What"
        " do we pay together?",
        "stables",
        work=lambda: 3 * (ride("Two hours, over the moor", 2) + en(STABLES, r"Hats are lent for £([\d.]+)")),
        hand=186 + 9.0,
    ),
    Goal(
        "two-step",
        "en",
        "What extra would I spend over three months with full livery rather than looking after my mare in a box"
        " myself?",
        "stables",
        work=lambda: 3 * (en(STABLES, r"Full, [^<£]+£(\d+)<") - en(STABLES, r"with a box: £(\d+)<")),
        hand=1560 - 570.0,
    ),
    Goal(
        "two-step",
        "en",
        "For how many days was the hay counted in February enough for the stables' own horses?",
        "stables",
        work=lambda: (
            en(YARD, r"were (\d+) bales")
            * en(YARD, r"horses, of (\d+) kg each")
            / (en(YARD, r"gets (\d+) kg of hay") * en(HORSES, r"We have (\d+) horses"))
        ),
        hand=4860 / 162,
    ),
    Goal(
        "two-step",
        "en",
        "On what date will the farrier be round next?",
        "stables",
        work=shoeing,
        hand="2026-06-23",
    ),
    Goal(
        "two-step",
        "en",
        "Three of us would like to be driven about in the carriage for an hour. What will that cost us?",
        "stables",
        decline="not_found",
        absent=(r"carriage[^.£]{0,80}£", r"£[^.]{0,60}carriage"),
    ),
    Goal(
        "two-step",
        "en",
        "I'm thirty and rang twenty hours ahead to say that I can't make my group lesson. How much do I still owe?",
        "stables",
        work=lambda: (
            ride("Group of up to six", 2) / 2
            if told(STABLES, r"hours before, we charge (\w+) the price") == "half"
            else 0
        ),
        hand=13.0,
    ),
    Goal(
        "two-step",
        "en",
        "I'm new and would take the 50 sq ft room for twenty weeks, paying week by week. What does the room cost me"
        " over that time, leaving out deposit and insurance?",
        "storage",
        work=twenty_weeks,
        hand=28 + 224.0,
        reject=(280,),
    ),
    Goal(
        "two-step",
        "en",
        "We need the Luton for two days and will drive about 180 miles altogether. How much is that without the fuel?",
        "storage",
        work=luton,
        hand=170 + 21.0,
    ),
    Goal(
        "two-step",
        "en",
        "Is it cheaper to rent two rooms of 25 sq ft or a single one of 50, and how much a week does that save?",
        "storage",
        work=rooms,
        accept=(r"\b50\b|\bsingle\b|\bone\b", r"(?<![\d.,])3(\.00?)?(?![\d,])"),
        hand="a single 50 sq ft room, by £3",
        unless=(r"two (small(er)? )?rooms[^.]{0,30} cheaper",),
    ),
    Goal(
        "two-step",
        "en",
        "Going by volume alone, how many large boxes would fit into the small van?",
        "storage",
        work=lambda: en(VANS, r"small \| £48 \| (\d+) m³") / en(PACKING, r"large box is ([\d.]+) cubic"),
        hand=40.0,
    ),
    Goal(
        "two-step",
        "en",
        "What will I pay for the 100 sq ft room if I settle the whole year at once?",
        "storage",
        work=lambda: 52 * price(ROOMS, "100 sq ft", 1) * (1 - en(ROOMS, r"52 weeks at once gets (\d+) %") / 100),
        hand=1248 - 124.8,
    ),
    Goal(
        "two-step",
        "en",
        "We have two pianos to be moved to the next village. What will your crew charge us for both?",
        "storage",
        decline="not_found",
        absent=(r"piano[^.£]{0,80}£", r"£[^.]{0,60}piano"),
    ),
    Goal(
        "two-step",
        "en",
        "I'd buy thirty of the large boxes and bring twenty of them back undamaged. What have the boxes cost me in"
        " the end?",
        "storage",
        work=lambda: en(ROOMS, r"Large box: £([\d.]+)") * (30 - 20 * en(ROOMS, r"pay you (\d+) % of their") / 100),
        hand=82.5 - 22,
    ),
    Goal(
        "two-step",
        "en",
        "The two men with the Luton were at ours for five and a half hours. What should the bill say?",
        "storage",
        work=lambda: 5.5 * en(VANS, r"Luton is £(\d+) an hour") + en(VANS, r"plus £(\d+) once"),
        hand=374 + 30.0,
    ),
    Goal(
        "two-step",
        "de",
        "Ich möchte am Samstag einmalig mit einem vier Meter breiten Blumenstand kommen und brauche Lichtstrom. Was"
        " kostet mich der Tag?",
        "wochenmarkt",
        work=lambda: 4 * price(STALLS, "Blumen und Pflanzen", 1) + de(STALLS, r"Lichtstrom: ([\d,]+) €"),
        hand=19.2 + 5,
    ),
    Goal(
        "two-step",
        "de",
        "Wir verkaufen Gemüse auf einem Dauerplatz von sechs Metern. Wie viel Standgeld macht das für vier"
        " Markttage, ohne Strom und Wasser?",
        "wochenmarkt",
        work=lambda: (
            4 * 6 * de(STALLS, r"andere Lebensmittel \| ([\d,]+) €") * (1 - de(STALLS, r"zahlt (\d+) % weniger") / 100)
        ),
        hand=4 * 20.16,
    ),
    Goal(
        "two-step",
        "de",
        "Um wie viel Prozent sind die Besucherzahlen am gezählten Junisamstag gegenüber dem Vorjahr gestiegen?",
        "wochenmarkt",
        work=lambda: (de(COUNT, r"kamen ([\d.]+) Besucher") / de(COUNT, r"Samstag ([\d.]+)\. Mitt") - 1) * 100,
        hand=57000 / 2850,
    ),
    Goal(
        "two-step",
        "de",
        "Unser Verein leiht sich für fünf Tage eine Hütte. Wie hoch ist allein die Leihgebühr, also ohne Aufbau und"
        " Kaution?",
        "wochenmarkt",
        work=lambda: de(STALLS, r"erste Tag kostet (\d+) €") + 4 * de(STALLS, r"jeder weitere (\d+) €"),
        hand=45 + 80.0,
    ),
    Goal(
        "two-step",
        "de",
        "Bis wann muss die Kontrollwaage das nächste Mal zum Eichen?",
        "wochenmarkt",
        work=scales,
        hand="2027-05-14",
    ),
    Goal(
        "two-step",
        "de",
        "Was würden wir für drei Tage mit einem fünf Meter langen Glühweinstand auf dem Adventsmarkt bezahlen?",
        "wochenmarkt",
        decline="not_found",
        absent=(r"advent[^.]*€", r"glühwein"),
    ),
    Goal(
        "two-step",
        "ru",
        "У меня накопилось девять килограммов белья. Сколько возьмут за стирку без глажки и доставки?",
        "prachechnaya",
        work=lambda: (
            5 * de(LAUNDRY, r"стоят по (\d+) ₽ за килограмм") + 4 * de(LAUNDRY, r"следующий килограмм — (\d+) ₽")
        ),
        hand=900 + 600.0,
    ),
    Goal(
        "two-step",
        "ru",
        "Нам с мужем надо к завтрашнему утру почистить два пальто, без меха. Сколько с нас возьмут?",
        "prachechnaya",
        work=lambda: 2 * price(LAUNDRY, "пальто", 2) * (1 + de(LAUNDRY, r"доплачивают (\d+) %") / 100),
        hand=2800 + 1400.0,
    ),
    Goal(
        "two-step",
        "ru",
        "Сколько килограммов белья в среднем стирали на вес за одну неделю 2025 года?",
        "prachechnaya",
        work=lambda: de(ABOUT, r"на вес ([\d ]+) килограммов") / de(ABOUT, r"За (\d+) недел"),
        hand=420.0,
    ),
    Goal(
        "two-step",
        "ru",
        "Если погладить шесть рубашек и две пары брюк, сколько это будет стоить?",
        "prachechnaya",
        work=lambda: 6 * price(LAUNDRY, "рубашка", 1) + 2 * price(LAUNDRY, "брюки", 1),
        hand=840 + 360.0,
    ),
    Goal(
        "table",
        "en",
        "How many of the high-priority tickets came in by phone?",
        data="helpdesk",
        work=lambda: float(sum(row["priority"] == "high" and row["channel"] == "phone" for row in rows(TICKETS))),
        sql="select count(*) from {helpdesk/tickets.csv} where priority = 'high' and channel = 'phone'",
    ),
    Goal(
        "table",
        "en",
        "How satisfied were people on average with what the network team did?",
        data="helpdesk",
        work=lambda: statistics.mean(tickets("satisfaction", team="network")),
        sql="select avg(en(satisfaction)) from {helpdesk/tickets.csv} where team = 'network'",
    ),
    Goal(
        "table",
        "en",
        "What share of all tickets, in percent, had to be reopened?",
        data="helpdesk",
        work=lambda: 100 * statistics.mean(row["reopened"] == "yes" for row in rows(TICKETS)),
        sql="select 100 * avg((reopened = 'yes')::int) from {helpdesk/tickets.csv}",
    ),
    Goal(
        "table",
        "en",
        "Which team ran up the highest costs in total?",
        data="helpdesk",
        work=lambda: ranked(grouped((row["team"], english(row["cost"])) for row in rows(TICKETS))),
        sql="select team from {helpdesk/tickets.csv} group by 1 order by sum(en(cost)) desc",
        unless=(r"network|accounts|telephony",),
    ),
    Goal(
        "table",
        "en",
        "What's the longest that a low-priority ticket took to close, in minutes?",
        data="helpdesk",
        work=lambda: max(tickets("minutes_to_close", priority="low")),
        sql="select max(en(minutes_to_close)) from {helpdesk/tickets.csv} where priority = 'low'",
    ),
    Goal(
        "table",
        "en",
        "How many tickets did nobody rate for satisfaction?",
        data="helpdesk",
        work=lambda: float(sum(english(row["satisfaction"]) is None for row in rows(TICKETS))),
        sql="select count(*) from {helpdesk/tickets.csv} where given(satisfaction) is null",
    ),
    Goal(
        "table",
        "en",
        "What is the median number of minutes that tickets sent by email needed until they were closed?",
        data="helpdesk",
        work=lambda: statistics.median(tickets("minutes_to_close", channel="email")),
        sql="select median(en(minutes_to_close)) from {helpdesk/tickets.csv} where channel = 'email'",
    ),
    Goal(
        "table",
        "en",
        "What did the tickets opened in September cost altogether?",
        data="helpdesk",
        work=lambda: sum(known(english(row["cost"]) for row in rows(TICKETS) if row["opened"].startswith("2025-09"))),
        sql="select sum(en(cost)) from {helpdesk/tickets.csv} where month(cast(opened as date)) = 9",
    ),
    Goal(
        "table",
        "de",
        "Welcher Verein hat die meisten Leute an den Start gebracht (wer ohne Verein lief, zählt nicht)?",
        data="volkslauf",
        work=lambda: ranked(Counter(row["Verein"] for row in rows(RUN, ";") if row["Verein"] != "ohne Verein")),
        sql="""select Verein from {volkslauf/ergebnisse.csv ;} where Verein <> 'ohne Verein'
            group by 1 order by count(*) desc""",
        unless=(r"tv ahlen|kaltenfeld|runfreunde",),
    ),
    Goal(
        "table",
        "de",
        "Wie viele Minuten brauchten die Läufer auf der Strecke von 10 km im Durchschnitt?",
        data="volkslauf",
        work=lambda: statistics.mean(
            known(german(row["Zeit_min"]) for row in rows(RUN, ";") if german(row["Strecke_km"]) == 10)
        ),
        sql="select avg(de(Zeit_min)) from {volkslauf/ergebnisse.csv ;} where de(Strecke_km) = 10",
    ),
    Goal(
        "table",
        "de",
        "Wie viel Startgeld ist von der Jugend insgesamt hereingekommen?",
        data="volkslauf",
        work=lambda: sum(
            known(german(row["Startgeld_Euro"]) for row in rows(RUN, ";") if row["Altersklasse"] == "Jugend")
        ),
        sql="select sum(de(Startgeld_Euro)) from {volkslauf/ergebnisse.csv ;} where Altersklasse = 'Jugend'",
    ),
    Goal(
        "table",
        "ru",
        "Сколько литров дизеля ушло за февраль?",
        data="zapravka",
        work=lambda: sum(
            known(
                german(row["Литры"])
                for row in rows(PUMPS, ";")
                if row["Топливо"] == "дизель" and row["Дата"].endswith(".02.2026")
            )
        ),
        sql="select sum(de(Литры)) from {zapravka/prodazhi.csv ;} where Топливо = 'дизель' and month(tag(Дата)) = 2",
    ),
    Goal(
        "table",
        "ru",
        "Сколько раз за наличные заливали больше 50 литров?",
        data="zapravka",
        work=lambda: float(
            sum(row["Оплата"] == "наличные" and (german(row["Литры"]) or 0) > 50 for row in rows(PUMPS, ";"))
        ),
        sql="select count(*) from {zapravka/prodazhi.csv ;} where Оплата = 'наличные' and de(Литры) > 50",
    ),
    Goal(
        "table",
        "ru",
        "Какая сумма в среднем приходится на одну заправку 95-м бензином (АИ-95)?",
        data="zapravka",
        work=lambda: statistics.mean(
            known(german(row["Сумма"]) for row in rows(PUMPS, ";") if row["Топливо"] == "АИ-95")
        ),
        sql="select avg(de(Сумма)) from {zapravka/prodazhi.csv ;} where Топливо = 'АИ-95'",
    ),
]
