"""What a mission knows after its events: plan, tasks, evidence, people, budget, order."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from flows.mission.samples import begun, broken, fact, fold, planned, settled, source, with_facts
from indagate.engine import Aborted, Broke, Resumed
from indagate.errors import InputError
from indagate.evidence.authority import Kind
from indagate.evidence.fact import Conflict, Resolution
from indagate.flow import Unpaid
from indagate.flows.mission.amendment import Amendment
from indagate.flows.mission.chart import (
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
    ReportWritten,
    Searched,
    SectionWritten,
    Settled,
    SourcesFound,
    Spent,
    Steered,
    Surveyed,
    TaskEdited,
    TasksAdded,
    WentOn,
    WriteNow,
)
from indagate.flows.mission.claim import Claim
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.finding import Appraisal, Found, Listed
from indagate.flows.mission.record import Mission, MissionInput
from indagate.flows.mission.side import Dimension, EarlierPlan, TaskSpec

RENT, OTHER = "The rent is EUR 100 a month.", "The pump on the hill weighs 80 kg."


def statuses(mission: Mission) -> dict[str, str]:
    return {task.id: mission.status_of(task) for task in mission.tasks.values()}


# --- what a mission starts from -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"question": " \n"}, "there is no question"),
        ({"max_iterations": 0}, "must be 1 or more"),
        ({"max_parallel": 0}, "must be 1 or more"),
        ({"length": "huge"}, "'huge' is no length of a report"),
        ({"language": "xx"}, "'xx' is no code of a language"),
        ({"allow": ("web_search", "shell")}, "there is no tool 'shell' to allow"),
        ({"urls": ("https://a.example", "ftp://a.example")}, "'ftp://a.example' is no address of a page"),
        ({"urls": ("https://",)}, "'https://' is no address of a page"),
        ({"web": True}, "there is no search provider to ask"),
    ],
)
def test_what_no_mission_can_start_from_is_refused(given: dict[str, object], said: str) -> None:
    """With the way out."""
    with pytest.raises(InputError, match=said):
        MissionInput(**{"question": "Q?", **given})  # type: ignore[arg-type]


def test_a_mission_can_start_from_the_least_of_everything() -> None:
    """One iteration, one task at once, an address in capitals, a provider."""
    given = MissionInput(
        "Q?", max_iterations=1, max_parallel=1, urls=("HTTPS://a.example",), web=True, providers=("x",), language="de",
        length="long", allow=("web_search",),
    )  # fmt: skip
    assert not given.approve and not given.check_in


# --- plan and tasks -------------------------------------------------------------------------------------------------


def test_a_plan_makes_tasks_with_ids_by_kind_after_the_plan_itself() -> None:
    """The plan is the first task and has ended; others wait for it or for those that they name."""
    mission = planned("a", "b")
    tasks = mission.tasks
    assert list(tasks) == ["P-1", "S-1", "R-1", "S-2", "R-2"]
    assert [task.after for task in tasks.values()] == [(), ("P-1",), ("S-1",), ("P-1",), ("S-2",)]
    assert (tasks["P-1"].status, tasks["P-1"].attempts) == ("COMPLETED", 1)
    assert tasks["P-1"].result == "2 dimensions, 4 tasks"
    assert tasks["P-1"].description == "Decompose the question into dimensions"
    assert {task.by for task in tasks.values()} == {"plan"}


def test_a_plan_that_is_made_again_takes_the_place_of_the_first() -> None:
    """Its number tells how often it was amended; limits that the person set beside the question stay."""
    mission = planned(approved=False)
    mission.input = replace(mission.input, limits=Constraints(kinds=("official",)))
    plan = Planned("Q2?", (Dimension("c", "C?"),), Constraints(languages=("de",)), (TaskSpec("S", "x", "c"),), "m")
    fold(mission, Amended("otherwise"), plan)
    assert list(mission.tasks) == ["P-2", "S-1"]
    assert (mission.core_question, [item.name for item in mission.dimensions]) == ("Q2?", ["c"])
    assert mission.constraints == Constraints(kinds=("official",), languages=("de",))
    assert mission.amendments == ["otherwise"]


@pytest.mark.parametrize(
    ("earlier", "by", "worded"),
    [
        (None, "rule", False), (None, "openai:m", True), (True, "DR-1", True), (False, "DR-1", False),
        (False, "openai:m", True), (False, "rule", False), (True, "rule", False),
    ],
)  # fmt: skip
def test_whether_a_model_chose_words_of_the_plan_is_known(earlier: bool | None, by: str, worded: bool) -> None:
    """Also of an earlier run's plan that is followed again."""
    mission = begun()
    again = None if earlier is None else EarlierPlan("DR-1", "Q?", (), worded=earlier)
    mission.input = replace(mission.input, again=again)
    fold(mission, Planned("Q?", (Dimension("a", "A?"),), Constraints(), (), by))
    assert mission.worded is worded
    assert fold(mission, Considered(False, by="openai:m")).worded
    assert fold(begun(), Redirected("x", by="openai:m")).worded
    assert not fold(begun(), Redirected("x"), Considered(True)).worded


