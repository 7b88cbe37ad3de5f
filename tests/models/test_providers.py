"""The providers whose services speak otherwise: asked over real HTTP, their faults have the same names as OpenAI's."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indagate.app import App
from indagate.errors import Declined, InvalidAnswer, ModelBusy, ModelError, ModelRefused, ModelUnreachable, Rejected
from indagate.flows.mission.searcher import JUDGE
from indagate.models import Answer, ModelAnswerer, ModelClient, RetryPolicy, load_prices, parse_chain
from indagate.models.spec import Mode
from parts.scripted import Fault, Scripted, broken, busy, cut, endless, hang, page, refuses, says, short

from .material import begin, quick
from .questions import QUESTIONS

PATIENT = RetryPolicy(tries=2, first=0.01, longest=2.0, timeout=5.0)
LIBRARIES = {"anthropic": "anthropic", "google": "google.genai"}


def _there(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is not None
    except ModuleNotFoundError:
        return False


@pytest.fixture(params=["anthropic", "google"])
def provider(request: pytest.FixtureRequest) -> str:
    """A provider whose library is there; `make test` installs both."""
    if not _there(LIBRARIES[request.param]):
        pytest.skip(f"{LIBRARIES[request.param]} is not installed: pip install 'indagate[{request.param}]'")
    return str(request.param)


def named(service: Scripted, provider: str) -> str:
    return str(getattr(service, provider))


def ask(model: str, mode: Mode = "auto", retry: RetryPolicy = PATIENT, **more: Any) -> Answer[Any]:
    async def go() -> Answer[Any]:
        answerer = ModelAnswerer([ModelClient(spec, mode=mode, retry=retry) for spec in parse_chain(model)], **more)
        try:
            return await answerer.answer(JUDGE, QUESTIONS["judge"], "run/1#1/ask")
        finally:
            await answerer.close()

    return asyncio.run(go())


@pytest.mark.parametrize("mode", ["auto", "native", "tool", "prompted"])
def test_an_answer_comes_in_every_mode_with_what_it_took_and_cost(provider: str, mode: Mode, tmp_path: Path) -> None:
    """Held by a form, a tool, or words; counted as the provider says, priced by the table."""
    with Scripted() as service:
        model = named(service, provider)
        name, _, url = model.partition(":")[2].partition("@")
        own = tmp_path / "prices.toml"
        own.write_text(f'[at."{url}"]\n"{name}" = {{ input = 3, output = 15 }}\n')
        answer = ask(model, mode, prices=load_prices(own))
        (asked,) = service.requests
    assert [verdict.number for verdict in answer.output.verdicts] == [0, 1]
    assert answer.by == model
    assert answer.usage is not None
    assert answer.usage.input > 100
    assert answer.spent.tokens == answer.usage.input + answer.usage.output
    assert answer.spent.dollars == pytest.approx((answer.usage.input * 3 + answer.usage.output * 15) / 1e6)
    if mode != "auto":
        held = (bool(asked.body.get("tools")), bool(asked.body.get("response_format")))
        assert held == (mode == "tool", mode == "native")
    assert asked.role == "judge"
    assert asked.instructions
    assert "The mark of this request is" in asked.text


FAULTS: dict[str, tuple[Callable[[], Fault], type[ModelError]]] = {
    "slow-down": (lambda: busy(always=True), ModelBusy),
    "broken": (lambda: broken(always=True), ModelBusy),
    "overloaded": (lambda: broken(529, always=True), ModelBusy),
    "no-such-key": (lambda: broken(401, always=True), ModelRefused),
    "no-such-model": (lambda: broken(404, always=True), ModelRefused),
    "too-long": (lambda: broken(413, always=True), Rejected),
    "cut": (lambda: cut(always=True), ModelUnreachable),
    "hanging": (lambda: hang(always=True), ModelUnreachable),
    "no-json": (lambda: says("I am a model.", always=True), InvalidAnswer),
    "another-form": (lambda: says('{"poem": "roses"}', always=True), InvalidAnswer),
    "out-of-tokens": (lambda: short(always=True), InvalidAnswer),
    "refusal": (lambda: refuses(always=True), Declined),
    "a-web-page": (lambda: page(always=True), ModelUnreachable),
    "endless": (lambda: endless(always=True), ModelUnreachable),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_the_name_that_it_has_elsewhere(provider: str, fault: str) -> None:
    """In one line, with the model's name; none is sent more often than the patience allows."""
    make, expected = FAULTS[fault]
    retry = RetryPolicy(2, 0.01, 2.0, 0.5 if fault == "hanging" else 5.0)
    with Scripted(faults={"*": [make()]}) as service:
        model = named(service, provider)
        with pytest.raises(expected) as caught:
            ask(model, "tool", retry)
        assert 1 <= len(service.requests) <= 2
    assert model in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "fault",
    [busy, broken, cut, page, short, lambda: says("no")],
    ids=["busy", "500", "cut", "page", "short", "no-json"],
)
def test_a_passing_fault_is_got_over(provider: str, fault: Callable[[], Fault]) -> None:
    """Asked again, or told what was wrong."""
    with Scripted(faults={"*": [fault()]}) as service:
        answer = ask(named(service, provider), "tool")
        assert len(service.requests) == 2
    assert [verdict.number for verdict in answer.output.verdicts] == [0, 1]


