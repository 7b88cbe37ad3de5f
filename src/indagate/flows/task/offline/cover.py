"""Whether a text speaks of all that a goal names."""

from __future__ import annotations

from indagate.flows.task.offline.goal import Goal
from indagate.flows.task.offline.meaning import is_weak
from indagate.flows.task.offline.spare import says_nothing
from indagate.flows.task.offline.word import form_of, words_of
from indagate.tools.calculator.dimension import measure


def covers(goal: Goal, text: str, *, half: bool = False) -> bool:
    """Whether a text has all words that the goal names things by, or half of them."""
    wanted = [word for word in words_of(goal.text) if len(word) > 2 and not says_nothing(word)]
    wanted = [word for word in wanted if not is_weak(word, goal.language) and not measure(word)]
    held = words_of(text)
    found = sum(any(form_of(word, one) for one in held) for word in wanted)
    return bool(wanted) and (found * 2 >= len(wanted) if half else found == len(wanted))
