"""The questions that the notes flow asks, and the rules that answer them offline."""

from __future__ import annotations

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
from indagate.flows.notes.offline import judge, plan, route
from indagate.minds import Role

ROUTER: Role[RouteQuestion, Route] = Role(
    "router", Route, route.route, tier="fast", doc="a question, a note, both, or a correction"
)
PARSER: Role[ParseQuestion, Parsing] = Role(
    "parser", Parsing, judge.read_note, tier="fast", doc="the things that a note tells"
)
PLANNER: Role[PlanQuestion, Plan] = Role("planner", Plan, plan.plan, doc="what is to be looked for")
ANALYST: Role[AnalysisQuestion, Analysis] = Role(
    "analyst", Analysis, plan.analyze, doc="whether what was found is enough"
)
CLARIFIER: Role[ClarifyQuestion, Clarification] = Role(
    "clarifier", Clarification, plan.clarify, tier="fast", doc="questions that only the user can answer"
)
WRITER: Role[WriteQuestion, Draft] = Role(
    "writer", Draft, judge.draft, doc="the answer, from what was computed", spare=True
)
EVALUATOR: Role[EvaluationQuestion, Evaluation] = Role(
    "evaluator", Evaluation, judge.evaluate, doc="accuracy, relevance, safety, completeness", spare=True
)
OBSERVER: Role[ObserveQuestion, Observation] = Role(
    "observer", Observation, judge.observe, tier="fast", doc="what is worth remembering", spare=True
)
ROLES = (ROUTER, PARSER, PLANNER, ANALYST, CLARIFIER, WRITER, EVALUATOR, OBSERVER)
