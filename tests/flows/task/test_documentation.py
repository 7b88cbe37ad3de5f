"""docs/task.md: its Python, which is the seed's own, runs as written, and its commands print what it says."""

from __future__ import annotations

import asyncio
import re
import subprocess
from pathlib import Path

import pytest

from cli.program import PATIENCE, User
from indagate.flows.task import OrchestrationStatus, TaskOrchestrator

from .agents import says, scripted

PAGE = (Path(__file__).parents[3] / "docs" / "task.md").read_text()
CODE = "An algorithm, for example:\n\n```python\ndef search(items, wanted):\n    return items.index(wanted)\n```"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def execute(text: str, space: dict[str, object]) -> None:
    """Run a block of the page, whose `await` stands at the top as in a notebook."""
    import ast
    import inspect

    code = compile(text, "docs/task.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    found = eval(code, space)
    if inspect.iscoroutine(found):
        asyncio.run(found)


@pytest.mark.parametrize(("score", "status"), [(0.9, OrchestrationStatus.DONE), (0.5, OrchestrationStatus.FAILED)])
def test_the_seeds_usage_examples_run_as_written(
    score: float, status: OrchestrationStatus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Basic usage, advanced configuration, result handling, one after the other, with a model by its name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INDAGATE_HOME", raising=False)
    with scripted(lambda asked: says(CODE), score=score) as service:
        space: dict[str, object] = {"your_llm_client": service.model, "llm_client": service.model}
        basic, advanced, handling, *_ = blocks("python")
        execute(basic, space)
        execute(advanced, space)
        execute(handling, space)
    assert space["result"].status is status  # type: ignore[attr-defined]
    assert space["result"].state.input.user_id == "user123"  # type: ignore[attr-defined]
    printed = capsys.readouterr().out
    assert "Answer: An algorithm" in printed
    if status is OrchestrationStatus.DONE:
        assert "Success! Score: 0.9" in printed and "Evidence collected: 1 items" in printed
    else:
        assert "Failed: low_score\nScore: 0.5" in printed


def test_typed_answers_and_events_are_had_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INDAGATE_HOME", raising=False)
    typed, stream = blocks("python")[3:5]
    with scripted(lambda asked: says('{"place": "mixed area", "night": 45}')) as service:
        space: dict[str, object] = {"__name__": "page", "orchestrator": TaskOrchestrator(service.model)}
        execute(typed, space)
        execute(stream, space)
    printed = capsys.readouterr().out
    assert "45 dB(A) in a mixed area\n" in printed
    assert " Planned EXECUTING\n" in printed and printed.endswith(" Accepted DONE\nResult: DONE\n")


def test_a_model_of_pydantic_ai_and_none_will_do_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that somebody else made is asked; None is the environment's choice, here the rules."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from indagate.errors import InputError
    from indagate.flows.task import run_minimal_task

    monkeypatch.delenv("INDAGATE_MODEL", raising=False)
    with scripted(lambda asked: says("Forty-two.")) as service:
        model = OpenAIChatModel("scripted", provider=OpenAIProvider(base_url=service.url, api_key="none"))
        result = asyncio.run(run_minimal_task("Say it", model, home=tmp_path))
    assert (result.status.value, result.answer, result.metadata["final_score"]) == ("DONE", "Forty-two.", 0.77)
    result = asyncio.run(run_minimal_task("What is 6 * 7?", home=tmp_path))
    assert result.answer == "6 * 7 = 42"
    with pytest.raises(InputError):
        asyncio.run(run_minimal_task("Say it", 42, home=tmp_path))  # type: ignore[arg-type]


def even(text: str) -> str:
    """What differs from day to day and from place to place, made the same."""
    text = re.sub(r"TASK-\d{8}-", "TASK-DAY-", text)
    text = re.sub(r"^(folder\s+)\S+/(\.indagate/)", r"\1HOME/\2", text, flags=re.MULTILINE)
    return re.sub(r"· \d+ s", "· 0 s", text).strip()


def test_every_command_on_the_page_prints_what_the_page_says(tmp_path: Path) -> None:
    """The console blocks run in order in an empty folder."""
    user = User(tmp_path)
    checked = 0
    for block in blocks("console"):
        for command, _, expected in (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]):
            done = subprocess.run(
                command, shell=True, cwd=user.folder, capture_output=True, text=True, timeout=PATIENCE,
                env=user.environment(), stdin=subprocess.DEVNULL, check=False,
            )  # fmt: skip
            found = done.stdout + (f"[exit code {done.returncode}]" if done.returncode else "")
            if expected.strip():
                assert even(found) == even(expected), command
                checked += 1
            else:
                assert done.returncode == 0, (command, done.stderr)
    assert checked >= 4
