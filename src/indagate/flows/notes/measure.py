"""Quantities of a note: "3x5 80kg", "7h40", "52:30", "42 €", "5/10", "10k", "полтора часа"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain

POUND, MILE = 0.45359237, 1.609344


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity: `kind` is its dimension, `value` in the dimension's canonical unit (see `UNITS`).

    `more` holds the further numbers of "3x5" (repetitions) or of a clock time "52:30" (its value as h:mm, in minutes).
    """

    kind: str
    value: float
    start: int
    end: int
    unit: str = ""
    more: float = 0.0


def _units(text: str) -> dict[str, tuple[str, float]]:
    """Read lines of kind, factor and the words of a unit."""
    found: dict[str, tuple[str, float]] = {}
    for line in text.strip().splitlines():
        kind, factor, *words = line.split()
        found.update(dict.fromkeys(words, (kind, float(factor))))
    return found


UNITS = _units(f"""
length 1 km kms
length 1 kilometer kilometers kilometre kilometres км километр километра километров километры километрах kilometern k к
length {MILE} mi mile miles miler миля мили миль милях миле meile meilen
length 0.0009144 yd yds yard yards
length 0.001 m meter meters metre metres м метр метра метров метрах
time 60 h hr hrs hour hours ч час часа часов часы часах std stunde stunden
time 1 min mins minute minutes мин минут минута минуты минуту минутах minuten m'
time 0.0166666667 s sec secs second seconds сек секунд секунды
mass 1 kg kgs kilo kilos kilogram kilograms кг кило килограмм килограмма килограммов килограммах
mass {POUND} lb lbs pound pounds фунт фунта фунтов фунтах pfund
gram 1 g gr gram grams г гр грамм грамма граммов граммах gramm
energy 1 kcal kcals cal cals calories kilocalorie kilocalories ккал калорий кал калории kalorien
volume 1 l liter liters litre litres л литр литра литров
volume 0.001 ml мл миллилитров
money:€ 1 € eur euro euros евро
money:₽ 1 ₽ rub rubles roubles р руб рублей рубля рубль rubel
money:$ 1 $ usd dollar dollars доллар доллара долларов
money:£ 1 £ gbp
pulse 1 bpm уд
count 1 cup cups чашка чашки чашек чашку tassen tasse шт штуки штук раза раз times x х pcs
percent 1 % percent процентов процента
steps 1 steps step шаг шага шагов schritte
reps 1 reps rep повтор повтора повторов повторений повторения повторение
sets 1 sets подход подхода подходов set
degree 1 °c degrees градусов градуса
""")
CANONICAL = {
    "length": "km", "time": "min", "mass": "kg", "gram": "g", "energy": "kcal", "volume": "l", "pulse": "bpm",
    "level": "/10", "pace": "min/km", "percent": "%", "steps": "steps", "reps": "reps", "sets": "sets", "count": "",
    "degree": "°C",
}  # fmt: skip
_NUMBER = (
    r"(?:\d{1,3}(?:[   ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)"
    r"|\d{1,3}(?:[   ,]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:[.,]\d+)?)"
)
_SPECIAL = pattern(
    r"(?P<rate>\d{1,2}:\d\d)\s*(?:min|мин\w*)?\s*(?:/|per |a |на |за )\s*(?:km|км|k\b|kilomet\w+|mile|mi\b)"
    r"|(?P<paced>\d{1,2}:\d\d)(?= ?(?:min )?(?:average |avg )?pace)|@ ?(?P<at>\d{1,2}:\d\d)(?! ?(?:am|pm))"
    r"|(?P<level>\d+(?:[.,]\d)?)\s*(?:/|из|out of|von)\s*10(?![\d/.-])"
    r"|(?P<sets>\d{1,2})\s*(?:[x×х*]|по(?=\s)|sets? (?:of|x)|подход\w* по)\s*(?P<reps>\d{1,3})(?!\d|"
    r"[.,]\d)(?!\s*(?:kg|кг|lb|h\b))"
    r"|(?P<load>\d{2,3}(?:[.,]\d+)?)\s*(?P<in>kg|кг|lbs?)?\s*[x×х*]\s*(?P<times>\d{1,2})(?!\d)"
    r"|(?P<hours>\d{1,2})\s*(?:h|hrs?|hours?|ч|час\w*|std)\.?\s*(?:and |"
    r"и )?(?P<minutes>\d{1,2})(?!\s*[\d.,]*\s*(?:km|км|€|kg))"
    r"\s*(?:m\b|min\w*|м\b|мин\w*)?"
    r"|(?P<clock>\d{1,3}:\d\d(?::\d\d)?)(?!\d)"
    r"|(?P<whole>\d{1,2})(?:½| ½| 1/2) ?(?:h|hrs?|hours?)\b"
    r"|(?P<half>half an hour|полчаса|eine halbe stunde)"
    r"|(?P<hour>\b(?:(?:an|one) )?hour and a half|полтора часа|anderthalb stunden)"
    r"|\b(?:an|one) hour and (?P<past>[1-5]?\d(?!\d)|five|ten|fifteen|twenty|a quarter|thirty|forty|"
    r"fifty)\b(?: min\w*)?"
    r"|\b(?P<quarters>(?:a|three) quarters? of an hour|четверть часа)\b"
    r"|(?:(?<=\s)|^)[x×х](?P<mult>\d{1,2})(?!\d)"
    r"|(?P<thousand>\d+(?:[.,]\d+)?)\s*(?:тыс\w*\.?|thousand|tsd\.?)(?:\s*(?P<currency>[€₽$£]|руб\w*|евро|euros?|eur))?"
)
_PLAIN = pattern(rf"(?P<sign>[€$£₽])?\s?(?P<number>{_NUMBER})(?:\s?|-)(?P<unit>[€$£₽%]|°c|[a-zа-яäöü]+'?)?")
_CODE = pattern(r"\d+[a-zа-я]\d")
"""What is no quantity: a letter between numbers, as in 48K17."""
_MINUS = pattern(r"(?:^|[\s(])[-−]$")
_SPELLED = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "один": 1, "одна": 1, "одну": 1, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7,
    "восемь": 8, "девять": 9, "десять": 10, "a": 1, "an": 1, "once": 1, "twice": 2, "дважды": 2, "zwei": 2, "drei": 3,
    "двух": 2, "трех": 3, "четырех": 4, "пяти": 5, "шести": 6, "семи": 7, "восьми": 8, "девяти": 9, "десяти": 10,
    "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "час": 1,
}  # fmt: skip
_WORDED = pattern(
    r"(?<![\w-])(" + "|".join(sorted(set(_SPELLED) - {"час"}, key=len, reverse=True)) + r")\s+"
    r"(?:(?:full|whole|entire|complete|цел\w+|полн\w+)\s+)?([a-zа-яäöü]+)"
)


