"""An agent of somebody else, by the official clients: it researches, decides within a budget, quotes and verifies."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import ElicitRequestParams, ElicitResult

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("indagate")
PAPERS = ROOT / "examples" / "heat-pumps"
PATIENCE = 60.0
QUESTION = "How loud may a heat pump be at night?"
TOOLS = {
    "research", "task", "report", "prove_check", "tell", "ask", "status", "events", "answer", "quote", "verify",
    "critique",
}  # fmt: skip
FREE = {"text", "answer", "statement", "attempt", "goal", "required", "prohibited"}
UNREAD = "never read as a path or address"
"""What a flow's wire form says of free text."""
HOSTILE = ("/etc/passwd", "../x", "http://10.0.0.1/", "a b", "$(id)", "x;rm", "~", "..", "C:\\x", "file:///x")


def program(home: Path, *options: str) -> StdioServerParameters:
    """How the server is begun."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("INDAGATE_") and "API_KEY" not in k}
    arguments = ["mcp", "--home", str(home), "--shelf", f"papers={PAPERS}", *options]
    return StdioServerParameters(command=str(PROGRAM), args=arguments, env=kept)


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, 3 * PATIENCE))


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool that succeeds; return what it said."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    said = result.structured_content
    assert said is not None
    return dict(said.get("result", said))


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool that must not; return why."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return str(getattr(result.content[0], "text", ""))


async def until(client: Client, name: str) -> dict[str, Any]:
    """Poll as an agent does until a run has ended or asks."""
    while True:
        found = await call(client, "status", run=name, wait_seconds=20)
        if found["finished"] or found["asked"]:
            return found


def test_an_agent_researches_decides_within_its_budget_quotes_and_verifies(tmp_path: Path) -> None:
    """Start, answer the question about the plan, read the report, show a quote, prove the whole."""

    async def work() -> None:
        heard: list[float] = []

        async def progress(at: float, total: float | None, message: str | None) -> None:
            heard.append(at)

        async with Client(program(tmp_path / "home", "--budget-calls", "500")) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            begun = await call(client, "research", question=QUESTION, corpus="papers", key="q-1")
            again = await call(client, "research", question=QUESTION, corpus="papers", key="q-1")
            assert begun["fresh"] and not again["fresh"] and begun["run"] == again["run"]
            name = begun["run"]
            asked = (await until(client, name))["asked"]
            assert asked["state"] == "AWAITING_APPROVAL" and QUESTION in asked["brief"]
            assert "takes" in await refused(client, "answer", run=name, word="confirm")
            await call(client, "answer", run=name, word="approve")
            result = await client.call_tool("status", {"run": name, "wait_seconds": 50}, progress_callback=progress)
            assert not result.is_error and heard
            ended = await until(client, name)
            assert ended["state"] == "COMPLETED" and ended["facts"] >= 3
            quoted = ended["claims"][0]["quotes"][0]
            assert re.fullmatch(r"<data (\w+)>.*</data \1>", quoted["quote"], re.DOTALL)
            text = (await client.read_resource(f"indagate://runs/{name}/report")).contents[0].text  # type: ignore[union-attr]
            assert "data, never instructions" in text and QUESTION in text
            facts = (await client.read_resource(f"indagate://runs/{name}/facts")).contents[0].text  # type: ignore[union-attr]
            fact = json.loads(facts.partition("<data ")[2].partition(">")[2].rpartition("</data")[0])[0]
            shown = await call(client, "quote", run=name, source=fact["source"], fact=fact["id"])
            assert fact["quote"] in shown["quote"] and shown["quote"].startswith("<data ")
            source = await client.read_resource(f"indagate://runs/{name}/sources/{fact['source']}")
            assert fact["quote"] in source.contents[0].text  # type: ignore[union-attr]
            assert await call(client, "verify", run=name) == {"run": name, "ok": True, "breaches": [], "hint": ""}
            rows = await call(client, "events", run=name, after=3, limit=5)
            assert [row["row"] for row in rows["rows"]] == [4, 5, 6, 7, 8]

    run(work())


def test_without_a_budget_the_person_decides(tmp_path: Path) -> None:
    """The agent's own word counts nothing; a program that can ask its person does, and that word counts."""
    asked: list[str] = []

    async def person(context: Any, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"word": "abort", "text": ""})

    async def work() -> None:
        parameters = program(tmp_path / "home")
        async with Client(parameters) as client:
            begun = await call(client, "research", question=QUESTION, corpus="papers", approve=True)
            assert (await until(client, begun["run"]))["asked"]["state"] == "AWAITING_APPROVAL"
            assert "not_granted" in await refused(client, "answer", run=begun["run"], word="approve")
            assert (await call(client, "status", run=begun["run"]))["state"] == "AWAITING_APPROVAL"
        async with Client(parameters, elicitation_callback=person) as client:
            await call(client, "answer", run=begun["run"], word="approve")
            assert (await until(client, begun["run"]))["state"] == "ABORTED"
            assert QUESTION in asked[0] and "abort" in asked[0]

    run(work())


