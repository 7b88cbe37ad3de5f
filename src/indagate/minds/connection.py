"""Building the client for a model with pydantic-ai, which is imported here and nowhere before."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from indagate.errors import ModelRefused
from indagate.minds.secret import redact
from indagate.minds.spec import Spec

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model
    from pydantic_ai.providers import Provider

KEY = "INDAGATE_API_KEY"
"""The environment variable with the key for a service at an address of the user's own. No other key is sent there."""
OLLAMA = "http://localhost:11434/v1"
LARGEST = 4 << 20
"""Bytes of a response that are read; of a compressed one a sixteenth."""
_EXTRAS = {"anthropic": "indagate[anthropic]", "google": "indagate[google]", "google-cloud": "indagate[google]"}
_UNSET = re.compile(r"Set the `(\w+_KEY)` environment variable")
"""How pydantic-ai says that a provider's key is missing."""
_COMPATIBLE = ("openai", "openai-chat")


class TooLong(Exception):
    """A response that goes on and on."""


class Connection:
    """A model of pydantic-ai, and the HTTP client under it where we made it."""

    def __init__(self, model: Model, client: httpx2.AsyncClient | None) -> None:
        self.model = model
        self._client = client

    async def close(self) -> None:
        """Close what was opened."""
        if self._client is not None:
            await self._client.aclose()


def connect(spec: Spec) -> Connection:
    """Return a connection to the model; nothing is sent yet. Raises `ModelRefused` if it cannot be made."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _connect(spec)
    except ImportError:
        extra = _EXTRAS.get(spec.provider, f"pydantic-ai-slim[{spec.provider}]")
        raise ModelRefused(
            f"{spec.shown}: the library of this provider is not installed",
            hint=f"Install it: pip install '{extra}'",
        ) from None
    except ModelRefused:
        raise
    except Exception as error:  # noqa: BLE001 - the border: whatever a provider's library raises has a name from here on
        missing = _UNSET.search(str(error))
        if missing:
            raise ModelRefused(
                f"{spec.shown} needs a key: {missing[1]} is not set in the environment",
                hint=f"Set it (export {missing[1]}=…). Without --model every role is answered by its offline rule.",
            ) from None
        raise ModelRefused(f"{spec.shown}: {redact(str(error), (spec.url,))}") from None


def _connect(spec: Spec) -> Connection:
    from pydantic_ai.models import infer_model

    if spec.provider in (*_COMPATIBLE, "ollama", "openai-responses"):
        return _openai(spec)
    if spec.provider in ("anthropic", "google"):
        return _other(spec)
    if not spec.url:
        return Connection(infer_model(f"{spec.provider}:{spec.name}"), None)
    raise ModelRefused(
        f"{spec.shown}: an address after @ works with openai, ollama, anthropic and google",
        hint=f"Leave the address out, or write openai:{spec.name}@URL if the service speaks OpenAI's chat completions.",
    )


def _other(spec: Spec) -> Connection:
    """A model of Anthropic or Google, or of a service that speaks as they do."""
    from pydantic_ai.models import infer_model

    client, key, url = _client(), _key() if spec.url else None, spec.url or None
    provider: Provider[Any]
    if spec.provider == "anthropic":
        from pydantic_ai.providers.anthropic import AnthropicProvider

        provider = AnthropicProvider(base_url=url, api_key=key, http_client=client)
    else:
        from pydantic_ai.providers.google import GoogleProvider

        provider = GoogleProvider(base_url=url, api_key=key, http_client=client)
    return Connection(infer_model(f"{spec.provider}:{spec.name}", lambda _: provider), client)


def _openai(spec: Spec) -> Connection:
    """A model behind OpenAI's client: OpenAI itself, Ollama, or any service that speaks its chat completions."""
    from pydantic_ai.models import infer_model
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    client = _client()
    provider: Provider[Any]
    kind = spec.provider
    if kind == "ollama":
        url = spec.url or os.environ.get("OLLAMA_BASE_URL") or OLLAMA
        provider = OllamaProvider(base_url=url, http_client=client)
    elif spec.url:
        provider = OpenAICompatibleProvider(
            "openai-compatible", base_url=spec.url, api_key=_key(), http_client=client
        )  # fmt: skip
        kind = "openai-chat" if kind in _COMPATIBLE else kind
    else:
        provider = OpenAIProvider(http_client=client)
        if os.environ.get("OPENAI_BASE_URL") and kind == "openai":
            kind = "openai-chat"  # few services besides OpenAI's own have its newer interface
    return Connection(infer_model(f"{kind}:{spec.name}", lambda _: provider), client)


def _key() -> str:
    return os.environ.get(KEY) or "none"


def _client() -> httpx2.AsyncClient:
    import httpx2

    async def bounded(response: httpx2.Response) -> None:
        plain = response.headers.get("content-encoding", "identity").lower() == "identity"
        response.stream = _stream(response.stream, LARGEST if plain else LARGEST // 16)

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(120, connect=10),
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [bounded]},
    )


def _stream(inner: Any, most: int) -> Any:
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in inner:
                size += len(chunk)
                if size > most:
                    raise TooLong(f"the response is longer than {most:,} bytes")
                yield chunk

        async def aclose(self) -> None:
            await inner.aclose()

    return Bounded()
