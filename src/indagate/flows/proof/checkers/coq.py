"""Rocq/Coq: the programs, how they are called, and what they say of a file."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from indagate.flows.proof.checkers.protocol import Probe
from indagate.flows.proof.statement import Language, Lock, Statement
from indagate.flows.proof.verdict import Compiled, Diagnostic, Verdict
from indagate.sandbox.jail import Finished, Limits, find_wall, run_jailed

INSTALL = "Debian, Ubuntu: apt install coq\nmacOS:          brew install coq\nopam:           opam install coq"
_PLACE = re.compile(r'^File "(?P<file>[^"]*)", line (?P<line>\d+), characters (?P<column>\d+)-\d+:$', re.MULTILINE)
_HEAD = re.compile(r"\A\s*(Error|Warning)\b:?\s*")


@dataclass(frozen=True, slots=True)
class Coq:
    """Debian's coq, opam's or any other on PATH; 8.16 is the one tested."""

    language: Language = "coq"
    suffix: str = ".v"
    memory: int = 4 << 30

    async def probe(self) -> Probe:
        """Look for coqc and coqchk."""
        if shutil.which("coqc") is None:
            return Probe("coq", install=INSTALL)
        with tempfile.TemporaryDirectory() as folder:
            done = await run_jailed(["coqc", "--version"], Path(folder), limits=Limits(seconds=20))
        found = re.search(r"version (\S+)", done.out)
        replay = shutil.which("coqchk") is not None
        return Probe("coq", found[1] if found else "unknown", replay, find_wall(), INSTALL)

    async def compile(self, text: str, *, seconds: float) -> Compiled:
        """Compile a text as a file of its own."""
        with tempfile.TemporaryDirectory(prefix="indagate-") as scratch:
            folder = Path(scratch)
            (folder / "Attempt.v").write_text(text, encoding="utf-8")
            return compiled(await self.run("Attempt.v", folder, {}, seconds))

    async def ill_formed(self, statement: Statement, *, seconds: float) -> str:
        """Return why a statement does not compile, or nothing."""
        text = f"{statement.opening}Definition Statement : Type :=\n{statement.proposition}\n.\n"
        return (await self.compile(text, seconds=seconds)).first_error

    async def run(
        self, name: str, folder: Path, paths: Mapping[str, Path], seconds: float, *, program: str = "coqc",
        options: Sequence[str] = (),
    ) -> Finished:  # fmt: skip
        """Run coqc or coqchk on a file of a folder, the only one it may write in; `paths` maps prefixes to folders."""
        command = [program, *(("-q", "-native-compiler", "no") if program == "coqc" else ()), *options]
        for prefix, path in paths.items():
            command += ["-Q", str(path), prefix]
        limits = Limits(seconds=seconds, clock="processor", memory=self.memory)
        target = [name] if name else []
        return await run_jailed([*command, *target], folder, limits=limits, readable=list(paths.values()))

    async def judge(
        self, lock: Lock, attempt: str, *, seconds: float, negated: bool = False, advice: bool = True,
        within: float | None = None,
    ) -> Verdict:  # fmt: skip
        """Put an attempt through every attack."""
        from indagate.flows.proof.checkers.clock import Clock
        from indagate.flows.proof.checkers.coq_judge import judge

        clock = Clock(seconds, within)
        return await judge(self, lock, attempt, clock=clock, negated=negated, advice=advice)


def compiled(done: Finished) -> Compiled:
    """Return what coqc said, in the schema all checkers share."""
    found = tuple(_diagnostics(done.err))
    ended = done.ended
    return Compiled(done.clean, found, done.seconds, ended, done.out)


def _diagnostics(text: str) -> list[Diagnostic]:
    places = list(_PLACE.finditer(text))
    found = []
    for number, place in enumerate(places):
        end = places[number + 1].start() if number + 1 < len(places) else len(text)
        said = text[place.end() : end]
        head = _HEAD.match(said)
        severity = head[1].lower() if head else "information"
        body = said[head.end() if head else 0 :].strip()[:2000]
        hole = "unfinished proof" in body or "incomplete proof" in body or "open goals" in body
        found.append(Diagnostic(severity, body, int(place["line"]), int(place["column"]), hole))
    if not places and "Error" in text:
        found.append(Diagnostic("error", text.strip()[:2000]))
    return found
