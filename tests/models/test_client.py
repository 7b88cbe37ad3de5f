"""Asking a model over real HTTP: what goes wrong is tried again within limits, and then has a name."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from indagate.errors import (
    Declined,
    InvalidAnswer,
    ModelBusy,
    ModelError,
    ModelRefused,
    ModelUnreachable,
    Rejected,
)
from indagate.flows.mission.reader import READER
from indagate.flows.mission.searcher import JUDGE
from indagate.models import Answer, ModelAnswerer, ModelClient, RetryPolicy, parse_chain, probe
from indagate.models.spec import Mode
from parts.scripted import Fault, Scripted, broken, busy, cut, endless, hang, page, refuses, says

from .questions import QUESTIONS

QUICK = RetryPolicy(tries=3, first=0.01, longest=2.0, timeout=5.0)


def answerer(model: str, *, mode: Mode = "auto", retry: RetryPolicy = QUICK, **more: Any) -> ModelAnswerer:
    return ModelAnswerer([ModelClient(spec, mode=mode, retry=retry) for spec in parse_chain(model)], **more)


def ask(asked: ModelAnswerer, role: Any = JUDGE) -> Answer[Any]:
    async def go() -> Answer[Any]:
        try:
            return await asked.answer(role, QUESTIONS[role.name], "run/1#1/ask")
        finally:
            await asked.close()

    return asyncio.run(go())


@pytest.mark.parametrize("mode", ["auto", "native", "tool", "prompted"])
def test_an_answer_comes_in_every_mode(mode: Mode) -> None:
    """By the provider's own structured output, by a tool, by words; with what it took."""
    with Scripted() as service:
        answer = ask(answerer(service.model, mode=mode))
        (asked,) = service.requests
    assert [verdict.number for verdict in answer.output.verdicts] == [0, 1]
    assert answer.by == service.model
    assert answer.usage is not None
    assert answer.usage.input > 100
    assert answer.spent.tokens == answer.usage.input + answer.usage.output
    assert answer.spent.unpriced == answer.spent.tokens
    assert answer.spent.calls == 1
    assert bool(asked.body.get("tools")) == (mode in ("auto", "tool"))
    held = asked.body.get("response_format", {}).get("type")
    assert held == {"native": "json_schema", "prompted": "json_object"}.get(mode)
    assert (
        asked.body.get("max_completion_tokens", asked.body.get("max_tokens")) == JUDGE.most(QUESTIONS["judge"]) == 320
    )


def test_instructions_come_first_and_alone() -> None:
    """The part that never changes is the system's message, the run's part the user's."""
    with Scripted() as service:
        ask(answerer(service.model))
        (asked,) = service.requests
    assert [message["role"] for message in asked.body["messages"]] == ["system", "user"]
    assert len(asked.once) == 32
    assert "run/1" not in str(asked.headers)


@pytest.mark.parametrize(
    "fault", [busy(), broken(), broken(503), broken(529), cut(), page(), Fault(body=b"{", status=200)]
)
def test_a_passing_fault_is_tried_again(fault: Fault) -> None:
    """The second try answers, and both are counted."""
    with Scripted(faults={"judge": [fault]}) as service:
        answer = ask(answerer(service.model))
        assert service.count()["judge"] == 2
    assert answer.usage is not None
    assert answer.usage.requests == 2
    assert not answer.usage.repaired


def test_the_wait_that_a_service_asks_for_is_kept() -> None:
    """Retry-After, not our own pause."""
    with Scripted(faults={"judge": [busy(1)]}) as service:
        ask(answerer(service.model))
        first, second = service.requests
    assert second.at - first.at >= 1.0


def test_a_wait_that_is_too_long_is_an_error_at_once() -> None:
    """It says how long the service wants to be left alone."""
    with Scripted(faults={"judge": [busy(3600)]}) as service:
        began = time.monotonic()
        with pytest.raises(ModelBusy, match="asks to wait 3600 s"):
            ask(answerer(service.model))
        assert time.monotonic() - began < 10
        assert service.count()["judge"] == 1


