"""The global context: preferences, patterns, facts and insights about the user, within a limit of tokens.

It lives in the home as JSON; what is crowded out goes into an archive beside it, and preferences and facts never do.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

import msgspec

from indagate.errors import Corrupt
from indagate.flows.notes.roles.observer import Learnt
from indagate.frozen import dataclass
from indagate.storage import storage_errors, write_by_rename

LIMIT = 2000
"""Tokens that the context may take in a prompt."""
_CROWDED_OUT = ("insight", "pattern")
"""What is archived when there is no room, in this order, the oldest first."""


@dataclass(frozen=True, slots=True)
class GlobalContext:
    """What is known of the user, oldest first, and the runs that contributed."""

    learnt: tuple[Learnt, ...] = ()
    runs: tuple[str, ...] = ()


def path_of(home: Path) -> Path:
    """Return the context's file."""
    return home / "notes" / "context.json"


def load(home: Path) -> GlobalContext:
    """Return the context. Raises `Corrupt` if its file has been damaged."""
    try:
        return msgspec.json.decode(path_of(home).read_bytes(), type=GlobalContext)
    except FileNotFoundError:
        return GlobalContext()
    except msgspec.MsgspecError as error:
        raise Corrupt(
            f"{path_of(home)} cannot be read: {error}", hint="Move it away: what it holds is in the notes."
        ) from None


def known(home: Path, as_of: date = date.max) -> GlobalContext:
    """Return what holds as of a day, as if it held on, or nothing where the file has been damaged."""
    try:
        found = load(home)
    except Corrupt:
        return GlobalContext()
    holding = (one for one in found.learnt if one.day <= as_of and (one.end is None or one.end > as_of))
    return GlobalContext(tuple(replace(one, end=None) for one in holding), found.runs)


def units(home: Path, as_of: date) -> tuple[str, ...]:
    """Return the units that the user prefers as of a day."""
    return tuple(one.unit for one in known(home, as_of).learnt if one.unit)


def end(home: Path, source: str, day: date) -> None:
    """Let what was learnt of a note hold no more from a day on: it was deleted or corrected. Raises `StorageError`."""
    if not any(one.source == source and one.end is None for one in known(home).learnt):
        return
    with _locked(home):
        found = load(home)
        learnt = tuple(
            replace(one, end=day) if one.source == source and one.end is None else one for one in found.learnt
        )
        _write(home, GlobalContext(learnt, found.runs))


def _write(home: Path, context: GlobalContext) -> None:
    write_by_rename(path_of(home), msgspec.json.format(msgspec.json.encode(context)), sync=True)


@dataclass(frozen=True, slots=True)
class Remembered:
    """How many older things were archived for want of room, and where a damaged context was put aside, if one was."""

    archived: int = 0
    aside: str = ""


def learn(home: Path, run: str, fresh: tuple[Learnt, ...]) -> Remembered:
    """Take in what a run learnt, once; a damaged file is put aside and begun anew. Raises `StorageError`."""
    if not fresh:
        return Remembered()
    aside = ""
    with _locked(home):
        try:
            known = load(home)
        except Corrupt:
            known, aside = GlobalContext(), str(_put_aside(home))
        if run in known.runs:
            return Remembered(0, aside)
        kept = list(known.learnt)
        for one in fresh:
            kept = [_ended(old, one) for old in kept if not _replaces(one, old)] + [one]
        room, archived = within(tuple(kept))
        if archived:
            _archive(home, archived)
        _write(home, GlobalContext(room, (*known.runs[-200:], run)))
    return Remembered(len(archived), aside)


def _put_aside(home: Path) -> Path:
    """Give a damaged context another name, so that nothing of it is lost; return its path."""
    path = path_of(home)
    names = (path.with_name(f"context-damaged-{number}.json") for number in count(1))
    aside = next(one for one in names if not one.exists())
    with storage_errors(path):
        path.rename(aside)
    return aside


def _replaces(new: Learnt, old: Learnt) -> bool:
    """Whether a thing is the newer version of one known: patterns and insights only, so that nothing told is lost."""
    return new.kind == old.kind and new.topic == old.topic and (new.kind in _CROWDED_OUT or new.text == old.text)


def _ended(old: Learnt, new: Learnt) -> Learnt:
    """Return what is known, with its end where the user prefers another unit from now on."""
    same = old.kind == new.kind == "preference" and old.topic == new.topic and new.unit and old.end is None
    return replace(old, end=new.day) if same else old


def within(learnt: tuple[Learnt, ...], limit: int = LIMIT) -> tuple[tuple[Learnt, ...], tuple[Learnt, ...]]:
    """Return what fits into the limit, and what is archived: oldest insights, then patterns; nothing else ever is."""
    kept = list(learnt)
    archived: list[Learnt] = []
    for kind in _CROWDED_OUT:
        for one in sorted((one for one in learnt if one.kind == kind), key=lambda one: one.day):
            if size(tuple(kept)) <= limit:
                return tuple(kept), tuple(archived)
            kept.remove(one)
            archived.append(one)
    return tuple(kept), tuple(archived)


def size(learnt: tuple[Learnt, ...]) -> int:
    """Return about how many tokens the context takes."""
    return -(-len(render(learnt)) // 3)


def render(learnt: tuple[Learnt, ...]) -> str:
    """Return the context as a prompt shows it."""
    lines = []
    for kind, title in (
        ("preference", "Preferences"),
        ("fact", "Facts"),
        ("pattern", "Patterns"),
        ("insight", "Insights"),
    ):
        some = [one for one in learnt if one.kind == kind and one.end is None]
        if some:
            lines += [f"## {title}", *(f"- {one.text} ({one.certainty:.0%}; {one.source})" for one in some)]
    return "\n".join(lines)


def _archive(home: Path, archived: tuple[Learnt, ...]) -> None:
    path = path_of(home).with_name("context-archive.jsonl")
    with storage_errors(path), path.open("ab") as file:
        file.write(b"".join(msgspec.json.encode(one) + b"\n" for one in archived))
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _locked(home: Path) -> Iterator[None]:
    folder = path_of(home).parent
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".context.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
