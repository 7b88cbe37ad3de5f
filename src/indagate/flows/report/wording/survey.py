"""What surveys come to in words: the months of the year, and the courses of several measures."""

from __future__ import annotations

from collections.abc import Mapping

from indagate.flows.report.files import Finding, FindingKind
from indagate.flows.report.naming import cited
from indagate.flows.report.wording.message import Briefer, Message
from indagate.flows.report.wording.saying import Mates, Saying
from indagate.flows.report.wording.times import on_average, positions

LISTED = 6
"""Measures whose changes are told one by one: of those told in percent, and of the others."""
FAINT, DOUBTFUL = 0.1, 1.0
"""Percent: what chance gives less often is not told as a number; what it gives more often is no pattern."""


def months(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message | None:
    """Tell in which month a measure is highest and lowest, and whether chance gives that; None beside a sure season."""
    if "seasonality" in mates.kinds:
        return None
    high, low = (positions(say, one) for one in ("high_at", "low_at"))
    most, least, name = say.n("high", "low"), say.n("low", "high"), say.whose
    chance, often = _chance(say), on_average(say)
    if say.ru:
        text = f"{name}: в среднем {often or 'за месяц'} больше всего — {high} ({most}), меньше всего — {low} ({least})"
    else:
        text = f"{name} is on average highest in {high} ({f'{most} {often}'.strip()}) and lowest in {low} ({least})"
    if chance and say.has("chance") and say.value("chance") <= DOUBTFUL:
        return Message(text, evidence=f"{text}; {chance}.")
    return Message(f"{text}; {chance}" if chance else text)


def _chance(say: Saying) -> str:
    """Tell how often chance gives so much; empty where that is next to never."""
    if not say.has("chance"):
        return (
            "лет слишком мало, чтобы отличить это от случайного" if say.ru else "there are too few years to test that"
        )
    if say.value("chance") < FAINT:
        return ""
    often = say.n("chance", unit="%")
    if say.value("chance") > DOUBTFUL:
        return (
            f"от случайного это не отличить (вероятность {often})"
            if say.ru
            else f"that cannot be told from chance (probability {often})"
        )
    return f"случайно такое бывает в {often} случаев" if say.ru else f"chance alone gives that in {often} of cases"


def courses(finding: Finding, say: Saying, partner: str, mates: Mates) -> Message:
    """Tell how several measures changed from the beginning to the end."""
    several = range(1, round(say.value("k")) + 1)
    kept = [place for place in several if say.has(f"percent{place}")][:LISTED]
    kept += [place for place in several if not say.has(f"percent{place}")][:LISTED]
    span, told = say.span(), ", ".join(_course(say, place) for place in kept)
    size = round(say.value("window"))
    basis = ""
    if size > 1:
        steps = say.steps("window")
        basis = f", средние за первые и последние {steps}" if say.ru else f", averages of the first and last {steps}"
    return Message(f"Изменения за {span}{basis}: {told}" if say.ru else f"From {span}{basis}: {told}")


def _course(say: Saying, place: int) -> str:
    """Tell the change of one measure: in percent, or from where to where."""
    measure = cited(say.show(say.label(f"measure{place}"), f"measure{place}"), say.language)
    if say.has(f"percent{place}"):
        return f"{measure} {say.signed(f'percent{place}', unit='%')}"
    names, unit = (f"first{place}", f"last{place}"), say.label(f"unit{place}")
    extremes = _extremes(say, place)
    if not say.has(names[0]):
        return f"{measure} {extremes}, {'в конце' if say.ru else 'at last'} {say.n(names[1], unit=unit)}"
    first, last = say.n(*names, unit=unit), say.n(*reversed(names), unit=unit)
    beyond = f" ({extremes})" if extremes else ""
    return f"{measure} с {first} до {last}{beyond}" if say.ru else f"{measure} from {first} to {last}{beyond}"


def _extremes(say: Saying, place: int) -> str:
    """Tell between what a measure lay, with dates, where that is not between its first and its last value."""
    low, high, unit = f"low{place}", f"high{place}", say.label(f"unit{place}")
    ends = [say.value(f"{end}{place}") for end in ("first", "last") if say.has(f"{end}{place}")]
    told = [
        f"{words[say.ru]} {say.n(name, unit=unit)}{_when(say, f'{name}_at')}"
        for name, words in ((low, ("lowest", "наименьшее")), (high, ("highest", "наибольшее")))
        if len(ends) == 1 or say.value(name) not in ends
    ]
    return ", ".join(told)


def _when(say: Saying, name: str) -> str:
    return f" {say.at(name)}" if say.label(name) else ""


SURVEYS: Mapping[FindingKind, Briefer] = {"months": months, "courses": courses}
