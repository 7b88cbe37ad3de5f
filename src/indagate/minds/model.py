"""The mind that asks language models: a prompt, a strict answer, one repair, then the next model or a named error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from indagate.budget import Amount, Usage
from indagate.engine import encode
from indagate.errors import InputError, InvalidAnswer, ModelError, ModelRefused
from indagate.minds.cache import Cache, Kept
from indagate.minds.form import read_answer, schema_of
from indagate.minds.price import Price, Prices, load_prices
from indagate.minds.prompt import Prompt, fenced, mark_for, render
from indagate.minds.renaming import Renaming
from indagate.minds.role import Answer, Role
from indagate.minds.wire import Reply, Request, Trial, Wire

Q = TypeVar("Q")
A = TypeVar("A")
_BYTES_A_TOKEN = 3
"""Few texts have more tokens than a third of their bytes."""
_FRAME = 100
"""Tokens of a request beside prompt and form."""
_SENT_BACK = 6_000
"""Characters of an invalid answer that the model is shown again."""


@dataclass(slots=True)
class _Bill:
    """What a question has cost so far, over all requests."""

    tokens: int = 0
    dollars: float = 0.0
    calls: int = 0
    unpriced: int = 0
    input: int = 0
    output: int = 0
    cached: int = 0
    requests: int = 0

    def take(self, reply: Reply, price: Price | None, prompt: int) -> None:
        """Book a reply; one that does not say what it took is booked at the estimate."""
        given = reply.input if reply.measured else prompt
        wrote = reply.output if reply.measured else tokens_of(reply.text)
        self.calls += 1
        self.input += given
        self.output += wrote
        self.cached += reply.cached
        self._book(given + wrote, price.of(given, wrote, reply.cached, reply.written) if price else None)

    def fear(self, trial: Trial, price: Price | None, prompt: int, most: int) -> None:
        """Book requests that were sent and whose answer was never seen: at the most that they may have cost."""
        for _ in range(trial.unseen):
            self.calls += 1
            self._book(prompt + most, price.most(prompt, most) if price else None)

    def _book(self, tokens: int, dollars: float | None) -> None:
        self.tokens += tokens
        if dollars is None:
            self.unpriced += tokens
        else:
            self.dollars += dollars

    @property
    def amount(self) -> Amount:
        return Amount(self.tokens, self.dollars, max(self.calls, 1), self.unpriced)


@dataclass(slots=True)
class _Asking:
    """One question on its way: everything that its requests share."""

    role: Role[Any, Any]
    question: Any
    prompt: Prompt
    form: dict[str, Any]
    once: str
    bill: _Bill
    failed: list[str] = field(default_factory=list)
    repaired: bool = False

    @property
    def hash(self) -> str:
        return self.prompt.digest(self.form)

    @property
    def renaming(self) -> Renaming:
        return Renaming(self.prompt, self.role.ids)

    def request(self, more: str = "") -> Request:
        role, text = self.role, f"{self.prompt.request}\n\n{more}".strip()
        once = f"{self.once} again" if more else self.once
        return Request(role.name, self.prompt.instructions, text, self.form, role.most(self.question), once)

    def usage(self, model: str, *, refused: int = 0, cache: str = "") -> Usage:
        bill = self.bill
        return Usage(
            model, self.hash, bill.input, bill.output, bill.cached, bill.requests, self.repaired, tuple(self.failed),
            cache, refused,
        )  # fmt: skip


class ModelMind:
    """Asks models, each when those before it have failed."""

    def __init__(self, wires: Sequence[Wire], *, prices: Prices | None = None, cache: Cache | None = None) -> None:
        self.wires = tuple(wires)
        self.prices = prices or load_prices()
        self.cache = cache
        self.name = ", else ".join(wire.shown for wire in self.wires)
        self.reserve = Amount(calls=1)

    @property
    def unpriced(self) -> tuple[str, ...]:
        """The models whose price is not known."""
        return tuple(wire.shown for wire in self.wires if self.prices.of(wire.spec) is None)

    def estimate(self, role: Role[Any, Any], question: Any) -> Amount:
        """Return the most that one request for this question may take: its prompt and the longest answer."""
        asking = self._asking(role, question, "")
        prompt = _size(asking.request())
        known = [price for wire in self.wires if (price := self.prices.of(wire.spec))]
        most = role.most(question) + max(wire.thoughts for wire in self.wires)
        dollars = max((price.most(prompt, most) for price in known), default=0.0)
        tokens = prompt + most
        return Amount(tokens, dollars, 1, tokens if self.unpriced else 0)

    async def answer(self, role: Role[Q, A], question: Q, once: str) -> Answer[A]:
        """Ask, and ask again once if the answer is not sound. Raises a `ModelError` that says what it cost."""
        asking = self._asking(role, question, once)
        errors: list[ModelError] = []
        for wire in self.wires:
            try:
                return self._recalled(wire, asking) or await self._ask(wire, asking)
            except ModelError as error:
                errors.append(error)
                asking.failed.append(wire.shown)
        last = errors[-1]
        failure = type(last)("; then ".join(error.message for error in errors), hint=last.hint)
        failure.spent = asking.bill.amount
        failure.usage = asking.usage(asking.failed.pop())
        failure.tries = max(1, asking.bill.requests)
        raise failure

    def connect(self) -> None:
        """Make the models' clients. Raises `InputError` if that fails for every one: provider, key or library lacks."""
        refused: list[ModelError] = []
        for wire in self.wires:
            try:
                wire.open()
            except ModelError as error:
                refused.append(error)
        if len(refused) == len(self.wires):
            raise InputError("; ".join(error.message for error in refused), hint=refused[-1].hint)

    async def close(self) -> None:
        """Close the connections."""
        for wire in self.wires:
            await wire.close()

    def _asking(self, role: Role[Any, Any], question: Any, once: str) -> _Asking:
        if role.prompt is None:
            raise ModelRefused(
                f"the role {role.name} has no prompt, so no model can answer it",
                hint=f"Answer it by its rule: --mind {role.name}=offline",
            )
        kind: Any = role.answer or role.output
        form = schema_of(kind)
        return _Asking(role, question, render(role.prompt, question), form, once, _Bill())

    async def _ask(self, wire: Wire, asking: _Asking) -> Answer[Any]:
        role, question = asking.role, asking.question
        reply = await self._send(wire, asking, asking.request())
        output, complaints = _judged(role, question, reply)
        if complaints:
            asking.repaired = True
            reply = await self._send(wire, asking, asking.request(_send_back(asking, reply, complaints)))
            output, complaints = _judged(role, question, reply)
        if output is None or (complaints and not role.drops):
            raise InvalidAnswer(
                f"the model {wire.shown} gave the {role.name} no usable answer, also when told: {complaints[0][:300]}"
            )
        if self.cache is not None and not complaints:
            run = asking.once.partition("/")[0]
            now = datetime.now(UTC).isoformat(timespec="seconds")
            key = self._key(wire, asking)
            text = asking.renaming.without(reply.text)
            self.cache.put(key, Kept(text, wire.shown, asking.hash, run, asking.once, now))
        usage = asking.usage(wire.shown, refused=len(complaints))
        return Answer(output, wire.shown, asking.bill.amount, usage)

    async def _send(self, wire: Wire, asking: _Asking, request: Request) -> Reply:
        price, size, trial = self.prices.of(wire.spec), _size(request), Trial()
        try:
            reply = await wire.ask(request, trial)
            asking.bill.take(reply, price, size)
            return reply
        finally:
            asking.bill.requests += trial.sent
            asking.bill.fear(trial, price, size, asking.role.most(asking.question) + wire.thoughts)

    def _key(self, wire: Wire, asking: _Asking) -> str:
        same = asking.renaming.prompt.digest(asking.form)
        return Cache.key(wire.shown, wire.mode, same, asking.role.most(asking.question))

    def _recalled(self, wire: Wire, asking: _Asking) -> Answer[Any] | None:
        """Return the answer that an earlier run paid for, if it is still sound."""
        kept = self.cache.get(self._key(wire, asking)) if self.cache is not None else None
        if kept is None:
            return None
        reply = Reply(asking.renaming.within(kept.text), kept.model, 0, 0, 0, 0, False, True)
        output, complaints = _judged(asking.role, asking.question, reply)
        if output is None or complaints:
            return None
        usage = asking.usage(wire.shown, cache=f"{kept.effect} at {kept.at}")
        return Answer(output, wire.shown, Amount(), usage)


