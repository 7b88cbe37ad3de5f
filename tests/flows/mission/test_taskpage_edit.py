"""A person's edits of task.md: what becomes an event, what is no edit, and what is refused with its line."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flows.mission.runs import CORPUS
from flows.mission.samples import HOSTILE, begun, broken, fold, planned, settled, with_facts
from indagate.app import App
from indagate.errors import PageRejected
from indagate.flows.mission import FLOW, MissionInput
from indagate.flows.mission.chart import (
    Amended,
    Complete,
    DirectiveChanged,
    Dispatched,
    Planned,
    Settled,
    Steered,
    TaskEdited,
    TasksAdded,
)
from indagate.flows.mission.constraint import Constraints
from indagate.flows.mission.record import Mission
from indagate.flows.mission.side import Dimension, TaskSpec
from indagate.flows.mission.taskedit import read_task, rev_of
from indagate.flows.mission.taskpage import render_task

SINCE = date(2020, 1, 1)
S1 = "- [ ] [S-1]: Search: cost? (Status: PENDING, DependsOn: [P-1])"
Edit = Callable[[str], str]


def edited(mission: Mission, *changes: tuple[str, str]) -> list[object]:
    """The events of a page in which each `old` was replaced by `new`."""
    page = base = render_task(mission)
    for old, new in changes:
        assert old in page, old
        page = page.replace(old, new, 1)
    return read_task(mission, base, page)


def refused(mission: Mission, *changes: tuple[str, str]) -> str:
    """The message with which such a page is refused."""
    with pytest.raises(PageRejected) as error:
        edited(mission, *changes)
    return error.value.message


def added(line: str) -> tuple[str, str]:
    """The change that puts a line before that of S-1."""
    return S1, f"{line}\n{S1}"


# --- what is no edit ------------------------------------------------------------------------------------------------


def aligned(page: str) -> str:
    """The page with its tables padded, as editors do."""
    return re.sub(
        r"^\|---.*$", "| :--- | ---- | ------: | :-: | --- | :-- |", page.replace(" | ", "   |\t"), flags=re.MULTILINE
    )


HARMLESS: dict[str, Edit] = {
    "nothing": lambda page: page,
    "windows line ends": lambda page: page.replace("\n", "\r\n"),
    "old mac line ends": lambda page: page.replace("\n", "\r"),
    "spaces at line ends": lambda page: page.replace("\n", "  \n"),
    "more blank lines": lambda page: page.replace("\n", "\n\n"),
    "no blank lines": lambda page: page.replace("\n\n", "\n"),
    "no final line end": lambda page: page.rstrip("\n"),
    "another final line end": lambda page: f"{page}\n\n",
    "byte order mark": lambda page: f"\ufeff{page}",
    "aligned tables": aligned,
    "other bullets": lambda page: page.replace("- [ ]", "* [ ]").replace("- [x]", "* [X]"),
    "tasks in another order": lambda page: page.replace(f"{S1}\n", "").replace("## Knowledge", f"{S1}\n\n## Knowledge"),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_an_editor_does_by_itself_is_no_edit(name: str) -> None:
    """Spaces, line ends, padding and order change nothing."""
    mission = planned()
    base = render_task(mission)
    assert read_task(mission, base, HARMLESS[name](base)) == []
    assert rev_of(HARMLESS[name](base)) == mission.rev


@settings(deadline=None)  # a busy machine is no failure
@given(st.text(max_size=60))
@example(HOSTILE)
@example("(Status: COMPLETED, DependsOn: [])")
@example("~~struck~~")
def test_an_untouched_page_is_no_edit_whatever_it_shows(text: str) -> None:
    """Texts of every kind come back as they were: an edit of another line does not touch them."""
    mission = planned(text or "?", "noise", question=text if text.strip() else "?")
    fold(mission, TasksAdded((TaskSpec("S", text, text),), "user", text), Steered(text), Amended(text or "?"))
    fold(mission, DirectiveChanged(constraints=Constraints(publishers=(text,), places=(text,), exclude=(text, text))))
    base = render_task(mission)
    assert read_task(mission, base, base) == []
    assert read_task(mission, base, base.replace("\n", " \r\n")) == []
    longer = base.replace("## Knowledge Graph", "- [ ] Search: noise at night\n\n## Knowledge Graph")
    events = read_task(mission, base, longer)
    assert [type(event) for event in events] == [DirectiveChanged, TasksAdded]


@settings(deadline=None)  # a busy machine is no failure
@given(st.data())
def test_no_edit_raises_anything_but_a_rejection(data: st.DataObject) -> None:
    """Lines cut, doubled, swapped, mangled: events or a clear no."""
    mission = with_facts(planned(), ["It costs EUR 5."])
    base = render_task(mission)
    lines = base.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        to = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["cut", "double", "swap", "type", "new", "mangle"])):
            case "cut" if len(lines) > 1:
                del lines[at]
                lines.append("")
            case "double":
                lines.insert(to, lines[at])
            case "swap":
                lines[at], lines[to] = lines[to], lines[at]
            case "type":
                lines[at] = data.draw(st.text(max_size=30))
            case "new":
                kind = data.draw(st.sampled_from(["Plan", "Search", "Read", "Conflict", "search"]))
                needs = data.draw(st.sampled_from(["", "S-1", "R-9", "S-9, S-1", "Z", "none"]))
                name = data.draw(st.sampled_from(["", "[S-9]: ", "[R-9]: ", "[S-1]: ", "[?] "]))
                lines.insert(at, f"- [ ] {name}{kind}: do it (Status: PENDING, DependsOn: [{needs}])")
            case _:
                place = data.draw(st.integers(0, len(lines[at])))
                sign = data.draw(st.sampled_from(["|", "\\", "~~", "[", "]", "x", "(", "---", "`", "\r"]))
                lines[at] = lines[at][:place] + sign + lines[at][place:]
    page = "\n".join(lines)
    try:
        rev_of(page)
        events = read_task(mission, base, page)
    except PageRejected as error:
        assert error.message.startswith("task.md")
        return
    fold(mission, *events)
    render_task(mission)


# --- directives -----------------------------------------------------------------------------------------------------


def test_a_new_core_question_is_a_directive() -> None:
    """The question alone, even when the editor wrapped it."""
    change = ("Core question: What does it cost?", "Core question: What does it cost\nin Bavaria?")
    assert edited(planned(), change) == [DirectiveChanged("What does it cost in Bavaria?")]


def test_a_row_changes_a_dimension_and_a_new_row_adds_one() -> None:
    """Question, weight and target; empty cells of a new row get the usual values."""
    mission = planned()
    row, noise = "| cost | cost? | 0.5 | 3 | 0 |", "| noise | noise? | 0.5 | 3 | 0 |  |"
    [event] = edited(mission, (row, "| cost | what, net? | 0,8 | 5 | 0 |\n| a\\|b | | | | |"))
    dimensions = (Dimension("cost", "what, net?", 0.8, 5), mission.dimensions[1], Dimension("a|b", "a|b", 0.5, 3))
    assert event == DirectiveChanged(dimensions=dimensions)
    assert edited(mission, (f"{noise}\n", "")) == [DirectiveChanged(dimensions=(mission.dimensions[0],))]


@pytest.mark.parametrize(
    ("cells", "queries"),
    [
        ("cost? | 0.5 | 3 | 0 | price of a\\|b; ;  tariff ;", ("price of a|b", "tariff")),
        ("cost? | 0.5 | 3 | 0 | -", ()),
        ("what, net? | 0.5 | 3 | 0 | pump price", ()),  # what was chosen for another question
        ("what, net? | 0.5 | 3 | 0 | net price", ("net price",)),
        ("cost? | 0.8 | 3 | 0 | pump price", ("pump price",)),
        ("cost? | 0.8 | 3 | 0", ("pump price",)),
    ],
)
def test_what_a_side_is_searched_for_first_is_edited(cells: str, queries: tuple[str, ...]) -> None:
    """Divided by semicolons; a line alone clears it, and a side that asks something else chooses anew."""
    mission = planned()
    cost, *others = mission.dimensions
    fold(mission, DirectiveChanged(dimensions=(replace(cost, queries=("pump price",)), *others)))
    [event] = edited(mission, ("| cost | cost? | 0.5 | 3 | 0 | pump price |", f"| cost | {cells} |"))
    assert isinstance(event, DirectiveChanged)
    assert event.dimensions[0].queries == queries and event.dimensions[1:] == tuple(others)


def test_a_constraint_is_set_and_cleared() -> None:
    """Each by itself; a removed line asks for nothing."""
    mission = planned()
    assert edited(mission, ("Geography: any", "Geography: Bavaria")) == [
        DirectiveChanged(constraints=Constraints(since=SINCE, places=("Bavaria",)))
    ]
    assert edited(mission, ("- Time: since 2020-01-01\n", "")) == [DirectiveChanged(constraints=Constraints())]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("- Time: since 2020; until 2023-06", {"since": SINCE, "until": date(2023, 6, 30)}),
        ("- Sources: official; from example.org; by Stadt X",
         {"since": SINCE, "kinds": ("official",), "hosts": ("example.org",), "publishers": ("Stadt X",)}),
        ("- Language: German; en", {"since": SINCE, "languages": ("de", "en")}),
        ("- Exclusions: blog; S02", {"since": SINCE, "exclude": ("blog", "S02")}),
    ],
)  # fmt: skip
def test_limits_are_typed_in_the_lines_of_the_page(line: str, wanted: dict[str, object]) -> None:
    """Several values are parted by semicolons; what is read is what the roles and the search are held to."""
    mission = planned()
    name = line.split(":")[0]
    old = next(row for row in render_task(mission).splitlines() if row.startswith(f"{name}:"))
    assert edited(mission, (old, line)) == [DirectiveChanged(constraints=Constraints(**wanted))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "line", ["- Time: lately", "- Sources: reliable", "- Language: Klingon", "- Time: since 2020-13"]
)
def test_a_limit_in_no_known_form_is_refused_with_the_forms(line: str) -> None:
    """Nothing is kept in words that nobody enforces."""
    mission = planned()
    name = line.split(":")[0]
    old = next(row for row in render_task(mission).splitlines() if row.startswith(f"{name}:"))
    with pytest.raises(PageRejected, match=f"`{name}:"):
        edited(mission, (old, line))


def test_a_line_among_the_directives_steers() -> None:
    """It is what `indagate steer` would send."""
    mission = planned()
    assert edited(mission, ("None yet.", "- Look at Bavaria [too]")) == [Steered("Look at Bavaria [too]")]
    fold(mission, Steered("Look at Bavaria [too]"))
    assert "there" not in str(edited(mission, ("- Look at", "- And at rent\n- Look at")))


@pytest.mark.parametrize("bullet", ["-", "- ", "  * ", "+"])
def test_a_bullet_with_nothing_behind_it_says_nothing(bullet: str) -> None:
    """Editors leave them; what stands beside them is taken in."""
    mission = planned()
    assert edited(mission, ("None yet.", f"None yet.\n{bullet}")) == []
    assert edited(mission, ("None yet.", f"{bullet}\n- Look at Bavaria\n{bullet}")) == [Steered("Look at Bavaria")]
    assert edited(mission, ("## Scratchpad", f"{bullet}\n## Scratchpad")) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("| 0.5 | 3 | 0 |", "| high | 3 | 0 |", "a number from 0 to 1"),
        ("| 0.5 | 3 | 0 |", "| 1.5 | 3 | 0 |", "a number from 0 to 1"),
        ("| 0.5 | 3 | 0 |", "| nan | 3 | 0 |", "a number from 0 to 1"),
        ("| 0.5 | 3 | 0 |", "| 0.5 | many | 0 |", "a whole number from 1 to 999"),
        ("| 0.5 | 3 | 0 |", "| 0.5 | 3 | 7 |", "counted by the run"),
        ("| cost | cost? |", "| cost | a | b | c |", "written `\\|`"),
        ("| noise | noise? |", "| cost | noise? |", "already"),
        ("Core question: What does it cost?", "Core question:", "the core question is empty"),
        ("Core question: What does it cost?", "", "the core question is missing"),
        ("- Time: since 2020-01-01", "- When: since 2020", "no constraint"),
        ("### Constraints", "### Limits", "`### Constraints`"),
        ("| Dimension | Question |", "| Side | Question |", "written by the run"),
        ("None yet.", "just some words", "no directive"),
    ],
)
def test_a_directive_that_cannot_be_read_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    """The message names the line of the edited page and the form that was expected."""
    mission = planned()
    message = refused(mission, (old, new))
    page = render_task(mission).replace(old, new, 1).split("\n")
    number = int(re.match(r"task\.md line (\d+): ", message)[1])  # type: ignore[index]
    assert said in message
    assert not new or new in page[number - 1]


def test_the_last_dimension_stays() -> None:
    """A mission looks at something."""
    row = "| cost | cost? | 0.5 | 3 | 0 |  |\n"
    assert "no dimension is left" in refused(planned("cost"), (row, ""))


# --- tasks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "- [ ] [S-3]: Search: noise in Größe 5 (Status: PENDING, DependsOn: [])",
        "- [ ] Search: noise in Größe 5",
        "- [] search : noise in Größe 5 (DependsOn: none)",
        "* [ ] [S-1]: Search: noise in Größe 5",
        "- [ ] [mine]: Search: noise in Größe 5 (Status: BLOCKED)",
    ],
)
def test_a_new_line_is_a_new_task_whatever_id_it_bears(line: str) -> None:
    """The fold mints ids."""
    [_, event] = edited(planned(), added(line))
    assert event == TasksAdded((TaskSpec("S", "noise in Größe 5", "noise in Größe 5"),), "task.md", "noise in Größe 5")


def test_new_tasks_may_wait_for_those_above_them() -> None:
    """References to typed ids are mapped; what waits for a search of a side serves that side."""
    mission = planned()
    events = edited(
        mission,
        added("- [ ] [S-9]: Search: cost of rent (DependsOn: [S-1, P-1])\n- [ ] [R-8]: Read: it (DependsOn: s-9)"),
    )
    specs = (TaskSpec("S", "cost of rent", "cost", ("S-1", "P-1")), TaskSpec("R", "it", "cost", ("+0",)))
    assert events == [TasksAdded(specs, "task.md", "cost of rent; it")]
    fold(mission, *events)
    assert (mission.tasks["S-3"].after, mission.tasks["R-3"].after) == (("S-1", "P-1"), ("S-3",))


def test_a_search_that_waits_for_none_gets_a_dimension_of_its_own() -> None:
    """As a directive does: what it finds has a place in the report."""
    mission = planned()
    events = edited(mission, added("- [ ] Search: subsidies"))
    own = (*mission.dimensions, Dimension("subsidies", "subsidies", 0.5, 2))
    spec = TaskSpec("S", "subsidies", "subsidies")
    assert events == [DirectiveChanged(dimensions=own), TasksAdded((spec,), "task.md", "subsidies")]


@pytest.mark.parametrize(
    "new",
    ["", S1.replace("PENDING", "SKIPPED")],
)
def test_a_task_removed_or_marked_as_skipped_is_cancelled(new: str) -> None:
    """Either way."""
    assert edited(planned(), (S1, new)) == [TaskEdited("S-1")]


def test_a_reworded_task_is_reworded_while_it_has_not_begun() -> None:
    """Then the run has its say."""
    mission = planned()
    assert edited(mission, ("Search: cost?", "Search: the cost, net")) == [TaskEdited("S-1", "the cost, net")]
    fold(mission, Dispatched("S-1", "searcher", "x"))
    message = refused(mission, ("Search: cost?", "Search: the cost, net"))
    assert "S-1 is IN_PROGRESS and can no longer be reworded" in message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- [ ] find out more", "Search: what to find"),
        ("- [ ] Look: at it", "Search: what to find"),
        ("some words", "no task"),
        ("- [x] Search: done already", "has not been done"),
        ("- [ ] Search: x (Status: COMPLETED)", "has not been done"),
        ("- [ ] Search: (DependsOn: [])", "does not say what to do"),
        ("- [ ] Plan: again", "found by the run"),
        ("- [ ] [R-8]: Read: x (DependsOn: [S-9])\n- [ ] [S-9]: Search: y", "no task S-9 above"),
        ("- [ ] Read: everything", "what a Search found"),
        ("- [ ] Conflict: settle it", "found by the run"),
        ("- [ ] Search: x (DependsOn: [S-77])", "there is no task S-77"),
        ("- [ ] [S-8]: Search: x (DependsOn: [S-8])", "no task S-8 above"),
        ("- [ ] [S-8]: Search: x\n- [ ] [S-8]: Search: y", "two new tasks are called S-8"),
    ],
)
def test_a_task_that_cannot_be_read_is_refused_with_its_line(line: str, said: str) -> None:
    """The message names the line and the form that was expected."""
    mission = planned()
    message = refused(mission, added(line))
    at = render_task(mission).split("\n").index(S1) + 1
    assert re.match(rf"task\.md line ({at}|{at + 1}): ", message)
    assert said in message


# --- what only the run writes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("iteration: 2", "iteration: 0"),
        ('status: "RESEARCHING"', 'status: "COMPLETED"'),
        ("# Research mission", "# My mission"),
        ("[Fact-001] It costs EUR 5.", "[Fact-001] It costs EUR 6."),
        ("- Confidence: Medium", "- Confidence: High"),
        ("| S01 | doc-001.md |", "| S01 | other.md |"),
        ("### Gap analysis\n", "### Gap analysis\n\n- I think\n"),
        ("Not written yet.", "[report.md](report.md)"),
        ("## Source Registry", "## Sources"),
        ("  → 1 fact", "  → 2 facts"),
        ("- [ ] [S-2]: ", "- [x] [S-2]: "),
        ("noise? (Status: PENDING", "noise? (Status: COMPLETED"),
        ("noise? (Status: PENDING", "noise? (Status: IN_PROGRESS"),
        ("- [x] [S-1]: ", "- [ ] [S-1]: "),
        ("- [x] [S-1]: Search: cost? (Status: COMPLETED, DependsOn: [P-1])\n", ""),
        ("Search: noise? (Status: PENDING, DependsOn: [P-1]", "Search: noise? (Status: PENDING, DependsOn: [R-1]"),
        ("[S-2]: Search:", "[S-2]: Read:"),
    ],
)
def test_what_the_run_writes_is_refused_with_its_line(old: str, new: str) -> None:
    """Frontmatter, ticks, states, facts, sources, notes: the run's own."""
    message = refused(with_facts(planned(), ["It costs EUR 5."]), (old, new))
    assert re.match(r"task\.md line \d+: .+; expected: .+", message)


