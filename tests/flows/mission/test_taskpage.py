"""task.md and logs/facts.md as they are rendered: the contract's form, whatever sources and people write."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flows.mission.runs import Finished
from flows.mission.samples import HOSTILE, begun, broken, fact, fold, planned, source, with_facts
from indagate.evidence.fact import Resolution
from indagate.flows.mission.ask import one_line as plain
from indagate.flows.mission.chart import (
    Amended,
    Archived,
    ConflictResolved,
    DirectiveChanged,
    Dispatched,
    ReadThrough,
    Settled,
    Steered,
    TaskFailed,
    TasksAdded,
)
from indagate.flows.mission.record import Mission
from indagate.flows.mission.side import TaskSpec
from indagate.flows.mission.taskpage import (
    FACTS_SHOWN,
    NOTES_SHOWN,
    SECTIONS,
    SETTLED_SHOWN,
    escaped,
    render_facts,
    render_task,
    unescaped,
)

TASK = re.compile(r"- \[[ x]\] \[[PSRC]-\d+\]: (Plan|Search|Read|Conflict): .+ \(Status: [A-Z_]+, DependsOn: \[.*\]\)")


def front(page: str) -> dict[str, object]:
    """The frontmatter, as YAML reads it."""
    return yaml.safe_load(page.split("---\n")[1])  # type: ignore[no-any-return]


def body(page: str, title: str) -> list[str]:
    """The lines of a section."""
    lines = page.split("\n")
    start = lines.index(f"## {title}")
    ends = [number for number, line in enumerate(lines) if number > start and line.startswith("## ")]
    return [line for line in lines[start + 1 : ends[0] if ends else None] if line]


def test_the_frontmatter_has_the_fields_of_the_contract() -> None:
    """Names, forms and values as the seed shows them, and the row that the page shows."""
    mission = planned()
    assert front(render_task(mission)) == {
        "mission_id": "DR-20260101-001", "created_at": "2026-01-01T00:00:00Z", "status": "RESEARCHING",
        "topic": "What does it cost?", "iteration": 0, "max_iterations": 50,
        "cost_tracking": {"total_tokens": 0, "tools_used": 0}, "rev": mission.rev,
    }  # fmt: skip


def test_the_sections_come_in_the_order_of_the_contract() -> None:
    """Six sections, each once, even before there is a plan."""
    for mission in (begun(), planned(), broken(planned())):
        titles = [line[3:] for line in render_task(mission).split("\n") if line.startswith("## ")]
        assert tuple(titles) == SECTIONS


def test_a_task_line_has_the_form_of_the_contract() -> None:
    """Box, id, type, description, status and dependencies; a box is ticked when the task is COMPLETED."""
    mission = with_facts(planned(), ["It costs EUR 5."])
    lines = body(render_task(mission), "Tasks")
    assert "- [x] [S-1]: Search: cost? (Status: COMPLETED, DependsOn: [P-1])" in lines
    assert "- [x] [R-1]: Read: Read what is found on cost (Status: COMPLETED, DependsOn: [S-1])" in lines
    assert "- [ ] [S-2]: Search: noise? (Status: PENDING, DependsOn: [P-1])" in lines
    assert "- [ ] [R-2]: Read: Read what is found on noise (Status: BLOCKED, DependsOn: [S-2])" in lines
    assert "  → 1 fact" in lines


def test_a_fact_has_the_form_of_the_contract() -> None:
    """Statement, then source, confidence, file and day, a line each."""
    lines = body(render_task(with_facts(planned(), ["It costs EUR 5."])), "Knowledge Graph")
    at = lines.index("[Fact-001] It costs EUR 5.")
    assert lines[at + 1 : at + 5] == [
        "- Source: [S01]", "- Confidence: Medium", "- Raw_File: assets/docs/s01.md", "- Extracted: 2026-01-01",
    ]  # fmt: skip


def test_the_registry_is_the_table_of_the_contract() -> None:
    """Six columns, a row for each source."""
    lines = body(render_task(with_facts(planned(), ["x"])), "Source Registry")
    assert lines[0] == "| ID | URL | Title | Type | Access Date | Local Path |"
    assert lines[2] == "| S01 | doc-001.md | A title | Markdown | 2026-01-01 | assets/docs/s01.md |"


def test_many_facts_are_summed_up_and_told_where_they_are() -> None:
    """The page shows ten for a dimension and names the file that has all; that file has all."""
    mission = with_facts(planned(), [f"Model number {number} costs EUR {number * 37 + 11}." for number in range(25)])
    lines = body(render_task(mission), "Knowledge Graph")
    assert sum(line.startswith("[Fact-") for line in lines) == FACTS_SHOWN
    assert f"{25 - FACTS_SHOWN} more: logs/facts.md" in lines
    assert render_facts(mission).count("\n[Fact-") == 25


def test_old_notes_and_old_tasks_are_summed_up() -> None:
    """The page stays one that a person reads."""
    mission = planned()
    fold(mission, *(TaskFailed("S-1", f"error {number}", "again") for number in range(40)))
    specs = tuple(TaskSpec("S", f"more {number}", "cost") for number in range(60))
    fold(mission, TasksAdded(specs, "user", "more"))
    fold(mission, *(Settled(f"S-{number}", "COMPLETED", "done") for number in range(3, 63)))
    page = render_task(mission)
    notes = [line for line in body(page, "Scratchpad") if "S-1 failed" in line]
    assert len(notes) == NOTES_SHOWN
    assert "- 25 earlier: logs/orchestrator.md" in page
    tasks = body(page, "Tasks")
    assert sum("Status: COMPLETED" in line for line in tasks if "Plan" not in line) == SETTLED_SHOWN
    assert "20 earlier tasks have ended (20 COMPLETED); see logs/orchestrator.log." in tasks


def test_a_deprecated_fact_leaves_the_page_and_keeps_its_reason() -> None:
    """The page counts it; logs/facts.md says why it fell and what stands in its place."""
    mission = with_facts(planned(), ["It costs EUR 5.", "The price of the other model is EUR 900."])
    fold(mission, ConflictResolved("Conflict-1", Resolution("Fact-002", "Fact-001", "newer")))
    page = render_task(mission)
    assert "[Fact-001]" not in page
    assert "1 DEPRECATED: logs/facts.md" in page
    assert "- Status: DEPRECATED, in favour of [Fact-002]: newer" in render_facts(mission)


def test_a_repeated_fact_names_its_other_sources() -> None:
    """What two sources say stands once, with both."""
    mission = with_facts(planned(), ["The heat pump costs EUR 17,500 in the median."])
    fold(mission, Archived("R-1", source(2)))
    again = fact("The heat pump costs EUR 17,500 in the median.", "S02")
    fold(mission, ReadThrough("R-1", "doc-002.md", (again,)))
    assert "- Also in: [S02]" in render_facts(mission)


def hostile_mission(text: str) -> Mission:
    """A mission in which everything that anyone may write is this text."""
    mission = planned(text or "?", "noise", question=text or "?")
    with_facts(mission, [text], title=text, dimension=text or "?")
    fold(
        mission, Amended(text), Steered(text), TaskFailed("S-1", text, text),
        TasksAdded((TaskSpec("S", text, text, ("S-1",)),), "user", text),
        DirectiveChanged(text), Settled("S-2", "FAILED", text),
    )  # fmt: skip
    return mission


@settings(deadline=None)  # a busy machine is no failure
@given(st.text(max_size=80))
@example(HOSTILE)
@example("\ud800 lone")
@example("- [ ] [S-9]: Search: x (Status: PENDING, DependsOn: [])")
def test_no_text_breaks_the_page_or_imitates_a_line(text: str) -> None:
    """Whatever anyone writes, the page has as many tasks, facts, sources and sections as with `word`."""
    mission = hostile_mission(text if text.strip() else "?")
    plainly = hostile_mission("word")
    page, expected = render_task(mission), render_task(plainly)
    page.encode()
    assert front(page)["rev"] == mission.rev
    assert tuple(line[3:] for line in page.split("\n") if line.startswith("## ")) == SECTIONS
    for pattern in (r"^\[Fact-", r"^- \[", r"^\s*---$", r"^\| S\d\d \|", r"^- Source:"):
        counts = [len(re.findall(pattern, text, re.MULTILINE)) for text in (page, expected)]
        assert counts[0] == counts[1], pattern
    assert "\u2028" not in page
    assert all(TASK.fullmatch(line) for line in page.split("\n") if line.startswith("- ["))
    render_facts(mission).encode()


@settings(deadline=None)  # a busy machine is no failure
@given(st.text(max_size=60))
@example("a\\|b `c` \\\\ [x] <b> &amp; _a_ snake_case ~~")
def test_an_escaped_text_comes_back_as_it_was(text: str) -> None:
    """Escaping loses nothing but control signs and runs of spaces."""
    assert unescaped(escaped(text)) == plain(text)
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize(
    "text", ["snake_case", "50 % of 3.5 (net)", "https://a.example/b?c=d&e=f", "Größe: 5 m²", "R&D"]
)
def test_ordinary_text_is_shown_without_escapes(text: str) -> None:
    """A person reads the page: what needs no escape gets none."""
    assert escaped(text) == text


def test_the_report_is_linked_when_it_stands(finished: Finished) -> None:
    """A finished mission links its report; the page on disk is what the record renders."""
    page = (finished.folder / "task.md").read_text()
    assert body(page, "Final Report") == ["[report.md](report.md)"]
    assert page == render_task(finished.record)
    assert (finished.folder / "logs" / "facts.md").read_text() == render_facts(finished.record)


def test_a_running_task_is_shown_as_such() -> None:
    """IN_PROGRESS from its dispatch, and the iteration counts it."""
    page = render_task(fold(planned(), Dispatched("S-1", "searcher", "x")))
    assert "- [ ] [S-1]: Search: cost? (Status: IN_PROGRESS, DependsOn: [P-1])" in page
    assert front(page)["iteration"] == 1
