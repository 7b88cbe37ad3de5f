"""Questions to tables, without a model: linked to columns and values, put together as one SELECT, told in words."""

from __future__ import annotations

from indagate.flows.task.offline.tables.step import step

__all__ = ["step"]
