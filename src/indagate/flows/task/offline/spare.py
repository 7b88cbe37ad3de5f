"""Words of goals that name no column: those of questions, figures, times and deeds, in three languages."""

from __future__ import annotations

import re

from indagate.evidence.language import STOP_WORDS
from indagate.evidence.vocabulary import vocabulary

SPARE = frozenset(
    vocabulary(
        """
average mean median total sum number count many much highest lowest largest smallest biggest greatest most least
fewest maximum minimum max min share percentage percent proportion standard deviation correlation different distinct
unique overall altogether combined value values figure record records row rows entry entries table data file were was
had has have did does do are is be been there all per each every on in at of the any some sold sell made make paid pay
recorded measured listed registered higher lower greater less fewer more than over above below under up top best worst
range spread missing hottest coldest warmest latest earliest newest oldest cheapest expensive longest shortest busiest
day days month months year years quarter weekday weekend games matches times brought got earned won lost какова каков
каково каковы week column calculate compute find what which who when where how whole given single one between during
from until to with without amount place go goes get reach insgesamt gesamt gesamtzahl summe durchschnitt
durchschnittlich durchschnittliche mittelwert mittlere standardabweichung anzahl viele viel hoch höchste höchsten
höchster größte größten meiste meisten niedrigste niedrigsten kleinste kleinsten geringste wenigsten anteil prozent
verschiedene unterschiedliche hatte hatten war waren gab gibt wurde wurden machte machten verkauft tag tage tagen
monat jahr quartal beträgt betrug wert werte zeile zeilen eintrag einträge schnitt maximal minimal pro je spannweite
zusammen welche welcher welches welchem welchen erzielt erzielte средний средняя среднее средние средней средню
среднем медиана медианное сумма общая общее общий всего итого количество число сколько каком какой какая какое какие
самый самая самое наибольший наибольшая наибольшее наименьший наименьшая больше меньше максимальный максимальная
максимальное минимальный минимальная минимальное доля процент процентов продано продали было были составила составил
составило строк строки записей запись записи день дней месяц месяце год году стандартное отклонение разных различных
значение значения стандартного каждый приходится получено проданных продаж продажи нет
"""
    )
)
OPERATIVE = frozenset(
    vocabulary(
        """
average mean median share percentage percent proportion standard deviation correlation different distinct unique range
spread missing growth second third last first ratio excluding except without only running cumulative moving weighted
durchschnitt durchschnittlich durchschnittliche mittelwert mittlere standardabweichung anteil prozent verschiedene
unterschiedliche spannweite erste letzte zweite dritte ohne außer средний средняя среднее средние средней средню среднем
медиана медианное доля процент процентов разных различных стандартное стандартного отклонение без кроме второй первый
"""
    )
)
"""Words that change what is computed: where no rule has used one, the goal was not understood."""
NOTHING = frozenset(vocabulary("no without keine keinen keiner kein keinem ohne без нет none"))
POLITE = frozenset(
    vocabulary(
        """
people please show tell give list name state me us according column columns each every both
their its they it that this these those there say said see using use based exactly just together time times
earn bring make get receive sell work works last live lives located situated open play visit win lose deliver place
often strongly closely
degrees kind kinds type types sort number numbers figures figure much across among within out altogether took take takes
need needs cost costs spend spent grow came come comes went like amount amounts whose which level levels
entfiel entfielen entfällt entfallen wohnt wohnen arbeiten arbeitet grad
bitte zeige nenne gib liste mir uns laut jede jeder jedes jeden aller alle allen alles je beide ihrer
oft stark spalte spalten davon dabei wurden wird werden kam kamen ging lag liegt betragen kostet kosten brachte brachten
градусов живет живёт находится работает дал дала дало дали
столбец столбца колонка колонки скольких строках строке
пожалуйста покажи назови скажи дай мне нам каждого каждой каждом все всех
всём весь вся вид вида виду тип типа оказалось приходилось пришлось отправили отправлено пришло обошлось вышло
"""
    )
)
"""Words around a question, and names for what any column or table is."""
VERB = re.compile(
    r"\w{2,}(?:ed|ing)|ge\w{2,}(?:t|en)|\w{2,}(?:лся|лась|лось|лись|[еёия]тся|ются|ят|ено|ены|ана|ано|аны|ит|"
    r"[аи]л[аои]?)"
)
"""Verbs of all kinds, which say nothing about a column."""
NOUNS = frozenset(
    vocabulary("speed need seed feed breed bed shed red weed building rating heating parking housing king ring")
)
"""What looks like a verb and is none."""
GREW = re.compile(
    r"\b(?:grow|grew|increase|rise|rose|change|fall|fell|decrease|drop|wuchs|wachsen|gewachsen|gestiegen|stieg|sank|"
    r"gesunken|вырос\w*|увелич\w+|измени\w+|сократи\w+|уменьш\w+|упал\w*)\b",
    re.IGNORECASE,
)
FIRST = re.compile(
    r"\b(?:first|earliest|erste\w*|früheste\w*|перв\w+)\b|"
    r"\b(?P<last>last|latest|letzte\w*|späteste\w*|последн\w+)\b",
    re.IGNORECASE,
)


def small(word: str) -> bool:
    """Whether a word is one of those that every sentence has."""
    return (len(word) < 2 and not word.isdigit()) or any(
        word in STOP_WORDS[language] for language in ("en", "de", "ru")
    )


def is_filler(word: str) -> bool:
    """Whether a word of a goal to tables names nothing and changes nothing."""
    if word in OPERATIVE or word in NOUNS:
        return False
    return word in SPARE or word in POLITE or small(word) or bool(VERB.fullmatch(word))


def is_small(word: str) -> bool:
    """Whether a word of a goal to tables never means a column, unless it is the column's own name."""
    return word in OPERATIVE or word in SPARE or word in POLITE or small(word)


def says_nothing(word: str) -> bool:
    """Whether a word of a goal names no column and no value, whatever the table."""
    if word in SPARE or word in NOTHING or word.isdigit() or small(word):
        return True
    if GREW.fullmatch(word) or FIRST.fullmatch(word):
        return True
    return bool(VERB.fullmatch(word)) and word not in NOUNS
