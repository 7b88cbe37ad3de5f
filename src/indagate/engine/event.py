"""The events that every flow may use, and how a flow's events are written and read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_type_hints

import msgspec

from indagate.engine.row import decode
from indagate.errors import ChartError

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Broke:
    """A step could not go on: `reason` for a person, `error` the name of what was raised, `state` where."""

    reason: str
    error: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A person asked to go on after the run broke."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Aborted:
    """A person ended the run."""

    text: str = ""


class Vocabulary:
    """The event types of one flow, by name; decodes what older versions wrote through its upcasters."""

    def __init__(self, events: Iterable[type], upcasters: Mapping[str, Upcaster]) -> None:
        self._types: dict[str, type] = {}
        for event in events:
            if not is_dataclass(event):
                raise ChartError(f"the event {event.__name__} must be a (frozen) dataclass")
            other = self._types.setdefault(event.__name__, event)
            if other is not event:
                raise ChartError(f"two events are called {event.__name__}: {other.__module__} and {event.__module__}")
        self._upcasters = dict(upcasters)

    def decode(self, name: str, body: bytes) -> Any:
        """Return the event of this name. Raises `KeyError` if it is unknown, `msgspec.ValidationError` if it differs."""
        kind = self._types[name]
        try:
            return decode(body, kind)
        except msgspec.ValidationError:
            if name not in self._upcasters:
                raise
            return msgspec.convert(self._upcasters[name](msgspec.json.decode(body)), kind)

    def knows(self, event: type) -> bool:
        """Whether this type was declared."""
        return self._types.get(event.__name__) is event

    def fingerprint(self) -> str:
        """Return a digest of the names, fields and field types of all events."""
        lines = []
        for name, kind in sorted(self._types.items()):
            hints = get_type_hints(kind)
            lines.append(f"{name}({', '.join(f'{f.name}: {hints[f.name]}' for f in fields(kind))})")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()
