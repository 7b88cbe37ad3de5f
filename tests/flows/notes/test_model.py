"""Notes with a scripted model over real HTTP: every node, good and bad outputs, and the ends of every loop."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import go_on, say, scripted
from flows.notes.talk import TODAY, answer, states
from flows.notes.talk import say as say_offline
from indagate.flows.notes import answers, ask
from indagate.flows.notes.chart import Failing
from indagate.flows.notes.domain import domains
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.record import MAX_EXPANSIONS, MAX_REPLANS, MAX_RETRIES
from parts.scripted import Asked, changed, refuses, says

QUESTION = "How many km did I run in October?"
DOMAINS = tuple(domains().values())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with two runs noted."""
    say_offline(tmp_path, "ran 5 km", "log", TODAY - timedelta(2))
    say_offline(tmp_path, "ran 7 km", "log", TODAY - timedelta(1))
    return tmp_path


def test_a_note_and_a_question_are_served_by_the_model_and_every_role_of_the_way_is_asked_once(home: Path) -> None:
    """BOTH: router, parser and planner, analyst, writer, evaluator, observer; the sum sees the new note."""
    with scripted() as service:
        told = say(service, home, "ran 3 km. How many km did I run in all?")
    assert told.state == "COMPLETE"
    assert answer(told).startswith("15 km")
    assert told.written_by == service.model
    assert dict(service.count()) == dict.fromkeys(
        ("router", "parser", "planner", "analyst", "writer", "evaluator", "observer"), 1
    )
    assert [line.text for line in Notebook(home / "notebook").read(TODAY)] == ["ran 3 km"]
    assert told.items[0].values == {"distance": 3.0}


def test_said_outright_no_model_is_asked_what_it_is(home: Path) -> None:
    """`log` and `ask` skip the classification; an unremarkable note costs one question."""
    with scripted() as service:
        say(service, home, "ran 4 km", "log")
        assert dict(service.count()) == {"parser": 1}
        say(service, home, QUESTION, "ask")
        assert "router" not in service.count()


def test_what_only_the_person_knows_is_asked_and_the_answer_is_used(home: Path) -> None:
    """CLARIFY, WAIT_USER and back through ANALYZE, in a new process's place."""

    def plan(asked: Asked) -> Any:
        return {"step": "clarify", "gaps": ["Which race is it for?"]}

    with scripted(planner=plan) as service:
        waits = say(service, home, "What pace should I run?", "ask")
        assert waits.state == "WAIT_USER"
        assert "Which race is it for?" in answer(waits)
        told = go_on(service, home, "answer", "the half marathon")
        assert told.state == "COMPLETE"
        assert "the half marathon" in answer(told)
        waits = say(service, home, "What pace should I run?", "ask")
        told = go_on(service, home, "decline")
        assert told.state == "COMPLETE"
        assert any("Which race" in gap for gap in told.gaps)


def test_a_domain_is_loaded_once_however_often_the_model_asks_for_it(home: Path) -> None:
    """EXPAND_DOMAIN from PLAN and from ANALYZE; what is loaded is not loaded again."""

    def plan(asked: Asked) -> Any:
        if "- recovery: " in asked.text.split("Not loaded:")[1]:
            return {"step": "expand", "domain": "recovery"}
        return {"step": "retrieve", "searches": [{"question": QUESTION}]}

    def analyze(asked: Asked) -> Any:
        gap = {"text": "food matters", "outside_current_expertise": True, "suspected_domain": "nutrition"}
        return {"verdict": "INSUFFICIENT", "gaps": [gap]}

    with scripted(planner=plan, analyst=analyze) as service:
        told = say(service, home, QUESTION, "ask")
    assert told.state == "COMPLETE"
    assert told.domains == ["running", "recovery", "nutrition"]
    assert states(home).count("Expanded") == 2 <= MAX_EXPANSIONS
    assert told.replans <= MAX_REPLANS


def test_planning_again_and_again_ends_at_its_cap(home: Path) -> None:
    """A model that always wants to search for something else is stopped, and what was found is told."""

    def plan(asked: Asked) -> Any:
        day = date(2026, 10, 1) + timedelta(asked.text.count("sum distance"))
        search = {"question": QUESTION, "activity": "running.run", "form": "sum", "field": "distance"}
        return {"step": "retrieve", "searches": [{**search, "first": day.isoformat()}]}

    def analyze(_: Asked) -> Any:
        return {"verdict": "INSUFFICIENT", "gaps": [{"text": "more"}]}

    with scripted(planner=plan, analyst=analyze) as service:
        told = say(service, home, QUESTION, "ask")
        assert service.count()["planner"] <= MAX_REPLANS + 1
    assert told.state == "COMPLETE"
    assert answer(told).startswith("12 km")


def test_an_answer_that_always_fails_is_told_as_partial_with_its_gaps(home: Path) -> None:
    """EVALUATE: two retries, then what stands, and what is missing."""

    def evaluate(asked: Asked) -> Any:
        return {"failing": [{"dimension": "completeness", "reason": "the pace is missing", "sentence": ""}]}

    with scripted(evaluator=evaluate) as service:
        told = say(service, home, QUESTION, "ask")
        assert service.count()["writer"] == MAX_RETRIES + 1
        assert "the pace is missing" in service.of("writer")[-1].text
    assert told.partial
    assert "the pace is missing" in answer(told)
    assert "12 km" in answer(told)


