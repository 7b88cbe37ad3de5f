"""The odds that a piece of a document answers a question: its clues weighed by a model fitted to questions.

The weights were fitted to the tuning third of an examination (tag `before-judgement`) and to the development
questions, never to scored ones; five-fold cross-validation chose how far to trust them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from indagate.flows.mission.offline.bearing import Sought
from indagate.flows.mission.offline.clue import NAMES, Piece, clues

WEIGHTS = {
    "near": 6.14, "title": 1.64, "missing": -0.41, "keyed": -0.60, "keyed_near": 0.43, "measured": 2.52,
    "unmeasured": -0.29, "called": 0.70, "defines": 4.56, "length": -0.20, "curt": -1.49, "foreign": -1.32,
    "term": 1.05, "signs": -3.02, "pair": 1.47, "order": 0.39, "dense": 1.69, "unheard": -4.21, "default": 1.81,
    "purpose": 1.53, "first": 1.58, "denies": 1.39, "bent": 8.00, "names_kind": 0.30, "conditional": -0.80,
    "points": -2.0,
}  # fmt: skip
"""How much each clue adds to the score by which the pieces that were read are ranked."""
TRUSTED = {"near": 2.12, "unheard": -3.21, "unmeasured": -0.91, "dense": 1.88, "points": -1.0}
BIAS = -1.83
"""What the clues of the best piece add to the log-odds that it answers at all."""
LEAST, BLIND = 0.35, 0.50
"""The chance from which a piece counts as an answer; below, nothing was found. More is asked where it is not known how
rare the words are."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How a piece ranks among others, and how likely it is to answer."""

    score: float
    chance: float


def odds(aim: Sought, piece: Piece) -> Odds:
    """The odds that a piece answers what is sought."""
    found = dict(zip(NAMES, clues(aim, piece), strict=True))
    score = sum(WEIGHTS[name] * value for name, value in found.items())
    logit = BIAS + sum(weight * found[name] for name, weight in TRUSTED.items())
    return Odds(round(score, 4), 1.0 / (1.0 + math.exp(-logit)))
