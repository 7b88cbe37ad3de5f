"""Naming a model: `PROVIDER:NAME`, or `PROVIDER:NAME@URL` for a service elsewhere; a chain has commas.

`openai:gpt-5-mini`, `anthropic:claude-sonnet-5`, `google:gemini-3.5-flash`, `ollama:qwen3:8b`,
`openai:my-model@http://localhost:8080/v1` (any service that speaks OpenAI's chat completions).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

from indagate.errors import InputError
from indagate.frozen import dataclass

Mode = Literal["auto", "native", "tool", "prompted"]
"""How a model is held to the form of its answer: by the provider, a tool's arguments, or words; or as suits it best."""
_AT_URL = re.compile(r"@(?=https?://)")
EXAMPLES = "openai:gpt-5-mini, anthropic:claude-sonnet-5, ollama:qwen3:8b, openai:NAME@http://localhost:8080/v1"


_VARIABLES = {
    "openai": "OPENAI_BASE_URL", "openai-chat": "OPENAI_BASE_URL", "openai-responses": "OPENAI_BASE_URL",
    "ollama": "OLLAMA_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL", "google": "GOOGLE_GEMINI_BASE_URL",
}  # fmt: skip
"""The variables that name another address of a service, by provider; of other providers their library is asked."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A model by its provider and name, and the address of the service if it is not the provider's own."""

    provider: str
    name: str
    url: str = ""

    @property
    def shown(self) -> str:
        """How it is named to people and in the journal: without whatever in the address could be a secret."""
        return f"{self.provider}:{self.name}" + (f"@{_plain(self.url)}" if self.url else "")

    @property
    def variable(self) -> str:
        """The variable of the environment that names another address for the provider's service, where it is known."""
        return _VARIABLES.get(self.provider, "")

    def elsewhere(self, environment: Mapping[str, str]) -> str:
        """`VARIABLE=ADDRESS` where the environment says where the service is; else nothing.

        Of a provider whose variable is not known `MODEL=ADDRESS`, as its library takes it from the environment.
        """
        url = "" if self.url else self._place(environment).rstrip("/")
        return f"{self.variable or self.shown}={_plain(url)}" if url else ""

    def _place(self, environment: Mapping[str, str]) -> str:
        if self.variable:
            return environment.get(self.variable, "")
        from indagate.models.connection import address

        return address(self)

    @property
    def away(self) -> str:
        """The host or the provider beyond this machine that gets what is asked; empty where none does."""
        url = self.url or self._place(os.environ) or ("http://localhost" if self.provider == "ollama" else "")
        if not url:
            return self.provider
        host = urlsplit(url).hostname or ""
        return "" if host == "localhost" or host.startswith("127.") or host == "::1" else host


def parse_spec(text: str) -> Spec:
    """Return the model that `text` names. Raises `InputError`."""
    whole = text.strip()
    provider, colon, rest = whole.partition(":")
    if not colon or not provider or not re.fullmatch(r"[a-z0-9][a-z0-9/_-]*", provider):
        raise InputError(
            f"{provider or whole!r} does not name a model", hint=f"Say PROVIDER:NAME, for example {EXAMPLES}."
        )
    name, *after = _AT_URL.split(rest, maxsplit=1)
    if not name.strip() or any(char.isspace() for char in name):
        raise InputError(f"{provider}: names no model", hint=f"Say PROVIDER:NAME, for example {EXAMPLES}.")
    url = after[0].rstrip("/") if after else ""
    if url:
        _check(url)
    return Spec(provider, name, url)


def parse_chain(text: str) -> tuple[Spec, ...]:
    """Return the models of a list with commas: the first is asked, the next one if it fails. Raises `InputError`."""
    return tuple(parse_spec(item) for item in text.split(","))


def _plain(url: str) -> str:
    """Return an address without whatever in it could be a secret."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def _check(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise InputError("the address after @ cannot be used", hint="It should look like http://localhost:8080/v1")
