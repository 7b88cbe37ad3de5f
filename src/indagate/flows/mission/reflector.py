"""The reflector: what is enough, what contradicts what by meaning, which questions findings raise, what to stop.

A model judges that after each round. Code keeps the caps: how many questions, how deep, that facts and sides are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from indagate.evidence.fact import Conflict, Fact
from indagate.evidence.source import Source, authority, freshness
from indagate.flows.mission.ask import IDS, PROMPTS, Line, Short, one_line
from indagate.flows.mission.chart import Complete, Considered, GapsFound, Reflected
from indagate.flows.mission.constraint import told
from indagate.flows.mission.finding import Listed
from indagate.flows.mission.planner import Plan
from indagate.flows.mission.record import WHOLE, Mission
from indagate.flows.mission.resolver import ConflictQuestion
from indagate.flows.mission.side import Dimension, TaskSpec
from indagate.models import Role
from indagate.render import count

QUESTIONS, IN_ALL, DEPTH = 3, 6, 2
"""New questions of one reflection, of a mission, and how many findings may lie between one and the plan."""
FACTS, TITLES = 120, 60
"""Facts and titles that the reflector is shown."""


@dataclass(frozen=True, slots=True)
class ReflectQuestion:
    """Is this enough? `sides` are names, questions, facts found and aimed at; `open` are tasks that have not ended."""

    question: str
    sides: tuple[tuple[str, str, int, int], ...]
    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    listing: tuple[Listed, ...]
    limits: tuple[str, ...]
    known: tuple[tuple[str, str], ...]
    open: tuple[str, ...]
    tasks_left: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two facts that cannot both hold, what they differ about, and why."""

    facts: Annotated[tuple[Short, ...], Meta(min_length=2, max_length=2)]
    reason: Line
    about: Short = ""


@dataclass(frozen=True, slots=True)
class Raised:
    """A question that the findings raise, or that is still open, why it matters, and the side it belongs to, if any."""

    question: Line
    reason: Line
    side: Short = ""


@dataclass(frozen=True, slots=True)
class Reflection:
    """Whether the evidence is enough to answer, contradictions, questions to look into, and sides that need no more."""

    enough: bool
    contradictions: Annotated[tuple[Contradiction, ...], Meta(max_length=12)] = ()
    questions: Annotated[tuple[Raised, ...], Meta(max_length=6)] = ()
    stop: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()


def check_reflection(question: ReflectQuestion, output: Reflection) -> list[str]:
    """Say which facts and sides were named that were not shown."""
    facts, sides = {fact.id for fact in question.facts}, {"", *(name for name, _, _, _ in question.sides)}
    pairs = [one.facts for one in output.contradictions]
    found = [f"{name} is none of the facts shown" for pair in pairs for name in pair if name not in facts]
    found += [f"a contradiction of {pair[0]} with itself" for pair in pairs if len({*pair}) < 2]
    named = (*(item.side for item in output.questions), *output.stop)
    return found + [f"there is no side {name!r}" for name in named if name not in sides]


REFLECTOR: Role[ReflectQuestion, Reflection] = Role(
    "reflector",
    Reflection,
    doc="whether the evidence is enough, what contradicts what, what to ask next",
    prompt=PROMPTS / "reflector.md",
    max_tokens=2000,
    check=check_reflection,
    drop_invalid=True,
    optional=True,
    ranked=("facts", "listing"),
    volatile_ids=IDS,
)


def question_of(mission: Mission) -> ReflectQuestion:
    """Return what the reflector is asked."""
    facts = mission.active[:FACTS]
    return ReflectQuestion(
        mission.core_question,
        tuple((item.name, item.question, len(mission.facts_of(item.name)), item.target) for item in mission.dimensions),
        facts,
        mission.sources_of(facts),
        mission.listing[:TITLES],
        told(mission.constraints),
        tuple((one.a, one.b) for one in mission.divergences.values()),
        tuple(task.description for task in mission.tasks.values() if not task.settled),
        max(0, mission.iterations - mission.iteration),
    )


