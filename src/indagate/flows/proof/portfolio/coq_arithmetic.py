"""Arithmetic as an approach to a Coq statement: of natural numbers and integers, rationals, reals."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from indagate.flows.proof import kit
from indagate.flows.proof.portfolio.approach import Known, Made
from indagate.flows.proof.portfolio.coq_direct import complete
from indagate.flows.proof.statement import Statement

_TACTICS = Path(__file__).parents[1] / "tactics"
_STRUCTURES = re.compile(r"\b(?:list|Inductive|Fixpoint|bool|option|tree|Type|Set|Prop)\b")
INTEGERS = re.compile(r"\b(?:nat|Z|N|positive)\b|\bmod\b|\bZ_scope")
_TIMEOUT = re.compile(r"\btimeout (\d+)")
_WAYS: tuple[tuple[str, str], ...] = (
    ("linear and nonlinear", "quick"), ("divisions as equations", "divided"),
)  # fmt: skip
_CASES = (
    ("the quotient as the witness, by residues", "quotient"),
    ("hypotheses at the first numbers", "instances"), ("common multiples", "multiples"),
    ("factors of a known number", "factored"), ("cases of a small range", "enumerated"), ("residues", "residues"),
)  # fmt: skip
_TABLES = (("the product of a divisor and a multiple", "multiples"), ("each value of a known range", "tabled"))
_REAL_WAYS = (
    ("fields and polynomials", "first_look"), ("hypotheses at some numbers", "third_look"),
    ("roots, logarithms and quotients as unknowns", "second_look"),
)  # fmt: skip
_SOLVING_WAYS = (
    ("whole numbers among the reals", "integers", re.compile(r"\b(?:INR|IZR|nat|Z)\b")),
    ("logarithms of powers and products", "logarithms", re.compile(r"\b(?:ln|exp|Rpower)\b")),
    ("known roots, and factors that are not zero", "solved", re.compile(r"")),
    ("functions, at what they are applied to", "functions", re.compile(r"\bR\s*(?:->|→)")),
    ("numbers under roots, as squares", "squares_for_roots", re.compile(r"\bsqrt\b")),
    ("denominators that may be zero", "maybe_zero", re.compile(r"(?<!/)/(?![/\\])")),
    ("a difference as one quotient", "quotients", re.compile(r"/(?s:.*)(?:<=|>=|≤|≥)|(?:<=|>=|≤|≥)(?s:.*)/")),
    ("one square", "one_square", re.compile(r"(?<!-)>|<(?!-)|≤|≥")),
)
"""Ways of solving equations in reals, and what a statement mentions for which they are meant."""


@cache
def tactics(name: str) -> str:
    """Return one of the files of tactics."""
    return (_TACTICS / f"{name}.v").read_text(encoding="utf-8")


def about_numbers_only(statement: Statement) -> bool:
    """Return whether a statement speaks of numbers and of no other structure."""
    return _STRUCTURES.search(statement.source) is None


def arithmetic(statement: Statement, known: Known) -> Made:
    """Return attempts by arithmetic, those of the statement's own numbers first."""
    kinds = kit.sorts(statement.source)
    made: Made = []
    if "R" in kinds:
        looks = [(note, _with("reals", statement, f"Nf_reals.{way}.")) for note, way in _REAL_WAYS]
        solving = [
            (note, _with("reals solving", statement, f"Nf_solving.{way}."))
            for note, way, about in _SOLVING_WAYS
            if about.search(statement.source)
        ]
        made += [*looks[:1], *solving, *looks[1:]]
    if "Q" in kinds:
        made.append(("rings, fields, nonlinear", complete(statement, _RATIONAL)))
    ways = _WAYS[:1] if "R" in kinds else _WAYS
    if "Q" not in kinds:
        made += [(note, _with("literals numbers", statement, f"Nf_numbers.{way}.")) for note, way in ways]
    if not kinds:
        made.insert(0, ("closed terms, as binary numbers", _with("literals closed", statement, "Nf_closed.totalled.")))
    if "R" in kinds:
        made.append(("squares of differences as facts", complete(statement, _REAL_SQUARES)))
    elif re.search(r"\bZ\b", statement.source):
        made.append(("squares of sums and differences as facts", _integers(statement)))
    return made


def cases(statement: Statement, known: Known) -> Made:
    """Return attempts that go through finitely many cases: a small range, the first numbers, residues."""
    made = [(note, _with("literals numbers", statement, f"Nf_numbers.{way}.")) for note, way in _CASES]
    table = [(note, _with("literals closed", statement, f"Nf_closed.{way}.")) for note, way in _TABLES]
    return [*table[:1], *made[:-1], *table[1:], *made[-1:]]


