"""Missions for tests: run offline on the example corpus."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from indagate.app import App
from indagate.flows.mission import FLOW, Mission, MissionInput

CORPUS = Path(__file__).parents[3] / "examples" / "heat-pumps"
QUESTION = (
    "What does it cost to install a heat pump in an existing house in Lindental? What grant is there? "
    "How loud may a heat pump be at night?"
)


@dataclass(frozen=True)
class Finished:
    """A finished mission: its home, name, folder and record."""

    home: Path
    name: str
    folder: Path
    record: Mission


def research(home: Path, question: str = QUESTION, corpus: Path = CORPUS, **given: object) -> Finished:
    async def run() -> Finished:
        async with App(home) as app:
            handle = await app.start(FLOW, MissionInput(question, str(corpus), approve=True, **given))  # type: ignore[arg-type]
            await handle.drive()
            return Finished(home, handle.name, handle.folder, handle.record)

    return asyncio.run(run())
