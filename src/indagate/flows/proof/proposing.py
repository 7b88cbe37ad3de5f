"""Ideas from the roles: which directions there are, lemmas for stuck goals, approaches, and what a failure taught.

A role that gives no usable answer is noted in the record; the run goes on with what there is.
"""

from __future__ import annotations

from indagate.errors import BudgetSpent, EffectFailed, TimedOut
from indagate.flow import Context
from indagate.flows.proof import portfolio
from indagate.flows.proof.ask import ApproachQuestion, LemmaQuestion, MortemQuestion, Tried
from indagate.flows.proof.chart import Proposed, Surveyed
from indagate.flows.proof.learning import insight_of
from indagate.flows.proof.portfolio import BEYOND, DIRECT, LONGER, OWN, PROPOSED
from indagate.flows.proof.record import Attempt, Proof
from indagate.flows.proof.roles import APPROACH_PROPOSER, LEMMA_PROPOSER, POST_MORTEM_WRITER
from indagate.flows.proof.work import compile_text
from indagate.models import RULE
from indagate.tools import TimeLimit

_ROUNDS = (PROPOSED, f"{PROPOSED}, again", f"{PROPOSED}, a third time")
_SHOWN, _MOST = 20, 8


def directions(ctx: Context[Proof]) -> tuple[str, ...]:
    """Return the directions in their order; only with a model are there proposals to wait for."""
    if ctx.answered_by(APPROACH_PROPOSER) == RULE:
        return OWN, DIRECT, BEYOND, LONGER
    return OWN, DIRECT, _ROUNDS[0], BEYOND, LONGER, *_ROUNDS[1:]


def names(proof: Proof, direction: str) -> tuple[str, ...]:
    """Return the approaches of a direction that were not tried."""
    if direction.startswith(PROPOSED):
        found = [idea.name for idea in proof.ideas]
    else:
        ranked = portfolio.applicable(proof.statement, proof.known)
        found = [one.name for one in ranked if one.direction == direction]
    return tuple(name for name in found if name not in proof.tried)


async def look_for_goals(proof: Proof, ctx: Context[Proof], limit: TimeLimit) -> Proof:
    """Find the goals at which induction gets stuck, once."""
    if proof.input.language != "coq" or proof.stuck:
        return proof
    seen = await ctx.call(compile_text, "coq", portfolio.stuck_probe(proof.statement, proof.known), limit)
    goals = portfolio.stuck_goals(seen.prints)
    return await ctx.emit(Surveyed(proof.symbols, proof.hints, proof.lemmas, goals)) if goals else proof


async def look_for_lemmas(proof: Proof, ctx: Context[Proof], limit: TimeLimit) -> Proof:
    """Have lemmas proposed for the goals at which induction gets stuck."""
    if proof.input.language != "coq":
        return proof
    proof = await look_for_goals(proof, ctx, limit)
    goals = proof.stuck
    asked = LemmaQuestion(proof.input.language, proof.statement.source, goals, _lemmas(proof))
    if not goals and ctx.answered_by(LEMMA_PROPOSER) == RULE:
        return proof
    if ctx.answered_by(LEMMA_PROPOSER) == RULE:
        await ctx.leave_out(LEMMA_PROPOSER.name)
        return await ctx.emit(Proposed(LEMMA_PROPOSER.name, stuck=own_lemmas(goals)))
    try:
        found = await ctx.ask(LEMMA_PROPOSER, asked)
    except BudgetSpent:
        return await ctx.emit(Proposed(LEMMA_PROPOSER.name, stuck=own_lemmas(goals)))
    except (EffectFailed, TimedOut) as error:
        return await ctx.emit(Proposed(LEMMA_PROPOSER.name, failed=error.message))
    return await ctx.emit(Proposed(LEMMA_PROPOSER.name, stuck=found.propositions))


async def ask_for_ideas(proof: Proof, ctx: Context[Proof], direction: str) -> Proof:
    """Have approaches proposed, with all that is known; once for each direction."""
    if names(proof, direction) or proof.rounds > _ROUNDS.index(direction):
        return proof
    tried = tuple(Tried(trial.name, trial.failure, trial.detail) for trial in proof.trials if trial.failure)
    asked = ApproachQuestion(
        proof.input.language, proof.statement.source, proof.input.informal, proof.input.axioms,
        tried, proof.stuck, _lemmas(proof), tuple(f"{one.proposition}\n{one.proof[-400:]}" for one in proof.related),
        proof.lessons, proof.rounds + 1,
    )  # fmt: skip
    try:
        found = await ctx.ask(APPROACH_PROPOSER, asked)
    except (EffectFailed, TimedOut) as error:
        return await ctx.emit(Proposed(APPROACH_PROPOSER.name, failed=error.message))
    return await ctx.emit(Proposed(APPROACH_PROPOSER.name, found.ideas))


async def write_insight(proof: Proof, ctx: Context[Proof]) -> str:
    """Have written what the end of the last approach teaches; where nobody writes it, what its class does."""
    trial = proof.trial
    attempts = tuple((one.made.note, _ended(one)) for one in trial.attempts)
    asked = MortemQuestion(
        proof.input.language, proof.statement.source, trial.name, trial.hypothesis, trial.failure, attempts
    )
    own = insight_of(trial.failure, len(attempts))
    found = await ctx.consult(POST_MORTEM_WRITER, asked)
    return found[0].insight.strip() if found else own


def own_lemmas(stuck: tuple[str, ...]) -> tuple[str, ...]:
    """Return the stuck goals themselves as lemmas, which come closed and generalised, the shortest first."""
    return tuple(sorted(dict.fromkeys(stuck), key=len)[:_MOST])


def _ended(attempt: Attempt) -> str:
    return attempt.made.error or (attempt.verdict.reason if attempt.verdict else "compiles")


def _lemmas(proof: Proof) -> tuple[str, ...]:
    return tuple(f"{name}: {said}" for name, said in proof.lemmas[:_SHOWN])
