"""A small MCP server of our own, over its pipes or over HTTP: `python small_server.py [PORT]`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

server = MCPServer("small")
READS = ToolAnnotations(read_only_hint=True)


@server.tool(annotations=READS)
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@server.tool(annotations=READS)
def fail(reason: str) -> str:
    """Fail for a reason."""
    raise ToolError(reason)


@server.tool(annotations=READS)
def sleep(seconds: float) -> str:
    """Sleep for a while."""
    time.sleep(seconds)
    return "awake"


@server.tool(annotations=READS)
def whisper(variable: str) -> str:
    """Say what a variable of the environment holds."""
    return os.environ.get(variable, "nothing")


@server.tool(annotations=READS)
def shout(size: int) -> str:
    """Say a lot."""
    return "x" * size


@server.tool()
def write(path: str, text: str) -> str:
    """Write a file."""
    Path(path).write_text(text)
    return "written"


@server.tool(annotations=READS)
def die() -> str:
    """End the server in the middle of a call."""
    os._exit(3)


if __name__ == "__main__":
    print("chatter on stderr", file=sys.stderr)
    if len(sys.argv) > 1:
        server.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run(transport="stdio")
