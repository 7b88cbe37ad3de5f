"""Ask the product in this process: as the command line does, without the half second that each start of it takes.

INDAGATE_HOME=/tmp/home score.py --split scored --function within:ask
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from indagate.app import App
from indagate.flows.mission import FLOW, MissionInput
from indagate.store import Home


def ask(question: str, corpus: Path) -> str:
    """Return the report on a question to a folder; the home is that of the environment."""
    return asyncio.run(_ask(question, corpus))


async def _ask(question: str, corpus: Path) -> str:
    async with App(Home.find(None).root) as app:
        handle = await app.start(FLOW, MissionInput(question, str(corpus), approve=True))
        await handle.drive()
        report = handle.folder / "report.md"
        return report.read_text("utf-8") if report.is_file() else ""
