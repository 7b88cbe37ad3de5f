"""Labelled pairs of facts, written before the rules that judge them: which contradict, and which side is preferred."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from indagate.evidence import Fact, Kind, Source

from .material import fact, source


@dataclass(frozen=True, slots=True)
class Side:
    """A statement in a source (a letter of `SOURCES`); a row's quote has bars, its context ends with the header."""

    statement: str
    source: str
    context: str = ""
    place: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides, whether they contradict each other, and which (1, 2, or 0 for neither) is preferred."""

    one: Side
    other: Side
    conflict: bool = False
    preferred: int = 0


def _source(name: str, kind: Kind, published: date | None, title: str = "") -> Source:
    from dataclasses import replace

    return replace(source(name, f"{name.lower()}.txt", published, publisher=f"Voice {name}"), kind=kind, title=title)


SOURCES: dict[str, Source] = {
    "O": _source("O", Kind.OFFICIAL, date(2025, 10, 1)),
    "P": _source("P", Kind.OFFICIAL, date(2019, 3, 1)),
    "N": _source("N", Kind.NEWS, date(2025, 9, 1)),
    "I": _source("I", Kind.INDUSTRY, date(2014, 5, 1)),
    "J": _source("J", Kind.INDUSTRY, date(2025, 5, 1)),
    "B": _source("B", Kind.BLOG, date(2025, 4, 1)),
    "A": _source("A", Kind.ACADEMIC, date(2024, 2, 1)),
    "U": _source("U", Kind.UNKNOWN, None),
    "V": _source("V", Kind.UNKNOWN, None),
}


def row(source: str, header: str, cells: str, heading: str = "", place: str = "") -> Side:
    """A table's row as the readers state it: label, colon, cells."""
    label, *rest = (cell.strip() for cell in cells.split("|"))
    context = f"{heading} › {header}" if heading else header
    return Side(f"{label}: {'; '.join(rest)}", source, context, place, cells)


def facts_of(pair: Pair) -> list[Fact]:
    """The two facts of a pair, as a run would hold them."""
    made = []
    for number, side in enumerate((pair.one, pair.other), 1):
        made.append(
            fact(
                number, side.statement, side.source,
                context=side.context, place=side.place, quote=side.quote or side.statement,
            )
        )  # fmt: skip
    return made


