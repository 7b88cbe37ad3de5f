"""What an answer of a task rests on: each sentence of a model is checked and judged where there is material."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from indagate.app import App
from indagate.flows.task.material import Material
from indagate.flows.task.views import details
from indagate.storage import Home
from parts.scripted import Asked, pairs

from .agents import CORPUS, judgement, run, says, scripted, turns, uses

TRUE_FERRY = "The Heron seats 220 people."
TRUE = "At night it may be 35 dB(A) [search_documents]."
GOAL = "How loud may a pump be at night?"


def thinking(answer: str) -> Any:
    def think(asked: Asked) -> object:
        return says(answer) if turns(asked) else uses("search_documents", '{"query": "noise limit at night"}')

    return think


def breaches(home: Path) -> list[str]:
    async def check() -> list[str]:
        async with App(home) as app:
            return [breach.code for breach in app.verify("last")]

    return asyncio.run(check())


def judging(asked: Asked) -> Any:
    """Supports what is said of the night, a part of what is said of neighbours, and nothing else."""
    verdicts = []
    for number, (sentence, _) in enumerate(pairs(asked), 1):
        fate: dict[str, str] = {"verdict": "yes" if sentence.startswith("At night") else "no"}
        if sentence.startswith("Neighbours"):
            fate = {"verdict": "partly", "supported": "Neighbours are protected."}
        verdicts.append({"number": number, **fate})
    return {"verdicts": verdicts}


def test_what_nothing_supports_is_left_out_of_a_tasks_answer_and_that_is_said(tmp_path: Path) -> None:
    """By the hard check an address and a name, by SUPPORT a claim; one is cut; `verify` finds nothing, then the change.

    The layout of what stays is as it was written.
    """
    more = "- Neighbours are protected and grateful.\n- Ask Ermintrude at www.example.org."
    answer = f"{TRUE} Pumps are a nuisance.\n\n{more}"
    with scripted(thinking(answer)) as service:
        service.answers["support"] = judging
        task = run(tmp_path, GOAL, service.model, material=Material(corpus=str(CORPUS)))
    assert task.state == "DONE"
    assert task.answer == f"{TRUE}\n\n- Neighbours are protected."
    told = details(task)
    assert told["support"] == {"refused": 1, "unsupported": 1, "cut": 1, "unjudged": ""}
    assert {(one["basis"], one["by"], one["supported_by"]) for one in told["claims"]} == {
        ("worded", service.model, service.model)
    }
    page = next((tmp_path / "runs").glob("TASK-*")) / "state.md"
    assert "Left out: one sentence that what it rests on does not say." in page.read_text()
    assert not breaches(tmp_path)
    assert task.best is not None
    file = page.with_name("answer.md")
    file.write_text(file.read_text().replace("35", "53"))
    assert "report-changed" in breaches(tmp_path)
    file.unlink()
    assert "missing-file" in breaches(tmp_path)


def test_sentences_behind_a_piece_of_code_are_judged_too(tmp_path: Path) -> None:
    """The code itself states nothing."""
    code = "```python\nprint(35)\n```"
    with scripted(thinking(f"{TRUE}\n\n{code}\n\nPumps are a nuisance.")) as service:
        service.answers["support"] = judging
        task = run(tmp_path, GOAL, service.model, material=Material(corpus=str(CORPUS)))
    assert (task.state, task.answer) == ("DONE", f"{TRUE}\n\n{code}")


def test_a_citation_of_what_was_never_shown_costs_the_sentence(tmp_path: Path) -> None:
    """A reference of a model's own, or a link, is no citation: nothing in it stands in what tools showed."""
    marks = ("[S91]", "[search_documents; S91]", "[^77]", "([details](http://a.example))")
    own = [f"Quiet is from ten to six {mark}." for mark in marks]
    with scripted(thinking(" ".join([TRUE, *own]))) as service:
        task = run(tmp_path, GOAL, service.model, material=Material(corpus=str(CORPUS)))
    assert (task.state, task.answer) == ("DONE", TRUE)
    assert details(task)["support"]["refused"] == 4
    assert not breaches(tmp_path)


def test_verify_names_the_sentences_whose_evidence_is_lost(tmp_path: Path) -> None:
    """What a tool showed is gone from the store: the loss is named, and each number that nothing bears any more."""
    with scripted(thinking(TRUE)) as service:
        task = run(tmp_path, GOAL, service.model, material=Material(corpus=str(CORPUS)))
    assert not breaches(tmp_path)
    (shown,) = (item for item in task.evidence if item.kind == "TOOL")
    Home(tmp_path).store.path(shown.ref).unlink()
    found = breaches(tmp_path)
    assert {"archive-changed", "number-not-held"} <= set(found)


