"""Child runs: another flow as an effect of a step, with a journal of its own and its parent's budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from indagate.budget import Amount, Budget, Ledger
from indagate.engine.effects import Identity, child_identity
from indagate.engine.journal import Journal, span
from indagate.engine.matching import claim
from indagate.engine.performing import one_at_a_time
from indagate.engine.program import Program
from indagate.engine.record import Record
from indagate.engine.replay import replay, spent_in
from indagate.engine.row import Done, decode, encode
from indagate.engine.stepping import StepVisit, Suspended

if TYPE_CHECKING:
    from indagate.engine.driver import Driver


async def run_child(
    driver: Driver, visit: StepVisit, scope: str, program: Program, given: Any, key: str
) -> Record[Any]:
    """Run another flow as a child with its parent's budget, and return its record once it has ended.

    Raises `Suspended` when the child waits for a person, was paused or stopped.
    """
    await driver.gate.passage()
    engine, name = driver.engine, f"run {program.name}"
    with one_at_a_time(visit, f"{scope}/{key}", name, "") as nth:
        wanted = child_identity(visit.visit, f"{scope}/{key}", name, nth)
        if visit.inherited:
            claim(driver, visit, wanted, f"{scope}/{key}", by_place=False)
        known = driver.run_writer.replayed.effects.outcome(wanted)
        if known is not None:
            entry = driver.journal.run(decode(decode(known.body, Done).result, str))
            return replay(program, entry.name, driver.journal.rows(entry.id)).record
        child: Driver = await _child_driver(driver, program, given, wanted)
        await driver.gate.passage()
        driver.children.append(child)
        try:
            with driver.gate:
                status = await engine.drive(child)
        finally:
            driver.children.remove(child)
        if status != "finished":
            await engine.leave(child)
            raise Suspended
        done = Done(msgspec.Raw(encode(child.run_writer.run.name)), spent=child.ledger.spent)
        driver.run_writer.replayed.effects.note(driver.run_writer.write_lazily("done", name, wanted[0], encode(done)))
        return child.record


async def _child_driver(driver: Driver, program: Program, given: Any, wanted: Identity) -> Driver:
    engine, parent = driver.engine, driver.run_writer.run
    key = f"{wanted[0]} {wanted[1]}"
    found = driver.journal.read("SELECT id FROM runs WHERE parent = ? AND parent_key = ?", parent.id, key)
    child: Driver
    if found:
        child = await engine.wake(driver.journal.by_id(int(found[0][0])), program, parent=driver)
    else:
        pins = driver.run_writer.replayed.born.pins
        child = await engine.create(
            program, given, origin=parent.origin, parent=(parent.id, key), above=driver, pins=pins
        )
    return child


def open_accounts(journal: Journal, run: int, ledger: Ledger) -> dict[int, Ledger]:
    """Charge a run with what its unsettled children have spent so far, and return their accounts by run."""
    accounts: dict[int, Ledger] = {}
    children = journal.read("SELECT id, parent_key FROM runs WHERE parent = ?", run)
    if not children:
        return accounts
    settled = {
        f"{key} {name}"
        for key, name in journal.read(
            "SELECT key, name FROM rows WHERE id BETWEEN ? AND ? AND kind = 'done'", *span(run)
        )
    }
    for child, key in children:
        if key not in settled:
            account = accounts[child] = Ledger(Budget(), parent=ledger)
            account.charge(_spent_below(journal, child))
    return accounts


def _spent_below(journal: Journal, run: int) -> Amount:
    """Return what a run and its unsettled children have spent."""
    inner = Ledger(Budget())
    inner.charge(spent_in(journal.rows(run)))
    open_accounts(journal, run, inner)
    return inner.spent
