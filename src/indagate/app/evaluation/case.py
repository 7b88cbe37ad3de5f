"""A case of an evaluation: what is asked, what it may be answered from, and what a right answer holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Asked = Literal["mission", "task"]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a right answer holds; with `refused` the right answer is that there is none.

    Of `texts` every group must be found: a group is several wordings of one thing. `numbers` are values with a relative
    tolerance. `yes` is the answer to a question of yes or no.
    """

    texts: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[tuple[float, float], ...] = ()
    yes: bool | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class EvalCase:
    """A question or goal, the flow that is to answer it, and its material.

    `corpus` and `data` are folders. `documents` (name → text) and `files` come with the case itself: they are put into
    folders of the case when it runs.
    """

    id: str
    question: str
    expected: Expected
    flow: Asked = "mission"
    kind: str = ""
    corpus: Path | None = None
    data: Path | None = None
    documents: Mapping[str, str] = field(default_factory=dict)
    files: tuple[Path, ...] = ()
