"""The tools of the proof flow: what its steps do in the world."""

from __future__ import annotations

from indagate.flows.proof import gallery, library, notify
from indagate.flows.proof.chart import Surveyed
from indagate.flows.proof.checkers import Probe, checker_of
from indagate.flows.proof.statement import Lock, Statement
from indagate.flows.proof.verdict import Compiled, Verdict
from indagate.storage import Home
from indagate.tools import TimeLimit, tool

PRINTED = 20_000


@tool(counts=False)
async def look_for(language: str) -> Probe:
    """Look for the checker."""
    return await checker_of(language).probe()


@tool(counts=False)
async def well_formed(statement: Statement, seconds: float) -> str:
    """Return why the statement does not compile, or nothing."""
    return await checker_of(statement.language).ill_formed(statement, seconds=seconds)


@tool
async def survey(language: str, statement: Statement, limit: TimeLimit) -> Surveyed:
    """Find the statement's symbols, and the lemmas that the library has about them. Raises `InputError`."""
    if language != "coq":
        return Surveyed((), (), ())
    checker = checker_of(language)
    seen = await checker.compile(library.question(statement), seconds=limit.seconds)
    symbols = library.symbols(seen.prints)
    found = await checker.compile(library.search(statement, symbols), seconds=limit.seconds)
    lemmas = tuple((lemma.name, lemma.said) for lemma in library.lemmas(found.prints, symbols))
    return Surveyed(symbols, library.known_hints(seen.prints), lemmas)


@tool
async def compile_text(language: str, text: str, limit: TimeLimit) -> Compiled:
    """Compile a text in the jail."""
    seen = await checker_of(language).compile(text, seconds=limit.seconds)
    found = sorted(seen.diagnostics, key=lambda one: one.severity != "error")
    return Compiled(seen.clean, tuple(found[:20]), seen.seconds, seen.ended, seen.prints[:PRINTED])


@tool
async def judge_text(lock: Lock, text: str, seconds: float, negated: bool, limit: TimeLimit) -> Verdict:
    """Put an attempt through every attack, within a limit in all."""
    return await checker_of(lock.language).judge(lock, text, seconds=seconds, negated=negated, within=limit.seconds)


@tool(counts=False)
def file_away(home: Home, files: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Keep the texts of workspace files in the content store; return paths and digests."""
    store = home.store
    return tuple((path, store.put(text.encode())) for path, text in files)


@tool(writes=True, counts=False)
def hang(home: Home, run: str, statement: Statement, proof: str, approach: str) -> str:
    """Hang a proof in the home's gallery."""
    return gallery.keep_proof(home.root, run, statement, proof, approach)


@tool(writes=True, counts=False)
def learn_lesson(home: Home, run: str, statement: Statement, approach: str, lesson: str) -> str:
    """Keep a lesson for other problems."""
    return gallery.keep_lesson(home.root, run, statement, approach, lesson)


@tool(writes=True, counts=False)
def tell(home: Home, run: str, name: str, reason: str) -> str:
    """Tell people of a breakthrough."""
    return notify.notify(home.root, run, f"Proof found: {name}", f"Run {run} awaits review. {reason}.")
