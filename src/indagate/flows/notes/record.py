"""What a run of the notes flow knows: the input, what was understood, found, written and stored."""

from __future__ import annotations

from dataclasses import field
from datetime import date
from typing import Literal

from indagate.engine import Record, Stamp
from indagate.errors import InputError
from indagate.flow.worded import NOTHING, Attributed, Supporting
from indagate.flows.notes.chart import (
    Ask,
    Asked,
    BothReady,
    ClarificationNeeded,
    Drafted,
    EnoughKnown,
    Expanded,
    ExpansionRequested,
    FailedOver,
    FailedRetry,
    Failing,
    FoundInsufficient,
    FoundSufficient,
    Kept,
    Observed,
    Parsed,
    RetrievalPlanned,
    Retrieved,
    Routed,
    Stored,
    UserAnswered,
    UserDeclined,
)  # fmt: skip
from indagate.flows.notes.entry import Reading
from indagate.flows.notes.query import Cited, Found, Query
from indagate.frozen import dataclass
from indagate.models import RULE

MAX_RETRIES, MAX_REPLANS, MAX_CLARIFICATIONS, MAX_EXPANSIONS = 2, 3, 1, 6


@dataclass(frozen=True, slots=True)
class NotesInput:
    """What a person wrote. `mode` skips the classification; `as_of` is their today.

    `before` is the question before this input, with the queries that answered it: a follow-up edits them.
    `domains` are those to load at first, instead of the ones that the input seems to need. The mode `read` has a model
    read the notes from `first` to `last` that none has read yet.
    """

    text: str
    as_of: date
    mode: Literal["tell", "log", "ask", "correct", "read"] = "tell"
    domains: tuple[str, ...] = ()
    before: str = ""
    before_sql: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise InputError("there is nothing to note and nothing to answer", hint='Say something: indagate tell "…"')


@dataclass
class Notes(Record[NotesInput]):
    """One note, question or both, from input to answer."""

    routed: Routed | None = None
    domains: list[str] = field(default_factory=list)
    forked: bool = False
    expanding: str = ""
    expansions: int = 0
    queries: tuple[Query, ...] = ()
    tried: list[Query] = field(default_factory=list)
    found: tuple[Found, ...] = ()
    searched: bool = False
    gaps: list[str] = field(default_factory=list)
    replans: int = 0
    wanted: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    clarified: int = 0
    told: list[str] = field(default_factory=list)
    declined: bool = False
    sentences: tuple[str, ...] = ()
    evidence: tuple[Cited, ...] = ()
    written_by: str = RULE
    drafted: Drafted | None = None
    retries: int = 0
    failing: tuple[Failing, ...] = ()
    partial: bool = False
    kept: Kept | None = None
    reading: Reading | None = None
    parsed_by: str = RULE
    offers: tuple[str, ...] = ()
    read: Parsed | None = None
    """What came of reading the notes of a period."""
    warnings: list[str] = field(default_factory=list)
    stored: Stored | None = None
    observed: Observed | None = None

    @property
    def input_type(self) -> str:
        """What the input was taken for, or nothing yet."""
        return self.routed.input_type if self.routed else ""

    def fold(self, event: object, stamp: Stamp) -> None:
        """Take an event in."""
        match event:
            case Routed():
                self.routed, self.domains = event, list(event.domains)
                self.warnings += event.warnings
            case BothReady():
                self.forked = True
            case ExpansionRequested():
                self.expanding = event.domain
            case Expanded():
                self.expansions, self.expanding = self.expansions + 1, ""
                if event.domain not in self.domains:
                    self.domains.append(event.domain)
            case RetrievalPlanned():
                self.queries = event.queries
                self._warn(event.warning)
            case Retrieved():
                self.found, self.searched = (*self.found, *event.found), True
                self.tried += self.queries
                for found in event.found:
                    for gap in found.gaps:
                        self._gap(gap)
            case FoundInsufficient():
                self.replans += 1
                self._gap(event.gap)
            case FoundSufficient() | EnoughKnown():
                for gap in event.gaps:
                    self._gap(gap)
            case _:
                self._fold_rest(event)

    def _fold_rest(self, event: object) -> None:
        match event:
            case ClarificationNeeded():
                self.wanted = event.gaps
            case Asked():
                self.asks, self.clarified = event.asks, self.clarified + 1
            case UserAnswered():
                self.told.append(event.text)
            case UserDeclined():
                self.declined = True
                for ask in self.asks:
                    self._gap(ask.text)
            case Drafted():
                self.sentences, self.evidence, self.written_by = event.sentences, event.evidence, event.by
                self.drafted = event
                self._warn(event.warning)
            case FailedRetry():
                self.retries, self.failing = self.retries + 1, event.failing
            case FailedOver():
                self._cut(event.failing)
            case Kept():
                self.kept = event
            case Parsed():
                self.reading, self.parsed_by, self.offers = event.reading, event.by, event.offers
                self.read = event if self.input.mode == "read" else None
                self._warn(event.warning)
            case Stored():
                self.stored = event
            case Observed():
                self.observed = event

    @property
    def answers(self) -> tuple[Found, ...]:
        """The results that were found, each query's once."""
        return tuple({found.query: found for found in self.found if found.answered}.values())

    @property
    def claims(self) -> tuple[Attributed, ...]:
        """The sentences of the answer, each with who worded and who judged it."""
        shown = set(self.sentences)
        return tuple(one for one in (self.drafted.claims if self.drafted else ()) if one.text in shown)

    @property
    def support(self) -> Supporting:
        """What was left out of the draft."""
        return self.drafted.support if self.drafted else NOTHING

    @property
    def declined_queries(self) -> tuple[Found, ...]:
        """What was asked and not understood, where nothing else gave a result."""
        return () if self.answers else tuple(found for found in self.found if found.declined)

    @property
    def unanswered(self) -> bool:
        """Whether it was said what is missing in the notes, and nothing in them was found, nor told by the user."""
        found = any(one.answered or one.near for one in self.found)
        return bool(self.gaps) and not (found or self.told or self.declined_queries or self.input_type == "LOG")

    def _warn(self, warning: str) -> None:
        if warning and warning not in self.warnings:
            self.warnings.append(warning)

    def _gap(self, gap: str) -> None:
        if gap and gap not in self.gaps:
            self.gaps.append(gap)

    def _cut(self, failing: tuple[Failing, ...]) -> None:
        """Leave what failed out of the answer, and name what is missing."""
        bad = {one.sentence for one in failing if one.sentence}
        whole = any(not one.sentence and one.dimension != "completeness" for one in failing)
        self.sentences = () if whole else tuple(sentence for sentence in self.sentences if sentence not in bad)
        self.failing, self.partial = failing, True
        for one in failing:
            self._gap(f"{one.dimension}: {one.reason}")
