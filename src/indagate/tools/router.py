"""The router: an agent asks for a tool by name with arguments of its own, and always gets an answer with a status."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import field
from typing import Any, Literal

from indagate.errors import Ambiguous, Blocked, ChartError, EffectError, InputError, TimedOut
from indagate.frozen import dataclass
from indagate.tools.tool import Tool

Status = Literal["SUCCESS", "FAILED", "TIMEOUT", "BLOCKED", "RETRY_EXHAUSTED"]
LOOP = 3
"""The same call with the same arguments, so many times, is a loop."""
Call = Callable[..., Awaitable[Any]]
"""How a tool is really called: `ctx.call`, or `directly`."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool as an agent is told of it."""

    name: str
    doc: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Use:
    """What became of a call: its value if the status is SUCCESS, else the reason in a line.

    `looped`: the agent goes round in a circle, and the call was not made.
    """

    tool: str
    status: Status
    value: Any = None
    error: str = ""
    looped: bool = False


@dataclass(slots=True)
class Statistics:
    """How a tool has done so far; `seconds` it took in all, waiting included."""

    calls: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def success(self) -> float:
        """The share of calls that succeeded, 0 to 1; 1 if there were none."""
        return self.statuses["SUCCESS"] / self.calls if self.calls else 1.0


async def directly(tool: Tool[..., Any], **arguments: Any) -> Any:
    """Call a tool without a lab: nothing is journaled."""
    value, _ = await tool(**arguments)
    return value


class Router:
    """The tools of one run; `allowed` of them (all if None), and of the dangerous ones those that the user named."""

    def __init__(
        self,
        tools: Iterable[Tool[..., Any]],
        *,
        allowed: Collection[str] | None = None,
        dangerous: Collection[str] = (),
    ) -> None:
        self._tools: dict[str, Tool[..., Any]] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ChartError(f"two tools have the name {tool.name}")
            self._tools[tool.name] = tool
        for name in (*(allowed or ()), *dangerous):
            if name not in self._tools:
                raise InputError(f"there is no tool {name!r}", hint=f"There are: {', '.join(sorted(self._tools))}.")
        self._allowed = frozenset(self._tools if allowed is None else allowed)
        self._dangerous = frozenset(dangerous)
        self._asked: Counter[str] = Counter()
        self.statistics: dict[str, Statistics] = {}

    @property
    def offers(self) -> list[Offer]:
        """The tools that may be used."""
        return [
            Offer(tool.name, tool.doc, tool.takes.schema)
            for tool in self._tools.values()
            if not self._refusal(tool.name)
        ]

    async def use(self, name: str, arguments: Mapping[str, Any], call: Call = directly) -> Use:
        """Call a tool for an agent. Whatever goes wrong is in what is returned; only a spent budget is raised."""
        began = time.monotonic()
        used = await self._use(name, arguments, call)
        if name in self._tools:
            known = self.statistics.setdefault(name, Statistics())
            known.calls += 1
            known.statuses[used.status] += 1
            known.seconds += time.monotonic() - began
        return used

    async def _use(self, name: str, arguments: Mapping[str, Any], call: Call) -> Use:
        refusal = self._refusal(name)
        if refusal:
            return Use(name, "BLOCKED", error=refusal)
        tool = self._tools[name]
        if self._loops(name, arguments):
            return Use(name, "BLOCKED", error=f"{name} was asked {LOOP} times with the same arguments", looped=True)
        try:
            accepted = tool.takes.accept(arguments)
        except InputError as error:
            return Use(name, "FAILED", error=error.message)
        try:
            return Use(name, "SUCCESS", await call(tool, **accepted))
        except Ambiguous:
            raise
        except Blocked as error:
            return Use(name, "BLOCKED", error=error.message)
        except TimedOut as error:
            return Use(name, "TIMEOUT", error=error.message)
        except EffectError as error:
            return Use(name, "RETRY_EXHAUSTED" if tool.tries > 1 else "FAILED", error=error.message)

    def _refusal(self, name: str) -> str:
        if name not in self._tools:
            return f"there is no tool {name[:80]!r}; there are: {', '.join(sorted(self._allowed))}"
        if name not in self._allowed:
            return f"the tool {name} is not allowed in this run"
        if self._tools[name].dangerous and name not in self._dangerous:
            return f"the tool {name} is dangerous, and the user has not allowed it (--allow {name})"
        return ""

    def _loops(self, name: str, arguments: Mapping[str, Any]) -> bool:
        try:
            said = json.dumps(arguments, sort_keys=True, default=str)
        except (TypeError, ValueError):
            said = repr(arguments)
        self._asked[f"{name} {said}"] += 1
        return self._asked[f"{name} {said}"] >= LOOP
