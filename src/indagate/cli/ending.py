"""What is said when a command leaves a run: how it stands, where its files are, how to go on."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from indagate.app.standing import account, facts_of, instead_of, is_broken, resolved, why_broken
from indagate.cli.main import INTERRUPTED
from indagate.cli.wording import clean, limits, spending

if TYPE_CHECKING:
    from indagate.app import App, Handle
    from indagate.cli.drive import Manner
    from indagate.engine import Replay, Status
    from indagate.errors import HasEnded
    from indagate.flow import Flow


EXIT_CODES = {"failed": 1, "needs_model": 4}
"""The exit codes of runs that have ended without their result."""


def conclude(app: App, handle: Handle, status: Status, manner: Manner) -> int:
    """Say how a run stands after a drive, as text or as one JSON object; return the exit code."""
    from indagate.cli.drive import BROKE, WAITS
    from indagate.flow import outcome_of

    past, ledger = handle.driver.run_writer.replayed, handle.budget
    if manner.json:
        found = facts_of(handle.flow, past, handle.folder)
        found |= app.answers.facts(handle.name)
        typer.echo(dump({**found, "budget": account(ledger.spent, ledger.seconds, ledger.budget)}))
    else:
        _say(app, handle, status, manner)
        came_out = outcome_of(handle.flow, handle.record, past.configuration, driven=False)
        if handle.flow.signal_line and came_out in ("done", "partial") and not sys.stdout.isatty():
            typer.echo(handle.flow.signal_line)
    if status == "stopped":
        return INTERRUPTED
    if status == "paused":
        return WAITS
    if status == "finished":
        return EXIT_CODES.get(outcome_of(handle.flow, handle.record, past.configuration, driven=False), 0)
    return BROKE if _in_error(handle.flow, past) else WAITS


def say_ended(app: App, name: str, manner: Manner, ended: HasEnded) -> None:
    """Say how a run has ended that was to go on, as text or as one JSON object."""
    _, flow = app.find(name)
    past, folder = app.past(name), app.home.run_folder(name)
    if manner.json:
        found = facts_of(flow, past, folder)
        found |= app.answers.facts(name)
        typer.echo(dump({**found, "budget": account(past.spent, past.seconds, past.budget)}))
        return
    lines = [f"{name}  {past.record.state} (it has ended; there is nothing to resume)"]
    if flow.summary is not None:
        lines.append(summary_of(flow, past.record, manner.home))
    lines += [*place_lines(flow, past.record, folder), ended.hint or ""]
    typer.echo(clean("\n".join(line for line in lines if line)))


def _say(app: App, handle: Handle, status: Status, manner: Manner) -> None:
    flow, record, name = handle.flow, handle.record, handle.name
    if manner.bare and status == "finished" and flow.summary is not None:
        instead = instead_lines(handle.driver.run_writer.replayed)
        if any(by not in ("", "rule") for times in app.answers.counts(name).answered_by.values() for by in times):
            instead += left_out_lines(app, name)
        typer.echo(clean("\n".join([summary_of(flow, record, manner.home), *instead])))
        rests_on = flow.details(record).get("evidence", True) if flow.details is not None else True
        if not rests_on:  # nothing was found: say where it was looked for
            typer.echo(f"home    {app.home.root}", err=True)
        return
    head = {"stopped": " (stopped)", "paused": " (paused)"}.get(status, "")
    lines = [f"{name}  {record.state}{head}"]
    past = handle.driver.run_writer.replayed
    why = why_broken(flow, past)
    if why:
        lines.append(f"It broke: {why}")
    if flow.summary is not None:
        lines.append(summary_of(flow, record, manner.home))
    lines += place_lines(flow, record, handle.folder)
    lines += [*answered_lines(app.answers.counts(name).answered_by), *instead_lines(past), *left_out_lines(app, name)]
    ledger = handle.budget
    lines.append(f"spent   {spending(ledger.spent, ledger.seconds, ledger.budget)}")
    if status == "finished":
        if flow.check is not None:
            lines.append(f"verify  {command('verify', name, manner.home)}")
    else:
        lines += ways_on(app, name, manner.home, resume=status in ("stopped", "paused"))
    typer.echo(clean("\n".join(line for line in lines if line)))


def forecast_lines(app: App, name: str) -> list[str]:
    """Return what a run's models are expected to take from here on, and what they may; nothing without a model."""
    found = app.forecast(name)
    if found is None:
        return []
    most = limits(app.past(name).budget)
    return ["", f"Expected  {found.line}" + (f" ({most} in all)" if most else "")]


