"""The commands of the notebook itself: look at it, correct it, import into it, ask it in SQL."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from indagate.errors import InputError
from indagate.flows.command import Driving, HomeOption, JsonOption, Spending, YesOption, face, unfolded
from indagate.flows.notes import opening
from indagate.number import count

if TYPE_CHECKING:
    from indagate.flows.notes.entry import Note, Reading
    from indagate.flows.notes.query import Found

COMMANDS = typer.Typer()
NOTES = typer.Typer(no_args_is_help=True, help="Look at the notebook, correct it, import into it.")
COMMANDS.add_typer(NOTES, name="notes")
DayArgument = Annotated[str, typer.Argument(metavar="[DAY]", help="A day or period: 2026-10-03, yesterday, last week.")]


@NOTES.command("list")
def list_(day: DayArgument = "", home: HomeOption = None, json: JsonOption = False) -> None:
    """List notes with their day and line."""
    with opening.opened(opening.home_of_notes(home)) as index:
        found = list(index.notes(*opening.period_of(day)))
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
    with opening.opened(opening.home_of_notes(home)) as index:
        found = [pair for pair in index.notes(*opening.period_of(text)) if line is None or pair[0].line == line]
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
    as_of: opening.AsOfOption = "", *, driving: Driving,
) -> None:  # fmt: skip
    """Correct a note; the old text stays, and counts up to the day of the correction."""
    opening.start(context, _amendment(place, text, driving.home), "correct", as_of, None, driving)


@NOTES.command()
@unfolded
def delete(
    context: typer.Context,
    place: Annotated[str, typer.Argument(metavar="DAY:LINE", help="The note to delete.")],
    as_of: opening.AsOfOption = "", *, driving: Driving,
) -> None:  # fmt: skip
    """Delete a note: its line stays, and counts no more."""
    opening.start(context, _amendment(place, "", driving.home), "correct", as_of, None, driving)


def _amendment(place: str, text: str, home: Path | None) -> str:
    """Return the line that amends a note. Raises `InputError` where there is none."""
    from indagate.flows.notes.amendment import Amendment, line_of

    day, line = _place(place)
    first, last = opening.period_of(day)
    with opening.opened(opening.home_of_notes(home)) as index:
        there = [note for note, _ in index.notes(first, last) if note.line == line]
    if line is None or not there:
        raise InputError(f"there is no note at {place}", hint="indagate notes list shows the notes with day and line")
    return line_of(Amendment(there[0].day, line, text))


@NOTES.command()
def sql(
    text: Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT over the tables of `notes tables`.")],
    as_of: opening.AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Ask the notebook in SQL: the values, the rows they rest on, what is missing."""
    from indagate.flows.notes.query import Query
    from indagate.flows.notes.search import by_sql

    with opening.opened(opening.home_of_notes(home)) as index:
        _show(by_sql(index, Query("sql", text), opening.today(as_of)), json=json)


MeasureArgument = Annotated[str, typer.Argument(metavar="THING[.MEASURE]", help="run.distance, sleep, spending …")]


