"""task.md cut into its parts: lines with their numbers, by section, so that spaces and line ends make no difference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from indagate.errors import PageRejected
from indagate.flows.mission.taskpage import SECTIONS, row

PAGE = "task.md"
_REV = re.compile(r"rev: ?(\d{1,18})")
_FENCE = "---"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank: its number in the file, and its text, single-spaced and stripped."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """The lines under a heading; `end` is the number of the line after them."""

    lines: tuple[Line, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page in parts: the frontmatter, what stands before the first section, and the sections by title."""

    front: Part
    head: Part
    sections: dict[str, Part]


def rejected(number: int, what: str, expected: str = "") -> PageRejected:
    """Return the error for a line of task.md that cannot be taken in."""
    return PageRejected(f"{PAGE} line {number}: {what}{'; expected: ' if expected else ''}{expected}")


def rev_of(text: str) -> int:
    """Return the row that a page showed. Raises `PageRejected` for a page without frontmatter or `rev`."""
    front = _front(_numbered(text))
    for line in front.lines:
        found = _REV.fullmatch(line.text)
        if found:
            return int(found[1])
    raise rejected(front.end, "the frontmatter names no row", "`rev: ` and the number that stood there")


def sheet(text: str) -> Sheet:
    """Cut a page into its parts. Raises `PageRejected` if the frontmatter or a section's heading is not as it was."""
    lines = _numbered(text)
    front = _front(lines)
    end = lines[-1].number + 1
    rest = [line for line in lines if line.number > front.end]
    parts = cut(Part(tuple(rest), end), "## ", SECTIONS)
    return Sheet(front, parts.pop(""), parts)


def cut(part: Part, mark: str, titles: Sequence[str]) -> dict[str, Part]:
    """Cut a part at its headings, which must be these in this order; what stands before the first is under ''."""
    names, starts = ["", *titles], [0]
    for place, line in enumerate(part.lines):
        if line.text.startswith(mark):
            wanted = names[len(starts)] if len(starts) < len(names) else ""
            if line.text != f"{mark}{wanted}":
                raise rejected(
                    line.number,
                    f"`{shortened(line.text)}` is no heading of this page at this place",
                    f"`{mark}{wanted}`" if wanted else "no heading",
                )
            starts.append(place + 1)
    if len(starts) < len(names):
        raise rejected(part.end, "a heading is missing", f"`{mark}{names[len(starts)]}`")
    ends = [start - 1 for start in starts[1:]] + [len(part.lines)]
    cuts = zip(names, starts, ends, strict=True)
    return {
        name: Part(part.lines[start:end], part.lines[end].number if end < len(part.lines) else part.end)
        for name, start, end in cuts
    }


def unchanged(base: Part, edited: Part, what: str) -> None:
    """Raise `PageRejected` naming the first line of a part that is not as the run wrote it."""
    for was, now in zip_longest(base.lines, edited.lines):
        if was is None or now is None or was.text != now.text:
            number = now.number if now is not None else edited.end
            expected = f"`{shortened(was.text)}`" if was is not None else "no such line"
            raise rejected(number, f"{what} is written by the run and cannot be edited", expected)


def cells(line: str) -> list[str]:
    """Return the cells of a table row, still escaped; an escaped bar divides nothing."""
    parts = [""]
    for sign in re.findall(r"\\.|.", line, re.DOTALL):
        if sign == "|":
            parts.append("")
        else:
            parts[-1] += sign
    inner = parts[1:-1] if len(parts) > 2 and not parts[-1].strip() else parts[1:]
    return [part.strip() for part in inner]


def shortened(text: str) -> str:
    """Return a text short enough for a message."""
    return text if len(text) <= 120 else f"{text[:119]}…"


def _numbered(text: str) -> list[Line]:
    found = []
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = " ".join(raw.split())
        if line:
            found.append(Line(number, _table_row(line) if line.startswith("|") else line))
    return found


def _table_row(line: str) -> str:
    """Return a table row without the padding and dashes that editors align columns with."""
    parts = cells(line)
    if parts and all(re.fullmatch(r":?-+:?", part) for part in parts):
        return f"{'|---' * len(parts)}|"
    return row(parts)


def _front(lines: list[Line]) -> Part:
    if not lines:
        raise rejected(1, "the page is empty", "`---`, the frontmatter, and the sections of the page")
    if lines[0].text != _FENCE:
        raise rejected(lines[0].number, "the page does not begin with its frontmatter", f"`{_FENCE}`")
    for place, line in enumerate(lines[1:], 1):
        if line.text == _FENCE:
            return Part(tuple(lines[1:place]), line.number)
    raise rejected(lines[-1].number, "the frontmatter has no end", f"`{_FENCE}`")
