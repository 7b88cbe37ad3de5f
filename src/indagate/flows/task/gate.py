"""The critic alone, as a gate for other people's pipelines: what it is given as files, and what it says."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from indagate.errors import InputError
from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.critique import check_answer, critique, settle
from indagate.flows.task.critic.verdict import Verdict
from indagate.models import RULE, ModelOptions, choose_answerers

LARGEST = 2 << 20
"""Bytes of a file that is read."""
_TURNED_ON: Mapping[str, Mapping[str, Any]] = {
    "code_quality": {"require_code": True}, "math": {"require_formula": True}, "citation": {"require_citation": True},
}  # fmt: skip


def read_text(path: Path) -> str:
    """Return a file's text; of `-` what comes in. Raises `InputError`."""
    try:
        raw = sys.stdin.buffer.read(LARGEST + 1) if str(path) == "-" else path.read_bytes()
        if len(raw) > LARGEST:
            raise InputError(f"{path} has more than {LARGEST >> 20} MB")
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no text in UTF-8") from None


def criteria_of(
    file: Path | None, require: Sequence[str], prohibit: Sequence[str], checks: Sequence[str], tests: Path | None,
    min_score: float | None,
) -> AcceptanceCriteria:  # fmt: skip
    """Return the criteria of a file with those of options added. Raises `InputError`."""
    found = _read_criteria(file) if file is not None else AcceptanceCriteria()
    wanted = {name: dict(told) for name, told in found.domain_specific_checks.items()}
    for name in checks:
        if name not in _TURNED_ON:
            raise InputError(f"there is no check {name!r}", hint=f"There are: {', '.join(_TURNED_ON)}.")
        wanted[name] = {**_TURNED_ON[name], **wanted.get(name, {})}
    if tests is not None:
        wanted["code_quality"] = {"require_code": True, **wanted.get("code_quality", {}), "tests": read_text(tests)}
    return AcceptanceCriteria(
        found.min_score if min_score is None else min_score,
        (*found.required_elements, *require),
        (*found.prohibited_elements, *prohibit),
        wanted,
    )


def _read_criteria(file: Path) -> AcceptanceCriteria:
    import msgspec

    try:
        told = msgspec.json.decode(read_text(file).encode())
        known = sorted(one.name for one in fields(AcceptanceCriteria))
        unknown = sorted(set(told) - {*known}) if isinstance(told, dict) else []
        if unknown:
            raise InputError(
                f"{file} holds no acceptance criteria: there is none called {unknown[0]!r}",
                hint=f"There are: {', '.join(known)}.",
            )
        return msgspec.convert(told, AcceptanceCriteria)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise InputError(f"{file} holds no acceptance criteria: {error}") from None


def sources_of(path: Path) -> dict[str, str]:
    """Return texts by name: of a JSON object, of one text file, or of every text file in a folder.

    Raises `InputError`.
    """
    if path.is_dir():
        return {
            file.relative_to(path).as_posix(): read_text(file) for file in sorted(path.rglob("*")) if file.is_file()
        }
    text = read_text(path)
    if path.suffix.casefold() != ".json":
        return {path.name: text}
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is no JSON: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise InputError(f"{path} is no JSON object of names and texts")
    return found


async def verdict_of(
    goal: str, answer: str, wanted: AcceptanceCriteria, sources: Mapping[str, str], options: ModelOptions
) -> Verdict:
    """Judge an answer: by the checks and rules alone, or with the model that options and environment name.

    Raises `InvalidAnswer` for a judge that cannot be understood.
    """
    from indagate.flows.task.roles.critic import CRITIC, JudgeQuestion

    answerers = choose_answerers(os.environ, options)
    answerer = answerers.of(CRITIC)
    if answerer.name == RULE:
        return await critique(goal, answer, wanted, sources)
    findings = await check_answer(goal, answer, wanted, sources)
    missed = tuple(finding.message for finding in findings if not finding.passed)
    checks = tuple(f"{name}: {told}" for name, told in wanted.domain_specific_checks.items())
    question = JudgeQuestion(
        goal, answer, (goal,), tuple(wanted.required_elements), tuple(wanted.prohibited_elements), checks,
        tuple(sources.items()), missed,
    )  # fmt: skip
    try:
        said = (await answerer.answer(CRITIC, question, "critique")).output
    finally:
        await answerers.close()
    return settle(findings, said, wanted.min_score, answerer.name)


def as_json(verdict: Verdict) -> str:
    """Return a verdict for programs."""
    plain = {name: getattr(verdict, name) for name in ("accepted", "score", "min_score", "judged", "by", "feedback")}
    found = {**plain, "findings": [asdict(one) for one in verdict.findings]}
    return json.dumps(found, ensure_ascii=False, indent=2)


def as_text(verdict: Verdict) -> str:
    """Return a verdict for people."""
    word = "accepted" if verdict.accepted else "refused"
    lines = [f"{word}  score {verdict.score:.2f} of {verdict.min_score:.2f}, {verdict.judge}"]
    lines += [f"{'ok     ' if one.passed else 'MISSED '} {one.check}: {one.message}" for one in verdict.findings]
    return "\n".join(lines)
