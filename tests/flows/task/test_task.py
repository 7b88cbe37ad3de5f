"""Tasks with a scripted model: the seed's scenarios, replanning, routes, budgets, and models that misbehave."""

from __future__ import annotations

import json
import re
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.program import User
from indagate.budget import Budget
from indagate.flows.task import AcceptanceCriteria
from indagate.flows.task.material import Material
from indagate.flows.task.views import render_state, summary
from parts.scripted import MINDS, MISSION, Asked, Fault, Scripted, broken
from parts.scripted import says as answers_with

from .agents import ANSWER, CORPUS, TASK, judgement, resume, run, says, scripted, shown, states, turns, uses


def part_of(asked: Asked) -> str:
    """The name of the part that an agent is asked for."""
    found = re.search(r"Your part in it, <data \w+>(.*?)</data", asked.text)
    return found[1] if found else ""


DONE = ["PLANNING", "EXECUTING", "CRITIQUING", "DONE"]
FAILED = ["PLANNING", "EXECUTING", "CRITIQUING", "FAILED"]


@pytest.mark.parametrize(
    ("goal", "threshold", "trace"),
    [
        ("Explain machine learning", 0.7, DONE),
        ("Explain machine learning", 0.9, FAILED),
        ("Implement binary search", 0.6, DONE),
    ],
)
def test_the_three_scenarios_of_the_seed(goal: str, threshold: float, trace: list[str], tmp_path: Path) -> None:
    """A score of 0.77 against 0.7, 0.9 and 0.6: the states, subgoals, route, evidence and log that the seed shows."""
    with scripted(lambda asked: says(ANSWER)) as service:
        task = run(tmp_path, goal, service.model, acceptance=AcceptanceCriteria(threshold))
    assert states(tmp_path) == trace
    assert task.subgoals == ["use current ReAct"]
    assert task.route == "MINIMAL_FLOW"
    assert task.score == 0.77
    assert task.answer == ANSWER
    assert task.error == ("" if trace is DONE else "low_score")
    assert task.best is not None and task.best.verdict is not None
    assert task.best.verdict.feedback == "say more of its limits"
    doc = task.evidence[-1]
    assert (doc.kind, doc.source, doc.summary) == ("DOC", "react_agent", ANSWER[:200])
    log = next((tmp_path / "runs").glob("TASK-*")) / "logs" / "orchestrator.log"
    assert [line.split("\t")[1] for line in log.read_text().splitlines()] == [
        "PLANNING → Set subgoals=['use current ReAct'], route='MINIMAL_FLOW'",
        "EXECUTING: use current ReAct ANSWERED after 1 turn",
        f"EXECUTING → Generated answer ({len(ANSWER)} chars), collected evidence",
        f"CRITIQUING → Score 0.77, threshold {threshold:g} → {trace[-1]}",
    ]
    assert (log.parents[1] / "answers" / "1.md").read_text() == ANSWER


def test_a_refused_answer_is_tried_again_with_the_feedback(tmp_path: Path) -> None:
    """With a retry: REPLANNING; the planner sees the refused answer and why, the agent the critic's words."""

    def judge(asked: Asked) -> object:
        return judgement(0.9 if "better" in asked.text else 0.4, "give an example of spam")

    def think(asked: Asked) -> object:
        return says("a better answer") if "give an example of spam" in asked.text else says("a poor answer")

    with scripted(think, judge=judge) as service:
        task = run(tmp_path, "Explain spam filters", service.model, max_retries=1)
        assert states(tmp_path) == [
            "PLANNING", "EXECUTING", "CRITIQUING", "REPLANNING", "EXECUTING", "CRITIQUING", "DONE",
        ]  # fmt: skip
        assert [attempt.answer for attempt in task.attempts] == ["a poor answer", "a better answer"]
        again = service.of("planner")[1].text
        assert "a poor answer" in again
        assert "give an example of spam" in again
        assert service.count() == {"planner": 2, "agent": 2, "critic": 2}
    assert (task.score, task.answer) == (0.9, "a better answer")


def test_without_retries_left_the_best_of_all_answers_is_kept(tmp_path: Path) -> None:
    """Two refused answers: FAILED with low_score, and the better of them with its score."""

    def judge(asked: Asked) -> object:
        return judgement(0.6 if "first" in asked.text else 0.2, "no")

    def think(asked: Asked) -> object:
        return says("second" if "was refused" in asked.text else "first")

    with scripted(think, judge=judge) as service:
        task = run(tmp_path, "Name it", service.model, max_retries=1, route="MINIMAL_FLOW")
    assert task.state == "FAILED"
    assert (task.error, task.answer, task.score) == ("low_score", "first", 0.6)


