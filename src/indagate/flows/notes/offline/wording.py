"""SYNTHESIZE by rule: a result in words, in the language of the question (English or Russian)."""

from __future__ import annotations

from datetime import date

from indagate.flows.notes.domain import Activity
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.query import Period, Query, Result, Value
from indagate.flows.notes.token import cyrillic

_RU_MONTHS = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]
_EN_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def day_text(day: date, russian: bool) -> str:
    """Return a day as people write it: 3 July 2026, 3 июля 2026 года."""
    if russian:
        return f"{day.day} {_RU_MONTHS[day.month - 1]} {day.year}"
    return f"{day.day} {_EN_MONTHS[day.month - 1]} {day.year}"


def number_text(number: float, unit: str, russian: bool) -> str:
    """Return a number with its unit: 82.5 km, 7 h 40 min, 5:12 min/km, 1 250 ₽."""
    if unit == "h":
        hours, minutes = divmod(round(number), 60)
        if russian:
            return f"{hours} ч {minutes:02d} мин" if minutes else f"{hours} ч"
        return f"{hours} h {minutes:02d} min" if minutes else f"{hours} h"
    if unit == "min/km":
        seconds = round(number * 60)
        return f"{seconds // 60}:{seconds % 60:02d} {'мин/км' if russian else 'min/km'}"
    if unit == "min" and number >= 90:
        return number_text(number, "h", russian)
    if unit == "min" and number != round(number):
        minutes, seconds = divmod(round(number * 60), 60)
        return f"{minutes} мин {seconds:02d} с" if russian else f"{minutes} min {seconds:02d} s"
    text = f"{number:.2f}".rstrip("0").rstrip(".") if number < 1000 or unit in "€$£" else f"{number:.0f}"
    if unit == "/10":
        return f"{text}/10"
    names = {
        "km": "км",
        "kg": "кг",
        "kcal": "ккал",
        "g": "г",
        "min": "мин",
        "bpm": "уд/мин",
        "l": "л",
        "steps": "шагов",
    }
    shown = names.get(unit, unit) if russian else unit
    if russian:
        text = text.replace(".", ",")
    return f"{text} {shown}".strip()


def label(activity: Activity | None, count: float, russian: bool) -> str:
    """Return an activity's name for a number of it."""
    labels = activity.labels if activity else {}
    names = (labels.get("ru") if russian else None) or labels.get("en") or ("",)
    if not russian or len(names) < 3:
        return names[0] if count == 1 else names[-1]
    n = int(abs(count))
    if n % 10 == 1 and n % 100 != 11:
        return names[0]
    return names[1] if n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14} else names[2]


def write(result: Result, lexicon: Lexicon) -> str:
    """Return the answer in words."""
    query = result.query
    voice = _Russian(query, lexicon) if cyrillic(query.text) else _English(query, lexicon)
    if not result.found:
        return voice.nothing(result)
    if query.who:
        return f"{voice.whose()}: {voice.told(result)}"
    return voice.told(result)


