"""What the commands of the notes flow share: the home of the notes, days and texts as typed, the start of a run."""

from __future__ import annotations

import os
import re
import shlex
import sys
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from indagate.errors import InputError, StorageError
from indagate.flows.command import Driving, Face, face
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.flows.notes.index import Index

AsOfOption = Annotated[
    str,
    typer.Option("--as-of", metavar="DATE", help="Today is that day; later notes do not count.", show_default=False),
]
Mode = Literal["tell", "log", "ask", "correct"]


def start(
    context: typer.Context, text: str, mode: Mode, as_of: str, domains: list[str] | None, driving: Driving, *,
    unasked: bool = False, before: tuple[str, tuple[str, ...]] = ("", ()),
) -> None:  # fmt: skip
    """Start a run, and give the text back if it could not be kept; `before` is the question before, with its SQL."""
    from indagate.flows.notes.domain import domains as modules
    from indagate.flows.notes.record import NotesInput
    from indagate.storage import Home

    driving = at_home(driving)
    said = text_of(sys.stdin.buffer.read()) if text == "-" else text
    if domains:
        require_domains(domains, driving.home)
    given = NotesInput(said, today(as_of), mode, tuple(domains or ()), *before)
    if mode == "ask":  # a note is kept in its run even where a domain module cannot be read
        modules(Home.for_notes(driving.home).root)
    try:
        face(context).start("notes", given, driving, bare=True, unasked=unasked)
    except StorageError as error:
        raise StorageError(f"{error.message}. What you wrote is not kept: {said}", hint=error.hint) from None


def at_home(driving: Driving) -> Driving:
    """Return the options with the home of the notes in them."""
    return replace(driving, home=home_of_notes(driving.home))


def home_of_notes(given: Path | None) -> Path:
    """Return the home of the notes; a notebook in the project's home, as older versions kept it, is named on stderr."""
    from indagate.storage import Home
    from indagate.storage.home import NOTES_HERE, project

    home, near = Home.for_notes(given).root, project()
    if given is None and near is not None and near != home and not os.environ.get("INDAGATE_HOME"):
        there = near / "notebook"
        if there.is_dir() and any(there.glob("*.md")):
            bring = f"indagate notes import {shlex.quote(str(there))}/*.md"
            typer.echo(
                f"indagate: there are notes in {there}; yours are in {home}\n"
                f"  Move them: {bring} && mv {shlex.quote(str(there))} {shlex.quote(str(there))}.moved\n"
                f"  or keep this project's notes here: touch {shlex.quote(str(near / NOTES_HERE))}",
                err=True,
            )
    return home


def today(as_of: str) -> date:
    """Return the day that is meant by today. Raises `InputError`."""
    from indagate.flows.notes.notebook import YEARS

    if not as_of:
        return datetime.now().astimezone().date()
    try:
        day = date.fromisoformat(as_of)
    except ValueError:
        raise InputError(f"--as-of needs a day like 2026-10-03, not {as_of!r}") from None
    if day.year not in YEARS:
        raise InputError(f"--as-of needs a day from {YEARS[0]} to {YEARS[-1]}, not {as_of!r}")
    return day


def text_of(raw: bytes) -> str:
    """Return what came through stdin. Raises `InputError`."""
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise InputError(f"what stdin gives is not UTF-8 text (byte {error.start})") from None


def require_domains(names: list[str], home: Path | None) -> None:
    """Raise `InputError` for a domain that is not there."""
    from indagate.flows.notes.domain import domains
    from indagate.storage import Home

    found = domains(Home.for_notes(home).root)
    for name in names:
        if name not in found:
            raise InputError(f"there is no domain {name!r}", hint=f"There are: {', '.join(sorted(found))}.")


def opened(home: Path | None) -> Index:
    """Return the index of a home, up to date."""
    from indagate.flows.notes import tools
    from indagate.storage import Home

    return tools.opened(Home.for_notes(home))


def period_of(text: str) -> tuple[date, date]:
    """Return the days that a text names; all without one. Raises `InputError`."""
    from indagate.cells.grammar import periods
    from indagate.flows.notes.notebook import YEARS

    if not text:
        return date.min, date.max
    if (year := re.fullmatch(r"\d{4}", text.strip())) and int(year[0]) in YEARS:
        return date(int(year[0]), 1, 1), date(int(year[0]), 12, 31)
    found = periods(text, today(""))
    if not found:
        raise InputError(f"no day can be read in {text!r}", hint="Say 2026-10-03, yesterday, last week, in July, …")
    return found[0].first, found[0].last


def say_learnt(text: str, home: Path) -> bool:
    """Learn what a command `learn THING [UNIT]` says, and say so; False for another text. Raises `InputError`."""
    from indagate.flows.notes.learning import learn, lesson_of

    lesson = lesson_of(text)
    if lesson is None:
        return False
    path = learn(home, lesson)
    typer.echo(f"learnt: {lesson.thing}{f', in {lesson.unit}' if lesson.unit else ''} ({path})")
    return True


@dataclass(frozen=True, slots=True)
class Last:
    """The run of a chat that ended last, and the question before the next line with the queries that answered it."""

    run: str = ""
    question: tuple[str, tuple[str, ...]] = ("", ())


def asked_last(shown: Face, driving: Driving, last: Last) -> Last:
    """Return what the last run of a chat asked; a note in between leaves the question before as it was."""
    try:
        ended = shown.ended("last", home=driving.home, flow="notes", live=True)
    except InputError:
        return last
    record = ended.record
    if ended.name == last.run or record.routed is None or record.input_type not in ("QUERY", "BOTH"):
        return Last(ended.name, last.question)
    return Last(ended.name, (record.routed.question, tuple(found.sql for found in record.answers)))
