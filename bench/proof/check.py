"""Hold the examination against itself: files, counts, splits, fingerprints, references, recorded results of coqc.

check.py             everything (some minutes; needs coqc)
check.py --quick     what needs no coqc
check.py --record    run coqc over the cheats again, write what it did into cheats.jsonl, freeze the fingerprints
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import coq
from catalogue import (
    HEADER,
    HERE,
    KINDS,
    SPLIT_SEED,
    Cheat,
    Control,
    Statement,
    cheats,
    controls,
    fingerprints,
    parts,
    split_of,
    squeezed,
    statements,
    write_cheats,
)

FROZEN = HERE / "frozen.json"
ASK = "\nPrint Assumptions target.\n"
LEAST = {"statements": 64, "false": 6, "classical": 6, "cheats": 44, "controls": 16}


def counts() -> dict[str, int]:
    """Return how many there are of what."""
    found = statements()
    return {
        "statements": len(found),
        **{kind: sum(s.kind == kind for s in found) for kind in KINDS},
        "tune": sum(s.split == "tune" for s in found),
        "scored": sum(s.split == "scored" for s in found),
        "cheats": len(cheats()),
        "controls": len(controls()),
    }


def still() -> list[str]:
    """Return what is wrong with the files as they lie."""
    wrong, found = [], statements()
    for kind, least in LEAST.items():
        if counts()[kind] < least:
            wrong.append(f"only {counts()[kind]} {kind}, at least {least} are wanted")
    drawn = split_of(found)
    texts: dict[str, str] = {}
    for one in found:
        text = one.path.read_text(encoding="utf-8")
        header = HEADER.match(text)
        if header is None or header[1] != one.id or text.count("(*") != 1:
            wrong.append(f"{one.path.name}: its header must be its id and nothing else, and its only comment")
        if one.split != drawn[one.id]:
            wrong.append(f"{one.id}: the seed draws it for {drawn[one.id]}, the list says {one.split}")
        if bool(parts(text)[0]) != (one.form == "theorem"):
            wrong.append(f"{one.id}: its form is not {one.form}")
        if (one.kind == "false") != bool(one.counterexample):
            wrong.append(f"{one.id}: a counterexample belongs to false statements, to each of them and to no other")
        body = squeezed(HEADER.sub("", text))
        if body in texts:
            wrong.append(f"{one.id}: the same statement as {texts[body]}")
        texts[body] = one.id
        wrong += [f"{one.id}: its reference does not {what}" for what in _unfaithful(one)]
    listed = {
        "statements": {f"{s.id}.v" for s in found},
        "reference": {f"{s.id}.v" for s in found},
        "cheats": {c.id for c in cheats()},
        "controls": {c.id for c in controls()},
    }
    for folder, names in listed.items():
        there = {p.name for p in (HERE / folder).iterdir()}
        wrong += [f"{folder}: {name} is only in the list or only in the folder" for name in sorted(there ^ names)]
    return wrong


def _unfaithful(one: Statement) -> Iterable[str]:
    """Yield how a reference fails to speak of its statement, word for word."""
    preamble, proposition = parts(one.path.read_text(encoding="utf-8"))
    reference = squeezed(HEADER.sub("", one.reference.read_text(encoding="utf-8")))
    if not reference.startswith(squeezed(preamble)):
        yield "begin with the statement's preamble"
    head = "Theorem refutation : ~ ({})." if one.kind == "false" else "Theorem target : {}."
    if head.format(squeezed(proposition)) not in reference:
        yield "state the statement"
    if one.kind == "classical" and f"Theorem strength : ({squeezed(proposition)}) -> forall X : Prop," not in reference:
        yield "show that the statement gives excluded middle, plain or weak"


def _in_a_copy(folder: Path, extra: str = "") -> coq.Outcome:
    """Compile folder/attempt.v, with a line more at its end, in a copy of the folder."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "inner" / folder.name
        shutil.copytree(folder, copy)
        for beside in sorted(copy.glob("*.v")):
            if beside.name not in ("attempt.v", "statement.v"):
                coq.compile_file(copy, beside.name)
        attempt = copy / "attempt.v"
        attempt.write_bytes(attempt.read_bytes().rstrip(b"\n") + extra.encode() + b"\n")
        return coq.compile_file(copy, "attempt.v")


def _alone(text: str) -> coq.Outcome:
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "alone.v").write_text(text, encoding="utf-8")
        return coq.compile_file(Path(scratch), "alone.v")


