"""What the sentences of an answer rest on: those that a model wrote are checked and judged, and again by `verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from indagate.errors import InputError
from indagate.flow import Context
from indagate.flow.worded import NOTHING, Attributed, Supporting
from indagate.flows.notes.chart import Ask, Drafted
from indagate.flows.notes.query import Cited
from indagate.flows.notes.record import Notes
from indagate.flows.notes.roles.observer import OBSERVER, Learnt
from indagate.flows.notes.roles.writer import WRITER, Draft, WriteQuestion, write
from indagate.models import RULE

if TYPE_CHECKING:
    from indagate.evidence.check import Violation
    from indagate.evidence.support import Grounds


async def judged(
    notes: Notes, draft: Draft, by: str, asked: WriteQuestion, evidence: tuple[Cited, ...], warning: str,
    ctx: Context[Notes],
) -> Drafted:  # fmt: skip
    """Return the answer as it may be shown: a model's supported sentences; where none is left, the template's."""
    if by == RULE:
        if ctx.answered_by(WRITER) == RULE:
            await ctx.leave_out("support")
        return _told(draft, evidence, warning)
    from indagate.flow.roles.support import Worded, supported, supporting

    beside = tuple(text for text in (*(domain.expertise for domain in asked.loaded), asked.context) if text.strip())
    parts = list(zip(draft.sentences, draft.templates, draft.cited, strict=True))
    worded = [Worded(text, grounds(notes, template, beside, text, cited)) for text, template, cited in parts]
    fates = await supported(worded, ctx)
    claims = tuple(
        Attributed(fate.text, "cell" if template != text else "worded", by, fate.by, template, cited)
        for fate, (text, template, cited) in zip(fates, parts, strict=True)
        if fate.text
    )
    left_out = supporting(fates)
    if not claims:
        return _told(write(asked), evidence, warning, left_out)
    return Drafted(tuple(one.text for one in claims), evidence, by, warning, claims, left_out, beside)


def _told(draft: Draft, evidence: tuple[Cited, ...], warning: str, left_out: Supporting = NOTHING) -> Drafted:
    """Return the template's answer: every sentence is computed."""
    sentences = tuple(line for line in draft.sentences if line.strip())
    claims = tuple(Attributed(text, "cell", RULE) for text in sentences)
    return Drafted(sentences, evidence, RULE, warning, claims, left_out)


def grounds(
    notes: Notes, template: str, beside: tuple[str, ...], sentence: str = "", cited: tuple[str, ...] = ()
) -> Grounds:
    """Return what may be rested on: notes, what the person said, what was looked for in vain, a sentence's own cells.

    A sentence rests on the notes that it names, else on the nearest; on all where none has any of its words.
    """
    from indagate.cells import fill
    from indagate.evidence.support import Grounds
    from indagate.flow.resting import nearest

    found = notes.found
    texts = [one.text for result in found for one in (*result.cited, *result.near)]
    quotes = [text for text in texts if text in (cited or (nearest(sentence, texts),))] or texts
    quotes += notes.told
    known = [*beside, *(text for result in found for text in (*result.disclosures, *result.gaps))]
    looked = [f"Nothing is noted of: {result.query.text}" for result in found if not (result.cells or result.near)]
    looked += [result.said for result in found if result.said]  # a model's own words are no evidence
    cells = {cell.name: cell for result in found for cell in result.cells}
    shown: list[str] = []
    if template:
        filled = fill(template, cells, question=" ".join([template, *beside]))
        shown += filled.written
        shown += [f"{cell.value} {cell.unit or ''} = {cell.label} {cell.scope}".strip() for cell in filled.cited]
    asked = (notes.routed.question if notes.routed else "", notes.input.text)
    held = (tuple(dict.fromkeys(texts)) for texts in (shown, looked, known))
    return Grounds(tuple(dict.fromkeys(quotes)), (), asked, *held)


def remarks(texts: Sequence[str], by: str, notes: Notes) -> tuple[str, ...]:
    """Return what is missing, or why an answer fails, as a model words it; nothing that it was not shown is in it."""
    if by == RULE or not texts:
        return tuple(texts)
    from indagate.flow.roles.support import remarked

    cells = tuple(f"{one.value} {one.unit or ''} {one.label} {one.scope}" for r in notes.found for one in r.cells)
    return remarked(texts, replace(grounds(notes, "", ()), cells=cells), by)


def askable(asks: Sequence[Ask], notes: Notes) -> tuple[Ask, ...]:
    """Return the questions that state no number, name or address of the model's own, nor offer such an address."""
    from indagate.evidence.support import check_sentence

    own = grounds(notes, "", ())
    doubts = {ask: check_sentence(f"{ask.text} {ask.why}", own).refused for ask in asks}
    led = {ask: check_sentence(" ".join(ask.options), own).refused for ask in asks}
    return tuple(ask for ask in asks if not doubts[ask] and all(one.sort != "address-not-held" for one in led[ask]))


async def learnable(learnt: Sequence[Learnt], stored: str, notes: Notes, ctx: Context[Notes]) -> list[Learnt]:
    """Return what is worth remembering as far as the notes say it: checked and judged as a sentence of an answer is."""
    from indagate.evidence.support import check_sentence
    from indagate.flow.roles.support import Worded, supported

    own, by = grounds(notes, "", (stored,) if stored else ()), ctx.answered_by(OBSERVER)
    known = [one for one in learnt if not check_sentence(one.topic, own).refused]
    fates = await supported([Worded(one.text, own) for one in known], ctx)
    return [replace(one, text=fate.text, by=by) for one, fate in zip(known, fates, strict=True) if fate.text]


def unsupported(notes: Notes) -> Iterator[Violation]:
    """Yield a breach for each sentence that the hard check refuses, its cells as they are recorded."""
    from indagate.evidence.check import Violation
    from indagate.evidence.support import check_sentence

    drafted = notes.drafted
    if drafted is None or drafted.by == RULE:
        return
    known = {one.text: one for one in notes.claims}
    for text in notes.sentences:
        claim = known.get(text)
        try:
            own = grounds(notes, claim.template if claim else "", drafted.beside, text, claim.quotes if claim else ())
        except InputError as error:
            yield Violation("number-not-held", text, error.message)
            continue
        for doubt in check_sentence(text, own).refused:
            yield Violation(doubt.sort, text, doubt.said_of("what was found"))
