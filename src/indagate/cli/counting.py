"""Showing how far a long count has come: a bar in a terminal, a line every few seconds in a pipe."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from indagate.cli.wording import clean

Count = Callable[[int, int, str], None]
"""Called with how many are done, of how many, and what the last one was."""
PATIENCE = 1.0
"""Seconds after which a count is worth showing."""
EVERY = 3.0
"""Seconds between two lines in a pipe."""


@contextlib.contextmanager
def counted(what: str, *, quiet: bool) -> Iterator[Count]:
    """Yield what to call while counting; nothing is shown of a count that is over at once."""
    if quiet:
        yield lambda done, total, last: None
    elif sys.stderr.isatty():
        with _bar(what) as count:
            yield count
    else:
        yield _lines(what)


@contextlib.contextmanager
def _bar(what: str) -> Iterator[Count]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.fields[last]}", table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(clean(what), total=None, last="")
        yield lambda done, total, last: bar.update(task, completed=done, total=total, last=escape(clean(last)))


def _lines(what: str) -> Count:
    began = said = time.monotonic()

    def count(done: int, total: int, last: str) -> None:
        nonlocal said
        now = time.monotonic()
        if now - began >= PATIENCE and now - said >= EVERY:
            said = now
            with contextlib.suppress(BrokenPipeError):
                sys.stderr.write(f"{clean(what)}: {done} of {total}, {clean(last)}\n")
                sys.stderr.flush()

    return count
