"""Asking the person what to do where a run waits; a signal from elsewhere ends the question."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import termios
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from indagate.cli.ending import forecast_lines
from indagate.cli.wording import clean, columns
from indagate.errors import InputError

if TYPE_CHECKING:
    from indagate.app import App, Handle, PendingDecision, SignalChoice
    from indagate.cli.drive import Manner

LOOK = 0.2
"""Seconds between two looks at whether a signal came from elsewhere."""
LEAVE = ""
"""What Enter means: leave the run waiting."""


async def answer(app: App, handle: Handle, manner: Manner, interrupted: asyncio.Event) -> bool:
    """See that a waiting run gets its signal, if anyone gives one; return whether it did."""
    asked = app.waiting(handle.name)
    words = [choice.word for choice in asked.choices] if asked else []
    if manner.yes and "approve" in words:
        await app.signal(handle.name, "approve")
        return True
    if asked is None or not manner.attended or not words:
        return False
    question = "\n".join([*before_deciding(app, asked), *_menu(asked.choices)])
    drop_typed_ahead()
    _tell(question)
    run = app.engine.journal.run(handle.name)
    while not interrupted.is_set():
        sys.stderr.write("> ")
        sys.stderr.flush()
        line = await _line(lambda: app.mail(run) or interrupted.is_set())
        if line is None:
            _tell("")
            return not interrupted.is_set()
        said, _, text = line.strip().partition(" ")
        if said == LEAVE:
            return False
        word = _meant(said, words)
        if word is None:
            _tell(f"{said!r} is none of: {', '.join(words)}. Enter leaves the run waiting.")
            continue
        try:
            await app.signal(handle.name, word, text.strip())
        except InputError as error:
            _tell(str(error))
            continue
        return True
    return False


def confirmed(question: str, *, way: str, json: bool = False) -> bool:
    """Ask a person yes or no; anything but yes is no. Raises `InputError` where nobody can be asked."""
    from indagate.cli.drive import attended

    if json or not attended():
        raise InputError("nobody is here to be asked", hint=f"{way} does it without asking.")
    drop_typed_ahead()
    _tell(question)
    sys.stderr.write("[y/N] > ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def drop_typed_ahead() -> None:
    """Forget what was typed before a question stood there: it was meant for something else."""
    with contextlib.suppress(termios.error, OSError, ValueError):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def before_deciding(app: App, asked: PendingDecision) -> list[str]:
    """Return what a person should read before deciding: why the run broke, what its flow shows, what it may cost."""
    lines = [f"\n{asked.run} is {asked.state}" + (f": {asked.doc}" if asked.doc else "")]
    lines += [f"It broke: {asked.reason}"] if asked.reason else []
    return [*lines, "", asked.brief, *forecast_lines(app, asked.run), ""] if asked.brief else lines


def _menu(choices: Sequence[SignalChoice]) -> list[str]:
    shown = {"none": "", "optional": " [TEXT]", "required": " TEXT"}
    rows = [(f"  {choice.word}{shown[choice.text]}", choice.doc) for choice in choices]
    return columns([*rows, ("  Enter", "leave it waiting; nothing is lost")])


def _meant(said: str, words: list[str]) -> str | None:
    if said in words:
        return said
    close = [word for word in words if word.startswith(said.lower())]
    return close[0] if len(close) == 1 else None


def _tell(text: str) -> None:
    sys.stderr.write(f"{clean(text)}\n")
    sys.stderr.flush()


async def _line(over: Callable[[], bool]) -> str | None:
    """Return the next line that the person types, empty at the end of input, or None once `over()` is true."""
    loop = asyncio.get_running_loop()
    typed: asyncio.Future[str] = loop.create_future()

    def readable() -> None:
        loop.remove_reader(sys.stdin.fileno())
        if not typed.done():
            typed.set_result(sys.stdin.readline())

    loop.add_reader(sys.stdin.fileno(), readable)
    try:
        while not over():
            done, _ = await asyncio.wait({typed}, timeout=LOOK)
            if done:
                return typed.result()
        return None
    finally:
        loop.remove_reader(sys.stdin.fileno())
