"""Who answers a run's roles, as it is stored with the run: names of models, never a key."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from indagate.engine import Answering
from indagate.errors import InputError
from indagate.models.choice import WITHOUT_MODEL, Answerers, ModelOptions, choose_answerers
from indagate.models.role import RULE
from indagate.models.spec import Spec, parse_chain, parse_spec

WAYS = "--model PROVIDER:NAME goes on with another model, --model rule with the rules."
EMBEDDING = "resume with --embed PROVIDER:NAME; its documents are then searched by that."


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
    refuse_moved(setting, environment)
    answerers = choose_answerers(environment, options_of(setting), home)
    answerers.connect()
    return replace(answerers, setting=setting)


def refuse_moved(setting: Answering, environment: Mapping[str, str], options: ModelOptions | None = None) -> None:
    """Raise `InputError` where the environment sends a run's models elsewhere than when it began.

    With `options` only those that go on by them count.
    """
    stays = _models(setting.model, setting.fast, setting.embed, setting.roles)
    if options is not None:
        stays &= _models(options.model, options.fast, options.embed, options.answerers)
    then = dict(map(_place, setting.places))
    for spec in sorted(stays, key=lambda spec: spec.shown):
        name, now = spec.variable, _place(spec.elsewhere(environment))[1]
        was = "" if spec.url else then.get(name or spec.shown, "")
        if not name and not (now and was):  # a run of before this was kept, or a client that cannot be made
            continue
        if now != was:
            back = f"Set it as it was (export {name}={was})" if was else f"Unset {name}"
            raise InputError(
                f"{spec.shown} was asked at {was or 'the address of its provider'} when the run began; "
                + (f"{name} is {now or 'not set'} now" if name else f"it would be asked at {now} now"),
                hint=f"{back if name else 'Set the environment as it was'}, or {_ways(spec, setting)}",
            )


def _place(item: str) -> tuple[str, str]:
    """Return the two sides of `NAME=ADDRESS`; a model's name may have a sign of equality too."""
    name, sign, rest = item.partition("=http")
    return (name, f"http{rest}") if sign else (item.rpartition("=")[0], item.rpartition("=")[2])


def _ways(spec: Spec, setting: Answering) -> str:
    """Return how a run goes on without a model: one that embeds is no role's."""
    roles = _models(setting.model, setting.fast, "", setting.roles)
    return f"change the model: {WAYS}" if spec in roles else EMBEDDING


def _models(model: str, fast: str, embed: str, roles: Iterable[str]) -> set[Spec]:
    texts = (model, fast, *(item.partition("=")[2] for item in roles))
    found = {spec for text in texts if text.strip() not in WITHOUT_MODEL for spec in parse_chain(text)}
    return found | ({parse_spec(embed)} if ":" in embed and not embed.startswith("local:") else set())


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
    parts += setting.places
    return "; ".join([*parts, *([f"context {setting.context}"] if setting.context else []), *embed])