@pytest.mark.parametrize("whole", [True, False])
def test_an_unsafe_claim_is_never_returned(home: Path, whole: bool) -> None:
    """Not when the reviewer names the sentence, nor when it refuses the whole answer."""
    bad = "Run through the pain."

    def write(_: Asked) -> Any:
        return {"sentences": ["You ran 12 km.", bad]}

    def evaluate(_: Asked) -> Any:
        return {"failing": [{"dimension": "safety", "reason": "it may hurt", "sentence": "" if whole else bad}]}

    with scripted(writer=write, evaluator=evaluate) as service:
        told = say(service, home, QUESTION, "ask")
    assert told.state == "COMPLETE"
    assert bad not in answer(told)
    assert "it may hurt" in answer(told)
    assert ("12 km" in answer(told)) is not whole


def test_a_number_that_nobody_computed_fails_even_if_the_reviewer_lets_it_pass(home: Path) -> None:
    """The check of numbers holds whoever judges; the sentence is left out in the end."""

    def write(_: Asked) -> Any:
        return {"sentences": ["You ran 12 km.", "That is 4711 calories."]}

    with scripted(writer=write) as service:
        told = say(service, home, QUESTION, "ask")
    assert told.partial
    assert "4711" not in " ".join(told.sentences)
    assert "12 km" in answer(told)


BAD = {"no-json": says("I am a model.", always=True), "refusal": refuses(always=True)}
ROLES = ("router", "parser", "planner", "analyst", "writer", "evaluator", "observer")


@pytest.mark.parametrize("fault", BAD)
@pytest.mark.parametrize("role", ROLES)
def test_a_lasting_bad_answer_is_a_named_stop_and_the_run_goes_on_when_it_is_over(
    home: Path, role: str, fault: str
) -> None:
    """It never becomes the rule in silence; what was written is kept, and stored once."""
    with scripted({role: [BAD[fault]]}) as service:
        stopped = say(service, home, "ran 3 km. How many km did I run in all?")
        assert stopped.state == "ERROR"
        assert stopped.input.text.startswith("ran 3 km")
        service.faults.clear()
        told = go_on(service, home, "resume")
    assert told.state == "COMPLETE"
    assert answer(told).startswith("15 km")
    assert len(Notebook(home / "notebook").read(TODAY)) == 1


WRONG: dict[str, dict[str, Any]] = {
    "parser": {"items": [{"activity": "running.fly", "said": "ran 3 km"}]},
    "planner": {"step": "expand", "domain": "astrology"},
    "analyst": {"verdict": "PERHAPS"},
    "writer": {"sentences": [" "]},
    "evaluator": {"failing": [{"dimension": "style", "reason": "dull"}]},
}


@pytest.mark.parametrize("role", WRONG)
def test_an_output_of_what_does_not_exist_is_sent_back_once_and_then_mended(home: Path, role: str) -> None:
    """The model is told what is wrong, answers anew, and the run comes to its answer."""
    with scripted({role: [changed(lambda _: WRONG[role])]}) as service:
        told = say(service, home, "ran 3 km. How many km did I run in all?")
        assert any(one.again for one in service.of(role))
    assert told.state == "COMPLETE"
    assert answer(told).startswith("15 km")


def test_a_part_that_is_not_in_the_persons_words_becomes_the_whole_text() -> None:
    """Nothing that was written is lost to a model's rewording."""
    asked = ask.RouteQuestion("ran 3 km. how far in all?", "tell", TODAY, DOMAINS)
    route = answers.route(
        asked, answers.RouteAnswer("BOTH", ("running", "astrology"), "jogged 3 km", "how far in all?")
    )
    assert route.note == asked.text
    assert route.question == "how far in all?"
    assert route.domains == ("running",)


@pytest.mark.parametrize(
    ("search", "said"),
    [
        (answers.Search("x", "running.fly"), "no activity"),
        (answers.Search("x", "running.run", field="wings"), "no field"),
        (answers.Search("x", "running.run", first="soon"), "no day"),
        (answers.Search("x", "running.run", first="2026-10-03", last="2026-10-01"), "is after"),
    ],
)
def test_a_search_for_what_does_not_exist_is_refused_with_the_reason(search: answers.Search, said: str) -> None:
    """The model is told, and may mend it."""
    asked = ask.PlanQuestion("x", "", TODAY, DOMAINS, (), (), (), ())
    with pytest.raises(ValueError, match=said):
        answers.plan(asked, answers.PlanAnswer("retrieve", (search,)))


def test_a_model_makes_no_preference_out_of_a_question_and_no_failure_of_a_sentence_that_is_not_there() -> None:
    """What is remembered has a source; what is cut stands in the answer."""
    asked = ask.ObserveQuestion(("post_query",), "How far?", None, (), (), (), TODAY, "N-1")
    learnt = (answers.LearntAnswer("preference", "tea", "Loves tea."), answers.LearntAnswer("pattern", "a", "Runs."))
    assert [one.kind for one in answers.observation(asked, answers.ObserveAnswer(learnt)).learnt] == ["pattern"]
    review = ask.EvaluationQuestion("x", ("One.",), (), (), (), (), ())
    given = ask.Evaluation((Failing("accuracy", "why", " One. "), Failing("accuracy", "why", "Two.")))
    assert [one.sentence for one in answers.evaluation(review, given).failing] == ["One.", ""]
