"""What a sentence says: the days and the quantities in an answer, in English, Russian and a little German."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

MONTH = (
    r"jan(?:uary)?|january?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|январ[яь]|феврал[яь]|марта?|апрел[яь]|ма[яй]|июн[яь]|июл[яь]|августа?|сентябр[яь]|октябр[яь]|ноябр[яь]"
    r"|декабр[яь]|januar|februar|märz|mai|juni|juli|oktober|dezember"
)
HEADS = (
    *("jan|янв", "feb|фев", "mar|мар|mär", "apr|апр", "ma[yi]|ма[йя]", "jun|июн", "jul|июл", "aug|авг", "sep|сен"),
    *("o[ck]t|окт", "nov|ноя", "de[cz]|дек"),
)
AFTER = (
    r"(?:k|km|kg|kcal|h|g|mi|miles?|lbs?|pounds?|cal|calories|usd|hours?|min\w*|runs?|times|days|км|кг|ч|ккал|раз\w?|"
    r"дн\w+|eur)\b|[€₽$%]"
)
DATE = re.compile(
    rf"(?P<iso>\b\d{{4}}-\d\d-\d\d\b)(?::\d+\b)?"
    rf"|(?P<dots>\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}\b)"
    rf"|\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.|-?го)?\s+(?:of\s+)?(?P<month>{MONTH})\b\.?,?(?:\s+(?P<year>20\d\d))?"
    rf"|\b(?P<month2>{MONTH})\.?\s+(?P<day2>[12]?\d|3[01])(?:st|nd|rd|th)?\b(?![:.,]\d|\s*(?:{AFTER}))(?:,?\s+(?P<year2>20\d\d)\b)?"
    r"|(?P<ago>\b\d+)\s+(?:days?\s+ago|дн\w+\s+назад|день\s+назад)"
    r"|(?P<word>\byesterday\b|\btoday\b|\bвчера\b|\bсегодня\b)"
)
SPAN = re.compile(
    r"(?:from|between|с|со|von|as of|на|up to|until|до)\s*@(?:\s*(?:to|and|till|until|по|и|до|bis|-|–|—)\s*@)?"
)
RANGE = re.compile(r"@\s*(?:to|till|until|по|\.\.|…|-|–|—)\s*@")

UNITS: dict[str, tuple[str, float, str]] = {
    "pace": (
        "pace",
        1,
        r"min(?:utes)?\s*/\s*km|мин\w*\s*/\s*км|/\s*km|/\s*км|per km|min(?:utes)? (?:per|a) k\w+|мин\w* на к\w+",
    ),
    "pace-mi": (
        "pace",
        1 / 1.609344,
        r"min(?:utes)?\s*/\s*mi(?:le)?|/\s*mi(?:le)?|per mi(?:le)?|min(?:utes)? (?:per|a) mi(?:le)?|a mile",
    ),
    "km": ("km", 1, r"km|kilomet\w+|км|километр\w*|k"),
    "mi": ("km", 1.609344, r"mi|miles?|мил[ьияей]+"),
    "kg": ("kg", 1, r"kg|kilos?|kilograms?|кг|килограмм\w*"),
    "lb": ("kg", 0.45359237, r"lbs?|pounds?|фунт\w*"),
    "kcal": ("kcal", 1, r"kcals?|calories|cal|ккал|калори\w*"),
    "EUR": ("EUR", 1, r"€|eur|euros?|евро"),
    "USD": ("USD", 1, r"\$|usd|dollars?|bucks"),
    "RUB": ("RUB", 1, r"₽|rub|rubles?|roubles?|руб\w*|р"),
    "h": ("time", 60, r"h|hours?|hrs?|ч|час\w*"),
    "min": ("time", 1, r"min|mins|minutes?|мин\w*"),
    "g": ("g", 1, r"g|grams?|г|грамм\w*"),
    "percent": ("percent", 1, r"%|percent|процент\w*"),
    "days": ("days", 1, r"days?|дн[яейи]+|день"),
    "times": (
        "times",
        1,
        r"times?|runs?|sessions?|workouts?|nights?|meals?|cups?|coffees?|meetings?|raz|раз\w?|пробеж\w+|тренир\w+"
        r"|ноч\w+|чаш\w+|встреч\w*|трениров\w+|взвеш\w+|weigh\w*|visits?",
    ),
}
NUMBER = r"\d{1,3}(?:[ ,]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
QUANTITY = re.compile(
    r"(?P<clock>\b\d{1,3}:\d\d(?::\d\d)?)"
    r"(?P<after>\s*(?:min(?:utes)?\s*/\s*km|/\s*km|/\s*км|мин\w*\s*/\s*км|per km|min(?:utes)?\s*/\s*mi(?:le)?\b|"
    r"/\s*mi(?:le)?\b|per mi(?:le)?\b|min(?:utes)? (?:per|a) mi(?:le)?\b|a mile\b|h\b|hours|ч\b)?)"
    r"|\b(?P<whole>\d+)\s*(?:h|hours?|hrs?|ч|час\w*)\s*(?:and\s+|и\s+)?"
    r"(?P<rest>\d{1,2})(?:\s*(?:m|min\w*|мин\w*)\b"
    r"|(?![\d:]|[.,]\d|\s*(?:[€₽%]|k[mg]|км|кг|eur|руб|kcal|ккал|g\b|г\b|mi|times|runs|nights|days|раз)))"
    r"|\b(?P<mm>\d+)\s*(?:m|min\w*|мин\w*)\s*(?P<ss>\d{1,2})\s*(?:s|sec\w*|с|сек\w*)\b"
    rf"|(?P<sign>[€₽$])\s?(?P<coin>{NUMBER})"
    rf"|(?<![\w.,])(?P<number>{NUMBER})(?:\s*(?P<thousand>тыс\.?|тысяч\w*)\s)?"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in its family's canonical unit (km, kg, minutes …), and where it stands."""

    family: str
    value: float
    at: int
    end: int


