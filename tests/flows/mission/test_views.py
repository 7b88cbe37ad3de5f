"""How a mission is shown: in a line, as JSON, as a tree, as a plan, as an archived text; and what it may cost."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from flows.mission.runs import Finished
from flows.mission.samples import begun, broken, fact, fold, planned, settled, source, with_facts
from indagate.errors import InputError
from indagate.evidence.fact import Conflict, Resolution
from indagate.flow import Unpaid
from indagate.flows.mission import views
from indagate.flows.mission.chart import (
    Archived,
    CheckInDue,
    Complete,
    ConflictResolved,
    ConflictsFound,
    Dispatched,
    LeftOut,
    ReadThrough,
    Reflected,
    ReportWritten,
    SectionWritten,
    Settled,
    SourcesFound,
    Spent,
    Steered,
    Surveyed,
    TasksAdded,
    WriteNow,
)
from indagate.flows.mission.claim import Claim, Table, TableCell, TableRow
from indagate.flows.mission.finding import Found
from indagate.flows.mission.flow import FLOW
from indagate.flows.mission.record import Mission, MissionInput
from indagate.flows.mission.side import TaskSpec
from indagate.storage import Home

RENT, PRICE = "The rent is EUR 100 a month.", "The price is EUR 2,500 in Kestrel."
MODEL, JUDGE = "openai:w", "openai:j"


def claim(text: str, *names: str, **given: Any) -> Claim:
    return Claim(text, names, **{"by": MODEL, "supported_by": JUDGE, **given})


BOTTOM = (claim("It is EUR 100.", "Fact-001"), claim("In all EUR 2,600.", "Fact-001", "Fact-002", basis="cell",
          computed=(("2,500 EUR + 100 EUR", "2600 EUR"),)))  # fmt: skip
TABLE = Table(("Rent", "Price"), (TableRow("Kestrel", (TableCell("EUR 100", ("Fact-001",)), TableCell())),))


def told(*more: object, answered: bool = True, bottom: tuple[Claim, ...] = BOTTOM, by: str = MODEL) -> Mission:
    """A mission whose report a model wrote; `more` happens before."""
    mission = with_facts(planned(), [RENT, PRICE])
    fold(mission, *more)
    if mission.state == "RESEARCHING":
        fold(settled(mission), Reflected(7.5, (("completeness", 0.5),), (("cost", 2, 3),), "done"), Complete("done"))
    section = SectionWritten("cost", (claim(PRICE, "Fact-002", basis="verbatim", supported_by=""),), by=by)
    done = ReportWritten(3, ("Fact-001", "Fact-002"))
    return fold(mission, section, SectionWritten("", bottom, answered, by, TABLE), done)


def test_a_mission_under_way_says_how_far_it_is() -> None:
    """Its state, tasks that have ended, facts."""
    assert views.summary(planned()) == "RESEARCHING: 1 of 5 tasks settled, 0 facts"
    assert views.summary(with_facts(planned(), [RENT])) == "RESEARCHING: 3 of 5 tasks settled, 1 fact"
    assert views.summary(begun()) == "PLANNING: 0 of 0 tasks settled, 0 facts"


def test_a_finished_mission_says_its_bottom_line() -> None:
    """Or that there is none, and what a larger budget needs."""
    assert views.summary(told()) == "It is EUR 100. In all EUR 2,600."
    assert views.summary(told(bottom=(), answered=False)) == "Not found in these documents."
    left = SourcesFound("S-2", (Found("a.md", "A", "relevant", "", ((0, 5),)),))
    mission = told(left, Unpaid("reader"), Spent("86% of the budget is spent"), bottom=(), answered=False)
    assert views.summary(mission) == (
        "The research ended before it found an answer. Found and not read: 1 passage in 1 document.\n"
        f"To go on with a larger budget, fork it (indagate fork DR-20260101-001 --at {mission.paid_to}) and resume the "
        "fork with --budget-…, or ask again."
    )


def test_a_mission_without_a_model_says_under_which_headings_its_passages_stand(finished: Finished) -> None:
    """Each heading once, and how to name a model."""
    said = views.summary(finished.record)
    assert said.startswith("Excerpts, no answer. ")
    assert said.count("Passages that hold all your words, titles counted") == 1
    assert said.endswith("a local one needs no key.")


@pytest.mark.parametrize(
    ("mission", "outcome"),
    [
        (told(), "done"),
        (told(answered=False), "partial"),
        (told(bottom=()), "partial"),
        (told(WriteNow()), "partial"),
        (told(Spent("86% of the budget is spent")), "partial"),
        (told(by="rule", bottom=()), "needs_model"),
        (planned(), "partial"),
    ],
)
def test_how_a_mission_came_out(mission: Mission, outcome: str) -> None:
    """Without a model's sentence only a model could have given an answer."""
    assert views.outcome(mission) == outcome


