"""Reads of a server at a fixed rate; each is timed from when it was due, so that a server that stalls is not spared.

`python -m bench.service.load '{"url": …, "token": …, "runs": […], "rate": 50, "seconds": 30}'` prints the
milliseconds of each, as JSON, and which failed.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import httpx2

PATHS = (
    "/api/runs?limit=50", "/api/runs/{run}", "/api/runs/{run}/rows?limit=100", "/api/runs/{run}/record", "/runs/{run}",
    "/api/flows", "/healthz",
)  # fmt: skip


async def load(url: str, token: str, runs: list[str], rate: float, seconds: float) -> dict[str, Any]:
    """Ask at the rate, whether answers come or not; return the milliseconds from when each was due."""
    took: list[float] = []
    failed: list[str] = []
    limits = httpx2.Limits(max_connections=100)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=url, headers=headers, timeout=60, limits=limits) as client:

        async def ask(number: int, due: float) -> None:
            path = PATHS[number % len(PATHS)].replace("{run}", runs[number % len(runs)])
            try:
                answer = await client.get(path)
                if answer.status_code != 200:
                    failed.append(f"{path}: {answer.status_code}")
            except httpx2.HTTPError as error:
                failed.append(f"{path}: {error!r}")
            took.append((time.perf_counter() - due) * 1000)

        began, asking = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            asking.append(asyncio.ensure_future(ask(number, due)))
        await asyncio.gather(*asking)
    return {"took": took, "failed": failed}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(load(**json.loads(sys.argv[1])))))
