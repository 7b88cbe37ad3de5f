"""How a killable process and its parent talk: a status byte, eight bytes of length, then the bytes themselves."""

from __future__ import annotations

import struct

OK = 0
FAILED = 1
OUT_OF_MEMORY = 2

HEAD = struct.Struct(">BQ")


def pack(status: int, payload: bytes) -> bytes:
    """One framed message."""
    return HEAD.pack(status, len(payload)) + payload