def test_the_json_of_a_mission_has_every_claim_with_its_quotes() -> None:
    """The bottom line first; what was computed, judged and compared."""
    mission = told(LeftOut("R-1", "old.md", "too old"))
    said = json.loads(json.dumps(views.details(mission)))
    quote = {"source": "S01", "quote": RENT, "file": "doc-001.md", "place": None}
    price = {**quote, "quote": PRICE}
    assert said["claims"] == [
        {"section": "", "text": "It is EUR 100.", "basis": "worded", "by": MODEL, "computed": [], "supported_by": JUDGE,
         "quotes": [quote]},
        {"section": "", "text": "In all EUR 2,600.", "basis": "cell", "by": MODEL, "supported_by": JUDGE,
         "computed": [{"expression": "2,500 EUR + 100 EUR", "value": "2600 EUR"}], "quotes": [quote, price]},
        {"section": "cost", "text": PRICE, "basis": "verbatim", "by": MODEL, "computed": [], "supported_by": None,
         "quotes": [price]},
    ]  # fmt: skip
    assert said["comparison"] == {
        "columns": ["Rent", "Price"],
        "rows": [{"label": "Kestrel", "cells": [{"text": "EUR 100", "quotes": [quote]}, None]}],
    }
    assert (said["question"], said["report"], said["answered"]) == ("What does it cost?", "report.md", True)
    assert (said["facts"], said["sources"], said["conflicts"], said["iterations"]) == (2, 1, 0, 2)
    assert (said["quality"], said["by"]) == (7.5, MODEL)
    assert (said["limits"], said["left_out"]) == (["since 2020-01-01"], {"old.md": "too old"})
    assert (said["unread"], said["paid_to"], said["divergences"], said["differing"]) == (0, None, [], [])


def test_the_json_of_a_mission_under_way_names_no_report() -> None:
    """Until there is one; facts that are recorded are shown once it was in ERROR."""
    said = views.details(planned())
    assert (said["report"], said["answered"], said["quality"], said["by"]) == (None, False, None, "")
    assert (said["claims"], said["comparison"]) == ([], None)
    assert views.details(broken(with_facts(planned(), [RENT])))["report"] == "report.md"
    assert views.details(broken(planned()))["report"] is None
    assert views.details(with_facts(planned(), [RENT]))["report"] is None
    unpaid = told(Unpaid("reader"), Spent("86% of the budget is spent"))
    assert views.details(unpaid)["paid_to"] == unpaid.paid_to > 0


def test_the_json_names_contradictions_and_which_fact_is_preferred() -> None:
    """Null where neither is."""
    pairs = (Conflict("Fact-001", "Fact-002", "rent", "x"),)
    found = ConflictsFound(pairs)
    (open_,) = views.details(told(found))["divergences"]
    assert open_ == {"about": "rent", "difference": "x", "facts": ["Fact-001", "Fact-002"], "preferred": None}
    resolved = ConflictResolved("Conflict-1", Resolution("Fact-001", "Fact-002", "newer"))
    assert views.details(told(found, resolved))["divergences"][0]["preferred"] == "Fact-001"


def test_excerpts_name_the_words_that_they_lack(finished: Finished) -> None:
    """A model's claims do not."""
    said = views.details(finished.record)["claims"]
    assert said and all(isinstance(one["missing"], list) for one in said)
    assert any(one["missing"] for one in said)
    assert not any("missing" in one for one in views.details(told())["claims"])


def test_who_wrote_what_is_named_part_by_part() -> None:
    """Who read a sentence that a rule took over, and who judged one."""
    mission = told(bottom=(claim("It is EUR 100.", "Fact-001", by="openai:r", supported_by=""),))
    mission.sections["cost"] = replace(mission.sections["cost"], claims=(claim("It.", "Fact-001"),))
    assert list(views.authors(mission)) == [
        ("cost", "section-writer", MODEL), ("It.", "support", JUDGE), ("bottom line", "bottom-line", MODEL),
        ("It is EUR 100.", "reader", "openai:r"),
    ]  # fmt: skip


def test_the_live_view_has_the_tasks_of_each_side_and_contradictions_last() -> None:
    """Each with its mark, and with its result once there is one."""
    mission = with_facts(planned(), [RENT])
    fold(mission, TasksAdded((TaskSpec("C", "Conflict-1, rent"),), "reflection", "x"), Dispatched("S-2", "x", "x"))
    fold(mission, Settled("C-1", "FAILED", "nobody says"))
    assert views.tree(mission) == [
        (0, "cost (1 fact, aim 3)"),
        (1, "✓ S-1 Search: Search: cost?: 1 source"),
        (1, "✓ R-1 Read: Read what is found on cost: 1 fact"),
        (0, "noise (0 facts, aim 3)"),
        (1, "▸ S-2 Search: Search: noise?"),
        (1, "· R-2 Read: Read what is found on noise"),
        (0, "✗ C-1 Conflict: Conflict-1, rent: nobody says"),
    ]


