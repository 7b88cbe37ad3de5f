"""Proof: what happens in each state, in the chart's order."""

from __future__ import annotations

import contextlib

from indagate.errors import BudgetSpent, IndagateError
from indagate.flows.proof import gallery, portfolio, proposing
from indagate.flows.proof.chart import (
    Attacked,
    AttemptFailed,
    AttemptMade,
    AttemptSucceeded,
    CheckerMissing,
    Exhausted,
    Explored,
    Filed,
    FlawFound,
    Initialised,
    MoreApproaches,
    Pivoted,
    PostMortem,
    Refuted,
    Selected,
    Stopped,
    Understood,
    Unverified,
    Verified,
)
from indagate.flows.proof.learning import failure_of
from indagate.flows.proof.portfolio import BEYOND, PROPOSED
from indagate.flows.proof.record import Proof
from indagate.flows.proof.statement import lock, read_statement
from indagate.flows.proof.work import (
    compile_text,
    file_away,
    hang,
    judge_text,
    learn_lesson,
    look_for,
    survey,
    tell,
    well_formed,
)
from indagate.flows.proof.workspace import attack_files, attempt_files, post_mortem, status
from indagate.lab import Lab

SPENT = "the budget is spent"
UNVERIFIED = "the budget was spent before the attempt could be verified"


class Unsound(IndagateError):
    """The statement itself cannot be used."""


def _left(lab: Lab[Proof], wanted: float) -> float:
    """Return how many seconds an effect may take: what is wanted, or what is left."""
    limit = lab.budget.budget.seconds
    return wanted if limit is None else max(0.5, min(wanted, limit - lab.budget.seconds))


def _over(lab: Lab[Proof]) -> bool:
    limit = lab.budget.budget.seconds
    return limit is not None and lab.budget.seconds >= limit


async def _file(lab: Lab[Proof], *files: tuple[str, str]) -> Proof:
    """Put files into the workspace, below the folder of the approach."""
    below = f"approaches/{len(lab.record.trials):03d}/"
    kept = await lab.call(file_away, str(lab.home.root), tuple((below + path, text) for path, text in files))
    return await lab.emit(Filed(kept))


async def new(proof: Proof, lab: Lab[Proof]) -> Initialised | CheckerMissing:
    """Look for the checker and lock the statement, once it is known to compile."""
    given = proof.input
    stated = read_statement(given.statement, "lean" if given.language == "lean" else "coq")
    probe = await lab.call(look_for, given.language)
    if not probe.there:
        return CheckerMissing(given.language, probe.install)
    if why := await lab.call(well_formed, stated, 40.0):
        raise Unsound(f"the statement does not compile: {why}")
    return Initialised(lock(stated, given.axioms, probe.version), probe.wall)


async def observe(proof: Proof, lab: Lab[Proof]) -> Understood:
    """Read the gallery and the lessons of other problems; the rest is in the record."""
    home, said = lab.home.root, proof.statement
    return Understood(gallery.related(home, said), gallery.lessons(home, said), gallery.hindered(home, said))


async def orient(proof: Proof, lab: Lab[Proof]) -> Explored | Stopped:
    """Search the library, ask for ideas, and list the approaches of the first direction that is not excluded."""
    try:
        if not proof.hints and not proof.excluded:
            found = await lab.call(survey, proof.input.language, proof.statement, _left(lab, 20.0))
            proof = await lab.emit(found)
        for direction in proposing.directions(lab):
            if direction in proof.excluded:
                continue
            if direction == BEYOND and not proof.stuck:
                proof = await proposing.look_for_lemmas(proof, lab, _left(lab, 15.0))
            if direction.startswith(PROPOSED):
                proof = await proposing.ask_for_ideas(proof, lab, direction)
            if names := proposing.names(proof, direction):
                return Explored(direction, names)
    except BudgetSpent:
        return Stopped(SPENT)
    return Stopped("every approach of every direction was tried")


