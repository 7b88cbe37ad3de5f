"""How rows, times and amounts read in a line; everything that came from outside is stripped of control characters."""

from __future__ import annotations

import json
import re
import shlex
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from indagate.number import count as count

if TYPE_CHECKING:
    from pathlib import Path

    from indagate.budget import Amount, Budget
    from indagate.engine import Row

_COMMAND = re.compile(
    r"indagate (?:[a-z-]+ [A-Z][A-Z0-9_]*-\d{8}-\d{3,}(?: --at \w+)?(?![\w-]| --(?:at|home))"
    r"|notes learn [^\n]+|runs(?=`))"
)
"""A command on a run, the one that lists them, or one that teaches the notebook, in what a flow or an error says."""
WIDEST = 72
"""Signs of a value in a line."""


def clean(text: str) -> str:
    """Return text that a terminal shows as it is: no escape sequences, no line tricks. Line breaks stay."""
    return "".join(
        sign if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else "\ufffd"
        for sign in text
    )


def at_home(text: str, home: Path | None) -> str:
    """Return text with the commands in it for the home that the person named."""
    from indagate.storage.address import named

    there = f" --home {shlex.quote(named(home))}" if home else ""
    return _COMMAND.sub(lambda found: found[0] + there, text)


def one_line(text: str, widest: int = WIDEST) -> str:
    """Return text on one line, cut with an ellipsis."""
    flat = " ".join(clean(text).split())
    return flat if len(flat) <= widest else flat[: widest - 1].rstrip() + "…"


def clock(at: int) -> str:
    """Return the local time of day of milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%H:%M:%S")


def moment(at: int | str) -> str:
    """Return local date and time of milliseconds since 1970, or of a time in ISO 8601."""
    found = datetime.fromisoformat(at) if isinstance(at, str) else datetime.fromtimestamp(at / 1000)
    return found.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def lasted(seconds: float) -> str:
    """Return a duration as a person says it."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def weighed(size: int) -> str:
    """Return a number of bytes as a person reads it."""
    if size < 1000:
        return f"{size} B"
    for unit, step in (("kB", 10**3), ("MB", 10**6), ("GB", 10**9)):
        if size < 1000 * step or unit == "GB":
            return f"{size / step:.1f} {unit}"
    raise AssertionError(size)


def spending(spent: Amount, seconds: float, budget: Budget) -> str:
    """Return what a run has spent of what it may, in a line."""
    parts = [_of(spent.calls, budget.calls, "call")]
    if spent.tokens or budget.tokens:
        parts.append(_of(spent.tokens, budget.tokens, "token"))
    if spent.dollars or budget.dollars:
        parts.append(f"${spent.dollars:.4f}" + (f" of ${budget.dollars:.2f}" if budget.dollars else ""))
    parts.append(lasted(seconds) + (f" of {_limit(budget.seconds)}" if budget.seconds else ""))
    return " · ".join(parts)


def limits(budget: Budget) -> str:
    """Return what a run may spend, in a line; empty where nothing limits it."""
    parts = [f"{count(budget.tokens, 'token')}"] if budget.tokens else []
    parts += [f"${budget.dollars:.2f}"] if budget.dollars else []
    parts += [count(budget.calls, "call")] if budget.calls else []
    parts += [_limit(budget.seconds)] if budget.seconds else []
    return "at most " + ", ".join(parts) if parts else ""


def _limit(seconds: float) -> str:
    return lasted(seconds) if seconds >= 10 else f"{seconds:g} s"


def _of(spent: int, limit: int | None, unit: str) -> str:
    return f"{spent:,} of {count(limit, unit)}" if limit else count(spent, unit)


def values(body: Mapping[str, Any]) -> str:
    """Return an event's fields in a line: short values as they are, long lists as their length."""
    return ", ".join(part for name, value in body.items() if (part := _value(name, value)))


def _value(name: str, value: Any) -> str:
    label = name.replace("_", " ")
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return label if value else ""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, int | float):
        return f"{label} {value:g}" if isinstance(value, float) else _many(label, value, f"{label} {value}")
    if isinstance(value, list | tuple):
        plain = all(isinstance(item, str) for item in value)
        listed = one_line(", ".join(value)) if plain else ""
        return listed if plain and len(value) <= 3 else _many(label, len(value), f"{len(value)} {label}")
    if isinstance(value, dict):
        return one_line(str(next((v for v in value.values() if isinstance(v, str) and v), label)))
    return label


def _many(label: str, number: int, otherwise: str) -> str:
    """Return a number of what a field names in the plural."""
    return count(number, label[:-1]) if label.endswith("s") and not label.endswith("ies") else otherwise


def body_of(row: Row) -> Any:
    """Return what a row's body holds, as plain data."""
    try:
        return json.loads(row.body)
    except ValueError:
        return row.body.decode(errors="replace")


def saying(row: Row, event: Any = None) -> str:
    """Return what a row records, in a line, without its number and time; `event`, if known, gives its fields' order."""
    import msgspec

    from indagate.statechart import spoken

    body = body_of(row) if event is None else msgspec.to_builtins(event)
    held = body if isinstance(body, dict) else {}
    details = values(held)
    match row.kind:
        case "born":
            return f"born: flow {held.get('flow', '')}"
        case "wake":
            driver = f"driven by {one_line(str(held.get('driver', '')))}"
            if "answering" not in held:
                return driver
            return f"{driver}; from here on answered by {held['answering'].get('model') or 'the rules'}"
        case "move":
            return f"→ {row.stands}: {spoken(row.name)}" + (f" ({details})" if details else "")
        case "emit" | "signal":
            return spoken(row.name) + (f": {details}" if details else "")
        case "start":
            return f"{row.name}: begins"
        case "done":
            return f"{row.name}: done in {held.get('took', 0)} ms"
        case "fail":
            message = one_line(str(held.get("message", "")), 2 * WIDEST)
            return message if message.startswith(f"{row.name} ") else f"{row.name} failed: {message}"
    return one_line(str(held.get("text", "")).strip().rpartition("\n")[2], 2 * WIDEST)


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return lines whose cells stand under each other; the last cell is as long as it is."""
    cells = [list(row) for row in rows]
    if not cells:
        return []
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
