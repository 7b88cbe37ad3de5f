"""Where each command is: the module that declares it is loaded when the command is named, all of them for help."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import typer

from indagate.cli.taking import PlainGroup, make_plain
from indagate.errors import InputError

MODULES = {
    "indagate.flows.mission.commands": ("research", "ask-run"),
    "indagate.flows.notes.commands": ("tell", "log", "ask", "chat", "notes"),
    "indagate.flows.proof.commands": ("prove",),
    "indagate.flows.report.charts_command": ("charts",),
    "indagate.flows.report.commands": ("report",),
    "indagate.flows.task.commands": ("task", "critique"),
    "indagate.cli.command_run": ("run", "resume"),
    "indagate.cli.command_signal": ("approve", "amend", "answer", "steer", "abort", "pause", "signal"),
    "indagate.cli.command_read": ("runs", "show", "events"),
    "indagate.cli.command_travel": ("fork", "replay", "verify", "export"),
    "indagate.cli.command_flow": ("flows", "doctor"),
}
"""The modules with commands that ship, and the names of their commands, in the order of the help."""
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
        """Load every command and return them by name. Raises `InputError` for a plug-in that cannot be loaded."""
        for module in MODULES:
            self._bring(module)
        ours = {name: self.commands[name] for name in PLACES}
        theirs = {name: command for plugged in _plugged() for name, command in commands_of(plugged).items()}
        self.commands = {**ours, **{name: command for name, command in theirs.items() if name not in ours}}
        return self.commands

    def _bring(self, module: str) -> None:
        if MODULES[module][0] not in self.commands:
            self.commands.update(commands_of(importlib.import_module(module).COMMANDS))


def commands_of(declared: typer.Typer) -> dict[str, Any]:
    """Return the commands that a module declares, by name."""
    holder = typer.Typer(rich_markup_mode=None)
    holder.add_typer(declared)
    make_plain(holder)
    return dict(typer.main.get_group(holder).commands)


def _plugged() -> Iterator[typer.Typer]:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        try:
            commands = point.load()
        except (ImportError, AttributeError) as error:
            raise InputError(f"the commands of {point.value} cannot be loaded: {error}") from None
        if isinstance(commands, typer.Typer):
            yield commands
