"""Measures the hard check: `python -m bench.support GOLD [GOLD …] [--list]`.

GOLD is a folder with `adversary*.jsonl` (false sentences), `honest*.jsonl` (paraphrases), and `passages/`; the passages
of all folders count for each. Each sentence is put into the answer of a mission's section writer, read as the product
reads it, and checked against its quote, the title of its passage and its question. No model is asked: what only SUPPORT
can judge comes through here and is counted apart.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from indagate.evidence.support import Grounds, check_sentence
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.writer import SectionAnswer, SectionQuestion, section
from indagate.models.form import read_answer

ASKED = SectionQuestion("", Dimension("", ""), (), ())


def main() -> None:
    """Print, by class, how many false sentences were refused, and how many honest ones were accepted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--list", action="store_true", help="show each miss")
    options = parser.parse_args()
    passages = {path.name: path for folder in options.gold for path in (folder / "passages").glob("*.md")}
    for folder in options.gold:
        for path in sorted(folder.glob("adversary*.jsonl")):
            _false(path, passages, options.list)
        for path in sorted(folder.glob("honest*.jsonl")):
            _honest(path, passages, options.list)


def _false(path: Path, passages: dict[str, Path], listed: bool) -> None:
    total: Counter[tuple[bool, str]] = Counter()
    refused: Counter[tuple[bool, str]] = Counter()
    missed = []
    for item in _items(path):
        key = (bool(item["hard"]), item["class"])
        total[key] += 1
        shown = list(_shown(item, passages))
        if not any(_is_through(item, text) for text in shown):
            refused[key] += 1
        elif item["hard"]:
            missed.append((item, shown))
    print(f"\n{path.parent.name}/{path.name}")
    for hard in (True, False):
        group = [key for key in sorted(total) if key[0] is hard]
        head = "hard" if hard else "for SUPPORT"
        print(f"  {head}: {sum(refused[key] for key in group)} of {sum(total[key] for key in group)} refused")
        for key in group:
            print(f"    {key[1]:<30} {refused[key]:>3} of {total[key]:>3}")
    for item, shown in missed if listed else ():
        print(f"    THROUGH {item['id']} {item['class']} {shown}\n      quote: {item['quote']}")


def _honest(path: Path, passages: dict[str, Path], listed: bool) -> None:
    items = list(_items(path))
    missed = [(item, doubts) for item in items if (doubts := _doubts(item, item["sentence"], passages))]
    good, count = len(items) - len(missed), len(items)
    print(f"\n{path.parent.name}/{path.name}\n  honest: {good} of {count} accepted ({good / count:.1%})")
    for item, doubts in missed if listed else ():
        print(f"    REFUSED {item['id']} {item['sentence']}\n      quote: {item['quote']}\n      {doubts}")


def _items(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def _shown(item: dict[str, Any], passages: dict[str, Path]) -> Iterator[str]:
    """Yield the sentences that the hard check lets through, of the item as a sentence and as the raw answer."""
    sentence = item["sentence"]
    raw = [json.dumps({"sentences": [{"text": sentence, "facts": ["Fact-001"]}]})]
    if item["class"] == "fence and chatter":
        raw.append(sentence)
    for answer in raw:
        try:
            claims = section(ASKED, read_answer(answer, SectionAnswer)).claims
        except ValueError:
            continue
        yield from (claim.text for claim in claims if not _doubts(item, claim.text, passages))


def _is_through(item: dict[str, Any], text: str) -> bool:
    """Whether something false is shown: of chatter around a true sentence only what the set names."""
    banned = item.get("must_not_appear")
    return any(part in text for part in banned) if banned else True


def _doubts(item: dict[str, Any], sentence: str, passages: dict[str, Path]) -> list[str]:
    title = item.get("source_title") or _title(passages[item["passage"]])
    asked = (item["question"],) if item.get("question") else ()
    return [doubt.said_of() for doubt in check_sentence(sentence, Grounds((item["quote"],), (title,), asked)).refused]


def _title(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.lstrip("# ").strip() for line in lines if line.startswith("# ")), path.stem)


if __name__ == "__main__":
    main()