S = Side
PAIRS: list[Pair] = [
    # --- two kinds of value in one sentence ---------------------------------------------------------------------
    Pair(S("The grant covers 25 % of the eligible expenses, and at most EUR 4,000 per flat.", "O"),
         S("The grant covers 40 % of the eligible expenses, and at most EUR 6,500 per flat.", "N"), True, 1),
    Pair(S("The grant covers 25 % of the eligible expenses, and at most EUR 4,000 per flat.", "O"),
         S("The grant covers 25 % of the eligible expenses, and at most EUR 4,000 per flat.", "N")),
    Pair(S("The loan runs 10 years at an interest of 2 %.", "A"),
         S("The loan runs 12 years at an interest of 2 %.", "B"),
         True, 0),
    Pair(S("The scheme pays 20 % of the cost and at most GBP 500 per bicycle.", "O"),
         S("The scheme pays 20 % of the cost and at most GBP 900 per bicycle.", "B"), True, 1),
    Pair(S("The bonus adds 5 % for members.", "O"), S("The grant covers 30 % of the eligible expenses.", "N")),
    # --- rows of tables -------------------------------------------------------------------------------------------
    Pair(row("J", "Tariff | Factor | Price | Year", "Boiler, night tariff | 3.1 | 8 cents | EUR 1,200"),
         row("J", "Tariff | Factor | Price | Year", "Boiler, household tariff | 3.1 | 11 cents | EUR 1,650")),
    Pair(row("O", "Case | Rate | Highest amount", "Basic grant | 30 % | EUR 9,000"),
         row("O", "Case | Rate | Highest amount", "Basic grant and bonus together | 35 % | EUR 10,500")),
    Pair(row("O", "Area | Day | Night", "Harbour district | 65 dB(A) | 50 dB(A)", "Noise limits"),
         S("In the harbour district the noise limit at night is 60 dB(A), as far as I know.", "B"), True, 1),
    Pair(row("O", "Area | Day | Night", "Harbour district | 65 dB(A) | 50 dB(A)", "Noise limits"),
         S("In the harbour district the noise limit at night is 50 dB(A).", "B")),
    Pair(row("O", "Area | Day | Night", "Harbour district | 65 dB(A) | 50 dB(A)", "Noise limits"),
         S("In the harbour district the noise limit by day is 70 dB(A).", "N"), True, 1),
    Pair(row("O", "Area | Day | Night", "Harbour district | 65 dB(A) | 50 dB(A)", "Noise limits"),
         S("In the old town the noise limit at night is 40 dB(A).", "N")),
    Pair(row("A", "Lake | Depth | Area", "Lake Orrin | 41 m | 12 km²"), row("U", "Lake | Area | Depth",
         "Lake Orrin | 12 km² | 47 m"), True, 0),
    Pair(row("A", "Lake | Depth | Area", "Lake Orrin | 41 m | 12 km²"),
         row("A", "Lake | Depth | Area", "Lake Tarn | 18 m | 3 km²")),
    Pair(row("A", "Lake | Depth | Area", "Lake Orrin | 41 m | 12 km²"), S("Lake Orrin is 48 m deep.", "B"), True, 0),
    Pair(row("J", "Model | Weight | Power", "Fan X2 | 14 kg | 2 kW"), row("J", "Model | Weight | Power",
         "Fan X3 | 19 kg | 3 kW")),
    Pair(row("I", "Item | Guide price", "Solar collector, flat | EUR 3,200", place="Complete prices"),
         row("J", "Item | Guide price", "Solar collector, flat | EUR 5,900", place="Complete prices"), True, 2),
    Pair(row("J", "Item | 2023 | 2024", "Diesel | 1.70 EUR | 1.62 EUR"),
         row("A", "Item | 2023 | 2024", "Diesel | 1.70 EUR | 1.62 EUR")),
    Pair(row("J", "Item | 2023 | 2024", "Diesel | 1.70 EUR | 1.62 EUR"),
         row("A", "Item | 2024 | 2025", "Diesel | 1.62 EUR | 1.55 EUR")),
    # --- hedges, first person, other wording ----------------------------------------------------------------------
    Pair(S("The entrance fee of the museum is EUR 12.", "O"),
         S("We were told that the entrance fee of the museum is EUR 18, so we stayed outside.", "B"), True, 1),
    Pair(S("The swimming pool is 50 m long.", "A"), S("I think the swimming pool is 25 metres long.", "B"), True, 1),
    Pair(S("The speed limit in the village is 30 km/h.", "O"),
         S("As far as we know, 50 km/h is the speed limit in the village.", "B"), True, 1),
    Pair(S("A visitor permit costs EUR 8 a day.", "O"),
         S("The price of a visitor permit is EUR 11 a day.", "N"), True, 1),
    Pair(S("The maximum stay at the quay is 72 hours.", "O"),
         S("A stay at the quay may last no more than 24 hours.", "P"),
         True, 1),
    Pair(S("The dam is 92 m high.", "A"), S("With a height of 75 m, the dam was a surprise to us.", "B"), True, 0),
    Pair(S("The fine for parking is EUR 40.", "O"), S("My parking fine was EUR 25 in 2012.", "B")),
    Pair(S("The museum's entrance fee is EUR 12 for adults.", "O"),
         S("The museum's entrance fee is EUR 6 for children.", "N")),
    # --- subjects that differ -------------------------------------------------------------------------------------
    Pair(S("The default value is three connections.", "U", place="superuser_reserved_connections (integer)"),
         S("The default is 100 connections.", "U", place="max_connections (integer)")),
    Pair(S("The default is 64 megabytes.", "U", context="maintenance_work_mem"), S("The default is 4 megabytes.", "U",
         context="work_mem")),
    Pair(S("The default is 4 megabytes.", "U", context="work_mem (integer)"),
         S("The default value of work_mem is 8 MB.",
         "B"), True, 0),
    Pair(S("max_connections (integer): The default is typically 100 connections.", "U"),
         S("max_wal_senders (integer): The default is 10.", "U")),
    Pair(S("The default is one minute.", "U", place="Autovacuum"), S("The default is one hour.", "U", place="Logging")),
    Pair(S("The default is one minute.", "U", place="Settings"), S("The default is one hour.", "U", place="Settings")),
    Pair(S("The small pump costs EUR 300.", "J"), S("The large pump costs EUR 700.", "N")),
    Pair(S("The house battery stores 10 kWh.", "J"), S("The car battery stores 60 kWh.", "J")),
    Pair(S("Mount Aldo is 2,310 m high.", "A"), S("Mount Brek is 1,990 m high.", "A")),
    Pair(S("The tower has 12 floors and 4 lifts.", "A"), S("The tower has 12 floors and 6 lifts.", "N"), True, 0),
    Pair(S("The tower has 12 floors.", "A"), S("The tower has 4 lifts.", "N")),
    Pair(S("The timeout for reads is 30 seconds.", "J"), S("The timeout for writes is 60 seconds.", "J")),
    Pair(S("The shop opens at 8:00 on weekdays.", "J"), S("The shop has 8 employees.", "N")),
    Pair(S("The front wheel has a diameter of 26 inches.", "J"), S("The rear wheel has a diameter of 28 inches.", "J")),
    Pair(S("In a mixed area the noise limit at night is 45 dB(A).", "O"),
         S("In a purely residential area the noise limit at night is 35 dB(A).", "O")),
    Pair(S("Kiln A reaches 1,200 °C.", "J"), S("Kiln B reaches 1,300 °C.", "J")),
    Pair(S("The pipe between the well and the house is 40 m long.", "A"), S("The pipe is 40 m long.", "B")),
    # --- one source ------------------------------------------------------------------------------------------------
    Pair(S("The bridge is 120 m long.", "U"), S("The bridge is 140 m long.", "U"), True, 0),
    Pair(S("The bridge is 120 m long.", "U"), S("The bridge over the ravine is 140 m long.", "U")),
    Pair(S("The quick setting takes 5 minutes.", "J"), S("The setting takes 20 minutes.", "J")),
    # --- years, dates, scopes -------------------------------------------------------------------------------------
    Pair(S("The town had 14,200 inhabitants in 2010.", "O"), S("The town had 15,800 inhabitants in 2020.", "O")),
    Pair(S("The town had 14,200 inhabitants in 2010.", "O"),
         S("In 2010 the town had 12,900 inhabitants.", "N"), True, 1),
    Pair(S("The observatory was opened in 1931.", "A"), S("The observatory was opened in 1936.", "B"), True, 0),
    Pair(S("The form is due on 30 April.", "O"), S("The form is due on 31 May.", "I"), True, 1),
    Pair(S("The repair of sluice 3 ends on 30 September 2024.", "U"),
         S("The repair of sluice 3 ends on 14 October 2024.",
         "V"), True, 0),
    Pair(S("The repair of sluice 3 ends on 30 September 2024.", "U"),
         S("The repair of sluice 5 ends on 14 October 2024.",
         "V")),
    Pair(S("The gross wage is EUR 3,100 a month.", "A"), S("The net wage is EUR 2,100 a month.", "A")),
    Pair(S("A solar collector costs EUR 3,200 in an old house.", "I"),
         S("A solar collector costs EUR 5,900 in an old house, mounting included.", "J"), True, 2),
    # --- negations and names --------------------------------------------------------------------------------------
    Pair(S("Dogs are allowed in the garden.", "I"), S("Dogs are not allowed in the garden.", "O"), True, 2),
    Pair(S("Dogs are allowed in the garden if they are kept on a lead.", "I"), S("Dogs are not allowed in the garden.",
         "O"), True, 2),
    Pair(S("Dogs are allowed in the garden.", "O"), S("Cats are not allowed in the garden.", "O")),
    Pair(S("Bicycles may be taken on the ferry.", "N"), S("Bicycles may not be taken on the ferry.", "O"), True, 2),
    Pair(S("Campfires are prohibited on the beach.", "O"), S("Campfires are allowed on the beach.", "B"), True, 1),
    Pair(S("The cellar may not be used as a bedroom.", "O"), S("The attic may be used as a bedroom.", "O")),
    Pair(S("The harbour chapel was designed by Ada Brook.", "A"),
         S("The harbour chapel was designed by Tom Reed.", "B"),
         True, 0),
    Pair(S("The seat of the association is in Marnsted.", "O"), S("The seat of the association is in Oberkirch.", "B"),
         True, 1),
    Pair(S("Ada Brook designed the chapel.", "A"), S("Tom Reed designed the lighthouse.", "A")),
    # --- units, rounding, ranges ----------------------------------------------------------------------------------
    Pair(S("The greatest width of a barge is 2.10 metres.", "O"), S("The greatest width of a barge is 7 ft 2 in.", "P"),
         True, 1),
    Pair(S("The speed limit on the lake is 6 km/h.", "O"), S("The speed limit on the lake is 3.7 mph.", "B")),
    Pair(S("Boats may lie at a berth for at most 72 hours.", "O"),
         S("Boats may lie at a berth for at most 3 days.", "N")),
    Pair(S("A ticket costs about EUR 20.", "B"), S("A ticket costs EUR 19.80.", "O")),
    Pair(S("The filter lasts 10 to 14 weeks.", "J"), S("The filter lasts 12 weeks.", "B")),
    # --- German ---------------------------------------------------------------------------------------------------
    Pair(S("Die Grundgebühr beträgt 96 Euro im Jahr.", "O"),
         S("Die Grundgebühr beträgt 78 Euro im Jahr.", "I"), True, 1),
    Pair(S("Die Meldefrist endet am 15. Dezember.", "O"), S("Die Meldefrist endet am 31. Dezember.", "I"), True, 1),
    Pair(S("Das Becken ist 25 Meter lang.", "A"), S("Das Becken ist, soweit ich weiß, 50 Meter lang.", "B"), True, 1),
    Pair(S("Der Zuschuss beträgt 30 % der Kosten, höchstens 9.000 Euro je Wohnung.", "O"),
         S("Der Zuschuss beträgt 40 % der Kosten, höchstens 15.000 Euro je Wohnung.", "N"), True, 1),
    Pair(S("Das Becken für Kinder ist 10 Meter lang.", "O"), S("Das Becken für Erwachsene ist 25 Meter lang.", "O")),
    Pair(S("Der Kessel darf höchstens 6 bar erreichen.", "O"),
         S("Der Kompressor darf höchstens 10 bar erreichen.", "O")),
    Pair(S("Hunde sind im Garten erlaubt.", "I"), S("Hunde sind im Garten nicht erlaubt.", "O"), True, 2),
    Pair(row("O", "Gebiet | Tag | Nacht", "Reines Wohngebiet | 50 dB(A) | 35 dB(A)", "Grenzwerte für Lärm"),
         S("Im reinen Wohngebiet liegt der Grenzwert für Lärm nachts bei 45 dB(A).", "B"), True, 1),
    Pair(row("O", "Gebiet | Tag | Nacht", "Mischgebiet | 60 dB(A) | 45 dB(A)", "Grenzwerte für Lärm"),
         S("Im reinen Wohngebiet liegt der Grenzwert für Lärm nachts bei 35 dB(A).", "B")),
    Pair(S("Die Turbine liefert 3 MW.", "J"), S("Die Turbine wiegt 40 Tonnen.", "J")),
    # --- Russian --------------------------------------------------------------------------------------------------
    Pair(S("Срок выдачи книги составляет 21 день.", "O"), S("Срок выдачи книги составляет 14 дней.", "I"), True, 1),
    Pair(S("Читатель может взять на дом не более 8 книг.", "O"), S("На дом выдаётся не более 5 книг.", "I"), True, 1),
    Pair(S("Высота башни составляет 90 метров.", "A"), S("Насколько я знаю, высота башни 75 метров.", "B"), True, 1),
    Pair(S("Вход с напитками разрешён.", "I"), S("Вход с напитками не разрешён.", "O"), True, 2),
    Pair(S("Билет для взрослых стоит 300 рублей.", "O"), S("Билет для детей стоит 150 рублей.", "O")),
    Pair(S("Катер приходит по четвергам.", "O"), S("Катер весит 12 тонн.", "O")),
    Pair(S("Субсидия покрывает 30 % расходов, но не более 9 000 евро.", "O"),
         S("Субсидия покрывает 45 % расходов, но не более 9 000 евро.", "N"), True, 1),
    Pair(S("Длина моста составляет 300 метров.", "A"), S("Ширина моста составляет 20 метров.", "A")),
    # --- across languages -----------------------------------------------------------------------------------------
    Pair(S("The grant covers 30 % of the eligible costs.", "N"),
         S("Der Zuschuss beträgt 40 % der förderfähigen Kosten.",
         "O"), True, 2),
    Pair(S("The grant covers 30 % of the eligible costs.", "N"), S("Субсидия покрывает 45 % допустимых расходов.", "O"),
         True, 2),
    Pair(S("The bridge is 300 m long.", "B"), S("Die Brücke ist 340 m lang.", "A"), True, 0),
    Pair(S("The bridge is 300 m long.", "B"), S("Die Brücke ist 20 m breit.", "A")),
    Pair(S("In a purely residential area the noise limit at night is 45 dB(A).", "B"),
         S("В чисто жилой зоне ночью допускается шум не более 35 дБ.", "O"), True, 2),
    Pair(S("In a purely residential area the noise limit at night is 35 dB(A).", "B"),
         S("Im allgemeinen Wohngebiet beträgt der Lärmgrenzwert nachts 40 dB(A).", "O")),
    Pair(S("A visit costs EUR 90.", "B"), S("Беседа стоит 25 евро.", "O")),
]  # fmt: skip

