"""The agent with the provider's own tool calls: what is offered, what it is shown, and what takes their place."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from indagate.flows.task.material import Material
from indagate.flows.task.roles.thinker import (
    Offered,
    PastTurn,
    Seen,
    Thinking,
    ThinkQuestion,
    exchanges,
    from_turn,
    shorten,
)
from indagate.models import Turn
from parts.scripted import Asked, Fault, Turned

from .agents import run, says, scripted, turns, uses

ASKED = ThinkQuestion("Add them", "", "", (Offered("calculate", "Compute.", "{}"),), (), 5, "2026-01-01")


def results(asked: Asked) -> list[str]:
    return [message["content"] for message in asked.body["messages"] if message["role"] == "tool"]


@pytest.mark.parametrize("output", ["", "native", "tool"])
def test_tools_are_called_in_the_providers_own_way(output: str, tmp_path: Path) -> None:
    """Offered by name and schema, unless words are asked for; results come back between marks; the answer is text."""
    steps = [uses("calculate", '{"expression": "17 * 25"}'), says("It is 425.")]
    with scripted(lambda asked: steps[turns(asked)]) as service:
        task = run(tmp_path, "How much is 17 times 25 apples?", service.model, output=output, route="MINIMAL_FLOW")
        first, second = service.of("agent")
        assert not service.of("thinker")
    assert (task.state, task.answer) == ("DONE", "It is 425.")
    assert "calculate" in {tool["function"]["name"] for tool in first.body["tools"]}
    assert "response_format" not in first.body and "Form of the arguments" not in first.text
    assert results(second) == [f"<data {second.mark}>425</data {second.mark}>"]
    assert second.body["messages"][: len(first.body["messages"])] == first.body["messages"]  # a cache can hit
    assert task.evidence[0].source == "calculate"


def test_words_take_the_place_of_tools_where_a_service_takes_none(tmp_path: Path) -> None:
    """Rejected once, asked in words, and from then on in words at once; every request is in the account."""
    steps = [uses("calculate", '{"expression": "17 * 25"}'), says("It is 425.")]
    refused = Fault(400, error="tools are not supported by this template", always=True)
    with scripted(lambda asked: steps[turns(asked)], faults={"agent": [refused]}) as service:
        task = run(tmp_path, "How much is 17 times 25 apples?", service.model, output="native", route="MINIMAL_FLOW")
        assert service.count()["agent"] == 1 and service.count()["thinker"] == 2
    assert (task.state, task.answer) == ("DONE", "It is 425.")


def test_in_the_prompted_form_no_tool_is_offered_but_in_words(tmp_path: Path) -> None:
    with scripted(lambda asked: says("It is 425.")) as service:
        run(tmp_path, "How much is 17 times 25 apples?", service.model, output="prompted", route="MINIMAL_FLOW")
        assert not service.of("agent") and "tools" not in service.of("thinker")[0].body


def test_what_is_no_usable_turn_ends_with_a_name(tmp_path: Path) -> None:
    """A tool that is not there, arguments that are none, nothing at all: sent back once; three such turns end it."""
    for wrong in (Turned((("x", "launch_missiles", "{}"),)), Turned((("x", "calculate", "{"),)), Turned(text="")):
        with scripted(lambda asked: says("x")) as service:
            service.answers["agent"] = lambda asked, wrong=wrong: wrong  # type: ignore[misc]
            home = tmp_path / str(len(list(tmp_path.iterdir())))
            task = run(home, "Say it", service.model, output="native", route="MINIMAL_FLOW")
            assert service.count()["agent"] == 6
        assert (task.state, task.error) == ("FAILED", "no_answer")


def test_turns_run_out_and_the_last_one_is_told(tmp_path: Path) -> None:
    """A model that calls for ever ends out of budget: the thought beside a call in the last turn is no answer."""
    with scripted(lambda asked: uses("calculate", json.dumps({"expression": f"{turns(asked)} + 1"}))) as service:
        task = run(tmp_path, "Think hard", service.model, output="native", max_iterations=3, route="MINIMAL_FLOW")
        shown = service.of("agent")
        assert len(shown) == 3 and "last turn" in shown[-1].text and "last turn" not in shown[-2].text
    assert (task.state, task.error, task.answer) == ("FAILED", "out_of_budget", "")


def test_a_long_history_fits_the_context_with_its_oldest_results_by_reference(tmp_path: Path) -> None:
    """Documents read one after another: each request fits, what was read last is whole, what was read first is cut."""
    papers = tmp_path / "papers"
    papers.mkdir()
    files = ["a.txt", "b.txt", "c.txt"]
    for name in files:
        (papers / name).write_text(f"Of {name[0]} there is much to be said, and most of it was said before. " * 130)

    def think(asked: Asked) -> Any:
        at = turns(asked)
        return says("Read.") if at == len(files) else uses("read_document", json.dumps({"path": files[at]}))

    with scripted(think) as service:
        run(
            tmp_path / "home", "Read them", service.model, output="native", context=9000, route="MINIMAL_FLOW",
            material=Material(corpus=str(papers)),
        )  # fmt: skip
        last = service.of("agent")[-1]
    shown = results(last)
    assert len(shown) == len(files) and "cut to fit" in shown[0] and "cut to fit" not in shown[-1]
    assert len(json.dumps(last.body, ensure_ascii=False).encode()) // 3 < 9000


def test_results_stand_by_reference_oldest_first_and_then_there_is_nothing_to_shorten() -> None:
    def turn(text: str) -> PastTurn:
        return PastTurn("t", (Seen("read", '{"n": 1}', "SUCCESS", text, "abcdef0123456789"),))

    asked: ThinkQuestion | None = replace(ASKED, turns=(turn("a" * 5000), turn("short"), turn("b" * 5000)))
    sizes = []
    while asked is not None:
        sizes.append([len(item.seen[0].text) for item in asked.turns])
        asked = shorten(asked)
    assert sizes[0] == [5000, 5, 5000] and sizes[1][0] < 600 and sizes[1][1:] == [5, 5000]
    assert sizes[-1][2] <= 700 and all(b[2] < a[2] for a, b in pairwise(sizes[1:]))


def test_calls_that_could_not_be_made_are_still_messages_that_a_provider_takes() -> None:
    """Arguments that are no object stand as an empty one; what failed says so; a turn without calls is left out."""
    failed = Seen("calculate", "not json", "FAILED", "the arguments are no JSON")
    found = exchanges(replace(ASKED, turns=(PastTurn("I see."), PastTurn("t", (failed,)))))
    assert [call.arguments for item in found for call in item.turn.calls] == ["{}"]
    assert found[0].results == ("FAILED: the arguments are no JSON",)


@pytest.mark.parametrize(
    ("text", "answer", "calls"),
    [
        ("It is 42.", "It is 42.", 0),
        ("<think>hm</think>It is 42.", "It is 42.", 0),
        ('{"thought": "t", "calls": [], "answer": "It is 42."}', "It is 42.", 0),
        ('{"calls": [{"tool": "calculate", "arguments": "{}"}]}', "", 1),
        ('{"answer": 42, "unit": "m"}', '{"answer": 42, "unit": "m"}', 0),
        ("{}", "{}", 0),
        ('{"answer": 42}', '{"answer": 42}', 0),
    ],
)
def test_text_is_the_answer_also_where_a_small_model_writes_the_form_in_words(
    text: str, answer: str, calls: int
) -> None:
    """Only what is that form whole; any other JSON is an answer in JSON."""
    found = from_turn(ASKED, Turn(text=text))
    assert isinstance(found, Thinking) and (found.answer, len(found.calls)) == (answer, calls)


def test_killed_runs_show_native_turns_from_the_journal(tmp_path: Path) -> None:
    """What a model called is journaled as the step that it was, whichever form it came in."""
    steps = [uses("calculate", '{"expression": "2 + 2"}'), says("4")]
    with scripted(lambda asked: steps[turns(asked)]) as service:
        run(tmp_path, "Add 2 and 2 of them", service.model, output="native", route="MINIMAL_FLOW")
    with sqlite3.connect(tmp_path / "journal.db") as journal:
        rows = journal.execute("SELECT body FROM rows WHERE name = 'Thought'").fetchall()
    assert [json.loads(body)["calls"] for (body,) in rows] == [
        [{"tool": "calculate", "arguments": '{"expression": "2 + 2"}'}]
    ]
