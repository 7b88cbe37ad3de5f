"""Where a run stands: its tokens, and the counters that number them."""

from __future__ import annotations

from indagate.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """A marker in one state; `visit` numbers this entry and is unique in the run."""

    id: int
    state: str
    visit: int


@dataclass(frozen=True, slots=True)
class Configuration:
    """All tokens of a run, the next visit and token numbers, and what an `anywhere` transition set aside."""

    tokens: tuple[Token, ...]
    visits: int
    minted: int
    history: tuple[Token, ...] = ()

    def __str__(self) -> str:
        return " + ".join(token.state for token in self.tokens)
