"""Checking a text again: every number against its calculation, every citation and figure; each change is logged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from indagate.flow.worded import Attributed
from indagate.flows.report.ask import Rewordings
from indagate.flows.report.backing import expected, unbacked, value_of
from indagate.flows.report.files import Calculation, Language
from indagate.flows.report.language import omens
from indagate.flows.report.layout import layouts
from indagate.flows.report.speech import flat, language_of
from indagate.flows.report.text import Aggregation, Change, Claim, Passage, SectionText

if TYPE_CHECKING:
    from indagate.flows.report.files import Result
    from indagate.flows.report.record import Report

CONTRADICTS = 0.05
"""The share by which a number may be off before it is a contradiction."""


class Desk:
    """One reading of a text with its calculations: what is wrong is put right, and logged."""

    def __init__(
        self, calculations: Mapping[str, Calculation], names: Iterable[str], sources: set[str], charts: set[str],
        language: Language,
    ) -> None:  # fmt: skip
        self.changes: list[Change] = []
        self._calculations = calculations
        self._names = list(names)
        self._sources = sources
        self._charts = charts
        self._language = language

    def edit(self, text: Aggregation) -> Aggregation:
        """Return the text with everything checked."""
        sections = tuple(self._section(section) for section in text.sections)
        return replace(
            text,
            key_takeaways=self._claims(text.key_takeaways, "key takeaways"),
            recommendations=self._claims(text.recommendations, "recommendations"),
            limitations=self._claims(text.limitations, "limitations"),
            sections=sections,
            changes=(*text.changes, *self.changes),
        )

    def _section(self, section: SectionText) -> SectionText:
        passages = []
        for passage in section.passages:
            if passage.kind == "chart" and passage.chart not in self._charts:
                self.changes.append(Change("chart", section.id, passage.chart, "", "there is no such figure"))
                continue
            kept = self._claims(passage.claims, section.id)
            if passage.claims and not kept:
                continue
            passages.append(replace(passage, claims=kept))
        return replace(section, passages=tuple(passages))

    def _claims(self, claims: Sequence[Claim], where: str) -> tuple[Claim, ...]:
        return tuple(kept for claim in claims if (kept := self.claim(claim, where)) is not None)

    def claim(self, claim: Claim, where: str) -> Claim | None:
        """Return a claim put right, or None where a number has no source at all, or a chart's omen is read."""
        if read := omens(claim.text, self._names):
            self.changes.append(Change("omen", where, claim.text, "", f"{read[0]} is a term of technical analysis"))
            return None
        claim = self._numbers(claim, where)
        for numeral in unbacked(claim.text, claim.shown, self._names):
            mended = self._mended(claim, numeral, where)
            if mended is None:
                self.changes.append(
                    Change("contradiction", where, claim.text, "", f"{numeral} is in no calculation that it cites")
                )
                return None
            claim = mended
        gone = [name for name in claim.sources if name not in self._sources]
        if gone:
            self.changes.append(Change("citation", where, ", ".join(gone), "", "there is no such source"))
            claim = replace(claim, sources=tuple(name for name in claim.sources if name in self._sources))
        return claim

    def _numbers(self, claim: Claim, where: str) -> Claim:
        """Put every number that says where it comes from right."""
        shown = []
        for one in claim.shown:
            calculation = self._calculations.get(one.calculation)
            right = expected(one, calculation, self._language) if calculation else one.text
            if right is None or right == one.text or one.text not in claim.text:
                shown.append(one)
                continue
            self.changes.append(Change(self._kind(one.text, right), where, one.text, right, self._off(one.text, right)))
            claim = replace(claim, text=claim.text.replace(one.text, right))
            shown.append(replace(one, text=right))
        return replace(claim, shown=tuple(shown))

    def _mended(self, claim: Claim, numeral: str, where: str) -> Claim | None:
        """Return a claim in which a number without a source is replaced by the one that should stand there."""
        value = value_of(numeral, self._language)
        lost = [
            one for one in claim.shown if one.text not in claim.text and value_of(one.text, self._language) is not None
        ]
        if value is None or not lost:
            return None
        near = min(lost, key=lambda one: abs((value_of(one.text, self._language) or 0.0) - value))
        right = value_of(near.text, self._language) or 0.0
        if abs(right - value) > 0.5 * max(abs(right), abs(value)):
            return None
        self.changes.append(
            Change(self._kind(numeral, near.text), where, numeral, near.text, self._off(numeral, near.text))
        )
        return replace(claim, text=claim.text.replace(numeral, near.text, 1))

    def _kind(self, was: str, right: str) -> Literal["number", "contradiction"]:
        return "contradiction" if self._share(was, right) > CONTRADICTS else "number"

    def _off(self, was: str, right: str) -> str:
        return f"{self._share(was, right):.1%} off what is calculated"

    def _share(self, was: str, right: str) -> float:
        a, b = value_of(was, self._language), value_of(right, self._language)
        if a is None or b is None:
            return 1.0
        return abs(a - b) / abs(b) if b else float(a != b)


