"""Answering with language models: a prompt, a strict answer, one repair, then the next model or a named error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import to_builtins

from indagate.budget import Amount, Usage
from indagate.engine import decode, encode
from indagate.errors import InputError, InvalidAnswer, ModelError, ModelRefused, Rejected
from indagate.models.cache import Cache, Kept
from indagate.models.client import ModelClient, ModelResponse, Request, Trial
from indagate.models.fitting import BYTES_A_TOKEN, less
from indagate.models.form import read_answer, schema_of
from indagate.models.price import Price, Prices, load_prices
from indagate.models.prompt import Prompt, fenced, mark_for, own_prompt, render, unfenced
from indagate.models.renaming import Renaming
from indagate.models.role import Answer, Role, Sent
from indagate.models.room import fits
from indagate.models.secret import mask, secrets
from indagate.models.toolcall import Exchange, ToolSpec, Turn

Q = TypeVar("Q")
A = TypeVar("A")
_FRAME = 100
"""Tokens of a request beside prompt and form."""
_LEFT_OUT = "What did not fit is left out: the last of what was to be shown."
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

    def take(self, reply: ModelResponse, price: Price | None, prompt: int) -> None:
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
    def so_far(self) -> Amount:
        return Amount(self.tokens, self.dollars, self.calls, self.unpriced)

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
    idempotency_key: str
    bill: _Bill
    tools: tuple[ToolSpec, ...] = ()
    history: tuple[Exchange, ...] = ()
    left_out: int = 0
    sent: list[Sent] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    repaired: bool = False

    @property
    def hash(self) -> str:
        """The hash that stands for all that is sent."""
        return self.prompt.digest(self.held)

    @property
    def held(self) -> dict[str, Any]:
        """What the answer is held to: its form, or the tools offered and the turns before."""
        if not self.tools:
            return self.form
        return {"tools": to_builtins(self.tools), "history": to_builtins(self.history)}

    @property
    def renaming(self) -> Renaming:
        return Renaming(self.prompt, self.role.volatile_ids)

    def request(self, more: str = "") -> Request:
        role, text = self.role, f"{self.prompt.request}\n\n{more}".strip()
        key = f"{self.idempotency_key} again" if more else self.idempotency_key
        return Request(
            role.name, self.prompt.instructions, text, self.form, role.most(self.question), key, self.tools,
            self.history,
        )  # fmt: skip

    def usage(self, model: str, *, refused: int = 0, cache: str = "") -> Usage:
        bill = self.bill
        return Usage(
            model, self.hash, bill.input, bill.output, bill.cached, bill.requests, self.repaired, tuple(self.failed),
            cache, refused, left_out=self.left_out,
        )  # fmt: skip


class ModelAnswerer:
    """Asks models, each when those before it have failed."""

    def __init__(
        self, clients: Sequence[ModelClient], *, prices: Prices | None = None, cache: Cache | None = None,
        context: int = 0, prompts: Path | None = None,
    ) -> None:  # fmt: skip
        self.clients = tuple(clients)
        self.context = context
        self.prompts = prompts
        self.prices = prices or load_prices()
        self.cache = cache
        self.name = ", else ".join(client.shown for client in self.clients)
        self.reserve = Amount(calls=1)

    @property
    def away(self) -> tuple[str, ...]:
        """The services beyond this machine that are asked."""
        return tuple(dict.fromkeys(place for client in self.clients if (place := client.spec.away)))

    @property
    def unpriced(self) -> tuple[str, ...]:
        """The models whose price is not known."""
        return tuple(client.shown for client in self.clients if self.prices.of(client.spec) is None)

    def estimate(self, role: Role[Any, Any], question: Any) -> Amount:
        """Return the most that one request for this question may take: its prompt and the longest answer."""
        asking = self._asking(role, question, "")
        prompt = _size(asking.request())
        known = [price for client in self.clients if (price := self.prices.of(client.spec))]
        most = role.most(question) + max(client.thoughts for client in self.clients)
        dollars = max((price.most(prompt, most) for price in known), default=0.0)
        tokens = prompt + most
        return Amount(tokens, dollars, 1, tokens if self.unpriced else 0)

    async def answer(self, role: Role[Q, A], question: Q, idempotency_key: str) -> Answer[A]:
        """Ask, and ask again once if the answer is not sound. Raises a `ModelError` that says what it cost."""
        asking = self._asking(role, question, idempotency_key)
        errors: list[ModelError] = []
        for client in self.clients:
            if errors and not self._fits(client, asking, asking.request()):
                break
            try:
                return self._recalled(client, asking) or await self._asked(client, asking)
            except ModelError as error:
                errors.append(error)
                asking.failed.append(client.shown)
        last = errors[-1]
        failure = type(last)("; then ".join(error.message for error in errors), hint=last.hint)
        failure.spent = asking.bill.amount
        failure.usage = asking.usage(asking.failed.pop())
        failure.tries = max(1, asking.bill.requests)
        failure.sent = tuple(asking.sent)
        raise failure

    def connect(self) -> None:
        """Make the models' clients. Raises `InputError` if that fails for every one: provider, key or library lacks."""
        refused: list[ModelError] = []
        for client in self.clients:
            try:
                client.open()
            except ModelError as error:
                refused.append(error)
        if len(refused) == len(self.clients):
            raise InputError("; ".join(error.message for error in refused), hint=refused[-1].hint)

    async def close(self) -> None:
        """Close the connections."""
        for client in self.clients:
            await client.close()

    def _asking(self, role: Role[Any, Any], question: Any, idempotency_key: str) -> _Asking:
        if role.prompt is None:
            raise ModelRefused(
                f"the role {role.name} has no prompt, so no model can answer it",
                hint=f"Answer it by its rule: --role {role.name}=rule",
            )
        asking = self._rendered(role, question, idempotency_key)
        while self.context and (shorter := less(role, asking.question, self._over(asking))) is not None:
            cut = self._rendered(role, shorter[0], idempotency_key)
            cut.left_out = asking.left_out + shorter[1]
            asking = cut
        if asking.left_out:
            told = f"{asking.prompt.request}\n\n{_LEFT_OUT}"
            asking.prompt = replace(asking.prompt, request=told)
        return asking

    def _rendered(self, role: Role[Any, Any], question: Any, idempotency_key: str) -> _Asking:
        assert role.prompt is not None
        history = tuple(role.history(question)) if role.history else ()
        results = [result for exchange in history for result in exchange.results]
        native = role.tools is not None and (role.answer is None or all(one.calls_tools for one in self.clients))
        shipped = (role.tool_prompt if native else None) or role.prompt
        path, run = own_prompt(shipped, self.prompts), idempotency_key.partition("/")[0]
        try:
            prompt = render(path, question, run, results)
        except Exception as error:
            if path == shipped:
                raise
            what = f"your prompt {path} cannot be used: {error}"
            raise InputError(what, hint=f"Compare it with the one that ships: {shipped}") from None
        if native and role.tools is not None:
            fenced_ = tuple(Exchange(e.turn, tuple(fenced(text, prompt.mark) for text in e.results)) for e in history)
            return _Asking(role, question, prompt, {}, idempotency_key, _Bill(), tuple(role.tools(question)), fenced_)
        kind: Any = role.answer or role.output
        form = schema_of(kind)
        return _Asking(role, question, prompt, form, idempotency_key, _Bill())

    def _over(self, asking: _Asking) -> int:
        """Return by how many tokens a question and its answer are too long for the context; at most 0 if all fits."""
        room = self.context - asking.role.most(asking.question) - max(client.thoughts for client in self.clients)
        return _size(asking.request(_LEFT_OUT)) - room

    async def _asked(self, client: ModelClient, asking: _Asking) -> Answer[Any]:
        """Ask, in words too where the service rejects a request that offers tools: some servers take none."""
        try:
            return await self._ask(client, asking)
        except Rejected:
            if not asking.tools or asking.role.answer is None:
                raise
            client.without_tools = True
            worded = self._asking(asking.role, asking.question, f"{asking.idempotency_key} in words")
            worded.bill, worded.sent, worded.failed = asking.bill, asking.sent, asking.failed
            try:
                return await self._ask(client, worded)
            except ModelError:
                client.without_tools = False  # the tools were not why
                raise

    async def _ask(self, client: ModelClient, asking: _Asking) -> Answer[Any]:
        role = asking.role
        reply = await self._send(client, asking, asking.request())
        output, complaints = _judged(asking, reply)
        again = asking.request(_send_back(asking, reply, complaints)) if complaints else None
        if again is not None and self._fits(client, asking, again):
            asking.repaired = True
            reply = await self._send(client, asking, again)
            output, complaints = _judged(asking, reply)
        if output is None or (complaints and not role.drop_invalid):
            told = "also when told" if asking.repaired else "and the budget allows no second request"
            raise InvalidAnswer(
                f"the model {client.shown} gave the {role.name} no usable answer, {told}: {complaints[0][:300]}"
            )
        if self.cache is not None and not complaints and not asking.tools:
            run = asking.idempotency_key.partition("/")[0]
            now = datetime.now(UTC).isoformat(timespec="seconds")
            key = self._key(client, asking)
            text = asking.renaming.without(reply.text)
            self.cache.put(key, Kept(text, client.shown, asking.hash, run, asking.idempotency_key, now))
        usage = asking.usage(client.shown, refused=len(complaints))
        return Answer(output, client.shown, asking.bill.amount, usage, tuple(asking.sent))

    async def _send(self, client: ModelClient, asking: _Asking, request: Request) -> ModelResponse:
        price, size = self.prices.of(client.spec), _size(request)
        trial = Trial(may_repeat=lambda unseen: self._fits(client, asking, request, requests=unseen + 1))
        try:
            reply = await client.ask(request, trial)
            asking.bill.take(reply, price, size)
            self._note(client, asking, request, reply.text or encode(reply.calls).decode())
            return replace(reply, text=unfenced(reply.text))
        except ModelError as error:
            self._note(client, asking, request, f"no answer: {error.message}")
            raise
        finally:
            asking.bill.requests += trial.sent
            asking.bill.fear(trial, price, size, asking.role.most(asking.question) + client.thoughts)

    def _note(self, client: ModelClient, asking: _Asking, request: Request, answer: str) -> None:
        turns = [encode(exchange).decode() for exchange in request.history]
        texts = (request.instructions, "\n\n".join([request.text, *turns]), answer)
        hidden = secrets()
        asking.sent.append(Sent(client.shown, *(mask(text, hidden) for text in texts)))

    def _fits(self, client: ModelClient, asking: _Asking, request: Request, *, requests: int = 1) -> bool:
        """Whether the budget has room for so many requests more than what the question has cost so far."""
        prompt, most = _size(request), asking.role.most(asking.question) + client.thoughts
        price = self.prices.of(client.spec)
        tokens, dollars = prompt + most, price.most(prompt, most) if price else 0.0
        more = Amount(tokens * requests, dollars * requests, requests, 0 if price else tokens * requests)
        return fits(asking.bill.so_far + more)

    def _key(self, client: ModelClient, asking: _Asking) -> str:
        same = asking.renaming.prompt.digest(asking.held)
        return Cache.key(client.shown, client.mode, same, asking.role.most(asking.question))

    def _recalled(self, client: ModelClient, asking: _Asking) -> Answer[Any] | None:
        """Return the answer that an earlier run paid for, if it is still sound."""
        kept = self.cache.get(self._key(client, asking)) if self.cache is not None and not asking.tools else None
        if kept is None:
            return None
        reply = ModelResponse(asking.renaming.within(kept.text), kept.model, 0, 0, 0, 0, False, True)
        output, complaints = _judged(asking, reply)
        if output is None or complaints:
            return None
        usage = asking.usage(client.shown, cache=f"{kept.effect} at {kept.at}")
        return Answer(output, client.shown, Amount(), usage)


