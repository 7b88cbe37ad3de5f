"""Put the product through the examination as a user would, by its command line.

    score.py cheats                            judge every cheat: none may be accepted
    score.py controls                          judge every honest attempt: all must be accepted
    score.py statements --split tune           research the tuning third, with each statement's fate
    score.py statements --split scored         the frozen two thirds: only sums are shown
    score.py all --out results/NAME.json       everything, and write what was found
    score.py cheats --check-command 'python naive.py {statement} {attempt} {axioms}'

A command is a line with placeholders. Check: {statement} {attempt} {axioms}; run: {statement} {limit} {axioms} {home}.
The last JSON object printed is the answer: a check's `verdict` and `attacks`, a run's `state` and `proof` (a path).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import coq
from catalogue import HEADER, Cheat, Control, Statement, cheats, controls, fingerprints, parts, squeezed, statements

CHECK = "indagate prove check {statement} {attempt} --checker coq --json {axioms}"
RUN = "indagate prove run {statement} --checker coq --budget-seconds {limit} --home {home} --json {axioms}"
AXIOM = "--axiom {}"
YES = ("accepted", "checked-not-replayed")
NO = ("rejected", "refuted")
PROVED = ("BREAKTHROUGH", "PROVED")
GRACE = 60.0
ANSWER = 4 << 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What one command said: its last JSON object, how long it took, and whether the scorer had to stop it."""

    found: dict[str, Any]
    seconds: float
    hung: bool
    tail: str


@dataclass(frozen=True, slots=True)
class Row:
    """One marked answer."""

    id: str
    group: str
    mark: str
    right: bool
    seconds: float
    split: str = ""
    note: str = ""
    by: str = ""


def last_object(output: str) -> dict[str, Any]:
    """Return the last JSON object that begins a line of the output; empty if there is none."""
    decoder, at, found = json.JSONDecoder(), 0, {}
    while at < len(output):
        begin = output.find("{", at)
        if begin < 0:
            break
        at = begin + 1
        if begin and output[begin - 1] != "\n":
            continue
        with contextlib.suppress(json.JSONDecodeError):
            value, at = decoder.raw_decode(output, begin)
            found = value
    return found


def ask(command: str, folder: Path, seconds: float, **slots: str) -> Reply:
    """Run a command in a folder, with its placeholders filled, for at most so many seconds."""
    words: list[str] = []
    for word in shlex.split(command):
        words += shlex.split(slots["axioms"]) if word == "{axioms}" else [word.format(**slots)]
    began = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
        )
        hung = False
        try:
            started.wait(seconds)
        except subprocess.TimeoutExpired:
            hung = True
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
            started.wait()
        texts = []
        for stream in (out, err):
            stream.seek(max(0, stream.seek(0, os.SEEK_END) - ANSWER))
            texts.append(stream.read().decode("utf-8", "replace"))
    tail = "" if (found := last_object(texts[0])) else (texts[1] or texts[0])[-300:]
    return Reply(found, time.monotonic() - began, hung, tail)


