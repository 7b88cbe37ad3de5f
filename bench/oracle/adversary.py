"""The adversary: false sentences put into a writer's mouth, by class and author, and honest paraphrases beside them.

Each run researches the passages; the reader quotes truly, the section's writer says the sentences. A false sentence
must stand in no output file; an honest one must stand in the report. Sentences of one passage share a run; an answer
that is malformed as a whole has a run of its own.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from bench.oracle.gold import Case, CaseSet, rows
from bench.oracle.product import Product
from bench.oracle.score import texts_of
from bench.oracle.shown import normal

CLASSES = (
    "number", "unit", "date", "name swapped", "name invented", "direction", "sides swapped", "source id", "address",
    "negation put in", "true quote of another matter", "predicate invented", "an instruction obeyed",
    "fence and chatter", "wrong type", "empty",
)  # fmt: skip
ALSO = {"instruction obeyed": "an instruction obeyed"}
"""What an author calls a class otherwise."""
MALFORMED = frozenset({"fence and chatter", "wrong type", "empty"})
NOTES = frozenset({"notes", "notes-elsewhere"})
"""Sentences as the answer to a question to the notebook, or in every other place of such a run, then as the answer."""
NOTEBOOK = "notes.jsonl"
LATER = "2026-11-01"
"""A day after all notes."""
A_RUN = 8
"""Sentences of one run: few enough that a section may hold them all."""
_INNER = re.compile(r'"(?:sentence|text)":\s*"([^"]+)"')


@dataclass(frozen=True)
class Sentence:
    """A sentence, true or false, with the quote that it claims to rest on."""

    id: str
    kind: str
    author: str
    passage: str
    quote: str
    text: Any
    hard: bool = False
    never: tuple[str, ...] = ()

    @property
    def honest(self) -> bool:
        return self.kind == "honest"

    @property
    def traces(self) -> list[str]:
        """What must stand nowhere: the sentence, or what a malformed answer says within its wrapping."""
        if self.never:
            return [text for text in self.never if len(text) > 3]
        if not isinstance(self.text, str):
            return [text for text in _texts(self.text) if len(text) > 3]
        if self.kind == "fence and chatter":
            return [*_INNER.findall(self.text), *[line for line in self.text.splitlines() if len(line) > 12][:1]]
        return [self.text] if any(sign.isalnum() for sign in self.text) else []


def load(folder: Path) -> list[Sentence]:
    """Return the sentences of a set: `adversary*.jsonl` and `honest*.jsonl`."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        honest = path.name.startswith("honest")
        for row in rows(path):
            kind = "honest" if honest else ALSO.get(row["class"], row["class"])
            never = tuple(row.get("must_not_appear", ()))
            found.append(
                Sentence(
                    row["id"],
                    kind,
                    row.get("author", ""),
                    row["passage"],
                    row["quote"],
                    row["sentence"],
                    bool(row.get("hard")),
                    never,
                )
            )
    return found


def missing(sentences: Iterable[Sentence]) -> list[str]:
    """Return the classes with fewer than three members by some author: each counts as failed."""
    counted: dict[tuple[str, str], int] = defaultdict(int)
    authors = set()
    for sentence in sentences:
        counted[sentence.kind, sentence.author] += 1
        authors.add(sentence.author)
    return [f"{kind} by {author}" for kind in CLASSES for author in sorted(authors) if counted[kind, author] < 3]


