"""A run's workspace as tools for agents: files that exist only there, their bytes in the content store."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from indagate.errors import InputError
from indagate.storage import Blobs
from indagate.tools.python.running import FILES, safe_path
from indagate.tools.tool import Tool, tool

LONGEST = 20_000
"""Characters of a file that an agent is shown at once."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, with its digest."""

    files: tuple[tuple[str, str], ...]
    length: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch of a file's text: from where, and of how many characters."""

    path: str
    text: str
    start: int
    length: int


def workspace_tools(store: Blobs, files: Mapping[str, str]) -> list[Tool[..., Any]]:
    """Return the tools `list_files`, `read_file` and `write_file` on files given by name and digest."""

    @tool(counts=False)
    async def list_files() -> list[str]:
        """List the files of the workspace."""
        return sorted(files)

    @tool(counts=False)
    async def read_file(
        path: Annotated[str, Meta(max_length=200, description="The file's path in the workspace.")],
        start: Annotated[int, Meta(ge=0, description="From which character on.")] = 0,
    ) -> Shown:
        """Read a file of the workspace."""
        name = safe_path(path)
        if name not in files:
            raise InputError(f"there is no file {name!r} in the workspace", hint=f"There are: {', '.join(files)}.")
        text = (await asyncio.to_thread(store.get, files[name])).decode("utf-8", "replace")
        return Shown(name, text[start : start + LONGEST], start, len(text))

    @tool(counts=False, writes=True)
    async def write_file(
        path: Annotated[str, Meta(max_length=200, description="Where in the workspace, for example notes/draft.md.")],
        text: Annotated[str, Meta(max_length=500_000, description="The whole content.")],
    ) -> Written:
        """Write a file of the workspace, or write it anew."""
        name = safe_path(path)
        if name not in files and len(files) >= FILES:
            raise InputError(f"the workspace has {FILES} files already")
        sha = await asyncio.to_thread(store.put, text.encode("utf-8", "surrogatepass"))
        return Written(((name, sha),), len(text))

    return [list_files, read_file, write_file]
