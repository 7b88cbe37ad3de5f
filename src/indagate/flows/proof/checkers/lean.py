"""Lean 4: `lake env lean --json` (or `lean` alone), its diagnostics, and the judge of Lean attempts.

The locked statement and the attempt are compiled to modules of names that the attempt cannot know; a third file of ours
imports both, has the kernel check one against the other, and asks for the axioms.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from indagate.errors import InputError
from indagate.flows.proof import leantext
from indagate.flows.proof.checkers.protocol import Probe
from indagate.flows.proof.statement import Language, Lock, Statement
from indagate.flows.proof.verdict import Attack, Compiled, Diagnostic, Verdict, sum_up
from indagate.sandbox.jail import Finished, Limits, find_wall, run_jailed

INSTALL = (
    "Debian, Ubuntu: apt install elan, or curl -sSf https://elan.lean-lang.org/elan-init.sh | sh\n"
    "macOS:          brew install elan-init\n"
    "elan:           elan default stable"
)
STANDARD = ("propext", "Classical.choice", "Quot.sound")
"""Lean's own axioms: allowed like any other, by name."""
_AXIOMS = re.compile(r"'[^']*' depends on axioms: \[(?P<names>[^\]]*)\]", re.DOTALL)
_IMPORT = re.compile(r"^\s*(?:public\s+)?import\s+\S+\s*$", re.MULTILINE)


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
            done = await run_jailed(["lean", "--version"], Path(folder), limits=_limits(30.0))
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
            return compiled(await run_jailed(self.command("Attempt.lean"), folder, limits=_limits(seconds)))

    async def ill_formed(self, statement: Statement, *, seconds: float) -> str:
        """Return why a statement does not compile, or nothing."""
        return (await self.compile(_locked_text(statement), seconds=seconds)).first_error

    async def judge(
        self, lock: Lock, attempt: str, *, seconds: float, negated: bool = False, advice: bool = True
    ) -> Verdict:
        """Put an attempt through every attack."""
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="indagate-") as root:
            attacks, axioms = await _Judging(self, lock, Path(root), seconds).attacks(attempt, negated)
        if advice:
            said = f"for the human: is this what was meant? {' '.join(lock.proposition.split())}"
            attacks.append(Attack("fidelity", None, said, required=False))
        return sum_up(attacks, axioms, find_wall(), round(time.monotonic() - began, 3))


def _limits(seconds: float) -> Limits:
    return Limits(seconds=seconds, memory=0, processes=256)


def compiled(done: Finished) -> Compiled:
    """Return what lean said, in the schema all checkers share; a hole is no clean compilation."""
    found = diagnostics(done.out)
    bad = any(one.severity == "error" or one.hole for one in found)
    if not found and not done.clean:
        found = (Diagnostic("error", (done.err or done.out).strip()[:2000]),)
    said = "\n".join(one.text for one in found if one.severity == "information")
    holes = tuple(Diagnostic("error", one.text, one.line, one.column, True) if one.hole else one for one in found)
    return Compiled(done.clean and not bad, holes, done.seconds, done.ended, said)


def _locked_text(statement: Statement) -> str:
    return f"{statement.opening}def Locked.Statement : Prop :=\n{statement.proposition}\n"