@lru_cache(maxsize=2048)
def measures(text: str) -> tuple[Measure, ...]:
    """Return the quantities of a text in order; bare numbers have the kind `number`."""
    low = plain(text)
    found: list[Measure] = []
    taken = bytearray(len(low) + 1)
    for match in re.finditer(r"\d{4}-\d\d-\d\d|\d{1,2}\.\d\d\.\d{4}|\b\d{1,2}(?:st|nd|rd|th)\b|#\w+", low):
        taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    for match in _SPECIAL.finditer(low):
        if not any(taken[match.start() : match.end()]):
            one = _special(match)
            if one is not None:
                found += one
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    left = "".join("\0" if taken[at] else sign for at, sign in enumerate(low))
    for match in _PLAIN.finditer(left):
        at = match.start("number")
        if (at and low[at - 1].isalpha() and low[at - 1] not in "x×х") or _CODE.match(left, at):
            continue
        found.append(_plainly(match))
    for match in _WORDED.finditer(low):
        unit = UNITS.get(match[2])
        if (
            unit
            and not any(taken[match.start() : match.end()])
            and match[2] not in {"k", "к", "m", "м", "s", "г", "x", "set"}
        ):
            kind, _, money = unit[0].partition(":")
            found.append(Measure(kind, _SPELLED[match[1]] * unit[1], match.start(), match.end(), money or match[2]))
        elif not taken[match.start()] and match[1] not in {"a", "an", "one", "once", "twice", "один", "одна", "одну"}:
            found.append(Measure("number", _SPELLED[match[1]], match.start(1), match.end(1)))
    return tuple(sorted(found, key=lambda one: one.start))


