"""Several providers asked at once, and one list made of what they find."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from indagate.errors import EffectError, SearchDown
from indagate.tools.web.provider.base import Provider, Refused, Result
from indagate.tools.web.spelling import canonical_url

DAMPING = 60
"""How little the first places count more than the next (the constant of reciprocal rank fusion)."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A provider that did not deliver, and why."""

    provider: str
    reason: str
    down: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What the providers found together, best first, and which of them failed."""

    results: list[Result]
    failures: list[Failure]


def fuse(found: Sequence[Sequence[Result]], limit: int) -> list[Result]:
    """Return one list by reciprocal ranks; a page that several found counts for each of them, and is there once.

    It has the address and title of who placed it best, the longest snippet, and a date if any has one.
    """
    held: dict[str, list[tuple[int, Result]]] = {}
    for results in found:
        seen: set[str] = set()
        for result in results:
            key = canonical_url(result.url)
            if key not in seen:
                seen.add(key)
                held.setdefault(key, []).append((len(seen), result))
    merged = []
    for places in held.values():
        score = sum(1 / (DAMPING + rank) for rank, _ in places)
        best = min(places, key=lambda place: place[0])[1]
        merged.append(
            replace(
                best,
                snippet=max((result.snippet for _, result in places), key=len),
                published=next((result.published for _, result in places if result.published), None),
                provider="+".join(dict.fromkeys(result.provider for _, result in places)),
                score=round(score, 6),
            )
        )
    return sorted(merged, key=lambda result: (-result.score, canonical_url(result.url)))[:limit]


async def search_all(providers: Sequence[Provider], query: str, limit: int) -> Findings:
    """Ask all at once. One that fails is named in the findings.

    Raises `SearchDown` where all are down, `Refused` where all fail for this query.
    """

    async def one(provider: Provider) -> list[Result] | Failure:
        try:
            return await provider.search(query, limit)
        except EffectError as error:
            return Failure(provider.name, error.message, getattr(error, "down", False))

    answers = await asyncio.gather(*(one(provider) for provider in providers))
    failures = [answer for answer in answers if isinstance(answer, Failure)]
    found = [answer for answer in answers if not isinstance(answer, Failure)]
    if not found:
        kind = SearchDown if all(failure.down for failure in failures) else Refused
        raise kind("no search provider answers: " + "; ".join(failure.reason for failure in failures))
    return Findings(fuse(found, limit), failures)
