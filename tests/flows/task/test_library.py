"""Tasks from Python: events as they happen, answers of a type, and whom they are done for."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta

from cli.program import User
from indagate.app import App
from indagate.errors import InputError
from indagate.flows.task import OrchestrationStatus, TaskOrchestrator, TaskResult
from indagate.flows.task.material import Material
from indagate.models.value import form_of, leaves, value_of
from parts.scripted import Asked, pairs

from .agents import CORPUS, judgement, says, scripted, turns, uses


@dataclass
class Limit:
    """A limit of noise."""

    place: str
    night: Annotated[int, Meta(ge=0, le=120)]


GOOD = '{"place": "mixed area", "night": 45}'


def work(home: Path, think: Callable[[Asked], Any], kind: Any = Limit, **more: Any) -> tuple[TaskResult, list[Asked]]:
    """Run a task whose answer is of a type; return its result and what its agent was asked."""
    with scripted(think, **more.pop("service", {})) as service:
        orchestrator = TaskOrchestrator(service.model, home=home)
        result = asyncio.run(orchestrator.run_task("How loud may it be?", answer_type=kind, **more))
        return result, service.of("agent")


# --- answers of a type ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [GOOD, f"Here it is:\n```json\n{GOOD}\n```\nAs asked.", f"<think>{{}}</think>{GOOD}"])
def test_an_answer_of_a_type_is_a_typed_object(said: str, tmp_path: Path) -> None:
    """Alone, in a fence, after thoughts: the object, and an answer that is the JSON alone."""
    result, asked = work(tmp_path, lambda asked: says(said))
    assert result.status is OrchestrationStatus.DONE
    assert result.value == Limit("mixed area", 45)
    assert json.loads(result.answer or "") == json.loads(GOOD)
    assert '"maximum": 120' in asked[0].text, "the agent is shown the form"


def test_a_wrong_one_is_sent_back_with_the_reasons_and_tried_again(tmp_path: Path) -> None:
    """The agent is told each thing that is wrong; what it then says is taken."""

    def think(asked: Asked) -> Any:
        return says(GOOD if "130 is greater than the maximum of 120" in asked.text else '{"night": 130}')

    result, asked = work(tmp_path, think)
    assert (result.status.value, result.value) == ("DONE", Limit("mixed area", 45))
    assert len(asked) == 2
    assert "$.night" in asked[1].text and "'place' is a required property" in asked[1].text


@pytest.mark.parametrize("said", ["It is loud.", '{"place": "x", "night": "45"}', "{}", '{"place": "x", "night": NaN}'])
def test_what_never_is_of_the_form_never_passes(said: str, tmp_path: Path) -> None:
    """FAILED with a name and the reason; no value."""
    result, _ = work(tmp_path, lambda asked: says(said), service={"score": 1.0})
    assert (result.status.value, result.error, result.value) == ("FAILED", "no_answer", None)
    assert "not JSON of the form asked for" in result.metadata["reason"]


def test_the_numbers_of_a_typed_answer_are_checked_as_those_of_any(tmp_path: Path) -> None:
    """A number that no tool showed is reported, also one that was calculated from what nobody gave."""

    def think(asked: Asked) -> Any:
        return says('{"place": "here", "night": 42}') if turns(asked) else uses("calculate", '{"expression": "6*7"}')

    result, _ = work(tmp_path, think)
    assert result.state.best and result.state.best.verdict
    found = {one.check: one for one in result.state.best.verdict.findings}
    assert found["numbers"].passed and found["numbers"].message.endswith("the agent put in: 6, 7")
    result, _ = work(tmp_path, lambda asked: says('{"place": "here", "night": 43}'))
    assert result.state.best and result.state.best.verdict
    found = {one.check: one for one in result.state.best.verdict.findings}
    assert "43" in found["numbers"].message and found["form"].passed


def test_a_route_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    orchestrator = TaskOrchestrator(home=tmp_path)
    with pytest.raises(InputError, match="no route 'zigzag'") as refused:
        asyncio.run(orchestrator.run_task("What is 2 + 2?", route="zigzag"))
    assert "PARALLEL_FLOW" in refused.value.hint


@pytest.mark.parametrize(("verdict", "state", "worth"), [("yes", "DONE", 0.77), ("no", "FAILED", 0.4)])
def test_where_there_is_material_each_value_has_to_be_supported(
    verdict: str, state: str, worth: float, tmp_path: Path
) -> None:
    """Nothing can be cut out of a typed answer: one value that nothing supports refuses it."""

    def think(asked: Asked) -> Any:
        return says(GOOD) if turns(asked) else uses("search_documents", '{"query": "mixed area noise limit night"}')

    def support(asked: Asked) -> Any:
        shown = [sentence for sentence, _ in pairs(asked)]
        found = [{"number": n, "verdict": "yes" if "mixed" in one else verdict} for n, one in enumerate(shown, 1)]
        return {"verdicts": found}

    with scripted(think) as service:
        service.answers["support"] = support
        orchestrator = TaskOrchestrator(service.model, home=tmp_path, material=Material(corpus=str(CORPUS)))
        result = asyncio.run(orchestrator.run_task("How loud may it be in a mixed area at night?", answer_type=Limit))
    assert (result.status.value, result.metadata["final_score"]) == (state, worth)
    assert result.value == Limit("mixed area", 45)


@pytest.mark.parametrize(("said", "state"), [('{"limit": 35}', "DONE"), ('{"limit": 36}', "FAILED")])
def test_a_number_of_a_typed_answer_that_nothing_showed_never_passes(said: str, state: str, tmp_path: Path) -> None:
    """Whatever its judges say; the reason names it, and the value is there for who wants to see it."""

    def think(asked: Asked) -> Any:
        return says(said) if turns(asked) else uses("search_documents", '{"query": "noise limit at night"}')

    with scripted(think, judge=lambda asked: judgement(1.0)) as service:
        orchestrator = TaskOrchestrator(service.model, home=tmp_path, material=Material(corpus=str(CORPUS)))
        result = asyncio.run(orchestrator.run_task("How loud at night?", answer_type={"type": "object"}))
    assert (result.status.value, result.metadata["final_score"]) == (state, 1.0 if state == "DONE" else 0.4)
    assert ("36" in result.metadata["feedback"]) is (state == "FAILED")


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('{"far": "5 km"}', set()), ('{"far": 5}', set()), ('{"far": "5 kg"}', {"dimension"}),
        ('{"far": "5 kg", "or": "5000 m"}', set()), ('[{"far": 5}, {"weight": "5 kg"}]', {"dimension"}),
    ],
)  # fmt: skip
def test_a_typed_answer_is_held_to_the_units_that_it_gives(said: str, wrong: set[str], tmp_path: Path) -> None:
    """A bare number may stand for what was asked for, a form may have no place for its unit; a wrong unit may not."""

    def plan(asked: Asked) -> Any:
        wanted = {"what": "the distance", "dimension": "length", "unit": "km"}
        return {"route": "minimal", "parts": [], "wanted": [wanted], "reason": ""}

    kind = {"type": ["object", "array"]}
    result, _ = work(tmp_path, lambda asked: says(said), kind, service={"plan": plan, "score": 1.0})
    assert result.state.best and result.state.best.verdict
    assert {one.check for one in result.state.best.verdict.findings if not one.passed} == wrong
    assert result.status.value == ("FAILED" if wrong else "DONE")


def test_several_agents_give_one_object(tmp_path: Path) -> None:
    """Side by side the merger writes it, in order the last agent; the others answer in words."""

    def think(asked: Asked) -> Any:
        return says(GOOD if "JSON Schema" in asked.text else "45 at night")

    result, _ = work(tmp_path, think, route="RESEARCH_ANALYZE_SYNTHESIZE")
    assert result.value == Limit("mixed area", 45)
    assert [agent.answer for agent in result.state.agents][:2] == ["45 at night", "45 at night"]
    with scripted(think) as service:
        service.answers["merger"] = lambda asked: {"answer": GOOD if "JSON Schema" in asked.text else "?"}
        orchestrator = TaskOrchestrator(service.model, home=tmp_path)
        result = asyncio.run(orchestrator.run_task("How loud?", answer_type=Limit, route="PARALLEL_FLOW"))
    assert result.value == Limit("mixed area", 45)


def test_a_schema_gives_plain_values_and_a_type_may_refuse_more_than_its_schema_says(tmp_path: Path) -> None:
    """A JSON Schema gives a dict; what only the class refuses is the error `answer_type`."""
    result, _ = work(tmp_path, lambda asked: says("[1, 2]"), {"type": "array", "items": {"type": "integer"}})
    assert result.value == [1, 2]

    @dataclass
    class Even:
        n: int

        def __post_init__(self) -> None:
            if self.n % 2:
                raise ValueError("n is odd")

    result, _ = work(tmp_path, lambda asked: says('{"n": 3}'), Even)
    assert (result.status.value, result.error, result.value) == ("FAILED", "answer_type", None)
    assert "n is odd" in result.metadata["reason"]


@pytest.mark.parametrize("kind", [{"type": "number?"}, object(), lambda: 1, {"properties": {"a": {"type": 3}}}])
def test_what_is_no_type_is_refused_before_anything_runs(kind: Any) -> None:
    with pytest.raises(InputError, match="the type of the answer"):
        form_of(kind)


def test_a_schema_cannot_make_us_fetch_anything() -> None:
    """A reference to elsewhere is not followed."""
    with pytest.raises(ValueError, match="cannot be checked"):
        value_of("{}", json.dumps({"$ref": "http://127.0.0.1:1/schema.json"}))


def test_without_a_model_nothing_is_made_up(tmp_path: Path) -> None:
    result = asyncio.run(TaskOrchestrator(home=tmp_path).run_task("What is 6 * 7?", answer_type=Limit))
    assert (result.error, result.value) == ("needs_model", None)


def test_what_a_value_states_is_each_text_and_number_under_its_name() -> None:
    found = leaves('{"limit_45": [1.5, true, null, {"a": "x"}]}', form_of(dict))
    assert found == [("limit_45", "1.5"), ("a", "x")]


def test_the_command_takes_a_schema_and_gives_the_value(tmp_path: Path) -> None:
    """`--answer-type FILE`; `--json` has `value`; a file that holds none is an error that says so."""
    user, schema = User(tmp_path), tmp_path / "limit.json"
    schema.write_text(form_of(Limit))
    with scripted(lambda asked: says(GOOD)) as service:
        done = user("task", "How loud?", "--answer-type", schema, "--json", "--model", service.model)
    assert (done.code, done.json["value"]) == (0, json.loads(GOOD))
    schema.write_text("[]")
    done = user("task", "How loud?", "--answer-type", schema, "--json")
    assert (done.code, done.json["message"]) == (2, f"{schema} is no JSON Schema: it holds no object")


# --- events ---------------------------------------------------------------------------------------------------------


def test_events_are_told_as_they_happen(tmp_path: Path) -> None:
    """Those of the task and of its agent, in order, before the task has ended; the result stands at the end."""
    asked_so_far: list[int] = []

    async def follow(model: str) -> tuple[list[str], Any]:
        stream = TaskOrchestrator(model, home=tmp_path).stream_task("What is it?", route="MINIMAL_FLOW")
        seen = []
        async for event in stream:
            if event.name == "ToolUsed":
                asked_so_far.append(len(service.of("agent")))
            seen.append(f"{event.run.split('-')[0]} {event.name}")
        return seen, stream.result

    def think(asked: Asked) -> Any:
        return says("It is 42.") if turns(asked) else uses("calculate", '{"expression": "6 * 7"}')

    with scripted(think) as service:
        seen, result = asyncio.run(follow(service.model))
    assert seen == [
        "TASK Planned", "REACT Thought", "REACT ToolUsed", "REACT Observed", "REACT Concluded",
        "TASK AgentFinished", "TASK Answered", "TASK Accepted",
    ]  # fmt: skip
    assert asked_so_far == [1], "the event came before the agent's second turn"
    assert (result.status.value, result.answer) == ("DONE", "It is 42.")


def test_who_leaves_early_stops_the_run_and_it_can_go_on(tmp_path: Path) -> None:
    """The stream is closed after the plan: the run stands where it was, and a resume asks for no plan again."""

    async def leave(model: str) -> str:
        async with contextlib.aclosing(TaskOrchestrator(model, home=tmp_path).stream_task("Say it")) as stream:
            async for event in stream:
                return event.run
        return ""

    async def go_on(model: str, run: str) -> str:
        from models.material import quick

        async with App(tmp_path, answerers=quick(model, tmp_path)) as app:
            handle = await app.resume(run)
            await handle.drive()
            return str(handle.record.state)

    with scripted(lambda asked: says("Said.")) as service:
        run = asyncio.run(leave(service.model))
        assert asyncio.run(go_on(service.model, run)) == "DONE"
        assert service.count()["planner"] == 1


def test_three_tasks_at_once_keep_to_themselves(tmp_path: Path) -> None:
    """In one home, side by side: each has its own answer, and each is proved afterwards."""

    async def together(model: str) -> list[TaskResult]:
        orchestrator = TaskOrchestrator(model, home=tmp_path)
        return list(await asyncio.gather(*(orchestrator.run_task(f"Compute {n} times 7 apples") for n in (2, 3, 4))))

    def think(asked: Asked) -> Any:
        n = next(n for n in (2, 3, 4) if f"Compute {n} times" in asked.text)
        return says(f"It is {7 * n}.") if turns(asked) else uses("calculate", json.dumps({"expression": f"7*{n}"}))

    async def breaches(names: list[str]) -> list[int]:
        async with App(tmp_path) as app:
            return [len(app.verify(name)) for name in names]

    with scripted(think) as service:
        found = asyncio.run(together(service.model))
    assert [result.answer for result in found] == ["It is 14.", "It is 21.", "It is 28."]
    assert asyncio.run(breaches([result.metadata["run"] for result in found])) == [0, 0, 0]


# --- users ----------------------------------------------------------------------------------------------------------


def settings(folder: Path, text: str) -> dict[str, str]:
    (folder / ".config" / "indagate").mkdir(parents=True, exist_ok=True)
    (folder / ".config" / "indagate" / "settings.toml").write_text(text)
    return {"XDG_CONFIG_HOME": str(folder / ".config")}


def test_runs_are_listed_by_user_and_held_to_a_number_a_day(tmp_path: Path) -> None:
    """The third of a day is refused with what to do; another user's is not; wrong limits are an error."""
    user = User(tmp_path)
    settings(tmp_path, "[users]\nper_day = 2\n")
    mine = [user("task", f"What is 6 * {n}?", "--user", "ann", "--json") for n in (1, 2, 3)]
    other = user("task", "What is 1 + 1?", "--user", "bob", "--json")
    nobody = user("task", "What is 1 + 2?", "--json")
    assert [done.code for done in (*mine, other, nobody)] == [0, 0, 2, 0, 0]
    assert mine[2].json["message"] == "ann has begun 2 runs today, and may begin 2 a day"
    listed = user("runs", "--user", "ann", "--json").json
    assert [run["run"] for run in listed] == [done.json["run"] for done in mine[:2]]
    assert "No runs like that" in user("runs", "--user", "eve").out
    settings(tmp_path, "[users]\nper_day = -1\n")
    wrong = user("task", "What is 1 + 1?", "--user", "ann", "--json")
    assert (wrong.code, "users.per_day = -1 is no limit" in wrong.json["message"]) == (2, True)


def test_no_more_runs_of_a_user_than_allowed_are_at_work_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four that begin together two run; once they have ended, another may."""
    for name, value in settings(tmp_path, "[users]\nat_once = 2\n").items():
        monkeypatch.setenv(name, value)

    async def together(model: str) -> list[Any]:
        orchestrator = TaskOrchestrator(model, home=tmp_path / "home")
        work = [orchestrator.run_task("Say it", user_id="ann") for _ in range(4)]
        return await asyncio.gather(*work, return_exceptions=True)

    with scripted(lambda asked: says("Said."), judge=lambda asked: judgement(0.9)) as service:
        found = asyncio.run(together(service.model))
        refused = [one for one in found if isinstance(one, InputError)]
        assert len(refused) == 2 and "2 at once" in refused[0].message
        assert [one.status.value for one in found if not isinstance(one, Exception)] == ["DONE", "DONE"]
        more = TaskOrchestrator(service.model, home=tmp_path / "home").run_task("Say it", user_id="ann")
        assert asyncio.run(more).status is OrchestrationStatus.DONE
