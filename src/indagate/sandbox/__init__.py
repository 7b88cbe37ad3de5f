"""Processes that can be killed: for work that is heavy on the processor, unstoppable or not to be trusted."""

from __future__ import annotations

from indagate.sandbox.process import Worker, run_killable, run_killable_sync
from indagate.sandbox.telling import tell

__all__ = ["Worker", "run_killable", "run_killable_sync", "tell"]
