"""What findings are called in words: a sentence for each, in English and Russian, every number with its calculation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from indagate.flows.report.figures.numeral import MINUS, needed_digits
from indagate.flows.report.files import Calculation, Finding, Language
from indagate.flows.report.speech import counted, day, measured, number
from indagate.flows.report.text import Claim, Shown

_EACH = {
    "en": {"hour": "hour", "day": "day", "workday": "working day", "week": "week", "month": "month",
           "quarter": "quarter",
           "year": "year", "": "observation"},
    "ru": {"hour": "час", "day": "день", "workday": "рабочий день", "week": "неделю", "month": "месяц",
           "quarter": "квартал", "year": "год", "": "наблюдение"},
}  # fmt: skip
_STEPS = {
    "hour": (("hour", "hours"), ("час", "часа", "часов")), "day": (("day", "days"), ("день", "дня", "дней")),
    "workday": (("working day", "working days"), ("рабочий день", "рабочих дня", "рабочих дней")),
    "week": (("week", "weeks"), ("неделю", "недели", "недель")),
    "month": (("month", "months"), ("месяц", "месяца", "месяцев")),
    "quarter": (("quarter", "quarters"), ("квартал", "квартала", "кварталов")),
    "year": (("year", "years"), ("год", "года", "лет")),
    "": (("step", "steps"), ("шаг", "шага", "шагов")),
}  # fmt: skip


class Saying:
    """A sentence in the making about one calculation: it writes numbers and remembers where they came from."""

    def __init__(self, language: Language, calculation: Calculation, unit: str = "") -> None:
        self.language = language
        self.ru = language == "ru"
        self.unit = unit
        self.shown: list[Shown] = []
        self._calculation = calculation
        self._numbers = {one.name: one.value for one in calculation.numbers}
        self._labels = {one.name: one.text for one in calculation.labels}

    def has(self, name: str) -> bool:
        """Whether there is a number of this name."""
        return name in self._numbers

    def value(self, name: str) -> float:
        """Return a number as it is; what is only compared with is not shown."""
        return self._numbers.get(name, 0.0)

    def label(self, name: str) -> str:
        """Return a label as it is."""
        return self._labels.get(name, "")

    def n(self, name: str, *, unit: str | None = None, size: bool = False, digits: int | None = None) -> str:
        """Write a number with its unit; with `size` without its sign."""
        value = self._numbers[name]
        scale = -1.0 if size and value < 0 else 1.0
        places = needed_digits((value,)) if digits is None else digits
        bare = number(value * scale, self.language, places)
        self.shown.append(Shown(bare, self._calculation.id, name, scale))
        return measured(value * scale, self.unit if unit is None else unit, self.language, places)

    def signed(self, name: str, *, unit: str | None = None) -> str:
        """Write a number with its sign, also a plus."""
        text = self.n(name, unit=unit)
        return text if text.startswith(MINUS) or self.value(name) == 0 else f"+{text}"

    def count(self, name: str, english: tuple[str, str], russian: tuple[str, str, str]) -> str:
        """Write a count with its noun."""
        value = round(abs(self._numbers[name]))
        self.shown.append(
            Shown(number(value, self.language, 0), self._calculation.id, name, -1.0 if self._numbers[name] < 0 else 1.0)
        )
        return counted(value, self.language, english, russian)

    def year(self, name: str) -> str:
        """Write a year."""
        text = str(round(self._numbers[name]))
        self.shown.append(Shown(text, self._calculation.id, name))
        return text

    def date(self, name: str) -> str:
        """Write a date as exactly as the series' step is."""
        step = self.label("step")
        text = day(self.label(name), self.language, step if step in ("month", "quarter", "year") else "day")
        self.shown.append(Shown(text, self._calculation.id, name))
        return text

    def name(self, name: str) -> str:
        """Write a name."""
        text = self.label(name)
        self.shown.append(Shown(text, self._calculation.id, name))
        return text

    def each(self) -> str:
        """Return what one step is."""
        return _EACH[self.language].get(self.label("step"), _EACH[self.language][""])


Teller = Callable[[Finding, Saying, str], str]
TELLERS: dict[str, Teller] = {}


def tell(finding: Finding, calculation: Calculation, title: str, language: Language) -> Claim:
    """Return a finding in a sentence; `title` is what its measure is called."""
    saying = Saying(language, calculation, finding.unit)
    text = TELLERS[finding.kind](finding, saying, title)
    return Claim(f"{text[:1].upper()}{text[1:]}", (finding.id,), (), tuple(saying.shown))


