"""A role is a question that a flow asks; a mind is what answers: the role's own offline rule, or a language model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from indagate.budget import Amount, Usage

Q = TypeVar("Q")
A = TypeVar("A")
Tier = Literal["fast", "smart"]
MAX_TOKENS = 4096


@dataclass(frozen=True)
class Role(Generic[Q, A]):
    """A question a flow asks: its name, the type of its answer, and the deterministic rule that answers offline.

    `offline` gets the question and nothing else. `tier` says which of the configured models a model's mind should use.

    For models: `prompt` is a Markdown file with Jinja (see `indagate.minds.prompt`), `max_tokens` bounds the
    answer, perhaps by the question: it is reserved whole, so that a tight bound leaves more of a small budget.
    A model may be asked for something simpler than the output: `answer` is its type, and `adapt` makes the output of it
    (it may raise `ValueError`, whose text the model is told). `check` returns complaints about an output: they are sent
    back once. An answer that still draws complaints then is invalid, unless the role `drops`: the flow checks at its
    door, drops what is not sound, and gets the answer as it is. With `spare` the rule answers when the budget does not
    allow the question any more. `ids` is a pattern of the names that only this run gives, such as those of facts:
    answers that are kept across runs are found whatever those names are.
    """

    name: str
    output: type[A]
    offline: Callable[[Q], A]
    tier: Tier = "smart"
    doc: str = ""
    prompt: Path | None = None
    max_tokens: int | Callable[[Q], int] = MAX_TOKENS
    answer: type[Any] | None = None
    adapt: Callable[[Q, Any], A] | None = None
    check: Callable[[Q, A], Sequence[str]] | None = None
    drops: bool = False
    spare: bool = False
    ids: str = ""

    def most(self, question: Q) -> int:
        """Return the most tokens that the answer to a question may have."""
        return self.max_tokens if isinstance(self.max_tokens, int) else self.max_tokens(question)


@dataclass(frozen=True, slots=True)
class Answer(Generic[A]):
    """What a mind answered, which mind it was, what it cost, and how a model was used."""

    output: A
    mind: str
    spent: Amount = Amount()
    usage: Usage | None = None


class Mind(Protocol):
    """What can answer a role's question."""

    name: str
    reserve: Amount
    """What to set aside before a question; nothing for a mind that costs nothing."""

    async def answer(self, role: Role[Q, A], question: Q, once: str) -> Answer[A]:
        """Answer, or raise an `EffectError`. `once` is the same when a question is asked again after a crash."""
        ...


@runtime_checkable
class Estimating(Protocol):
    """A mind that knows what one question may cost."""

    def estimate(self, role: Role[Any, Any], question: Any) -> Amount:
        """Return what to set aside before this question."""
        ...


class OfflineMind:
    """Answers with the role's own rule, in a thread, so that a long rule does not hold up the rest."""

    name = "offline"
    reserve = Amount()

    async def answer(self, role: Role[Q, A], question: Q, once: str) -> Answer[A]:
        """Return what the rule says."""
        return Answer(await asyncio.to_thread(role.offline, question), self.name)
