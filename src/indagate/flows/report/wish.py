"""What a query asks for, told from its words: sides of the matter, growth, evenness, differences, counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from indagate.flows.report.files import Aspect, FindingKind

COUNTED = "*"
"""The heading of what is no column: how many rows there are."""

_ASPECTS: tuple[tuple[Aspect, str], ...] = (
    (
        "series",
        r"trend|over time|time series|histor|season|chang|gr[eo]w|evol|develop|when|anomal|динамик|тренд|сезон|измен|"
        r"меня|рост|вырос|врем|аномал|сдвиг|entwickl|verlauf|veränder",
    ),
    (
        "compare",
        r"compar|rank|which|who|most|largest|best|share|part|composition|structure|сравн|рейтинг|како[йе]|кто|больше|"
        r"лучш|дол[яию]|структур|состав|vergleich|welche|anteil|größt",
    ),
    (
        "relate",
        r"relat|correl|\blead(?!ers?\b)|drive[sn]?\b|depend|connect|affect|influenc|precede|together|связ|коррел|зависи|"
        r"влия|опереж|zusammenhang|einfluss",
    ),
    (
        "distribution",
        r"distribut|spread|outlier|typical|median|range|percentile|распредел|разброс|выброс|типичн|медиан|verteil|ausreißer",
    ),
)
_GROWTH = re.compile(
    r"\b(did|doing|performed|fared)\s+(the\s+)?(best|worst|better|well)\b|\b(best|worst)[- ]perform|"
    r"\b(gr[eo]w\w*|rose|rise|risen|gain\w*|increas\w*|fell|fall\w*|declin\w*|shr[aiu]nk\w*|chang\w*|lost)\s+"
    r"(by\s+)?(the\s+)?(most|least|fastest|strongest|slowest)\b|"
    r"\b(most|fastest|strongest|largest|biggest|highest|slowest|by)[- ](\w+\s+){0,2}"
    r"(growth|grow\w*|gain\w*|increase\w*|rise\w*)\b|"
    r"(вырос|рос|раст|подорожа|снизи|упал|измени|прибави)\w*\s+(\w+\s+)?(больше|сильнее|быстрее|меньше|медленнее)|"
    r"(больше|сильнее|быстрее|меньше|медленнее)\s+(всех\s+|всего\s+)?(\w+\s+)?"
    r"(вырос|рос|раст|подорожа|снизи|упал|измени|прибави)|"
    r"(лидер\w*|темп\w*|рейтинг\w*)\s+(по\s+)?(при)?рост|(наибольш|быстр\w*|сам\w+)\s+(\w+\s+)?(при)?рост|"
    r"(лучше|хуже) (всех|всего)|показал\w* себя",
    re.I,
)
_EVENNESS = re.compile(
    r"\bevenly\b|\bhow even\b|\bstead(y|il|ie)|\bstab(le|il)|volatil|erratic|smoothly|ровн(о|ее|ым|ый|ые)\b|стабильн|"
    r"устойчив|волатильн|плавн|gleichmäßig",
    re.I,
)
_DIFFERENCE = re.compile(
    r"\bdiffer|\bdistinguish|\bsets?\b.{0,60}\bapart\b|\bvary (between|by|across|among|with)|"
    r"\bcompar\w+\b.{0,60}\b(kinds?|types?|groups?|class(es)?|species|varieties|origins?)\b|отлича|различ|разниц|unterscheid",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:most|fewest|many|number of|count of|how often|more|сколько|больше|меньше|число|количество|часто|чаще|"
    r"wie viele|meisten)\s+(?:всего\s+)?((?:[\w-]+\s*){1,3})",
    re.I,
)
_LEADS = re.compile(
    r"\bleads?\b|leading|precede|ahead of|in advance|опереж|предшеств|предвеща|vorauf|vorlauf",
    re.I,
)
_BY_GROUP = re.compile(
    r"\bwhich\b|\bwho\b|\bmost\b|\bby \w|\bacross\b|\bin each\b|\bper \w|\bкак(ие|ая|ой|ое)\b|\bкто\b|\bсильнее\b|"
    r"\bпо \w+(ам|ям)\b|\bв разрезе\b",
    re.I,
)
_TOGETHER = re.compile(
    r"\bgo(es)? (together|with)\b|\bfactors?\b|\bexplains?\b|\bapart\b|\bфактор\w*|\bсвязан\w*|\bобъясня\w*", re.I
)
_SEASONS = re.compile(
    r"season|(through(out)?|over|within|across) the (year|week|day)|time of (the )?year|calendar|"
    r"сезон|в течение (года|недели|суток)|времен\w+ года|jahreszeit|saison",
    re.I,
)
_MONTHLY = re.compile(r"\b(by|each) (month|week|day)\b|по (месяцам|неделям|дням)", re.I)
"""What asks for the seasons of a year unless it says in which steps a change is told."""
_CYCLES = re.compile(r"\bcycl|period(ic|s\b)|rhythm|how often .* return|\bцикл|периодич|\bритм", re.I)
_ASKING = re.compile(
    r"\b(chang|develop|gr[eo]w|evolv|happen|rose|risen|fell|fall|измен|меня|разви|вырос|упал|снизи)\w*", re.I
)
"""Words of a question that name no measure, though some are called so: nonfarm_change."""
_OVER_TIME = re.compile(r"how did|chang|grow|develop|evol|over time|измен|меня|рост|динамик|entwickl|veränder", re.I)
_SHARES = re.compile(
    r"\bshares?\s+(of|in)\b|\b(what|which|largest|market)\s+shares?\b|\bpercentages? of\b|\bproportions?\b|"
    r"\bma[dk]es? up\b|\bcomposition|\bbreakdown\b|\bдол(я|и|е|ей|ю|ям|ями|ях)\b|\bструктур|\bсостав|\banteil",
    re.I,
)
_ODD = re.compile(r"unusual|anomal|stands? out|outlier|exception|необычн|аномал|выдел|выброс|ungewöhnlich", re.I)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a query asks for. `counted` holds the words that follow *most*, *how many* and the like."""

    growth: bool
    evenness: bool
    difference: bool
    together: bool
    leads: bool
    seasons: bool
    cycles: bool
    groups: bool
    over_time: bool
    odd: bool
    shares: bool
    counted: str


