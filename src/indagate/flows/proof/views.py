"""The files of a proof run, under the seed's names, and how it is shown while it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from indagate.engine import Links, Log, Page, Row, View
from indagate.flows.proof.chart import (
    Attacked,
    AttemptFailed,
    AttemptMade,
    Confirmed,
    Explored,
    Filed,
    FlawFound,
    FlawReported,
    Pivoted,
    PostMortem,
    Proposed,
    Refuted,
    Selected,
    Stopped,
    Understood,
    Unverified,
)
from indagate.flows.proof.portfolio.approach import Related
from indagate.flows.proof.record import Attempt, Proof
from indagate.number import count

FOCUS = {
    "NEW": "Looking for the checker", "OBSERVE": "Reading what is known", "ORIENT": "Searching the library",
    "DECIDE": "Ranking approaches", "ACT": "Writing attempts", "VERIFY": "Attacking the attempt",
    "LEARN": "Writing the post-mortem", "PIVOT": "Leaving an exhausted direction",
    "BREAKTHROUGH": "A proof survived every attack", "PROVED": "Proved and confirmed",
    "REFUTED": "The negation is proved", "STOPPED": "Nothing: the research has stopped",
    "BLOCKED": "Nothing: the checker is missing", "ERROR": "Nothing: something broke", "ABORTED": "Nothing: given up",
}  # fmt: skip
NEXT = {
    "BREAKTHROUGH": "A human reviews the proof: `indagate prove review RUN --confirm` or `--flaw TEXT`.",
    "STOPPED": "Give a larger budget or another approach, then resume.",
    "BLOCKED": "Install the checker, then resume.", "ERROR": "Mend what broke, then resume.",
    "PROVED": "Nothing; the proof is in the gallery.", "REFUTED": "Change the statement.",
}  # fmt: skip


def _when(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def problem(proof: Proof) -> str:
    """Render problem.md."""
    given = proof.input
    lines = [f"# {given.name}", "", given.informal or "*(no informal statement was given)*", "", "## Formal statement"]
    allowed = ", ".join(given.axioms) or "none"
    code = [f"```{given.language}", given.statement.strip(), "```"]
    return "\n".join([*lines, "", *code, "", f"Axioms allowed: {allowed}", ""])


def state(proof: Proof) -> str:
    """Render state.md in the seed's form."""
    trial = proof.trials[-1] if proof.trials else None
    active = f"approach-{trial.number:03d}" if trial and proof.state in ("ACT", "VERIFY") else "none"
    focus = FOCUS.get(proof.state, proof.state) + (f": {trial.name}" if trial and active != "none" else "")
    return f"""# Research State: {proof.input.name}

## Current State
**Phase**: {proof.state}
**Since**: {_when(proof.since or proof.born.at)}
**Iteration**: {proof.iteration}

## Current Focus
{focus}

## Active Approach
{active}

## Attempt Count
- Total attempts: {proof.attempts}
- Current approach attempts: {len(trial.attempts) if trial else 0}
- Approaches tried: {len(proof.trials)}

## Blockers
{proof.blocker if proof.blocker and proof.state in ("STOPPED", "BLOCKED", "ERROR") else "none"}

## Next Action
{NEXT.get(proof.state, FOCUS.get(proof.state, proof.state))}
"""


def knowledge(proof: Proof) -> str:
    """Render knowledge.md: what failed approaches taught, and what other problems did."""
    lines = ["# Knowledge", "", "## Insights"]
    lines += [f"- approach-{t.number:03d} {t.name}: {t.insight}" for t in proof.trials if t.insight] or ["- none yet"]
    lines += ["", "## Lessons of other problems", *([f"- {one}" for one in proof.lessons] or ["- none"])]
    if proof.stuck:
        lines += ["", "## Goals at which induction got stuck", *(f"- `{goal}`" for goal in proof.stuck)]
    if proof.excluded:
        lines += ["", "## Directions excluded", *(f"- {one}" for one in proof.excluded)]
    return "\n".join(lines) + "\n"


def survey(proof: Proof) -> str:
    """Render literature/survey.md: what the library and the gallery say."""
    lines = ["# Literature", "", f"Symbols: {', '.join(proof.symbols) or 'none that tell much'}", "", "## Lemmas found"]
    lines += [f"- `{name}`: {said}" for name, said in proof.lemmas] or ["- none"]
    lines += [
        "",
        "## Related proofs in the gallery",
        *(
            [
                f"- {_nearness(one)}, proved by {one.approach}: `{' '.join(one.proposition.split())}`"
                for one in proof.related
            ]
            or ["- none"]
        ),
    ]
    if proof.ideas:
        lines += ["", "## Ideas proposed", *(f"- {one.name}: {one.hypothesis}" for one in proof.ideas)]
    if proof.silent:
        lines += ["", "## Without an answer", *(f"- {one}" for one in proof.silent)]
    return "\n".join(lines) + "\n"


def _nearness(one: Related) -> str:
    return "this very statement" if one.same else "a statement like it"


def lock_page(proof: Proof) -> str:
    """Render statement.lock.json."""
    assert proof.lock is not None
    return proof.lock.page()


def _verdicts(attempt: Attempt) -> str:
    assert attempt.verdict is not None
    marks = {True: "survived", False: "fell", None: "not tried"}
    return "\n".join(f"- **{a.name}** ({marks[a.survived]}): {a.detail}" for a in attempt.verdict.attacks)


