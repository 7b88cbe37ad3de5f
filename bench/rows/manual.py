"""Row 7: manuals read, searched and asked without a model, and documents that are large."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench import stage as s
from bench.peers import ROOT
from bench.rows.spent import spent
from bench.table import Table, figure, verdict

INDEXED, ASKED, WHOLE, ROOM = 15.0, 20.0, 5.0, 1 << 30
"""Seconds to index 28,000 passages, milliseconds of a query, seconds of a mission, bytes of memory."""
SMALL = 10_000
CHANGED = 3
MISSIONS = ("What is the default value of max_connections?", "What does dict.setdefault return?",
            "What is the difference between VACUUM and VACUUM FULL, and which of them locks the table?")  # fmt: skip
PDFS = (("a PDF of 33 pages with images", 33, 3_000_000), ("a PDF of 5,000 pages", 5_000, 18_000))
_RESEARCH = "import sys; from indagate.cli import main; main()"


class Failed(Exception):
    """A duty did not end well."""


def measure(stage: s.Stage) -> Iterator[Table]:
    """Read, search, read again and ask; then what is large."""
    with stage.folder() as room:
        for turn, passages in enumerate(stage.scale.manuals):
            repeats = 1 if turn else stage.scale.repeats
            try:
                yield _manual(room / str(passages), passages, repeats, measured=not turn)
            except Failed as error:
                table = Table(_title(passages), ("what", "figure"))
                table.excuse("no figures", str(error))
                yield table
                return
        yield _large(room, room / str(stage.scale.manuals[0]) / "texts")


def _title(passages: int) -> str:
    return f"7. {passages:,} passages of manuals, without a model"


def _manual(room: Path, passages: int, repeats: int, *, measured: bool) -> Table:
    table = Table(_title(passages), ("what", "figure", "÷ bare FTS5", "goal", "met"))
    docs, source = room / "docs", room / "texts"
    made = _duty("make", folder=docs, cache=_fresh(room / "making"), passages=passages)
    if made["missing"]:
        raise Failed("none of Debian's postgresql-doc-15 and python3.11-doc is installed")
    runs: list[dict[str, Any]] = []
    bare: list[dict[str, Any]] = []
    for turn in range(repeats):
        cache = _fresh(room / f"index-{turn}")
        runs.append(_duty("index", folder=docs, cache=cache))
        if not turn:
            _duty("texts", folder=docs, cache=cache, into=source)
        bare.append(_duty("bare", source=source, cache=_fresh(room / f"bare-{turn}")))
    seconds = [run["seconds"] for run in runs]
    ratios = [ours["cpu"] / theirs["cpu"] for ours, theirs in zip(runs, bare, strict=True)]
    goal = (f"≤ {INDEXED:g} s", verdict(median(seconds) <= INDEXED)) if measured else ()
    what = f"{runs[0]['read']:,} files read and indexed, {runs[0]['passages']:,} passages, s"
    table.add(what, figure(seconds), "", *goal)
    table.add("… processor time, s", figure([run["cpu"] for run in runs]), figure(ratios, 1))
    table.add("… memory at most, MiB", f"{max(run['peak'] for run in runs) >> 20:,}")
    asked = [_duty("ask", folder=docs, cache=room / "index-0", plain=room / "bare-0") for _ in range(repeats)]
    typical = [median(one["ours"]) for one in asked]
    beside = [median(ours / theirs for ours, theirs in zip(one["ours"], one["bare"], strict=True)) for one in asked]
    worst = [max(one["ours"]) for one in asked]
    goal = (f"≤ {ASKED:g} ms", verdict(median(worst) <= ASKED)) if measured else ()
    table.add(f"a query, median of {len(asked[0]['ours'])}, ms", figure(typical, 1), figure(beside))
    table.add("… the slowest of them, ms", figure(worst, 1), "", *goal)
    table.add("… processor time, median and slowest, ms", " / ".join(
        figure([chosen(one["cpu"]) for one in asked], 1) for chosen in (median, max)
    ))  # fmt: skip
    _again(table, docs, room / "index-0", repeats)
    if measured:
        _missions(table, docs, room / "home", repeats)
    table.samples = {"index": runs, "bare": bare, "ask": asked}
    table.remarks.append(
        "Bare FTS5 takes in the same passages' texts and is asked for the same words, without reading, places or what "
        "is known of a document. Processor times are what holds on a busy machine; reading is spread over the cores."
    )
    return table


def _again(table: Table, docs: Path, cache: Path, repeats: int) -> None:
    """An index brought up to date when nothing changed, and when three files did."""
    still = [_duty("index", folder=docs, cache=cache) for _ in range(repeats)]
    few = []
    for _ in range(repeats):
        _duty("change", folder=docs, count=CHANGED)
        few.append(_duty("index", folder=docs, cache=cache))
    table.add("read again, nothing changed, s", figure([one["seconds"] for one in still]))
    exact = all(one["hashed"] == 0 for one in still[1:]) and all(one["read"] == CHANGED for one in few)
    goal = f"{CHANGED} files touched", verdict(exact)
    table.add(f"read again, {CHANGED} files changed, s", figure([one["seconds"] for one in few]), "", *goal)


def _missions(table: Table, docs: Path, home: Path, repeats: int) -> None:
    """Whole missions on the command line, start-up included, once the index is warm."""
    took: list[float] = []
    used: list[float] = []
    for turn in range(-1, repeats):
        for question in MISSIONS:
            command = [sys.executable, "-c", _RESEARCH, "research", question, "--corpus", str(docs), "--yes", "--quiet"]
            began, before = time.perf_counter(), spent()
            done = subprocess.run(
                command, cwd=ROOT, env={**os.environ, "INDAGATE_HOME": str(home)}, capture_output=True, text=True,
                check=False,
            )  # fmt: skip
            if done.returncode:
                table.excuse("a mission", done.stderr.strip().splitlines()[-1])
                return
            if turn >= 0:
                took.append(time.perf_counter() - began)
                used.append(spent() - before)
    table.add("a whole mission, warm index, s", figure(took), "", f"≤ {WHOLE:g} s", verdict(max(took) <= WHOLE))
    table.add("… processor time, s", figure(used))


def _large(room: Path, source: Path) -> Table:
    table = Table("7. Large documents and folders", ("what", "s", "processor s", "memory at most, MiB", "goal", "met"))
    made: list[tuple[str, Path]] = []
    for what, pages, image in PDFS:
        folder = _fresh(room / f"pdf-{pages}")
        size = _duty("pdf", source=source, into=folder / "manual.pdf", pages=pages, image=image)["bytes"]
        made.append((f"{what}, {size / 1e6:.0f} MB", folder))
    _duty("notes", source=source, into=_fresh(room / "notes"), count=SMALL)
    made.append((f"a folder of {SMALL:,} files", room / "notes"))
    for what, folder in made:
        cache = _fresh(room / f"{folder.name}-index")
        _report(table, what, _duty("index", folder=folder, cache=cache))
    _duty("change", folder=room / "notes", count=CHANGED)
    again = _duty("index", folder=room / "notes", cache=room / "notes-index")
    _report(table, f"… of which {again['read']} had changed", again)
    return table


def _report(table: Table, what: str, done: dict[str, Any]) -> None:
    met = done["peak"] <= ROOM and not done["unreadable"]
    peak = f"{done['peak'] >> 20:,}"
    table.add(what, f"{done['seconds']:.2f}", f"{done['cpu']:.2f}", peak, f"≤ {ROOM >> 20:,} MiB", verdict(met))
    table.samples[what] = done


def _fresh(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _duty(name: str, **given: Any) -> dict[str, Any]:
    """Do a piece of work in a process of its own."""
    asked = json.dumps({key: str(value) if isinstance(value, Path) else value for key, value in given.items()})
    command = [sys.executable, "-m", "bench.manual", name, asked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{name}: {(done.stderr.strip() or 'no message').splitlines()[-1]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
