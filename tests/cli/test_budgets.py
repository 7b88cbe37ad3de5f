"""A budget is raised by `resume RUN --budget-…`, in whatever flow and wherever the run stands."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from flows.report.model import scripted as reporter
from flows.report.samples import museum
from flows.task.agents import ANSWER, scripted, turns, uses
from flows.task.agents import says as answers
from parts.scripted import Asked, Scripted, broken, facts, plan, says

from .program import CORPUS, User

GOAL = "How loud may a heat pump be at night in a general residential area?"
RAISED = ("--budget-calls", "400", "--budget-tokens", "900000", "--budget-seconds", "600", "--budget-dollars", "9")
UNPRICED = RAISED[:6]
"""Without dollars: what a scripted model costs nobody knows."""
LIMITS = {"calls": 400, "tokens": 900000, "seconds": 600, "dollars": 9}
SWAP = "forall A B : Prop, A /\\ B -> B /\\ A"


def limits(user: User, run: str = "last") -> dict[str, float]:
    """The limits that `show` names."""
    found = user("show", run, "--json").json["budget"]["limits"]
    return {name: limit for name, limit in found.items() if limit is not None}


def holds(user: User, run: str = "last") -> None:
    """The raised limits stand in the run, in a row of it, and hold for the next driver too."""
    assert limits(user, run).items() >= LIMITS.items()
    assert any("900000" in json.dumps(row) for row in user.rows(run) if row["kind"] == "wake")


def test_a_mission_that_waits_for_approval_gets_a_larger_budget(user: User) -> None:
    """Three calls are not enough for the whole question; 400 are."""
    given = json.dumps({"question": GOAL, "corpus": str(CORPUS)})
    begun = user("run", "mission", given, "--budget-calls", "3", "--json", "-q")
    assert begun.code == 3 and limits(user)["calls"] == 3
    assert user("resume", "last", *RAISED, "--yes", "-q").code in (0, 4)
    holds(user)
    assert user("show", "last", "--json").json["budget"]["calls"] > 3


def test_a_mission_that_checks_in_gets_a_larger_budget(user: User) -> None:
    """It found nothing, since its documents had vanished; they are back. It still waits for the person's answer."""
    corpus = user.folder / "documents"
    shutil.copytree(CORPUS, corpus)
    given = json.dumps({"question": GOAL, "corpus": str(corpus)})
    assert user("run", "mission", given, "--budget-calls", "30", "--json", "-q").code == 3
    corpus.rename(user.folder / "away")
    assert user("approve", "last", "-q").code == 3
    (user.folder / "away").rename(corpus)
    assert user("resume", "last", *RAISED, "--yes", "-q").code == 3
    holds(user)
    assert user("answer", "last", "--write-now", "-q").code in (0, 4)


def test_a_run_in_error_gets_a_larger_budget(user: User, inventory: str) -> None:
    """Its folder was not there; it is now."""
    assert user("run", inventory, "papers", "--budget-calls", "2", "-q").code == 1
    user.papers(*(f"{n}.txt" for n in range(9)))
    assert user("resume", "last", *RAISED, "--yes", "-q").code == 0
    holds(user)
    assert user("show", "last", "--json").json["budget"]["calls"] > 2


