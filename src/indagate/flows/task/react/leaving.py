"""What an agent may send out, decided before its calls are made: see docs/web.md, and `indagate.tools.web.egress`."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from indagate.flows.task.material import Material
from indagate.flows.task.react.chart import Call, ToolUsed
from indagate.flows.task.react.record import React
from indagate.tools.web.egress import addresses_in, as_given, as_sent, may_ask, may_read

SEARCH, READ = "web_search", "web_read"
_RESULT = re.compile(r'"url": ?("(?:[^"\\]|\\.)*")')
"""The address of a result of a search, as its JSON has it: within a text the quotes have a backslash before them."""
_HINT = "; the user can allow it (--allow {})"


@dataclass(frozen=True, slots=True)
class Decision:
    """A call as it may be made, or why it may not."""

    call: Call
    refused: str = ""


def guarded(material: Material) -> bool:
    """Whether an agent sees private material and can reach others with what it has seen."""
    return bool(material.corpus or material.data) and (material.web or bool(material.mcp))


def decide(
    react: React, calls: Sequence[Call], remote: Mapping[str, Container[str]] = MappingProxyType({})
) -> list[Decision]:
    """Decide on the calls of a turn, one after the other.

    `remote` are the tools that speak to other machines, each with the names of its fields, which every call of it has.
    """
    material = react.input.material
    if not guarded(material):
        return [Decision(call) for call in calls]
    earlier = [use for step in react.steps[:-1] for use in step.uses]
    goal = react.input.goal
    found = [
        *addresses_in(goal),
        *(json.loads(url) for use in earlier if _found(use) for url in _RESULT.findall(use.text)),
    ]
    read = [str(_arguments(use.arguments).get("url", "")) for use in earlier if use.tool == READ and _left(use)]
    decisions = []
    for call in calls:
        arguments = _arguments(call.arguments)
        decision = Decision(call)
        if call.tool in material.allow:
            pass
        elif call.tool == READ:
            url, why = may_read(str(arguments.get("url", "")), found, read, react.input.pages)
            made = replace(call, arguments=json.dumps({**arguments, "url": url}, ensure_ascii=False))
            decision = Decision(call, why + _HINT.format(READ)) if why else Decision(made)
            read += [] if why else [url]
        elif call.tool == SEARCH:
            query = str(arguments.get("query", ""))
            sent = json.dumps({"query": as_sent(query, goal)}, ensure_ascii=False)
            decision = _decided(replace(call, arguments=sent), may_ask(query, goal))
        elif call.tool in remote:
            given, why = as_given(arguments, remote[call.tool], goal)
            decision = _decided(replace(call, arguments=json.dumps(given, ensure_ascii=False)), why)
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
