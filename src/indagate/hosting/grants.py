"""What the operator grants at the start: shelves, models, the web, tools, and how much a run and a day may take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from indagate.budget import Budget
from indagate.errors import InputError
from indagate.flow.wire import NAME
from indagate.hosting.uploads import MEGABYTE, Uploads
from indagate.storage import storage_errors

AT_ONCE = 8
"""The runs that are driven at once where the operator says nothing else."""


@dataclass(frozen=True, slots=True)
class DayLimits:
    """What all runs of a home may take in a day (UTC), how many run at once, how large the home may grow in bytes.

    None is no limit.
    """

    dollars: float | None = None
    calls: int | None = None
    tokens: int | None = None
    runs: int = AT_ONCE
    disk: int | None = None

    def __post_init__(self) -> None:
        for item in fields(self):
            limit = getattr(self, item.name)
            if limit is not None and not limit > 0:
                raise InputError(f"a limit of {item.name} must be above zero, not {limit}")


@dataclass(frozen=True)
class Grants:
    """What may be used: folders by the names of shelves, models by names, the web's `providers` (none: no web).

    `allow` are tools that may be used although they change something, `hosts` those that may be fetched from although
    they are not public; `budget` is the most that one run may have; `uploads` is the shelf that takes files, if any.
    """

    shelves: Mapping[str, Path] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    providers: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    budget: Budget = field(default_factory=Budget)
    day: DayLimits = field(default_factory=DayLimits)
    uploads: Uploads | None = None

    def model(self, name: str) -> str:
        """Return the model of a name; of none the first that was granted, else what the environment says.

        Raises `InputError` for one that was not granted.
        """
        if not name:
            return next(iter(self.models.values()), "")
        if name not in self.models:
            listed = ", ".join(self.models) or "none: leave it out"
            raise InputError(f"there is no model {name!r} here", hint=f"There are: {listed}.")
        return self.models[name]


def named_folders(given: Iterable[str]) -> dict[str, Path]:
    """Return the shelves of `NAME=DIR`. Raises `InputError` for a name that could be a path, or a missing folder."""
    found: dict[str, Path] = {}
    for text in given:
        name, path = _named(text, "--shelf NAME=DIR")
        folder = Path(path).expanduser().absolute()
        if not folder.is_dir():
            raise InputError(f"the shelf {name} is no folder: {path}")
        found[name] = folder
    return found


def named_uploads(text: str, largest: int) -> Uploads:
    """Return the shelf that takes files, of `NAME=DIR`; the folder is made. Raises `InputError`, `StorageError`."""
    name, path = _named(text, "--uploads NAME=DIR")
    folder = Path(path).expanduser().absolute()
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if largest <= 0:
        raise InputError(f"a file of at most {largest} MB is none")
    return Uploads(name, folder, largest * MEGABYTE)


def named_models(given: Iterable[str]) -> dict[str, str]:
    """Return the models of `NAME=PROVIDER:NAME[@URL]`, `rule` for no model. Raises `InputError`."""
    from indagate.models import parse_chain

    found: dict[str, str] = {}
    for text in given:
        name, model = _named(text, "--model NAME=PROVIDER:MODEL")
        if model != "rule":
            parse_chain(model)
        found[name] = model
    return found


def _named(text: str, form: str) -> tuple[str, str]:
    name, equals, what = (part.strip() for part in text.partition("="))
    if not (equals and what and re.match(NAME, name)):
        raise InputError(f"{text!r} names nothing", hint=f"Say {form}; a name has letters, digits, - and _.")
    return name, what
