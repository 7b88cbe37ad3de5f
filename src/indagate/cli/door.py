"""Opening a home: to change its runs, or only to read them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.budget import Budget
    from indagate.models import Answerers, ModelOptions

T = TypeVar("T")
_opened: list[Path] = []


def last_home() -> Path | None:
    """Return the home that this process used last, for a crash's traceback."""
    return _opened[-1] if _opened else None


def chosen(home: Path | None, options: ModelOptions, after: str = "") -> Answerers:
    """Return what a command's options, the run that it goes on from, and the environment ask for.

    Raises `InputError` if they cannot be, `NoSuchRun`.
    """
    from indagate.engine import Answering
    from indagate.models import choose_answerers
    from indagate.storage import Home

    async def before(app: App) -> Answerers | None:
        if app.answers.setting(app.find(after)[0]) == Answering():
            return None
        answerers, _ = app.prepare(after, options)
        await answerers.close()
        return answerers

    answerers = opened(home, before) if after else None
    if answerers is not None:
        return answerers
    answerers = choose_answerers(os.environ, options, Home.find(home).root)

    async def tried() -> None:
        answerers.connect()
        await answerers.close()

    asyncio.run(tried())
    return answerers


def allowed(budget: Budget, answerers: Answerers) -> tuple[Budget, str]:
    """Return what a run may use, and the line that says so: with a model there is always a limit.

    Raises `InputError` where the budget cannot be held, or the user's settings cannot be read.
    """
    if not answerers.by_model:
        return budget, ""
    from indagate.budget import Budget
    from indagate.cli.wording import limits
    from indagate.models.settings import allowance, read_settings

    whole, default = allowance(budget, read_settings(os.environ))
    answerers.refuse(whole, ())
    said = limits(whole)
    if not said:
        return whole, "budget: no limit, by your settings"
    if not default:
        return whole, f"budget: {said}"
    apart = replace(whole, seconds=None) if budget.seconds else whole
    seconds = f"; {limits(Budget(seconds=budget.seconds))}" if budget.seconds else ""
    return whole, f"budget: {limits(apart)} (the default; --budget-tokens N or --budget-dollars X){seconds}"


def opened(home: Path | None, work: Callable[[App], Awaitable[T]], answerers: Answerers | None = None) -> T:
    """Open the home, making it if need be, and do `work` with its runs; a command that drives gives the `answerers`."""
    from indagate.app import App

    async def inside() -> T:
        app = App(home, answerers=answerers)
        _opened.append(app.home.root)
        async with app:
            return await work(app)

    return asyncio.run(inside())


def existing(home: Path | None, work: Callable[[App], Awaitable[T]], answerers: Answerers | None = None) -> T:
    """Do `work` with the runs of a home that is there. Raises `NoSuchRun` rather than making an empty one."""
    require(home)
    return opened(home, work, answerers)


def require(home: Path | None) -> None:
    """Raise `NoSuchRun` if there is no journal in the home."""
    from indagate.errors import NoSuchRun
    from indagate.storage import Home

    found = Home.find(home)
    if not found.exists:
        raise NoSuchRun(
            f"there is no run yet in {found.label}",
            hint="Runs live in INDAGATE_HOME, else in .indagate here or above; --home DIR names another folder.",
        )
