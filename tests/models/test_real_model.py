"""The wire against a real model: its answers are held to their form, it says what it used.

Never what it says: it is far too small to be asked for judgement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from indagate.errors import InvalidAnswer
from indagate.flows.mission.resolver import RESOLVER
from indagate.flows.mission.searcher import QUERY_WRITER
from indagate.flows.mission.writer import BOTTOM_LINE
from indagate.models import ModelAnswerer, ModelClient, RetryPolicy, parse_spec, probe, render
from indagate.models.client import ModelResponse, Request, Trial
from indagate.models.form import read_answer, schema_of
from parts.small_model import MISSING, SmallModel, weights

from .questions import QUESTIONS

pytestmark = [
    pytest.mark.skipif(weights() is None, reason=MISSING),
    pytest.mark.xdist_group("real-model"),
]
PATIENT = RetryPolicy(tries=1, timeout=100.0)


@pytest.fixture(scope="module")
def model() -> Iterator[SmallModel]:
    found = weights()
    assert found
    with SmallModel(found) as running:
        yield running


def client(model: SmallModel) -> ModelClient:
    return ModelClient(parse_spec(f"openai:smollm2@{model.url}"), mode="native", retry=PATIENT)


@pytest.mark.parametrize("role", [RESOLVER, QUERY_WRITER, BOTTOM_LINE], ids=lambda role: role.name)
def test_a_real_answer_is_of_the_form_asked_for(model: SmallModel, role: Any) -> None:
    """With the mission's own prompts and forms; if it does not end in time, that is told."""
    prompt, form = render(role.prompt, QUESTIONS[role.name]), role.answer or role.output
    request = Request(role.name, prompt.instructions, prompt.request, schema_of(form), 200)

    async def go() -> ModelResponse:
        asked = client(model)
        try:
            return await asked.ask(request, Trial())
        finally:
            await asked.close()

    reply = asyncio.run(go())
    assert reply.measured
    assert reply.input > 100
    assert 0 < reply.output <= 200
    if reply.cut:
        assert reply.output == 200
    else:
        assert isinstance(read_answer(reply.text, form), form)


def test_a_real_model_is_asked_by_a_role_or_fails_by_name(model: SmallModel) -> None:
    """An answer with its usage, or an error that says that the answer was not usable."""

    async def go() -> Any:
        answerer = ModelAnswerer([client(model)])
        try:
            return await answerer.answer(RESOLVER, QUESTIONS["resolver"], "run/1/ask")
        except InvalidAnswer as error:
            return error
        finally:
            await answerer.close()

    found = asyncio.run(go())
    assert found.usage.requests >= 1
    assert found.spent.tokens == found.usage.input + found.usage.output > 0


def test_doctor_tries_a_real_model(model: SmallModel) -> None:
    """It answers, and is seen through if it cannot add."""
    (found,) = asyncio.run(probe(f"openai:smollm2@{model.url}", mode="native", seconds=100.0))
    assert found.ok
    assert "tokens" in found.line
