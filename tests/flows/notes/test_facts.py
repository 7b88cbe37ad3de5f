"""Facts, plans, preferences and other people's doings, asked in other words and languages than they were noted in."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said
from indagate.flows.notes.offline.intention import intent_of
from indagate.flows.notes.offline.sought import sought
from indagate.flows.notes.offline.thesaurus import Thesaurus, thesaurus

TODAY = date(2026, 9, 16)
DIARY = """
2026-03-02 Cellar padlock: 5519
2026-03-05 ID card is good until 4 June 2029
2026-03-09 vet on 12 March at 9:30, Dr Novak
2026-03-12 vet says the dog has an ear infection, drops for ten days, 48 €
2026-03-13 correction: the vet was 58 €, not 48
2026-03-20 Wi-Fi in the office: maple-2207
2026-04-02 radiator pressure 1.6 bar, the mechanic said
2026-04-11 new boots Lowa Renegade, size 41, 210 €
2026-04-15 my brother got himself a kayak for 640 €
2026-04-20 I prefer green tea in the morning, can't stand chamomile
2026-05-04 gas meter: 20714
2026-05-10 папа подарил велосипед, Bergamont
2026-05-18 Paint for the hallway is RAL 1013
2026-05-30 the dog chewed the sofa
2026-06-02 holiday in Split, swam every day
2026-06-14 changed the cellar padlock, new code 8830
2026-06-20 subscription at the climbing hall 45 €
2026-07-20 subscription 52 € from now on, they put it up
2026-08-01 ran 12 km in 1:10
2026-08-02 tomorrow I'll run 15 km
2026-08-03 ran 9 km, too hot
2026-08-10 want to bench 90 kg on friday
2026-08-14 bench 1x1 92 kg
2026-08-20 Nina ran 14 km in 75 min
2026-09-10 Nina's birthday, sent flowers
2026-09-12 pitch of Project Willow moved to 2 October
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with the diary."""
    return keep(tmp_path_factory.mktemp("diary"), DIARY)


@pytest.mark.parametrize(
    ("question", "tells"),
    [
        ("I can't get into the cellar, what do I dial on the lock?", "8830"),
        ("какой код у замка в подвале?", "8830"),
        ("and the combination of the cellar lock before I changed it?", "5519"),
        ("My colleague asks for the network key at our office. What was it?", "maple-2207"),
        ("до какого числа годно моё удостоверение?", "4 June 2029"),
        ("what was my vet called?", "Novak"),
        ("What did Dr Novak charge me?", "58 €"),
        ("How many bar should the heating have?", "1.6 bar"),
        ("какой размер у моих ботинок?", "size 41"),
        ("which make are my boots", "Lowa"),
        ("what did the gas meter stand at in spring", "20714"),
        ("what shade are the walls of the hall", "RAL 1013"),
        ("кто сгрыз диван?", "dog"),
        ("Who gave me my bicycle?", "папа"),
        ("where did I spend my vacation", "Split"),
        ("в каком городе я отдыхал летом?", "Split"),
        ("For when was the Willow presentation rescheduled?", "2 October"),
        ("Is there anything I can't bear?", "chamomile"),
        ("what did my brother pay for his kayak", "640 €"),
        ("when do I have to congratulate Nina?", "10 September"),
    ],
)
def test_a_fact_is_found_in_other_words_than_it_was_noted_in(home: Path, question: str, tells: str) -> None:
    """Synonyms, needs and the other language lead to the note; a correction and the newest note hold."""
    assert tells in said(home, question, TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "what is the code of the garage lock?",
        "wifi password at home?",
        "when does my passport run out",
        "what is the vet's phone number",
        "what shade is the bedroom painted in",
        "water meter reading?",
        "which size are my trousers",
        "какая марка у моих наушников?",
        "Как зовут мою собаку?",
        "when is Oleg's birthday",
        "when is my own birthday?",
        "where does Nina live",
        "which hotel did I stay at in Split",
        "what does the dentist charge",
        "when is my next appointment with the vet",
    ],
)
def test_a_fact_of_another_thing_is_no_answer(home: Path, question: str) -> None:
    """A note of the same kind about another place, person or thing, or without the name asked for, is not quoted."""
    assert said(home, question, TODAY).startswith(("No data", "Нет данных"))


@pytest.mark.parametrize(
    ("question", "today", "begins"),
    [
        ("how far had I meant to run on 3 August?", TODAY, "15 km"),
        ("сколько я собирался пробежать 3 августа?", TODAY, "15 км"),
        ("I had set myself 15 km on 3 August. Did I manage that?", TODAY, "No"),
        ("did I do the 90 kilo bench I was aiming for", TODAY, "Yes"),
        ("what's on for tomorrow?", date(2026, 8, 2), "“tomorrow I'll run 15 km”"),
        ("how long is the run supposed to be that I announced yesterday for today", date(2026, 8, 3), "15 km"),
        ("how far did I really run on 3 August", TODAY, "9 km"),
    ],
)
def test_what_was_planned_is_told_apart_from_what_was_done(home: Path, question: str, today: date, begins: str) -> None:
    """A planned value is told as planned, a plan is held against the entries of its day, and never counted."""
    assert said(home, question, today).startswith(begins)


def test_two_values_of_anothers_doing_are_both_told(home: Path) -> None:
    """A distance and the time for it, asked at once, are both in the answer."""
    told = said(home, "сколько Нина пробежала 20 августа и за какое время?", TODAY)
    assert "14 km" in told
    assert "75 min" in told


def test_old_and_new_price_are_told_apart(home: Path) -> None:
    """The newest price holds; what was paid before it was raised is told on request."""
    assert "45 €" in said(home, "what was the old subscription, before they raised it", TODAY)


def test_words_of_the_thesaurus_are_in_one_form_and_each_section_is_known() -> None:
    """Every group has words, and is found in a text by its first one."""
    shared = thesaurus()
    for group in shared.sections:
        assert shared.stems(group)
    assert {"asked", "deeds", "doings", "manners", "things"} < set(shared.sections.values())


def test_of_words_that_overlap_the_longest_is_read_and_a_number_stands_for_any() -> None:
    """A phrase goes before its words, an exact word before one that shares its stem, and 0 is any number."""
    own = Thesaurus("[things]\nmeter: power meter\npower: power, powers\nload: 0 psi\n")
    assert [one.groups for one in own.said("the power meter and powers at 30 psi")] == [
        ("meter",),
        ("power",),
        ("load",),
    ]


def test_a_question_tells_what_kind_of_answer_it_wants() -> None:
    """A name, a place, a code and what a note must speak of are read off a question."""
    found = sought("I'm at the gym, which code opens my locker?", TODAY)
    assert "code" in found.kinds
    assert any("locker" in one.groups for one in found.needs)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("did I keep what I promised myself for Monday?", "whether"),
        ("how much had I meant to lift", "value"),
        ("Was I quicker than planned?", "quicker"),
        ("what's on for Friday", "agenda"),
    ],
)
def test_what_is_asked_of_a_plan_is_read(text: str, want: str) -> None:
    """Whether it was done, how much it was, whether it was outdone, and what is to come are different questions."""
    found = intent_of(text, TODAY)
    assert found is not None
    assert found.want == want


def test_a_question_without_a_plan_asks_of_none() -> None:
    """What was done is asked about plainly."""
    assert intent_of("how far did I run in May?", TODAY) is None
