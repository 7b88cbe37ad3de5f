"""What came of a run, as objects; each shows itself in a notebook, and can be verified offline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from indagate.evidence.check import Violation
    from indagate.flow import Outcome


@dataclass(frozen=True)
class Result:
    """What came of a run: `outcome` is the same word in all flows, `summary` a line, `facts` what `--json` prints.

    `folder` holds the run's files; `spent` are its tokens, dollars, calls and seconds, with their limits.
    """

    run: str
    state: str
    outcome: Outcome
    summary: str
    home: Path
    folder: Path
    spent: Mapping[str, Any] = field(repr=False)
    facts: Mapping[str, Any] = field(repr=False)

    def verify(self) -> Sequence[Violation]:
        """Check the run's evidence again, offline; return every breach. Raises `InputError` if there is nothing to."""
        from indagate.python.calls import verify

        return verify(self.home, self.run)

    def _repr_html_(self) -> str:
        from indagate.python.markup import card

        return card(self, [])


@dataclass(frozen=True, slots=True)
class QuotedSource:
    """An archived source: `file` is its path in the folder that was read, or its address."""

    id: str
    file: str
    title: str
    publisher: str
    published: date | None


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a source, verbatim; `start` and `end` is where they stand in its archived text, `place` its heading."""

    fact: str
    text: str
    source: QuotedSource
    start: int
    end: int
    place: str


@dataclass(frozen=True, slots=True)
class ReportClaim:
    """A sentence of a report: verbatim, cell, worded or inference, who worded it, who judged it, what it rests on."""

    text: str
    basis: str
    by: str
    supported_by: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True)
class ResearchReport(Result):
    """What a mission found: the answer first, then a section for each side of the question."""

    question: str = ""
    answered: bool = False
    bottom_line: tuple[ReportClaim, ...] = ()
    sections: Mapping[str, tuple[ReportClaim, ...]] = field(default_factory=dict)
    sources: tuple[QuotedSource, ...] = ()

    @property
    def markdown(self) -> str:
        """The report as Markdown, with footnotes."""
        return (self.folder / "report.md").read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        from indagate.python.markup import research

        return research(self)


@dataclass(frozen=True, slots=True)
class Cited:
    """A line of the notebook."""

    date: date
    line: int
    text: str


@dataclass(frozen=True)
class NotesAnswer(Result):
    """What became of a note or a question: `text` is the answer, `gaps` what it leaves out, `cited` its notes.

    `noted` is the line that was kept; `unread` what of it was not read.
    """

    text: str = ""
    gaps: tuple[str, ...] = ()
    cited: tuple[Cited, ...] = ()
    nearest: tuple[Cited, ...] = ()
    noted: Cited | None = None
    unread: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        from indagate.python.markup import notes

        return notes(self)


@dataclass(frozen=True)
class TaskAnswer(Result):
    """What an agent answered, and what the critic said: `answer` is empty where none was accepted."""

    answer: str = ""
    error: str = ""
    score: float | None = None
    judged: bool = False
    feedback: str = ""

    def _repr_html_(self) -> str:
        from indagate.python.markup import task

        return task(self)


@dataclass(frozen=True)
class ProofResult(Result):
    """How far a proof has come: `verdict` of the checker, `proof` the complete file that stands, for a human's review.

    `approaches` are those that were tried.
    """

    verdict: str = ""
    proof: str = ""
    approaches: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        from indagate.python.markup import proof

        return proof(self)


@dataclass(frozen=True)
class DataReport(Result):
    """A report on tables: its files by format, and what it found, most important first."""

    files: Mapping[str, Path] = field(default_factory=dict)
    findings: tuple[Mapping[str, Any], ...] = ()

    def _repr_html_(self) -> str:
        from indagate.python.markup import data_report

        return data_report(self)
