"""What a task is given and what it gives back in small: its tools, plans, budgets, record, views, files and proof."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from indagate.budget import Amount, Budget
from indagate.engine import Broke, Resumed, Stamp
from indagate.errors import InputError
from indagate.flow.resting import Quoting
from indagate.flow.worded import Attributed, Supporting
from indagate.flows.task import AcceptanceCriteria, TaskInput, TaskOrchestrator, tables
from indagate.flows.task.chart import (
    AgentFinished,
    Answered,
    Exhausted,
    GaveUp,
    OutOfBudget,
    Planned,
    Rejected,
    Replanned,
)
from indagate.flows.task.commands import Demands
from indagate.flows.task.critic.verdict import Finding, Verdict
from indagate.flows.task.gate import criteria_of, sources_of
from indagate.flows.task.kit import known_tools, receivers, remote_tools, require_known, shown
from indagate.flows.task.material import Material
from indagate.flows.task.plan import Part
from indagate.flows.task.react.chart import Count, Kept
from indagate.flows.task.record import Attempt, Task
from indagate.flows.task.roles.merger import MERGER, MergeQuestion, Merger
from indagate.flows.task.roles.planner import PlanAnswer, PlannedPart, PlanQuestion, plan, plan_of
from indagate.flows.task.supporting import finding, parts_of
from indagate.flows.task.verify import check
from indagate.flows.task.views import details, outcome, render_state, summary
from indagate.storage import Home
from indagate.tools import Router, tool
from indagate.tools.calculator import Result

from .agents import judgement, run, says, scripted, turns, uses
from .test_support import ferry

STAMP = Stamp(1, 0)
OWN = {"calculate", "python", "list_files", "read_file", "write_file"}


# --- tools ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("material", "more"),
    [
        (Material(), set()),
        (Material("papers"), {"search_documents", "read_document", "research"}),
        (Material(data="tables"), {"query", "ask_tables"}),
        (Material(web=True), {"web_search", "web_read"}),
    ],
)
def test_tools_that_are_not_there_are_refused_by_name_with_those_that_are(material: Material, more: set[str]) -> None:
    assert known_tools(material) == OWN | more
    require_known(replace(material, tools=tuple(OWN | more), allow=("python",)))
    for given in (replace(material, tools=("calculate", "fly")), replace(material, allow=("fly",))):
        with pytest.raises(InputError, match="there is no tool 'fly'") as refused:
            require_known(given)
        assert refused.value.hint == f"There are: {', '.join(sorted(OWN | more))}."
    require_known(replace(material, tools=("far__fly",), mcp="mcp.json"))


def servers(folder: Path) -> Material:
    told = {"far": {"url": "https://far.example/mcp"}, "near": {"command": "server"}}
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": told}))
    return Material(mcp=str(folder / "mcp.json"))


def test_who_is_reached_over_the_network_is_named_with_the_fields_of_its_tools(tmp_path: Path) -> None:
    @tool
    async def far__say(text: str, times: int) -> str:
        """Say it."""
        return text * times

    @tool
    async def near__say(text: str) -> str:
        """Say it."""
        return text

    router = Router([far__say, near__say])
    material = servers(tmp_path)
    fields = frozenset({"text", "times"})
    assert remote_tools(material, router) == {"far__say": fields} and remote_tools(Material(), router) == {}
    assert receivers(material) == ("the MCP server far at far.example",) and receivers(Material()) == ()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Result("1/3", "0.333", "km", exact=False, note="exactly 1/3"), "≈ 0.333 km (exactly 1/3)"),
        (Result("1", "1"), "1"), (tables.Queried("SELECT 1", "c1: 1"), "c1: 1"), ("as it is", "as it is"),
        (tables.Understood(True, "x"), '{"sql":"","text":"x","understood":true}'), ([1, "a"], '[1,"a"]'),
    ],
)  # fmt: skip
def test_results_are_shown_as_a_person_reads_them(value: Any, text: str) -> None:
    assert shown(value) == text


def test_a_table_s_values_are_shown_to_twelve_digits_and_want_of_one_is_said(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,distance_km\na,1.25\nb,\nc,4.5\nd,0.3333333333333333\n")
    text = tables.run_query(tmp_path, "SELECT avg(distance_km) AS mean, max(distance_km) AS far FROM t").text
    assert "2.02777777778 km" in text and "4 rows, 1 of them without a value" in text
    assert "no value" in tables.run_query(tmp_path, "SELECT name, distance_km FROM t WHERE name = 'b'").text
    asked = tables.table_tools(Home(tmp_path), str(tmp_path), date(2026, 1, 1))
    assert [one.name for one in asked] == ["query", "ask_tables"]


def test_the_tables_of_the_last_four_folders_stay_open(tmp_path: Path) -> None:
    folders = []
    for number in range(5):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "t.csv").write_text(f"name,km\na,{number}\n")
        folders.append(folder)
    first = tables.opened(folders[0])
    assert tables.opened(folders[0]) is first
    for folder in folders[1:4]:
        tables.opened(folder)
    assert tables.opened(folders[0]) is first  # the one used last is kept
    tables.opened(folders[4])
    assert tables.opened(folders[0]) is first
    for folder in folders[1:]:
        tables.opened(folder)
    assert tables.opened(folders[0]) is not first


# --- plans ----------------------------------------------------------------------------------------------------------


def test_plans_keep_names_apart_and_short_and_parts_few() -> None:
    asked = PlanQuestion("The goal", tools=(("calculate", "computes"), ("query", "asks")))
    names = ["a"] * 3 + ["b" * 70, " ", "c", "d"]
    found = plan_of(asked, PlanAnswer("parallel", [PlannedPart(name, "One?", ["query", "fly"]) for name in names]))
    assert [part.name for part in found.parts] == ["a", "a 2", "a 3", "b" * 60, "part 5", "c"]
    assert {part.tools for part in found.parts} == {("query",)}
    two = plan_of(asked, PlanAnswer("research", [PlannedPart("a", "One?"), PlannedPart("b", "Two?")], reason="so"))
    assert (two.route, len(two.parts), two.reason) == ("RESEARCH_ANALYZE_SYNTHESIZE", 2, "so")
    minimal = plan_of(asked, PlanAnswer("minimal", [PlannedPart("a", "One?", ["query"]), PlannedPart("b", "Two?")]))
    assert (minimal.route, [(part.goal, part.tools) for part in minimal.parts]) == ("MINIMAL_FLOW", [("The goal", ())])
    forced = plan_of(PlanQuestion("The goal", "PARALLEL_FLOW"), PlanAnswer("minimal", [PlannedPart("a", "One?")]))
    assert (forced.route, [part.name for part in forced.parts]) == ("PARALLEL_FLOW", ["a"])


def test_by_rule_no_more_than_six_sentences_are_parts() -> None:
    found = plan(PlanQuestion(" ".join(f"What is {n} + 1?" for n in range(8))))
    assert len(found.parts) == 6 and found.reason == "8 sentences, each answered on its own"
    assert [part.name for part in found.parts[:2]] == ["part 1", "part 2"]
    assert plan(PlanQuestion("What is 1 + 1?")).reason == "one question"
    assert plan(PlanQuestion("One? Two?", "PARALLEL_FLOW")).reason == "the user's choice"


def test_a_merged_answer_is_one_and_of_the_form() -> None:
    assert MERGER.check is not None

    def complaints(answer: str, form: str = "") -> list[str]:
        return list(MERGER.check(MergeQuestion("g", (), form=form), Merger(answer)))  # type: ignore[misc]

    assert complaints(" \n") == ["the answer is empty"] and complaints("So.") == []
    assert complaints("So.", '{"type": "object"}') and complaints("{}", '{"type": "object"}') == []


@pytest.mark.parametrize(("tokens", "asked"), [(9_500, 0), (40_000, 1)])
def test_a_small_budget_is_the_agents_and_not_the_planners(tokens: int, asked: int, tmp_path: Path) -> None:
    with scripted(lambda asked: says("So.")) as service:
        task = run(tmp_path, "Say it", service.model, budget=Budget(tokens=tokens))
        assert service.count().get("planner", 0) == asked
    assert task.answer == "So."


def test_where_several_agents_fail_the_reason_that_matters_most_is_told(tmp_path: Path) -> None:
    """Out of turns before going in circles: more turns may help."""

    def think(asked: Any) -> object:
        n = turns(asked) if "research" in asked.text.split("Your part in it")[-1][:60] else 0
        return uses("calculate", json.dumps({"expression": f"{n} + 1"}))

    with scripted(think) as service:
        task = run(tmp_path, "Ideas", service.model, route="PARALLEL_FLOW", max_iterations=4)
    assert {agent.outcome for agent in task.agents} == {"OUT_OF_BUDGET", "LOOPED"}
    assert (task.state, task.error, task.why) == ("FAILED", "out_of_budget", "all 4 turns of thinking are spent")


def test_of_several_in_order_the_one_that_finds_nothing_is_the_last(tmp_path: Path) -> None:
    with scripted(lambda asked: {"thought": "hm", "calls": [], "answer": " "}) as service:
        task = run(tmp_path, "Ideas", service.model, route="RESEARCH_ANALYZE_SYNTHESIZE", output="prompted")
    assert [agent.name for agent in task.agents] == ["research"] and task.error == "no_answer"


# --- the record -----------------------------------------------------------------------------------------------------


def folded(*events: object, **given: Any) -> Task:
    task = Task(TaskInput("The goal", **given))
    for event in events:
        task.fold(event, STAMP)
    return task


LOW, HIGH = Verdict(0.2, 0.7, feedback="poor"), Verdict(0.6, 0.7, feedback="nearly")


def test_retries_are_counted_by_plans_and_feedback_is_that_of_the_last() -> None:
    parts = (Part("a", "One?"),)
    first = (Planned("MINIMAL_FLOW", parts), Answered("one", "r1", Amount(10, 0.1, 1)))
    task = folded(*first, Rejected(HIGH, Amount(20, 0.2, 2)), max_retries=2)
    assert (task.retries_left, task.plans, task.feedback, task.error) == (2, 1, "", "")
    assert (task.cost.tokens, task.cost.calls, task.answer, task.score) == (20, 2, "one", 0.6)
    task = folded(*first, Rejected(HIGH), Replanned("MINIMAL_FLOW", parts, "nearly"), max_retries=2)
    assert (task.retries_left, task.plans, task.feedback) == (1, 2, "nearly")
    again = (Replanned("MINIMAL_FLOW", parts, "nearly"), OutOfBudget("two", "r2", "spent"), Exhausted(LOW))
    task = folded(*first, Rejected(HIGH), *again, max_retries=1)
    assert (task.error, task.why, task.answer, task.score, task.retries_left) == ("low_score", "poor", "one", 0.6, 0)
    assert [(item.kind, item.ref, item.summary) for item in task.evidence] == [
        ("DOC", "r1", "one"),
        ("DOC", "r2", "two"),
    ]


def test_evidence_of_agents_stands_once_and_their_files_are_kept() -> None:
    kept = (Kept("calculate", "r", "42", "{}"), Kept("calculate", "r", "42", "{}"), Kept("query", "q", "7", "{}"))
    done = AgentFinished("a", "One?", "ANSWERED", found=kept[:1], files=(("f", "1"),))
    task = folded(done, replace(done, found=kept[1:], files=(("f", "2"), ("g", "3"))))
    assert [(item.kind, item.source, item.ref, item.call) for item in task.evidence] == [
        ("TOOL", "calculate", "r", "{}"), ("TOOL", "query", "q", "{}"),
    ]  # fmt: skip
    assert task.files == {"f": "2", "g": "3"} and len(task.agents) == 2
    long = folded(Answered("x" * 300, "r"))
    assert long.evidence[0].summary == "x" * 200


def test_what_broke_is_told_until_it_goes_on() -> None:
    task = folded(Broke("the model is down"))
    assert (task.why, task.resumed) == ("the model is down", 0)
    task.fold(Resumed(), STAMP)
    assert (task.why, task.resumed) == ("", 1)


def test_a_task_that_has_no_answer_yet_says_so() -> None:
    task = folded()
    assert (task.best, task.answer, task.score, task.subgoals) == (None, "", None, [])
    assert summary(task) == f"{task.state}: 0 agents have ended, 0 answers"
    assert render_state(task).splitlines()[2:6] == [
        f"- Status: {task.state}", "- Route: not chosen", "- Subgoals: ",
        "- Cost: 0 calls, 0 tokens, $0.0000",
    ]  # fmt: skip
    given_up = folded(GaveUp("needs_model", "no rule"))
    assert (given_up.error, given_up.why) == ("needs_model", "no rule")


@pytest.mark.parametrize(
    ("error", "told"), [("needs_model", "needs_model"), ("no_answer", "needs_model"), ("low_score", "failed")]
)
def test_how_a_failed_task_came_out_is_one_of_two(error: str, told: str, tmp_path: Path) -> None:
    """An answer that needs a model, or another one, is no fault of the answer."""
    task = run(tmp_path, "Write a poem")
    task.error = error
    assert outcome(task) == told
    assert ("--model" in summary(task).replace(task.why, "")) is (error == "no_answer")


def test_a_verdict_without_a_judge_and_an_attempt_without_words_are_shown() -> None:
    found = (Finding("answer", True, "there is an answer"), Finding("required", False, "'x' is missing", 0.4))
    task = folded(Answered("one\n\ntwo", "r"), Exhausted(Verdict(0.4, 0.7, None, found, "'x' is missing")))
    lines = render_state(task).splitlines()
    assert lines[lines.index("## Attempt 1") + 2 :][:3] == ["> one", ">", "> two"]
    assert "Score 0.40, threshold 0.70: refused (judged by nobody: only the checks were made)" in lines
    assert {"- ✓ answer: there is an answer", "- ✗ required: 'x' is missing"} <= set(lines)
    assert "- 'x' is missing" not in lines and "## Agents" not in lines and "> (nothing)" not in lines
    assert "> (nothing)" in render_state(folded(Answered("", "r"))).splitlines()
    judged = folded(
        Answered("one", "r"), Exhausted(Verdict(0.8, 0.7, 0.8, (), "more", "m", ((0.8, "well"), (1.0, ""))))
    )
    lines = render_state(judged).splitlines()
    assert "- 0.80 well" in lines and "- more" in lines and "- 1.00 " not in lines


def test_agents_stand_in_a_table_with_what_they_used() -> None:
    counts = (("calculate", (Count("FAILED", 1), Count("SUCCESS", 2))), ("query", (Count("SUCCESS", 1),)))
    one = AgentFinished("a", "One?", "ANSWERED", turns=3, tools=counts, child="REACT-1")
    lines = render_state(folded(one, replace(one, name="b", tools=()))).splitlines()
    assert "| a (REACT-1) | ANSWERED | 3 | calculate 1 FAILED, 2 SUCCESS; query 1 SUCCESS |" in lines
    assert "| b (REACT-1) | ANSWERED | 3 | none |" in lines
    assert details(folded(one))["tools"] == {"calculate": {"FAILED": 1, "SUCCESS": 2}, "query": {"SUCCESS": 1}}


# --- proof ----------------------------------------------------------------------------------------------------------


def test_a_finished_task_is_proved_and_each_change_of_its_record_is_named(tmp_path: Path) -> None:
    """A score above its cap, a summary that is not the beginning of what was kept, tables that are gone."""
    data = tmp_path / "sales.csv"
    data.write_text("Town,Revenue (EUR)\nBonn,10\nBonn,20\n")
    home = Home(tmp_path / "home")
    task = run(tmp_path / "home", "What is the total revenue in Bonn?", material=Material(data=str(data)))
    folder = tmp_path / "home" / "runs" / task.run

    def found() -> list[tuple[str, str]]:
        return [(one.code, one.detail if hasattr(one, "detail") else "") for one in check(task, folder, home.store)]

    assert task.state == "DONE" and found() == []
    (attempt,) = task.attempts
    assert attempt.verdict is not None
    missed = (Finding("required", False, "missing", 0.4),)
    task.attempts = [replace(attempt, verdict=replace(attempt.verdict, findings=missed))]
    assert [code for code, _ in found()] == ["report-changed"]
    task.attempts = [replace(attempt, verdict=replace(attempt.verdict, findings=missed, score=0.4))]
    assert found() == []
    task.attempts = [attempt]
    evidence = task.evidence
    task.evidence = [replace(item, summary="It is 31 EUR") if item.kind == "DOC" else item for item in evidence]
    assert [code for code, _ in found()] == ["archive-changed"]
    task.evidence = [replace(item, summary="x") if item.kind == "TOOL" else item for item in evidence]
    assert found() == []
    task.evidence = evidence
    tables.opened(data).close()
    tables._OPEN.clear()
    data.unlink()
    assert [code for code, _ in found()] == ["number-not-held"]


def test_quotes_within_a_line_are_each_of_their_own_sentence(tmp_path: Path) -> None:
    answer = (
        "It takes 35 minutes to Aldring [ferry.md: “the crossing takes 35 minutes”]. "
        "Since August 2025 it is deep enough [harbours.md: “was dredged in August 2025”]. The Heron seats 220 people."
    )
    told = ferry(tmp_path, answer)
    assert [one.get("quotes", []) for one in details(told)["claims"]] == [
        ["the crossing takes 35 minutes"], ["was dredged in August 2025"], [],
    ]  # fmt: skip


# --- criteria -------------------------------------------------------------------------------------------------------


def test_criteria_of_a_file_and_of_options_are_added_up(tmp_path: Path) -> None:
    (tmp_path / "t.py").write_text("assert f(1)")
    told = {
        "min_score": 0.5, "required_elements": ["a"], "prohibited_elements": ["b"],
        "domain_specific_checks": {"math": {"require_formula": False}},
    }  # fmt: skip
    (tmp_path / "c.json").write_text(json.dumps(told))
    found = criteria_of(tmp_path / "c.json", ["c"], ["d"], ["math", "citation"], tmp_path / "t.py", None)
    assert (found.min_score, found.required_elements, found.prohibited_elements) == (0.5, ("a", "c"), ("b", "d"))
    assert found.domain_specific_checks == {
        "math": {"require_formula": False}, "citation": {"require_citation": True},
        "code_quality": {"require_code": True, "tests": "assert f(1)"},
    }  # fmt: skip
    assert criteria_of(tmp_path / "c.json", [], [], [], None, 0.0).min_score == 0.0
    assert criteria_of(None, [], [], [], None, None) == AcceptanceCriteria(0.7, (), (), {})
    assert Demands().acceptance == AcceptanceCriteria(0.7, (), (), {}) and Demands().texts == {}
    assert Demands(require=["a"], sources=tmp_path / "t.py").texts == {"t.py": "assert f(1)"}
    with pytest.raises(InputError, match="there is no check 'spelling'"):
        criteria_of(None, [], [], ["spelling"], None, None)
    for wrong, why in (
        ('{"colour": 1}', "there is none called 'colour'"),
        ("[", "holds no acceptance criteria"),
        ("[1]", "holds no acceptance criteria"),
        ('{"min_score": 2}', "min_score is a number from 0 to 1"),
    ):
        (tmp_path / "c.json").write_text(wrong)
        with pytest.raises(InputError, match=why):
            criteria_of(tmp_path / "c.json", [], [], [], None, None)


def test_sources_keep_their_folders_and_byte_order_marks_are_no_words(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "deep" / "b.md").write_text("B")
    (tmp_path / "in" / "a.md").write_bytes(b"\xef\xbb\xbfA")
    assert sources_of(tmp_path / "in") == {"a.md": "A", "deep/b.md": "B"}
    (tmp_path / "x.JSON").write_text('{"a": "A"}')
    assert sources_of(tmp_path / "x.JSON") == {"a": "A"}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"min_score": -0.1}, "from 0 to 1"), ({"min_score": 1.1}, "from 0 to 1"),
        ({"required_elements": ["a", "|"]}, "has no words"), ({"prohibited_elements": [" "]}, "has no words"),
        ({"domain_specific_checks": {"math": {"require_formula": "yes"}}}, "true or false"),
        ({"domain_specific_checks": {"code_quality": {"tests": True}}}, "Python, as a text"),
        ({"domain_specific_checks": {"code_quality": {"require_code": 1}}}, "true or false"),
        ({"domain_specific_checks": {"citation": {"tests": "x"}}}, "is not told 'tests'"),
        ({"domain_specific_checks": {"style": {}}}, "there is no check 'style'"),
    ],
)  # fmt: skip
def test_criteria_that_say_nothing_are_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        AcceptanceCriteria(**given)


@pytest.mark.parametrize("score", [0, 1])
def test_the_ends_of_the_scale_are_scores(score: float) -> None:
    wanted = AcceptanceCriteria(score, domain_specific_checks={"code_quality": {"tests": "assert x"}})
    assert wanted.min_score == score and wanted.told("code_quality") == {"tests": "assert x"}
    assert wanted.told("math") is None


def test_a_run_that_broke_off_says_why_as_its_error(tmp_path: Path) -> None:
    import asyncio

    from parts.scripted import broken

    with scripted(
        lambda asked: says("x"), judge=lambda asked: judgement(1), faults={"agent": [broken(always=True)]}
    ) as it:
        result = asyncio.run(TaskOrchestrator(it.model, home=tmp_path).run_task("Say it", route="MINIMAL_FLOW"))
    assert result.status.value == "ERROR" and result.answer is None and result.value is None
    assert (
        result.error and result.error.startswith("the agent broke off: ") and result.metadata["reason"] == result.error
    )
    assert {"run", "folder", "route"} <= set(result.metadata) and "final_score" not in result.metadata
    assert details(result.state)["error"] == result.error


def test_an_attempt_that_nobody_judged_comes_after_those_that_were() -> None:
    task = folded()
    task.attempts = [
        Attempt("a", "", LOW),
        Attempt("b", "", HIGH),
        Attempt("c", "", replace(HIGH, score=0.5)),
        Attempt("d", ""),
    ]
    assert (task.answer, task.score) == ("b", 0.6)


# --- what an answer rests on ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("refused", "unsupported", "claims", "passed"), [
    (1, 1, 0, False), (1, 0, 0, False), (0, 2, 0, False), (2, 1, 1, True), (0, 0, 0, True),
])  # fmt: skip
def test_an_answer_of_which_nothing_is_left_is_refused(
    refused: int, unsupported: int, claims: int, passed: bool
) -> None:
    """Whatever left its sentences out; of which one stays, that is told and not refused."""
    left_out = Supporting(refused, unsupported, cut=1)
    attempt = Attempt("So.", "", None, (Attributed("So.", "worded", "m"),) * claims, left_out)
    (found,) = finding(attempt)
    assert (found.passed, found.cap) == (passed, 1.0 if passed else 0.4) and found.message == " ".join(left_out.lines)
    assert finding(replace(attempt, support=Supporting())) == []


def test_what_was_left_out_of_an_attempt_stands_in_its_page() -> None:
    task = folded(Answered("So.", "r", support=Supporting(refused=2)), Answered("So.", "r"))
    lines = render_state(task).splitlines()
    told = "Left out: 2 sentences with a number, name or address not held by what it rests on."
    assert lines.count(told) == 1 and lines.index(told) < lines.index("## Attempt 2")


@pytest.mark.parametrize(
    ("answer", "parts"),
    [
        ("It is **35 dB** and `loud`.", ["It is 35 dB and loud."]), ("It is so [a.md].", ["It is so."]),
        ("It is so [b.md].", ["It is so [b.md]."]), ("It is so [a.md; b.md].", ["It is so [a.md; b.md]."]),
        ("1. One is so.\n\n```\nx = 3\n```\n- Two is so. Three, too.", ["One is so.", "Two is so.", "Three, too."]),
        ("It is so [a.md](http://a.example).", ["It is so [a.md](http://a.example)."]), ("…", []),
        ("It is so [1].", ["It is so [1]."]), ("## Head\n\nIt is so [a.md, p. 3].", ["Head", "It is so."]),
    ],
)  # fmt: skip
def test_an_answer_is_taken_apart_into_what_it_states(answer: str, parts: list[str]) -> None:
    """Emphasis and citations of what was shown are no part of it; any other bracket or link is a claim of its own."""
    read = Quoting(answer)
    found = parts_of(read, "", "a.md 1")
    assert [part.text for part in found] == parts
    for part in found:
        line = answer.splitlines()[part.line]
        assert line[part.start : part.end].replace("**", "").replace("`", "").startswith(part.text[:5])


def test_values_of_a_form_are_what_an_answer_states() -> None:
    found = parts_of(Quoting('{"far": "5 km", "sure": true, "at": [3]}'), '{"type": "object"}', "")
    assert [part.text for part in found] == ["far: 5 km", "at: 3"]
