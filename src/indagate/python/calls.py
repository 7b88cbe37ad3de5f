"""The calls: research, ask, tell, task, prove, report."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from indagate.app import App, find_flow
from indagate.errors import InputError, NotFinished
from indagate.python import making
from indagate.python.pending import Pending, finish
from indagate.python.results import DataReport, NotesAnswer, ProofResult, ResearchReport, TaskAnswer
from indagate.storage.address import named

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from indagate.app import Handle
    from indagate.budget import Budget
    from indagate.evidence.check import Violation
    from indagate.flows.mission.record import Length
    from indagate.models import Answerers

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class _Call:
    """What every call takes: who answers, where the run lives, what it may spend."""

    flow: str
    model: str | Model | Answerers | None
    home: Path
    budget: Budget | None

    async def result(self, given: Callable[[], Any], make: Callable[[App, Handle], R], *, rests: bool = False) -> R:
        """Start the run, drive it, and return what `make` makes of it. With `rests` it may end in a wait."""
        from indagate.budget import Budget
        from indagate.models.given import answerers_for
        from indagate.models.settings import allowance, read_settings

        value = given()
        answerers = answerers_for(self.model, self.home)
        answerers.connect()
        budget = self.budget or Budget()
        if answerers.by_model:
            budget, _ = allowance(budget, read_settings(os.environ))
        async with App(self.home, answerers=answerers) as app:
            run = await app.start(find_flow(self.flow), value, budget=budget)
            status = await run.drive()
            if status != "finished" and not rests:
                raise _unfinished(app, run.name)
            return make(app, run)


def _unfinished(app: App, name: str) -> NotFinished:
    asked = app.waiting(name)
    why = (asked.reason or asked.brief or asked.doc) if asked else "it was stopped"
    words = ", ".join(choice.word for choice in asked.choices) if asked else "resume"
    hint = f"Go on with it: indagate resume {name} --home {shlex.quote(named(app.home.root))}; it takes: {words}."
    return NotFinished(f"run {name} is {app.record(name).state}: {why}", hint=hint)


def research(
    question: str, *, corpus: str | Path | None = None, web: bool = False, providers: Sequence[str] = (),
    urls: Sequence[str] = (), only: Sequence[str] = (), since: str = "", until: str = "", exclude: Sequence[str] = (),
    source_languages: Sequence[str] = (), places: Sequence[str] = (), language: str = "", length: Length = "standard",
    max_iterations: int = 50, max_parallel: int = 4, model: str | Model | Answerers | None = None,
    budget: Budget | None = None, home: str | Path | None = None,
) -> Pending[ResearchReport]:  # fmt: skip
    """Research a question in a folder of documents, on the web, or both; the plan passes without asking.

    `urls` are pages to read. `only` (kinds, hosts) to `places` limit the sources as the options of `indagate research`
    do; `language` is the code of the report's, `length` is short, standard or long.
    `model` is `PROVIDER:NAME[@URL]`, a model of pydantic-ai, or None for what the environment and settings say.
    Raises `InputError` for what cannot be used, `NotFinished` where the run needs a person, with the way on.
    """
    call = _Call("mission", model, _home(home), budget)

    def given() -> Any:
        from indagate.flows.mission.constraint import limits_given
        from indagate.flows.mission.record import MissionInput

        folder = str(_folder(corpus, "corpus")) if corpus is not None else ""
        if not folder and not web and not urls:
            raise InputError("there is nothing to read", hint='Give corpus="a folder", urls=[…], or web=True.')
        return MissionInput(
            question, folder, approve=True, max_iterations=max_iterations, max_parallel=max_parallel, web=web,
            providers=_providers(providers) if web else (), urls=tuple(urls), language=language, length=length,
            limits=limits_given(only, since, until, exclude, source_languages, places),
        )  # fmt: skip

    return Pending(lambda: call.result(given, making.research_report), f"research {question!r}")


def ask(
    question: str, *, as_of: date | None = None, model: str | Model | Answerers | None = None,
    budget: Budget | None = None, home: str | Path | None = None,
) -> Pending[NotesAnswer]:  # fmt: skip
    """Ask your notes something; the numbers are computed, and the notes cited. `as_of` is the day meant by today."""
    return _notes(question, "ask", as_of, model, budget, home)


def tell(
    text: str, *, as_of: date | None = None, model: str | Model | Answerers | None = None,
    budget: Budget | None = None, home: str | Path | None = None,
) -> Pending[NotesAnswer]:  # fmt: skip
    """Tell or ask your notes anything: a note is kept, a question answered."""
    return _notes(text, "tell", as_of, model, budget, home)


def _notes(text: str, mode: Any, as_of: date | None, model: Any, budget: Any, home: Any) -> Pending[NotesAnswer]:
    from indagate.storage import Home

    call = _Call("notes", model, Home.for_notes(home).root, budget)

    def given() -> Any:
        from indagate.flows.notes.record import NotesInput

        return NotesInput(text, as_of or datetime.now().astimezone().date(), mode)

    return Pending(lambda: call.result(given, making.notes_answer), f"{mode} {text!r}")


def task(
    goal: str, *, corpus: str | Path | None = None, data: str | Path | None = None, web: bool = False,
    providers: Sequence[str] = (), require: Sequence[str] = (), prohibit: Sequence[str] = (), max_iterations: int = 10,
    max_retries: int = 0, allow: Sequence[str] = (), model: str | Model | Answerers | None = None,
    budget: Budget | None = None, home: str | Path | None = None,
) -> Pending[TaskAnswer]:  # fmt: skip
    """Reach a goal with an agent, under a critic that can say no.

    `allow` names tools that may be used although they change something; `require` and `prohibit` are words of the
    answer. A task that failed is a result, with its `error`.
    """
    call = _Call("task", model, _home(home), budget)

    def given() -> Any:
        from indagate.flows.task.criteria import AcceptanceCriteria
        from indagate.flows.task.kit import require_known
        from indagate.flows.task.material import Material
        from indagate.flows.task.record import TaskInput

        material = Material(
            str(_folder(corpus, "corpus")) if corpus is not None else "",
            str(_folder(data, "data")) if data is not None else "",
            web, _providers(providers) if web else (), allow=tuple(allow),
        )  # fmt: skip
        require_known(material)
        acceptance = AcceptanceCriteria(required_elements=tuple(require), prohibited_elements=tuple(prohibit))
        return TaskInput(goal, acceptance, max_iterations=max_iterations, max_retries=max_retries, material=material)

    return Pending(lambda: call.result(given, making.task_answer), f"task {goal!r}")


def prove(
    statement: str, *, language: str = "coq", axioms: Sequence[str] = (), informal: str = "",
    model: str | Model | Answerers | None = None, budget: Budget | None = None, home: str | Path | None = None,
) -> Pending[ProofResult]:  # fmt: skip
    """Research a proof: `statement` is a proposition, or imports and `Theorem target : …`, as text.

    A proof that the checker accepts waits for a human's review: its result says BREAKTHROUGH.
    """
    call = _Call("proof", model, _home(home), budget)

    def given() -> Any:
        from indagate.flows.proof.record import ProofInput
        from indagate.flows.proof.statement import read_statement

        if language not in ("coq", "lean"):
            raise InputError(f"there is no checker {language!r}", hint="Checkers: coq, lean.")
        read_statement(statement, language)  # type: ignore[arg-type]
        return ProofInput(statement, language, tuple(axioms), informal=informal)

    return Pending(lambda: call.result(given, making.proof_result, rests=True), f"prove {statement!r}")


def report(
    query: str, *, data: str | Path | None = None, corpus: str | Path | None = None,
    formats: Sequence[str] = ("html",), depth: str = "", style: str = "", language: str = "",
    model: str | Model | Answerers | None = None, budget: Budget | None = None, home: str | Path | None = None,
) -> Pending[DataReport]:  # fmt: skip
    """Write an illustrated report on a question from a folder of tables, documents, or both."""
    call = _Call("report", model, _home(home), budget)

    def given() -> Any:
        from indagate.flows.report.record import ReportInput

        return ReportInput(
            query,
            str(_folder(data, "data")) if data is not None else "",
            str(_folder(corpus, "corpus")) if corpus is not None else "",
            tuple(formats), depth, style, language,
        )  # fmt: skip

    return Pending(lambda: call.result(given, making.data_report), f"report {query!r}")


def verify(home: Path, run: str) -> Sequence[Violation]:
    """Return every breach in a run's files and evidence. Raises `NoSuchRun`, `InputError`."""

    async def work() -> Sequence[Violation]:
        async with App(home) as app:
            return app.verify(run)

    return finish(work)


def _home(home: str | Path | None) -> Path:
    from indagate.storage import Home

    return Home.find(home).root


def _folder(place: str | Path, what: str) -> Path:
    found = Path(place).expanduser().absolute()
    if not found.is_dir() and not (what == "data" and found.is_file()):
        raise InputError(f"{what}: there is no folder {place}")
    return found


def _providers(named: Sequence[str]) -> tuple[str, ...]:
    from indagate.tools.web.provider import default_names, find_provider, require_known

    chosen = tuple(dict.fromkeys(require_known(name) for name in named)) or default_names()
    for name in chosen:
        find_provider(name)
    return chosen
