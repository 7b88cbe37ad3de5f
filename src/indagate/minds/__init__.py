"""Roles, the questions a flow asks, and the minds that answer them: the roles' own rules, or language models.

What asks models is loaded when it is asked for, so that a run without a model loads none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.minds.choice import MindOptions, Minds, choose_minds
from indagate.minds.role import Answer, Estimating, Mind, OfflineMind, Role, Tier

if TYPE_CHECKING:
    from indagate.minds.cache import Cache
    from indagate.minds.checkup import Probed, probe
    from indagate.minds.model import ModelMind
    from indagate.minds.price import Price, Prices, load_prices
    from indagate.minds.prompt import STANDING, Prompt, render
    from indagate.minds.spec import Mode, Spec, parse_chain, parse_spec
    from indagate.minds.wire import Patience, Wire

__all__ = [
    "STANDING", "Answer", "Cache", "Estimating", "Mind", "MindOptions", "Minds", "Mode", "ModelMind", "OfflineMind",
    "Patience", "Price", "Prices", "Probed", "Prompt", "Role", "Spec", "Tier", "Wire", "choose_minds", "load_prices",
    "parse_chain", "parse_spec", "probe", "render",
]  # fmt: skip
_HOMES = {
    "cache": ("Cache",),
    "checkup": ("Probed", "probe"),
    "model": ("ModelMind",),
    "price": ("Price", "Prices", "load_prices"),
    "prompt": ("STANDING", "Prompt", "render"),
    "spec": ("Mode", "Spec", "parse_chain", "parse_spec"),
    "wire": ("Patience", "Wire"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
