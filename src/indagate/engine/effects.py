"""What a run has already done in the world: outcomes by identity, so that a resume repeats nothing completed.

The identity of an effect or an emission is the state visit, the scope, the name and the digest of what was asked or
emitted; where the same is asked again in one scope, its number among those. In a row the key is
`visit/scope#digest`, from the second one on `visit/scope#digest.n`; a child run, whose scope ends in its own key, has
`visit/scope#n`; effects shared by the whole run have `*/digest`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable

import msgspec

from indagate.budget import Amount
from indagate.engine.row import Done, Fail, Row, Start, decode, encode

SHARED = "*"
FORKED = "forked"
"""The name of the note that ends what a fork has from the run that it was made of."""
Identity = tuple[str, str]
"""A row's key and name."""


def identity(visit: int, scope: str, name: str, asked: str, nth: int) -> Identity:
    """Return the identity of the n-th effect of a name in a scope of a visit that asks for this."""
    return f"{visit}/{scope}#{asked}" if nth == 1 else f"{visit}/{scope}#{asked}.{nth}", name


def child_identity(visit: int, scope: str, name: str, nth: int) -> Identity:
    """Return the identity of the n-th child run of a flow under a key, which the scope ends in."""
    return f"{visit}/{scope}#{nth}", name


def shared_identity(name: str, arguments: str) -> Identity:
    """Return the identity of an effect that the whole run shares."""
    return f"{SHARED}/{arguments}", name


def scope_of(wanted: Identity) -> str:
    """Return the scope that an identity stands in."""
    return wanted[0].partition("/")[2].rpartition("#")[0]


def digest_of(arguments: object) -> str:
    """Return a short digest of an effect's arguments."""
    return digest_of_bytes(encode(arguments))


def digest_of_bytes(content: bytes) -> str:
    """Return a short digest of an event's body."""
    return hashlib.blake2b(content, digest_size=9).hexdigest()


class Effects:
    """The outcomes that may still be asked for: those of open visits, and the shared ones.

    `outside` is the row of the last event that came from outside; `mended` the row of the first failure of a visit
    that was cleared, so that it is tried again; `answering` the row since which others answer the roles.
    """

    def __init__(self) -> None:
        self.asked: dict[str, dict[str, int]] = {}
        """Who answered each role how often; under the empty name, how often nobody did."""
        self.answers: dict[Identity, Row] = {}
        """The first answer that was paid for, by the digest of the question and the effect's name."""
        self._outcomes: dict[str, dict[Identity, Row]] = {}
        self._starts: dict[str, dict[Identity, Row]] = {}
        self.outside = self.answering = -1
        self.mended: dict[str, int] = {}

    def note(self, row: Row) -> None:
        """Take a row in that records an effect or an emission."""
        if "/" not in row.key:
            return
        if row.kind in ("done", "fail") and row.name.startswith("ask "):
            done = decode(row.body, Done) if row.kind == "done" else None
            by = done.by if done else ""
            if done is not None and done.usage is not None:
                self.answers.setdefault((row.key.rpartition("#")[2].partition(".")[0], row.name), row)
            times = self.asked.setdefault(row.name.removeprefix("ask "), {})
            times[by] = times.get(by, 0) + 1
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

    def of_visit(self, visit: int) -> dict[Identity, Row]:
        """Return what a visit has completed so far, in the order of its rows."""
        return dict(self._outcomes.get(str(visit), {}))

    def keep(self, visits: Collection[int]) -> None:
        """Forget all visits but these; what the run shares stays."""
        if not self._outcomes and not self._starts:
            return
        kept = {SHARED, *map(str, visits)}
        for rows in (self._outcomes, self._starts, self.mended):
            for visit in [visit for visit in rows if visit not in kept]:
                del rows[visit]

    def clear_failures(self) -> None:
        """Forget failures, so that a run that is resumed after an error tries again."""
        for visit, rows in self._outcomes.items():
            for wanted in [wanted for wanted, row in rows.items() if row.kind == "fail"]:
                self.mended[visit] = min(rows[wanted].seq, self.mended.get(visit, rows[wanted].seq))
                del rows[wanted]

    def forget_keys(self) -> None:
        """Forget under which keys effects were begun: those are another run's, whose effects may still be under way."""
        for rows in self._starts.values():
            for wanted, row in rows.items():
                start: Start = decode(row.body, Start)
                rows[wanted] = msgspec.structs.replace(row, body=encode(msgspec.structs.replace(start, once="")))


def unexplained(unclaimed: Iterable[Row], claimed_anew: Collection[str], effects: Effects, visit: int, *,
                free: bool) -> Row | None:  # fmt: skip
    """Return the first completed effect that a step should have asked for again and did not, or None.

    `unclaimed` are the rows of the visit that were there before the step began again and that it did not come back to;
    `claimed_anew` the scopes in which it did something that it had not done before. An effect is explained where its
    result reached the record (a later emission was not made again either: the step saw it there), or where what came
    after a failure that is tried again now is another way, or where a person has others answer since. With `free` the
    step looks at what changes by itself (the budget, what people said): then only an effect in whose scope something
    else was done is unexplained.
    """
    rows = sorted(unclaimed, key=lambda row: row.seq)
    emitted = [(row.seq, scope_of((row.key, row.name))) for row in rows if row.kind == "emit"]
    mended = effects.mended.get(str(visit))
    for row in rows:
        scope = scope_of((row.key, row.name))
        if row.kind != "done" or row.seq < effects.answering or (mended is not None and row.seq > mended):
            continue
        if any(seq > row.seq and _related(scope, other) for seq, other in emitted):
            continue
        if not free or scope in claimed_anew:
            return row
    return None


def _related(one: str, other: str) -> bool:
    """Whether one of two scopes holds the other."""
    short, long = sorted((one, other), key=len)
    return not short or long == short or long.startswith(f"{short}/")


def spent_by(row: Row) -> Amount:
    """Return what a row that settled an effect says it cost."""
    kind: type[Done] | type[Fail] = Done if row.kind == "done" else Fail
    spent: Amount = decode(row.body, kind).spent
    return spent
