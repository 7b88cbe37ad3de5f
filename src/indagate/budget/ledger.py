"""The account of one run: reservations, settlements, and how near its limits it is."""

from __future__ import annotations

import asyncio
import time
from math import ceil

from indagate.budget.limits import Amount, Budget
from indagate.errors import BudgetSpent
from indagate.number import count

TURNING = 0.85
"""The share of any limit at which a run should turn to writing."""


_EVEN = (1.0, 1.0, 1.0)


def _sort(name: str) -> str:
    """Return the sort of effects that are billed alike: all questions to roles are one."""
    return name.partition(" ")[0]


class Ledger:
    """Spent and reserved amounts against a budget; a child's ledger books on its parent's too."""

    def __init__(self, budget: Budget | None = None, *, parent: Ledger | None = None) -> None:
        self.budget = budget or Budget()
        self.parent = parent
        self.spent = Amount()
        self.reserved = Amount()
        self.driven = 0.0
        self._beyond: dict[str, tuple[float, float, float]] = {}
        self.by_processor = False
        self.pending = 0
        self._woke: float | None = None
        self._settled: asyncio.Event | None = None

    def wake(self) -> None:
        """Start counting wall time."""
        self._woke = time.monotonic()

    def rest(self) -> None:
        """Stop counting wall time."""
        self.driven, self._woke = self.seconds, None

    @property
    def seconds(self) -> float:
        """Wall time spent driving so far, or what programs used of the processor where that is counted."""
        if self.by_processor:
            return self.spent.seconds
        return self.driven + (time.monotonic() - self._woke if self._woke is not None else 0.0)

    def charge(self, amount: Amount) -> None:
        """Book an amount that was spent without a reservation (found in the journal)."""
        if amount:
            self.spent = self.spent + amount
            if self.parent:
                self.parent.charge(amount)

    def correct(self, amount: Amount) -> None:
        """Make `amount` what was spent, here and above: the journal knows best."""
        self.charge(amount - self.spent)

    def refusal(self, amount: Amount) -> str | None:
        """Say why `amount` does not fit now, or return None if it does."""
        return self._over(self.spent + self.reserved + amount) or (self.parent.refusal(amount) if self.parent else None)

    def expected(self, name: str, estimate: Amount) -> Amount:
        """Return what to set aside for an effect: its estimate, or more where such effects cost more than theirs."""
        known = self._root()._beyond
        if not known or _sort(name) not in known or not estimate:
            return estimate
        tokens, dollars, calls = known[_sort(name)]
        return Amount(
            ceil(estimate.tokens * tokens), estimate.dollars * dollars, ceil(estimate.calls * calls), estimate.unpriced
        )

    def learn(self, name: str, estimate: Amount, actual: Amount) -> None:
        """Take in what an effect really cost: a bill beyond its estimate is expected again, for a while."""
        known = self._root()._beyond
        if not known and actual == estimate:
            return
        before = known.get(_sort(name), _EVEN)
        pairs = ((actual.tokens, estimate.tokens), (actual.dollars, estimate.dollars), (actual.calls, estimate.calls))
        ratios = [spent / guess if guess else 1.0 for spent, guess in pairs]
        if before != _EVEN or max(ratios) > 1:
            new = [max(1.0, ratio, (old + ratio) / 2) for ratio, old in zip(ratios, before, strict=True)]
            known[_sort(name)] = (new[0], new[1], new[2])

    async def reserve(self, amount: Amount) -> None:
        """Set `amount` aside before it is spent; waits for settlements that could make room.

        Raises `BudgetSpent` when none could.
        """
        while (why := self.refusal(amount)) is not None:
            root = self._root()
            hopeless = self._hopeless(amount)
            if hopeless or not root.pending:
                raise BudgetSpent(f"the budget does not allow it: this would make {hopeless or why}")
            root._settled = root._settled or asyncio.Event()
            root._settled.clear()
            await root._settled.wait()
        ledger: Ledger | None = self
        while ledger:
            ledger.reserved = ledger.reserved + amount
            ledger.pending += 1
            ledger = ledger.parent

    def extend(self, more: Amount) -> bool:
        """Set more aside for what has a reservation already, if it fits at once; say whether it did."""
        if self.refusal(more) is not None:
            return False
        self._hold(more)
        return True

    def release(self, amount: Amount) -> None:
        """Give back what `extend` set aside."""
        self._hold(Amount() - amount)

    def _hold(self, amount: Amount) -> None:
        ledger: Ledger | None = self
        while ledger:
            ledger.reserved = ledger.reserved + amount
            ledger = ledger.parent

    def settle(self, reserved: Amount, actual: Amount) -> None:
        """Replace a reservation by what was really spent."""
        ledger: Ledger | None = self
        while ledger:
            if reserved:
                ledger.pending -= 1
                ledger.reserved = ledger.reserved - reserved
            ledger.spent = ledger.spent + actual
            if ledger._settled:
                ledger._settled.set()
            ledger = ledger.parent

    @property
    def share(self) -> float:
        """The largest share of any limit that is spent or reserved, from 0 to 1 and above."""
        budget, used = self.budget, self.spent + self.reserved
        pairs = (
            (used.tokens, budget.tokens),
            (used.dollars, budget.dollars),
            (used.calls, budget.calls),
            (self.seconds, budget.seconds),
        )
        own = max((amount / limit for amount, limit in pairs if limit), default=0.0)
        return max(own, self.parent.share) if self.parent else own

    @property
    def turning(self) -> bool:
        """Whether the run should stop gathering and write."""
        return self.share >= TURNING

    @property
    def tokens_left(self) -> int | None:
        """Tokens that may still be reserved, here and above; None where nothing limits them."""
        own = None
        if self.budget.tokens is not None:
            own = max(0, self.budget.tokens - self.spent.tokens - self.reserved.tokens)
        above = self.parent.tokens_left if self.parent else None
        return min((left for left in (own, above) if left is not None), default=None)

    @property
    def seconds_left(self) -> float | None:
        """Seconds of wall time that may still be spent, here and above; None where nothing limits them."""
        own = None if self.budget.seconds is None or self.by_processor else max(0.0, self.budget.seconds - self.seconds)
        above = self.parent.seconds_left if self.parent else None
        return min((left for left in (own, above) if left is not None), default=None)

    @property
    def counts_dollars(self) -> bool:
        """Whether a limit in dollars holds, here or above."""
        return self.budget.dollars is not None or (self.parent.counts_dollars if self.parent else False)

    def _over(self, after: Amount) -> str | None:
        budget = self.budget
        if budget.tokens is not None and after.tokens > budget.tokens:
            return f"{after.tokens:,} of {count(budget.tokens, 'token')}"
        if budget.dollars is not None and after.dollars > budget.dollars:
            return f"${after.dollars:.4f} of ${budget.dollars:.4f}"
        if budget.calls is not None and after.calls > budget.calls:
            return f"{after.calls} of {count(budget.calls, 'call')}"
        if budget.seconds is not None and self.seconds > budget.seconds:
            return f"{self.seconds:.3g} of {count(budget.seconds, 'second')}"
        return None

    def _hopeless(self, amount: Amount) -> str | None:
        """Say why `amount` would not fit even if everything reserved came back."""
        return self._over(self.spent + amount) or (self.parent._hopeless(amount) if self.parent else None)

    def _root(self) -> Ledger:
        return self.parent._root() if self.parent else self
