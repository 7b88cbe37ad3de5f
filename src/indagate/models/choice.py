"""Who answers which role: as the user says and the environment offers, and never in silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from indagate.budget import Budget
from indagate.engine import Answering
from indagate.errors import InputError
from indagate.frozen import dataclass
from indagate.models.role import RULE, Answerer, Role, RuleAnswerer
from indagate.models.settings import Settings, read_settings
from indagate.models.spec import Mode

if TYPE_CHECKING:
    from indagate.models.embedding import LocalEmbedder, ServiceEmbedder

MODEL, FAST, OUTPUT = "INDAGATE_MODEL", "INDAGATE_FAST_MODEL", "INDAGATE_OUTPUT"
WITHOUT_MODEL = ("", RULE, "offline")
"""The words that stand for no model; `offline` is the older one."""
WITHOUT_EMBEDDING = ("", "none", "off")
KEYS = (
    "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "MISTRAL_API_KEY", "GROQ_API_KEY",
    "DEEPSEEK_API_KEY", "OPENROUTER_API_KEY",
)  # fmt: skip
"""Keys that say a model could be used. They alone never make one be used: that would spend money unasked."""


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """What the user says about models: a model or a chain for the smart and the fast roles, or for one role by name.

    `answerers` holds `ROLE=rule` or `ROLE=MODEL`. `output` is how a model is held to the form of its answer: auto,
    native, tool or prompted. `cache` keeps answers across runs. `timeout` in seconds, for one request, sent at most
    `tries` times. `thoughts` are tokens for thinking that a model may have beside its answer; None: as suits the model.
    `context` is how many tokens a request and its answer may have together; 0: as many as the model takes.
    `embed` names an embedding model, by which documents are searched also: see `embedding.py`.
    """

    model: str = ""
    fast: str = ""
    answerers: tuple[str, ...] = ()
    output: str = ""
    cache: bool = False
    timeout: float = 120.0
    tries: int = 4
    thoughts: int | None = None
    context: int = 0
    embed: str = ""


@dataclass(frozen=True)
class Answerers:
    """Who answers which role: that in `by_role`, else `fast` for the fast tier if there is one, else `default`.

    `said` tells the user in a line who they are, `setting` is what a run stores of them; None where a program brought
    its own client. By `embedder` documents are searched by what they mean, too.
    """

    default: Answerer = field(default_factory=RuleAnswerer)
    by_role: Mapping[str, Answerer] = field(default_factory=dict)
    fast: Answerer | None = None
    said: str = ""
    setting: Answering | None = None
    embedder: ServiceEmbedder | LocalEmbedder | None = None

    def of(self, role: Role[Any, Any]) -> Answerer:
        """Return the answerer for a role."""
        tiered = self.fast if role.tier == "fast" and self.fast is not None else self.default
        return self.by_role.get(role.name, tiered)

    @property
    def by_model(self) -> bool:
        """Whether a model answers any role."""
        return not all(isinstance(answerer, RuleAnswerer) for answerer in self.all)

    @property
    def stored(self) -> Answering:
        """What a run that is born with these answerers stores of them."""
        if self.setting is None and not self.by_model:
            return Answering()
        return self.setting or Answering(model=self.default.name, brought=True)

    def leaving(self, reached: str = "") -> str:
        """Say in a line what goes beyond this machine, to which models, and to whom else a flow says it reaches."""
        away = list(dict.fromkeys(place for one in self.all for place in getattr(one, "away", ())))
        told = f"your question and what is read go to {', '.join(away)} for these answers" if away else ""
        nothing = "nothing else" if getattr(self.embedder, "away", "") else "nothing"
        return "; ".join(filter(None, (told, reached))) or f"{nothing} goes beyond this machine for these answers"

    @property
    def line(self) -> str:
        """Who answers and what leaves this machine, in one line."""
        return f"{self.said.partition(chr(10))[0]}; {self.leaving()}"

    @property
    def all(self) -> tuple[Answerer, ...]:
        """All answerers, each once."""
        found = [self.default, *([self.fast] if self.fast is not None else []), *self.by_role.values()]
        return tuple({id(answerer): answerer for answerer in found}.values())

    def refuse(self, budget: Budget, roles: Iterable[Role[Any, Any]]) -> None:
        """Raise `InputError` for a budget in dollars where a price is not known, and for a role that is not there."""
        names = [role.name for role in roles]
        wrong = [name for name in self.by_role if names and name not in names]
        if wrong:
            raise InputError(f"there is no role {wrong[0]!r} in this flow", hint=f"Its roles are: {', '.join(names)}.")
        if budget.dollars is None:
            return
        paid = (*self.all, self.embedder)
        unknown = dict.fromkeys(name for answerer in paid for name in getattr(answerer, "unpriced", ()))
        if unknown:
            raise InputError(
                f"the price of {', '.join(unknown)} is not known, so a budget in dollars could not be held",
                hint="Put its price into prices.toml in the home folder (see docs/models.md), or set --budget-tokens.",
            )

    def connect(self) -> None:
        """Make the models' clients; nothing is sent. Raises `InputError` where none of a chain can be asked."""
        for answerer in (*self.all, self.embedder):
            connect = getattr(answerer, "connect", None)
            if connect is not None:
                connect()

    async def close(self) -> None:
        """Close what the answerers have opened."""
        for answerer in (*self.all, self.embedder):
            close = getattr(answerer, "close", None)
            if close is not None:
                await close()