@lru_cache(maxsize=64)
def wish_of(query: str) -> Wish:
    """Return what a query asks for."""
    over_time = bool(_OVER_TIME.search(query))
    seasons = bool(_SEASONS.search(query)) or (bool(_MONTHLY.search(query)) and not over_time)
    return Wish(
        bool(_GROWTH.search(query)), bool(_EVENNESS.search(query)), bool(_DIFFERENCE.search(query)),
        bool(_TOGETHER.search(query)), bool(_LEADS.search(query)), seasons,
        bool(_CYCLES.search(query)), bool(_BY_GROUP.search(query)), over_time,
        bool(_ODD.search(query)), bool(_SHARES.search(query)), " ".join(found[1] for found in _COUNTED.finditer(query)),
    )  # fmt: skip


def asks_for(query: str, kind: FindingKind, column: str) -> bool:
    """Whether a query asks for this very kind of finding."""
    wish = wish_of(query)
    asked: dict[FindingKind, bool] = {
        "growth": wish.growth, "steadiness": wish.evenness, "difference": wish.difference,
        "differences": wish.difference, "seasonality": wish.seasons, "cycle": wish.cycles,
        "ranking": bool(wish.counted) and column == COUNTED,
    }  # fmt: skip
    return asked.get(kind, False)


def bare(query: str) -> str:
    """Return a query without the words that only ask."""
    return _ASKING.sub(" ", query)


def aspect_places(query: str) -> dict[Aspect, int]:
    """Return the place at which a query first asks for each side of a matter; what grew most asks who did."""
    asking = (_GROWTH, _EVENNESS, _DIFFERENCE, _COUNTED)
    who = [found.start() for pattern in asking for found in pattern.finditer(query)]
    rest = _GROWTH.sub(lambda found: " " * len(found[0]), query)
    places: dict[Aspect, int] = {}
    for aspect, pattern in _ASPECTS:
        found = re.search(pattern, rest, re.I)
        starts = [found.start()] if found else []
        starts += who if aspect == "compare" else []
        more = {"series": (_SEASONS, _CYCLES), "relate": (_TOGETHER, _LEADS)}.get(aspect, ())
        starts += [one.start() for other in more if (one := other.search(query))]
        if starts:
            places[aspect] = min(starts)
    return places


def named_aspects(text: str) -> frozenset[Aspect]:
    """Return the sides of a matter that a question names, by their words or by what it asks for."""
    named = {aspect for aspect, pattern in _ASPECTS if re.search(pattern, text, re.I)}
    wish = wish_of(text)
    if wish.growth or wish.evenness or wish.seasons or wish.cycles:
        named.add("series")
    if wish.growth or wish.evenness or wish.difference or wish.counted:
        named.add("compare")
    if wish.together or wish.leads:
        named.add("relate")
    return frozenset(named)
