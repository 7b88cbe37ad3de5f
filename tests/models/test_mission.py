"""A whole mission over real HTTP against the scripted service: as it should go, and with every fault at every role."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from indagate.app import App, Handle
from indagate.budget import Amount, Budget, Usage
from indagate.engine.row import Done, Fail, Row, Start, decode
from indagate.errors import InputError
from indagate.flows.mission import FLOW, MissionInput
from parts.scripted import (
    ANSWERS,
    Asked,
    Fault,
    Scripted,
    broken,
    busy,
    changed,
    cut,
    endless,
    hang,
    page,
    refuses,
    says,
    short,
)

from .material import DOCUMENTS, begin, quick

EXAMPLES = Path(__file__).parents[2] / "examples/heat-pumps"
ROLES = ("planner", "query-writer", "judge", "reader", "section-writer", "bottom-line")


def drive(service: Any, folder: Path, **more: Any) -> Seen:
    """Drive a mission to where it stops, and return how it stands."""
    options = {key: more.pop(key) for key in ("timeout", "tries", "cache", "answerers", "output") if key in more}

    async def go() -> Seen:
        async with App(folder / "home", answerers=quick(service.model, folder / "home", **options)) as app:
            handle = await begin(app, folder, **more)
            await handle.drive()
            return seen(app, handle)

    return asyncio.run(go())


def asks(rows: list[Row]) -> list[tuple[str, Done]]:
    done = [row for row in rows if row.kind == "done" and row.name.startswith("ask ")]
    return [(row.name.removeprefix("ask "), decode(row.body, Done)) for row in done]


@dataclass(frozen=True)
class Seen:
    """How a mission stands where it stopped."""

    name: str
    state: str
    record: Any
    rows: list[Row]
    breaches: list[Any]
    report: str
    spent: Amount
    files: list[str]


def seen(app: App, run: Handle) -> Seen:
    page = run.folder / "report.md"
    return Seen(
        run.name,
        run.record.state,
        run.record,
        list(app.rows(run.name)),
        list(app.verify(run.name)),
        page.read_text(encoding="utf-8") if page.exists() else "",
        run.budget.spent,
        sorted(path.relative_to(run.folder).as_posix() for path in run.folder.rglob("*") if path.is_file()),
    )


def test_a_mission_is_thought_by_a_model_and_every_call_is_in_the_journal(tmp_path: Path) -> None:
    """Each with the prompt's hash, the model, what it used and how long it took; the report verifies."""
    with Scripted() as service:
        run = drive(service, tmp_path)
    assert run.state == "COMPLETED"
    assert not run.breaches
    assert service.model in run.report
    found = asks(run.rows)
    assert {role for role, _ in found} == {*ROLES, "reflector", "appraiser"}
    assert len(found) == len(service.requests)
    for _, done in found:
        assert done.by == service.model
        assert isinstance(done.usage, Usage)
        assert re.fullmatch(r"[0-9a-f]{64}", done.usage.prompt)
        assert done.usage.input + done.usage.output == done.spent.tokens
        assert done.took >= 0
    assert sum(done.spent.tokens for _, done in found) == run.spent.tokens
    assert run.spent.unpriced == run.spent.tokens


def test_a_section_is_written_from_its_own_facts_only(tmp_path: Path) -> None:
    """Writers see no address, and none of another section's facts."""
    with Scripted() as service:
        run = drive(service, tmp_path)
        questions = service.of("section-writer")
    assert questions
    for asked in questions:
        shown = set(re.findall(r"^(Fact-\d+) \(", asked.text, re.MULTILINE))
        name = re.search(r"The section is “(.*?)”", asked.text)
        assert name
        assert shown == {fact.id for fact in run.record.facts_of(name[1])}
        assert "://" not in asked.text.replace("http://evil.example", "")


