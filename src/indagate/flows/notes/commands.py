"""The commands of the notes flow: `tell`, `log`, `ask`, `chat`, and `notes` for the notebook itself."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from indagate.errors import IndagateError, InputError, StorageError
from indagate.flows.command import Driving, HomeOption, JsonOption, face, unfolded

if TYPE_CHECKING:
    from indagate.flows.notes.entry import Note, Reading
    from indagate.flows.notes.index import Index
    from indagate.flows.notes.query import Found

COMMANDS = typer.Typer()
NOTES = typer.Typer(no_args_is_help=True, help="Look at the notebook, correct it, import into it.")
COMMANDS.add_typer(NOTES, name="notes")
TextArgument = Annotated[str, typer.Argument(metavar="TEXT", help="What you want to say; `-` reads it from stdin.")]
AsOfOption = Annotated[
    str,
    typer.Option("--as-of", metavar="DATE", help="Today is that day; later notes do not count.", show_default=False),
]
DomainOption = Annotated[
    list[str] | None,
    typer.Option("--domain", metavar="NAME", help="Load this domain at first; can be given again.", show_default=False),
]
DayArgument = Annotated[str, typer.Argument(metavar="[DAY]", help="A day or period: 2026-10-03, yesterday, last week.")]


@COMMANDS.command()
@unfolded
def tell(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", domain: DomainOption = None, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Tell or ask anything.

    A note is noted, a question answered; both may come together, and what corrects an earlier note does so.
    """
    _start(context, text, "tell", as_of, domain, driving)


@COMMANDS.command()
@unfolded
def log(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", *, driving: Driving
) -> None:  # fmt: skip
    """Note something, whatever it looks like."""
    _start(context, text, "log", as_of, None, driving)


