"""Looking into tables: what each kind of task calculates, and what it finds. Runs in a process that can be killed."""

from __future__ import annotations

from indagate.flows.report.study.job import again, answer, study
from indagate.flows.report.study.sheet import Job

__all__ = ["Job", "again", "answer", "study"]