def test_a_requirement_that_is_missed_can_never_pass(tmp_path: Path) -> None:
    """A judge who gives 1.0 for an answer without what is required changes nothing."""
    wanted = AcceptanceCriteria(0.0, required_elements=("algorithm",), prohibited_elements=("guaranteed",))
    with scripted(lambda asked: says("Guaranteed to work."), score=1.0) as service:
        task = run(tmp_path, "Explain it", service.model, acceptance=wanted)
        assert "must contain: algorithm" in service.of("agent")[0].text
    assert task.state == "FAILED"
    assert task.best and task.best.verdict
    assert [f.check for f in task.best.verdict.findings if not f.passed] == ["required", "prohibited"]
    assert task.score == 0.3


def test_a_judge_that_cannot_be_understood_is_an_error_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    """Not 0.5: the run waits in ERROR; nothing is asked again of the agent when it goes on."""
    with scripted(lambda asked: says(ANSWER), faults={"critic": [answers_with("seven of ten")] * 2}) as service:
        task = run(tmp_path, "Explain it", service.model)
        assert (task.state, task.score) == ("ERROR", None)

        assert resume(tmp_path, service.model).state == "DONE"
        assert service.count()["agent"] == 1


def test_a_model_that_is_down_stops_the_run_and_a_resume_repeats_no_turn(tmp_path: Path) -> None:
    """The first turn's call stays done; the run goes on from there once the model is back."""

    def think(asked: Asked) -> object:
        return uses("calculate", '{"expression": "6 * 7"}') if not turns(asked) else says("It is 42.")

    with scripted(think, faults={"agent": [Fault(), broken(always=True)]}) as service:
        task = run(tmp_path, "What is it?", service.model)
        assert task.state == "ERROR"
        service.faults["agent"] = []
        first = sum(turns(asked) == 0 for asked in service.of("agent"))

        task = resume(tmp_path, service.model)
        assert (task.state, task.answer) == ("DONE", "It is 42.")
        assert sum(turns(asked) == 0 for asked in service.of("agent")) == first == 1
    assert [item.call for item in task.evidence if item.kind == "TOOL"] == ['{"expression": "6 * 7"}']


def test_three_in_order_see_what_was_found_before(tmp_path: Path) -> None:
    """RESEARCH_ANALYZE_SYNTHESIZE: one after the other, each with the others' findings."""

    def think(asked: Asked) -> object:
        part = part_of(asked)
        seen = [name for name in ("research", "analyze") if f"found by {name}" in asked.text]
        return says(f"found by {part} after {' and '.join(seen) or 'nobody'}")

    with scripted(think) as service:
        task = run(tmp_path, "Compare heat pumps", service.model, route="RESEARCH_ANALYZE_SYNTHESIZE")
    assert [agent.answer for agent in task.agents] == [
        "found by research after nobody", "found by analyze after research",
        "found by synthesize after research and analyze",
    ]  # fmt: skip
    assert task.answer == "found by synthesize after research and analyze"


def test_three_side_by_side_really_run_at_once_and_are_merged(tmp_path: Path) -> None:
    """PARALLEL_FLOW: all three are asked before any has answered."""
    together = threading.Barrier(3, timeout=20)

    def think(asked: Asked) -> object:
        together.wait()
        return says(part_of(asked))

    with scripted(think) as service:
        began = time.monotonic()
        task = run(tmp_path, "Ideas", service.model, route="PARALLEL_FLOW")
        assert time.monotonic() - began < 20
        assert service.count() == {"planner": 1, "agent": 3, "merger": 1, "critic": 1}
    assert [part for part in task.answer.split(" / ") if "Ideas" not in part] == ["research", "analysis", "creative"]
    assert not together.broken


def test_today_is_the_day_on_which_a_task_is_begun(tmp_path: Path) -> None:
    before = datetime.now(UTC).date().isoformat()
    answer = run(tmp_path, "What is today + 0 days?").answer
    assert any(day in answer for day in (before, datetime.now(UTC).date().isoformat()))


def test_research_is_a_mission_of_its_own_and_an_agent_sees_its_quotes(tmp_path: Path) -> None:
    """The child is a run of the same home; the result names it."""
    question = json.dumps({"question": "How loud may a heat pump be at night?"})
    seen: list[str] = []

    def think(asked: Asked) -> object:
        seen.append(json.dumps(asked.body, ensure_ascii=False))
        return says("It is known.") if turns(asked) else uses("research", question)

    with scripted(think) as both, Scripted(answers=both.answers, prompts=(TASK, MISSION, MINDS)) as service:
        task = run(tmp_path, "How loud may it be?", service.model, material=Material(corpus=str(CORPUS)))
    assert [item.source for item in task.evidence if item.kind == "TOOL"] == ["research"]
    child = re.search(r"DR-\d+-\d+", seen[-1])
    assert child
    quotes = re.findall(r"“([^”]+)”", (tmp_path / "runs" / child[0] / "report.md").read_text())
    assert any(quote in seen[-1] for quote in quotes)