def approaches(proof: Proof) -> str:
    """Render approaches/README.md: every approach and what came of it."""
    rows = [f"| {t.number:03d} | {t.name} | {len(t.attempts)} | {t.outcome} | {t.failure} |" for t in proof.trials]
    return "\n".join(["| # | approach | attempts | outcome | failure |", "|---|---|---|---|---|", *rows]) + "\n"


def breakthrough(proof: Proof) -> str:
    """Render breakthrough.md: the proof, the attacks, formal beside informal."""
    attempt = proof.proof
    assert attempt is not None and attempt.verdict is not None
    head = "Refutation" if proof.state == "REFUTED" else "Breakthrough"
    given = proof.input
    return (
        f"# {head}: {given.name}\n\nVerdict: {attempt.verdict.verdict}\n"
        f"Approach: {proof.trial.name} ({proof.trial.hypothesis})\nAttempt: {attempt.made.note}\n\n"
        f"## Informal\n{given.informal or '(none given)'}\n\n"
        f"## Formal\n```{given.language}\n{given.statement.strip()}\n```\n\n"
        f"## Proof\n```{given.language}\n{attempt.made.text}```\n\n## Attacks\n{_verdicts(attempt)}\n"
    )


def review(proof: Proof) -> str:
    """Render review.md."""
    return "# Review\n\n" + "\n".join(f"- {line}" for line in proof.review) + "\n"


def story(row: Row, event: Any, proof: Proof) -> str | None:
    """Return a line of research.log."""
    name = type(event).__name__
    if row.kind not in ("move", "emit", "signal") or name in ("Surveyed", "Filed"):
        return None
    match event:
        case AttemptMade():
            said = f"{event.note}: {'compiles' if event.clean else event.error}"
        case Proposed():
            said = f"{event.by}: {event.failed or f'{len(event.ideas)} ideas, {len(event.stuck)} lemmas'}"
        case Selected():
            said = f"{event.approach}: {event.hypothesis}"
        case PostMortem():
            said = event.insight
        case Attacked():
            said = f"{event.verdict.verdict}: {event.verdict.reason}"
        case Understood():
            said = f"{len(event.related)} related in the gallery, {len(event.lessons)} lessons of other problems"
        case Explored():
            said = f"{event.direction}: {', '.join(event.approaches)}"
        case AttemptFailed() | Unverified():
            said = event.failure
        case Pivoted():
            said = f"excluded: {event.excluded}"
        case Stopped() | FlawFound() | Refuted():
            said = event.reason
        case Confirmed() | FlawReported():
            said = event.text
        case _:
            said = ""
    return f"{_when(row.at)} {row.stands or proof.state} {name} {said}".rstrip()


def filed(event: object, proof: Proof) -> Iterable[tuple[str, str]]:
    """Yield the files of the approaches, whose bytes lie in the content store."""
    return event.files if isinstance(event, Filed) else ()


VIEWS: tuple[View, ...] = (
    Page("problem.md", problem),
    Page("state.md", state),
    Page("knowledge.md", knowledge, when=lambda proof: proof.lock is not None),
    Page("literature/survey.md", survey, when=lambda proof: bool(proof.queue)),
    Page("statement.lock.json", lock_page, when=lambda proof: proof.lock is not None),
    Page("approaches/README.md", approaches, when=lambda proof: bool(proof.trials)),
    Page("breakthrough.md", breakthrough, when=lambda proof: proof.proof is not None),
    Page("review.md", review, when=lambda proof: bool(proof.review)),
    Log("research.log", story),
    Links(filed),
)


def summary(proof: Proof) -> str:
    """Say in a line how the run stands."""
    if proof.state in ("BREAKTHROUGH", "PROVED") and proof.trials:
        return f"proved by {proof.trial.name}, {count(proof.attempts, 'attempt')}"
    if proof.state == "REFUTED":
        return proof.refutation
    approaches = count(len(proof.trials), "approach", "approaches")
    return proof.blocker or f"{proof.state}: {count(proof.attempts, 'attempt')} in {approaches}"


def proof_path(proof: Proof) -> PurePosixPath | None:
    """Return where in the run's folder the attempt that stands is."""
    attempt = proof.proof
    suffix = "v" if proof.input.language == "coq" else "lean"
    if attempt is None:
        return None
    return PurePosixPath(f"approaches/{proof.trial.number:03d}/attempts/{attempt.number:03d}.{suffix}")


def details(proof: Proof) -> Mapping[str, Any]:
    """Return what `--json` says of a run beside its name and state."""
    return {
        "proof": proof_path(proof) if proof.state in ("BREAKTHROUGH", "PROVED") else None,
        "attempts": proof.attempts,
        "approaches": [trial.name for trial in proof.trials],
        "won_by": proof.trial.name if proof.proof else None,
        "verdict": proof.verdict.verdict if proof.verdict else None,
        "axioms": list(proof.verdict.axioms) if proof.verdict else [],
        "reason": proof.blocker if proof.state in ("STOPPED", "BLOCKED", "ERROR") else "",
    }


def tree(proof: Proof) -> Sequence[tuple[int, str]]:
    """Return the lines of the live view."""
    lines: list[tuple[int, str]] = []
    for trial in proof.trials:
        lines.append((0, f"{trial.number:03d} {trial.name}: {trial.outcome}"))
        lines += [(1, f"{'✓' if a.made.clean else '✗'} {a.made.note}") for a in trial.attempts]
    return lines
