"""List the pages (or headings) of a manual drawn at random: draw.py MANUAL [--seed N] [--count N] [--show CHARS]."""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

from manuals import Manual, html_text, manuals, page_text, pdf_pages

SEED = 20261121
LEAST_WORDS = 120


def headings(path: Path) -> list[tuple[str, str]]:
    """Return (heading, text under it) for an HTML file's h1–h4, or a text file's numbered or underlined lines."""
    if path.suffix in {".html", ".htm"}:
        marked = re.sub(rb"<h[1-4][^>]*>", b"\\g<0>\x01", path.read_bytes())
        marked = marked.replace(b"\x01", "¶¶".encode())
        parts = html_text(marked, navigation=True).split("¶¶")[1:]
    else:
        parts = re.split(r"\n(?=\s{0,3}(?:\d+\.\s|[A-Z][^\n]{3,70}\n\s*[-=]{4,}))", page_text(path))
    return [(part.strip().split("\n")[0][:80], part) for part in parts]


def units(manual: Manual) -> list[tuple[str, str, str]]:
    """Return (file, place, text) of everything in a manual that can be drawn, in a fixed order."""
    folder = manual.corpus()
    found: list[tuple[str, str, str]] = []
    for path in sorted(folder.glob(manual.glob)):
        if not path.is_file():
            continue
        name = str(path.relative_to(folder))
        if manual.unit == "page":
            found += [(name, f"page {number}", text) for number, text in enumerate(pdf_pages(path), 1)]
        elif manual.unit == "heading":
            found += [(name, heading, text) for heading, text in headings(path)]
        else:
            found.append((name, "", page_text(path, navigation=True)))
    return [unit for unit in found if len(unit[2].split()) >= LEAST_WORDS]


def draw(manual: Manual, seed: int, count: int) -> list[tuple[str, str, str]]:
    """Return the units drawn for a manual: a shuffle of all of them by seed and name, its first ones."""
    pool = units(manual)
    random.Random(f"{seed}:{manual.name}").shuffle(pool)
    return pool[:count]


def main() -> None:
    """Print the units drawn, and their text when asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manual", choices=sorted(manuals()))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--show", type=int, default=0, help="characters of each to print")
    parser.add_argument("--skip", type=int, default=0)
    options = parser.parse_args()
    manual = manuals()[options.manual]
    for name, place, text in draw(manual, options.seed, options.count)[options.skip :]:
        print(f"### {name} | {place} | {len(text.split())} words")
        if options.show:
            print(re.sub(r"\s+", " ", text)[: options.show])


if __name__ == "__main__":
    main()
