"""The way in and the ways out: what a failure prints, and with which code the program ends."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from pathlib import Path

BUG = 70
"""The exit code for an error that nobody foresaw."""
INTERRUPTED = 130
"""The exit code after Ctrl-C."""
UNHEARD = 141
"""The exit code when whoever read our output has gone: that of a program which SIGPIPE ends."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What writing to a full or broken disk fails with."""


_WINDOWS = (
    "indagate: Windows is not supported: locks, processes and the sandbox are those of Linux and macOS\n"
    "  Run it within WSL 2: https://learn.microsoft.com/windows/wsl/install\n"
)


def main() -> NoReturn:
    """Run the command line and end the process."""
    try:
        code = run()
    except KeyboardInterrupt:  # while the program was still loading
        code = INTERRUPTED
    _leave(code)


def run() -> int:
    """Run the command line; return the exit code."""
    if sys.platform == "win32":
        sys.stderr.write(_WINDOWS)
        return 2
    from indagate.errors import IndagateError
    from indagate.storage.private import write_privately

    gc.set_threshold(200_000)  # most of a short command is loading, in which there is no rubbish to look for
    _fill_closed()
    write_privately()
    for stream in (sys.stdout, sys.stderr):
        if (getattr(stream, "encoding", "") or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        from indagate.cli.program import build

        _require_text(sys.argv[1:])
        code = int(_invoke(build()) or 0)
        sys.stdout.flush()
    except IndagateError as error:
        code = complain(error, json=_wants_json(sys.argv[1:]))
    except BrokenPipeError:
        code = _quiet()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        code = _unwritten(error) if error.errno in FULL else _crashed(error)
    except Exception as error:  # noqa: BLE001 - the last resort: a bug is reported in a line, its traceback kept in a file
        code = _crashed(error)
    except SystemExit as end:  # the command line's library ends so, also after a pipe that broke
        code = _quiet() if isinstance(end.__context__, BrokenPipeError) else int(end.code or 0)
    return code


def _leave(code: int) -> NoReturn:
    """End the process without taking the loaded program apart, a tenth of a short command: what lasts was synced."""
    import atexit
    import threading

    if threading.active_count() > 1:  # somebody still works
        sys.exit(code)
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = UNHEARD
    except OSError as error:
        code = _unwritten(error)
    os._exit(code)


def _invoke(program: Any) -> Any:
    """Run the command that was typed; a mistake in its words is an error like others where JSON is asked for."""
    if not _wants_json(sys.argv[1:]):
        return program(standalone_mode=True)
    from typer.exceptions import TyperException

    from indagate.errors import InputError

    try:
        return program(standalone_mode=False)
    except TyperException as error:
        raise InputError(error.format_message(), hint="indagate COMMAND --help lists what it takes.") from None


def _wants_json(words: list[str]) -> bool:
    """Whether a command was asked to print JSON and nothing else on stdout."""
    return "--json" in words[: words.index("--") if "--" in words else len(words)]


def _home_named(words: list[str]) -> Path | None:
    """Return the home that a command line names by `--home`."""
    from indagate.errors import IndagateError
    from indagate.storage.address import given_home

    said = words[: words.index("--")] if "--" in words else words
    found = [
        after if word == "--home" else word.removeprefix("--home=")
        for word, after in zip(said, [*said[1:], ""], strict=True)
        if word == "--home" or word.startswith("--home=")
    ]
    try:
        return given_home(found[-1]) if found else None
    except IndagateError:
        return None


def _report_json(code: str, message: str, hint: str | None) -> None:
    """Print an error as the one JSON object of a command."""
    import json as writer

    found = {"code": code, "message": message, "hint": hint}
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(f"{writer.dumps(found, ensure_ascii=False, indent=2)}\n")
        sys.stdout.flush()


def complain(error: Exception, *, json: bool = False) -> int:
    """Say what happened and what to do next, on stderr or as JSON on stdout; return the exit code."""
    from textwrap import indent

    from indagate.cli.wording import at_home, clean
    from indagate.errors import code_of

    message = getattr(error, "message", str(error))
    hint = at_home(getattr(error, "hint", None) or "", _home_named(sys.argv[1:])) or None
    if json:
        _report_json(code_of(type(error)), clean(message), clean(hint) if hint else None)
        return int(getattr(error, "exit_code", 1))
    with contextlib.suppress(BrokenPipeError):
        sys.stderr.write(f"indagate: {clean(message)}\n")
        if hint:
            sys.stderr.write(indent(f"{clean(hint)}\n", "  "))
    return int(getattr(error, "exit_code", 1))


def _fill_closed() -> None:
    """Open the null device where stdin, stdout or stderr is closed, so that no file opened later takes its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _require_text(words: list[str]) -> None:
    """Raise `InputError` for a word that is no text: bytes that are not valid in the terminal's encoding."""
    from indagate.errors import InputError

    for word in words:
        if not word.isascii() and any("\ud800" <= sign <= "\udfff" for sign in word):
            raise InputError(f"{word[:60]!a} is not valid text", hint="Give it in UTF-8; PYTHONUTF8=1 has it read so.")


def _unwritten(error: OSError) -> int:
    """Say that what was to be shown could not be written; what was recorded stands."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"indagate: cannot write: {error.strerror}\n  What was recorded is safe: indagate show last\n")
    _quiet()
    return 2


def _quiet() -> int:
    """Whoever read our output has gone: end without another word."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNHEARD


def _crashed(error: Exception) -> int:
    import tempfile
    import time
    import traceback
    from pathlib import Path

    from indagate.cli.door import last_home

    trace = "".join(traceback.format_exception(error))
    text = f"indagate {' '.join(sys.argv[1:])}\nPython {sys.version}\n\n{trace}"
    name = f"crash-{time.strftime('%Y%m%dT%H%M%S')}.txt"
    for folder in (last_home(), Path(tempfile.gettempdir())):
        if folder is None or not folder.is_dir():
            continue
        with contextlib.suppress(OSError):
            (folder / name).write_text(text, encoding="utf-8", errors="replace")
            what = f"a bug: {type(error).__name__}: {error}. The traceback is in {folder / name}"
            sys.stderr.write(f"indagate: {what}; please report it. What was recorded is safe.\n")
            if _wants_json(sys.argv[1:]):
                _report_json("bug", what, "Please report it. What was recorded is safe.")
            return BUG
    sys.stderr.write(text)
    return BUG
