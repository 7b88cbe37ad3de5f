"""Units: their spellings in three languages, their canonical unit, and the factor to it."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache, lru_cache

from indagate.frozen import dataclass

PERCENT = "%"
GAP = "[ \u00a0\u2009\u202f\u2007]"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as written: one of it is `factor` canonical units, plus `offset` (temperatures)."""

    canonical: str
    factor: Decimal
    offset: Decimal = Decimal(0)

    def convert(self, value: Decimal) -> Decimal:
        """Return a value of this unit in the canonical one."""
        return value * self.factor + self.offset


# canonical | factor | spellings | prefixes that they take. What has a capital or up to three letters is a symbol; words
# are in lower case, without the endings that `lookup` takes off, Russian ones as stems. "~": only with a prefix.
_TABLE = """
% | 1 | % ％ percent pct per_cent prozent процент проц
% | 0.1 | ‰ promille промилле
pp | 1 | pp percentage_point prozentpunkt prozentpunkte п.п процентных_пункт процентный_пункт
m | 1 | m metre meter м метр | n µ u m c k
m | 0.000001 | micron
m | 1609.344 | mi mile meile миля мил
m | 1852 | nmi nautical_mile seemeile
m | 0.9144 | yd yard ярд
m | 0.3048 | ft foot feet Fuß фут
m | 0.0254 | inch inches zoll дюйм
m | 9460730472580800 | light-year light_year lichtjahre световых_лет
m2 | 1 | m² m2 sqm square_metre square_meter quadratmeter м² м2 кв.м квадратных_метр
m2 | 1000000 | km² km2 square_kilometre square_kilometer quadratkilometer км² км2 кв.км квадратных_километр
m2 | 10000 | ha hectare hektar га гектар
m2 | 4046.8564224 | acre акр
m2 | 2589988.110336 | square_mile sq_mi
m2 | 0.09290304 | sq_ft square_foot square_feet ft²
m3 | 1 | m³ m3 cubic_metre cubic_meter kubikmeter м³ м3 куб.м кубических_метр кубометр
m3 | 1000000000 | km³ km3 cubic_kilometre cubic_kilometer kubikkilometer кубических_километр
m3 | 0.001 | l L litre liter л литр | m
m3 | 0.000001 | cm³ см³
m3 | 0.003785411784 | gal gallon gallone галлон
m3 | 0.158987294928 | bbl barrel баррел
kg | 0.001 | g gram gramme gramm г гр грамм | µ mc m k
kg | 1 | kilo
kg | 1000 | t tonne metric_ton metric_tonne ton т тонн | k M G
kg | 0.45359237 | lb lbs pound pfund фунт
kg | 0.028349523125 | oz ounce unze унци
s | 1 | s sec second sekunde Sek сек секунд ~с | n µ m u
s | 60 | min mins minute Min мин минут
s | 3600 | h hr hrs hour stunde Std ч час
s | 86400 | d day Tag tage день дня дней дням сутки суток
s | 604800 | week woche недел
month | 1 | month monat monate месяц
month | 12 | year yr yrs jahr jahre год лет
month | 120 | decade jahrzehnt jahrzehnte десятилети
month | 1200 | century centuries jahrhunderte столетия столетий веков
W | 1 | W watt Вт ватт | m k M G T
W | 735.49875 | PS л.с
W | 745.6998715822702 | hp horsepower
J | 1 | J joule Дж джоул | k M G
J | 3600 | Wh watt-hour watt_hour wattstunde Вт·ч Вт*ч Вт-ч Втч Вт⋅ч | k M G T
J | 4.184 | cal calorie kalorie калори ~кал | k
V | 1 | V volt вольт ~В | m k
A | 1 | A amp ampere ампер ~А | m
Ah | 1 | Ah ~Ач ~А·ч | m
ohm | 1 | Ω ohm Ohm Ом
Hz | 1 | Hz hertz Гц герц | k M G
Pa | 1 | Pa pascal Па паскаль | k M G
Pa | 100 | hPa mbar millibar
Pa | 100000 | bar Bar бар
Pa | 101325 | atm атм
Pa | 6894.757293168 | psi
Pa | 133.322387415 | mmHg mm_Hg мм_рт
N | 1 | N newton ньютон ~Н | k
m/s | 1 | m/s metres_per_second meters_per_second м/с метров_в_секунду
m/s | 0.27777777777777777777777777777 | km/h kph kmh kilometres_per_hour kilometers_per_hour stundenkilometer км/ч
m/s | 0.27777777777777777777777777777 | километров_в_час
m/s | 0.44704 | mph miles_per_hour
m/s | 0.51444444444444444444444444444 | kn knot knoten узлов
B | 1 | B byte байт ~Б ~б | k M G T P Ki Mi Gi Ti
B | 1000 | KB КБ Кб
bit | 1 | bit Bit бит | k M G
bit/s | 1 | bit/s bps ~бит/с | k M G
bit/s | 1000 | Kbps Кбит/с
B/s | 1 | B/s ~Б/с | M G
px | 1 | px pixel пиксел | M
px | 1000000 | MP
dB | 1 | dB decibel dezibel дБ децибел
mol | 1 | mol mole моль
Sv | 1 | Sv sievert | m
ppm | 1 | ppm
deg | 1 | ° degree grad градус
°C | 1 | °C °С ℃ degrees_celsius degree_celsius degrees_c grad_celsius градусов_цельсия градуса_цельсия градус_цельсия
USD | 1 | $ US$ USD dollar US-dollar us_dollar доллар долл
USD | 0.01 | cent цент
EUR | 1 | € EUR euro евро
GBP | 1 | £ GBP pounds_sterling pound_sterling pfund_sterling фунтов_стерлингов
RUB | 1 | ₽ RUB RUR rouble ruble rubel рубл руб
JPY | 1 | ¥ JPY yen Yen иен 円 日元
CNY | 1 | CNY RMB CN¥ yuan renminbi юан 元
CHF | 1 | CHF swiss_franc schweizer_franken franken швейцарских_франк
INR | 1 | ₹ INR rupee rupien рупи
UAH | 1 | ₴ UAH hryvnia гривен гривн
KRW | 1 | ₩ KRW
CAD | 1 | C$ CA$ CAD
AUD | 1 | A$ AU$ AUD
PLN | 1 | PLN zł zloty
SEK | 1 | SEK
NOK | 1 | NOK
DKK | 1 | DKK
TRY | 1 | TRY ₺
BTC | 1 | BTC ₿ bitcoin
"""
_PREFIXES = {
    "n": ("1e-9", "nano", "н", "нано"), "µ": ("1e-6", "micro mikro", "мк", "микро"), "u": ("1e-6", "", "", ""),
    "mc": ("1e-6", "", "", ""), "m": ("1e-3", "milli", "м", "милли"), "c": ("0.01", "centi zenti", "с", "санти"),
    "k": ("1e3", "kilo", "к", "кило"), "M": ("1e6", "mega", "М", "мега"), "G": ("1e9", "giga", "Г", "гига"),
    "T": ("1e12", "tera", "Т", "тера"), "P": ("1e15", "peta", "П", "пета"), "Ki": ("1024", "kibi", "Ки", ""),
    "Mi": (str(2**20), "mebi", "Ми", ""), "Gi": (str(2**30), "gibi", "Ги", ""), "Ti": (str(2**40), "tebi", "", ""),
}  # fmt: skip
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_RUSSIAN = ("ами", "ах", "ях", "ам", "ов", "ев", "ом", "ем", "ей", "ью", "а", "у", "ы", "и", "е", "я", "ю", "ь", "й")
"""Endings of Russian nouns."""
_CURRENCY = frozenset(re.findall(r"^([A-Z]{3}) \|", _TABLE, re.MULTILINE))
_BEFORE = re.compile(
    rf"(?:(US\$|CN¥|CA\$|AU\$|[AC]\$|[$€£₽¥₹₴₩₺₿])|(?<![^\W_])({'|'.join(sorted(_CURRENCY))}|RUR|RMB)){GAP}?$"
)
_WORD = r"(?:°\s?[CFКСФ]\b|°|US\$|[$€£¥₽₹₴₩₺₿%％‰℃℉Ω′″]|[^\W\d_]+(?:[²³]|[23]\b)?)"
_NAME = re.compile(rf"{GAP}?-?({_WORD}(?:(?:\.?{GAP}|[-.·⋅*/]){_WORD}){{0,2}})")
_SHORTER = re.compile(rf"(?:\.?{GAP}|[-.·⋅*/]){_WORD}$")


