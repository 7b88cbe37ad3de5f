"""The questions that the notes flow asks, the rules that answer them offline, and the prompts for models."""

from __future__ import annotations

from pathlib import Path

from indagate.flows.notes import answers
from indagate.flows.notes.ask import (
    Analysis,
    AnalysisQuestion,
    Clarification,
    ClarifyQuestion,
    Draft,
    Evaluation,
    EvaluationQuestion,
    Observation,
    ObserveQuestion,
    ParseQuestion,
    Parsing,
    Plan,
    PlanQuestion,
    Route,
    RouteQuestion,
    WriteQuestion,
)
from indagate.flows.notes.offline import judge, route
from indagate.minds import Role

_PROMPTS = Path(__file__).with_name("prompts")


def _plan(asked: PlanQuestion) -> Plan:
    from indagate.flows.notes.offline import plan  # a note that is only kept starts faster without

    return plan.plan(asked)


def _analyze(asked: AnalysisQuestion) -> Analysis:
    from indagate.flows.notes.offline import plan

    return plan.analyze(asked)


def _clarify(asked: ClarifyQuestion) -> Clarification:
    from indagate.flows.notes.offline import plan

    return plan.clarify(asked)


ROUTER: Role[RouteQuestion, Route] = Role(
    "router", Route, route.route, tier="fast", spare=True, doc="a question, a note, both, or a correction",
    prompt=_PROMPTS / "router.md", max_tokens=lambda asked: 400 + len(asked.text),
    answer=answers.RouteAnswer, adapt=answers.route,
)  # fmt: skip
PARSER: Role[ParseQuestion, Parsing] = Role(
    "parser", Parsing, judge.read_note, tier="fast", spare=True, doc="the things that a note tells",
    prompt=_PROMPTS / "parser.md", max_tokens=lambda asked: 400 + 4 * len(asked.text),
    answer=answers.ParseAnswer, adapt=answers.parsing,
)  # fmt: skip
PLANNER: Role[PlanQuestion, Plan] = Role(
    "planner", Plan, _plan, spare=True, doc="what is to be looked for",
    prompt=_PROMPTS / "planner.md", max_tokens=1200, answer=answers.PlanAnswer, adapt=answers.plan,
)  # fmt: skip
ANALYST: Role[AnalysisQuestion, Analysis] = Role(
    "analyst", Analysis, _analyze, spare=True, doc="whether what was found is enough",
    prompt=_PROMPTS / "analyst.md", max_tokens=500,
)  # fmt: skip
CLARIFIER: Role[ClarifyQuestion, Clarification] = Role(
    "clarifier", Clarification, _clarify, tier="fast", spare=True, doc="questions that only the user can answer",
    prompt=_PROMPTS / "clarifier.md", max_tokens=500, answer=answers.ClarifyAnswer, adapt=answers.clarification,
)  # fmt: skip
WRITER: Role[WriteQuestion, Draft] = Role(
    "writer", Draft, judge.draft, spare=True, doc="the answer, from what was computed",
    prompt=_PROMPTS / "writer.md", max_tokens=1000, check=answers.check_draft,
)  # fmt: skip
EVALUATOR: Role[EvaluationQuestion, Evaluation] = Role(
    "evaluator", Evaluation, judge.evaluate, spare=True, doc="accuracy, relevance, safety, completeness",
    prompt=_PROMPTS / "evaluator.md", max_tokens=800, adapt=answers.evaluation,
)  # fmt: skip
OBSERVER: Role[ObserveQuestion, Observation] = Role(
    "observer", Observation, judge.observe, tier="fast", spare=True, doc="what is worth remembering",
    prompt=_PROMPTS / "observer.md", max_tokens=500, answer=answers.ObserveAnswer, adapt=answers.observation,
)  # fmt: skip
ROLES = (ROUTER, PARSER, PLANNER, ANALYST, CLARIFIER, WRITER, EVALUATOR, OBSERVER)