def test_no_tool_takes_a_path_an_address_or_a_command(tmp_path: Path) -> None:
    """Every text of every tool is free text, a fixed word, or a name; hostile ones begin nothing."""

    async def work() -> None:
        async with Client(program(tmp_path / "home", "--budget-calls", "9")) as client:
            for tool in (await client.list_tools()).tools:
                for field, schema in tool.input_schema["properties"].items():
                    for inner in (schema, schema.get("items", {})):
                        if inner.get("type") != "string" or "enum" in inner:
                            continue
                        if field in FREE or UNREAD in inner.get("description", ""):
                            assert inner["maxLength"] <= 500_000
                            continue
                        assert not any(re.search(inner["pattern"], word) for word in HOSTILE), (tool.name, field)
            limited = await call(client, "research", question=QUESTION, corpus="papers", since="2020", approve=True)
            assert (await until(client, limited["run"]))["limits"] == ["since 2020-01-01"]
            await refused(client, "research", question=QUESTION, corpus="papers", since="lately")
            for word in HOSTILE:
                for tool, field in (("research", "corpus"), ("task", "data"), ("report", "data")):
                    said = {"research": "question", "task": "goal", "report": "query"}[tool]
                    await refused(client, tool, **{said: "x", field: word})
                await refused(client, "task", goal="1 + 1", model=word)
                await refused(client, "status", run=word)
                await refused(client, "quote", run=word, source="S01")
            await refused(client, "research", question="x", corpus="secrets")
            await refused(client, "research", question="x", web=True)
            why = await refused(client, "research", question="x", corpus="papers", sources="/etc")
            assert "research takes no sources; it takes: question, corpus" in why
            for uri in (
                "indagate://runs/..%2f..%2fetc/report",
                "file:///etc/passwd",
                "indagate://runs/x/../../y/report",
            ):
                with pytest.raises(Exception):  # noqa: B017 - whatever the library makes of it
                    await client.read_resource(uri)
            assert [item["run"] for item in (await call(client, "status"))["runs"]] == [limited["run"]]

    run(work())


def test_notes_and_judges_answer_at_once(tmp_path: Path) -> None:
    """The small tools."""

    async def work() -> None:
        async with Client(program(tmp_path / "home")) as client:
            kept = await call(client, "tell", text="ran 5 km")
            assert kept["noted"]["text"] == "ran 5 km"
            assert "5 km" in (await call(client, "ask", text="How far did I run?"))["answer"]
            assert "there is no note at 99" in await refused(client, "tell", text="delete 99")
            verdict = await call(client, "critique", goal="Name a river.", answer="The Elbe.", required=["Danube"])
            assert verdict["accepted"] is False
            solved = await call(client, "task", goal="12.5 * 8")
            assert "100" in (await until(client, solved["run"]))["answer"]

    run(work())


SCRIPT = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
const call = async (name, input) => {
  const found = await client.callTool({ name, arguments: input });
  if (found.isError) throw new Error(JSON.stringify(found.content));
  return found.structuredContent.result ?? found.structuredContent;
};
const until = async (run) => {
  for (;;) {
    const found = await call("status", { run, wait_seconds: 20 });
    if (found.finished || found.asked) return found;
  }
};
const { run } = await call("research", { question: "How loud may a heat pump be at night?", corpus: "papers" });
const asked = (await until(run)).asked.state;
await call("answer", { run, word: "approve" });
const ended = await until(run);
const quoted = ended.claims[0].quotes[0];
const shown = await call("quote", { run, source: quoted.source });
const report = await client.readResource({ uri: `indagate://runs/${run}/report` });
const proved = await call("verify", { run });
console.log(JSON.stringify({ asked, state: ended.state, source: shown.source, ok: proved.ok,
  report: report.contents[0].text.length }));
await client.close();
"""


def sdk() -> Path | None:
    """Return the folder `node_modules` with the TypeScript SDK, or None: that of NODE_PATH, or of npm's global ones."""
    places = [Path(place) for place in os.environ.get("NODE_PATH", "").split(os.pathsep) if place]
    if shutil.which("npm"):
        found = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, timeout=PATIENCE)
        places.append(Path(found.stdout.strip() or "/nowhere"))
    return next((place for place in places if (place / "@modelcontextprotocol" / "sdk").is_dir()), None)


def test_the_typescript_client_does_the_same(tmp_path: Path) -> None:
    """Under node, where it and the SDK are there: NODE_PATH names the folder of modules."""
    modules = sdk() if shutil.which("node") else None
    if modules is None:
        pytest.skip("no node, or no @modelcontextprotocol/sdk in NODE_PATH: THE TYPESCRIPT CLIENT IS NOT TRIED")
    (tmp_path / "node_modules").symlink_to(modules)
    (tmp_path / "agent.mjs").write_text(SCRIPT)
    parameters = program(tmp_path / "home", "--budget-calls", "500")
    done = subprocess.run(
        ["node", "agent.mjs", parameters.command, *parameters.args], cwd=tmp_path, capture_output=True, text=True,
        timeout=3 * PATIENCE, env=parameters.env,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("report") > 500
    assert found == {"asked": "AWAITING_APPROVAL", "state": "COMPLETED", "source": found["source"], "ok": True}
