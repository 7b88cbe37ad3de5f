"""What a mission's sentences rest on: which may be shown, what each is, who worded it, and who judged it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from indagate.evidence.check import grounds_of, verify_claim
from indagate.evidence.fact import Fact
from indagate.evidence.sentence import sentences
from indagate.flow import Context
from indagate.flow.roles.support import Judged, Worded, supported, supporting
from indagate.flow.worded import Basis, Supporting
from indagate.flows.mission.chart import SectionWritten
from indagate.flows.mission.claim import Claim, Table, TableCell, TableRow
from indagate.flows.mission.computed import told
from indagate.flows.mission.record import Mission
from indagate.models import RULE


async def judged(
    mission: Mission, drafts: Sequence[SectionWritten], ctx: Context[Mission]
) -> tuple[list[SectionWritten], Supporting]:
    """Check every sentence against the facts that it cites, have those judged that a model worded; say what went."""
    checked = {draft.name: _checked(draft, mission) for draft in drafts}
    drafts = [replace(draft, table=_tabled(draft.table, mission)) for draft in drafts]
    dropped = sum(len(draft.claims) - len(checked[draft.name]) for draft in drafts)
    kept = dict.fromkeys(claim for claims in checked.values() for claim in claims)
    worded = [claim for claim in kept if claim.by != RULE and claim.basis != "verbatim"]
    fates = dict(zip(worded, await supported([_worded(claim, mission) for claim in worded], ctx), strict=True))
    left_out = Supporting(dropped).plus(supporting(list(fates.values())))
    return [_section(draft, checked[draft.name], fates) for draft in drafts], left_out


def _checked(draft: SectionWritten, mission: Mission) -> tuple[Claim, ...]:
    """Return the claims that pass the hard check, each with its basis and who worded it."""
    kept: list[Claim] = []
    for claim in draft.claims:
        text = " ".join(claim.text.split())
        cited = [mission.facts[name] for name in claim.facts if name in mission.facts]
        if len(cited) < len(claim.facts) or verify_claim(text, cited, mission.sources, mission.asked_in, claim.values):
            continue
        by = worded_by(text, cited, draft.by)
        inferred = claim.basis == "inference" and by != RULE
        said = "cell" if claim.computed else basis_of(text, cited, by)
        kept.append(replace(claim, text=text, basis="inference" if inferred else said, by=by))
    return tuple(kept)


def _tabled(table: Table | None, mission: Mission) -> Table | None:
    """Return a comparison with the cells whose words stand in a quote that they cite, and the rows that have one."""
    rows: list[TableRow] = []
    for row in table.rows if table else ():
        cells = tuple(cell if stands(cell, mission) else TableCell() for cell in row.cells)
        if any(cell.text for cell in cells) and labelled(row.label, [cell for cell in cells if cell.text], mission):
            rows.append(TableRow(row.label, cells))
    kept = replace(table, rows=tuple(rows)) if table and rows else None
    return kept if kept and all(labelled(column, kept.said, mission) for column in kept.columns) else None


def stands(cell: TableCell, mission: Mission) -> bool:
    """Whether a cell's words stand in a quote that it cites, and all that it cites counts."""
    known = bool(cell.text and cell.facts) and {*cell.facts} <= mission.facts.keys()
    said = _bare(cell.text).casefold()
    return known and any(said in _bare(mission.facts[name].quote).casefold() for name in cell.facts)


def labelled(label: str, cells: Sequence[TableCell], mission: Mission) -> bool:
    """Whether a heading says nothing that the facts of its cells, their sources and the person's words do not name."""
    cited = [mission.facts[name] for cell in cells for name in cell.facts]
    asked = (*mission.asked_in, *(item.name for item in mission.dimensions))
    return bool(label) and not verify_claim(label, cited, mission.sources, asked)


def worded_by(text: str, cited: Sequence[Fact], writer: str) -> str:
    """Return who worded a sentence: where a rule took a statement over, whoever read that from its source."""
    if writer != RULE or any(_whole(text, fact) for fact in cited):
        return writer
    return next((fact.by for fact in cited if fact.by not in ("", RULE)), RULE)


def basis_of(text: str, cited: Sequence[Fact], by: str) -> Basis:
    """Return whether a sentence is its sources' words: of a model whole sentences count, of a rule also a clause."""
    if any(_whole(text, fact) for fact in cited):
        return "verbatim"
    if by == RULE and any(_bare(text) in _bare(fact.quote) for fact in cited):
        return "verbatim"
    return "worded"


def _whole(text: str, fact: Fact) -> bool:
    """Whether a text is a fact's whole quote, or whole sentences of it in their order, word for word."""
    sought = _bare(text)
    if sought == _bare(fact.quote):
        return True
    found = sentences(fact.quote)
    ends = [(one.start, other.end) for at, one in enumerate(found) for other in found[at:]]
    return any(sought == _bare(fact.quote[start:end]) for start, end in ends)


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .…")


def _worded(claim: Claim, mission: Mission) -> Worded:
    cited = [mission.facts[name] for name in claim.facts]
    grounds = grounds_of(cited, mission.sources, mission.asked_in, claim.values)
    if claim.computed:
        grounds = replace(grounds, quotes=(*grounds.quotes, told(claim.computed)))
    return Worded(claim.text, grounds, inference=claim.basis == "inference")


def _section(draft: SectionWritten, claims: Sequence[Claim], fates: Mapping[Claim, Judged]) -> SectionWritten:
    """Return a section with what its judge left of it."""
    judged = ((claim, fates.get(claim, Judged(claim.text, "supported"))) for claim in claims)
    kept = (replace(claim, text=fate.text, supported_by=fate.by) for claim, fate in judged if fate.text)
    return replace(draft, claims=tuple(kept))
