"""What answers a particular question, in brief: growth, evenness, differences of kinds, loose relations, cycles."""

from __future__ import annotations

from collections.abc import Mapping

from indagate.flows.report.files import Finding, FindingKind
from indagate.flows.report.naming import among, cited
from indagate.flows.report.wording.message import Briefer, Message
from indagate.flows.report.wording.saying import Mates, Saying
from indagate.flows.report.wording.times import position

FEW = 3
"""Measures that are alike in all kinds which are named."""
APART = 0.1
"""By how much a relation within months must differ from that over all to be told beside it."""
LISTED = 5
"""Groups that are told one by one."""
_EVERY = {
    "hour": ("hourly ", "часовых "), "day": ("daily ", "дневных "), "workday": ("daily ", "дневных "),
    "week": ("weekly ", "недельных "), "month": ("monthly ", "месячных "), "quarter": ("quarterly ", "квартальных "),
    "year": ("yearly ", "годовых "),
}  # fmt: skip
_SIZES = (
    (0.8, "close", "тесная"), (0.5, "clear", "заметная"), (0.3, "moderate", "умеренная"), (0.0, "weak", "слабая"),
)  # fmt: skip


def growth(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell which groups, or measures side by side, grew most, and which least."""
    unit = "%" if say.scale == "ratio" else None
    first, n, up = say.name("first"), round(say.value("n")), say.value("first") > 0
    span, most, ru = say.span(), say.signed("first", unit=unit), say.ru
    yearly = say.signed("yearly1", unit="%") if say.has("yearly1") else ""
    gain, a_year = _gain(say, 1)[2:-1], f"{yearly} {'в год' if ru else 'a year'}" if yearly else ""
    paced = f" ({'; '.join(one for one in (gain, a_year) if one)})" if gain or a_year else ""
    each = [
        f"{say.name(f'name{k}')} {say.signed(f'change{k}', unit=unit)}{_gain(say, k)}"
        for k in range(2, min(n, LISTED) + 1)
    ]
    last = f"{say.name('last')} {say.signed('last', unit=unit)}{_gain(say, n)}" if n > 1 else ""
    if n > LISTED:
        each.append(f"{'на последнем месте' if ru else 'last'} {last}")
        each.append(f"{'медиана' if ru else 'median'} {say.signed('middle', unit=unit)}")
    each += [_partly(say, k, unit) for k in (1, 2) if say.has(f"partly{k}")]
    common = _common(say)
    rest = f", {', '.join(each)}" if each else ""
    beside = ("в год", "меньше всего —") if ru else ("a year", "least of all")
    proof = "; ".join(
        one for one in (gain, f"{yearly} {beside[0]}" * bool(yearly), f"{beside[1]} {last}" * bool(last), common) if one
    )
    if ru:
        bare = f"{'наибольший рост' if up else 'наименьшее снижение'} — {first}, {most} за {span}"
        return Message(
            f"{say.head}: {bare}" if finding.column else bare, proof,
            f"{f'{say.head}, изменение' if finding.column else 'Изменение'} за {span}: {first} {most}{paced}{rest}.",
        )  # fmt: skip
    who = f"{first} {'grew most' if up else 'fell least'}{f' in {say.title}' if finding.column else ''}"
    of_what = f" in {say.title}" if finding.column else ""
    evidence = f"The change{of_what} from {span} is {most} for {first}{paced}{rest}."
    return Message(f"{who}: {most} from {span}", proof, evidence)


def _gain(say: Saying, k: int) -> str:
    """Tell by how much a part of a whole grew, which says more of the whole than its percentage."""
    return f" ({say.signed(f'gain{k}', unit=say.label('unit'))})" if say.has(f"gain{k}") else ""


def _common(say: Saying) -> str:
    """Tell the changes over the time that all groups have, where some have less than others."""
    several = [k for k in (1, 2) if say.has(f"common{k}")]
    if len(several) < 2:
        return ""
    since = say.since("common_from")
    each = ", ".join(f"{say.name(f'common{k}')} {say.signed(f'common{k}', unit='%')}" for k in several)
    return f"с {since}, когда есть данные по всем: {each}" if say.ru else f"since {since}, when all are there, {each}"


def _partly(say: Saying, k: int, unit: str | None) -> str:
    """Tell the change of a group that is there for part of the time only."""
    name, change, since = say.name(f"partly{k}"), say.signed(f"partly{k}", unit=unit), say.since(f"partly{k}_from")
    return f"{name} (лишь с {since}) {change}" if say.ru else f"{name} (only from {since}) {change}"


def steadiness(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell which groups changed most and least evenly."""
    n = min(round(say.value("n")), LISTED)
    english, russian = _EVERY.get(say.label("step"), ("", ""))
    first, last = say.name("name1"), say.name("last")
    each = [say.n(f"spread{k}", unit="%") for k in range(1, n + 1)]
    spreads = ", ".join(f"{say.name(f'name{k}')} {spread}" for k, spread in enumerate(each, 1))
    widest = say.n("last", unit="%")
    fallen = [(say.name(f"name{k}"), say.n(f"fall{k}", unit="%", size=True)) for k in range(1, n + 1)]
    if round(say.value("n")) > n:
        fallen.append((last, say.n("last_fall", unit="%", size=True)))
    shared = _shared(say, n)
    if say.ru:
        return Message(
            f"Ровнее всех — {first}, самые резкие колебания — {last}",
            f"стандартное отклонение {russian}изменений {each[0]} и {widest}",
            f"Стандартное отклонение {russian}изменений: {spreads}{shared}; наибольшее падение от прежнего "
            f"максимума: {', '.join(f'{name} — {fall}' for name, fall in fallen)}.",
        )
    return Message(
        f"{first} moved most evenly, {last} least",
        f"standard deviation of {english}changes {each[0]} and {widest}",
        f"Standard deviation of {english}changes: {spreads}{shared}; largest fall below an earlier high: "
        f"{', '.join(f'{name} {fall}' for name, fall in fallen)}.",
    )


def _shared(say: Saying, n: int) -> str:
    """Tell the deviations over the time that all groups have, where some have more."""
    if not say.has("shared1"):
        return ""
    since = say.since("shared_from")
    each = ", ".join(f"{say.name(f'name{k}')} {say.n(f'shared{k}', unit='%')}" for k in range(1, n + 1))
    return f"; с {since}, когда есть все: {each}" if say.ru else f"; since {since}, when all are there: {each}"


def difference(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell the medians of a measure in each kind, and how much of it the kinds account for."""
    k = round(say.value("k"))
    beside = tuple(f"median{place}" for place in range(1, min(k, LISTED) + 1))
    listed = [_of_kind(say, f"name{place}", one, beside) for place, one in enumerate(beside, 1)]
    ends = listed[0], listed[-1]
    if k > LISTED:
        ends = listed[0], _of_kind(say, "lowest_in", "lowest", beside)
        listed += ["…", ends[1]]
    share = say.percent("effect")
    high, low = say.name("name1"), say.name("lowest_in" if k > LISTED else f"name{k}")
    if say.ru:
        return Message(
            f"{say.head} {among(partner, 'ru')}: больше всего — {high}, меньше всего — {low}",
            f"медианы: {ends[0]}, {ends[1]}",
            f"{say.head}, медианы {among(partner, 'ru')}: {', '.join(listed)}; различиями между группами "
            f"объясняется {share} разброса рангов.",
        )
    return Message(
        f"{say.title} {among(partner, 'en')} is highest for {high} and lowest for {low}",
        f"median {ends[0]}, {ends[1]}",
        f"Median {say.title} {among(partner, 'en')}: {', '.join(listed)}; {partner} accounts for {share} of the "
        "variation in ranks.",
    )


def _of_kind(say: Saying, name: str, value: str, beside: tuple[str, ...]) -> str:
    """Write the value of a kind behind its name, which comes last where it is a number itself."""
    kind, number = say.name(name), say.n(value, *beside)
    if kind[:1].isdigit():
        return f"{number} {'при' if say.ru else 'at'} {kind}"
    return f"{kind} — {number}" if say.ru else f"{kind} {number}"


def differences(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell in how many measures kinds differ, and in which most."""
    differing, several = say.n("differing", unit="", digits=0), say.n("measures", unit="", digits=0)
    told = [_apart(say, place) for place in (1, 2, 3) if say.has(f"effect{place}")]
    most, further = told[0][0], [measure for measure, _ in told[1:]]
    alike = say.show(say.label("alike"), "alike") if 0 < say.value("measures") - say.value("differing") <= FEW else ""
    if say.ru:
        then = f", затем {', '.join(further)}" if further else ""
        return Message(
            f"Группы «{partner}» ({finding.table}) различаются по {differing} из {several} показателей, больше всего: "
            f"{most}",
            f"медианы: {told[0][1]}" + (f"; не различаются: {alike}" if alike else ""),
            f"Показателей, по которым группы «{partner}» различаются, — {differing} из {several}; сильнее всего "
            f"различается {most}{then}.",
        )
    then = f", then {' and '.join(further)}" if further else ""
    return Message(
        f"In {finding.table}, {differing} of {several} measures differ by {partner}, most of all {most}",
        f"median {told[0][1]}" + (f"; alike in {alike}" if alike else ""),
        f"{differing} of {several} measures differ by {partner}: {most} most of all{then}.",
    )


def _apart(say: Saying, place: int) -> tuple[str, str]:
    """Return a measure, and its highest and lowest median with the kinds that have them."""
    unit, names = say.label(f"unit{place}"), (f"high{place}", f"low{place}")
    high, low = (say.n(one, *names, unit=unit) for one in names)
    measure = cited(say.show(say.label(f"measure{place}"), f"measure{place}"), say.language)
    one, other = say.name(f"highest{place}"), say.name(f"lowest{place}")
    if say.ru:
        return measure, f"{one} — {high}, {other} — {low}"
    return measure, f"{high} for {one}, {low} for {other}"


def relation(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell how closely two measures go together, with the interval that holds the coefficient."""
    size, up = abs(say.value("coefficient")), finding.direction == "up"
    low, high = (say.n(name, unit="", digits=2) for name in ("low", "high"))
    strength, level = say.n("coefficient", unit="", digits=2), say.n("level", unit="%", digits=0)
    pairs = say.count("n", ("pair", "pairs"), ("пара", "пары", "пар"))
    _, english, russian = next(one for one in _SIZES if size >= one[0])
    sure = say.value("low") > 0 or say.value("high") < 0
    inside, parts = _within(say), _within(say, whole=True)
    year = (" over the whole year", " за весь год")[say.ru] if inside else ""
    if say.ru:
        both = f"{say.title} и «{partner}»"
        way = f"{russian}, {'прямая' if up else 'обратная'}"
        return Message(
            f"Связь {both}: {way}" if sure else f"Связь {both}{year} не отличить от случайной",
            f"ранговая корреляция {strength}, интервал {level} — от {low} до {high}{inside}",
            f"Ранговая корреляция показателей {both} — {strength} (интервал {level}: от {low} до {high}; {pairs})"
            f"{'' if sure else ': от случайной её не отличить'}{parts}.",
        )
    measured = (
        f"The rank correlation of {say.title} and {partner} is {strength} ({level} interval {low} to {high}, {pairs})"
    )
    if not sure:
        return Message(
            f"No relation of {say.title} and {partner}{year} can be told from chance",
            f"rank correlation {strength}, {level} interval {low} to {high}{inside}",
            f"{measured}, which chance may give as well{parts}.",
        )
    return Message(
        f"{say.title} and {partner} tend to {'be high and low together' if up else 'go opposite ways'}",
        f"{english} relation, rank correlation {strength}, {level} interval {low} to {high}{inside}",
        f"{measured}{parts}.",
    )


def _within(say: Saying, *, whole: bool = False) -> str:
    """Tell where a relation is another one within the seasons: the other way in some, or weaker or stronger in months.

    Over all a common season makes two measures go together, or hides that they do. As a `whole`, and where the year's
    relation is not sure, all sure seasons are told beside those.
    """
    if not say.has("months"):
        return ""
    way = 1 if say.value("coefficient") > 0 else -1
    sure = say.value("low") > 0 or say.value("high") < 0
    ways = ("прямая", "обратная") if say.ru else ("high and low together", "opposite ways")
    sides = {side: [_of_season(say, k) for k in range(1, 5) if say.value(f"sure{k}") == side] for side in (-way, way)}
    if sides[-way]:
        told = [
            f"{ways[side < 0]}{':' if say.ru else ' in'} {', '.join(seasons)}"
            for side, seasons in sides.items()
            if seasons and (whole or side != way or not sure)
        ]
        return f"; {'но' if say.ru else 'but'} {'; '.join(told)}"
    apart = [k for k in range(1, 5) if say.has(f"season{k}") and not say.value(f"sure{k}")]
    apart = [k for k in apart if abs(say.value(f"season{k}") - say.value("coefficient")) >= APART]
    if sure and apart and sides[way]:
        faint = ", ".join(_of_season(say, k) for k in apart)
        return f"; но от случайной не отличить: {faint}" if say.ru else f"; but not to be told from chance in {faint}"
    if abs(say.value("months") - say.value("coefficient")) < APART:
        return ""
    inside = say.n("months", unit="", digits=2)
    return f"; внутри месяца года — {inside}" if say.ru else f"; within a month of the year {inside}"


def _of_season(say: Saying, k: int) -> str:
    """Tell the coefficient of a season, by its first and last month."""
    first, last = (position(say.label(f"season{k}_{end}"), "month", say.language) for end in ("from", "to"))
    strength = say.n(f"season{k}", unit="", digits=2)
    return f"{first} – {last} ({strength})" if say.ru else f"{first} to {last} ({strength})"


def cycle(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell after how long a series returns."""
    length, count, share = say.steps("period"), say.n("cycles", unit="", digits=0), say.percent("share")
    if say.ru:
        return Message(
            f"{say.whose}: цикл примерно {length}", f"циклов — {count}",
            f"{say.whose}: на цикл длиной примерно {length} приходится {share} разброса, таких циклов — {count}.",
        )  # fmt: skip
    return Message(
        f"There is a cycle of about {length} in {say.whose}", f"{count} of them",
        f"The cycle of about {length} accounts for {share} of the variation of {say.whose}; it came {count} times.",
    )  # fmt: skip


ASKED: Mapping[FindingKind, Briefer] = {
    "growth": growth, "steadiness": steadiness, "difference": difference, "differences": differences,
    "relation": relation, "cycle": cycle,
}  # fmt: skip
