"""logs/orchestrator.log and orchestrator.md: every event has its line, with the fields that the contract asks for."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flows.mission.runs import Finished
from flows.mission.samples import BORN, HOSTILE, begun, fact, fold, planned, settled, source, with_facts
from indagate.engine import Aborted, Broke, Fail, Note, Resumed, Row, Wake, encode
from indagate.evidence.fact import Conflict, Resolution
from indagate.flow import Unpaid
from indagate.flows.mission import FLOW
from indagate.flows.mission.amendment import Amendment
from indagate.flows.mission.chart import (
    AllSettled,
    Amended,
    Appraised,
    Approved,
    Archived,
    CheckInDue,
    Complete,
    ConflictResolved,
    ConflictsFound,
    Considered,
    DirectiveChanged,
    Dispatched,
    GapsFound,
    LeftOut,
    Placed,
    Planned,
    ReadThrough,
    Redirected,
    Reflected,
    ReportWritten,
    Searched,
    SectionWritten,
    Settled,
    SourcesFound,
    Spent,
    Steered,
    Surveyed,
    TaskEdited,
    TaskFailed,
    TasksAdded,
    WentOn,
    WriteNow,
)
from indagate.flows.mission.claim import Claim
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.finding import Appraisal, Found, Listed
from indagate.flows.mission.logs import audit, reasoning
from indagate.flows.mission.page import template
from indagate.flows.mission.record import Mission
from indagate.flows.mission.side import Dimension, TaskSpec
from indagate.flows.mission.taskpage import escaped

_VALUE = r'(?:"(?:[^"\\]|\\.)*"|[^\s"|]+)'
_FACT = rf"[a-z_]+(?: [a-z_0-9]+={_VALUE})*"
LINE = re.compile(rf"\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{3}}Z (INFO|WARNING|ERROR) {_FACT}(?: \| {_FACT})*")


def told(mission: Mission, event: object) -> tuple[str, str]:
    """The lines of an event's row in both logs, once it is folded."""
    before = mission.standing
    fold(mission, event)
    moved = mission.standing is not before
    kind = "move" if moved else "emit"
    row = Row(
        mission.rev, kind, type(event).__name__, "0/0", BORN + 1, mission.state if moved else None, b"{}"
    )  # fmt: skip
    line, sentence = audit(row, event, mission), reasoning(row, event, mission)
    assert line is not None
    assert sentence is not None
    return line, sentence


def fields(line: str, name: str) -> dict[str, str]:
    """The fields of one fact of a line, texts unquoted."""
    found = re.search(rf"(?:^|\s){name}((?: [a-z_0-9]+={_VALUE})*)", line)
    assert found, line
    pairs = re.findall(rf"([a-z_0-9]+)=({_VALUE})", found[1])
    return {key: json.loads(value) if value.startswith('"') else value for key, value in pairs}


def every_event(text: str) -> list[object]:
    """An event of every type, in an order that the chart takes; `text` wherever anyone may write."""
    limits = Constraints(places=(text,))
    conflict = Conflict("Fact-001", "Fact-002", text, text)
    return [
        Surveyed(2, 9, (Listed(text, text, "news", None, 9, "en", text),), ((text, text),)),
        Planned(
            text,
            (Dimension(text, text), Dimension("b", "b")),
            Constraints(places=(text,)),
            (TaskSpec("S", text, text),),
        ),
        Amended(text),
        Planned(text, (Dimension(text, text),), limits, (TaskSpec("S", text, text),) * 3),
        Approved(text, text),
        Dispatched("S-1", "searcher", text),
        Searched("S-1", 1, (text, "b"), 3, 1, 1, 1),
        SourcesFound("S-1", (Found(text, text, "partial", text, ((0, 1),)),)),
        TaskFailed("S-1", text, text),
        Settled("S-1", "COMPLETED", text),
        TasksAdded((TaskSpec("R", text, text, ("S-1",)),), text, text),
        Dispatched("R-1", "reader", text, 2),
        Archived("R-1", source(1, text, text)),
        ReadThrough("R-1", text, (fact(text, "S01"), fact("b", "S01", 900)), (text,)),
        Settled("R-1", "COMPLETED", text),
        Settled("S-2", "FAILED", text, 2),
        TaskEdited("S-3", text),
        TaskEdited("S-3"),
        Steered(text),
        Redirected(text, (Amendment("limit", "", limits), Amendment("add", text)), (Dimension("c", text),), ()),
        Steered(text),
        Redirected(text, why=text),
        LeftOut("R-1", text, text),
        Placed(text, (text,), ()),
        Unpaid(text),
        Appraised("S01", Appraisal((("interest", text, text),), text)),
        DirectiveChanged(text, (Dimension(text, text),), limits),
        CheckInDue(text, "S-2"),
        WentOn(text),
        AllSettled(),
        ConflictsFound((conflict,)),
        ConflictResolved("Conflict-1", Resolution(None, None, text)),
        Considered(False, (text,), (text,), text),
        Reflected(7.5, (("completeness", 0.5),), ((text, 1, 3),), text),
        GapsFound(text, (TaskSpec("S", text, text),)),
        Broke(text, "NothingUsable", "RESEARCHING"),
        Resumed(text),
        CheckInDue(text),
        WriteNow(text),
        SectionWritten(text, (Claim(text, ("Fact-001",)),)),
        SectionWritten("", (), answered=False),
        ReportWritten(1, ("Fact-001",)),
    ]


