"""Series with one property each, and nothing else that shows: drawn again until that holds."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence

from signs import quiet, unrelated

Series = list[float]
TRIES = 5000


def days(first: str, n: int, step: int = 1) -> list[dt.date]:
    """Return dates from a first one on, some days apart."""
    start = dt.date.fromisoformat(first)
    return [start + dt.timedelta(days=step * k) for k in range(n)]


def months(first: str, n: int) -> list[dt.date]:
    """Return the firsts of months from one on."""
    start = dt.date.fromisoformat(first)
    places = [start.year * 12 + start.month - 1 + k for k in range(n)]
    return [dt.date(place // 12, place % 12 + 1, 1) for place in places]


def draws(rng: random.Random, n: int) -> Series:
    """Return standard normal draws, none beyond 2.6."""
    made: Series = []
    while len(made) < n:
        one = rng.gauss(0, 1)
        if abs(one) < 2.6:
            made.append(one)
    return made


def still(rng: random.Random, n: int, others: Sequence[Series] = ()) -> Series:
    """Return standard noise in which nothing shows, related to none of the others. Raises if there is none."""
    for _ in range(TRIES):
        made = draws(rng, n)
        if quiet(made) and all(unrelated(made, other) for other in others):
            return made
    raise ValueError(f"no quiet series of {n} in {TRIES} draws")


def scaled(noise: Series, level: float, spread: float, places: int = 2) -> Series:
    """Return noise moved to a level and a spread, rounded."""
    return [round(level + spread * one, places) for one in noise]


def stepped(noise: Series, at: int, height: float) -> Series:
    """Return noise with a change of level, in its own spreads."""
    return [one + (height if k >= at else 0.0) for k, one in enumerate(noise)]


def widened(noise: Series, at: int, factor: float) -> Series:
    """Return noise whose spread changes from a position on."""
    return [one * (factor if k >= at else 1.0) for k, one in enumerate(noise)]


def spiked(noise: Series, at: int, height: float) -> Series:
    """Return noise with one value moved away."""
    return [one + (height if k == at else 0.0) for k, one in enumerate(noise)]


def sloped(noise: Series, rise: float) -> Series:
    """Return noise with a straight rise over its whole length, in its own spreads."""
    return [one + rise * k / (len(noise) - 1) for k, one in enumerate(noise)]


def waved(noise: Series, wave: Series, strength: float) -> Series:
    """Return noise with a wave that repeats, in its own spreads."""
    return [one + strength * wave[k % len(wave)] for k, one in enumerate(noise)]


def following(lead: Series, noise: Series, lag: int, strength: float) -> Series:
    """Return a series that follows another some periods later; the first periods are noise about its level."""
    before = noise[len(noise) - lag :] if lag else []
    source = [*before, *lead[: len(lead) - lag]]
    return [strength * one + (1 - strength**2) ** 0.5 * other for one, other in zip(source, noise, strict=True)]


def walk(rng: random.Random, n: int) -> Series:
    """Return a random walk."""
    made, at = [], 0.0
    for _ in range(n):
        at += rng.gauss(0, 1)
        made.append(at)
    return made