@COMMANDS.command()
@unfolded
def ask(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", domain: DomainOption = None, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Ask your notes something; the numbers are computed, and the notes cited."""
    _start(context, text, "ask", as_of, domain, driving)


@COMMANDS.command()
@unfolded
def chat(context: typer.Context, as_of: AsOfOption = "", *, driving: Driving) -> None:
    """Tell and ask, line by line; an empty line or Ctrl-D ends it.

    A question to you is answered by the next line; `-` declines, `later` leaves it waiting. `undo`, `fix N …` and
    `delete N` change what was noted.
    """
    driving, shown = _at_home(driving), face(context)
    before = set(shown.waiting("notes", home=driving.home))
    for name in sorted(before):
        typer.echo(f"{name} waits for an answer: indagate answer {name} …, or indagate decline {name}")
    asking = ""
    while True:
        if sys.stdin.isatty():
            typer.echo(f"{asking} > " if asking else "> ", nl=False, err=True)
        raw = sys.stdin.buffer.readline()
        if not raw.strip():
            return
        try:
            line = _text(raw)
            if asking and line == "later":
                before.add(asking)
            elif asking:
                shown.send(asking, *(("decline", "") if line == "-" else ("answer", line)), driving, bare=True)
            elif line == "-":
                typer.echo("nothing waits for your answer", err=True)
            else:
                _start(context, line, "tell", as_of, None, driving, unasked=True)
        except typer.Exit:
            pass
        except IndagateError as error:
            typer.echo(str(error), err=True)
        asking = next((name for name in shown.waiting("notes", home=driving.home) if name not in before), "")


Mode = Literal["tell", "log", "ask", "correct"]


def _start(
    context: typer.Context, text: str, mode: Mode, as_of: str, domains: list[str] | None, driving: Driving, *,
    unasked: bool = False,
) -> None:  # fmt: skip
    """Start a run, and give the text back if it could not be kept."""
    from indagate.flows.notes.domain import domains as modules
    from indagate.flows.notes.record import NotesInput
    from indagate.storage import Home

    driving = _at_home(driving)
    said = _text(sys.stdin.buffer.read()) if text == "-" else text
    if domains:
        _require_domains(domains, driving.home)
    given = NotesInput(said, _today(as_of), mode, tuple(domains or ()))
    if mode == "ask":  # a note is kept in its run even where a domain module cannot be read
        modules(Home.for_notes(driving.home).root)
    try:
        face(context).start("notes", given, driving, bare=True, unasked=unasked)
    except StorageError as error:
        raise StorageError(f"{error.message}. What you wrote is not kept: {said}", hint=error.hint) from None


def _at_home(driving: Driving) -> Driving:
    """Return the options with the home of the notes in them."""
    return replace(driving, home=_home_of_notes(driving.home))


def _home_of_notes(given: Path | None) -> Path:
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


def _today(as_of: str) -> date:
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


def _text(raw: bytes) -> str:
    """Return what came through stdin. Raises `InputError`."""
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise InputError(f"what stdin gives is not UTF-8 text (byte {error.start})") from None


def _require_domains(names: list[str], home: Path | None) -> None:
    """Raise `InputError` for a domain that is not there."""
    from indagate.flows.notes.domain import domains
    from indagate.storage import Home

    found = domains(Home.for_notes(home).root)
    for name in names:
        if name not in found:
            raise InputError(f"there is no domain {name!r}", hint=f"There are: {', '.join(sorted(found))}.")


def _opened(home: Path | None) -> Index:
    """Return the index of a home, up to date."""
    from indagate.flows.notes.domain import usable
    from indagate.flows.notes.index import Index
    from indagate.storage import Home

    root = Home.for_notes(home).root
    index = Index(root, usable(root)[0])
    index.refresh()
    return index


def _period(text: str) -> tuple[date, date]:
    """Return the days that a text names; all without one. Raises `InputError`."""
    from indagate.cells.grammar import periods

    if not text:
        return date.min, date.max
    found = periods(text, _today(""))
    if not found:
        raise InputError(f"no day can be read in {text!r}", hint="Say 2026-10-03, yesterday, last week, in July, …")
    return found[0].first, found[0].last


@NOTES.command("list")
def list_(day: DayArgument = "", home: HomeOption = None, json: JsonOption = False) -> None:
    """List notes with their day and line."""
    with _opened(_home_of_notes(home)) as index:
        found = list(index.notes(*_period(day)))
    if json:
        _dump([_as_json(note, reading) for note, reading in found])
        return
    for note, _ in found:
        typer.echo(_line(note))
    if not found:
        typer.echo("no notes" + (f" for {day}" if day else f" yet in {index.notebook.folder}"))


def _line(note: Note) -> str:
    from indagate.render import visible

    ended = f"  (until {note.until}: corrected or deleted)" if note.until else ""
    return f"{note.place}  {visible(note.text)}{ended}"


@NOTES.command()
def show(
    place: Annotated[str, typer.Argument(metavar="DAY[:LINE]", help="A day, or a note by day and line.")],
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Show notes with what was read of them, and what was not."""
    from indagate.flows.notes.wording import reading_lines

    text, line = _place(place)
    with _opened(_home_of_notes(home)) as index:
        found = [pair for pair in index.notes(*_period(text)) if line is None or pair[0].line == line]
    if not found:
        raise InputError(f"there is no note at {place}", hint="indagate notes list shows the notes with day and line")
    if json:
        _dump([_as_json(note, reading) for note, reading in found])
        return
    for note, reading in found:
        typer.echo("\n".join([_line(note), *reading_lines(reading)]))


@NOTES.command()
@unfolded
def correct(
    context: typer.Context,
    place: Annotated[str, typer.Argument(metavar="DAY:LINE", help="The note to correct.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What it should say.")],
    as_of: AsOfOption = "", *, driving: Driving,
) -> None:  # fmt: skip
    """Correct a note; the old text stays, and counts up to the day of the correction."""
    _start(context, _amendment(place, text, driving.home), "correct", as_of, None, driving)


@NOTES.command()
@unfolded
def delete(
    context: typer.Context,
    place: Annotated[str, typer.Argument(metavar="DAY:LINE", help="The note to delete.")],
    as_of: AsOfOption = "", *, driving: Driving,
) -> None:  # fmt: skip
    """Delete a note: its line stays, and counts no more."""
    _start(context, _amendment(place, "", driving.home), "correct", as_of, None, driving)


def _amendment(place: str, text: str, home: Path | None) -> str:
    """Return the line that amends a note. Raises `InputError` where there is none."""
    from indagate.flows.notes.amendment import Amendment, line_of

    day, line = _place(place)
    first, last = _period(day)
    with _opened(_home_of_notes(home)) as index:
        there = [note for note, _ in index.notes(first, last) if note.line == line]
    if line is None or not there:
        raise InputError(f"there is no note at {place}", hint="indagate notes list shows the notes with day and line")
    return line_of(Amendment(there[0].day, line, text))


@NOTES.command()
def sql(
    text: Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT over the tables of `notes tables`.")],
    as_of: AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Ask the notebook in SQL: the values, the rows they rest on, what is missing."""
    from indagate.flows.notes.query import Query
    from indagate.flows.notes.search import by_sql

    with _opened(_home_of_notes(home)) as index:
        _show(by_sql(index, Query("sql", text), _today(as_of)), json=json)


MeasureArgument = Annotated[str, typer.Argument(metavar="THING[.MEASURE]", help="run.distance, sleep, spending …")]


@NOTES.command("sum")
def sum_(
    what: MeasureArgument,
    period: Annotated[str, typer.Argument(metavar="[PERIOD]", help="October, last week, 2026 …")] = "",
    as_of: AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Add up a measure, perhaps of a period."""
    _measure(what, period, as_of, home, json=json, total=True)


@NOTES.command()
def values(
    what: MeasureArgument,
    period: Annotated[str, typer.Argument(metavar="[PERIOD]", help="October, last week, 2026 …")] = "",
    as_of: AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """List the values of a measure by day, perhaps of a period."""
    _measure(what, period, as_of, home, json=json, total=False)


def _measure(what: str, period: str, as_of: str, home: Path | None, *, json: bool, total: bool) -> None:
    from indagate.flows.notes.query import Query
    from indagate.flows.notes.search import by_sql, measure_sql

    with _opened(_home_of_notes(home)) as index:
        first, last = _period(period)
        text = measure_sql(index, what, first, last, _today(as_of), total=total)
        _show(by_sql(index, Query("sql", text), _today(as_of)), json=json)


@NOTES.command()
def tables(as_of: AsOfOption = "", home: HomeOption = None) -> None:
    """Describe the tables that `notes sql` asks."""
    from indagate.flows.notes.tables import described

    with _opened(_home_of_notes(home)) as index:
        typer.echo(described(index, _today(as_of)))


def _show(found: Found, *, json: bool) -> None:
    """Print a result. Raises `InputError` where the query was declined."""
    from indagate.flows.notes.views import cited_lines, query_json

    if found.declined:
        raise InputError(f"the query cannot be answered: {found.reason}", hint="indagate notes tables shows the tables")
    if json:
        _dump({**query_json(found), "evidence": [f"{one.date}:{one.line}" for one in found.cited]})
        return
    from indagate.flows.notes.wording import value_lines

    typer.echo("\n".join([found.sql, *value_lines(found), *cited_lines(found.cited)]))


@NOTES.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Markdown with date headings, CSV or JSONL.")],
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Bring notes in from files; importing the same notes twice adds nothing."""
    from indagate.flows.notes.importing import bring_in, read_notes

    told = [one for file in files for one in read_notes(file)]
    with _opened(_home_of_notes(home)) as index:
        added = bring_in(index.notebook, told)
        index.refresh()
    days = len({day for day, _ in told})
    if json:
        _dump({"read": len(told), "added": added, "days": days})
    else:
        typer.echo(f"{added} notes added, {len(told) - added} were there already; {days} days")


@NOTES.command()
def reindex(home: HomeOption = None, json: JsonOption = False) -> None:
    """Throw the index away and read the notebook anew; needed only if the index was damaged."""
    with _opened(_home_of_notes(home)) as index:
        count = index.rebuild()
    if json:
        _dump({"notes": count})
    else:
        typer.echo(f"{count} notes indexed")


@NOTES.command("domains")
def domains_(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Show this domain's activities and words.")] = "",
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """List the domain modules: those that ship, and your own in the home's folder `domains`."""
    import msgspec

    from indagate.flows.notes.domain import domains
    from indagate.storage import Home

    if name:
        _require_domains([name], home)
    found = domains(Home.for_notes(home).root)
    if json:
        _dump(msgspec.to_builtins([found[name]] if name else list(found.values())))
        return
    for one in [found[name]] if name else found.values():
        typer.echo(f"{one.name:10} {one.description}")
        for activity in one.log_schema if name else ():
            measures = ", ".join(f"{key} ({item.unit or 'number'})" for key, item in activity.measures.items())
            kinds = f"; {', '.join(activity.kinds)}" if activity.kinds else ""
            words = ", ".join(one.words_of(activity.activity))
            typer.echo(f"  {activity.activity}: {measures}{kinds}\n    words: {words}")


def _place(place: str) -> tuple[str, int | None]:
    day, colon, line = place.rpartition(":")
    return (day, int(line)) if colon and line.isdecimal() else (place, None)


def _as_json(note: Note, reading: Reading) -> dict[str, Any]:
    import msgspec

    found = {"date": note.day.isoformat(), "line": note.line, "text": note.text, "run": note.mark or None}
    found["until"] = note.until.isoformat() if note.until else None
    return {**found, "entries": msgspec.to_builtins(list(reading.entries)), "unread": list(reading.unread)}


def _dump(value: Any) -> None:
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
