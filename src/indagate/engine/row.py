"""The journal's unit: a row of a run, and the bodies of the rows that are not a flow's events."""

from __future__ import annotations

import zlib
from dataclasses import field
from typing import Any, Literal

import msgspec

from indagate.budget import Amount, Budget, Usage
from indagate.storage.typed import json_decoder

Kind = Literal["born", "wake", "move", "emit", "signal", "start", "done", "fail", "note"]
"""What a row records.

born    the run was created, with its input
wake    a driver took the run over
move    an event that left a state (a transition)
emit    an event within a state
signal  an event from outside that left no state
start   an effect that costs or writes is about to begin
done    an effect delivered
fail    an effect did not deliver
note    something a reader of the journal should know
"""

PER_RUN = 1 << 32
"""Rows that a run may have: row `seq` of run `run` is kept under the number run · 2³² + seq."""

_SIGN = 1 << 31

EVENTS: frozenset[str] = frozenset({"move", "emit", "signal"})
"""Kinds whose rows carry an event of the flow, which the record folds."""


class Row(msgspec.Struct, frozen=True):
    """One row: `name` is the event's type or the effect's name, `key` its identity, `at` milliseconds since 1970.

    `stands` is where the run stands after a move, else None; `body` is JSON.
    """

    seq: int
    kind: Kind
    name: str
    key: str
    at: int
    stands: str | None
    body: bytes

    def number(self, run: int) -> int:
        """Return the number under which this row of a run is kept."""
        return run * PER_RUN + self.seq

    @property
    def check(self) -> int:
        """A checksum over everything that is recorded; signed, so that SQLite keeps it in four bytes."""
        text = f"{self.seq}\0{self.kind}\0{self.name}\0{self.key}\0{self.at}\0{self.stands}"
        return (zlib.crc32(self.body, zlib.crc32(text.encode())) ^ _SIGN) - _SIGN


class Answering(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who answers a run's roles: models by their names, never a key.

    `fast` is the model of the simpler roles, `roles` holds ROLE=MODEL, `keys` the variables of the environment that
    held keys then; `brought`: a program had its own client. No model is the roles' rules. `embed` names what documents
    are embedded by. `places` holds VARIABLE=ADDRESS where the environment said at which address a service is asked.
    """

    model: str = ""
    fast: str = ""
    roles: tuple[str, ...] = ()
    output: str = ""
    context: int = 0
    cache: bool = False
    keys: tuple[str, ...] = ()
    brought: bool = False
    embed: str = ""
    places: tuple[str, ...] = ()


class Born(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a run's first row; `pins` are digests of what its folders of documents held, by their paths."""

    flow: str
    version: int
    fingerprint: str
    input: msgspec.Raw
    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    answering: Answering | None = None
    pins: dict[str, str] = field(default_factory=dict)


class Wake(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of the row that a driver writes when it takes a run over.

    `accepted`: a person said that it goes on although its flow, or what a step asks for, differs. `answering` is who
    answers from here on, where that changed,
    `budget` what it may spend from here on, where a person changed that. `alive` is when the
    driver before gave its last sign of life (ms), where it was at work and did not end by itself.
    """

    driver: str
    fingerprint: str
    accepted: bool = False
    answering: Answering | None = None
    budget: Budget | None = None
    alive: int = 0


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a started row: what is reserved, and the key under which a provider may recognise a repeat."""

    reserved: Amount = field(default_factory=Amount)
    once: str = ""
    child: str = ""


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a delivered effect: its result, or the digest by which the store keeps it; how a model was used."""

    result: msgspec.Raw = msgspec.Raw(b"null")
    stored: str = ""
    spent: Amount = field(default_factory=Amount)
    took: int = 0
    by: str = ""
    usage: Usage | None = None


class Fail(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of an effect that did not deliver."""

    error: str
    message: str
    spent: Amount = field(default_factory=Amount)
    took: int = 0
    tries: int = 1
    usage: Usage | None = None


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a remark."""

    text: str


_encoder = msgspec.json.Encoder(order="sorted")


def encode(value: object) -> bytes:
    """Return `value` as JSON, keys sorted."""
    return _encoder.encode(value)


def decode(body: bytes | msgspec.Raw, kind: Any) -> Any:
    """Return the value of type `kind` that `body` holds. Raises `msgspec.ValidationError` or `DecodeError`."""
    return json_decoder(kind).decode(body)
