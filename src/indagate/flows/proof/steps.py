"""Proof: what happens in each state, in the chart's order."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from indagate.errors import BudgetSpent, IndagateError
from indagate.flow import Context
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
from indagate.flows.proof.portfolio import BEYOND, LONGER, OWN, PROPOSED
from indagate.flows.proof.record import Attempt, Proof
from indagate.flows.proof.roles import APPROACH_PROPOSER
from indagate.flows.proof.statement import lock, read_statement
from indagate.flows.proof.verdict import Verdict
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
from indagate.models import RULE
from indagate.tools import TimeLimit

SPENT = "the budget is spent"
UNVERIFIED = "the budget was spent before the attempt could be verified"


class Unsound(IndagateError):
    """The statement itself cannot be used."""


def _left(ctx: Context[Proof], wanted: float) -> TimeLimit:
    """Return how long an effect may take: so many seconds, or what is left."""
    limit = ctx.budget.budget.seconds
    return TimeLimit(wanted if limit is None else max(0.5, min(wanted, limit - ctx.budget.seconds)))


def _over(ctx: Context[Proof]) -> bool:
    limit = ctx.budget.budget.seconds
    return limit is not None and ctx.budget.seconds >= limit


async def _file(ctx: Context[Proof], *files: tuple[str, str]) -> Proof:
    """Put files into the workspace, below the folder of the approach."""
    below = f"approaches/{len(ctx.record.trials):03d}/"
    kept = await ctx.call(file_away, ctx.home, tuple((below + path, text) for path, text in files))
    return await ctx.emit(Filed(kept))


async def new(proof: Proof, ctx: Context[Proof]) -> Initialised | CheckerMissing:
    """Look for the checker and lock the statement, once it is known to compile."""
    given = proof.input
    stated = read_statement(given.statement, "lean" if given.language == "lean" else "coq")
    probe = await ctx.call(look_for, given.language)
    if not probe.there:
        return CheckerMissing(given.language, probe.install)
    if why := await ctx.call(well_formed, stated, 40.0):
        raise Unsound(f"the statement does not compile: {why}")
    return Initialised(lock(stated, given.axioms, probe.version), probe.wall)


async def observe(proof: Proof, ctx: Context[Proof]) -> Understood:
    """Read the gallery and the lessons of other problems; the rest is in the record."""
    if ctx.answered_by(APPROACH_PROPOSER) == RULE:
        await ctx.leave_out(APPROACH_PROPOSER.name)
    home, said = ctx.home.root, proof.statement
    return Understood(gallery.related(home, said), gallery.lessons(home, said), gallery.hindered(home, said))


async def orient(proof: Proof, ctx: Context[Proof]) -> Explored | Stopped:
    """List the approaches of the first direction that is not excluded, with what the library and the roles say."""
    try:
        for direction in proposing.directions(ctx):
            if direction in proof.excluded:
                continue
            if direction != OWN and not proof.hints and set(proof.excluded) <= {OWN}:
                found = await ctx.call(survey, proof.input.language, proof.statement, _left(ctx, 20.0))
                proof = await ctx.emit(found)
            if direction == BEYOND and LONGER not in proof.excluded:
                proof = await proposing.look_for_lemmas(proof, ctx, _left(ctx, 15.0))
            if direction.startswith(PROPOSED):
                async with ctx.scope(direction):
                    proof = await proposing.ask_for_ideas(proof, ctx, direction)
            if names := proposing.names(proof, direction):
                return Explored(direction, names)
    except BudgetSpent:
        return Stopped(SPENT)
    return Stopped("every approach of every direction was tried")


async def decide(proof: Proof, ctx: Context[Proof]) -> Selected | Stopped:
    """Select the first approach of the direction that was not tried."""
    for name in proof.queue:
        if name not in proof.tried:
            if _over(ctx):
                return Stopped(SPENT)
            return Selected(name, portfolio.named(name, proof.known).hypothesis)
    return Stopped("no approach is left in this direction")


async def act(proof: Proof, ctx: Context[Proof]) -> AttemptSucceeded | AttemptFailed | Refuted | Stopped:
    """Write the approach's attempts, one after the other, until one compiles; a negation is attacked at once."""
    trial = proof.trial
    if not trial.attempts:
        await _file(ctx, ("hypothesis.md", f"# {trial.name}\n\n{trial.hypothesis}\n\nDirection: {trial.direction}\n"))
    drafts = portfolio.drafts(trial.name, proof.statement, proof.known)
    for number, draft in enumerate(drafts):
        if number >= len(proof.trial.attempts):
            if _over(ctx):
                return Stopped(SPENT)
            try:
                seen = await ctx.call(compile_text, proof.input.language, draft.text, _left(ctx, draft.seconds))
            except BudgetSpent:
                return Stopped(SPENT)
            made = AttemptMade(
                draft.text, draft.note, seen.clean, seen.first_error, round(seen.seconds, 2), draft.negated,
                seen.diagnostics[:5],
            )  # fmt: skip
            # First the files: once the record has the attempt, nothing comes back to them after a kill.
            await _file(ctx, *attempt_files(Attempt(number + 1, made), proof.input.language))
            proof = await ctx.emit(made)
        attempt = proof.trial.attempts[number]
        if not attempt.made.clean or attempt.verdict is not None:
            continue
        if not attempt.made.negated:
            return AttemptSucceeded()
        verdict = await _attack(proof, ctx)
        if isinstance(verdict, Stopped):
            return verdict
        if verdict.stands:
            return Refuted(f"its negation is proved ({trial.name})")
        proof = ctx.record
    return AttemptFailed(
        *failure_of(ctx.record.trial, proof.review[-1] if proof.review else "", proof.statement.proposition)
    )


