"""How results are made of runs that have come to rest."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.python.results import (
    Cited,
    DataReport,
    NotesAnswer,
    ProofResult,
    Quote,
    QuotedSource,
    ReportClaim,
    ResearchReport,
    TaskAnswer,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from indagate.app import App, Handle
    from indagate.evidence.source import Source
    from indagate.flows.mission.claim import Claim
    from indagate.flows.mission.record import Mission


def _common(app: App, run: Handle) -> dict[str, Any]:
    facts = app.facts_of(run.name)
    return {
        "run": run.name,
        "state": facts["state"],
        "outcome": facts["outcome"],
        "summary": facts.get("summary", ""),
        "home": app.home.root,
        "folder": run.folder,
        "spent": facts["budget"],
        "facts": facts,
    }


def _source(source: Source) -> QuotedSource:
    return QuotedSource(source.id, source.locator, source.title, source.publisher, source.published)


def _claims(mission: Mission, claims: Iterable[Claim]) -> tuple[ReportClaim, ...]:
    return tuple(
        ReportClaim(
            claim.text, claim.basis, claim.by, claim.supported_by,
            tuple(
                Quote(fact.id, fact.quote, _source(mission.sources[fact.source]), fact.start, fact.end, fact.place)
                for fact in (mission.facts[name] for name in claim.facts)
            ),
        )
        for claim in claims
    )  # fmt: skip


def research_report(app: App, run: Handle) -> ResearchReport:
    """Return what a mission found."""
    from indagate.flows.mission.report import sections

    mission = run.record
    bottom = mission.sections.get("")
    return ResearchReport(
        **_common(app, run),
        question=mission.input.question,
        answered=bool(bottom and bottom.answers),
        bottom_line=_claims(mission, bottom.claims if bottom else ()),
        sections={name: _claims(mission, claims) for name, claims in sections(mission)},
        sources=tuple(map(_source, mission.sources.values())),
    )


def _cited(found: Any) -> Cited:
    return Cited(date.fromisoformat(found["date"]), found["line"], found["text"])


def notes_answer(app: App, run: Handle) -> NotesAnswer:
    """Return what became of a note or a question."""
    common = _common(app, run)
    facts = common["facts"]
    return NotesAnswer(
        **common,
        text=facts["answer"],
        gaps=tuple(facts["gaps"]),
        cited=tuple(map(_cited, facts["evidence"])),
        nearest=tuple(map(_cited, facts["nearest"])),
        noted=_cited(facts["noted"]) if facts["noted"] else None,
        unread=tuple(facts["unread"]),
    )


def task_answer(app: App, run: Handle) -> TaskAnswer:
    """Return what an agent answered."""
    common = _common(app, run)
    facts = common["facts"]
    return TaskAnswer(
        **common,
        answer=facts["answer"] or "",
        error=facts["error"] or "",
        score=facts["score"],
        judged=facts["judged"],
        feedback=facts["feedback"],
    )


def proof_result(app: App, run: Handle) -> ProofResult:
    """Return how far a proof has come."""
    common = _common(app, run)
    facts, standing = common["facts"], run.record.proof
    return ProofResult(
        **common,
        verdict=facts["verdict"] or "",
        proof=standing.made.text if standing is not None else "",
        approaches=tuple(facts["approaches"]),
    )


def data_report(app: App, run: Handle) -> DataReport:
    """Return a report on tables."""
    common = _common(app, run)
    facts = common["facts"]
    named = {"html": facts["report"], "pdf": facts["pdf"], "xlsx": facts["xlsx"]}
    files = {kind: Path(path) for kind, path in named.items() if path}
    return DataReport(**common, files=files, findings=tuple(facts["findings"]))