def test_a_task_waits_for_others_runs_ends_and_frees_what_waits_for_it() -> None:
    """Every dependency has to end; a first attempt is an iteration, a second is not."""
    mission = planned("a")
    assert statuses(mission) == {"P-1": "COMPLETED", "S-1": "PENDING", "R-1": "BLOCKED"}
    assert [task.id for task in mission.ready()] == ["S-1"]
    fold(mission, Dispatched("S-1", "searcher", "x"), Dispatched("S-1", "searcher", "x", 2))
    assert (mission.iteration, mission.tasks["S-1"].attempts) == (1, 2)
    assert statuses(mission)["S-1"] == "IN_PROGRESS"
    assert [task.id for task in mission.ready()] == ["S-1"]
    fold(mission, Settled("S-1", "COMPLETED", "3 sources", 2, 70))
    assert (mission.tasks["S-1"].result, mission.tokens) == ("3 sources", 70)
    assert statuses(mission)["R-1"] == "PENDING"
    assert fold(mission, Settled("R-1", "COMPLETED", "x", 1, 60)).tokens == 70
    assert not mission.ready()


def test_what_waits_for_a_failed_task_is_skipped_down_the_line() -> None:
    """With the reason; what has ended and what waits for others stays."""
    mission = planned("a", "b")
    fold(mission, TasksAdded((TaskSpec("S", "x", "a", ("R-1",)), TaskSpec("C", "y", "", ("S-3", "R-2"))), "user", "x"))
    fold(mission, Settled("R-1", "COMPLETED", "early"), Settled("S-2", "FAILED", "no", 2))
    assert statuses(mission) == {
        "P-1": "COMPLETED", "S-1": "PENDING", "R-1": "COMPLETED", "S-2": "FAILED", "R-2": "SKIPPED", "S-3": "PENDING",
        "C-1": "SKIPPED",
    }  # fmt: skip
    assert [mission.tasks[name].result for name in ("R-2", "C-1", "R-1")] == ["S-2 failed", "R-2 skipped", "early"]
    assert fold(planned("a"), Settled("S-1", "SKIPPED", "x")).tasks["R-1"].status == "PENDING"


def test_a_person_rewords_what_has_not_begun_and_cancels_what_has_not_ended() -> None:
    """A task that was cancelled while it ran stays so, whatever comes of it."""
    mission = planned("a", "b")
    fold(mission, TaskEdited("S-1", "other words"), Dispatched("S-1", "x", "x"), TaskEdited("S-1", "too late"))
    assert mission.tasks["S-1"].description == "other words"
    fold(mission, TaskEdited("S-1"), Settled("S-1", "COMPLETED", "3 sources", 1, 9), Dispatched("S-1", "x", "x", 2))
    assert (statuses(mission)["S-1"], mission.tasks["S-1"].result) == ("SKIPPED", "cancelled in task.md")
    assert (statuses(mission)["R-1"], mission.tasks["R-1"].result) == ("SKIPPED", "S-1 skipped")
    assert mission.tokens == 9
    fold(mission, Settled("S-2", "COMPLETED", "x"), TaskEdited("S-2"), TaskEdited("S-77"), TaskEdited("S-77", "x"))
    assert statuses(mission)["S-2"] == "COMPLETED"