def tokens_of(text: str) -> int:
    """Estimate how many tokens a text has, rather too many than too few."""
    return len(text.encode("utf-8", "surrogatepass")) // _BYTES_A_TOKEN + 1


def _size(request: Request) -> int:
    return (
        tokens_of(request.instructions) + tokens_of(request.text) + len(encode(request.form)) // _BYTES_A_TOKEN + _FRAME
    )


def _judged(role: Role[Any, Any], question: Any, reply: Reply) -> tuple[Any, list[str]]:
    """Return the output, or None if there is none, and what is wrong with it."""
    if reply.cut:
        return None, [f"the answer was cut off at {role.most(question)} tokens; it has to be shorter"]
    try:
        given = read_answer(reply.text, role.answer or role.output)
        output = role.adapt(question, given) if role.adapt else given
    except ValueError as error:
        return None, [str(error)]
    return output, list(role.check(question, output)) if role.check else []


def _send_back(asking: _Asking, reply: Reply, complaints: Sequence[str]) -> str:
    """The words that send an answer back: what is wrong with it, and the answer, as data under a mark of its own."""
    shown = reply.text[:_SENT_BACK]
    listed = "\n".join(f"- {' '.join(text.split())[:500]}" for text in complaints[:20])
    mark = mark_for(asking.prompt.request, shown, listed)
    return (
        f"You were asked this before, and what you answered cannot be used. Between marks with the word {mark} stand "
        f"first the reasons, then your answer.\n{fenced(listed, mark)}\n{fenced(shown, mark)}\n"
        "Answer again, whole, with that put right."
    )
