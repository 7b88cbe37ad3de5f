"""How every flow ends with a model of bad habits: `PYTHONPATH=tests python -m bench.habits --help`.

A scripted server answers each role rightly and spoils it by a habit: a preamble, a fence, an answer that is cut, extra
fields, an empty answer, one of a wrong type, 429, 401, silence; in native, tool and prompted form, with a context of
8k; always, at each role's first request, or from the seventh request of the run on. A run keeps the promise if it ends
in done, partial or needs_model; in an error only if some role had no usable answer in the whole run, or the service
went away late, with the way out printed; and where facts were recorded there is a report. It prints the matrix and
exits with 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from flows.notes.model import ANSWERS as NOTES
from flows.notes.model import PROMPTS as NOTES_PROMPTS
from flows.report.model import ANSWERS as REPORT
from flows.report.model import PROMPTS as REPORT_PROMPTS
from flows.report.samples import museum
from flows.task.agents import TASK, judgement, says, turned, turns, uses
from models.material import QUESTION, corpus, quick
from parts.scripted import MINDS, MISSION, Asked, Fault, Scripted, broken, busy, hang, short
from parts.scripted import says as answers_with

CONTEXT, SILENCE, PATIENCE = 8_000, 1.5, 30.0
"""Tokens of the model's context; seconds after which a request is given up: to a service that is silent, to another."""
LATE = 6
"""Requests of a run before a late habit begins."""
HABITS: dict[str, Fault] = {
    "preamble": Fault(wrap=lambda text: f"Sure! Here it is:\n\n{text}\n\nTell me if you need more."),
    "fence": Fault(wrap=lambda text: f"```json\n{text}\n```"),
    "cut": short(),
    "extra fields": Fault(change=lambda made: {**made, "confidence": 0.9, "remark": "ok"}),
    "empty": answers_with(""),
    "wrong type": answers_with('["a", 1, null]'),
    "429": busy(0),
    "401": broken(401, says="the key is not valid"),
    "silence": hang(30),
}  # fmt: skip
MODES = ("native", "tool", "prompted")
WHEN = ("always", "first", "late")
GOOD = ("done", "partial", "needs_model")


class Habitual(Scripted):
    """A server with a habit: always, at each role's first request, or late in the run, after so many requests."""

    def __init__(self, habit: Fault, when: str, late: int = LATE, **given: Any) -> None:
        super().__init__(**given)
        self.habit, self.when, self.late = habit, when, late
        self.seen: set[str] = set()
        self.guard = threading.Lock()

    def fault(self, asked: Asked) -> Fault:
        with self.guard:
            fresh = asked.role not in self.seen
            self.seen.add(asked.role)
        spoilt = {"always": True, "first": fresh, "late": len(self.requests) > self.late}[self.when]
        return self.habit if spoilt else Fault()


@dataclass(frozen=True)
class Ended:
    """How a run ended: its outcome, whether a promise was broken and which."""

    outcome: str
    broken: str = ""


def thinks(asked: Asked) -> object:
    """Look it up once, then answer."""
    if turns(asked):
        return says("At night 35 dB(A) are allowed [search_documents].")
    return uses("search_documents", '{"query": "noise limit at night"}')


def _task(**given: Any) -> dict[str, Any]:
    answers = {
        "thinker": thinks, "agent": lambda asked: turned(thinks(asked)),
        "planner": lambda _: {"route": "minimal", "parts": [], "wanted": [], "reason": "one look"},
        "critic": lambda _: judgement(0.9), "merger": lambda asked: {"answer": " / ".join(asked.data)},
    }  # fmt: skip
    return {"answers": answers, "prompts": (TASK,)}


SERVED: dict[str, dict[str, Any]] = {
    "mission": {},
    "notes": {"answers": NOTES, "prompts": (NOTES_PROMPTS, MINDS)},
    "task": _task(),
    "report": {"answers": REPORT, "prompts": (REPORT_PROMPTS, MINDS, MISSION)},
}  # fmt: skip


