"""Putting the text together around its sections: what the data are, takeaways, advice, limits, sources, words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from indagate.flows.report.files import SPENT, Calculation, Finding, Language, Result, ScopeItem, is_unpaid
from indagate.flows.report.layout import Layout, layouts
from indagate.flows.report.review import Found
from indagate.flows.report.speech import counted, day, number
from indagate.flows.report.text import (
    Change,
    Claim,
    Entry,
    Glossary,
    Issue,
    Passage,
    SectionText,
    Shown,
    TableText,
)
from indagate.flows.report.wording.dates import grain_of
from indagate.tools.tables.table import Catalog, Cell, Note

CHANGES = "changes"
"""The calculation that counts what was struck out of the text: it is done again by counting the log of changes."""
CATALOG = "catalog"
"""The calculation that counts what was odd about the files: it is done again by reading them again."""
PLAIN = ("summary", "distribution", "missing", "level", "relation")
"""What is described rather than found: it is told first only where the query asks for it."""
RELATING = ("correlation", "relation", "lead")
"""Methods that see how measures go together."""
_ISSUES = {
    "duplicate-header": "duplicate_header", "unit-mix": "mixed_units", "mixed": "mixed_types",
    "odd-cells": "mixed_types",
    "empty-file": "empty_file", "no-rows": "no_rows", "one-row": "one_row", "unreadable": "unreadable",
}  # fmt: skip
_PHRASES: Mapping[str, tuple[str, str]] = {
    "what": ("What the data are", "Какие данные изучены"),
    "show": ("What the data show", "Что показывают данные"),
    "and_others": (" and others", " и другие"),
    "nothing": (
        "Nothing stands out here beyond what chance gives: no trend, shift or relation survives the tests.",
        "Здесь ничто не выходит за рамки случайного: ни один тренд, сдвиг или связь не выдержали проверки.",
    ),
    "nothing_more": (
        "Nothing was found here beyond what the rest of the report tells.",
        "Здесь не найдено ничего сверх того, что сказано в других частях отчёта.",
    ),
    "untested": (
        "Nothing here could be tested for a trend, a shift or a relation.",
        "Здесь не удалось проверить ни тренд, ни сдвиг, ни связь.",
    ),
    "loose": (
        "No relation between the measures can be told from chance.",
        "Связь между показателями не отличить от случайной.",
    ),
    "no_relation": (
        "No relation between the measures could be calculated: there are too few pairs of values.",
        "Связь между показателями не вычислена: слишком мало пар значений.",
    ),
    "unlike_times": (
        "The tables have different time steps and were not joined, so no relation between their measures was "
        "calculated.",
        "У таблиц разный шаг по времени, они не соединялись, и связь между их показателями не вычислялась.",
    ),
    "no_lead": (
        "No measure leads another beyond chance.",
        "Ни один показатель не опережает другой сверх случайного.",
    ),
    "no_season": (
        "No yearly, weekly or daily pattern stands out.",
        "Годового, недельного или суточного ритма не видно.",
    ),
    "no_oddity": (
        "No single value stands out as unusual.",
        "Отдельных необычных значений не обнаружено.",
    ),
    "no_data": ("The tables hold no answer to this.", "В таблицах нет ответа на этот вопрос."),
    "spent": SPENT,
    "cut_short": (
        "The budget ended before this was computed: {}.",
        "Бюджет исчерпан раньше, чем это было вычислено: {}.",
    ),
    "see": ("see [#{}]", "см. [#{}]"),
}
_GLOSSARY: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "trend": (
        ("Trend", "The median of all slopes between two points (Theil and Sen), tested by ranks (Mann and Kendall)."),
        ("Тренд", "Медиана наклонов между всеми парами точек (Тейл и Сен), проверенная по рангам (Манн и Кендалл)."),
    ),
    "regime_change": (
        ("Shift of level", "A date from which the values lie at another level, tested against series without one."),
        (
            "Сдвиг уровня",
            "Дата, с которой значения держатся на другом уровне; проверено сравнением с рядами без сдвига.",
        ),
    ),
    "volatility_regime": (
        ("Shift of fluctuation", "Since when a series varies more or less; its typical deviation omits single jumps."),
        ("Смена размаха", "С каких пор ряд колеблется сильнее или слабее; обычное отклонение — без редких скачков."),
    ),
    "anomaly": (
        ("Anomaly", "A point at least five robust standard deviations from what is around it."),
        ("Аномалия", "Точка, отстоящая от соседних не менее чем на пять устойчивых стандартных отклонений."),
    ),
    "seasonality": (
        (
            "Pattern",
            "What tends to return with the year, week or day; it explains a share of the variation around the trend.",
        ),
        (
            "Ритм",
            "То, что обычно повторяется с годом, неделей или сутками; им объясняется доля колебаний вокруг тренда.",
        ),
    ),
    "lead_lag": (
        ("Lead", "Changes of one series that show in another one later, beyond what each one's own past tells."),
        ("Опережение", "Изменения одного ряда, которые позже видны в другом сверх того, что говорит его прошлое."),
    ),
    "correlation": (
        (
            "Correlation",
            "How closely two measures go together, from minus one to one; of changes, beyond what each one's own past "
            "tells. It does not prove a cause.",
        ),
        (
            "Корреляция",
            "Насколько тесно связаны два показателя, от минус единицы до единицы; у изменений — сверх того, что "
            "говорит их собственное прошлое. Причину не доказывает.",
        ),
    ),
    "cycle": (
        ("Cycle", "After how long a series returns, held against a series that only wanders (its spectrum)."),
        ("Цикл", "Через какое время ряд возвращается; проверено сравнением с блуждающим рядом (по спектру)."),
    ),
    "steadiness": (
        ("Standard deviation", "How far values usually lie from their mean; the smaller, the more even."),
        ("Стандартное отклонение", "Насколько значения обычно отстоят от среднего: чем оно меньше, тем ровнее ряд."),
    ),
    "difference": (
        ("Variation in ranks", "What share of the differences between all values, by rank, lies between the groups."),
        ("Разброс рангов", "Какая доля различий между всеми значениями (по рангам) приходится на различия групп."),
    ),
    "relation": (
        ("Interval", "Where the true correlation lies in 95 of 100 cases; it is wide where neighbours are alike."),
        ("Интервал", "Где истинная корреляция лежит в 95 случаях из 100; чем больше похожи соседи, тем он шире."),
    ),
    "composition": (("Share", "A part in percent of the whole."), ("Доля", "Часть целого в процентах.")),
    "distribution": (
        ("Median", "The value in the middle: half of all values are below it."),
        ("Медиана", "Значение посередине: половина всех значений меньше него."),
    ),
}


_SURE = (
    (
        "Confidence",
        "●●● high: chance alone gives it in less than one of 1,000 cases; ●●○ medium: in less than one of 100.",
    ),
    (
        "Уверенность",
        "●●● высокая: случайно такое бывает реже, чем в одном случае из 1 000; ●●○ средняя: чем в одном из 100.",
    ),
)
"""What the marks on how sure a finding is mean."""


def phrase(name: str, language: Language) -> str:
    """Return a phrase in a language."""
    return _PHRASES[name][language == "ru"]


def silence(item: ScopeItem | None, found: Found, results: Sequence[Result], language: Language) -> Claim:
    """Return what is said where a topic, or the whole report without one, has nothing to tell, and why it has not."""
    unpaid = [r.task.id for r in results if is_unpaid(r.failed) and (item is None or r.task.scope == item.id)]
    if unpaid:
        return Claim(phrase("cut_short", language).format(", ".join(unpaid)))
    if item is not None and not item.tables:
        return Claim(phrase("no_data", language))
    done = [one for r in results if item is None or r.task.scope == item.id for one in r.calculations]
    related = item is not None and set(item.aspects) == {"relate"}
    if related and not weighed(done):
        return unrelated(found, [one for r in results for one in r.calculations], language)
    if any(one.kind not in PLAIN for one in found.findings):
        return Claim(phrase("loose" if related else "nothing_more", language))
    tested = any(one.tail is not None for one in done)
    return Claim(phrase("untested" if not tested else "loose" if related else "nothing", language))


def weighed(done: Iterable[Calculation]) -> bool:
    """Whether any relation between measures was calculated, however loose."""
    return any(one.method in RELATING and one.numbers for one in done)


def unrelated(found: Found, done: Iterable[Calculation], language: Language) -> Claim:
    """Return why no relation was calculated: tables of unlike time steps, or too few values."""
    steps = {one.id: label.text for one in done for label in one.labels if label.name == "step"}
    known = {one.table: steps[one.calculation] for one in found.findings if one.calculation in steps}
    return Claim(phrase("unlike_times" if len(set(known.values())) > 1 else "no_relation", language))


def data_section(found: Found, results: Sequence[Result], data: Catalog, language: Language) -> SectionText:
    """Return the section that says what there is: a sentence and a table."""
    ru = language == "ru"
    names = ("Таблица", "Строк", "Период", "Показатели") if ru else ("Table", "Rows", "Period", "Measures")
    rows: list[tuple[Cell, ...]] = []
    calculations: list[str] = []
    summaries = {one.id: one for one in found.findings if one.kind == "summary"}
    looks = {look.table: look for look in layouts(data, language)}
    numbers = {one.id: one for result in results for one in result.calculations}
    for finding in sorted(summaries.values(), key=lambda one: one.id):
        if not finding.value:
            continue
        counts = numbers[finding.calculation]
        labels = {one.name: one.text for one in counts.labels}
        values = {one.name: one.value for one in counts.numbers}
        ends = [labels[name] for name in ("first", "last") if name in labels]
        step = labels.get("step", "")
        grain = step if step in ("quarter", "month", "year") else grain_of(ends)
        span = " – ".join(day(one, language, grain) for one in ends)
        if "first" in values:
            span = f"{round(values['first'])}–{round(values['last'])}"
        look = next((one for one in looks.values() if _stem(one.file) == finding.table), None)
        listed = _listed(look, language) if look else ""
        rows.append((finding.table, round(finding.value), span, listed))
        calculations.append(finding.calculation)
    columns = ((names[0], "", "text"), (names[1], "", "integer"), (names[2], "", "text"), (names[3], "", "text"))
    claims = [found.claims[name] for name in sorted(summaries) if summaries[name].value]
    passages = []
    if len(claims) == 1:
        listed = str(rows[0][3])
        told = f"{'Показатели' if ru else 'Measures'}: {listed}."
        passages.append(Passage("paragraph", (claims[0], Claim(told)) if listed else (claims[0],)))
    if len(rows) > 1:
        passages.append(
            Passage("table", table=TableText(phrase("what", language), columns, tuple(rows), "", tuple(calculations)))
        )
    gaps = tuple(found.claims[one.id] for one in found.findings if one.kind == "missing")[:6]
    if gaps:
        passages.append(Passage("bullets", gaps))
    return SectionText("data", phrase("what", language), tuple(passages))


def _listed(look: Layout, language: Language, most: int = 8) -> str:
    """Return the measures of a table with their units, the first of many."""
    named = ", ".join(one.title + (f" ({one.unit})" if one.unit else "") for one in look.measures[:most])
    more = " и другие" if language == "ru" else " and others"
    return named + more if len(look.measures) > most else named


def _stem(file: str) -> str:
    return file.rpartition("/")[2].rpartition(".")[0]


def limitations(
    data: Catalog, results: Sequence[Result], missing: Sequence[str], language: Language
) -> tuple[Claim, ...]:
    """Return what a reader must know of the limits: odd data, tasks that failed, what tests cannot tell."""
    ru = language == "ru"
    claims = [_noted(note, data, language) for note in data.notes if note.kind not in ("duplicate-rows",)][:14]
    claims += _undone(results, language)
    claims += [Claim(text) for text in missing]
    if data.tables:
        claims.append(
            Claim(
                "Что показано, прошло поправку на множество проверок; слабые связи могли остаться незамеченными. "
                "Наблюдения не доказывают причин."
                if ru
                else "What is shown has passed a correction for the many tests that were made; "
                "weak effects may be missed. Observations do not prove causes."
            )
        )
    return tuple(claims)


def _undone(results: Iterable[Result], language: Language) -> list[Claim]:
    """Return the remarks on tasks that were not done, those together that have one reason."""
    reasons: dict[str, list[str]] = {}
    for one in results:
        if one.failed:
            reasons.setdefault(one.failed, []).append(one.task.id)
    begin = {
        "en": ("Task {} was not done: {}", "Tasks {} were not done: {}"),
        "ru": ("Задача {} не выполнена: {}", "Задачи {} не выполнены: {}"),
    }[language]
    told = (begin[len(names) > 1].format(", ".join(names), why) for why, names in reasons.items())
    return [Claim(f"{text.rstrip('.')}.") for text in told]


def unfetched(series: Sequence[str], language: Language) -> tuple[Claim, ...]:
    """Return the remark that series were not fetched, the budget being spent, where there are some."""
    begin = "Ряды не загружены, бюджет исчерпан" if language == "ru" else "Not fetched, as the budget is spent"
    return (Claim(f"{begin}: {', '.join(series)}."),) if series else ()


_BY_OTHERS = {
    "en": (
        "By rules or nobody, as the budget is spent",
        "Answered by the rules, where the model gave no usable answer",
    ),
    "ru": ("По правилам или никем, бюджет исчерпан", "Модель не дала пригодного ответа, ответили правила"),
}


def by_others(
    limits: Iterable[Claim], unasked: Sequence[str], instead: Sequence[str], language: Language
) -> tuple[Claim, ...]:
    """Return limitations with the remarks that name roles no model answered, in place of such remarks of before.

    `unasked` are those that the budget did not pay for, `instead` those of which no answer of a model could be used.
    """
    begins = _BY_OTHERS[language]
    told = [
        Claim(f"{begin}: {', '.join(roles)}.") for begin, roles in zip(begins, (unasked, instead), strict=True) if roles
    ]
    return (*(one for one in limits if one.text.partition(":")[0] not in begins), *told)


def struck_out(changes: Sequence[Change], language: Language) -> tuple[Claim, ...]:
    """Return the remark that sentences were left out since nothing bears what they said, where some were."""
    count = len(left_out(changes))
    if not count:
        return ()
    shown = (Shown(number(count, language, 0), CHANGES, "left_out"),)
    if language == "ru":
        told = counted(count, language, ("", ""), ("предложение", "предложения", "предложений"))
        return (Claim(f"Из текста вычеркнуто {told}: расчёты или источники их не подтверждают.", shown=shown),)
    told = counted(count, language, ("sentence was", "sentences were"), ("", "", ""))
    return (Claim(f"{told} struck out of the text, as no calculation or source bears what was said.", shown=shown),)


def left_out(changes: Sequence[Change]) -> list[Change]:
    """Return the changes that took a whole sentence out of a text."""
    return [one for one in changes if one.kind in ("contradiction", "omen", "unsupported") and not one.after]


_NOTED: Mapping[str, str] = {
    "encoding": "кодировка файла — не UTF-8", "empty-file": "файл пуст", "no-rows": "есть заголовки, но нет строк",
    "one-row": "только одна строка, сравнивать не с чем", "no-header": "нет строки заголовков",
    "duplicate-header": "заголовок повторяется", "empty-header": "у столбца нет заголовка",
    "preamble": "строки над таблицей пропущены", "footer": "строки под таблицей пропущены",
    "ragged": "в строках разное число ячеек", "odd-cells": "ячейки другого вида не учтены",
    "mixed": "числа смешаны с текстом, столбец оставлен текстом",
    "missing-words": "слова вместо чисел приняты за пропуски",
    "unit-mix": "разные единицы измерения", "unit-bare": "ячейки без единицы отнесены к общей",
    "ambiguous-date": "день и месяц неоднозначны", "decimal-comma": "запятая прочитана как десятичный знак",
    "long-numbers": "очень длинные числа прочитаны приближённо",
    "codes": "очень длинные числа приняты за обозначения, столбец оставлен текстом",
    "empty-column": "в столбце нет значений", "unreadable": "файл не прочитан", "unknown-format": "формат не поддержан",
}  # fmt: skip


def _noted(note: Note, data: Catalog, language: Language) -> Claim:
    where = note.file + (f", {data.table(note.table).column(note.column).heading}" if note.column else "")
    text = note.text if language == "en" else _NOTED.get(note.kind, note.text)
    shown: tuple[Shown, ...] = ()
    tail = ""
    if note.count:
        name = f"{note.file}|{note.table}|{note.column}|{note.kind}"
        written = number(note.count, language, 0)
        shown = (Shown(written, CATALOG, name),)
        tail = f" ({counted(note.count, language, ('case', 'cases'), ('случай', 'случая', 'случаев'))})"
    return Claim(f"{where}: {text}{tail}.", shown=shown)


def issues(data: Catalog, found: Iterable[Finding]) -> tuple[Issue, ...]:
    """Return what is wrong with the data, for programs."""
    listed: dict[tuple[str, str, str], Issue] = {}
    for note in data.notes:
        kind = _ISSUES.get(note.kind)
        if kind is None:
            continue
        column = _heading(data, note)
        listed.setdefault((kind, _stem(note.file), column), Issue(kind, _stem(note.file), column, note.count))
    for one in found:
        if one.kind == "missing" and one.partner == "times":
            listed.setdefault(
                ("date_gap", one.table, one.column), Issue("date_gap", one.table, one.column, round(one.value or 0))
            )
    return tuple(listed.values())


def _heading(data: Catalog, note: Note) -> str:
    if note.kind == "duplicate-header":
        named = re.search(r"the heading '(.+?)' occurs again", note.text)
        return named[1] if named else ""
    if not note.table or not note.column:
        return ""
    return data.table(note.table).column(note.column).heading


def glossary(found: Found, told: Iterable[Claim], language: Language) -> Glossary:
    """Return the words that what is told uses."""
    named = {name for claim in told for name in claim.findings}
    findings = [one for one in found.findings if one.id in named]
    kinds = list(dict.fromkeys(one.kind for one in findings))
    words = [Entry(*_GLOSSARY[kind][language == "ru"]) for kind in kinds if kind in _GLOSSARY]
    if any(one.tail is not None for one in findings):
        words.append(Entry(*_SURE[language == "ru"]))
    return Glossary(tuple(words))
