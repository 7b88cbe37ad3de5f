"""Needless anglicisms are found in all their forms and replaced where that is safe; all else is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.flows.report.language import edit_anglicisms, find_anglicisms
from indagate.flows.report.language.inflection import decline, inflect


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("В трёх кейсах инсайты пришли от стейкхолдеров.", ["кейсах", "инсайты", "стейкхолдеров"]),
        ("Команда зафейлила релиз и пошла фиксить баги.", ["зафейлила", "релиз", "фиксить", "баги"]),
        ("Мы пофиксили дашборд и расшарили саммари.", ["пофиксили", "дашборд", "расшарили", "саммари"]),
        ("Главный драйвер роста рынка — цены.", ["драйвер"]),
        ("Показатель растёт, а growth замедлился.", ["growth"]),
        ("По дефолту берётся последний год.", ["По дефолту"]),
        ("Ресёрч показал: апсайда нет.", ["Ресёрч", "апсайда"]),
    ],
)
def test_anglicisms_are_found_in_every_form(text: str, found: list[str]) -> None:
    """Cases, numbers, prefixes, tenses, and the letter ё."""
    assert [one.word for one in find_anglicisms(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "Компьютер в банке показал рост инфляции, бюджета и экспорта.",
        "Маркетинг, менеджмент и рейтинг бренда обсудили лидеры бизнеса в офисе.",
        "Компания «Кейс Групп» и её дилер Таргет торгуют под тикером CASE.",
        "Костяк команды слушал мессу; фиксируем расходы, поститься никто не стал.",
        "Драйвер принтера установлен, лидер группы доволен, чёрный день прошёл.",
        "Подробности: https://example.org/дашборд/кейс и [@insight].",
        "КЕЙС, ИТС и ВВП — сокращения.",
        "Исследование назвали «best growth performance of the year».",
        "Клиент простил банк, и тот распустил комиссию.",
    ],
)
def test_loanwords_names_and_lookalikes_are_left_alone(text: str) -> None:
    """Established words, names within a sentence, tickers, addresses and words that only begin alike."""
    assert [one.word for one in find_anglicisms(text)] == []


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("По итогам трёх кейсов видны риски.", "По итогам трёх случаев видны риски."),
        ("Инсайты собраны к дедлайну.", "Выводы собраны к сроку."),
        ("Отзывы юзеров и вендоров учтены.", "Отзывы пользователей и поставщиков учтены."),
        ("Фейковые отзывы удалены.", "Поддельные отзывы удалены."),
        ("О роадмапе говорили мало.", "О плане работ говорили мало."),
        ("Ритейлеров стало больше.", "Розничных продавцов стало больше."),
        ("Рандомно выбраны сто строк.", "Случайно выбраны сто строк."),
    ],
)
def test_editing_keeps_the_form(text: str, edited: str) -> None:
    """The Russian word stands in the case and number of the one that it replaces."""
    assert edit_anglicisms(text)[0] == edited


def test_what_would_need_rephrasing_is_only_listed() -> None:
    """Where gender or aspect would change with the word, the text stays and the suggestion is told."""
    text, found = edit_anglicisms("Новый ритейл вырос, команда зашерила файл.")
    assert text == "Новый ритейл вырос, команда зашерила файл."
    assert [(one.lemma, bool(one.suggestion), one.applied) for one in found] == [
        ("ритейл", True, ""),
        ("шерить", True, ""),
    ]


@given(st.text(alphabet="абвгдеёжзийклмнопрстуфхцчшщъыьэюя АБВ.,-«»[]@", max_size=120))
def test_editing_changes_only_what_it_tells(text: str) -> None:
    """The rest of the text is the same, sign by sign."""
    edited, found = edit_anglicisms(text)
    at, rebuilt = 0, ""
    for one in found:
        rebuilt += text[at : one.start] + (one.applied or one.word)
        at = one.end
        assert text[one.start : one.end] == one.word
    assert edited == rebuilt + text[at:]


def test_nouns_are_declined() -> None:
    """Hard, soft, hushing and feminine nouns, those with a fleeting vowel, and adjectives with them."""
    assert decline("вывод")[1] == "вывода"
    assert decline("рубеж")[7] == "рубежей"
    assert decline("участник")[6] == "участники"
    assert decline("возможность")[4] == "возможностью"
    assert decline("повестка")[7] == "повесток"
    assert decline("список")[4] == "списком"
    assert decline("внедрение")[5] == "внедрении"
    assert inflect("краткий* список*", (4, 1), "m") == "краткими списками"
    assert inflect("дорожная* карта*", (3, 0), "f") == "дорожную карту"
    assert inflect("розничный* продавец*", (3, 0), "m", animate=True) == "розничного продавца"
    assert inflect("панель* показателей", (1, 0), "f") == "панели показателей"
