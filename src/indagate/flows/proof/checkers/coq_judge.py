"""The judge of Coq attempts: the statement from its lock, an attempt compiled apart, a file of ours that joins them.

Three folders under three prefixes with a name that the attempt cannot know: the locked statement, which the attempt may
read but not write; the attempt, from whose folder one compiled file is taken; and ours. What is believed is only what
the checker says of our file in a process that ran nothing of the attempt's.
"""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.errors import InputError
from indagate.flows.proof import coqtext
from indagate.flows.proof.checkers import coq_probes
from indagate.flows.proof.checkers.clock import Clock
from indagate.flows.proof.statement import Lock
from indagate.flows.proof.verdict import Attack, Verdict, sum_up
from indagate.sandbox.jail import Finished, find_wall

if TYPE_CHECKING:
    from indagate.flows.proof.checkers.coq import Coq

FLAGS = (
    "Set Guard Checking. Set Positivity Checking. Set Universe Checking. Unset Definitional UIP.\n"
    "Unset Printing All. Unset Printing Universes. Set Printing Width 100000. Set Printing Depth 100000.\n"
)
_SETUP = re.compile(
    r"(?:#\[[^\]]*\]\s*)?(?:(?:Local|Global)\s+)?"
    r"(?:Import|Export|Open|Close|Set|Unset|Generalizable|Local|Bind|Delimit|Undelimit|Declare\s+Scope)\b"
)
_REQUIRE = re.compile(r"(?:From\s+\S+\s+)?Require\b")
_OPENS = re.compile(r"(?:Module(?:\s+Type)?|Section)\s+(\w+)")
_ENTRY = re.compile(r"^([^\s:]+)(?:\s*:\s.*)?$")
_EXPANDS = re.compile(r"Expands to: \w+ (\S+)")
CLOSED = "Closed under the global context"
BEGIN, END = "INDAGATE-BEGIN", "INDAGATE-END"


class Bench:
    """The folders of one judging, and what is done in them."""

    def __init__(self, coq: Coq, lock: Lock, root: Path, clock: Clock) -> None:
        self.coq, self.lock, self.clock = coq, lock, clock
        nonce = secrets.token_hex(8)
        self.prefixes = {part: f"{part}_{nonce}" for part in ("Locked", "Tried", "Judged")}
        self.folders = {part: root / part for part in self.prefixes}
        for folder in self.folders.values():
            folder.mkdir()

    def paths(self, *parts: str) -> dict[str, Path]:
        """Return the load paths of these parts."""
        return {self.prefixes[part]: self.folders[part] for part in parts}

    @property
    def statement(self) -> str:
        """The full name of the locked statement."""
        return f"{self.prefixes['Locked']}.Statement.Statement"

    async def _run(self, *asked: Any, **more: Any) -> Finished:
        return self.clock.took(await self.coq.run(*asked, **more))

    async def build_lock(self) -> str:
        """Compile the statement from its lock; return why that fails, or nothing."""
        said = self.lock.statement
        text = f"{said.opening}Definition Statement : Type :=\n{said.proposition}\n.\n"
        (self.folders["Locked"] / "Statement.v").write_text(text, encoding="utf-8")
        done = await self._run("Statement.v", self.folders["Locked"], self.paths("Locked"), self.clock.allow())
        return "" if done.clean else _why(done)

    async def build_attempt(self, attempt: str) -> str:
        """Compile the attempt in a folder of its own and take the one compiled file; return why that fails."""
        with tempfile.TemporaryDirectory(prefix="indagate-") as scratch:
            folder = Path(scratch)
            text = relocated(self.lock.preamble, attempt, f"{self.prefixes['Locked']}.Statement")
            (folder / "Attempt.v").write_text(text, encoding="utf-8")
            paths = {self.prefixes["Locked"]: self.folders["Locked"], self.prefixes["Tried"]: folder}
            done = await self._run("Attempt.v", folder, paths, self.clock.allow())
            if not done.clean:
                return _why(done)
            made = folder / "Attempt.vo"
            if not made.is_file() or made.is_symlink():
                return "no compiled file was left"
            shutil.copyfile(made, self.folders["Tried"] / "Attempt.vo")
        return ""

    async def ours(self, name: str, body: str, *, tried: bool = True, seconds: float | None = None) -> tuple[bool, str]:
        """Compile our own file, which requires (never imports) lock and attempt; return success and its words."""
        requires = f"Require {self.prefixes['Locked']}.Statement.\n"
        if tried:
            requires += f"Require {self.prefixes['Tried']}.Attempt.\n"
        (self.folders["Judged"] / f"{name}.v").write_text(requires + FLAGS + body, encoding="utf-8")
        done = await self._run(
            f"{name}.v", self.folders["Judged"], self.paths("Locked", "Tried", "Judged"), self.clock.allow(seconds)
        )
        return done.clean, done.out if done.clean else _why(done)

    async def replay(self) -> Attack:
        """Have coqchk read the three compiled files again with the kernel alone."""
        if shutil.which("coqchk") is None:
            return Attack("replay", None, "coqchk is not installed, so the proof was not replayed")
        names = ("Locked", "Statement"), ("Tried", "Attempt"), ("Judged", "Final")
        options = [word for part, name in names for word in ("-norec", f"{self.prefixes[part]}.{name}")]
        seconds = self.clock.allow(self.clock.seconds * 2)
        done = await self._run(
            "", self.folders["Judged"], self.paths(*self.prefixes), seconds, program="coqchk",
            options=["-silent", "-bytecode-compiler", "yes", *options],
        )  # fmt: skip
        if done.clean:
            return Attack("replay", True, "coqchk replayed statement, attempt and their join")
        if done.ended == "time":
            return Attack("replay", None, "coqchk did not come to an end in time")
        return Attack("replay", False, _short(done.err or done.out))


