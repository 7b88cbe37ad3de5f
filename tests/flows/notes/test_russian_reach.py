"""Russian questions: the days they name, what is set side by side, whose doing it was, and what is not answered."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said
from indagate.flows.notes.moment import moments

TODAY = date(2026, 10, 21)  # a Wednesday
DIARY = """
2026-06-03 купил новые кеды Asics, 90 €
2026-07-04 суши с Петей, 35 €
2026-07-21 врач: растянул плечо, неделю без штанги. заплатил 50 €
2026-08-02 отпуск в Калининграде, ел мороженое
2026-08-11 Петя присел 140 кг; книга 12 €
2026-09-02 присед 3x5 100 кг; кофе x2
2026-09-04 температура 37.9, лежу
2026-09-08 пробежал 5 км за 30 мин
2026-09-11 пробежал 6 км за 36 мин; кофе x1
2026-09-16 присед 3x5 110 кг; обед 700 ккал
2026-09-19 Петя присел 150 кг
2026-09-27 жим лежа 3x5 70 кг
2026-10-02 присед 3x5 105 кг; пробежал 7 км за 42 мин
2026-10-10 пробежал 11 км за 66 мин
2026-10-11 пробежал 4 км за 25 мин
2026-10-15 вернул Вере 20 €; ужин в ресторане 60 €; такси 9 €
2026-10-18 пробежал 21.1 км за 2:04:00
2026-10-20 суши с Петей, 41 €; продукты 30 €
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the diary."""
    return keep(tmp_path_factory.mktemp("дневник"), DIARY)


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("за неделю с 7 по 13 сентября", date(2026, 9, 7), date(2026, 9, 13)),
        ("за неделю с 7 сентября", date(2026, 9, 7), date(2026, 9, 13)),
        ("с начала месяца", date(2026, 10, 1), TODAY),
        ("с начала недели", date(2026, 10, 19), TODAY),
        ("в первой половине месяца", date(2026, 10, 1), date(2026, 10, 16)),
        ("в предыдущем месяце", date(2026, 9, 1), date(2026, 9, 30)),
        ("за последние две недели сентября", date(2026, 9, 17), date(2026, 9, 30)),
        ("за прошедшие выходные", date(2026, 10, 17), date(2026, 10, 18)),
    ],
)
def test_russian_names_of_days_are_one_period(words: str, first: date, last: date) -> None:
    """A week with its days is that week, the running month begins with its first, the one before is whole."""
    assert [(one.first, one.last) for one in moments(words, TODAY)] == [(first, last)]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("сколько км набегал за неделю с 7 по 13 сентября", "11 км"),
        ("какой километраж с начала месяца?", "43,1 км"),
        ("во что мне обошлись суши за все эти месяцы?", "76 €"),
        ("в скольких днях сентября я пил кофе?", "2"),
        ("на скольких тренировках я приседал в сентябре", "2 "),
        ("в этом месяце я пробежал больше, чем за прошлый?", "Да, больше"),
        ("в каком месяце было больше дней с силовыми: в сентябре или в октябре?", "В сентябре: 3"),
        ("до скольких поднималась температура в сентябре", "37,9"),
        ("сколько раз я таскал железо в сентябре?", "3 раза"),
        ("что за траты были у меня 15 октября?", "такси 9 €"),
        ("Веду учёт расходов за год. Сколько ушло на такси?", "9 €"),
        ("последняя поездка на такси", "15 октября 2026"),
        ("какой самый дорогой ужин?", "60 €"),
        ("сколько ушло на еду в ресторане в октябре", "101 €"),
        ("когда я был у врача с плечом?", "21 июля 2026"),
        ("какую обувь я купил?", "Asics"),
        ("куда я ездил отдыхать в августе", "Калининград"),
        ("какой лучший присед у Пети из тех, что я записывал?", "150 кг"),
        ("сколько я вернул Вере?", "20 €"),
    ],
)
def test_what_is_asked_is_found(home: Path, question: str, part: str) -> None:
    """Days and things counted, periods beside each other, prices, facts, what somebody else did."""
    assert part in said(home, question, TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "сколько я отдал Пете?",
        "какое место я занял на полумарафоне?",
        "сколько книг я прочитал?",
        "хватает ли мне сна?",
        "во сколько я обычно обедаю?",
        "сколько мне платят за обеды?",
    ],
)
def test_what_the_notes_do_not_say_is_not_made_of_what_they_do(home: Path, question: str) -> None:
    """A meal together is no loan, a distance no place won, a price no number of books, a lunch no hour of it."""
    assert said(home, question, TODAY).startswith("Нет данных")
