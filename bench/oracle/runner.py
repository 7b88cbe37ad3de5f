"""Cases through the real command, and what came of them: right, shown, used as given, verified."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.oracle.gold import CASES, Case, Meaning
from bench.oracle.product import ROOT, Done, Product
from bench.oracle.score import Mark, mark_report
from bench.oracle.score_notes import mark_notes
from bench.oracle.score_task import mark_task
from bench.oracle.shown import normal

SEED = 20261122


@dataclass(frozen=True)
class Outcome:
    """What came of one case, and why it is not right, if it is not.

    `shown` says whether all gold evidence reached its role; `as_given` counts answers that were not used as they were.
    """

    case: Case
    mark: Mark
    shown: bool = True
    as_given: dict[str, int] = field(default_factory=dict)
    verified: bool = True
    calls: int = 0
    cause: str = ""
    leaks: int = 0

    @property
    def right(self) -> bool:
        """Whether it counts: right, verified, within its calls, every answer used as given."""
        return self.mark.right and self.verified and not any(self.as_given.values()) and self.calls <= self.case.calls

    @property
    def why(self) -> str:
        """What is wrong, in a few words."""
        if not self.mark.right:
            return self.mark.why
        if not self.verified:
            return "verify finds a breach"
        given = ", ".join(f"{name} {count}" for name, count in self.as_given.items() if count)
        return given or (f"{self.calls} calls" if self.calls > self.case.calls else "")


@dataclass
class Service:
    """A running oracle: its address and its log."""

    port: int
    log: Path

    def model(self, case: Case) -> str:
        return self.address(case.id)

    def address(self, name: str) -> str:
        """Return the model that answers from a case's gold."""
        return f"openai:oracle@http://127.0.0.1:{self.port}/case/{name}/v1"

    def lines(self, case: Case) -> list[dict[str, Any]]:
        """What it logged of a case."""
        if not self.log.is_file():
            return []
        found = (json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines())
        return [line for line in found if line["case"] == case.id]


@contextmanager
def serving(folder: Path, twist: str = "", cases: Sequence[Path] = (CASES,)) -> Iterator[Service]:
    """Run the server as a process while the block runs."""
    log = folder / f"requests-{twist or 'true'}.jsonl"
    given = [word for path in cases for word in ("--cases", str(path))]
    command = [sys.executable, "-m", "bench.oracle.server", *given, "--log", str(log), "--twist", twist]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = process.stdout.readline().strip()
            if not port:
                raise RuntimeError("the oracle did not start")
            yield Service(int(port), log)
        finally:
            process.kill()


@dataclass(frozen=True)
class Bench:
    """The installed program, the gold, and a folder for homes."""

    program: Path
    gold: dict[str, Meaning]
    folder: Path
    jobs: int = 2

    def run(
        self, cases: Iterable[Case], service: Service | None, *, name: str = "true", kill: bool = False,
        output: str = "",
    ) -> list[Outcome]:  # fmt: skip
        """Run cases, some at a time, and return their outcomes in order."""
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda case: self.one(case, service, name=name, kill=kill, output=output), cases))

    def one(
        self, case: Case, service: Service | None, *, name: str = "true", kill: bool = False, output: str = ""
    ) -> Outcome:
        """Run one case in a home of its own; with `kill` it is killed at a random row and resumed."""
        model = ["--model", service.model(case)] if service else []
        model += ["--output", output] if output else []
        with tempfile.TemporaryDirectory(prefix=f"{name}-", dir=self.folder) as place:
            product, door = Product(self.program, Path(place)), FLOWS[case.flow]
            if door.prepare is not None:
                door.prepare(self, case, service, product, name)
            words = [*door.command(case, product), *model]
            done = self._resumed(case, product, words) if kill else product(*words)
            return self._judged(case, service, product, done, FLOWS[case.flow])

    def _resumed(self, case: Case, product: Product, words: list[str]) -> Done:
        """Kill a command at a random row and go on as a user would: with the printed line, no model named."""
        run = product.killed(random.Random(f"{SEED} {case.id}"), *words)
        if not run:
            return product(*words)
        done = product("resume", run, "--yes", "--json", "-q")
        return done if done.json.get("run") else product("show", run, "--json")

    def _judged(self, case: Case, service: Service | None, product: Product, done: Done, flow: FlowDoor) -> Outcome:
        told = done.json
        run = told.get("run")
        if not isinstance(run, str):
            last = (done.err.strip() or done.out.strip() or f"exit {done.code}").splitlines()[-1]
            return Outcome(case, Mark(False, last[:200], declined=True), shown=False, cause="no run")
        rows = [row for name in _with_children(run, product) for row in product("events", name, "--json").lines]
        terminal = product("show", run).out if flow.on_terminal else ""
        mark = flow.mark(case, told, Files(product.home / "runs" / run, rows, terminal), self.gold[case.id])
        if told.get("error") and not mark.right:
            mark = replace(mark, why=f"{mark.why}: {told['error']}"[:300])
        verified = product("verify", run, "--json").code == 0
        lines = service.lines(case) if service else []
        calls = sum(1 for line in lines if line["status"] == 200)
        shown = self._shown(case, lines)
        leaks = sum(1 for line in lines if line.get("leaks"))
        found = Outcome(case, mark, shown, as_given(rows), verified, calls, leaks=leaks)
        return replace(found, cause="" if found.right else cause_of(found, lines))

    def _shown(self, case: Case, lines: list[dict[str, Any]]) -> bool:
        """Whether every gold quote reached the role that reads."""
        meaning = self.gold.get(case.id)
        if meaning is None or not lines:
            return meaning is None
        if any(not missing.startswith(FAILED_CALL) for line in lines for missing in line.get("not shown", ())):
            return False
        readers = NOTES_READERS if case.flow == "notes" else READERS
        reached = {name for line in lines if line["role"] in readers for name in line.get("evidence", ())}
        return evidence_of(case, meaning) <= reached


