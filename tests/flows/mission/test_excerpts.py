"""What a mission shows without a model: passages under what they hold of the words asked, and no answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flows.mission.runs import Finished, research
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.noise import is_noise
from indagate.flows.mission.planner import parts_of
from indagate.flows.mission.verify import check
from indagate.storage import Home


def folder(where: Path, **texts: str) -> Path:
    """A folder of Markdown documents."""
    where.mkdir()
    for name, text in texts.items():
        (where / f"{name}.md").write_text(text, encoding="utf-8")
    return where


def report(done: Finished) -> str:
    return (done.folder / "report.md").read_text(encoding="utf-8")


PARTS = [
    ("How wide is it? How long is it?", ["How wide is it?", "How long is it?"]),
    ("Compare the huts:\n- beds\n- price", ["Compare the huts: beds", "Compare the huts: price"]),
    ("1. Who owns it?\n2. Since when?", ["Who owns it?", "Since when?"]),
    ("What does it cost,\nand why?", ["What does it cost, and why?"]),
    ("These:\n\nWhy so late?", ["These:", "Why so late?"]),
]


@pytest.mark.parametrize(("question", "parts"), PARTS)
def test_a_part_is_a_sentence_or_an_item_of_a_list(question: str, parts: list[str]) -> None:
    """An item stands behind what leads in to it; a line that goes on is no part of its own."""
    assert parts_of(question) == parts


HELD = [
    ("How much do the beds cost?", "A bed costs 30 francs.", ("beds", "cost")),
    ("What is max_connections?", "The setting max_connections is 100, max or not.", ("max_connections",)),
    ("What is max_connections?", "The max of all connections.", ()),
    ("How heavy is the FM-40?", "The FM40 weighs 12 kg.", ("fm-40",)),
    ("Wie teuer sind die Häuser?", "Das Haus ist teuer.", ("teuer", "häuser")),
    ("Сколько стоит насос?", "Цена насоса невелика.", ("насос",)),
    ("May I park in the yard?", "Parking in May is free.", ("park",)),
]


@pytest.mark.parametrize(("question", "text", "held"), HELD)
def test_words_are_held_in_any_form_and_by_no_other_word(question: str, text: str, held: tuple[str, ...]) -> None:
    """Inflection is forgiven, names of several parts stand together, small words are not asked for."""
    assert Asked.of(question).held(text) == held


def test_passages_with_all_words_come_first_and_the_others_say_what_none_holds(tmp_path: Path) -> None:
    """Three at most; the words are marked where they stand, in the report and on the page; the passage is proved."""
    corpus = folder(
        tmp_path / "huts",
        kestrel="# Kestrel hut\n\nA bed in the hut costs 30 francs a night. Dogs sleep in the shed.\n",
        heron="# Heron hut\n\nThe bed is free for guides.\n",
        shed="# The shed\n\nThe shed has no bed.\n",
        road="# The road\n\nA bed of gravel lies below the road.\n",
    )
    done = research(tmp_path / "home", "What does a bed in the Kestrel hut cost?", corpus)
    text = report(done)
    whole, _, nearest = text.partition("## Nearest passages; none holds: kestrel")
    assert "## Passages that hold all your words, titles counted\n" in whole
    assert "“A **bed** in the **hut** **costs** 30 francs a night. Dogs sleep in the shed.”[^Fact-" in whole
    assert len(re.findall(r"^- “", text, re.MULTILINE)) == 3
    assert nearest
    assert "<mark>costs</mark>" in (done.folder / "report.html").read_text(encoding="utf-8")
    assert not check(done.record, done.folder, Home(done.home).store)


def test_of_a_long_passage_the_sentences_are_quoted_that_answer_together(tmp_path: Path) -> None:
    """The words of the question stand in two of its sentences; what is shown, what is cited and the heading agree."""
    about = "The firm was founded in the town long ago and has kept its old name to this day, as the sign tells. " * 4
    text = f"# Trike\n\n{about}It is 89 cm wide. So measure your doors first. The Velka has four brakes. {about}"
    done = research(tmp_path / "home", "How wide is the Velka?", folder(tmp_path / "bikes", trike=text))
    said = "It is 89 cm **wide**. So measure your doors first. The **Velka** has four brakes."
    assert f"“{said}”[^Fact-001]" in report(done).partition("titles counted\n")[2]
    assert f"[^Fact-001]: “{said.replace('**', '')}”" in report(done)
    assert not check(done.record, done.folder, Home(done.home).store)


def test_a_small_table_is_quoted_with_all_its_rows(tmp_path: Path) -> None:
    """A row that ends in a number before one that begins with one: two numbers. The rows are compared one by one."""
    table = "# Rooms\n\n| Room | Beds |\n|---|---|\n| Blue corner room | {} |\n| 300 | 8 |\n"
    corpus = folder(tmp_path / "inn", rooms=table.format(40), plan=table.format(41).replace("Rooms", "Plan"))
    text = report(research(tmp_path / "home", "How many beds has the blue corner room?", corpus))
    assert "40 / 300" in text
    assert "## These differ in their figures" in text


def test_nothing_is_said_in_another_language_than_the_question(tmp_path: Path) -> None:
    """How to name a model, and what was not done, in German too."""
    corpus = folder(tmp_path / "amt", zeiten="# Zeiten\n\nDas Amt ist am Dienstag geöffnet.\n")
    text = report(research(tmp_path / "home", "Wann ist das Amt geöffnet?", corpus))
    assert "Ein Modell wird so genannt" in text and "weil kein Modell antwortete" in text and "Not done" not in text


def test_figures_of_two_sources_in_the_same_words_stand_side_by_side(tmp_path: Path) -> None:
    """With both dates and publishers; nothing is said to contradict anything."""
    head = "---\ntitle: {0}\npublisher: {0}\ndate: {1}\n---\n\n{2}\n"
    corpus = folder(
        tmp_path / "port",
        a=head.format("Harbour Office", "2025-03-01", "Boats stay. The berth fee in Marnsted is EUR 24 per night."),
        b=head.format("Sailing Club", "2019-08-01", "In Marnsted the berth fee is EUR 15 a night."),
    )
    done = research(tmp_path / "home", "What is the berth fee in Marnsted?", corpus)
    differ = report(done).partition("## These differ in their figures")[2].partition("\n## ")[0]
    for said in ("Harbour Office", "2025-03-01", "EUR 24", "Sailing Club", "2019-08-01", "EUR 15"):
        assert said in differ
    assert "contradict" not in report(done).casefold() and not done.record.conflicts


CONTENTS = "Beds ........ 3\nPrices ........ 7\nDogs ........ 12"
LISTED = "Contents\nBeds\nPrices\nDogs"
INDEX = "bed, 3, 12\ndog, 7\nfee, 9\nhut, 2–4\nprice, 11"


@pytest.mark.parametrize("text", [CONTENTS, LISTED, INDEX, "Beds"])
def test_contents_navigation_and_indexes_are_no_evidence(text: str) -> None:
    """They say where something is told, by leaders, by the headings they repeat, by pages in the alphabet's order."""
    assert is_noise(text, lambda: {"Contents", "Beds", "2.1 Prices", "Dogs"})


