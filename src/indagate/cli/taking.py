"""Taking what was typed: a value that has its parameter's type already needs no library to be turned into it.

Typer turns every value with pydantic, even one that was not given, and loading that takes longer than noting something
down. Here what is not given, and a text where a text is wanted, is taken as it is, and a text with a parser is given to
it; all else goes typer's way.
"""

from __future__ import annotations

import contextlib
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class AsItIs:
    """Stands where typer keeps a parameter's coercion once it was needed, and steps aside when it is."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value if it has its type already, else what typer makes of it."""
        absent = value is None and param.nargs == 1  # also a list that may be given again, and was not
        if absent or type(value) is param.type_descriptor.annotation:
            return value
        parser = param.type_descriptor.parameter_info.parser
        if parser is not None and isinstance(value, str) and param.nargs == 1:
            with contextlib.suppress(ValueError):  # what it refuses typer says
                return parser(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


class PlainCommand(TyperCommand):
    """A command that takes values as they are where that is right."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, with that of help."""
        return _plain(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands whose own options take values as they are where that is right."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, with that of help."""
        return _plain(super().get_params(ctx))


def _plain(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "_runtime_param", param) is None:
            param._runtime_param = AsItIs()
    return params


def make_plain(declared: typer.Typer) -> None:
    """Let declared commands, and those beneath them, take values as they are where that is right."""
    for command in declared.registered_commands:
        if command.cls in (None, TyperCommand):
            command.cls = PlainCommand
    for group in declared.registered_groups:
        if group.typer_instance is not None:
            group.cls = PlainGroup
            make_plain(group.typer_instance)
