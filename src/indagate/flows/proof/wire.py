"""What may be said of a proof over a network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from indagate.flow.wire import NAME, Granted, Text, Words
from indagate.flows.proof.record import ProofInput
from indagate.flows.proof.statement import Language, read_statement

AxiomName = Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_.']*$", max_length=200)]


@dataclass(frozen=True, slots=True)
class ProofWire:
    """A statement to be proved: a proposition, or imports and `Theorem target : …`, as text.

    `axioms` are those that are allowed, by their full names; `informal` says the statement in words; `seconds` is how
    long one check may take.
    """

    statement: Text
    language: Language = "coq"
    axioms: Annotated[tuple[AxiomName, ...], Meta(max_length=20)] = ()
    name: Annotated[str, Meta(pattern=NAME, max_length=64)] = "statement"
    informal: Words = ""
    seconds: Annotated[float, Meta(ge=1, le=300)] = 40.0

    def given(self, granted: Granted) -> ProofInput:
        """Return the proof's input. Raises `InputError`."""
        read_statement(self.statement, self.language)
        return ProofInput(self.statement, self.language, self.axioms, self.name, self.informal, self.seconds)