@pytest.mark.parametrize(
    ("fault", "kind", "requests", "says_so"),
    [
        (busy(always=True), ModelBusy, 3, "too often, 3 times"),
        (broken(always=True), ModelBusy, 3, "500 it broke"),
        (broken(401, always=True), ModelRefused, 1, "does not accept the key"),
        (broken(402, always=True), ModelRefused, 1, "quota"),
        (broken(404, always=True), ModelRefused, 1, "not known there: 404"),
        (broken(400, always=True, says="maximum context length"), Rejected, 1, "context length"),
        (cut(always=True), ModelUnreachable, 3, "breaks off"),
        (hang(always=True), ModelUnreachable, 2, "in time"),
        (page(always=True), ModelUnreachable, 2, "no model's response"),
        (endless(always=True), ModelUnreachable, 1, "without end"),
        (refuses(always=True), Declined, 1, "rather not"),
        (says("Sure! Here you are.", always=True), InvalidAnswer, 2, "not JSON"),
        (says('{"verdicts": [{"number": 0}]}', always=True), InvalidAnswer, 2, "grade"),
        (says("", always=True), InvalidAnswer, 2, "empty"),
        (says("x" * 1_000_000, always=True), InvalidAnswer, 2, "characters"),
        (Fault(finish="length", always=True), InvalidAnswer, 2, "cut off"),
    ],
)  # fmt: skip
def test_a_lasting_fault_has_a_name(fault: Fault, kind: type[ModelError], requests: int, says_so: str) -> None:
    """Each is tried as often as may help and no oftener; the message is one line that names the model."""
    with Scripted(faults={"judge": [fault]}) as service:
        retry = RetryPolicy(tries=3, first=0.01, longest=2.0, timeout=1.0)
        with pytest.raises(kind, match=says_so) as caught:
            ask(answerer(service.model, retry=retry))
        assert service.count()["judge"] == requests
        assert service.model in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.spent.calls >= 1  # type: ignore[attr-defined]


def test_an_unreachable_model_says_so_in_one_line() -> None:
    """Nothing listens there; nothing was spent."""
    with pytest.raises(ModelUnreachable, match="cannot be reached") as caught:
        ask(answerer("openai:m@http://127.0.0.1:9/v1"))
    assert "\n" not in caught.value.message
    assert caught.value.spent.tokens == 0  # type: ignore[attr-defined]


def test_a_request_that_was_given_up_is_charged_at_the_most_it_may_have_cost() -> None:
    """The provider may have worked on it; a refused connection costs nothing."""
    retry = RetryPolicy(tries=2, first=0.01, longest=2.0, timeout=0.5)
    with Scripted(faults={"judge": [hang(always=True)]}) as service:
        asked = answerer(service.model, retry=retry)
        with pytest.raises(ModelUnreachable) as caught:
            ask(asked)

    async def most() -> Any:
        return asked.estimate(JUDGE, QUESTIONS["judge"])

    assert caught.value.spent.tokens == 2 * asyncio.run(most()).tokens  # type: ignore[attr-defined]


def test_the_next_model_of_a_chain_is_asked() -> None:
    """The answer names who gave it, and who failed before."""
    with Scripted() as service:
        answer = ask(answerer(f"openai:m@http://127.0.0.1:9/v1,{service.model}"))
    assert answer.by == service.model
    assert answer.usage is not None
    assert answer.usage.failed == ("openai:m@http://127.0.0.1:9/v1",)


def test_a_chain_that_fails_says_why_of_each() -> None:
    """In one line."""
    says_so = r"does not accept the key.*; then .*cannot be reached"
    with (
        Scripted(faults={"judge": [broken(401, always=True)]}) as service,
        pytest.raises(ModelUnreachable, match=says_so),
    ):
        ask(answerer(f"{service.model},openai:m@http://127.0.0.1:9/v1"))


def test_an_invalid_answer_is_sent_back_once_with_the_reason() -> None:
    """The model is shown what it said and why it cannot be used, between marks of their own."""
    with Scripted(faults={"judge": [says('{"verdicts": [} </data oops>')]}) as service:
        answer = ask(answerer(service.model))
        first, second = service.requests
    assert answer.usage is not None
    assert answer.usage.repaired
    assert answer.spent.calls == 2
    assert second.again
    assert not first.again
    assert "not JSON" in second.text
    assert '{"verdicts": [} </data oops>' in second.text
    assert second.text.startswith(first.text)
    assert second.once != first.once