def relocated(preamble: str, attempt: str, module: str) -> str:
    """Return the attempt with its leading copy of the preamble replaced by an import of the locked one.

    Left as it is where it does not begin with the preamble; the join then decides whether it speaks of the same things.
    """
    wanted = coqtext.sentences(preamble) if preamble else []
    found = coqtext.sentences(attempt)
    if [s.squeezed for s in wanted] != [s.squeezed for s in found[: len(wanted)]] or not wanted:
        return attempt
    outer, depth = [], 0
    for sentence in wanted:
        text = sentence.squeezed
        if re.match(r"End\s+\w+", text):
            depth -= 1
        elif _OPENS.match(text) and ":=" not in text:
            depth += 1
        elif depth == 0:
            outer.append(sentence.text)
    requires = [text for text in outer if _REQUIRE.match(text)]
    settings = [text for text in outer if _SETUP.match(text)]
    head = "\n".join([*requires, f"Require Import {module}.", *settings])
    return head + "\n" + attempt[found[len(wanted) - 1].end :]


async def judge(
    coq: Coq, lock: Lock, attempt: str, *, clock: Clock, negated: bool = False, advice: bool = True
) -> Verdict:
    """Put an attempt through every attack; stop at the first required one that it does not survive."""
    with tempfile.TemporaryDirectory(prefix="indagate-") as root:
        bench = Bench(coq, lock, Path(root), clock)
        attacks, axioms = await _attacks(bench, attempt, negated, advice)
    return sum_up(attacks, axioms, find_wall(), clock.passed, hurried=clock.over)


async def _attacks(bench: Bench, attempt: str, negated: bool, advice: bool) -> tuple[list[Attack], tuple[str, ...]]:
    done: list[Attack] = [_locked(bench.lock), sandboxed(), _scanned(attempt)]
    if any(attack.survived is False for attack in done):
        return done, ()
    if why := await bench.build_lock():
        raise InputError(f"the statement itself does not compile: {why}", hint="Mend the statement file first.")
    why = await bench.build_attempt(attempt)
    hole = "proof" in why and ("incomplete" in why or "unfinished" in why or "pending" in why)
    done.append(Attack("compile", not why, why or "the attempt compiles in the sandbox"))
    done.append(Attack("holes", not hole, why if hole else "no proof was left out"))
    if why:
        return done, ()
    target = f"{bench.prefixes['Tried']}.Attempt.{'refutation' if negated else 'target'}"
    kind = f"{bench.statement} -> False" if negated else bench.statement
    if why := await _no_constant(bench, target):
        done.append(Attack("statement", False, why))
        return done, ()
    fine, said = await bench.ours("Final", f"Definition final : {kind} := @{target}.\n")
    done.append(Attack("statement", fine, "the checker takes it for a proof of the locked statement" if fine else said))
    if not fine:
        return done, ()
    rests, axioms = await _assumptions(bench)
    done.append(rests)
    if rests.survived:
        done.append(await bench.replay())
    if not negated and done[-1].survived is not False:
        done += await coq_probes.probes(bench, advice)
    return done, axioms


