"""Lean source as text: comments and strings found as Lean finds them, and words that give an attempt away."""

from __future__ import annotations

import re

from indagate.errors import InputError
from indagate.flows.proof.statement import Statement

_SIGN = re.compile(r"--|/-|-/|\"(?:[^\"\\]|\\.)*\"")
TRICKS: tuple[tuple[str, str], ...] = (
    (r"(?<![\w.'])(?:sorry|admit|sorryAx)(?![\w'])", "a hole: {}"),
    (r"(?<![\w.'])native_decide(?![\w'])", "it trusts compiled code: {}"),
    (r"(?<![\w.'])(?:axiom|constant|opaque)(?![\w'])", "it postulates: {}"),
    (r"(?<![\w.'])unsafe(?![\w'])|implemented_by|(?<![\w.'])extern(?![\w'])", "it leaves the logic: {}"),
    (r"debug\.skipKernelTC", "the kernel is switched off: {}"),
    (
        r"#eval|initialize|(?<![\w.'])(?:run_cmd|run_elab|run_meta|run_tac|by_elab)(?![\w'])",
        "it runs code of its own: {}",
    ),
    (
        r"(?<![\w.'])(?:elab|elab_rules|macro|macro_rules|syntax|notation|notation3|infix[lr]?|prefix|postfix)(?![\w'])"
        r"|declare_syntax_cat|(?:@|attribute\s*)\[[^\]]*(?:macro|elab|parser|init|export|csimp|delab|unexpand)",
        "it changes how text is read: {}",
    ),
)
"""Words that no honest attempt needs here, and why each is turned down before anything is run."""


def blanked(text: str) -> str:
    """Return the text with comments and strings replaced by blanks. Raises `InputError` for an open comment."""
    out, at, depth, opened = list(text), 0, 0, 0
    while found := _SIGN.search(text, at):
        sign, at = found.group(), found.end()
        if depth == 0 and sign == "--":
            at = _to(text, found.start())
            _blank(out, found.start(), at)
        elif sign == "/-":
            opened = opened if depth else found.start()
            depth += 1
        elif sign == "-/" and depth:
            depth -= 1
            if depth == 0:
                _blank(out, opened, at)
        elif depth == 0 and sign.startswith('"'):
            _blank(out, found.start() + 1, at - 1)
        elif depth and sign.startswith('"'):
            at = found.start() + 1
    if depth:
        raise InputError("a comment is opened and never closed")
    return "".join(out)


def _to(text: str, begin: int) -> int:
    end = text.find("\n", begin)
    return len(text) if end < 0 else end


def _blank(out: list[str], begin: int, end: int) -> None:
    for place in range(begin, end):
        if out[place] != "\n":
            out[place] = " "


def trick(text: str) -> str:
    """Return why the text is turned down at sight, or nothing."""
    bare = blanked(text)
    for pattern, why in TRICKS:
        if found := re.search(pattern, bare):
            return f"line {bare.count(chr(10), 0, found.start()) + 1}: " + why.format(found.group())
    return ""


_BOUND = re.compile(r"[∀({]\s*(\w+(?:\s+\w+)*)\s*:\s*(Nat|ℕ|List\s+[\w.]+|List\s+\([^)]*\)|Bool|Int|ℤ|Prop)\b\)?")
SMALL = {
    "Nat": "0 1 2 3", "ℕ": "0 1 2 3", "Int": "0 1 (-1) 2", "ℤ": "0 1 (-1) 2", "Bool": "true false",
    "Prop": "True False", "List": "[] [0] [0,1]",
}  # fmt: skip
"""The values that a refutation tries for each type."""
_MOST = 64


def bound(statement: Statement) -> list[tuple[str, str]]:
    """Return the leading variables of a statement and their types, as far as words tell."""
    return [(name, kind) for group, kind in _BOUND.findall(statement.proposition) for name in group.split()]


def refuting(statement: Statement) -> str:
    """Return a tactic block that proves the negation by some small instance, or nothing where no type is known."""
    choices: list[list[str]] = [[]]
    for _, kind in bound(statement)[:4]:
        values = SMALL[kind.split()[0]].split()
        choices = [[*chosen, value] for chosen in choices for value in values][:_MOST]
    ways = [f"(exact absurd (h {' '.join(chosen)}) (by decide))" for chosen in choices if chosen]
    ways += [f"(have h' := h {' '.join(chosen)}; simp at h')" for chosen in choices[:16] if chosen]
    ways.append("(revert h; decide)")
    return "intro h\n  first\n    | " + "\n    | ".join(ways)
