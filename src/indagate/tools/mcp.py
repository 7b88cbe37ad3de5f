"""Tools of MCP servers, over a subprocess's pipes or over HTTP; they obey the rules that our own tools obey."""

from __future__ import annotations

import contextlib
import os
import re
import tomllib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import urlsplit

from indagate.errors import EffectError, EffectFailed, IndagateError, InputError, TimedOut
from indagate.tools.form import Given
from indagate.tools.tool import Tool

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import CallToolResult

LARGEST = 1 << 20
"""Characters of an answer."""
MOST = 200
"""Tools of one server."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@dataclass(frozen=True, slots=True)
class McpServer:
    """A server and how to reach it: a command to start, or an address.

    `environment` maps what the command finds in its environment, and `headers` what an address is sent, to the names of
    our own environment's variables: the values are nowhere written down. `seconds` is what one call may take.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise InputError(
                f"an MCP server cannot have the name {self.name!r}", hint="Small letters, digits, - and _."
            )
        if bool(self.command) == bool(self.url):
            raise InputError(f"the MCP server {self.name} needs either a command or a url")
        if self.url and urlsplit(self.url).scheme not in ("http", "https"):
            raise InputError(f"the address of the MCP server {self.name} is neither http nor https")
        if not self.seconds > 0:
            raise InputError(f"the time limit of the MCP server {self.name} must be above zero")


@dataclass(frozen=True, slots=True)
class Said:
    """What an MCP tool answered: its text, and its data where it gives some."""

    text: str
    data: dict[str, Any] | None = None


def read_servers(path: Path) -> list[McpServer]:
    """Return the servers of a TOML file, each a table `[servers.NAME]`. Raises `InputError` naming the mistake."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no TOML: {error}") from None
    import msgspec

    servers = found.get("servers", {})
    if not isinstance(servers, dict) or set(found) - {"servers"}:
        raise InputError(f"{path}: only tables [servers.NAME] are known")
    made = []
    for name, table in servers.items():
        if not isinstance(table, dict) or set(table) - {"command", "url", "environment", "headers", "seconds"}:
            raise InputError(f"{path}: [servers.{name}] takes command or url, environment, headers, seconds")
        try:
            made.append(msgspec.convert({**table, "name": name}, McpServer))
        except msgspec.ValidationError as error:
            raise InputError(f"{path}: [servers.{name}]: {error}") from None
    return made


@contextlib.asynccontextmanager
async def mcp_tools(server: McpServer) -> AsyncIterator[list[Tool[..., Any]]]:
    """Connect to a server and give its tools, named `SERVER__TOOL`, for as long as the context lasts.

    A tool that does not say that it only reads is dangerous. The server gets no model, no files and no questions asked.
    Raises `EffectFailed` where it cannot be reached, `TimedOut` where it does not answer.
    """
    try:
        from mcp import Client
    except ImportError:
        hint = "Install it: pip install 'indagate[mcp]'"
        raise InputError("tools of MCP servers need the library mcp", hint=hint) from None
    async with contextlib.AsyncExitStack() as stack:
        try:
            transport = await _transport(server, stack)
            client = await stack.enter_async_context(Client(transport, read_timeout_seconds=server.seconds, cache=None))
            listed = await _listed(client)
        except IndagateError:
            raise
        except Exception as error:  # noqa: BLE001 - a border: whatever the library raises has a name from here on
            raise _named(server, error) from None
        yield [_tool(server, client, found) for found in listed]


async def _listed(client: Client) -> list[Any]:
    found: list[Any] = []
    cursor: str | None = None
    while len(found) < MOST:
        page = await client.list_tools(cursor=cursor)
        found += page.tools
        cursor = page.next_cursor
        if not cursor:
            break
    return found[:MOST]


def _tool(server: McpServer, client: Client, found: Any) -> Tool[..., Any]:
    name = re.sub(r"[^A-Za-z0-9_-]", "_", f"{server.name}__{found.name}")[:64]
    hints = found.annotations
    reads = bool(hints and hints.read_only_hint)

    async def use(**arguments: Any) -> Said:
        try:
            result = await client.call_tool(found.name, arguments)
        except Exception as error:  # noqa: BLE001 - a border: whatever the library raises has a name from here on
            raise _named(server, error) from None
        return _said(name, result)

    return Tool(
        name, use, writes=not reads, timeout=server.seconds, doc=(found.description or found.title or "")[:2000],
        dangerous=not reads, form=Given(name, found.input_schema),
    )  # fmt: skip


def _said(name: str, result: CallToolResult) -> Said:
    parts = []
    for block in result.content:
        text = getattr(block, "text", None) or getattr(getattr(block, "resource", None), "text", None)
        parts.append(text if text is not None else f"[{getattr(block, 'mime_type', None) or block.type}]")
    said = "\n".join(parts)
    if result.is_error:
        raise EffectFailed(f"{name} failed: {' '.join(said.split())[:300] or 'it does not say why'}")
    if len(said) > LARGEST:
        raise EffectFailed(f"{name} answers more than {LARGEST:,} characters")
    data = result.structured_content
    return Said(said, data if isinstance(data, dict) else None)


async def _transport(server: McpServer, stack: contextlib.AsyncExitStack) -> Any:
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if server.command:
        given = {name: _variable(server, variable) for name, variable in server.environment.items()}
        silent = stack.enter_context(_nowhere())
        parameters = StdioServerParameters(command=server.command[0], args=list(server.command[1:]), env=given)
        return stdio_client(parameters, errlog=silent)
    import httpx2

    headers = {name: _variable(server, variable) for name, variable in server.headers.items()}
    client = await stack.enter_async_context(
        httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(server.seconds, connect=10), follow_redirects=False)
    )
    return streamable_http_client(server.url, http_client=client)


def _nowhere() -> TextIO:
    """Where a server's own chatter goes."""
    return Path(os.devnull).open("w")


def _variable(server: McpServer, name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise InputError(f"the MCP server {server.name} needs the environment variable {name}")
    return value


def _named(server: McpServer, error: BaseException) -> EffectError:
    """Return an error of ours for whatever the library raised; the message holds no address and no header."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, EffectError):
        return error
    if isinstance(error, TimeoutError):
        return TimedOut(f"the MCP server {server.name} does not answer in time")
    from mcp.shared.exceptions import MCPError

    if isinstance(error, MCPError):
        text = " ".join(str(error).split())
        for variable in (*server.environment.values(), *server.headers.values()):
            secret = os.environ.get(variable, "")
            text = text.replace(secret, "…") if len(secret) > 3 else text
        return EffectFailed(f"the MCP server {server.name}: {text[:200]}")
    if isinstance(error, FileNotFoundError):
        return EffectFailed(f"the MCP server {server.name}: there is no program {server.command[0]}")
    return EffectFailed(f"the MCP server {server.name} cannot be reached ({type(error).__name__})")