READERS = frozenset({"reader", "agent", "thinker"})
NOTES_READERS = frozenset({"planner", "writer"})
FAILED_CALL = "\0call "
"""How the log names a call of a tool that did not succeed: what the model needed was shown, and a tool refused it."""


def _with_children(run: str, product: Product) -> list[str]:
    """Return the names of a run and of those that it started, the home's others."""
    runs = product.home / "runs"
    there = runs.iterdir() if runs.is_dir() else ()
    return [run, *sorted(path.name for path in there if path.is_dir() and path.name != run)]


def evidence_of(case: Case, meaning: Meaning) -> set[str]:
    """The quotes that the outcome must rest on."""
    want = case.expect
    if case.flow == "notes":
        return {"query", "cells"} if meaning.of("planner", {}).get("sql") else {"query"}
    quotes = [want["quote"]] if "quote" in want else [item["quote"] for item in want.get("quotes", ())]
    quotes += [call["quote"] for call in meaning.of("agent") or [] if call.get("quote")]
    return {normal(quote) for quote in quotes}


def as_given(rows: Iterable[dict[str, Any]]) -> dict[str, int]:
    """Count the answers that were not used as given: by rule, sent back, refused in part or whole."""
    found = Counter({"by rule": 0, "repaired": 0, "refused": 0})
    for row in rows:
        body = row.get("body") or {}
        if row.get("kind") == "done" and str(row.get("name", "")).startswith("ask "):
            usage = body.get("usage") or {}
            found["by rule"] += body.get("by") == "rule"
            found["repaired"] += bool(usage.get("repaired"))
            found["refused"] += int(usage.get("refused") or 0)
    return dict(found)


def cause_of(found: Outcome, lines: Sequence[dict[str, Any]]) -> str:
    """Name the cause of a miss: what to mend."""
    if any(line["status"] == 500 for line in lines):
        return "an unknown role"
    lacking = next((line for line in lines if line.get("not shown")), None)
    if lacking is not None and lacking["not shown"][0].startswith(FAILED_CALL):
        return f"a tool refused: {lacking['not shown'][0][1:]}"
    if lacking is not None:
        return f"not shown to the {lacking['role']}: {', '.join(lacking['not shown'])[:60]}"
    if not found.shown:
        return "evidence not shown to the reader"
    if found.as_given.get("by rule"):
        return "a rule answered"
    if any(line.get("leaks") for line in lines):
        return "a leak of rules"
    if found.as_given.get("refused") or found.as_given.get("repaired"):
        return "an answer was refused"
    return "written otherwise"


@dataclass(frozen=True)
class FlowDoor:
    """How cases of a flow are put to the command, and how the outcome is marked."""

    command: Callable[[Case, Product], list[str]]
    mark: Callable[[Case, dict[str, Any], Files, Meaning], Mark]
    prepare: Callable[[Bench, Case, Service | None, Product, str], None] | None = None
    on_terminal: bool = False


@dataclass(frozen=True)
class Files:
    """What a run left: its folder, the rows of its journal and its children's, what a terminal shows of it."""

    folder: Path
    rows: list[dict[str, Any]]
    terminal: str = ""


def _research(case: Case, product: Product) -> list[str]:
    corpus = case.path("corpus")
    assert corpus is not None, case.id
    copy = product.bring(corpus, corpus.name)
    return ["research", case.question, "--corpus", str(copy), "--yes", "--json", "-q"]


def _task(case: Case, product: Product) -> list[str]:
    words = ["task", case.question]
    for name in ("data", "corpus"):
        path = case.path(name)
        if path is not None:
            words += [f"--{name}", str(product.bring(path, f"{name}-{path.name}"))]
    return [*words, "--json", "-q"]


def _ask(case: Case, product: Product) -> list[str]:
    return ["ask", case.question, "--as-of", str(case.input["as_of"]), "--json", "-q"]


def _notebook(bench: Bench, case: Case, service: Service | None, product: Product, name: str) -> None:
    """Put a home with the case's notebook, read by the model, in the product's place; each notebook is read once."""
    notebook = case.path("notebook")
    assert notebook is not None
    place = bench.folder / "notebooks" / name / case.folder.name
    with _READING:
        reading = Product(bench.program, place)
        if not reading.home.is_dir():
            model = ["--model", service.model(case), "--yes"] if service else []
            words = ["notes", "import", str(reading.bring(notebook, notebook.name)), "--json", "-q", *model]
            done = reading(*words)
            if done.code:
                raise RuntimeError(f"{notebook} not imported ({done.code}): {done.out[-500:]} {done.err[-500:]}")
            rows = reading("events", "last", "--json").lines if service else []
            told = {"import": done.json, "as given": as_given(rows), "exit": done.code}
            (place / "import.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    shutil.copytree(reading.home, product.home)


_READING = threading.Lock()


FLOWS: dict[str, FlowDoor] = {
    "mission": FlowDoor(_research, lambda case, told, files, meaning: mark_report(case, meaning, told, files.folder)),
    "task": FlowDoor(_task, lambda case, told, files, _: mark_task(case, told, files.folder, files.rows)),
    "notes": FlowDoor(_ask, lambda case, told, files, _: mark_notes(case, told, files.terminal), _notebook, True),
}
"""The flows whose cases run today; the others join as they are rebuilt."""
