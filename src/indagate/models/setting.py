"""Who answers a run's roles, as it is stored with the run: names of models, never a key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from indagate.engine import Answering
from indagate.errors import InputError
from indagate.models.choice import WITHOUT_MODEL, Answerers, ModelOptions, choose_answerers
from indagate.models.role import RULE

WAYS = "--model PROVIDER:NAME goes on with another model, --model rule with the rules."


def answerers_of(setting: Answering, home: Path, environment: Mapping[str, str] | None = None) -> Answerers:
    """Return the answerers that a run goes on with, their clients made; nothing is sent.

    Raises `InputError` where they cannot be: a key is missing, or the program that began the run brought its client.
    """
    environment = os.environ if environment is None else environment
    if setting.brought:
        raise InputError(
            f"this run was begun by a program that brought its own model ({setting.model})",
            hint=f"Resume it from such a program, or name one: {WAYS}",
        )
    for name in setting.keys:
        if not environment.get(name):
            raise InputError(
                f"{setting.model or setting.fast or 'its model'} needs a key: {name} is not set in the environment",
                hint=f"Set it as it was when the run began (export {name}=…), or change the model: {WAYS}",
            )
    answerers = choose_answerers(environment, options_of(setting), home)
    answerers.connect()
    return replace(answerers, setting=setting)


def options_of(setting: Answering) -> ModelOptions:
    """Return a stored setting as the options that make it again."""
    return ModelOptions(
        setting.model or RULE, setting.fast, setting.roles, setting.output or "auto", setting.cache,
        context=setting.context, embed=setting.embed,
    )  # fmt: skip


def changed(setting: Answering, options: ModelOptions) -> ModelOptions | None:
    """Return the options of a run whose person now says something else, or None where nothing else was said.

    Another model takes the place of the model and of the fast one; a role that was named keeps who was named for it.
    """
    if not (options.model or options.fast or options.answerers or options.output or options.context or options.embed):
        return None
    now = options_of(setting) if not setting.brought else ModelOptions(RULE)
    named = {item.partition("=")[0].strip(): item for item in (*now.answerers, *options.answerers)}
    return replace(
        now,
        model=options.model or now.model,
        fast=options.fast or ("" if options.model else now.fast),
        answerers=tuple(named.values()),
        output=options.output or now.output,
        context=options.context or now.context,
        embed=options.embed or now.embed,
    )


def words(setting: Answering) -> str:
    """Return a setting in a line."""
    embed = [f"embeddings {setting.embed}"] if setting.embed else []
    if setting.model in WITHOUT_MODEL and not setting.fast and not setting.roles:
        return "; ".join(["no model", *embed])
    parts = [setting.model or RULE, *([f"fast {setting.fast}"] if setting.fast else []), *setting.roles]
    return "; ".join([*parts, *([f"context {setting.context}"] if setting.context else []), *embed])
