"""Both ends of the line between tests and the code under test, each in a jail and a process of its own.

This text is run in both. The code's process holds no test and decides nothing: it is asked for values, and answers.
The tests' process runs nothing of the code's: what it gets is plain data, or stands for an object over there. So the
code can neither read nor change its tests, nor end their process. Only what the tests hand over can be called back.

Data is copied, and what a call changed in a list, dictionary or set that it was given is changed here too. A remote
object is compared with local data by the plain data that it holds, never by a method of its own.
"""

import asyncio
import base64
import builtins
import contextlib
import datetime
import decimal
import fractions
import io
import json
import operator
import socket
import sys
import types
from typing import Any

_DEPTH = 80
_ISO: dict[str, Any] = {"date": datetime.date, "datetime": datetime.datetime, "time": datetime.time}
_BUILT_IN = (
    "len",
    "iter",
    "next",
    "bool",
    "str",
    "repr",
    "hash",
    "int",
    "float",
    "complex",
    "abs",
    "round",
    "reversed",
)
_COMPARING = ("eq", "ne", "lt", "le", "gt", "ge")
_BINARY = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift",
)  # fmt: skip
_OTHER = ("neg", "pos", "invert", "index", "getitem", "setitem", "delitem", "contains", *_COMPARING, *_BINARY)
_NOT_TO_BE_HANDED_OVER = (types.ModuleType, types.FrameType, types.CodeType, types.TracebackType)


