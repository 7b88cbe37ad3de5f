"""What a person reads of a task: state.md, the orchestrator's log, the critic's verdict; and what an agent is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

from indagate.flows.task import AcceptanceCriteria
from indagate.flows.task.critic.verdict import Finding, Verdict
from indagate.flows.task.gate import as_json, as_text
from indagate.flows.task.roles.thinker import PastTurn, Seen, ThinkQuestion, shorten
from indagate.flows.task.views import details, outcome, summary
from parts.scripted import Asked

from .agents import judgement, run, says, scripted, turns, uses


def page(home: Path, name: str) -> list[str]:
    return next(home.glob(f"runs/TASK-*/{name}")).read_text().splitlines()


def test_state_md_tells_goal_route_cost_attempts_agents_and_evidence(tmp_path: Path) -> None:
    """Each attempt with its verdict, check by check; what the judge said of an item; what tools brought."""

    def step(asked: Asked) -> object:
        answer = "It is 42." if "say the number" in asked.text else "It is so."
        return says(answer) if turns(asked) else uses("calculate", '{"expression": "6 * 7"}')

    def judge(asked: Asked) -> object:
        good = "It is 42." in asked.text
        return {"items": [{"score": 0.9 if good else 0.2, "why": "nearly all"}], "feedback": "say the number"}

    with scripted(step, judge=judge) as service:
        task = run(tmp_path, "What is\nsix times seven?", service.model, max_retries=1,
                   acceptance=AcceptanceCriteria(0.7, ("42|so",)))  # fmt: skip
        by = service.model
    lines = page(tmp_path, "state.md")
    assert lines[:4] == ["# What is six times seven?", "", "- Status: DONE", "- Route: MINIMAL_FLOW"]
    cost = next(line for line in lines if line.startswith("- Cost: "))
    assert re.fullmatch(rf"- Cost: {task.cost.calls} calls, {task.cost.tokens:,} tokens, \$0\.0000", cost)
    assert "- Error: none" in lines and task.cost.calls >= 6
    first, second = lines.index("## Attempt 1"), lines.index("## Attempt 2")
    assert first < lines.index("> It is so.") < second < lines.index("> It is 42.")
    assert f"Score 0.20, threshold 0.70: refused (judged by {by})" in lines[first:second]
    assert f"Score 0.90, threshold 0.70: accepted (judged by {by})" in lines[second:]
    assert "- ✓ required: '42|so' is there" in lines[second:]
    assert "- 0.20 nearly all" in lines[first:second] and "- nearly all; say the number" in lines[second:]
    agents = [line for line in lines if "| ANSWERED |" in line]
    assert len(agents) == 2 and all(line.endswith("| 2 | calculate 1 SUCCESS |") for line in agents)
    assert [line.split("`")[0] for line in lines if line.startswith(("- TOOL", "- DOC"))] == [
        "- TOOL calculate ", "- DOC react_agent ", "- DOC react_agent ",
    ]  # fmt: skip
    assert summary(task).endswith(f"score 0.90 of 0.70, judged by {by}")


def test_a_task_that_gives_up_says_so_in_its_log_and_to_programs(tmp_path: Path) -> None:
    task = run(tmp_path, "Write a poem")
    log = [line.split("\t")[-1] for line in page(tmp_path, "logs/orchestrator.log")]
    assert any("EXECUTING → FAILED: needs_model (no rule answers this exactly" in line for line in log)
    assert any(line.endswith("route='MINIMAL_FLOW'") for line in log)
    told = details(task)
    assert (told["error"], told["answer"], told["score"], told["judged"]) == ("needs_model", None, None, False)
    assert told["reason"].startswith("no rule answers this exactly") and outcome(task) == "needs_model"
    assert "- Error: needs_model (no rule" in "\n".join(page(tmp_path, "state.md"))


def test_a_verdict_for_people_and_for_programs() -> None:
    found = Verdict(0.4, 0.7, None, (Finding("one", True, "fine"), Finding("two", False, "not fine", 0.4)), "not fine")
    assert as_text(found).splitlines() == [
        "refused  score 0.40 of 0.70, judged by nobody: only the checks were made", "ok      one: fine",
        "MISSED  two: not fine",
    ]  # fmt: skip
    assert "нет" in as_json(Verdict(0.4, 0.7, feedback="нет"))
    told = json.loads(as_json(found))
    assert list(told) == ["accepted", "score", "min_score", "judged", "by", "feedback", "findings"]
    assert told["findings"][1] == {"check": "two", "passed": False, "message": "not fine", "cap": 0.4}
    assert as_text(Verdict(0.9, 0.7, 0.9, (), "", "a model")) == "accepted  score 0.90 of 0.70, judged by a model"


def test_calls_that_cannot_be_made_are_told_to_the_agent_and_cost_a_turn(tmp_path: Path) -> None:
    """No JSON, no object, no such tool; the fourth turn answers."""
    steps = [
        uses("calculate", '{"expression": '), uses("calculate", "[1]"), uses("fly", "{}"), says("It cannot be done."),
    ]  # fmt: skip
    with scripted(lambda asked: steps[turns(asked)], judge=lambda asked: judgement(0.9)) as service:
        task = run(tmp_path, "Fly", service.model, max_iterations=4, output="prompted")
        last = service.of("thinker")[-1]
    assert (task.state, task.agents[0].turns) == ("DONE", 4)
    for why in ("the arguments are no JSON:", "the arguments are no JSON object", "fly"):
        assert any(why in told for told in last.data), why


def test_long_results_stand_by_reference_the_oldest_first_the_last_by_half() -> None:
    old, new = Seen("read_document", "{}", "SUCCESS", "a" * 900, "f" * 20), Seen("python", "{}", "SUCCESS", "b" * 900)
    asked = ThinkQuestion("goal", "", "", (), (PastTurn("", (old,)), PastTurn("", (new,))), 3, "2026-01-01")
    once = shorten(asked)
    assert once is not None
    text = once.turns[0].seen[0].text
    assert text.startswith("a" * 200 + " … [cut to fit, kept as ffffffffffff;") and once.turns[1].seen[0] == new
    twice = shorten(once)
    assert twice is not None and twice.turns[1].seen[0].text.startswith("b" * 450 + " … [cut to fit;")
    short = ThinkQuestion(
        "goal", "", "", (), (PastTurn("", (Seen("python", "{}", "SUCCESS", "c" * 600),)),), 3, "2026-01-01"
    )
    assert shorten(short) is None
