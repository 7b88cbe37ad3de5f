"""Embedding models: `openai:NAME[@URL]` and `ollama:NAME[@URL]` over the network, `local[:FOLDER]` on this machine."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from indagate.budget import Amount
from indagate.budget.meter import spend
from indagate.errors import InputError, InvalidAnswer
from indagate.models.bert import INSTALL, Bert, Files, find
from indagate.models.client import ModelClient, RetryPolicy, Trial
from indagate.models.connection import connect_embedding
from indagate.models.price import Prices, load_prices
from indagate.models.spec import Spec, parse_spec

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.embeddings import EmbeddingModel, EmbeddingResult

    from indagate.corpus.embedder import Floats


LOCAL = "local"
PROVIDERS = ("openai", "ollama")
FORMS = "openai:NAME[@URL], ollama:NAME[@URL], local or local:FOLDER"
INPUTS = 64
"""Texts of one request."""
_AT_ONCE = 4
_BYTES_A_TOKEN = 3


def embedder_of(
    text: str, home: Path | None = None, *, timeout: float = 120.0, tries: int = 4
) -> ServiceEmbedder | LocalEmbedder:
    """Return the embedding model that `text` names; nothing is loaded or sent. Raises `InputError`."""
    provider, _, rest = text.strip().partition(":")
    if provider == LOCAL:
        return LocalEmbedder(str(Path(rest).expanduser().absolute()) if rest else "")
    if provider not in PROVIDERS:
        raise InputError(f"--embed {text}: there is no such embedding model", hint=f"It is one of: {FORMS}.")
    from importlib.util import find_spec

    if find_spec("numpy") is None:
        raise InputError("--embed needs numpy, which is not installed", hint=f"Install it: {INSTALL}")
    prices = load_prices(home / "prices.toml" if home else None)
    return ServiceEmbedder(parse_spec(text), prices, RetryPolicy(tries=tries, timeout=timeout))


class EmbeddingClient(ModelClient):
    """An embedding model behind OpenAI's protocol, asked with the retries and the errors of a model."""

    def __init__(self, spec: Spec, retry: RetryPolicy) -> None:
        super().__init__(spec, retry=retry)
        self._open: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[EmbeddingModel, httpx2.AsyncClient]] = (
            WeakKeyDictionary()
        )

    def open(self) -> None:
        """Make the client for this event loop; nothing is sent. Raises `ModelRefused`."""
        self._model()

    async def close(self) -> None:
        """Close the connection of this event loop."""
        opened = self._open.pop(asyncio.get_running_loop(), None)
        if opened is not None:
            await opened[1].aclose()

    async def embed(self, texts: Sequence[str], trial: Trial) -> EmbeddingResult:
        """Return what the service answers, trying again where that may help. Raises a `ModelError` by name."""
        model = self._model()
        return await self.retried(lambda: model.embed(list(texts), input_type="document"), trial)

    def _model(self) -> EmbeddingModel:
        loop = asyncio.get_running_loop()
        if loop not in self._open:
            self._open[loop] = connect_embedding(self.spec, self.retry.timeout)
        return self._open[loop][0]


