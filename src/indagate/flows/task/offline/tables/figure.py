"""The words by which a goal says what it wants of a table's rows: a figure, an order, a rank, a share, a "
"comparison."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Deed = Literal["avg", "sum", "median", "min", "max", "stddev", "variance", "range", "count", "distinct", "corr",
               "share", "missing", "value", "difference", "times", "percent"]  # fmt: skip

# Tried from the top; the first that fits is the figure.
_FIGURES: tuple[tuple[Deed, str], ...] = (
    ("stddev", r"standard deviations?|standardabweichung|стандартн\w+ отклонени\w+|"
               r"среднеквадратичн\w+(?: отклонени\w+)?"),
    ("variance", r"variance|varianz|дисперси\w+"),
    ("corr", r"correlat\w+|korrelation\w*|korreliert?|коррел\w+"),
    ("median", r"median\w*|zentralwert|медиан\w*"),
    ("share", r"(?:what|which) (?:share|percentage|proportion|fraction|percent|part)|(?<!by )how many per ?cent|"
              r"(?:share|percentage|proportion|fraction) of|(?<!um )wie ?viele? prozent|"
              r"wie hoch (?:ist|war) der anteil|"
              r"welche[rn]? (?:prozentuale[rn]? )?anteil|anteil (?:der|des|von)|как(?:ая|ую|ова) дол[яю]|"
              r"какой процент|"
              r"(?<!на )сколько процентов|как(?:ая|ую) часть|дол[яюи]"),
    ("distinct", r"how many (?:different|distinct|unique)|number of (?:different|distinct|unique)|"
                 r"wie ?viele (?:verschiedene|unterschiedliche)n?|anzahl (?:der )?(?:verschiedenen|"
                 r"unterschiedlichen)|"
                 r"сколько (?:всего )?(?:разных|различных|уникальных)|(?:число|количество) (?:разных|"
                 r"различных|уникальных)"),
    ("range", r"(?:the )?(?:range|spread) (?:of|in|between)|spannweite|spanne|размах|разброс"),
    ("missing", r"(?:is|are|was|were) missing|missing|(?:have|has|with|had) no (?:recorded )?(?=\w)|"
                r"(?:is|are|was|were) (?:not (?:known|given|recorded|stated|noted)|unknown)|"
                r"not (?:known|given|recorded|stated)|"
                r"(?:ist|sind|war|waren) (?:nicht (?:bekannt|angegeben|erfasst)|unbekannt)|неизвест\w+|"
                r"lacks?|without (?:an? |any )?(?=\w)|fehlt|fehlen\w*|ohne(?: angabe)?|kein\w*|"
                r"пропущен\w*|без(?: указани\w+)?|отсутству\w+|не указан\w*|нет(?= \w)"),
    ("avg", r"on average|averages?|averaged|mean|avg|durchschnitt\w*|mittelwert\w*|im (?:schnitt|mittel)|"
            r"mittlere\w*|в среднем|средн\w+"),
)  # fmt: skip
_TOTAL = (
    r"in total|totals?|totall?ed|sum(?: up)?|in all|altogether|overall|combined|add up|put together|taken together|"
    r"together|insgesamt|gesamt(?!e[nrs]? (?:jahr|monat))\w*|summe|zusammen\w*|in summe|"
    r"всего|итого|сумм\w+|общ(?:ая|ий|ее|ую|ей|его|им|ие)|в сумме|суммарн\w+|вместе"
)
_COUNT = (
    r"(?:in |on |for )?how many(?: times)?|how often|wie oft|сколько раз|в скольких|(?:bei|an|in) wie ?vielen|"
    r"number of|count(?: of)?|wie ?viele?(?= \w)|(?:die )?(?:an)?zahl(?: der| von)?|сколько|количество|число"
)
_MUCH = (
    r"how (?:much|long|old|high|heavy|big|large|far|expensive)|wie ?viel|wie (?:hoch|gro(?:ß|ss)|lange?|alt|"
    r"schwer|weit|teuer)|"
    r"как (?:долго|велик\w*)"
)
_MOST = (
    r"most|highest|largest|biggest|greatest|maximum|maximal\w*|max|best|top|peak\w*|höchste\w*|höchsten|größte\w*|"
    r"grösste\w*|meisten?|beste\w*|am meisten|am höchsten|am größten|spitzen\w*|наибольш\w+|"
    r"сам\w+ (?:больш|высок|крупн)\w+|"
    r"максимал\w+|максимум|больше всего|больше всех|выше всего|высшая|лучш\w+"
)
_LEAST = (
    r"least|lowest|smallest|minimum|minimal\w*|min|fewest|worst|niedrigste\w*|kleinste\w*|geringste\w*|wenigste\w*|"
    r"tiefste\w*|schlechteste\w*|am wenigsten|am niedrigsten|am kleinsten|am geringsten|наименьш\w+|"
    r"сам\w+ (?:маленьк|низк|мал|небольш)\w+|минимал\w+|минимум|меньше всего|меньше всех|ниже всего|худш\w+"
)
# Words that name an order and, with it, what kind of column is ordered.
_IMPLIED: tuple[tuple[str, str, str], ...] = (
    ("DESC", "price", r"most expensive|dearest|priciest|teuerste\w*|am teuersten|сам\w+ дорог\w+|дороже всего"),
    ("ASC", "price", r"cheapest|least expensive|billigste\w*|günstigste\w*|am billigsten|сам\w+ деш[её]в\w+|"
                     r"дешевле всего"),
    ("DESC", "temperature", r"hottest|warmest|heißeste\w*|wärmste\w*|сам\w+ (?:тёпл|тепл|жарк)\w+"),
    ("ASC", "temperature", r"coldest|coolest|kälteste\w*|сам\w+ холодн\w+"),
    ("DESC", "weight", r"heaviest|schwerste\w*|сам\w+ тяж[её]л\w+"),
    ("ASC", "weight", r"lightest|leichteste\w*|сам\w+ л[её]гк\w+"),
    ("DESC", "duration", r"longest|längste\w*|сам\w+ (?:долг|длинн|длительн|продолжительн)\w+"),
    ("ASC", "duration", r"shortest|kürzeste\w*|сам\w+ коротк\w+"),
    ("DESC", "date", r"latest|newest|most recent|last|späteste\w*|neueste\w*|jüngste\w*|letzte\w*|"
                     r"последн\w+|сам\w+ (?:поздн|нов)\w+"),
    ("ASC", "date", r"earliest|oldest|first|früheste\w*|älteste\w*|erste[nmrs]?|перв\w+|сам\w+ (?:ранн|стар)\w+"),
    ("DESC", "rain", r"wettest|rainiest|regenreichste\w*|nasseste\w*|сам\w+ дождлив\w+"),
    ("ASC", "rain", r"driest|trockenste\w*|сам\w+ сух\w+"),
    ("DESC", "count", r"busiest|most (?:common|frequent|often)|häufigste\w*|am häufigsten|сам\w+ част\w+|чаще всего"),
    ("ASC", "count", r"least (?:common|frequent|often)|rarest|seltenste\w*|am seltensten|реже всего|сам\w+ редк\w+"),
)  # fmt: skip
_NTH: tuple[str, ...] = (
    r"second|2nd|zweit(?:e[nrsm]?)?[ -]?|втор\w+",
    r"third|3rd|dritt(?:e[nrsm]?)?[ -]?|трет\w+",
    r"fourth|4th|viert(?:e[nrsm]?)?[ -]?|четв[её]рт\w+",
    r"fifth|5th|fünft(?:e[nrsm]?)?[ -]?|пят(?:ый|ая|ое|ого|ой)",
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
            "zehn": 10, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "десять": 10}  # fmt: skip
_PERCENT = r"(?:by )?(?:how many |what |how much |which )?(?:per ?cent(?:age)?|%)|um wie ?viele? prozent|" \
           r"на сколько процентов|prozentual\w*"  # fmt: skip
_IN_PERCENT = r"(?:in |as a )?(?:per ?cent(?:age)?|%)|in prozent|в процентах"
_GREW = (
    r"gr[eo]w[ns]?|growth|growing|increas\w+|rise[ns]?|rose|chang\w+|go(?:ne)? up|went (?:up|down)|f[ae]ll(?:en|s)?|"
    r"decreas\w+|decline[ds]?|drop(?:ped|s)?|gewachsen|wuchs\w*|wachs\w*|gestiegen|stieg\w*|sank\w*|gesunken|"
    r"zugenommen|abgenommen|zunahme|abnahme|veränder\w+|вырос\w*|увелич\w+|измен\w+|сократи\w+|уменьш\w+|упал\w*|"
    r"сниз\w+|рост|прирост"
)
_MORE = (
    r"(?:how (?:much|many) )?(?:more|less|fewer|higher|lower|greater|larger|smaller)(?= \w.*\bthan\b)(?! than -?\d)|"
    r"how (?:much|many) (?:more|less|fewer|higher|lower|greater|larger|smaller|warmer|colder|dearer|cheaper)|"
    r"by how much|differences?|"
    r"(?:mehr|weniger|höher|niedriger|größer|kleiner|teurer|billiger)(?! als -?\d)(?=.*\bals\b)|"
    r"um wie ?viel|unterschied\w*|differenz|на сколько|насколько|разниц\w+"
)
_TIMES = r"how many times|wie ?viel ?mal|во сколько раз|ratio of|verhältnis"
_LEAVE = (
    r"excluding|except(?: for)?|apart from|other than|leav(?:e|ing) out|left out|without counting|"
    r"not counting|not in|"
    r"outside|außer(?:halb)?|ausgenommen|ohne|abgesehen von|кроме|за исключением|без уч[её]та|не считая|исключая|вне"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a goal whose words say an operation."""

    name: str
    start: int
    end: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a goal wants, and the stretches that say so: each has to be used, or the goal was not understood.

    `order` is DESC, ASC or nothing; `kind` the kind of column that the word for it names, `nth` the rank, `top` how
    many are wanted.
    """

    deed: Deed
    order: str = ""
    kind: str = ""
    nth: int = 1
    top: int = 1
    total: bool = False
    both: bool = False
    marks: tuple[Mark, ...] = ()

    def has(self, name: str) -> bool:
        """Whether the goal says such an operation."""
        return any(mark.name == name for mark in self.marks)

    def mark(self, name: str) -> Mark | None:
        """The first stretch that says it."""
        return next((mark for mark in self.marks if mark.name == name), None)


def _all(pattern: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE))


def wish_of(text: str) -> Wish:
    """Return what a goal wants of rows."""
    marks: list[Mark] = []
    nth, top = _rank(text, marks)
    order, kind, both = _order(text, marks)
    deed: Deed | Literal[""] = ""
    for pattern, name in ((_TIMES, "times"), (_MORE, "difference"), (_GREW, "grew")):
        marks += [Mark(name, found.start(), found.end()) for found in _all(pattern, text)[:2]]
    named = {mark.name for mark in marks}
    compared = named & {"difference", "grew", "times"}
    if compared and (found := _all(_PERCENT, text)):
        marks.append(Mark("percent", found[0].start(), found[0].end()))
        deed = "percent"
    elif compared:
        deed = "times" if "times" in named else "difference"
    for name, pattern in _FIGURES:
        if name == "share" and compared:
            continue
        for said in _all(pattern, text):
            if name == "missing" and said[0].casefold() in ("ohne", "без"):
                continue  # decided by what follows: a column, or a value to leave out
            marks.append(Mark(name, said.start(), said.end()))
            deed = deed or name
        if deed == name:
            break
    if deed == "share":
        marks += [Mark("share", found.start(), found.end()) for found in _all(_IN_PERCENT, text)]
    total = _all(_TOTAL, text)
    marks += [Mark("total", found.start(), found.end()) for found in total]
    marks += [Mark("leave", found.start(), found.end()) for found in _all(_LEAVE, text)]
    counted = (
        _all(_COUNT, text) if deed not in ("avg", "median", "stddev", "variance", "corr", "range", "share") else []
    )
    much = _all(_MUCH, text)
    marks += [Mark("count", found.start(), found.end()) for found in counted]
    marks += [Mark("much", found.start(), found.end()) for found in much]
    if not deed:
        deed = "count" if counted else "sum" if total or much else "value"
        if order and not counted:
            deed = "max" if order == "DESC" else "min"
    return Wish(deed, order, kind, nth, top, bool(total), both, tuple(marks))


def _rank(text: str, marks: list[Mark]) -> tuple[int, int]:
    """Return which in the order is wanted, and how many."""
    sup = rf"(?:{_MOST}|{_LEAST}|{'|'.join(row[2] for row in _IMPLIED)})"
    for number, words in enumerate(_NTH, 2):
        found = re.search(rf"(?<!\w)(?:{words})(?:[ -]*(?={sup})|\s+по\s+(?:величин|размер|объ[её]м|сумм|"
                          rf"числ|количеств)\w+)",
                          text, re.IGNORECASE)  # fmt: skip
        if found:
            marks.append(Mark("nth", found.start(), found.end(), str(number)))
            return number, 1
    counts = "|".join([r"\d+", *_NUMBERS])
    several = re.search(
        rf"(?<!\w)(?:top|the|die|den|три)\s+(?P<n>{counts})(?=\s+{sup}|\s+\w+ (?:with|mit|by|nach) )|"
        rf"(?<!\w)top[ -](?P<m>{counts})", text, re.IGNORECASE,
    )  # fmt: skip
    if several:
        said = (several["n"] or several["m"]).casefold()
        marks.append(Mark("top", several.start(), several.end()))
        return 1, _NUMBERS.get(said) or int(said)
    return 1, 1


def _order(text: str, marks: list[Mark]) -> tuple[str, str, bool]:
    """Return the order that a goal wants, the kind of column that its word names, and whether both ends are meant."""
    taken: list[tuple[int, int]] = []
    found: list[tuple[str, str]] = []
    patterns = [*_IMPLIED, ("DESC", "", _MOST), ("ASC", "", _LEAST)]
    for order, kind, pattern in patterns:
        tail = rf"(?:{'|'.join(_NTH)})?(?:{pattern})"
        for match in re.finditer(rf"(?<!\w)(?:{tail})(?!\w)", text, re.IGNORECASE):
            before = text[: match.start()].rstrip().casefold()
            if before.endswith(("at", "all'", "не")) and not kind:
                continue  # "at most", "at least" compare
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            taken.append((match.start(), match.end()))
            marks.append(Mark("order", match.start(), match.end(), order))
            found.append((order, kind))
    if not found:
        return "", "", False
    ends = {order for order, _ in found}
    return found[0][0], found[0][1], len(ends) == 2