async def _attack(proof: Proof, ctx: Context[Proof]) -> Verdict | Stopped:
    """Put the last attempt through every attack; nothing that it printed is believed."""
    attempt = proof.trial.attempts[-1]
    assert proof.lock is not None
    within = _left(ctx, 20 * proof.input.seconds)
    try:
        verdict = await ctx.call(
            judge_text, proof.lock, attempt.made.text, proof.input.seconds, attempt.made.negated, within
        )
    except BudgetSpent:
        return Stopped(UNVERIFIED)
    if verdict.verdict != "accepted" and verdict.hurried and _over(ctx):
        return Stopped(UNVERIFIED)
    attacked = replace(attempt, verdict=verdict)
    trial = replace(proof.trial, attempts=[*proof.trial.attempts[:-1], attacked])
    won = [("status.md", status(trial))] if verdict.stands else []
    await _file(ctx, *attack_files(attacked), *won)
    await ctx.emit(Attacked(verdict))
    return verdict


async def verify(proof: Proof, ctx: Context[Proof]) -> Verified | FlawFound | Unverified | Refuted | Stopped:
    """Put the attempt through every attack: the proof stands, has a flaw, or the statement is false."""
    verdict = await _attack(proof, ctx)
    if isinstance(verdict, Stopped):
        return verdict
    if verdict.verdict == "refuted":
        return Refuted("a small instance breaks the statement, though an attempt compiled")
    trial = proof.trial
    if verdict.stands:
        home, text = ctx.home, trial.attempts[-1].made.text
        await ctx.call(hang, home, proof.run, proof.statement, text, trial.name)
        await ctx.call(tell, home, proof.run, proof.input.name, verdict.reason)
        return Verified(verdict.verdict)
    if len(trial.attempts) < len(portfolio.drafts(trial.name, proof.statement, proof.known)):
        return FlawFound(verdict.reason)
    return Unverified("needs-axiom" if "axiom" in verdict.reason else "flawed", verdict.reason)


async def learn(proof: Proof, ctx: Context[Proof]) -> MoreApproaches | Exhausted | Stopped:
    """Write the post-mortem; keep its lesson for other problems."""
    trial = proof.trial
    try:
        if trial.name == "induction":
            proof = await proposing.look_for_goals(proof, ctx, _left(ctx, 15.0))
        insight = await proposing.write_insight(proof, ctx)
    except BudgetSpent:
        return Stopped(SPENT)
    proof = await ctx.emit(PostMortem(trial.failure, insight))
    await _file(
        ctx,
        ("post-mortem.md", post_mortem(trial, proof.stuck if trial.name == "induction" else ())),
        ("status.md", status(trial)),
    )
    with contextlib.suppress(BudgetSpent):
        await ctx.call(learn_lesson, ctx.home, proof.run, proof.statement, trial.name, f"{trial.name}: {insight}")
    return MoreApproaches() if any(name not in proof.tried for name in proof.queue) else Exhausted()


async def pivot(proof: Proof, ctx: Context[Proof]) -> Pivoted:
    """Exclude the direction that is exhausted."""
    return Pivoted(proof.direction)
