"""Both sides of what a report says first: what else in the data speaks for it, what against it, what is not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from indagate.flows.report.files import Finding, Language
from indagate.flows.report.pages import document as pages
from indagate.flows.report.text import Aggregation, Claim

MOST = 4
"""Arguments that are laid out."""
_BESIDE = 2
"""Other findings that are named on each side."""
_TIMED = ("trend", "regime_change", "level", "growth", "seasonality")
_UNSURE = ("anomaly", "volatility_regime", "outlier")
_CAVEATS: Mapping[str, tuple[str, str]] = {
    "trend": (
        "A trend tells of the past: it may end as it began, and the data do not say why it is there.",
        "Тренд говорит о прошлом: он может закончиться так же, как начался, а причины его в данных нет.",
    ),
    "regime_change": (
        "What happened on that date is not in the data: another way of counting would look the same.",
        "Что произошло в этот день, в данных не сказано: новый способ учёта выглядел бы так же.",
    ),
    "volatility_regime": (
        "Calm and restless times alternate: the next change is not foretold by this one.",
        "Спокойные и неспокойные времена чередуются: следующая смена из этой не следует.",
    ),
    "correlation": (
        "What goes together need not cause each other: a third thing may move both.",
        "Связанное не обязано быть причиной и следствием: и тем и другим может двигать третье.",
    ),
    "lead_lag": (
        "What comes first need not be the cause, and the lag was chosen because it fits best.",
        "То, что наступает раньше, не обязано быть причиной, а запаздывание выбрано как самое подходящее.",
    ),
    "ranking": (
        "A rank is a single number: groups differ in size and in what they are made of.",
        "Место — это одно число: группы различаются размером и составом.",
    ),
    "composition": (
        "A share says nothing of size: it also grows when the others shrink.",
        "Доля не говорит о размере: она растёт и тогда, когда уменьшаются остальные.",
    ),
    "seasonality": (
        "The pattern is the mean of the cycles seen: single ones depart from it.",
        "Рисунок — это среднее по наблюдавшимся циклам: отдельные от него отклоняются.",
    ),
    "anomaly": (
        "It may be an error of recording: the source has to be looked at.",
        "Это может быть ошибкой записи: нужно смотреть первоисточник.",
    ),
    "growth": (
        "The two ends decide it: another first or last year would give another figure.",
        "Всё решают два края: другой первый или последний год дал бы другое число.",
    ),
    "level": (
        "The two ends decide it: another first or last year would give another figure.",
        "Всё решают два края: другой первый или последний год дал бы другое число.",
    ),
}
_SURE = (
    "Chance alone would hardly give it: it stands after the correction for all the tests that were made.",
    "Случайностью это вряд ли объяснить: вывод выдержал поправку на все проведённые проверки.",
)
_MODERATE = (
    "It stands after the correction for all the tests that were made, if not by far.",
    "Вывод выдержал поправку на все проведённые проверки, хотя и без большого запаса.",
)
_COUNTED = ("It is counted from the data, not estimated.", "Это посчитано по данным, а не оценено.")


def arguments(text: Aggregation, language: Language) -> tuple[pages.Argument, ...]:
    """Return the first takeaways with both their sides; nothing is said that the report does not say elsewhere."""
    ru = language == "ru"
    known = {one.id: one for one in text.findings}
    told = {name: claim for claim in _claims(text) for name in claim.findings if len(claim.findings) == 1}
    found: list[pages.Argument] = []
    for claim in text.key_takeaways:
        finding = next((known[name] for name in claim.findings if name in known), None)
        if finding is None or len(found) == MOST:
            continue
        related = [one for one in text.findings if one.id != finding.id and _same(one, finding) and one.id in told]
        timed = [one for one in related if one.kind in _TIMED and finding.kind in _TIMED]
        backing = [one for one in timed if one.direction == finding.direction]
        against = [one for one in related if one.kind in _UNSURE or (one in timed and _opposite(one, finding))]
        proof = _COUNTED if finding.tail is None else _SURE if finding.confidence == "high" else _MODERATE
        caveat = _CAVEATS.get(finding.kind)
        found.append(
            pages.Argument(
                claim.text,
                (*(told[one.id].text for one in backing[:_BESIDE]), proof[ru]),
                (*(told[one.id].text for one in against[:_BESIDE]), *((caveat[ru],) if caveat else ())),
            )
        )
    return tuple(found)


def _claims(text: Aggregation) -> Iterator[Claim]:
    for section in text.sections:
        for passage in section.passages:
            yield from passage.claims
    yield from text.key_takeaways


def _same(one: Finding, other: Finding) -> bool:
    return (one.table, one.column, one.group) == (other.table, other.column, other.group)


def _opposite(one: Finding, other: Finding) -> bool:
    return {one.direction, other.direction} == {"up", "down"}
