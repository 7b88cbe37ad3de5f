"""Values as they leave DuckDB."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

from indagate.cells.table import Value


def plain(value: Any) -> Value:
    """Return a value of DuckDB's as a plain one: dates become ISO texts, decimals numbers. inf and nan stay."""
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**63 else float(value)
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple | dict):
        import json

        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
