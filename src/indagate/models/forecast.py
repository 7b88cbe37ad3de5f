"""What a run may be expected to take before it begins: calls, tokens, dollars, from its roles' sizes and the prices."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from indagate.engine import Answering
from indagate.models.choice import WITHOUT_MODEL
from indagate.models.price import Prices
from indagate.models.role import Role
from indagate.models.spec import Spec, parse_chain
from indagate.number import count


@dataclass(frozen=True, slots=True)
class Expected:
    """So many questions to a role, each of so many tokens: `input` with instructions and form, `output` the answer."""

    role: Role[Any, Any]
    calls: int
    input: int
    output: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What models are expected to take; `unpriced` names those whose price is not known: `dollars` lacks theirs."""

    calls: int
    tokens: int
    dollars: float
    unpriced: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """It in words."""
        if not self.unpriced:
            money = f"${self.dollars:.2f}" if self.dollars >= 0.01 or not self.dollars else "less than $0.01"
        elif self.dollars:
            money = f"${self.dollars:.2f} and what {', '.join(self.unpriced)} costs, whose price is not known"
        else:
            money = f"the price of {', '.join(self.unpriced)} is not known"
        return f"about {count(self.calls, 'call')}, {count(self.tokens, 'token')}, {money}"


def forecast(setting: Answering, expected: Iterable[Expected], prices: Prices) -> Forecast | None:
    """Return what these questions may take with the models of a run, the first of each chain; None without a model."""
    calls, tokens, dollars = 0, 0, 0.0
    unpriced: dict[str, None] = {}
    for item in expected:
        text = _model_of(setting, item.role)
        if text in WITHOUT_MODEL:
            continue
        size = item.input + item.output
        calls, tokens = calls + item.calls, tokens + item.calls * size
        spec = None if setting.brought else _first(text)
        price = prices.of(spec) if spec else None
        if price is None:
            unpriced[spec.shown if spec else text] = None
        else:
            dollars += item.calls * price.of(item.input, item.output)
    return Forecast(calls, round(tokens, -3), dollars, tuple(unpriced)) if calls else None


def _model_of(setting: Answering, role: Role[Any, Any]) -> str:
    named = dict(item.split("=", 1) for item in setting.roles)
    return named.get(role.name) or (setting.fast if role.tier == "fast" else "") or setting.model


def _first(text: str) -> Spec:
    return parse_chain(text)[0]
