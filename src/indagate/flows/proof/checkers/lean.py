"""Lean 4: `lake env lean --json` (or `lean` alone), how it is called and what it says."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from indagate.flows.proof.checkers.clock import Clock
from indagate.flows.proof.checkers.protocol import Probe
from indagate.flows.proof.statement import Language, Lock, Statement
from indagate.flows.proof.verdict import Compiled, Diagnostic, Verdict
from indagate.sandbox.jail import Finished, Limits, find_wall, run_jailed

INSTALL = (
    "Debian, Ubuntu: apt install elan, or curl -sSf https://elan.lean-lang.org/elan-init.sh | sh\n"
    "macOS:          brew install elan-init\n"
    "elan:           elan default stable"
)
STANDARD = ("propext", "Classical.choice", "Quot.sound")
"""Lean's own axioms: allowed like any other, by name."""


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """Return what `lean --json` printed, an object a line; other lines are passed over."""
    found = []
    for line in text.splitlines():
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if not isinstance(said, dict) or "severity" not in said:
            continue
        pos = said.get("pos")
        place: dict[str, object] = pos if isinstance(pos, dict) else {}
        words = str(said.get("data", ""))
        hole = said.get("kind") == "hasSorry" or "declaration uses 'sorry'" in words
        line_no, column = (int(str(place.get(key) or 0)) for key in ("line", "column"))
        found.append(Diagnostic(str(said["severity"]), words[:2000], line_no, column, hole))
    return tuple(found)


@dataclass(frozen=True)
class Lean:
    """The user's toolchain: in a folder with a lakefile its packages are in reach."""

    language: Language = "lean"
    suffix: str = ".lean"

    async def probe(self) -> Probe:
        """Look for lean."""
        if shutil.which("lean") is None:
            return Probe("lean", install=INSTALL)
        with tempfile.TemporaryDirectory() as folder:
            done = await run_jailed(["lean", "--version"], Path(folder), limits=limits(30.0))
        found = re.search(r"version (\S+?),?(?:\s|$)", done.out)
        return Probe("lean", found[1] if found else "unknown", bool(shutil.which("leanchecker")), find_wall(), INSTALL)

    def command(self, *options: str) -> list[str]:
        """Return how lean is called: through lake where there is one."""
        through = ["lake", "env"] if shutil.which("lake") else []
        return [*through, "lean", "--json", *options]

    async def compile(self, text: str, *, seconds: float) -> Compiled:
        """Compile a text as a file of its own."""
        with tempfile.TemporaryDirectory(prefix="indagate-") as scratch:
            folder = Path(scratch)
            (folder / "Attempt.lean").write_text(text, encoding="utf-8")
            return compiled(await run_jailed(self.command("Attempt.lean"), folder, limits=limits(seconds)))

    async def ill_formed(self, statement: Statement, *, seconds: float) -> str:
        """Return why a statement does not compile, or nothing."""
        return (await self.compile(locked_text(statement), seconds=seconds)).first_error

    async def judge(
        self, lock: Lock, attempt: str, *, seconds: float, negated: bool = False, advice: bool = True,
        within: float | None = None,
    ) -> Verdict:  # fmt: skip
        """Put an attempt through every attack."""
        from indagate.flows.proof.checkers.lean_judge import judge

        return await judge(self, lock, attempt, clock=Clock(seconds, within), negated=negated, advice=advice)


def limits(seconds: float) -> Limits:
    """Return what lean may use; it reserves far more memory than it uses."""
    return Limits(seconds=seconds, clock="processor", memory=0, processes=256)


def compiled(done: Finished) -> Compiled:
    """Return what lean said, in the schema all checkers share; a hole is no clean compilation."""
    found = diagnostics(done.out)
    bad = any(one.severity == "error" or one.hole for one in found)
    if not found and not done.clean:
        found = (Diagnostic("error", (done.err or done.out).strip()[:2000]),)
    said = "\n".join(one.text for one in found if one.severity == "information")
    holes = tuple(Diagnostic("error", one.text, one.line, one.column, True) if one.hole else one for one in found)
    return Compiled(done.clean and not bad, holes, done.seconds, done.ended, said)


def locked_text(statement: Statement) -> str:
    """Return the statement as a definition in a file of its own."""
    return f"{statement.opening}def Locked.Statement : Prop :=\n{statement.proposition}\n"
