"""The rules that answer a mission's questions without a model: extractive, verbatim, deterministic; three languages."""

from __future__ import annotations

from indagate.flows.mission.offline.plan import plan
from indagate.flows.mission.offline.read import read
from indagate.flows.mission.offline.search import judge, queries, worth
from indagate.flows.mission.offline.term import telling
from indagate.flows.mission.offline.write import bottom_line, resolve, section

__all__ = ["bottom_line", "judge", "plan", "queries", "read", "resolve", "section", "telling", "worth"]
