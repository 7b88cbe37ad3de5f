"""What the flow decides in small: who is told what, which of several answers is the best, what is shown of it."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path

import pytest

from indagate.errors import InputError
from indagate.flows.task import AcceptanceCriteria, Budgets, TaskInput, TaskOrchestrator, check_answer
from indagate.flows.task import record as records
from indagate.flows.task.critic.critique import settle
from indagate.flows.task.critic.hard import Worked, worked_checks
from indagate.flows.task.critic.inflection import same_word
from indagate.flows.task.gate import LARGEST, read_text, sources_of
from indagate.flows.task.material import Material
from indagate.flows.task.plan import WHOLE, Part, Wanted
from indagate.flows.task.react.steps import same_call
from indagate.flows.task.record import Attempt, Task
from indagate.flows.task.roles.critic import Judged, Judgement, items_of
from indagate.flows.task.roles.merger import in_a_row
from indagate.flows.task.roles.planner import PlanAnswer, PlannedPart, PlanQuestion, WantedItem, plan, plan_of
from indagate.flows.task.roles.thinker import (
    Offered,
    PastTurn,
    Seen,
    ThinkQuestion,
    expression_of,
    holds_all,
    think,
)
from indagate.flows.task.tables import SHOWN, run_query, table_tools
from indagate.flows.task.views import details, summary
from indagate.storage import Home
from parts.scripted import Asked

from .agents import judgement, run, says, scripted, turns, uses

# --- the critic -----------------------------------------------------------------------------------------------------


def test_what_is_judged_names_dimension_and_unit_where_there_are_any() -> None:
    wanted = (Wanted("the distance", "length", "km"), Wanted("the town"), Wanted("the share", "share"))
    assert items_of("goal", wanted) == ("the distance (length, in km)", "the town", "the share (share)")
    assert items_of("goal", ()) == ("goal",)


def test_an_answer_of_the_wrong_dimension_is_capped_and_a_right_one_is_not() -> None:
    for answer, score in (("It is 5 kg.", 0.4), ("It is 5 km.", 1.0)):
        found = worked_checks(answer, Worked("5 km or 5 kg?", (Wanted("the distance", "length", "km"),)))
        assert settle(found, None, 0.7, "").score == score


def test_numbers_bind_only_where_there_is_material_to_take_them_from() -> None:
    for closed, score in ((True, 0.4), (False, 1.0)):
        found = worked_checks("It is 5 km.", Worked("How far?", closed=closed))
        assert settle(found, None, 0.7, "").score == score
        assert "5 km" in found[0].message


def test_a_number_in_a_formula_may_have_been_shown_with_its_unit() -> None:
    for shown, score in (("It takes 35 minutes.", 1.0), ("It takes 36 minutes.", 0.4)):
        found = worked_checks("35 × 2 = 70", Worked("2 times that?", shown=(shown,), closed=True, computed=("70",)))
        assert settle(found, None, 0.7, "").score == score


def test_the_score_is_the_mean_of_the_items_and_the_feedback_says_what_was_wrong() -> None:
    opinion = Judgement((Judged(1.0, "fine"), Judged(0.5, "half of it")), "say all of it")
    found = settle([], opinion, 0.7, "model")
    assert (found.score, found.accepted, found.feedback) == (0.75, True, "half of it; say all of it")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("1.005 × 2 = 2.01", True), ("2 × 3 = 1 + 5", True), ("2 × 3 = 1 + 6", False), ("10 / 3 = 3.33", True),
        ("10 / 3 = 3.34", False), ("10 / 4 = 3", True), ("10 / 4 = 2", False), ("100 / 3 ≈ 33", True),
        ("1 / 3 + 1 / 3 = 2 / 3", True), ("0.33 × 3 = 1 × 1", False), ("1200 × 3 ≈ 4000", True),
        ("1200 × 3 ≈ 5000", False), ("3 × 2 million = 6,000,000", True), ("3 × 2 million = 60,000,000", False),
        ("2 thousand × 2 = 4000", True), ("2 Mio. × 2 = 4000000", True), ("2 mln × 2 = 4000000", True),
        ("2 Mrd × 2 = 4000000000", True), ("2 bn × 2 = 4000000000", True), ("2 тыс × 2 = 4000", True),
        ("2 + 3 = 6x", True), ("2 + 3 = 6 * k", True), ("10 × 1 = 3 × 3.33", True),
        ("10 × 1 = 3 × 3.1", False), ("100 × 7 / 8 = 100 × 0.88", True), ("100 × 7 / 8 = 100 × 0.89", False),
        ("49 × 20.5 ≈ 50 × 20", True), ("49 × 21 ≈ 50 × 20", False),
        ("24 h × 60 = 1440 min", True), ("24 h × 61 = 1440 min", False),
        ("1 h = 61 min", False),
        ("10.4 m/s = 37.62 km/h", True),
        ("10.4 m/s = 37.63 km/h", False),
        ("2 × 0.17 = 1 / 3", True), ("3 × 0.3 = 1 / 2", False), ("1 + 0.5 = 1 + 1", False), ("2 × 2 = sqrt(16)", True),
        ("2 × 3 = sqrt(16)", False), ("2 × 3 = ±4", True), ("7 / 2 = 3 remainder 1, and 2 + 2 = 5", False),
        ("0.25 × 100 = 25 %", True), ("7 / 2 = 3 remainder 1", True), ("7 / 2 = 3 remainder 2", False),
    ],
)  # fmt: skip
def test_equations_hold_to_the_digits_that_they_show(text: str, holds: bool) -> None:
    wanted = AcceptanceCriteria(domain_specific_checks={"math": {"require_formula": True}})
    found = asyncio.run(check_answer("goal", f"It is so: {text}.", wanted))
    assert ("arithmetic" not in {one.check for one in found if not one.passed}) is holds


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("письмо", "писем", True), ("окно", "окон", True), ("письмо", "пират", False), ("рынок", "рынка", True),
        ("стол", "столами", True), ("дом", "дым", False), ("tax", "taxes", True), ("tax", "taxi", False),
        ("city", "cities", True), ("go", "went", True), ("go", "got", False), ("model's", "model", True),
        ("v2", "v3", False), ("bus", "but", False),
        ("car", "cars", True), ("gas", "ga", False), ("город", "городского", False), ("книга", "книгами", True),
        ("еда", "еды", True), ("яд", "яда", True), ("угол", "угла", True), ("тень", "тон", False),
        ("тон", "тень", False),
    ],
)  # fmt: skip
def test_words_are_the_same_in_their_forms_and_no_others(one: str, other: str, same: bool) -> None:
    assert same_word(one, other) is same


def test_german_forms_count_only_in_german() -> None:
    assert same_word("Haus", "Häuser", True) and not same_word("Haus", "Häuser")
    assert same_word("Uhr", "Uhren", True) and not same_word("Ofen", "Oma", True)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("It is so [a.md, b.md].", set()), ("It is so [a.md, c.md].", set()),
        ("It is so [a.md; c.md].", {"citation resolves"}),
        ("It is so [a.md, p. 3].", set()), ('“Two.” [a.md, b.md]', set()), ('“Three.” [a.md, b.md]', {"quotes"}),
        ('“One” [b.md][a.md]', set()), ('“Three” [b.md][a.md]', {"quotes"}),
    ],
)  # fmt: skip
def test_several_sources_stand_in_one_pair_of_brackets(answer: str, wrong: set[str]) -> None:
    """With a semicolon each has to be there; after a comma a place may follow the name."""
    wanted = AcceptanceCriteria(domain_specific_checks={"citation": {"require_citation": True}})
    found = asyncio.run(check_answer("goal", answer, wanted, {"a.md": "One.", "b.md": "Two."}))
    assert {one.check for one in found if not one.passed} == wrong


def test_a_quote_begins_with_a_capital_or_not_as_its_sentence_needs() -> None:
    """Also a quote of one letter; any other difference is one."""
    wanted = AcceptanceCriteria(domain_specific_checks={"citation": {"require_citation": True}})
    for quote, held in (("Parts are two.", True), ("there", True), ("p", True), ("PARTS are two", False)):
        found = asyncio.run(check_answer("goal", f"“{quote}” [a.md]", wanted, {"a.md": "There, parts are two: P, q."}))
        assert all(one.passed for one in found) is held, quote


# --- the gate's files -----------------------------------------------------------------------------------------------


def test_files_that_are_no_text_or_too_large_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_bytes(b"\xff\xfe\x00x")
    with pytest.raises(InputError, match="no text in UTF-8"):
        read_text(file)
    file.write_bytes(b"x" * LARGEST)
    assert len(read_text(file)) == LARGEST
    file.write_bytes(b"x" * (LARGEST + 1))
    with pytest.raises(InputError, match="more than 2 MB"):
        read_text(file)
    with pytest.raises(InputError, match="cannot be read"):
        read_text(tmp_path / "nowhere.md")


def test_sources_are_a_folder_a_file_or_json(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text("A")
    (tmp_path / "x.json").write_text('{"a": "A"}')
    assert sources_of(tmp_path / "in") == {"a.md": "A"}
    assert sources_of(tmp_path / "in" / "a.md") == {"a.md": "A"}
    assert sources_of(tmp_path / "x.json") == {"a": "A"}
    for wrong in ("[", "[1]", '{"a": 1}'):
        (tmp_path / "x.json").write_text(wrong)
        with pytest.raises(InputError, match="no JSON"):
            sources_of(tmp_path / "x.json")


# --- what agents are told -------------------------------------------------------------------------------------------


def test_agents_and_the_planner_are_told_every_requirement(tmp_path: Path) -> None:
    wanted = AcceptanceCriteria(
        0.5, ("example",), ("guess",), {"code_quality": {"require_code": True}, "math": {"require_formula": True}}
    )
    with scripted(lambda asked: says("For example:\n```python\n1 + 1\n```\n1 + 1 = 2")) as service:
        run(tmp_path, "Explain it", service.model, acceptance=wanted)
        for role in ("planner", "agent"):
            text = service.of(role)[0].text
            for told in (
                "contain: example",
                "not contain: guess",
                "code_quality: require_code True",
                "math: require_formula",
            ):
                assert told in text, (role, told)


def test_the_agents_log_has_thoughts_calls_and_the_end(tmp_path: Path) -> None:
    def step(asked: object) -> object:
        return says("It is 42.") if turns(asked) else uses("calculate", '{"expression": "6 * 7"}')  # type: ignore[arg-type]

    with scripted(step) as service:
        task = run(tmp_path, "What is it?", service.model)
    log = (tmp_path / "runs" / task.agents[0].child / "agent.log").read_text().splitlines()
    assert [line.split("\t")[1] for line in log] == [
        "thought: I look it up.", 'calculate {"expression": "6 * 7"}: SUCCESS 42', "ANSWERED: It is 42.",
    ]  # fmt: skip


def test_equal_answers_of_parts_stand_once_and_others_under_their_questions() -> None:
    assert in_a_row((("a", "One?", "Yes."), ("b", "Two?", "Yes."))) == "Yes."
    assert in_a_row((("a", "One?", "Yes."), ("b", "Two?", "No."))) == "One?\nYes.\n\nTwo?\nNo."


def test_parts_side_by_side_without_a_model_stand_under_their_questions(tmp_path: Path) -> None:
    """Each on its own; where one needs a model, the other's answer is not lost."""
    both = run(tmp_path / "a", "What is 2 + 2? What is 15 % of 240?", route="auto")
    assert both.answer == "What is 2 + 2?\n2 + 2 = 4\n\nWhat is 15 % of 240?\n15 % of 240 = 36"
    half = run(tmp_path / "b", "What is 2 + 2? Write a limerick.", route="auto")
    assert (half.state, half.error) == ("FAILED", "needs_model")
    assert "What is 2 + 2? 2 + 2 = 4" in half.why


