"""Roles, the questions that a flow asks, and who answers them: the roles' own rules, or language models.

What asks models is loaded when it is asked for, so that a run without a model loads none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.models.choice import Answerers, ModelOptions, choose_answerers
from indagate.models.role import RULE, Answer, Answerer, Estimating, Role, RuleAnswerer, Sent, Tier

if TYPE_CHECKING:
    from indagate.models.cache import Cache
    from indagate.models.checkup import Probed, probe
    from indagate.models.client import ModelClient, RetryPolicy
    from indagate.models.model_answerer import ModelAnswerer
    from indagate.models.price import Price, Prices, load_prices
    from indagate.models.prompt import STANDING, Prompt, render
    from indagate.models.setting import answerers_of, changed
    from indagate.models.spec import Mode, Spec, parse_chain, parse_spec
    from indagate.models.toolcall import Exchange, ToolCall, ToolSpec, Turn

__all__ = [
    "RULE",
    "STANDING",
    "Answer",
    "Answerer",
    "Answerers",
    "Cache",
    "Estimating",
    "Exchange",
    "Mode",
    "ModelAnswerer",
    "ModelClient",
    "ModelOptions",
    "Price",
    "Prices",
    "Probed",
    "Prompt",
    "RetryPolicy",
    "Role",
    "RuleAnswerer",
    "Sent",
    "Spec",
    "Tier",
    "ToolCall",
    "ToolSpec",
    "Turn",
    "answerers_of",
    "changed",
    "choose_answerers",
    "load_prices",
    "parse_chain",
    "parse_spec",
    "probe",
    "render",
]  # fmt: skip
_HOMES = {
    "cache": ("Cache",),
    "checkup": ("Probed", "probe"),
    "model_answerer": ("ModelAnswerer",),
    "price": ("Price", "Prices", "load_prices"),
    "prompt": ("STANDING", "Prompt", "render"),
    "setting": ("answerers_of", "changed"),
    "spec": ("Mode", "Spec", "parse_chain", "parse_spec"),
    "client": ("RetryPolicy", "ModelClient"),
    "toolcall": ("Exchange", "ToolCall", "ToolSpec", "Turn"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
