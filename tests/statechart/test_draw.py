from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sample_charts as s

from indagate.statechart import HISTORY, Chart, Final, Wait, Work, spoken
from indagate.statechart.draw import mermaid, svg

CHARTS = pytest.mark.parametrize("chart", s.CHARTS, ids=lambda chart: chart.name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("OutOfBudget", "out of budget"),
        ("Planned", "planned"),
        ("PDFWritten", "PDF written"),
        ("CheckInDue", "check in due"),
        ("Round2Done", "round 2 done"),
        ("went_on", "went on"),
        ("Geprüft", "geprüft"),
    ],
)
def test_event_names_are_shown_as_words(name: str, expected: str) -> None:
    """Readers see English, not class names; acronyms stay as they are."""
    assert spoken(s.event(name).__name__) == expected


def shown(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@CHARTS
def test_the_svg_shows_every_state_and_every_event(chart: Chart) -> None:
    """Nothing that can happen is missing from the picture."""
    texts = shown(svg(chart))
    assert all(state.name in texts for state in chart.states)
    assert all(any(spoken(event.__name__) in text for text in texts) for event in chart.events)


@CHARTS
def test_no_text_leaves_the_sheet(chart: Chart) -> None:
    """Every drawn coordinate lies on the paper, so nothing is clipped."""
    root = ElementTree.fromstring(svg(chart))
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for group in root.findall("{http://www.w3.org/2000/svg}g"):
        dx, dy = map(float, group.attrib["transform"].removeprefix("translate(").rstrip(")").split())
        for text in group.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 < float(text.attrib["x"]) + dx < wide
            assert 0 < float(text.attrib["y"]) + dy < high


def test_the_same_chart_is_drawn_the_same_in_every_process(tmp_path: Path) -> None:
    """No set order or hash seed leaks into a picture that is kept under version control."""
    code = "import sample_charts as s, sys; from indagate.statechart.draw import mermaid, svg\n"
    code += "sys.stdout.buffer.write(''.join(svg(c) + mermaid(c) for c in s.CHARTS).encode())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_names_and_docs_are_escaped_and_loops_and_hidden_states_are_drawn() -> None:
    """A self-loop, a HISTORY edge in the main part, and a state only `anywhere` leads to all appear."""
    again, done, broke, fixed, resumed = map(s.event, ("TriedAgain", "Done", "Broke", "Fixed", "Resumed"))
    states = [
        Work("TRY", {again: "TRY", done: "END", fixed: "ASK"}, doc="a < b & c"),
        Wait("ASK", {resumed: HISTORY, done: "END"}),
        Wait("ERROR", {fixed: "REPAIR"}),
        Work("REPAIR", {done: "END"}),
        Final("END"),
    ]
    picture = svg(Chart("R&D <1>", 1, "TRY", states, {broke: "ERROR", s.Spent: "ASK"}))
    texts = shown(picture)
    assert "tried again" in texts and "back to where it was" in texts
    assert "fixed → REPAIR" in texts and "REPAIR" in texts
    assert "<title>a &lt; b &amp; c</title>" in picture


MERMAID = """\
stateDiagram-v2
    direction TB
    state "anywhere" as from_anywhere
    state "back to where it was" as to_history
    [*] --> PLANNING
    PLANNING --> AWAITING_APPROVAL: planned
    AWAITING_APPROVAL --> RESEARCHING: approved
    AWAITING_APPROVAL --> PLANNING: amended
    AWAITING_APPROVAL --> ABORTED: aborted
    RESEARCHING --> REFLECTING: settled
    RESEARCHING --> SYNTHESIZING: spent
    RESEARCHING --> AWAITING_USER: check in due
    RESEARCHING --> AWAITING_USER: critical failed
    AWAITING_USER --> RESEARCHING: went on
    AWAITING_USER --> SYNTHESIZING: wrote now
    AWAITING_USER --> ABORTED: aborted
    REFLECTING --> RESEARCHING: gaps found
    REFLECTING --> SYNTHESIZING: completed
    SYNTHESIZING --> COMPLETED: report written
    ERROR --> to_history: resumed
    ERROR --> ABORTED: aborted
    from_anywhere --> ERROR: broke
    COMPLETED --> [*]
    ABORTED --> [*]
    classDef wait stroke-dasharray: 5 3
    class AWAITING_APPROVAL wait
    class AWAITING_USER wait
    class ERROR wait
"""


def test_mermaid_reads_like_the_chart() -> None:
    """The whole source for one flow, so that a change of the drawing is seen in review."""
    assert mermaid(s.MISSION) == MERMAID


def test_mermaid_draws_forks_and_joins_as_bars() -> None:
    """The fork leads to both branches, and every branch enters the join through its bar."""
    source = mermaid(s.NOTES)
    assert "state BUILD_CONTEXT_fork_1 <<fork>>" in source
    assert "BUILD_CONTEXT --> BUILD_CONTEXT_fork_1: asked and logged" in source
    assert "BUILD_CONTEXT_fork_1 --> PLAN\n" in source and "BUILD_CONTEXT_fork_1 --> PARSE\n" in source
    assert "STORE --> OBSERVE_join: stored" in source and "OBSERVE_join --> OBSERVE\n" in source
