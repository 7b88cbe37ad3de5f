"""Building the client for a model with pydantic-ai, which is imported here and nowhere before."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from indagate.errors import ModelRefused
from indagate.models.secret import redact
from indagate.models.spec import Spec

if TYPE_CHECKING:
    import ssl

    import httpx2
    from pydantic_ai.embeddings import EmbeddingModel
    from pydantic_ai.models import Model
    from pydantic_ai.providers import Provider

T = TypeVar("T")
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
    hint = "or name another model: --model PROVIDER:NAME; with --model rule the rules answer."
    return _named(spec, _connect, hint)


def address(spec: Spec) -> str:
    """Return where a model would be asked, as the provider's library has it; nothing where that cannot be told."""
    try:
        return connect(spec).model.base_url or ""
    except ModelRefused:
        return ""


def connect_embedding(spec: Spec, timeout: float) -> tuple[EmbeddingModel, httpx2.AsyncClient]:
    """Return an embedding model, and the HTTP client under it; nothing is sent yet. Raises `ModelRefused`."""

    def make(spec: Spec) -> tuple[EmbeddingModel, httpx2.AsyncClient]:
        from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel

        client = _client()
        provider = _provider(spec, client)
        provider.client.max_retries = 0
        provider.client.timeout = timeout
        return OpenAIEmbeddingModel(spec.name, provider=provider), client

    return _named(spec, make, "or leave --embed out: documents are then searched by their words.")


def _named(spec: Spec, make: Callable[[Spec], T], otherwise: str) -> T:
    """Return what `make` makes, every failure by name. Raises `ModelRefused`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return make(spec)
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
                hint=f"Set it (export {missing[1]}=…), {otherwise}",
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

    client, kind = _client(), spec.provider
    provider = _provider(spec, client)
    if kind != "ollama" and spec.url:
        kind = "openai-chat" if kind in _COMPATIBLE else kind
    elif kind == "openai" and os.environ.get("OPENAI_BASE_URL"):
        kind = "openai-chat"  # few services besides OpenAI's own have its newer interface
    return Connection(infer_model(f"{kind}:{spec.name}", lambda _: provider), client)


def _provider(spec: Spec, client: httpx2.AsyncClient) -> Provider[Any]:
    """Return OpenAI's client for OpenAI itself, Ollama, or a service at an address of the user's own."""
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if spec.provider == "ollama":
        url = spec.url or os.environ.get("OLLAMA_BASE_URL") or OLLAMA
        return OllamaProvider(base_url=url, http_client=client)
    if spec.url:
        return OpenAICompatibleProvider("openai-compatible", base_url=spec.url, api_key=_key(), http_client=client)
    return OpenAIProvider(http_client=client)


def _key() -> str:
    return os.environ.get(KEY) or "none"


def _client() -> httpx2.AsyncClient:
    import httpx2

    async def bounded(response: httpx2.Response) -> None:
        plain = response.headers.get("content-encoding", "identity").lower() == "identity"
        response.stream = _bounded()(response.stream, LARGEST if plain else LARGEST // 16)

    return httpx2.AsyncClient(
        verify=_trusted(),
        timeout=httpx2.Timeout(120, connect=10),
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [bounded]},
    )


@cache
def _trusted() -> ssl.SSLContext:
    """Return the certificates that a process trusts, read once: half a megabyte that every run would hold anew."""
    import httpx2

    return httpx2.create_ssl_context()


@cache
def _bounded() -> Callable[[Any, int], Any]:
    """Return the class of a response that ends in an error where it is too long; made once, since httpx2 loads late."""
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        def __init__(self, inner: Any, most: int) -> None:
            self.inner, self.most = inner, most

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in self.inner:
                size += len(chunk)
                if size > self.most:
                    raise TooLong(f"the response is longer than {self.most:,} bytes")
                yield chunk

        async def aclose(self) -> None:
            await self.inner.aclose()

    return Bounded
