"""What a report says first: the answer to the query, what else weighs most, the numbers to be seen, and advice."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from indagate.flows.report.compose import phrase
from indagate.flows.report.files import Aspect, Calculation, Finding, FindingKind, Language, Result
from indagate.flows.report.layout import relevance
from indagate.flows.report.offline import ORDER, named_aspects
from indagate.flows.report.review import OVER_TIME, Found
from indagate.flows.report.text import Claim, Headline
from indagate.flows.report.wording import Saying, Subject

MOST = 5
"""Findings that are told first."""
HEADLINES = 3
TWO_YEARS = 700
"""Days below which no season of the year can be told."""
_PLAIN = ("summary", "distribution", "missing", "level")
"""What is described rather than found: it is told first only where the query asks for it."""
_ANSWERS: Mapping[Aspect, tuple[FindingKind, ...]] = {
    "series": ("trend", "regime_change", "level"), "compare": ("mix", "growth", "ranking", "composition"),
    "relate": ("lead_lag", "correlation"), "distribution": ("distribution",),
}  # fmt: skip
_ODD = re.compile(r"unusual|anomal|stands? out|outlier|exception|необычн|аномал|выдел|выброс|ungewöhnlich", re.I)
FEW = 3
"""Measures that are all told of where the query names none."""
NAMED = 0.5
"""Which share of a measure's name a query must hold to name it."""
_LEADS = re.compile(
    r"\bleads?\b|leading|precede|ahead of|in advance|опереж|предшеств|предвеща|vorauf|vorlauf",
    re.I,
)
_BY_GROUP = re.compile(
    r"\bwhich\b|\bwho\b|\bmost\b|\bby \w|\bacross\b|\bin each\b|\bper \w|\bкак(ие|ая|ой|ое)\b|\bкто\b|\bсильнее\b|"
    r"\bпо \w+(ам|ям)\b|\bв разрезе\b",
    re.I,
)
_TOGETHER = re.compile(r"\bgo(es)? with\b|\bfactors?\b|\bexplains?\b|\bфактор\w*|\bсвязан\w*|\bобъясня\w*", re.I)
_ASKING = re.compile(
    r"\b(chang|develop|gr[eo]w|evolv|happen|rose|risen|fell|fall|измен|меня|разви|вырос|упал|снизи)\w*", re.I
)
"""Words of a question that name no measure, though some are called so: nonfarm_change."""
_SEASONS = re.compile(
    r"season|through(out)? the (year|week|day)|time of (the )?year|calendar|cycle|сезон|в течение (года|недели|суток)|"
    r"по месяцам|цикл|jahreszeit|saison",
    re.I,
)
_OVER_TIME = re.compile(r"how did|chang|grow|develop|evol|over time|измен|меня|рост|динамик|entwickl|veränder", re.I)


def takeaways(found: Found, results: Sequence[Result], query: str, language: Language) -> tuple[Claim, ...]:
    """Return the plain answer to the query, then the heaviest findings on other matters, then what documents say.

    Where the query names nothing that was measured, the documents are first.
    """
    answers = list(_answers(found, query, language))
    chosen = [one for one in answers if isinstance(one, Finding)]
    named = [one for one in found.findings if _near(one, found, query) and one.kind not in _PLAIN]
    for finding in named if len(named) >= MOST else (*named, *found.findings):
        alike = sum(
            (one.kind, one.column, one.table) == (finding.kind, finding.column, finding.table) for one in chosen
        )
        most = 2 if finding.kind in ("correlation", "lead_lag") else 1
        if finding.kind not in _PLAIN and finding not in chosen and alike < most and len(chosen) < MOST:
            chosen.append(finding)
    first = [found.briefs[one.id] if isinstance(one, Finding) else one for one in answers]
    rest = [found.briefs[one.id] for one in chosen if one not in answers]
    said = [Claim(one.text, (), (one.source,)) for result in results for one in result.quoted[:2]][:3]
    measured = any(isinstance(one, Finding) and _near(one, found, query) for one in answers)
    if not chosen:
        rest = [] if said else [Claim(phrase("nothing", language)), *first]
        return (*said, *rest)
    return (*first, *rest, *said) if measured or not said else (*said, *first, *rest)


