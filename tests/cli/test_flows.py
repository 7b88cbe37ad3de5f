"""Flows and machines: the list, the tables, the drawings, the doctor."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from .program import User


def test_flows_are_listed(user: User) -> None:
    """The mission ships."""
    assert any(item["flow"] == "mission" for item in user("flows", "--json").json)
    assert "mission" in user("flows").out


def test_a_flow_is_described(user: User, inventory: str) -> None:
    """A flow of one's own shows its states, edges and signals, as a table and for programs."""
    assert "gathered → REVIEW" in user("flows", inventory).out
    found = user("flows", inventory, "--json").json
    assert [state["name"] for state in found["states"]] == ["GATHERING", "REVIEW", "DONE", "ABORTED", "ERROR"]
    assert found["states"][1]["on"] == {"Approved": "DONE", "Amended": "GATHERING", "Aborted": "ABORTED"}
    assert {signal["word"] for signal in found["signals"]} == {"approve", "amend", "abort", "resume"}


def test_a_flow_is_drawn(user: User, inventory: str) -> None:
    """As Mermaid source, and as an SVG that parses, on stdout or into a file."""
    assert user("flows", inventory, "--mermaid").out.startswith("stateDiagram-v2")
    assert user("flows", "mission", "--svg", "-o", "mission.svg").code == 0
    assert ElementTree.parse(user.folder / "mission.svg").getroot().tag.endswith("svg")
    assert "no folder" in user("flows", "mission", "--svg", "-o", "nowhere/mission.svg").err


def test_the_doctor_finds_this_machine_fit_and_shows_no_key(user: User, inventory: str) -> None:
    """What the tests run on has everything required; a key is reported by its name, never by its value."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    done = user("doctor", "--json", OPENAI_API_KEY="s3cret-value")
    assert done.code == 0
    found = {item["name"]: item for item in done.json}
    wanted = {"Python", "SQLite FTS5", "home", "fsync", "journal", "store", "chromium", "coq", "lean", "bwrap"}
    assert wanted <= set(found)
    assert all(item["ok"] for item in found.values() if item["required"])
    assert all(item["remedy"] for item in found.values() if not item["ok"])
    assert "OPENAI_API_KEY" in found["model keys"]["found"]
    text = user("doctor", OPENAI_API_KEY="s3cret-value")
    assert "s3cret-value" not in text.out + done.out
    assert "1 run" in found["journal"]["found"]
