"""The questions that a report asks, the rules that answer them offline, and the prompts for models."""

from __future__ import annotations

from pathlib import Path

from indagate.flows.report import ask, offline, writing
from indagate.minds import Role

_PROMPTS = Path(__file__).with_name("prompts")

CONTEXT: Role[ask.ContextQuestion, ask.ContextNotes] = Role(
    "context", ask.ContextNotes, offline.context, tier="fast", spare=True, doc="what there is and what can be asked",
    prompt=_PROMPTS / "initial_research.md", max_tokens=1200,
)  # fmt: skip
BRIEF: Role[ask.BriefQuestion, ask.BriefDraft] = Role(
    "brief", ask.BriefDraft, offline.brief, spare=True, doc="goal, depth, style and topics",
    prompt=_PROMPTS / "brief_builder.md", max_tokens=2000, check=writing.check_brief,
)  # fmt: skip
PLANNER: Role[ask.PlanQuestion, ask.TaskDrafts] = Role(
    "planner", ask.TaskDrafts, offline.plan, spare=True, doc="which tasks answer the topics",
    prompt=_PROMPTS / "planner.md", max_tokens=2500, check=writing.check_plan,
)  # fmt: skip
OVERVIEW: Role[ask.OverviewQuestion, ask.Notes] = Role(
    "overview", ask.Notes, offline.overview, tier="fast", spare=True, doc="what to know of the tables first",
    prompt=_PROMPTS / "overview.md", max_tokens=600,
)  # fmt: skip
DATA: Role[ask.DataQuestion, ask.DataChoice] = Role(
    "data", ask.DataChoice, offline.measures, tier="fast", spare=True, doc="which measures a task looks into",
    prompt=_PROMPTS / "data.md", max_tokens=800, check=writing.check_measures,
)  # fmt: skip
RESEARCH: Role[ask.ResearchQuestion, ask.ResearchAsk] = Role(
    "research", ask.ResearchAsk, offline.research, tier="fast", spare=True, doc="what to ask of the documents",
    prompt=_PROMPTS / "research.md", max_tokens=300,
)  # fmt: skip
QUESTIONS: Role[ask.OpenQuestion, ask.TaskDrafts] = Role(
    "questions", ask.TaskDrafts, offline.open_tasks, spare=True, doc="tasks for what is still open",
    prompt=_PROMPTS / "questions_planner.md", max_tokens=1500, check=writing.check_open,
)  # fmt: skip
CHART_ANALYZER: Role[ask.ChartsQuestion, ask.ChartReadings] = Role(
    "chart-analyzer", ask.ChartReadings, offline.read_charts, spare=True, doc="what the figures show",
    prompt=_PROMPTS / "chart_analyzer.md", max_tokens=2500, drops=True, check=writing.check_readings,
)  # fmt: skip
STORY_LINER: Role[ask.StoryQuestion, ask.StoryDraft] = Role(
    "story-liner", ask.StoryDraft, offline.story, spare=True, doc="thesis, arc and outline",
    prompt=_PROMPTS / "story_liner.md", max_tokens=1500, check=writing.check_story,
)  # fmt: skip
AGGREGATOR: Role[ask.SectionQuestion, ask.SectionDraft] = Role(
    "aggregator", ask.SectionDraft, writing.section, spare=True, doc="a section from its findings",
    prompt=_PROMPTS / "aggregator.md", max_tokens=3000, drops=True, check=writing.check_section,
)  # fmt: skip
EDITOR: Role[ask.EditQuestion, ask.Rewordings] = Role(
    "editor", ask.Rewordings, writing.reword, spare=True, doc="sentences that read badly",
    prompt=_PROMPTS / "editor.md", max_tokens=2500, drops=True,
)  # fmt: skip
REPORTER: Role[ask.HeadQuestion, ask.Head] = Role(
    "reporter", ask.Head, writing.head, tier="fast", spare=True, doc="title and subtitle",
    prompt=_PROMPTS / "reporter.md", max_tokens=300,
)  # fmt: skip
ROLES = (
    CONTEXT, BRIEF, PLANNER, OVERVIEW, DATA, RESEARCH, QUESTIONS, CHART_ANALYZER, STORY_LINER, AGGREGATOR, EDITOR,
    REPORTER,
)  # fmt: skip
