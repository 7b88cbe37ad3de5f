"""Stretches of time that a goal names: days, months, quarters, years, weekdays, and from one to another."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date, timedelta

from indagate.flows.task.offline.goal import MONTHS, month_of

_NAMES = "|".join([*MONTHS["en"], *MONTHS["de"], *(rf"{stem}[а-я]{{0,3}}" for stem in MONTHS["ru"])])
_DAY = r"(?:(?:the |dem |den |der )?\d{4}-\d\d-\d\d)"
_MONTH = (
    rf"(?:(?:{_NAMES})(?:\s+(?:of\s+)?(?:19|20)\d\d(?:\s*(?:года?|г\.))?)?|(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?![-\d]))"
)
_YEAR = r"(?:19|20)\d\d(?:\s*(?:года?|г\.?)(?!\w))?"
_ONE = rf"(?:{_DAY}|{_MONTH}|{_YEAR})"
_SPAN = re.compile(
    rf"(?<!\w)(?:(?:between|from|zwischen|von|vom|ab|с|со|между|in the (?:time|period) from|for)\s+)?(?P<a>{_ONE})"
    rf"\s*(?:(?P<how>and|to|until|till|through|up to|und|bis|bis zum|по|до|и|auf|на|vs\.?|against|gegenüber)\s+"
    rf"(?:zum |dem |der |including |einschließlich |in )?|[–—]\s*)(?P<b>{_ONE})(?!\w)",
    re.IGNORECASE,
)
_OPEN = re.compile(
    rf"(?<!\w)(?P<how>since|starting (?:from|in|on)|from|after|later than|before|earlier than|until|till|up to|"
    rf"seit|ab|nach|vor|bis(?: zum| ende)?|с|начиная с|после|до|раньше|позже)\s+(?:the |dem |der |den |"
    rf"year |jahr |the year |"
    rf"dem jahr )?"
    rf"(?P<a>{_ONE})(?P<on>\s+(?:on(?:wards)?|an|и позже))?(?!\w)",
    re.IGNORECASE,
)
_SINGLE = re.compile(rf"(?<![\w-])(?P<a>{_ONE})(?![\w-])", re.IGNORECASE)
_HALF = re.compile(
    rf"(?<!\w)(?:(?:the )?(?P<one>first|1st|erste[nrs]?|1\.|перв\w+)|(?:the )?(?P<two>second|2nd|"
    rf"zweite[nrs]?|2\.|втор\w+))\s*"
    rf"(?:half(?: of)?(?: the)?(?: year)?|halbjahr\w*|полугоди\w+|половин\w+(?: года)?)\s*(?:of |von |"
    rf"in )?(?P<year>{_YEAR})?(?!\w)",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    rf"(?<!\w)(?:(?:the )?(?P<w>first|second|third|fourth|1st|2nd|3rd|4th|last|ersten?|zweiten?|dritten?|"
    rf"vierten?|[1-4]\.|"
    rf"перв\w+|втор\w+|треть\w+|четв[её]рт\w+|[1-4]-?[ймом]*) "
    rf"(?:quarter|quartal\w*|квартал\w*)|Q(?P<n>[1-4]))\s*(?:of |von |in |des jahres )?(?P<year>{_YEAR})?(?!\w)",
    re.IGNORECASE,
)
_WEEKDAYS = (
    ("sundays?", "sonntag\\w*", "воскресень\\w+"), ("mondays?", "montag\\w*", "понедельник\\w*"),
    ("tuesdays?", "dienstag\\w*", "вторник\\w*"), ("wednesdays?", "mittwoch\\w*", "сред[аыуе](?:м|х)?"),
    ("thursdays?", "donnerstag\\w*", "четверг\\w*"), ("fridays?", "freitag\\w*", "пятниц\\w+"),
    ("saturdays?", "samstag\\w*|sonnabend\\w*", "суббот\\w*"),
)  # fmt: skip
_WEEKEND = r"(?:at |on )?(?:the )?weekends?|(?:am |an )?wochenenden?|(?:по )?выходны\w+(?: дн\w+)?"
_WORKDAYS = r"weekdays|working days|workdays|werktags?|werktagen|wochentags|будн\w+(?: дн\w+)?"
_WHOLE = re.compile(
    r"(?<!\w)(?:(?:in|over|for|during) the (?:whole|entire|full) (?:year|period|time)|(?:the )?whole year|"
    r"(?:im|über das|für das) (?:ganze[ns]?|gesamte[ns]?) (?:jahr|zeitraum)|за (?:весь|целый) (?:год|"
    r"период)|за вс[её] время|"
    r"over time|all year)(?!\w)",
    re.IGNORECASE,
)
_ORDINALS = (("first", "1", "erst", "перв"), ("second", "2", "zweit", "втор"), ("third", "3", "dritt", "трет"),
             ("fourth", "4", "viert", "четв", "last"))  # fmt: skip
_COMPARES = ("and", "und", "и", "vs", "vs.", "against", "gegenüber")


_UNITS = (
    ("month", r"months?|monthly|monate?[ns]?|monatlich\w*|месяц\w*|ежемесячн\w+"),
    ("year", r"years?|yearly|annual(?:ly)?|jahre?[ns]?|jährlich\w*|год\w*|лет|ежегодн\w+"),
    ("quarter", r"quarters?|quarterly|quartale?[ns]?|квартал\w*"),
    ("week", r"weeks?|weekly|wochen?|wöchentlich\w*|недел\w+"),
    ("weekday", r"weekdays?|days? of (?:the )?week|wochentage?[ns]?|день недели|дн\w+ недели"),
    ("day", r"days?|daily|dates?|tage?[ns]?|täglich\w*|datum|день|дн\w+|дат\w+"),
)


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time: days from `low` to `high` (ISO, either may be open), or a set of months or weekdays.

    `ends` are the two of "from A to B". `whole` is a stretch that has no condition: all there is.
    """

    start: int
    end: int
    kind: str
    low: str = ""
    high: str = ""
    numbers: tuple[int, ...] = ()
    ends: tuple[Period, ...] = ()

    def sql(self, column: str, *, yearly: bool = False) -> str:
        """Return the condition on a column of dates, or of years; nothing where it cannot hold."""
        if self.kind == "month":
            return "" if yearly else f"month({column}) IN ({_listed(self.numbers)})"
        if self.kind == "quarter":
            return "" if yearly else f"quarter({column}) IN ({_listed(self.numbers)})"
        if self.kind == "weekday":
            return "" if yearly else f"dayofweek({column}) IN ({_listed(self.numbers)})"
        if self.kind == "apart":
            sides = [one.sql(column, yearly=yearly) for one in self.ends]
            return f"({sides[0]} OR {sides[1]})" if all(sides) else ""
        parts = []
        if yearly:
            if (self.low and self.low[5:] != "01-01") or (self.high and self.high[5:] != "12-31"):
                return ""
            parts += [f"{column} >= {self.low[:4]}"] if self.low else []
            parts += [f"{column} <= {self.high[:4]}"] if self.high else []
            if len(parts) == 2 and self.low[:4] == self.high[:4]:
                parts = [f"{column} = {self.low[:4]}"]
        else:
            parts += [f"CAST({column} AS DATE) >= DATE '{self.low}'"] if self.low else []
            parts += [f"CAST({column} AS DATE) <= DATE '{self.high}'"] if self.high else []
        return " AND ".join(parts)


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def periods_in(text: str) -> list[Period]:
    """Return the stretches of time that a text names, in their order."""
    found: list[Period] = []
    rest = text

    def take(period: Period | None, start: int, end: int) -> None:
        nonlocal rest
        if period is not None:
            found.append(replace(period, start=start, end=end))
            rest = rest[:start] + " " * (end - start) + rest[end:]

    for match in list(_WHOLE.finditer(rest)):
        take(Period(0, 0, "whole"), *match.span())
    for match in list(_HALF.finditer(rest)):
        take(_part(match, 6, 1 if match["one"] else 2), *match.span())
    for match in list(_QUARTER.finditer(rest)):
        word = (match["n"] or match["w"]).casefold()
        number = 1 + next(n for n, row in enumerate(_ORDINALS) if word.startswith(row))
        take(_part(match, 3, number), *match.span())
    for match in list(_SPAN.finditer(rest)):
        take(_span(match), *match.span())
    for match in list(_OPEN.finditer(rest)):
        take(_open(match), *match.span())
    for match in list(_SINGLE.finditer(rest)):
        take(_one(match["a"]), *match.span())
    for number, names in enumerate(_WEEKDAYS):
        for match in list(
            re.finditer(rf"(?<!\w)(?:on |an? |am |по |в |во )?(?:{'|'.join(names)})(?!\w)", rest, re.IGNORECASE)
        ):
            take(Period(0, 0, "weekday", numbers=(number,)), *match.span())
    for pattern, numbers in ((_WEEKEND, (0, 6)), (_WORKDAYS, (1, 2, 3, 4, 5))):
        for match in list(re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", rest, re.IGNORECASE)):
            take(Period(0, 0, "weekday", numbers=numbers), *match.span())
    return sorted(found, key=lambda one: one.start)


def _one(text: str) -> Period | None:
    """Return the stretch of a day, a month or a year."""
    if day := re.search(r"\d{4}-\d\d-\d\d", text):
        return Period(0, 0, "days", day[0], day[0])
    year = re.search(r"(?:19|20)\d\d", text)
    iso = re.fullmatch(r"((?:19|20)\d\d)-(\d\d)", text.strip())
    name = re.match(rf"({_NAMES})", text.strip(), re.IGNORECASE)
    month = int(iso[2]) if iso else month_of(name[1]) if name else 0
    if name and (not month or name[1] == "may"):
        return None  # "may" as a verb
    if month and year:
        number = int(year[0])
        return Period(0, 0, "days", f"{number}-{month:02d}-01", f"{number}-{month:02d}-{_last(number, month)}")
    if month:
        return Period(0, 0, "month", numbers=(month,))
    return Period(0, 0, "days", f"{year[0]}-01-01", f"{year[0]}-12-31") if year else None


def _last(year: int, month: int) -> int:
    return monthrange(year, month)[1]


def _part(match: re.Match[str], months: int, number: int) -> Period:
    """Return half a year or a quarter, of a year or of any."""
    first = (number - 1) * months + 1
    if not match["year"]:
        return Period(0, 0, "month", numbers=tuple(range(first, first + months)))
    year = int(match["year"][:4])
    last = first + months - 1
    return Period(0, 0, "days", f"{year}-{first:02d}-01", f"{year}-{last:02d}-{_last(year, last)}")


def _span(match: re.Match[str]) -> Period | None:
    """Return from one stretch to another; the first takes the year of the second where it has none."""
    last = _one(match["b"])
    first = _one(match["a"])
    if first is None or last is None:
        return None
    if first.kind == "month" and last.kind == "days":
        first = _one(f"{match['a']} {last.low[:4]}")
    if first is None or first.kind != last.kind:
        return None
    ends = (first, last)
    if (match["how"] or "").casefold() in _COMPARES and not re.match(
        r"between|zwischen|между", match[0], re.IGNORECASE
    ):
        if first.kind == "month":
            return Period(0, 0, "month", numbers=(*first.numbers, *last.numbers), ends=ends)
        adjacent = date.fromisoformat(first.high) + timedelta(days=1) == date.fromisoformat(last.low)
        return Period(0, 0, "days" if adjacent else "apart", first.low, last.high, ends=ends)
    if first.kind == "month":
        low, high = first.numbers[0], last.numbers[0]
        return Period(0, 0, "month", numbers=tuple(range(low, high + 1)), ends=ends) if low <= high else None
    return Period(0, 0, "days", first.low, last.high, ends=ends) if first.low <= last.high else None


def _open(match: re.Match[str]) -> Period | None:
    """Return what begins or ends somewhere: since, after, before, until."""
    one = _one(match["a"])
    if one is None or one.kind != "days":
        return None
    how = match["how"].casefold()
    if how in ("from", "с") and not match["on"]:
        return one if len(one.low) and one.low != one.high else None
    day = timedelta(days=1)
    if how in ("after", "later than", "nach", "после", "позже"):
        return Period(0, 0, "days", low=(date.fromisoformat(one.high) + day).isoformat())
    if how in ("before", "earlier than", "vor", "до", "раньше"):
        return Period(0, 0, "days", high=(date.fromisoformat(one.low) - day).isoformat())
    if how.startswith(("until", "till", "up to", "bis")):
        return Period(0, 0, "days", high=one.high)
    return Period(0, 0, "days", low=one.low)


def unit_named(word: str) -> str:
    """Return the stretch of time that a word names: month, year, quarter, week, weekday, day; or nothing."""
    return next((name for name, words in _UNITS if re.fullmatch(words, word, re.IGNORECASE)), "")
