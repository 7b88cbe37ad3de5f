"""Frozen dataclasses that are made in a fifth of the time.

`dataclasses` compiles six functions for each class, 0.5 ms in all, and a command loads some two hundred classes. Here
only `__init__` is compiled; the others are the same functions for every class. What is made is a dataclass like
others: `fields`, `replace`, `is_dataclass` and `match` take it. A class that asks for more than `frozen` and `slots`,
or has a base, some of these methods or a `field(...)` of its own, is left to `dataclasses`.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """Return a class as a dataclass, or the decorator that makes it one."""
        if cls is not None:
            return dataclasses.dataclass(cls, **options)
        if not options.get("frozen") or not options.keys() <= {"frozen", "slots"}:
            return dataclasses.dataclass(**options)
        return lambda one: _made(one, slots=options.get("slots", False))


_OWN = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__getstate__", "__setstate__")


def _made(cls: type, *, slots: bool) -> type:
    body = vars(cls)
    plain = {*cls.__bases__} <= {object, Generic} and cls.__doc__ is not None and not any(name in body for name in _OWN)
    if not plain or any(isinstance(value, dataclasses.Field) for value in body.values()):
        return dataclasses.dataclass(frozen=True, slots=slots)(cls)
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    params = made.__dataclass_params__
    params.init = params.repr = params.eq = params.frozen = True
    for name, method in {"__init__": _init(made), **_methods(made.__match_args__), **_SHARED}.items():
        setattr(made, name, method)
    found: type = made
    return found


def _init(made: type) -> Callable[..., None]:
    """Return the constructor: the one method that is compiled, so that calls cost what they cost elsewhere."""
    fields = dataclasses.fields(made)
    defaults = {f"_{n}": one.default for n, one in enumerate(fields) if one.default is not dataclasses.MISSING}
    taken = ", ".join(f"{one.name}=_{n}" if f"_{n}" in defaults else one.name for n, one in enumerate(fields))
    lines = [f"  _set(self, {one.name!r}, {one.name})" for one in fields] or ["  pass"]
    lines += ["  self.__post_init__()"] if hasattr(made, "__post_init__") else []
    body = "\n".join([f" def __init__(self, {taken}):", *lines, " return __init__"])
    space: dict[str, Any] = {}
    exec(f"def make(_set, {', '.join(defaults)}):\n{body}", vars(sys.modules[made.__module__]), space)  # noqa: S102
    found: Callable[..., None] = space["make"](object.__setattr__, **defaults)
    found.__qualname__ = f"{made.__qualname__}.__init__"
    found.__annotations__ = {**{one.name: one.type for one in fields}, "return": None}
    return found


def _methods(names: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    """Return the methods that depend on the fields' names."""
    values: Callable[[Any], Any] = (
        attrgetter(*names) if len(names) > 1 else lambda one: tuple(map(one.__getattribute__, names))
    )

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed}


def _repr(self: Any) -> str:
    told = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({told})"


def _refuse_setting(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__match_args__]


def _restore(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__match_args__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED = {
    "__repr__": _repr, "__setattr__": _refuse_setting, "__delattr__": _refuse_deleting, "__getstate__": _state,
    "__setstate__": _restore,
}  # fmt: skip