def sure(finding: Finding, language: Language) -> str:
    """Return how sure a finding is, in words; empty where it is beyond doubt."""
    if finding.tail is None or finding.confidence == "high":
        return ""
    if language == "ru":
        return "Уверенность средняя." if finding.confidence == "medium" else "Это лишь слабое указание."
    return "The evidence is moderate." if finding.confidence == "medium" else "This is a weak indication only."


def _tells(kind: str) -> Callable[[Teller], Teller]:
    def register(teller: Teller) -> Teller:
        TELLERS[kind] = teller
        return teller

    return register


def quoted_title(title: str, language: Language) -> str:
    """Return a measure's title as it stands in a sentence."""
    return f"«{title}»" if language == "ru" else title


def whose(finding: Finding, title: str, language: Language) -> str:
    """Return a measure's title, with its group."""
    name = quoted_title(title, language)
    return f"{name} ({finding.group})" if finding.group else name


@_tells("mix")
def _mix(finding: Finding, say: Saying, title: str) -> str:
    name, gainer, loser = quoted_title(title, say.language), say.name("gainer"), say.name("loser")
    start, end = say.date("from"), say.date("to")
    won = say.n("gain_first"), say.n("gain_last")
    lost = say.n("loss_first"), say.n("loss_last")
    if say.ru:
        return (
            f"{name}: доля группы {gainer} выросла с {won[0]} ({start}) до {won[1]} ({end}), "
            f"доля группы {loser} снизилась с {lost[0]} до {lost[1]}."
        )
    return (
        f"The share of {gainer} in {name} rose from {won[0]} ({start}) to {won[1]} ({end}); "
        f"that of {loser} fell from {lost[0]} to {lost[1]}."
    )


@_tells("trend")
def _trend(finding: Finding, say: Saying, title: str) -> str:
    up = finding.direction == "up"
    name = whose(finding, title, say.language)
    if finding.partner == "part":
        slope, each = say.n("slope", size=True), say.each()
        if say.ru:
            way = "растёт" if up else "снижается"
            return f"{name} {way} и внутри самого длинного отрезка между сменами уровня: на {slope} за {each}."
        way = "rises" if up else "falls"
        return f"{name} also {way} within the longest stretch between shifts, by {slope} per {each}."
    span, slope, each = f"{say.date('from')} – {say.date('to')}", say.n("slope", size=True), say.each()
    percent = say.signed("percent", unit="%") if say.has("percent") else ""
    if say.ru:
        way = "растёт" if up else "снижается"
        tail = f", по линии тренда всего {percent}" if percent else ""
        return f"{name} {way}: в среднем на {slope} за {each} ({span}){tail}."
    way = "rises" if up else "falls"
    tail = f", {percent} along the trend line" if percent else ""
    return f"{name} {way} by about {slope} per {each} ({span}){tail}."


@_tells("regime_change")
def _regime(finding: Finding, say: Saying, title: str) -> str:
    number_ = finding.lag or 1
    name, at = whose(finding, title, say.language), say.date(f"at{number_}")
    before, after = say.n(f"before{number_}"), say.n(f"after{number_}")
    percent = f" ({say.signed(f'percent{number_}', unit='%')})" if say.has(f"percent{number_}") else ""
    if say.ru:
        way = "выше" if finding.direction == "up" else "ниже"
        return f"{name}: с {at} уровень {way}, типичное значение {after} вместо {before}{percent}."
    way = "higher" if finding.direction == "up" else "lower"
    return f"From {at}, {name} runs at a {way} level: typically {after} instead of {before}{percent}."


@_tells("volatility_regime")
def _volatility(finding: Finding, say: Saying, title: str) -> str:
    name, at = whose(finding, title, say.language), say.date("at")
    more = finding.direction == "up"
    if say.ru:
        way = "сильнее" if more else "слабее"
        return f"{name}: с {at} колебания {way}; их обычный размах {say.n('after')} вместо {say.n('before')}."
    way = "more" if more else "less"
    after, before = say.n("after"), say.n("before")
    return f"From {at}, {name} fluctuates {way}: by {after} instead of {before} (one standard deviation)."


@_tells("anomaly")
def _anomaly(finding: Finding, say: Saying, title: str) -> str:
    k = finding.lag or 1
    name, at = whose(finding, title, say.language), say.date(f"at{k}")
    if say.ru:
        way = "необычно высокое" if finding.direction == "up" else "необычно низкое"
        return f"{name}: {at} — {way} значение, {say.n(f'value{k}')} при ожидаемых {say.n(f'expected{k}')}."
    way = "unusually high" if finding.direction == "up" else "unusually low"
    on = "on" if at[:1].isdigit() and not at.isdigit() else "in"
    return f"{name} is {way} {on} {at}: {say.n(f'value{k}')} where about {say.n(f'expected{k}')} was to be expected."


