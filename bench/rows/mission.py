"""Row 6: a whole mission on the web with a model of fixed latency, beside gpt-researcher's deep mode."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench import stage as s
from bench.peers import ROOT
from bench.table import Table, figure, verdict

GOAL, LEAST = 1.15, 1.3
LATENCY, SLOWER = 1.0, 3.0
"""Seconds that every call of the model takes; pages and searches come at once."""
CAP = 300.0
COLUMNS = ("contender", "wall ÷ critical path", "wall, s", "critical path", "wall ÷ least chain", "calls",
           "input tokens", "searches (again)", "pages (again)", "sources ÷ pages", "claims that hold", "goal",
           "met")  # fmt: skip
OURS, TRUTHFUL, THEIRS = "indagate", "indagate, a writer that invents nothing", "gpt-researcher, deep 3×2"
UNHURRIED = f"indagate, {SLOWER:g} s a call"


@dataclass(frozen=True)
class Seen:
    """What one performance came to."""

    wall: float
    latency: float
    chain: int
    least: int
    calls: int
    tokens: int
    searches: int
    searched_again: int
    pages: int
    fetched_again: int
    sources: int
    claims: int
    hold: int
    note: str = ""

    def over(self, calls: int) -> float:
        """Return the wall clock by so many calls one after another."""
        return self.wall / (calls * self.latency)


def measure(stage: s.Stage) -> Table:
    """Let both research the same question in the same world, in turns."""
    sys.path.insert(0, str(ROOT / "tests"))  # the scripted model and the website are those of the tests
    table = Table("6. A mission on the web, a model that takes 1 s a call", COLUMNS)
    samples: dict[str, list[Seen]] = {}
    for _ in range(stage.scale.repeats):
        for name, command in ((OURS, _ours), (TRUTHFUL, _ours), (UNHURRIED, _ours), (THEIRS, _theirs)):
            latency = SLOWER if name == UNHURRIED else LATENCY
            seen = _perform(stage, command, latency, invents=name != TRUTHFUL)
            if isinstance(seen, str):
                table.excuse(name, seen)
            else:
                samples.setdefault(name, []).append(seen)
    for name, found in samples.items():
        sound = not any(one.searched_again or one.fetched_again or one.hold != one.claims for one in found)
        goal: tuple[str, ...] = ()
        if name == OURS:
            met = median(one.over(one.chain) for one in found) <= GOAL
            goal = (f"path ≤ {GOAL}, none again, all hold", verdict(met and sound))
        elif name == TRUTHFUL:
            met = median(one.over(one.least) for one in found) <= LEAST
            goal = (f"least ≤ {LEAST}", verdict(met and sound))
        table.add(*_line(name, found), *goal)
    for name in (OURS, TRUTHFUL, UNHURRIED, THEIRS):
        if name not in samples:
            table.add(name, "no figure")
    table.remarks += [one.note for found in samples.values() for one in found[:1] if one.note]
    table.remarks.append(
        "The critical path is the longest chain of model calls of which each needs the one before, in each contender's "
        "own graph: ours from the journal, gpt-researcher's from its code (questions, then for each of two depths "
        "queries, agent, outline, learnings, then the report). The least chain is what the plan needs without "
        "reflection and without an answer that is sent back: plan, queries, judging, reading, writing; ours has the "
        "queries in the plan, and the reflector instead. Both run as they ship; imports are not counted. The model "
        "copies what it is shown, and as a writer adds a number that stands nowhere and a source that nobody named, "
        "which is sent back: one more call. A claim holds if it cites pages that there are, and its numbers stand on "
        "them."
    )
    table.samples = {name: [vars(one) for one in found] for name, found in samples.items()}
    return table


def _line(name: str, found: Sequence[Seen]) -> list[str]:
    def of(field: str) -> list[float]:
        return [float(getattr(one, field)) for one in found]

    def whole(field: str) -> str:
        return figure(of(field), 0)

    records = [one.sources / max(1, one.pages - one.fetched_again) for one in found]
    return [
        name, figure([one.over(one.chain) for one in found]), figure(of("wall"), 1), f"{found[0].chain} calls",
        figure([one.over(one.least) for one in found]) if found[0].least else "–",
        whole("calls"), whole("tokens"), f"{whole('searches')} ({whole('searched_again')})",
        f"{whole('pages')} ({whole('fetched_again')})", figure(records),
        f"{whole('hold')} of {whole('claims')}",
    ]  # fmt: skip


def _perform(stage: s.Stage, command: Any, latency: float, *, invents: bool) -> Seen | str:
    """Put up a fresh world and let a contender research in it; return what came of it, or why nothing did."""
    from bench.mission.world import QUESTION, SIDES, Model, furnish, holds
    from parts.website import website

    with website(furnished=False) as site, Model(latency, invents=invents) as model:
        furnish(site)
        made = command(stage, QUESTION, site, model)
        if isinstance(made, str):
            return made
        arguments, environment = made
        try:
            done = subprocess.run(
                arguments, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=CAP, check=False
            )
        except subprocess.TimeoutExpired:
            return f"stopped after {CAP:g} s"
        if done.returncode != 0:
            return f"failed: {(done.stderr.strip() or 'no message').splitlines()[-1][:300]}"
        said = json.loads(done.stdout.splitlines()[-1])
        told = model.told()
        queries = [request.query.get("q", "") for request in site.requests if request.path.startswith("/search")]
        fetched = {path: count for path, count in site.counts.items() if path.partition("/")[2].split("/")[0] in SIDES}
        texts = {path: _text(site, path) for path in site.pages}
        claims = [(str(text), tuple(urls)) for text, urls in said["claims"]]
        return Seen(
            said["seconds"], latency, said.get("chain") or _their_chain(told.calls), said.get("least", 0),
            sum(told.calls.values()), told.tokens,
            len(queries), len(queries) - len(set(queries)), sum(fetched.values()),
            sum(fetched.values()) - len(fetched), len(said["sources"]), len(claims),
            sum(holds(text, urls, site, texts) for text, urls in claims), said.get("note", ""),
        )  # fmt: skip


def _text(site: Any, path: str) -> str:
    """What a page says."""
    kept: list[bytes] = []

    class Ear:
        def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
            kept.append(body)

    site.pages[path](Ear())
    return kept[0].decode()


def _their_chain(calls: dict[str, int]) -> int:
    """The calls of gpt-researcher's longest chain; every kind of them must have come."""
    rounds = ("queries", "agent", "outline", "learnings")
    missing = [kind for kind in ("questions", *rounds, "report") if not calls.get(kind)]
    if missing or calls.get("unknown"):
        raise SystemExit(f"gpt-researcher asked otherwise than expected: {calls}")
    return 1 + 2 * len(rounds) + 1


def _ours(stage: s.Stage, question: str, site: Any, model: Any) -> tuple[list[str], dict[str, str]]:
    command = [sys.executable, "-m", "bench.mission.ours", question, site.address, model.model]
    return command, {**os.environ, **stage.disk.settings(slow=True), "INDAGATE_WEB_INTERVAL": "0"}


def _theirs(stage: s.Stage, question: str, site: Any, model: Any) -> tuple[list[str], dict[str, str]] | str:
    if "gpt_researcher" in stage.peers.missing:
        return stage.peers.missing["gpt_researcher"]
    named = {"FAST_LLM": "openai:scripted", "SMART_LLM": "openai:scripted", "STRATEGIC_LLM": "openai:scripted"}
    environment = {
        "PATH": os.environ.get("PATH", ""), "HOME": str(stage.disk.folder), "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": model.url, "EMBEDDING": "custom:bag-of-words", "RETRIEVER": "searx",
        "SEARX_URL": site.address, "LANGSMITH_TRACING": "false", "PYTHONWARNINGS": "ignore", **named,
    }  # fmt: skip
    script = Path(__file__).parents[1] / "mission/peer.py"
    return [str(stage.peers.researcher), str(script), question], environment
