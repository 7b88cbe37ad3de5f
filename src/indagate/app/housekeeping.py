"""What is taken out of a home: runs with all that they started, and what no run needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from indagate.app.collecting import Collector, Deleted, Garbage, drop, remove_whole, weight
from indagate.engine import Engine, removal

if TYPE_CHECKING:
    from indagate.storage import Home


class Housekeeping:
    """Removes runs and garbage of a home; its journal has to be open."""

    def __init__(self, home: Home, engine: Engine) -> None:
        self._home = home
        self._engine = engine

    def deletion(self, name: str) -> Deleted:
        """Return what deleting a run would take away.

        Raises `NoSuchRun`, `LeaseHeld` while it is driven, `InputError` where another run needs it.
        """
        run = self._engine.journal.run(name)
        with self._engine.journal.reading() as connection:
            found = removal.removable(connection, run.name)
        rows = sum(self._engine.journal.last(number)[0] + 1 for number, _ in found)
        names = tuple(own for _, own in found)
        return Deleted(names, rows, sum(weight(self._home.run_folder(own)) for own in names))

    async def delete(self, name: str) -> Deleted:
        """Delete a run with all that it started: its rows at once, then its files.

        Bytes in the store that no other run names are left to `gc`. Raises what `deletion` does, and `StorageError`.
        """
        gone = self.deletion(name)
        journal = self._engine.journal
        await journal.change(lambda connection: removal.remove(connection, gone.runs[0]))
        await self._remove_files()
        return gone

    async def _remove_files(self) -> None:
        """Remove the files of deleted runs; a kill before it is through leaves the rest to the next `gc`.

        In a home with a bucket every machine has files of its own: the names stay, for the `gc` of the others.
        """
        for name in removal.left_over(self._engine.journal):
            remove_whole(self._home.run_folder(name))
            if self._home.bucket:
                continue
            await self._engine.journal.change(partial(removal.removed, name=name))

    async def gc(self, *, dry_run: bool = True) -> Sequence[Garbage]:
        """Return what no run needs, by kind, and unless `dry_run` remove it. It is safe beside live runs.

        Raises `Corrupt` where the journal is damaged, `StorageError`.
        """
        journal = self._engine.journal
        collector = Collector(self._home, journal)
        piles = collector.piles()
        rows = collector.stray()
        if dry_run:
            return [*(pile.said() for pile in piles), rows, collector.free_pages()]
        done = [drop(self._home, pile, collector.before) for pile in piles]
        await self._remove_files()
        await journal.change(removal.remove_stray)
        pages = collector.free_pages()
        if pages.bytes and not pages.left:
            journal.compact()
        return [*done, rows, pages]
