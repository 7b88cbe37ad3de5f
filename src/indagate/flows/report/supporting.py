"""What the sentences of a report rest on: those that a model wrote are checked and judged against their findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from indagate.evidence.check import Violation
from indagate.evidence.support import Grounds, check_sentence
from indagate.flow import Context
from indagate.flow.roles.support import Judged, Worded, supported
from indagate.flow.worded import Attributed
from indagate.flows.report import ask
from indagate.flows.report.backing import MARK
from indagate.flows.report.record import Report
from indagate.flows.report.review import Found
from indagate.flows.report.roles import AGGREGATOR
from indagate.flows.report.text import Aggregation, Change, Claim
from indagate.models import RULE

_WHY: Mapping[str, str] = {
    "refused": "a number, name or address of it stands nowhere", "unsupported": "what it cites does not say it",
    "cut": "only this part is supported",
}  # fmt: skip


def grounds(told: Sequence[str], asked: Sequence[str]) -> Grounds:
    """Return what a sentence may rest on: the sentences of its findings, and what was asked."""
    return Grounds(tuple(dict.fromkeys(told)), (), tuple(asked))


async def judged(
    texts: Sequence[tuple[str, Sequence[str]]], asked: Sequence[str], ctx: Context[Report]
) -> list[Judged]:
    """Return what becomes of sentences, each with those that it rests on."""
    return await supported([Worded(bare(text), grounds(told, asked)) for text, told in texts], ctx)


def bare(text: str) -> str:
    """Return a sentence without its marks of figures and sources."""
    return " ".join(MARK.sub("", text).split())


async def supported_section(
    asked: ask.SectionQuestion, draft: ask.SectionDraft, by: str, where: str, ctx: Context[Report]
) -> tuple[ask.SectionDraft, dict[str, Attributed], list[Change]]:
    """Return a section's draft without what its findings do not say, who worded each sentence, and what was left out.

    A finding's own sentence is computed; what cites no finding is refused at validation.
    """
    if by == RULE:
        if ctx.answered_by(AGGREGATOR) == RULE:
            await ctx.leave_out("support")
        return draft, {}, []
    told = {one.id: one.text for one in asked.told}
    claims = [claim for paragraph in draft.paragraphs for claim in paragraph]
    resting = {claim: [told[name] for name in claim.findings if name in told] for claim in claims}
    worded = [claim for claim in resting if resting[claim] and claim.text not in resting[claim]]
    fates = dict(
        zip(worded, await judged([(one.text, resting[one]) for one in worded], _asked(asked), ctx), strict=True)
    )
    kept: dict[ask.DraftClaim, ask.DraftClaim] = {}
    said: dict[str, Attributed] = {}
    left: list[Change] = []
    for claim in claims:
        fate = fates.get(claim)
        if fate is None:
            kept[claim] = claim
            continue
        if fate.fate in _WHY:
            left.append(Change("unsupported", where, claim.text, fate.text, fate.why or _WHY[fate.fate]))
        if fate.text:
            kept[claim] = claim if fate.text == bare(claim.text) else replace(claim, text=fate.text)
            said[kept[claim].text] = Attributed(kept[claim].text, "worded", by, fate.by)
    paragraphs = tuple(tuple(kept[one] for one in paragraph if one in kept) for paragraph in draft.paragraphs)
    return ask.SectionDraft(tuple(one for one in paragraphs if one)), said, left


def _asked(asked: ask.SectionQuestion) -> tuple[str, ...]:
    return asked.query, asked.title, asked.question


async def supported_readings(
    asked: ask.ChartsQuestion, readings: ask.ChartReadings, by: str, ctx: Context[Report]
) -> ask.ChartReadings:
    """Return what figures show without what their findings do not say."""
    told = {one.id: one.text for one in asked.told}
    titles = [title for _, title in asked.charts]
    texts = [(one.text, [told[name] for name in one.findings if name in told]) for one in readings.insights]
    fates = await judged(texts, titles, ctx)
    kept = [replace(one, text=fate.text) for one, fate in zip(readings.insights, fates, strict=True) if fate.text]
    return ask.ChartReadings(tuple(kept))


async def supported_rewordings(
    claims: Sequence[Claim], rewordings: ask.Rewordings, by: str, ctx: Context[Report]
) -> tuple[ask.Rewordings, dict[str, Attributed]]:
    """Return those rewordings that say what the sentence said, and who worded and judged each; others are let go."""
    if by == RULE:
        return rewordings, {}
    wanted = [one for one in rewordings.rewordings if 0 <= one.number < len(claims)]
    texts = [(one.text, [claims[one.number].text]) for one in wanted]
    fates = await judged(texts, [], ctx)
    kept = [(one, fate) for one, fate in zip(wanted, fates, strict=True) if fate.fate in ("supported", "unjudged")]
    said = {one.text: Attributed(one.text, "worded", by, fate.by) for one, fate in kept}
    return ask.Rewordings(tuple(one for one, _ in kept)), said


async def supported_head(
    asked: ask.HeadQuestion, head: ask.Head, own: ask.Head, by: str, ctx: Context[Report]
) -> ask.Head:
    """Return title and subtitle; one that is not supported gives way to the rule's own."""
    if by == RULE:
        return head
    rests = [*asked.takeaways, asked.query, asked.goal]
    fates = await judged([(text, rests) for text in (head.title, head.subtitle) if text.strip()], [], ctx)
    good = [fate.text for fate in fates if fate.fate in ("supported", "unjudged")]
    return ask.Head(*(mine if bare(mine) in good else other for mine, other in (
        (head.title, own.title), (head.subtitle, own.subtitle)
    )))  # fmt: skip


def unsupported(text: Aggregation, found: Found, asked: Sequence[str]) -> Iterator[Violation]:
    """Yield a breach for each sentence that a model worded and the hard check refuses, against its findings."""
    topics = [section.title for section in text.sections]
    for section in text.sections:
        for passage in section.passages:
            for claim in passage.claims:
                told = [found.claims[name].text for name in claim.findings if name in found.claims]
                if claim.basis == "worded" and told:
                    shown = [one.text for one in claim.shown]
                    own = replace(grounds(told, [*asked, *topics]), cells=tuple(shown))
                    for doubt in check_sentence(bare(claim.text), own).refused:
                        yield Violation(doubt.sort, section.id, doubt.said_of("the findings that it cites"))
