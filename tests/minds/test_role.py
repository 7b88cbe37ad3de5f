"""The mind without a model: the role's own rule."""

from __future__ import annotations

import asyncio
import threading

from indagate.lab import Minds
from indagate.minds import OfflineMind, Role


def test_the_offline_mind_answers_with_the_rule_beside_the_event_loop() -> None:
    """In a thread, at no cost, and says which mind it was."""
    where: list[str] = []

    def rule(question: str) -> str:
        where.append(threading.current_thread().name)
        return question[::-1]

    answer = asyncio.run(OfflineMind().answer(Role("r", output=str, offline=rule), "abc", "once"))
    assert (answer.output, answer.mind, bool(answer.spent)) == ("cba", "offline", False)
    assert where != [threading.main_thread().name]


def test_a_role_may_have_a_mind_of_its_own() -> None:
    """The others have the default."""
    role, other = Role("reader", output=str, offline=str), Role("judge", output=str, offline=str)
    own = OfflineMind()
    minds = Minds(by_role={"reader": own})
    assert minds.of(role) is own
    assert minds.of(other) is minds.default
