"""The proof checkers: Rocq/Coq and Lean 4, behind one protocol."""

from indagate.flows.proof.checkers.protocol import Checker, Probe, checker_of

__all__ = ["Checker", "Probe", "checker_of"]
