"""A person's word while a mission runs: what it may name, what is refused at once, and what a model may make of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from flows.mission.samples import begun, fold, planned, settled, source, with_facts
from indagate.errors import InputError, SignalNotAccepted
from indagate.evidence.authority import Kind
from indagate.flows.mission.amendment import Amendment
from indagate.flows.mission.appraising import (
    AppraisalAnswer,
    AppraiseQuestion,
    Read,
    applied,
    appraisal,
)
from indagate.flows.mission.chart import Complete, Surveyed
from indagate.flows.mission.finding import Appraisal, Hit, Listed
from indagate.flows.mission.record import Mission, MissionInput
from indagate.flows.mission.searcher import (
    JUDGE,
    Judgement,
    JudgeQuestion,
    QueryQuestion,
    Verdict,
    check_judgement,
    judge,
    queries,
)
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.steering import SteerAnswer, SteerQuestion, admit, amendments_of


def running(*names: str) -> Mission:
    """A mission on a folder of two documents, one of which was read."""
    listing = (Listed("doc-001.md", "Prices of pumps"), Listed("rules.md", "Rules", "official"))
    return fold(with_facts(planned(*names), ["It costs EUR 5."], title="Prices of pumps"), Surveyed(2, 9, listing))


def refused(mission: Mission, text: str, word: str = "steer") -> str:
    with pytest.raises(InputError) as error:
        admit(mission, word, text, model=False)
    assert error.value.hint
    return error.value.message


ADMITTED = [
    "drop cost", "drop NOI", "focus on noise", "add anything at all", "finish", "budget 51 tasks", "leave out S01",
    "leave out rules", "leave out the blogs", "leave out prices of pumps", "only official sources, since 2020", "",
]  # fmt: skip


@pytest.mark.parametrize("text", ADMITTED)
def test_a_word_that_names_what_is_there_is_taken(text: str) -> None:
    """Sides by their names or the only one with these letters, sources by any of their names, any kind."""
    admit(running(), "steer", text, model=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("drop rent", "there is no side 'rent'; the sides: cost; noise"),
        ("focus on o", "there is more than one side 'o'; the sides: cost; noise"),
        ("budget 50 tasks", "the run may begin 50 tasks already"),
        ("leave out S02", "there is no source S02 in this run"),
        ("leave out the almanac", "no source is called 'the almanac'"),
        ("finish, look around", "not understood: “look around”"),
    ],
)
def test_a_word_that_names_what_is_not_there_is_refused_at_once(text: str, said: str) -> None:
    """With the reason, wherever a person may say it; a model is asked instead where there is one."""
    for word in ("steer", "approve", "answer", "amend"):
        assert said in refused(running(), text, word)
    admit(running(), "steer", text, model=True)
    admit(running(), "write", text, model=False)


def test_a_side_of_that_very_name_is_meant_before_one_that_holds_it() -> None:
    """And the last side is not dropped."""
    admit(running("noise", "noise at night"), "steer", "drop noise", model=False)
    assert "'cost' is the only side; abort the run to end it" in refused(running("cost"), "drop cost")
    admit(running("cost"), "steer", "focus on cost", model=False)


def test_where_not_all_sources_are_known_any_may_be_left_out() -> None:
    """On the web, in a folder that is longer than its listing, and before there is a survey."""
    for mission in (fold(running(), Surveyed(3, 9, running().listing)), planned()):
        admit(mission, "steer", "leave out the almanac", model=False)
    web = running()
    web.input = MissionInput("Q?", web=True, providers=("x",))
    admit(web, "steer", "leave out the almanac", model=False)


def test_nothing_steers_a_report_that_is_being_written() -> None:
    """Whoever could understand it; another signal is none of this."""
    writing = fold(settled(running()), Complete("done"))
    for model in (True, False):
        with pytest.raises(SignalNotAccepted, match="the report is being written"):
            admit(writing, "steer", "finish", model=model)
    admit(writing, "answer", "finish", model=False)
    admit(begun(), "steer", "finish", model=False)


SIDES = SteerQuestion("less of it", "Q?", ("cost", "noise"), ())


def test_a_models_changes_are_amendments_of_this_mission() -> None:
    """In exact forms; a side that there is not is sent back."""
    made = amendments_of(SIDES, SteerAnswer(("drop noise", "since 2020", "focus on cost", "add rent")))
    assert [item.act for item in made] == ["drop", "limit", "focus", "add"]
    assert amendments_of(SIDES, SteerAnswer(())) == ()
    for change, said in (
        ("drop rent", "no side 'rent'"),
        ("focus on rent", "no side 'rent'"),
        ("be nice", "none of the forms"),
    ):
        with pytest.raises(ValueError, match=said):
            amendments_of(SIDES, SteerAnswer(("since 2020", change)))
    assert Amendment("add", "rent") in made


# --- who speaks in a source -----------------------------------------------------------------------------------------

SHOWN = AppraiseQuestion(
    "Heat pumps", "leaflet.md", "", "", None, "Written in May 2024 by Polar Wind GmbH, maker of pumps. A news page.",
    "We sell pumps.",
)  # fmt: skip
READS = {
    "kind": ("news", "A news page"),
    "publisher": ("polar wind", "by Polar Wind GmbH"),
    "published": ("2024-05", "in May 2024"),
    "authority": ("maker of pumps", "maker of pumps"),
    "interest": ("sells pumps", "We sell pumps."),
}


def read(question: AppraiseQuestion = SHOWN, **parts: tuple[str, str]) -> dict[str, str]:
    """What of these readings counts."""
    answer = AppraisalAnswer(**{name: Read(*part) for name, part in parts.items()})
    return {name: value for name, value, _ in appraisal(question, answer).parts}


def test_what_is_read_of_a_source_counts_with_the_words_that_bear_it() -> None:
    """Words of its beginning, its end, its title; on one line."""
    assert read(**READS) == {name: value for name, (value, _) in READS.items()}
    answer = AppraisalAnswer(interest=Read(" sells\npumps ", "We sell  pumps."))
    assert appraisal(SHOWN, answer).parts == (("interest", "sells pumps", "We sell pumps."),)
    assert read(authority=("on heat", "Heat pumps")) == {"authority": "on heat"}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("kind", "rumour", "A news page"), ("kind", "unknown", "A news page"), ("kind", "news", "A blog page"),
        ("publisher", "Atlantis", "by Polar Wind GmbH"), ("publisher", "", "by Polar Wind GmbH"),
        ("published", "2023", "in May 2024"), ("published", "May 2024", "in May 2024"), ("published", "2024", ""),
        ("authority", "Ministry of Atlantis", "maker of pumps"), ("interest", "sells 90 pumps", "We sell pumps."),
    ],
)  # fmt: skip
def test_what_the_words_of_a_source_do_not_bear_is_left_out(name: str, value: str, words: str) -> None:
    """The rest of the answer stays."""
    others = {key: part for key, part in READS.items() if key != name}
    assert read(**{name: (value, words)}, **others) == {key: part[0] for key, part in others.items()}


@pytest.mark.parametrize(("locator", "taken"), [("a.md", True), ("https://a.example/x", False)])
def test_a_page_does_not_make_itself_official_or_academic(locator: str, taken: bool) -> None:
    """A file of the user's may; other kinds are a page's to say."""
    question = replace(SHOWN, locator=locator)
    for kind in ("official", "academic"):
        assert bool(read(question, kind=(kind, "A news page"))) is taken
    assert read(question, kind=("blog", "A news page"))


def test_what_a_source_states_itself_stays() -> None:
    """A reading fills the rest; none changes nothing."""
    said = Appraisal((("kind", "blog", "w"), ("publisher", "Polar", "w"), ("published", "2024", "w")))
    bare = replace(source(1), kind=Kind.UNKNOWN, publisher="", published=None)
    full = applied(bare, said)
    assert (full.kind, full.publisher, full.published) == (Kind.BLOG, "Polar", date(2024, 1, 1))
    assert applied(source(1), said) == source(1)
    assert applied(bare, None) == applied(bare, Appraisal()) == bare
    assert (said.said("kind"), said.said("interest")) == ("blog", "")


# --- queries and grades ---------------------------------------------------------------------------------------------


def asked(tried: tuple[str, ...] = ()) -> QueryQuestion:
    return QueryQuestion("Q?", Dimension("cost", "What does the heat pump cost?"), "x", 1, tried, ())


def test_without_a_model_the_words_of_the_part_are_searched_for_once() -> None:
    """Not again once they were tried."""
    (query,) = queries(asked()).queries
    assert query == "heat pump cost"
    assert queries(asked((query,))).queries == ()
    assert queries(asked(("heat pump",))).queries == (query,)


HITS = tuple(
    Hit(f"{n}.md", title, text=text, heading=heading)
    for n, (title, text, heading) in enumerate(
        [("A", "pumps are loud", ""), ("B", "a pump may cost much", ""), ("C", "no such thing", ""),
         ("The cost", "of pumps", ""), ("D", "of the pump", "Costs"), ("E", "it may cost", "")]
    )
)  # fmt: skip


def grades(most: int, hits: tuple[Hit, ...] = HITS) -> list[tuple[str, str]]:
    made = judge(JudgeQuestion("Q?", Dimension("cost", "pump cost"), hits, most)).verdicts
    assert [verdict.number for verdict in made] == list(range(len(hits)))
    return [(verdict.grade, verdict.reason) for verdict in made]


def test_without_a_model_the_first_passages_are_kept_those_with_all_words_before_others() -> None:
    """By rank; titles and headings count; each says what it lacks."""
    assert [grade for grade, _ in grades(4)] == [
        "relevant",
        "relevant",
        "discarded",
        "relevant",
        "relevant",
        "discarded",
    ]
    assert [grade for grade, _ in grades(2)] == [
        "discarded",
        "relevant",
        "discarded",
        "relevant",
        "discarded",
        "discarded",
    ]
    assert [reason for _, reason in grades(1)] == [
        "lacks cost", "holds all the words", "lacks pump, cost", "holds all the words", "holds all the words",
        "lacks pump",
    ]  # fmt: skip
    assert grades(3, ()) == []


def test_a_judge_grades_every_passage_once_and_no_other() -> None:
    """What it did otherwise is sent back."""
    question = JudgeQuestion("Q?", Dimension("cost", "pump cost"), HITS[:3])
    said = [Verdict(number, "partial", "x") for number in (0, 7, 1, 1, -1)]
    assert check_judgement(question, Judgement(tuple(said))) == [
        "there is no passage -1", "there is no passage 7", "passage 1 is graded twice", "not graded: 2",
    ]  # fmt: skip
    assert check_judgement(question, Judgement(tuple(Verdict(n, "partial", "x") for n in (2, 0, 1)))) == []
    room: list[Any] = [JUDGE.most(replace(question, candidates=HITS[:n])) for n in (0, 1, 6)]
    assert 0 < room[0] < room[1] < room[2]
