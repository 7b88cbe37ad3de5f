"""Tools of a real MCP server in a subprocess, over pipes and over HTTP, obey the rules that our own tools obey."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indagate.errors import BudgetSpent, EffectError, EffectFailed, InputError, TimedOut
from indagate.tools import Router, Use
from indagate.tools.mcp import McpServer, Said, mcp_tools, open_servers, servers_from

HERE = Path(__file__).with_name("small_server.py")
PIPES = McpServer("small", command=(sys.executable, str(HERE)), seconds=20)


def use_all(server: McpServer, *calls: tuple[str, dict[str, object]], dangerous: tuple[str, ...] = ()) -> list[Use]:
    """Make several calls over one connection, each with a router of its own."""

    async def go() -> list[Use]:
        async with mcp_tools(server) as tools:
            return [
                await Router(tools, dangerous=dangerous).use(f"{server.name}__{name}", arguments)
                for name, arguments in calls
            ]

    return asyncio.run(go())


def use(server: McpServer, name: str, **arguments: object) -> Use:
    return use_all(server, (name, arguments))[0]


@contextlib.contextmanager
def over_http() -> Iterator[McpServer]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(HERE), str(port)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        yield McpServer("small", url=f"http://127.0.0.1:{port}/mcp", seconds=20)
    finally:
        process.kill()
        process.wait()


def test_the_tools_of_a_server_are_offered_with_their_forms() -> None:
    """Names that a model may use, what they do, what they take; those that do not only read are dangerous."""

    async def go() -> None:
        async with mcp_tools(PIPES) as tools:
            offers = {offer.name: offer for offer in Router(tools).offers}
            assert offers["small__add"].doc == "Add two numbers."
            assert offers["small__add"].schema["required"] == ["a"]
            assert "small__write" not in offers
            assert {tool.name for tool in tools if tool.writes} == {"small__write"}

    asyncio.run(go())


def test_a_tool_is_called_over_pipes_and_over_http() -> None:
    """With its text and its data."""
    expected = Said("42", {"result": 42})
    assert use(PIPES, "add", a=41).value == expected
    with over_http() as server:
        assert use(server, "add", a=40, b=2).value == expected


def test_arguments_that_do_not_fit_the_servers_form_are_refused_here() -> None:
    """With what is wrong."""
    wrong: list[dict[str, object]] = [{}, {"a": "many"}, {"a": 1, "b": None}]
    for used in use_all(PIPES, *(("add", arguments) for arguments in wrong)):
        assert (used.status, "does not take these arguments" in used.error) == ("FAILED", True)


def test_a_failure_in_the_server_is_a_failure_with_its_reason_and_an_endless_answer_is_refused() -> None:
    """One line, not endless; of an answer a megabyte is enough."""
    failed, shouted = use_all(PIPES, ("fail", {"reason": "no\n" * 500}), ("shout", {"size": 2 << 20}))
    assert failed.status == "FAILED"
    assert "no no" in failed.error
    assert len(failed.error) < 400
    assert "more than" in shouted.error


def test_a_call_that_takes_too_long_is_ended() -> None:
    """At the server's limit."""
    began = time.monotonic()
    used = use(McpServer("small", command=PIPES.command, seconds=10), "sleep", seconds=90)
    assert used.status == "TIMEOUT" or "time" in used.error.lower()
    assert time.monotonic() - began < 60


def test_a_server_that_dies_in_a_call_is_a_failure_and_not_a_hang() -> None:
    """The next server works."""
    used = use(McpServer("small", command=PIPES.command, seconds=15), "die")
    assert used.status in ("FAILED", "TIMEOUT")
    assert use(PIPES, "add", a=1).status == "SUCCESS"


def test_a_dangerous_tool_works_only_where_it_was_allowed(tmp_path: Path) -> None:
    """By its name."""
    there = tmp_path / "file"
    assert use(PIPES, "write", path=str(there), text="x").status == "BLOCKED"
    assert not there.exists()
    (used,) = use_all(PIPES, ("write", {"path": str(there), "text": "x"}), dangerous=("small__write",))
    assert used.status == "SUCCESS"
    assert there.read_text() == "x"


def test_a_server_sees_of_our_environment_only_what_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key for a model is nobody else's business."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret-of-ours")
    monkeypatch.setenv("OURS", "for it")
    given = McpServer("small", command=PIPES.command, environment={"THEIRS": "${OURS}"}, seconds=20)
    said = use_all(given, ("whisper", {"variable": "OPENAI_API_KEY"}), ("whisper", {"variable": "THEIRS"}))
    assert [one.value.text for one in said] == ["nothing", "for it"]


@pytest.mark.parametrize(
    "server",
    [
        McpServer("small", command=("/no/such/program",), seconds=5),
        McpServer("small", command=(sys.executable, "-c", "print('I am no server')"), seconds=5),
        McpServer("small", command=(sys.executable, "-c", "import time; time.sleep(60)"), seconds=2),
        McpServer("small", url="http://127.0.0.1:9/mcp", seconds=5),
    ],
)
def test_a_server_that_is_none_is_named_in_one_line(server: McpServer) -> None:
    """No program, no protocol, no answer, no connection."""
    began = time.monotonic()
    with pytest.raises((EffectFailed, TimedOut), match="the MCP server small") as caught:
        use(server, "add", a=1)
    assert "\n" not in caught.value.message
    assert time.monotonic() - began < 60