def prove(one: Statement) -> list[str]:
    """Return what coqc says against a statement (as it stands alone) and against its reference."""
    wrong = []
    text = one.path.read_text(encoding="utf-8")
    opened = text + "Abort.\n" if one.form == "theorem" else f"Goal {HEADER.sub('', text).strip()}.\nAbort.\n"
    if (result := _alone(opened)).verdict != "compiles":
        wrong.append(f"{one.id}: the statement alone {result.verdict}\n{result.output}")
    name = "refutation" if one.kind == "false" else "target"
    result = _alone(one.reference.read_text(encoding="utf-8") + f"\nPrint Assumptions {name}.\n")
    found = coq.axioms(result.output)
    if result.verdict != "compiles" or found is None or not coq.allowed(found, one.axioms):
        wrong.append(f"{one.id}: the reference {result.verdict}, axioms {found}\n{result.output}")
    if one.kind == "classical":
        result = _alone(one.reference.read_text(encoding="utf-8") + "\nPrint Assumptions strength.\n")
        if coq.axioms(result.output) != set():
            wrong.append(f"{one.id}: the proof of its strength uses axioms itself")
    return wrong


def observe(cheat: Cheat) -> Cheat:
    """Return the cheat with what plain coqc does with it, and how `Print Assumptions` in the same file looks."""
    plain = _in_a_copy(cheat.folder).verdict
    asked = _in_a_copy(cheat.folder, ASK)
    if cheat.canary:
        Path(cheat.canary).unlink(missing_ok=True)
        Path(cheat.canary).with_suffix(".mli").unlink(missing_ok=True)
    clean = asked.verdict == "compiles" and coq.CLEAN in asked.output
    return replace(cheat, coqc=plain, coqc_compiles=plain == "compiles", assumptions_look_clean=clean)


def honest(control: Control) -> list[str]:
    """Return what coqc says against a control."""
    result = _in_a_copy(control.folder, ASK)
    found = coq.axioms(result.output)
    if result.verdict != "compiles" or found is None or not coq.allowed(found, control.axioms):
        return [f"control {control.id}: {result.verdict}, axioms {found}\n{result.output}"]
    return []


def table(found: list[Cheat]) -> str:
    """Return, by family, how many cheats compile and how many look clean as well."""
    lines = [f"{'family':16} {'cheats':>7} {'compile':>8} {'look clean':>11}"]
    for family in dict.fromkeys(c.family for c in found):
        of = [c for c in found if c.family == family]
        lines.append(_line(family, of))
    return "\n".join([*lines, _line("all", found)])


def _line(name: str, of: list[Cheat]) -> str:
    clean = sum(c.assumptions_look_clean for c in of)
    return f"{name:16} {len(of):7} {sum(c.coqc_compiles for c in of):8} {clean:11}"


def _many(work: Callable[[Any], Any], items: Sequence[Any], jobs: int) -> list[Any]:
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(work, items))


def record(jobs: int) -> list[Cheat]:
    """Run coqc over the cheats, write what it did, freeze everything."""
    seen = _many(observe, cheats(), jobs)
    write_cheats(seen)
    frozen = {"seed": SPLIT_SEED, "counts": counts(), "fingerprints": fingerprints()}
    FROZEN.write_text(json.dumps(frozen, indent=2) + "\n", encoding="utf-8")
    return seen


def main() -> int:
    """Check, print what is wrong, and return 1 if anything is."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--quick", action="store_true", help="only what needs no coqc")
    asked.add_argument("--record", action="store_true", help="record coqc's results and freeze")
    asked.add_argument("--jobs", type=int, default=2, help="compilations at once (default 2)")
    options = asked.parse_args()
    wrong = still()
    if not options.quick:
        if shutil.which("coqc") is None:
            print("coqc is not on PATH: on Debian, apt-get install coq; or ask for --quick", file=sys.stderr)
            return 2
        for found in _many(prove, statements(), options.jobs) + _many(honest, controls(), options.jobs):
            wrong += found
        if options.record:
            seen = record(options.jobs)
        else:
            seen = _many(observe, cheats(), options.jobs)
            wrong += [
                f"cheat {now.id}: recorded as {old.coqc}, {old.assumptions_look_clean}; "
                f"now {now.coqc}, {now.assumptions_look_clean}"
                for old, now in zip(cheats(), seen, strict=True)
                if old != now
            ]
        print(table(seen), end="\n\n")
    frozen = json.loads(FROZEN.read_text(encoding="utf-8")) if FROZEN.exists() else {}
    now = {"seed": SPLIT_SEED, "counts": counts(), "fingerprints": fingerprints()}
    wrong += [f"frozen.json: {key} is no longer what was frozen" for key in now if frozen.get(key) != now[key]]
    print(" · ".join(f"{number} {what}" for what, number in counts().items()))
    areas = Counter(s.area for s in statements())
    print(" · ".join(f"{area} {number}" for area, number in areas.most_common()))
    print("\n".join(wrong) if wrong else "all as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