async def decide(proof: Proof, lab: Lab[Proof]) -> Selected | Stopped:
    """Select the first approach of the direction that was not tried."""
    for name in proof.queue:
        if name not in proof.tried:
            if _over(lab):
                return Stopped(SPENT)
            return Selected(name, portfolio.named(name, proof.known).hypothesis)
    return Stopped("no approach is left in this direction")


async def act(proof: Proof, lab: Lab[Proof]) -> AttemptSucceeded | AttemptFailed | Refuted | Stopped:
    """Write the approach's attempts, one after the other, until one compiles."""
    trial = proof.trial
    if not trial.attempts:
        await _file(lab, ("hypothesis.md", f"# {trial.name}\n\n{trial.hypothesis}\n\nDirection: {trial.direction}\n"))
    drafts = portfolio.drafts(trial.name, proof.statement, proof.known)
    for draft in drafts[len(trial.attempts) :]:
        if _over(lab):
            return Stopped(SPENT)
        try:
            seen = await lab.call(compile_text, proof.input.language, draft.text, _left(lab, draft.seconds))
        except BudgetSpent:
            return Stopped(SPENT)
        made = AttemptMade(
            draft.text, draft.note, seen.clean, seen.first_error, round(seen.seconds, 2), draft.negated,
            seen.diagnostics[:5],
        )  # fmt: skip
        proof = await lab.emit(made)
        await _file(lab, *attempt_files(proof.trial.attempts[-1], proof.input.language))
        if seen.clean:
            return AttemptSucceeded()
    return AttemptFailed(*failure_of(lab.record.trial, proof.review[-1] if proof.review else ""))


async def verify(proof: Proof, lab: Lab[Proof]) -> Verified | FlawFound | Unverified | Refuted | Stopped:
    """Put the attempt through every attack; nothing that it printed is believed."""
    attempt = proof.trial.attempts[-1]
    assert proof.lock is not None
    within = _left(lab, 20 * proof.input.seconds)
    try:
        verdict = await lab.call(
            judge_text, proof.lock, attempt.made.text, proof.input.seconds, attempt.made.negated, within
        )
    except BudgetSpent:
        return Stopped(UNVERIFIED)
    if verdict.verdict != "accepted" and verdict.hurried and _over(lab):
        return Stopped(UNVERIFIED)
    proof = await lab.emit(Attacked(verdict))
    await _file(lab, *attack_files(proof.trial.attempts[-1]))
    if verdict.verdict == "refuted":
        return Refuted("a small instance breaks the statement, though an attempt compiled")
    if verdict.stands and attempt.made.negated:
        return Refuted(f"its negation is proved ({proof.trial.name})")
    if verdict.stands:
        home, text = str(lab.home.root), attempt.made.text
        await lab.call(hang, home, proof.run, proof.statement, text, proof.trial.name)
        await lab.call(tell, home, proof.run, proof.input.name, verdict.reason)
        return Verified(verdict.verdict)
    drafts = portfolio.drafts(proof.trial.name, proof.statement, proof.known)
    if len(proof.trial.attempts) < len(drafts):
        return FlawFound(verdict.reason)
    return Unverified("needs-axiom" if "axiom" in verdict.reason else "flawed", verdict.reason)


async def learn(proof: Proof, lab: Lab[Proof]) -> MoreApproaches | Exhausted | Stopped:
    """Write the post-mortem; keep its lesson for other problems."""
    trial = proof.trial
    try:
        insight = await proposing.write_insight(proof, lab)
    except BudgetSpent:
        return Stopped(SPENT)
    proof = await lab.emit(PostMortem(trial.failure, insight))
    await _file(lab, ("post-mortem.md", post_mortem(trial)), ("status.md", status(trial)))
    with contextlib.suppress(BudgetSpent):
        await lab.call(
            learn_lesson, str(lab.home.root), proof.run, proof.statement, trial.name, f"{trial.name}: {insight}"
        )
    return MoreApproaches() if any(name not in proof.tried for name in proof.queue) else Exhausted()


async def pivot(proof: Proof, lab: Lab[Proof]) -> Pivoted:
    """Exclude the direction that is exhausted."""
    return Pivoted(proof.direction)
