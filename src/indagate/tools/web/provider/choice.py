"""Which providers there are, and which are used where the user names none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from indagate.errors import InputError
from indagate.tools.web.provider.base import Provider

NAMES = ("searxng", "brave", "tavily", "duckduckgo", "wikipedia", "arxiv", "semanticscholar", "openalex")
_NEEDS = {"searxng": "SEARXNG_URL", "brave": "BRAVE_API_KEY", "tavily": "TAVILY_API_KEY"}


def default_names() -> tuple[str, ...]:
    """Return the providers that the environment offers: those whose key or address is set, else those without one."""
    from indagate.tools.web.provider.general import DuckDuckGo

    found = tuple(name for name, variable in _NEEDS.items() if os.environ.get(variable, "").strip())
    if found:
        return found
    return ("duckduckgo", "wikipedia") if DuckDuckGo.installed() else ("wikipedia",)


def require_known(spec: str) -> str:
    """Return `NAME` or `NAME=URL` as it may be kept. Raises `InputError` if it is unknown or holds a password."""
    name, _, base = spec.strip().partition("=")
    if name not in NAMES:
        raise InputError(f"there is no search provider {name!r}", hint=f"There are: {', '.join(NAMES)}.")
    try:
        parts = urlsplit(base)
        netloc, query = parts.netloc, parts.query
    except ValueError:
        netloc, query = "", ""
    if base and (not netloc or "@" in netloc or query):
        hint = "Keys and passwords are taken from the environment only (SEARXNG_URL may hold them)."
        raise InputError(f"the address of {name} must be a plain http or https address", hint=hint)
    return f"{name}={base}" if base else name


def reached(specs: Sequence[str], urls: Sequence[str] = ()) -> str:
    """Say in a line which providers get queries, and from where pages are fetched; empty without either."""
    if not specs and not urls:
        return ""
    queries = f"queries go to {', '.join(map(_receiver, specs))}; " if specs else ""
    hosts = dict.fromkeys(urlsplit(url).hostname or url for url in urls)
    return f"{queries}pages are fetched from {' and '.join((*hosts, *(['what they find'] if specs else [])))}"


def _receiver(spec: str) -> str:
    name, _, base = spec.partition("=")
    host = urlsplit(base or (os.environ.get(_NEEDS[name], "") if name == "searxng" else "")).hostname
    return f"{name} at {host}" if host else name


def find_provider(spec: str) -> Provider:
    """Return the provider that `NAME` or `NAME=URL` names. Raises `InputError` if it is unknown or lacks its key."""
    from indagate.tools.web.provider import general, scholarly

    name, _, base = require_known(spec).partition("=")
    makers: dict[str, Any] = {
        "searxng": general.SearXNG, "brave": general.Brave, "tavily": general.Tavily, "duckduckgo": general.DuckDuckGo,
        "wikipedia": scholarly.Wikipedia, "arxiv": scholarly.ArXiv, "semanticscholar": scholarly.SemanticScholar,
        "openalex": scholarly.OpenAlex,
    }  # fmt: skip
    made: Provider = makers[name](base)
    return made
