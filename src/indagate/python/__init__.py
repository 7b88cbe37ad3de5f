"""The Python face: a call starts a run, drives it to its end, and returns what came of it as an object."""

from indagate.python.calls import ask, prove, report, research, task, tell
from indagate.python.pending import Pending
from indagate.python.results import (
    Cited,
    DataReport,
    NotesAnswer,
    ProofResult,
    Quote,
    QuotedSource,
    ReportClaim,
    ResearchReport,
    Result,
    TaskAnswer,
)

__all__ = [
    "Cited",
    "DataReport",
    "NotesAnswer",
    "Pending",
    "ProofResult",
    "Quote",
    "QuotedSource",
    "ReportClaim",
    "ResearchReport",
    "Result",
    "TaskAnswer",
    "ask",
    "prove",
    "report",
    "research",
    "task",
    "tell",
]
