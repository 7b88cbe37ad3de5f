"""What an expression of a SELECT means: its columns, unit, kind and label, computed from the tree and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from indagate.cells.label import Disclosure, Label
from indagate.cells.table import Kind, Period
from indagate.cells.unit import ONE, Unit
from indagate.frozen import dataclass

Sort = Kind | Literal["count", "ratio", "flag", "rank", "span"]
"""The kind of a column, or of what is made of columns: how many, a share, yes or no, a place, a length of time."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an expression means.

    `columns` are the (table, column) that it ends in. `unit` is None where it is unknown. `number` is the value of what
    is a literal and nothing else, `text` says that it is one of text. `scaled` is 100 × something, still to be divided.
    """

    kind: Sort
    label: Label
    columns: frozenset[tuple[str, str]] = frozenset()
    unit: Unit | None = ONE
    aggregated: bool = False
    number: float | None = None
    literal: bool = False
    scaled: bool = False
    shifted: bool = False
    period: Period = ""
    numeric: bool = False
    unit_columns: frozenset[tuple[str, str]] = frozenset()
    filters: tuple[Label, ...] = ()
    plain: tuple[str, str] | None = None
    sums: frozenset[tuple[str, str]] = frozenset()
    warnings: tuple[Disclosure, ...] = ()
    whole: bool = False
    buckets: tuple[tuple[str, Label], ...] = ()
    """Names that the query gives to groups by CASE, each with the condition that is shown instead of it."""

    def labelled(self, en: str, ru: str | None = None, **changes: Any) -> Meaning:
        """Return the meaning with a label made from its own: `{}` stands for it."""
        label = Label(en.replace("{}", self.label.en), (ru or en).replace("{}", self.label.ru))
        return replace(self, label=label, plain=None, **changes)


def union(meanings: list[Meaning]) -> dict[str, Any]:
    """Return the fields that a combination takes from all its parts."""
    return {
        "columns": frozenset().union(*(one.columns for one in meanings)),
        "unit_columns": frozenset().union(*(one.unit_columns for one in meanings)),
        "sums": frozenset().union(*(one.sums for one in meanings)),
        "aggregated": any(one.aggregated for one in meanings),
        "warnings": tuple(dict.fromkeys(text for one in meanings for text in one.warnings)),
    }
