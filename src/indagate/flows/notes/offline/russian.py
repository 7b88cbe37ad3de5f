"""A result in Russian."""

from __future__ import annotations

from typing import ClassVar

from indagate.flows.notes.offline.english import English
from indagate.flows.notes.offline.spelling import plural, upper
from indagate.flows.notes.query import Period, Result, Value


class Russian(English):
    """An answer's words in Russian."""

    russian = True
    of, joined, yes, no = "из", "и", "Да", "Нет"
    said = "«{}»"
    rising = ("раст", "вверх", "увелич", "повыша", "больше", "медлен")
    falling = ("сниж", "вниз", "пада", "уменьш", "худе", "меньше", "быстрее")
    ways: ClassVar = {"slower": "медленнее", "faster": "быстрее, улучшается", "up": "растёт", "down": "снижается"}
    trend = "{way}: по тренду с {start} до {end} ({first} {since}, {last} {until})."
    changed = "На {change} {way}: {first} {since}, {last} {until}."
    steady = "Почти не меняется: около {start}; записей: {entries}."
    mean = "В среднем {value}{when}; записей: {entries}."
    mean_per = "В среднем {value} в {per}{when}; записей: {entries}."
    ago, valued, noted = "{days} назад, {day}{said}.", "{value}, {day}{said}.", "{lead} {day}{shown}{said}."
    more = "; и ещё {}"
    extremes = ("меньше всего", "больше всего")

    def when(self, periods: tuple[Period, ...]) -> str:
        """Return the days asked about, in words."""
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
        """Return how an answer about somebody else begins."""
        return f"По вашим записям ({self.query.who})"

    def nothing(self, result: Result) -> str:
        """Say that there is nothing, and what there is instead."""
        when = self.when(self.query.periods)
        if self.query.unknown:
            return self._not_understood(self.query.unknown)
        text = (
            f"Нет, таких записей нет{when}."
            if result.verdict is False and not any(one.strict for one in self.query.words)
            else f"Нет данных об этом: в записях ничего не найдено{self._lacking()}{when}."
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

    def _lacking(self) -> str:
        said = ", ".join(f"«{one.said}»" for one in self.query.words if one.strict and one.said)
        return f" со словами {said}" if said else ""

    def _not_understood(self, what: str) -> str:
        if what == "unit":
            return "Нет данных об этом: в таких единицах ничего не записано."
        if what in {"operation", "exception"}:
            return "Этого я не умею вычислять по записям, поэтому нет данных."
        return f"Нет данных об этом: «{what}» — такого дня нет или их может быть два. Назовите его с месяцем словом."

    def _streak(self, result: Result) -> str:
        days, *ends = result.values
        if not ends:
            return "Сейчас 0 дней подряд."
        assert ends[0].day and ends[1].day
        word = plural(days.number, "день", "дня", "дней")
        return (
            f"{days.number:.0f} {word} подряд ({self.things()}): с {self.day(ends[0].day)} по {self.day(ends[1].day)}."
        )

    def _pause(self, result: Result) -> str:
        days, between = result.values
        assert days.day and between.day
        return (
            f"{days.number:.0f} {plural(days.number, 'день', 'дня', 'дней')}: с {self.day(days.day)} "
            f"по {self.day(between.day)}; дней без записей между ними: {between.number:.0f}."
        )

    def _count(self, result: Result) -> str:
        value = result.values[0]
        if value.label == "kinds":
            return f"{value.number:.0f} разных ({self.things()}){self.when(self.query.periods)}."
        if value.label == "days":
            return (
                f"{value.number:.0f} {plural(value.number, 'день', 'дня', 'дней')} "
                f"({self.things()}){self.when(self.query.periods)}."
            )
        if self.kinds:
            times = plural(value.number, "раз", "раза", "раз")
            return f"{value.number:.0f} {times} ({self.things()}){self.when(self.query.periods)}."
        return f"{value.number:.0f} {self.things(value.number)}{self.when(self.query.periods)}."

    def _often(self, result: Result) -> str:
        value = result.values[0]
        if self.query.absent:
            names = {"weeks": "недель", "months": "месяцев"}
            return (
                f"{value.number:.0f} из {result.values[1].number:.0f} {names.get(value.label, 'дней')} без записи "
                f"({self.things(5)}){self.when(self.query.periods)}."
            )
        if value.label in {"weeks", "months"}:
            forms = ("неделя", "недели", "недель") if value.label == "weeks" else ("месяц", "месяца", "месяцев")
            return (
                f"{value.number:.0f} {plural(value.number, *forms)} ({self.things()}){self.when(self.query.periods)}."
            )
        return (
            f"{value.number:.0f} {plural(value.number, 'раз', 'раза', 'раз')} "
            f"({self.things(5) or 'дни с записью об этом'}){self.when(self.query.periods)}."
        )

    def _sum(self, result: Result) -> str:
        parts = " и ".join(self.number(value) for value in result.values)
        first = result.values[0]
        if not first.unit:
            return f"{first.number:.0f} {self.things(first.number)}{self.when(self.query.periods)}."
        entries = sum(value.entries for value in result.values)
        tail = f"; записей: {entries}" if entries > 1 else ""
        return f"{parts}{self.when(self.query.periods)}{tail}."

    def _value(self, result: Result) -> str:
        if len(result.values) != 1 or result.values[0].day is None:
            return self._list(result)
        value = result.values[0]
        return f"{self.number(value)}, записано {self.day(value.day or self.query.as_of)}."

    def _record(self, result: Result) -> str:
        value = result.values[0]
        assert value.day is not None
        if self.query.ago:
            return self._moment(result, "")
        if self.query.of:
            return self.valued.format(value=self.number(value), day=self.day(value.day), said="")
        if self.query.group:
            shown = self.number(value) if value.unit else f"{value.number:.0f} ({self.things()})"
            most = "больше всего" if self.query.best == "max" else "меньше всего"
            return f"{upper(self.span(value.day))}: {shown}, {most}."
        best = "больше всего" if self.query.best == "max" else "меньше всего"
        return f"{self.number(value)}, {self.day(value.day)}: {best} среди записей ({value.entries}; {self.things(1)})."

    def _gap(self, result: Result) -> str:
        days, end = result.values
        assert days.day and end.day
        said = f" («{'», «'.join(result.texts)}»)" if result.texts else ""
        word = plural(days.number, "день", "дня", "дней")
        return f"{days.number:.0f} {word} между {self.day(days.day)} и {self.day(end.day)}{said}."

    def _last(self, result: Result) -> str:
        return self._moment(result, "Последний раз:")

    def _first(self, result: Result) -> str:
        return self._moment(result, "Впервые:")

    def _counted_off(self, lead: str) -> str:
        return lead if self.query.nth == 1 else "Это было"

    def _long_ago(self, days: int) -> str:
        return self.days(days)

    def days(self, count: float) -> str:
        """Return a number of days in words."""
        return f"{count:.0f} {plural(count, 'день', 'дня', 'дней')}"

    def more_or_less(self, more: bool) -> str:
        """Return "more" or "less"."""
        return "больше" if more else "меньше"

    def _times(self, value: Value) -> str:
        return f"{value.number:.1f} {'раза' if value.label == 'days' else self.things()}".replace(".", ",")

    def per(self) -> str:
        """Return the time by which is divided."""
        return "неделю" if self.query.per == "week" else "месяц"

    def _beside(self, one: Value, other: Value, result: Result) -> str:
        if one.number == other.number:
            return f"Одинаково: {self.number(one)}."
        less_is_more = one.unit.startswith("min/")
        more, less = (one, other) if (one.number > other.number) is not less_is_more else (other, one)
        mean = "в среднем " if result.query.mean else ""
        word = "быстрее" if less_is_more else "больше"
        return (
            f"{upper(more.label)}: {mean}{self.number(more)} (записей: {more.entries}), это {word}, чем {less.label}: "
            f"{self.number(less)} (записей: {less.entries})."
        )

    def _lookup(self, result: Result) -> str:
        return f"«{result.texts[0]}» (запись от {self.day(result.cited[0].date)})."

    def _verdict(self, result: Result) -> str:
        if result.verdict and not result.texts:
            return f"Да: {self._sum(result)}"
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
            f"{self._more_or_less(result)}в среднем {self.number(inside)} с этим (записей: {inside.entries}) "
            f"против {self.number(outside)} без этого "
            f"(записей: {outside.entries}). Связь ещё не значит, что одно вызывает другое."
        )