@cache
def spellings() -> dict[str, Unit]:
    """Return every spelling with its unit."""
    units: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        canonical, factor, spellings, *prefixes = (part.strip() for part in line.split("|"))
        for spelling in spellings.split():
            name = spelling.lstrip("~").replace("_", " ")
            units |= {} if spelling[0] == "~" else {name: Unit(canonical, Decimal(factor))}
            symbol = len(name) <= 3 or name != name.lower() or "/" in name
            for prefix in " ".join(prefixes).split():
                times, word, sign, russian = _PREFIXES[prefix]
                own = (sign if symbol else russian) if _CYRILLIC.search(name) else (prefix if symbol else word)
                for one in own.split():
                    units[one + name] = Unit(canonical, Decimal(factor) * Decimal(times))
    for name in ("°F", "℉", "degrees fahrenheit", "degree fahrenheit", "grad fahrenheit"):
        units[name] = Unit("°C", Decimal(5) / Decimal(9), Decimal(-160) / Decimal(9))
    units |= dict.fromkeys(("K", "kelvin", "кельвин"), Unit("°C", Decimal(1), Decimal("-273.15")))
    for name in [name for name in units if len(name) > 3]:
        units.setdefault(name.lower(), units[name])
    return units


def is_currency(canonical: str | None) -> bool:
    """Whether a canonical unit is money."""
    return canonical in _CURRENCY