def test_the_plan_is_shown_to_be_approved() -> None:
    """Sides with weights and facts, tasks with what they wait for, limits, directives; at a check-in also why."""
    mission = fold(with_facts(planned("cost", "noise at night"), [RENT]), Surveyed(2, 9, ()), Steered("and rent"))
    page = views.brief(mission)
    assert page.startswith("Question  What does it cost?\nTo read   2 documents, 9 passages\n")
    assert "  cost             50%  1 of 3  cost?\n  noise at night   50%  0 of 3  noise at night?\n" in page
    assert "  S-2  PENDING      Search: Search: noise at night? (after P-1)\n" in page
    assert "Constraints\n  time: since 2020-01-01\n\nYour directives\n  and rent" in page
    assert "geography" not in page and "Why" not in page
    fold(mission, CheckInDue("10 iterations have passed"))
    assert "\nWhy       10 iterations have passed\n" in views.brief(mission)
    assert "Why" not in views.brief(broken(mission))
    assert views.brief(begun()).startswith("Question  What does it cost?\n")


def web(mission: Mission) -> Mission:
    mission.input = MissionInput("Q?", web=True, providers=("x",))
    return mission


def calls(mission: Mission) -> dict[str, int]:
    return {item.role.name: item.calls for item in views.expected(mission)}


def test_what_models_will_be_asked_for_is_told_before_they_are() -> None:
    """Searches and readings that are left, the sources there are up to eight, a section a side; then nothing."""
    mission = planned("a", "b", "c")
    assert calls(mission) == {
        "query-writer": 9, "judge": 6, "resolver": 1, "section-writer": 3, "bottom-line": 1,
    }  # fmt: skip
    fold(mission, Settled("S-1", "COMPLETED", "x"), Surveyed(2, 9, ()))
    assert calls(mission) == {
        "query-writer": 6, "judge": 4, "reader": 6, "resolver": 1, "section-writer": 3, "bottom-line": 1,
    }  # fmt: skip
    assert calls(fold(mission, Surveyed(20, 99, ())))["reader"] == calls(web(mission))["reader"] == 24
    fold(mission, TasksAdded((TaskSpec("C", "x"),) * 4, "x", "x"))
    assert calls(mission)["resolver"] == 4
    assert all(item.input > item.output > 0 for item in views.expected(mission))
    assert calls(told()) == calls(begun()) == {}


def test_an_archived_text_is_shown_with_the_quote_marked(finished: Finished) -> None:
    """Or without one; what is not there is named."""
    mission, store = finished.record, Home.find(finished.home).store
    one = mission.facts["Fact-001"]
    shown = views.archived(mission, store, one.source, one.id)
    assert shown.text[shown.start : shown.end] == one.quote
    assert (shown.id, shown.title) == (one.source, mission.sources[one.source].title)
    bare = views.archived(mission, store, one.source)
    assert (bare.text, bare.start, bare.end) == (shown.text, 0, 0)
    other = next(name for name in mission.sources if name != one.source)
    for source_, fact_, said in (("S99", "", "there is no source 'S99'"),
                                 (one.source, "Fact-999", "has no fact 'Fact-999'"),
                                 (other, one.id, f"{other} has no fact 'Fact-001'")):  # fmt: skip
        with pytest.raises(InputError, match=said):
            views.archived(mission, store, source_, fact_)


def test_the_graph_of_a_mission_has_facts_sources_and_contradictions() -> None:
    """As JSON and as GraphML; a repetition is tied to what it repeats."""
    mission = told(ConflictsFound((Conflict("Fact-001", "Fact-002", "rent", "x"),)))
    fold(mission, Archived("R-1", source(2)), ReadThrough("R-1", "doc-002.md", (fact(RENT, "S02"),)))
    page = views.GRAPH["json"](mission)
    graph = json.loads(page)
    assert {"S01", "S02", "Fact-001", "Fact-002", "Fact-003"} <= set(json.dumps(graph).replace('"', " ").split())
    assert "contradicts" in page and "duplicates" in page
    assert "<graphml" in views.GRAPH["graphml"](mission)
    assert "contradicts" not in views.GRAPH["json"](told())


def test_a_report_is_exported_once_it_is_written() -> None:
    """Before, the state is named."""
    assert views.GRAPH["md"](told()).startswith("# What does it cost?\n")
    assert views.GRAPH["html"](told()).startswith("<!doctype html>")
    for name in ("md", "html"):
        with pytest.raises(InputError, match="has no report yet; it is RESEARCHING"):
            views.GRAPH[name](planned())


def test_nobody_is_asked_where_the_user_said_so() -> None:
    """The plan passes, and a failed critical task does not stop the run; a check-in that was wished for does."""
    waiting = planned(approved=False)
    waiting.input = replace(waiting.input, approve=True)
    assert FLOW.unattended is not None
    assert str(FLOW.unattended(waiting)) == "Approved(text='', by='--yes')"
    failed = fold(waiting, FLOW.unattended(waiting), CheckInDue("a critical task has failed", "S-1"))
    assert str(FLOW.unattended(failed)) == "WentOn(text='')"
    assert FLOW.unattended(fold(failed, FLOW.unattended(failed), CheckInDue("10 iterations have passed"))) is None
    assert FLOW.unattended(planned(approved=False)) is None
