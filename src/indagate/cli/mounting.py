"""Where each command is: the module that declares it is loaded when the command is named, all of them for help."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

import typer

from indagate.cli.taking import PlainGroup, make_plain

MODULES = {
    "indagate.flows.mission.commands": ("research", "ask-run"),
    "indagate.flows.notes.commands": ("tell", "log", "ask", "chat"),
    "indagate.flows.notes.notebook_commands": ("notes",),
    "indagate.flows.proof.commands": ("prove",),
    "indagate.flows.report.charts_command": ("charts",),
    "indagate.flows.report.commands": ("report",),
    "indagate.flows.task.commands": ("task", "critique"),
    "indagate.cli.command_run": ("run", "resume"),
    "indagate.cli.command_signal": ("approve", "amend", "answer", "steer", "abort", "pause", "signal"),
    "indagate.cli.command_read": ("runs", "show", "events"),
    "indagate.cli.command_travel": ("fork", "replay", "verify", "export"),
    "indagate.cli.command_again": ("again",),
    "indagate.cli.command_keep": ("delete", "gc"),
    "indagate.cli.command_serve": ("serve", "mcp"),
    "indagate.cli.command_worker": ("worker", "workers", "queue"),
    "indagate.cli.command_schedule": ("schedules",),
    "indagate.cli.command_move": ("move",),
    "indagate.cli.command_demo": ("demo",),
    "indagate.cli.command_eval": ("eval",),
    "indagate.cli.command_models": ("models",),
    "indagate.cli.command_flow": ("flows", "doctor"),
}
"""The modules with commands that ship, and the names of their commands, in the order of the help."""
PANELS = {
    "Research": ("research", "ask-run", "again", "verify", "export"),
    "Notes": ("tell", "log", "ask", "chat", "notes"),
    "Tasks": ("task", "critique"),
    "Reports": ("report", "charts"),
    "Proofs": ("prove",),
    "Runs": (
        "runs", "show", "events", "resume", "approve", "amend", "answer", "steer", "pause", "abort", "signal", "fork",
        "replay", "delete", "gc",
    ),
    "Many machines": ("worker", "workers", "queue", "schedules", "move"),
    "Flows and set-up": ("demo", "models", "doctor", "flows", "run", "serve", "mcp", "eval"),
}  # fmt: skip
"""The commands as `--help` groups them."""
PLACES = {name: module for module, names in MODULES.items() for name in names}
GROUP = "indagate.commands"
"""The entry point group of plug-ins' commands."""


class Mounted(PlainGroup):
    """All commands: ours, each loaded when it is named, and those of plug-ins, which take none of our names."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or None if there is none of that name."""
        if cmd_name in PLACES:
            self._bring(PLACES[cmd_name])
        else:
            self.everything()
        return self.commands.get(cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, ours first."""
        return list(self.everything())

    def everything(self) -> dict[str, Any]:
        """Load every command and return them by name; a plug-in that cannot be loaded is named, and left out."""
        for module in MODULES:
            self._bring(module)
        ours = {name: self.commands[name] for name in PLACES}
        theirs = _plugged()
        self.commands = {**ours, **{name: command for name, command in theirs.items() if name not in ours}}
        return self.commands

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, a panel for each kind of work; those of plug-ins come last."""
        there = self.everything()
        grouped = {name for names in PANELS.values() for name in names}
        panels = {**PANELS, "Plug-ins": tuple(name for name in there if name not in grouped)}
        widest = max(map(len, there))
        for title, names in panels.items():
            shown = [(name, there[name]) for name in names if not there[name].hidden]
            if shown:
                with formatter.section(title):
                    room = formatter.width - widest - 6
                    formatter.write_dl([(name.ljust(widest), item.get_short_help_str(room)) for name, item in shown])

    def _bring(self, module: str) -> None:
        if MODULES[module][0] not in self.commands:
            self.commands.update(commands_of(importlib.import_module(module).COMMANDS))


def commands_of(declared: typer.Typer) -> dict[str, Any]:
    """Return the commands that a module declares, by name."""
    holder = typer.Typer(rich_markup_mode=None)
    holder.add_typer(declared)
    make_plain(holder)
    return dict(typer.main.get_group(holder).commands)


@cache
def _plugged() -> dict[str, Any]:
    """Return the commands of plug-ins by name; what is wrong with one is said on stderr, once."""
    from importlib.metadata import entry_points

    from indagate.cli.wording import one_line

    found: dict[str, Any] = {}
    for point in entry_points(group=GROUP):
        try:
            declared = point.load()
            if not isinstance(declared, typer.Typer):
                raise TypeError(f"it is a {type(declared).__name__}, not a Typer")
            found.update(commands_of(declared))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in does, the other commands are there
            why = one_line(f"{type(error).__name__}: {error}", 300)
            typer.echo(f"indagate: the plug-in {point.name} ({point.value}) has no commands: {why}", err=True)
    return found
