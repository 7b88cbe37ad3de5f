"""Lemmas found by search: which symbols a statement speaks of, and what the checker's library says about them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.flows.proof import kit
from indagate.flows.proof.statement import Statement

_NAME = re.compile(r"@?([A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)*)")
_FOUND = re.compile(r"^([A-Za-z_][\w'.]*):\s*(.*)$")
PLAIN = frozenset((
    "eq", "and", "or", "not", "iff", "ex", "ex_intro", "forall", "exists", "fun", "match", "with", "end", "let",
    "in", "fix", "if", "then", "else", "return", "as", "nat", "list", "bool", "Prop", "Type", "Set", "O", "S",
    "cons", "nil", "true", "false", "True", "False", "prod", "pair", "Z", "Q", "R", "option", "Some", "None", "x",
    "y", "positive", "Z0", "Zpos", "Zneg", "xH", "xO", "xI", "IZR", "IPR", "Nat", "List", "conj", "le", "lt", "ge",
    "gt", "Datatypes", "Coq", "Init", "is_true", "Q2R", "inject_Z",
))  # fmt: skip
"""Symbols that say too little to be searched for."""
BEGIN = "INDAGATE-GOAL"


@dataclass(frozen=True, slots=True)
class Lemma:
    """A lemma of the library and what it says."""

    name: str
    said: str


def question(statement: Statement) -> str:
    """Return a file that prints the statement's conclusion with every name spelled out, and asks which hints exist."""
    lines = [statement.opening, kit.imports(statement.source)]
    lines += [f"Goal {statement.proposition}.", "Proof. Set Printing All. Set Printing Width 100000."]
    lines.append(f'match goal with |- ?G => idtac "{BEGIN}" G end. Abort. Unset Printing All.')
    lines += [f"Locate Term {name}." for name in (*kit.LISTS, *kit.NUMBERS)]
    return "\n".join(lines) + "\n"


def symbols(prints: str) -> tuple[str, ...]:
    """Return the symbols of the conclusion that was printed, the most telling first."""
    goal = " ".join(re.findall(rf"^{BEGIN} (.*(?:\n .*)*)", prints, re.MULTILINE))
    bound = {name for names in re.findall(r"\((\w+(?: \w+)*) : ", goal) for name in names.split()}
    bound |= set(re.findall(r"(?:forall|fun|exists) (\w+)", goal))
    found = dict.fromkeys(name for name in _NAME.findall(goal) if name not in bound | PLAIN)
    return tuple(name for name in found if not name.endswith("."))


def known_hints(prints: str) -> tuple[str, ...]:
    """Return those of our hints that the library has and the statement has in reach."""
    there: dict[str, str] = {}
    for full in re.findall(r"^Constant (\S+)", prints, re.MULTILINE):
        there.setdefault(full.split(".")[-1], full)
    return tuple(there[tail] for name in (*kit.LISTS, *kit.NUMBERS) if (tail := name.split(".")[-1]) in there)


def search(statement: Statement, wanted: tuple[str, ...]) -> str:
    """Return a file that searches for lemmas: by pairs of symbols, then by each alone."""
    lines = [statement.opening, kit.imports(statement.source), "Set Printing Width 100000."]
    pairs = [(a, b) for n, a in enumerate(wanted[:6]) for b in wanted[n + 1 : 6]]
    lines += [f"Search {a} {b}." for a, b in pairs] + [f"Search {a}." for a in wanted[:5]]
    return "\n".join(line for line in lines if line) + "\n"


def lemmas(prints: str, wanted: tuple[str, ...], limit: int = 60) -> tuple[Lemma, ...]:
    """Return the lemmas that a search printed, the most promising first."""
    found: dict[str, Lemma] = {}
    for line in prints.splitlines():
        if (match := _FOUND.match(line)) and match[1] not in found:
            found[match[1]] = Lemma(match[1], match[2][:300])
    tails = [name.split(".")[-1] for name in wanted]

    def weight(lemma: Lemma) -> tuple[float, str]:
        words = f"{lemma.name} {lemma.said}"
        shared = sum(tail in lemma.name or re.search(rf"\b{re.escape(tail)}\b", words) is not None for tail in tails)
        odd = len(re.findall(r"\b(?:Proper|Morphism|respectful|Setoid|_ind|_rec|reflect|BoolSpec)\b", lemma.said))
        return (-2.0 * shared + len(lemma.said) / 60 + lemma.said.count("->") * 0.3 + 5 * odd, lemma.name)

    return tuple(sorted(found.values(), key=weight)[:limit])
