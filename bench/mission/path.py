"""The critical path of a mission: the longest chain of model calls of which each needs the one before; and the least.

The least chain is what a plan needs if nothing is asked twice and nobody reflects: the plan, then for each side
queries, judging and reading, sides that need others after them, then the writing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from indagate.engine.row import Done, decode


def longest(rows: list[Any], mission: Any) -> int:
    """Return how many calls that chain has, from the journal's identities and the tasks' dependencies.

    States follow each other. Within RESEARCHING a task follows those it waited for; a search's calls follow each other,
    sources are read side by side. Resolutions stand side by side, and so do the bottom line and the sections. An answer
    that was sent back is two calls.
    """
    visits: dict[int, Counter[tuple[str, ...]]] = {}
    for row in rows:
        if row.kind == "done" and row.name.startswith("ask "):
            visit, _, rest = row.key.partition("/")
            used = decode(row.body, Done).usage
            scope = tuple(rest.partition("#")[0].split("/"))
            visits.setdefault(int(visit), Counter())[scope] += used.requests if used else 0
    return sum(_chain(calls, mission) for _, calls in sorted(visits.items()))


def least(mission: Any) -> int:
    """Return how many calls the least chain has for the plan of a mission."""
    after = {side.name: side.after for side in mission.dimensions if not side.depth}

    def depth(name: str) -> int:
        return 1 + max((depth(other) for other in after[name] if other in after), default=0)

    return 1 + 3 * max(map(depth, after), default=0) + 1


def _chain(calls: Counter[tuple[str, ...]], mission: Any) -> int:
    own: dict[str, int] = {}
    for scope, count in calls.items():
        name = scope[0]
        in_a_row = name in mission.tasks and mission.tasks[name].kind == "S"
        own[name] = own.get(name, 0) + count if in_a_row else max(own.get(name, 0), count)
    ends: dict[str, int] = {}

    def end(name: str) -> int:
        if name not in ends:
            after = mission.tasks[name].after if name in mission.tasks else ()
            ends[name] = own.get(name, 0) + max((end(other) for other in after), default=0)
        return ends[name]

    return max(map(end, own), default=0)
