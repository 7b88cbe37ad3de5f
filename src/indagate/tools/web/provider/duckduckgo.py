"""Asking DuckDuckGo with ddgs: runs in a process of its own, which nothing else shares."""

from __future__ import annotations

import json

from indagate.errors import EffectFailed
from indagate.tools.web.provider.base import Result, plain

SECONDS = 15


def search(request: bytes) -> bytes:
    """Return the results for an encoded query. Raises `EffectFailed` with the reason."""
    import msgspec
    from ddgs.engines.duckduckgo import Duckduckgo  # type: ignore[import-not-found,unused-ignore]

    asked = json.loads(request)
    engine = Duckduckgo(timeout=SECONDS)
    payload = engine.build_payload(query=asked["query"], region="wt-wt", safesearch="moderate", timelimit=None)
    try:
        response = engine.http_client.request("POST", asked["base"] or engine.search_url, data=payload)
    except Exception as error:  # noqa: BLE001 - whatever the library raises is its failure
        raise EffectFailed(f"it cannot be reached ({type(error).__name__})") from None
    if response.status_code != 200:
        raise EffectFailed(f"it does not answer us now ({response.status_code}); it may take us for a robot")
    found = engine.post_extract_results(engine.extract_results(response.text))
    kept = [
        Result(one.href, plain(one.title)[:300] or one.href, plain(one.body)[:2000], None, "duckduckgo")
        for one in found
        if one.href.startswith(("http://", "https://"))
    ]
    if not kept and "no-results" not in response.text and "no  results" not in response.text.lower():
        raise EffectFailed("its answer is not of the form that is known")
    return msgspec.json.encode(kept[: asked["limit"]])
