"""A plain function as a tool with a time limit: called in a process of its own, which is killed at the limit."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from indagate.storage.typed import json_decoder
from indagate.tools.form import KEY, Signature

MEMORY = 2 << 30


class _Call(msgspec.Struct):
    module: str
    name: str
    arguments: msgspec.Raw
    path: list[str]


async def call(function: Callable[..., Any], args: Any, kwargs: Any, result: Any, seconds: float) -> Any:
    """Return what the function returns, of the type `result`. Raises `TimedOut`, or `EffectFailed` with its reason."""
    from indagate.sandbox import run_killable

    arguments = msgspec.json.encode(inspect.signature(function).bind(*args, **kwargs).arguments)
    trusted = [entry for entry in sys.path if entry and Path(entry).is_absolute()]
    asked = _Call(function.__module__, function.__qualname__, msgspec.Raw(arguments), trusted)
    answer = await run_killable(
        "indagate.tools.process:answer", msgspec.json.encode(asked), timeout=seconds, memory=MEMORY
    )
    return json_decoder(result).decode(answer)


def answer(request: bytes) -> bytes:
    """Call the function that a request names, in the process that is killed; its result as JSON."""
    asked = msgspec.json.decode(request, type=_Call)
    sys.path.extend(entry for entry in asked.path if entry not in sys.path)
    found: Any = importlib.import_module(asked.module)
    for part in asked.name.split("."):
        found = getattr(found, part)
    function = getattr(found, "function", found)
    given = msgspec.json.decode(asked.arguments)
    key = {KEY: given.pop(KEY)} if KEY in given else {}
    return msgspec.json.encode(function(**Signature(asked.name, function).accept(given), **key))