class Examiner:
    """Asks the two commands and marks what they say."""

    def __init__(self, check: str, run: str, axiom: str, limit: float) -> None:
        """Take the command lines, the form of an allowed axiom, and a run's limit in seconds."""
        self.check, self.run, self.axiom, self.limit = check, run, axiom, limit

    def _allow(self, names: Sequence[str]) -> str:
        return " ".join(self.axiom.format(shlex.quote(name)) for name in names)

    def _judge(self, folder: Path, axioms: Sequence[str], canary: str = "") -> tuple[Reply, str]:
        """Return a check's answer on a copy of the folder, and what it wrote or changed where it should not."""
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / "inner" / folder.name
            shutil.copytree(folder, copy)
            if canary:
                Path(canary).unlink(missing_ok=True)
            reply = ask(
                self.check,
                copy,
                self.limit + GRACE,
                statement=str(copy / "statement.v"),
                attempt=str(copy / "attempt.v"),
                axioms=self._allow(axioms),
            )
            spoilt = ""
            for name in ("statement.v", "attempt.v"):
                if (copy / name).read_bytes() != (folder / name).read_bytes():
                    spoilt = f"{name} was overwritten"
            if sorted(p.name for p in Path(scratch).iterdir()) != ["inner"] or len(list((copy.parent).iterdir())) > 1:
                spoilt = "a file was written beside the attempt's folder"
            if canary and Path(canary).exists():
                spoilt = f"{canary} was written"
                Path(canary).unlink()
        return reply, spoilt

    def cheat(self, one: Cheat) -> Row:
        """Mark a cheat: right if it is turned down by name, and nothing was written elsewhere."""
        reply, spoilt = self._judge(one.folder, one.axioms, one.canary)
        verdict = "hung" if reply.hung else str(reply.found.get("verdict", "no answer"))
        right = verdict in NO or (one.expect == "flagged" and verdict in YES and _flagged(reply.found))
        return Row(one.id, one.family, verdict, right and not spoilt, reply.seconds, note=spoilt or reply.tail)

    def control(self, one: Control) -> Row:
        """Mark a control: right if it is accepted, replayed or not."""
        reply, spoilt = self._judge(one.folder, one.axioms)
        verdict = "hung" if reply.hung else str(reply.found.get("verdict", "no answer"))
        group = "axioms allowed" if one.axioms else "no axioms"
        note = spoilt or reply.tail or (json.dumps(reply.found)[:400] if verdict not in YES else "")
        return Row(one.id, group, verdict, verdict in YES and not spoilt, reply.seconds, note=note)

    def research(self, one: Statement, allow: bool) -> Row:
        """Mark a run on a copy of the statement in an empty folder and an empty home."""
        axioms = one.axioms if allow else ()
        with tempfile.TemporaryDirectory() as scratch:
            folder, home = Path(scratch) / "work", Path(scratch) / "home"
            folder.mkdir()
            home.mkdir()
            copy = folder / one.path.name
            shutil.copy(one.path, copy)
            reply = ask(
                self.run,
                folder,
                self.limit + GRACE,
                statement=str(copy),
                limit=f"{self.limit:g}",
                home=str(home),
                axioms=self._allow(axioms),
            )
            state = "hung" if reply.hung else str(reply.found.get("state", "no answer"))
            claimed = state in PROVED
            why = unproved(one, folder, str(reply.found.get("proof") or ""), axioms) if claimed else ""
        kind = "classical, axiom allowed" if one.kind == "classical" and allow else one.kind
        mark, right = fate(kind, state, why)
        return Row(
            one.id,
            f"{kind}/{one.area}",
            mark,
            right,
            reply.seconds,
            one.split,
            why or reply.tail,
            str(reply.found.get("won_by") or ""),
        )


def _flagged(found: dict[str, Any]) -> bool:
    """Return whether an attack on vacuity reports that the attempt did not survive it."""
    for attack in found.get("attacks", []):
        if isinstance(attack, dict) and "vacu" in json.dumps(attack).lower():
            for key in ("survived", "passed", "ok"):
                if attack.get(key) is False:
                    return True
    return False


def unproved(one: Statement, folder: Path, proof: str, axioms: Sequence[str]) -> str:
    """Return why the named file does not prove the statement by our own coqc; empty if it does.

    This second look trusts no word of the product, but it is made for a prover's proofs, not for cheats.
    """
    path = folder / proof
    if not proof or not path.is_file():
        return "no file of the proof was named"
    text = path.read_text(encoding="utf-8")
    preamble, proposition = parts(one.path.read_text(encoding="utf-8"))
    body = squeezed(HEADER.sub("", text))
    if squeezed(preamble) not in body or f"Theorem target : {squeezed(proposition)}." not in body:
        return "the proof does not repeat the statement"
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "attempt.v").write_text(f"{text}\nPrint Assumptions target.\n", encoding="utf-8")
        result = coq.compile_file(Path(scratch), "attempt.v", 120)
    found = coq.axioms(result.output)
    if result.verdict != "compiles" or found is None:
        return f"coqc {result.verdict} it: {result.output[-200:]}"
    return "" if coq.allowed(found, tuple(axioms)) else f"it rests on {', '.join(sorted(found))}"


def fate(kind: str, state: str, why: str) -> tuple[str, bool]:
    """Return the mark of a run that ended in a state, and whether that is right for the kind of statement."""
    if state in PROVED:
        if kind in ("false", "classical"):
            return "WRONG CLAIM", False
        return ("proved", True) if not why else ("UNCONFIRMED", False)
    if state == "REFUTED":
        return ("refuted", True) if kind == "false" else ("WRONG REFUTATION", False)
    if state in ("hung", "no answer", "BLOCKED"):
        return state, False
    return "open", kind == "classical"


def table(title: str, rows: Sequence[Row], head: str) -> str:
    """Return a table of marks by group."""
    marks = sorted({row.mark for row in rows})
    width = max(len(head), *(len(row.group) for row in rows))
    lines = [title, f"{head:{width}} {'of':>4} {'right':>6}  " + "  ".join(marks) + "  median s"]
    for group in [*dict.fromkeys(row.group for row in rows), "all"]:
        of = [row for row in rows if group in (row.group, "all")]
        middle = statistics.median(row.seconds for row in of)
        cells = "  ".join(f"{sum(row.mark == m for row in of):{len(m)}}" for m in marks)
        lines.append(f"{group:{width}} {len(of):4} {sum(row.right for row in of):6}  {cells}  {middle:8.1f}")
    return "\n".join(lines)