class ServiceEmbedder:
    """An embedding model that a service has."""

    def __init__(self, spec: Spec, prices: Prices, retry: RetryPolicy) -> None:
        self.client = EmbeddingClient(spec, retry)
        self.prices = prices
        self.name = self.identity = spec.shown
        self.own_address = bool(spec.url)

    @property
    def away(self) -> str:
        """Where it is asked beyond this machine; empty where it runs here."""
        return self.client.spec.away

    def elsewhere(self, environment: Mapping[str, str]) -> str:
        """`VARIABLE=ADDRESS` where the environment says where the service is; else nothing."""
        return self.client.spec.elsewhere(environment)

    @property
    def said(self) -> str:
        """What leaves the machine, and to whom."""
        place = self.away
        leaves = f"the documents' text and every query go to {place}" if place else "nothing goes beyond this machine"
        return f"embeddings: {self.name}; {leaves} for them"

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Its name, where its price is not known."""
        return () if self.prices.of(self.client.spec) else (self.name,)

    def connect(self) -> None:
        """Make the client; nothing is sent. Raises `ModelRefused`."""
        self.client.open()

    async def close(self) -> None:
        """Close the connection of this event loop."""
        await self.client.close()

    def estimate(self, texts: Sequence[str]) -> Amount:
        """Return the most that embedding these is expected to cost."""
        return self._amount(sum(map(_tokens, texts)), -(-len(texts) // INPUTS))

    async def embed(self, texts: Sequence[str]) -> Floats:
        """Return a row for each text. Raises a `ModelError`: also for an answer that cannot be vectors of these."""
        import numpy as np

        gate = asyncio.Semaphore(_AT_ONCE)

        async def one(part: Sequence[str]) -> Floats:
            async with gate:
                return await self._request(part)

        parts = [texts[start : start + INPUTS] for start in range(0, len(texts), INPUTS)]
        tasks = [asyncio.ensure_future(one(part)) for part in parts]
        try:
            rows = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if len({part.shape[1] for part in rows}) > 1:
            raise InvalidAnswer(f"the embedding model {self.name} answers vectors of different lengths")
        return np.concatenate(rows)

    async def _request(self, texts: Sequence[str]) -> Floats:
        trial = Trial()
        try:
            result = await self.client.embed(texts, trial)
        except BaseException:
            spend(self._amount(trial.unseen * sum(map(_tokens, texts)), trial.sent))
            raise
        used = result.usage.input_tokens or sum(map(_tokens, texts))
        spend(self._amount(used + trial.unseen * sum(map(_tokens, texts)), trial.sent))
        return checked(result.embeddings, len(texts), self.name)

    def _amount(self, tokens: int, calls: int) -> Amount:
        price = self.prices.of(self.client.spec)
        return Amount(tokens, price.of(tokens, 0) if price else 0.0, calls, 0 if price else tokens)


class LocalEmbedder:
    """An embedding model computed here; it is loaded when it is first asked. It costs nothing."""

    own_address = False

    def __init__(self, folder: str) -> None:
        self.name = f"{LOCAL}:{folder}" if folder else LOCAL
        self._files: Files = find(folder)
        self.identity = f"{LOCAL} {self._files.stamp}"
        self._bert: Bert | None = None
        self._loading = threading.Lock()

    def elsewhere(self, environment: Mapping[str, str]) -> str:
        """Nothing: no service is asked."""
        return ""

    @property
    def said(self) -> str:
        """What leaves the machine: nothing."""
        return f"embeddings: {self.name}, computed on this machine; nothing leaves it for them"

    def estimate(self, texts: Sequence[str]) -> Amount:
        """Return the cost: none."""
        return Amount()

    async def embed(self, texts: Sequence[str]) -> Floats:
        """Return a row for each text. Raises `InputError` where the model cannot be read."""
        import numpy as np

        step = INPUTS // 4
        parts = [
            await asyncio.to_thread(self._compute, texts[start : start + step]) for start in range(0, len(texts), step)
        ]
        return checked(np.concatenate(parts), len(texts), self.name)

    def _compute(self, texts: Sequence[str]) -> Floats:
        with self._loading:
            if self._bert is None:
                self._bert = Bert(self._files)
        return self._bert.embed(texts)


def checked(answered: Any, count: int, name: str) -> Floats:
    """Return vectors of length 1. Raises `InvalidAnswer` for what cannot be vectors of so many texts."""
    import numpy as np

    def invalid(why: str) -> InvalidAnswer:
        return InvalidAnswer(f"the embedding model {name} {why}")

    if len(answered) != count:
        raise invalid(f"answers {len(answered)} vectors for {count} texts")
    try:
        vectors = np.asarray(answered, np.float32)
    except (ValueError, TypeError):
        raise invalid("answers vectors of different lengths, or what are no numbers") from None
    if vectors.ndim != 2 or not vectors.shape[1]:
        raise invalid("answers what are no vectors")
    if not np.isfinite(vectors).all():
        raise invalid("answers vectors with what is no number (NaN or infinite)")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (lengths > 0).all() or not np.isfinite(lengths).all():
        raise invalid("answers vectors of no length")
    unit: Floats = vectors / lengths
    return unit


def _tokens(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass")) // _BYTES_A_TOKEN + 1
