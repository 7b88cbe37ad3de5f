"""The form of a tool's arguments: a JSON schema for whoever asks for it, and the check of what was asked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol, get_type_hints

from indagate.errors import ChartError, InputError

KEY = "idempotency_key"
"""The parameter of a tool's function that gets the key of the call: no part of what is asked."""


class Form(Protocol):
    """What a tool takes."""

    @property
    def schema(self) -> Mapping[str, Any]:
        """A JSON schema of an object."""

    def accept(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments in the types that the tool takes. Raises `InputError` with what is wrong."""


class Signature:
    """The form of a function, from its signature: names, types, defaults; descriptions by `Annotated[…, Meta(…)]`."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self._name = name
        self._function = function

    @cached_property
    def _struct(self) -> Any:
        import msgspec

        hints = get_type_hints(self._function, include_extras=True)
        fields: list[Any] = []
        for parameter in inspect.signature(self._function).parameters.values():
            if parameter.name == KEY:
                continue  # the engine's to give, nobody's to ask for
            if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                raise ChartError(f"the tool {self._name} takes {parameter}, which has no name to be asked for by")
            if parameter.name not in hints:
                raise ChartError(f"the tool {self._name} does not say of what type {parameter.name} is")
            field = (parameter.name, hints[parameter.name])
            fields.append(field if parameter.default is parameter.empty else (*field, parameter.default))
        return msgspec.defstruct(
            "arguments", fields, kw_only=True, forbid_unknown_fields=True, module=self._function.__module__
        )

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """A JSON schema of an object."""
        import msgspec

        (top,), parts = msgspec.json.schema_components([self._struct], ref_template="#/$defs/{name}")
        own = dict(parts.pop("arguments")) if "$ref" in top else dict(top)
        own.pop("title", None)
        return {**own, "$defs": dict(parts)} if parts else own

    def accept(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments in the types that the function takes. Raises `InputError` with what is wrong."""
        import msgspec

        try:
            held = msgspec.convert(dict(arguments), self._struct, strict=False)
        except msgspec.ValidationError as error:
            raise InputError(f"{self._name} does not take these arguments: {str(error)[:300]}") from None
        return {name: getattr(held, name) for name in self._struct.__struct_fields__}


class Given:
    """A form that someone else states as a JSON schema."""

    def __init__(self, name: str, schema: Mapping[str, Any]) -> None:
        self._name = name
        self.schema = schema

    def accept(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments if the schema holds for them. Raises `InputError` with what is wrong."""
        import jsonschema

        found: list[Any] = []
        try:
            validator = jsonschema.Draft202012Validator(dict(self.schema))
            for error in validator.iter_errors(dict(arguments)):
                found.append(error)
                if len(found) == 3:
                    break
        except Exception as error:  # noqa: BLE001 - a border: a stranger's schema may break its checker in any way
            raise InputError(f"{self._name} states no usable form: {type(error).__name__}") from None
        if found:
            what = "; ".join(error.message[:150] for error in found)
            raise InputError(f"{self._name} does not take these arguments: {what}")
        return dict(arguments)
