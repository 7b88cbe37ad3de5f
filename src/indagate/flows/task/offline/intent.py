"""What a goal wants of a table: which figure, of the rows that meet which conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.flows.task.offline.goal import MONTHS, Goal, month_of

# Tried from the top; the first that fits is the figure.
_FIGURES: tuple[tuple[str, str], ...] = (
    ("stddev", r"standard deviation|standardabweichung|стандартн\w+ отклонени\w+|среднеквадратичн\w+"),
    ("corr", r"correlation|correlates?|korrelation|корреляци\w+"),
    ("median", r"median\w*|медиан\w*"),
    ("share", r"(?:what|which) (?:share|percentage|proportion|fraction|percent)|how many percent|"
              r"wie ?viel(?:e)? prozent|welcher anteil|"
              r"anteil der|какая доля|какой процент|сколько процентов|дол[яю]\b"),
    ("distinct", r"how many (?:different|distinct|unique)|number of (?:different|distinct|unique)|"
                 r"wie ?viele (?:verschiedene|unterschiedliche)|"
                 r"сколько (?:разных|различных)"),
    ("range", r"\brange of\b|\bspread\b|spannweite|размах"),
    ("missing", r"(?:missing|no value|without (?:a )?value|fehlen(?:d\w*)?|ohne wert|пропущен\w*|без значени\w+|"
                r"отсутству\w+)"),
    ("avg", r"average|\bmean\b|\bavg\b|on average|durchschnitt\w*|mittelwert\w*|im schnitt|\bmittlere\w*|"
            r"средн\w+|в среднем"),
)  # fmt: skip
_MOST = re.compile(
    r"\b(?:most|highest|largest|biggest|greatest|maximum|max|best|top|longest|hottest|warmest|busiest|"
    r"höchste\w*|größte\w*|meiste\w*|maximal\w*|beste\w*|längste\w*|teuerste\w*|wärmste\w*|am meisten|"
    r"наибольш\w+|сам\w+ (?:больш\w+|высок\w+|тёпл\w+)|"
    r"максимал\w+|максимум|больше всего|больше всех|выше всего|высок\w+ всего|most expensive|latest|newest)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"\b(?:least|lowest|smallest|minimum|min|fewest|worst|shortest|coldest|coolest|cheapest|niedrigste\w*|"
    r"kleinste\w*|"
    r"geringste\w*|wenigste\w*|minimal\w*|kürzeste\w*|kälteste\w*|billigste\w*|am wenigsten|наименьш\w+|"
    r"сам\w+ (?:маленьк\w+|низк\w+|мал\w+|холодн\w+)|"
    r"минимал\w+|минимум|меньше всего|меньше всех|ниже всего|earliest|oldest)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:total|sum|in all|in total|altogether|overall|combined|insgesamt|gesamt\w*|summe|zusammen|всего|итого|"
    r"сумм\w+|общ\w+|в сумме)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\b(?:how many|number of|count of|wie ?viele|anzahl|сколько|количество|число)\b", re.IGNORECASE)
_MUCH = re.compile(r"\b(?:how much|wie ?viel|wie hoch|what (?:is|was|were) the|сколько)\b", re.IGNORECASE)
_WHICH = re.compile(
    r"\b(?:which|who|what|when|where|in which|on which|on what|welche[rsnm]?|wer|wann|wo|an welchem|in welchem|"
    r"как(?:ой|ая|ое|ие|ом|ого)|"
    r"в как\w+|кто|когда|где|у ко\w+)\b",
    re.IGNORECASE,
)
_PER = re.compile(
    r"\b(?:per|pro|je|на (?:одного|одну|одно|каждого|каждую)|for each)\s+(?P<what>[^\W\d_]+)", re.IGNORECASE
)
_COMPARED = re.compile(
    r"(?:(?P<gt>more than|over|above|greater than|higher than|exceed\w*|mehr als|über|höher als|größer als|"
    r"больше|более|выше|свыше)|"
    r"(?P<lt>less than|fewer than|below|under|lower than|weniger als|unter|kleiner als|меньше|менее|ниже)|"
    r"(?P<ge>at least|no less than|mindestens|не менее|не меньше|как минимум)|"
    r"(?P<le>at most|up to|no more than|höchstens|maximal|не более|не больше))\s+(?P<n>-?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_MONTHLY = "|".join([*MONTHS["en"], *MONTHS["de"], *(rf"{stem}[а-я]{{0,3}}" for stem in MONTHS["ru"])])
_MONTH = re.compile(rf"\b(?P<name>{_MONTHLY})\b(?:\s+(?P<year>(?:19|20)\d\d))?", re.IGNORECASE)
_YEAR = re.compile(r"\b(?P<year>(?:19|20)\d\d)\b")
_QUARTER = re.compile(
    r"\bQ(?P<n>[1-4])\b|\b(?P<w>first|second|third|fourth|ersten?|zweiten?|dritten?|vierten?|перв\w+|втор\w+|"
    r"треть\w+|четв[её]рт\w+) "
    r"(?:quarter|quartal|квартал\w*)",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b(?P<day>\d{4}-\d\d-\d\d)\b")
_ORDINALS = (("first", "erste", "перв"), ("second", "zweite", "втор"), ("third", "dritte", "треть"),
             ("fourth", "vierte", "четв"))  # fmt: skip
_WEEKDAYS = (
    ("sunday", "sonntag", "воскресень"), ("monday", "montag", "понедельник"), ("tuesday", "dienstag", "вторник"),
    ("wednesday", "mittwoch", "сред[аыеу]м?х?\\b"), ("thursday", "donnerstag", "четверг"),
    ("friday", "freitag", "пятниц"), ("saturday", "samstag", "суббот"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class When:
    """A condition on a date column: SQL with {c} for the column, and the words of the goal that it accounts for."""

    sql: str
    words: str


@dataclass(frozen=True, slots=True)
class Intent:
    """What a goal wants: a figure (avg, sum, count, …), perhaps of each group with the most or least first."""

    figure: str
    order: str = ""
    which: bool = False
    total: bool = False
    per: str = ""


def intent_of(goal: Goal) -> Intent:
    """Return what a goal wants of a table."""
    text = goal.plain
    order = "DESC" if _MOST.search(text) else "ASC" if _LEAST.search(text) else ""
    total = bool(_TOTAL.search(text))
    figure = next((name for name, words in _FIGURES if re.search(rf"\b(?:{words})", text, re.IGNORECASE)), "")
    which = bool(_WHICH.match(text.strip()) or (order and _WHICH.search(text)))
    per = _PER.search(text)
    if not figure:
        if _COUNT.search(text) and not (which and order):
            figure = "count"
        elif order and not which:
            figure = "max" if order == "DESC" else "min"
        elif total or _MUCH.search(text):
            figure = "sum" if total else "value"
    return Intent(figure, order, which, total, per["what"].casefold() if per else "")


def comparisons(text: str) -> list[tuple[str, str, int]]:
    """Return the comparisons of a goal: an SQL operator, a number, and where it stands."""
    signs = {"gt": ">", "lt": "<", "ge": ">=", "le": "<="}
    return [
        (next(sign for name, sign in signs.items() if found[name]), found["n"], found.start())
        for found in _COMPARED.finditer(text)
    ]


def whens(text: str) -> list[When]:
    """Return the conditions on a date that a goal names: a day, a month, a quarter, a weekday, a year."""
    if day := _DAY.findall(text):
        if len(day) == 2:
            return [When(f"{{c}} BETWEEN DATE '{min(day)}' AND DATE '{max(day)}'", " ".join(day))]
        return [When(f"CAST({{c}} AS DATE) = DATE '{day[0]}'", day[0])]
    found: list[When] = []
    month = _MONTH.search(text)
    if month and month_of(month["name"]) and not re.fullmatch("(?:may|mai|mar|март)", month["name"]):
        found.append(When(f"month({{c}}) = {month_of(month['name'])}", month["name"]))
    quarter = _QUARTER.search(text)
    if quarter:
        word = (quarter["w"] or "").casefold()
        number = quarter["n"] or str(1 + next(n for n, row in enumerate(_ORDINALS) if word.startswith(row)))
        found.append(When(f"quarter({{c}}) = {number}", quarter[0]))
    for number, names in enumerate(_WEEKDAYS):
        named = re.search(rf"\b(?:{'|'.join(names)})\w*", text, re.IGNORECASE)
        if named:
            found.append(When(f"dayofweek({{c}}) = {number}", named[0]))
    if weekend := re.search(r"\b(?:weekends?|wochenenden?|выходн\w+)\b", text, re.IGNORECASE):
        found.append(When("dayofweek({c}) IN (0, 6)", weekend[0]))
    years = _YEAR.findall(text)
    if len(years) == 1:
        found.append(When(f"year({{c}}) = {years[0]}", years[0]))
    return found