class _Judging:
    """One judging of a Lean attempt."""

    def __init__(self, lean: Lean, lock: Lock, root: Path, seconds: float) -> None:
        self.lean, self.lock, self.root, self.seconds = lean, lock, root, seconds
        nonce = secrets.token_hex(8)
        self.locked, self.tried, self.judged = f"Locked{nonce}", f"Tried{nonce}", f"Judged{nonce}"

    async def build(self, name: str, text: str, readable: Sequence[Path] = ()) -> Compiled:
        """Compile a module in a folder of its own; its compiled file is taken to the others only from there."""
        folder = self.root / name
        folder.mkdir()
        (folder / f"{name}.lean").write_text(text, encoding="utf-8")
        path = ":".join(str(one) for one in (*readable, folder))
        command = ["env", f"LEAN_PATH_EXTRA={path}", "sh", "-c", _WITH_PATH, "lean"]
        command += self.lean.command(f"--root={folder}", "-o", str(folder / f"{name}.olean"), f"{name}.lean")
        done = await run_jailed(command, folder, limits=_limits(self.seconds), readable=list(readable))
        return compiled(done)

    async def attacks(self, attempt: str, negated: bool) -> tuple[list[Attack], tuple[str, ...]]:
        """Make the attacks, up to the first required one that is not survived."""
        from indagate.flows.proof.checkers.coq_judge import sandboxed

        done = [Attack("lock", self.lock.intact, f"sha256 {self.lock.sha256}"), sandboxed(), self._scan(attempt)]
        if any(one.survived is False for one in done):
            return done, ()
        locked = await self.build(self.locked, _locked_text(self.lock.statement))
        if not locked.clean:
            raise InputError(f"the statement itself does not compile: {locked.first_error}")
        text = self._relocated(attempt)
        made = await self.build(self.tried, text, [self.root / self.locked])
        hole = any(one.hole for one in made.diagnostics)
        done.append(Attack("compile", made.clean or hole, made.first_error or "the attempt compiles in the sandbox"))
        done.append(Attack("holes", not hole, made.first_error if hole else "no proof was left out"))
        if not made.clean:
            return done, ()
        return await self._joined(done, negated)

    async def _joined(self, done: list[Attack], negated: bool) -> tuple[list[Attack], tuple[str, ...]]:
        kind = "¬ Locked.Statement" if negated else "Locked.Statement"
        name = "refutation" if negated else "target"
        text = (
            f"import {self.locked}\nimport {self.tried}\nset_option debug.skipKernelTC false\n"
            f"theorem {self.judged} : {kind} := @_root_.{name}\n#print axioms {self.judged}\n"
        )
        final = await self.build(self.judged, text, [self.root / self.locked, self.root / self.tried])
        fits = "the checker takes it for a proof of the locked statement"
        done.append(Attack("statement", final.clean, fits if final.clean else final.first_error))
        if not final.clean:
            return done, ()
        found = _AXIOMS.search(final.prints)
        names = tuple(name.strip() for name in found["names"].split(",")) if found else ()
        if not found and "does not depend on any axioms" not in final.prints:
            return [*done, Attack("axioms", False, "its axioms could not be read")], ()
        outside = [name for name in names if name not in self.lock.axioms]
        said = f"it rests on {', '.join(outside or names) or 'no axiom'}"
        done.append(Attack("axioms", not outside, said + ", which is not allowed" * bool(outside)))
        if not outside:
            done.append(await self._replay())
        return done, names

    async def _replay(self) -> Attack:
        if shutil.which("leanchecker") is None:
            return Attack("replay", None, "leanchecker is not installed, so the proof was not replayed")
        folder = self.root / self.judged
        path = ":".join(str(self.root / one) for one in (self.locked, self.tried, self.judged))
        through = ["lake", "env"] if shutil.which("lake") else []
        command = ["env", f"LEAN_PATH_EXTRA={path}", "sh", "-c", _WITH_PATH, "lean", *through]
        others = [self.root / self.locked, self.root / self.tried]
        names = [self.locked, self.tried, self.judged]
        done = await run_jailed(
            [*command, "leanchecker", *names], folder, limits=_limits(self.seconds * 2), readable=others
        )
        if done.clean:
            return Attack("replay", True, "leanchecker replayed statement, attempt and their join")
        return Attack("replay", None if done.ended == "time" else False, " ".join((done.err or done.out).split())[:400])

    def _scan(self, attempt: str) -> Attack:
        if "\0" in attempt or "\ufffd" in attempt:
            return Attack("scan", False, "the file is not UTF-8 text")
        try:
            why = leantext.trick(attempt)
        except InputError as error:
            why = error.message
        return Attack("scan", not why, why or "no known trick in its text")

    def _relocated(self, attempt: str) -> str:
        """Return the attempt with its leading preamble replaced by an import of the locked statement's file."""
        preamble = self.lock.preamble
        if not preamble or not attempt.lstrip().startswith(preamble):
            return f"import {self.locked}\n{attempt}" if not preamble else attempt
        rest = attempt.lstrip()[len(preamble) :]
        kept = [line for line in preamble.splitlines() if re.match(r"\s*(?:import|open|set_option|universe)\b", line)]
        imports = [line for line in kept if _IMPORT.match(line)]
        others = [line for line in kept if not _IMPORT.match(line)]
        return "\n".join([*imports, f"import {self.locked}", *others]) + "\n" + rest


_WITH_PATH = 'LEAN_PATH="$LEAN_PATH_EXTRA${LEAN_PATH:+:$LEAN_PATH}" exec "$@"'
