"""A report with a scripted model over real HTTP: every prompt is asked, and what a model invents is not printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flows.report.model import aggregator, scripted
from flows.report.runs import write
from flows.report.samples import museum
from indagate.flows.report.views import details
from models.material import quick
from parts.scripted import Asked, plan

DEEP = "A deep look: how did the visitors develop?"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return museum(tmp_path / "data", days=90)


def test_a_deep_dive_asks_every_role_of_its_way_and_prints_what_the_model_wrote(data: Path, tmp_path: Path) -> None:
    """Ten prompts, the chart's order, and coverage reached by the tasks that the model planned for what was open."""
    with scripted() as service:
        done = write(tmp_path / "home", DEEP, answerers=quick(service.model, tmp_path / "home"), data=str(data))
        asked = service.count()
    assert done.record.state == "complete"
    assert set(asked) == {
        "initial_research", "brief_builder", "planner", "overview", "questions_planner", "chart_analyzer",
        "story_liner", "aggregator", "editor", "reporter",
    }  # fmt: skip
    assert done.record.aggregation is not None
    assert done.record.aggregation.title == "Visitors of a museum"
    assert done.record.coverage is not None
    assert done.record.coverage.current == 1.0
    assert {one["kind"] for one in details(done.record)["findings"]} >= {"regime_change"}


def test_a_number_that_the_model_invents_is_not_printed(data: Path, tmp_path: Path) -> None:
    """It is told once; what it then still invents is dropped at the door, and the true sentences stay."""

    def inventing(asked: Asked) -> Any:
        made = aggregator(asked)
        name = made["paragraphs"][0][0]["findings"]
        made["paragraphs"].append([{"text": "Visitors will reach 98,765 by next year.", "findings": name}])
        return made

    with scripted(aggregator=inventing) as service:
        done = write(
            tmp_path / "home", "How did it go?", answerers=quick(service.model, tmp_path / "home"), data=str(data)
        )
        assert len(service.of("aggregator")) == 2
    assert done.record.state == "complete"
    page = (done.folder / "output/report.html").read_text(encoding="utf-8")
    assert "98,765" not in page
    assert "1 sentence was struck out of the text" in page
    assert done.record.aggregation is not None
    assert [one.before for one in done.record.aggregation.changes] == ["Visitors will reach 98,765 by next year."]


def test_documents_and_many_measures_ask_the_other_two_roles(tmp_path: Path) -> None:
    """`research` phrases what a mission is asked; `data` chooses among more measures than the depth allows."""
    folder = tmp_path / "data"
    folder.mkdir()
    names = [f"m{number}" for number in range(9)]
    rows = [",".join(str((day * 7 + n * 3) % 50 + n) for n in range(9)) for day in range(40)]
    lines = [f"2024-{1 + n // 28:02}-{1 + n % 28:02},{row}" for n, row in enumerate(rows)]
    (folder / "museum.csv").write_text("\n".join([",".join(["date", *names]), *lines]) + "\n")
    corpus = tmp_path / "docs"
    corpus.mkdir()
    (corpus / "a.md").write_text("# Noise\n\nA heat pump may be as loud as 35 dB at night.\n")

    def brief(asked: Asked) -> Any:
        item = {"question": "How loud?", "measures": [], "title": "T"}
        return {
            "goal": "g", "depth": "standard", "style": "default", "tone": "neutral", "constraints": [], "triggers": [],
            "charts": 0, "scope_items": [
                {**item, "id": "s1", "aspects": ["series"], "tables": ["museum"]},
                {**item, "id": "s2", "aspects": ["documents"], "tables": []},
            ],
        }  # fmt: skip

    def planner(asked: Asked) -> Any:
        if "Topics:" not in asked.text:
            return plan(asked)
        return {"tasks": [
            {"scope": "s1", "aspect": "series", "description": "x", "tables": ["museum"]},
            {"scope": "s2", "aspect": "documents", "description": "y", "tables": []},
        ]}  # fmt: skip

    choice = {"measures": ["museum.m1", "museum.m2"]}
    with scripted(brief_builder=brief, planner=planner, data=lambda _: choice) as service:
        answerers = quick(service.model, tmp_path / "home")
        write(tmp_path / "home", "How loud?", answerers=answerers, data=str(folder), corpus=str(corpus))
        asked = service.count()
    assert asked["data"] == 1
    assert asked["research"] == 1