def choose_answerers(
    environment: Mapping[str, str], options: ModelOptions | None = None, home: Path | None = None
) -> Answerers:
    """Return the answerers that options and environment ask for. Raises `InputError` for what cannot be understood.

    The options stand before the environment, that before the user's settings. Where none names a model every role is
    answered by its rule, also where a key is in the environment. `home` is the folder with prices.toml and the cache.
    """
    options = options or ModelOptions()
    answerers = _choose_answerers(environment, options, home)
    if options.embed.strip().casefold() in WITHOUT_EMBEDDING:
        return answerers
    from msgspec.structs import replace as other

    from indagate.models.connection import KEY
    from indagate.models.embedding import embedder_of

    embedder = embedder_of(options.embed, home, timeout=options.timeout, tries=options.tries)
    keys = (KEY,) if embedder.own_address and environment.get(KEY) else ()
    stored = answerers.stored
    setting = other(
        stored,
        embed=embedder.name,
        keys=tuple(dict.fromkeys((*stored.keys, *keys))),
        places=tuple(sorted({*stored.places, *filter(None, (embedder.elsewhere(environment),))})),
    )
    return replace(answerers, embedder=embedder, setting=setting, said=f"{answerers.said}\n{embedder.said}")


def _choose_answerers(environment: Mapping[str, str], options: ModelOptions, home: Path | None) -> Answerers:
    options, settled = _settled(environment, options)
    smart = options.model or environment.get(MODEL, "")
    fast = options.fast or ("" if options.model else environment.get(FAST, ""))
    named = dict(_assigned(item) for item in options.answerers)
    mode = mode_of(options.output or environment.get(OUTPUT, ""))
    if not any(_is_model(text) for text in (smart, fast, *named.values())):
        by_rule: dict[str, Answerer] = {name: RuleAnswerer() for name in named}
        return Answerers(by_role=by_rule, said=_offline(environment), setting=Answering(roles=options.answerers))
    make = _Maker(mode, options, home)
    default = make.answerer(smart)
    quick = make.answerer(fast) if fast else None
    by_role = {name: make.answerer(text) for name, text in named.items()}
    setting = _setting(smart, fast, named, mode, options, environment)
    said = _said(default, quick, by_role, options)
    if settled:
        said = f"{said}\nby your settings, {settled.path} (indagate models)"
    return Answerers(default, by_role, quick, said, setting)


def _settled(environment: Mapping[str, str], options: ModelOptions) -> tuple[ModelOptions, Settings | None]:
    """Return the options with what the user's settings add where neither they nor the environment name a model."""
    if options.model or environment.get(MODEL):
        return options, None
    settings = read_settings(environment)
    if not _is_model(settings.model):
        return options, None
    return replace(
        options,
        model=settings.model,
        fast=options.fast or environment.get(FAST, "") or settings.fast,
        output=options.output or environment.get(OUTPUT, "") or settings.output,
        context=options.context or settings.context,
    ), settings


