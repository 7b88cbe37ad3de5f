"""Where flows are found: those that ship, those of plug-ins, and those in a file of the user's."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints
from zlib import crc32

import msgspec

from indagate.engine import decode, encode
from indagate.errors import IndagateError, InputError, NoSuchFlow
from indagate.flow import Flow
from indagate.frozen import dataclass

SHIPPED = {
    "mission": "indagate.flows.mission:FLOW",
    "notes": "indagate.flows.notes:FLOW",
    "proof": "indagate.flows.proof:FLOW",
    "react": "indagate.flows.task:REACT",
    "report": "indagate.flows.report:FLOW",
    "task": "indagate.flows.task:FLOW",
}
"""The flows that ship, and where they are."""
GROUP = "indagate.flows"
"""The entry point group of plug-ins' flows."""


@dataclass(frozen=True, slots=True)
class Found:
    """A flow and the origin from which it can be found again."""

    flow: Flow
    origin: str


@cache
def _installed() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


def flows() -> dict[str, str]:
    """Return the names of all flows that ship or are installed, and where each is."""
    return {**_installed(), **SHIPPED}


def find_flow(text: str) -> Found:
    """Return the flow of a name, or of `FILE.py:NAME`. Raises `NoSuchFlow`."""
    known = SHIPPED if text in SHIPPED else flows()  # looking through what is installed takes a while
    if text in known:
        flow = _load(known[text], text)
        return Found(flow, "" if flow.name == text else text)
    path, colon, name = text.rpartition(":")
    if colon and path.endswith(".py"):
        file = Path(path).expanduser().absolute()
        return Found(_from_file(file, name), f"{file}:{name}")
    listed = ", ".join(sorted(known))
    raise NoSuchFlow(f"no flow {text!r}", hint=f"Flows: {listed}; or give a file of yours as FILE.py:NAME.")


def find_again(name: str, origin: str) -> Flow:
    """Return the flow that a run was started with; a child run has the origin of its parent. Raises `NoSuchFlow`."""
    if not origin:
        return find_flow(name).flow
    found = find_flow(origin).flow
    if found.name == name:
        return found
    path, _, _ = origin.rpartition(":")
    beside = vars(sys.modules[_label(Path(path))]).values() if path.endswith(".py") else ()
    child = next((value for value in beside if isinstance(value, Flow) and value.name == name), None)
    return child or find_flow(name).flow


def input_from_text(flow: Flow, text: str) -> Any:
    """Return a flow's input from a JSON object, or from plain text where it has one required text field.

    Raises `InputError` saying what the flow takes.
    """
    kind = flow.input
    takes = ", ".join(f"{name}: {getattr(hint, '__name__', hint)}" for name, hint in _hints(kind).items())
    if text.lstrip().startswith("{"):
        try:
            return decode(text.encode(), kind)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            what = f"the input of flow {flow.name} does not fit: {error}"
            raise InputError(what, hint=f"It takes {takes}.") from None
    if kind is str:
        return text
    needed = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    if len(needed) == 1:
        hint = _hints(kind)[needed[0]]
        try:
            return kind(**{needed[0]: text if hint is str else msgspec.convert(text, hint, strict=False)})
        except (msgspec.ValidationError, IndagateError) as error:
            raise InputError(f"{text!r} will not do for {needed[0]}: {error}") from None
    raise InputError(f"flow {flow.name} needs a JSON object as its input", hint=f"It takes {takes}.")


def input_from_data(flow: Flow, data: Mapping[str, Any]) -> Any:
    """Return a flow's input from its fields as plain data. Raises `InputError` naming the field that does not fit."""
    kind = flow.input
    unknown = sorted(set(data) - set(_hints(kind)))
    if unknown:
        takes = ", ".join(_hints(kind))
        raise InputError(f"the input of flow {flow.name} has no {unknown[0]!r}", hint=f"It takes {takes}.")
    try:
        return decode(encode(data), kind)
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(f"the input of flow {flow.name} does not fit: {error}") from None


def _hints(kind: type) -> dict[str, Any]:
    return {f.name: get_type_hints(kind)[f.name] for f in fields(kind)} if is_dataclass(kind) else {"input": kind}


def _load(where: str, name: str) -> Flow:
    module, _, attribute = where.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except IndagateError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in does at its import
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise NoSuchFlow(f"the flow {name} cannot be loaded from {where}: {why}") from None
    return _require(found, where)


def _label(file: Path) -> str:
    """Return the module name under which a user's file is loaded."""
    return f"indagate_user_{crc32(str(file).encode()):08x}"


def _from_file(file: Path, name: str) -> Flow:
    if not file.is_file():
        raise NoSuchFlow(f"no file {file}", hint="A run of a flow of your own needs its file where it was.")
    label = _label(file)
    module = sys.modules.get(label)
    if module is None:
        spec = importlib.util.spec_from_file_location(label, file)
        if spec is None or spec.loader is None:
            raise NoSuchFlow(f"{file} is no Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[label] = module
        try:
            spec.loader.exec_module(module)
        except IndagateError:
            del sys.modules[label]
            raise
        except Exception as error:
            del sys.modules[label]
            raise NoSuchFlow(f"{file} cannot be loaded: {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        there = ", ".join(key for key, value in vars(module).items() if isinstance(value, Flow)) or "none"
        raise NoSuchFlow(f"{file} has no {name}", hint=f"Flows in it: {there}.")
    return _require(getattr(module, name), f"{file}:{name}")


def _require(found: object, where: str) -> Flow:
    if not isinstance(found, Flow):
        raise NoSuchFlow(f"{where} is a {type(found).__name__}, not a Flow")
    return found