def test_added_tasks_are_numbered_on_and_name_one_another_by_their_places() -> None:
    """Those that they wait for and that there are not are left out; new sides come last."""
    mission = planned("a")
    side = Dimension("z", "Z?")
    specs = (TaskSpec("S", "x", "z"), TaskSpec("R", "y", "z", ("+0", "S-99", "R-1"), critical=True),
             TaskSpec("C", "w", conflict="Conflict-1"))  # fmt: skip
    fold(mission, TasksAdded(specs, "P-1", "why", (side,)))
    assert mission.dimensions[-1] == side
    added = list(mission.tasks.values())[-3:]
    assert [(task.id, task.after, task.by) for task in added] == [
        ("S-2", (), "P-1"), ("R-2", ("S-2", "R-1"), "P-1"), ("C-1", (), "P-1"),
    ]  # fmt: skip
    assert (added[1].critical, added[2].conflict) == (True, "Conflict-1")
    fold(settled(mission), GapsFound("x", (TaskSpec("S", "v", "y", instead_of="S-1"),), (Dimension("y", "Y?"),)))
    assert (mission.tasks["S-3"].by, mission.tasks["S-3"].instead_of) == ("reflection", "S-1")
    assert [item.name for item in mission.dimensions] == ["a", "z", "y"]


# --- people ---------------------------------------------------------------------------------------------------------


def test_what_a_person_says_beside_an_answer_is_a_directive() -> None:
    """On one line; nothing said is none."""
    mission = fold(planned(approved=False), Approved("mind\n the rent"))
    fold(mission, Steered("  "), Steered("also noise"), CheckInDue("ten iterations", ""))
    assert mission.asked == CheckInDue("ten iterations", "")
    fold(mission, WentOn("go on"))
    assert mission.directives == ["mind the rent", "also noise", "go on"]
    assert mission.asked is None
    assert mission.asked_in == ("What does it cost?", "mind the rent", "also noise", "go on")


def test_a_check_in_is_due_again_only_after_it_was_met() -> None:
    """The iteration at which it was is kept; the report may be asked for."""
    mission = fold(planned(), Dispatched("S-1", "x", "x"), CheckInDue("x"))
    assert (mission.checked_in, mission.state) == (1, "AWAITING_USER")
    fold(mission, WriteNow())
    assert (mission.asked, mission.spent) == (None, "the user asked for the report now")
    assert fold(planned(), Approved(), CheckInDue("x"), Steered("y")).asked == CheckInDue("x")


def test_a_directive_that_was_understood_changes_limits_sides_and_tasks() -> None:
    """It counts as followed, also where it changes nothing."""
    mission = planned("a", "b", "c")
    mission.dimensions = (
        mission.dimensions[0],
        replace(mission.dimensions[1], after=("a", "c")),
        mission.dimensions[2],
    )
    fold(mission, Dispatched("S-1", "x", "x"))
    made = (Amendment("drop", "a"), Amendment("focus", "c"), Amendment("limit", "", Constraints(kinds=("news",))),
            Amendment("budget", "80"), Amendment("budget", "70"))  # fmt: skip
    side = Dimension("d", "D?")
    fold(mission, Redirected("x", made, (side,), (TaskSpec("S", "D?", "d"),)), Redirected("y", why="no"))
    assert [(item.name, item.after) for item in mission.dimensions] == [("b", ("c",)), ("c", ()), ("d", ())]
    assert [item.weight for item in mission.dimensions[:2]] == [0.333, 0.667]
    assert mission.constraints == Constraints(kinds=("news",), since=date(2020, 1, 1))
    assert (statuses(mission)["S-1"], statuses(mission)["R-1"]) == ("IN_PROGRESS", "SKIPPED")
    assert mission.tasks["R-1"].result == "the user dropped this side"
    assert (statuses(mission)["S-2"], mission.tasks["S-4"].by) == ("PENDING", "user")
    assert (mission.followed, mission.iterations, mission.finish) == (2, 80, False)
    assert fold(mission, Redirected("z", (Amendment("finish"),))).finish
    assert planned().iterations == 50


