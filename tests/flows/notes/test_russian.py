"""Russian questions as people put them: forms, particles, prefixes, diminutives, slips, and what is asked for."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.notes.talk import keep, said
from indagate.flows.notes.domain import domains
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline.colloquial import familiar
from indagate.flows.notes.offline.paraphrase import plainer

TODAY = date(2026, 10, 21)  # a Wednesday
DIARY = """
2026-07-06 пробежал 6 км за 36 мин; вес 83 кг
2026-07-11 такси 12 €
2026-07-20 болит колено 4/10
2026-08-03 отпуск, спал 9 ч; кафе 25 €
2026-08-10 присед 3x5 100 кг; жим лежа 3x5 70 кг
2026-08-12 пробежал 11 км за 63 мин; ужин 900 ккал
2026-08-17 вес 82 кг; продукты 30 €
2026-08-28 жим лежа 3x5 75 кг; книга 15 €
2026-09-01 такси 8 €; работал 9 ч
2026-09-14 температура 38.4, лежу
2026-09-22 пробежал 4 км за 25 мин; спал 5 ч
2026-09-25 пробежал 5 км за 29 мин; спал 8 ч
2026-10-02 спал 7 ч; кофе x3; работал 8 ч
2026-10-05 пробежал 8 км за 44 мин; спал 6 ч; кофе x2
2026-10-06 жим лежа 3x5 80 кг
2026-10-07 вес 80 кг
2026-10-13 пробежал 10 км за 54 мин
2026-10-17 пробежал 12 км за 66 мин; ресторан 40 €
2026-10-19 бензин 55 €
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the diary."""
    return keep(tmp_path_factory.mktemp("дневник"), DIARY)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The vocabulary of the shipped domains."""
    return Lexicon(domains(tmp_path_factory.mktemp("vocabulary")).values())


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("скока км я выбегал за август-то?", "11 км"),
        ("на таксо сколько за лето просадил", "12 €"),
        ("короче, сколько кофейку я в октябре употребил?", "5 чашек кофе"),
        ("сколько раз заправлялся в октябре", "1 раз"),
        ("слушай, а сколько часов я в октябре отпахал?", "8 ч"),
        ("во сколько мне вышли ресторанчики в октябре", "40 €"),
        ("сколько я продрых 22 сентября?", "5 ч"),
        ("сколько пробежек сделано в сентбяре", "2 пробежки"),
        ("сколько денежек ушло на книжки летом", "15 €"),
    ],
)
def test_unknown_forms_of_known_words_are_read(home: Path, question: str, begins: str) -> None:
    """Prefixes, diminutives, particles, colloquial spellings and slips do not hide what is asked."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("по каким дням я жал в августе?", "10 августа 2026, 28 августа 2026"),
        ("по скольку часов в день я работал в октябре", "В среднем 8 ч"),
        ("куда идет мой вес?", "снижается"),
        ("жим лежа: больше становится или меньше?", "растёт"),
        ("после температуры когда я снова побежал", "22 сентября 2026"),
        ("сколько я спал, когда пробежал 8 км?", "6 ч"),
        ("поспав меньше шести часов, сколько раз я бегал?", "1 раз"),
        ("на какой неделе я больше набегал: с 5 октября или с 12 октября?", "еделя с 12 октября: 22 км"),
        ("что дороже вышло: такси или ресторан", "Ресторан: 65 €"),
        ("крайний раз на весах когда стоял?", "7 октября 2026"),
        ("сколько всего я спал 2 и 5 октября", "13 ч"),
        ("самая беговая неделя?", "12 октября 2026"),
        ("какие дистанции были в сентябре", "5 км"),
        ("за какое время я пробежал самую длинную пробежку?", "66 мин"),
        ("какой был темп на самой короткой пробежке", "6:15 мин/км"),
        ("на сколько кг я поправился или похудел с августа", "2 кг меньше"),
    ],
)
def test_what_is_wanted_is_read_in_everyday_russian(home: Path, question: str, part: str) -> None:
    """Days, daily means, courses, what comes first after an event, clauses, weeks by their Mondays, two things."""
    assert part in said(home, question, TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "сколько км я проплыл в августе?",
        "сколько денег я одолжил соседу?",
        "во сколько я лег спать 2 октября?",
        "сколько раз я бегал босиком?",
        "сколько километров прокатился на роликах",
    ],
)
def test_what_makes_something_else_of_a_thing_is_not_passed_over(home: Path, question: str) -> None:
    """A verb of another doing, or a word of manner, has to be in the notes."""
    assert said(home, question, TODAY).startswith("Нет")


@given(st.text(alphabet="абвгдежзийклмнопрстуфхцчшщъыьэюя -?,", max_size=40))
def test_any_letters_can_be_read(lexicon: Lexicon, text: str) -> None:
    """No letters are too odd; what is known is left as it is."""
    assert isinstance(familiar(plainer(text), lexicon), str)
    assert familiar("сколько раз я бегал в мае", lexicon) == "сколько раз я бегал в мае"
