"""Which mind answers which role: as the user says and the environment offers, and never in silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast, get_args

from indagate.budget import Budget
from indagate.errors import InputError
from indagate.minds.role import Mind, OfflineMind, Role
from indagate.minds.spec import Mode

MODEL, FAST, OUTPUT = "INDAGATE_MODEL", "INDAGATE_FAST_MODEL", "INDAGATE_OUTPUT"
OFFLINE = "offline"
KEYS = (
    "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "MISTRAL_API_KEY", "GROQ_API_KEY",
    "DEEPSEEK_API_KEY", "OPENROUTER_API_KEY",
)  # fmt: skip
"""Keys that say a model could be used. They alone never make one be used: that would spend money unasked."""


@dataclass(frozen=True, slots=True)
class MindOptions:
    """What the user says about minds: a model or a chain for the smart and the fast roles, or for one role by name.

    `minds` holds `ROLE=offline` or `ROLE=MODEL`. `output` is how a model is held to the form of its answer: auto,
    native, tool or prompted. `cache` keeps answers across runs. `timeout` in seconds, for one request, sent at most
    `tries` times. `thoughts` are tokens for thinking that a model may have beside its answer; None: as suits the model.
    """

    model: str = ""
    fast: str = ""
    minds: tuple[str, ...] = ()
    output: str = ""
    cache: bool = False
    timeout: float = 120.0
    tries: int = 4
    thoughts: int | None = None


@dataclass(frozen=True)
class Minds:
    """Which mind answers which role: that in `by_role`, else `fast` for the fast tier if there is one, else `default`.

    `said` tells the user in a line which minds those are.
    """

    default: Mind = field(default_factory=OfflineMind)
    by_role: Mapping[str, Mind] = field(default_factory=dict)
    fast: Mind | None = None
    said: str = ""

    def of(self, role: Role[Any, Any]) -> Mind:
        """Return the mind for a role."""
        tiered = self.fast if role.tier == "fast" and self.fast is not None else self.default
        return self.by_role.get(role.name, tiered)

    @property
    def all(self) -> tuple[Mind, ...]:
        """All minds, each once."""
        found = [self.default, *([self.fast] if self.fast is not None else []), *self.by_role.values()]
        return tuple({id(mind): mind for mind in found}.values())

    def refuse(self, budget: Budget, roles: Iterable[Role[Any, Any]]) -> None:
        """Raise `InputError` for a budget in dollars where a price is not known, and for a role that is not there."""
        names = [role.name for role in roles]
        wrong = [name for name in self.by_role if names and name not in names]
        if wrong:
            raise InputError(f"there is no role {wrong[0]!r} in this flow", hint=f"Its roles are: {', '.join(names)}.")
        if budget.dollars is None:
            return
        unknown = dict.fromkeys(name for mind in self.all for name in getattr(mind, "unpriced", ()))
        if unknown:
            raise InputError(
                f"the price of {', '.join(unknown)} is not known, so a budget in dollars could not be held",
                hint="Put its price into prices.toml in the home folder (see docs/models.md), or set --budget-tokens.",
            )

    def connect(self) -> None:
        """Make the models' clients; nothing is sent. Raises `InputError` where none of a mind's models can be asked."""
        for mind in self.all:
            connect = getattr(mind, "connect", None)
            if connect is not None:
                connect()

    async def close(self) -> None:
        """Close what the minds have opened."""
        for mind in self.all:
            close = getattr(mind, "close", None)
            if close is not None:
                await close()


def choose_minds(environment: Mapping[str, str], options: MindOptions | None = None, home: Path | None = None) -> Minds:
    """Return the minds that options and environment ask for. Raises `InputError` for what cannot be understood.

    Without `--model` or INDAGATE_MODEL every role is answered by its rule, also where a key is in the environment.
    `home` is the folder with the user's prices.toml and the cache.
    """
    options = options or MindOptions()
    smart = options.model or environment.get(MODEL, "")
    fast = options.fast or ("" if options.model else environment.get(FAST, ""))
    named = dict(_assigned(item) for item in options.minds)
    mode = options.output or environment.get(OUTPUT, "") or "auto"
    if mode not in get_args(Mode):
        raise InputError(f"there is no output {mode!r}", hint=f"It is one of: {', '.join(get_args(Mode))}.")
    if not any(_is_model(text) for text in (smart, fast, *named.values())):
        return Minds(by_role={name: OfflineMind() for name in named}, said=_offline(environment))
    make = _Maker(cast("Mode", mode), options, home)
    default = make.mind(smart)
    quick = make.mind(fast) if fast else None
    by_role = {name: make.mind(text) for name, text in named.items()}
    return Minds(default, by_role, quick, _said(default, quick, by_role, options))


class _Maker:
    """Makes minds that share prices, cache and the connections to one model."""

    def __init__(self, mode: Mode, options: MindOptions, home: Path | None) -> None:
        from indagate.minds.cache import Cache
        from indagate.minds.price import load_prices

        if not options.timeout > 0 or options.tries < 1:
            raise InputError("a model needs more than no time and at least one try")
        if options.cache and home is None:
            raise InputError("a cache needs a home folder")
        self._mode = mode
        self._options = options
        self._prices = load_prices(home / "prices.toml" if home else None)
        self._cache = Cache(home / "cache" / "answers") if options.cache and home else None
        self._made: dict[str, Mind] = {}

    def mind(self, text: str) -> Mind:
        if not _is_model(text):
            return OfflineMind()
        if text not in self._made:
            from indagate.minds.model import ModelMind
            from indagate.minds.spec import parse_chain
            from indagate.minds.wire import Patience, Wire

            patience = Patience(tries=self._options.tries, timeout=self._options.timeout)
            wires = [
                Wire(spec, mode=self._mode, patience=patience, thoughts=self._options.thoughts)
                for spec in parse_chain(text)
            ]
            self._made[text] = ModelMind(wires, prices=self._prices, cache=self._cache)
        return self._made[text]


def _is_model(text: str) -> bool:
    return text.strip().casefold() not in ("", OFFLINE)


def _assigned(text: str) -> tuple[str, str]:
    role, equals, what = (part.strip() for part in text.partition("="))
    if not (role and equals and what):
        raise InputError(
            f"{text!r} assigns no mind", hint="Say ROLE=offline or ROLE=MODEL, for example reader=offline."
        )
    return role, what


def _offline(environment: Mapping[str, str]) -> str:
    there = [name for name in KEYS if environment.get(name)]
    if not there:
        return "no model: every role is answered by its offline rule"
    return (
        f"no model: every role is answered by its offline rule ({there[0]} is set; --model or {MODEL} turns a model on)"
    )


def _said(default: Mind, fast: Mind | None, by_role: Mapping[str, Mind], options: MindOptions) -> str:
    parts = [f"model: {default.name}"] if default.name != OFFLINE else ["no model for most roles: their rules answer"]
    if fast is not None:
        parts.append(f"fast: {fast.name}")
    parts += [f"{role}: {mind.name}" for role, mind in sorted(by_role.items())]
    return "; ".join(parts) + ("; answers are kept across runs" if options.cache else "")
