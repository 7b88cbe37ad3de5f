"""The floor: the passage of 50 words that shares most with the question (BM25), and never a refusal.

score.py --function baseline:best_passage --split tune
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from pathlib import Path

from manuals import page_text

SUFFIXES = {".html", ".htm", ".txt", ".md", ".pdf"}


def terms(text: str) -> list[str]:
    """Return the words of a text, cut to six letters."""
    return [word[:6] for word in re.findall(r"\w+", text.casefold())]


@functools.cache
def passages(folder: Path) -> tuple[list[tuple[str, str, Counter[str]]], Counter[str], float]:
    """Return (file, text, term counts) of every passage of some 50 words, document frequencies and the mean length."""
    found: list[tuple[str, str, Counter[str]]] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        words = page_text(path).split()
        for start in range(0, len(words), 25):
            text = " ".join(words[start : start + 50])
            found.append((path.name, text, Counter(terms(text))))
    spread = Counter(term for _, _, counts in found for term in counts)
    return found, spread, sum(sum(counts.values()) for _, _, counts in found) / max(1, len(found))


def best_passage(question: str, folder: Path) -> str:
    """Return a report that is nothing but the best passage, cited."""
    found, spread, mean = passages(folder)
    asked = set(terms(question))

    def worth(counts: Counter[str]) -> float:
        length = sum(counts.values())
        return sum(
            math.log(1 + len(found) / spread[term])
            * counts[term]
            * 2.2
            / (counts[term] + 1.2 * (0.25 + 0.75 * length / mean))
            for term in asked
            if term in counts
        )

    name, text, _ = max(found, key=lambda passage: worth(passage[2]))
    return f"# {question}\n\n{text}[^Fact-001]\n\n[^Fact-001]: S01, {name}\n"
