"""Sixty Russian sentences for a check of needless anglicisms: found, missed, false alarms.

    russian.py --function package.module:name                the tuning third, with what went wrong
    russian.py --function package.module:name --split scored

The function takes a text and returns the flagged words: strings, pairs (word, suggestion), or objects or mappings with
`word` and perhaps `suggestion`. A word is meant in the form in which it stands in the text, or as its dictionary form.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SPLIT_SEED = "russian-2026-11-22"


def rows() -> list[dict[str, Any]]:
    """Return the sentences."""
    return [json.loads(line) for line in (HERE / "russian.jsonl").read_text("utf-8").splitlines()]


def drawn() -> dict[str, str]:
    """Return id → split: ordered by kind and a hash of seed and id, every third is for tuning."""
    keyed = sorted(
        (row["id"].split("-")[0], hashlib.sha256(f"{SPLIT_SEED}:{row['id']}".encode()).hexdigest(), row["id"])
        for row in rows()
    )
    return {one: "tune" if place % 3 == 1 else "scored" for place, (_, _, one) in enumerate(keyed)}


def faults() -> Iterator[str]:
    """Yield what is wrong with the sentences."""
    seen = Counter(row["text"] for row in rows())
    yield from (f"twice: {text}" for text, n in seen.items() if n > 1)
    for row in rows():
        if bool(row["flag"]) != row["id"].startswith("anglicism"):
            yield f"{row['id']}: its words do not suit its kind"
        for one in row["flag"]:
            if not re.search(rf"\b{one['form']}\b", row["text"]):
                yield f"{row['id']}: {one['form']} is not in it"
            if any(one["word"].lower() == other.lower() for other in one["suggest"]):
                yield f"{row['id']}: {one['word']} suggests itself"


def plain(word: object) -> str:
    """Return a word for comparing."""
    return str(word).lower().replace("ё", "е").strip(" .,:;!?«»\"'()")


def pair(flagged: Any) -> tuple[str, str]:
    """Return the word and the suggestion of whatever the function returned."""
    if isinstance(flagged, str):
        return plain(flagged), ""
    if isinstance(flagged, Mapping):
        return plain(flagged.get("word", "")), plain(flagged.get("suggestion") or "")
    if isinstance(flagged, tuple | list):
        return plain(flagged[0]), plain(flagged[1] if len(flagged) > 1 else "")
    return plain(getattr(flagged, "word", "")), plain(getattr(flagged, "suggestion", "") or "")


def fits(suggestion: str, good: list[str]) -> bool:
    """Return whether a suggestion holds the stem of one that is acceptable."""
    words = re.findall(r"\w+", suggestion)
    stems = [[plain(part)[: max(3, len(part) - 3)] for part in one.split()] for one in good]
    return any(all(any(word.startswith(stem) for word in words) for stem in parts) for parts in stems)


def judged(row: dict[str, Any], flagged: list[Any]) -> Counter[str]:
    """Return found, missed, false alarms and acceptable suggestions of a sentence."""
    counts: Counter[str] = Counter(sentences=1)
    told = dict(pair(one) for one in flagged)
    used: set[str] = set()
    for one in row["flag"]:
        hits = [word for word in told if word in {plain(one["form"]), plain(one["word"])}]
        used |= set(hits)
        counts["found" if hits else "missed"] += 1
        counts["suggested"] += any(fits(told[word], one["suggest"]) for word in hits)
    counts["false alarms"] += len(told.keys() - used)
    counts["clean and flagged"] += bool(told and not row["flag"])
    return counts


def main() -> int:
    """Ask the function about each sentence and print the sums."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--function", required=True, help="package.module:name, (text) -> flagged words")
    made.add_argument("--split", choices=("tune", "scored", "all"), default="tune")
    made.add_argument("--reveal", action="store_true", help="show scored ones too: they are spent then")
    options = made.parse_args()
    sys.path.insert(0, str(Path.cwd()))
    module, name = options.function.split(":")
    check = getattr(importlib.import_module(module), name)
    halves, total = drawn(), Counter[str]()
    for row in rows():
        split = halves[row["id"]]
        if options.split not in {"all", split}:
            continue
        flagged = list(check(row["text"]))
        counts = judged(row, flagged)
        total += counts
        if (counts["missed"] or counts["false alarms"]) and (split == "tune" or options.reveal):
            print(f"{row['id']} {row['text']}\n    flagged: {', '.join(pair(one)[0] for one in flagged) or 'nothing'}")
    print(f"\nsplit {options.split}, {total['sentences']} sentences")
    for key in ("found", "missed", "false alarms", "clean and flagged", "suggested"):
        print(f"  {key:20}{total[key]:4}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
