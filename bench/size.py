"""The size of the house, by package: `make size`.

Counted are the lines of Python files as they stand, their code lines and tokens (without blank lines, comments and
docstrings), the characters of string literals (without docstrings), and the characters of data files other than
prompts, templates and vendored scripts. Formatting is held by `ruff format`, so lines compare.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import tokenize
from collections import defaultdict
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "indagate"
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
NO_DATA = {".py", ".pyc", ".md", ".jinja", ".html", ".css", ".js", ".svg", ".typed", ".so"}
"""Code, and what is prose or form by its nature: prompts, templates, the page's script, drawn charts."""


@dataclass(slots=True)
class Size:
    """What was counted in some files."""

    files: int = 0
    lines: int = 0
    code: int = 0
    tokens: int = 0
    literals: int = 0
    data: int = 0

    def add(self, other: Size) -> None:
        """Add another count to this one."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def measure(text: str) -> Size:
    """Return the size of a Python module. Raises `SyntaxError` for what is none."""
    docstrings = _docstrings(ast.parse(text))
    lines: set[int] = set()
    tokens = literals = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in NO_CODE or (token.type == tokenize.STRING and token.start in docstrings):
            continue
        tokens += 1
        lines.update(range(token.start[0], token.end[0] + 1))
        if token.type == tokenize.STRING:
            literals += len(token.string)
    return Size(1, text.count("\n"), len(lines), tokens, literals)


def _docstrings(tree: ast.Module) -> set[tuple[int, int]]:
    """Return where strings begin that are statements by themselves."""
    return {
        (node.lineno, node.col_offset)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def by_package(source: Path) -> dict[str, Size]:
    """Return the sizes by package, flows each by itself."""
    sizes: dict[str, Size] = defaultdict(Size)
    for path in sorted(source.rglob("*")):
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        parts = path.relative_to(source).parts
        name = "/".join(parts[: 2 if parts[0] == "flows" else 1]) if len(parts) > 1 else "(top)"
        if path.suffix == ".py":
            sizes[name].add(measure(path.read_text(encoding="utf-8")))
        elif path.suffix not in NO_DATA:
            sizes[name].data += len(path.read_text(encoding="utf-8", errors="replace"))
    return sizes


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description="the size of the house")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sizes = by_package(SOURCE)
    total = Size()
    for size in sizes.values():
        total.add(size)
    rows = {**dict(sorted(sizes.items())), "total": total}
    if asked.json:
        print(json.dumps({name: {f.name: getattr(size, f.name) for f in fields(size)} for name, size in rows.items()}))
        return
    heads = ["", *(field.name for field in fields(Size))]
    print(f"{heads[0]:<16}" + "".join(f"{head:>10}" for head in heads[1:]))
    for name, size in rows.items():
        print(f"{name:<16}" + "".join(f"{value:>10,}" for value in astuple(size)))


if __name__ == "__main__":
    main()
