"""A person's sentence about a running mission made into typed amendments: by a model, else in exact forms only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta

from indagate.errors import BudgetSpent, EffectFailed, InputError, SignalNotAccepted, TimedOut
from indagate.flow import Context
from indagate.flows.mission.amendment import FORMS, Amendment, exact, form, refusal
from indagate.flows.mission.ask import PROMPTS, Line
from indagate.flows.mission.chart import Redirected
from indagate.flows.mission.constraint import KINDS, about, named, resolved
from indagate.flows.mission.record import Mission
from indagate.flows.mission.reflector import search_and_read
from indagate.flows.mission.side import Dimension
from indagate.models import RULE, Role

SHOWN = 60
"""Sources that are shown to who understands a sentence."""


@dataclass(frozen=True, slots=True)
class SteerQuestion:
    """What does the person want changed? The sides, and the sources by their ids, titles and kinds."""

    text: str
    question: str
    sides: tuple[str, ...]
    sources: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class SteerAnswer:
    """The changes that the person asks for in their exact forms; none where the sentence asks for none of them."""

    changes: Annotated[tuple[Line, ...], Meta(max_length=8)]


def amendments_of(question: SteerQuestion, answer: SteerAnswer) -> tuple[Amendment, ...]:
    """Return typed amendments. Raises `ValueError` for what is in no form, and a side that there is not."""
    made = tuple(map(form, answer.changes))
    for item in made:
        if item.act in ("drop", "focus"):
            _side(item.value, question.sides)
    return made


STEERER: Role[SteerQuestion, tuple[Amendment, ...]] = Role(
    "steerer",
    tuple[Amendment, ...],
    doc="what a person's sentence changes",
    prompt=PROMPTS / "steerer.md",
    max_tokens=800,
    answer=SteerAnswer,
    to_output=amendments_of,
    optional=True,
    ranked=("sources",),
)


def admit(mission: Mission, word: str, text: str, *, model: bool) -> None:
    """Refuse a directive at once that comes too late, or that nobody would understand.

    Raises `SignalNotAccepted`, `InputError` with the forms that are understood.
    """
    if word == "steer" and mission.state == "SYNTHESIZING":
        raise SignalNotAccepted(
            "the report is being written, which nothing steers any more",
            hint="Fork the run at an earlier row and steer that, or ask the finished run: indagate ask-run",
        )
    if word not in ("steer", "approve", "answer", "amend") or not text.strip() or model:
        return
    made, strange = exact(text)
    if strange:
        raise InputError(refusal(strange), hint="Or resume the run with a model: --model PROVIDER:NAME")
    try:
        _placed(made, mission)
    except ValueError as error:
        raise InputError(str(error), hint=f"These are understood: {'; '.join(FORMS)}") from None


async def understood(text: str, ctx: Context[Mission]) -> Redirected:
    """Return what a directive changes, or why it changes nothing."""
    mission = ctx.record
    made, strange = exact(text)
    by = RULE
    if strange and ctx.answered_by(STEERER) != RULE:
        names = tuple(item.name for item in mission.dimensions)
        question = SteerQuestion(text, mission.core_question, names, _sources(mission))
        try:
            made, by = await ctx.ask_by(STEERER, question)
        except (EffectFailed, TimedOut, BudgetSpent) as error:
            return Redirected(text, why=f"{refusal(text)} ({error.message})")
        strange = "" if made else text
    if strange:
        return Redirected(text, why=refusal(strange))
    try:
        made = _placed(made, mission)
    except ValueError as error:
        return Redirected(text, why=f"not done: “{text}”: {error}")
    taken = {item.name.casefold() for item in mission.dimensions}
    added = (item.value for item in made if item.act == "add")
    sides = tuple(Dimension(name[:80], name, 0.5, 2) for name in added if name[:80].casefold() not in taken)
    specs = [spec for number, side in enumerate(sides) for spec in search_and_read(side, 2 * number)]
    return Redirected(text, made, sides, tuple(specs), by)


def _placed(made: Sequence[Amendment], mission: Mission) -> tuple[Amendment, ...]:
    """Return amendments whose sides and sources are those of this mission. Raises `ValueError` for what is none."""
    names = tuple(item.name for item in mission.dimensions)
    found: list[Amendment] = []
    for item in made:
        value = _side(item.value, names) if item.act in ("drop", "focus") else item.value
        if item.act == "drop" and len(names) == 1:
            raise ValueError(f"{value!r} is the only side; abort the run to end it")
        if item.act == "budget" and int(item.value) <= mission.iterations:
            raise ValueError(f"the run may begin {mission.iterations} tasks already")
        limits = resolved(item.limits, mission.sources.values())
        for term in limits.exclude:
            _named_here(term, mission)
        found.append(replace(item, value=value, limits=limits))
    return tuple(found)


def _side(name: str, names: Sequence[str]) -> str:
    """Return a side by its name, or by the only one that begins so. Raises `ValueError`."""
    low = name.casefold()
    same = [item for item in names if item.casefold() == low] or [item for item in names if low in item.casefold()]
    if len(same) != 1:
        raise ValueError(f"there is {'more than one' if same else 'no'} side {name!r}; the sides: {'; '.join(names)}")
    return same[0]


def _named_here(term: str, mission: Mission) -> None:
    """Raise `ValueError` where the words of an exclusion name no document of a folder and nothing that was found."""
    listed, there = mission.listing, mission.survey.documents if mission.survey else 1
    kind = term.casefold().rstrip("s").removeprefix("the ") in KINDS
    if mission.input.web or kind or there > len(listed):
        return
    if not any(named(term, item) for item in (*listed, *map(about, mission.sources.values()))):
        raise ValueError(f"no source is called {term!r}")


def _sources(mission: Mission) -> tuple[tuple[str, str, str], ...]:
    found = [(source.id, source.title, str(source.kind)) for source in mission.sources.values()]
    titles = {title for _, title, _ in found}
    return (*found, *(("", item.title, item.kind) for item in mission.listing if item.title not in titles))[:SHOWN]