@lru_cache(maxsize=8_192)
def lookup(name: str) -> Unit | None:
    """Return the unit spelled so, in any case and number of the noun; None for what is no unit."""
    units, low = spellings(), name.lower()
    found = units.get(name.replace("μ", "µ")) or (units.get(low) if len(name) > 3 else None)
    if found or len(name) < 4 or not name[-1].islower():
        return found
    for ending in _RUSSIAN if _CYRILLIC.search(low) else ("s", "n"):
        stem = low.removesuffix(ending)
        if stem != low and len(stem) > (3 if ending == "n" else 2) and (found := units.get(stem)):
            return found
    return None


def after(text: str, at: int) -> tuple[Unit, int] | None:
    """Return the unit that begins at or just after a place, with its end: the longest spelling that is one."""
    match = _NAME.match(text, at)
    start, end = match.span(1) if match else (at, at)
    while end > start:
        name = re.sub(GAP, " ", text[start:end]).replace("° ", "°")
        unit = lookup(name) or lookup(name.replace(". ", ".")) or lookup(name.replace("-", " "))
        if unit:
            return unit, end
        shorter = _SHORTER.search(text, start, end)
        if shorter is None or (shorter.group()[0] == "-" and shorter.start() - start < 3):  # no tonne in "t-shirt"
            return None
        end = shorter.start()
    return None


def before(text: str, at: int) -> tuple[Unit, int] | None:
    """Return the currency that stands before a place ("$", "EUR "), with its start."""
    match = _BEFORE.search(text, max(0, at - 6), at)
    unit = lookup(match[1] or match[2]) if match else None
    return (unit, match.start()) if match and unit else None
