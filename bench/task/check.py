"""Hold both examinations against their material, by means of their own; exit 1 and name each fault.

Goals: every wanted value is worked out anew (worked.py); what cannot be found is nowhere in the material.
Answers: code is run, quotes are looked up, required and prohibited words are counted, and agree with the labels.
All: fingerprints and splits are as frozen.
"""

from __future__ import annotations

import ast
import datetime as dt
import math
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

from exam import LATER, current, current_later, folder, frozen, later, later_file, rows, splits
from make_later import goals, table_faults
from marking import Told, dates, normal, numbers, outcome
from worked import WORKED

FENCE = re.compile(r"^ *(?:```|~~~)(\w*)\n(.*?)^ *(?:```|~~~) *$", re.M | re.S)
QUOTE = re.compile(r"[\"“„«]([^\"”“»]+)[\"”“»]")
CITATION = re.compile(r"(?<!\w)\[([^\]\s…]{2,}|\d+)\](?!\()")
PASSED = "the examiner saw the end"


def decoded(name: str) -> str:
    """Return a folder of material as text in lower case, its tables decoded by whatever fits."""
    parts = []
    for path in sorted(folder(name).iterdir()):
        raw = path.read_bytes()
        try:
            parts.append(raw.decode("utf-8-sig"))
        except UnicodeDecodeError:
            parts.append(raw.decode("cp1251"))
    return "\n".join(parts).lower()


