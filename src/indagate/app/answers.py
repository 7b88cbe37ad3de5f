"""Who answers the roles of runs, and who did: as it is stored in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from indagate.budget import Usage
from indagate.engine import Answering, Born, Engine, Journal, Run, Wake, decode
from indagate.engine.journal import span
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.storage import Home


@dataclass(frozen=True, slots=True)
class Call:
    """A question put to models: its row, its role, and each request with its raw answer."""

    row: int
    role: str
    sent: list[dict[str, str]]


class _Used(msgspec.Struct):
    """Of a settled effect, how a model was used."""

    usage: Usage | None = None


class _By(msgspec.Struct):
    """Of a delivered effect, who answered."""

    by: str = ""


def stored_answering(journal: Journal, run: int) -> Answering | None:
    """Return who answers a run's roles, as it was born or as a driver changed it since; None where that is not said."""
    found: Answering | None = None
    rows = journal.read("SELECT kind, body FROM rows WHERE id BETWEEN ? AND ? AND kind IN ('born', 'wake')", *span(run))
    for kind, body in rows:
        found = decode(body, Born if kind == "born" else Wake).answering or found
    return found


def answered_by(journal: Journal, run: int) -> dict[str, dict[str, int]]:
    """Return who answered each role of a run and of those that it started, and how often."""
    found: dict[str, dict[str, int]] = {}
    query = "SELECT name, body FROM rows WHERE id BETWEEN ? AND ? AND kind = 'done' AND name LIKE 'ask %'"
    for name, body in journal.read(query, *span(run)):
        times = found.setdefault(name.removeprefix("ask "), {})
        by = decode(body, _By).by
        times[by] = times.get(by, 0) + 1
    for (child,) in journal.read("SELECT id FROM runs WHERE parent = ?", run):
        for role, times in answered_by(journal, child).items():
            mine = found.setdefault(role, {})
            for by, count in times.items():
                mine[by] = mine.get(by, 0) + count
    return found


def cut_to_fit(journal: Journal, run: int) -> dict[str, int]:
    """Return how often roles of a run and of those that it started were shown less than all, to fit the context."""
    found: dict[str, int] = {}
    query = "SELECT name, body FROM rows WHERE id BETWEEN ? AND ? AND kind IN ('done', 'fail') AND name LIKE 'ask %'"
    for name, body in journal.read(query, *span(run)):
        used = decode(body, _Used).usage
        if used is not None and used.left_out:
            role = name.removeprefix("ask ")
            found[role] = found.get(role, 0) + 1
    for (child,) in journal.read("SELECT id FROM runs WHERE parent = ?", run):
        for role, times in cut_to_fit(journal, child).items():
            found[role] = found.get(role, 0) + times
    return found


def not_done(journal: Journal, run: int) -> dict[str, str]:
    """Return the roles that nobody answered in a run and in those that it started, each with the last reason."""
    from indagate.engine.row import Fail

    answered = answered_by(journal, run)
    return {role: why for role, why in _unanswered(journal, run, Fail).items() if role not in answered}


def _unanswered(journal: Journal, run: int, kind: type[Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    query = "SELECT name, body FROM rows WHERE id BETWEEN ? AND ? AND kind = 'fail' AND name LIKE 'ask %' ORDER BY id"
    for name, body in journal.read(query, *span(run)):
        found[name.removeprefix("ask ")] = decode(body, kind).message
    for (child,) in journal.read("SELECT id FROM runs WHERE parent = ?", run):
        found |= _unanswered(journal, child, kind)
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

    def by_role(self, name: str) -> dict[str, dict[str, int]]:
        """Return who answered each role of a run and of those that it started, and how often."""
        return answered_by(self._engine.journal, self._id(name))

    def not_done(self, name: str) -> dict[str, str]:
        """Return the roles that nobody answered in a run and in those that it started, each with the reason."""
        return not_done(self._engine.journal, self._id(name))

    def cut_to_fit(self, name: str) -> dict[str, int]:
        """Return how often each role of a run was shown less than all, to fit the model's context."""
        return cut_to_fit(self._engine.journal, self._id(name))

    def facts(self, name: str) -> dict[str, Any]:
        """Return who answered each role of a run, which roles nobody did, and which saw less than all, as JSON."""
        left_out = [{"role": role, "why": why} for role, why in self.not_done(name).items()]
        return {"answered_by": self.by_role(name), "not_done": left_out, "cut_to_fit": self.cut_to_fit(name)}

    def calls(self, run: Run) -> Iterator[Call]:
        """Yield what went to models in a run and came back. Raises `Corrupt` where the store has lost it."""
        for row in self._engine.journal.rows(run.id):
            if row.kind in ("done", "fail") and row.name.startswith("ask "):
                usage = decode(row.body, _Used).usage
                if usage is not None and usage.calls:
                    sent = decode(self._home.store.get(usage.calls), list[dict[str, str]])
                    yield Call(row.seq, row.name.removeprefix("ask "), sent)

    def _id(self, name: str) -> int:
        return self._engine.journal.run(name).id
