"""A role is a question that a flow asks; what answers it is the role's own rule, or a language model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from indagate.budget import Amount, Usage
from indagate.errors import NeedsModel
from indagate.frozen import dataclass
from indagate.models.toolcall import Exchange, ToolSpec, Turn

Q = TypeVar("Q")
A = TypeVar("A")
Tier = Literal["fast", "smart"]
MAX_TOKENS = 4096
RULE = "rule"
"""Who answered, where the role's own rule did."""
WAYS_OUT = "Name a model: --model PROVIDER:NAME, or INDAGATE_MODEL (docs/models.md); a local one needs no key."


@dataclass(frozen=True)
class Role(Generic[Q, A]):
    """A question a flow asks: its name, the type of its answer, and the deterministic rule, if it has one.

    `rule` gets the question and nothing else. `tier` says which of the configured models should be asked.

    For models: `prompt` is a Markdown file with Jinja (see `indagate.models.prompt`), `max_tokens` bounds the
    answer, perhaps by the question: it is reserved whole, so that a tight bound leaves more of a small budget.
    A model may be asked for something simpler than the output: `answer` is its type, and `to_output` makes the output
    of it (it may raise `ValueError`, whose text the model is told). `check` returns complaints about an output: they
    are sent back once. An answer that still draws complaints then is invalid, unless the role has `drop_invalid`: the
    flow checks at validation, drops what is not sound, and gets the answer as it is. With `fallback_when_over_budget`
    the rule answers when the budget does not allow the question any more. `volatile_ids` is a pattern of the names
    that only this run gives, such as those of facts: answers that are kept across runs are found whatever those are.
    `ranked` names the fields of the question that hold its material, best first: they are cut from their ends where a
    model's context is too small for all of it. What is `optional` only checks or enriches: where its model cannot be
    reached, the rule answers, or it is left out.
    A role with `tools` is answered by a `Turn`: calls of these tools in the provider's own way, or text; `from_turn`
    makes the output of it. `history` gives the earlier turns with what their calls gave; the prompt, `tool_prompt` if
    there is one, is their first message. With an `answer` it can be asked in words too: in the mode prompted, and where
    a model or its service takes no tools. `shorten` returns a question whose oldest long result stands by reference,
    or None: it is called until all fits into the model's context.
    """

    name: str
    output: type[A]
    rule: Callable[[Q], A] | None = None
    tier: Tier = "smart"
    doc: str = ""
    prompt: Path | None = None
    max_tokens: int | Callable[[Q], int] = MAX_TOKENS
    answer: type[Any] | None = None
    to_output: Callable[[Q, Any], A] | None = None
    check: Callable[[Q, A], Sequence[str]] | None = None
    drop_invalid: bool = False
    fallback_when_over_budget: bool = False
    volatile_ids: str = ""
    ranked: tuple[str, ...] = ()
    optional: bool = False
    tools: Callable[[Q], Sequence[ToolSpec]] | None = None
    history: Callable[[Q], Sequence[Exchange]] | None = None
    from_turn: Callable[[Q, Turn], A] | None = None
    tool_prompt: Path | None = None
    shorten: Callable[[Q], Q | None] | None = None

    def most(self, question: Q) -> int:
        """Return the most tokens that the answer to a question may have."""
        return self.max_tokens if isinstance(self.max_tokens, int) else self.max_tokens(question)


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to a model and its raw answer, as they went out and came in; secrets are masked."""

    model: str
    instructions: str
    request: str
    answer: str


@dataclass(frozen=True, slots=True)
class Answer(Generic[A]):
    """An answer, who gave it (a model, or `rule`), what it cost, how a model was used, and what was sent for it."""

    output: A
    by: str
    spent: Amount = Amount()
    usage: Usage | None = None
    sent: tuple[Sent, ...] = ()


class Answerer(Protocol):
    """What can answer a role's question."""

    name: str
    reserve: Amount
    """What to set aside before a question; nothing where an answer costs nothing."""

    async def answer(self, role: Role[Q, A], question: Q, idempotency_key: str) -> Answer[A]:
        """Answer, or raise an `EffectError`. The key is the same when a question is asked again after a crash."""
        ...


@runtime_checkable
class Estimating(Protocol):
    """An answerer that knows what one question may cost."""

    def estimate(self, role: Role[Any, Any], question: Any) -> Amount:
        """Return what to set aside before this question."""
        ...


class RuleAnswerer:
    """Answers with the role's own rule, in a thread, so that a long rule does not hold up the rest."""

    name = RULE
    reserve = Amount()

    async def answer(self, role: Role[Q, A], question: Q, idempotency_key: str) -> Answer[A]:
        """Return what the rule says. Raises `NeedsModel` where there is none."""
        if role.rule is None:
            raise NeedsModel(f"the {role.name} needs a model: there is no rule for it", hint=WAYS_OUT)
        return Answer(await asyncio.to_thread(role.rule, question), self.name)