@pytest.mark.parametrize(
    "text",
    [
        "Adults    30\nChildren    12\nDogs    5\nGuides    0\nGroups    20",
        "Bring:\nboots\na lamp\nbread",
        "Hut | Beds | Price\nKestrel | 12 | 30\nHeron | 8 | 25",
        "Beds cost 30 francs.",
    ],
)
def test_lists_that_say_something_are_evidence(text: str) -> None:
    """A price list, what to bring, a table."""
    assert not is_noise(text, lambda: {"Contents", "Beds", "Prices"})


def test_a_twin_is_shown_once_and_another_figure_is_no_twin(tmp_path: Path) -> None:
    """The same words under another heading are left out; the same words with another figure are not."""
    said = "The toll on the bridge is {} francs for each cart that crosses it by day or by night."
    corpus = folder(
        tmp_path / "tolls",
        a=f"# Tolls\n\n{said.format(4)}\n",
        b=f"# Bridge\n\n{said.format(4).replace('each cart', 'each cart,')}\n",
        c=f"# Old tolls\n\n{said.format(2)}\n",
    )
    text = report(research(tmp_path / "home", "What is the toll on the bridge?", corpus))
    shown = re.findall(r"^- “.*", text, re.MULTILINE)
    assert sum("4 francs" in line for line in shown) == 1 and sum("2 francs" in line for line in shown) == 1


def test_a_file_without_an_extension_is_read(tmp_path: Path) -> None:
    """Named as licences are: what stands behind its last dot is no kind of file."""
    corpus = tmp_path / "licences"
    corpus.mkdir()
    (corpus / "Apache-2.0").write_text("Each contributor grants you a perpetual patent licence.\n")
    (corpus / "COPYING").write_text("You may copy this licence.\n")
    done = research(tmp_path / "home", "What does each contributor grant?", corpus)
    assert "Apache-2.0" in report(done) and "perpetual" in report(done)
    assert done.record.survey is not None and not done.record.survey.unreadable