def normal(text: str) -> str:
    """Return text in lower case with plain spaces, quotes and no Markdown marks."""
    text = re.sub(r"[\u00a0\u202f\u2009]", " ", text.casefold()).replace("’", "'").replace("−", "-")
    return re.sub(r"\s+", " ", re.sub(r"[*_`]", "", text)).strip()


def month_of(word: str) -> int:
    """Return the number of a month by its name."""
    return next(n for n, heads in enumerate(HEADS, 1) if re.match(heads, word))


def day_of(match: re.Match[str], as_of: str) -> str:
    """Return the ISO day that a match of DATE names; a day without a year is the latest one not after today."""
    today = dt.date.fromisoformat(as_of)
    if match["iso"]:
        return match["iso"]
    if match["dots"]:
        day, month, year = re.split(r"[./]", match["dots"])
        return f"{year}-{int(month):02}-{int(day):02}"
    if match["ago"]:
        return (today - dt.timedelta(days=int(match["ago"]))).isoformat()
    if match["word"]:
        back = 1 if match["word"] in {"yesterday", "вчера"} else 0
        return (today - dt.timedelta(days=back)).isoformat()
    day, month = int(match["day"] or match["day2"]), month_of(match["month"] or match["month2"])
    given = match["year"] or match["year2"]
    year = int(given) if given else today.year - ((month, day) > (today.month, today.day))
    return f"{year}-{month:02}-{day:02}"


def dates(text: str, as_of: str) -> list[str]:
    """Return the days that a text names, in order, without those that only bound a period."""
    found = [day_of(match, as_of) for match in DATE.finditer(text)]
    marked = DATE.sub("@", text.replace("@", " "))
    places = [m.start() for m in re.finditer("@", marked)]
    bounds = {
        s.start() + m.start()
        for pattern in (SPAN, RANGE)
        for s in pattern.finditer(marked)
        for m in re.finditer("@", s[0])
    }
    free = [day for day, place in zip(found, places, strict=True) if place not in bounds]
    return free or found


def value_of(text: str) -> float:
    """Return the number that digits with separators say."""
    text = re.sub(r"(?<=\d) (?=\d{3})", "", text)
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text):
        return float(text.replace(",", ""))
    return float(text.replace(",", "."))


def unit_after(text: str, at: int) -> tuple[str, float, int]:
    """Return the family, factor and end of the unit that follows a number; "bare" if it has none."""
    for family, factor, pattern in UNITS.values():
        match = re.compile(rf"\s*-?(?:(?:logged|different|such|more|gym|of)\s)?(?:{pattern})(?![^\W\d_])").match(
            text, at
        )
        if match:
            return family, factor, match.end()
    return "bare", 1, at


def quantities(text: str) -> list[Quantity]:
    """Return the quantities in a normalised text, in order; days, line numbers and sets × reps are left out."""
    blank = DATE.sub(lambda m: " " * len(m[0]) if not m["ago"] else m[0], text)
    for pattern in (
        r"\b(?:lines?|l\.|строк\w+)\s*\d+",
        r"\b\d+\s*[x×х]\s*\d+(?![\d.,]*\s*(?:kg|кг|lb))",
        r"\b(?:19|20)\d\d-\d\d\b",
    ):
        blank = re.sub(pattern, lambda m: " " * len(m[0]), blank)
    blank = re.sub(rf"\b(?:{MONTH}|in|в|of)\s+(20\d\d)\b(?!\s*(?:kcal|ккал|₽|руб))", lambda m: " " * len(m[0]), blank)
    found: list[Quantity] = []
    for match in QUANTITY.finditer(blank):
        at, end = match.span()
        if match["clock"]:
            found += clock(match)
        elif match["whole"]:
            found.append(Quantity("time", int(match["whole"]) * 60 + int(match["rest"]), at, end))
        elif match["mm"]:
            found.append(Quantity("time", int(match["mm"]) + int(match["ss"]) / 60, at, end))
        elif match["coin"]:
            found.append(Quantity({"€": "EUR", "$": "USD"}.get(match["sign"], "RUB"), value_of(match["coin"]), at, end))
        else:
            family, factor, last = unit_after(blank, end)
            scale = 1000 if match["thousand"] else 1
            found.append(Quantity(family, value_of(match["number"]) * factor * scale, at, last))
    return found


def clock(match: re.Match[str]) -> list[Quantity]:
    """Return what 5:30, 52:30 or 1:57:48 may mean: minutes and seconds, hours and minutes, a pace."""
    parts = [int(part) for part in match["clock"].split(":")]
    at, end = match.span()
    if len(parts) == 3:
        return [Quantity("time", parts[0] * 60 + parts[1] + parts[2] / 60, at, end)]
    short, long = parts[0] + parts[1] / 60, parts[0] * 60 + parts[1]
    after = match["after"].strip()
    if "km" in after or "км" in after:
        return [Quantity("pace", short, at, end)]
    if "mi" in after.replace("min", ""):
        return [Quantity("pace", short / 1.609344, at, end)]
    if after:
        return [Quantity("time", long, at, end)]
    return [Quantity("time", short, at, end), Quantity("time", long, at, end), Quantity("clock", short, at, end)]