@NOTES.command("sum")
def sum_(
    what: MeasureArgument,
    period: Annotated[str, typer.Argument(metavar="[PERIOD]", help="October, last week, 2026 …")] = "",
    as_of: opening.AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Add up a measure, perhaps of a period."""
    _measure(what, period, as_of, home, json=json, total=True)


@NOTES.command()
def values(
    what: MeasureArgument,
    period: Annotated[str, typer.Argument(metavar="[PERIOD]", help="October, last week, 2026 …")] = "",
    as_of: opening.AsOfOption = "", home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """List the values of a measure by day, perhaps of a period."""
    _measure(what, period, as_of, home, json=json, total=False)


def _measure(what: str, period: str, as_of: str, home: Path | None, *, json: bool, total: bool) -> None:
    from indagate.flows.notes.query import Query
    from indagate.flows.notes.search import by_sql, measure_sql

    with opening.opened(opening.home_of_notes(home)) as index:
        first, last = opening.period_of(period)
        text = measure_sql(index, what, first, last, opening.today(as_of), total=total)
        _show(by_sql(index, Query("sql", text), opening.today(as_of)), json=json)


@NOTES.command()
def plot(
    what: MeasureArgument,
    period: Annotated[str, typer.Argument(metavar="[PERIOD]", help="October, last week, 2026 …")] = "",
    by: Annotated[str, typer.Option("--by", metavar="day|month", help="Single values, or put together by month.")] = "",
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the figure.", show_default=False)
    ] = None,
    as_of: opening.AsOfOption = "", home: HomeOption = None,
) -> None:  # fmt: skip
    """Draw a measure, in the terminal or as a page; with many values by month, added up or as means."""
    from indagate.flows.notes.plot import in_html, in_terminal
    from indagate.flows.notes.plotting import figure_of

    if by not in ("", "day", "month"):
        raise InputError(f"--by needs day or month, not {by!r}")
    with opening.opened(opening.home_of_notes(home)) as index:
        figure = figure_of(index, what, *opening.period_of(period), opening.today(as_of), by)
    if html is None:
        typer.echo("\n".join(in_terminal(figure)))
        return
    from indagate.storage import write_by_rename

    write_by_rename(html.absolute(), in_html(figure).encode())
    typer.echo(str(html))


@NOTES.command()
def tables(as_of: opening.AsOfOption = "", home: HomeOption = None) -> None:
    """Describe the tables that `notes sql` asks."""
    from indagate.flows.notes.tables import described

    with opening.opened(opening.home_of_notes(home)) as index:
        typer.echo(described(index, opening.today(as_of)))


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
@unfolded
def import_(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Markdown with date headings, CSV or JSONL.")],
    yes: YesOption = False, *, driving: Driving, spending: Spending,
) -> None:  # fmt: skip
    """Bring notes in from files; importing the same notes twice adds nothing.

    With --model that model then reads them: what it may cost is said first, and asked.
    """
    from indagate.flows.notes.importing import bring_in, read_notes

    told = [one for file in files for one in read_notes(file)]
    driving = opening.at_home(driving)
    with opening.opened(driving.home) as index:
        added = bring_in(index.notebook, told)
        index.refresh()
    days = {day for day, _ in told}
    counts = f"{count(added, 'note')} added, {len(told) - added} were there already; {count(len(days), 'day')}"
    if days and _read(context, min(days), max(days), driving, spending, yes=yes, before=counts):
        return
    if driving.json:
        _dump({"read": len(told), "added": added, "days": len(days)})
    else:
        typer.echo(counts)


@NOTES.command()
@unfolded
def read(
    context: typer.Context, day: DayArgument = "", yes: YesOption = False, *, driving: Driving, spending: Spending
) -> None:
    """Have a model read the notes that none has read yet; what it may cost is said first, and asked.

    What was read is kept batch by batch: after a kill, resume the run or give the command again.
    """
    from indagate.models.role import WAYS_OUT

    first, last = opening.period_of(day)
    if not _read(context, first, last, opening.at_home(driving), spending, yes=yes):
        raise InputError("no model is configured that could read the notes", hint=WAYS_OUT)


def _read(
    context: typer.Context, first: date, last: date, driving: Driving, spending: Spending, *,
    yes: bool, before: str = "",
) -> bool:  # fmt: skip
    """Say what reading may cost, ask, and start the run; return False without a model.

    Raises `InputError` where nobody is there to agree.
    """
    from indagate.flows.notes.reading import expected, unread_by_model
    from indagate.flows.notes.record import NotesInput
    from indagate.storage import Home

    notes, shown = unread_by_model(Home.for_notes(driving.home).root, first, last), face(context)
    cost = shown.forecast(driving, expected(notes or [(first, "")]))
    if cost is None:
        return False
    typer.echo(before, err=True, nl=bool(before))
    if not notes:
        typer.echo("a model has read all these notes already", err=True)
        return not before
    told = f"{count(len(notes), 'note')} {'is' if len(notes) == 1 else 'are'} to be read by a model: {cost.line}"
    if yes:
        typer.echo(told, err=True)
    elif before and not driving.model and not (shown.attended() and not driving.json):
        typer.echo(f"{told}\n  indagate notes read --yes", err=True)
        return False
    elif not shown.confirmed(f"{told}. Read them?", way="--yes", json=driving.json):
        typer.echo("not read; indagate notes read asks again", err=True)
        return True
    given = NotesInput(f"read {count(len(notes), 'note')}", opening.today(""), "read", first=first, last=last)
    shown.start("notes", given, driving, spending=spending, yes=True, bare=True)
    return True


@NOTES.command()
def learn(
    words: Annotated[list[str], typer.Argument(metavar="THING [UNIT]", help="sauna min; pushups; book club EUR.")],
    home: HomeOption = None,
) -> None:  # fmt: skip
    """Have a thing with its measure read from now on, also in the notes that are there."""
    text = " ".join(["learn", *words])
    if not opening.say_learnt(text, opening.home_of_notes(home)):
        raise InputError(f"this is no thing with a unit: {text}", hint="learn sauna min, learn pushups")


@NOTES.command()
def known(home: HomeOption = None, json: JsonOption = False) -> None:
    """List what is remembered of you, with its source; delete or correct that note to end it."""
    import msgspec

    from indagate.flows.notes.context import load

    learnt = load(opening.home_of_notes(home)).learnt
    if json:
        _dump(msgspec.to_builtins(list(learnt)))
        return
    for one in learnt:
        until = f", until {one.end}" if one.end else ""
        by = f", worded by {one.by}" if one.by else ""
        typer.echo(f"{one.kind:10} {one.text}  ({one.source}, since {one.day}{until}{by})")
    if not learnt:
        typer.echo("nothing is remembered")


@NOTES.command()
def reindex(home: HomeOption = None, json: JsonOption = False) -> None:
    """Throw the index away and read the notebook anew; needed only if the index was damaged."""
    with opening.opened(opening.home_of_notes(home)) as index:
        notes = index.rebuild()
    if json:
        _dump({"notes": notes})
    else:
        typer.echo(f"{count(notes, 'note')} indexed")


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
        opening.require_domains([name], home)
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
