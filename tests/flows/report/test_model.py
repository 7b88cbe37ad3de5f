"""A report with a scripted model over real HTTP: every prompt is asked, and what a model invents is not printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from flows.report.model import aggregator, findings, scripted
from flows.report.runs import verified, write
from flows.report.samples import museum
from indagate.flows.report.views import details
from models.material import quick
from parts.scripted import Asked, pairs, plan, says

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
        "story_liner", "aggregator", "editor", "reporter", "support",
    }  # fmt: skip
    assert done.record.aggregation is not None
    assert done.record.aggregation.title == "Visitors of a museum"
    assert done.record.coverage is not None
    assert done.record.coverage.current == 1.0
    assert {one["kind"] for one in details(done.record)["findings"]} >= {"regime_change"}


def test_the_page_names_the_roles_that_rules_answered_for_the_model(data: Path, tmp_path: Path) -> None:
    """Its aggregator never gave what could be used: the page says who stood in, and only where somebody did."""
    sentence = "Answered by the rules, where the model gave no usable answer: "
    for number, roles in enumerate((["aggregator"], ["aggregator", "editor"], [])):
        home = tmp_path / str(number)
        with scripted({role: [says("Sorry, no.", always=True)] for role in roles}) as service:
            done = write(home, DEEP, answerers=quick(service.model, home), data=str(data))
        page = (done.folder / "output/report.html").read_text(encoding="utf-8")
        assert page.count(sentence) == bool(roles) and (f"{sentence}{', '.join(roles)}." in page) is bool(roles)
        assert verified(done) == []


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


def test_what_no_finding_says_is_left_out_and_each_sentence_says_who_worded_and_judged_it(
    data: Path, tmp_path: Path
) -> None:
    """The hard check refuses a name, SUPPORT a claim; a part is cut; a rewording must say what was said."""

    def write_section(asked: Asked) -> Any:
        (name, text), *_ = findings(asked)
        more = ["People loved it.", "Ask Ermintrude.", "The visitors changed and rejoiced."]
        return {"paragraphs": [[{"text": text, "findings": [name]} for text in (text, *more)]]}

    def judge(asked: Asked) -> Any:
        part = {"verdict": "partly", "supported": "The visitors changed."}
        fates = {"The visitors changed and": part, "In other words": {"verdict": "yes"}, "Visitors": {"verdict": "yes"}}
        verdicts = []
        for number, (sentence, _) in enumerate(pairs(asked), 1):
            fate = next((fate for begins, fate in fates.items() if sentence.startswith(begins)), {"verdict": "no"})
            verdicts.append({"number": number, **fate})
        return {"verdicts": verdicts}

    def edit(asked: Asked) -> Any:
        number = re.search(r"(\d+): <data \w+>The visitors changed\.", asked.text)
        assert number
        return {"rewordings": [{"number": int(number[1]), "text": "In other words, visitors changed.", "why": "style"}]}

    with scripted(aggregator=write_section, support=judge, editor=edit) as service:
        done = write(tmp_path / "home", DEEP, answerers=quick(service.model, tmp_path / "home"), data=str(data))
    told = details(done.record)
    worded = [one for one in told["claims"] if one["basis"] == "worded"]
    assert {one["text"] for one in worded} == {"In other words, visitors changed."}
    assert {(one["by"], one["supported_by"]) for one in worded} == {(service.model, service.model)}
    assert {one["by"] for one in told["claims"] if one["basis"] == "cell"} == {"rule"}
    left = {one["text"]: one["why"] for one in told["left_out"]}
    assert left["People loved it."] == "what it cites does not say it"
    assert "Ermintrude" in left["Ask Ermintrude."]
    page = (done.folder / "output/report.html").read_text(encoding="utf-8")
    assert not [text for text in ("loved", "Ermintrude", "rejoiced") if text in page]
    assert "2 sentences were struck out of the text" in page
    assert done.record.aggregation is not None
    assert done.record.aggregation.title == "Visitors of a museum"
    assert done.record.aggregation.subtitle == ""


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
