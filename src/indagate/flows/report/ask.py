"""What the roles of a report are asked, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.report.files import Aspect, Depth, Language, ScopeItem
from indagate.flows.report.text import Placement


@dataclass(frozen=True, slots=True)
class Sketch:
    """A table in short: its name in SQL, its title, rows, times, measures (table.column, title, unit), groups."""

    name: str
    title: str
    rows: int
    time: str
    measures: tuple[tuple[str, str, str], ...]
    groups: tuple[str, ...]
    aspects: tuple[Aspect, ...]


@dataclass(frozen=True, slots=True)
class ContextQuestion:
    """What is the query about, and what do the tables and documents hold?"""

    query: str
    language: Language
    tables: tuple[Sketch, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContextNotes:
    """Facts on the material, names, tags, and questions that suggest themselves."""

    key_facts: tuple[str, ...]
    names: tuple[str, ...]
    tags: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BriefQuestion:
    """What should the report answer, how deep, in which style? `depth` and `style` are what the user said, if so."""

    query: str
    language: Language
    depth: str
    style: str
    tables: tuple[Sketch, ...]
    documents: int
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BriefDraft:
    """The goal, depth, style, tone, topics and limits; `triggers` say why it is a deep dive."""

    goal: str
    depth: Depth
    style: str
    scope_items: tuple[ScopeItem, ...]
    tone: str = "neutral"
    constraints: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    charts: int = 0


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """Which tasks answer the topics? At most `tasks` data tasks each."""

    goal: str
    scope_items: tuple[ScopeItem, ...]
    tasks: int
    tables: tuple[Sketch, ...]
    done: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskDraft:
    """A task: for which topic, from which side, over which tables; what for."""

    scope: str
    aspect: Aspect
    description: str
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskDrafts:
    """Tasks, the most important first."""

    tasks: tuple[TaskDraft, ...]


@dataclass(frozen=True, slots=True)
class OverviewQuestion:
    """What should a reader know of these tables before anything else?"""

    query: str
    language: Language
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """Remarks in words, without numbers."""

    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataQuestion:
    """Which of the measures are worth looking into for this task? At most `most`."""

    query: str
    description: str
    measures: tuple[tuple[str, str, str], ...]
    most: int


@dataclass(frozen=True, slots=True)
class DataChoice:
    """Measures, as "table.column"."""

    measures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResearchQuestion:
    """What should be asked of the documents for this topic?"""

    query: str
    title: str
    question: str


@dataclass(frozen=True, slots=True)
class ResearchAsk:
    """A question, complete in itself."""

    question: str


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Which tasks close what is still open? `open` are topics with the sides that nothing was found out about."""

    goal: str
    open: tuple[tuple[str, Aspect], ...]
    scope_items: tuple[ScopeItem, ...]
    tasks: int
    current: float
    target: float


@dataclass(frozen=True, slots=True)
class Told:
    """A finding in words: its id, topic, kind, sentence, weight, figure."""

    id: str
    scope: str
    kind: str
    text: str
    weight: float
    chart: str = ""


@dataclass(frozen=True, slots=True)
class ChartsQuestion:
    """What does each figure show? Figures with their titles; findings that refer to them."""

    language: Language
    charts: tuple[tuple[str, str], ...]
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class ChartReading:
    """What a figure shows, and the findings that bear it."""

    chart: str
    text: str
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChartReadings:
    """What the figures show."""

    insights: tuple[ChartReading, ...]


@dataclass(frozen=True, slots=True)
class StoryQuestion:
    """How is this told? Topics (id, title), what was found, and what the figures show."""

    query: str
    language: Language
    scope_items: tuple[tuple[str, str], ...]
    told: tuple[Told, ...]
    insights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryDraft:
    """The outline in ids of findings: answer, hook, context, development, climax; figures and sections in order."""

    answer: str
    hook: str
    context: str
    development: tuple[str, ...]
    climax: str
    chart_placements: tuple[Placement, ...]
    section_order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionQuestion:
    """What does this section say? It may use these findings and no other number."""

    query: str
    language: Language
    title: str
    question: str
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class DraftClaim:
    """A sentence or two, and the findings that bear it."""

    text: str
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionDraft:
    """A section's paragraphs, each a list of claims."""

    paragraphs: tuple[tuple[DraftClaim, ...], ...]


@dataclass(frozen=True, slots=True)
class EditQuestion:
    """Which of these numbered sentences read badly? Numbers and names stay as they are."""

    language: Language
    sentences: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Rewording:
    """A sentence in other words."""

    number: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Rewordings:
    """Sentences in other words; none where all read well."""

    rewordings: tuple[Rewording, ...]


@dataclass(frozen=True, slots=True)
class HeadQuestion:
    """What is the report called? Title and subtitle without numbers."""

    query: str
    goal: str
    language: Language
    takeaways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """A title and a subtitle."""

    title: str
    subtitle: str