def test_without_a_model_the_nearest_of_tables_and_documents_is_shown() -> None:
    asked = ThinkQuestion("Who is it?", "", "", (Offered("ask_tables", "", "{}"),), (), 5, "2026-01-01")
    assert [call.tool for call in think(asked).calls] == ["ask_tables"]

    def after(status: str, text: str) -> str:
        seen = Seen("ask_tables", '{"question": "Who is it?"}', status, text)
        return think(ThinkQuestion(asked.goal, "", "", asked.tools, (PastTurn("", (seen,)),), 4, "2026-01-01")).reason

    assert "not understood: who" in after("SUCCESS", '{"understood": false, "text": "not understood: who"}')
    assert "the tables are gone" in after("FAILED", "the tables are gone")


# --- results --------------------------------------------------------------------------------------------------------


def test_a_failed_task_shows_its_best_answer_and_writes_it(tmp_path: Path) -> None:
    with scripted(lambda asked: says("It may be so."), score=0.3) as service:
        task = run(tmp_path / "a", "Say it", service.model)
    assert "best answer (score 0.30 of 0.70, judged by" in summary(task) and "It may be so." in summary(task)
    assert (tmp_path / "a" / "runs" / task.run / "answer.md").read_text() == "It may be so.\n"
    task = run(tmp_path / "b", "Write a poem")
    assert not (tmp_path / "b" / "runs" / task.run / "answer.md").exists()
    assert (task.resumed, task.answer) == (0, "")


