"""A typed answer: the form that a program asks for, and the value that an agent's answer is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from indagate.errors import InputError
from indagate.models.form import objects, without_thoughts

_FENCED = re.compile(r"\A```\w*\n(.*)\n```\Z", re.DOTALL)
MISTAKES = 5
"""Mistakes that are named at once."""


def form_of(kind: Any) -> str:
    """Return the JSON Schema of a type (a dataclass, say) or of a schema, as text; nothing for None.

    Raises `InputError` for a type that has none, and for what is no schema.
    """
    if kind is None:
        return ""
    import jsonschema
    import msgspec

    try:
        schema = dict(kind) if isinstance(kind, Mapping) else msgspec.json.schema(kind)
        jsonschema.Draft202012Validator.check_schema(schema)
        return json.dumps(schema, ensure_ascii=False, sort_keys=True)
    except jsonschema.SchemaError as error:
        raise InputError(f"the type of the answer is no JSON Schema: {error.message[:200]}") from None
    except (TypeError, ValueError) as error:
        hint = "Give a dataclass, another type that JSON can hold, or a JSON Schema as a dict."
        raise InputError(f"the type of the answer cannot be used: {error}", hint=hint) from None


def value_of(answer: str, form: str) -> Any:
    """Return the value that an answer is, alone, in a fence or, if it is an object, within chatter; the last that fits.

    Raises `ValueError`, which says what is wrong with it.
    """
    import jsonschema
    from referencing import Registry

    validator = jsonschema.Draft202012Validator(json.loads(form), registry=Registry())  # nothing is fetched
    wrong, fits = "there is no JSON in it", []
    for value in _values(without_thoughts(answer).strip()):
        try:
            mistakes = list(validator.iter_errors(value))
        except Exception as error:  # noqa: BLE001 - a border: a stranger's schema may break its checker in any way
            raise ValueError(f"the form asked for cannot be checked: {type(error).__name__}") from None
        if not mistakes:
            fits.append(value)
        else:
            wrong = "; ".join(f"{found.json_path}: {found.message[:150]}" for found in mistakes[:MISTAKES])
    if not fits:
        raise ValueError(wrong)
    return fits[-1]


def settled(answer: str, form: str) -> str:
    """Return an answer as the JSON alone that it is, where it is of the form that is asked for; else as it stands."""
    try:
        return json.dumps(value_of(answer, form), ensure_ascii=False, indent=2) if form else answer
    except ValueError:
        return answer


def mistakes(answer: str, form: str) -> list[str]:
    """Return what is wrong with an answer that a form is asked of."""
    try:
        value_of(answer, form)
    except ValueError as error:
        return [f"the answer is not JSON of the form asked for: {error}"]
    return []


def leaves(answer: str, form: str) -> list[tuple[str, str]]:
    """Return what the value of an answer states: each text and number, with the name under which it stands."""
    try:
        return list(_leaves(value_of(answer, form), "it"))
    except ValueError:
        return [("it", answer)]


def _values(text: str) -> Iterator[Any]:
    for candidate in (*objects(text), *([found[1]] if (found := _FENCED.match(text)) else []), text):
        try:
            yield json.loads(candidate, parse_constant=_refuse)
        except (ValueError, RecursionError):
            continue


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _leaves(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, name)
    elif value is not None and not isinstance(value, bool):
        yield name, str(value)
