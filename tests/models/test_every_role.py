"""Every role of every flow: its name on the wire, which keep a rule, and what becomes of the others without a model."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))

from small_flow import Given, Story, Went, small

from cli.program import User
from indagate.app import App
from indagate.errors import ModelError, NeedsModel
from indagate.flow import Context
from indagate.flows import mission, notes, proof, report, task
from indagate.models import ModelClient, RetryPolicy, parse_spec
from indagate.models.client import Request, Trial
from indagate.models.form import schema_of
from parts.scripted import Scripted, says

FLOWS = {flow.name: flow for flow in (mission.FLOW, notes.FLOW, task.FLOW, report.FLOW, proof.FLOW)}
ROLES = [(name, role) for name, flow in FLOWS.items() for role in flow.roles]
KEPT = {
    "mission": {"planner", "query-writer", "judge", "reader", "section-writer", "bottom-line"},
    "notes": {"router", "parser", "planner", "writer"},
    "task": {"planner", "thinker"},
    "report": {
        "context", "brief", "planner", "overview", "data", "research", "questions", "aggregator", "editor", "reporter",
    },
    "proof": set(),
}  # fmt: skip
"""The roles that may keep a rule: what is exact. Nobody adds one here because a test failed."""
NOT_YET = {"resolver"}
"""A role whose rule goes with its flow's rebuilding."""


def test_only_what_is_exact_keeps_a_rule() -> None:
    """What judges, checks or enriches has none."""
    ruled = {(name, role.name) for name, role in ROLES if role.rule is not None and role.name not in NOT_YET}
    assert not ruled - {(name, role) for name, roles in KEPT.items() for role in roles}


@pytest.mark.parametrize("mode", ["native", "tool"])
def test_every_form_and_output_tool_is_named_by_its_role(mode: Any) -> None:
    """As a trace, an oracle or a proxy sees it: the name stands in the request, in the provider's own place."""

    async def ask_all(service: Scripted) -> None:
        client = ModelClient(parse_spec(service.model), mode=mode, retry=RetryPolicy(1, 0.01, 1.0, 30.0))
        for _, role in ROLES:
            form = schema_of(role.answer or role.output)
            with contextlib.suppress(ModelError):  # what it answers is nothing here
                await client.ask(Request(role.name, "Answer.", "It.", form, 100), Trial())
        await client.close()

    with Scripted(faults={"*": [says("no", always=True)]}) as service:
        asyncio.run(ask_all(service))
        bodies = [asked.body for asked in service.requests]
    assert len(bodies) == len(ROLES)
    for (_, role), body in zip(ROLES, bodies, strict=True):
        if mode == "tool":
            assert [tool["function"]["name"] for tool in body["tools"]] == [role.name.replace("-", "_")]
        else:
            assert body["response_format"]["json_schema"]["name"] == role.name.replace("-", "_")


def test_without_a_model_a_role_without_a_rule_is_left_out_and_recorded_as_not_done(tmp_path: Path) -> None:
    """Asked for as something that only checks or enriches; what asks for the product itself gets `NeedsModel`."""
    bare = {role.name: role for _, role in ROLES if role.rule is None}

    async def working(record: Story, ctx: Context[Story]) -> Went:
        for name, role in bare.items():
            async with ctx.scope(name):
                assert await ctx.consult(role, None) is None
                with pytest.raises(NeedsModel, match=f"the {name} needs a model"):
                    await ctx.ask(role, None)
        return Went()

    async def go() -> tuple[dict[str, str], dict[str, Any]]:
        async with App(tmp_path) as app:
            handle = await app.start(small(working), Given())
            await handle.drive()
            assert handle.record.state == "END"
            counts = app.answers.counts(handle.name)
            return counts.not_done, counts.answered_by

    left_out, answered = asyncio.run(go())
    assert set(left_out) == set(bare) and not answered
    assert {"support", "critic", "merger", "evaluator", "analyst", "story-liner", "lemma-proposer"} <= set(bare)


def test_a_user_without_a_model_sees_what_was_not_done(tmp_path: Path) -> None:
    """In `--json` and in `show`, with the reason; an answer by the grammar is done all the same."""
    user = User(tmp_path)
    home = ("--home", user.home)
    user("log", "ran 5 km", *home)
    told = user("ask", "total distance of runs?", "--json", *home).json
    assert told["outcome"] == "done"
    assert [one["role"] for one in told["not_done"]] == ["analyst", "support", "evaluator", "observer"]
    assert {one["why"] for one in told["not_done"]} == {"no model"}
    assert "not done (no model): analyst, support, evaluator, observer" in user("show", told["run"], *home).out