def tokens_of(text: str) -> int:
    """Estimate how many tokens a text has, rather too many than too few."""
    return len(text.encode("utf-8", "surrogatepass")) // BYTES_A_TOKEN + 1


def _size(request: Request) -> int:
    return (
        tokens_of(request.instructions)
        + tokens_of(request.text)
        + len(encode([request.form, request.tools, request.history])) // BYTES_A_TOKEN
        + _FRAME
    )


def _judged(asking: _Asking, reply: ModelResponse) -> tuple[Any, list[str]]:
    """Return the output, or None if there is none, and what is wrong with it."""
    role, question = asking.role, asking.question
    if reply.cut:
        return None, [f"the answer was cut off at {role.most(question)} tokens; it has to be shorter"]
    if asking.tools:
        turn = Turn(reply.calls, reply.text.strip())
        wrong = _wrong_calls(asking.tools, turn)
        if wrong:
            return None, wrong
        made = role.from_turn(question, turn) if role.from_turn else turn
        return made, list(role.check(question, made)) if role.check else []
    try:
        given = read_answer(reply.text, role.answer or role.output)
        output = role.to_output(question, given) if role.to_output else given
    except ValueError as error:
        return None, [str(error)]
    return output, list(role.check(question, output)) if role.check else []


def _wrong_calls(tools: Sequence[ToolSpec], turn: Turn) -> list[str]:
    """Return what is wrong with a turn: nothing in it, a tool that is not there, arguments that are no object."""
    if not turn.calls and not turn.text:
        return ["the answer is empty: call a tool, or answer"]
    names = {tool.name for tool in tools}
    found = [f"there is no tool {call.name!r}" for call in turn.calls if call.name not in names]
    for call in turn.calls:
        try:
            given = decode(call.arguments.encode(), dict[str, Any])
        except (msgspec.MsgspecError, UnicodeError):
            found.append(f"the arguments of {call.name} are no JSON object")
            continue
        required = next((tool.schema.get("required", ()) for tool in tools if tool.name == call.name), ())
        found += [f"the call of {call.name} lacks {name!r}" for name in required if name not in given]
    return found


def _send_back(asking: _Asking, reply: ModelResponse, complaints: Sequence[str]) -> str:
    """The words that send an answer back: what is wrong with it, and the answer, as data under a mark of its own."""
    shown = (reply.text or encode(reply.calls).decode())[:_SENT_BACK]
    listed = "\n".join(f"- {' '.join(text.split())[:500]}" for text in complaints[:20])
    mark = mark_for(asking.prompt.request, shown, listed, seed=f"{asking.prompt.mark} again")
    return (
        f"You were asked this before, and what you answered cannot be used. Between marks with the word {mark} stand "
        f"first the reasons, then your answer.\n{fenced(listed, mark)}\n{fenced(shown, mark)}\n"
        "Answer again, whole, with that put right."
    )
