"""Check the examination: check.py. The files follow from their makers, are counted as promised, and are frozen.

What a line of the notebook says is read once more, by other means than it was written with; every question is tried on
a perfect answer, a wrong one and a refusal; no evidence is later than the day asked on.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import sys
from collections import Counter
from typing import Any

import generate
import make
from ask import KINDS
from exam import HALVES, HERE, LATER, SETS, current, half_name, kept, later, later_current, later_splits, rows, splits
from gold import REFUSAL, perfect, wrong
from reading import normal, quantities
from score import diary_km, texts_by_day
from worth import Answer, cited_well, outcome

DOMAINS = frozenset({"general", "strength", "running", "nutrition", "recovery", "work", "money"})
LEAST = {"entries": 400, "by hand": 120, "questions": 100, "routes": 150, "dates": 60}
LEAST_ABSENT, LEAST_RUSSIAN = 0.15, 0.2
READ = {
    "distance_km": ("km", 1),
    "duration_min": ("time", 1),
    "weight_kg": ("kg", 1),
    "hours": ("time", 60),
    "kcal": ("kcal", 1),
    "protein_g": ("g", 1),
}
BARE_WEIGHT = 60.0


def made_faults() -> list[str]:
    """Return which files do not follow from their makers."""
    text, truth = generate.written(generate.composed(generate.SEED))
    told = "\n".join(json.dumps(row, ensure_ascii=False) for row in truth) + "\n"
    asked = "\n".join(json.dumps(row, ensure_ascii=False) for row in make.made(HERE, loose=False)) + "\n"
    files = {"notebook.md": text, "truth.jsonl": told, "questions.jsonl": asked}
    return [f"{name} is not what its maker writes" for name, as_made in files.items() if as_made != read(name)]


def read(name: str) -> str:
    """Return a file of this folder."""
    return (HERE / name).read_text("utf-8")


def said(line: str) -> list[tuple[str, float]]:
    """Return the quantities that a line of the notebook holds, read anew."""
    text = normal(re.sub(r"(?<=\d)\s*[x×х]\s*(?=\d)", " ; ", line.casefold()))
    text = re.sub(r"(; \d) (?=\d)", r"\1 ; ", text)
    text = re.sub(r"(?<=\d) (sets|по)\b", r" ; \1", text)
    return [(q.family, q.value) for q in quantities(text)]


def truth_faults(truth: list[dict[str, Any]], lines: list[str]) -> list[str]:
    """Return where the truth says what its line does not."""
    faults = []
    for row in truth:
        if not row["counted"] or row["corrects"]:
            continue
        found = said(lines[row["line"] - 1])
        wanted = [(*READ[name], value) for name, value in row["values"].items() if name in READ]
        if row["activity"] in {"spend", "income"}:
            wanted.append((row["tags"]["currency"], 1, row["values"]["amount"]))
        for family, factor, value in wanted:
            families = {family} | ({"bare"} if family == "kg" and value == BARE_WEIGHT else set())
            if not any(f in families and abs(v - value * factor) < 0.02 for f, v in found):
                faults.append(f"line {row['line']} does not say {family} {value}: {lines[row['line'] - 1]!r} {found}")
    return faults


def count_faults(truth: list[dict[str, Any]], lines: list[str]) -> list[str]:
    """Return which promises about numbers do not hold."""
    asked, entries = rows("questions"), [line for line in lines if line.startswith("- ")]
    have = {"entries": len(entries), "by hand": len({r["line"] for r in truth if r["by_hand"]})}
    have |= {name: len(rows(name)) for name in SETS}
    faults = [f"{have[name]} {name}, {least} wanted" for name, least in LEAST.items() if have[name] < least]
    absent = sum(row["kind"] == "no-data" for row in asked) / len(asked)
    russian = sum(bool(re.search("[а-я]", line.casefold())) for line in entries) / len(entries)
    asked_russian = sum(row["language"] == "ru" for row in asked) / len(asked)
    if absent < LEAST_ABSENT:
        faults.append(f"{absent:.1%} of the questions have no data")
    if min(russian, asked_russian) < LEAST_RUSSIAN:
        faults.append(f"{russian:.0%} of the entries and {asked_russian:.0%} of the questions are Russian")
    whys = Counter(row["why"] for row in truth)
    faults += [f"only {whys[w]} entries are {w}" for w in ("planned", "other-person", "negated") if whys[w] < 15]
    if whys["corrected"] < 8:
        faults.append(f"only {whys['corrected']} entries are corrected")
    if {row["domain"] for row in truth} != DOMAINS:
        faults.append("a domain has no entries")
    print(f"notebook: {len(entries)} entries ({have['by hand']} by hand, {russian:.0%} with Russian), {dict(whys)}")
    print(f"questions: {len(asked)}, {absent:.0%} without data, {asked_russian:.0%} Russian")
    return faults


def question_faults() -> list[str]:
    """Return what is wrong with the questions as such, and where the marking fails on made answers."""
    notes = texts_by_day(HERE)
    faults = []
    for row in [*rows("questions"), *(row for number in LATER for half in HALVES for row in later(number, half))]:
        want, one = row["want"], row["id"]
        for pattern in [*want.get("accept", []), *want.get("reject", []), *want.get("first", [])]:
            re.compile(pattern)
        if row["kind"] not in KINDS:
            faults.append(f"{one}: unknown kind")
        for ways in want.get("evidence", []):
            days = ways.split("|")
            if not any(day in notes and day <= row["as_of"] for day in days):
                faults.append(f"{one}: no note on {ways} by {row['as_of']}")
        best, worst, refusal = perfect(row, notes), wrong(row), Answer(REFUSAL[row["language"]])
        if outcome(row, best) != "right":
            faults.append(f"{one}: a perfect answer is marked {outcome(row, best)}: {best.text[:150]!r} for {want}")
        elif not cited_well(want.get("evidence", []), best.cited):
            faults.append(f"{one}: a perfect answer is not well cited")
        if worst and outcome(row, worst) == "right":
            faults.append(f"{one}: a wrong answer is marked right: {worst.text!r}")
        if outcome(row, refusal) != ("right" if want.get("none") else "no-data"):
            faults.append(f"{one}: a refusal is marked {outcome(row, refusal)}")
    return faults


def later_faults() -> list[str]:
    """Return what is wrong with the later sets: answers computed anew, texts of their own, promises about numbers."""
    faults = []
    seen = {plainly(row["text"]): row["id"] for row in rows("questions")}
    for number, half in ((number, half) for number in LATER for half in HALVES):
        asked = later(number, half)
        if asked != make.later_made(number, half):
            faults.append(f"{half_name(number, half)}.jsonl is not what its maker writes")
        for row in asked:
            text = plainly(row["text"])
            if text in seen:
                faults.append(f"{row['id']} is asked like {seen[text]}")
            seen[text] = row["id"]
        absent, russian = (sum(row[k] == v for row in asked) for k, v in (("kind", "no-data"), ("language", "ru")))
        if absent < LEAST_ABSENT * len(asked):
            faults.append(f"set {number}, {half}: {absent} of {len(asked)} have no data")
        if not asked:
            continue
        print(f"set {number}, {half}: {len(asked)}, {absent} without data, {russian} Russian")
        print("  " + ", ".join(f"{kind} {n}" for kind, n in Counter(row["kind"] for row in asked).items()))
    for number in LATER:
        frozen, now = kept(later_splits(number)), later_current(number)
        faults += [f"{one} was changed" for one in sorted(frozen.keys() | now) if frozen.get(one) != now.get(one)]
    return faults


def plainly(text: str) -> str:
    """Return a question's words in order, without case and signs."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def input_faults() -> list[str]:
    """Return what is wrong with the routes and the dates."""
    faults = []
    for row in rows("routes"):
        if not row["domains"] or not set(row["domains"]) | set(row.get("may", [])) <= DOMAINS:
            faults.append(f"{row['id']}: unknown domain")
        if row["type"] not in {"QUERY", "LOG", "BOTH", "CORRECTION"}:
            faults.append(f"{row['id']}: unknown type")
    for row in rows("dates"):
        first, last, today = (dt.date.fromisoformat(row[name]) for name in ("first", "last", "as_of"))
        if first > last or (row["kind"].startswith("future")) != (first > today):
            faults.append(f"{row['id']}: {first} to {last} asked on {today}")
        if (first == last) == row["kind"].startswith("range"):
            faults.append(f"{row['id']}: {row['kind']} from {first} to {last}")
    if any(diary_km(dt.date(2026, 1, n)) == diary_km(dt.date(2026, 1, n + 1)) for n in range(1, 31)):
        faults.append("neighbouring days of the diary are alike")
    for name in SETS:
        for key in ("id", "text") if name == "routes" else ("id",):
            faults += [f"{name}: {one!r} twice" for one, n in Counter(r[key] for r in rows(name)).items() if n > 1]
    return faults


def frozen_faults() -> list[str]:
    """Return what was changed since the freezing."""
    frozen, now = splits(), current()
    faults = [f"{one} is frozen but gone" for one in frozen if one not in now]
    return faults + [f"{one} was changed after the freezing, or is new" for one in now if frozen.get(one) != now[one]]


def main() -> int:
    """Print every fault and a summary; return 1 if there is a fault."""
    truth = [json.loads(line) for line in read("truth.jsonl").splitlines()]
    lines = read("notebook.md").splitlines()
    faults = [*made_faults(), *truth_faults(truth, lines), *count_faults(truth, lines), *question_faults()]
    faults += [*later_faults(), *input_faults(), *frozen_faults()]
    for fault in faults:
        print(f"FAULT {fault}")
    halves = Counter((one.rsplit("-", 1)[0] if s != "file" else "file", s) for one, (s, _) in splits().items())
    print(f"split: {sum(n for (_, s), n in halves.items() if s == 'tune')} tune, ", end="")
    print(f"{sum(n for (_, s), n in halves.items() if s == 'scored')} scored; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