@pytest.mark.parametrize("page", ["", "\n \n", "no page", "---\nrev: 3\n", "---\n---\n", "---\nrev: x\n---\n"])
def test_a_page_without_its_frontmatter_is_refused(page: str) -> None:
    """Nothing says which row it showed."""
    with pytest.raises(PageRejected, match=r"task\.md line \d+: .*expected"):
        rev_of(page)
    with pytest.raises(PageRejected, match=r"task\.md line"):
        read_task(planned(), render_task(planned()), page)


# --- a page that grew stale -----------------------------------------------------------------------------------------


def test_a_stale_page_undoes_nothing() -> None:
    """What happened since it was shown stays; what the person changed is done."""
    mission = planned()
    base = render_task(mission)
    with_facts(mission, ["It costs EUR 5."])
    fold(mission, Steered("And rent?"), DirectiveChanged(constraints=Constraints(since=SINCE, places=("Bavaria",))))
    assert read_task(mission, base, base + "\n") == []
    events = read_task(mission, base, base.replace("| noise | noise? | 0.5", "| noise | noise? | 0.9"))
    [event] = events
    assert [item.name for item in event.dimensions] == ["cost", "noise"]  # type: ignore[attr-defined]
    assert event.dimensions[1].weight == 0.9  # type: ignore[attr-defined]
    [event] = read_task(mission, base, base.replace("- Time: since 2020-01-01", "- Time: any"))
    assert event == DirectiveChanged(constraints=Constraints(places=("Bavaria",)))


