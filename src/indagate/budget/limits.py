"""Amounts and limits, in the units that a run can spend."""

from __future__ import annotations

from dataclasses import fields

import msgspec

from indagate.errors import InputError
from indagate.frozen import dataclass

_PLACES = 9  # of a dollar: sums of fractions leave no residue, in whatever order they are made


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was or may be spent: model tokens, money in US dollars, tool and model calls.

    `unpriced` are those of the tokens whose price is not known: `dollars` are then what is known to be spent, not all.
    `seconds` are those of the processor that programs with a limit of such have used; no other time is in here.
    """

    tokens: int = 0
    dollars: float = 0.0
    calls: int = 0
    unpriced: int = 0
    seconds: float = 0.0

    def __add__(self, other: Amount) -> Amount:
        dollars = self.dollars + other.dollars
        if dollars:
            dollars = round(dollars, _PLACES)
        seconds = round(self.seconds + other.seconds, _PLACES)
        unpriced = self.unpriced + other.unpriced
        return Amount(self.tokens + other.tokens, dollars, self.calls + other.calls, unpriced, seconds)

    def __sub__(self, other: Amount) -> Amount:
        dollars = self.dollars - other.dollars
        if dollars:
            dollars = round(dollars, _PLACES)
        seconds = round(self.seconds - other.seconds, _PLACES)
        unpriced = self.unpriced - other.unpriced
        return Amount(self.tokens - other.tokens, dollars, self.calls - other.calls, unpriced, seconds)

    def beyond(self, other: Amount) -> Amount:
        """Return what this is more than another one, in no unit less than nothing."""
        more = self - other
        return Amount(max(more.tokens, 0), max(more.dollars, 0.0), max(more.calls, 0), max(more.unpriced, 0))

    def __bool__(self) -> bool:
        return bool(self.tokens or self.dollars or self.calls or self.seconds)


CALL = Amount(calls=1)


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What asking a model took: the hash of the prompt, tokens of the prompt (`cached` of them cheaper) and the answer.

    `requests` counts those that were sent, `repaired` says that the first answer was sent back, `failed` names the
    models that were tried before, `refused` counts what was wrong with an answer that was passed on all the same,
    `cache` names what paid for an answer that was kept. `calls` is the digest of what was sent and came back, as the
    store keeps it. `left_out` counts how often what was shown was cut to fit the context. The money is in the `Amount`
    beside it, the time in the row.
    """

    model: str
    prompt: str = ""
    input: int = 0
    output: int = 0
    cached: int = 0
    requests: int = 1
    repaired: bool = False
    failed: tuple[str, ...] = ()
    cache: str = ""
    refused: int = 0
    calls: str = ""
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; None is no limit.

    `seconds` is wall time spent driving, waits for people not counted; in a flow whose `budget_clock` is the processor,
    what its programs used of that.
    """

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


@dataclass(frozen=True, slots=True)
class UserLimits:
    """How many runs each user may have: driven at once, and begun on one day (UTC); 0 is no limit."""

    at_once: int = 0
    per_day: int = 0