def test_an_answer_of_which_nothing_is_supported_is_refused_and_tried_again(tmp_path: Path) -> None:
    """The next attempt is told why; without another one the task fails with the checks named."""

    def think(asked: Asked) -> object:
        if not turns(asked):
            return uses("search_documents", '{"query": "noise limit at night"}')
        return says(TRUE if "does not say" in asked.text else "Pumps are a nuisance.")

    with scripted(think, judge=lambda asked: judgement(0.9)) as service:
        service.answers["support"] = judging
        task = run(tmp_path, GOAL, service.model, material=Material(corpus=str(CORPUS)), max_retries=1)
        assert (task.state, task.answer) == ("DONE", TRUE)
    with scripted(thinking("Pumps are a nuisance.")) as service:
        service.answers["support"] = judging
        failed = run(tmp_path, GOAL, service.model, material=Material(corpus=str(CORPUS)))
    assert (failed.state, failed.error) == ("FAILED", "low_score")
    assert task.attempts[0].verdict is not None and task.attempts[0].verdict.score <= 0.4


def test_an_answer_by_rule_is_its_passage_and_verify_finds_nothing_in_it(tmp_path: Path) -> None:
    """It is quoted with its place; nobody worded it, and nobody is asked to judge it."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "ferry.md").write_text(FERRY, encoding="utf-8")
    task = run(tmp_path / "home", "Which people does the Heron seat?", material=Material(corpus=str(tmp_path / "docs")))
    assert task.answer == f"“{TRUE_FERRY}” [ferry.md, Ferry report]"
    assert {(one["basis"], one["by"]) for one in details(task)["claims"]} == {("cell", "rule")}
    assert not breaches(tmp_path / "home")


def test_without_material_nothing_is_judged_and_the_answer_says_that_it_is_a_models(tmp_path: Path) -> None:
    """There is nothing that it could rest on: each sentence is an inference of the model."""
    with scripted(lambda asked: says("Spam is mail that nobody wants. It has 4 letters.")) as service:
        task = run(tmp_path, "Explain spam", service.model)
        assert not service.of("support")
    assert {(one["basis"], one["supported_by"]) for one in details(task)["claims"]} == {("inference", "")}


FERRY = (
    "# Ferry report\n\nOn the northern route between Saltby and Aldring the crossing takes 35 minutes instead of 50. "
    "The Heron seats 220 people.\n\n| ship | length (m) |\n|---|---|\n| Heron | 48 |\n| Kestrel | 39 |\n"
)
HARBOUR = "# Harbours\n\nCastlemoor was dredged in August 2025. Dornvik was not.\n"


def ferry(home: Path, answer: str) -> Any:
    """A task over two documents, whose agent reads both and whose judge says yes to everything."""
    docs = home / "docs"
    docs.mkdir(exist_ok=True)
    for name, text in (("ferry.md", FERRY), ("harbours.md", HARBOUR)):
        (docs / name).write_text(text, encoding="utf-8")

    def think(asked: Asked) -> object:
        paths = ("ferry.md", "harbours.md")
        return says(answer) if turns(asked) > 1 else uses("read_document", f'{{"path": "{paths[turns(asked)]}"}}')

    with scripted(think) as service:
        return run(
            home / "home", "What do the reports of 2025 say?", service.model, material=Material(corpus=str(docs))
        )


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("Between Saltby and Aldring the crossing takes 35 minutes.", True),
        ("Between Saltby and Castlemoor the crossing takes 35 minutes.", False),
        ("The crossing between Saltby and Aldring takes 220 minutes.", False),
        ("Between Saltby and Aldring the crossing takes 35 minutes since August 2025.", False),
        ("Castlemoor was dredged in August 2025.", True),
        ("Castlemoor was dredged in May 2025.", False),
        ("The ship Kestrel has a length of 39 m.", True),
        ("The ship Kestrel has a length of 48 m.", False),
        ("Castlemoor was dredged in August 2025, and the Heron seats 220 people.", False),
        ("Castlemoor was dredged in August 2025, and the Heron seats 220 people "
         "[harbours.md: “Castlemoor was dredged”; “The Heron seats 220”].", True),
        ("The Heron seats 220 people in Castlemoor [ferry.md: “The Heron seats 220 people in Castlemoor”].", False),
    ],
)  # fmt: skip
def test_a_sentence_rests_on_one_place_or_on_those_that_it_quotes(tmp_path: Path, sentence: str, stands: bool) -> None:
    """A number, name or date of another place does not bear it, whatever the judge says; quotes point, and go."""
    told = ferry(tmp_path, f"{TRUE_FERRY} {sentence}")
    shown = sentence.split(" [")[0]
    assert told.state == "DONE" and TRUE_FERRY in told.answer and "“" not in told.answer
    assert (shown in told.answer) == stands
    assert details(told)["support"]["refused"] == (0 if stands else 1)
    assert not breaches(tmp_path / "home")


def test_a_quote_behind_the_full_stop_is_of_the_sentence_before_it(tmp_path: Path) -> None:
    """A list, too: each line has its own; `--json` says what each sentence quotes."""
    answer = (
        "- It takes 35 minutes to Aldring. [ferry.md: “the crossing takes 35 minutes”]\n"
        "- Since August 2025 it is deep enough. [harbours.md: “was dredged in August 2025”]"
    )
    told = ferry(tmp_path, answer)
    assert (
        told.answer
        == "- It takes 35 minutes to Aldring. [ferry.md]\n- Since August 2025 it is deep enough. [harbours.md]"
    )
    assert [one["quotes"] for one in details(told)["claims"]] == [
        ["the crossing takes 35 minutes"], ["was dredged in August 2025"],
    ]  # fmt: skip