def test_the_best_attempt_is_the_latest_of_equals_and_one_without_a_verdict_comes_last(tmp_path: Path) -> None:
    with scripted(lambda asked: says("x")) as service:
        task = run(tmp_path, "Say it", service.model)
    assert isinstance(task, Task) and isinstance(task, records.Task)
    verdict = task.attempts[0].verdict
    task.attempts = [Attempt("first", "", verdict), Attempt("second", "", verdict), Attempt("third", "")]
    assert task.answer == "second"
    task.attempts = [Attempt("first", ""), Attempt("second", "")]
    assert (task.answer, task.score) == ("second", None)


def test_the_result_says_whether_anybody_judged(tmp_path: Path) -> None:
    result = asyncio.run(TaskOrchestrator(home=tmp_path / "a").run_task("What is 6 * 7?"))
    assert (result.metadata["judged"], result.metadata["final_score"]) == (False, 1.0)
    with scripted(lambda asked: says("It is so."), judge=lambda asked: judgement(0.9)) as service:
        result = asyncio.run(TaskOrchestrator(service.model, home=tmp_path / "b").run_task("Say it"))
    assert (result.metadata["judged"], result.metadata["final_score"]) == (True, 0.9)
    result = asyncio.run(TaskOrchestrator(home=tmp_path / "c").run_task("Write a poem"))
    assert result.answer is None and "final_score" not in result.metadata and "judged" not in result.metadata


