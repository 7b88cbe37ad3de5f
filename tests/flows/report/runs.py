"""Reports for tests: run offline on sample data."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from indagate.app import App
from indagate.budget import Budget
from indagate.flows.report import FLOW, Report, ReportInput
from indagate.models import Answerers


@dataclass(frozen=True)
class Finished:
    """A finished report: its home, name, folder and record."""

    home: Path
    name: str
    folder: Path
    record: Report


def write(
    home: Path, query: str, answerers: Answerers | None = None, budget: Budget | None = None, **given: object
) -> Finished:
    async def run() -> Finished:
        async with App(home, answerers=answerers) as app:
            handle = await app.start(FLOW, ReportInput(query, **given), budget=budget)  # type: ignore[arg-type]
            await handle.drive()
            await handle.leave()
            return Finished(home, handle.name, handle.folder, handle.record)

    return asyncio.run(run())


def verified(finished: Finished) -> list[tuple[str, str]]:
    """Return the breaches that `verify` finds: code and where."""

    async def verify() -> list[tuple[str, str]]:
        async with App(finished.home) as app:
            return [(breach.code, breach.where) for breach in app.verify(finished.name)]

    return asyncio.run(verify())
