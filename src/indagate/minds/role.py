"""A role is a question that a flow asks; a mind is what answers: here the role's own offline rule."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from indagate.budget import Amount

Q = TypeVar("Q")
A = TypeVar("A")
Tier = Literal["fast", "smart"]


@dataclass(frozen=True)
class Role(Generic[Q, A]):
    """A question a flow asks: its name, the type of its answer, and the deterministic rule that answers offline.

    `offline` gets the question and nothing else. `tier` says which of the configured models a model's mind should use.
    """

    name: str
    output: type[A]
    offline: Callable[[Q], A]
    tier: Tier = "smart"
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Answer(Generic[A]):
    """What a mind answered, which mind it was, and what it cost."""

    output: A
    mind: str
    spent: Amount = Amount()


class Mind(Protocol):
    """What can answer a role's question."""

    name: str
    reserve: Amount
    """What to set aside before a question; nothing for a mind that costs nothing."""

    async def answer(self, role: Role[Q, A], question: Q, once: str) -> Answer[A]:
        """Answer, or raise an `EffectError`. `once` is the same when a question is asked again after a crash."""
        ...


class OfflineMind:
    """Answers with the role's own rule, in a thread, so that a long rule does not hold up the rest."""

    name = "offline"
    reserve = Amount()

    async def answer(self, role: Role[Q, A], question: Q, once: str) -> Answer[A]:
        """Return what the rule says."""
        return Answer(await asyncio.to_thread(role.offline, question), self.name)
