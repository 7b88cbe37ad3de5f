"""The stand-in for a service answers whoever streams as it answers us: a peer in the bench does."""

from __future__ import annotations

from typing import Any

from openai import OpenAI

from parts.scripted import Scripted


def test_an_answer_comes_whole_in_a_stream_too() -> None:
    """Its text in pieces, an end, and what it took; asked by the provider's own client."""
    with Scripted(answers={"unknown": lambda asked: "Seventeen years."}) as service:
        client = OpenAI(base_url=service.url, api_key="none", max_retries=0)
        said: Any = [{"role": "user", "content": "How long do they last?"}]
        chunks: list[Any] = list(client.chat.completions.create(model="scripted", messages=said, stream=True))
    assert "".join(part.choices[0].delta.content or "" for part in chunks if part.choices) == "Seventeen years."
    assert chunks[-2].choices[0].finish_reason == "stop" and chunks[-1].usage.total_tokens > 0
