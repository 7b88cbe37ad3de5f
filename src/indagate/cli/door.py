"""Opening a home: to change its runs, or only to read them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.minds import MindOptions, Minds

T = TypeVar("T")
_opened: list[Path] = []


def last_home() -> Path | None:
    """Return the home that this process used last, for a crash's traceback."""
    return _opened[-1] if _opened else None


def chosen(home: Path | None, options: MindOptions) -> Minds:
    """Return the minds that a command's options and the environment ask for. Raises `InputError` if they cannot be."""
    from indagate.minds import choose_minds
    from indagate.store import Home

    minds = choose_minds(os.environ, options, Home.find(home).root)

    async def tried() -> None:
        minds.connect()
        await minds.close()

    asyncio.run(tried())
    return minds


def opened(home: Path | None, work: Callable[[App], Awaitable[T]], minds: Minds | None = None) -> T:
    """Open the home, making it if need be, and do `work` with its runs; a command that drives gives the `minds`."""
    from indagate.app import App

    async def inside() -> T:
        app = App(home, minds=minds)
        _opened.append(app.home.root)
        async with app:
            return await work(app)

    return asyncio.run(inside())


def existing(home: Path | None, work: Callable[[App], Awaitable[T]], minds: Minds | None = None) -> T:
    """Do `work` with the runs of a home that is there. Raises `NoSuchRun` rather than making an empty one."""
    require(home)
    return opened(home, work, minds)


def require(home: Path | None) -> None:
    """Raise `NoSuchRun` if there is no journal in the home."""
    from indagate.errors import NoSuchRun
    from indagate.store import Home

    found = Home.find(home)
    if not found.journal.exists():
        raise NoSuchRun(
            f"there is no run yet in {found.root}",
            hint="Runs live in INDAGATE_HOME, else in ./.indagate; --home DIR names another folder.",
        )
