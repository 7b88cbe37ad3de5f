"""Write again what is generated: the reference of the command line and the drawn charts. Run by `make docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from indagate.app import find_flow, flows
from indagate.cli.program import ABOUT, build
from indagate.flows.report.schema import texts
from indagate.statechart.draw import svg

HERE = Path(__file__).parent
WIDTH = 100
"""Columns of the reference."""
SCHEMAS = HERE.parent / "src" / "indagate" / "flows" / "report" / "schemas"
"""The schemas of a report's session files."""
EXAMPLE = HERE.parent / "examples" / "own_flow" / "inventory.py"


def reference() -> str:
    """Return docs/cli.md: every command with its help."""
    group = typer.main.get_command(build())
    lines = ["# The command line", "", "<!-- written by `make docs`; do not edit -->", "", ABOUT, ""]
    commands = group.everything().items()  # type: ignore[attr-defined]
    lines += ["| command | what it does |", "|---|---|"]
    for name, command in commands:
        first = (command.help or "").split("\n")[0]
        lines.append(f"| [`{name}`](#indagate-{name}) | {first} |")
    for name, command in commands:
        with command.make_context(f"indagate {name}", [], resilient_parsing=True, terminal_width=WIDTH) as context:
            lines += ["", f"## indagate {name}", "", "```", command.get_help(context).rstrip(), "```"]
    return "\n".join(lines) + "\n"


def charts() -> Iterator[tuple[str, str]]:
    """Yield the name and the drawing of every flow that ships, and of the example."""
    for name in flows():
        yield name, svg(find_flow(name).flow.chart)
    yield "inventory", svg(find_flow(f"{EXAMPLE}:FLOW").flow.chart)


def files() -> dict[Path, str]:
    """Return every generated file and what it should hold."""
    found = {HERE / "cli.md": reference()}
    found.update({HERE / "charts" / f"{name}.svg": drawing for name, drawing in charts()})
    found.update({SCHEMAS / name: text for name, text in texts().items()})
    return found


def main() -> None:
    """Write the files that changed."""
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {path.relative_to(HERE.parent)}\n")


if __name__ == "__main__":
    main()