def _special(match: re.Match[str]) -> list[Measure] | None:
    start, end = match.span()
    if match["rate"]:
        minutes, seconds = match["rate"].split(":")
        value = int(minutes) + int(seconds) / 60
        return [Measure("pace", value / (MILE if "mi" in match[0][-4:].replace("min", "") else 1), start, end)]
    if match["paced"] or match["at"]:
        minutes, seconds = (match["paced"] or match["at"]).split(":")
        unit = MILE if _IN_MILES.search(match.string) else 1
        return [Measure("pace", (int(minutes) + int(seconds) / 60) / unit, start, end)]
    if match["level"]:
        return [Measure("level", _value(match["level"]), start, end)]
    if match["sets"]:
        return [Measure("sets", int(match["sets"]), start, end, "sets", int(match["reps"]))]
    if match["load"]:
        written = match["in"] or ""
        scale = UNITS[written][1] if written else 1.0
        return [Measure("mass", _value(match["load"]) * scale, start, end, written, int(match["times"]))]
    if match["hours"]:
        if int(match["minutes"]) > 59:
            return None
        return [Measure("time", int(match["hours"]) * 60 + int(match["minutes"]), start, end, "h")]
    if match["clock"]:
        parts = [int(part) for part in match["clock"].split(":")]
        if len(parts) == 3:
            return [Measure("time", parts[0] * 60 + parts[1] + parts[2] / 60, start, end, "clock")]
        return [Measure("clock", parts[0] + parts[1] / 60, start, end, "clock", parts[0] * 60 + parts[1])]
    if match["whole"]:
        return [Measure("time", 60 * int(match["whole"]) + 30, start, end, "h")]
    if match["past"]:
        return [Measure("time", 60 + _PAST[match["past"]], start, end, "h")]
    if match["quarters"]:
        return [Measure("time", 45 if "three" in match["quarters"] else 15, start, end, "h")]
    if match["half"] or match["hour"]:
        return [Measure("time", 30 if match["half"] else 90, start, end, "h")]
    if match["mult"]:
        return [Measure("count", int(match["mult"]), start, end, "x")]
    known = UNITS.get(match["currency"] or "")
    value = _value(match["thousand"]) * 1000
    return [Measure("money", value, start, end, known[0][6:]) if known else Measure("number", value, start, end)]


_IN_MILES = pattern(r"\b(?:mi|miles?|miler)\b")
_PAST = {
    **{str(n): n for n in range(60)}, "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "a quarter": 15,
    "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_LEAST_METRES = 100
"""From how many on "m" behind a space are metres, and not minutes."""


def _plainly(match: re.Match[str]) -> Measure:
    value, unit = _value(match["number"]), match["unit"] or ""
    start, end = match.start("number"), match.end("number")
    if _MINUS.search(match.string, 0, start):
        value = -value
    if match["sign"]:
        thousands = unit in {"k", "к"} and match.start("unit") == end
        return Measure("money", value * (1000 if thousands else 1), match.start(), end + thousands, match["sign"])
    known = UNITS.get(unit)
    glued = unit and match.start("unit") == end
    apart = not glued and not (unit == "m" and value >= _LEAST_METRES)
    if known is None or (unit in {"к", "m", "s", "с", "x", "х"} and apart):
        return Measure("number", value, start, end)
    kind, _, money = known[0].partition(":")
    return Measure(kind, value * known[1], start, match.end("unit"), money or unit)


def _value(text: str) -> float:
    bare = re.sub(r"[   ]", "", text)
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", bare):
        return float(bare.replace(",", ""))
    if "." in bare and "," in bare:
        bare = bare.replace(".", "")
    return float(bare.replace(",", "."))
