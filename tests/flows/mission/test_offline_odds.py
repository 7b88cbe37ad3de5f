"""The odds that a piece answers: what counts for it, and what never does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from indagate.evidence import Status
from indagate.flows.mission.ask import BottomQuestion, Excerpt, ReadQuestion
from indagate.flows.mission.chart import Dimension
from indagate.flows.mission.offline import bottom_line, read
from indagate.flows.mission.offline.bearing import sought
from indagate.flows.mission.offline.clue import NAMES, Piece, clues, foreign
from indagate.flows.mission.offline.odds import WEIGHTS, odds
from indagate.flows.mission.offline.thesaurus import others
from indagate.flows.mission.offline.unit import units
from indagate.flows.mission.phrases import phrases_for

from .test_offline_write import bottom, fact, source

MAX = (
    "max_connections (integer)\nDetermines the maximum number of concurrent connections to the server. "
    "The default is typically 100 connections, but might be less on a small machine."
)
RESERVED = (
    "superuser_reserved_connections (integer)\nDetermines how many connection slots are reserved for superusers. "
    "The default value is three connections. The value must be less than max_connections minus max_wal_senders."
)
DEFAULT = Dimension("Default value of max_connections", "What is the default value of max_connections?")


def excerpt(text: str, start: int = 0, place: str = "Settings") -> Excerpt:
    return Excerpt(start, start + len(text), text, place, "definition")


def test_every_clue_has_a_weight_and_every_weight_a_clue() -> None:
    """So that none is computed for nothing or silently lost."""
    assert set(WEIGHTS) == set(NAMES)
    assert len(clues(sought("x", "What is x?"), Piece("X is a letter."))) == len(NAMES)


def test_a_setting_is_answered_from_its_own_entry() -> None:
    """Though another entry names it beside a default of its own."""
    asked = ReadQuestion(DEFAULT.question, DEFAULT, "", (excerpt(RESERVED), excerpt(MAX, 1000)))
    assert "100 connections" in read(asked).facts[0].statement


def test_what_stands_under_another_setting_is_no_answer() -> None:
    """It is shown as the nearest evidence at most."""
    other = replace(
        fact(1, "The default value is three connections. The value must be less than max_connections.", DEFAULT),
        place="Settings › superuser_reserved_connections (integer)",
    )
    assert not bottom(DEFAULT, other).answered


@pytest.mark.parametrize(
    ("question", "heading", "theirs"),
    [
        ("What is the default of work_mem?", "maintenance_work_mem (integer)", True),
        ("What is the default of work_mem?", "work_mem (integer)", False),
        ("What does os.path.basename return?", "basename(path)", False),
        ("What does --jobs do?", "-j N, --jobs=N", False),
        ("Which parameter limits work_mem?", "hash_mem_multiplier (floating point)", False),
        ("What does a heat pump cost?", "work_mem (integer)", False),
    ],
)
def test_whose_entry_it_is_shows_in_its_heading(question: str, heading: str, theirs: bool) -> None:
    """Names of one family are not one name; a question for a name is answered by any."""
    assert foreign(sought("x", question), Piece("It is set to 4 megabytes.", f"Settings › {heading}")) is theirs


def test_a_stated_default_goes_before_other_sentences_of_the_entry() -> None:
    """Where a default is asked for."""
    aim = sought(DEFAULT.name, DEFAULT.question)
    place = "Settings › max_connections (integer)"
    stated = odds(aim, Piece("The default is typically 100 connections.", place))
    assert stated.score > odds(aim, Piece("This parameter can only be set at server start.", place)).score


def test_a_purpose_is_told_under_the_heading_of_what_is_asked() -> None:
    """Rather than by whatever mentions it."""
    aim = sought("Fcntl module", "What is the fcntl module for?")
    place = "fcntl — The fcntl and ioctl system calls"
    told = odds(aim, Piece("This module performs file control and I/O control on file descriptors.", place))
    mention = odds(aim, Piece("Changed in version 3.9: On macOS, the fcntl module exposes F_GETPATH.", place))
    assert told.score > mention.score


def test_a_settled_contradiction_is_told_with_the_preferred_side_first() -> None:
    """Both in the bottom line, both cited; the sentence is borne though one of its facts was overruled."""
    fare = Dimension("Fare", "What does a single crossing cost for an adult?")
    holds = fact(1, "A single crossing costs 14 crowns for an adult.", fare)
    lost = replace(fact(2, "A single crossing costs 11 crowns for an adult.", fare), status=Status.DEPRECATED)
    question = BottomQuestion(fare.question, (fare,), (holds,), (source(1),), (), ((holds.id, lost),))
    (claim,) = bottom_line(question).claims
    assert claim.text.index("14 crowns") < claim.text.index("11 crowns")
    assert claim.facts == (holds.id, lost.id)


def test_the_items_of_a_list_stay_with_what_leads_in_to_it() -> None:
    """Up to the paragraph that follows the list."""
    text = (
        "Helgrind can detect three classes of errors:\n\nMisuses of the API.\n\nPotential deadlocks.\n\nData races.\n\n"
        "Problems like these often result in crashes that nobody can reproduce, and in deadlocks or worse things."
    )
    first = units(Excerpt(0, len(text), text, ""))[0].statement
    assert first.endswith("Misuses of the API. Potential deadlocks. Data races.")


def test_a_command_stays_with_the_sentence_that_announces_it() -> None:
    """In any of the languages."""
    text = "Следующая команда позволяет указать часовой пояс.\n\n# dpkg-reconfigure tzdata"
    assert any("dpkg-reconfigure tzdata" in unit.statement for unit in units(Excerpt(0, len(text), text, "")))


def test_a_title_does_not_lead_in_to_the_paragraph_after_it() -> None:
    """However many words it has."""
    text = "Заметки о музее в Бренцлау Издание: 3 мая 2023 года\n\nМузей основан в 1911 году. Башня высока."
    assert "Музей основан в 1911 году." in [unit.statement for unit in units(Excerpt(0, len(text), text, ""))]


@pytest.mark.parametrize(("word", "other"), [("wide", "width"), ("Ordner", "Verzeichnis"), ("папка", "каталог")])
def test_everyday_words_have_others_of_their_language(word: str, other: str) -> None:
    """By which a text may say the same."""
    assert other in others(word)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Was kostet der Eintritt?", "S02 ist amtlich, S01 ist: blog (8 EUR gegenüber 6 EUR)"),
        ("Сколько стоит билет?", "S02 — официальный источник, S01 — blog (8 EUR против 6 EUR)"),
        ("What does a ticket cost?", "S02 is official, S01 is blog (8 EUR against 6 EUR)"),
    ],
)
def test_the_ground_of_a_preference_is_given_in_the_language_of_the_question(question: str, said: str) -> None:
    """What a model wrote stays as it is."""
    words = phrases_for(question)
    assert words.reason("S02 is official, S01 is blog (8 EUR against 6 EUR)") == said
    assert words.reason("die erste Zahl ist geprüft") == "die erste Zahl ist geprüft"


@pytest.mark.parametrize(
    ("question", "pointer", "answer"),
    [
        (
            "How do I unpack a source archive?",
            "This document explains how to unpack a source archive.",
            "To unpack a source archive, run the unpacker on it.",
        ),
        (
            "Wie wird die Lampe gereinigt?",
            "Dieses Kapitel beschreibt, wie die Lampe gereinigt wird.",
            "Die Lampe wird mit einem Tuch gereinigt.",
        ),
        ("How is the lamp lit?", "For more on how the lamp is lit, see page 9.", "The lamp is lit with a match."),
    ],
)
def test_who_says_where_it_is_told_does_not_tell_it(question: str, pointer: str, answer: str) -> None:
    """A pointer ranks below the sentence that answers, unless it is asked where something is described."""
    aim = sought("", question)
    assert odds(aim, Piece(answer)).score > odds(aim, Piece(pointer)).score
    where = sought("", "Which document describes how the lamp is lit?")
    assert clues(where, Piece("This document describes how the lamp is lit."))[NAMES.index("points")] == 0.0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does a question mark do?", "A line that begins with '?' asks for help."),
        ("What is the size of type code 'd'?", "'d': double; 8"),
        ("What is the pressure?", "It takes 30 bar."),
        ("Какая высота башни?", "Der Turm ist 41 Meter hoch."),
        ("How long is the greatest delay?", "The greatest delay is 3 weeks."),
    ],
)
def test_a_text_covers_what_its_signs_units_and_other_languages_say(question: str, text: str) -> None:
    """A sign in quotation marks has a name, a letter in them is a word, a unit measures something."""
    assert sought("", question).coverage(text) > 0.4


def test_a_greatest_time_is_a_number_with_a_unit_of_time() -> None:
    """Whoever asks for the maximum period is answered by so many weeks, not only by a bare number."""
    assert sought("", "What is the maximum discussion period?").answered("The maximum discussion period is 3 weeks.")
    assert not sought("", "What is the maximum number of members?").answered("Members serve for 3 weeks.")


def test_the_number_of_a_list_is_no_part_of_what_is_told() -> None:
    """ "3. The valve …" is told without its number, which no quote would bear."""
    asked = Dimension("Valve", "Is the valve necessary?")
    said = bottom(asked, fact(1, "3. The valve is not necessary.", asked))
    assert [claim.text for claim in said.claims] == ["No: The valve is not necessary."]
