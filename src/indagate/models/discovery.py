"""What models could be used from here: servers on this machine that answer, and providers whose key is set.

Only loopback is asked, for the names of models alone; nothing is sent to a provider.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from indagate.errors import InputError
from indagate.models.choice import KEYS
from indagate.models.price import Prices, load_prices
from indagate.models.spec import parse_spec

PLACES = (
    ("Ollama", "http://127.0.0.1:11434/v1"),
    ("llama.cpp", "http://127.0.0.1:8080/v1"),
    ("LM Studio", "http://127.0.0.1:1234/v1"),
)
"""Where local servers listen unless told otherwise."""
TIMEOUT = 0.5
"""Seconds that a server on this machine has to answer."""
_LARGEST = 1 << 20
_MOST = 50
"""Models of a server that are listed."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Available:
    """A server or a provider, and how its models are named; of a provider one example that has a known price."""

    where: str
    models: tuple[str, ...]
    local: bool


def discover(environment: Mapping[str, str], also: Sequence[str] = ()) -> list[Available]:
    """Return what could be used. `also` are further addresses of servers on this machine.

    Raises `InputError` for one that is not on this machine.
    """
    places = [*PLACES, *(("a server", loopback(address)) for address in also)]
    own = environment.get("OLLAMA_BASE_URL", "")
    if own and urlsplit(own).hostname in _LOOPBACK:
        places[0] = ("Ollama", own.rstrip("/"))
    with ThreadPoolExecutor(len(places)) as threads:
        listed = list(threads.map(lambda place: _listed(place[1]), places))
    found = [
        Available(f"{name} at {url}", tuple(_named(name, url, model, environment) for model in models), True)
        for (name, url), models in zip(places, listed, strict=True)
        if models
    ]
    prices = load_prices()
    for key in KEYS:
        if environment.get(key):
            provider = _provider(key)
            found.append(Available(f"{key} is set", tuple(_example(provider, prices)), False))
    return found


def loopback(address: str) -> str:
    """Return the base address of a server on this machine. Raises `InputError` for any other."""
    url = address if "//" in address else f"http://{address}"
    try:
        parts = urlsplit(url)
        fine = parts.scheme == "http" and parts.hostname in _LOOPBACK and (parts.port or 80) > 0
    except ValueError:
        fine = False
    if not fine:
        raise InputError(
            f"{address!r} is no address of a server on this machine",
            hint="Say 127.0.0.1:PORT; only this machine is looked at. Others: indagate models use openai:NAME@URL",
        )
    return f"http://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/') or '/v1'}"


def _listed(url: str) -> list[str]:
    """Return the names of the models that a server has; none where nothing answers as such a server does."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=TIMEOUT)
    try:
        connection.request("GET", f"{parts.path}/models", headers={"Accept": "application/json"})
        response = connection.getresponse()
        held = json.loads(response.read(_LARGEST)) if response.status == 200 else {}
        names = [str(item["id"]) for item in held["data"]]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError, RecursionError):
        return []
    finally:
        connection.close()
    return [name for name in names[:_MOST] if _plain(name)]


def _plain(name: str) -> bool:
    """Whether a server's name for a model is one that a command can have: others could be anything."""
    return name.isprintable() and len(name) <= 200 and not any(sign in name for sign in " ,@'\"\\$`")


def _named(server: str, url: str, model: str, environment: Mapping[str, str]) -> str:
    """Return how a model is named in a command: with the address where it is needed."""
    if server != "Ollama":
        return f"openai:{model}@{url}"
    standard = url == PLACES[0][1] or url == environment.get("OLLAMA_BASE_URL", "").rstrip("/")
    return f"ollama:{model}" if standard else f"ollama:{model}@{url}"


def _provider(key: str) -> str:
    name = key.removesuffix("_API_KEY").lower()
    return "google" if name == "gemini" else name


def _example(provider: str, prices: Prices) -> list[str]:
    known = [name for place, name in prices.table if place == provider]
    cheap = sorted(known, key=lambda name: prices.table[provider, name].output)
    return [f"{provider}:{cheap[len(cheap) // 2]}"] if cheap else []


def require_storable(text: str) -> None:
    """Raise `InputError` for a model whose address holds what could be a secret: settings never hold one."""
    for item in text.split(","):
        spec = parse_spec(item)
        if spec.url and spec.shown != f"{spec.provider}:{spec.name}@{spec.url}":
            raise InputError(
                f"the address of {spec.shown} holds more than host and path, which could be a secret",
                hint="Settings hold no key: put it into the environment, INDAGATE_API_KEY, and leave it out here.",
            )
