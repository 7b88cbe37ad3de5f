"""How a killable process and its parent talk: a status byte, eight bytes of length, then the bytes themselves."""

from __future__ import annotations

import struct

OK = 0
FAILED = 1
OUT_OF_MEMORY = 2
WORD = 3
"""How far it has come; the answer is still to follow."""
TALK = 4
"""Of a request: words are welcome on the way to the answer."""

HEAD = struct.Struct(">BQ")


def pack(status: int, payload: bytes) -> bytes:
    """One framed message."""
    return HEAD.pack(status, len(payload)) + payload
