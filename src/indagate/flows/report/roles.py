"""The questions that a report asks, the rules that answer them offline, and the prompts for models."""

from __future__ import annotations

from pathlib import Path

from indagate.flow.roles.support import SUPPORT
from indagate.flows.report import ask, offline, writing
from indagate.models import Role

_PROMPTS = Path(__file__).with_name("prompts")

CONTEXT: Role[ask.ContextQuestion, ask.ContextNotes] = Role(
    "context",
    ask.ContextNotes,
    offline.context,
    tier="fast",
    fallback_when_over_budget=True,
    doc="what there is and what can be asked",
    optional=True,
    prompt=_PROMPTS / "initial_research.md",
    max_tokens=1200,
)
BRIEF: Role[ask.BriefQuestion, ask.BriefDraft] = Role(
    "brief",
    ask.BriefDraft,
    offline.brief,
    fallback_when_over_budget=True,
    doc="goal, depth, style and topics",
    prompt=_PROMPTS / "brief_builder.md",
    max_tokens=2000,
    check=writing.check_brief,
)
PLANNER: Role[ask.PlanQuestion, ask.TaskDrafts] = Role(
    "planner",
    ask.TaskDrafts,
    offline.plan,
    fallback_when_over_budget=True,
    doc="which tasks answer the topics",
    prompt=_PROMPTS / "planner.md",
    max_tokens=2500,
    check=writing.check_plan,
)
OVERVIEW: Role[ask.OverviewQuestion, ask.Notes] = Role(
    "overview",
    ask.Notes,
    offline.overview,
    tier="fast",
    fallback_when_over_budget=True,
    doc="what to know of the tables first",
    optional=True,
    prompt=_PROMPTS / "overview.md",
    max_tokens=600,
)
DATA: Role[ask.DataQuestion, ask.DataChoice] = Role(
    "data",
    ask.DataChoice,
    offline.measures,
    tier="fast",
    fallback_when_over_budget=True,
    doc="which measures a task looks into",
    prompt=_PROMPTS / "data.md",
    max_tokens=800,
    check=writing.check_measures,
)
RESEARCH: Role[ask.ResearchQuestion, ask.ResearchAsk] = Role(
    "research",
    ask.ResearchAsk,
    offline.research,
    tier="fast",
    fallback_when_over_budget=True,
    doc="what to ask of the documents",
    optional=True,
    prompt=_PROMPTS / "research.md",
    max_tokens=300,
)
QUESTIONS: Role[ask.OpenQuestion, ask.TaskDrafts] = Role(
    "questions",
    ask.TaskDrafts,
    offline.open_tasks,
    fallback_when_over_budget=True,
    doc="tasks for what is still open",
    optional=True,
    prompt=_PROMPTS / "questions_planner.md",
    max_tokens=1500,
    check=writing.check_open,
)
CHART_ANALYZER: Role[ask.ChartsQuestion, ask.ChartReadings] = Role(
    "chart-analyzer",
    ask.ChartReadings,
    doc="what the figures show",
    optional=True,
    prompt=_PROMPTS / "chart_analyzer.md",
    max_tokens=2500,
    drop_invalid=True,
    check=writing.check_readings,
)
STORY_LINER: Role[ask.StoryQuestion, ask.StoryDraft] = Role(
    "story-liner",
    ask.StoryDraft,
    doc="thesis, arc and outline",
    optional=True,
    prompt=_PROMPTS / "story_liner.md",
    max_tokens=1500,
    check=writing.check_story,
)
AGGREGATOR: Role[ask.SectionQuestion, ask.SectionDraft] = Role(
    "aggregator",
    ask.SectionDraft,
    writing.section,
    fallback_when_over_budget=True,
    doc="a section from its findings",
    optional=True,
    prompt=_PROMPTS / "aggregator.md",
    max_tokens=3000,
    drop_invalid=True,
    check=writing.check_section,
)
EDITOR: Role[ask.EditQuestion, ask.Rewordings] = Role(
    "editor",
    ask.Rewordings,
    writing.reword,
    fallback_when_over_budget=True,
    doc="sentences that read badly",
    optional=True,
    prompt=_PROMPTS / "editor.md",
    max_tokens=2500,
    drop_invalid=True,
)
REPORTER: Role[ask.HeadQuestion, ask.Head] = Role(
    "reporter",
    ask.Head,
    writing.head,
    tier="fast",
    fallback_when_over_budget=True,
    doc="title and subtitle",
    optional=True,
    prompt=_PROMPTS / "reporter.md",
    max_tokens=300,
)
ROLES = (
    CONTEXT,
    BRIEF,
    PLANNER,
    OVERVIEW,
    DATA,
    RESEARCH,
    QUESTIONS,
    CHART_ANALYZER,
    STORY_LINER,
    AGGREGATOR,
    EDITOR,
    REPORTER,
    SUPPORT,
)
