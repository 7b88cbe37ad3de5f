"""What models cost: a dated table that ships, and the user's own, which has the last word. Unknown is never 0."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from indagate.errors import InputError
from indagate.frozen import dataclass
from indagate.models.spec import Spec

_SHIPPED = Path(__file__).with_name("prices.toml")
_DATED = re.compile(r"[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$")
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens of the prompt and the answer; of what is read from or written to a cache."""

    input: float
    output: float
    cached: float | None = None
    written: float | None = None

    def most(self, prompt: int, answer: int) -> float:
        """Return the most that a request of so many tokens may cost."""
        return (prompt * max(self.input, self.written or 0.0) + answer * self.output) / _MILLION

    def of(self, prompt: int, answer: int, cached: int = 0, written: int = 0) -> float:
        """Return what a request cost; `cached` and `written` are parts of the prompt's tokens."""
        plain = max(0, prompt - cached - written)
        read = cached * (self.input if self.cached is None else self.cached)
        wrote = written * (self.input if self.written is None else self.written)
        return (plain * self.input + read + wrote + answer * self.output) / _MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices known, by provider and model, and the date of the table that ships."""

    table: Mapping[tuple[str, str], Price]
    date: date

    def of(self, spec: Spec) -> Price | None:
        """Return a model's price, or None where it is not known: also for a service at an address of the user's own,

        unless the user's file has it under `[at."URL"]`.
        """
        provider = f"at {spec.url}" if spec.url else _PROVIDERS.get(spec.provider, spec.provider)
        bare = _DATED.sub("", spec.name)
        return self.table.get((provider, spec.name)) or self.table.get((provider, bare))


_PROVIDERS = {"openai-chat": "openai", "openai-responses": "openai", "google-cloud": "google"}


def load_prices(own: Path | None = None) -> Prices:
    """Read the table that ships and the user's own file, if it is there. Raises `InputError` for a malformed one."""
    table, day = _shipped()
    if own is not None and own.exists():
        table = {**table, **_read(own)[0]}
    return Prices(table, day)


@cache
def _shipped() -> tuple[dict[tuple[str, str], Price], date]:
    return _read(_SHIPPED)


def _read(path: Path) -> tuple[dict[tuple[str, str], Price], date]:
    hint = 'A line should read: "gpt-5" = { input = 1.25, output = 10 } below [openai], or below [at."http://host/v1"]'
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the prices in {path} cannot be read: {error}", hint=hint) from None
    found: dict[tuple[str, str], Price] = {}
    sections: dict[str, Any] = {name: value for name, value in content.items() if isinstance(value, dict)}
    places = sections.pop("at", {})
    if isinstance(places, dict):
        sections |= {f"at {str(url).rstrip('/')}": value for url, value in places.items()}
    for provider, models in sections.items():
        for name, given in models.items() if isinstance(models, dict) else [("", models)]:
            try:
                price = Price(**{key: float(amount) for key, amount in given.items()})
            except (AttributeError, TypeError, ValueError):
                raise InputError(f"{path}: the price of {provider} {name} cannot be read", hint=hint) from None
            if min(price.input, price.output, price.cached or 0, price.written or 0) < 0:
                raise InputError(f"{path}: the price of {provider} {name} is below zero", hint=hint)
            found[provider, str(name)] = price
    day = content.get("date")
    return found, day if isinstance(day, date) else date.min
