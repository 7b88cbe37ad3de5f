"""Naming models."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.errors import InputError
from indagate.models import Spec, parse_chain, parse_spec


@pytest.mark.parametrize(
    ("text", "provider", "name", "url"),
    [
        ("openai:gpt-5-mini", "openai", "gpt-5-mini", ""),
        ("ollama:qwen3:8b", "ollama", "qwen3:8b", ""),
        ("openai:m@http://localhost:8080/v1/", "openai", "m", "http://localhost:8080/v1"),
        ("google-cloud:claude-sonnet@20250101", "google-cloud", "claude-sonnet@20250101", ""),
        ("groq:openai/gpt-oss-20b", "groq", "openai/gpt-oss-20b", ""),
    ],
)
def test_a_name_is_a_provider_a_model_and_perhaps_an_address(text: str, provider: str, name: str, url: str) -> None:
    """Only an address after @ is one; versions keep theirs."""
    assert parse_spec(text) == Spec(provider, name, url)


@pytest.mark.parametrize(
    "text",
    ["", "gpt-5", "openai:", ":x", "OpenAI x:y", "openai:a b", "openai:m@http://", "a:b@http://h:99999"],
)
def test_what_names_no_model_is_refused_with_an_example(text: str) -> None:
    """The hint shows the form."""
    with pytest.raises(InputError) as caught:
        parse_spec(text)
    assert caught.value.hint


def test_a_chain_keeps_its_order() -> None:
    """The first is asked first."""
    assert [spec.name for spec in parse_chain("openai:a, anthropic:b,ollama:c")] == ["a", "b", "c"]


def test_the_shown_name_holds_no_user_password_or_query() -> None:
    """What people put into addresses does not reach the journal."""
    spec = parse_spec("openai:m@https://user:canary@host:81/v1?key=canary2#canary3")
    assert "canary" not in spec.shown
    assert spec.shown == "openai:m@https://host:81/v1"


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_an_input_error(text: str) -> None:
    """Nothing else is raised."""
    try:
        parse_spec(text)
    except InputError:
        return
