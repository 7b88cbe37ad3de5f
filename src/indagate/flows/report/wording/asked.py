"""What answers a particular question, in brief: growth, evenness, differences of kinds, loose relations, cycles."""

from __future__ import annotations

from collections.abc import Mapping

from indagate.flows.report.files import Finding, FindingKind
from indagate.flows.report.naming import among, cited
from indagate.flows.report.wording.message import Briefer, Message
from indagate.flows.report.wording.saying import Mates, Saying

LISTED = 5
"""Groups that are told one by one."""
_EVERY = {
    "hour": ("hourly ", "часовых "), "day": ("daily ", "дневных "), "workday": ("daily ", "дневных "),
    "week": ("weekly ", "недельных "), "month": ("monthly ", "месячных "), "quarter": ("quarterly ", "квартальных "),
    "year": ("yearly ", "годовых "),
}  # fmt: skip
_SIZES = (
    (0.8, "closely", "тесная"), (0.5, "clearly", "заметная"), (0.3, "moderately", "умеренная"),
    (0.0, "weakly", "слабая"),
)  # fmt: skip


def growth(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell which groups, or measures side by side, grew most, and which least."""
    unit = "%" if say.scale == "ratio" else None
    first, n, up = say.name("first"), round(say.value("n")), say.value("first") > 0
    span, most = say.span(), say.signed("first", unit=unit)
    yearly = say.signed("yearly1", unit="%") if say.has("yearly1") else ""
    others = [f"{say.name(f'name{k}')} {say.signed(f'change{k}', unit=unit)}" for k in range(2, min(n, LISTED) + 1)]
    if n > LISTED:
        others.append(f"{'в конце' if say.ru else 'last'} {say.name('last')} {say.signed('last', unit=unit)}")
        others.append(f"{'медиана' if say.ru else 'median'} {say.signed('middle', unit=unit)}")
    others += [_partly(say, k, unit) for k in (1, 2) if say.has(f"partly{k}")]
    if say.ru:
        best = "наибольший рост" if up else "наименьшее снижение"
        each = [f"{yearly} в год"] if yearly else []
        return Message(
            f"{f'{say.head}: ' if finding.column else ''}{best} — {first}, {most} за {span}",
            "; ".join([*each, ", ".join(others)]),
        )
    who = f"{first} {'grew most' if up else 'fell least'}{f' in {say.title}' if finding.column else ''}"
    each = [f"{yearly} a year"] if yearly else []
    return Message(f"{who}: {most} from {span}", "; ".join([*each, ", ".join(others)]))


def _partly(say: Saying, k: int, unit: str | None) -> str:
    """Tell the change of a group that is there for part of the time only."""
    name, change, since = say.name(f"partly{k}"), say.signed(f"partly{k}", unit=unit), say.since(f"partly{k}_from")
    return f"{name} (лишь с {since}) {change}" if say.ru else f"{name} (only from {since}) {change}"


def steadiness(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell which groups changed most and least evenly."""
    n = min(round(say.value("n")), LISTED)
    english, russian = _EVERY.get(say.label("step"), ("", ""))
    spreads = ", ".join(f"{say.name(f'name{k}')} {say.n(f'spread{k}', unit='%')}" for k in range(1, n + 1))
    falls = say.n("fall1", unit="%", size=True), say.n("last_fall", unit="%", size=True)
    first, last = say.name("name1"), say.name("last")
    if say.ru:
        return Message(
            f"Ровнее всех — {first}, самые резкие колебания — {last}",
            f"разброс {russian}изменений: {spreads}; наибольшее падение от прежнего максимума: {falls[0]} и {falls[1]}",
        )
    return Message(
        f"{first} moved most evenly, {last} least",
        f"standard deviation of {english}changes: {spreads}; largest fall below an earlier high: {falls[0]} and "
        f"{falls[1]}",
    )


def difference(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell the medians of a measure in each kind, and how much of it the kinds account for."""
    k = round(say.value("k"))
    beside = tuple(f"median{place}" for place in range(1, min(k, LISTED) + 1))
    of = "у" if say.ru else "for"
    listed = [f"{say.n(one, *beside)} {of} {say.name(f'name{place}')}" for place, one in enumerate(beside, 1)]
    if k > LISTED:
        listed.append(f"… {say.n('lowest', *beside)} {of} {say.name('lowest_in')}")
    share = say.percent("effect")
    if say.ru:
        return Message(
            f"{say.head} {among(partner, 'ru')}: {', '.join(listed)}",
            f"медианы; различиями между группами объясняется {share} разброса рангов",
        )
    return Message(
        f"{say.title} {among(partner, 'en')}: {', '.join(listed)}", f"medians; {share} of the variation in ranks"
    )


def differences(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell in how many measures kinds differ, and in which most."""
    differing, several = say.n("differing", unit="", digits=0), say.n("measures", unit="", digits=0)
    told = [_apart(say, place) for place in (1, 2, 3) if say.has(f"effect{place}")]
    share = say.percent("effect1")
    if say.ru:
        return Message(
            f"Группы «{partner}» ({finding.table}) различаются по {differing} из {several} показателей, больше всего: "
            f"{told[0]}",
            f"медианы; {share} разброса рангов; далее {'; '.join(told[1:])}",
        )
    return Message(
        f"In {finding.table}, {differing} of {several} measures differ by {partner}, most of all {told[0]}",
        f"medians; {share} of the variation in ranks; then {'; '.join(told[1:])}",
    )


def _apart(say: Saying, place: int) -> str:
    """Tell a measure with its highest and lowest median."""
    unit, names = say.label(f"unit{place}"), (f"high{place}", f"low{place}")
    high, low = (say.n(one, *names, unit=unit) for one in names)
    measure = cited(say.show(say.label(f"measure{place}"), f"measure{place}"), say.language)
    of = "у" if say.ru else "for"
    return f"{measure}: {high} {of} {say.name(f'highest{place}')}, {low} {of} {say.name(f'lowest{place}')}"


def relation(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell how closely two measures go together, with the interval that holds the coefficient."""
    size, up = abs(say.value("coefficient")), finding.direction == "up"
    low, high = (say.n(name, unit="", digits=2) for name in ("low", "high"))
    strength, level = say.n("coefficient", unit="", digits=2), say.n("level", unit="%", digits=0)
    pairs = say.count("n", ("pair", "pairs"), ("пара", "пары", "пар"))
    _, english, russian = next(one for one in _SIZES if size >= one[0])
    sure = say.value("low") > 0 or say.value("high") < 0
    if say.ru:
        proof = f"ранговая корреляция {strength}, интервал {level} — от {low} до {high}, {pairs}"
        both = f"{say.title} и «{partner}»"
        way = f"{russian}, {'прямая' if up else 'обратная'}"
        return Message(f"Связь {both}: {way}" if sure else f"Связь {both} не отличить от случайной", proof)
    proof = f"rank correlation {strength}, {level} interval {low} to {high}, {pairs}"
    if not sure:
        return Message(f"No relation of {say.title} and {partner} can be told from chance", proof)
    return Message(f"{say.title} goes {english} with {'higher' if up else 'lower'} {partner}", proof)


def cycle(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell after how long a series returns."""
    length, count, share = say.steps("period"), say.n("cycles", unit="", digits=0), say.percent("share")
    if say.ru:
        return Message(f"{say.whose}: цикл примерно {length}", f"циклов — {count}, на них приходится {share} разброса")
    return Message(f"There is a cycle of about {length} in {say.whose}", f"{count} of them, {share} of the variation")


ASKED: Mapping[FindingKind, Briefer] = {
    "growth": growth, "steadiness": steadiness, "difference": difference, "differences": differences,
    "relation": relation, "cycle": cycle,
}  # fmt: skip