def answered_lines(answered: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return who answered, where a model did: each with its roles, and how often in each."""
    roles: dict[str, list[str]] = {}
    for role, times in answered.items():
        for by, count in times.items():
            roles.setdefault(by, []).append(f"{role} {count}" if count > 1 else role)
    if set(roles) <= {"rule", ""}:
        return []
    return [f"by      {by}: {', '.join(named)}" for by, named in roles.items() if by]


def left_out_lines(app: App, name: str) -> list[str]:
    """Say which roles that only check or enrich nobody answered, and why; and which were shown less than all."""
    counts, whys = app.answers.counts(name), dict[str, list[str]]()
    for role, why in counts.not_done.items():
        whys.setdefault(why, []).append(role)
    lines = [f"note    not done ({why}): {', '.join(roles)}" for why, roles in whys.items()]
    cut = [f"{role} {times}" if times > 1 else role for role, times in counts.cut_to_fit.items()]
    return [*lines, f"note    shown less than all, to fit the context: {', '.join(cut)}"] if cut else lines


def instead_lines(past: Replay) -> list[str]:
    """Say which roles their rules answered, since no answer of a model was usable."""
    roles = instead_of(past)
    return [f"note    no usable answer of the model; the rule answered: {', '.join(roles)}"] if roles else []


def place_lines(flow: Flow, record: Any, folder: Path) -> list[str]:
    """Return where a run's report and folder are, if they are."""
    report = resolved(flow, record, folder).get("report")
    lines = [f"report  {report}"] if isinstance(report, str) else []
    return [*lines, f"folder  {folder}"] if folder.is_dir() else lines


def unwritten_lines(flow: Flow, record: Any, folder: Path, going: str) -> list[str]:
    """Say which files of a run that rests are not there, as after a kill at its end, and what writes them."""
    from indagate.engine import Page

    pages = [view.path for view in flow.views if isinstance(view, Page) and view.exists(record)]
    report = resolved(flow, record, folder).get("report")
    if isinstance(report, str) and Path(report).is_relative_to(folder):
        pages = [*dict.fromkeys((*pages, str(Path(report).relative_to(folder))))]
    lacking = [page for page in pages if not (folder / page).is_file()]
    return [f"files   not there: {', '.join(lacking)}; {going} writes them"] if lacking else []


def _in_error(flow: Flow, past: Replay) -> bool:
    """Whether a run stands where a failure leads; one that is blocked or stopped waits for a person."""
    from indagate.engine import Broke

    return any(token.state == flow.chart.anywhere.get(Broke) for token in past.configuration.tokens)


def ways_on(app: App, name: str, home: Path | None, *, resume: bool) -> list[str]:
    """Return the commands that lead a run on from where it stands."""
    from indagate.engine import Answering
    from indagate.statechart import active

    run, flow = app.find(name)
    past, asked = app.past(name), app.waiting(name)
    within = asked.within if asked else ()
    lines = [f"first   {item.run} is {item.state}: {command('show', item.run, home)}" for item in within]
    going = f"go on   {command('resume', name, home)}{_larger(past)}"
    if (resume and active(flow.chart, past.configuration)) or is_broken(flow, past):
        lines.append(going)
    if is_broken(flow, past) and app.answers.setting(run) != Answering():
        lines.append(f"or      {command('resume', name, home)} --model PROVIDER:NAME, or --role ROLE=rule")
    said = [choice for choice in asked.choices if choice.word != "resume"] if asked else []
    for number, choice in enumerate(said):
        label = "or     " if number or lines else "go on  "
        text = ' "TEXT"' if choice.text == "required" else ""
        lines.append(f"{label} {signal_command(choice.word, name, home)}{text}")
    return lines or [going]


_ALL_BUT_SPENT = 0.85


def _larger(past: Replay) -> str:
    """Return the options that double the limits of a run which are all but spent: without them it would stop again."""
    used = {"calls": past.spent.calls, "tokens": past.spent.tokens, "dollars": past.spent.dollars}
    found = []
    for name, spent in {**used, "seconds": past.seconds}.items():
        limit = getattr(past.budget, name)
        if limit is not None and spent >= _ALL_BUT_SPENT * limit:
            found.append(f" --budget-{name} {2 * limit:.12g}")
    return "".join(found)


def signal_command(word: str, name: str, home: Path | None) -> str:
    """Return the command that sends a word to a run."""
    if word in ("approve", "amend", "answer", "steer", "abort", "resume", "pause"):
        return command(word, name, home)
    if word == "write":
        return command("answer", f"{name} --write-now", home)
    return command("signal", f"{name} {word}", home)


def command(verb: str, rest: str, home: Path | None) -> str:
    """Return a command as the person would type it."""
    from indagate.storage.address import named

    there = f" --home {shlex.quote(named(home))}" if home else ""
    return f"indagate {verb} {rest}{there}"


def summary_of(flow: Flow, record: Any, home: Path | None) -> str:
    """Return what a flow says of a run, the commands in it for the home that the person named."""
    from indagate.cli.wording import at_home

    return at_home(flow.summary(record) if flow.summary is not None else "", home)


def dump(value: Any) -> str:
    """Return JSON for programs."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
