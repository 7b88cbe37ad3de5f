"""Judging a file by the whole VERIFY, outside any run."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from indagate.errors import IndagateError, InputError
from indagate.flows.proof.checkers import Checker, Probe, checker_of
from indagate.flows.proof.statement import Language, Lock, Statement, lock, read_statement
from indagate.flows.proof.verdict import Verdict

_LARGEST = 4 << 20
_MARKS = {True: "survived ", False: "FELL     ", None: "not tried"}


class NoChecker(IndagateError):
    """The proof checker that is needed is not installed."""

    exit_code = 2


def read_text(path: Path) -> str:
    """Return a file's text, with U+FFFD for what is not UTF-8. Raises `InputError`."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"{path} is larger than {_LARGEST >> 20} MB")
        return path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def language_of(path: Path, checker: str) -> Language:
    """Return the language of a statement file: as asked for, else by its ending. Raises `InputError`."""
    if checker in ("coq", "rocq") or (not checker and path.suffix == ".v"):
        return "coq"
    if checker == "lean" or (not checker and path.suffix == ".lean"):
        return "lean"
    if checker:
        raise InputError(f"there is no checker {checker!r}", hint="Checkers: coq, lean.")
    raise InputError(f"the checker for {path.name} is not clear", hint="Name one: --checker coq or --checker lean.")


async def judge_file(
    statement: Path, attempt: Path, checker: str, axioms: tuple[str, ...], seconds: float
) -> tuple[Lock, Probe, Verdict]:
    """Judge an attempt against a statement. Raises `InputError` or `NoChecker`."""
    return await judge_text(read_text(statement), read_text(attempt), language_of(statement, checker), axioms, seconds)


async def judge_text(
    statement: str, text: str, language: Language, axioms: tuple[str, ...], seconds: float
) -> tuple[Lock, Probe, Verdict]:
    """Judge an attempt against a statement, both as text. Raises `InputError` or `NoChecker`."""
    stated = read_statement(statement, language)
    prover, probe = await _installed(language)
    locked = lock(stated, axioms, probe.version)
    return locked, probe, await prover.judge(locked, text, seconds=seconds)


async def judge_locked(locked: Lock, text: str, seconds: float, *, negated: bool) -> Verdict:
    """Judge an attempt against a locked statement, or against its negation. Raises `NoChecker`."""
    prover, _ = await _installed(locked.language)
    return await prover.judge(locked, text, seconds=seconds, negated=negated)


async def _installed(language: Language) -> tuple[Checker, Probe]:
    prover = checker_of(language)
    probe = await prover.probe()
    if not probe.there:
        raise NoChecker(f"the checker {language} is not installed", hint=probe.install)
    return prover, probe


async def require_well_formed(stated: Statement) -> None:
    """Raise `InputError` unless the checker takes the statement for well-formed; `NoChecker` if there is none."""
    prover, _ = await _installed(stated.language)
    if why := await prover.ill_formed(stated, seconds=40.0):
        raise InputError(f"the statement does not compile: {why}")


def as_json(locked: Lock, probe: Probe, verdict: Verdict) -> str:
    """Return a verdict for programs."""
    found = {**asdict(verdict), "checker": probe.name, "version": probe.version, "lock": locked.sha256}
    return json.dumps(found, ensure_ascii=False, indent=2)


def as_text(verdict: Verdict) -> str:
    """Return a verdict for people."""
    lines = [f"{verdict.verdict.upper()}  {verdict.reason}"]
    for attack in verdict.attacks:
        note = "" if attack.required else "  (for your judgement)"
        lines.append(f"{_MARKS[attack.survived]}  {attack.name}: {attack.detail}{note}")
    return "\n".join(lines)