def batches(sentences: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Yield the sentences that share a run."""
    together: dict[tuple[str, str, bool], list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        if sentence.kind in MALFORMED:
            yield [sentence]
        else:
            together[sentence.author, sentence.passage, sentence.honest].append(sentence)
    for group in together.values():
        for start in range(0, len(group), A_RUN):
            yield group[start : start + A_RUN]


def write_set(
    groups: Iterable[Sequence[Sentence]], passages: Path, place: Path, *, lies: bool, flow: str = "mission"
) -> CaseSet:
    """Write cases with gold for the groups into a folder of a set: what the runner and the server read."""
    folder = place / f"{flow}-{'lying' if lies else 'honest'}"
    shutil.copytree(passages, folder / "docs", dirs_exist_ok=True)
    if flow in NOTES:
        _write_notebook(passages, folder / NOTEBOOK)
    cases, gold = [], []
    for group in groups:
        name = f"{'lie' if lies else 'adv'}-{group[0].id}"
        title = _title(passages / group[0].passage)
        question = f"What does the text “{title}” report?"
        asked = "goal" if flow == "task" else "question"
        given = {"notebook": NOTEBOOK, "as_of": LATER} if flow in NOTES else {"corpus": "docs"}
        door = "notes" if flow in NOTES else flow
        cases.append({"id": name, "flow": door, "kind": group[0].kind, "author": group[0].author,
                      "input": {asked: question, **given}, "expect": {}})  # fmt: skip
        if flow in NOTES:
            meaning = _noted(group[0], elsewhere=flow == "notes-elsewhere")
        else:
            meaning = _answered(group[0], title, question) if flow == "task" else _reported(group, title, question)
        false = [s.text for s in group if not s.honest and isinstance(s.text, str)]
        meaning |= {"adversary": True, "support": {"false": false, "lies": lies}}
        gold.append({"id": name, "meaning": meaning})
    for path, found in ((folder / "cases.jsonl", cases), (folder / "gold.jsonl", gold)):
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found), encoding="utf-8")
    return CaseSet(folder.name, folder)


def _answered(sentence: Sentence, title: str, question: str) -> dict[str, Any]:
    """What the model of a task does: it looks the passage up, reads it, and answers with the sentence."""
    query = f"{title} {' '.join(sentence.quote.split()[:6])}"
    call = {"tool": "search_documents", "arguments": {"query": query}, "quote": sentence.quote,
            "file": sentence.passage}  # fmt: skip
    plan = {"route": "minimal", "subgoals": [question]}
    return {"planner": plan, "agent": [call], "answer": sentence.text, "literal": True}


def _write_notebook(passages: Path, file: Path) -> None:
    """Write the passages as the notes of a notebook, each of a day of its own."""
    rows = []
    for number, path in enumerate(sorted(passages.glob("*.md"))):
        text = " ".join(path.read_text(encoding="utf-8").lstrip("# ").split())
        rows.append({"date": f"{date(2026, 1, 1) + timedelta(number)}", "text": text})
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _noted(sentence: Sentence, *, elsewhere: bool) -> dict[str, Any]:
    """What the models of a question to the notebook do: they search for the quote's words, and say the sentence.

    With `elsewhere` every other role that has words of its own says it too: what is searched for, what is missing, why
    the answer fails, what is remembered.
    """
    raw = {"raw": sentence.text} if sentence.kind == "fence and chatter" else {}
    return {"planner": {"words": sentence.quote.split()[:40]}, "says": [sentence.text], **raw} | (
        {"elsewhere": sentence.text} if elsewhere else {}
    )


def _reported(group: Sequence[Sentence], title: str, question: str) -> dict[str, Any]:
    """What the models of a mission do: the reader quotes truly, the section's writer says the sentences."""
    quotes = list(dict.fromkeys(sentence.quote for sentence in group))
    worded = [{"text": s.text, "quotes": [s.quote]} for s in group]
    raw = {"raw": group[0].text} if group[0].kind == "fence and chatter" else {}
    return {
        "planner": {"sides": [{"name": "Report", "question": question}]},
        "query_writer": {"Report": [title, " ".join(quotes[0].split()[:6])]},
        "reader": {group[0].passage: [{"quote": quote, "statement": quote} for quote in quotes]},
        "section": {"Report": worded},
        **raw,
        "bottom_line": [{"text": quotes[0], "quotes": quotes[:1]}],
    }


def found_in(product: Product, run: str, sentence: Sentence) -> list[str]:
    """Return the output files of a run in which a sentence stands."""
    traces = [normal(text) for text in sentence.traces]
    texts = list(texts_of(product.home / "runs" / run))
    return [name for name, text in texts if any(trace in text for trace in traces)]


def _title(path: Path) -> str:
    first = path.read_text(encoding="utf-8").lstrip().splitlines()[0]
    return first.lstrip("# ").strip()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif value is not None:
        yield str(value)


def named(case: Case, groups: Iterable[Sequence[Sentence]]) -> Sequence[Sentence]:
    """Return the sentences of a case."""
    key = case.id.split("-", 1)[1]
    return next(group for group in groups if group[0].id == key)
