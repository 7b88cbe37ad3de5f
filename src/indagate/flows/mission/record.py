"""What a mission knows: plan, tasks, sources, facts, conflicts, and the report's parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Literal, get_args

from indagate.engine import Record, Stamp
from indagate.errors import InputError
from indagate.evidence.fact import Conflict, Fact, Resolution
from indagate.evidence.source import Source
from indagate.flows.mission import chart
from indagate.flows.mission.constraint import CODES, LANGUAGES, UNLIMITED, Constraints, about, breaks
from indagate.flows.mission.finding import Appraisal, Found, Listed
from indagate.flows.mission.side import Dimension, EarlierPlan, Kind
from indagate.models import RULE

WHOLE = "a small folder is read whole"
"""Why a document is read, where nothing was chosen."""
UNPAID = "the budget is spent: "
"""How the result of a task begins that the budget ended."""
TURNED = "of the budget is spent"
"""How the reason ends for which a mission turns to writing before its budget has ended."""
Length = Literal["short", "standard", "long"]
Status = Literal["PENDING", "BLOCKED", "IN_PROGRESS", "COMPLETED", "FAILED", "SKIPPED"]
Heading = Literal["Iteration log", "Gap analysis", "Conflict notes", "Errors", "Changes of course"]
"""The parts of the scratchpad."""
SETTLED: frozenset[str] = frozenset({"COMPLETED", "FAILED", "SKIPPED"})


@dataclass(frozen=True, slots=True)
class MissionInput:
    """What a mission starts from.

    `corpus` is the absolute path of a folder, or empty; with `web` `providers` (`NAME` or `NAME=URL`) are asked, and
    pages are fetched from public addresses and from `allow_hosts`. `approve` lets the plan pass without asking;
    with `web_search` in `allow` a model's queries are not checked for what they carry of the folder;
    `check_in` asks every ten iterations; `follows` names the finished run whose evidence a follow-up is put to;
    `again` is the plan of an earlier run, which is followed instead of a new one. `urls` are pages that are read for
    every side. `limits` hold whatever the plan says. `language` is the code of the report's language, empty for the
    question's; `length` says how long the report is to be.
    """

    question: str
    corpus: str = ""
    approve: bool = False
    check_in: bool = False
    max_iterations: int = 50
    max_parallel: int = 4
    follows: str = ""
    web: bool = False
    providers: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    again: EarlierPlan | None = None
    urls: tuple[str, ...] = ()
    limits: Constraints = UNLIMITED
    language: str = ""
    length: Length = "standard"

    def __post_init__(self) -> None:
        if not self.question.strip():
            raise InputError("there is no question", hint='Ask one: indagate research "QUESTION" --corpus DIR')
        if self.max_iterations < 1 or self.max_parallel < 1:
            raise InputError("max_iterations and max_parallel must be 1 or more")
        if self.length not in get_args(Length):
            raise InputError(f"{self.length!r} is no length of a report", hint="There are: short, standard, long.")
        if self.language and self.language not in LANGUAGES.values():
            raise InputError(f"{self.language!r} is no code of a language", hint=f"There are: {', '.join(CODES)}.")
        if strange := {*self.allow} - {"web_search"}:
            raise InputError(f"there is no tool {min(strange)!r} to allow", hint="There is: web_search.")
        if wrong := [url for url in self.urls if not re.match(r"(?i:https?)://[^/?#\s]", url)]:
            raise InputError(f"{wrong[0]!r} is no address of a page", hint="Give it whole: https://example.org/page")
        if self.web and not self.providers:
            raise InputError("there is no search provider to ask", hint="Name one: --provider wikipedia")


@dataclass(slots=True)
class Task:
    """A node of the DAG. `status` here is PENDING until the task begins; whether it is BLOCKED depends on others."""

    id: str
    kind: Kind
    description: str
    dimension: str
    after: tuple[str, ...]
    critical: bool = False
    conflict: str = ""
    instead_of: str = ""
    by: str = "plan"
    status: Status = "PENDING"
    attempts: int = 0
    result: str = ""

    @property
    def settled(self) -> bool:
        """Whether it has ended, one way or another."""
        return self.status in SETTLED


@dataclass(frozen=True, slots=True)
class Jotting:
    """A line of the scratchpad, as Markdown that shows texts of others as they are."""

    stamp: Stamp
    heading: Heading
    text: str


@dataclass
class Mission(Record[MissionInput]):
    """The fold of a mission's events; see `fold.py`."""

    survey: chart.Surveyed | None = None
    core_question: str = ""
    dimensions: tuple[Dimension, ...] = ()
    constraints: Constraints = UNLIMITED
    amendments: list[str] = field(default_factory=list)
    directives: list[str] = field(default_factory=list)
    followed: int = 0
    """How many of the directives have been understood, or found not to be."""
    worded: bool = False
    """Whether a model chose words of a side, whoever answers now."""
    finish: bool = False
    more_iterations: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    """What the limits left out, by path, with how it breaks them."""
    placed: dict[str, chart.Placed] = field(default_factory=dict)
    """Where places were looked for, by the locator of the source."""
    appraisals: dict[str, Appraisal] = field(default_factory=dict)
    considered: list[chart.Considered] = field(default_factory=list)
    considered_facts: int = 0
    tasks: dict[str, Task] = field(default_factory=dict)
    found: dict[str, tuple[Found, ...]] = field(default_factory=dict)
    queries: dict[str, list[str]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    source_of: dict[str, str] = field(default_factory=dict)
    led_to: dict[tuple[str, str], str] = field(default_factory=dict)
    """The locator to which a path led in a task."""
    given_sources: dict[str, Source] = field(default_factory=dict)
    numbered_sources: int = 0
    numbered_facts: int = 0
    facts: dict[str, Fact] = field(default_factory=dict)
    task_of: dict[str, str] = field(default_factory=dict)
    supported: dict[str, tuple[str, ...]] = field(default_factory=dict)
    serves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The sides that facts serve beside their own: those for which the same was found again."""
    read: set[tuple[str, str]] = field(default_factory=set)
    refused: int = 0
    conflicts: dict[str, Conflict] = field(default_factory=dict)
    resolutions: dict[str, Resolution] = field(default_factory=dict)
    iteration: int = 0
    checked_in: int = 0
    tools_used: int = 0
    tokens: int = 0
    asked: chart.CheckInDue | None = None
    reflections: list[chart.Reflected] = field(default_factory=list)
    completed: chart.Complete | None = None
    spent: str = ""
    unasked: list[str] = field(default_factory=list)
    paid_to: int = 0
    """The last row before the budget refused something."""
    sections: dict[str, chart.SectionWritten] = field(default_factory=dict)
    report: chart.ReportWritten | None = None
    written: Stamp | None = None
    jottings: list[Jotting] = field(default_factory=list)
    previous: str = ""
    stopped: bool = False
    """Whether the mission was in ERROR: what it has recorded is shown from then on, until a report is written."""
    stood: str = chart.CHART.initial
    ordered: list[Fact] | None = field(default=None, repr=False, compare=False)

    def fold(self, event: object, stamp: Stamp) -> None:
        """Take one event in. `previous` is the state before it, `stood` the one after it."""
        from indagate.flows.mission.fold import fold

        self.previous, self.stood = self.stood, self.state
        self.stopped = self.stopped or self.state == "ERROR"
        fold(self, event, stamp)

    @property
    def cited(self) -> tuple[str, ...]:
        """The facts that the report cites."""
        return self.report.cited if self.report else ()

    @property
    def writers(self) -> dict[str, list[str]]:
        """Who wrote the report, as they answered, and the parts that each wrote; the bottom line is the empty name."""
        found: dict[str, list[str]] = {}
        for name in ("", *(item.name for item in self.dimensions)):
            if name in self.sections and (self.sections[name].claims or not name):
                found.setdefault(self.sections[name].by, []).append(name)
        return found

    @property
    def written_by(self) -> str:
        """Who wrote the report, in a line: by part where there were several."""
        if len(self.writers) < 2:
            return next(iter(self.writers), RULE)
        found = {by: ", ".join(part or "bottom line" for part in parts) for by, parts in self.writers.items()}
        return "; ".join(f"{by} ({parts})" for by, parts in found.items())

    @property
    def asked_in(self) -> tuple[str, ...]:
        """The words of the person who asked: the question, changes of the plan, directives."""
        return (self.input.question, *self.amendments, *self.directives)

    @property
    def barred(self) -> dict[str, str]:
        """The sources that break a limit, by id, with how: nothing of them counts."""
        if not self.constraints:
            return {}
        found = ((name, self.about(source)) for name, source in self.sources.items())
        return {name: why for name, one in found if (why := breaks(self.constraints, one, opened=True))}

    def about(self, source: Source) -> Listed:
        """Return what is known of an archived source, its places where they were looked for."""
        looked = self.placed.get(source.locator)
        known = looked if looked and {*self.constraints.places} <= {*looked.places} else None
        return replace(about(source), places=known.named if known else None)

    @property
    def documents(self) -> int:
        """How many documents there are to read."""
        return self.survey.documents if self.survey else 0

    @property
    def listing(self) -> tuple[Listed, ...]:
        """What there is to read, as far as it is listed."""
        return self.survey.listing if self.survey else ()

    @property
    def iterations(self) -> int:
        """The most tasks that may be begun."""
        return max(self.input.max_iterations, self.more_iterations)

    @property
    def spoken(self) -> str:
        """What tells the report's language: its code, where the person named one, else the question."""
        return self.input.language or self.input.question

    @property
    def divergences(self) -> dict[str, Conflict]:
        """The contradictions between facts that may be shown."""
        barred = self.barred
        shown = {name for name, fact in self.facts.items() if fact.source not in barred}
        return {name: one for name, one in self.conflicts.items() if {one.a, one.b} <= shown}

    @property
    def unsettled(self) -> tuple[tuple[str, str], ...]:
        """The pairs of facts that contradict each other and of which neither was preferred."""
        found = ((self.resolutions.get(name), one) for name, one in self.divergences.items())
        return tuple((one.a, one.b) for settled, one in found if not (settled and settled.preferred))

    @property
    def today(self) -> date:
        """The day on which the mission began, by which the age of sources is told."""
        return datetime.fromtimestamp(self.born.at / 1000, UTC).date()

    @property
    def searches_failed(self) -> bool:
        """Whether every search failed, so that nothing can be said of what the sources hold."""
        searches = [task for task in self.tasks.values() if task.kind == "S"]
        return bool(searches) and all(task.status == "FAILED" for task in searches)

    @property
    def unreadable(self) -> bool:
        """Whether sources were found that no limit leaves out, and none of them could be read."""
        found = (item.path for chosen in self.found.values() for item in chosen)
        return not self.sources and not {*found} <= self.left_out.keys()

    @property
    def unpaid(self) -> bool:
        """Whether the budget ended before the report could be written from all that was found."""
        return bool(self.report and self.report.by_rule) or bool(self.spent and self.paid_to)

    def unread(self, dimension: str = "") -> set[tuple[str, tuple[int, int]]]:
        """Return the passages found for a dimension, or for any, whose source was not read for it, or for none."""
        wanted = {name for name, task in self.tasks.items() if dimension in ("", task.dimension)}
        found = {(item.path, span) for name in wanted for item in self.found.get(name, ()) for span in item.spans}
        done = self.left_out.keys() | {path for name, path in self.read if name in wanted}
        return {(path, span) for path, span in found if path not in done}

    def status_of(self, task: Task) -> Status:
        """Return a task's status as shown: a pending one with an unsettled dependency is BLOCKED."""
        if task.status == "PENDING" and any(not self.tasks[name].settled for name in task.after):
            return "BLOCKED"
        return task.status

    def ready(self) -> list[Task]:
        """Return the tasks that can run or were running when the run stopped, in the order of their adding."""
        return [task for task in self.tasks.values() if self.status_of(task) in ("PENDING", "IN_PROGRESS")]

    def dimension(self, name: str) -> Dimension:
        """Return a dimension by its name; a task of one that was removed has one of its own name."""
        return next((item for item in self.dimensions if item.name == name), Dimension(name, name))

    @property
    def active(self) -> tuple[Fact, ...]:
        """The facts that count, in canonical order."""
        return tuple(fact for fact in self.canonical() if fact.status == "ACTIVE")

    def facts_of(self, dimension: str) -> list[Fact]:
        """Return the facts in use for a dimension, in canonical order, those found for another that it needs too."""
        return [fact for fact in self.active if dimension in (fact.dimension, *self.serves.get(fact.id, ()))]

    def sources_of(self, facts: Iterable[Fact]) -> tuple[Source, ...]:
        """Return the sources of facts, each once."""
        return tuple(self.sources[name] for name in dict.fromkeys(fact.source for fact in facts))

    def source_at(self, task: str, path: str) -> str:
        """Return the id of the source to which a path led in a task, or nothing where it led to none."""
        return self.source_of.get(self.led_to.get((task, path), path), "")

    def led_before(self, task: str, path: str) -> bool:
        """Whether another path had led to the same source in a task, before this one did."""
        here = self.source_at(task, path)
        return path != next((at for name, at in self.led_to if name == task and self.source_at(task, at) == here), path)

    def canonical(self) -> list[Fact]:
        """Return the facts in use in canonical order: by task, source and place, never by time of arrival.

        Of duplicates the first in this order is in use.
        """
        from indagate.flows.mission.fold import canonical

        if self.ordered is None:
            self.ordered = canonical(self)
        return self.ordered