def test_every_event_type_is_told_in_both_logs() -> None:
    """Those of the chart, those emitted, and those of every flow: none is forgotten, none is left over."""
    known = {*FLOW.chart.events, *FLOW.emits, Broke, Aborted, Resumed}
    module = template("thoughts.md", escaped).make_module()
    assert {name for name in dir(module) if name[0].isupper()} == {one.__name__ for one in known}
    met = {type(event) for event in every_event("x")}
    assert known - met == {Aborted, Spent, Complete}


@settings(deadline=None)  # a busy machine is no failure
@given(st.text(min_size=1, max_size=60))
@example("x")
@example(HOSTILE)
@example('a" | error type="forged')
@example("\ud800")
def test_every_line_keeps_its_form_whatever_is_told(text: str) -> None:
    """One line each, level, event, quoted fields; a text that imitates fields or a second fact stays a text."""
    mission = begun()
    events = every_event(text)
    for event in events:
        before = mission.standing
        line, sentence = told(mission, event)
        assert LINE.fullmatch(line), line
        line.encode()
        assert len(sentence.splitlines()) == 1
        sentence.encode()
        assert line.count(" | state_transition ") - text.count(" | state_transition ") <= (
            mission.standing is not before
        )
    assert mission.state == "COMPLETED"


@pytest.mark.parametrize(
    ("event", "start", "end", "reason"),
    [
        (Approved(by="user"), "AWAITING_APPROVAL", "RESEARCHING", "approved"),
        (Amended("other"), "AWAITING_APPROVAL", "PLANNING", "changed"),
        (Aborted(), "AWAITING_APPROVAL", "ABORTED", "ended"),
        (Broke("disk full", "OSError", "x"), "AWAITING_APPROVAL", "ERROR", "disk full"),
    ],
)
def test_a_transition_is_logged_with_from_to_and_reason(event: object, start: str, end: str, reason: str) -> None:
    """The state before is the one that the run stood in."""
    line, _ = told(planned(approved=False), event)
    moved = fields(line, "state_transition")
    assert (moved["from"], moved["to"]) == (start, end)
    assert reason in moved["reason"]


def test_a_run_that_resumes_from_an_error_goes_from_error_to_where_it_was() -> None:
    """History: the state before is ERROR, the one after is the one that broke."""
    mission = planned()
    fold(mission, Dispatched("S-1", "searcher", "x"))
    told(mission, Broke("no network", "EffectFailed", "RESEARCHING"))
    line, _ = told(mission, Resumed())
    moved = fields(line, "state_transition")
    assert (moved["from"], moved["to"]) == ("ERROR", "RESEARCHING")
    line, _ = told(settled(mission), Aborted("enough"))
    assert fields(line, "state_transition")["from"] == "REFLECTING"
    assert fields(line, "user_response")["modifications"] == "enough"


def test_plan_and_approval_have_the_fields_of_the_contract() -> None:
    """Topic, dimensions, estimated iterations; response and modifications; and that --yes approved."""
    mission = begun()
    tasks = (TaskSpec("S", "a", "cost"), TaskSpec("R", "b", "cost", ("+0",)))
    line, _ = told(mission, Planned("Why?", (Dimension("cost", "c"), Dimension("noise", "n")), Constraints(), tasks))
    plan = fields(line, "plan_generated")
    assert (plan["topic"], plan["dimensions"], plan["estimated_iterations"]) == ("Why?", "cost; noise", "2")
    line, sentence = told(mission, Approved("mind the rent", "--yes"))
    approval = fields(line, "user_approval")
    assert approval == {"response": "approved", "by": "--yes", "modifications": "mind the rent"}
    assert "--yes" in sentence


def test_dispatch_and_result_have_the_fields_of_the_contract() -> None:
    """Task, agent, parameters; facts extracted, sources found, files saved."""
    mission = planned()
    line, _ = told(mission, Dispatched("S-1", "searcher", "find it"))
    sent = fields(line, "task_dispatched")
    assert (sent["task_id"], sent["agent"], sent["parameters"]) == ("S-1", "searcher", "find it")
    mission = with_facts(planned(), ["It costs EUR 5.", "It weighs 80 kg."])
    line, _ = told(mission, Settled("R-1", "COMPLETED", "2 facts"))
    result = fields(line, "subagent_result")
    assert (result["facts_extracted"], result["sources_found"]) == ("2", "1")
    assert result["sources_saved"] == "doc-001.md"