@_tells("seasonality")
def _season(finding: Finding, say: Saying, title: str) -> str:
    name, cycle = (
        whose(finding, title, say.language),
        {24: ("day", "суток"), 7: ("week", "недели")}.get(finding.lag, ("year", "года")),
    )
    high, low = say.label("high_at"), say.label("low_at")
    strength = say.n("strength", unit="", digits=2)
    high_word, low_word = (
        position(high, say.label("step"), say.language),
        position(low, say.label("step"), say.language),
    )
    if say.ru:
        return (
            f"{name} повторяет рисунок {cycle[1]}: больше всего — {high_word}, меньше всего — {low_word} "
            f"(размах {say.n('range')}, сила {strength} из единицы)."
        )
    on = "on" if say.label("step") == "day" else "in"
    return (
        f"{name} follows a pattern of the {cycle[0]}: highest {on} {high_word}, lowest {on} {low_word} "
        f"(range {say.n('range')}, strength {strength} on a scale to one)."
    )


def position(time: str, step: str, language: Language) -> str:
    """Return a place in a cycle by name: a month, a quarter, a day of the week, an hour."""
    import datetime

    moment = datetime.datetime.fromisoformat(time)
    if step in ("month",):
        return day(time, language, "month").rpartition(" ")[0]
    if step == "quarter":
        return f"{'quarter' if language == 'en' else 'квартал'} {('I', 'II', 'III', 'IV')[(moment.month - 1) // 3]}"
    if step == "day":
        names = {
            "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
            "ru": ("понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"),
        }
        return names[language][moment.weekday()]
    if step == "week":
        return day(time, language, "month").rpartition(" ")[0]
    return (
        "the small hours"
        if moment.hour < 6 and language == "en"
        else {
            "en": ("the night", "the morning", "the afternoon", "the evening"),
            "ru": ("ночь", "утро", "день", "вечер"),
        }[language][moment.hour // 6]
    )


@_tells("lead_lag")
def _lead(finding: Finding, say: Saying, title: str) -> str:
    one, other = quoted_title(title, say.language), quoted_title(finding.partner, say.language)
    steps = say.count("lag", *_STEPS.get(say.label("step"), _STEPS[""]))
    strength = say.n("correlation", unit="", digits=2)
    if say.ru:
        way = "в ту же сторону" if finding.direction == "up" else "в обратную сторону"
        return f"{one} опережает {other} на {steps}: изменения идут {way} (корреляция {strength})."
    way = "in the same direction" if finding.direction == "up" else "in the opposite direction"
    return (
        f"{one} leads {other} by {steps}: what changes in the first shows in the second {way} (correlation {strength})."
    )


@_tells("correlation")
def _correlation(finding: Finding, say: Saying, title: str) -> str:
    one, other = quoted_title(title, say.language), quoted_title(finding.partner, say.language)
    key = "spearman" if say.has("spearman") else "correlation"
    strength, pairs = say.n(key, unit="", digits=2), say.n("n", unit="", digits=0)
    together = finding.direction == "up"
    if key == "correlation":
        if say.ru:
            way = "идут в одну сторону" if together else "идут в разные стороны"
            return f"Изменения {one} и {other} сверх их собственного прошлого {way} (корреляция {strength})."
        way = "in the same direction" if together else "in opposite directions"
        return (
            f"{one} and {other} move {way} at the same time, beyond what their own past tells (correlation {strength})."
        )
    if say.ru:
        way = "больше" if together else "меньше"
        return f"Чем больше {one}, тем {way} {other} (корреляция {strength}, пар: {pairs}); причину это не доказывает."
    way = "high" if together else "low"
    return (
        f"Where {one} is high, {other} is {way} (correlation {strength}, {pairs} pairs); that does not prove a cause."
    )


@_tells("ranking")
def _ranking(finding: Finding, say: Saying, title: str) -> str:
    name, by = quoted_title(title, say.language), quoted_title(finding.partner, say.language)
    first, second = say.name("first"), say.name("second")
    ahead = say.has("ahead") and say.value("ahead") < 900
    if say.ru:
        tail = (
            f", на {say.n('ahead', unit='%')} больше, чем у второго места ({second})"
            if ahead
            else f"; на втором месте {second}"
        )
        value, middle = say.n("first"), say.n("middle")
        return f"{name}: первое место ({by}) занимает {first} — {value}{tail}; медиана по группам {middle}."
    tail = f", {say.n('ahead', unit='%')} ahead of {second}" if ahead else f", before {second}"
    return f"{first} has the highest {name} of all by {by}: {say.n('first')}{tail}; the median is {say.n('middle')}."


@_tells("composition")
def _composition(finding: Finding, say: Saying, title: str) -> str:
    name = quoted_title(title, say.language)
    first, share = say.name("first"), say.n("first", unit="%")
    more = say.value("n") > 4
    if say.ru:
        tail = f"; на три крупнейшие части приходится {say.n('three', unit='%')}" if more else ""
        return f"{name}: крупнейшая часть — {first}, {share} целого{tail}."
    tail = f"; the three largest make up {say.n('three', unit='%')}" if more else ""
    return f"{first} is the largest part of {name}, with {share} of the whole{tail}."


@_tells("level")
def _level(finding: Finding, say: Saying, title: str) -> str:
    name = whose(finding, title, say.language)
    first, last, start, end = say.n("first"), say.n("last"), say.date("from"), say.date("to")
    percent = f" ({say.signed('percent', unit='%')})" if say.has("percent") else ""
    low, high = f"{say.n('lowest')} ({say.date('lowest_at')})", f"{say.n('highest')} ({say.date('highest_at')})"
    if say.ru:
        return f"{name}: {start} — {first}, {end} — {last}{percent}; наименьшее значение {low}, наибольшее {high}."
    return (
        f"{name} went from {first} ({start}) to {last} ({end}){percent}; its lowest value is {low}, its highest {high}."
    )


@_tells("growth")
def _growth(finding: Finding, say: Saying, title: str) -> str:
    name, first, last = quoted_title(title, say.language), say.name("first"), say.name("last")
    most, least = say.signed("first", unit="%"), say.signed("last", unit="%")
    if say.ru:
        return (
            f"{name} за весь период: сильнее всего изменилась вверх группа {first} ({most}), слабее — {last} ({least})."
        )
    return f"From the first to the last value, {name} grew most in {first} ({most}) and least in {last} ({least})."


@_tells("distribution")
def _distribution(finding: Finding, say: Saying, title: str) -> str:
    name = quoted_title(title, say.language)
    if say.ru:
        return (
            f"{name}: медиана {say.n('q50')}, половина значений между {say.n('q25')} и {say.n('q75')}, "
            f"крайние — {say.n('min')} и {say.n('max')}."
        )
    return (
        f"{name} has a median of {say.n('q50')}; half of the values lie between {say.n('q25')} and {say.n('q75')}, "
        f"the extremes are {say.n('min')} and {say.n('max')}."
    )


@_tells("outlier")
def _outlier(finding: Finding, say: Saying, title: str) -> str:
    name = quoted_title(title, say.language)
    who = f" ({say.name('name1')})" if say.label("name1") else ""
    if say.ru:
        return f"{name}: значение {say.n('value1')}{who} резко выделяется при медиане {say.n('expected')}."
    return f"{name}: the value {say.n('value1')}{who} stands far apart from the median of {say.n('expected')}."


@_tells("missing")
def _missing(finding: Finding, say: Saying, title: str) -> str:
    name = quoted_title(title, say.language)
    if finding.partner == "times":
        steps = say.count("absent", *_STEPS.get(say.label("step"), _STEPS[""]))
        if say.ru:
            whole, first = say.n("expected", unit=""), say.date("first")
            return f"Во временном ряду ({name}) нет строк за {steps} из {whole}; первый пропуск — {first}."
        return f"No rows for {steps} of {say.n('expected', unit='')} ({name}); the first gap is {say.date('first')}."
    key = f"missing_{finding.partner}"
    lost, rows = say.n(key, unit="", digits=0), say.n("rows", unit="", digits=0)
    if say.ru:
        return f"{name}: пустых ячеек {lost} из {rows}; они не считаются нулями."
    return f"{name} is missing in {lost} of {rows} rows; these are not counted as zero."


@_tells("summary")
def _summary(finding: Finding, say: Saying, title: str) -> str:
    rows = say.count("rows", ("row", "rows"), ("строка", "строки", "строк"))
    table = quoted_title(finding.table, say.language)
    span = ""
    if say.label("first"):
        dates = f"{say.date('first')} – {say.date('last')}"
        span = f", период {dates}" if say.ru else f", from {dates.replace(' – ', ' to ')}"
    elif say.has("first"):
        years = f"{say.year('first')}–{say.year('last')}"
        span = f", {years}"
    return f"{'Таблица' if say.ru else 'The table'} {table}: {rows}{span}."


def titles(finding: Finding, names: Mapping[tuple[str, str], str]) -> str:
    """Return what a finding's measure is called."""
    return names.get((finding.table, finding.column), finding.column or finding.table)
