"""The form of an answer: a JSON schema from a dataclass for the model, and the reading of what comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from indagate.storage.typed import json_decoder

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
    """Return the value of type `kind` whose JSON stands in `text`, alone or within chatter or a fence.

    Of several that fit the last is meant: what comes before may be thinking or an example. A field that was not asked
    for is passed over unless one that was asked for is missing beside it: it may be that one, misspelt.
    Raises `ValueError`, which says what is wrong.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the answer has {len(text):,} characters, far more than were asked for")
    bare = without_thoughts(text)
    if not bare:
        raise ValueError("the answer is empty")
    try:
        return _read(bare, kind)
    except ValueError as error:
        first = error
    found: list[Any] = []
    for candidate in objects(bare):
        try:
            found.append(_read(candidate, kind))
        except ValueError as error:
            first = error if not found else first
    if not found:
        raise first
    return found[-1]


def without_thoughts(text: str) -> str:
    """Return what a model wrote without its thinking aloud."""
    return _THOUGHT.sub("", text).strip()


_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_MOST_OBJECTS = 40
"""So many places are tried at which an object may begin."""


def objects(text: str) -> Iterator[str]:
    """Yield the JSON objects that stand in a text, each once and not those within another."""
    decoder, at = json.JSONDecoder(), text.find("{")
    for _ in range(_MOST_OBJECTS):
        if at < 0:
            return
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        yield text[at:end]
        at = text.find("{", end)


def _read(bare: str, kind: type[Any]) -> Any:
    try:
        value = json_decoder(kind).decode(bare)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"the answer is not JSON of the form asked for: {error}") from None
    extra = _misspelt(json.loads(bare), msgspec.to_builtins(value), "$")
    if extra:
        raise ValueError(f"the answer has fields that were not asked for: {', '.join(extra[:5])}")
    return value


def _misspelt(given: Any, taken: Any, path: str) -> list[str]:
    """Return the fields that were not asked for and stand where one that was asked for is missing."""
    if isinstance(given, dict) and isinstance(taken, dict):
        lacks = any(name not in given for name in taken)
        found = [f"{path}.{name}" for name in given if name not in taken and lacks]
        return found + [
            item for name in given if name in taken for item in _misspelt(given[name], taken[name], f"{path}.{name}")
        ]
    if isinstance(given, list) and isinstance(taken, (list, tuple)):
        return [
            item
            for n, (each, other) in enumerate(zip(given, taken, strict=False))
            for item in _misspelt(each, other, f"{path}[{n}]")
        ]
    return []