def _answers(found: Found, query: str, language: Language) -> Iterator[Finding | Claim]:
    """Yield what answers each side of the matter that the query names: a finding, or that there is none."""
    told: list[Finding] = []
    for aspect in _sides(query):
        if told and aspect == "series" and "series" not in named_aspects(query):
            continue
        kinds = _kinds(aspect, query)
        fitting = [one for one in _of(found, kinds) if aspect != "series" or not _any_part(one, query)]
        ranked = sorted(fitting, key=lambda one: _rank(one, kinds, found, query))
        fresh = [one for one in _each_measure(ranked, found, query, aspect) if one not in told]
        told += fresh
        yield from fresh
        if aspect == "relate" and not ranked:
            yield Claim(phrase("no_lead" if _LEADS.search(query) else "no_relation", language))
        if aspect == "series" and _SEASONS.search(query) and not _of(found, ("seasonality",)):
            yield Claim(phrase("no_season", language))
    if _ODD.search(query) and told:
        odd = _of(found, ("anomaly", "outlier"))
        near = [one for one in odd if one.column == told[0].column] or odd
        yield near[0] if near else Claim(phrase("no_oddity", language))


def _any_part(finding: Finding, query: str) -> bool:
    """Whether a finding is of one group that the query does not name: such a one answers no question on the whole."""
    return bool(finding.group) and finding.kind in OVER_TIME and relevance(finding.group, query) < 1.0


def _sides(query: str) -> list[Aspect]:
    """Return the sides of the matter in the order in which they answer a query; change over time if it names none."""
    named = named_aspects(query)
    order = [one for one in ORDER if one in named]
    if _TOGETHER.search(query):
        order = ["relate", *(one for one in order if one != "relate")]
    if "compare" not in order and _BY_GROUP.search(query):
        order.append("compare")
    return order if "series" in order or _ODD.search(query) else [*order, "series"]


def _kinds(aspect: Aspect, query: str) -> tuple[FindingKind, ...]:
    """Return the kinds of findings that answer a side of the matter, the likeliest first."""
    kinds = _ANSWERS[aspect]
    if aspect == "series" and _SEASONS.search(query):
        return ("seasonality", *kinds)
    if aspect == "compare" and not _OVER_TIME.search(query):
        return tuple(kind for kind in kinds if kind not in ("growth", "mix"))
    return ("lead_lag",) if aspect == "relate" and _LEADS.search(query) else kinds


def _rank(finding: Finding, kinds: tuple[FindingKind, ...], found: Found, query: str) -> tuple[float, int, int, float]:
    """Return by what answers are ordered: what the query names, the order of columns over time, kinds, weight."""
    place = list(found.subjects).index((finding.table, finding.column)) if finding.kind in OVER_TIME else 0
    by = relevance(_partner(finding, found), query) if finding.partner and finding.kind not in OVER_TIME else 0.0
    return -_near(finding, found, query) - by, place, kinds.index(finding.kind), -finding.weight


def _each_measure(ranked: Sequence[Finding], found: Found, query: str, aspect: Aspect) -> list[Finding]:
    """Return the first finding; over time the first of each measure that the query names, of groups of each division.

    That are up to three measures, or two divisions of one measure.
    """
    if aspect == "compare":
        by: dict[str, Finding] = {}
        for one in ranked:
            if not by or (one.column == ranked[0].column and relevance(_partner(one, found), query) >= NAMED):
                by.setdefault(one.partner, one)
        return list(by.values())[:2]
    chosen: dict[tuple[str, str], Finding] = {}
    nothing = not any(_near(one, found, query) >= NAMED for one in ranked)
    few = nothing and len({(one.table, one.column) for one in ranked}) <= FEW
    for one in ranked:
        if not chosen or (aspect == "series" and (few or _near(one, found, query) >= NAMED)):
            chosen.setdefault((one.table, one.column), one)
    return list(chosen.values())[:3]


def _of(found: Found, kinds: Sequence[FindingKind]) -> list[Finding]:
    return [one for one in found.findings if one.kind in kinds and one.partner != "part"]


