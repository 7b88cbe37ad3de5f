"""Running cases: each is a run of its own, found again and resumed when the evaluation is started once more."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from indagate.app.app import App, Handle
from indagate.app.evaluation.case import EvalCase
from indagate.app.evaluation.dataset import corpus_documents
from indagate.app.evaluation.marking import Verdict, mark
from indagate.app.registry import find_flow
from indagate.budget import Budget
from indagate.errors import InputError, NoSuchRun
from indagate.flow import Flow, outcome_of
from indagate.statechart import finished
from indagate.storage import Home

TABLES = frozenset({".csv", ".tsv", ".xlsx", ".xls", ".ods", ".json", ".jsonl", ".parquet"})


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case with a model: the verdict, the answer, the run, and what it took."""

    case: str
    kind: str
    model: str
    run: str
    verdict: Verdict
    answer: str
    outcome: str
    unsupported: bool
    dollars: float
    calls: int
    tokens: int
    seconds: float


@dataclass(frozen=True)
class Evaluation:
    """Cases of one file, and how they are asked: a corpus that all share, the web, a budget for each."""

    cases: tuple[EvalCase, ...]
    source: Path
    corpus: Path | None = None
    web: bool = False
    providers: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    budget: Budget = field(default_factory=Budget)

    def require(self) -> None:
        """Raise `InputError` if a question has nothing that it could be answered from."""
        for case in self.cases:
            if case.flow == "mission" and not (case.corpus or case.documents or self.corpus or self.web):
                raise InputError(
                    f"the case {case.id} brings no documents", hint="Give a corpus (--corpus PATH), or --web."
                )
            for folder in (case.corpus, case.data):
                if folder is not None and not folder.is_dir():
                    raise InputError(f"the case {case.id} needs the folder {folder}, which is not there")

    async def handle(self, app: App, case: EvalCase, model: str) -> Handle | str:
        """Return the case's run to be driven, begun now or before; its name if it has ended."""
        ledger = _Ledger(app.home, self._digest)
        known = ledger.runs.get((case.id, model))
        if known is not None:
            try:
                run, flow = app.find(known)
                if finished(flow.chart, app.past(run.name).configuration):
                    return run.name
                return await app.resume(run.name)
            except NoSuchRun:
                pass  # it was deleted: the case is asked again
        begun = await app.start(find_flow(case.flow), self._input(app.home, case), budget=self.budget)
        ledger.add(case.id, model, begun.name)
        return begun

    def result(self, app: App, case: EvalCase, model: str, name: str) -> Result:
        """Mark the run of a case as it stands."""
        run, flow = app.find(name)
        past = app.past(name)
        record, where = past.record, past.configuration
        told = dict(flow.details(record)) if flow.details is not None else {}
        outcome = outcome_of(flow, record, where, driven=False)
        answer = _answer(flow, record, told)
        declined = outcome not in ("done", "partial") or told.get("answered") is False or not answer
        verdict = mark(case.expected, answer, declined=declined)
        unsupported = not declined and _unsupported(app, flow, run.name, told)
        spent = past.spent
        return Result(
            case.id, case.kind, model, run.name, verdict, answer, outcome, unsupported,
            spent.dollars, spent.calls, spent.tokens, past.driven,
        )  # fmt: skip

    @property
    def _digest(self) -> str:
        """What makes this evaluation the same one as before: its cases, its material, its budget."""
        told = [str(self.corpus or ""), str(self.web), *self.providers, repr(self.budget)]
        return hashlib.sha256(self.source.read_bytes() + "\0".join(told).encode()).hexdigest()[:16]

    def _input(self, home: Home, case: EvalCase) -> Any:
        place = home.root / "evaluations" / self._digest / "material" / _safe(case.id)
        corpus = case.corpus or _written(place / "documents", case.documents) or self._shared(home)
        papers = [file for file in case.files if file.suffix.lower() not in TABLES]
        tables = [file for file in case.files if file.suffix.lower() in TABLES]
        corpus = _copied(place / "documents", papers) or corpus
        data = case.data or _copied(place / "tables", tables)
        texts = str(corpus.absolute()) if corpus else ""
        numbers = str(data.absolute()) if data else ""
        if case.flow == "task":
            from indagate.flows.task.material import Material
            from indagate.flows.task.record import TaskInput

            return TaskInput(case.question, material=Material(texts, numbers, self.web, self.providers, self.hosts))
        from indagate.flows.mission.record import MissionInput

        return MissionInput(
            case.question, texts, approve=True, web=self.web, providers=self.providers, allow_hosts=self.hosts
        )

    def _shared(self, home: Home) -> Path | None:
        """The corpus of all cases: a folder, or a file of documents, which is unpacked once."""
        if self.corpus is None or self.corpus.is_dir():
            return self.corpus
        folder = home.root / "evaluations" / self._digest / "corpus"
        return folder if folder.is_dir() else _written(folder, dict(corpus_documents(self.corpus)))


class _Ledger:
    """Which run answers which case with which model: a file of lines in the home, appended before a run is driven."""

    def __init__(self, home: Home, digest: str) -> None:
        self._path = home.root / "evaluations" / digest / "runs.jsonl"
        self.runs: dict[tuple[str, str], str] = {}
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        for line in lines:
            try:
                row = json.loads(line)
                self.runs[row["case"], row["model"]] = row["run"]
            except (ValueError, KeyError, TypeError):
                continue  # a line that was torn by a crash: its case is asked again

    def add(self, case: str, model: str, run: str) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"case": case, "model": model, "run": run}, ensure_ascii=False) + "\n")


def _answer(flow: Flow, record: Any, told: Mapping[str, Any]) -> str:
    """The answer's text: what the flow gives as such, else its summary."""
    given = told.get("answer")
    if isinstance(given, str):
        return given
    return flow.summary(record) if flow.summary is not None and "answer" not in told else ""


def _unsupported(app: App, flow: Flow, run: str, told: Mapping[str, Any]) -> bool:
    """Whether something of an answer has no quote and is not computed, or does not verify."""
    bare = any(not claim.get("quotes") and claim.get("basis") != "cell" for claim in told.get("claims") or ())
    return bare or (flow.check is not None and bool(app.verify(run)))


def _written(folder: Path, documents: Mapping[str, str]) -> Path | None:
    """Write documents into a folder, whole or not at all; return it, or None if there are none."""
    if not documents:
        return None
    if not folder.is_dir():
        draft = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        for name, text in documents.items():
            (draft / name).write_text(text, encoding="utf-8")
        draft.rename(folder)
    return folder


def _copied(folder: Path, files: Iterable[Path]) -> Path | None:
    found = list(files)
    for file in found:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / file.name).exists():
            shutil.copy(file, folder / file.name)
    return folder if found else None


def _safe(name: str) -> str:
    """A folder's name for a case's id, which may hold anything."""
    plain = "".join(char if char.isalnum() or char in "-_" else "_" for char in name)[:60]
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
