"""Units: their spellings in three languages, their canonical unit, and the factor to it."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from indagate.evidence.vocabulary import vocabulary
from indagate.frozen import dataclass

PERCENT = "%"
YEAR = "year"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as written: one of it is `factor` canonical units, plus `offset` (temperatures)."""

    canonical: str
    factor: Decimal
    offset: Decimal = Decimal(0)

    def convert(self, value: Decimal) -> Decimal:
        """`value` of this unit in the canonical one."""
        return value * self.factor + self.offset


# canonical | factor | spellings. Spellings of up to three letters and those with a capital are case-sensitive symbols.
_TABLE = """
% | 1 | % ％ percent pct per_cent Prozent процент процента процентов процентам процентами проц
% | 0.1 | ‰ Promille промилле
pp | 1 | percentage_point percentage_points pp Prozentpunkt Prozentpunkte Prozentpunkten п.п процентных_пункта
pp | 1 | процентных_пунктов процентный_пункт
m | 1 | m metre metres meter meters Meter Metern м метр метра метров метре метрам
m | 1000 | km kilometre kilometres kilometer kilometers Kilometer Kilometern км километр километра километров
m | 1000 | километрах
m | 0.01 | cm centimetre centimetres centimeter centimeters Zentimeter Zentimetern см сантиметр сантиметра сантиметров
m | 0.001 | mm millimetre millimetres millimeter millimeters Millimeter Millimetern мм миллиметр миллиметра миллиметров
m | 0.000001 | µm μm um micrometre micrometres micrometer micrometers micron microns Mikrometer мкм микрометр
m | 0.000001 | микрометра микрометров
m | 0.000000001 | nm nanometre nanometres nanometer nanometers Nanometer нм нанометр нанометра нанометров
m | 1609.344 | mi mile miles Meile Meilen миля мили миль
m | 1852 | nmi nautical_mile nautical_miles Seemeile Seemeilen
m | 0.9144 | yd yard yards Yard ярд ярда ярдов
m | 0.3048 | ft foot feet Fuß фут фута футов
m | 0.0254 | inch inches Zoll дюйм дюйма дюймов
m | 9460730472580800 | light-year light-years light_years Lichtjahre Lichtjahren световых_лет
m2 | 1 | m² m2 sqm square_metre square_metres square_meter square_meters Quadratmeter Quadratmetern м² м2 кв.м
m2 | 1 | квадратных_метров квадратных_метра
m2 | 1000000 | km² km2 square_kilometre square_kilometres square_kilometer square_kilometers Quadratkilometer
m2 | 1000000 | Quadratkilometern км² км2 кв.км квадратных_километров квадратных_километра
m2 | 10000 | ha hectare hectares Hektar га гектар гектара гектаров
m2 | 4046.8564224 | acre acres Acre акр акра акров
m2 | 2589988.110336 | square_mile square_miles sq_mi
m2 | 0.09290304 | sq_ft square_foot square_feet ft²
m3 | 1 | m³ m3 cubic_metre cubic_metres cubic_meter cubic_meters Kubikmeter Kubikmetern м³ м3 куб.м кубических_метров
m3 | 1 | кубических_метра кубометр кубометра кубометров
m3 | 1000000000 | km³ km3 cubic_kilometre cubic_kilometres cubic_kilometers Kubikkilometer кубических_километров
m3 | 0.001 | l L litre litres liter liters Liter Litern л литр литра литров
m3 | 0.000001 | ml mL millilitre millilitres milliliter milliliters Milliliter мл миллилитр миллилитра миллилитров cm³
m3 | 0.000001 | см³
m3 | 0.003785411784 | gal gallon gallons Gallone Gallonen галлон галлона галлонов
m3 | 0.158987294928 | bbl barrel barrels Barrel баррель барреля баррелей
kg | 1 | kg kilo kilos kilogram kilograms kilogramme kilogrammes Kilogramm Kilo кг килограмм килограмма килограммов
kg | 0.001 | g gram grams gramme grammes Gramm г гр грамм грамма граммов
kg | 0.000001 | mg milligram milligrams Milligramm мг миллиграмм миллиграмма миллиграммов
kg | 0.000000001 | µg μg mcg microgram micrograms Mikrogramm мкг микрограмм
kg | 1000 | t tonne tonnes metric_ton metric_tons metric_tonnes ton tons Tonne Tonnen т тонна тонны тонн тоннах
kg | 1000000 | kt kilotonne kilotonnes Kilotonnen
kg | 1000000000 | Mt megatonne megatonnes Megatonnen
kg | 1000000000000 | Gt gigatonne gigatonnes Gigatonnen
kg | 0.45359237 | lb lbs pound pounds Pfund фунт фунта фунтов
kg | 0.028349523125 | oz ounce ounces Unze Unzen унция унции унций
s | 1 | s sec secs second seconds Sekunde Sekunden Sek сек секунда секунды секунд секунду
s | 0.001 | ms msec millisecond milliseconds Millisekunde Millisekunden мс миллисекунда миллисекунды миллисекунд
s | 0.000001 | µs μs us microsecond microseconds Mikrosekunden мкс микросекунд микросекунды
s | 0.000000001 | ns nanosecond nanoseconds Nanosekunden нс наносекунд
s | 60 | min mins minute minutes Minute Minuten Min мин минута минуты минут минуту
s | 3600 | h hr hrs hour hours Stunde Stunden Std ч час часа часов
s | 86400 | d day days Tag Tage Tagen день дня дней сутки суток
s | 604800 | week weeks Woche Wochen неделя недели недель неделю
month | 1 | month months Monat Monate Monaten месяц месяца месяцев
month | 12 | year years yr yrs Jahr Jahre Jahren год года лет
month | 120 | decade decades Jahrzehnt Jahrzehnte Jahrzehnten десятилетие десятилетия десятилетий
month | 1200 | century centuries Jahrhunderte Jahrhunderten столетия столетий веков
W | 1 | W watt watts Watt Вт ватт ватта ваттов
W | 0.001 | mW milliwatt milliwatts Milliwatt мВт
W | 1000 | kW kilowatt kilowatts Kilowatt кВт киловатт киловатта
W | 1000000 | MW megawatt megawatts Megawatt МВт мегаватт мегаватта
W | 1000000000 | GW gigawatt gigawatts Gigawatt ГВт гигаватт гигаватта
W | 1000000000000 | TW terawatt terawatts Terawatt ТВт
W | 735.49875 | PS л.с
W | 745.6998715822702 | hp horsepower
J | 1 | J joule joules Joule Дж джоуль джоуля джоулей
J | 1000 | kJ kilojoule kilojoules Kilojoule кДж
J | 1000000 | MJ megajoule megajoules Megajoule МДж
J | 1000000000 | GJ gigajoule gigajoules ГДж
J | 3600 | Wh watt-hour watt-hours watt_hours Wattstunde Wattstunden Вт·ч Вт*ч
J | 3600000 | kWh kilowatt-hour kilowatt-hours kilowatt_hour kilowatt_hours Kilowattstunde Kilowattstunden кВт·ч кВт*ч
J | 3600000 | кВт-ч кВтч кВт⋅ч
J | 3600000000 | MWh megawatt-hour megawatt-hours megawatt_hours Megawattstunde Megawattstunden МВт·ч МВт*ч МВт-ч МВтч
J | 3600000000 | МВт⋅ч
J | 3600000000000 | GWh gigawatt-hour gigawatt-hours gigawatt_hours Gigawattstunde Gigawattstunden ГВт·ч ГВт*ч ГВт-ч
J | 3600000000000 | ГВтч ГВт⋅ч
J | 3600000000000000 | TWh terawatt-hour terawatt-hours terawatt_hours Terawattstunde Terawattstunden ТВт·ч ТВт*ч
J | 3600000000000000 | ТВт-ч ТВтч ТВт⋅ч
J | 4.184 | cal calorie calories Kalorie Kalorien калория калории калорий
J | 4184 | kcal kilocalorie kilocalories Kilokalorie Kilokalorien ккал килокалорий
J | 0.0000000000000000001602176634 | eV
V | 1 | V volt volts Volt вольт вольта
V | 0.001 | mV millivolt millivolts мВ
V | 1000 | kV kilovolt kilovolts Kilovolt кВ киловольт
A | 1 | A amp amps ampere amperes Ampere ампер ампера
A | 0.001 | mA milliamp milliamps milliampere мА
Ah | 1 | Ah
Ah | 0.001 | mAh мАч мА·ч
ohm | 1 | Ω ohm ohms Ohm Ом
Hz | 1 | Hz hertz Hertz Гц герц
Hz | 1000 | kHz kilohertz Kilohertz кГц
Hz | 1000000 | MHz megahertz Megahertz МГц мегагерц
Hz | 1000000000 | GHz gigahertz Gigahertz ГГц гигагерц
Pa | 1 | Pa pascal pascals Pascal Па паскаль
Pa | 100 | hPa mbar millibar
Pa | 1000 | kPa кПа
Pa | 1000000 | MPa МПа
Pa | 1000000000 | GPa ГПа
Pa | 100000 | bar bars Bar бар
Pa | 101325 | atm атм
Pa | 6894.757293168 | psi
Pa | 133.322387415 | mmHg mm_Hg мм_рт
N | 1 | N newton newtons Newton ньютон
N | 1000 | kN кН
m/s | 1 | m/s metres_per_second meters_per_second м/с метров_в_секунду
m/s | 0.27777777777777777777777777777 | km/h kph kmh kilometres_per_hour kilometers_per_hour Stundenkilometer км/ч
m/s | 0.27777777777777777777777777777 | километров_в_час
m/s | 0.44704 | mph miles_per_hour
m/s | 0.51444444444444444444444444444 | kn knot knots Knoten узлов
B | 1 | B byte bytes Byte Bytes байт байта байтов
B | 1000 | kB KB kilobyte kilobytes Kilobyte КБ Кб килобайт килобайта
B | 1000000 | MB megabyte megabytes Megabyte МБ Мб мегабайт мегабайта
B | 1000000000 | GB gigabyte gigabytes Gigabyte ГБ Гб гигабайт гигабайта
B | 1000000000000 | TB terabyte terabytes Terabyte ТБ Тб терабайт терабайта
B | 1000000000000000 | PB petabyte petabytes Petabyte ПБ петабайт
B | 1024 | KiB kibibyte kibibytes КиБ
B | 1048576 | MiB mebibyte mebibytes МиБ
B | 1073741824 | GiB gibibyte gibibytes ГиБ
B | 1099511627776 | TiB tebibyte tebibytes ТиБ
bit | 1 | bit bits Bit Bits бит бита битов
bit | 1000 | kbit
bit | 1000000 | Mbit
bit | 1000000000 | Gbit
bit/s | 1 | bit/s bps
bit/s | 1000 | kbit/s kbps Kbps Кбит/с
bit/s | 1000000 | Mbit/s Mbps Мбит/с
bit/s | 1000000000 | Gbit/s Gbps Гбит/с
B/s | 1000000 | MB/s МБ/с
B/s | 1000000000 | GB/s ГБ/с
px | 1 | px pixel pixels Pixel пикселей пикселя
px | 1000000 | MP megapixel megapixels Megapixel мегапикселей
dB | 1 | dB decibel decibels Dezibel дБ децибел
mol | 1 | mol mole moles моль
Sv | 1 | Sv sievert
Sv | 0.001 | mSv millisievert
ppm | 1 | ppm
deg | 1 | ° degree degrees Grad градус градуса градусов
°C | 1 | °C ℃ degrees_Celsius degree_Celsius degrees_C Grad_Celsius градусов_Цельсия градуса_Цельсия градус_Цельсия
K | 1 | K kelvin kelvins Kelvin кельвин кельвина кельвинов
USD | 1 | $ US$ USD dollar dollars Dollar US-Dollar US_dollars доллар доллара долларов долларах долл
USD | 0.01 | cent cents цент цента центов
EUR | 1 | € EUR euro euros Euro Euros евро
GBP | 1 | £ GBP pounds_sterling pound_sterling Pfund_Sterling фунтов_стерлингов
RUB | 1 | ₽ RUB RUR rouble roubles ruble rubles Rubel рубль рубля рублей рублях руб
JPY | 1 | ¥ JPY yen Yen иен иены 円 日元
CNY | 1 | CNY RMB CN¥ yuan renminbi Yuan юаней юаня юань 元
CHF | 1 | CHF Swiss_francs Schweizer_Franken Franken швейцарских_франков
INR | 1 | ₹ INR rupee rupees Rupien рупий
UAH | 1 | ₴ UAH hryvnia hryvnias гривен гривны
KRW | 1 | ₩ KRW
CAD | 1 | C$ CA$ CAD
AUD | 1 | A$ AU$ AUD
PLN | 1 | PLN zł zloty
SEK | 1 | SEK
NOK | 1 | NOK
DKK | 1 | DKK
TRY | 1 | TRY ₺
BTC | 1 | BTC ₿ bitcoin bitcoins
"""
_CURRENCY = frozenset(
    vocabulary(
        """
USD EUR GBP RUB JPY CNY CHF INR UAH KRW CAD AUD PLN SEK NOK DKK TRY BTC
"""
    )
)
_PREFIX = re.compile(
    r"(?:(US\$|CN¥|CA\$|AU\$|[AC]\$|[$€£₽¥₹₴₩₺₿])"
    r"|(?<![^\W_])(USD|EUR|GBP|RUB|RUR|JPY|CNY|RMB|CHF|INR|UAH|KRW|CAD|AUD|PLN|SEK|NOK|DKK|TRY|BTC))"
    r"[ \u00a0\u2009\u202f]?$"
)
_GAP = "[ \u00a0\u2009\u202f\u2007]?"
_WORD = (
    r"(?:°\s?[CFКСФ]\b|°|US\$|[$€£₽¥₹₴₩₺₿%％‰℃℉Ω′″]|[^\W\d_]+[²³]|(?:m|km|м|км|ft|cm|mm)[23]\b"
    r"|[^\W\d_]+(?:[·⋅*/-][^\W\d_]+)?)"
)
_CHUNK = re.compile(rf"(?:{_GAP}-?){_WORD}")
_LONGER = re.compile(rf"(?:(?:\.?{_GAP}|[-.]){_WORD}){{1,2}}")