# Written after the rules and not used to change them: how well they carry over.
UNSEEN: list[Pair] = [
    Pair(S("The lighthouse has 214 steps.", "A"), S("The lighthouse has 198 steps.", "B"), True, 0),
    Pair(S("The ferry carries up to 60 cars.", "J"), S("At most 45 cars fit on the ferry.", "B"), True, 2),
    Pair(S("Annual rainfall in Dorn is 820 mm.", "A"), S("Annual rainfall in Dorn is 640 mm.", "N"), True, 0),
    Pair(S("Annual rainfall in Dorn is 820 mm.", "A"), S("Annual snowfall in Dorn is 90 mm.", "A")),
    Pair(S("A day ticket costs EUR 5 and a week ticket EUR 20.", "O"),
         S("A day ticket costs EUR 5 and a week ticket EUR 28.", "N"), True, 1),
    Pair(S("A day ticket costs EUR 5.", "O"), S("A week ticket costs EUR 20.", "N")),
    Pair(S("The museum is closed on Mondays.", "O"), S("The museum is not closed on Mondays.", "B"), True, 1),
    Pair(S("Campfires are prohibited on the beach.", "O"), S("Swimming is allowed on the beach.", "B")),
    Pair(row("O", "Station | Opened | Platforms", "Weststadt | 1998 | 4"),
         S("Weststadt station has 6 platforms.", "B"), True,
         1),
    Pair(row("J", "Size | Price", "Small | EUR 4"), row("J", "Size | Price", "Large | EUR 7")),
    Pair(row("J", "Product | Warranty", "Drill D40 | 2 years"),
         row("N", "Product | Warranty", "Drill D40 | 5 years"), True, 0),
    Pair(row("J", "Product | Warranty", "Drill D40 | 2 years"), row("N", "Product | Warranty", "Drill D50 | 5 years")),
    Pair(row("A", "Month | Rain", "March | 60 mm"), row("A", "Month | Rain", "April | 75 mm")),
    Pair(S("The vaccine must be stored at 2 to 8 °C.", "O"), S("The vaccine must be stored at -20 °C.", "B"), True, 1),
    Pair(S("The vaccine must be stored at 2 to 8 °C.", "O"), S("The vaccine must be stored at 5 °C.", "B")),
    Pair(S("The applicant must be at least 18 years old.", "O"), S("Applicants must be at least 21 years old.", "N"),
         True, 1),
    Pair(S("A pupil must be at least 6 years old.", "O"), S("A driver must be at least 18 years old.", "O")),
    Pair(S("The tunnel was completed in 1984.", "A"), S("The tunnel was completed in 1991.", "B"), True, 0),
    Pair(S("The capital of Ostland is Brenn.", "A"), S("The capital of Ostland is Harlow.", "B"), True, 0),
    Pair(S("The output is 7 dB louder in winter.", "A"), S("The output is 40 dB in winter.", "A")),
    Pair(S("Rents rose by 5 % in 2023.", "A"), S("Rents rose by 9 % in 2023.", "N"), True, 0),
    Pair(S("Rents rose by 5 % in 2023.", "A"), S("Rents rose by 3 % in 2024.", "A")),
    Pair(S("The reservoir holds 3 million cubic metres.", "A"),
         S("The reservoir holds 5 million cubic metres.", "N"), True, 0),
    Pair(S("Der Antrag ist bis zum 30. Juni einzureichen.", "O"),
         S("Der Antrag ist bis zum 31. Juli einzureichen.", "N"),
         True, 1),
    Pair(S("Der Turm ist 112 Meter hoch.", "A"), S("Der Turm hat eine Höhe von 98 Metern.", "B"), True, 0),
    Pair(S("Der Turm ist 112 Meter hoch.", "A"), S("Der Turm wiegt 112 Tonnen.", "A")),
    Pair(S("Die Kündigungsfrist beträgt 4 Wochen.", "O"), S("Die Kündigungsfrist beträgt 3 Monate.", "O")),
    Pair(S("Im Winter beträgt die Wassertemperatur 4 °C.", "A"),
         S("Im Sommer beträgt die Wassertemperatur 19 °C.", "A")),
    Pair(S("Ein Kubikmeter Wasser kostet 2,35 Euro.", "O"), S("Ein Kubikmeter Wasser kostet 1,90 Euro.", "I"), True, 1),
    Pair(S("Fotografieren ist im Saal gestattet.", "N"), S("Fotografieren ist im Saal verboten.", "O"), True, 2),
    Pair(S("Глубина озера составляет 41 метр.", "A"), S("Глубина озера составляет 36 метров.", "B"), True, 0),
    Pair(S("Глубина озера составляет 41 метр.", "A"), S("Площадь озера составляет 12 км².", "A")),
    Pair(S("Заявление подают до 1 марта.", "O"), S("Заявление подают до 15 марта.", "N"), True, 1),
    Pair(S("Фотографировать в зале разрешено.", "N"), S("Фотографировать в зале запрещено.", "O"), True, 2),
    Pair(S("Зимой музей открыт 5 часов.", "O"), S("Летом музей открыт 9 часов.", "O")),
    Pair(S("The tower is 112 m high.", "B"), S("Высота башни составляет 98 метров.", "A"), True, 0),
    Pair(S("A litre of water costs 2 cents.", "B"), S("Eine Fahrkarte kostet 3 Euro.", "O")),
]  # fmt: skip
