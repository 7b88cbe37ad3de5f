"""The questions that a mission asks, their answers, and the rules that answer them offline."""

from __future__ import annotations

from indagate.evidence import Resolution
from indagate.flows.mission import offline
from indagate.flows.mission.ask import (
    BottomLine,
    BottomQuestion,
    ConflictQuestion,
    Judgement,
    JudgeQuestion,
    Plan,
    PlanQuestion,
    Queries,
    QueryQuestion,
    Reading,
    ReadQuestion,
    Section,
    SectionQuestion,
)
from indagate.minds import Role

PLANNER: Role[PlanQuestion, Plan] = Role("planner", Plan, offline.plan, doc="decompose the question into dimensions")
QUERY_WRITER: Role[QueryQuestion, Queries] = Role(
    "query-writer", Queries, offline.queries, tier="fast", doc="what to search for in this round"
)
JUDGE: Role[JudgeQuestion, Judgement] = Role(
    "judge", Judgement, offline.judge, tier="fast", doc="which passages are worth reading"
)
READER: Role[ReadQuestion, Reading] = Role(
    "reader", Reading, offline.read, tier="fast", doc="facts with verbatim quotes from a source"
)
RESOLVER: Role[ConflictQuestion, Resolution] = Role(
    "resolver", Resolution, offline.resolve, doc="which side of a contradiction holds, and why"
)
SECTION_WRITER: Role[SectionQuestion, Section] = Role(
    "section-writer", Section, offline.section, doc="a section from its own evidence"
)
BOTTOM_LINE: Role[BottomQuestion, BottomLine] = Role(
    "bottom-line", BottomLine, offline.bottom_line, doc="the answer in a few sentences"
)
ROLES = (PLANNER, QUERY_WRITER, JUDGE, READER, RESOLVER, SECTION_WRITER, BOTTOM_LINE)