@pytest.mark.parametrize("flow", ["task", "report"])
def test_a_run_that_was_killed_gets_a_larger_budget(user: User, flow: str) -> None:
    """kill -9 in its middle; the printed line with a larger budget goes on to the end."""
    (user.folder / "data").mkdir()
    (user.folder / "data" / "sales.csv").write_text(
        "month,sales\n" + "".join(f"2024-{m:02},{m * 7}\n" for m in range(1, 13))
    )
    words = {
        "task": ("task", GOAL, "--corpus", str(CORPUS)),
        "report": ("report", "How did sales develop?", "--data", "data"),
    }[flow]
    with user.begun(*words, "--budget-calls", "300", "-q") as process:
        user.wait_for_rows(1, flow)
        process.send_signal(signal.SIGKILL)
        process.wait()
    run = next(item["run"] for item in user("runs", "--json").json if item["flow"] == flow)
    user("resume", run, *RAISED, "--yes", "-q")
    holds(user, run)


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_a_proof_that_was_stopped_by_its_budget_goes_on_with_a_larger_one(user: User, tmp_path: Path) -> None:
    """One call is spent before the first attempt; the larger budget proves it. One that is spent is refused."""
    (user.folder / "swap.v").write_text(f"{SWAP}\n")
    stopped = user("prove", "run", "swap.v", "--budget-calls", "1", "--json", "-q")
    assert stopped.json["state"] == "STOPPED" and stopped.json["outcome"] == "waiting"
    again = user("resume", "last", "--budget-calls", "1", "-q")
    assert again.code == 2 and "has spent" in again.err and "--budget-calls" in again.err
    user("resume", "last", *RAISED, "-q")
    holds(user)
    assert user("show", "last", "--json").json["state"] == "BREAKTHROUGH"


def test_seconds_hold_also_while_a_model_answers(user: User) -> None:
    """Every answer takes 25 s, the budget is 3: the question in flight is given up, and the run hands over."""
    given = json.dumps({"question": GOAL, "corpus": str(CORPUS)})
    with Scripted(latency=25.0) as service:
        done = user("run", "mission", given, "--model", service.model, "--budget-seconds", "3", "--json", "-q", "--yes")
    assert done.json["budget"]["seconds"] < 15, done.json


@pytest.mark.parametrize("calls", [1, 4])
def test_calls_hold_also_where_answers_are_sent_back(user: User, calls: int) -> None:
    """No answer of the planner or the readers is usable, so each would be asked for again: one call stays one."""
    given = json.dumps({"question": GOAL, "corpus": str(CORPUS)})
    wrong = {role: [says("Sure!", always=True)] for role in ("planner", "query-writer", "judge", "reader")}
    with Scripted(faults=wrong) as service:
        done = user(
            "run", "mission", given, "--model", service.model, "--budget-calls", str(calls), "--json", "-q", "--yes"
        )
        assert len(service.requests) <= calls
    assert done.json["budget"]["calls"] <= calls, done.json


def test_a_question_to_notes_that_was_killed_gets_a_larger_budget(user: User) -> None:
    """kill -9 while its model thinks; the larger budget holds for the run that goes on, with the same model."""
    with Scripted(latency=0.2) as service:
        with user.begun("ask", "how far did I run?", "--model", service.model, "--home", user.home, "-q") as process:
            user.wait_for_rows(1, "notes")
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert user("resume", "last", *UNPRICED, "-q").code in (0, 3, 4)
        assert service.requests
    assert limits(user)["tokens"] == 900000


def test_a_mission_in_error_gets_a_larger_budget(user: User) -> None:
    """Its model refuses every request until the key is right; then the raised budget brings it to its report."""
    given = json.dumps({"question": GOAL, "corpus": str(CORPUS), "approve": True})
    with Scripted() as service:
        service.faults = {"*": [broken(401, always=True)]}
        stopped = user("run", "mission", given, "--model", service.model, "--budget-calls", "5", "--json", "-q")
        assert (stopped.code, stopped.json["state"]) == (1, "ERROR")
        service.faults = {}
        assert user("resume", "last", *UNPRICED, "--yes", "-q").code == 0
    assert limits(user)["tokens"] == 900000