def test_what_is_still_wrong_after_the_repair_is_passed_on_and_counted_where_the_flow_drops_it() -> None:
    """A reader's quote that stands nowhere goes to the door, which refuses it."""
    found = [("By day 50 dB(A) are allowed.", 2), ("It is 99 dB.", 1)]
    wrong = json.dumps({"facts": [{"statement": text, "excerpt": number, "quote": text} for text, number in found]})
    with Scripted(faults={"reader": [says(wrong, always=True)]}) as service:
        answer = ask(answerer(service.model), READER)
        assert service.count()["reader"] == 2
    good, bad = answer.output.facts
    assert (good.near, good.quote) == (900, "By day 50 dB(A) are allowed.")
    assert bad.quote == "It is 99 dB."
    assert answer.usage is not None
    assert answer.usage.refused == 1
    assert "It is 99 dB." in service.requests[1].text


def test_no_secret_reaches_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys in the environment, in the address, and what a provider repeats of them."""
    canary = "canary-5e1f00"
    monkeypatch.setenv("INDAGATE_API_KEY", f"key-{canary}")
    fault = broken(
        401, always=True, says=f"Incorrect API key provided: key-{canary}; see http://u:{canary}@h/?key={canary}"
    )
    with Scripted(faults={"judge": [fault]}) as service:
        with pytest.raises(ModelRefused) as caught:
            ask(answerer(f"openai:m@{service.url}"))
        assert canary in service.requests[0].headers["authorization"]
        assert canary not in str(caught.value)
        with pytest.raises(ModelRefused) as caught:
            ask(answerer(f"openai:m@http://user-{canary}:{canary}@{service.url.removeprefix('http://')}"))
        assert service.requests[1].headers["authorization"].startswith("Basic ")
    assert canary not in str(caught.value)
    assert canary not in repr(caught.value.usage)
    assert caught.value.__cause__ is None


def test_a_key_for_openai_is_not_sent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service at an address of the user's own gets INDAGATE_API_KEY or nothing."""
    monkeypatch.setenv("OPENAI_API_KEY", "canary-0a0b0c")
    with Scripted() as service:
        ask(answerer(service.model))
        assert "canary" not in str(service.requests[0].headers)


def test_openai_base_url_moves_openai_to_another_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the key that stands beside it, and by chat completions, which others have too."""
    with Scripted() as service:
        monkeypatch.setenv("OPENAI_API_KEY", "key-0a0b0c")
        monkeypatch.setenv("OPENAI_BASE_URL", service.url)
        assert ask(answerer("openai:scripted")).output.verdicts
        assert "key-0a0b0c" in service.requests[0].headers["authorization"]


def test_ollama_is_asked_at_its_address() -> None:
    """Its own provider, the same wire."""
    with Scripted() as service:
        assert ask(answerer(f"ollama:scripted@{service.url}")).output.verdicts


@pytest.mark.parametrize(
    ("model", "key"),
    [("openai:m", "OPENAI_API_KEY"), ("anthropic:m", "ANTHROPIC_API_KEY"), ("google:m", "GOOGLE_API_KEY"),
     ("deepseek:m", "DEEPSEEK_API_KEY"), ("openrouter:m/n", "OPENROUTER_API_KEY")],
)  # fmt: skip
def test_a_key_that_is_missing_is_named(model: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its environment variable, without a word on the library underneath."""
    for name in (key, "GEMINI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ModelRefused) as caught:
        ask(answerer(model))
    said = f"{caught.value.message} {caught.value.hint}"
    assert f"{key} is not set" in said and "Provider" not in said and "Agent" not in said


@pytest.mark.parametrize("model", ["nobody:m", "anthropic:claude-x@ftp", "mistral:m@http://127.0.0.1:9/"])
def test_a_provider_that_cannot_be_had_is_an_error_with_advice(model: str) -> None:
    """An unknown name, a library that is not installed, an address where none works."""
    with pytest.raises(ModelRefused) as caught:
        ask(answerer(model))
    assert model.partition(":")[0] in caught.value.message


def test_doctor_can_try_a_model_for_real() -> None:
    """A line with time, tokens and price; a line with the reason where it does not answer."""
    with Scripted() as service:
        (good,) = asyncio.run(probe(service.model))
        assert service.count() == {"probe": 1}
    assert good.ok
    assert "tokens, price unknown" in good.line
    (bad,) = asyncio.run(probe("openai:m@http://127.0.0.1:9/v1"))
    assert not bad.ok
    assert "cannot be reached" in bad.line
    (wrong,) = asyncio.run(probe("gpt"))
    assert not wrong.ok
    assert wrong.remedy
