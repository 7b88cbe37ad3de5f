"""Commands about models: `models` says what is configured and what was found, `models use` turns one on or off."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from indagate.flows.command import HomeOption, JsonOption, OutputOption, Spending, unfolded

if TYPE_CHECKING:
    from indagate.models.discovery import Available
    from indagate.models.settings import Settings

COMMANDS = typer.Typer()
MODELS = typer.Typer(invoke_without_command=True, help="Say which models are there, and choose one for every run.")
COMMANDS.add_typer(MODELS, name="models")
AtOption = Annotated[
    list[str] | None,
    typer.Option(
        "--at", metavar="ADDRESS", show_default=False,
        help="Look for a server there too, on this machine, for example 127.0.0.1:8000; may be given again.",
    ),
]  # fmt: skip


@MODELS.callback()
def models(context: typer.Context, at: AtOption = None, json: JsonOption = False) -> None:
    """Say which model is configured, and which could be: local servers that answer, providers whose key is set.

    Asks this machine alone, on the ports of Ollama (11434), llama.cpp (8080) and LM Studio (1234).
    """
    if context.invoked_subcommand is not None:
        return
    from indagate.cli.ending import dump
    from indagate.models.discovery import discover
    from indagate.models.settings import read_settings

    settings = read_settings(os.environ)
    configured, by = _configured(settings)
    found = discover(os.environ, at or ())
    if json:
        typer.echo(dump(_plain(settings, configured, by, found)))
    else:
        typer.echo("\n".join(_lines(settings, configured, by, found)))


def _configured(settings: Settings) -> tuple[str, str]:
    """Return the model that a run without options asks, and what says so."""
    from indagate.models.choice import MODEL, WITHOUT_MODEL

    if os.environ.get(MODEL):
        return os.environ[MODEL], f"{MODEL} in the environment"
    return ("", "") if settings.model in WITHOUT_MODEL else (settings.model, f"your settings, {settings.path}")


def _plain(settings: Settings, configured: str, by: str, found: list[Available]) -> dict[str, Any]:
    from dataclasses import asdict

    limits = {name: limit for name, limit in asdict(settings.budget).items() if limit is not None}
    return {
        "model": configured,
        "fast": settings.fast if configured == settings.model else "",
        "by": by,
        "budget": limits,
        "settings": str(settings.path or ""),
        "found": [asdict(item) for item in found],
    }


def _lines(settings: Settings, configured: str, by: str, found: list[Available]) -> list[str]:
    from indagate.cli.wording import clean, columns, limits
    from indagate.models.choice import shown_model

    fast = f", fast: {settings.fast}" if settings.fast and configured == settings.model else ""
    is_set = f"{shown_model(configured)}{fast} ({by})" if configured else "none: every role is answered by its rule"
    rows = [("model", is_set), ("budget", limits(settings.budget) or "no limit"), *_found_rows(found)]
    lines = [clean(line) for line in columns(rows)]
    first = next((item.models[0] for item in found if item.models), "")
    if first and not configured:
        lines += ["", f"Turn one on for every run:  indagate models use {first}"]
    elif configured:
        lines += ["", "Try it: indagate doctor. Turn it off: indagate models use rule"]
    return lines


def _found_rows(found: list[Available]) -> list[tuple[str, str]]:
    if not found:
        return [("found", "no local server answers (Ollama, llama.cpp, LM Studio), and no provider's key is set")]
    rows = []
    for item in found:
        example = ", for example " if not item.local and item.models else ": " if item.models else ""
        rows.append(("found", f"{item.where}{example}{', '.join(item.models)}"))
    return rows


@MODELS.command()
@unfolded
def use(
    model: Annotated[
        str, typer.Argument(metavar="NAME", help="PROVIDER:NAME[@URL], a chain with commas, or `rule`: no model.")
    ],
    fast: Annotated[
        str, typer.Option("--fast", metavar="NAME", show_default=False, help="The model for the simpler roles.")
    ] = "",
    output: OutputOption = "",
    context_size: Annotated[
        int, typer.Option("--context", metavar="N", show_default=False, min=0, help="The model takes N tokens at once.")
    ] = 0,
    home: HomeOption = None,
    *,
    spending: Spending,
) -> None:
    """Write the model, and the budget if one is named, into your settings, for every run from here on.

    Options and the environment stand before them. A key is never written; nothing is sent. `rule` turns the model off.
    """
    from indagate.cli.door import chosen
    from indagate.cli.wording import limits
    from indagate.models import ModelOptions
    from indagate.models.choice import MODEL, WITHOUT_MODEL
    from indagate.models.discovery import require_storable
    from indagate.models.settings import read_settings, with_limits, write_settings

    off = model in WITHOUT_MODEL
    for name in () if off else (model, fast):
        if name:
            require_storable(name)
    kept = with_limits(read_settings(os.environ), spending.budget)
    answerers = chosen(home, ModelOptions(model if not off else "rule", fast, output=output, context=context_size))
    answerers.refuse(kept.budget, ())
    text = "" if off else model.strip()
    path = write_settings(replace(kept, model=text, fast="" if off else fast, output=output, context=context_size))
    if off:
        typer.echo(f"no model: every role is answered by its rule. Written to {path}")
    else:
        typer.echo(f"every run is answered by {model}{f', fast: {fast}' if fast else ''}. Written to {path}")
        typer.echo(f"a run may use {limits(kept.budget) or 'any amount'}; try the model: indagate doctor")
    if os.environ.get(MODEL):
        typer.echo(f"{MODEL} is set in the environment and stands before it.", err=True)
