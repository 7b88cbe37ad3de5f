"""Who answers the roles of runs, and who did: as it is stored in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from indagate.budget import Amount, Usage
from indagate.engine import Answering, Born, Engine, Journal, Run, Wake, decode
from indagate.engine.journal import span
from indagate.engine.row import PER_RUN, Start
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.storage import Home


@dataclass(frozen=True, slots=True)
class Call:
    """A question put to models: its row, its role, and each request with its raw answer; none if no answer came."""

    row: int
    role: str
    sent: list[dict[str, str]]


class _Asked(msgspec.Struct):
    """Of a question to a role, what came of it: who answered and with what use of a model, or why nobody did."""

    by: str = ""
    message: str = ""
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class RoleCounts:
    """Of a run and those that it started: who answered each role and how often, which roles nobody did, with the
    last reason, and how often each was shown less than all, to fit the context."""

    answered_by: dict[str, dict[str, int]]
    not_done: dict[str, str]
    cut_to_fit: dict[str, int]


_QUESTIONS = f"""
WITH RECURSIVE family (id) AS (
    SELECT CAST(? AS BIGINT) UNION ALL SELECT runs.id FROM runs JOIN family ON runs.parent = family.id
)
SELECT rows.kind, rows.name, rows.body FROM family
JOIN rows ON rows.id BETWEEN family.id * {PER_RUN} AND family.id * {PER_RUN} + {PER_RUN - 1}
WHERE rows.kind IN ('done', 'fail') AND rows.name LIKE 'ask %' ORDER BY rows.id
"""


def counts_of(journal: Journal, run: int) -> RoleCounts:
    """Return who answered the roles of a run and of those that it started, and who did not."""
    found, failed = RoleCounts({}, {}, {}), dict[str, str]()
    for kind, name, body in journal.read(_QUESTIONS, run):
        role, asked = name.removeprefix("ask "), decode(body, _Asked)
        if kind == "done":
            times = found.answered_by.setdefault(role, {})
            times[asked.by] = times.get(asked.by, 0) + 1
        else:
            failed[role] = asked.message
        if asked.usage is not None and asked.usage.left_out:
            found.cut_to_fit[role] = found.cut_to_fit.get(role, 0) + 1
    found.not_done.update((role, why) for role, why in failed.items() if role not in found.answered_by)
    return found


def stored_answering(journal: Journal, run: int) -> Answering | None:
    """Return who answers a run's roles, as it was born or as a driver changed it since; None where that is not said."""
    found: Answering | None = None
    rows = journal.read("SELECT kind, body FROM rows WHERE id BETWEEN ? AND ? AND kind IN ('born', 'wake')", *span(run))
    for kind, body in rows:
        found = decode(body, Born if kind == "born" else Wake).answering or found
    return found


class RoleAnswers:
    """Who answers the roles of the runs of a home, and who did; its journal has to be open."""

    def __init__(self, home: Home, engine: Engine) -> None:
        self._home = home
        self._engine = engine

    def setting(self, run: Run) -> Answering:
        """Return who answers a run's roles: as it was born, or changed since; a child's are those of the run above."""
        journal = self._engine.journal
        found = stored_answering(journal, run.id)
        while found is None and run.parent is not None:
            run = journal.by_id(run.parent)
            found = stored_answering(journal, run.id)
        return found or Answering()

    def counts(self, name: str) -> RoleCounts:
        """Return who answered each role of a run and of those that it started, and which roles nobody did."""
        return counts_of(self._engine.journal, self._engine.journal.run(name).id)

    def facts(self, name: str) -> dict[str, Any]:
        """Return who answered each role of a run, which roles nobody did, and which saw less than all, as JSON."""
        found = self.counts(name)
        left_out = [{"role": role, "why": why} for role, why in found.not_done.items()]
        return {"answered_by": found.answered_by, "not_done": left_out, "cut_to_fit": found.cut_to_fit}

    def calls(self, run: Run) -> Iterator[Call]:
        """Yield what went to models in a run and came back, in the order of the journal.

        A question that was on its way when its driver ended has nothing that was sent: it is put again, as it was.
        Raises `Corrupt` where the store has lost what was sent.
        """
        asked: dict[tuple[str, str], int] = {}
        for row in self._engine.journal.rows(run.id):
            role = row.name.removeprefix("ask ")
            if role == row.name:
                continue
            if row.kind == "start" and decode(row.body, Start).reserved != Amount():
                if (row.key, role) in asked:
                    yield Call(asked[row.key, role], role, [])
                asked[row.key, role] = row.seq
            elif row.kind in ("done", "fail"):
                asked.pop((row.key, role), None)
                usage = decode(row.body, _Asked).usage
                if usage is not None and usage.calls:
                    sent = decode(self._home.store.get(usage.calls), list[dict[str, str]])
                    yield Call(row.seq, role, sent)
        for (_, role), seq in asked.items():
            yield Call(seq, role, [])