def test_an_edited_page_changes_only_what_was_edited() -> None:
    """The question, the sides, or the limits, which may be taken away."""
    mission = fold(planned(), DirectiveChanged("Other?"))
    assert (mission.core_question, len(mission.dimensions), mission.constraints.since) == (
        "Other?",
        2,
        date(2020, 1, 1),
    )
    fold(mission, DirectiveChanged(dimensions=(Dimension("z", "Z?"),), constraints=Constraints()))
    assert (mission.core_question, [item.name for item in mission.dimensions]) == ("Other?", ["z"])
    assert not mission.constraints
    assert mission.dimension("a task's removed side").question == "a task's removed side"


# --- evidence -------------------------------------------------------------------------------------------------------


def test_searches_and_archives_are_counted_and_their_queries_kept() -> None:
    """A survey, each query and each new source are uses of a tool."""
    mission = fold(begun(), Surveyed(3, 9, (Listed("a.md"),)))
    assert (mission.tools_used, mission.documents, len(mission.listing)) == (1, 3, 1)
    assert (begun().documents, begun().listing) == (0, ())
    mission = planned()
    fold(
        mission, Searched("S-1", 1, ("a", "b"), 2, 1, 1, 0, (("x.md", "why"),)), Searched("S-1", 2, ("c",), 0, 0, 0, 0)
    )
    assert mission.queries == {"S-1": ["a", "b", "c"]}
    fold(mission, LeftOut("R-1", "y.md", "too old"))
    assert mission.left_out == {"x.md": "why", "y.md": "too old"}
    fold(mission, Archived("R-1", source(1)), Archived("R-2", source(1)))
    assert mission.tools_used == 4


def test_the_same_bytes_under_another_name_are_the_source_that_is_known() -> None:
    """Facts of both are its; where a path leads is known by task."""
    mission = fold(
        planned(), Archived("R-1", source(1), "http://old"), Archived("R-1", replace(source(1), locator="twin.md"))
    )
    assert (list(mission.sources), mission.source_of) == (["S01"], {"doc-001.md": "S01", "twin.md": "S01"})
    assert mission.source_at("R-1", "http://old") == mission.source_at("R-2", "twin.md") == "S01"
    assert mission.source_at("R-2", "http://old") == ""
    assert mission.led_before("R-1", "twin.md") and not mission.led_before("R-1", "http://old")
    assert not mission.led_before("R-2", "twin.md")
    fold(mission, Archived("R-1", replace(source(1), sha256="other", locator="third.md")))
    assert mission.source_of["third.md"] == "S02"


def test_passages_that_were_found_and_not_read_are_known_for_each_side() -> None:
    """What the limits leave out is none of them."""
    mission = planned()
    fold(
        mission,
        SourcesFound(
            "S-1", (Found("a.md", "A", "relevant", "", ((0, 5), (7, 9))), Found("b.md", "B", "partial", "", ((0, 5),)))
        ),
    )
    fold(
        mission,
        SourcesFound(
            "S-2", (Found("a.md", "A", "relevant", "", ((0, 5),)), Found("c.md", "C", "relevant", "", ((0, 5),)))
        ),
    )
    assert len(mission.unread()) == 4
    fold(
        mission,
        Archived("R-1", source(1, locator="a.md")),
        ReadThrough("R-1", "a.md", ()),
        LeftOut("R-2", "c.md", "old"),
    )
    assert mission.unread() == {("b.md", (0, 5))}
    assert mission.unread("cost") == {("b.md", (0, 5))}
    assert mission.unread("noise") == {("a.md", (0, 5))}


@pytest.mark.parametrize(("left", "unreadable"), [((), True), (("a.md",), True), (("a.md", "b.md"), False)])
def test_a_mission_that_could_read_nothing_that_it_may_read_is_unreadable(
    left: tuple[str, ...], unreadable: bool
) -> None:
    """Not one that found nothing, or nothing within its limits."""
    mission = fold(planned(), SourcesFound("S-1", tuple(Found(f"{n}.md", "", "relevant", "", ()) for n in "ab")))
    fold(mission, *(LeftOut("R-1", path, "old") for path in left))
    assert mission.unreadable is unreadable
    assert not fold(mission, Archived("R-1", source(1))).unreadable
    assert not planned().unreadable


def test_every_search_has_to_fail_before_nothing_can_be_said() -> None:
    """A mission without a search has not failed."""
    mission = fold(planned(), Settled("S-1", "FAILED", "no"))
    assert not mission.searches_failed
    assert fold(mission, Settled("S-2", "FAILED", "no")).searches_failed
    assert not begun().searches_failed


