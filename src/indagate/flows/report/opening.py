"""What a report says first: the answer to the query, what else weighs most, the numbers to be seen, and advice."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence

from indagate.flows.report.answering import Nearness, answers
from indagate.flows.report.compose import PLAIN, silence
from indagate.flows.report.files import Aspect, Calculation, Finding, FindingKind, Language, Result, ScopeItem
from indagate.flows.report.layout import NAMED, relevance
from indagate.flows.report.naming import placed
from indagate.flows.report.review import OVER_TIME, Found
from indagate.flows.report.text import Claim, Headline
from indagate.flows.report.wish import asks_for, named_aspects, wish_of
from indagate.flows.report.wording import Saying, Subject
from indagate.flows.report.wording.times import on_average, positions

MOST = 5
"""Findings that are told first."""
ANSWERS = 9
"""Findings that answer the query, at most."""
HEADLINES = 3
_MORE: Mapping[Aspect, tuple[FindingKind, ...]] = {
    "series": ("regime_change", "cycle", "mix", "courses", "growth"), "relate": ("lead_lag",),
    "distribution": ("outlier",),
}  # fmt: skip
"""What is told of a side that the query asks for beside the answer itself."""
TWO_YEARS = 700
"""Days below which no season of the year can be told."""


def takeaways(found: Found, results: Sequence[Result], query: str, language: Language) -> tuple[Claim, ...]:
    """Return the plain answer to the query, then what else weighs most, then what documents say.

    What is answered by what it names has only more of that beside it, from the sides that it asks for. Where the query
    names nothing that was measured, the documents are first.
    """
    near = Nearness(found, query)
    done = [one for result in results for one in result.calculations]
    answered = list(answers(found, query, language, done))[:ANSWERS]
    chosen = [one for one in answered if isinstance(one, Finding)]
    named = [one for one in found.findings if near(one) and one.kind not in PLAIN]
    if any(near(one) >= NAMED or asks_for(query, one.kind, one.column) for one in chosen):
        more = {kind for aspect in named_aspects(query) for kind in _MORE.get(aspect, ())}
        pool = [one for one in named if near(one) >= NAMED and one.kind in more]
    else:
        pool = named if len(named) >= MOST else [*named, *found.findings]
    for finding in pool:
        alike = sum(
            (one.kind, one.column, one.table) == (finding.kind, finding.column, finding.table) for one in chosen
        )
        most = 2 if finding.kind in ("correlation", "lead_lag") else 1
        level = finding.kind == "ranking" and wish_of(query).growth  # who is large is no answer to who grew
        level = level or (finding.kind == "growth" and relevance(_partner(finding, found), query) < NAMED)
        level = level or (finding.kind == "courses" and _told_one_by_one(finding, chosen, query))
        full = ANSWERS if finding.kind == "growth" and near(finding) >= NAMED else MOST  # of each measure asked of
        if finding.kind not in PLAIN and not level and finding not in chosen and alike < most and len(chosen) < full:
            chosen.append(finding)
    first = [found.briefs[one.id] if isinstance(one, Finding) else one for one in answered]
    rest = [found.briefs[one.id] for one in chosen if one not in answered]
    said = [Claim(one.text, (), (one.source,)) for result in results for one in result.quoted[:2]][:3]
    measured = any(isinstance(one, Finding) and near(one) for one in answered)
    if not chosen:
        beside = [found.briefs[one.id] for one in found.findings if one.kind not in PLAIN][:MOST]
        rest = [] if said else [*(beside or [silence(None, found, results, language)]), *first]
        return (*said, *rest)
    return (*first, *rest, *said) if measured or not said else (*said, *first, *rest)


def _told_one_by_one(survey: Finding, chosen: Sequence[Finding], query: str) -> bool:
    """Whether most of what surveys a table is told already: of its measures, or by which of them grew most."""
    columns = {one.column for one in chosen if one.table == survey.table and one.kind in OVER_TIME}
    return wish_of(query).growth or wish_of(query).seasons or 2 * len(columns) >= (survey.value or 0.0)


def is_idle(item: ScopeItem, results: Iterable[Result], query: str) -> bool:
    """Whether a topic is but how tables go together, which the query does not ask, and nothing of that was found."""
    mine = [one for one in results if one.task.scope == item.id]
    return (
        set(item.aspects) == {"relate"}
        and "relate" not in named_aspects(query)
        and not any(one.findings or one.quoted for one in mine)
    )


# --- headlines ------------------------------------------------------------------------------------------------------


def headlines(
    found: Found, first: Sequence[Claim], results: Sequence[Result], language: Language
) -> tuple[Headline, ...]:
    """Return up to three numbers to be seen first: those of what is told first, others where it has none."""
    calculations = {one.id: one for result in results for one in result.calculations}
    known = {one.id: one for one in found.findings}
    order = [known[name] for claim in first for name in claim.findings[:1] if name in known]
    shown: dict[str, Headline] = {}
    for several in (order, found.findings):
        made = [_headline(one, calculations[one.calculation], found, language) for one in several]
        for one in made if not shown else ():
            if one is not None and len(shown) < HEADLINES:
                shown.setdefault(one.label, one)
    return tuple(shown.values())


def _headline(finding: Finding, calculation: Calculation, found: Found, language: Language) -> Headline | None:
    say = Saying(finding, calculation, _subject(finding, found), language)
    title, ru = found.names.get((finding.table, finding.column), finding.column), language == "ru"
    group = placed(finding.group, language)
    label = f"{title}, {group}" if finding.group and finding.kind in ("trend", "regime_change") else title
    named = f"{title}: {group}" if title else group
    match finding.kind:
        case "trend" if finding.partner != "part":
            value, note = say.change("percent", "change"), say.moved()
        case "regime_change":
            k = finding.lag or 1
            value, at = say.change(f"percent{k}", f"change{k}"), say.since(f"at{k}")
            note = f"сдвиг уровня с {at}" if ru else f"shift of level from {at}"
        case "mix":
            value, at = say.n("gain_last"), say.date("to")
            label, note = f"{title}: {group}", f"доля, {at}" if ru else f"share, {at}"
        case "composition":
            value = say.n("first", unit="%")
            label, note = f"{title}: {group}", "крупнейшая доля" if ru else "largest share"
        case "ranking":
            value, label = say.n("first"), f"{title}: {group}"
            note = "первое место" if ru else "highest"
        case "seasonality":
            value, note = _peak(finding, say)
        case "growth":
            value, label = say.signed("first", unit="%" if say.scale == "ratio" else None), named
            note = f"{'наибольший рост' if ru else 'strongest growth'}, {say.span()}"
        case "steadiness":
            value, label = say.n("spread1", unit="%"), named
            note = "наименьший разброс изменений" if ru else "smallest deviation of changes"
        case "difference":
            by = f"{_partner(finding, found)} " if group[:1].isdigit() else ""
            value, label = say.n("median1"), f"{title}: {by}{group}"
            note = f"наибольшая медиана ({_partner(finding, found)})" if ru else "highest median"
        case "differences":
            differing, several = (say.n(name, unit="", digits=0) for name in ("differing", "measures"))
            value, label, by = f"{differing} {'из' if ru else 'of'} {several}", finding.table, _partner(finding, found)
            note = f"показателей различаются ({by})" if ru else f"measures differ by {by}"
        case "cycle":
            value, note = say.steps("period"), "длина цикла" if ru else "length of the cycle"
        case "correlation" if say.has("spearman"):
            value, label = say.n("spearman", unit="", digits=2), f"{title} – {_partner(finding, found)}"
            note = "ранговая корреляция" if ru else "rank correlation"
        case "relation":
            value, label = say.n("coefficient", unit="", digits=2), f"{title} – {_partner(finding, found)}"
            note = "ранговая корреляция" if ru else "rank correlation"
        case "lead_lag":
            partner = _partner(finding, found)
            value, label = say.steps("lag"), f"{title} → {partner}"
            note = "опережение" if ru else "lead"
        case _:
            return None
    return Headline(value, label, note, tuple(say.shown)) if value else None


def _peak(finding: Finding, say: Saying) -> tuple[str, str]:
    """Return what is shown of a pattern: the mean at its highest place beside the lowest one, else its width."""
    if not say.has("high_mean"):
        cycle = {24: ("daily", "суточный"), 7: ("weekly", "недельный")}.get(finding.lag, ("yearly", "годовой"))
        return say.n("range"), f"{cycle[1]} размах" if say.ru else f"{cycle[0]} swing"
    high, low = positions(say, "high_at"), positions(say, "low_at")
    value, least = say.n("high_mean", "low_mean"), say.n("low_mean", "high_mean")
    on = "on" if say.label("step") == "day" and finding.lag == 7 else "in"
    if say.ru:
        return value, f"{f'в среднем {on_average(say)}'.strip()}: {high}; {low} — {least}"
    return value, f"{on_average(say) or 'on average'} {on} {high}; {least} {on} {low}"


def _subject(finding: Finding, found: Found) -> Subject:
    return found.subjects.get((finding.table, finding.column)) or Subject(finding.column)


def _partner(finding: Finding, found: Found) -> str:
    named = (title for (_, heading), title in found.names.items() if heading == finding.partner)
    return found.names.get((finding.table, finding.partner)) or next(named, finding.partner)


# --- advice ---------------------------------------------------------------------------------------------------------


_BESIDE = ("anomaly", "regime_change", "correlation", "volatility_regime")
"""What advice is given on only where it is told first."""


def recommendations(
    found: Found, first: Sequence[Claim], results: Sequence[Result], language: Language, text: Iterable[Claim] = ()
) -> tuple[Claim, ...]:
    """Return cautious advice that follows from a finding of each kind: of what is told first, then in the text.

    Nothing is advised on what is told nowhere.
    """
    calculations = {one.id: one for result in results for one in result.calculations}
    said: dict[str, Claim] = {}
    told = {name for claim in first for name in claim.findings}
    written = told | {name for claim in text for name in claim.findings}
    for finding in sorted((one for one in found.findings if one.id in written), key=lambda one: one.id not in told):
        if finding.kind not in said and len(said) < MOST and (finding.id in told or finding.kind not in _BESIDE):
            say = Saying(finding, calculations[finding.calculation], _subject(finding, found), language)
            if advice := _advice(finding, say, _partner(finding, found)):
                said[finding.kind] = Claim(advice, (finding.id,), (), tuple(say.shown))
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
                f"Выясните по первоисточнику, что стоит за значением показателя {name} за {at}: в данных этого нет."
                if ru
                else f"Find out at the source what is behind the value of {name} of {at}: the data do not say."
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
                else f"Fill the gaps of {name} at the source before relying on its sums or averages."
            )
    return ""


def _season_advice(finding: Finding, name: str, *, ru: bool) -> str:
    day, week = ("hour of the day before", "часом прошлых суток"), ("day of the week before", "днём прошлой недели")
    word = {24: day, 7: week}.get(finding.lag, ("time of the year before", "временем прошлого года"))
    if ru:
        return f"Сравнивайте показатель {name} с тем же {word[1]}, а не с предыдущим периодом."
    return f"Compare {name} with the same {word[0]}, not with the period just past."


_UNWEIGHTED = ("unweighted ", "простое ")
"""How it begins what groups are called that are united by their plain mean."""


def unweighted(found: Found, findings: Iterable[Finding], language: Language) -> tuple[Claim, ...]:
    """Return the remark that averages over groups are plain ones, where some are told."""
    told = any(
        (subject := found.subjects.get((one.table, one.column))) is not None
        and subject.whole.startswith(_UNWEIGHTED)
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
