"""Trying a model for real: one small question, and a line about what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from indagate.errors import InputError, ModelError
from indagate.models.client import ModelClient, RetryPolicy
from indagate.models.model_answerer import ModelAnswerer
from indagate.models.price import load_prices
from indagate.models.role import Role
from indagate.models.spec import Mode, parse_chain


@dataclass(frozen=True, slots=True)
class Probed:
    """What came of trying a model: whether it works, and a line that says so; what to do if it does not."""

    ok: bool
    line: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """Two numbers to add."""

    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Total:
    """The sum."""

    total: int


ROLE: Role[Sum, Total] = Role(
    "probe", Total, lambda asked: Total(asked.a + asked.b), prompt=Path(__file__).with_name("probe.md"), max_tokens=1024
)


async def probe(text: str, *, mode: Mode = "auto", home: Path | None = None, seconds: float = 30.0) -> list[Probed]:
    """Ask each model of a chain one small question; return a line for each. Raises nothing for what a model does."""
    try:
        specs, prices = parse_chain(text), load_prices(home / "prices.toml" if home else None)
    except InputError as error:
        return [Probed(False, error.message, error.hint or "")]
    found = []
    for spec in specs:
        answerer = ModelAnswerer(
            [ModelClient(spec, mode=mode, retry=RetryPolicy(tries=1, timeout=seconds))], prices=prices
        )
        began = time.monotonic()
        try:
            answer = await answerer.answer(ROLE, Sum(17, 25), "")
        except ModelError as error:
            found.append(Probed(False, error.message, error.hint or ""))
            continue
        finally:
            await answerer.close()
        took = time.monotonic() - began
        cost = "price unknown" if answerer.unpriced else f"${answer.spent.dollars:.5f}"
        wrong = "" if answer.output.total == 42 else "; it cannot add, so do not ask it for judgement"
        found.append(Probed(True, f"{spec.shown} answers: {took:.1f} s, {answer.spent.tokens} tokens, {cost}{wrong}"))
    return found
