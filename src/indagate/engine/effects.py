"""What a run has already done in the world: outcomes by identity, so that a resume repeats nothing completed.

An identity is the state visit, the scope, the name and the n-th use of that name in that scope. In a row the key is
`visit/scope#n`; effects shared by the whole run have the key `*/digest of the arguments`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from indagate.budget import Amount
from indagate.engine.row import Done, Fail, Row, Start, decode, encode

SHARED = "*"
Identity = tuple[str, str]
"""A row's key and name."""


def identity(visit: int, scope: str, name: str, nth: int) -> Identity:
    """Return the identity of the n-th effect of a name in a scope of a visit."""
    return f"{visit}/{scope}#{nth}", name


def shared_identity(name: str, arguments: str) -> Identity:
    """Return the identity of an effect that the whole run shares."""
    return f"{SHARED}/{arguments}", name


def digest_of(arguments: object) -> str:
    """Return a short digest of an effect's arguments or an event."""
    return hashlib.blake2b(encode(arguments), digest_size=9).hexdigest()


class Effects:
    """The outcomes that may still be asked for: those of open visits, and the shared ones."""

    def __init__(self) -> None:
        self._outcomes: dict[str, dict[Identity, Row]] = {}
        self._starts: dict[str, dict[Identity, Row]] = {}

    def note(self, row: Row) -> None:
        """Take a row in that records an effect or an emission."""
        if "/" not in row.key:
            return
        visit = row.key.partition("/")[0]
        where = self._starts if row.kind == "start" else self._outcomes
        where.setdefault(visit, {})[row.key, row.name] = row

    def outcome(self, wanted: Identity) -> Row | None:
        """Return the row of kind done, fail or emit that this identity ended in, if any."""
        return self._outcomes.get(wanted[0].partition("/")[0], {}).get(wanted)

    def start(self, wanted: Identity) -> Start | None:
        """Return the started row's body for this identity, if any."""
        row = self._starts.get(wanted[0].partition("/")[0], {}).get(wanted)
        return decode(row.body, Start) if row else None

    def keep(self, visits: Collection[int]) -> None:
        """Forget all visits but these; what the run shares stays."""
        if not self._outcomes and not self._starts:
            return
        kept = {SHARED, *map(str, visits)}
        for rows in (self._outcomes, self._starts):
            for visit in [visit for visit in rows if visit not in kept]:
                del rows[visit]

    def forgive(self) -> None:
        """Forget failures, so that a run that is resumed after an error tries again."""
        for rows in self._outcomes.values():
            for wanted in [wanted for wanted, row in rows.items() if row.kind == "fail"]:
                del rows[wanted]


def spent_by(row: Row) -> Amount:
    """Return what a row that settled an effect says it cost."""
    kind: type[Done] | type[Fail] = Done if row.kind == "done" else Fail
    spent: Amount = decode(row.body, kind).spent
    return spent
