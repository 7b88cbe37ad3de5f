"""What a finding comes to, in a few words: the title of its figure, and with its numbers what is told first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from indagate.flows.report.files import Finding, FindingKind
from indagate.flows.report.naming import among, compared
from indagate.flows.report.wording import course
from indagate.flows.report.wording.groups import CLOSE, averaged
from indagate.flows.report.wording.saying import Mates, Saying
from indagate.flows.report.wording.times import lasting, on_average, positions, stretches


@dataclass(frozen=True, slots=True)
class Message:
    """A finding in brief: what it says, without a full stop, and the numbers that bear it, where there are any.

    `evidence` is the sentence that tells how it is known, where that is another one.
    """

    text: str
    proof: str = ""
    evidence: str = ""

    @property
    def short(self) -> str:
        """The sentence that is told first."""
        return f"{self.text} ({self.proof})." if self.proof else f"{self.text}."

    @property
    def whole(self) -> str:
        """The sentence that is told among others on the same matter."""
        return self.evidence or self.short


Briefer = Callable[[Finding, Saying, str, Mates], Message | None]
"""Says in brief what a finding comes to; None where its whole sentence is as short."""


def _trend(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    up, moved = finding.direction == "up", say.value("late") - say.value("early")
    if finding.partner == "part" or moved * (1 if up else -1) <= 0:
        return None
    if say.value("turns"):
        told = "; ".join(one for one in (course.points(say), course.rate(say), course.deepest(say)) if one)
        return Message(course.unsteadily(up, say), told)
    far = say.scale == "ratio" and abs(say.value("percent")) >= course.MANIFOLD
    size, name, span = "" if far else say.size("percent", "change"), say.whose, say.moved()
    proof = "; ".join(one for one in (_from_to(say), course.rate(say), course.fallen(say)) if one)
    if say.ru:
        way = "рост" if up else "снижение"
        return Message(f"{name}: {way}{f' на {size}' if size else ''} за {span}", proof)
    way = "rose" if up else "fell"
    return Message(f"{name} {way}{f' by {size}' if size else ''} from {span}", proof)


def _from_to(say: Saying) -> str:
    """Tell from where to where a series went; means of its beginning and end are called so."""
    early, late = say.n("early", "late"), say.n("late", "early")
    if round(say.value("window")) == 1:
        return f"с {early} до {late}" if say.ru else f"from {early} to {late}"
    first, last = stretches(say)
    if say.ru:
        return f"в среднем {early} за {first}, {late} за {last}"
    return f"an average of {early} {first}, {late} {last}"


def _level(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    if course.is_told(say, mates):
        return Message(course.ways(say), course.points(say))
    if not mates.trend_tested or mates.kinds & {"trend", "regime_change"}:
        return None
    name, span = say.whose, say.span()
    if abs(say.value("late") - say.value("early")) >= say.value("deviation") > 0:
        setbacks = course.has_setbacks(say)
        if say.ru:
            change, how = say.change("percent", "change"), "но не всё время" if setbacks else "но неровно"
            return Message(f"{name}, {span}: {change or 'изменение'}, {how}", _from_to(say))
        way = "rose" if say.value("late") > say.value("early") else "fell"
        size = say.size("percent", "change")
        by = f" by {size}" if size else ""
        return Message(f"{name} {way}{by} from {span}, {'with setbacks' if setbacks else 'unevenly'}", _from_to(say))
    mean, low, high = (say.n(one, "mean", "lowest", "highest") for one in ("mean", "lowest", "highest"))
    if say.ru:
        return Message(f"{name}: без устойчивого тренда, {span}", f"в среднем {mean}, от {low} до {high}")
    return Message(f"No lasting trend in {name} from {span}", f"{mean} on average, between {low} and {high}")


def _shift(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    k, up, name = finding.lag or 1, finding.direction == "up", say.whose
    since, size = lasting(say, k), say.size(f"percent{k}", f"change{k}")
    before, after = say.n(f"before{k}", f"after{k}"), say.n(f"after{k}", f"before{k}")
    if say.ru:
        way = "выше" if up else "ниже"
        return Message(f"{name}: {since} уровень {way}{f' на {size}' if size else ''}", f"{after} вместо {before}")
    way = f"{size} {'higher' if up else 'lower'}" if size else f"at a {'higher' if up else 'lower'} level"
    return Message(f"{since}, {name} ran {way}", f"{after} instead of {before}")


def _volatility(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    more, name, at = finding.direction == "up", say.whose, say.since("at")
    before, after = say.n("before", "after"), say.n("after", "before")
    if say.label("by") == "percent":
        if say.ru:
            way = "больше" if more else "меньше"
            return Message(f"{name}: с {at} {way} колебания в процентах", f"отклонение {after} вместо {before}")
        way = "larger" if more else "smaller"
        return Message(f"{name}: {way} percentage changes from {at} on", f"typically {after} instead of {before}")
    if say.ru:
        return Message(
            f"{name}: с {at} колебания {'сильнее' if more else 'слабее'}", f"отклонение {after} вместо {before}"
        )
    way = "wider" if more else "smaller"
    return Message(f"{name}: {way} swings from {at} on", f"a deviation of {after} instead of {before}")


def _anomaly(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    k, up, name = finding.lag or 1, finding.direction == "up", say.whose
    at, value, usual = say.at(f"at{k}"), say.n(f"value{k}", f"expected{k}"), say.n(f"expected{k}", f"value{k}")
    if say.ru:
        way = "высокое" if up else "низкое"
        return Message(f"{name}: необычно {way} значение ({at})", f"{value} вместо примерно {usual}")
    return Message(f"{name}: an unusual {'high' if up else 'low'} {at}", f"{value} where about {usual} was expected")


def _season(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    step, name, each = say.label("step"), say.whose, bool(say.value("each"))
    weekly = step == "day" and finding.lag == 7
    high, low = (positions(say, one, each=each) for one in ("high_at", "low_at"))
    level = (say.n("high_mean", "low_mean"), say.n("low_mean", "high_mean")) if say.has("high_mean") else None
    width = "" if level else say.n("range")
    if say.ru:
        proof = f"{f'в среднем {on_average(say)}'.strip()} {level[0]} и {level[1]}" if level else f"размах {width}"
        cycle = {24: "каждые сутки", 7: "каждую неделю"}.get(finding.lag, "каждый год") if each else "в среднем"
        return Message(f"{name}: {cycle} максимум — {high}, минимум — {low}", proof)
    on = "on" if weekly else "in"
    if each:
        proof = f"{level[0]} against {level[1]} {on_average(say) or 'on average'}" if level else f"{width} apart"
        cycle = {24: "each day", 7: "each week"}.get(finding.lag, "each year")
        return Message(f"{name} peaks {on} {high} {cycle} and is lowest {on} {low}", proof)
    proof = f"{level[0]} against {level[1]} {on_average(say)}".strip() if level else f"{width} apart"
    return Message(f"{name} is on average highest {on} {high} and lowest {on} {low}", proof)


def _lead(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    steps, strength = say.steps("lag"), say.n("correlation", unit="", digits=2)
    if say.ru:
        return Message(f"Показатель {say.title} опережает показатель «{partner}» на {steps}", f"корреляция {strength}")
    return Message(f"{say.title} leads {partner} by {steps}", f"correlation {strength}")


def _relation(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    together = finding.direction == "up"
    if not say.has("spearman"):
        strength = say.n("correlation", unit="", digits=2)
        if say.ru:
            way = "меняются вместе" if together else "меняются в противоположные стороны"
            return Message(f"Показатели {say.title} и «{partner}» {way}", f"корреляция изменений {strength}")
        way = "rise and fall together" if together else "move in opposite directions"
        return Message(f"{say.title} and {partner} {way}", f"correlation of changes {strength}")
    strength = say.n("spearman", unit="", digits=2)
    if say.ru:
        one, other = compared(say.subject.title, True), compared(partner, together)
        return Message(f"Чем {one}, тем {other}", f"ранговая корреляция {strength}{averaged(say)}")
    more = "higher" if together else "lower"
    return Message(f"Higher {say.title} goes with {more} {partner}", f"rank correlation {strength}{averaged(say)}")


def _ranking(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    first, second = say.name("first"), say.name("second")
    values = say.n("first", "second"), say.n("second", "first")
    if say.has("ahead") and abs(say.value("ahead")) < CLOSE:
        if say.ru:
            return Message(f"{say.head}: впереди почти наравне {first} и {second}", f"{values[0]} и {values[1]}")
        return Message(f"{first} and {second} nearly level at the top in {say.gathered}", f"{values[0]}, {values[1]}")
    if say.ru:
        by = f"{say.united} {among(partner, 'ru')}".strip()
        rest = "".join(f", {name} — {value}" for name, value in _further(say))
        return Message(
            f"{say.head}: впереди {first}", f"{by}: {values[0]}, на втором месте {second} — {values[1]}{rest}"
        )
    rest = "".join(f", {name} {value}" for name, value in _further(say))
    return Message(
        f"{first} has the highest {say.gathered}", f"{values[0]}, followed by {second} with {values[1]}{rest}"
    )


def _further(say: Saying) -> list[tuple[str, str]]:
    """Return the names and values of the places behind the second."""
    places = [k for k in range(3, 6) if say.has(f"value{k}")]
    told: list[tuple[str, str]] = []
    for place in places:
        if place > 3 and say.value(f"value{place}") == say.value(f"value{place - 1}"):
            told[-1] = (f"{told[-1][0]} {'и' if say.ru else 'and'} {say.name(f'name{place}')}", told[-1][1])
        else:
            told.append((say.name(f"name{place}"), say.n(f"value{place}", "first", "second")))
    if say.has("tied"):
        more = say.count("tied", ("other", "others"), ("другая группа", "другие группы", "других групп"))
        level = say.show(say.label("tied"), "tied") if say.label("tied") else more
        told[-1] = (f"{told[-1][0]} {'и' if say.ru else 'and'} {level}", told[-1][1])
    return told


def _composition(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    first, share = say.name("first"), say.n("first", unit="%")
    if say.ru:
        return Message(f"{say.head}: крупнейшая часть — {first}, {share}")
    return Message(f"{first} makes up {share} of {say.divided}")


def _mix(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    gainer, loser = say.name("gainer"), say.name("loser")
    won = say.n("gain_first", "gain_last"), say.n("gain_last", "gain_first")
    lost = say.n("loss_first", "loss_last"), say.n("loss_last", "loss_first")
    if say.ru:
        return Message(
            f"{say.head}: наибольший прирост доли — {gainer}, наибольшая потеря — {loser}",
            f"с {won[0]} до {won[1]} и с {lost[0]} до {lost[1]}",
        )
    return Message(
        f"{gainer} gained most in its share of {say.title}, {loser} lost most",
        f"from {won[0]} to {won[1]}, and from {lost[0]} to {lost[1]}",
    )


BRIEFERS: Mapping[FindingKind, Briefer] = {
    "trend": _trend, "level": _level, "regime_change": _shift, "volatility_regime": _volatility, "anomaly": _anomaly,
    "seasonality": _season, "lead_lag": _lead, "correlation": _relation, "ranking": _ranking,
    "composition": _composition, "mix": _mix,
}  # fmt: skip
