"""Running Python in the jail: its parts, the files that it finds and leaves, and how it ended."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path, PurePosixPath

from indagate.errors import InputError
from indagate.sandbox.jail import Limits, Wall, find_wall, run_jailed

LIMITS = Limits(seconds=20.0, memory=1 << 30, file=16 << 20, output=256 << 10, processes=16)
FILES = 50
"""Files that a program may leave."""
WHOLE = 32 << 20
"""Bytes of all files that a program may leave."""
_LOOKED_AT = 2_000  # names in its folder, before what is left there is too much to look through
_SHOWN = 20_000


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended: what it printed, whether it came to its very end, the files that it made or changed."""

    ended: str
    whole: bool
    out: str
    err: str
    seconds: float
    files: tuple[tuple[str, bytes], ...] = ()

    @property
    def told(self) -> str:
        """Why it did not come to its end, in a line; nothing if it did."""
        if self.whole:
            return ""
        if self.ended == "time":
            return f"it was stopped after {self.seconds:.0f} seconds"
        if self.ended == "output":
            return "it printed too much and was stopped"
        last = self.err.strip().splitlines()
        return last[-1][:300] if last else "it left before its end"


async def run_python(
    parts: Sequence[str], files: Mapping[str, bytes] | None = None, *, limits: Limits = LIMITS,
    wall: Wall | None = None, name: str = "__main__", lines: Sequence[int] = (),
) -> Ran:  # fmt: skip
    """Run parts of a program one after the other, as a module of that name, with `files` in the folder where it starts.

    `lines` are numbers of open files that it may use.

    Raises `InputError` for a path that leads out of that folder.
    """
    word = secrets.token_hex(16)
    given = json.dumps({"parts": list(parts), "word": word, "name": name})
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="python-"))
    try:
        before = await asyncio.to_thread(_lay_out, folder, files or {})
        command = [sys.executable, "-I", "-X", "utf8", "-c", _text("launch.py")]
        done = await run_jailed(
            command, folder, limits=limits, readable=_interpreter(), wall=wall, given=given, lines=lines
        )
        left = await asyncio.to_thread(_collect, folder, before)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, True)
    whole = done.clean and done.out.endswith(word)
    out = done.out.removesuffix(word)
    return Ran(done.ended, whole, out[:_SHOWN], done.err[-_SHOWN:], done.seconds, left)


async def run_tests(code: Sequence[str], tests: str, *, limits: Limits = LIMITS, name: str = "answer") -> Ran:
    """Run tests on code, as if they stood at its end, each in a jail of its own; return how the tests ended.

    The code is asked for its values over a line: see `indagate.tools.python.apart`.
    """
    ours, theirs = socket.socketpair()
    apart = _text("apart.py")
    begin = f"import sys, types\nmodule = types.ModuleType('apart')\nexec({apart!r}, vars(module))\n"
    serve = f"{begin}module.serve_code({theirs.fileno()}, {list(code)!r}, {name!r})\n"
    bring = f"{begin}module.bring_code({ours.fileno()}, globals())\ndel module\n"
    with ours, theirs:
        serving = asyncio.ensure_future(run_python([serve], limits=limits, name="apart_code", lines=(theirs.fileno(),)))
        testing = asyncio.ensure_future(run_python([bring, tests], limits=limits, name=name, lines=(ours.fileno(),)))
        try:
            await asyncio.wait({serving, testing}, return_when=asyncio.FIRST_COMPLETED)
            if not testing.done():
                theirs.shutdown(socket.SHUT_RDWR)  # the code has left: the tests hear no more from it
            return await testing
        finally:
            for task in (serving, testing):
                task.cancel()
            await asyncio.gather(serving, testing, return_exceptions=True)


def walled() -> bool:
    """Whether a jail can be had here that keeps files and network away, and not only limits."""
    return find_wall() != "limits"


def safe_path(path: str) -> str:
    """Return a path within a folder, made plain. Raises `InputError` for one that leads out, or is no name."""
    plain = PurePosixPath(path.strip().replace("\\", "/"))
    parts = [part for part in plain.parts if part != "."]
    wrong = plain.is_absolute() or ".." in parts or not parts or len(path) > 200 or len(parts) > 8
    if wrong or any(not part.isprintable() or part.startswith("~") or ":" in part for part in parts):
        raise InputError(f"{path[:80]!r} is no path within the workspace", hint="For example: notes/draft.md")
    return "/".join(parts)


@cache
def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


@cache
def _interpreter() -> tuple[Path, ...]:
    found = (Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent)
    return tuple(path for path in dict.fromkeys(found) if path.is_dir())


def _lay_out(folder: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    laid: dict[str, bytes] = {}
    for name, content in files.items():
        path = safe_path(name)
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        laid[path] = content
    return laid


def _collect(folder: Path, before: Mapping[str, bytes]) -> tuple[tuple[str, bytes], ...]:
    """Return the files that are new or changed; links and what is too much are passed over."""
    found: list[tuple[str, bytes]] = []
    size = 0
    for path in sorted(islice(folder.rglob("*"), _LOOKED_AT)):
        if path.is_symlink() or not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
            continue
        try:
            name = safe_path(path.relative_to(folder).as_posix())
        except InputError:
            continue
        if len(found) == FILES or size + path.stat().st_size > WHOLE:
            break
        content = path.read_bytes()
        if before.get(name) != content:
            found.append((name, content))
            size += len(content)
    return tuple(found)
