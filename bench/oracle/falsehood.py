"""The adversary run through the command: every class with SUPPORT honest and lying, honest paraphrases beside it."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.oracle import adversary
from bench.oracle.adversary import Sentence
from bench.oracle.gold import CASES, Case
from bench.oracle.product import Product
from bench.oracle.runner import FLOWS, Bench, Service, serving
from bench.oracle.score import texts_of
from bench.oracle.shown import normal


@dataclass(frozen=True)
class Trace:
    """What became of one sentence in a run: the files in which it stands, and whether the run ended with a report."""

    sentence: Sentence
    files: tuple[str, ...]
    ended: bool
    worded: bool = False


JUDGES = ("honest", "lying")
FLOW_FILE = {"mission": "report.md", "task": "answer.md", "notes": "answer"}
"""The file of each flow that a person reads first; of a question to the notebook, the answer on the terminal."""


def run(
    bench: Bench,
    folder: Path,
    every: int = 1,
    sentences: Sequence[Sentence] | None = None,
    judges: Sequence[str] = JUDGES,
    flow: str = "mission",
) -> dict[str, Any]:
    """Run all sentences with SUPPORT honest and lying; honest ones count with SUPPORT honest.

    A mission says several of a passage, a task one: a false number there costs the whole answer; a question to the
    notebook too. What a task answers is a text, so that an answer of a wrong type or with a fence around it is nothing
    of its own there.
    """
    known = list(sentences) if sentences is not None else adversary.load(CASES / "adversary")
    if flow == "task":
        groups = [[one] for one in known if isinstance(one.text, str) and one.kind not in adversary.MALFORMED][::every]
    elif flow in adversary.NOTES:
        own = known if flow == "notes" else [s for s in known if isinstance(s.text, str) and not s.honest]
        groups = [[one] for one in own][::every]
    else:
        groups = list(adversary.batches(known))[::every]
    classes: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    kept: dict[str, Any] = {}
    for how in judges:
        own_groups = groups if how == "honest" else [group for group in groups if not group[0].honest]
        traces = _traced(bench, folder / "falsehoods", own_groups, flow, lies=how == "lying")
        for kind in adversary.CLASSES:
            own = [trace for trace in traces if trace.sentence.kind == kind]
            classes[kind][how] = _counted(own, lying=how == "lying")
        if how == "honest":
            true = [trace for trace in traces if trace.sentence.honest]
            refused = [trace.sentence.id for trace in true if FLOW_FILE[flow] not in trace.files]
            kept = {"asked": len(true), "kept": len(true) - len(refused), "refused": refused}
    return {"classes": dict(classes), "accepted": kept, "missing": adversary.missing(known)}


def _counted(traces: Sequence[Trace], *, lying: bool) -> dict[str, Any]:
    """Count what got through; with a lying judge a sentence that only judgement can catch may stand if it is marked."""
    through = [t for t in traces if t.files and not (lying and not t.sentence.hard and t.worded)]
    return {
        "asked": len(traces),
        "through": len(through),
        "hard through": sorted(t.sentence.id for t in through if t.sentence.hard),
        "soft through": sorted(t.sentence.id for t in through if not t.sentence.hard),
        "no report": sorted(t.sentence.id for t in traces if not t.ended),
    }


def _traced(bench: Bench, place: Path, groups: Sequence[Sequence[Sentence]], flow: str, *, lies: bool) -> list[Trace]:
    passages = CASES / "adversary" / "passages"
    own = adversary.write_set(groups, passages, place, lies=lies, flow=flow)
    with serving(bench.folder, "lying" if lies else "", [place]) as service, ThreadPoolExecutor(bench.jobs) as pool:
        pairs = zip(own.cases, groups, strict=True)
        twice = flow == "notes-elsewhere"
        found = pool.map(lambda pair: _one(bench, service, *pair, twice=twice), pairs)
        return [trace for traces in found for trace in traces]


def _one(bench: Bench, service: Service, case: Case, group: Sequence[Sentence], *, twice: bool = False) -> list[Trace]:
    with tempfile.TemporaryDirectory(prefix="adversary-", dir=bench.folder) as place:
        product, door = Product(bench.program, Path(place)), FLOWS[case.flow]
        if door.prepare is not None:
            door.prepare(bench, case, None, product, "adversary")
        words = [*FLOWS[case.flow].command(case, product), "--model", service.model(case)]
        told = product(*words).json
        run = str(told.get("run", ""))
        if case.flow == "notes":
            texts, marked = _of_notes(product, told)
            if twice:  # what was remembered of the first answer is shown to the roles of the second
                again, also = _of_notes(product, product(*words).json)
                texts, marked = {**texts, **{f"{name} again": text for name, text in again.items()}}, marked + also
        elif case.flow == "task":
            texts = {"answer.md": str(told.get("answer"))} if told.get("state") == "DONE" else {}
            marked = _marked(told)
        else:
            texts = dict(texts_of(product.home / "runs" / run)) if run else {}
            marked = texts.get("report.md", "")
        traces = [_trace(sentence, texts, marked, FLOW_FILE[case.flow]) for sentence in group]
        stands = {trace.sentence.id: [*trace.files, *(["(worded)"] if trace.worded else [])] for trace in traces}
        print(json.dumps({"case": case.id, "report": bool(texts), "stands": stands}), file=sys.stderr, flush=True)
        return traces


def _marked(told: dict[str, Any]) -> str:
    return " ".join(f"{claim['text']} *worded" for claim in told.get("claims", ()) if claim["basis"] == "worded")


def _of_notes(product: Product, told: dict[str, Any]) -> tuple[dict[str, str], str]:
    """Return what a question to the notebook left, the cited notes aside: JSON, terminal, what is remembered.

    What is missing and is marked as worded by the model stands nowhere as an answer; so does a memory that says its
    model.
    """
    run, own, texts = str(told.get("run", "")), ("evidence", "nearest", "summary"), {}
    memory = product.home / "notes" / "context.json"
    if memory.is_file():
        known = json.loads(memory.read_text("utf-8"))["learnt"]
        texts["context"] = "\n".join(
            f"{one['topic']}\n{one['text']}" + " (worded by" * bool(one.get("by")) for one in known
        )
    if run:
        shown = product("show", run).out
        texts["show"] = "\n".join(line for line in shown.splitlines() if not _CITED.match(line))
        texts["json"] = json.dumps({k: v for k, v in told.items() if k not in own}, ensure_ascii=False)
    if told.get("outcome") == "done" and told.get("by") != "rule":
        texts["answer"] = str(told.get("answer"))
    marked = _marked(told) + " ".join(texts.values()).replace(" (worded by", " *worded by")
    return {name: normal(text) for name, text in texts.items()}, marked


_CITED = re.compile(r"\s+\d{4}-\d\d-\d\d:\d+  ")


def _trace(sentence: Sentence, texts: dict[str, str], marked: str, main: str) -> Trace:
    traces = [normal(text) for text in sentence.traces]
    own = normal(sentence.quote)
    bare = texts if sentence.hard else {name: _unmarked(text, traces) for name, text in texts.items()}
    files = tuple(name for name, text in bare.items() if any(trace in text and trace not in own for trace in traces))
    labels = ("worded", "formuliert", "своими словами")
    worded = any(f"{trace} *{label}" in normal(marked) for trace in traces for label in labels)
    return Trace(sentence, files, main in texts, worded)


def _unmarked(text: str, traces: Sequence[str]) -> str:
    """Return a text without the sentences that it gives as what a model remarked."""
    for trace in traces:
        text = text.replace(f"{trace} (worded by", "")
    return text