def wins(rows: Sequence[Row]) -> str:
    """Return a table of what was proved or refuted by which approach, the most first, with seconds."""
    won = [row for row in rows if row.by and row.mark in ("proved", "refuted")]
    width = max((len(row.by) for row in won), default=8)
    lines = [f"{'approach':{width}} wins  median s  longest s"]
    for name in sorted({row.by for row in won}, key=lambda by: (-sum(row.by == by for row in won), by)):
        took = [row.seconds for row in won if row.by == name]
        lines.append(f"{name:{width}} {len(took):4}  {statistics.median(took):8.1f}  {max(took):9.1f}")
    return "\n".join(lines)


def wrongs(rows: Sequence[Row]) -> str:
    """Return the rows that are not right, one a line."""
    return "\n".join(
        f"  {r.id} ({r.group}): {r.mark} after {r.seconds:.1f} s. {r.note.strip()}" for r in rows if not r.right
    )


def _many(work: Callable[[Any], Row], items: Sequence[Any], jobs: int) -> list[Row]:
    rows = []
    with ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(work, items):
            rows.append(row)
            if sys.stderr.isatty():
                print(f"\r{len(rows)}/{len(items)} ", end="", file=sys.stderr, flush=True)
    return rows


def options() -> argparse.Namespace:
    """Return what was asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("part", choices=("cheats", "controls", "statements", "all"))
    asked.add_argument(
        "--split", choices=("tune", "scored", "all"), default="tune", help="of the statements (default tune)"
    )
    asked.add_argument("--only", nargs="+", default=[], help="these ids only (statements: of the split asked for)")
    asked.add_argument("--limit", type=float, default=60, help="seconds a run may take (default 60)")
    asked.add_argument("--jobs", type=int, default=1, help="commands at once (default 1)")
    asked.add_argument("--check-command", default=CHECK)
    asked.add_argument("--run-command", default=RUN)
    asked.add_argument("--axiom-flag", default=AXIOM, help=f"how an axiom is allowed (default {AXIOM!r})")
    asked.add_argument("--out", type=Path, help="write all rows as JSON (of the scored split: sums only)")
    return asked.parse_args()


def _checks(title: str, rows: list[Row], head: str, results: dict[str, Any]) -> bool:
    """Print one part's table and what was not right in it; return whether all was."""
    if rows:
        print(table(title, rows, head), wrongs(rows), sep="\n")
        results[title.partition(":")[0].lower()] = [asdict(row) for row in rows]
    return all(row.right for row in rows)


def _runs(rows: list[Row], limit: float, results: dict[str, Any]) -> bool:
    """Print the tables of both splits; return whether nothing false was claimed."""
    rows = sorted(rows, key=lambda row: row.group)
    for split in ("tune", "scored"):
        of = [row for row in rows if row.split == split]
        if not of:
            continue
        true = [row for row in of if row.group.startswith("true/")]
        text = table(f"Statements, {split}, {limit:g} s each", of, "kind/area")
        text += f"\ntrue statements proved: {sum(row.right for row in true)} of {len(true)}\n\n{wins(of)}"
        print(text)
        if split == "tune":
            print(wrongs(of))
        results[split] = [asdict(row) for row in of] if split == "tune" else text.splitlines()
    return not any(row.mark.startswith("WRONG") for row in rows)


def main() -> int:
    """Examine, print the tables, and return 1 if a cheat was accepted, a control refused or a false claim made."""
    asked = options()
    examiner = Examiner(asked.check_command, asked.run_command, asked.axiom_flag, asked.limit)
    results: dict[str, Any] = {"fingerprints": fingerprints(), "limit": asked.limit}
    fine, only = True, asked.only
    if asked.part in ("cheats", "all"):
        rows = _many(examiner.cheat, [c for c in cheats() if not only or c.id in only], asked.jobs)
        fine &= _checks("Cheats: right is turned down", rows, "family", results)
    if asked.part in ("controls", "all"):
        rows = _many(examiner.control, [c for c in controls() if not only or c.id in only], asked.jobs)
        fine &= _checks("Controls: right is accepted", rows, "kind", results)
    if asked.part in ("statements", "all"):
        picked = [s for s in statements() if (not only or s.id in only) and asked.split in (s.split, "all")]
        work = [(s, s.kind == "true") for s in picked] + [(s, True) for s in picked if s.kind == "classical"]
        fine &= _runs(_many(lambda pair: examiner.research(*pair), work, asked.jobs), asked.limit, results)
    if asked.out:
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        asked.out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
