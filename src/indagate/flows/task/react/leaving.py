"""What an agent may send out, decided before its calls are made: see docs/web.md, and `indagate.tools.web.egress`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from indagate.flows.task.material import Material
from indagate.flows.task.react.chart import Call, ToolUsed
from indagate.flows.task.react.record import React
from indagate.tools.web.egress import addresses_in, as_sent, may_ask, may_read, odd_signs

SEARCH, READ = "web_search", "web_read"
_SMALL, _FEW = 100, 4
"""Whole numbers up to here (limits, pages) tell next to nothing, where there are no more than a few."""
_HINT = "; the user can allow it (--allow {})"


@dataclass(frozen=True, slots=True)
class Decision:
    """A call as it may be made, or why it may not."""

    call: Call
    refused: str = ""


def guarded(material: Material) -> bool:
    """Whether an agent sees private material and can reach others with what it has seen."""
    return bool(material.corpus or material.data) and (material.web or bool(material.mcp))


def decide(react: React, calls: Sequence[Call], remote: Mapping[str, str] = MappingProxyType({})) -> list[Decision]:
    """Decide on the calls of a turn, one after the other.

    `remote` are the tools that speak to other machines, each with the names of its fields, which every call of it has.
    """
    material = react.input.material
    if not guarded(material):
        return [Decision(call) for call in calls]
    earlier = [use for step in react.steps[:-1] for use in step.uses]
    goal = react.input.goal
    found = [*addresses_in(goal), *(url for use in earlier if _found(use) for url in addresses_in(use.text))]
    read = [str(_arguments(use.arguments).get("url", "")) for use in earlier if use.tool == READ and _left(use)]
    decisions = []
    for call in calls:
        arguments = _arguments(call.arguments)
        decision = Decision(call)
        if call.tool in material.allow:
            pass
        elif call.tool == READ:
            url, why = may_read(str(arguments.get("url", "")), found, read)
            made = replace(call, arguments=json.dumps({**arguments, "url": url}, ensure_ascii=False))
            decision = Decision(call, why + _HINT.format(READ)) if why else Decision(made)
            read += [] if why else [url]
        elif call.tool == SEARCH:
            query = str(arguments.get("query", ""))
            sent = json.dumps({"query": as_sent(query, goal)}, ensure_ascii=False)
            decision = _decided(replace(call, arguments=sent), may_ask(query, goal))
        elif call.tool in remote:
            text = _text(arguments)
            why = may_ask(text, f"{goal}\n{remote[call.tool]}") if text else ""
            decision = _decided(call, why or ("it holds signs that are no words" if odd_signs(text) else ""))
        decisions.append(decision)
    return decisions


def _decided(call: Call, why: str) -> Decision:
    return Decision(call, f"this may not leave the machine: {why}{_HINT.format(call.tool)}" if why else "")


def _left(use: ToolUsed) -> bool:
    return use.status != "BLOCKED"


def _found(use: ToolUsed) -> bool:
    return use.tool == SEARCH and use.status == "SUCCESS"


def _arguments(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _text(arguments: dict[str, Any]) -> str:
    """Return what a call sends to a tool on another machine: everything, names of fields included."""
    leaves = list(_leaves(arguments))
    few = sum(map(_tells_little, leaves)) <= _FEW
    return " ".join(str(leaf) for leaf in leaves if not (few and _tells_little(leaf)))


def _tells_little(value: Any) -> bool:
    """Whether one of these tells next to nothing: yes, no, nothing, small whole numbers, names of a letter or two."""
    if isinstance(value, int | float):
        return abs(value) <= _SMALL and float(value).is_integer()
    return value is None or (isinstance(value, str) and len(value) < 3)


def _leaves(value: Any) -> Iterator[Any]:
    """Yield every name of a field, text, number, yes, no and nothing in a value, in their order."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value