def test_errors_have_the_fields_of_the_contract() -> None:
    """Type, message and recovery action, whatever failed."""
    mission = planned()
    for event in (TaskFailed("S-1", "no", "again"), Broke("no", "NothingUsable", "RESEARCHING")):
        error = fields(told(mission, event)[0], "error")
        assert error["type"]
        assert error["message"] == "no"
        assert error["recovery"]
    failed = fields(told(planned(), Settled("S-1", "FAILED", "no"))[0], "subagent_result")
    assert (failed["type"], failed["message"]) == ("task_failed", "no")
    assert failed["recovery"]


def test_completion_has_the_fields_of_the_contract(finished: Finished) -> None:
    """Total iterations, sources used, facts collected: as the record has them."""
    last = (finished.folder / "logs" / "orchestrator.log").read_text().splitlines()[-1]
    done = fields(last, "mission_completed")
    assert int(done["iterations"]) == finished.record.iteration
    assert int(done["facts_collected"]) == len(finished.record.facts)
    cited = {finished.record.facts[name].source for name in finished.record.cited}
    assert int(done["sources_used"]) == len(cited)


def test_a_finished_run_has_a_trail_without_gaps(finished: Finished) -> None:
    """Every line has its row and form; each transition begins where the one before ended, down to COMPLETED."""
    lines = (finished.folder / "logs" / "orchestrator.log").read_text().splitlines()
    rows = [int(line.split("\t")[0]) for line in lines]
    assert rows == sorted(set(rows))
    assert all(LINE.fullmatch(line.split("\t", 1)[1]) for line in lines)
    moves = [fields(line, "state_transition") for line in lines if "state_transition" in line]
    assert moves[0]["from"] == "PLANNING"
    assert [move["to"] for move in moves[:-1]] == [move["from"] for move in moves[1:]]
    assert moves[-1]["to"] == "COMPLETED"
    assert sum("task_dispatched" in line for line in lines) == finished.record.iteration
    for needed in ("mission_started", "plan_generated", "user_approval", "subagent_result", "searched"):
        assert any(needed in line for line in lines), needed


@pytest.mark.parametrize(
    ("kind", "name", "body", "event"),
    [
        ("born", "born", None, "mission_started"),
        ("wake", "wake", Wake("host 7", "f"), "run_resumed"),
        ("note", "refused", Note("'approve' was refused"), "signal_refused"),
        ("note", "page rejected", Note("task.md line 3: no"), "page_rejected"),
        ("note", "differs", Note("other arguments"), "effect_differs"),
        ("note", "traceback", Note("Traceback\n  File x\nKeyError"), "traceback"),
        ("note", "pause", Note("paused"), "run_paused"),
        ("note", "forked", Note("forked from DR-1 at 7"), "forked"),
        ("fail", "archive", Fail("TimedOut", "took too long"), "error"),
    ],
)
def test_rows_that_are_no_events_are_told_as_well(kind: str, name: str, body: object, event: str) -> None:
    """Start, resumption, refusals, damage, failures of tools and models."""
    key = "2/S-1/1.2#1" if kind == "fail" else ""
    row = Row(9, kind, name, key, BORN, None, b"{}" if body is None else encode(body))  # type: ignore[arg-type]
    line = audit(row, None, planned())
    assert line is not None
    assert LINE.fullmatch(line)
    assert fields(line, event)
    if kind == "fail":
        assert fields(line, "error")["task_id"] == "S-1"


@pytest.mark.parametrize("kind", ["start", "done"])
def test_what_goes_well_in_the_engine_is_no_decision(kind: str) -> None:
    """The journal has every effect; the audit trail has decisions and results."""
    row = Row(9, kind, "search", "2/S-1#1", BORN, None, b"{}")  # type: ignore[arg-type]
    assert audit(row, None, planned()) is None
    assert reasoning(row, None, planned()) is None


def test_the_thoughts_of_a_search_read_like_a_sentence() -> None:
    """Queries in quotes, numbers with their nouns."""
    _, sentence = told(planned(), Searched("S-1", 1, ("heat pump cost",), 7, 2, 2, 3))
    assert sentence == "Searched for “heat pump cost”: 7 new passages, 4 worth reading."
    _, sentence = told(planned(), Searched("S-1", 2, ("rent",), 0, 0, 0, 0))
    assert sentence == "Searched for “rent”: 0 new passages, 0 worth reading."


def test_the_end_of_the_evidence_is_told() -> None:
    """Enough, or spent: both logs say why."""
    line, sentence = told(settled(planned()), Complete("quality 9.0 of 10", ("noise: nothing was found",)))
    assert "noise: nothing was found" in fields(line, "state_transition")["reason"]
    assert "noise: nothing was found" in sentence
    line, sentence = told(planned(), Spent("all 50 iterations are spent"))
    assert fields(line, "state_transition")["reason"].endswith("all 50 iterations are spent.")
    assert "all 50 iterations are spent" in sentence