class Line:
    """One end: what was handed over, and what stands for objects of the other end."""

    def __init__(self, number: int, stands_for: Any, serves: Any) -> None:
        self.socket = socket.socket(fileno=number)
        self.file = self.socket.makefile("rwb")
        self.stands_for, self.serves = stands_for, serves
        self.own: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.theirs: dict[int, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.file.write(json.dumps(message).encode() + b"\n")
        self.file.flush()

    def take(self) -> dict[str, Any]:
        """Wait for a message. Raises `ConnectionError` where the other end has left."""
        line = self.file.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the code under test has left")
        found = json.loads(line)
        if not isinstance(found, dict):
            raise ConnectionError("what came over the line is no message")
        return found

    def ask(self, what: str, *values: Any, **more: Any) -> Any:
        """Ask the other end, serving what it asks meanwhile."""
        self.send({"ask": what, "values": [self.pack(value) for value in values],
                   "more": {name: self.pack(value) for name, value in more.items()}})  # fmt: skip
        while "ask" in (reply := self.take()):
            self.answer(reply)
        if printed := reply.get("printed"):
            sys.stdout.write(str(printed))
        for value, after in zip(values[1:], reply.get("after", ())[1:], strict=False):
            _bring_up(value, self.unpack(after))
        if "raised" in reply:
            raise self._raised(reply["raised"])
        return self.unpack(reply["value"])

    def answer(self, message: dict[str, Any]) -> None:
        """Do what the other end asks, and send what became of it."""
        reply: dict[str, Any] = {}
        values: list[Any] = []
        try:
            values = [self.unpack(value) for value in message["values"]]
            more = {name: self.unpack(value) for name, value in message["more"].items()}
            reply["value"] = self.pack(self.serves(message["ask"], values, more))
        except BaseException as error:  # noqa: BLE001 - whatever is raised here is raised over there
            reply = {"raised": self._described(error)}
        reply["after"] = [self.pack(value) if type(value) in (list, dict, set, bytearray) else None for value in values]
        if isinstance(sys.stdout, _Heard):
            reply["printed"] = sys.stdout.heard()
        self.send(reply)

    def pack(self, value: Any, depth: int = 0) -> Any:
        """Return a value as JSON: data as it is, everything else as a number that stands for it."""
        if depth > _DEPTH:
            raise RecursionError("the value is nested too deep")
        kind: Any = type(value)
        if value is None or kind in (bool, float, str):
            return value
        if kind is int:
            return value if abs(value) < 1 << 60 else ["int", hex(value)]
        if kind in (list, tuple, set, frozenset):
            return [kind.__name__, [self.pack(item, depth + 1) for item in value]]
        if kind is dict:
            return ["dict", [[self.pack(k, depth + 1), self.pack(v, depth + 1)] for k, v in value.items()]]
        if kind in (bytes, bytearray):
            return [kind.__name__, base64.b64encode(value).decode()]
        if kind is complex:
            return ["complex", [value.real, value.imag]]
        if kind is range:
            return ["range", [self.pack(part) for part in (value.start, value.stop, value.step)]]
        if kind in (decimal.Decimal, fractions.Fraction):
            return [kind.__name__, str(value)]
        if kind in (datetime.date, datetime.datetime, datetime.time):
            return [kind.__name__, value.isoformat()]
        if kind is datetime.timedelta:
            return ["timedelta", [value.days, value.seconds, value.microseconds]]
        name = getattr(value, "__name__", None) if isinstance(value, type) else None
        if isinstance(name, str) and getattr(builtins, name, None) is value:
            return ["built-in", name]
        if (number := getattr(value, "_apart_number", None)) is not None and isinstance(value, self.stands_for):
            return ["yours", number]
        return ["mine", self._number(value), self._kind(value)]

    def _number(self, value: Any) -> int:
        if isinstance(value, _NOT_TO_BE_HANDED_OVER):
            raise TypeError(f"a {type(value).__name__} cannot be handed over")
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.own)
            self.own.append(value)
        return self.numbers[id(value)]

    def _kind(self, value: Any) -> Any:
        if isinstance(value, type) and issubclass(value, BaseException):
            return ["exception", value.__name__, [self.pack(base) for base in value.__bases__]]
        return "coroutine" if isinstance(value, types.CoroutineType) else ""

    def unpack(self, packed: Any) -> Any:
        """Return what was packed."""
        if not isinstance(packed, list):
            return packed
        kind, held = packed[0], packed[1]
        if kind in ("list", "tuple", "set", "frozenset"):
            return getattr(builtins, kind)(self.unpack(item) for item in held)
        if kind == "dict":
            return {self.unpack(key): self.unpack(item) for key, item in held}
        if kind in ("bytes", "bytearray"):
            return getattr(builtins, kind)(base64.b64decode(held))
        if kind == "int":
            return int(held, 16)
        if kind in ("complex", "range"):
            return getattr(builtins, kind)(*(self.unpack(part) for part in held))
        if kind in ("Decimal", "Fraction"):
            return decimal.Decimal(held) if kind == "Decimal" else fractions.Fraction(held)
        if kind in _ISO:
            return _ISO[kind].fromisoformat(held)
        if kind == "timedelta":
            return datetime.timedelta(*held)
        if kind == "built-in":
            found = getattr(builtins, held)
            return found if isinstance(found, type) else None
        if kind == "yours":
            return self.own[held]
        if held not in self.theirs:
            self.theirs[held] = self._standing(held, packed[2])
        if packed[2] == "coroutine":
            return _later(self, self.theirs[held])
        return self.theirs[held]

    def _standing(self, number: int, kind: Any) -> Any:
        if isinstance(kind, list):
            bases = tuple(base for one in kind[2] if isinstance(base := self.unpack(one), type))
            return type(str(kind[1]), bases or (Exception,), {"_apart_number": number})
        return self.stands_for(self, number)

    def _described(self, error: BaseException) -> Any:
        held = {name: value for name, value in vars(error).items() if not name.startswith("_")}
        try:
            return [self.pack(type(error)), self.pack(tuple(error.args)), self.pack(held)]
        except Exception:  # noqa: BLE001 - what it holds cannot be sent: its words can
            return [["built-in", "RuntimeError"], ["tuple", [f"{type(error).__name__}: {error}"]], ["dict", []]]

    def _raised(self, described: Any) -> BaseException:
        kind, args, held = (self.unpack(part) for part in described)
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            return RuntimeError(*args)
        error = kind.__new__(kind, *args)
        error.args = args
        for name, value in held.items():
            with contextlib.suppress(Exception):
                setattr(error, name, value)
        return error


async def _later(line: Line, remote: Any) -> Any:
    return line.ask("await", remote)


def _bring_up(value: Any, after: Any) -> None:
    """Change what was given to a call as the call changed it."""
    if type(value) is not type(after) or value == after:
        return
    if type(value) in (list, bytearray):
        value[:] = after
    elif type(value) in (dict, set):
        value.clear()
        value.update(after)