def test_a_small_folder_is_read_whole(tmp_path: Path) -> None:
    """Every passage is shown to the reader, also one that shares no word with the question; nothing is searched for."""
    with Scripted() as service:
        run = drive(service, tmp_path, small=True)
        shown = "\n".join(asked.text for asked in service.of("reader"))
    assert (run.state, run.breaches) == ("COMPLETED", [])
    assert {"query-writer", "judge"}.isdisjoint(role for role, _ in asks(run.rows))
    for text in DOCUMENTS.values():
        assert all(line in shown for line in text.partition("# ")[2].splitlines()[1:] if line)


FAULTS: dict[str, Callable[[], Fault]] = {
    "slow-down": lambda: busy(always=True),
    "broken": lambda: broken(always=True),
    "no-such-key": lambda: broken(401, always=True),
    "too-long": lambda: broken(400, always=True),
    "cut": lambda: cut(always=True),
    "hanging": lambda: hang(always=True),
    "no-json": lambda: says("I am a model.", always=True),
    "another-form": lambda: says('{"poem": "roses"}', always=True),
    "huge": lambda: says(json.dumps({"poem": "roses " * 100_000}), always=True),
    "refusal": lambda: refuses(always=True),
    "a-web-page": lambda: page(always=True),
    "endless": lambda: endless(always=True),
    "out-of-tokens": lambda: short(always=True),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("role", ROLES)
def test_a_lasting_fault_ends_in_a_report_or_a_named_stop_that_resumes(role: str, fault: str, tmp_path: Path) -> None:
    """An answer that cannot be used is the rule's, and the report says so; a service that is down stops what needs it.

    Once it is up again, the same run comes to its report.
    """
    with Scripted(faults={role: [FAULTS[fault]()]}) as service:
        run = drive(service, tmp_path, timeout=0.5 if fault == "hanging" else 5.0)
        failed = [decode(row.body, Fail) for row in run.rows if row.kind == "fail" and row.name == f"ask {role}"]
        assert failed
        assert all(service.model in fail.message for fail in failed)
        by_rule = {name for name, done in asks(run.rows) if done.by == "rule"}
        assert by_rule <= {role}
        if run.state == "COMPLETED" and by_rule:
            assert f"where the model gave no usable answer: {role}" in run.report
        state = run.state
        if state != "COMPLETED":
            assert state == "ERROR"
            broke = json.loads(next(row.body for row in run.rows if row.name == "Broke"))
            assert service.model in broke["reason"]
            assert "\n" not in broke["reason"]
            service.faults.clear()
            state = resume(service, tmp_path, run.name)
        assert state == "COMPLETED"


def resume(service: Scripted, folder: Path, name: str) -> str:
    async def go() -> str:
        async with App(folder / "home", answerers=quick(service.model)) as app:
            await app.signal(name, "resume")
            handle = await app.resume(name)
            await handle.drive()
            assert not app.verify(name)
            return str(handle.record.state)

    return asyncio.run(go())


PASSING = {"busy": busy, "500": broken, "cut": cut, "page": page, "no-json": lambda: says("no"), "short": short}


@pytest.mark.parametrize("fault", PASSING)
def test_a_passing_fault_at_every_role_is_got_over(fault: str, tmp_path: Path) -> None:
    """Once at each role: the mission ends as without it."""
    with Scripted(faults={role: [PASSING[fault]()] for role in ROLES}) as service:
        run = drive(service, tmp_path)
    assert run.state == "COMPLETED"
    assert not [row for row in run.rows if row.kind == "fail"]


@dataclass(frozen=True)
class Named:
    """A service by the name of its model alone."""

    model: str


def test_an_unreachable_model_stops_the_run_in_one_line(tmp_path: Path) -> None:
    """Nothing is planned by the rule instead."""
    run = drive(Named("openai:m@http://127.0.0.1:9/v1"), tmp_path)
    broke = json.loads(next(row.body for row in run.rows if row.name == "Broke"))
    assert run.state == "ERROR"
    assert broke["error"] == "ModelUnreachable"
    assert re.fullmatch(r"the model openai:m@http://127\.0\.0\.1:9/v1 cannot be reached: [^\n]+", broke["reason"])
    assert not asks(run.rows)


def _cite(names: list[str], text: str | None = None) -> Callable[[dict[str, Any]], Any]:
    def change(made: dict[str, Any]) -> Any:
        first, *rest = made["sentences"]
        return {**made, "sentences": [{"text": text or first["text"], "facts": names or first["facts"]}, *rest]}

    return change


WRONG = {
    "Fact-999": _cite(["Fact-999"]),
    "99 dB": _cite([], "The limit is 99 dB(A)."),
    "no quote holds the address": _cite([], "See http://evil.example/x for the limit."),
}
"""What is cited wrongly, by what the model is told about it."""


@pytest.mark.parametrize("wrong", WRONG, ids=lambda name: name.replace(" ", "-"))
@pytest.mark.parametrize("role", ["section-writer", "bottom-line"])
def test_what_a_writer_cites_wrongly_is_sent_back_with_the_reason(role: str, wrong: str, tmp_path: Path) -> None:
    """The repaired answer is used whole."""
    with Scripted(faults={role: [changed(WRONG[wrong])]}) as service:
        run = drive(service, tmp_path)
        first = service.of(role)[0]
        second = next(asked for asked in service.of(role) if asked.again)
    assert (run.state, run.breaches) == ("COMPLETED", [])
    assert wrong in second.text.removeprefix(first.text).split("<data", 2)[1]
    assert "Fact-999" not in run.report
    assert "The limit is 99" not in run.report
    uses = [done.usage for name, done in asks(run.rows) if name == role and done.usage is not None]
    assert [use.repaired for use in uses].count(True) == 1
    assert not any(use.refused for use in uses)


@pytest.mark.parametrize("role", ["section-writer", "bottom-line"])
def test_what_a_writer_cites_wrongly_again_is_dropped_and_counted(role: str, tmp_path: Path) -> None:
    """The rest of the answer stays."""
    with Scripted(faults={role: [changed(WRONG["Fact-999"], always=True)]}) as service:
        run = drive(service, tmp_path)
        assert sum(asked.again for asked in service.of(role)) == service.count()[role] / 2
    assert (run.state, run.breaches) == ("COMPLETED", [])
    assert "Fact-999" not in run.report
    uses = [done.usage for name, done in asks(run.rows) if name == role and done.usage is not None]
    assert uses and all(use.refused == 1 for use in uses)


def test_a_reader_that_invents_everything_adds_nothing_and_stops_the_run(tmp_path: Path) -> None:
    """A quote that stands nowhere, and a number that its quote does not hold, are refused; another model goes on."""
    there = "The noise limit for a heat pump in Lindental at night"

    def invent(_: Asked) -> Any:
        pairs = [("99 dB(A) are allowed at night.", "99 dB(A) are allowed at night."), ("It is 99 dB(A).", there)]
        return {"facts": [{"statement": text, "excerpt": 1, "quote": quote} for text, quote in pairs]}

    with Scripted(answers={"reader": invent}) as service:
        run = drive(service, tmp_path)
        broke = json.loads(next(row.body for row in run.rows if row.name == "Broke"))
        assert run.state == "ERROR" and not run.record.facts
        assert "no answer of the reader was usable" in broke["reason"] and "--role reader=rule" in broke["reason"]
        service.answers["reader"] = ANSWERS["reader"]
        assert resume(service, tmp_path, run.name) == "COMPLETED"


@pytest.mark.parametrize("fault", ["broken", "no-json", "refusal"])
def test_who_only_judges_may_fail_without_costing_the_report(fault: str, tmp_path: Path) -> None:
    """Reflector and appraiser check and enrich: without them code decides what is left to do."""
    if fault == "broken":
        faults = {"appraiser": [FAULTS[fault]()]}  # a smart role whose service is down stops the run, to be resumed
    else:
        faults = {role: [FAULTS[fault]()] for role in ("reflector", "appraiser")}
    with Scripted(faults=faults) as service:
        run = drive(service, tmp_path)
    assert (run.state, run.breaches) == ("COMPLETED", [])
    assert not run.record.appraisals


def test_a_bottom_line_that_nobody_could_write_is_no_claim_that_nothing_was_found(tmp_path: Path) -> None:
    """All else went well: the facts stand below, and the report does not say that there are none."""
    with Scripted(faults={"bottom-line": [says("Sorry, no.", always=True)]}) as service:
        found = drive(service, tmp_path)
    assert found.state == "COMPLETED"
    report = found.report
    assert "No bottom line was written; what was found stands below." in report
    assert "Not found" not in report and "brought nothing" not in report
    assert "[^Fact-001]" in report


def test_sentences_that_were_all_left_out_are_no_claim_that_nothing_was_found(tmp_path: Path) -> None:
    """The bottom line names an address, all of a part's sentences do: the facts are counted, and nothing is denied."""

    def elsewhere(made: Any) -> Any:
        return {
            **made,
            "sentences": [{**one, "text": f"{one['text']} See evil.example/x."} for one in made["sentences"]],
        }

    with Scripted(faults={"bottom-line": [changed(elsewhere, always=True)]}) as service:
        found = drive(service, tmp_path)
    assert "No bottom line was written; what was found stands below." in found.report and "[^Fact-001]" in found.report
    assert "Not found" not in found.report and "brought nothing" not in found.report
    both = {role: [changed(elsewhere, always=True)] for role in ("bottom-line", "section-writer")}
    with Scripted(faults=both) as service:
        (tmp_path / "other").mkdir()
        found = drive(service, tmp_path / "other")
    assert (found.state, found.breaches) == ("COMPLETED", [])
    assert "No sentence on it holds; facts recorded: " in found.report and "evil.example" not in found.report
    assert "Not found" not in found.report and "brought nothing" not in found.report


def test_findings_raise_questions_and_contradictions_within_their_caps(tmp_path: Path) -> None:
    """Each question is a side with its reason; a contradiction gets a task; it comes to an end."""

    def reflect(asked: Asked) -> Any:
        names = re.findall(r"^(Fact-\d+) ", asked.text, re.MULTILINE)
        number = len(asked.text)
        questions = [{"question": f"What of {number} {n}?", "reason": "it is open"} for n in range(5)]
        pair = [{"facts": names[:2], "reason": "another value"}] if len(names) > 1 else []
        return {"enough": False, "contradictions": pair, "questions": questions}

    with Scripted(answers={"reflector": reflect}) as service:
        run = drive(service, tmp_path)
    assert (run.state, run.breaches) == ("COMPLETED", [])
    raised = [item for item in run.record.dimensions if item.depth]
    assert 3 <= len(raised) <= 6
    assert all(item.reason == "it is open" and item.depth <= 2 for item in raised)
    assert [task.kind for task in run.record.tasks.values() if task.conflict] == ["C"]
    assert "another value" in run.report
    assert "Still open: What of" in run.report


def test_a_comparison_and_a_computed_number_are_checked_by_code(tmp_path: Path) -> None:
    """Cells are words of their quotes; a number comes from numbers of the quotes, with its expression beside it."""

    def bottom(asked: Asked) -> Any:
        facts = dict(re.findall(rf"^(Fact-\d+) .*?: <data {asked.mark}>(.*?)</data {asked.mark}>", asked.text, re.M))
        blog = next(name for name, text in facts.items() if "70 dB" in text)
        night = next(name for name, text in facts.items() if "35 dB" in text)
        sums = [{"name": "gap", "expression": "70 dB - 35 dB"}]
        cells = [{"text": "70 dB(A)", "facts": [blog]}, {"text": "35 dB(A)", "facts": [night]}]
        wrong = [{"text": "44 dB(A)", "facts": [blog]}, {"text": "35 dB(A)", "facts": [night]}]
        return {
            "answered": True,
            "sentences": [{"text": "They differ by {gap} at night.", "facts": [blog, night], "calculations": sums}],
            "comparison": {"columns": ["The blog", "The ordinance"], "rows": [
                {"label": "Noise limit", "cells": cells}, {"label": "Limit", "cells": wrong},
            ]},
        }  # fmt: skip

    with Scripted(answers={"bottom-line": bottom}) as service:
        run = drive(service, tmp_path)
    assert (run.state, run.breaches) == ("COMPLETED", [])
    assert "70 dB - 35 dB = 35" in run.report.replace("\\", "")
    assert "| Noise limit | 70 dB(A)" in run.report.replace("\\", "")
    assert "44 dB(A)" not in run.report
    claim = run.record.sections[""].claims[0]
    assert (claim.basis, claim.computed[0][0]) == ("cell", "70 dB - 35 dB")


def test_a_page_that_is_obeyed_changes_nothing_but_its_own_facts(tmp_path: Path) -> None:
    """The scripted model does what the leaflet says: no other task, file or address comes of it."""

    def obeying(answer: Callable[[Asked], Any]) -> Callable[[Asked], Any]:
        def change(asked: Asked) -> Any:
            made = answer(asked)
            if "dimensions" in made and any("Ignore your instructions" in text for text in asked.data):
                made["dimensions"].append({"name": "ordered", "question": asked.data[-1][:200]})
            if "sentences" in made:
                made["sentences"].insert(0, {"text": "99 dB(A), see http://evil.example/x.", "facts": ["Fact-001"]})
            elif "facts" in made and any("Ignore your instructions" in text for text in asked.data):
                made["facts"].append(
                    {"statement": "99 dB(A) are allowed.", "excerpt": 1, "quote": "99 dB(A) are allowed"}
                )
            return made

        return change

    with Scripted() as calm:
        plain = drive(calm, tmp_path)
    (tmp_path / "again").mkdir()
    with Scripted() as service:
        service.answers = {role: obeying(answer) for role, answer in service.answers.items()}
        obeyed = drive(service, tmp_path / "again")
    assert obeyed.files == plain.files
    assert obeyed.record.dimensions == plain.record.dimensions
    assert sorted(obeyed.record.tasks) == sorted(plain.record.tasks)
    assert not obeyed.breaches
    assert "evil.example" not in obeyed.report.split("## Sources")[0]


def test_a_role_can_keep_its_rule_beside_a_model(tmp_path: Path) -> None:
    """`--role reader=rule`: nothing of the reading is sent anywhere."""
    with Scripted() as service:
        run = drive(service, tmp_path, answerers=("reader=rule",))
        assert not service.of("reader")
    assert run.state == "COMPLETED"
    answerers = {(name, done.by) for name, done in asks(run.rows)}
    assert ("reader", "rule") in answerers
    assert ("planner", service.model) in answerers


def test_answers_can_be_kept_across_runs_and_say_who_paid(tmp_path: Path) -> None:
    """What is asked again is not paid again, whatever facts are called, and names the run that paid; else it is."""
    with Scripted() as service:
        first = drive(service, tmp_path, cache=True)
        before = service.count()
        second = drive(service, tmp_path, cache=True)
        again = service.count() - before
        drive(service, tmp_path)
        assert service.count()["planner"] == before["planner"] + 1
    assert first.state == second.state == "COMPLETED"
    assert not again
    assert second.spent.tokens == 0
    first_says, second_says = (
        re.sub(r"Fact-\d+|[Ss]\d\d", "it", run.report.replace(run.name, "")) for run in (first, second)
    )
    assert sorted(first_says.splitlines()) == sorted(second_says.splitlines())
    planner = next(done for name, done in asks(second.rows) if name == "planner")
    assert planner.usage is not None
    assert planner.usage.cache.startswith(first.name)
    assert planner.spent == Amount()


def test_no_secret_is_written_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the journal, not in logs, pages, caches, errors: with a key in the environment and one in the address."""
    canary = "canary-3b9d71"
    monkeypatch.setenv("INDAGATE_API_KEY", f"key-{canary}")
    fault = broken(401, says=f"Incorrect API key provided: key-{canary} (https://x:{canary}@h/?token={canary})")
    with Scripted(faults={"section-writer": [fault]}) as service:
        plain = drive(service, tmp_path)
        assert canary in service.requests[0].headers["authorization"]
        address = f"http://{canary}:{canary}@{service.url.removeprefix('http://')}"
        hidden = drive(Named(f"openai:m@{address}"), tmp_path, cache=True)
    assert (plain.state, hidden.state) == ("ERROR", "COMPLETED")
    assert "[hidden]" in next(row.body for row in plain.rows if row.name == "Broke").decode()
    kept = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert any(path.name == "journal.db" for path in kept)
    assert [path for path in kept if canary.encode() in path.read_bytes()] == []


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_budget_of_tokens_is_never_exceeded_and_a_report_still_comes(tmp_path: Path, share: float) -> None:
    """What is asked for last is paid from the share that is kept for writing."""
    with Scripted() as service:
        (tmp_path / "free").mkdir()
        free = drive(service, tmp_path / "free")
        limit = 5000 + int(free.spent.tokens * share)
        run = drive(service, tmp_path, budget=Budget(tokens=limit))
    assert run.state == "COMPLETED"
    assert run.spent.tokens <= limit
    assert not run.breaches
    assert "## Limitations" in run.report


@pytest.mark.parametrize("share", [0.2, 0.35])
def test_at_85_percent_of_a_budget_the_run_turns_to_writing(tmp_path: Path, share: float) -> None:
    """No task is begun from there on; what is left is for the writers, who are still the model."""
    with Scripted() as service:
        (tmp_path / "free").mkdir()
        limit = int(drive(service, tmp_path / "free").spent.tokens * share) + 4000
        run = drive(service, tmp_path, budget=Budget(tokens=limit))
    spent, turned = 0, False
    for row in run.rows:
        if row.kind == "done" and row.name.startswith("ask "):
            spent += decode(row.body, Done).spent.tokens
        turned = turned or spent >= 0.85 * limit
        assert not (turned and row.name == "Dispatched"), "a task was begun beyond 85 %"
    assert run.state == "COMPLETED"
    assert run.spent.tokens <= limit
    assert [row for row in run.rows if row.name == "Spent"]
    assert "## Limitations" in run.report


@pytest.mark.parametrize("iterations", [1, 3])
def test_a_budget_of_iterations_is_never_exceeded_and_a_report_still_comes(tmp_path: Path, iterations: int) -> None:
    """A task that is begun is one."""
    with Scripted() as service:
        run = drive(service, tmp_path, budget=Budget(iterations=iterations))
    assert run.state == "COMPLETED"
    assert len([row for row in run.rows if row.name == "Dispatched"]) <= iterations
    assert "## Limitations" in run.report


def test_where_not_even_writing_can_be_paid_for_the_rule_writes_and_the_journal_says_so(tmp_path: Path) -> None:
    """A budget for the plan and hardly more."""
    with Scripted() as service:
        (tmp_path / "free").mkdir()
        free = drive(service, tmp_path / "free")
        planned = next(row for row in free.rows if row.kind == "start" and row.name == "ask planner")
        run = drive(service, tmp_path, budget=Budget(tokens=decode(planned.body, Start).reserved.tokens + 50))
    assert run.state == "COMPLETED"
    answerers = {name: done.by for name, done in asks(run.rows)}
    assert answerers["planner"] == service.model
    assert answerers["bottom-line"] == "rule"
    assert "## Limitations" in run.report


@pytest.mark.parametrize("calls", [2, 6, 14])
def test_a_budget_of_calls_is_never_exceeded_and_a_report_still_comes(tmp_path: Path, calls: int) -> None:
    """Tools and models count alike."""
    with Scripted() as service:
        run = drive(service, tmp_path, budget=Budget(calls=calls))
        assert len(service.requests) <= calls
    assert run.state == "COMPLETED"
    assert run.spent.calls <= calls
    assert "## Limitations" in run.report


def test_a_budget_of_seconds_turns_the_run_to_writing(tmp_path: Path) -> None:
    """The calls in flight end; nothing more is searched or read."""
    with Scripted(latency=1.0) as service:
        run = drive(service, tmp_path, budget=Budget(seconds=2.5))
    assert run.state == "COMPLETED"
    assert "## Limitations" in run.report
    assert not service.of("section-writer")
    assert any(row.name == "Spent" for row in run.rows)


def test_a_budget_of_dollars_is_kept_with_known_prices_and_refused_with_unknown_ones(tmp_path: Path) -> None:
    """Reserved at the most that a call may cost, settled at what it cost."""
    with Scripted() as service:
        with pytest.raises(InputError, match="is not known, so a budget in dollars could not be held"):
            drive(service, tmp_path, budget=Budget(dollars=1.0))
        assert not service.requests
        (tmp_path / "home").mkdir(exist_ok=True)
        price = f'[at."{service.url}"]\nscripted = {{ input = 10, output = 100 }}\n'
        (tmp_path / "home" / "prices.toml").write_text(price)
        run = drive(service, tmp_path, budget=Budget(dollars=0.7))
    assert run.state == "COMPLETED"
    assert 0 < run.spent.dollars <= 0.7
    assert run.spent.unpriced == 0
    assert "## Limitations" in run.report
    for _, done in asks(run.rows):
        if done.usage is not None:
            cost = (done.usage.input * 10 + done.usage.output * 100) / 1e6
            assert done.spent.dollars == pytest.approx(cost)


def test_a_budget_in_dollars_also_holds_a_run_that_is_resumed_with_another_model(tmp_path: Path) -> None:
    """One whose price is not known is not asked; the run stops and says why."""
    with Scripted(faults={"reader": [broken(always=True)]}) as service:
        (tmp_path / "home").mkdir()
        price = f'[at."{service.url}"]\nscripted = {{ input = 1, output = 1 }}\n'
        (tmp_path / "home" / "prices.toml").write_text(price)
        first = drive(service, tmp_path, budget=Budget(dollars=1.0))
        assert first.state == "ERROR"

        async def go() -> None:
            other = service.model.replace("scripted@", "other@")
            async with App(tmp_path / "home", answerers=quick(other, tmp_path / "home")) as app:
                await app.resume(first.name)

        with pytest.raises(InputError, match="is not known, so a budget in dollars could not be held"):
            asyncio.run(go())
        assert not [asked for asked in service.requests if asked.body["model"] == "other"]


def test_the_example_corpus_is_researched_in_parallel_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    """Web pages, PDF, Word, tables; sources are read at the same time, and between calls the run hardly idles."""
    question = "How loud may a heat pump be at night in a residential area?"
    latency = 0.5

    async def go() -> Seen:
        async with App(tmp_path / "home", answerers=quick(service.model)) as app:
            given = MissionInput(question, str(EXAMPLES), approve=True, max_parallel=8)
            handle = await app.start(FLOW, given)
            await handle.drive()
            return seen(app, handle)

    with Scripted(latency=latency) as service:
        run = asyncio.run(go())
    assert (run.state, run.breaches) == ("COMPLETED", [])
    bodies = [json.dumps(asked.body, sort_keys=True) for asked in service.requests]
    assert len(bodies) == len(set(bodies)) == len({asked.once for asked in service.requests})
    readers = service.of("reader")
    assert len(readers) > 4
    assert sum(asked.at < min(one.ended for one in readers) for asked in readers) >= 3
    began, busy_for = service.requests[0].at, 0.0
    upto = began
    for asked in sorted(service.requests, key=lambda item: item.at):
        busy_for += max(0.0, asked.ended - max(asked.at, upto))
        upto = max(upto, asked.ended)
    assert upto - began <= 1.5 * busy_for, "the run idles between calls"
