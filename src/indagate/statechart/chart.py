"""Charts as data: states, and for each a map from event type to what comes next."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import field

from indagate.errors import ChartError
from indagate.frozen import dataclass
from indagate.statechart.configuration import Configuration, Token
from indagate.statechart.soundness import check
from indagate.statechart.state import HISTORY, Final, Join, State, Target, Wait, Work


@dataclass(frozen=True, eq=False)
class Chart:
    """Everything that can happen in a flow; raises ChartError when declared wrongly."""

    name: str
    version: int
    initial: str
    states: Sequence[State]
    anywhere: Mapping[type, Target] = field(default_factory=dict)
    edges: dict[str, dict[type, Target]] = field(init=False, repr=False)
    """For each state a copy of its `on`: the lookup that `transition` uses."""
    works: frozenset[str] = field(init=False, repr=False)
    waits: frozenset[str] = field(init=False, repr=False)
    joins: frozenset[str] = field(init=False, repr=False)
    finals: frozenset[str] = field(init=False, repr=False)
    events: frozenset[type] = field(init=False, repr=False)
    """Every event type that some state, or `anywhere`, takes."""
    _by_name: dict[str, State] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        def named(kind: type[State]) -> frozenset[str]:
            return frozenset(state.name for state in self.states if isinstance(state, kind))

        derived: dict[str, object] = {
            "states": tuple(self.states),
            "anywhere": dict(self.anywhere),
            "edges": {state.name: dict(state.on) for state in self.states},
            "works": named(Work),
            "waits": named(Wait),
            "joins": named(Join),
            "finals": named(Final),
            "events": frozenset(event for on in (*(s.on for s in self.states), self.anywhere) for event in on),
            "_by_name": {state.name: state for state in self.states},
        }
        for key, value in derived.items():
            object.__setattr__(self, key, value)
        check(self)

    def state(self, name: str) -> State:
        """The state of that name; ChartError if there is none."""
        try:
            return self._by_name[name]
        except KeyError:
            known = ", ".join(self._by_name)
            raise ChartError(f"chart {self.name}: there is no state {name!r}; its states are {known}") from None

    def start(self) -> Configuration:
        """One token in the initial state."""
        return Configuration((Token(0, self.initial, 0),), visits=1, minted=1)

    def fingerprint(self) -> str:
        """The sha256 (hex) of names, kinds and edges; the order of declaration and documentation do not count."""

        def plain(on: Mapping[type, Target]) -> dict[str, object]:
            return {event.__name__: None if target is HISTORY else target for event, target in on.items()}

        described = {
            "name": self.name,
            "version": self.version,
            "initial": self.initial,
            "states": {state.name: [type(state).__name__, plain(state.on)] for state in self.states},
            "anywhere": plain(self.anywhere),
        }
        canonical = json.dumps(described, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()