@pytest.mark.parametrize("limit", [("calls", "8"), ("tokens", "12000"), ("tokens", "16000"), ("tokens", "20000")])
def test_a_report_whose_budget_ended_says_what_was_not_read_and_a_fork_reads_it(
    user: User, limit: tuple[str, str]
) -> None:
    """It names no model, since one was named, and denies no passage that was found; verify and `--json` agree."""
    question = "What does a heat pump cost in an existing house in Lindental?"
    with Scripted() as service:
        words = ("research", question, "--corpus", str(CORPUS), "--model", service.model, "--yes", "-q")
        done = user(*words, f"--budget-{limit[0]}", limit[1])
        stands = user("show", "last", "--json").json
        report = Path(stands["report"]).read_text()
        assert done.code == 0 and stands["outcome"] == "partial"
        for text in (done.out, report):
            assert "Name a model" not in text and "No passage holds" not in text and "brought nothing" not in text
            assert f"Found and not read: {stands['unread']} passages" in text
        assert stands["unread"] and user("verify", "last").code == 0
        told = re.search(r"indagate (fork \S+ --at \d+)", report)
        assert told is not None
        refused = user("resume", "last", "--budget-tokens", "900000")
        assert refused.code == 2 and "its budget is not raised" in refused.err and told[1] in refused.err
        assert user("resume", "last", "--model", service.model).code == 2
        assert user("resume", "last").code == 0
        fork = user(*told[1].split(), "--json").json["run"]
        assert user("resume", fork, *UNPRICED, "--yes", "-q").code == 0
    whole = user("show", fork, "--json").json
    assert whole["answered"] and not whole["unread"] and whole["paid_to"] is None
    assert "not read" not in Path(whole["report"]).read_text()


def test_a_task_that_its_budget_ended_gets_no_larger_one(user: User) -> None:
    """The option is not dropped in silence: it is refused, with the way on."""
    with scripted(lambda asked: uses("calculate", json.dumps({"expression": f"{turns(asked)} + 1"}))) as service:
        given = ("task", GOAL, "--corpus", str(CORPUS), "--model", service.model, "--budget-calls", "3")
        told = user(*given, "--json", "-q").json
        assert told["error"] == "out_of_budget"
        refused = user("resume", "last", "--budget-calls", "100")
        fork = f"indagate fork {told['run']} --at {told['paid_to']}"
        assert refused.code == 2 and "its budget is not raised" in refused.err and f"{fork} --home " in refused.err
        ended = user("resume", "last")
        assert ended.code == 0 and f"({fork})" in ended.out
        larger = user(*fork.split()[1:], "--json").json["run"]
        before = len(service.requests)
        user("resume", larger, "--budget-calls", "6", "-q")
        assert len(service.requests) > before and user("show", larger, "--json").json["budget"]["calls"] > 3


def test_a_fork_of_a_task_keeps_the_agents_that_had_ended(user: User) -> None:
    """The row that is named is that of the last agent before the budget ended; only what was not done is paid."""
    home = "the home's"

    def agent(asked: Asked) -> Any:
        return (
            uses("calculate", json.dumps({"expression": f"{turns(asked) + 2} * 7"}))
            if turns(asked) < 2
            else answers(ANSWER)
        )

    with scripted(agent) as service:
        given = ("task", "Explain machine learning in plain words", "--model", service.model, "--route", "research")
        ended = user(*given, "--budget-calls", "13", "-q", "--home", home)
        line = re.search(r"indagate (fork \S+ --at \d+ --home [^)]+)\)", ended.out)
        assert line, ended
        fork = user(*shlex.split(line[1]), "--json").json["run"]
        before = len(service.of("agent"))
        assert user("resume", fork, "--budget-calls", "100", "-q", "--home", home).code == 0
    assert len(service.of("agent")) - before == 3, "one agent's turns; two agents had ended"


def test_parallel_parts_that_the_budget_left_out_are_done_in_a_fork(user: User) -> None:
    """One part answers at once, the others need more than is there: the fork that is named asks only these again."""

    def agent(asked: Asked) -> Any:
        first = "explain side 0" in asked.text
        return (
            answers(ANSWER)
            if first or turns(asked) > 5
            else uses("calculate", f'{{"expression": "{turns(asked)} * 7"}}')
        )

    parts = [{"name": f"part{n}", "goal": f"explain side {n}", "tools": ["calculate"]} for n in range(3)]
    plan = {"route": "parallel", "parts": parts, "wanted": [], "reason": "three sides"}
    with scripted(agent, plan=lambda _: plan) as service:
        given = ("task", "Explain machine learning in plain words", "--model", service.model, "-q")
        ended = user(*given, "--budget-calls", "12")
        assert ended.code == 1 and "a part has no answer" in ended.out
        line = re.search(r"indagate (fork \S+ --at \d+)\)", ended.out)
        assert line, ended
        fork = user(*shlex.split(line[1]), "--json").json["run"]
        before = len(service.requests)
        assert user("resume", fork, "--budget-calls", "100", "-q").code == 0
        again = [asked for asked in service.requests[before:] if asked.role == "agent"]
    assert again and not any("explain side 0" in asked.text for asked in again)


