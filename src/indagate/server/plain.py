"""What a run knows as plain data, whatever its record is made of."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

import msgspec


def plain(value: Any) -> Any:
    """Return a value as JSON holds it: records by their fields, sets sorted, keys as text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value) if item.repr}
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {_key(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, Set):
        return sorted((plain(inner) for inner in value), key=str)
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value.__name__ if isinstance(value, type) else str(value)


def _key(key: Any) -> str:
    if isinstance(key, tuple):
        return " ".join(map(_key, key))
    return key.__name__ if isinstance(key, type) else str(plain(key))
