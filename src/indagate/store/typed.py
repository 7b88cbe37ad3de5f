"""Decoders of typed values, each made once.

msgspec looks a dataclass's fields up when a decoder for it is first made; two threads that do so at once can crash the
interpreter (seen with msgspec 0.22, once in some hundred runs). So they are made one at a time, and kept.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_making = threading.Lock()
_json: dict[Any, msgspec.json.Decoder[Any]] = {}
_packed: dict[Any, msgspec.msgpack.Decoder[Any]] = {}


def json_decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """Return the decoder of JSON for values of this type."""
    found = _json.get(kind)
    if found is None:
        with _making:
            found = _json.setdefault(kind, msgspec.json.Decoder(kind))
    return found


def packed_decoder(kind: type[T]) -> msgspec.msgpack.Decoder[T]:
    """Return the decoder of MessagePack for values of this type."""
    found = _packed.get(kind)
    if found is None:
        with _making:
            found = _packed.setdefault(kind, msgspec.msgpack.Decoder(kind))
    return found
