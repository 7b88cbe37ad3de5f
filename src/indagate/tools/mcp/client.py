"""Tools of MCP servers, over a subprocess's pipes or over HTTP; they obey the rules that our own tools obey."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from indagate.errors import EffectFailed, IndagateError, InputError, TimedOut
from indagate.tools.form import Given
from indagate.tools.mcp.config import McpServer
from indagate.tools.tool import Tool

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import CallToolResult

LARGEST = 1 << 20
"""Characters of an answer."""
MOST = 200
"""Tools of one server."""
CLOSING = 10.0
"""Seconds that a server has to end after its last call."""


@dataclass(frozen=True, slots=True)
class Said:
    """What an MCP tool answered: its text, and its data where it gives some."""

    text: str
    data: dict[str, Any] | None = None


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
    opened: asyncio.Future[list[Tool[..., Any]]] = asyncio.get_running_loop().create_future()
    closing = asyncio.Event()
    keeper = asyncio.create_task(_keep(Client, server, opened, closing))
    try:
        yield await opened
        closing.set()
        await asyncio.wait({keeper}, timeout=CLOSING)
    finally:
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)


async def _keep(
    make: type[Client], server: McpServer, opened: asyncio.Future[list[Tool[..., Any]]], closing: asyncio.Event
) -> None:
    """Hold a connection in a task of its own, so that what fails there does not reach those who use it, or back."""
    try:
        async with contextlib.AsyncExitStack() as stack:
            transport = await _transport(server, stack)
            client = await stack.enter_async_context(make(transport, read_timeout_seconds=server.seconds, cache=None))
            opened.set_result([_tool(server, client, found) for found in await _listed(client)])
            await closing.wait()
    except Exception as error:  # noqa: BLE001 - a border: whatever the library raises has a name from here on
        if not opened.done():
            opened.set_exception(_named(server, error))


@contextlib.asynccontextmanager
async def open_servers(servers: Sequence[McpServer]) -> AsyncIterator[list[Tool[..., Any]]]:
    """Connect to several servers and give the tools of all, for as long as the context lasts.

    Raises `EffectFailed` or `TimedOut` naming a server that cannot be had; without servers no library is needed.
    """
    async with contextlib.AsyncExitStack() as stack:
        found: list[Tool[..., Any]] = []
        for server in servers:
            found += await stack.enter_async_context(mcp_tools(server))
        yield found


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
    credentials = server.credentials

    async def use(**arguments: Any) -> Said:
        try:
            result = await client.call_tool(found.name, arguments)
        except Exception as error:  # noqa: BLE001 - a border: whatever the library raises has a name from here on
            raise _named(server, error) from None
        return _said(name, result, credentials)

    return Tool(
        name, use, writes=not reads, timeout=server.seconds, doc=(found.description or found.title or "")[:2000],
        dangerous=not reads, form=Given(name, found.input_schema),
    )  # fmt: skip


def _said(name: str, result: CallToolResult, credentials: tuple[str, ...]) -> Said:
    """Return what a tool answered, without the credentials that its server was given."""
    parts = []
    for block in result.content:
        text = getattr(block, "text", None) or getattr(getattr(block, "resource", None), "text", None)
        parts.append(text if text is not None else f"[{getattr(block, 'mime_type', None) or block.type}]")
    said = _hidden("\n".join(parts), credentials)
    if result.is_error:
        raise EffectFailed(f"{name} failed: {' '.join(said.split())[:300] or 'it does not say why'}")
    if len(said) > LARGEST:
        raise EffectFailed(f"{name} answers more than {LARGEST:,} characters")
    data = _hidden(result.structured_content, credentials)
    return Said(said, data if isinstance(data, dict) else None)


def _hidden(value: Any, credentials: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        for secret in credentials:
            value = value.replace(secret, "[hidden]")
        return value
    if isinstance(value, dict):
        return {key: _hidden(inner, credentials) for key, inner in value.items()}
    return [_hidden(inner, credentials) for inner in value] if isinstance(value, list) else value


async def _transport(server: McpServer, stack: contextlib.AsyncExitStack) -> Any:
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if server.command:
        given = {name: server.filled(value) for name, value in server.environment.items()}
        silent = stack.enter_context(_nowhere())
        program, *arguments = (server.filled(word) for word in server.command)
        parameters = StdioServerParameters(command=program, args=arguments, env=given)
        return stdio_client(parameters, errlog=silent)
    import httpx2

    headers = {name: server.filled(value) for name, value in server.headers.items()}
    client = await stack.enter_async_context(
        httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(server.seconds, connect=10), follow_redirects=False)
    )
    return streamable_http_client(server.filled(server.url), http_client=client)


def _nowhere() -> TextIO:
    """Where a server's own chatter goes."""
    return Path(os.devnull).open("w")


def _named(server: McpServer, error: BaseException) -> IndagateError:
    """Return an error of ours for whatever the library raised; the message holds no address and no header."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, IndagateError):
        return error
    if isinstance(error, TimeoutError):
        return TimedOut(f"the MCP server {server.name} does not answer in time")
    from mcp.shared.exceptions import MCPError

    if isinstance(error, MCPError):
        text = " ".join(str(error).split())
        for secret in server.secrets:
            text = text.replace(secret, "…")
        return EffectFailed(f"the MCP server {server.name}: {text[:200]}")
    if isinstance(error, FileNotFoundError):
        return EffectFailed(f"the MCP server {server.name}: there is no program {server.command[0]}")
    return EffectFailed(f"the MCP server {server.name} cannot be reached ({type(error).__name__})")
