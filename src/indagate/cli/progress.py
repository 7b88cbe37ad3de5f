"""Showing a run while it is driven: a live tree in a terminal, plain lines in a pipe, nothing when quiet."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any

from indagate.cli.wording import clean, clock, lasted, one_line, saying, spending

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from indagate.app import Handle
    from indagate.engine import Record, Row, Run
    from indagate.engine.gate import UnderWay

BEAT = 0.25
"""Seconds between two frames."""
MOMENT = 0.5
"""Seconds after which it is said what is being waited for."""
AT_ONCE = 4
"""Kinds of things waited for that are shown."""
RECENT = 5
"""Recent events under the tree."""
NOTEWORTHY = frozenset({"move", "emit", "signal", "fail", "note"})


class Progress:
    """What is shown of a run while it is driven; this base shows nothing."""

    def __init__(self, handle: Handle) -> None:
        self.handle = handle

    def note(self, run: Run, row: Row, event: Any, record: Record[Any]) -> None:
        """Take in a row that is durable; the engine calls this for every run that it drives."""

    def say(self, text: str) -> None:
        """Tell the person something now; a run goes on when nobody listens any more."""
        with contextlib.suppress(BrokenPipeError):
            sys.stderr.write(f"{clean(text)}\n")
            sys.stderr.flush()

    @contextlib.asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Show the run while the block runs."""
        yield

    def close(self) -> None:
        """Leave the terminal as it was, at once."""


class Plain(Progress):
    """A line on stderr for every event worth noting."""

    def note(self, run: Run, row: Row, event: Any, record: Record[Any]) -> None:
        """Write the row's line."""
        if noteworthy(row, self.handle):
            name = "" if run.name == self.handle.name else f"{run.name}  "
            with contextlib.suppress(BrokenPipeError):
                sys.stderr.write(f"{clock(row.at)}  {name}{saying(row, event)}\n")
                sys.stderr.flush()


class Screen(Progress):
    """State, tasks, budget and the last events, redrawn in place on a terminal."""

    def __init__(self, handle: Handle) -> None:
        super().__init__(handle)
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._live: Live | None = None

    def note(self, run: Run, row: Row, event: Any, record: Record[Any]) -> None:
        """Remember the row's line."""
        if noteworthy(row, self.handle):
            self._recent.append(f"{clock(row.at)} {saying(row, event)}")

    def say(self, text: str) -> None:
        """Write above the live part."""
        if self._live is None:
            super().say(text)
        else:
            self._live.console.print(clean(text), markup=False, highlight=False)

    @contextlib.asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Redraw a few times a second; nothing stays on the screen afterwards."""
        from rich.console import Console
        from rich.live import Live

        console = Console(stderr=True, highlight=False, markup=False)
        self._live = Live(
            console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False,
            vertical_overflow="crop",
        )  # fmt: skip
        self._live.start()
        beat = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            beat.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beat
            self.close()

    def close(self) -> None:
        """Take the live part off the screen and show the cursor again."""
        live, self._live = self._live, None
        if live is not None:
            live.stop()

    async def _beat(self) -> None:
        while self._live is not None:
            size = self._live.console.size
            self._live.update(self.frame(size.width, size.height), refresh=True)
            await asyncio.sleep(BEAT)

    def frame(self, width: int, height: int) -> RenderableType:
        """Return what the screen shows now, cut to its size: no line wraps, none falls off."""
        from rich.console import Group
        from rich.text import Text

        handle = self.handle
        lines = [Text(f"{handle.name}  {handle.record.state}", style="bold")]
        tree = tree_of(handle)
        recent = list(self._recent)[-2:] if tree else list(self._recent)
        busy = waited_for(handle.driver.under_way(), time.monotonic())
        room = max(1, height - 4 - len(recent) - len(busy))
        if len(tree) > room:
            hidden = len(tree) - room + 1
            tree = [f"… {hidden} above", *tree[hidden:]]
        lines += [Text(line, style=_style(line)) for line in tree]
        lines += [Text(line, style="yellow") for line in busy]
        lines += [Text(line, style="dim") for line in recent]
        ledger = handle.budget
        lines.append(Text(spending(ledger.spent, ledger.seconds, ledger.budget), style="cyan"))
        for line in lines:
            line.no_wrap, line.overflow = True, "ellipsis"
            line.truncate(max(1, width - 1), overflow="ellipsis")
        return Group(*lines)


def waited_for(under_way: Sequence[UnderWay], now: float) -> list[str]:
    """Return a line for each kind of thing that has been waited for a moment: which, how many, since when.

    A model is named with the role that it answers.
    """
    oldest: dict[tuple[str, str], tuple[int, float]] = {}
    for item in under_way:
        if now - item.began >= MOMENT:
            many, since = oldest.get((item.name, item.by), (0, item.began))
            oldest[item.name, item.by] = many + 1, min(since, item.began)
    lines = []
    for (name, by), (many, since) in list(oldest.items())[:AT_ONCE]:
        what = f"asking {by}: {name.removeprefix('ask ')}" if by else f"waiting for: {name}"
        lines.append(f"{one_line(what, 200)}{f' ×{many}' if many > 1 else ''}, {lasted(now - since)}")
    more = len(oldest) - AT_ONCE
    return lines + ([f"… and {more} more"] if more > 0 else [])


def noteworthy(row: Row, handle: Handle) -> bool:
    """Whether a row gets a line; in a flow that emits nothing, finished effects are its progress."""
    if row.kind == "note":
        return row.name not in ("traceback", "differs")
    return row.kind in NOTEWORTHY or (row.kind == "done" and not handle.flow.emits and row.name != "now")


def tree_of(handle: Handle) -> list[str]:
    """Return the lines of the run's tree, indented; none where its flow draws no tree."""
    if handle.flow.tree is None:
        return []
    return [f"{'  ' * depth}{one_line(text, 400)}" for depth, text in handle.flow.tree(handle.record)]


_STYLES = {"✓": "green", "✗": "red", "–": "dim", "▸": "yellow", "·": "dim"}


def _style(line: str) -> str:
    """Return the style of a tree's line: by the mark that it begins with."""
    return _STYLES.get(line.lstrip()[:1], "")


def progress(handle: Handle, *, quiet: bool) -> Progress:
    """Return the way to show this run on this stderr."""
    if quiet:
        return Progress(handle)
    return Screen(handle) if sys.stderr.isatty() else Plain(handle)
