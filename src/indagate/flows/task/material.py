"""What agents may work with: a folder of documents, tables, the web, and the tools that the user allowed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Material:
    """The means of a task: `corpus` and `data` are paths of folders or empty; with `web`, `providers` are asked.

    `tools` are the names that may be used, all that there are if it is empty; `allow` names dangerous ones that may be
    used. `mcp` is the absolute path of a file that names MCP servers.
    """

    corpus: str = ""
    data: str = ""
    web: bool = False
    providers: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    mcp: str = ""

    @property
    def closed(self) -> bool:
        """Whether there is anything to answer from, so that what an answer states has to come from it."""
        return bool(self.corpus or self.data or self.web or self.mcp)
