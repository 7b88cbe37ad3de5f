"""Questions to documents that have to be computed, without a model: operands found by their nouns, then "
"put together."""

from __future__ import annotations

from indagate.flows.task.offline.documents.step import step
from indagate.flows.task.offline.documents.work import COMPUTED

__all__ = ["COMPUTED", "step"]