def test_research_that_a_person_ends_is_no_result(tmp_path: Path) -> None:
    """Aborted from another terminal while it runs: the agent is told so and goes on without it."""
    told: list[str] = []

    def think(asked: Asked) -> object:
        told.append(shown(asked))
        return says("It is not known.") if turns(asked) else uses("research", '{"question": "How loud may it be?"}')

    def queries(asked: Asked) -> object:
        mission = next((tmp_path / "runs").glob("DR-*")).name
        assert User(tmp_path)("abort", mission, "--no-drive", "--home", tmp_path).code == 0
        return both.answers["query-writer"](asked)

    with scripted(think) as both, Scripted(answers=both.answers, prompts=(TASK, MISSION, MINDS)) as service:
        service.answers["query-writer"] = queries
        task = run(tmp_path, "How loud may it be?", service.model, material=Material(corpus=str(CORPUS)))
    assert "the research ended as ABORTED" in told[-1]
    assert (task.state, task.answer) == ("DONE", "It is not known.")
    assert not [item for item in task.evidence if item.kind == "TOOL"]


# --- models that misbehave ------------------------------------------------------------------------------------------


def test_where_the_merger_cannot_be_used_the_parts_stand_under_their_questions(tmp_path: Path) -> None:
    """Three good answers are not lost to one bad one; what was not done is recorded."""
    bad = {"merger": [answers_with("no JSON here")] * 2}
    with scripted(lambda asked: says(f"It is {part_of(asked)}."), faults=bad) as service:
        task = run(tmp_path, "Ideas", service.model, route="PARALLEL_FLOW")
    assert task.state == "DONE"
    assert [f"It is {part}." in task.answer for part in ("research", "analysis", "creative")] == [True] * 3


def test_an_agent_that_goes_round_in_circles_is_stopped(tmp_path: Path) -> None:
    """The same call with the same arguments for the third time is not made; the loop ends with its name."""
    same = [uses("calculate", '{"expression": "1+1"}'), uses("calculate", '{ "expression" : "1+1" }')]
    with scripted(lambda asked: same[turns(asked) % 2]) as service:
        task = run(tmp_path, "Find the meaning of it", service.model)
        assert service.count()["agent"] == 3
    assert (task.state, task.error) == ("FAILED", "looped")
    assert "3 times" in task.why
    assert dict(task.agents[0].tools)["calculate"][0].status == "BLOCKED"


def test_unknown_tools_and_malformed_arguments_are_told_and_end_in_time(tmp_path: Path) -> None:
    """Each is an answer with a status to the agent; after its turns it is out of budget."""
    tried = [
        uses("launch_missiles"), uses("calculate", "not json"), uses("calculate", '["a"]'), uses("calculate", "{}"),
        uses("calculate", '{"expression": 5}'), uses("write_file", '{"path": "../../x", "text": ""}'),
    ]  # fmt: skip
    with scripted(lambda asked: tried[turns(asked) % len(tried)]) as service:
        task = run(tmp_path, "Find it", service.model, max_iterations=6, output="prompted")
        assert service.count()["thinker"] == 6
        told = service.of("thinker")[-1].text
        assert "there is no tool 'launch_missiles'" in told
        assert "no JSON" in told
        assert "is no path within the workspace" not in told  # that turn was the last
    assert (task.state, task.error) == ("FAILED", "out_of_budget")
    assert {name: [c.status for c in counts] for name, counts in task.agents[0].tools} == {
        "calculate": ["FAILED"], "launch_missiles": ["BLOCKED"], "write_file": ["FAILED"],
    }  # fmt: skip


def test_a_model_that_never_answers_ends_out_of_budget(tmp_path: Path) -> None:
    """It always wants one more call: after its turns it ends, and the last turn told it so."""
    with scripted(lambda asked: uses("calculate", json.dumps({"expression": f"{turns(asked)} + 1"}))) as service:
        task = run(tmp_path, "Think hard", service.model, max_iterations=4)
        assert service.count()["agent"] == 4
        assert "This is the last turn" in service.of("agent")[-1].text
    assert (task.state, task.error) == ("FAILED", "out_of_budget")


def test_a_model_that_says_nothing_usable_ends_with_a_name(tmp_path: Path) -> None:
    """Neither a tool nor an answer, or no JSON at all: three such turns and the task has failed."""
    with scripted(lambda asked: {"thought": "hm", "calls": [], "answer": " "}) as service:
        task = run(tmp_path, "Say it", service.model, output="prompted")
    assert (task.state, task.error) == ("FAILED", "no_answer")
    with scripted(lambda asked: says("x"), faults={"thinker": [answers_with("{{{", always=True)]}) as service:
        task = run(tmp_path, "Say it", service.model, output="prompted")
        assert service.count()["thinker"] == 6
    assert (task.state, task.error) == ("FAILED", "no_answer")


