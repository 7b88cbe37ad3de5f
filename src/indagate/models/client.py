"""Asking one model: one request after another until it answers, within limits, and every failure by name."""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

from indagate.engine import encode
from indagate.errors import Declined, ModelBusy, ModelError, ModelRefused, ModelUnreachable, Rejected
from indagate.frozen import dataclass
from indagate.models.connection import Connection, TooLong, connect
from indagate.models.secret import redact
from indagate.models.spec import Mode, Spec
from indagate.models.toolcall import Exchange, ToolCall, ToolSpec

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.messages import ModelResponse as ProviderResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

T = TypeVar("T")
THOUGHTS = {"thinking_always_enabled": 8192, "supports_thinking": 4096}
"""Tokens that a model which always thinks first, or may, gets beside its answer."""


_not_before: dict[str, float] = {}
"""When each service may be asked again (`time.monotonic`): what it told one run holds for all of this process."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long to try: requests in all, the first pause in seconds (doubled each time), the longest pause, and the

    seconds after which a request is given up. A request that was given up is sent once more at most.
    """

    tries: int = 4
    first: float = 0.5
    longest: float = 60.0
    timeout: float = 120.0


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """What a model wrote or called, and what that took, if it was `measured`; `cut` at the limit of tokens."""

    text: str
    model: str
    input: int
    output: int
    cached: int
    written: int
    cut: bool
    measured: bool
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One request: instructions, the question, the form of the answer, and the most tokens that it may have.

    With `tools` the answer has no form: it is calls of them, or text. `history` are the turns before, results fenced.
    """

    name: str
    instructions: str
    text: str
    form: dict[str, Any]
    max_tokens: int
    idempotency_key: str = ""
    tools: tuple[ToolSpec, ...] = ()
    history: tuple[Exchange, ...] = ()


@dataclass(slots=True)
class Trial:
    """What came of the requests so far: how many were sent, and how many of them may have cost something unseen.

    `may_repeat` says whether the budget has room for another one after so many unseen.
    """

    sent: int = 0
    unseen: int = 0
    may_repeat: Callable[[int], bool] = lambda unseen: True


@dataclass(frozen=True, slots=True)
class _Failure:
    kind: type[ModelError]
    text: str
    again: bool
    wait: float | None = None
    charged: bool = False
    once_more: bool = False
    hint: str | None = None


class ModelClient:
    """A model, and how it is asked. Safe to use from several event loops, one after another."""

    def __init__(
        self, spec: Spec, *, mode: Mode = "auto", retry: RetryPolicy | None = None, thoughts: int | None = None
    ) -> None:
        self.spec = spec
        self.mode = mode
        self.retry = retry or RetryPolicy()
        self.without_tools = False
        """Whether the service turned out to take no tools: they are then offered in words."""
        self._thoughts = thoughts
        self._connections: WeakKeyDictionary[asyncio.AbstractEventLoop, Connection] = WeakKeyDictionary()

    @property
    def shown(self) -> str:
        """The model's name for people and the journal."""
        return self.spec.shown

    @property
    def thoughts(self) -> int:
        """Tokens that the model may have for thinking beside its answer."""
        if self._thoughts is None:
            try:
                profile = self._profile
            except ModelError:
                return 0
            self._thoughts = next((tokens for what, tokens in THOUGHTS.items() if profile.get(what)), 0)
        return self._thoughts

    @property
    def _profile(self) -> Mapping[str, Any]:
        return self._connection().model.profile

    def _connection(self) -> Connection:
        loop = asyncio.get_running_loop()
        connection = self._connections.get(loop)
        if connection is None:
            connection = self._connections[loop] = connect(self.spec)
        return connection

    @property
    def calls_tools(self) -> bool:
        """Whether a role that can be asked either way is offered its tools in the provider's own form."""
        return self.mode != "prompted" and not self.without_tools and self._profile.get("supports_tools", True)

    def open(self) -> None:
        """Make the model's client for this event loop; nothing is sent. Raises `ModelRefused`."""
        self._connection()

    async def close(self) -> None:
        """Close the connections of this event loop."""
        connection = self._connections.pop(asyncio.get_running_loop(), None)
        if connection is not None:
            await connection.close()

    async def ask(self, request: Request, trial: Trial) -> ModelResponse:
        """Return the model's reply, trying again where that may help. Raises a `ModelError` by name."""
        return await self.retried(lambda: self._send(request), trial)

    async def retried(self, send: Callable[[], Awaitable[T]], trial: Trial) -> T:
        """Return what sending a request gives, trying again where that may help. Raises a `ModelError` by name."""
        pause, timeouts = self.retry.first, 0
        while True:
            await self._turn()
            try:
                trial.sent += 1
                return await send()
            except Exception as error:  # noqa: BLE001 - the border: whatever comes up from below gets a name of ours here
                failure = self._failure(error)
            trial.unseen += failure.charged
            timeouts += failure.once_more
            wait = pause * (1 + random.random() / 4) if failure.wait is None else failure.wait
            last = trial.sent >= self.retry.tries or timeouts > 1
            last = last or (trial.unseen > 0 and not trial.may_repeat(trial.unseen))
            if not failure.again or last or wait > self.retry.longest:
                raise failure.kind(self._told(failure, trial, wait, last), hint=failure.hint) from None
            pause = min(pause * 2, self.retry.longest)
            if failure.wait is not None:
                _not_before[self._service] = max(_not_before.get(self._service, 0.0), time.monotonic() + wait)
            await asyncio.sleep(wait)

    @property
    def _service(self) -> str:
        return f"{self.spec.provider} {self.spec.url}"

    async def _turn(self) -> None:
        """Wait as long as the service asked anybody in this process to wait, but no longer than one request may."""
        wait = _not_before.get(self._service, 0.0) - time.monotonic()
        if wait > 0:
            await asyncio.sleep(min(wait, self.retry.longest))

    def _told(self, failure: _Failure, trial: Trial, wait: float, last: bool) -> str:
        told = f"the model {self.shown} {failure.text}"
        if failure.again and not last and wait > self.retry.longest:
            return f"{told}; it asks to wait {wait:.0f} s"
        return f"{told}, {trial.sent} times" if trial.sent > 1 else told

    def _failure(self, error: Exception) -> _Failure:
        if isinstance(error, ModelError):
            return _Failure(type(error), error.message.removeprefix(f"{self.shown}: "), False, hint=error.hint)
        if any(isinstance(cause, TooLong) for cause in _causes(error)):
            return _Failure(ModelUnreachable, "answers without end; it was cut off", False, charged=True)
        known = (self.spec.url, self.spec.url.partition("://")[2].partition("@")[0] if "@" in self.spec.url else "")
        return _failure(error, lambda text: redact(text, known))

    async def _send(self, request: Request) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.messages import ModelRequest, UserPromptPart

        connection = self._connection()
        messages: list[ModelMessage] = [
            ModelRequest(parts=[UserPromptPart(request.text)], instructions=request.instructions)
        ]
        for exchange in request.history:
            messages += _messages(exchange, request.instructions)
        settings, parameters = self._settings(request), self._parameters(request)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _reply(request, await model_request(
                connection.model, messages, model_settings=settings, model_request_parameters=parameters,
                instrument=False,
            ))  # fmt: skip

    def _settings(self, request: Request) -> ModelSettings:
        timeout = self.retry.timeout
        settings: dict[str, Any] = {
            "max_tokens": request.max_tokens + self.thoughts,
            "timeout": timeout,
            "request_timeout": timeout,
            "max_retries": 0,
        }
        if request.idempotency_key:
            settings["extra_headers"] = {
                "Idempotency-Key": hashlib.sha256(request.idempotency_key.encode()).hexdigest()[:32]
            }
        return cast("ModelSettings", settings)

    def _parameters(self, request: Request) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition
        from pydantic_ai.tools import ToolDefinition

        if request.tools:
            offered = [
                ToolDefinition(name=tool.name, description=tool.doc, parameters_json_schema=dict(tool.schema))
                for tool in request.tools
            ]
            return ModelRequestParameters(function_tools=offered, output_mode="text", allow_text_output=True)
        what = f"the answer of the {request.name}"
        name = re.sub(r"\W", "_", request.name)
        return ModelRequestParameters(
            output_mode=self.mode,
            output_object=OutputObjectDefinition(json_schema=request.form, name=name, description=what),
            output_tools=[
                ToolDefinition(name=name, parameters_json_schema=request.form, description=what, kind="output")
            ],
            allow_text_output=self.mode in ("native", "prompted"),
        )


