"""The roles of a task, a module each: its question, its answer, its checks and rule; its prompt lies beside it."""

from __future__ import annotations

from indagate.flow.roles.support import SUPPORT
from indagate.flows.task.roles.critic import CRITIC
from indagate.flows.task.roles.merger import MERGER
from indagate.flows.task.roles.planner import PLANNER
from indagate.flows.task.roles.thinker import THINKER

ROLES = (PLANNER, THINKER, MERGER, SUPPORT, CRITIC)

__all__ = ["CRITIC", "MERGER", "PLANNER", "ROLES", "THINKER"]
