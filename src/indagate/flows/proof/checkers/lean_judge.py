"""The judge of Lean attempts: the same attacks as Coq's, as far as Lean lets them be made.

The locked statement and the attempt are compiled to modules of names that the attempt cannot know; a third file of ours
imports both, has the kernel check one against the other, and asks for the axioms. The attacks on the statement itself
import the locked statement alone.
"""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from indagate.errors import InputError
from indagate.flows.proof import leantext
from indagate.flows.proof.checkers.clock import Clock
from indagate.flows.proof.checkers.coq_judge import sandboxed
from indagate.flows.proof.checkers.lean import Lean, compiled, limits, locked_text
from indagate.flows.proof.leantext import refuting
from indagate.flows.proof.statement import Lock
from indagate.flows.proof.verdict import Attack, Compiled, Verdict, sum_up
from indagate.sandbox.jail import find_wall, run_jailed

SECONDS = 15.0
"""How long each attack on the statement itself may take."""
_AXIOMS = re.compile(r"'[^']*' depends on axioms: \[(?P<names>[^\]]*)\]", re.DOTALL)
_IMPORT = re.compile(r"^\s*(?:public\s+)?import\s+\S+\s*$", re.MULTILINE)
_CLASH = "first | contradiction | omega | simp_all | (simp_all; omega)"
_AT_ONCE = "first | trivial | decide | rfl | simp | omega | (intros; trivial) | (intros; omega) | (intros; simp_all)"


async def judge(
    lean: Lean, lock: Lock, attempt: str, *, clock: Clock, negated: bool = False, advice: bool = True
) -> Verdict:
    """Put an attempt through every attack; stop at the first required one that it does not survive."""
    with tempfile.TemporaryDirectory(prefix="indagate-") as root:
        judging = _Judging(lean, lock, Path(root), clock)
        attacks, axioms = await judging.attacks(attempt, negated)
        stands = not any(one.required and one.survived is False for one in attacks)
        if stands and not negated:
            attacks += await judging.questions(advice)
        if advice:
            said = f"for the human: is this what was meant? {' '.join(lock.proposition.split())}"
            attacks.append(Attack("fidelity", None, said, required=False))
    return sum_up(attacks, axioms, find_wall(), clock.passed, hurried=clock.over)