def _reply(request: Request, response: ProviderResponse) -> ModelResponse:
    """Read a response. Raises `Declined`."""
    from pydantic_ai.messages import TextPart, ToolCallPart

    if response.finish_reason == "content_filter":
        details = response.provider_details or {}
        said = redact(str(details.get("refusal") or "")) or "no reason given"
        raise Declined(f"declines to answer: {said}")
    made = [part for part in response.parts if isinstance(part, ToolCallPart)]
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    calls: tuple[ToolCall, ...] = ()
    if request.tools:
        calls = tuple(ToolCall(part.tool_call_id, part.tool_name, _arguments(part.args)) for part in made)
    elif made:
        text = _arguments(made[0].args)
    used = response.usage
    return ModelResponse(
        text, response.model_name or "", used.input_tokens, used.output_tokens, used.cache_read_tokens,
        used.cache_write_tokens, response.finish_reason == "length", bool(used.input_tokens or used.output_tokens),
        calls,
    )  # fmt: skip


def _messages(exchange: Exchange, instructions: str) -> list[ModelMessage]:
    """Return an earlier turn as the provider's own messages."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart

    turn = exchange.turn
    said: list[TextPart | ToolCallPart] = [TextPart(turn.text)] if turn.text else []
    said += [ToolCallPart(call.name, call.arguments, call.id) for call in turn.calls]
    gave = [
        ToolReturnPart(call.name, result, call.id) for call, result in zip(turn.calls, exchange.results, strict=True)
    ]
    answered: list[ModelMessage] = [ModelResponse(parts=said)]
    return [*answered, ModelRequest(parts=gave, instructions=instructions)] if gave else answered


def _arguments(given: object) -> str:
    """A tool call's arguments as the model wrote them, valid or not."""
    return given if isinstance(given, str) else encode(given if given is not None else {}).decode()


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _failure(error: Exception, clean: Any) -> _Failure:
    """Give an error of the libraries below its name, and say whether trying again may help."""
    from pydantic_ai import exceptions as ai

    if isinstance(error, ai.ModelRequestTimeout | ai.ModelTimeoutError):
        phase = getattr(error, "phase", "read")
        return _Failure(
            ModelUnreachable, "does not answer in time", True, charged=phase not in ("pool", "connect"), once_more=True
        )
    if isinstance(error, ai.ModelConnectionError):
        sent = error.phase not in ("pool", "connect", None)
        broke = "breaks off its answer" if sent else "cannot be reached"
        return _Failure(ModelUnreachable, f"{broke}: {clean(_reason(error))}", True, charged=sent)
    if isinstance(error, ai.ModelRateLimitError):
        return _Failure(ModelBusy, "is asked too often", True, wait=error.retry_after)
    if isinstance(error, ai.ModelUnavailableError | ai.ModelServerError):
        return _Failure(ModelBusy, f"fails: {clean(_said(error))}", True, wait=error.retry_after)
    if isinstance(error, ai.ModelAuthenticationError):
        return _Failure(ModelRefused, f"does not accept the key: {clean(_said(error))}", False)
    if isinstance(error, ai.ModelNotFoundError):
        return _Failure(ModelRefused, f"is not known there: {clean(_said(error))}", False)
    if isinstance(error, ai.ModelQuotaExceededError):
        return _Failure(ModelRefused, f"has no quota left for this key: {clean(_said(error))}", False)
    if isinstance(error, ai.ContentFilterError):
        return _Failure(Declined, "declines to answer: the provider's filter", False)
    if isinstance(error, ai.ModelHTTPError):
        busy = error.status_code >= 500 or error.status_code in (408, 409, 425)
        verb = "fails" if busy else "rejects the request"
        return _Failure(ModelBusy if busy else Rejected, f"{verb}: {clean(_said(error))}", busy)
    if isinstance(error, ai.ModelRequestRejectedError):
        return _Failure(Rejected, f"rejects the request: {clean(_said(error))}", False)
    if isinstance(error, ai.UserError):
        return _Failure(ModelRefused, f"cannot be asked like this: {clean(str(error))}", False)
    if isinstance(error, ai.ModelAPIError | ai.UnexpectedModelBehavior):
        return _Failure(ModelUnreachable, "sends what is no model's response", True, charged=True, once_more=True)
    return _Failure(
        ModelUnreachable, f"could not be asked: {type(error).__name__}: {clean(str(error))}", True, charged=True,
        once_more=True,
    )  # fmt: skip


def _reason(error: Exception) -> str:
    """The innermost cause, which says most: connection refused, name not known, …"""
    last = list(_causes(error))[-1]
    return str(last) or type(last).__name__


def _said(error: Any) -> str:
    """What the provider says about an error, with its status."""
    status = getattr(error, "status_code", None)
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else body
    words = inner.get("message", "") if isinstance(inner, dict) else inner
    return " ".join(str(part) for part in (status, words) if part) or type(error).__name__