def test_a_budget_is_of_one_turn_at_least() -> None:
    assert Budgets(max_iterations=1).max_iterations == 1
    for given in ({"max_iterations": 0}, {"max_retries": -1}):
        with pytest.raises(InputError):
            TaskInput("goal", **given)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        Budgets(max_iterations=0)
    assert TaskInput("goal", max_iterations=1, max_retries=0).max_iterations == 1
    with pytest.raises(InputError, match="there is no goal"):
        TaskInput(" \n")


def test_the_judge_is_shown_the_beginning_of_long_evidence_and_the_planner_less_of_it(tmp_path: Path) -> None:
    """4,000 characters of each tool's result; after a refusal 1,000, with what was answered and why not."""

    def step(asked: Asked) -> object:
        return says("It is so.") if turns(asked) else uses("python", '{"code": "print(\'x\' * 9000)"}')

    with scripted(step, judge=lambda asked: judgement(0.2, "say more")) as service:
        task = run(tmp_path, "Say it", service.model, max_retries=1)
        judge, planner = service.of("critic")[0].data, service.of("planner")[1].data
    assert [len(text) for text in judge if "xxx" in text] == [4000]
    recalled = next(text for text in planner if "xxx" in text)
    assert recalled.startswith("python {") and len(recalled.partition(": ")[2]) > 900 and "x" * 1001 not in recalled
    assert {"It is so.", "say more"} <= set(planner)
    assert (task.plans, len(task.attempts), task.retries_left) == (2, 2, 0)


def test_who_worded_an_answer_is_said(tmp_path: Path) -> None:
    """What a rule computed is a cell; what a model says without any material is its inference."""
    ruled = details(run(tmp_path / "a", "What is 6 * 7?"))["claims"]
    assert [(one["basis"], one["by"]) for one in ruled] == [("cell", "rule")]
    with scripted(lambda asked: says("It is so.")) as service:
        told = details(run(tmp_path / "b", "Say it", service.model))["claims"]
        assert [(one["basis"], one["by"]) for one in told] == [("inference", service.model)]


def test_a_plan_of_a_model_is_taken_as_far_as_it_is_one() -> None:
    """A part without words is left out, equal names differ then, unknown tools are dropped, one part is all."""
    asked = PlanQuestion("The goal", tools=(("calculate", "computes"),))
    parts = [
        PlannedPart("a", "One?", ["calculate", "fly", "calculate"]),
        PlannedPart("a", " "),
        PlannedPart("a", "Two?"),
    ]
    found = plan_of(asked, PlanAnswer("parallel", parts, [WantedItem(" the  sum ", " money", "EUR "), WantedItem(" ")]))
    assert found.route == "PARALLEL_FLOW"
    assert found.parts == (Part("a", "One?", ("calculate",)), Part("a 2", "Two?"))
    assert found.wanted == (Wanted("the sum", "money", "EUR"),)
    single = plan_of(asked, PlanAnswer("research", parts[:1]))
    assert (single.route, single.parts) == ("MINIMAL_FLOW", (Part(WHOLE, "The goal", ("calculate",)),))
    forced = plan_of(PlanQuestion("The goal", "PARALLEL_FLOW"), PlanAnswer("minimal", []))
    assert [part.name for part in forced.parts] == ["research", "analysis", "creative"]
    many = plan_of(asked, PlanAnswer("parallel", [PlannedPart("", f"{n}?") for n in range(9)]))
    assert [part.name for part in many.parts] == [f"part {n}" for n in range(1, 7)]


