"""The user's settings: the model and the budget of runs that say nothing else. One file, which never holds a key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from indagate.budget import Budget, UserLimits
from indagate.errors import InputError
from indagate.frozen import dataclass

DEFAULT_BUDGET = Budget(tokens=2_000_000)
"""What a run with a model may use where neither the user's settings nor the command say. Tokens need no price."""
NO_LIMITS = UserLimits()
_HEAD = "# Settings of indagate, written by `indagate models use`; docs/models.md. Keys belong in the environment.\n"
_LIMITS = ("tokens", "dollars", "calls", "seconds")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user's file says: a model, one for the fast roles, how it is asked, what a run may use.

    `path` is the file; it need not be there. `budget` is the default one where the file has none.
    `users` are how many runs each user may have.
    """

    model: str = ""
    fast: str = ""
    output: str = ""
    context: int = 0
    budget: Budget = DEFAULT_BUDGET
    path: Path | None = None
    users: UserLimits = NO_LIMITS


def settings_file(environment: Mapping[str, str]) -> Path | None:
    """Return where the settings are: XDG_CONFIG_HOME/indagate, else ~/.config/indagate; None without a home."""
    chosen = environment.get("XDG_CONFIG_HOME", "")
    if chosen.startswith("/"):
        return Path(chosen, "indagate", "settings.toml")
    own = environment.get("HOME", "")
    return Path(own, ".config", "indagate", "settings.toml") if own.startswith("/") else None


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Return the user's settings. Raises `InputError` for a file that cannot be read, with its place."""
    path = settings_file(environment)
    if path is None or not path.is_file():
        return Settings(path=path)
    import tomllib

    try:
        held = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise _unreadable(path, str(error)) from None
    known = {"model": str, "fast": str, "output": str, "context": int, "budget": dict, "users": dict}
    for name, value in held.items():
        if name not in known:
            raise _unreadable(path, f"there is no setting {name!r}")
        if not isinstance(value, known[name]) or isinstance(value, bool):
            raise _unreadable(path, f"{name} = {value!r} is none")
    return Settings(
        held.get("model", ""), held.get("fast", ""), held.get("output", ""), held.get("context", 0),
        _budget(path, held["budget"]) if "budget" in held else DEFAULT_BUDGET, path,
        _users(path, held.get("users", {})),
    )  # fmt: skip


def _budget(path: Path, held: dict[str, Any]) -> Budget:
    for name, value in held.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if name not in _LIMITS or not number or value < 0 or (name in ("tokens", "calls") and value != int(value)):
            raise _unreadable(path, f"budget.{name} = {value!r} is no limit")
    return Budget(**{name: value for name, value in held.items() if value})


def _users(path: Path, held: dict[str, Any]) -> UserLimits:
    for name, value in held.items():
        if name not in ("at_once", "per_day") or not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise _unreadable(path, f"users.{name} = {value!r} is no limit")
    return UserLimits(**held)


def _unreadable(path: Path, what: str) -> InputError:
    return InputError(
        f"the settings in {path} cannot be used: {what}",
        hint="They are model, fast, output, context, and tokens, dollars, calls, seconds below [budget], "
        "at_once, per_day below [users] (0: no limit); `indagate models use NAME` writes them.",
    )


def write_settings(settings: Settings) -> Path:
    """Write the user's settings, and return the file. Raises `InputError` where there is no place, `StorageError`."""
    from indagate.storage.writing import write_by_rename

    if settings.path is None:
        raise InputError("there is no place for settings", hint="Set XDG_CONFIG_HOME to a folder of yours.")
    lines = [f"{name} = {_quoted(text)}" for name in ("model", "fast", "output") if (text := getattr(settings, name))]
    lines += [f"context = {settings.context}"] if settings.context else []
    if settings.budget != DEFAULT_BUDGET:
        limits = {name: getattr(settings.budget, name) for name in _LIMITS}
        lines += ["", "[budget]", *(f"{name} = {limit}" for name, limit in limits.items() if limit)]
    if settings.users != NO_LIMITS:
        lines += ["", "[users]", f"at_once = {settings.users.at_once}", f"per_day = {settings.users.per_day}"]
    write_by_rename(settings.path, (_HEAD + "\n".join(lines) + "\n").encode())
    return settings.path


def _quoted(text: str) -> str:
    import json

    return json.dumps(text)  # a model's name has no sign that JSON and TOML write in two ways


def with_limits(settings: Settings, budget: Budget) -> Settings:
    """Return the settings with these limits in place of those that they have; what `budget` leaves open stays."""
    given = {item.name: limit for item in fields(budget) if (limit := getattr(budget, item.name)) is not None}
    return replace(settings, budget=replace(settings.budget, **given)) if given else settings


def allowance(budget: Budget, settings: Settings) -> tuple[Budget, bool]:
    """Return what a run with a model may use, and whether that is the default: where its command limits no cost.

    A limit of tokens, dollars or calls takes the default's place; one of seconds alone stands beside it.
    """
    if budget.tokens or budget.dollars or budget.calls:
        return budget, False
    default = settings.budget
    return replace(default, seconds=budget.seconds or default.seconds, iterations=budget.iterations), True