def conflicts_of(mission: Mission, output: Reflection) -> list[Conflict]:
    """Return the contradictions that are not known yet, between facts that count; in the order of the facts."""
    order = {fact.id: number for number, fact in enumerate(mission.active)}
    met = {frozenset((one.a, one.b)) for one in mission.conflicts.values()}
    found: list[Conflict] = []
    for item in output.contradictions:
        if not {*item.facts} <= order.keys() or len({*item.facts}) < 2 or frozenset(item.facts) in met:
            continue
        met.add(frozenset(item.facts))
        a, b = sorted(item.facts, key=order.__getitem__)
        about = one_line(item.about) or mission.facts[a].dimension
        found.append(Conflict(a, b, about, one_line(item.reason)))
    return sorted(found, key=lambda one: (order[one.a], order[one.b]))


def pursued(mission: Mission, output: Reflection) -> tuple[list[Dimension], list[TaskSpec], list[str]]:
    """Return new sides and the tasks of the questions that are looked into, and the questions that are left open."""
    asked = {item.question.casefold() for item in mission.dimensions}
    asked |= {task.description.casefold() for task in mission.tasks.values()}
    room = min(QUESTIONS, IN_ALL - sum(item.depth > 0 for item in mission.dimensions))
    sides: list[Dimension] = []
    specs: list[TaskSpec] = []
    left: list[str] = []
    for item in output.questions:
        question, reason = one_line(item.question), one_line(item.reason)
        if not question or question.casefold() in asked:
            continue
        asked.add(question.casefold())
        own = next((side for side in mission.dimensions if side.name == item.side), None)
        fresh = Dimension(question[:80], question, 0.3, 1, reason=reason, depth=len(mission.considered) + 1)
        fits = mission.iteration + len(specs) + 2 <= mission.iterations and len(specs) // 2 < QUESTIONS
        if fits and (searches(mission, own.name) < DEPTH if own else fresh.depth <= DEPTH and len(sides) < room):
            sides += [] if own else [fresh]
            specs += search_and_read(own or fresh, len(specs), wording=f"{question} ({reason})")
        else:
            left.append(question)
    return sides, specs, left


WEIGHTS = {"completeness": 0.30, "authority": 0.25, "conflict": 0.20, "traceability": 0.15, "recency": 0.10}
"""How much each part of the quality counts."""
CRITICAL = 0.5
"""Weight from which a side's tasks are critical: their failure is put to a person."""
SEARCHES = 2
"""Searches a dimension gets before it counts as exhausted."""


def search_and_read(
    dimension: Dimension, before: int, *, critical: bool = False, again: bool = False, instead_of: str = "",
    wording: str = "", after: tuple[str, ...] = (),
) -> list[TaskSpec]:  # fmt: skip
    """Return a search for a dimension and the reading of what it finds; `before` counts the tasks added before them."""
    asked = f"{'in another way: ' if again or instead_of else ''}{wording or dimension.question}"
    found = f"what is found on {dimension.name}"
    return [
        TaskSpec("S", asked, dimension.name, after, critical, instead_of=instead_of),
        TaskSpec("R", found, dimension.name, (f"+{before}",), critical, instead_of=instead_of),
    ]


def planned_tasks(plan: Plan) -> tuple[TaskSpec, ...]:
    """Return a search and a reading for each side, after the sides that it needs, and the plan's other tasks."""
    specs: list[TaskSpec] = []
    readings: dict[str, str] = {}
    left = list(plan.dimensions)
    while left:
        item = next((one for one in left if all(name in readings for name in one.after)), left[0])
        left.remove(item)
        after = tuple(readings[name] for name in item.after if name in readings)
        specs += search_and_read(item, len(specs), critical=item.weight >= CRITICAL, after=after)
        readings[item.name] = f"+{len(specs) - 1}"
    for kind, description, sides in plan.extra:
        specs.append(TaskSpec(kind, description, after=tuple(readings[name] for name in sides)))
    return tuple(specs)


