"""The critic: checks that bind, a judged quality, and a score from both."""

from __future__ import annotations

from indagate.flows.task.critic.critique import check_answer, critique, settle
from indagate.flows.task.critic.verdict import Finding, Verdict

__all__ = ["Finding", "Verdict", "check_answer", "critique", "settle"]
