"""The questions that a mission asks, their answers, the rules that answer them offline, and the prompts for models."""

from __future__ import annotations

from pathlib import Path

from indagate.evidence import Resolution
from indagate.flows.mission import answers, rules
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
from indagate.models import Role

_PROMPTS = Path(__file__).with_name("prompts")
_IDS = r"\b(?:Fact-\d+|S\d{2,})\b"
"""The names of facts and sources, which depend on what was read first."""

PLANNER: Role[PlanQuestion, Plan] = Role(
    "planner",
    Plan,
    rules.plan,
    fallback_when_over_budget=True,
    doc="decompose the question into dimensions",
    prompt=_PROMPTS / "planner.md",
    max_tokens=2000,
    answer=answers.PlanAnswer,
    to_output=answers.plan,
    check=answers.check_plan,
)
QUERY_WRITER: Role[QueryQuestion, Queries] = Role(
    "query-writer",
    Queries,
    rules.queries,
    tier="fast",
    doc="what to search for in this round",
    prompt=_PROMPTS / "query-writer.md",
    max_tokens=500,
    answer=answers.QueriesAnswer,
    to_output=answers.queries,
)
JUDGE: Role[JudgeQuestion, Judgement] = Role(
    "judge",
    Judgement,
    rules.judge,
    tier="fast",
    doc="which passages are worth reading",
    optional=True,
    prompt=_PROMPTS / "judge.md",
    max_tokens=lambda asked: 200 + 60 * len(asked.candidates),
    check=answers.check_judgement,
    ranked=("candidates",),
    drop_invalid=True,
)
READER: Role[ReadQuestion, Reading] = Role(
    "reader",
    Reading,
    rules.read,
    tier="fast",
    doc="facts with verbatim quotes from a source",
    prompt=_PROMPTS / "reader.md",
    max_tokens=lambda asked: min(4000, 600 + 400 * len(asked.excerpts)),
    answer=answers.ReadingAnswer,
    to_output=answers.reading,
    check=answers.check_reading,
    ranked=("excerpts",),
    drop_invalid=True,
)
RESOLVER: Role[ConflictQuestion, Resolution] = Role(
    "resolver",
    Resolution,
    doc="which side of a contradiction holds, and why",
    optional=True,
    prompt=_PROMPTS / "resolver.md",
    max_tokens=600,
    answer=answers.ResolutionAnswer,
    to_output=answers.resolution,
    fallback_when_over_budget=True,
)
SECTION_WRITER: Role[SectionQuestion, Section] = Role(
    "section-writer",
    Section,
    rules.section,
    doc="a section from its own evidence",
    prompt=_PROMPTS / "section-writer.md",
    max_tokens=lambda asked: min(3000, 400 + 150 * len(asked.facts)),
    answer=answers.SectionAnswer,
    to_output=answers.section,
    check=answers.check_section,
    ranked=("facts",),
    drop_invalid=True,
    fallback_when_over_budget=True,
    volatile_ids=_IDS,
)
BOTTOM_LINE: Role[BottomQuestion, BottomLine] = Role(
    "bottom-line",
    BottomLine,
    rules.bottom_line,
    doc="the answer in a few sentences",
    prompt=_PROMPTS / "bottom-line.md",
    max_tokens=1500,
    answer=answers.BottomAnswer,
    to_output=answers.bottom_line,
    check=answers.check_bottom_line,
    ranked=("facts",),
    drop_invalid=True,
    fallback_when_over_budget=True,
    volatile_ids=_IDS,
)
