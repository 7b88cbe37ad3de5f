"""What may be said of a task over a network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from indagate.flow.wire import NAME, Granted, ShelfName, Text, Words
from indagate.flows.task.criteria import MIN_SCORE, AcceptanceCriteria
from indagate.flows.task.kit import known_tools, require_known
from indagate.flows.task.material import Material
from indagate.flows.task.record import TaskInput

ToolName = Annotated[str, Meta(pattern=NAME, max_length=64)]
Elements = Annotated[tuple[Words, ...], Meta(max_length=50)]


@dataclass(frozen=True, slots=True)
class TaskWire:
    """A goal for an agent under a critic: with the documents of a shelf, the tables of one, the web where granted.

    `required` and `prohibited` are what the answer must and must not hold (`a|b`: either), `tools` the only ones that
    may be used, `max_iterations` the turns of each agent, `max_retries` how often a refused answer is tried again.
    """

    goal: Text
    corpus: ShelfName = ""
    data: ShelfName = ""
    web: bool = False
    route: Literal["auto", "MINIMAL_FLOW", "RESEARCH_ANALYZE_SYNTHESIZE", "PARALLEL_FLOW"] = "auto"
    max_iterations: Annotated[int, Meta(ge=1, le=100)] = 10
    max_retries: Annotated[int, Meta(ge=0, le=10)] = 0
    min_score: Annotated[float, Meta(ge=0, le=1)] = MIN_SCORE
    required: Elements = ()
    prohibited: Elements = ()
    tools: Annotated[tuple[ToolName, ...], Meta(max_length=50)] = ()

    def given(self, granted: Granted) -> TaskInput:
        """Return the task's input. Raises `InputError`."""
        corpus, data = granted.folder(self.corpus), granted.folder(self.data)
        providers, hosts = granted.providers(self.web), granted.hosts if self.web else ()
        known = known_tools(Material(corpus, data, self.web))
        allow = tuple(name for name in granted.allow if name in known)
        material = Material(corpus, data, self.web, providers, hosts, self.tools, allow)
        require_known(material)
        acceptance = AcceptanceCriteria(self.min_score, self.required, self.prohibited)
        return TaskInput(self.goal, acceptance, self.route, self.max_iterations, self.max_retries, material)
