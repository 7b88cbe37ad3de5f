"""How a run stands, in full: who answers, what it may cost, what is asked of the person, what is new since another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from indagate.app.deciding import PendingDecision, decision
from indagate.app.reading import Runs
from indagate.app.registry import Found
from indagate.app.standing import account, facts_of, iso
from indagate.engine import Answering, lease
from indagate.errors import InputError
from indagate.statechart import finished

if TYPE_CHECKING:
    from pathlib import Path

    from indagate.flow.difference import Difference
    from indagate.models.forecast import Forecast

AGAIN = "again.md"
"""The file of what is new in a run that asked another's question again, in its folder."""


class Overview(Runs):
    """The runs of one home, with all that is to be said of each; its journal has to be open."""

    def waiting(self, name: str) -> PendingDecision | None:
        """Return what a run asks of a person, with what may be said; None where nothing is asked.

        Raises `NoSuchRun`, `Corrupt`.
        """
        return decision(self, name, self.forecast)

    def facts_of(self, name: str, *, at: int | None = None) -> dict[str, Any]:
        """Return all that is to be said of a run, or of it at a row, for programs: see `standing`; and its account.

        Raises `NoSuchRun`, `InputError`, `Corrupt` or `Mismatch`.
        """
        run, flow = self.find(name)
        past, driven = self.past(run.name, at=at), lease.driven(run)
        waits = [token.state for token in past.configuration.tokens if token.state in flow.chart.waits]
        expected = self.forecast(run.name) if waits and at is None else None
        return {
            **facts_of(flow, past, self.folder(run.name), driven=at is None and driven),
            "row": past.last.seq,
            "born": iso(run.born),
            "last": iso(past.last.at),
            "finished": finished(flow.chart, past.configuration),
            "paused": run.paused,
            "driven_by": lease.describe(run.owner) if run.owner and driven else None,
            "waits": waits,
            "models": msgspec.to_builtins(self.answers.setting(run)),
            "expected": msgspec.to_builtins(expected),
            **self.answers.facts(run.name),
            "signals": self.signals(run.name) if at is None else [],
            "tree": [{"depth": depth, "text": text} for depth, text in (flow.tree(past.record) if flow.tree else ())],
            "budget": account(past.spent, past.seconds, past.budget),
        }

    def again(self, name: str) -> tuple[Found, Any]:
        """Return the flow and the input of a run that asks a finished one's question again.

        Raises `NoSuchRun`, or `InputError` where that cannot be.
        """
        run, flow = self.find(name)
        record = self.record(run.name)
        if flow.again is None:
            raise InputError(f"a run of {flow.name} cannot be asked again")
        if not finished(flow.chart, record.standing):
            raise InputError(f"run {run.name} has not ended: it is {record.state}", hint="Let it end first.")
        return Found(flow, run.origin), flow.again.given(record)

    def difference(self, since: str, name: str) -> Difference:
        """Return what is new in a run since an earlier one that asked the same. Raises `NoSuchRun`, `InputError`."""
        (before, flow), (after, other) = self.find(since), self.find(name)
        if flow.again is None or other.name != flow.name:
            raise InputError(f"{before.name} and {after.name} cannot be compared")
        return flow.again.compare(self.record(before.name), self.record(after.name), self.home.store)

    def write_difference(self, found: Difference) -> Path:
        """Write what is new into the later run's folder, and return the file."""
        from indagate.flow.difference import as_markdown
        from indagate.render import escape
        from indagate.storage.writing import write_by_rename

        path = self.home.run_folder(found.run) / AGAIN
        write_by_rename(path, as_markdown(found, escape).encode())
        return path

    def forecast(self, name: str) -> Forecast | None:
        """Return what a run's models are expected to take from here on; None where its flow cannot say, or no model.

        Raises `NoSuchRun`, `InputError` for prices that cannot be read.
        """
        run, flow = self.find(name)
        setting = self.answers.setting(run)
        if flow.expected is None or setting == Answering():
            return None
        from indagate.models.forecast import forecast
        from indagate.models.price import load_prices

        return forecast(setting, flow.expected(self.record(run.name)), load_prices(self.home.root / "prices.toml"))
