"""Python as a tool for agents, on the files of a workspace."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from indagate.errors import EffectFailed
from indagate.storage import Blobs
from indagate.tools.python.running import run_python, walled
from indagate.tools.tool import Tool, tool


@dataclass(frozen=True, slots=True)
class Printed:
    """What a program printed, how it ended if not well, and the files that it left, with their digests."""

    out: str
    error: str = ""
    files: tuple[tuple[str, str], ...] = ()


def python_tool(store: Blobs, files: Mapping[str, str]) -> Tool[..., Any]:
    """Return the tool `python`, which starts in a folder with the files of a workspace (names and digests).

    Where no jail can be had, it is dangerous: the user has to allow it by name.
    """

    @tool(name="python", dangerous=not walled(), writes=True)
    async def python(
        code: Annotated[str, Meta(min_length=1, max_length=50_000, description="A whole program; print the result.")],
    ) -> Printed:
        """Run Python in a sandbox: no network, no other process, little time and memory. It starts afresh each time.

        The workspace's files are in its current folder; files that it writes there stay.
        """
        contents = {name: await asyncio.to_thread(store.get, sha) for name, sha in files.items()}
        ran = await run_python([code], contents)
        if ran.ended == "time":
            raise EffectFailed(f"the program did not end: {ran.told}")
        left = [(name, await asyncio.to_thread(store.put, content)) for name, content in ran.files]
        error = "" if ran.whole else f"{ran.told}\n{ran.err[-1500:]}".strip()
        return Printed(ran.out, error, tuple(left))

    return python
