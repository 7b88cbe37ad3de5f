"""What findings over time are called in words."""

from __future__ import annotations

import datetime

from indagate.flows.report.files import Finding, Language
from indagate.flows.report.speech import day
from indagate.flows.report.wording import course
from indagate.flows.report.wording.saying import Mates, Saying


def trend(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell a trend, of the whole series or of its longest stretch without a shift."""
    if finding.partner == "part":
        return _part(finding, say)
    up, late = finding.direction == "up", say.value("late") - say.value("early")
    if late * (1 if up else -1) <= 0:
        return _against(up, say)
    if told := course.trending(say):
        return told
    name, window = say.whose, round(say.value("window"))
    early, late_ = say.n("early", "late"), say.n("late", "early")
    change = say.change("percent", "change")
    yearly = say.has("yearly")
    pace, each = (say.rough("yearly"), "год" if say.ru else "year") if yearly else (say.rough("pace"), say.each())
    aside = "; ".join(one for one in (change, course.rate(say), course.fallen(say)) if one)
    change = f" ({aside})" if aside else ""
    if window == 1:
        start, end = say.date("from"), say.date("to")
        if say.ru:
            return (
                f"{name}: {'рост' if up else 'снижение'} с {early} ({start}) до {late_} ({end}), в среднем на "
                f"{pace} за {each}{change}."
            )
        return (
            f"{name} {'rose' if up else 'fell'} from {early} in {start} to {late_} in {end}, by {pace} {_per(each)} "
            f"on average{change}."
        )
    span = say.span()
    first, last = stretches(say)
    if say.ru:
        return (
            f"{name}: {'рост' if up else 'снижение'} за {span} с {early} (среднее за {first}) до {late_} "
            f"(за {last}), в среднем на {pace} за {each}{change}."
        )
    return (
        f"{name} {'rose' if up else 'fell'} from {span}, by {pace} {_per(each)} on average: the average was {early} "
        f"{first} and {late_} {last}{change}."
    )


def stretches(say: Saying) -> tuple[str, str]:
    """Return over what the means of a beginning and an end are: the first steps and the last, or calendar years."""
    if say.has("early_year"):
        one, other = say.year("early_year"), say.year("late_year")
        return (f"{one} год", f"{other} год") if say.ru else (f"in {one}", f"in {other}")
    size = say.steps("window")
    return (f"первые {size}", "последние") if say.ru else (f"over the first {size}", "over the last")


def _per(each: str) -> str:
    return f"an {each}" if each[:1] in "aeiou" or each == "hour" else f"a {each}"


def _against(up: bool, say: Saying) -> str:
    """Tell a trend that the ends of the series do not show."""
    name, span, slope, each = say.whose, say.span(), say.rough("slope"), say.each()
    early, late = say.n("early", "late"), say.n("late", "early")
    if say.ru:
        way = "вверх" if up else "вниз"
        return (
            f"{name}: общее направление ({span}) — {way}, обычно примерно на {slope} за {each}, хотя концы ряда этого "
            f"не показывают ({early} и {late})."
        )
    return (
        f"{name} tended {'upwards' if up else 'downwards'} from {span}, typically by about {slope} {_per(each)}, "
        f"although its two ends do not show it ({early} and {late})."
    )


def _part(finding: Finding, say: Saying) -> str:
    up, name, span, slope, each = (
        finding.direction == "up",
        say.whose,
        say.span(),
        say.rough("slope"),
        say.each(),
    )
    if (say.value("part_late") - say.value("part_early")) * (1 if up else -1) <= 0:
        return ""  # its ends do not show it
    if say.ru:
        way = "рост" if up else "снижение"
        return f"{name}: {way} и без сдвигов уровня ({span}), обычно примерно на {slope} за {each}."
    way = "rose" if up else "fell"
    where = f"within the longest stretch without a shift ({span})"
    return f"{name} also {way} {where}, typically by about {slope} {_per(each)}."


def level(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell where a series lay: without a trend its mean, and its extremes where they are not its ends."""
    name, ends = say.whose, {say.label("from"), say.label("to")}
    flat = mates.trend_tested and not mates.kinds & {"trend", "regime_change"}
    if told := course.plain(say, mates):
        return told
    if say.value("turns") and "trend" in mates.kinds:
        return ""  # the trend tells the turns, and so the extremes
    if not flat and "trend" in mates.kinds and {say.label("lowest_at"), say.label("highest_at")} <= {*ends, ""}:
        return ""
    if not mates.trend_tested:
        return _two_ends(say)
    if flat and abs(say.value("late") - say.value("early")) >= say.value("deviation") > 0:
        return _unsteady(say)
    beside = ("lowest", "highest", "mean", "last")
    mean = say.n("mean", *beside) if flat else ""
    span = say.span() if flat else ""
    most = f"{say.n('highest', *beside)}{_when(say, 'highest_at')}"
    least = f"{say.n('lowest', *beside)}{_when(say, 'lowest_at')}"
    if flat:
        if say.ru:
            flatly = f"{name}: устойчивого тренда за {span} нет; среднее — {mean},"
            return f"{flatly} наибольшее значение — {most}, наименьшее — {least}."
        flatly = f"There is no lasting trend in {name} from {span}: the average is {mean},"
        return f"{flatly} the highest value {most}, the lowest {least}."
    latest = f"{say.n('last', *beside)} ({say.date('to')})"
    if say.ru:
        return f"{name}: наибольшее значение — {most}, наименьшее — {least}, последнее — {latest}."
    return f"{name}: highest value {most}, lowest {least}, latest {latest}."


def _unsteady(say: Saying) -> str:
    """Tell a series that ended elsewhere than it began, on a way too uneven for a trend."""
    name, span, change = say.whose, say.span(), say.change("percent", "change")
    change = f" ({change})" if change else ""
    if course.has_setbacks(say):
        return _with_setbacks(say, change)
    if round(say.value("window")) == 1:
        first, last = say.n("first", "last"), say.n("last", "first")
        if say.ru:
            return f"{name}, {span}: {first} в начале и {last} в конце{change}, но ход слишком неровный для тренда."
        start, end = say.date("from"), say.date("to")
        return f"{name} went from {first} in {start} to {last} in {end}{change}, too unevenly to be called a trend."
    early, late, (first, last) = say.n("early", "late"), say.n("late", "early"), stretches(say)
    if say.ru:
        return (
            f"{name}, {span}: в среднем {early} за {first} и {late} за {last}{change}, но ход слишком "
            "неровный для тренда."
        )
    return (
        f"{name} went from an average of {early} {first} to {late} {last}, from {span}{change}: "
        "too unevenly to be called a trend."
    )


def _with_setbacks(say: Saying, change: str) -> str:
    """Tell a series that went one way, but not all the time."""
    name, span, up = say.whose, say.span(), say.value("late") > say.value("early")
    early, late = say.n("early", "late"), say.n("late", "early")
    one = round(say.value("window")) == 1
    if say.ru:
        way = f"{'рост' if up else 'снижение'}, хотя и не всё время"
        if one:
            return f"{name}, {span}: {way} — с {early} до {late}{change}."
        first, last = stretches(say)
        return f"{name}, {span}: {way} — в среднем {early} за {first} и {late} за {last}{change}."
    way = "rose" if up else "fell"
    if one:
        return f"{name} {way} from {early} in {say.date('from')} to {late} in {say.date('to')}{change}, with setbacks."
    first, last = stretches(say)
    return f"{name} {way} with setbacks from {span}: the average was {early} {first} and {late} {last}{change}."


def _when(say: Saying, name: str) -> str:
    """Write the date of an extreme in brackets, where it was reached but once."""
    return f" ({say.date(name)})" if say.label(name) else ""


def _two_ends(say: Saying) -> str:
    name, first, last = say.whose, say.n("first", "last"), say.n("last", "first")
    start, end = say.date("from"), say.date("to")
    return f"{name}: {first} ({start}), {last} ({end})." if say.ru else f"{name}: {first} ({start}) and {last} ({end})."


def mix(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell which part of a whole won most, and which lost."""
    gainer, loser = say.name("gainer"), say.name("loser")
    start, end = say.date("from"), say.date("to")
    won = say.n("gain_first", "gain_last"), say.n("gain_last", "gain_first")
    lost = say.n("loss_first", "loss_last"), say.n("loss_last", "loss_first")
    if say.ru:
        return (
            f"{say.head}: наибольший прирост доли — {gainer}, с {won[0]} ({start}) до {won[1]} ({end}); "
            f"наибольшая потеря — {loser}, с {lost[0]} до {lost[1]}."
        )
    return (
        f"The share of {gainer} in {say.title} rose from {won[0]} ({start}) to {won[1]} ({end}), "
        f"while that of {loser} fell from {lost[0]} to {lost[1]}."
    )


def regime_change(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell a shift of level."""
    k = finding.lag or 1
    name, up = say.whose, finding.direction == "up"
    before, after = say.n(f"before{k}", f"after{k}"), say.n(f"after{k}", f"before{k}")
    change = say.change(f"percent{k}", f"change{k}")
    change = f" ({change})" if change else ""
    if say.ru:
        way = "выше" if up else "ниже"
        return f"{name}: {lasting(say, k)} уровень {way} — обычно {after} вместо {before}{change}."
    way = "higher" if up else "lower"
    return f"{lasting(say, k)}, {name} ran at a {way} level: typically {after} instead of {before}{change}."


def lasting(say: Saying, number: int) -> str:
    """Tell since when a shift of level holds, and until when where a later one takes it back; in Russian inside."""
    since, until = say.since(f"at{number}"), ""
    if say.label(f"until{number}"):
        until = say.date(f"until{number}")
    if say.ru:
        return f"с {since} по {until}" if until else f"с {since}"
    return f"From {since} to {until}" if until else f"From {since} on"


def volatility(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell a change of how much a series varies."""
    name, at, more = say.whose, say.since("at"), finding.direction == "up"
    after, before = say.n("after", "before"), say.n("before", "after")
    if say.label("by") == "percent":
        if say.ru:
            way = "больше" if more else "меньше"
            return f"{name}: с {at} колебания в процентах {way}, обычное отклонение — {after} вместо {before}."
        way = "larger" if more else "smaller"
        return f"From {at} on, percentage changes of {name} were {way}: typically {after} instead of {before}."
    if say.ru:
        way = "усилились" if more else "ослабли"
        return f"{name}: с {at} колебания {way}, обычное отклонение — {after} вместо {before}."
    way = "more" if more else "less"
    return f"From {at} on, {name} fluctuated {way}: the typical deviation is {after} instead of {before}."


def anomaly(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell a point far from what is around it."""
    k = finding.lag or 1
    name, up = say.whose, finding.direction == "up"
    value, usual = say.n(f"value{k}", f"expected{k}"), say.n(f"expected{k}", f"value{k}")
    if say.ru:
        way = "высокое" if up else "низкое"
        return f"{name}: необычно {way} значение — {value} ({say.date(f'at{k}')}) при ожидаемых {usual}."
    way = "high" if up else "low"
    return f"{name} reached an unusual {way} of {value} {say.at(f'at{k}')}, where about {usual} was to be expected."


def seasonality(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell a pattern that returns."""
    name = say.whose
    high, low = (positions(say, one) for one in ("high_at", "low_at"))
    width, share = say.n("range"), say.percent("strength")
    cycle = {24: ("daily", "суточный"), 7: ("weekly", "недельный")}.get(finding.lag, ("yearly", "годовой"))
    if say.ru:
        return (
            f"{name}: {cycle[1]} размах от минимума ({low}) до максимума ({high}) — {width}; этим ритмом объясняется "
            f"{share} колебаний вокруг тренда."
        )
    return (
        f"The {cycle[0]} pattern of {name} spans {width} from its lowest ({low}) to its highest ({high}) and "
        f"explains {share} of the variation around the trend."
    )


_FINER = {"day": ("day", "день"), "workday": ("working day", "рабочий день"), "week": ("week", "неделю")}


def averaged_over(step: str, language: Language, english: str, russian: str) -> str:
    """Return in a phrase, with a space behind it, of which steps the mean of a month is; empty where of the month."""
    if step not in _FINER:
        return ""
    one, other = _FINER[step]
    return f"{russian.format(other)} " if language == "ru" else f"{english.format(one)} "


def on_average(say: Saying) -> str:
    """Return what the means of months are means of: on an average day; empty where a month has but one value."""
    step = say.label("averaged") or ("week" if say.label("step") == "week" else "")
    return averaged_over(
        step, say.language, "in an average {}" if step == "week" else "on an average {}", "за {}"
    ).strip()


def positions(say: Saying, name: str, *, each: bool = False) -> str:
    """Return the places in a cycle that a label names, those that are level together; one or another `each` time."""
    times = [say.label(one) for one in (name, f"{name}2", f"{name}3") if say.label(one)]
    named = list(dict.fromkeys(position(time, say.label("step"), say.language) for time in times))
    word = ("или" if each else "и") if say.ru else ("or" if each else "and")
    return f" {word} ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def position(time: str, step: str, language: Language) -> str:
    """Return a place in a cycle by name: a month, a quarter, a day of the week, a part of the day."""
    moment = datetime.datetime.fromisoformat(time)
    if step in ("month", "week"):
        return day(time, language, "month").rpartition(" ")[0]
    quarter = (moment.month - 1) // 3
    if step == "quarter":
        return (
            f"the {('first', 'second', 'third', 'fourth')[quarter]} quarter"
            if language == "en"
            else f"{quarter + 1}-й квартал"
        )
    names = {
        "en": ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"),
        "ru": ("понедельник", "вторник", "среду", "четверг", "пятницу", "субботу", "воскресенье"),
    }
    if step == "day":
        return names[language][moment.weekday()]
    parts = {
        "en": ("the night", "the morning", "the afternoon", "the evening"),
        "ru": ("ночь", "утро", "день", "вечер"),
    }
    return parts[language][moment.hour // 6]


def lead(finding: Finding, say: Saying, partner: str, mates: Mates) -> str:
    """Tell that one series comes before another."""
    one, steps, strength = say.title, say.steps("lag"), say.n("correlation", unit="", digits=2)
    if say.ru:
        way = "в ту же сторону" if finding.direction == "up" else "в обратную сторону"
        return (
            f"Изменения показателя {one} на {steps} опережают изменения показателя «{partner}», {way} "
            f"(корреляция {strength})."
        )
    way = "in the same direction" if finding.direction == "up" else "in the opposite direction"
    return f"Changes of {one} show in {partner} {steps} later, {way} (correlation {strength})."
