"""What findings are called in words: a sentence for each, in English and Russian, every number with its calculation."""

from __future__ import annotations

from indagate.flows.report.wording.saying import Mates, Saying
from indagate.flows.report.wording.sentence import Subject
from indagate.flows.report.wording.tell import brief, sure, tell

__all__ = ["Mates", "Saying", "Subject", "brief", "sure", "tell"]
