"""A mission of ours on the web, in a process of its own: `python -m bench.mission.ours QUESTION SITE MODEL`."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.mission.path import least, longest
from indagate.app import App
from indagate.flows.mission import FLOW, MissionInput
from indagate.models import ModelOptions, choose_answerers, parse_spec
from indagate.models.connection import connect


async def main(question: str, site: str, model: str) -> dict[str, Any]:
    """Research a question; return the seconds, the sources, the claims, the longest chain of its calls, the least."""
    import anyio._backends._asyncio  # noqa: F401 - imported lazily otherwise, as the next three
    import jinja2  # noqa: F401
    import pydantic_ai.direct  # noqa: F401

    import indagate.tools.web.provider  # noqa: F401

    connect(parse_spec(model))  # imports the rest of what a model needs
    answerers = choose_answerers({}, ModelOptions(model=model))
    given = MissionInput(
        question, approve=True, web=True, providers=(f"searxng={site}",), allow_hosts=(urlsplit(site).netloc,)
    )
    with tempfile.TemporaryDirectory() as home:
        async with App(Path(home), answerers=answerers) as app:
            began = time.monotonic()
            handle = await app.start(FLOW, given)
            await handle.drive()
            seconds = time.monotonic() - began
            mission = handle.record
            if mission.state != "COMPLETED":
                raise SystemExit(f"the mission ended in {mission.state}")
            breaches = [breach.message for breach in app.verify(handle.name)]
            chain = longest(list(app.rows(handle.name)), mission)
    sources = {name: source.locator for name, source in mission.sources.items()}
    claims = [
        [claim.text, [sources[mission.facts[fact].source] for fact in claim.facts]]
        for section in mission.sections.values()
        for claim in section.claims
    ]
    return {"seconds": seconds, "sources": list(sources.values()), "claims": claims, "chain": chain,
            "least": least(mission), "breaches": breaches}  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(*sys.argv[1:]))))
