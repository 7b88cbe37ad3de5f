"""Fit the weights of `offline/odds.py` to the tuning third and the development questions; scored ones are never asked.

    pip install numpy; python bench/answers/fit.py      about ten minutes; prints the figures to put into odds.py

Every question is asked as a user would, in this process, and what the reader was shown is kept. Each piece of it gets
its clues, and counts as right where the question's patterns accept it on a page that they name. The weights make the
right pieces of a question come first (a softmax over its pieces); how far to trust them is chosen by five-fold
cross-validation over questions. A second, small model tells from the best piece whether there is an answer at all.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from manuals import manuals  # noqa: E402
from marking import readable  # noqa: E402
from questions import Question, development, questions  # noqa: E402

from indagate.app import App  # noqa: E402
from indagate.flows.mission import FLOW, MissionInput, reading  # noqa: E402
from indagate.flows.mission.offline.bearing import sought  # noqa: E402
from indagate.flows.mission.offline.clue import NAMES, Piece, clues  # noqa: E402
from indagate.flows.mission.offline.unit import units  # noqa: E402

GIVEN = ("bent", "names_kind", "conditional", "points")
"""Clues whose weights are set by hand: too few questions bear on them."""
TRUSTED = ("near", "unheard", "unmeasured", "dense")
ADDS, FLOOR = 0.05, 0.2
Shown = list[tuple[str, str, Any, Any]]


async def asked(chosen: list[Question], home: Path) -> list[tuple[Question, Shown]]:
    """Ask the questions; with each what its reader was shown: path, title, dimension, excerpts."""
    found: list[tuple[Question, Shown]] = []
    shown: Shown = []
    original = reading.library.excerpts

    async def excerpts(item: Any, held: Any, dimension: Any, lab: Any) -> Any:
        given = await original(item, held, dimension, lab)
        shown.append((item.path, item.title, dimension, tuple(given)))
        return given

    reading.library.excerpts = excerpts
    known = manuals()
    async with App(home) as app:
        for question in chosen:
            if known[question.manual].installed() is None:
                print(f"!!! SKIPPED {question.id}: {question.manual} is not installed", file=sys.stderr)
                continue
            shown.clear()
            corpus = str(known[question.manual].corpus())
            handle = await app.start(FLOW, MissionInput(question.question, corpus, approve=True))
            await handle.drive()
            found.append((question, list(shown)))
    reading.library.excerpts = original
    return found


def rows(question: Question, shown: Shown) -> list[tuple[str, bool, tuple[float, ...]]]:
    """Return (question and dimension, whether it is right, clues) for every piece that could be a fact."""
    several = len(question.accept) > 1 and question.kind in ("multi-part", "comparison", "two-pages", "conflict")
    made: dict[tuple[str, str, str], tuple[str, bool, tuple[float, ...]]] = {}
    for path, title, dimension, excerpts in shown:
        found = [(unit, excerpt) for excerpt in excerpts for unit in units(excerpt)]
        aim = sought(dimension.name, dimension.question, [unit.statement for unit, _ in found], dimension.rarity)
        for unit, excerpt in found:
            context = " › ".join(part for part in (unit.heading, unit.header) if part)
            piece = Piece(unit.statement, excerpt.place, context, title)
            near = aim.coverage(unit.statement, piece.around)
            sides = (unit.statement.removesuffix(unit.own), unit.own)
            repeats = unit.paired and near <= max(aim.coverage(one, piece.around) for one in sides) + ADDS
            if near < FLOOR or repeats or unit.statement.rstrip().endswith(("?", ":")):
                continue
            hits = [bool(re.search(pattern, readable(unit.statement))) for pattern in question.accept]
            here = path in question.page_ok or question.kind in ("conflict", "agreement")
            right = bool(hits) and question.kind != "unanswerable" and here and (any(hits) if several else all(hits))
            key = (dimension.name, unit.statement, path)
            made.setdefault(key, (f"{question.id}|{dimension.name}", right, clues(aim, piece)))
    return list(made.values())


def ranking(z: Any, right: Any, groups: list[Any], trust: float, turns: int = 400) -> Any:
    """Return the weights under which the right pieces of each group come first (Adam on a softmax, L2 by `trust`)."""
    w, m, v = (np.zeros(z.shape[1]) for _ in range(3))
    for turn in range(1, turns + 1):
        slope = trust * w / len(groups)
        for group in groups:
            score = z[group] @ w
            share = np.exp(score - score.max())
            share /= share.sum()
            wanted = share * right[group]
            slope = slope - z[group].T @ (wanted / wanted.sum() - share) / len(groups)
        m, v = 0.9 * m + 0.1 * slope, 0.99 * v + 0.01 * slope * slope
        w = w - 0.05 * (m / (1 - 0.9**turn)) / (np.sqrt(v / (1 - 0.99**turn)) + 1e-8)
    return w


def chance(x: Any, right: Any, trust: float = 5.0, turns: int = 3_000) -> tuple[Any, float]:
    """Return the weights and the bias of a logistic model."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.c_[np.ones(len(x)), (x - mean) / spread]
    w = np.zeros(z.shape[1])
    for _ in range(turns):
        share = 1 / (1 + np.exp(-z @ w))
        w -= 0.5 * (z.T @ (share - right) + trust * np.r_[0, w[1:]]) / len(x)
    raw = w[1:] / spread
    return raw, float(w[0] - (raw * mean).sum())


def main() -> None:
    """Fit, and print the weights and what they are worth in cross-validation."""
    chosen = [*(one for one in questions() if one.split == "tune"), *development()]
    with tempfile.TemporaryDirectory() as home:
        found = asyncio.run(asked(sorted(chosen, key=lambda one: one.manual), Path(home)))
    table = [row for question, shown in found for row in rows(question, shown)]
    keys = np.array([row[0] for row in table])
    right = np.array([float(row[1]) for row in table])
    x = np.array([row[2] for row in table])
    use = [at for at, name in enumerate(NAMES) if name not in GIVEN]
    z = x[:, use] / (x[:, use].std(0) + 1e-9)
    groups = [np.where(keys == key)[0] for key in np.unique(keys)]
    fold = {name: at % 5 for at, name in enumerate(sorted({str(key).split("|")[0] for key in keys}))}
    part = [fold[str(keys[group[0]]).split("|")[0]] for group in groups]
    for trust in (1.0, 3.0, 10.0, 30.0):
        first = total = 0
        for left in range(5):
            learnt = [g for g, p in zip(groups, part, strict=True) if p != left and right[g].any()]
            w = ranking(z, right, learnt, trust)
            kept = [g for g, p in zip(groups, part, strict=True) if p == left and right[g].any()]
            first += sum(int(right[g[np.argmax(z[g] @ w)]]) for g in kept)
            total += len(kept)
        print(f"trust {trust:4}: the right piece comes first for {first} of {total} questions not learnt from")
    w = ranking(z, right, [g for g in groups if right[g].any()], 10.0)
    raw = w / (x[:, use].std(0) + 1e-9)
    print("WEIGHTS", {NAMES[at]: round(float(value), 2) for at, value in zip(use, raw, strict=True)})
    best = [g[np.argmax(z[g] @ w)] for g in groups]
    columns = [NAMES.index(name) for name in TRUSTED]
    weights, bias = chance(x[best][:, columns], right[best])
    print("TRUSTED", dict(zip(TRUSTED, np.round(weights, 2).tolist(), strict=True)), "BIAS", round(bias, 2))


if __name__ == "__main__":
    main()
