"""What is said when a command leaves a run: how it stands, where its files are, how to go on."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import typer

from indagate.cli.main import INTERRUPTED
from indagate.cli.wording import account_of, clean, spending

if TYPE_CHECKING:
    from indagate.app import App, Handle
    from indagate.cli.drive import Manner
    from indagate.engine import Past, Status
    from indagate.lab import Flow


def conclude(app: App, handle: Handle, status: Status, manner: Manner) -> int:
    """Say how a run stands after a drive, as text or as one JSON object; return the exit code."""
    from indagate.cli.drive import BROKE, WAITS

    past = handle.driver.scribe.past
    broken = is_broken(handle.flow, past)
    if manner.json:
        found = facts_of(handle.flow, past, handle.folder)
        own = found.get("status") if status == "finished" else None
        found["status"] = own or ("broken" if broken else status)
        typer.echo(dump({**found, "budget": account_of(handle.budget)}))
    else:
        _say(app, handle, status, manner)
    if status == "stopped":
        return INTERRUPTED
    if status == "paused":
        return WAITS
    if status == "finished":
        return BROKE if handle.flow.failed is not None and handle.flow.failed(handle.record) else 0
    return BROKE if broken else WAITS


def _say(app: App, handle: Handle, status: Status, manner: Manner) -> None:
    flow, record, name = handle.flow, handle.record, handle.name
    if manner.bare and status == "finished" and flow.outcome is not None:
        typer.echo(clean(flow.outcome(record)))
        return
    head = {"stopped": " (stopped)", "paused": " (paused)"}.get(status, "")
    lines = [f"{name}  {record.state}{head}"]
    past = handle.driver.scribe.past
    why = why_broken(flow, past)
    if why:
        lines.append(f"It broke: {why}")
    if flow.outcome is not None:
        lines.append(flow.outcome(record))
    lines += place_lines(flow, record, handle.folder)
    ledger = handle.budget
    lines.append(f"spent   {spending(ledger.spent, ledger.seconds, ledger.budget)}")
    if status == "finished":
        if flow.check is not None:
            lines.append(f"verify  {command('verify', name, manner.home)}")
    else:
        lines += ways_on(app, name, manner.home, resume=status in ("stopped", "paused"))
    typer.echo(clean("\n".join(line for line in lines if line)))


def place_lines(flow: Flow, record: Any, folder: Path) -> list[str]:
    """Return where a run's report and folder are, if they are."""
    summary = resolved(flow, record, folder)
    report = summary.get("report")
    lines = [f"report  {report}"] if isinstance(report, str) else []
    return [*lines, f"folder  {folder}"] if folder.is_dir() else lines


def resolved(flow: Flow, record: Any, folder: Path) -> dict[str, Any]:
    """Return a flow's summary of a run; paths in it, and its report, become absolute or None where there is no file."""
    summary: Mapping[str, Any] = flow.summary(record) if flow.summary is not None else {}
    found: dict[str, Any] = {}
    for key, value in summary.items():
        if isinstance(value, PurePath) or (key == "report" and isinstance(value, str)):
            path = folder / value
            found[key] = str(path) if path.is_file() else None
        else:
            found[key] = value
    return found


def facts_of(flow: Flow, past: Past, folder: Path) -> dict[str, Any]:
    """Return how a run stands, for programs."""
    record = past.record
    found: dict[str, Any] = {"run": record.run, "flow": flow.name, "state": record.state}
    if flow.outcome is not None:
        found["outcome"] = flow.outcome(record)
    why = why_broken(flow, past)
    if why:
        found["error"] = why
    return {**found, "folder": str(folder) if folder.is_dir() else None, **resolved(flow, record, folder)}


def is_broken(flow: Flow, past: Past) -> bool:
    """Whether a run stands where only a person can lead it back from a failure."""
    from indagate.engine import Resumed

    return any(Resumed in flow.chart.edges[token.state] for token in past.configuration.tokens)


def why_broken(flow: Flow, past: Past) -> str:
    """Return what a run in an error broke of, or nothing."""
    from indagate.engine import Broke

    broke = past.latest.get(Broke)
    if not is_broken(flow, past) or broke is None:
        return ""
    return f"{broke.reason}" + (f" (in {broke.state})" if broke.state else "")


def ways_on(app: App, name: str, home: Path | None, *, resume: bool) -> list[str]:
    """Return the commands that lead a run on from where it stands."""
    from indagate.cli.asking import choices
    from indagate.statechart import active

    _, flow = app.find(name)
    past = app.past(name)
    lines = _waiting_within(app, name, home)
    if (resume and active(flow.chart, past.configuration)) or is_broken(flow, past):
        lines.append(f"go on   {command('resume', name, home)}")
    waits = [token.state for token in past.configuration.tokens if token.state in flow.chart.waits]
    for number, word in enumerate(word for word in choices(app, name) if word != "resume"):
        if waits:
            label = "or     " if number or lines else "go on  "
            text = ' "TEXT"' if needs_text(flow, word) else ""
            lines.append(f"{label} {signal_command(word, name, home)}{text}")
    return lines or [f"go on   {command('resume', name, home)}"]


def _waiting_within(app: App, name: str, home: Path | None) -> list[str]:
    """Return a line for each child run that waits for a person: it has to go on first."""
    journal = app.engine.journal
    own = journal.run(name).id
    found = []
    for child in [run for run in journal.runs() if run.parent == own]:
        state = journal.stands(child.id)
        if state in app.find(child.name)[1].chart.waits:
            found.append(f"first   {child.name} is {state}: {command('show', child.name, home)}")
    return found


def signal_command(word: str, name: str, home: Path | None) -> str:
    """Return the command that sends a word to a run."""
    if word in ("approve", "amend", "answer", "steer", "abort", "resume", "pause"):
        return command(word, name, home)
    if word == "write":
        return command("answer", f"{name} --write-now", home)
    return command("signal", f"{name} {word}", home)


def needs_text(flow: Flow, word: str) -> bool:
    """Whether a signal of a flow must come with a text."""
    from indagate.errors import InputError

    try:
        flow.signal(word).build("")
    except InputError:
        return True
    return False


def command(verb: str, rest: str, home: Path | None) -> str:
    """Return a command as the person would type it."""
    there = f" --home {shlex.quote(str(home))}" if home else ""
    return f"indagate {verb} {rest}{there}"


def dump(value: Any) -> str:
    """Return JSON for programs."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