def test_that_rules_wrote_for_want_of_budget_is_told_however_the_run_goes_on(user: User) -> None:
    """A fork from behind their answer takes it over; its report says so as the first does, and how to go on."""
    told = "Answered by the rules, or by nobody, because the budget was spent: bottom-line."
    with Scripted() as service:
        words = ("research", GOAL, "--corpus", CORPUS, "--model", service.model, "--yes", "-q", "--budget-calls", "8")
        first = user(*words).out.split()[0]
        behind = max(row["row"] for row in user.rows(first) if row["name"] == "ask bottom-line")
        fork = user("fork", first, "--at", str(behind), "--json").json["run"]
        ended = user("resume", fork, "-q")
    for run in (first, fork):
        assert told in (user.home / "runs" / run / "report.md").read_text(encoding="utf-8")
    assert ended.code == 0 and "To go on with a larger budget, fork it" in ended.out and "Excerpts" not in ended.out
    assert user("verify", fork).code == 0


def reworded(asked: Asked) -> Any:
    """A section, or the bottom line, in words that are not its sources', so that a judge is asked."""
    said = [
        {"text": f"It is said there that {text[0].lower()}{text[1:]}", "facts": [name]} for name, text in facts(asked)
    ]
    return {"sentences": said[:2]} | ({"answered": bool(said)} if asked.role == "bottom-line" else {})


@pytest.mark.parametrize(("short", "role"), [(1, "support"), (8, "appraiser")])
def test_a_role_that_the_budget_leaves_out_late_is_named_and_a_fork_asks_it_alone(
    user: User, short: int, role: str
) -> None:
    """The judge of sentences, or appraisals of some of the sources: not the judge's fault, and not *done*."""
    with Scripted(answers={"section-writer": reworded, "bottom-line": reworded}) as service:
        words = ("research", GOAL, "--corpus", CORPUS, "--model", service.model, "--yes", "-q")
        whole = user(*words, "--json").json
        calls = whole["budget"]["calls"]
        assert whole["outcome"] == "done" and whole["paid_to"] is None
        asked = service.count()[role]
        cut = user(*words, "--budget-calls", calls - short)
        stands = user("show", "last", "--json").json
        report = Path(stands["report"]).read_text(encoding="utf-8")
        assert stands["outcome"] == "partial" and "no usable answer" not in report and role in stands["unasked"]
        assert re.search(rf"because the budget was spent: [a-z, -]*{role}", report)
        line = re.search(r"indagate (fork \S+ --at \d+)", cut.out)
        assert line, cut
        fork = user(*line[1].split(), "--json").json["run"]
        before = service.count()
        assert user("resume", fork, *UNPRICED, "--yes", "-q").code == 0
        again = service.count() - before
    assert again[role] and again[role] < 1 + asked and not again["reader"] and not again["planner"]
    ended = user("show", fork, "--json").json
    assert ended["outcome"] == "done" and ended["paid_to"] is None and user("verify", fork).code == 0