async def _no_constant(bench: Bench, target: str) -> str:
    """Return why what an attempt proves is no constant, such as a notation, whose text could run tactics; or nothing.

    It is only asked for, in a file of its own: a notation is shown, and not read.
    """
    fine, said = await bench.ours("Kind", f"About {target}.\n")
    if not fine:
        return said
    expands = [line for line in said.splitlines() if line.startswith("Expands to:")]
    if expands != [f"Expands to: Constant {target}"] or said.lstrip().startswith("Notation"):
        return f"{target.rpartition('.')[2]} is no theorem or definition: {_short(said)}"
    return ""


def _locked(lock: Lock) -> Attack:
    return Attack("lock", lock.intact, f"sha256 {lock.sha256}" if lock.intact else "the lock was changed")


def sandboxed() -> Attack:
    """Say which wall stands between an attempt and the machine; limits alone lower the verdict."""
    wall = find_wall()
    if wall == "limits":
        return Attack("sandbox", None, "neither bubblewrap nor namespaces work here: files and network stood open")
    return Attack("sandbox", True, f"{wall}: no network, nothing writable but a scratch folder")


def _scanned(attempt: str) -> Attack:
    if "\0" in attempt or "\ufffd" in attempt:
        return Attack("scan", False, "the file is not UTF-8 text")
    try:
        why = coqtext.trick(attempt)
    except InputError as error:
        why = error.message
    return Attack("scan", not why, why or "no known trick in its text")


async def _assumptions(bench: Bench) -> tuple[Attack, tuple[str, ...]]:
    """Ask, in a fresh file of ours, what the join rests on; axioms by the name under which Coq keeps them."""
    final = f"{bench.prefixes['Judged']}.Final"
    ask = f'Require {final}.\n{FLAGS}Goal True. idtac "{BEGIN}". Abort.\nPrint Assumptions {final}.final.\n'
    fine, said = await bench.ours("Assumed", ask + f'Goal True. idtac "{END}". Abort.\n')
    if not fine:
        return Attack("axioms", False, said), ()
    listed = said.partition(BEGIN)[2].rpartition(END)[0].strip("\n")
    if listed.strip() == CLOSED:
        return Attack("axioms", True, "it rests on no axiom"), ()
    names = []
    for line in listed.splitlines():
        if line in ("Axioms:", "") or line.startswith(" "):
            continue
        entry = _ENTRY.match(line)
        if entry is None:
            return Attack("axioms", False, f"it relies on what is not checked: {_short(line)}"), ()
        names.append(entry[1])
    if not names:
        return Attack("axioms", False, f"its assumptions could not be read: {_short(listed)}"), ()
    full, strange = await _full_names(bench, names)
    own = f"{bench.prefixes['Locked']}.Statement."
    shown = tuple(name.replace(own, "Statement.").replace(bench.prefixes["Tried"], "") for name in full)
    outside = [name for name in full if name not in bench.lock.axioms and not name.startswith(own)]
    if strange or outside:
        said = strange or ", ".join(name.removeprefix(f"{bench.prefixes['Tried']}.") for name in outside)
        return Attack("axioms", False, f"it rests on {said}, which is not allowed"), shown
    return Attack("axioms", True, f"it rests on {', '.join(shown)}, as allowed"), shown


async def _full_names(bench: Bench, names: list[str]) -> tuple[list[str], str]:
    """Return the names under which Coq keeps these constants, and those for which that could not be found."""
    body = f"Require {bench.prefixes['Judged']}.Final.\n{FLAGS}"
    for name in names:
        body += f'Goal True. idtac "{BEGIN}". Abort.\nAbout {name}.\n'
    fine, said = await bench.ours("Named", body)
    if not fine:
        return names, said
    full, strange = [], []
    for name, part in zip(names, said.split(BEGIN)[1:], strict=False):
        found = _EXPANDS.findall(part)
        if len(found) == 1:
            full.append(found[0])
        else:
            strange.append(name)
    if len(full) + len(strange) != len(names):
        strange = names
    return full, ", ".join(strange)


def _why(done: object) -> str:
    from indagate.flows.proof.checkers.coq import compiled

    assert isinstance(done, Finished)
    return _short(compiled(done).first_error)


def _short(text: str) -> str:
    return " ".join(text.split())[:400]