def test_a_busy_service_is_waited_for_as_long_as_it_says(provider: str) -> None:
    """And not at all where that is too long."""
    with Scripted(faults={"*": [busy(1)]}) as service:
        ask(named(service, provider), "tool")
        first, second = service.requests
        assert second.at - first.at >= 1.0
    with Scripted(faults={"*": [busy(60)]}) as service:
        with pytest.raises(ModelBusy, match="asks to wait 60 s"):
            ask(named(service, provider), "tool")
        assert len(service.requests) == 1


def test_an_unreachable_service_says_so_in_one_line(provider: str) -> None:
    """After its tries; nothing else answers in its place."""
    model = f"{provider}:m@http://127.0.0.1:9"
    with pytest.raises(ModelUnreachable, match="cannot be reached") as caught:
        ask(model, "tool")
    assert model in caught.value.message
    assert "\n" not in caught.value.message


def test_a_whole_mission_is_thought_by_it_and_no_secret_is_written(
    provider: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key reaches the service, and stands in no file and no error, though the service repeats it."""
    canary = "canary-8d20f1"
    monkeypatch.setenv("INDAGATE_API_KEY", canary)
    fault = broken(401, says=f"Your key {canary} is wrong; see https://x:{canary}@h/?key={canary}")

    async def go(folder: Path, model: str) -> tuple[str, list[bytes]]:
        async with App(folder / "home", answerers=quick(model, folder / "home")) as app:
            handle = await begin(app, folder)
            await handle.drive()
            assert not list(app.verify(handle.name))
            return handle.record.state, [row.body for row in app.rows(handle.name) if row.name == "Broke"]

    with Scripted() as service:
        (tmp_path / "calm").mkdir()
        assert asyncio.run(go(tmp_path / "calm", named(service, provider)))[0] == "COMPLETED"
        assert any(canary in value for value in service.requests[0].headers.values())
    with Scripted(faults={"section-writer": [fault]}) as service:
        (tmp_path / "told").mkdir()
        state, broke = asyncio.run(go(tmp_path / "told", named(service, provider)))
    assert state == "ERROR"
    assert b"[hidden]" in broke[0]
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "journal.db" for path in kept)
    assert [path for path in kept if canary.encode() in path.read_bytes()] == []


def test_the_providers_own_key_is_not_sent_to_another_address(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A service at an address after @ gets INDAGATE_API_KEY or nothing."""
    for name in ("ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "canary-own-key")
    with Scripted() as service:
        ask(named(service, provider), "tool")
        (asked,) = service.requests
    assert "canary-own-key" not in str(asked.headers) + asked.path
