"""The events that every flow may use, and how a flow's events are written and read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

import msgspec

from indagate.engine.row import encode
from indagate.errors import ChartError
from indagate.frozen import dataclass
from indagate.storage.typed import json_decoder

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
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        for event in events:
            if not is_dataclass(event):
                raise ChartError(f"the event {event.__name__} must be a (frozen) dataclass")
            other = self._types.setdefault(event.__name__, event)
            if other is not event:
                raise ChartError(f"two events are called {event.__name__}: {other.__module__} and {event.__module__}")
            try:
                self._decoders[event.__name__] = json_decoder(event)
            except (TypeError, NameError) as error:
                raise ChartError(f"the event {event.__name__} could not be read back: {error}") from error
        self._upcasters = dict(upcasters)

    def decode(self, name: str, body: bytes) -> Any:
        """Return the event of this name.

        Raises `KeyError` if it is unknown, `msgspec.ValidationError` or `DecodeError` if it differs.
        """
        decoder = self._decoders[name]
        try:
            return decoder.decode(body)
        except msgspec.ValidationError:
            if name not in self._upcasters:
                raise
            return msgspec.convert(self._upcasters[name](msgspec.json.decode(body)), self._types[name])

    def encode_event(self, event: object) -> tuple[str, bytes, Any]:
        """Return an event's name, its body, and the event as a reader of the journal will find it.

        Raises `ChartError` for one that was not declared or does not fit its own annotations: once written, it would
        make the run unreadable.
        """
        kind = type(event)
        name = kind.__name__
        if self._types.get(name) is not kind:
            raise ChartError(f"the event {name} is not declared: no state takes it, and `emits` does not list it")
        try:
            body = encode(event)
            return name, body, self._decoders[name].decode(body)
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
            raise ChartError(f"the event {name} does not fit its own fields: {error}") from error

    def fingerprint(self) -> str:
        """Return a digest of the names, fields and field types of all events."""
        lines = []
        for name, kind in sorted(self._types.items()):
            hints = get_type_hints(kind)
            lines.append(f"{name}({', '.join(f'{f.name}: {hints[f.name]}' for f in fields(kind))})")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()