class _Heard(io.StringIO):
    def heard(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


class Remote:
    """An object of the other end."""

    def __init__(self, line: Line, number: int) -> None:
        object.__setattr__(self, "_apart_line", line)
        object.__setattr__(self, "_apart_number", number)

    def __call__(self, *values: Any, **more: Any) -> Any:
        """Call it over there."""
        return self._apart_line.ask("call", self, *values, **more)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_apart"):
            raise AttributeError(name)
        return self._apart_line.ask("get", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._apart_line.ask("set", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._apart_line.ask("del", self, name)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, Remote) and self._apart_line.ask("isinstance", instance, self) is True

    def __subclasscheck__(self, one: Any) -> bool:
        return isinstance(one, Remote | type) and self._apart_line.ask("issubclass", one, self) is True

    def __enter__(self) -> Any:
        return self._apart_line.ask("get", self, "__enter__")()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        return bool(self._apart_line.ask("get", self, "__exit__")(kind, None if error is None else str(error), None))


def _operation(name: str, turned: bool = False) -> Any:
    def act(self: Remote, *values: Any) -> Any:
        return self._apart_line.ask(name, *((*values, self) if turned else (self, *values)))

    return act


def _comparison(name: str) -> Any:
    compare = getattr(operator, name)

    def act(self: Remote, other: Any) -> Any:
        if isinstance(other, Remote):
            return self._apart_line.ask(name, self, other)
        plain = self._apart_line.ask("plain", self)
        return compare(plain[0], other) if plain and not isinstance(plain[0], Remote) else NotImplemented

    return act


for _name in (*_BUILT_IN, *_OTHER):
    _act = _comparison(_name) if _name in _COMPARING else _operation(_name)
    setattr(Remote, f"__{_name.rstrip('_')}__", _act)
for _name in _BINARY:
    setattr(Remote, f"__r{_name.rstrip('_')}__", _operation(_name, turned=True))


_DATA: tuple[Any, ...] = (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)


def _plain(value: Any) -> list[Any]:
    for kind in _DATA:
        if isinstance(value, kind):
            return [kind(value)]
    return []


def _operate(what: str, values: list[Any], more: dict[str, Any]) -> Any:
    if what == "call":
        return values[0](*values[1:], **more)
    if what in _BUILT_IN:
        return getattr(builtins, what)(*values)
    if what in _OTHER:
        return getattr(operator, what)(*values)
    raise TypeError(f"{what} cannot be asked for")


def serve_code(number: int, parts: list[str], name: str) -> None:
    """Run the code's parts, then answer until the tests are done."""
    module = types.ModuleType(name)
    sys.modules[name] = module

    def serves(what: str, values: list[Any], more: dict[str, Any]) -> Any:
        match what:
            case "names":
                return {key: item for key, item in vars(module).items() if not isinstance(item, types.ModuleType)
                        and key not in ("__builtins__", "__loader__", "__spec__")}  # fmt: skip
            case "get":
                return getattr(values[0], values[1])
            case "set":
                return setattr(values[0], values[1], values[2])
            case "del":
                return delattr(values[0], values[1])
            case "plain":
                return _plain(values[0])
            case "await":
                return asyncio.run(values[0])
            case "isinstance" | "issubclass":
                return getattr(builtins, what)(*values)
        return _operate(what, values, more)

    line = Line(number, Remote, serves)
    sys.stdout = _Heard()
    for place, part in enumerate(parts):
        exec(compile(part, f"part {place + 1}", "exec"), vars(module))  # noqa: S102 - what the jail is for
    line.send({"ready": True})
    while True:
        line.answer(line.take())


def bring_code(number: int, space: dict[str, Any]) -> None:
    """Put what stands for the names of the code under test into the tests' module."""

    def serves(what: str, values: list[Any], more: dict[str, Any]) -> Any:
        target = values[0] if values else None
        if what == "get":
            mine = isinstance(type(target), type) and type(target).__module__ == space["__name__"]
            if not mine or str(values[1]).startswith("_"):
                raise AttributeError(values[1])
            return getattr(target, values[1])
        return _operate(what, values, more)

    line = Line(number, Remote, serves)
    if line.take() != {"ready": True}:
        raise ConnectionError("the code under test did not begin")
    names = line.ask("names")
    space.update({name: value for name, value in names.items() if name not in ("__name__",)})