def test_a_role_that_a_model_answered_in_the_end_is_not_said_to_be_left_to_rules(user: User) -> None:
    """Killed when the budget had not paid for it, before a rule had answered; the larger budget pays."""
    with Scripted() as service:
        words = ("research", GOAL, "--corpus", CORPUS, "--model", service.model, "--yes", "-q", "--budget-calls", "8")
        first = user(*words).out.split()[0]
        row = next(row["row"] for row in user.rows(first) if row["name"] == "Unpaid")
        fork = user("fork", first, "--at", str(row), "--json").json["run"]
        assert user("resume", fork, *UNPRICED, "--yes", "-q").code == 0
    report = (user.home / "runs" / fork / "report.md").read_text(encoding="utf-8")
    assert "because the budget was spent" not in report


def test_a_report_that_could_not_pay_for_reading_does_not_say_that_the_documents_are_silent(
    user: User,
) -> None:
    """The mission that it starts is cut short: the task is named as undone, and the fork reads them."""
    museum(user.folder / "data", days=60)
    (user.folder / "docs").mkdir()
    text = "# Noise\n\nA heat pump may be as loud as 35 dB at night in a residential area.\n"
    (user.folder / "docs" / "noise.md").write_text(text)

    def brief(_: Asked) -> Any:
        item = {"question": "How loud?", "measures": [], "title": "Noise"}
        items = [
            {**item, "id": "s1", "aspects": ["series"], "tables": ["museum"]},
            {**item, "id": "s2", "aspects": ["documents"], "tables": []},
        ]
        return {"goal": "g", "depth": "standard", "style": "default", "tone": "neutral", "constraints": [],
                "triggers": [], "charts": 0, "scope_items": items}  # fmt: skip

    def planned(asked: Asked) -> Any:
        if "Topics:" not in asked.text:
            return plan(asked)
        task = {"description": "look", "scope": "s1", "aspect": "series", "tables": ["museum"]}
        return {"tasks": [task, {**task, "scope": "s2", "aspect": "documents", "tables": []}]}

    with reporter(brief_builder=brief, planner=planned) as service:
        question = "How did the visitors develop, and how loud may a heat pump be at night in a residential area?"
        words = ("report", question, "--data", "data", "--corpus", "docs", "--model", service.model, "-q")
        cut = user(*words, "--budget-calls", "8")
        stands = user("show", "last", "--json").json
        assert stands["outcome"] == "partial"
        kept = "".join(path.read_text() for path in (Path(stands["folder"]) / "results").glob("*.json"))
        assert "the documents do not say" not in kept
        line = re.search(r"indagate (fork \S+ --at \d+)", cut.out)
        assert line and "could be done (r1)" in cut.out, cut.out
        fork = user(*line[1].split(), "--json").json["run"]
        assert user("resume", fork, "--budget-calls", "400", "-q").code == 0
        assert service.count()["reader"]
    ended = user("show", fork, "--json").json
    assert ended["outcome"] == "done" and any("35 dB" in claim["text"] for claim in ended["claims"])


def test_a_task_whose_turns_are_spent_is_not_sent_into_a_larger_budget(user: User) -> None:
    """No budget ended it, and none would help."""
    with scripted(lambda asked: uses("calculate", json.dumps({"expression": f"{turns(asked)} + 1"}))) as service:
        given = ("task", GOAL, "--corpus", str(CORPUS), "--model", service.model)
        told = user(*given, "--json", "-q").json
        assert told["error"] == "out_of_budget" and told["paid_to"] is None
        assert "larger budget" not in user("show", "last").out


def test_a_hint_names_the_home_that_the_command_named(user: User) -> None:
    """An error, a signal that waits and a question that cannot be asked again print what can be pasted."""
    there = ("--home", "the home's")
    run = user("research", GOAL, "--corpus", CORPUS, "--yes", "-q", "--json", *there).json["run"]
    asked = user("ask-run", run, "How loud is it by day?", "--json", *there).json["run"]
    for said in (user("again", asked, *there).err, user("resume", run, "--budget-calls", "9", *there).err):
        lines = re.findall(r"indagate ((?:again|fork|events) DR-[^)\n]*'the home'\"'\"'s')", said)
        assert lines, said
        for line in lines:
            found = user(*shlex.split(line.replace("--at ROW", "--at 3")))
            assert "no run" not in found.err, found