def claims_of(text: Aggregation) -> Iterator[tuple[str, Claim]]:
    """Yield every claim of a text with where it stands."""
    for where, claims in (
        ("key takeaways", text.key_takeaways), ("recommendations", text.recommendations),
        ("limitations", text.limitations),
    ):  # fmt: skip
        for claim in claims:
            yield where, claim
    for section in text.sections:
        for passage in section.passages:
            for claim in passage.claims:
                yield section.id, claim


def mapped(text: Aggregation, change: Callable[[Claim], Claim]) -> Aggregation:
    """Return a text with every claim changed."""

    def passage(one: Passage) -> Passage:
        return replace(one, claims=tuple(change(claim) for claim in one.claims))

    return replace(
        text,
        key_takeaways=tuple(change(one) for one in text.key_takeaways),
        recommendations=tuple(change(one) for one in text.recommendations),
        limitations=tuple(change(one) for one in text.limitations),
        sections=tuple(replace(one, passages=tuple(passage(part) for part in one.passages)) for one in text.sections),
    )


def names_of(report: Report, results: Iterable[Result]) -> list[str]:
    """Return names that may hold digits of their own: of files, columns, groups, titles of documents, quotations."""
    data = report.data
    found = [report.input.query, *report.input.remote]
    if data is not None:
        language = language_of(report.input.query, report.input.language)
        for look in layouts(data, language):
            found += [look.title, look.time_title, look.file.rpartition("/")[2].rpartition(".")[0]]
            found += [one.title for one in look.measures] + [one.title for one in look.groups]
    if data is not None:
        found += [file.label for file in data.files] + [table.name for table in data.tables]
        found += [
            word
            for table in data.tables
            for c in table.columns
            for word in (c.title, c.heading, c.title.replace("_", " "))
        ]
        found += [note.text for note in data.notes] + [c.unit for table in data.tables for c in table.columns]
    for result in results:
        found += [one.group for one in result.findings] + [one.text for one in result.quoted] + [result.failed]
        found += [result.task.id]
    return list(dict.fromkeys(name for name in found if name))


def reworded(
    text: Aggregation, claims: Sequence[Claim], rewordings: Rewordings, names: Iterable[str],
    said: Mapping[str, Attributed],
) -> Aggregation:  # fmt: skip
    """Return a text with sentences in other words, where their numbers stayed as they were; each change is logged.

    `said` has who worded and who judged those that a model worded.
    """
    known = list(names)
    new: dict[str, str] = {}
    log: list[Change] = []
    for one in rewordings.rewordings:
        if 0 <= one.number < len(claims):
            was = claims[one.number]
            same = sorted(unbacked(one.text, (), known)) == sorted(unbacked(was.text, (), known))
            if same and one.text.strip() and one.text != was.text and not omens(one.text, known):
                new[was.text] = one.text
                log.append(Change("wording", "", was.text, one.text, one.why))

    def worded(claim: Claim) -> Claim:
        told = new.get(claim.text)
        if told is None:
            return claim
        claim, by = replace(claim, text=flat(told)), said.get(told)
        return replace(claim, basis=by.basis, by=by.by, supported_by=by.supported_by) if by else claim

    edited = mapped(text, worded)
    return replace(edited, changes=(*edited.changes, *log))