class _English:
    """An answer's words in English."""

    russian = False

    def __init__(self, query: Query, lexicon: Lexicon) -> None:
        self.query = query
        subject = query.subjects[0] if query.subjects else None
        self.activity = lexicon.activity(subject.domain, subject.activity) if subject else None
        self.kinds = [self._name(lexicon.words(subject.domain, kind)) for kind in subject.kinds] if subject else []

    def _name(self, words: tuple[str, ...]) -> str:
        fitting = [word for word in words if cyrillic(word) is self.russian and "*" not in word]
        return (fitting or [words[0].rstrip("*")])[0] if words else ""

    def things(self, count: float = 2) -> str:
        """Return what is asked about."""
        return " / ".join(self.kinds) if self.kinds else label(self.activity, count, self.russian)

    def day(self, day: date) -> str:
        return day_text(day, self.russian)

    def number(self, value: Value) -> str:
        return number_text(value.number, value.unit, self.russian)

    def when(self, periods: tuple[Period, ...]) -> str:
        """Return the days asked about, in words."""
        found = []
        for one in periods:
            last = min(one.last, self.query.as_of)
            if one.first == one.last:
                found.append(f"on {self.day(one.first)}")
            elif one.first.year < 1900:
                found.append(f"until {self.day(last)}")
            else:
                found.append(f"from {self.day(one.first)} to {self.day(last)}")
        return " " + " and ".join(found) if found else ""

    def whose(self) -> str:
        return f"Of {self.query.who.capitalize()}, in your notes"

    def nothing(self, result: Result) -> str:
        query = self.query
        if result.verdict is False:
            text = f"No: no such {label(self.activity, 1, False) or 'thing'} is noted{self.when(query.periods)}."
        else:
            about = f" no {self.things()} of that kind noted" if self.activity else " nothing in your notes tells that"
            text = f"No data for that:{about}{self.when(query.periods)}."
        if result.planned:
            text += " It was only planned."
        elif result.others:
            text += " Only other people's are noted."
        elif result.denied:
            text += " The notes say that it did not take place."
        if result.near is not None:
            text += f" The nearest note of it is of {self.day(result.near)}."
        return text

    def told(self, result: Result) -> str:
        method = getattr(self, f"_{result.query.form}", self._list)
        text: str = method(result)
        return text

    def _count(self, result: Result) -> str:
        value = result.values[0]
        if value.label == "days":
            return f"{value.number:.0f} {'day' if value.number == 1 else 'days'} with {self.things(2)}{self.when(self.query.periods)}."  # noqa: E501
        return f"{value.number:.0f} {self.things(value.number)}{self.when(self.query.periods)}."

    def _often(self, result: Result) -> str:
        value = result.values[0]
        times = "time" if value.number == 1 else "times"
        name = self.things(value.number)
        if value.label == "days":
            return f"{value.number:.0f} {times} (days with {name}){self.when(self.query.periods)}."
        return f"{value.number:.0f} {times} ({name}){self.when(self.query.periods)}."

    def _sum(self, result: Result) -> str:
        parts = " and ".join(self.number(value) for value in result.values)
        first = result.values[0]
        if not first.unit:
            return f"{first.number:.0f} {self.things(first.number)}{self.when(self.query.periods)}."
        entries = sum(value.entries for value in result.values)
        tail = f", from {entries} {'entry' if entries == 1 else 'entries'}" if entries > 1 else ""
        return f"{parts}{self.when(self.query.periods)}{tail}."

    def _average(self, result: Result) -> str:
        parts = " and ".join(f"{self.number(value)}" for value in result.values)
        entries = sum(value.entries for value in result.values)
        return f"{parts} on average{self.when(self.query.periods)}, from {entries} {'entry' if entries == 1 else 'entries'}."  # noqa: E501

    def _value(self, result: Result) -> str:
        if len(result.values) != 1 or result.values[0].day is None:
            return self._list(result)
        value = result.values[0]
        return f"{self.number(value)}, noted on {self.day(value.day or self.query.as_of)}."

    def _record(self, result: Result) -> str:
        value = result.values[0]
        assert value.day is not None
        best = "most" if self.query.best == "max" else "least"
        name = self.things(1)
        return f"{self.number(value)} on {self.day(value.day)}: the {best} of {value.entries} {'entry' if value.entries == 1 else 'entries'} ({name})."  # noqa: E501

    def _last(self, result: Result) -> str:
        return self._moment(result, "The last time")

    def _first(self, result: Result) -> str:
        return self._moment(result, "The first time")

    def _moment(self, result: Result, lead: str) -> str:
        value = result.values[0]
        assert value.day is not None
        said = f": “{result.texts[0]}”" if result.texts and result.texts[0] else ""
        shown = f" ({self.number(value)})" if value.unit and value.number else ""
        return f"{lead} was {self.day(value.day)}{shown}{said}."

    def _trend(self, result: Result) -> str:
        first, last, start, end = result.values
        if result.verdict is None:
            return f"Neither way: it is steady, about {self.number(start)}, over {first.entries} entries."
        if first.unit == "min/km":
            word = "slower" if result.verdict else "faster, improving"
        else:
            word = "up, rising" if result.verdict else "down, falling"
        assert first.day and last.day
        return (
            f"{self._agrees(result)}{word}: the trend leads from {self.number(start)} to {self.number(end)} ({self.number(first)} on "  # noqa: E501
            f"{self.day(first.day)}, {self.number(last)} on {self.day(last.day)})."
        )

    def _agrees(self, result: Result) -> str:
        """Say yes or no where the question names a direction."""
        low = self.query.text.lower()
        rising = any(word in low for word in ("rising", "increas", "growing", "going up", "gaining", "grow"))
        falling = any(word in low for word in ("falling", "decreas", "dropping", "going down", "losing"))
        if rising == falling:
            return ""
        return "Yes, " if result.verdict is rising else "No, "

    def _compare(self, result: Result) -> str:
        one, other = self._pair(result)
        if one.number == other.number:
            return f"The same: {self.number(one)} in both."
        more, less = (one, other) if one.number > other.number else (other, one)
        mean = " on average" if self.query.mean or result.query.mean else ""
        entries = [
            f", {value.entries} {'entry' if value.entries == 1 else 'entries'}" if value.entries else ""
            for value in (more, less)
        ]
        return f"{more.label.capitalize()}: {self.number(more)}{mean}{entries[0]}, which is more than {less.label}: {self.number(less)}{entries[1]}."  # noqa: E501

    def _pair(self, result: Result) -> tuple[Value, Value]:
        values = list(result.values)
        units = {value.unit for value in values if value.unit}
        if len(values) > 2 and len(units) > 1:  # the currency that both periods have
            for unit in units:
                some = [value for value in values if value.unit == unit]
                if len(some) == 2:
                    return some[0], some[1]
        while len(values) < 2:
            values.append(Value(0.0, values[0].unit if values else "", self.query.periods[-1].said))
        return values[0], values[1]

    def _list(self, result: Result) -> str:
        many = len({value.day for value in result.values}) > 1
        shown = []
        for text, value in list(zip(result.texts, result.values, strict=False))[:12]:
            name = (
                f"{value.label.replace('_', ' ')}: "
                if value.label and value.label.split("_")[0] not in text.lower()
                else ""
            )
            shown.append(f"{f'{value.day}: ' if many else ''}{name}{text}")
        more = f"; and {len(result.texts) - 12} more" if len(result.texts) > 12 else ""
        when = self.when(self.query.periods)
        return f"{'; '.join(shown)}{more}{f' ({when.strip()})' if when else ''}."

    def _lookup(self, result: Result) -> str:
        cited = result.cited[0]
        return f"“{result.texts[0]}” (noted on {self.day(cited.date)})."

    def _verdict(self, result: Result) -> str:
        if result.verdict:
            days = ", ".join(dict.fromkeys(self.day(one.date) for one in result.cited[:3]))
            return f"Yes: “{'”, “'.join(result.texts)}” ({days})."
        if result.values:
            value = result.values[0]
            assert value.day is not None
            return f"No, that is not in your notes; the closest is {self.number(value)} on {self.day(value.day)}."
        return f"No, no such {label(self.activity, 1, False)} is noted{self.when(self.query.periods)}."

    def _effect(self, result: Result) -> str:
        inside, outside = result.values
        return (
            f"{self.number(inside)} on average with it ({inside.entries} entries), against {self.number(outside)} without "  # noqa: E501
            f"({outside.entries} entries). That they go together does not say that one causes the other."
        )


