"""Run a program that is not to be trusted: no network, nothing writable but one folder, bounded in every resource.

Three walls, the best that works here is taken: bubblewrap; Linux namespaces through util-linux (`unshare`, `mount`,
`pivot_root`, `setpriv`), which show the same folders and no more; or limits alone, which hold back neither files nor
network, so that whoever relies on them must say so.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from indagate.sandbox.usage import count, processor_seconds

Wall = Literal["bubblewrap", "namespaces", "limits"]
Ending = Literal["itself", "time", "output"]
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "OPAMROOT", "OPAM_SWITCH_PREFIX", "ELAN_HOME", "COQLIB")
"""The variables of the environment that a jailed program still sees."""
_SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/run/current-system", "/snap",
    "/home/linuxbrew/.linuxbrew", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    "/etc/localtime", "/etc/ocamlfind.conf",
)  # fmt: skip
"""Where installed programs lie: all that a jailed program sees of the machine, beside what it is shown by name."""
_ROOM = 256 << 20  # bytes of the scratch folders that lie in memory
_LOOK = 0.2  # seconds between two looks at how much was printed
_GLANCE = 0.05  # seconds between two looks at the processor time used
_SLACK, _GRACE = 10.0, 5.0  # seconds of the wall for one of the processor, and beside
_LIMITED = (
    'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; ulimit -v "$3" 2>/dev/null; '
    '{ ulimit -p "$4" || ulimit -u "$4"; } 2>/dev/null; shift 4; exec "$@"'
)
_NAMESPACES = r"""
set -e
writable=$1 room=$2 root=/sys
shift 2
readonly_below() {
  while read -r _ where _ options _; do
    where=$(printf %b "$where")
    case "$where" in "$1"|"$1"/*) ;; *) continue;; esac
    keep=
    for one in nosuid nodev noexec; do case ",$options," in *,$one,*) keep=$keep,$one;; esac; done
    mount -o "remount,bind,ro$keep" "$where"
  done < /proc/self/mounts
}
show() {
  if [ -L "$1" ]; then
    mkdir -p "$root${1%/*}"
    ln -sn "$(readlink "$1")" "$root$1" 2>/dev/null || true
  elif [ -d "$1" ]; then
    mkdir -p "$root$1"
    mount --rbind "$1" "$root$1"
    readonly_below "$root$1"
  elif [ -e "$1" ]; then
    mkdir -p "$root${1%/*}"
    : >> "$root$1"
    mount --bind "$1" "$root$1"
    readonly_below "$root$1"
  fi
}
mount --make-rprivate /
mount -t tmpfs -o mode=755,nosuid,nodev,size=1m tmpfs "$root"
mkdir "$root/proc" "$root/dev"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc" 2>/dev/null || true
for name in null zero full random urandom; do : > "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
while [ "$1" != -- ]; do
  mkdir -p "$root$1"
  mount -t tmpfs -o "mode=700,nosuid,nodev,size=$room" tmpfs "$root$1"
  shift
done
shift
while [ "$1" != -- ]; do show "$1"; shift; done
shift
mkdir -p "$root$writable"
mount --bind "$writable" "$root$writable"
mount -o remount,ro,nosuid,nodev "$root"
cd "$root"
pivot_root . .
umount -l .
cd "$writable"
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a jailed program may use: seconds, bytes of memory, of each file and of output, and processes.

    Seconds of the processor are those of the program and all that it starts, so that a busy machine changes nothing;
    where the system does not tell them, and for a program that only waits, the wall's clock ends it. `memory` 0 is no
    limit (programs that reserve far more than they use need that).
    """

    seconds: float = 30.0
    clock: Literal["wall", "processor"] = "wall"
    memory: int = 4 << 30
    file: int = 64 << 20
    output: int = 1 << 20
    processes: int = 64


@dataclass(frozen=True, slots=True)
class Finished:
    """How a jailed program ended: its exit code, what it printed (cut at the limit), and what ended it.

    `seconds` are those of the clock that its limits name.
    """

    code: int
    out: str
    err: str
    seconds: float
    ended: Ending = "itself"

    @property
    def clean(self) -> bool:
        """Whether it ended by itself, with success."""
        return self.ended == "itself" and self.code == 0


@functools.cache
def find_wall() -> Wall:
    """Return the best wall that works on this machine."""
    with tempfile.TemporaryDirectory() as scratch:
        for wall in ("bubblewrap", "namespaces"):
            if _holds(wall, Path(scratch)):
                return wall
    return "limits"


def _holds(wall: Wall, folder: Path) -> bool:
    """Whether a wall can be put up, lets its folder be written, and keeps what is outside from being seen."""
    needed = (
        {"bubblewrap": ("bwrap",), "namespaces": ("unshare", "mount", "pivot_root", "setpriv")}[wall]
        if wall != "limits"
        else ()
    )
    if any(shutil.which(name) is None for name in needed):
        return False
    inside, outside = folder / f"{wall}-in", folder / f"{wall}-out"
    inside.mkdir()
    outside.mkdir()
    script = f'echo x > "{inside}/made" && test ! -e "{outside}" && {{ echo x > "{outside}/made"; true; }} 2>/dev/null'
    try:
        done = subprocess.run(
            _walled(wall, ["sh", "-c", script], inside, ()), env=_environment(), timeout=20,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and (inside / "made").exists() and not (outside / "made").exists()


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    kept.setdefault("LANG", "C.UTF-8")
    return kept


def _walled(wall: Wall, command: Sequence[str], folder: Path, readable: Sequence[Path]) -> list[str]:
    """Return the command behind a wall; only `folder` may be written, and `readable` seen beside what is installed."""
    shown = [*map(Path, _SYSTEM), *_tools_elsewhere(), *readable]
    if wall == "bubblewrap":
        scratch = [word for path in _scratch() for word in ("--size", str(_ROOM), "--tmpfs", str(path))]
        return [
            "bwrap", "--dev", "/dev", "--remount-ro", "/dev", "--proc", "/proc", *scratch,
            *(word for path in shown for word in ("--ro-bind-try", str(path), str(path))),
            "--bind", str(folder), str(folder), "--unshare-all", "--die-with-parent", "--new-session",
            "--cap-drop", "ALL", "--chdir", str(folder), "--", *command,
        ]  # fmt: skip
    if wall == "namespaces":
        unshare = ["unshare", "--user", "--map-root-user", "--mount", "--net", "--ipc", "--pid", "--fork"]
        inner = ["sh", "-c", _NAMESPACES, "jail", str(folder), str(_ROOM)]
        return [*unshare, "--kill-child", *inner, *map(str, _scratch()), "--", *map(str, shown), "--", *command]
    return list(command)


def _scratch() -> list[Path]:
    """Return the folders that programs expect to be able to write: an empty one of its own stands for each."""
    home = Path.home()
    return [Path("/tmp"), *([home] if len(home.parts) > 1 else [])]  # noqa: S108 - another one, in memory


def _tools_elsewhere() -> list[Path]:
    """Return the folders of programs outside of the system's own: those on PATH, and the toolchains of provers."""
    toolchains = [Path.home() / name for name in (".opam", ".elan", ".nix-profile")]
    on_path = [Path(name) for name in os.environ.get("PATH", "").split(os.pathsep) if name]
    found = [path for path in (*toolchains, *on_path) if path.is_absolute() and path.is_dir()]
    return [path for path in dict.fromkeys(found) if not any(path.is_relative_to(one) for one in _SYSTEM)]


async def run_jailed(
    command: Sequence[str], folder: Path, *, limits: Limits | None = None, readable: Sequence[Path] = (),
    wall: Wall | None = None, given: str = "", lines: Sequence[int] = (),
) -> Finished:  # fmt: skip
    """Run a command that may write in `folder` only, where it also starts; it and its children are killed at its end.

    Behind a wall it sees installed programs, `readable` folders, and nothing else; `given` is its input, and `lines`
    are open files that it is given, under their numbers.
    """
    bounds = limits or Limits()
    chosen: Wall = await asyncio.to_thread(find_wall) if wall is None else wall
    inner = [
        "sh", "-c", _LIMITED, "limited", str(int(bounds.seconds) + 2), str(max(1, bounds.file // 512)),
        str(bounds.memory // 1024) if bounds.memory else "unlimited", str(bounds.processes), *command,
    ]  # fmt: skip
    began = time.monotonic()
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        source.write(given.encode())
        source.seek(0)
        process = await asyncio.create_subprocess_exec(
            *_walled(chosen, inner, folder, readable), cwd=folder, env=_environment(),
            stdin=source, stdout=out, stderr=err, start_new_session=True, pass_fds=lines,
        )  # fmt: skip
        meter = _Meter(process.pid, bounds, began)
        try:
            ended = await _until_it_ends(process, (out, err), bounds, meter)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            if bounds.clock == "processor":
                count(meter.used)
            code = await asyncio.shield(process.wait())
        texts = [_first(stream, bounds.output) for stream in (out, err)]
    return Finished(code, texts[0], texts[1], meter.used, ended)


class _Meter:
    """The clock of one program: what it has used of its limit, and when to look again."""

    def __init__(self, pid: int, bounds: Limits, began: float) -> None:
        self._pid, self._bounds, self._began = pid, bounds, began
        self._processor = 0.0 if bounds.clock == "processor" else None

    @property
    def used(self) -> float:
        """Seconds used, as last looked at where they are the processor's."""
        passed = time.monotonic() - self._began
        return passed if self._processor is None else self._processor

    def look(self) -> float:
        """Look at the clock; return the seconds after which to look again, 0 once the limit is reached."""
        passed, most = time.monotonic() - self._began, self._bounds.seconds
        if self._processor is None:
            return max(0.0, min(most - passed, _LOOK))
        now = processor_seconds(self._pid)
        if now is None and not self._processor and passed > _LOOK:
            self._processor = None  # the system does not tell
            return self.look()
        self._processor = max(self._processor, now or 0.0)
        over = self._processor >= most or passed >= most * _SLACK + _GRACE
        return 0.0 if over else _GLANCE


async def _until_it_ends(
    process: asyncio.subprocess.Process, streams: Sequence[IO[bytes]], bounds: Limits, meter: _Meter
) -> Ending:
    """Wait until the program ends, its time is up or it has printed too much; say which."""
    waiting = asyncio.ensure_future(process.wait())
    try:
        while (pause := meter.look()) > 0:
            done, _ = await asyncio.wait({waiting}, timeout=pause)
            if any(os.fstat(stream.fileno()).st_size > bounds.output for stream in streams):
                return "output"
            if done:
                return "itself"
        return "time"
    finally:
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting


def _first(stream: IO[bytes], count: int) -> str:
    stream.seek(0)
    return stream.read(count).decode("utf-8", "replace")
