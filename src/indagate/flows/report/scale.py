"""How a measure may be treated, told from its name and unit: summed up or not, and how its changes are told."""

from __future__ import annotations

import re

from indagate.flows.report.files import Scale
from indagate.flows.report.naming import spoken

_ADDITIVE = re.compile(
    r"sales|revenue|turnover|amount|count|\btotals?$|total (?:number|of)\b|bill\b|volume|"
    r"quantity|units|deaths|births|cases|visits|visitors|orders|cost|"
    r"spend|expense|income|profit|production|output|consumption|emission|export|import|passengers|rain|precipitation|"
    r"twh|gwh|mwh|kwh|generation|выработк|генерац|выручк|продаж|оборот|сумм|объ[её]м|количеств|числ|заказ|затрат|расход|доход|прибыл|производств|"
    r"потреблени|выброс|экспорт|импорт|посещ|осадк|umsatz|menge|anzahl|kosten|absatz|erlös|gewinn|people|pop\b|"
    r"population|населени|einwohner|employees|capacity|мощност",
    re.I,
)
_STOCK = re.compile(
    r"population|\bpop\b|people|stock\b|balance|capacity|employees|debt|assets|населени|численност|запас|остат|долг|"
    r"актив|мощност|einwohner|bestand|schulden",
    re.I,
)
_RATE = re.compile(
    r"rates?\b|\bratio|share|percent|pct|price|index|avg|average|mean|temp|expect|per\b|speed|score|level|age\b|median|norm|"
    r"concentrat|densit|humidity|pressure|intensity|efficiency|"
    r"ставк|дол[яи]|цен[аы]|индекс|средн|температур|уров|возраст|балл|курс|концентрац|плотност|влажност|давлени|"
    r"preis|anteil|quote|durchschnitt|dichte|druck",
    re.I,
)
_INTERVAL = re.compile(
    r"temp\b|temperature|\blog\b|\bln\b|logarithm|(?<!price )\bindex\b|score|rating|\bph\b|latitude|longitude|"
    r"life ?exp|lifespan|longevity|\bages?\b|anomaly|deviation|\bchanges?\b|difference|"
    r"температур|логарифм|(?<!цен )индекс(?! цен| потреб| произв)|балл|"
    r"продолжительност\w* жизни|\bвозраст|оценк|рейтинг|отклонени|широт|долгот|изменени|прирост|разниц",
    re.I,
)
"""Measures whose zero is arbitrary, or that are bounded as lives are: of them differences are told, no percentages."""
_SHARES = re.compile(
    r"(?<!exchange )rates?\b|\bshare|percent|\bpct\b|ratio\b|unemp|\binfl|"
    r"ставк|дол[яи]\b|процент|безработ|инфляц|anteil|quote\b",
    re.I,
)
"""Measures that are shares or rates themselves: their changes are told in points."""
_PER = re.compile(r"\S/(?!\s*(?:a|yr|year|month|week|day|год|мес|месяц|неделю|день|сут)\b)", re.I)
"""A unit per something other than time, such as mg/l: what is so measured is a property of each, and no amount."""
_EXCHANGE = re.compile(r"[A-Z]{3}(?: per |/)[A-Z]{3}")
"""The unit of an exchange rate: the price of one currency in another."""
_MONEY = frozenset(["$", "€", "£", "¥", "₽", "USD", "EUR", "GBP", "RUB", "руб", "руб."])


def is_additive(title: str, unit: str) -> bool:
    """Whether values of a measure may be summed up over groups."""
    if unit in ("%", "‰", "°C", "°F") or _RATE.search(title) or _PER.search(unit):
        return False
    return bool(_ADDITIVE.search(title)) or unit in _MONEY or bool(_ADDITIVE.search(unit))


def is_stock(title: str) -> bool:
    """Whether a measure is counted at a moment, so that it is not summed up over time."""
    return bool(_STOCK.search(title))


def named_interval(query: str) -> bool:
    """Whether a query names something whose zero is arbitrary, such as a temperature."""
    return bool(_INTERVAL.search(query))


def scale_of(title: str, unit: str) -> Scale:
    """Return how changes of a measure are told, by what it is called and its unit."""
    plain = spoken(title, "en")
    if unit in ("°C", "°F", "pH") or _INTERVAL.search(title) or _INTERVAL.search(plain):
        return "interval"
    if _EXCHANGE.fullmatch(unit):
        return "ratio"
    return "share" if unit in ("%", "‰") or _SHARES.search(plain) else "ratio"
