"""False sentences written into a finished run, for `verify` to name: in a file, and in the journal, checksums mended.

Each passage is researched once, truly; the report quotes what the false sentences claim to rest on. Then each false
sentence takes the place of its quote: in report.md alone, where every changed line has to be named; and in the journal,
as a sentence that the model worded and a judge supported, with the files rendered from it: there every sentence has to
be named whose class code alone can tell.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.oracle import adversary
from bench.oracle.adversary import Sentence
from bench.oracle.gold import CASES, Case
from bench.oracle.product import Product
from bench.oracle.runner import FLOWS, Bench, Service, serving
from bench.oracle.shown import normal
from indagate.engine import Row

A_RUN = 8
"""Sentences that are written into one run, each in the place of another quote."""


@dataclass(frozen=True)
class Named:
    """A false sentence, and whether `verify` named it in the file and in the journal; None where it had no place."""

    sentence: Sentence
    in_file: bool | None = None
    in_journal: bool | None = None


def run(bench: Bench, folder: Path, every: int = 1) -> dict[str, Any]:
    """Write all false sentences into finished runs and count what `verify` named, by class."""
    known = [one for one in adversary.load(CASES / "adversary") if not one.honest and isinstance(one.text, str)]
    groups = list(_groups([one for one in known if one.text.strip()]))[::every]
    own = adversary.write_set(groups, CASES / "adversary" / "passages", folder / "tampered", lies=False)
    _tell_truly(own.folder, groups)
    with serving(bench.folder, "tampered", [folder / "tampered"]) as service, ThreadPoolExecutor(bench.jobs) as pool:
        pairs = zip(own.cases, groups, strict=True)
        named = [one for found in pool.map(lambda pair: _one(bench, service, *pair), pairs) for one in found]
    return {kind: _counted([one for one in named if one.sentence.kind == kind]) for kind in adversary.CLASSES}


def _counted(named: Sequence[Named]) -> dict[str, Any]:
    filed = [one for one in named if one.in_file is not None]
    hard = [one for one in named if one.in_journal is not None and one.sentence.hard]
    soft = [one for one in named if one.in_journal is not None and not one.sentence.hard]
    return {
        "in the file": f"{sum(bool(one.in_file) for one in filed)} of {len(filed)}",
        "hard in the journal": f"{sum(bool(one.in_journal) for one in hard)} of {len(hard)}",
        "others in the journal": f"{sum(bool(one.in_journal) for one in soft)} of {len(soft)}",
        "not named": sorted(one.sentence.id for one in filed if not one.in_file)
        + sorted(one.sentence.id for one in hard if not one.in_journal),
    }


def _groups(sentences: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Yield sentences of one passage that rest on quotes of their own."""
    waiting: dict[str, list[list[Sentence]]] = defaultdict(list)
    for sentence in sentences:
        for group in waiting[sentence.passage]:
            if len(group) < A_RUN and sentence.quote not in [one.quote for one in group]:
                group.append(sentence)
                break
        else:
            waiting[sentence.passage].append([sentence])
    for groups in waiting.values():
        yield from groups


def _tell_truly(folder: Path, groups: Sequence[Sequence[Sentence]]) -> None:
    """Let the writer of each case say the quotes themselves."""
    path = folder / "gold.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row, group in zip(rows, groups, strict=True):
        row["meaning"].pop("raw", None)
        row["meaning"]["section"] = {"Report": [{"text": one.quote, "quotes": [one.quote]} for one in group]}
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _one(bench: Bench, service: Service, case: Case, group: Sequence[Sentence]) -> list[Named]:
    with tempfile.TemporaryDirectory(prefix="tampered-", dir=bench.folder) as place:
        product = Product(bench.program, Path(place))
        run = str(product(*FLOWS[case.flow].command(case, product), "--model", service.model(case)).json.get("run", ""))
        if not run or product("verify", run).code != 0:
            return [Named(one) for one in group]
        report = product.home / "runs" / run / "report.md"
        filed = _into_file(product, run, report, group)
        journal = _into_journal(product, run, group, service.model(case))
        return [Named(one, filed.get(one.id), journal.get(one.id)) for one in group]


def _breaches(product: Product, run: str) -> list[dict[str, str]]:
    return list(product("verify", run, "--json").json.get("breaches", ()))


def _into_file(product: Product, run: str, report: Path, group: Sequence[Sentence]) -> dict[str, bool]:
    """Put each sentence alone in the place of its quote in report.md; return which of them are named by their line."""
    whole = report.read_text(encoding="utf-8")
    named: dict[str, bool] = {}
    for sentence in group:
        for at, line in enumerate(lines := whole.split("\n")):
            said = line.split("[^")
            if line.startswith(("[^", "#")) or not any(_holds(part, sentence.quote) for part in said[:-1]):
                continue
            part = next(number for number, part in enumerate(said) if _holds(part, sentence.quote))
            before = said[part].rpartition("] ") if part else ("", "", "")
            said[part] = f"{before[0]}{before[1]}{' '.join(str(sentence.text).split())}"
            lines[at] = "[^".join(said)
            report.write_text("\n".join(lines), encoding="utf-8")
            named[sentence.id] = f"report.md line {at + 1}" in {breach["where"] for breach in _breaches(product, run)}
            break
    report.write_text(whole, encoding="utf-8")
    return named


def _holds(line: str, quote: str) -> bool:
    bare = "".join(sign for sign in normal(quote) if sign.isalnum())
    return bare[:60] in "".join(sign for sign in normal(line) if sign.isalnum())


def _into_journal(product: Product, run: str, group: Sequence[Sentence], model: str) -> dict[str, bool]:
    """Put each sentence in the place of its quote in the journal's claims, mend checksums, render the files again."""
    false = {normal(one.quote): " ".join(str(one.text).split()) for one in group}
    placed: set[str] = set()
    with closing(sqlite3.connect(product.home / "journal.db")) as connection:
        rows = connection.execute(
            "SELECT id, seq, kind, name, key, at, stands, CAST(body AS BLOB) FROM rows"
        ).fetchall()
        for number, *fields, body in rows:
            told = json.loads(body)
            if fields[1] in ("emit", "move") and _replaced(told, false, model, placed):
                content = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
                check = Row(*fields, content).check
                connection.execute("UPDATE rows SET body = ?, crc = ? WHERE id = ?", (content.decode(), check, number))
        connection.commit()
    with tempfile.TemporaryDirectory(dir=product.folder) as place:
        fresh = Path(place) / "fresh"
        product("replay", run, "--into", str(fresh))
        for path in fresh.rglob("*"):
            if path.is_file() and "assets" not in path.relative_to(fresh).parts:
                shutil.copyfile(path, product.home / "runs" / run / path.relative_to(fresh))
    named = " ".join(normal(breach["where"]) for breach in _breaches(product, run))
    return {one.id: normal(false[normal(one.quote)])[:70] in named for one in group if normal(one.quote) in placed}


def _replaced(value: Any, false: dict[str, str], model: str, placed: set[str]) -> bool:
    """Replace the claims that say a quote; return whether there was one."""
    found = False
    if isinstance(value, dict):
        quote = normal(value["text"]) if isinstance(value.get("text"), str) and "facts" in value else ""
        if quote in false:
            value |= {"text": false[quote], "basis": "worded", "by": model, "supported_by": model}
            placed.add(quote)
            return True
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            found = _replaced(item, false, model, placed) or found
    return found
