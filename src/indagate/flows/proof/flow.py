"""Proof: the flow put together."""

from __future__ import annotations

from indagate.engine import Signal
from indagate.flow import Flow, steps_of
from indagate.flows.proof import steps
from indagate.flows.proof.chart import CHART, EMITS, Confirmed, FlawReported
from indagate.flows.proof.record import Proof, ProofInput
from indagate.flows.proof.roles import ROLES
from indagate.flows.proof.verify import check
from indagate.flows.proof.views import VIEWS, breakthrough, details, summary, tree
from indagate.flows.proof.wire import ProofWire

__all__ = ["FLOW"]


def _brief(proof: Proof) -> str:
    return breakthrough(proof) if proof.proof is not None else summary(proof)


FLOW = Flow(
    chart=CHART,
    record=Proof,
    input=ProofInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    signals=(
        Signal("confirm", Confirmed, "the proof is read and confirmed"),
        Signal("flaw", FlawReported, "a flaw was found: say which"),
    ),
    views=VIEWS,
    roles=ROLES,
    summary=summary,
    details=details,
    tree=tree,
    check=check,
    brief=_brief,
    budget_clock="processor",
    wire=ProofWire,
    prefix="PF",
    needs=lambda given: ("lean",) if given.language == "lean" else ("coqc",),
    doc="theorem proving with Coq or Lean, where nothing is believed that the checker does not replay",
)