def test_what_is_said_of_who_speaks_fills_what_a_source_does_not_say() -> None:
    """It stays when the sources get their numbers."""
    mission = fold(planned(), Archived("R-1", replace(source(1), kind=Kind.UNKNOWN, publisher="", published=None)))
    said = Appraisal((("kind", "news", "w"), ("publisher", "Gazette", "w"), ("published", "2024-05", "w")), "m")
    fold(mission, Appraised("S01", said))
    for one in (mission.sources["S01"], settled(mission).sources["S01"]):
        assert (one.kind, one.publisher, one.published) == (Kind.NEWS, "Gazette", date(2024, 5, 1))
    assert mission.appraisals == {"doc-001.md": said}
    other = fold(planned(), Archived("R-1", source(1)), Appraised("S01", said)).sources["S01"]
    assert (other.publisher, other.published) == ("Press", date(2025, 5, 1))


def test_the_loser_of_a_contradiction_no_longer_counts_and_says_why() -> None:
    """Where both stand, both count; pairs without a winner are unsettled."""
    mission = with_facts(planned(), [RENT, OTHER, "The hall has 12 rooms."])
    pairs = (Conflict("Fact-001", "Fact-002", "x", "y"), Conflict("Fact-002", "Fact-003", "x", "y"))
    fold(mission, ConflictsFound(pairs[:1]), ConflictsFound(pairs[1:]))
    assert list(mission.conflicts) == ["Conflict-1", "Conflict-2"]
    assert mission.unsettled == (("Fact-001", "Fact-002"), ("Fact-002", "Fact-003"))
    fold(mission, ConflictResolved("Conflict-1", Resolution("Fact-001", "Fact-002", "newer")))
    fold(mission, ConflictResolved("Conflict-2", Resolution(None, None, "both")))
    fallen = mission.facts["Fact-002"]
    assert (fallen.status, fallen.reason, fallen.superseded_by) == ("DEPRECATED", "newer", "Fact-001")
    assert [one.id for one in mission.active] == ["Fact-001", "Fact-003"]
    assert mission.unsettled == (("Fact-002", "Fact-003"),)


def test_facts_that_two_sources_state_are_well_supported_and_serve_both_sides() -> None:
    """The first of them counts, with both sources behind it."""
    mission = with_facts(planned(), [RENT, OTHER])
    assert [one.confidence for one in mission.canonical()] == ["Medium", "Medium"]
    other = replace(source(2), publisher="Town")
    fold(mission, Archived("R-2", other), ReadThrough("R-2", "doc-002.md", (fact(RENT, "S02", dimension="noise"),)))
    assert [(one.id, one.confidence) for one in mission.canonical()] == [("Fact-001", "High"), ("Fact-002", "Medium")]
    assert mission.supported == {"Fact-001": ("S02",)}
    assert [one.id for one in mission.facts_of("noise")] == ["Fact-001"]
    assert [one.id for one in mission.facts_of("cost")] == ["Fact-001", "Fact-002"]
    assert [one.id for one in mission.sources_of(mission.facts.values())] == ["S01", "S02"]


def test_facts_are_read_and_refused_ones_counted() -> None:
    """In the order of their places, whatever came first."""
    mission = fold(planned(), Archived("R-1", source(1)))
    fold(mission, ReadThrough("R-1", "doc-001.md", (fact(OTHER, "S01", 90), fact(RENT, "S01", 5)), ("a", "b")))
    fold(mission, ReadThrough("R-1", "doc-001.md", (), ("c",)))
    assert [one.statement for one in mission.canonical()] == [RENT, OTHER]
    assert (mission.refused, list(mission.facts)) == (3, ["Fact-001", "Fact-002"])


def test_limits_of_places_count_once_somebody_has_looked() -> None:
    """For all the places that are wanted; what does not name one is barred, with what it would have said."""
    mission = with_facts(planned(), [RENT])
    fold(mission, DirectiveChanged(constraints=Constraints(places=("Bavaria",))))
    assert mission.about(mission.sources["S01"]).places is None
    assert mission.barred == {}
    fold(mission, Placed("doc-001.md", ("Bavaria",), ()))
    assert mission.barred == {"S01": "it does not name Bavaria"}
    assert (mission.active, mission.divergences) == ((), {})
    fold(mission, Placed("doc-001.md", ("Bavaria", "Hesse"), ("Bavaria",)))
    assert mission.about(mission.sources["S01"]).places == ("Bavaria",)
    assert mission.barred == {} and len(mission.active) == 1
    fold(mission, DirectiveChanged(constraints=Constraints()))
    assert mission.about(mission.sources["S01"]).places == ("Bavaria",)