def worked_faults(row: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the wanted value of a goal that has an answer."""
    want, value = row["want"], WORKED[row["id"]]()
    said = str(value).lower() if not isinstance(value, dt.date) else value.isoformat()
    if "number" in want:
        if not isinstance(value, int | float) or not math.isclose(value, want["number"], abs_tol=1e-5, rel_tol=1e-9):
            yield f"worked out as {value}, not {want['number']}"
        if any(abs(want["number"] - bad) <= want["tolerance"] for bad in want.get("reject", ())):
            yield "a rejected value is within the tolerance"
    elif "date" in want and said != want["date"]:
        yield f"worked out as {said}, not {want['date']}"
    elif "accept" in want and row["kind"] == "corpus" and normal(said) not in normal(decoded(row["corpus"])):
        yield f"{said!r} is not in {row['corpus']}"
    elif "accept" in want and row["kind"] == "table" and outcome(row, Told("DONE", said)) != "right":
        yield f"{said!r} would not be marked right"


def goal_faults(row: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a goal."""
    for option in ("corpus", "data"):
        if option in row and not folder(row[option]).is_dir():
            yield f"no material {row[option]}"
    if "decline" in row["want"]:
        if row["id"] in WORKED:
            yield "has an answer worked out"
        for pattern in row.get("absent", ()):
            for option in ("corpus", "data"):
                if option in row and re.search(pattern, decoded(row[option])):
                    yield f"{pattern!r} is in {row[option]}"
        if row["want"]["decline"] == "not_found" and not row.get("absent"):
            yield "names nothing that is absent"
    else:
        yield from worked_faults(row) if row["id"] in WORKED else ()
    if "number" in row["want"] and any(row["want"]["number"] in one for one in numbers(normal(row["goal"]))):
        yield "the goal holds its answer"
    if "date" in row["want"] and dt.date.fromisoformat(row["want"]["date"]) in dates(normal(row["goal"])):
        yield "the goal answers itself"


def program(answer: str) -> str:
    """Return the Python blocks of an answer, one after another."""
    blocks = [code for name, code in FENCE.findall(answer) if name in {"python", "py", ""}]
    indents = [min((len(x) - len(x.lstrip()) for x in b.splitlines() if x.strip()), default=0) for b in blocks]
    cut = ["\n".join(x[n:] for x in b.splitlines()) for b, n in zip(blocks, indents, strict=True)]
    return "\n\n".join(cut)


def parses(code: str) -> bool:
    """Return whether Python reads it."""
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def passes(code: str, tests: str) -> bool:
    """Return whether the code comes through its tests to the very end."""
    line = [sys.executable, "-I", "-c", f"{code}\n\n{tests}\nprint({PASSED!r})"]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=3, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.stdout.rstrip().endswith(PASSED)


def plain(text: str) -> str:
    """Return text for looking quotes up: lower case, single spaces, plain signs."""
    text = re.sub(r"[–—‑−]", "-", unicodedata.normalize("NFKC", text).lower().replace("’", "'"))
    return " ".join(text.split()).strip(" .;,")


def quotes_hold(answer: str, sources: dict[str, str]) -> bool:
    """Return whether each citation names a source that holds the quotes since the citation before."""
    at = 0
    for match in CITATION.finditer(answer):
        if match[1] == "x":
            continue
        if match[1] not in sources:
            return False
        for quote in QUOTE.findall(answer[at : match.start()]):
            parts = re.split(r"\[?…\]?|\.\.\.", quote)
            if any(plain(part) not in plain(sources[match[1]]) for part in parts):
                return False
        at = match.end()
    return True


def whole_word(element: str, answer: str) -> bool:
    """Return whether one of an element's alternatives stands in an answer as whole words."""
    seen = " ".join(re.sub(r"<!--.*?-->|[*_]", " ", answer, flags=re.S).lower().split())
    return any(re.search(rf"(?<!\w){re.escape(one.lower())}(?!\w)", seen) for one in element.split("|"))


def answer_faults(row: dict[str, Any]) -> Iterator[str]:
    """Yield what in a labelled answer disagrees with its label."""
    kind, answer, criteria = row["kind"], row["answer"], row["criteria"]
    checks, good = criteria["domain_specific_checks"], row["label"] == "good"
    code, tests = program(answer), checks.get("code_quality", {}).get("tests", "")
    if kind.startswith("code-") and parses(code) == (kind == "code-unparsable"):
        yield "the code parses, or does not, against its kind"
    if tests and kind in {"right-code", "code-fails-test"} and passes(code, tests) != good:
        yield "the tests say otherwise"
    cites = kind in {"right-citation", "dangling-citation", "quote-not-in-source"}
    if cites and quotes_hold(answer, row["sources"]) != good:
        yield "the sources say otherwise"
    if kind == "no-citation" and CITATION.search(answer):
        yield "has a citation"
    if kind == "missing-required" and all(whole_word(one, answer) for one in criteria["required_elements"]):
        yield "everything required is there"
    if good and any(whole_word(one, answer) for one in criteria["prohibited_elements"]):
        yield "something prohibited is there"
    if good != kind.startswith("right"):
        yield "the label does not suit the kind"


def later_faults() -> Iterator[str]:
    """Yield what is wrong with the later sets: each answer worked out anew, tables by SQL beside plain Python."""
    seen = {normal(row["goal"]) for row in rows("goals")}
    for split in (half for one in LATER for half in one.halves):
        written, made = later(split), goals(split)
        if written != made:
            yield f"{later_file(split).name} does not follow from its maker"
        yield from (f"{split}: {fault}" for fault in table_faults(split))
        for row in written:
            if normal(row["goal"]) in seen:
                yield f"{row['id']}: asked before"
            seen.add(normal(row["goal"]))
            yield from (f"{row['id']}: {fault}" for fault in goal_faults(row))


def main() -> int:
    """Check everything, count, and report."""
    faults = []
    for name, check in (("goals", goal_faults), ("answers", answer_faults)):
        some = rows(name)
        faults += [f"{row['id']}: {fault}" for row in some for fault in check(row)]
        faults += [f"{one}: twice" for one, n in Counter(row["id"] for row in some).items() if n > 1]
        texts = Counter((row["goal"], row.get("answer"), str(row.get("criteria"))) for row in some)
        faults += [f"{text[0]!r}: the same input twice" for text, n in texts.items() if n > 1]
    faults += list(later_faults())
    now = current()
    for before, after in ((splits(), now), *((frozen(one.splits), current_later(one)) for one in LATER)):
        for one in sorted(before.keys() | after.keys()):
            if before and before.get(one) != after.get(one):
                faults.append(f"{one}: not as frozen ({before.get(one)} → {after.get(one)})")
    for name in ("goals", "answers"):
        counts = Counter((row["kind"], now[row["id"]][0]) for row in rows(name))
        print(f"{name:22}{'tune':>6}{'scored':>8}")
        for kind in dict.fromkeys(row["kind"] for row in rows(name)):
            print(f"  {kind:20}{counts[kind, 'tune']:6}{counts[kind, 'scored']:8}")
        totals = [sum(n for (_, split), n in counts.items() if split == one) for one in ("tune", "scored")]
        print(f"  {'all':20}{totals[0]:6}{totals[1]:8}")
    for later_set in LATER:
        seen, scored = (Counter(row["kind"] for row in later(half)) for half in later_set.halves)
        print(f"{f'set {later_set.number}':22}{later_set.seen:>6}{later_set.scored:>8}")
        for kind in dict.fromkeys([*seen, *scored]):
            print(f"  {kind:20}{seen[kind]:6}{scored[kind]:8}")
        print(f"  {'all':20}{seen.total():6}{scored.total():8}")
    print("\n".join(faults) or "no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