def test_a_dangerous_or_forbidden_tool_is_blocked(tmp_path: Path) -> None:
    """Only what the user allows: the status is BLOCKED, and nothing was done."""
    with scripted(lambda asked: says("done") if turns(asked) else uses("python", '{"code": "print(1)"}')) as service:
        task = run(tmp_path, "Run it", service.model, material=Material(tools=("calculate",)), output="prompted")
    assert [c.status for c in dict(task.agents[0].tools)["python"]] == ["BLOCKED"]


def test_files_and_python_stay_in_the_workspace(tmp_path: Path) -> None:
    """What the agent writes is in the run's folder, and only there; Python reads it."""
    steps = [
        uses("write_file", '{"path": "data/n.txt", "text": "20\\n22\\n"}'),
        uses("python", '{"code": "print(sum(map(int, open(\'data/n.txt\'))))"}'),
        says("42"),
    ]
    with scripted(lambda asked: steps[turns(asked)]) as service:
        task = run(tmp_path, "Add them", service.model)
        assert "42" in shown(service.of("agent")[-1])
    folder = tmp_path / "runs" / task.run / "workspace"
    assert [path.read_text() for path in folder.rglob("*.txt")] == ["20\n22\n"]
    assert [item.source for item in task.evidence] == ["write_file", "python", "react_agent"]


def test_documents_are_searched_read_and_cited(tmp_path: Path) -> None:
    """An agent with a corpus sees passages, and its citation is checked against what it read."""

    def think(asked: Asked) -> object:
        if not turns(asked):
            return uses("search_documents", '{"query": "noise limit at night"}')
        return says("It may be 35 dB(A) [search_documents].")

    wanted = AcceptanceCriteria(domain_specific_checks={"citation": {"require_citation": True}})
    with scripted(think) as service:
        task = run(tmp_path, "How loud?", service.model, material=Material(corpus=str(CORPUS)), acceptance=wanted)
        assert "passages" in json.dumps(service.of("agent")[0].body["tools"])
    assert task.state == "DONE"
    assert task.evidence[0].source == "search_documents"


# --- budgets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("budget", [Budget(calls=2), Budget(tokens=6_000)])
def test_a_budget_holds_and_ends_in_a_named_outcome(budget: Budget, tmp_path: Path) -> None:
    """Tokens or calls: no more than they allow, and the task says that it ran out."""
    with scripted(lambda asked: uses("calculate", json.dumps({"expression": f"{turns(asked)} + 1"}))) as service:
        task = run(tmp_path, "Think hard", service.model, budget=budget, max_iterations=50)
        assert len(service.requests) <= 4
    assert (task.state, task.error) == ("FAILED", "out_of_budget")
    assert task.cost.calls <= (budget.calls or 50)
    assert task.cost.tokens <= (budget.tokens or 10**6)


def test_a_budget_of_seconds_holds(tmp_path: Path) -> None:
    """A slow model is not asked again once the time is up."""
    with scripted(
        lambda asked: uses("calculate", json.dumps({"expression": f"{turns(asked)}"})), latency=0.4
    ) as service:
        task = run(tmp_path, "Think hard", service.model, budget=Budget(seconds=1), max_iterations=50)
        assert len(service.requests) <= 5
    assert (task.state, task.error) == ("FAILED", "out_of_budget")


def test_where_the_budget_does_not_reach_for_the_judge_nobody_judges(tmp_path: Path) -> None:
    """The answer is not lost: verdict, summary and page say that nobody judged it, and that the budget is why."""
    with scripted(lambda asked: says(ANSWER)) as service:
        task = run(tmp_path, "Explain it", service.model, budget=Budget(calls=2))
    assert task.best and task.best.verdict
    assert (task.state, task.best.verdict.by, task.best.verdict.judged) == ("DONE", "", None)
    for told in (task.best.verdict.judge, summary(task), render_state(task)):
        assert "judged by nobody: the budget does not allow it: this would make 3 of 2 calls" in told, told


def test_the_cost_is_what_the_model_says_it_was(tmp_path: Path) -> None:
    """Tokens and calls of planner, agent and judge, added up."""
    with scripted(lambda asked: says(ANSWER)) as service:
        task = run(tmp_path, "Explain it", service.model)
        sizes = [len(json.dumps(asked.body)) // 4 for asked in service.requests]
    assert task.cost.calls == 3
    assert task.cost.tokens > sum(sizes)
    assert task.cost.tokens == task.cost.unpriced
