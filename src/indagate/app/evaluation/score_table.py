"""The counts of an evaluation, a line a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from indagate.app.evaluation.evaluation import Result


@dataclass(frozen=True, slots=True)
class Score:
    """What came of the cases with one model; `unsupported` counts answers that nothing recorded bears out."""

    model: str
    cases: int
    right: int
    wrong: int
    declined: int
    unsupported: int
    dollars: float
    calls: int
    tokens: int
    seconds: float

    @property
    def plain(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


def scores(results: Iterable[Result]) -> list[Score]:
    """Return a score a model, in the order in which the models were asked."""
    by_model: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_model[result.model].append(result)
    return [_score(model, group) for model, group in by_model.items()]


def _score(model: str, group: list[Result]) -> Score:
    verdicts = [result.verdict for result in group]
    return Score(
        model, len(group), verdicts.count("right"), verdicts.count("wrong"), verdicts.count("declined"),
        sum(result.unsupported for result in group), round(sum(result.dollars for result in group), 6),
        sum(result.calls for result in group), sum(result.tokens for result in group),
        round(sum(result.seconds for result in group), 3),
    )  # fmt: skip
