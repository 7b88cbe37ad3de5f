"""Questions to documents that have to be computed, without a model: operands found by what is said of them."""

from __future__ import annotations

from indagate.flows.task.offline.documents.step import step

__all__ = ["step"]