@cache
def table() -> dict[str, Unit]:
    """Every spelling with its unit; words of four letters or more also in lower case."""
    units: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        canonical, factor, spellings = (part.strip() for part in line.split("|"))
        unit = Unit(canonical, Decimal(factor))
        for spelling in spellings.split():
            name = spelling.replace("_", " ")
            units[name] = unit
            if len(name) > 3:
                units.setdefault(name.lower(), unit)
    fahrenheit = Unit("°C", Decimal(5) / Decimal(9), Decimal(-160) / Decimal(9))
    for name in ("°F", "℉", "degrees Fahrenheit", "degree Fahrenheit", "degrees fahrenheit", "Grad Fahrenheit"):
        units[name] = fahrenheit
    units["°С"] = units["°C"]  # the Cyrillic letter
    units["kelvin"] = units["kelvins"] = units["Kelvin"] = units["K"] = Unit("°C", Decimal(1), Decimal("-273.15"))
    return units


def is_currency(canonical: str | None) -> bool:
    """Whether a canonical unit is money."""
    return canonical in _CURRENCY


def lookup(name: str) -> Unit | None:
    """The unit spelled so, or None."""
    units = table()
    return units.get(name) or (units.get(name.lower()) if len(name) > 3 else None)


def after(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that begins at or just after `at`, with its end: the longest spelling that is one."""
    match = _CHUNK.match(text, at)
    if not match:
        return None
    first = match.group().lstrip(" \u00a0\u2009\u202f\u2007-").replace(" ", "")
    longer = _LONGER.match(text, match.end())
    if longer:
        for end in _ends(text, match.end(), longer.end()):
            name = first + text[match.end() : end].replace("\u00a0", " ").replace("\u202f", " ")
            unit = lookup(name) or lookup(name.replace(". ", ".").replace("-", " "))
            if unit:
                return unit, end
    for separator in ("", "/", "-", "·", "⋅", "*"):
        name = first.split(separator)[0] if separator else first
        unit = lookup(name) if name else None
        if unit and (not separator or separator in first):
            end = match.end() - len(first) + len(name)
            if separator == "-" and len(name) < 3:
                continue
            return unit, end
    return None


def _ends(text: str, start: int, end: int) -> list[int]:
    """The word ends between `start` and `end`, farthest first."""
    return [
        at
        for at in range(end, start, -1)
        if not text[at - 1].isspace() and (at == len(text) or not (text[at - 1].isalnum() and text[at].isalnum()))
    ]


def before(text: str, at: int) -> tuple[Unit, int] | None:
    """The currency that stands before `at` ("$", "EUR "), with its start."""
    match = _PREFIX.search(text, max(0, at - 6), at)
    if not match:
        return None
    unit = lookup(match.group(1) or match.group(2))
    return (unit, match.start()) if unit else None
