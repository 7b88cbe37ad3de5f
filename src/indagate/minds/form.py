"""The form of an answer: a JSON schema from a dataclass for the model, and the strict reading of what comes back."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import msgspec

from indagate.store.typed import json_decoder

LONGEST = 400_000
"""Characters of an answer that are read at all."""


@lru_cache(maxsize=64)
def schema_of(kind: Any) -> dict[str, Any]:
    """Return the JSON schema of a type: one object without a reference at its root, closed against other fields."""
    schema = msgspec.json.schema(kind)
    definitions = schema.pop("$defs", {})
    if "$ref" in schema:
        schema = definitions.pop(schema["$ref"].rsplit("/", 1)[1])
    if schema.get("type") != "object":
        raise TypeError(f"a model can only be asked for a dataclass, not for {kind!r}")
    if definitions:
        schema = {**schema, "$defs": definitions}
    _close(schema)
    return schema


def _close(node: Any) -> None:
    if isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            node["additionalProperties"] = False
            node.pop("title", None)
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


def read_answer(text: str, kind: type[Any]) -> Any:
    """Return the value of type `kind` that `text` is the JSON of. Raises `ValueError`, which says what is wrong."""
    if len(text) > LONGEST:
        raise ValueError(f"the answer has {len(text):,} characters, far more than were asked for")
    bare = _unfenced(text.strip())
    if not bare:
        raise ValueError("the answer is empty")
    try:
        value = json_decoder(kind).decode(bare)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"the answer is not JSON of the form asked for: {error}") from None
    extra = _extra(json.loads(bare), msgspec.to_builtins(value), "$")
    if extra:
        raise ValueError(f"the answer has fields that were not asked for: {', '.join(extra[:5])}")
    return value


def _unfenced(text: str) -> str:
    """A JSON text without the Markdown fence that some models put around it."""
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        return text[text.index("\n") + 1 : -3].strip()
    return text


def _extra(given: Any, taken: Any, path: str) -> list[str]:
    if isinstance(given, dict) and isinstance(taken, dict):
        found = [f"{path}.{name}" for name in given if name not in taken]
        return found + [
            item for name in given if name in taken for item in _extra(given[name], taken[name], f"{path}.{name}")
        ]
    if isinstance(given, list) and isinstance(taken, (list, tuple)):
        return [
            item
            for n, (one, other) in enumerate(zip(given, taken, strict=False))
            for item in _extra(one, other, f"{path}[{n}]")
        ]
    return []
