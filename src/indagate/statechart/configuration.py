"""Where a run stands: its tokens, and the counters that number them."""

from __future__ import annotations

import msgspec


class Token(msgspec.Struct, frozen=True):
    """A marker in one state; `visit` numbers this entry and is unique in the run."""

    id: int
    state: str
    visit: int


class Configuration(msgspec.Struct, frozen=True):
    """All tokens of a run, the next visit and token numbers, and what an `anywhere` transition set aside."""

    tokens: tuple[Token, ...]
    visits: int
    minted: int
    history: tuple[Token, ...] = ()

    def __str__(self) -> str:
        tokens = self.tokens
        return tokens[0].state if len(tokens) == 1 else " + ".join([token.state for token in tokens])