# --- budget, end, errors --------------------------------------------------------------------------------------------


def test_the_row_up_to_which_all_was_paid_for_stands_before_what_the_budget_caused() -> None:
    """A task that it refused, a role that it did not pay for, the turn to writing; else there is none."""
    mission = planned()
    fold(mission, Settled("S-1", "FAILED", "the budget is spent: 5 of 5 calls"))
    assert mission.paid_to == mission.rev - 1
    first = mission.paid_to
    fold(mission, Unpaid("section-writer"), Unpaid("section-writer"), Unpaid("bottom-line"))
    assert (mission.paid_to, mission.unasked) == (first, ["section-writer", "bottom-line"])
    mission = fold(planned(), Spent("86% of the budget is spent"))
    assert (mission.paid_to, mission.spent) == (mission.rev - 1, "86% of the budget is spent")
    assert fold(planned(), Spent("all 50 iterations are spent")).paid_to == 0
    assert fold(planned(), Unpaid("x")).paid_to == 3 - 1
    mission = fold(settled(planned()), Complete("done"))
    assert (mission.paid_to, mission.completed) == (0, Complete("done"))
    assert fold(planned(), Settled("S-1", "FAILED", "no network")).paid_to == 0


def written(*events: object) -> Mission:
    """A mission with a report."""
    mission = fold(settled(with_facts(planned(), [RENT])), Complete("x"), *events)
    claim = Claim(RENT, ("Fact-001",))
    return fold(mission, SectionWritten("cost", (claim,)), ReportWritten(1, ("Fact-001",), 700))


def test_a_report_is_kept_with_its_day_and_its_tokens() -> None:
    """What was reserved stays if it was more."""
    mission = written()
    assert (mission.cited, mission.tokens, mission.state) == (("Fact-001",), 700, "COMPLETED")
    assert mission.written is not None and mission.written.row == mission.rev
    assert planned().cited == ()
    assert not mission.unpaid
    assert replace(mission, spent="86%", paid_to=4).unpaid
    assert not replace(mission, spent="86%", paid_to=0).unpaid
    assert replace(mission, report=ReportWritten(1, (), by_rule=("bottom-line",)), paid_to=0).unpaid


def test_a_mission_that_stopped_stays_marked_and_knows_where_it_stood() -> None:
    """Until it ends; the state before the last event is known."""
    mission = broken(planned())
    assert (mission.stopped, mission.previous, mission.state) == (True, "RESEARCHING", "ERROR")
    fold(mission, Resumed())
    assert (mission.stopped, mission.previous, mission.state) == (True, "ERROR", "RESEARCHING")
    assert not fold(planned(), Aborted()).stopped


def test_the_scratchpad_has_the_sentences_of_what_changed_the_course() -> None:
    """Each under its heading, with its time; every fifth iteration a line of progress."""
    mission = planned("a", "b", "c")
    for number in range(1, 4):
        fold(mission, Dispatched(f"S-{number}", "x", "x"), Settled(f"S-{number}", "COMPLETED", "x"))
        fold(mission, Dispatched(f"R-{number}", "x", "x"))
    progress = [one for one in mission.jottings if one.heading == "Iteration log"]
    assert [one.text for one in progress] == [
        "Iteration 5: 3 of 7 tasks settled, 0 facts, 0 sources. Turned to S-3, “c?”."
    ]
    fold(mission, Settled("R-1", "FAILED", "no"), Approved("and noise"), Approved(), Broke("x", "y", "RESEARCHING"))
    assert [one.heading for one in mission.jottings[1:]] == ["Errors", "Changes of course", "Errors"]


def test_considering_again_needs_new_facts() -> None:
    """How many there were is kept."""
    mission = fold(with_facts(planned(), [RENT, OTHER]), Considered(True))
    assert (len(mission.considered), mission.considered_facts) == (1, 2)
