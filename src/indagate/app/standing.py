"""How a run stands, for programs: the same facts in `--json`, over HTTP, over MCP and in Python."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from indagate.engine import Broke, Replay, Resumed
from indagate.flow import Flow, outcome_of

if TYPE_CHECKING:
    from indagate.budget import Amount, Budget


def facts_of(flow: Flow, past: Replay, folder: Path, *, driven: bool = False) -> dict[str, Any]:
    """Return how a run stands: state, outcome, summary, what its flow adds; paths are absolute, None without a file."""
    record = past.record
    found: dict[str, Any] = {"run": record.run, "flow": flow.name, "state": record.state}
    found["outcome"] = outcome_of(flow, record, past.configuration, driven=driven)
    if flow.summary is not None:
        found["summary"] = flow.summary(record)
    if instead_of(past):
        found["answered_instead"] = instead_of(past)
    why = why_broken(flow, past)
    if why:
        found["error"] = why
    return {**found, "folder": str(folder) if folder.is_dir() else None, **resolved(flow, record, folder)}


def resolved(flow: Flow, record: Any, folder: Path) -> dict[str, Any]:
    """Return a flow's details of a run; paths in it, and its report, become absolute or None where there is no file."""
    details: Mapping[str, Any] = flow.details(record) if flow.details is not None else {}
    found: dict[str, Any] = {}
    for key, value in details.items():
        if isinstance(value, PurePath) or (key == "report" and isinstance(value, str)):
            path = folder / value
            found[key] = str(path) if path.is_file() else None
        else:
            found[key] = value
    return found


def instead_of(past: Replay) -> list[str]:
    """Return the roles whose rule answered where their models gave no usable answer."""
    return sorted(role for role, times in past.effects.asked.items() if times.get("") and times.get("rule"))


def is_broken(flow: Flow, past: Replay) -> bool:
    """Whether a run stands where only a person can lead it back from a failure."""
    return any(Resumed in flow.chart.edges[token.state] for token in past.configuration.tokens)


def why_broken(flow: Flow, past: Replay) -> str:
    """Return what a run in an error broke of, or nothing."""
    broke = past.latest.get(Broke)
    if not is_broken(flow, past) or broke is None:
        return ""
    return f"{broke.reason}" + (f" (in {broke.state})" if broke.state else "")


def account(spent: Amount, seconds: float, budget: Budget) -> dict[str, Any]:
    """Return what a run has spent and may spend: tokens, dollars, calls, seconds of driving; None is no limit."""
    return {
        "tokens": spent.tokens,
        "dollars": round(spent.dollars, 6),
        "calls": spent.calls,
        "seconds": round(seconds, 3),
        "limits": {
            "tokens": budget.tokens,
            "dollars": budget.dollars,
            "calls": budget.calls,
            "seconds": budget.seconds,
        },
    }


def iso(at: int) -> str:
    """Return milliseconds since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