def _near(finding: Finding, found: Found, query: str) -> float:
    """Return how much of what a finding measures the query names."""
    title, query = found.names.get((finding.table, finding.column), finding.column), _ASKING.sub(" ", query)
    named = finding.kind in OVER_TIME and finding.group and relevance(finding.group, query) == 1.0
    return max(relevance(finding.column, query), relevance(title, query)) + float(bool(named))


# --- headlines ------------------------------------------------------------------------------------------------------


def headlines(
    found: Found, first: Sequence[Claim], results: Sequence[Result], language: Language
) -> tuple[Headline, ...]:
    """Return up to three numbers to be seen first: those of what is told first, before others."""
    calculations = {one.id: one for result in results for one in result.calculations}
    known = {one.id: one for one in found.findings}
    order = [known[name] for claim in first for name in claim.findings if name in known]
    shown: dict[str, Headline] = {}
    for finding in (*order, *(one for one in found.findings if one not in order)):
        made = _headline(finding, calculations[finding.calculation], found, language)
        if made is not None and len(shown) < HEADLINES:
            shown.setdefault(made.label, made)
    return tuple(shown.values())


def _headline(finding: Finding, calculation: Calculation, found: Found, language: Language) -> Headline | None:
    say = Saying(finding, calculation, _subject(finding, found), language)
    title, ru = found.names.get((finding.table, finding.column), finding.column), language == "ru"
    label = f"{title}, {finding.group}" if finding.group and finding.kind in ("trend", "regime_change") else title
    match finding.kind:
        case "trend" if finding.partner != "part":
            value, note = say.change("percent", "change"), say.span()
        case "regime_change":
            k = finding.lag or 1
            value, at = say.change(f"percent{k}", f"change{k}"), say.since(f"at{k}")
            note = f"сдвиг уровня с {at}" if ru else f"shift of level from {at}"
        case "mix":
            value, at = say.n("gain_last"), say.date("to")
            label, note = f"{title}: {finding.group}", f"доля, {at}" if ru else f"share, {at}"
        case "composition":
            value = say.n("first", unit="%")
            label, note = f"{title}: {finding.group}", "крупнейшая доля" if ru else "largest share"
        case "ranking":
            value, label = say.n("first"), f"{title}: {finding.group}"
            note = "первое место" if ru else "highest"
        case "seasonality":
            cycle = {24: ("daily", "суточный"), 7: ("weekly", "недельный")}.get(finding.lag, ("yearly", "годовой"))
            value, note = say.n("range"), f"{cycle[1]} размах" if ru else f"{cycle[0]} swing"
        case "growth":
            value, label = say.signed("first", unit="%" if say.scale == "ratio" else None), f"{title}: {finding.group}"
            note = f"{'наибольший рост' if ru else 'strongest growth'}, {say.span()}"
        case "lead_lag":
            partner = _partner(finding, found)
            value, label = say.steps("lag"), f"{title} → {partner}"
            note = "опережение" if ru else "lead"
        case _:
            return None
    return Headline(value, label, note, tuple(say.shown)) if value else None


def _subject(finding: Finding, found: Found) -> Subject:
    return found.subjects.get((finding.table, finding.column)) or Subject(finding.column)


def _partner(finding: Finding, found: Found) -> str:
    named = (title for (_, heading), title in found.names.items() if heading == finding.partner)
    return found.names.get((finding.table, finding.partner)) or next(named, finding.partner)


# --- advice ---------------------------------------------------------------------------------------------------------


def recommendations(
    found: Found, first: Sequence[Claim], results: Sequence[Result], language: Language
) -> tuple[Claim, ...]:
    """Return cautious advice that follows from a finding of each kind: from what is told first, before others."""
    calculations = {one.id: one for result in results for one in result.calculations}
    said: dict[str, Claim] = {}
    told = {name for claim in first for name in claim.findings}
    for finding in sorted(found.findings, key=lambda one: one.id not in told):
        if finding.kind not in said and len(said) < MOST:
            say = Saying(finding, calculations[finding.calculation], _subject(finding, found), language)
            if text := _advice(finding, say, _partner(finding, found)):
                said[finding.kind] = Claim(text, (finding.id,), (), tuple(say.shown))
    return tuple(said.values())


