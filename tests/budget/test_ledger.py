"""The account of a run: what is reserved, spent, refused, and booked above."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.budget import Amount, Budget, Ledger
from indagate.errors import BudgetSpent, InputError

amounts = st.builds(Amount, st.integers(0, 50), st.integers(0, 500).map(lambda cents: cents / 1000), st.integers(0, 3))


def test_what_does_not_fit_is_refused_with_the_figures() -> None:
    """And nothing is booked."""
    ledger = Ledger(Budget(tokens=10))
    with pytest.raises(BudgetSpent, match="11 of 10 tokens"):
        asyncio.run(ledger.reserve(Amount(tokens=11)))
    assert not ledger.reserved


def test_a_limit_must_be_above_zero() -> None:
    """A budget of nothing is a mistake, told as one."""
    with pytest.raises(InputError, match="tokens"):
        Budget(tokens=0)


def test_who_does_not_fit_yet_waits_for_settlements_and_is_refused_when_none_can_help() -> None:
    """Ten dollars in tenths: sums of fractions leave nothing behind that would be waited for."""

    async def go() -> None:
        ledger = Ledger(Budget(dollars=0.3))
        await ledger.reserve(Amount(dollars=0.1))
        await ledger.reserve(Amount(dollars=0.2))
        waiting = asyncio.ensure_future(ledger.reserve(Amount(dollars=0.2)))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        ledger.settle(Amount(dollars=0.2), Amount(dollars=0.1))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        ledger.settle(Amount(dollars=0.1), Amount())
        await asyncio.wait_for(waiting, 1)
        ledger.settle(Amount(dollars=0.2), Amount(dollars=0.2))
        assert not ledger.reserved
        with pytest.raises(BudgetSpent):
            await asyncio.wait_for(ledger.reserve(Amount(dollars=0.01)), 1)

    asyncio.run(go())


def test_what_can_never_fit_is_refused_though_others_are_under_way() -> None:
    """No settlement gives back what is spent."""

    async def go() -> None:
        ledger = Ledger(Budget(calls=2))
        ledger.charge(Amount(calls=1))
        await ledger.reserve(Amount(calls=1))
        with pytest.raises(BudgetSpent):
            await asyncio.wait_for(ledger.reserve(Amount(calls=2)), 1)

    asyncio.run(go())


def test_a_child_books_on_its_parent_and_is_held_to_both_limits() -> None:
    """The parent's limit counts, and the child's own."""

    async def go() -> None:
        parent = Ledger(Budget(calls=3))
        child = Ledger(Budget(calls=2), parent=parent)
        await child.reserve(Amount(calls=1))
        assert parent.reserved == Amount(calls=1)
        child.settle(Amount(calls=1), Amount(calls=1))
        assert parent.spent == child.spent == Amount(calls=1)
        with pytest.raises(BudgetSpent, match="of 2 calls"):
            await child.reserve(Amount(calls=2))
        parent.charge(Amount(calls=2))
        with pytest.raises(BudgetSpent, match="of 3 calls"):
            await child.reserve(Amount(calls=1))
        assert child.share == 1.0
        assert child.turning
        child.correct(Amount(calls=2))
        assert parent.spent == Amount(calls=4)

    asyncio.run(go())


@given(st.lists(st.tuples(amounts, amounts), max_size=30))
def test_reservations_and_settlements_leave_exactly_what_was_spent(pairs: list[tuple[Amount, Amount]]) -> None:
    """Whatever the fractions and the order."""

    async def go() -> None:
        ledger = Ledger()
        for reserved, _ in pairs:
            if reserved:
                await ledger.reserve(reserved)
        for reserved, actual in reversed(pairs):
            ledger.settle(reserved, actual)
        assert not ledger.reserved
        assert ledger.pending == 0
        total = Amount()
        for _, actual in pairs:
            total = total + actual
        assert ledger.spent == total

    asyncio.run(go())
