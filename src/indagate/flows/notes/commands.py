"""The commands of the notes flow: `tell`, `log`, `ask`, `chat`, and `notes` for the notebook itself."""

from __future__ import annotations

import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from indagate.errors import InputError, StorageError
from indagate.flows.command import Driving, HomeOption, JsonOption, face

if TYPE_CHECKING:
    from indagate.flows.notes.index import Index

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
def tell(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", domain: DomainOption = None,
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Tell or ask anything.

    A note is noted, a question answered; both may come together, and what corrects an earlier note does so.
    """
    _start(context, text, "tell", as_of, domain, home, json)


@COMMANDS.command()
def log(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "",
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Note something, whatever it looks like."""
    _start(context, text, "log", as_of, None, home, json)


@COMMANDS.command()
def ask(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", domain: DomainOption = None,
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Ask your notes something; the numbers are computed, and the notes cited."""
    _start(context, text, "ask", as_of, domain, home, json)


@COMMANDS.command()
def chat(context: typer.Context, as_of: AsOfOption = "", home: HomeOption = None) -> None:
    """Tell and ask, line by line; an empty line or Ctrl-D ends it.

    What waits for your answer is asked at once; `-` declines.
    """
    shown = face(context)
    waits = shown.waiting("notes", home=home)
    if waits:
        typer.echo(f"{waits[-1]} waits for your answer (- declines):")
    while True:
        if sys.stdin.isatty():
            typer.echo("> ", nl=False, err=True)
        raw = sys.stdin.buffer.readline()
        if not raw.strip():
            return
        try:
            line = _text(raw)
            if waits and line == "-":
                shown.send(waits[-1], "decline", "", home=home, bare=True)
            elif waits:
                shown.send(waits[-1], "answer", line, home=home, bare=True)
            elif line == "-":
                typer.echo("nothing waits for your answer", err=True)
            else:
                _start(context, line, "tell", as_of, None, home, False)
        except typer.Exit:
            pass
        except InputError as error:
            typer.echo(str(error), err=True)
        waits = shown.waiting("notes", home=home)


Mode = Literal["tell", "log", "ask", "correct"]


def _start(
    context: typer.Context, text: str, mode: Mode, as_of: str, domains: list[str] | None, home: Path | None, json: bool
) -> None:
    """Start a run, and give the text back if it could not be kept."""
    from indagate.flows.notes.domain import domains as modules
    from indagate.flows.notes.record import NotesInput
    from indagate.store import Home

    said = _text(sys.stdin.buffer.read()) if text == "-" else text
    if domains:
        _require_domains(domains, home)
    given = NotesInput(said, _today(as_of), mode, tuple(domains or ()))
    if mode == "ask":  # a note is kept in its run even where a domain module cannot be read
        modules(Home.find(home).root)
    try:
        face(context).start("notes", given, Driving(home=home, json=json), bare=True)
    except StorageError as error:
        raise StorageError(f"{error.message}. What you wrote is not kept: {said}", hint=error.hint) from None


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
    from indagate.store import Home

    found = domains(Home.find(home).root)
    for name in names:
        if name not in found:
            raise InputError(f"there is no domain {name!r}", hint=f"There are: {', '.join(sorted(found))}.")


def _opened(home: Path | None) -> Index:
    """Return the index of a home, up to date."""
    from indagate.flows.notes.index import Index
    from indagate.flows.notes.retrieval import whole_lexicon
    from indagate.store import Home

    root = Home.find(home).root
    index = Index(root, whole_lexicon(root))
    index.refresh()
    return index


def _period(text: str) -> tuple[date, date]:
    """Return the days that a text names; all without one. Raises `InputError`."""
    from indagate.flows.notes.moment import moments

    if not text:
        return date.min, date.max
    found = moments(text, _today(""))
    if not found:
        raise InputError(f"no day can be read in {text!r}", hint="Say 2026-10-03, yesterday, last week, in July, …")
    return found[0].first, found[0].last


@NOTES.command("list")
def list_(day: DayArgument = "", home: HomeOption = None, json: JsonOption = False) -> None:
    """List notes with their day and line, and what was understood of them."""
    from indagate.render import visible

    with _opened(home) as index:
        found = list(index.notes(*_period(day)))
    if json:
        _dump([_as_json(note) for note in found])
        return
    for note in found:
        typer.echo(f"{note.day}:{note.line}  {visible(note.text)}")
    if not found:
        typer.echo("no notes" + (f" for {day}" if day else f" yet in {index.notebook.folder}"))


@NOTES.command()
def show(
    place: Annotated[str, typer.Argument(metavar="DAY[:LINE]", help="A day, or a note by day and line.")],
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Show notes with what was understood: activity, values, and why something does not count."""
    from indagate.render import visible

    text, line = _place(place)
    with _opened(home) as index:
        found = [note for note in index.notes(*_period(text)) if line is None or note.line == line]
        facts = {(note.day, note.line): index.of_notes([(note.day, note.line)], date.max) for note in found}
    if not found:
        raise InputError(f"there is no note at {place}", hint="indagate notes list shows the notes with day and line")
    if json:
        _dump([_as_json(note) for note in found])
        return
    for note in found:
        typer.echo(f"{note.day}:{note.line}  {visible(note.text)}")
        for item in [fact.item for fact in facts[note.day, note.line]] or list(note.items):
            values = ", ".join(f"{name} {value:g}" for name, value in item.values.items())
            aside = {"other": f"not counted: {item.who}'s", "": ""}.get(item.why, f"not counted: {item.why}")
            parts = [f"{item.domain}.{item.activity}", item.kind, values, item.unit, aside]
            typer.echo(f"    {item.day}  " + "  ".join(part for part in parts if part))


@NOTES.command()
def correct(
    context: typer.Context,
    place: Annotated[str, typer.Argument(metavar="DAY:LINE", help="The note to correct.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What it should say.")],
    as_of: AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Correct a note; the old text stays, and counts up to the day of the correction."""
    from indagate.flows.notes.offline.correct import reference

    day, line = _place(place)
    first, last = _period(day)
    with _opened(home) as index:
        there = [note for note in index.notes(first, last) if note.line == line]
    if line is None or not there:
        raise InputError(f"there is no note at {place}", hint="indagate notes list shows the notes with day and line")
    _start(context, reference(there[0].day, line, text), "correct", as_of, None, home, json)


@NOTES.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Markdown with date headings, CSV or JSONL.")],
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Bring notes in from files; importing the same notes twice adds nothing."""
    from indagate.flows.notes.importing import bring_in, read_notes

    told = [one for file in files for one in read_notes(file)]
    with _opened(home) as index:
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
    with _opened(home) as index:
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
    from indagate.store import Home

    if name:
        _require_domains([name], home)
    found = domains(Home.find(home).root)
    if json:
        _dump(msgspec.to_builtins([found[name]] if name else list(found.values())))
        return
    for one in [found[name]] if name else found.values():
        typer.echo(f"{one.name:10} {one.description}")
        for activity in one.log_schema if name else ():
            fields = ", ".join(f"{field} ({item.dimension})" for field, item in activity.fields.items())
            typer.echo(
                f"  {activity.activity}: {fields}" + (f"; {', '.join(activity.kinds)}" if activity.kinds else "")
            )


def _place(place: str) -> tuple[str, int | None]:
    day, colon, line = place.rpartition(":")
    return (day, int(line)) if colon and line.isdecimal() else (place, None)


def _as_json(note: Any) -> dict[str, Any]:
    import msgspec

    found = {"date": note.day.isoformat(), "line": note.line, "text": note.text, "run": note.mark or None}
    return {**found, "items": msgspec.to_builtins(list(note.items))}


def _dump(value: Any) -> None:
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
