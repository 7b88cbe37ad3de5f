"""What a corpus needs of an embedding model; the models themselves are `indagate.models.embedding`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from indagate.budget import Amount

if TYPE_CHECKING:
    import numpy as np

    Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]


class Embedder(Protocol):
    """Turns texts into vectors of one length, unit length in the sense of geometry."""

    @property
    def name(self) -> str:
        """Its name for people and the journal; no secret."""

    @property
    def identity(self) -> str:
        """What its vectors depend on: those of another identity are never compared with its own."""

    def estimate(self, texts: Sequence[str]) -> Amount:
        """Return the most that embedding these is expected to cost."""

    async def embed(self, texts: Sequence[str]) -> Floats:
        """Return a float32 matrix with a row for each text. Raises a `ModelError` by name."""
