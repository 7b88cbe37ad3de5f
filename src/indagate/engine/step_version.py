"""Which version of its steps a flow has: a digest of the code that they are made of, comments and docstrings aside.

A step that began under other code may take another way through what it had completed. So the digest stands in the
fingerprint of a run. It covers the modules that define the steps and, within the same package, every module that these
import; of a flow in one file that file. What lies outside (a library, another flow) is not covered.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

_IMPORT = re.compile(r"^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)", re.M)
_PLAIN = re.compile(r"^[ \t]*import[ \t]+([\w.]+)", re.M)
_NAME = re.compile(r"\w+")
_STRING = (
    r"""(?:\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}"""
    r"""|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"""
)
_STRING_OR_COMMENT = re.compile(rf"(?=[\"'#])(?:({_STRING})|#[^\n]*)", re.S)
_DOCSTRING = re.compile(rf"(:[ \t]*\n)(?:[ \t]*\n)*[ \t]*[rRbBuUfF]{{0,2}}{_STRING}[ \t]*(?=\n|\Z)", re.S)
"""A string alone on its lines right after a line that opens a block."""


def version_of(steps: Iterable[Callable[..., Any]]) -> str:
    """Return the version of these steps, in hexadecimal."""
    digest = hashlib.sha256()
    for module in sorted({step.__module__ for step in steps}):
        for name, source in sorted(_sources(module).items()):
            digest.update(f"{name}\n{bare(source)}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:12]


def bare(source: str) -> str:
    """Return a module's code without comments, docstrings and blank lines."""
    code = _STRING_OR_COMMENT.sub(lambda found: found[1] or "", source)
    code = _DOCSTRING.sub(r"\1", f":\n{code}")[2:]  # as if a line opened the module
    return "\n".join(line for line in map(str.rstrip, code.splitlines()) if line)


def _sources(module: str) -> dict[str, str]:
    """Return the sources of a module and of those of its package that it rests on, by name; none without a file."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or not Path(file).is_file():
        return {}
    package, _, own = module.rpartition(".")
    folder = Path(file).parent
    found: dict[str, str] = {}
    looked = {own or module}
    waiting = {own or module: Path(file)}
    while waiting:
        name, path = waiting.popitem()
        found[name] = source = path.read_text("utf-8", "surrogateescape")
        for wanted in _imported(source, name, package) - looked if package else ():
            looked.add(wanted)
            path = folder.joinpath(*wanted.split(".")).with_suffix(".py")
            if path.is_file():
                waiting[wanted] = path
    return found


def _imported(source: str, name: str, package: str) -> set[str]:
    """Return the modules of a package that a module of it may import, by their names within it."""
    found: set[str] = set()
    for start, names in _IMPORT.findall(source):
        dots = len(start) - len(start.lstrip("."))
        if dots:
            above = name.split(".")[:-dots]
            inner = ".".join([*above, *filter(None, [start[dots:]])])
        elif start == package:
            inner = ""
        elif start.startswith(f"{package}."):
            inner = start[len(package) + 1 :]
        else:
            continue
        found |= {inner} | {f"{inner}.{word}" if inner else word for word in _NAME.findall(names)}
    found |= {start[len(package) + 1 :] for start in _PLAIN.findall(source) if start.startswith(f"{package}.")}
    return found - {""}
