"""Flows and machines: the list, the tables, the drawings, the doctor."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from .program import OWN_FLOW, User


def test_flows_are_listed(user: User) -> None:
    """The mission ships."""
    assert any(item["flow"] == "mission" for item in user("flows", "--json").json)
    assert "mission" in user("flows").out


def test_a_flow_is_described(user: User, inventory: str) -> None:
    """A flow of one's own shows its states, edges and signals, as a table and for programs."""
    assert "gathered → REVIEW" in user("flows", inventory).out
    found = user("flows", inventory, "--json").json
    assert [state["name"] for state in found["states"]] == ["GATHERING", "REVIEW", "DONE", "ABORTED", "ERROR"]
    assert found["states"][1]["on"] == {"Approved": "DONE", "Amended": "GATHERING", "Aborted": "ABORTED"}
    assert {signal["word"] for signal in found["signals"]} == {"approve", "amend", "abort", "resume"}


def test_a_flow_is_drawn(user: User, inventory: str) -> None:
    """As Mermaid source, and as an SVG that parses, on stdout or into a file."""
    assert user("flows", inventory, "--mermaid").out.startswith("stateDiagram-v2")
    assert user("flows", "mission", "--svg", "-o", "mission.svg").code == 0
    assert ElementTree.parse(user.folder / "mission.svg").getroot().tag.endswith("svg")
    assert "no folder" in user("flows", "mission", "--svg", "-o", "nowhere/mission.svg").err


def test_the_doctor_finds_this_machine_fit_and_shows_no_key(user: User, inventory: str) -> None:
    """What the tests run on has everything required; a key is reported by its name, never by its value."""
    user.papers("a.txt")
    user("run", inventory, "papers", "-q")
    done = user("doctor", "--json", OPENAI_API_KEY="s3cret-value")
    assert done.code == 0
    found = {item["name"]: item for item in done.json}
    wanted = {"Python", "SQLite FTS5", "home", "fsync", "journal", "store", "chromium", "coq", "lean", "sandbox"}
    assert wanted <= set(found)
    assert all(item["ok"] for item in found.values() if item["required"])
    assert all(item["remedy"] for item in found.values() if not item["ok"])
    assert "OPENAI_API_KEY" in found["model keys"]["found"]
    text = user("doctor", OPENAI_API_KEY="s3cret-value")
    assert "s3cret-value" not in text.out + done.out
    assert "1 run" in found["journal"]["found"]


def test_the_doctor_tries_the_mcp_servers_of_a_file(user: User) -> None:
    """It lists their tools, says which need leave, and names a server that cannot be had."""
    program = str(Path(__file__).parents[1] / "tools/small_server.py")
    entry = {"command": sys.executable, "args": [program], "env": {"A": "canary-5511"}}
    servers = {"small": entry, "gone": {"command": "/no/such/program"}}
    (user.folder / "mcp.json").write_text(json.dumps({"mcpServers": servers}))
    done = user("doctor", "--mcp", "mcp.json", "--json")
    found = {item["name"]: item for item in done.json}
    assert done.code == 1
    assert "small__add, " in found["MCP server small"]["found"]
    assert "small__write (needs --allow)" in found["MCP server small"]["found"]
    assert "there is no program" in found["MCP server gone"]["found"]
    assert "canary" not in done.out + done.err
    assert "nowhere.json cannot be read" in user("doctor", "--mcp", "nowhere.json").err


COMMANDS = """
import typer
from indagate.flows.command import Driving, face, unfolded

COMMANDS = typer.Typer()


@COMMANDS.command()
@unfolded
def inventory(context: typer.Context, folder: str, *, driving: Driving) -> None:
    \"\"\"List what is in a folder.\"\"\"
    face(context).start("stock", folder, driving, yes=True)
"""


def test_a_plug_in_brings_a_flow_and_commands(user: User) -> None:
    """Entry points of an installed package: its flow has a name, its command stands beside ours, its runs resume."""
    site = user.folder / "site"
    (site / "stock-1.0.dist-info").mkdir(parents=True)
    (site / "stock-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: stock\nVersion: 1.0\n")
    (site / "stock-1.0.dist-info" / "entry_points.txt").write_text(
        "[indagate.flows]\nstock = stock_flow:FLOW\n[indagate.commands]\nstock = stock_commands:COMMANDS\n"
    )
    (site / "stock_flow.py").write_text(OWN_FLOW.read_text())
    (site / "stock_commands.py").write_text(COMMANDS)
    user.papers("a.txt")
    path = str(site)
    assert "inventory" in user("--help", PYTHONPATH=path).out
    assert any(item["flow"] == "stock" for item in user("flows", "--json", PYTHONPATH=path).json)
    assert user("run", "stock", "papers", "-q", PYTHONPATH=path).code == 3
    assert user("approve", "last", "-q", PYTHONPATH=path).code == 0
    done = user("inventory", "papers", "--json", PYTHONPATH=path)
    assert done.code == 0 and done.json["state"] == "DONE"
    (site / "stock_flow.py").unlink()
    gone = user("show", "last", PYTHONPATH=path)
    assert gone.code == 2 and "stock" in gone.err


PARENT = """

@dataclass(frozen=True)
class Compared:
    same: bool


BOTH = Chart("both", version=1, initial="COMPARING", states=[
    Work("COMPARING", {Compared: "DONE"}), Final("DONE"), Final("ABORTED"),
], anywhere={Aborted: "ABORTED"})


async def comparing(record: Record[str], ctx: Context[Record[str]]) -> Compared:
    one = await ctx.run(FLOW, record.input, key="one")
    return Compared(bool(one.files))


PARENT = Flow(chart=BOTH, record=Record, input=str, steps={"comparing": comparing}, prefix="BOTH")
"""


def test_a_child_run_is_found_beside_its_parent(user: User) -> None:
    """Two flows in one file: the child waits, is shown and approved by itself, then the parent ends."""
    (user.folder / "two.py").write_text(OWN_FLOW.read_text() + PARENT)
    user.papers("a.txt")
    begun = user("run", "two.py:PARENT", "papers", "--json", "-q")
    assert begun.code == 3, begun.err
    assert {item["flow"]: item["parent"] for item in user("runs", "--json").json} == {
        "both": None, "inventory": begun.json["run"],
    }  # fmt: skip
    assert "first   INV" in user("show", "BOTH").out
    assert user("show", "INV", "--json").json["waits"] == ["REVIEW"]
    assert user("approve", "INV", "-q").code == 0
    for word, code in (("resume", 0), ("abort", 2)):
        ended = user(word, "INV")
        assert ended.code == code and f"indagate resume {begun.json['run']}" in ended.out + ended.err
    assert user("resume", "BOTH", "-q").code == 0
