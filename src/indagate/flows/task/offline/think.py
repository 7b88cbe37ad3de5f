"""An agent that follows rules: it recognises what a goal asks for, and uses the tool that answers that."""

from __future__ import annotations

import json

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.arithmetic import expression_of
from indagate.flows.task.react.chart import Call


def think(asked: ThinkQuestion) -> Thinking:
    """Return the next step towards a goal, or the answer."""
    expression = expression_of(asked.goal)
    if expression:
        seen = [one for turn in asked.turns for one in turn.seen if one.tool == "calculate"]
        if not seen:
            call = Call("calculate", json.dumps({"expression": expression}, ensure_ascii=False))
            return Thinking("This can be computed.", (call,))
        if seen[-1].status == "SUCCESS":
            return Thinking("The calculator says it.", answer=f"{expression} = {seen[-1].text}")
    return Thinking("No rule fits.", error="needs_model", reason="this goal needs a model: no rule can do it")
