"""Amounts and limits, in the units that a run can spend."""

from __future__ import annotations

from dataclasses import dataclass, fields

import msgspec

from indagate.errors import InputError


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was or may be spent: model tokens, money in US dollars, tool and model calls."""

    tokens: int = 0
    dollars: float = 0.0
    calls: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.tokens + other.tokens, self.dollars + other.dollars, self.calls + other.calls)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.tokens - other.tokens, self.dollars - other.dollars, self.calls - other.calls)

    def __bool__(self) -> bool:
        return bool(self.tokens or self.dollars or self.calls)


CALL = Amount(calls=1)


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; None is no limit. `seconds` is wall time spent driving, waits for people not counted."""

    tokens: int | None = None
    dollars: float | None = None
    calls: int | None = None
    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        for item in fields(self):
            limit = getattr(self, item.name)
            if limit is not None and not limit > 0:
                raise InputError(f"the budget for {item.name} must be above zero, not {limit}")
