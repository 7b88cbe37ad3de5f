"""What an agent may send out, decided before its calls are made: see docs/web.md, and `indagate.tools.web.egress`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from indagate.flows.task.material import Material
from indagate.flows.task.react.chart import Call, ToolUsed
from indagate.flows.task.react.record import React
from indagate.tools.web.egress import Known, addresses_in, fresh_words, may_ask, may_read

SEARCH, READ = "web_search", "web_read"
_SMALL = 100
"""Numbers up to here (limits, pages) tell next to nothing."""
_HINT = "; the user can allow it (--allow {})"


@dataclass(frozen=True, slots=True)
class Decision:
    """A call as it may be made, or why it may not."""

    call: Call
    refused: str = ""


def guarded(material: Material) -> bool:
    """Whether an agent sees private material and can reach others with what it has seen."""
    return bool(material.corpus or material.data) and (material.web or bool(material.mcp))


def decide(react: React, calls: Sequence[Call], remote: frozenset[str] = frozenset()) -> list[Decision]:
    """Decide on the calls of a turn, one after the other; `remote` are the tools that speak to other machines."""
    material = react.input.material
    if not guarded(material):
        return [Decision(call) for call in calls]
    earlier = [use for step in react.steps[:-1] for use in step.uses]
    goal, known = react.input.goal, _known(react, earlier, remote)
    found = [*addresses_in(goal), *(url for use in earlier if _shows(use) for url in addresses_in(use.text))]
    sent = [use for use in earlier if use.status != "BLOCKED"]
    read = [str(_arguments(use.arguments).get("url", "")) for use in sent if use.tool == READ]
    spent = sum(
        len(word)
        for use in sent
        if use.tool in {SEARCH, *remote}
        for text in _texts(use.tool, _arguments(use.arguments))
        for word in fresh_words(text, known)
    )
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
        elif call.tool == SEARCH or call.tool in remote:
            leaving = may_ask(" ".join(_texts(call.tool, arguments)), known, spent)
            refused = f"this may not leave the machine: {leaving.refused}{_HINT.format(call.tool)}"
            decision = Decision(call, refused if leaving.refused else "")
            spent += leaving.free
        decisions.append(decision)
    return decisions


def _known(react: React, earlier: Sequence[ToolUsed], remote: frozenset[str]) -> Known:
    given = react.input
    outside = {SEARCH, READ, *remote}
    private = [use.text for use in earlier if use.tool not in outside] + [given.background, given.feedback]
    private += [use.arguments for use in earlier if use.tool not in outside and use.status == "SUCCESS"]
    public = [use.text for use in earlier if _shows(use)]
    return Known(given.goal, "\n".join(private), "\n".join(public))


def _shows(use: ToolUsed) -> bool:
    return use.tool in (SEARCH, READ) and use.status == "SUCCESS"


def _arguments(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _texts(tool: str, arguments: dict[str, Any]) -> list[str]:
    """Return the texts that a call sends out; of a tool on another machine all of them, names of fields included."""
    return [str(arguments.get("query", ""))] if tool == SEARCH else list(_strings(arguments))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and abs(value) > _SMALL:
        yield str(value)