def assessed(mission: Mission, decision: str) -> Reflected:
    """Return the quality of the evidence, 0 to 10, and its parts, 0 to 1: nothing is 0, and no conflict is 1.

    Its facts were verified when this is asked: reflection stops otherwise.
    """
    used = mission.sources_of(mission.active)
    found = {item.name: len(mission.facts_of(item.name)) for item in mission.dimensions}
    reached = sum(item.weight * min(1.0, found[item.name] / item.target) for item in mission.dimensions)
    parts = {
        "completeness": _share(reached, sum(item.weight for item in mission.dimensions)),
        "authority": _share(sum(map(authority, used)), len(used)),
        "conflict": _share(len(mission.resolutions), len(mission.conflicts)) if mission.conflicts else 1.0,
        "traceability": 1.0 if mission.active else 0.0,
        "recency": _share(sum(freshness(source, mission.today) for source in used), len(used)),
    }
    return Reflected(
        round(10 * sum(WEIGHTS[name] * share for name, share in parts.items()), 2), tuple(parts.items()),
        tuple((item.name, found[item.name], item.target) for item in mission.dimensions), decision,
    )  # fmt: skip


def _share(part: float, whole: float) -> float:
    return round(min(1.0, part / whole), 3) if whole > 0 else 0.0


def conflict_question(mission: Mission, name: str) -> ConflictQuestion:
    """Return what the resolver is asked about a conflict."""
    conflict = mission.conflicts[name]
    a, b = mission.facts[conflict.a], mission.facts[conflict.b]
    return ConflictQuestion(conflict, (a, b), (mission.sources[a.source], mission.sources[b.source]), mission.today)


def decide(
    mission: Mission, said: Considered | None, specs: list[TaskSpec], sides: list[Dimension], *, resolves: bool
) -> GapsFound | Complete:
    """Decide what comes next within what is left: contradictions, the reflector's questions, sides with nothing.

    Where no reflector answered, sides that have nothing are searched for once more; `resolves` says whether somebody
    can say which side of a contradiction holds.
    """
    room = max(0, mission.iterations - mission.iteration - len(specs)) if resolves else 0
    tried = {task.conflict for task in mission.tasks.values()}
    unsettled = [name for name in mission.divergences if name not in tried][:room]
    settling = [TaskSpec("C", f"{name}, {mission.conflicts[name].about}", conflict=name) for name in unsettled]
    if specs or settling:
        kinds = [f"{count(len(sides), 'question')} that findings raise"] if sides else []
        kinds += ["more on what there is"] if len(specs) > 2 * len(sides) else []
        kinds += [count(len(settling), "contradiction")] if settling else []
        return GapsFound("; ".join(kinds), (*specs, *settling), tuple(sides))
    empty = [item for item in mission.dimensions if not mission.facts_of(item.name)]
    if said is None or not said.enough:
        whole = any(item.reason == WHOLE for found in mission.found.values() for item in found)  # it is seen already
        more = mission.iteration + 2 <= mission.iterations and not whole
        again = [item for item in empty if more and item.name not in (said.stop if said else ())]
        again = [item for item in again if searches(mission, item.name) < SEARCHES]
        specs = [spec for at, item in enumerate(again) for spec in search_and_read(item, 2 * at, again=True)]
        if specs:
            return GapsFound(f"no evidence yet: {', '.join(item.name for item in again)}", tuple(specs))
    told = "enough" if said and said.enough else "not enough, and nothing else to try"
    caveats = [f"{item.name}: none of the {item.target} facts aimed at" for item in empty]
    if said is None:
        return Complete("nothing else to try", tuple(caveats))
    return Complete(f"{told}, says {said.by}", (*caveats, *(f"Still open: {text}" for text in said.open)))


def once_more(mission: Mission) -> GapsFound:
    """Read again what was found: a person resumed the run, so what kept it from reading is repaired."""
    found = [mission.tasks[name] for name, sources in mission.found.items() if sources]
    specs = tuple(TaskSpec("R", f"what {task.id} found, again", task.dimension, (task.id,)) for task in found)
    return GapsFound("resumed, since nothing could be read", specs)


def searches(mission: Mission, side: str) -> int:
    """Return how many searches a side has got."""
    return sum(task.kind == "S" and task.dimension == side for task in mission.tasks.values())