def test_the_rule_plans_a_part_for_each_sentence() -> None:
    found = plan(PlanQuestion("What is 2 + 2? What is 3 + 3? …"))
    assert (found.route, [part.goal for part in found.parts]) == (
        "PARALLEL_FLOW", ["What is 2 + 2?", "What is 3 + 3?"],
    )  # fmt: skip
    assert plan(PlanQuestion("What is 2 + 2?")).parts == (Part(WHOLE, "What is 2 + 2?"),)
    assert plan(PlanQuestion("One. Two.", "MINIMAL_FLOW")).parts == (Part(WHOLE, "One. Two."),)


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("What is 6 * 7?", "6 * 7"), ("What's 2^10?", "2^10"), ("How many metres are in 3 km?", "3 km in metres"),
        ("How many days from 2025-02-14 to 2025-11-02?", "2025-11-02 - 2025-02-14"), ("compute 5 km in m", "5 km in m"),
        ("How many apples are in 3 km?", ""), ("What is love?", ""), ("What is 6 * 7 of all?", ""),
    ],
)  # fmt: skip
def test_a_question_is_an_expression_whole_or_not_at_all(question: str, expression: str) -> None:
    assert expression_of(question, date(2026, 1, 1)) == expression


@pytest.mark.parametrize(
    ("text", "question", "held"),
    [
        ("The limit at night is 45 dB.", "What is the limit at night?", True),
        ("The limit at night is 45 dB.", "What is the limit by day?", False),
        ("Limits are low.", "What is the limit?", False),  # one word alone says nothing
    ],
)  # fmt: skip
def test_a_passage_answers_only_if_it_holds_every_content_word(text: str, question: str, held: bool) -> None:
    assert holds_all(text, question) is held


def test_the_orchestrators_log_says_why_a_task_gave_up(tmp_path: Path) -> None:
    task = run(tmp_path, "Write a poem")
    log = (tmp_path / "runs" / task.run / "logs" / "orchestrator.log").read_text().splitlines()
    told = [line.split("\t")[1] for line in log]
    assert told[1].startswith("EXECUTING: use current ReAct GAVE_UP after ")
    assert told[-1].startswith("EXECUTING → FAILED: needs_model (no rule answers this exactly")


def test_calls_are_the_same_however_their_json_is_written() -> None:
    assert same_call("t", '{"a": 1, "b": 2}') == same_call("t", '{"b":2,"a":1}') != same_call("u", '{"a": 1, "b": 2}')
    assert same_call("t", "") == same_call("t", "{}")
    assert same_call("t", "no json") == same_call("t", "no json") != same_call("t", "no json at all")


def test_code_that_cannot_be_read_at_all_does_not_parse() -> None:
    """A byte that Python takes in no source, brackets without end, a text that is far too long."""
    wanted = AcceptanceCriteria(domain_specific_checks={"code_quality": {"require_code": True}})
    for code in ("x = '\0'", "(" * 5_000, f"x = {'1 + ' * 60_000}1"):
        found = asyncio.run(check_answer("goal", f"```python\n{code}\n```", wanted))
        told = {one.check: one for one in found}["code parses"]
        assert not told.passed and told.message.startswith(("the code does not parse", "the code has more than"))


# --- tables ---------------------------------------------------------------------------------------------------------


def test_a_long_result_says_how_much_of_it_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,distance_km\n" + "".join(f"n{n},{n + 1}.5\n" for n in range(SHOWN + 25)))
    text = run_query(tmp_path, "SELECT name, distance_km FROM t ORDER BY distance_km").text
    assert "… 25 more cells" in text and text.count(" km = ") == SHOWN
    few = run_query(tmp_path, "SELECT sum(distance_km) AS total FROM t").text
    assert "more cells" not in few and "225 rows" in few
    offered = table_tools(Home(tmp_path), str(tmp_path), date(2026, 1, 1))
    assert {tool.name for tool in offered} == {"query", "ask_tables"}


def test_material_without_tables_or_documents_is_not_closed() -> None:
    assert not Material().closed
    assert Material(data="x").closed and Material(corpus="x").closed and Material(web=True).closed