def _setting(
    smart: str, fast: str, named: Mapping[str, str], mode: str, options: ModelOptions, environment: Mapping[str, str]
) -> Answering:
    """Return what a run stores: models as they are shown, without what in an address could be a secret."""
    from indagate.models.connection import KEY
    from indagate.models.spec import parse_chain

    def plain(text: str) -> str:
        return ",".join(spec.shown for spec in parse_chain(text)) if _is_model(text) else ""

    roles = tuple(f"{name}={plain(text) or RULE}" for name, text in named.items())
    models = [text for text in (smart, fast, *named.values()) if _is_model(text)]
    specs = [spec for text in models for spec in parse_chain(text)]
    keys = (KEY,) if any(spec.url for spec in specs) and environment.get(KEY) else ()
    places = tuple(sorted({place for spec in specs if (place := spec.elsewhere(environment))}))
    return Answering(plain(smart), plain(fast), roles, mode, options.context, options.cache, keys, places=places)


def mode_of(text: str) -> Mode:
    """Return the mode of that name, `auto` without one. Raises `InputError`."""
    if text and text not in get_args(Mode):
        raise InputError(f"there is no output {text!r}", hint=f"It is one of: {', '.join(get_args(Mode))}.")
    return cast("Mode", text or "auto")


class _Maker:
    """Makes answerers that share prices, cache and the connections to one model."""

    def __init__(self, mode: Mode, options: ModelOptions, home: Path | None) -> None:
        from indagate.models.cache import Cache
        from indagate.models.price import load_prices

        if not options.timeout > 0 or options.tries < 1:
            raise InputError("a model needs more than no time and at least one try")
        if options.context and options.context < 1000:
            raise InputError("a context of fewer than 1000 tokens holds no question")
        if options.cache and home is None:
            raise InputError("a cache needs a home folder")
        self._mode = mode
        self._options = options
        self._prices = load_prices(home / "prices.toml" if home else None)
        self._cache = Cache(home / "cache" / "answers") if options.cache and home else None
        self._prompts = home / "prompts" if home else None
        self._made: dict[str, Answerer] = {}

    def answerer(self, text: str) -> Answerer:
        if not _is_model(text):
            return RuleAnswerer()
        if text not in self._made:
            from indagate.models.client import ModelClient, RetryPolicy
            from indagate.models.model_answerer import ModelAnswerer
            from indagate.models.spec import parse_chain

            retry = RetryPolicy(tries=self._options.tries, timeout=self._options.timeout)
            clients = [
                ModelClient(spec, mode=self._mode, retry=retry, thoughts=self._options.thoughts)
                for spec in parse_chain(text)
            ]
            self._made[text] = ModelAnswerer(
                clients, prices=self._prices, cache=self._cache, context=self._options.context, prompts=self._prompts
            )
        return self._made[text]


def _is_model(text: str) -> bool:
    return text.strip().casefold() not in WITHOUT_MODEL


def shown_model(text: str) -> str:
    """Return a model or a chain as it is named to people, without what could be a secret. Raises `InputError`."""
    from indagate.models.spec import parse_chain

    return ", else ".join(spec.shown for spec in parse_chain(text)) if _is_model(text) else RULE


def _assigned(text: str) -> tuple[str, str]:
    role, equals, what = (part.strip() for part in text.partition("="))
    if not (role and equals and what):
        raise InputError(
            f"{text!r} says nothing about a role", hint="Say ROLE=rule or ROLE=MODEL, for example reader=rule."
        )
    return role, what


def _offline(environment: Mapping[str, str]) -> str:
    there = [name for name in KEYS if environment.get(name)]
    if not there:
        return "no model: every role is answered by its rule"
    ways = "--model or `indagate models use` turns a model on"
    return f"no model: every role is answered by its rule ({there[0]} is set; {ways})"


def _said(default: Answerer, fast: Answerer | None, by_role: Mapping[str, Answerer], options: ModelOptions) -> str:
    parts = [f"model: {default.name}"] if default.name != RULE else ["no model for most roles: their rules answer"]
    if fast is not None:
        parts.append(f"fast: {fast.name}")
    parts += [f"{role}: {answerer.name}" for role, answerer in sorted(by_role.items())]
    kept = "; answers are kept across runs" if options.cache else ""
    return "; ".join(parts) + kept