def test_a_cancellation_that_comes_too_late_changes_nothing() -> None:
    """The task has ended meanwhile; the rest of the edit counts."""
    mission = planned()
    base = render_task(mission)
    fold(mission, Settled("S-1", "COMPLETED", "done"))
    page = base.replace(f"{S1}\n", "").replace("Geography: any", "Geography: Bavaria")
    assert [type(event) for event in read_task(mission, base, page)] == [DirectiveChanged]


def test_a_page_of_an_older_plan_changes_nothing_of_the_new_one() -> None:
    """S-1 of the new plan is another task."""
    mission = planned(approved=False)
    base = render_task(mission)
    fold(mission, Amended("otherwise"))
    fold(mission, Planned("Why?", mission.dimensions, Constraints(), (TaskSpec("S", "other", "cost"),)))
    with pytest.raises(PageRejected, match="the plan was made anew"):
        read_task(mission, base, base.replace(f"{S1}\n", ""))


def test_nothing_is_changed_when_it_would_have_no_effect() -> None:
    """While the plan is made or the report written, the page says so."""
    mission = begun()
    assert "PLANNING" in refused(mission, ("None yet.", "- Look at Bavaria"))
    writing = fold(settled(planned()), Complete("enough"))
    assert "SYNTHESIZING" in refused(writing, ("None yet.", "- Look at Bavaria"))
    assert edited(broken(planned()), ("None yet.", "- Look at Bavaria")) == [Steered("Look at Bavaria")]