def _advice(finding: Finding, say: Saying, partner: str) -> str:
    name, ru, k = say.title, say.ru, finding.lag or 1
    match finding.kind:
        case "regime_change":
            at = say.since(f"at{k}")
            return (
                f"Выясните, что произошло с показателем {name} около {at}: среднее за всё время смешало бы два уровня."
                if ru
                else f"Find out what changed for {name} around {at}: an average across that date would mix two levels."
            )
        case "anomaly":
            at = say.date(f"at{k}")
            return (
                f"Проверьте по первоисточнику значение показателя {name} за {at}: это событие или ошибка записи."
                if ru
                else f"Check the value of {name} of {at} at its source: it is either an event or an error of recording."
            )
        case "lead_lag":
            return (
                f"Следите за показателем {name} как за ранним признаком показателя «{partner}», но сначала проверьте "
                "опережение на новых данных."
                if ru
                else f"Watch {name} as an early sign of {partner}, once new data have shown that its lead holds."
            )
        case "correlation":
            return (
                f"Прежде чем опираться на связь показателей {name} и «{partner}», ищите, что могло бы двигать обоими."
                if ru
                else f"Before acting on the link of {name} and {partner}, look for what may move both."
            )
        case "seasonality":
            return _season_advice(finding, name, ru=ru)
        case "trend" if finding.partner != "part":
            at = say.since("to")
            return (
                f"Не продолжайте тренд показателя {name} дальше {at}, не выяснив его причины."
                if ru
                else f"Do not extend the trend of {name} beyond {at} without knowing what drives it."
            )
        case "missing" if finding.partner != "times":
            return (
                f"Заполните пропуски ({name}) в первоисточнике, прежде чем подводить итоги."
                if ru
                else f"Fill the gaps of {name} at the source before drawing totals from it."
            )
    return ""


def _season_advice(finding: Finding, name: str, *, ru: bool) -> str:
    day, week = ("hour of the day before", "часом прошлых суток"), ("day of the week before", "днём прошлой недели")
    word = {24: day, 7: week}.get(finding.lag, ("time of the year before", "временем прошлого года"))
    if ru:
        return f"Сравнивайте показатель {name} с тем же {word[1]}, а не с предыдущим периодом."
    return f"Compare {name} with the same {word[0]}, not with the period just past."


def unweighted(found: Found, findings: Iterable[Finding], language: Language) -> tuple[Claim, ...]:
    """Return the remark that averages over groups are plain ones, where some are told."""
    plain = {"average", "среднее"}
    told = any(
        (subject := found.subjects.get((one.table, one.column))) is not None
        and subject.whole.partition(" ")[0] in plain
        and not one.group
        for one in findings
    )  # fmt: skip
    if not told:
        return ()
    if language == "ru":
        return (
            Claim("Средние по группам не взвешены: каждая группа учтена одинаково, какой бы величины она ни была."),
        )
    return (Claim("Averages over groups are not weighted: each group counts the same, whatever its size."),)


def too_short(found: Found, results: Sequence[Result], language: Language) -> tuple[Claim, ...]:
    """Return the remark on tables of less than two years: a season of the year looks like a trend or shift there."""
    calculations = {one.id: one for result in results for one in result.calculations}
    moved = {one.table for one in found.findings if one.kind in ("trend", "regime_change")}
    told = []
    for finding in found.findings:
        ends = {one.name: one.text for one in calculations[finding.calculation].labels}
        if finding.kind != "summary" or finding.table not in moved or not {"first", "last"} <= set(ends):
            continue
        first, last = (datetime.date.fromisoformat(ends[name][:10]) for name in ("first", "last"))
        if (last - first).days < TWO_YEARS:
            told.append(
                f"В таблице «{finding.table}» меньше двух лет: сезон года в ней не отличить от тренда или сдвига."
                if language == "ru"
                else f"The table {finding.table} spans less than two years: a season of the year would look like a "
                "trend or a shift in it."
            )
    return tuple(Claim(text) for text in told)