class _Russian(_English):
    """An answer's words in Russian."""

    russian = True

    def when(self, periods: tuple[Period, ...]) -> str:
        found = []
        for one in periods:
            last = min(one.last, self.query.as_of)
            if one.first == one.last:
                found.append(self.day(one.first))
            elif one.first.year < 1900:
                found.append(f"до {self.day(last)}")
            else:
                found.append(f"с {self.day(one.first)} по {self.day(last)}")
        return ", " + " и ".join(found) if found else ""

    def whose(self) -> str:
        return f"По вашим записям ({self.query.who})"

    def nothing(self, result: Result) -> str:
        when = self.when(self.query.periods)
        text = (
            f"Нет, таких записей нет{when}."
            if result.verdict is False
            else f"Нет данных об этом: в записях ничего не найдено{when}."
        )
        if result.planned:
            text += " Это было только в планах."
        elif result.others:
            text += " Есть записи только о других людях."
        elif result.denied:
            text += " В записях сказано, что этого не было."
        if result.near is not None:
            text += f" Ближайшая запись об этом: {self.day(result.near)}."
        return text

    def _count(self, result: Result) -> str:
        value = result.values[0]
        if value.label == "days":
            return f"{value.number:.0f} {_plural(value.number, 'день', 'дня', 'дней')} ({self.things()}){self.when(self.query.periods)}."  # noqa: E501
        return f"{value.number:.0f} {self.things(value.number)}{self.when(self.query.periods)}."

    def _often(self, result: Result) -> str:
        value = result.values[0]
        return f"{value.number:.0f} {_plural(value.number, 'раз', 'раза', 'раз')} ({self.things(5)}){self.when(self.query.periods)}."  # noqa: E501

    def _sum(self, result: Result) -> str:
        parts = " и ".join(self.number(value) for value in result.values)
        first = result.values[0]
        if not first.unit:
            return f"{first.number:.0f} {self.things(first.number)}{self.when(self.query.periods)}."
        entries = sum(value.entries for value in result.values)
        tail = f"; записей: {entries}" if entries > 1 else ""
        return f"{parts}{self.when(self.query.periods)}{tail}."

    def _average(self, result: Result) -> str:
        parts = " и ".join(self.number(value) for value in result.values)
        entries = sum(value.entries for value in result.values)
        return f"В среднем {parts}{self.when(self.query.periods)}; записей: {entries}."

    def _value(self, result: Result) -> str:
        if len(result.values) != 1 or result.values[0].day is None:
            return self._list(result)
        value = result.values[0]
        return f"{self.number(value)}, записано {self.day(value.day or self.query.as_of)}."

    def _record(self, result: Result) -> str:
        value = result.values[0]
        assert value.day is not None
        best = "больше всего" if self.query.best == "max" else "меньше всего"
        return f"{self.number(value)}, {self.day(value.day)}: {best} среди записей ({value.entries}; {self.things(1)})."

    def _last(self, result: Result) -> str:
        return self._moment(result, "Последний раз:")

    def _first(self, result: Result) -> str:
        return self._moment(result, "Впервые:")

    def _moment(self, result: Result, lead: str) -> str:
        value = result.values[0]
        assert value.day is not None
        said = f": «{result.texts[0]}»" if result.texts and result.texts[0] else ""
        shown = f" ({self.number(value)})" if value.unit and value.number else ""
        return f"{lead} {self.day(value.day)}{shown}{said}."

    def _trend(self, result: Result) -> str:
        first, last, start, end = result.values
        if result.verdict is None:
            return f"Почти не меняется: около {self.number(start)}; записей: {first.entries}."
        if first.unit == "min/km":
            word = "медленнее" if result.verdict else "быстрее, улучшается"
        else:
            word = "растёт" if result.verdict else "снижается"
        assert first.day and last.day
        return (
            f"{self._agrees(result)}{word}: по тренду с {self.number(start)} до {self.number(end)} ({self.number(first)} "  # noqa: E501
            f"{self.day(first.day)}, {self.number(last)} {self.day(last.day)})."
        )

    def _agrees(self, result: Result) -> str:
        low = self.query.text.lower()
        rising = any(word in low for word in ("раст", "увелич", "повыша"))
        falling = any(word in low for word in ("сниж", "пада", "уменьш", "худе"))
        if rising == falling:
            return ""
        return "Да, " if result.verdict is rising else "Нет, "

    def _compare(self, result: Result) -> str:
        one, other = self._pair(result)
        if one.number == other.number:
            return f"Одинаково: {self.number(one)}."
        more, less = (one, other) if one.number > other.number else (other, one)
        mean = "в среднем " if self.query.mean or result.query.mean else ""
        return (
            f"{more.label.capitalize()}: {mean}{self.number(more)} (записей: {more.entries}), это больше, чем {less.label}: "  # noqa: E501
            f"{self.number(less)} (записей: {less.entries})."
        )

    def _lookup(self, result: Result) -> str:
        return f"«{result.texts[0]}» (запись от {self.day(result.cited[0].date)})."

    def _verdict(self, result: Result) -> str:
        if result.verdict:
            days = ", ".join(dict.fromkeys(self.day(one.date) for one in result.cited[:3]))
            return f"Да: «{'», «'.join(result.texts)}» ({days})."
        if result.values:
            value = result.values[0]
            assert value.day is not None
            return f"Нет, такого в записях нет; ближе всего {self.number(value)}, {self.day(value.day)}."
        return f"Нет, таких записей нет{self.when(self.query.periods)}."

    def _effect(self, result: Result) -> str:
        inside, outside = result.values
        return (
            f"В среднем {self.number(inside)} с этим (записей: {inside.entries}) против {self.number(outside)} без этого "  # noqa: E501
            f"(записей: {outside.entries}). Связь ещё не значит, что одно вызывает другое."
        )


def _plural(count: float, one: str, few: str, many: str) -> str:
    n = int(abs(count))
    if n % 10 == 1 and n % 100 != 11:
        return one
    return few if n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14} else many