def given_of(flow: str, place: Path) -> Any:
    """Return what a run of a flow starts from."""
    if flow == "mission":
        from indagate.flows.mission import MissionInput

        return MissionInput(QUESTION, str(corpus(place)), approve=True, max_iterations=6)
    if flow == "notes":
        from indagate.flows.notes import NotesInput

        return NotesInput("ran 3 km. How many km did I run in all?", date(2026, 10, 20))
    if flow == "task":
        from indagate.flows.task import TaskInput
        from indagate.flows.task.material import Material

        return TaskInput("How loud may a pump be at night?", material=Material(corpus=str(corpus(place))))
    from indagate.flows.report import ReportInput

    return ReportInput("How did the visitors develop?", data=str(museum(place / "data", days=60)))


async def one(flow: str, service: Habitual, mode: str, place: Path) -> Ended:
    """Run a flow with a served model, and judge how it ended."""
    from indagate.app import App
    from indagate.cli.ending import ways_on
    from indagate.flow import outcome_of
    from indagate.models import ModelAnswerer

    patience = SILENCE if service.habit.hang else PATIENCE  # a busy machine's slow answers are none of the habits
    answerers = quick(service.model, place, timeout=patience, tries=2, output=mode, context=CONTEXT)
    assert all(answerer.context == CONTEXT for answerer in answerers.all if isinstance(answerer, ModelAnswerer))
    async with App(place / "home", answerers=answerers) as app:
        handle = await app.start(_flow(flow), given_of(flow, place))
        await handle.drive()
        await handle.leave()
        past = app.past(handle.name)
        outcome = str(outcome_of(handle.flow, handle.record, past.configuration, driven=False))
        waits = outcome == "waiting"
        asked = past.effects.asked
        helpless = [role for role, times in asked.items() if times.get("") and not set(times) - {"", "rule"}]
        helpless += [role for role in app.answers.counts(handle.name).not_done if role not in helpless]
        broken_: list[str] = []
        if waits and not helpless and service.when != "late":  # a service that goes away is waited for
            broken_.append(f"{handle.record.state} though every role had an answer")
        if waits and not any(
            "resume" in line or "indagate" in line for line in ways_on(app, handle.name, None, resume=True)
        ):
            broken_.append("no way out is printed")
        if not waits and outcome not in GOOD:
            broken_.append(f"it ended as {outcome}")
        if getattr(handle.record, "facts", None) and not (handle.folder / "report.md").is_file():
            broken_.append("facts without a report")
        return Ended(f"{handle.record.state}" if waits else outcome, "; ".join(broken_))


def _flow(name: str) -> Any:
    from indagate.flows import mission, notes, report, task

    return {"mission": mission, "notes": notes, "report": report, "task": task}[name].FLOW


def matrix(
    flows: list[str], modes: list[str], habits: list[str], whens: list[str], told: Callable[[str], None] = print
) -> Iterator[tuple[tuple[str, str, str, str], Ended]]:
    """Yield how each combination ended."""
    for flow in flows:
        for when in whens:
            for habit in habits:
                for mode in modes:
                    with tempfile.TemporaryDirectory(prefix="habits-") as place:
                        fault = replace(HABITS[habit], always=True)
                        with Habitual(fault, when, **SERVED[flow]) as service:
                            ended = asyncio.run(one(flow, service, mode, Path(place)))
                    told(f"{flow:<8} {when:<7} {habit:<13} {mode:<9} {ended.outcome:<12} {ended.broken}")
                    yield (flow, when, habit, mode), ended


def main() -> None:
    """Run what was asked for and print a line for each run, then the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flows", nargs="+", choices=list(SERVED), default=list(SERVED))
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    parser.add_argument("--habits", nargs="+", choices=list(HABITS), default=list(HABITS))
    parser.add_argument("--when", nargs="+", choices=WHEN, default=list(WHEN))
    parser.add_argument("--out", type=Path, default=None, help="where to write the outcomes, as JSON")
    taken = parser.parse_args()
    found = {" ".join(key): ended for key, ended in matrix(taken.flows, taken.modes, taken.habits, taken.when)}
    bad = [key for key, ended in found.items() if ended.broken]
    print(f"{len(found)} runs, {len(bad)} broke a promise")
    if taken.out is not None:
        told = {key: [ended.outcome, ended.broken] for key, ended in found.items()}
        taken.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
