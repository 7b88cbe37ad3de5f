"""Embedding a folder's passages, lot by lot: what a lot cost is in the journal, the vectors are in a cache.

A lot is embedded under the cache's lock, so that of several processes none embeds what another one has.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from indagate.budget import Amount
from indagate.errors import BudgetSpent, EffectError
from indagate.storage import Ambient
from indagate.tools import tool

if TYPE_CHECKING:
    from indagate.corpus import Corpus
    from indagate.corpus.embedder import Embedder
    from indagate.corpus.vectorfile import Lock
    from indagate.corpus.vectors import Missing
    from indagate.flow.context import Context

LOT = 256
"""Passages that one effect embeds."""
SHARE = 0.5
"""The share of any limit of the budget from which on no more passages are embedded: research needs the rest."""
_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class Lot(Ambient):
    """Passages to be embedded, and what they are embedded by."""

    corpus: Corpus
    embedder: Embedder
    missing: Missing


async def embed_corpus(ctx: Context[Any], corpus: Corpus) -> str:
    """Embed the passages that have no vector, as far as the budget goes; say in a line what there is.

    Nothing is said, and nothing done, where no embedding model was asked for. What fails is said: documents are then
    searched by their words, and by the vectors that there are.
    """
    embedder = ctx.embedder
    if embedder is None:
        return ""
    vectors, why = corpus.vectors(embedder.identity), ""
    missing = await asyncio.to_thread(vectors.missing, LOT)
    number, at_most = 0, 2 * (missing.passages // LOT) + 10
    while missing.count and number < at_most:
        number += 1
        try:
            if ctx.budget.share >= SHARE:
                raise BudgetSpent("half of the budget is spent")
            await ctx.call(embed_lot, Lot(corpus, embedder, missing), number)
        except (BudgetSpent, EffectError) as error:
            why = error.message
            break
        missing = await asyncio.to_thread(vectors.missing, LOT)
    done = missing.passages - missing.count
    line = f"{embedder.name}: {done:,} of {missing.passages:,} passages are searched by meaning"
    return f"{line} ({why})" if why else line


def _estimate(lot: Lot, number: int) -> Amount:
    return lot.embedder.estimate(lot.missing.texts)


@tool(counts=False, reserve=_estimate)
async def embed_lot(lot: Lot, number: int) -> int:
    """Embed a lot of passages, those of them that have no vector yet; return how many. Raises a `ModelError`."""
    vectors = lot.corpus.vectors(lot.embedder.identity)
    async with _locked(vectors.lock()):
        places = await asyncio.to_thread(vectors.still_missing, lot.missing.keys)
        if places:
            made = await lot.embedder.embed([lot.missing.texts[place] for place in places])
            await asyncio.to_thread(vectors.add, [lot.missing.keys[place] for place in places], made)
        return len(places)


@contextlib.asynccontextmanager
async def _locked(lock: Lock) -> AsyncIterator[None]:
    while not lock.taken():  # noqa: ASYNC110 - another process lets go of it, which sets no event here
        await asyncio.sleep(_PAUSE)
    try:
        yield
    finally:
        lock.release()
