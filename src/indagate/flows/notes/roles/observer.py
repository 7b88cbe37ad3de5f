"""The observer: what is worth remembering of a person. It has no rule."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from indagate.flows.notes.query import Cited
from indagate.frozen import dataclass
from indagate.models import Role

Sort = Literal["preference", "pattern", "fact", "insight"]


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something to remember of the user: what kind of thing, of what, in words, how certain, from which note or run.

    It holds from `day` on, before `end` if there is one. `unit` is the unit that a preference is of, `by` the model
    that worded it, if one did.
    """

    kind: Sort
    topic: str
    text: str
    certainty: float
    source: str
    day: date
    end: date | None = None
    unit: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class ObserveQuestion:
    """What of this is worth remembering? `triggers` say why it is asked, `known` what is remembered already."""

    triggers: tuple[str, ...]
    text: str
    stored: Cited | None
    marks: tuple[str, ...]
    found: tuple[str, ...]
    as_of: date
    run: str
    known: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """What to remember."""

    learnt: tuple[Learnt, ...]


class LearntAnswer(Struct, frozen=True):
    """One thing to remember."""

    kind: Sort
    topic: Annotated[str, Meta(max_length=80)]
    text: Annotated[str, Meta(max_length=300)]
    certainty: Annotated[float, Meta(ge=0, le=1)] = 0.5


class ObserveAnswer(Struct, frozen=True):
    """What to remember, mostly nothing."""

    learnt: Annotated[tuple[LearntAnswer, ...], Meta(max_length=3)] = ()


def to_observation(asked: ObserveQuestion, given: ObserveAnswer) -> Observation:
    """Return what is to be remembered, with its source; preferences and facts only where something was told.

    A correction is one of a note: of it nothing is learnt of the person.
    """
    told = asked.stored is not None and "user_correction" not in asked.triggers
    source = f"{asked.stored.date}:{asked.stored.line}" if asked.stored else asked.run
    return Observation(
        tuple(
            Learnt(one.kind, one.topic, one.text, one.certainty, source, asked.as_of)
            for one in given.learnt
            if one.text.strip() and (told or one.kind in {"pattern", "insight"})
        )
    )


OBSERVER: Role[ObserveQuestion, Observation] = Role(
    "observer",
    Observation,
    tier="fast",
    doc="what is worth remembering",
    prompt=Path(__file__).with_name("observer.md"),
    max_tokens=500,
    answer=ObserveAnswer,
    to_output=to_observation,
)