# --- on a living run ------------------------------------------------------------------------------------------------


def test_a_person_edits_the_plan_before_approving_it(tmp_path: Path) -> None:
    """The file on disk is taken in by the next driver, the added search is done, a wrong edit is kept beside."""

    async def run() -> tuple[Mission, Path]:
        async with App(tmp_path) as app:
            handle = await app.start(FLOW, MissionInput("What does a heat pump cost?", str(CORPUS)))
            await handle.drive()
            path = handle.folder / "task.md"
            shown = path.read_text()
            assert 'status: "AWAITING_APPROVAL"' in shown
            path.write_text(shown.replace("iteration: 0", "iteration: 9"))
            await handle.drive()
            assert path.read_text().startswith(shown[:40])
            shown = path.read_text()
            path.write_text(
                shown.replace("## Knowledge Graph", "- [ ] Search: noise limit at night\n\n## Knowledge Graph")
            )
            await app.signal(handle.name, "approve")
            await handle.drive()
            return handle.record, handle.folder

    mission, folder = asyncio.run(run())
    assert mission.state == "COMPLETED"
    assert [task.status for task in mission.tasks.values() if task.by == "task.md"] == ["COMPLETED"]
    assert any(item.name == "noise limit at night" for item in mission.dimensions)
    assert any("35 dB(A)" in item.statement for item in mission.facts_of("noise limit at night"))
    [kept] = folder.glob("task.md.rejected-*")
    assert "iteration: 9" in kept.read_text()
    log = (folder / "logs" / "orchestrator.log").read_text()
    assert "page_rejected" in log
    assert "task.md line 6" in log


def test_a_thousand_tasks_added_by_hand_are_taken_in_soon() -> None:
    """Each gets a dimension of its own; none costs a pattern for every other."""
    many = "".join(
        f"- [ ] [S-{n}]: Search: how tall is tower {n}? (Status: PENDING, DependsOn: [])\n" for n in range(10, 1010)
    )
    began = time.process_time()
    (added,) = [
        event for event in edited(planned(), ("## Knowledge", f"{many}\n## Knowledge")) if isinstance(event, TasksAdded)
    ]
    assert len(added.tasks) == 1000
    assert time.process_time() - began < 10
