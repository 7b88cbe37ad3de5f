"""Taking drafted sections in at the door: what no finding bears stays outside, and is logged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from indagate.flow.worded import Attributed
from indagate.flows.report import ask, compose
from indagate.flows.report.backing import backed
from indagate.flows.report.files import Language, Result, ScopeItem
from indagate.flows.report.language import omens
from indagate.flows.report.layout import NAMED, relevance
from indagate.flows.report.naming import cited
from indagate.flows.report.review import Found
from indagate.flows.report.speech import flat
from indagate.flows.report.text import Change, Claim, Passage, SectionText
from indagate.flows.report.wording.names import headed
from indagate.flows.report.writing import strange_parts

MEASURES = 3
"""Measures by which a section is called at most."""
BESIDE = 2
"""Figures that may follow one paragraph."""


def take_in(
    item: ScopeItem, draft: ask.SectionDraft, found: Found, results: Sequence[Result], drawn: Collection[str],
    names: list[str], language: Language, said: Mapping[str, Attributed],
) -> tuple[SectionText, tuple[Change, ...]]:  # fmt: skip
    """Return a drafted section with each figure after the paragraph that refers to it, and what was left out of it.

    `said` has who worded and who judged the sentences that a model worded.
    """
    passages: list[Passage] = []
    left: list[Change] = []
    placed: set[str] = set()
    for paragraph in draft.paragraphs:
        admitted = [_admitted(one, found, names, item.id, left, said.get(one.text)) for one in paragraph]
        claims = [claim for claim in admitted if claim is not None]
        if not claims:
            continue
        wanted = [f for claim in claims for name in claim.findings for f in found.findings if f.id == name]
        figures = list(dict.fromkeys(f.figure for f in wanted if f.figure in drawn and f.figure not in placed))[:BESIDE]
        claims = _referring(claims, found, figures, language)
        passages.append(Passage("paragraph", tuple(claims)))
        placed.update(figures)
        passages += [Passage("chart", chart=figure) for figure in figures]
    quoted = [
        Claim(one.text, (), (one.source,), (), one.basis, one.by, one.supported_by)
        for result in results
        if result.task.scope == item.id
        for one in result.quoted
    ]
    if quoted:
        passages.append(Passage("paragraph", tuple(quoted)))
    if not passages:
        passages.append(Passage("paragraph", (compose.silence(item, found, results, language),)))
    return SectionText(item.id, _heading(item, found, passages, language), tuple(passages)), tuple(left)


def _heading(item: ScopeItem, found: Found, passages: Sequence[Passage], language: Language) -> str:
    """Return what a section is called: one that bears but the name of a file, which no query names, by its measures."""
    of_file = len(item.tables) == 1 and _letters(item.title) == _letters(item.tables[0])
    foreign = cited(item.title, language) != item.title
    if not of_file or (relevance(item.title, item.question) >= NAMED and not foreign):
        return item.title
    if len({one.scope for one in found.findings}) == 1:
        return compose.phrase("show", language)
    told = {name for passage in passages for claim in passage.claims for name in claim.findings}
    measured = [(one.table, one.column) for one in found.findings if one.id in told and one.column]
    titles = list(dict.fromkeys(found.names[one] for one in measured if one in found.names))
    if not titles:
        return item.title
    listed = ", ".join(titles[:MEASURES])
    return headed(listed if len(titles) <= MEASURES else f"{listed}{compose.phrase('and_others', language)}")


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _admitted(
    draft: ask.DraftClaim, found: Found, names: list[str], where: str, left: list[Change], said: Attributed | None
) -> Claim | None:
    """Return a drafted sentence with where its numbers come from, or None where nothing that it cites bears it.

    A sentence that reads charts' omens (technical analysis) is turned down too.
    """
    cited = [found.claims[name] for name in draft.findings if name in found.claims]
    strange = strange_parts(draft.text, [claim.text for claim in cited])
    if read := omens(draft.text, names):
        left.append(Change("omen", where, draft.text, "", f"{read[0]} is a term of technical analysis"))
    elif not cited or strange:
        left.append(Change("contradiction", where, draft.text, "", strange[0] if strange else "it cites no finding"))
    else:
        claim = Claim(flat(draft.text), tuple(draft.findings), (), backed(draft.text, cited))
        return replace(claim, basis=said.basis, by=said.by, supported_by=said.supported_by) if said else claim
    return None


def _referring(claims: Sequence[Claim], found: Found, figures: Sequence[str], language: Language) -> list[Claim]:
    """Return claims of which the first on each figure refers to it."""
    shown = {one.id: one.figure for one in found.findings}
    open_ = set(figures)
    referring = []
    for claim in claims:
        figure = next((shown[name] for name in claim.findings if shown.get(name) in open_), "")
        open_.discard(figure)
        referring.append(_with_reference(claim, figure, language) if figure else claim)
    return referring


def _with_reference(claim: Claim, figure: str, language: Language) -> Claim:
    see = compose.phrase("see", language).format(figure)
    if claim.text.endswith(")."):
        return replace(claim, text=f"{claim.text[:-2]}; {see}).")
    return replace(claim, text=f"{claim.text[:-1]} ({see})." if claim.text.endswith(".") else f"{claim.text} ({see})")
