"""The answerer without a model: the role's own rule."""

from __future__ import annotations

import asyncio
import threading

from indagate.flow import Answerers
from indagate.models import Role, RuleAnswerer


def test_the_offline_mind_answers_with_the_rule_beside_the_event_loop() -> None:
    """In a thread, at no cost, and says which answerer it was."""
    where: list[str] = []

    def rule(question: str) -> str:
        where.append(threading.current_thread().name)
        return question[::-1]

    answer = asyncio.run(RuleAnswerer().answer(Role("r", output=str, rule=rule), "abc", "once"))
    assert (answer.output, answer.by, bool(answer.spent)) == ("cba", "rule", False)
    assert where != [threading.main_thread().name]


def test_a_role_may_have_a_mind_of_its_own() -> None:
    """The others have the default."""
    role, other = Role("reader", output=str, rule=str), Role("judge", output=str, rule=str)
    own = RuleAnswerer()
    answerers = Answerers(by_role={"reader": own})
    assert answerers.of(role) is own
    assert answerers.of(other) is answerers.default
