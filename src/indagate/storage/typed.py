"""Decoders of typed values, each made once.

msgspec looks a dataclass's fields up when a decoder for it is first made; two threads that do so at once can crash the
interpreter (seen with msgspec 0.22, once in some hundred runs). So they are made one at a time, and kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_making = threading.Lock()
_json: dict[Any, Any] = {}
_lenient: dict[Any, Any] = {}
_packed: dict[Any, Any] = {}


def json_decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """Return the decoder of JSON for values of this type."""
    found: msgspec.json.Decoder[T] = _json.get(kind) or _made(_json, kind, msgspec.json.Decoder)
    return found


def lenient_decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    """Return the decoder of JSON for values of this type that takes the text of a number for the number."""
    make = partial(msgspec.json.Decoder, strict=False)
    found: msgspec.json.Decoder[T] = _lenient.get(kind) or _made(_lenient, kind, make)
    return found


def packed_decoder(kind: type[T]) -> msgspec.msgpack.Decoder[T]:
    """Return the decoder of MessagePack for values of this type."""
    found: msgspec.msgpack.Decoder[T] = _packed.get(kind) or _made(_packed, kind, msgspec.msgpack.Decoder)
    return found


def _made(kept: dict[Any, Any], kind: Any, make: Callable[[Any], Any]) -> Any:
    with _making:
        return kept.setdefault(kind, make(kind))