class _Judging:
    """One judging of a Lean attempt."""

    def __init__(self, lean: Lean, lock: Lock, root: Path, clock: Clock) -> None:
        self.lean, self.lock, self.root, self.clock = lean, lock, root, clock
        nonce = secrets.token_hex(8)
        self.locked, self.tried, self.judged = f"Locked{nonce}", f"Tried{nonce}", f"Judged{nonce}"

    async def build(
        self, name: str, text: str, readable: Sequence[Path] = (), *, seconds: float | None = None
    ) -> Compiled:
        """Compile a module in a folder of its own; its compiled file is taken to the others only from there."""
        folder = self.root / name
        folder.mkdir()
        (folder / f"{name}.lean").write_text(text, encoding="utf-8")
        path = ":".join(str(one) for one in (*readable, folder))
        command = ["env", f"LEAN_PATH_EXTRA={path}", "sh", "-c", _WITH_PATH, "lean"]
        command += self.lean.command(f"--root={folder}", "-o", str(folder / f"{name}.olean"), f"{name}.lean")
        done = await run_jailed(command, folder, limits=limits(self.clock.allow(seconds)), readable=list(readable))
        return compiled(self.clock.took(done))

    async def attacks(self, attempt: str, negated: bool) -> tuple[list[Attack], tuple[str, ...]]:
        """Make the attacks, up to the first required one that is not survived."""
        done = [Attack("lock", self.lock.intact, f"sha256 {self.lock.sha256}"), sandboxed(), self._scan(attempt)]
        if any(one.survived is False for one in done):
            return done, ()
        locked = await self.build(self.locked, locked_text(self.lock.statement))
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
        asked = await self._axioms(negated)
        names = tuple(dict.fromkeys((*names, *(asked or ()))))
        outside = [name for name in names if name not in self.lock.axioms]
        said = f"it rests on {', '.join(outside or names) or 'no axiom'}"
        if asked is None and not outside:
            said += ", as a file says that imports the attempt; a program that does not could not ask here"
        survived = False if outside else True if asked is not None else None
        done.append(Attack("axioms", survived, said + ", which is not allowed" * bool(outside)))
        if not outside:
            done.append(await self._replay())
        return done, names

    async def _axioms(self, negated: bool) -> tuple[str, ...] | None:
        """Return the join's axioms as a program of ours reads them from the compiled files, or None where it cannot.

        It imports nothing of the attempt's, whose commands and elaborators could answer in Lean's stead.
        """
        name, word = f"Asked{self.judged}", secrets.token_hex(16)
        folder = self.root / name
        folder.mkdir()
        text = _ASKING.replace("JUDGED", self.judged).replace("WORD", word)
        text = text.replace("KIND", "mkApp (mkConst ``Not) said" if negated else "said")
        (folder / f"{name}.lean").write_text(text, encoding="utf-8")
        others = [self.root / one for one in (self.locked, self.tried, self.judged)]
        command = ["env", f"LEAN_PATH_EXTRA={':'.join(map(str, others))}", "sh", "-c", _WITH_PATH, "lean"]
        command += [*(["lake", "env"] if shutil.which("lake") else []), "lean", "--run", f"{name}.lean"]
        done = await run_jailed(command, folder, limits=limits(self.clock.allow()), readable=others)
        self.clock.took(done)
        lines = [line.removeprefix(f"{word} ") for line in done.out.splitlines() if line.startswith(f"{word} ")]
        return tuple(lines[:-1]) if done.clean and lines[-1:] == ["asked"] else None

    async def questions(self, advice: bool) -> list[Attack]:
        """Make the attacks on the statement: a refutation decides, the others are for the human who reviews."""
        found = []
        said = self.lock.proposition.split()
        if advice and "False" not in said[-1:] and not any(word.startswith("¬") for word in said[-2:]):
            vacuous = await self._proves("Vacuous", "Locked.Statement", f"intros\n  exfalso\n  {_CLASH}")
            detail = ("the hypotheses contradict each other: the statement says nothing" if vacuous
                      else "no contradiction was found among the hypotheses")  # fmt: skip
            found.append(Attack("vacuity", not vacuous, detail, required=False))
        broken = await self._proves("Refuted", "¬ Locked.Statement", refuting(self.lock.statement))
        detail = (
            "a small instance breaks the statement: its negation is proved" if broken else "no small instance breaks it"
        )
        found.append(Attack("refutation", not broken, detail))
        if advice:
            trivial = await self._proves("Trivial", "Locked.Statement", _AT_ONCE)
            detail = "one tactic proves it at once" if trivial else "no single tactic proves it"
            found.append(Attack("triviality", not trivial, detail, required=False))
        return found

    async def _proves(self, name: str, said: str, tactics: str) -> bool:
        """Return whether a tactic block proves this of the locked statement; the attempt has no part in it."""
        module = f"{name}{self.judged}"
        text = f"import {self.locked}\ntheorem {module} : {said} := by\n  unfold Locked.Statement\n  {tactics}\n"
        made = await self.build(module, text, [self.root / self.locked], seconds=SECONDS)
        return made.clean

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
            [*command, "leanchecker", *names],
            folder,
            limits=limits(self.clock.allow(self.clock.seconds * 2)),
            readable=others,
        )
        self.clock.took(done)
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


_ASKING = """import Lean
open Lean

unsafe def main : IO UInt32 := do
  initSearchPath (← findSysroot)
  let env ← importModules #[{ module := `JUDGED }] {} (trustLevel := 0)
  let said := mkConst `Locked.Statement
  match env.find? `JUDGED with
  | some (.thmInfo join) =>
    if join.type != KIND then return 1
    let (_, found) := ((CollectAxioms.collect `JUDGED).run env).run {}
    for name in found.axioms do IO.println s!"WORD {name}"
    IO.println "WORD asked"
    return 0
  | _ => return 1
"""
"""A program that reads the compiled join, checks what it states, and collects its axioms; it elaborates nothing."""
_WITH_PATH = 'LEAN_PATH="$LEAN_PATH_EXTRA${LEAN_PATH:+:$LEAN_PATH}" exec "$@"'
