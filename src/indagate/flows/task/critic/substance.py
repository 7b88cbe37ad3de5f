"""What holds for any answer: there is one."""

from __future__ import annotations

from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import is_empty


def substance(answer: str) -> list[Finding]:
    """Return whether there is anything to be read."""
    if is_empty(answer):
        return [Finding("answer", False, "the answer is empty: a reader sees nothing of it", 0.0)]
    return [Finding("answer", True, "there is an answer")]