def has_cases(statement: Statement) -> bool:
    """Return whether a statement is about numbers only, whole ones among them."""
    return about_numbers_only(statement) and INTEGERS.search(statement.source) is not None


def patience(statement: Statement, known: Known) -> Made:
    """Return the attempts by arithmetic and by cases once more, each search in them with four times the time."""
    again = arithmetic(statement, known) + (cases(statement, known) if has_cases(statement) else [])
    return [(f"{note}, with more time", _TIMEOUT.sub(_four_times, text)) for note, text in again]


def _four_times(found: re.Match[str]) -> str:
    return f"timeout {4 * int(found[1])}"


_GROWS = re.compile(r"sum_f_R0|prod_f_R0|\bfact\b|(?:\^|\bpow\s+\S+)\s*\(?\s*(?:Z\.of_nat\s+|\d+\s*\*\s*)?[a-z]")


def grows(statement: Statement) -> bool:
    """Return whether a statement has sums, products or powers up to a variable, or reals defined by recursion."""
    recursive = "R" in kit.sorts(statement.source) and "Fixpoint" in statement.preamble
    return recursive or _GROWS.search(statement.proposition) is not None


def growth(statement: Statement) -> Made:
    """Return attempts by induction on a natural number: by nonlinear arithmetic, powers as unknowns, sums."""
    if "R" in kit.sorts(statement.source):
        return [("induction with sums and powers of reals", _with("reals", statement, "Nf_reals.grown."))]
    return [
        ("induction with powers as unknowns", _with("literals numbers", statement, "Nf_numbers.by_powers.")),
        ("induction and nonlinear arithmetic", _with("literals numbers", statement, "Nf_numbers.grown.")),
    ]


_DEFINED = re.compile(r"^\s*(?:Local\s+)?(Definition|Fixpoint)\s+([\w']+)", re.MULTILINE)


def _with(names: str, statement: Statement, proof: str) -> str:
    """Return a complete file with files of tactics; what the statement defines itself is unfolded first."""
    found = _DEFINED.findall(statement.preamble)
    for kind, defined in found:
        proof = f"try unfold {defined} in *; {proof}" if kind == "Definition" else f"cbn [{defined}] in *; {proof}"
    proof = f"intros; {proof}" if found else proof
    fixpoints = " ".join(defined for kind, defined in found if kind == "Fixpoint")
    tools = "\n".join(tactics(name) for name in names.split()).replace("(*DEFINED*)", fixpoints)
    return f"{statement.opening}{tools}\n{statement.theorem()}\nProof.\n{proof}\nQed.\n"


_RATIONAL = (
    "intros; nf_break; first [solve [ring] | solve [field; auto] | solve [lra] | solve [nra] |\n"
    "  solve [unfold Qeq, Qle, Qlt in *; simpl in *; nia] | solve [field; intro; lra] | nf_go 2]."
)
_REAL_SQUARES = (
    "intros; nf_break; first [solve [lra] | solve [nra] | solve [field; lra] | solve [ring] |\n"
    "  repeat match goal with x : R, y : R |- _ => lazymatch goal with\n"
    "    | _ : 0 <= (x - y) * (x - y) |- _ => fail\n"
    "    | _ => pose proof (Rle_0_sqr (x - y) : 0 <= (x - y) * (x - y)) end end;\n"
    "  solve [nra] | solve [unfold Rabs, Rmax, Rmin; repeat destruct Rcase_abs; repeat destruct Rle_dec; nra]\n"
    "  | solve [apply Rmult_eq_reg_l with 2; nra] | nf_go 2 ]."
)
_SQUARES = (
    "intros; nf_break;\n"
    "repeat match goal with x : Z, y : Z |- _ => lazymatch goal with\n"
    "  | _ : (0 <= (x - y) * (x - y))%Z |- _ => fail\n"
    "  | _ => pose proof (Z.square_nonneg (x - y)); pose proof (Z.square_nonneg (x + y)) end end;\n"
    "repeat match goal with x : Z |- _ => lazymatch goal with\n"
    "  | _ : (0 <= x * x)%Z |- _ => fail | _ => pose proof (Z.square_nonneg x) end end;\n"
    "first [nia | solve [split; intros; nia] | nf_go 2]."
)


def _integers(statement: Statement) -> str:
    opening = "" if "ZArith" in statement.preamble else "Require Import ZArith.\n"
    tools = opening + kit.kit(statement.source)
    return f"{statement.opening}{tools}\n{statement.theorem()}\nProof.\n{_SQUARES}\nQed.\n"