def test_servers_are_read_from_a_file_and_a_mistake_in_it_is_named(tmp_path: Path) -> None:
    """The table, and what it takes."""
    file = tmp_path / "mcp.toml"
    file.write_text(
        '[servers.a]\ncommand = ["x", "y"]\nenvironment = {A = "B"}\n[servers.b]\nurl = "https://b.example/mcp"\n'
    )
    first, second = servers_from(file)
    assert (first.command, first.environment, second.url) == (("x", "y"), {"A": "${B}"}, "https://b.example/mcp")
    for text, said in (
        ("[servers.a]\n", "either a command or a url"), ("[servers.a]\ncommand = 5\n", r"servers\.a"),
        ("x =", "no TOML"), ("[servers.A]\nurl='http://b'\n", "name"),
        ('[servers.a]\nurl = "ftp://b"\n', "neither http"), ("[other]\n", "only tables"),
        ("[servers.a]\nurl='http://b'\ntoken='s'\n", "takes command or url"),
    ):  # fmt: skip
        file.write_text(text)
        with pytest.raises(InputError, match=said):
            servers_from(file)
    with pytest.raises(InputError, match="cannot be read"):
        servers_from(tmp_path / "nowhere")


def test_a_variable_that_is_missing_is_named() -> None:
    """Before the server is started."""
    with pytest.raises((EffectError, InputError), match="NO_SUCH_VARIABLE"):
        use(McpServer("small", command=PIPES.command, environment={"X": "${NO_SUCH_VARIABLE}"}), "add", a=1)


def test_servers_are_read_from_the_json_that_other_programs_share(tmp_path: Path) -> None:
    """`mcpServers`, with `${NAME}` for a variable of ours; what is disabled is left out; a mistake is named."""
    file = tmp_path / "mcp.json"
    entries = {
        "Brave Search": {"command": "npx", "args": ["-y", "server"], "env": {"KEY": "${BRAVE}"}, "timeout": 30000},
        "tickets": {"type": "http", "url": "https://t.example/mcp", "headers": {"Authorization": "Bearer ${T:-none}"}},
        "old": {"command": "x", "disabled": True},
    }
    file.write_text(json.dumps({"mcpServers": entries}))
    first, second = servers_from(file)
    assert (first.name, first.command, first.seconds) == ("brave-search", ("npx", "-y", "server"), 30.0)
    assert second.filled(second.headers["Authorization"]) == "Bearer none"
    for entry, said in (
        ({"url": "https://a/sse", "type": "sse"}, "'sse' is not spoken"),
        ({}, "either a command or a url"),
        ({"command": "x", "autoApprove": []}, "'autoApprove' is not known"),
        ({"command": "x", "args": "y"}, "args must be a list"),
        ({"command": 7}, "command"),
        (7, "is no object"),
    ):
        file.write_text(json.dumps({"mcpServers": {"a": entry}}))
        with pytest.raises(InputError, match=said):
            servers_from(file)
    for text, said in (("{", "no JSON"), ("{}", "no object mcpServers"), ('{"mcpServers": []}', "no object")):
        file.write_text(text)
        with pytest.raises(InputError, match=said):
            servers_from(file)
    file.write_text(json.dumps({"mcpServers": {"a b": {"command": "x"}, "A-B": {"command": "x"}}}))
    with pytest.raises(InputError, match="two servers have the name a-b"):
        servers_from(file)


def test_what_a_server_is_given_is_nowhere_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither when the server is printed nor when it repeats it in an error."""
    monkeypatch.setenv("OURS", "canary-71")
    server = McpServer("small", command=PIPES.command, environment={"A": "${OURS}", "B": "canary-72"}, seconds=20)
    assert "canary" not in repr(server)
    assert {"canary-71", "canary-72"} <= set(server.secrets)


def test_a_credential_that_a_server_repeats_is_hidden_in_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its text, its data and its errors, so that it comes into no journal and no prompt."""
    monkeypatch.setenv("OURS", "canary-71")
    server = McpServer("small", command=PIPES.command, environment={"API_TOKEN": "Bearer ${OURS}"}, seconds=20)
    told, failed = use_all(
        server, ("whisper", {"variable": "API_TOKEN"}), ("fail", {"reason": "your token canary-71 is wrong"})
    )
    said = told.value
    assert (said.text, said.data) == ("[hidden]", {"result": "[hidden]"})
    assert server.credentials == ("Bearer canary-71", "canary-71")
    assert "canary" not in failed.error


def test_several_servers_are_open_at_once_and_each_keeps_its_names(tmp_path: Path) -> None:
    """From one file; where one of them cannot be had it is named."""
    file = tmp_path / "mcp.json"
    entry = {"command": sys.executable, "args": [str(HERE)]}
    file.write_text(json.dumps({"mcpServers": {"one": entry, "two": entry}}))

    async def go() -> None:
        async with open_servers(servers_from(file)) as tools:
            router = Router(tools)
            used = [await router.use(f"{name}__add", {"a": 1}) for name in ("one", "two")]
            assert [one.status for one in used] == ["SUCCESS", "SUCCESS"]

    asyncio.run(go())
    file.write_text(json.dumps({"mcpServers": {"one": entry, "gone": {"command": "/no/such/program"}}}))
    with pytest.raises(EffectFailed, match="MCP server gone: there is no program"):
        asyncio.run(go())


def test_what_fails_while_servers_are_open_keeps_its_own_name() -> None:
    """A step that stops for want of money is not told of it as a group of errors."""

    async def go() -> None:
        async with open_servers([PIPES]):
            raise BudgetSpent("nothing is left")

    with pytest.raises(BudgetSpent, match="nothing is left"):
        asyncio.run(go())
